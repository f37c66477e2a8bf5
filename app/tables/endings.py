"""The end of a game, told to everybody: the game's own words or plain ones, and the honest numbers of the table."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from app.kernel import Ending, Fact, Line, Moment, Outcome, Score, Undo
from app.tables.entries import Entry
from app.tables.facts import TableInfo

if TYPE_CHECKING:
    from app.tables.live import LiveTable
    from app.tables.store import Store

log = logging.getLogger("parallax.endings")

Rows = Sequence[tuple[int, Entry]]
A_SENTENCE = 3  # words; fewer are a name of the rules for how it ended
LONGEST_PAUSE = 10 * 60_000  # milliseconds; after that nobody was at the table


class Afterwards(msgspec.Struct, frozen=True):
    """What can be done when a game is over, and who wants to play again."""

    rematch: str | None = None  # the code of the table with the same people
    again: tuple[int, ...] = ()  # the seats that want to
    bots: tuple[int, ...] = ()  # they come along


def afterwards(info: TableInfo) -> Afterwards:
    return Afterwards(info.rematch, info.again, tuple(seat.number for seat in info.inside if seat.bot))


async def tell_ending(store: Store, live: LiveTable) -> Ending | None:
    """How the game ended; None while it goes on."""
    if live.session is None or live.session.outcome is None:
        return None
    journal = await store.entries_after(live.info.id, 0)
    rows = what_counts(journal)
    outcome, told = live.session.outcome, [line for _, entry in rows for line in entry.lines]
    ending: Ending | None = None
    try:
        ending = live.game.ending(live.session.state, told)
    except Exception:  # the game is over all the same, and is told in plain words
        log.exception("the ending of %s failed at table %s", live.info.game, live.info.id)
    inside = [seat.number for seat in live.info.inside]
    ending = ending or plain_ending(outcome, told, inside)
    people = [seat.number for seat in live.info.inside if not seat.bot]
    lasted = in_words(playing_time(journal))
    kicker = ending.kicker or f"An ending · {_count(moments_in(rows), 'moment')}"
    numbers = (*ending.numbers, *honest_numbers(rows, lasted, inside, people))
    return msgspec.structs.replace(ending, kicker=f"{kicker}, {lasted}", numbers=numbers)


def what_counts(rows: Rows) -> list[tuple[int, Entry]]:
    """The rows of a journal without those that were taken back, and without the takebacks themselves."""
    undone = {number for _, entry in rows for number in entry.undone}
    return [(seq, entry) for seq, entry in rows if seq not in undone and not isinstance(entry.choice, Undo)]


# In plain words -----------------------------------------------------------------------------------------------------


def plain_ending(outcome: Outcome, told: Sequence[Line], seats: Sequence[int]) -> Ending:
    """For games that do not tell their ending themselves."""
    winners = [seat for seat in outcome.winners if seat in seats]
    good = True if len(seats) > 1 and set(winners) >= set(seats) else None if winners else False
    ranks = sorted(((seat, total) for seat, total in outcome.scores.items() if seat in seats), key=lambda one: -one[1])
    scores = tuple(Score(seat, total, won=seat in winners) for seat, total in ranks)
    verdict, why = _plain_verdict(outcome.reason, winners, good), sentence(outcome.reason)
    if len(why.split()) < A_SENTENCE:  # a word of the rules, not of people: the verdict holds it
        why = "" if good is None else "You have won it together." if good else "You have lost it together."
    if winners and good is None and len(ranks) > 1 and ranks[0][1] > ranks[1][1]:
        why = f"{why} {ranks[0][1]} against {ranks[1][1]}.".strip()
    return Ending(verdict, why, good=good, scores=scores, decided=_last_moment(told))


def _plain_verdict(reason: str, winners: Sequence[int], good: bool | None) -> str:
    """Who has won, or won or lost together by what."""
    if good is None:
        return f"{together(winners)} {'wins' if len(winners) == 1 else 'win'}"
    by = reason.strip().rstrip(".!").replace("-", " ")
    by = by if by[:1].isupper() and by[1:2].isupper() else by[:1].lower() + by[1:]
    return f"{'Won' if good else 'Lost'}: {by}" if by else "You have won" if good else "You have lost"


def together(seats: Sequence[int]) -> str:
    words = [f"{{{seat}}}" for seat in seats]
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def sentence(words: str) -> str:
    words = words.strip()
    if not words:
        return ""
    return words[0].upper() + words[1:] + ("" if words[-1] in ".!?…" else ".")


def _last_moment(told: Sequence[Line]) -> Moment | None:
    """The last thing that everybody saw."""
    return next((line.moment for line in reversed(told) if line.to is None and line.moment is not None), None)


# Honest numbers -----------------------------------------------------------------------------------------------------


def honest_numbers(rows: Rows, lasted: str, seats: Iterable[int], people: Iterable[int]) -> tuple[Fact, ...]:
    """What the table has counted, whatever the game says: time, moments, dice, choices."""
    facts = [
        Fact("playing time", lasted, "pauses of more than ten minutes left out"),
        Fact("moments", str(moments_in(rows))),
    ]
    facts += [_dice_fact(sides, faces) for sides, faces in sorted(dice_rolled(rows).items())]
    chosen, left_to_others = choices_made(rows)
    each = ", ".join(f"{{{seat}}} {chosen[seat]}" for seat in seats)
    others = ", ".join(f"{left_to_others[seat]} for {{{seat}}}" for seat in people if left_to_others[seat])
    facts.append(Fact("choices", each, f"made by the clock, an autopilot or a friend: {others}" if others else ""))
    return tuple(facts)


def playing_time(rows: Rows) -> int:
    """Minutes in which somebody was at the table: long pauses between two rows do not count."""
    times = [entry.at for _, entry in rows]
    gaps = (later - earlier for earlier, later in pairwise(times))
    return round(sum(gap for gap in gaps if 0 < gap < LONGEST_PAUSE) / 60_000)


def in_words(minutes: int) -> str:
    if minutes < 1:
        return "under a minute"
    hours, rest = divmod(minutes, 60)
    if not hours:
        return _count(rest, "minute")
    return _count(hours, "hour") + (f" {rest}" if rest else "")


def moments_in(rows: Rows) -> int:
    """The visible steps in which something was told."""
    return len({entry.moment or seq for seq, entry in rows if entry.lines})


def dice_rolled(rows: Rows) -> dict[int, Counter[str]]:
    """For each kind of die (by its sides; 0: not known) how often each face was rolled in the open.

    Dice of a moment are mostly those of its lines, so in each row the larger count of the two is taken; and a moment
    that has grown counts with what is new in it."""
    rolled: dict[int, Counter[str]] = {}
    grown: dict[str, Counter[tuple[int, str]]] = {}
    for _, entry in rows:
        lines = [line for line in entry.lines if line.to is None]
        said = Counter((line.sides, str(value)) for line in lines for value in line.dice)
        shown: Counter[tuple[int, str]] = Counter()
        for moment in (line.moment for line in lines if line.moment is not None):
            # a die with a look of its own is one of the line's, drawn with its picture
            dice = Counter((die.sides, die.face) for die in moment.dice if not die.look)
            shown += dice - grown.get(moment.id, Counter()) if moment.id else dice
            if moment.id:
                grown[moment.id] = dice
        for (sides, face), times in (said | shown).items():
            rolled.setdefault(sides, Counter())[face] += times
    return rolled


def _dice_fact(sides: int, faces: Counter[str]) -> Fact:
    count = faces.total()
    what = f"dice of {sides} sides" if sides else "dice"
    if not all(face.isdecimal() for face in faces):
        return Fact(what, f"{count} rolled")
    average = sum(int(face) * times for face, times in faces.items()) / count
    usual = all(1 <= int(face) <= sides for face in faces)  # a die that is numbered otherwise has another expectation
    why = f"{(sides + 1) / 2:.1f} expected" if usual else ""
    return Fact(what, f"{count} rolled, {average:.1f} on average", why)


def choices_made(rows: Rows) -> tuple[Counter[int], Counter[int]]:
    """How many choices were made for each seat, and how many of them by something or somebody else."""
    made: Counter[int] = Counter()
    others: Counter[int] = Counter()
    for _, entry in rows:
        if entry.choice is None or isinstance(entry.choice, Undo):
            continue
        made[entry.choice.seat] += 1
        others[entry.choice.seat] += bool(entry.by)
    return made, others


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
