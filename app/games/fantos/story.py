"""An end is an ending: who won and by what, where every Shard came from, the moment that turned it, each Legacy's career.

Everything is counted from what was told and from the last state; nothing is made up.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from app.games.fantos.components import CITADELS, LABOR, LEGACIES, title
from app.games.fantos.ending import standing
from app.games.fantos.queries import total
from app.games.fantos.state import Seat, State
from app.games.fantos.words import cards, counted, joined, legacies, shards
from app.kernel import Chapter, Ending, Fact, Line, Moment, Score

AMOUNT = re.compile(r"(\d+) Shards?$")
ROUND = re.compile(r"^Round (\d+)")
BY_TITLE = {card.title: name for name, card in LEGACIES.items()}
SOURCES = {  # the rule of a moment, and what its Shards are counted as
    "FAN-072": "Harvests",
    "FAN-085": "Wars",
    "FAN-097": "Tributes",
    "FAN-140": "Duels",
    "FAN-027": "hiring",
    "FAN-213": "trades",
    "FAN-166": "Labor and abilities",
    "FAN-156": "Labor and abilities",
    "FAN-176": "Labor and abilities",
    "FAN-190": "the fall",
    "FAN-258": "an even start",
}
REASONS = {  # what stands behind a source
    "hiring": "own people cost 2 less",
    "Labor and abilities": "played, suffered and paid for",
    "the fall": "all that was left is lost",
    "disabled": "face down at the end, not counted",
}
ROLES = {"at the Harvest": "Harvest", "at war": "War", "at the Tribute": "Tribute", "in a Duel": "Duel"}
CALLED = {
    "Harvests": "who harvested",
    "Wars": "who went to war",
    "Tributes": "who reigned",
    "Duels": "who lived by the Duel",
    "trades": "who traded",
    "Labor and abilities": "who played the cards",
}
SWINGS = 3  # the winner's largest, told one by one


@dataclass
class Beat:
    """A moment with what it moved: by seat, the Shards won or lost."""

    moment: Moment
    round: int
    moved: Counter[Seat] = field(default_factory=Counter)


def ending(state: State, told: Sequence[Line]) -> Ending | None:
    if state.phase != "over":
        return None
    beats = list(beats_of(told))
    turned = turning_point(state, beats)
    return Ending(
        verdict=verdict(state),
        why=why(state, turned),
        kicker=f"An ending, after {counted(state.round, 'round')}",
        reasons=tuple(swings(state, beats)),
        scores=tuple(score(state, seat, beats) for group in standing(state) for seat in group),
        decided=turned.moment if turned is not None else None,
        chapters=tuple(chapter(state, seat, beats) for group in standing(state) for seat in group),
        hidden=tuple(hidden(state)),
        numbers=tuple(numbers(state, beats)),
        pieces=tuple(careers(state, beats)),
        pieces_title="The Legacies",
    )


# What was told --------------------------------------------------------------------------------------------------------


def beats_of(told: Sequence[Line]) -> Iterator[Beat]:
    """The public moments in order, each as it was in the end, with the Shards that it moved."""
    whole: dict[str, Moment] = {}
    for number, line in enumerate(told):
        if line.moment is not None and line.to is None:
            whole[line.moment.id or f"line {number}"] = line.moment
    round_now = 0
    for moment in whole.values():
        begun = ROUND.match(moment.scene) if moment.kind == "turn" else None
        round_now = int(begun[1]) if begun else round_now
        yield Beat(moment, round_now, _moved(moment))


def _moved(moment: Moment) -> Counter[Seat]:
    moved: Counter[Seat] = Counter()
    for change in moment.changes:
        if change.seat is not None:
            moved[change.seat] += _amount(change.what, change.before, change.after)
    return moved


def _amount(what: str, before: str, after: str) -> int:
    """What a change is worth in Shards, in the Reserve or on a Legacy."""
    if what != "Reserve" and what not in BY_TITLE:
        return 0
    if before.isdecimal() and after.isdecimal():
        return int(after) - int(before)
    if after == "gone" and (lost := AMOUNT.search(before)):
        return -int(lost[1])
    if after.startswith("hired") and (held := AMOUNT.search(after)):
        return int(held[1])
    return 0


def source(moment: Moment) -> str:
    if (moment.about or "").startswith("trial-"):
        return "Trials"
    return SOURCES.get(moment.rule or "FAN-156", "other things")  # Navigator and the like have no rule of their own


# The verdict ----------------------------------------------------------------------------------------------------------


def _names(seats: Sequence[Seat]) -> str:
    return joined(f"{{{seat}}}" for seat in seats)


def verdict(state: State) -> str:
    verb = "wins" if len(state.winners) == 1 else "win"
    if state.reason == "most Shards":
        return f"{_names(state.winners)} {verb} with {shards(total(state, state.winners[0]))}"
    return f"{_names(state.winners)} {verb}: {state.reason}"


def why(state: State, turned: Beat | None) -> str:
    others = [seat for group in standing(state) for seat in group if seat not in state.winners]
    near = ""
    if others and state.citadels[others[0]].alive:
        near = f"{{{others[0]}}} came to {shards(total(state, others[0]))}. "
    led = f"The lead was won for good in round {turned.round}." if turned is not None and turned.round else ""
    return f"{near}{led}".strip()


def running(state: State, beats: Sequence[Beat]) -> Iterator[tuple[Beat, list[int]]]:
    """What everybody had after each moment."""
    have = [state.options.reserve] * len(state.citadels)
    for beat in beats:
        for seat, amount in beat.moved.items():
            have[seat] += amount
        yield beat, list(have)


def turning_point(state: State, beats: Sequence[Beat]) -> Beat | None:
    """The moment after which a winner was in front for good; where one led all the time, the largest gain."""
    winners = state.winners
    turned, ahead = None, False
    for beat, have in running(state, beats):
        if beat.moment.kind == "end":
            continue
        best = max((have[seat] for seat in range(len(have)) if seat not in winners), default=0)
        leads = max(have[seat] for seat in winners) > best
        if leads and not ahead and beat.round:
            turned = beat
        ahead = leads
    gains = [beat for beat in beats if beat.round and any(beat.moved[seat] > 0 for seat in winners)]
    largest = max(gains, key=lambda beat: max(beat.moved[seat] for seat in winners), default=None)
    return turned if turned is not None and ahead else largest


def swings(state: State, beats: Sequence[Beat]) -> list[Fact]:
    """The largest gains and losses of who won, in the order in which they came."""
    first = state.winners[0]
    ranked = sorted((beat for beat in beats if beat.round and beat.moved[first]), key=lambda b: -abs(b.moved[first]))
    kept = {id(beat) for beat in ranked[:SWINGS]}
    return [
        Fact(f"Round {beat.round}", f"{beat.moved[first]:+d}", beat.moment.title, first, beat.moved[first] > 0)
        for beat in beats
        if id(beat) in kept
    ]


def sources(state: State, seat: Seat, beats: Sequence[Beat]) -> dict[str, int]:
    """Where the Shards of a Citadel came from and went; together they are its total."""
    found: Counter[str] = Counter({"the start": state.options.reserve})
    for beat in beats:
        found[source(beat.moment)] += beat.moved[seat]
    face_down = sum(legacy.shards for legacy in state.citadels[seat].legacies if legacy.status == "disabled")
    found["disabled"] -= face_down
    left = total(state, seat) - sum(found.values())
    laid = state.options.lesson  # a lesson begins in the middle, with Legacies that nobody was seen to hire
    found["the start" if laid else "other things" if state.citadels[seat].alive else "the fall"] += left
    return {name: amount for name, amount in found.items() if amount}


def score(state: State, seat: Seat, beats: Sequence[Beat]) -> Score:
    found = sources(state, seat, beats)
    parts = tuple(
        Fact(name, str(amount) if name == "the start" else f"{amount:+d}", REASONS.get(name, ""))
        for name, amount in sorted(found.items(), key=lambda part: (part[0] != "the start", -part[1]))
    )
    return Score(seat, total(state, seat), parts, seat in state.winners)


# Chapters -------------------------------------------------------------------------------------------------------------


def chapter(state: State, seat: Seat, beats: Sequence[Beat]) -> Chapter:
    citadel = state.citadels[seat]
    found = {name: amount for name, amount in sources(state, seat, beats).items() if name in CALLED}
    best = max(found, key=lambda name: found[name], default="")
    called = CALLED[best] if best and found[best] > 0 else "who kept quiet"
    if not citadel.alive:
        called = "who fell"
    mine = [beat.moment for beat in beats if beat.moment.title.startswith(f"{{{seat}}}")]
    played = sum(moment.rule == "FAN-166" for moment in mine)
    used = sum(moment.rule == "FAN-156" for moment in mine)
    hired = sum(_hired(moment, seat) for moment in mine)
    wars = sum(beat.moment.title.startswith(f"{{{seat}}} wins the War") for beat in beats)
    sentences = [
        f"{CITADELS[citadel.mat].title}.",
        f"Hired {legacies(hired)}." if hired else "",
        f"Harvested {shards(found['Harvests'])}." if found.get("Harvests") else "",
        f"Won {counted(wars, 'War')}." if wars else "",
        f"Played {cards(played)}." if played else "",
        f"Used {'an ability' if used == 1 else f'{used} abilities'}." if used else "",
    ]
    return Chapter(seat, f"{{{seat}}}, {called}", " ".join(sentence for sentence in sentences if sentence))


def _hired(moment: Moment, seat: Seat) -> int:
    return sum(change.seat == seat and change.after.startswith("hired") for change in moment.changes)


# Each Legacy ----------------------------------------------------------------------------------------------------------


@dataclass
class Career:
    """What a Legacy did in the service of one Citadel."""

    seat: Seat
    hired: int  # the round; 0: before the first turn
    roles: Counter[str] = field(default_factory=Counter)
    abilities: int = 0
    gained: int = 0
    gone: int = 0

    @property
    def deeds(self) -> int:
        return sum(self.roles.values()) + self.abilities


def careers(state: State, beats: Sequence[Beat]) -> list[Fact]:
    """Every Legacy that was hired, the busiest first."""
    found: list[tuple[str, Career]] = []
    open_now: dict[str, Career] = {}
    for beat in beats:
        for change in beat.moment.changes:
            name = BY_TITLE.get(change.what)
            if name is None or change.seat is None:
                continue
            if change.after.startswith("hired"):
                open_now[name] = Career(change.seat, beat.round)
                found.append((name, open_now[name]))
            elif name in open_now:
                _went_on(open_now[name], change.before, change.after, beat)
                if change.after == "gone":
                    del open_now[name]
    found.sort(key=lambda one: (-one[1].deeds, title(one[0])))
    return [Fact(title(name), _deeds(career), _course(career), career.seat) for name, career in found]


def _went_on(career: Career, before: str, after: str, beat: Beat) -> None:
    if after in ROLES:
        career.roles[ROLES[after]] += 1
    elif after == "tasked" and beat.moment.rule == "FAN-156":
        career.abilities += 1
    elif before.isdecimal() and after.isdecimal():
        career.gained += int(after) - int(before)
    elif after == "gone":
        career.gone = beat.round


def _deeds(career: Career) -> str:
    done = [counted(number, role) for role, number in career.roles.items()]
    if career.abilities:
        done.append(
            {1: "its ability", 2: "its ability twice"}.get(career.abilities, f"its ability {career.abilities} times")
        )
    return joined(done) or "never tasked"


def _course(career: Career) -> str:
    course = [f"hired in round {career.hired}" if career.hired else "there from the start"]
    if career.gained:
        course.append(f"{'won' if career.gained > 0 else 'lost'} {shards(abs(career.gained))}")
    if career.gone:
        course.append(f"gone in round {career.gone}")
    return ", ".join(course)


# What was hidden, and numbers -----------------------------------------------------------------------------------------


def hidden(state: State) -> list[Fact]:
    found = [
        Fact("In hand to the end", joined(title(card) for card in citadel.hand), "never played", seat)
        for seat, citadel in enumerate(state.citadels)
        if citadel.hand
    ]
    if state.trial_deck:
        found.append(Fact("The next Trial", title(state.trial_deck[0]), "it would have come next"))
    return found


def numbers(state: State, beats: Sequence[Beat]) -> list[Fact]:
    done = Counter(beat.moment.rule for beat in beats)
    facts = [
        Fact("rounds", str(state.round)),
        Fact("Labor played", str(done["FAN-166"])),
        Fact("Trials drawn", str(done["FAN-114"])),
        Fact("Duels", str(done["FAN-140"])),
    ]
    if state.harvests:
        facts.append(Fact("biggest Harvest", shards(max(state.harvests))))
    most = max(LABOR, key=lambda card: state.uses.get(card, 0))
    if state.uses.get(most):
        facts.append(Fact("played most", title(most), f"{state.uses[most]} times" if state.uses[most] > 1 else "once"))
    return facts
