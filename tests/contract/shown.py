"""What every game shows of itself: a card for each thing on the screen, moments in words, an ending.

Pages are drawn as the server draws them, for every seat and for somebody who watches.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from app.config import Settings
from app.kernel import Line, Moment, Move, Rng, Session, encode_state
from app.tables.endings import plain_ending
from app.tables.facts import SeatInfo, TableInfo
from app.tables.live import Feed, LiveTable
from app.tables.regions import Regions
from app.web.draw import Painter
from app.web.rulebook import ROOT
from tests.contract.checks import AnyGame, AnySession, Seatlike, Setting, all_seats, encoded, playout

NAME = re.compile(r'data-name="([^"{}]*)"')
SEAT = re.compile(r"\{(\d+)\}")
IDS = re.compile(r"\w_\w|\b[a-z]+:[a-z0-9]+\b|\b[a-z]+-\d+\b|\bNone\b|[{}]")
NOT_WORDS = {"kind", "about", "rule", "id", "places", "also"}  # fields of moments, cards and endings that nobody reads
EVERY = 12  # drawing is slow: every so many choices are looked at
LONGEST_GAME = 6000
WORLDS = 2


# Pages --------------------------------------------------------------------------------------------------------------


@cache
def painter() -> Painter:
    return Painter(Settings())


def table_of(session: AnySession, seat: Seatlike) -> LiveTable:
    """The session at a table, as this seat is shown it."""
    seats = tuple(SeatInfo(n, person_id=f"p{n}", name=f"Player {n}", emblem=n) for n in range(session.seats))
    info = TableInfo("table", "calm-otter-42", session.game.id, {}, "playing", "p0", "seed", seats)
    live = LiveTable(info, session.game)
    live.session = session
    live.feeds.add(Feed(seat))
    live.publish()
    return live


def names_in(live: LiveTable, regions: Regions, seat: Seatlike) -> set[str]:
    drawn = (painter().region(live, regions, name, seat).html for name in regions.versions)
    return {html.unescape(name) for page in drawn for name in NAME.findall(page)}


@cache
def fixed_names(game: str) -> frozenset[str]:
    """The names that stand in the game's page itself."""
    page = ROOT / "templates/games" / game / "board.html"
    return frozenset(NAME.findall(page.read_text())) if page.exists() else frozenset()


def names_shown(session: AnySession, seat: Seatlike) -> tuple[set[str], set[str]]:
    """The data-names that this seat's page holds: those everybody sees, and those only this seat sees."""
    live = table_of(session, seat)
    public = names_in(live, live.public, None) | fixed_names(session.game.id)
    private = set() if seat is None else names_in(live, live.private[seat], seat)
    return public, private - public


# Words --------------------------------------------------------------------------------------------------------------


def words_of(thing: Any) -> Iterator[str]:
    """All texts in a moment, a card or an ending that people read."""
    tree = msgspec.to_builtins(thing)
    if isinstance(tree, dict):
        for name, value in tree.items():
            if name not in NOT_WORDS:
                yield from words_of(value)
    elif isinstance(tree, (list, tuple)):
        for value in tree:
            yield from words_of(value)
    elif isinstance(tree, str):
        yield tree


def check_words(thing: Any, seats: int, where: str) -> None:
    for text in words_of(thing):
        unknown = [number for number in SEAT.findall(text) if int(number) >= seats]
        assert not unknown, f"{where}: there is no seat {unknown[0]}: {text!r}"
        found = IDS.search(SEAT.sub("Ann", text))
        assert not found, f"{where}: {found[0]!r} is nothing to read: {text!r}"


# Cards --------------------------------------------------------------------------------------------------------------


def check_cards(game: AnyGame, setting: Setting) -> None:
    """Everything that a seat is shown has a card, built from what it knows. Nothing else has one, unless everybody may
    know it."""
    for number, (session, _) in enumerate(playout(game, setting)):
        if number % EVERY:
            continue
        shown = {seat: names_shown(session, seat) for seat in all_seats(session)}
        for seat, (public, private) in shown.items():
            worlds = _like_worlds(session, seat)
            for name in sorted(public | private):
                check_card(session, seat, name, worlds)
            for name in ("no-such-thing", "", "tile-99999999999999999999"):
                assert game.explain(session.state, seat, name) is None, f"{name!r} is nowhere and has a card"
            others = {name for _, theirs in shown.values() for name in theirs}
            for name in sorted(others - public - private):
                _check_same_elsewhere(session, seat, name, worlds)


def check_card(session: AnySession, seat: Seatlike, name: str, worlds: list[Any]) -> None:
    card = session.game.explain(session.state, seat, name)
    assert card is not None, f"{name} has no card for seat {seat}"
    assert card.title.strip(), f"the card of {name} has no title"
    assert card.text.strip(), f"the card of {name} says nothing"
    check_words(card, session.seats, f"the card of {name}")
    _check_same_elsewhere(session, seat, name, worlds)


def _like_worlds(session: AnySession, seat: Seatlike) -> list[Any]:
    """Other states that this seat cannot tell from the real one."""
    game, blob = session.game, encode_state(session.state)
    chances = (Rng(f"cards {world} {seat} {session.rng.draws}") for world in range(WORLDS))
    return [game.resample(game.decode(game.version, blob), seat, chance) for chance in chances]


def _check_same_elsewhere(session: AnySession, seat: Seatlike, name: str, worlds: list[Any]) -> None:
    """Whether there is a card, and what it says, is the same there."""
    card = encoded(session.game.explain(session.state, seat, name))
    for world in worlds:
        assert encoded(session.game.explain(world, seat, name)) == card, (
            f"the card of {name} tells seat {seat} what it may not know"
        )


# Moments ------------------------------------------------------------------------------------------------------------


def bots(session: AnySession) -> Move:
    return session.game.bot(session, session.next_seat)


def check_moments(game: AnyGame, setting: Setting) -> None:
    """Every moment is told in a sentence, about something that is on the screen, and every change has its reason."""
    session = setting.start(game)
    for _ in range(setting.choices):
        if session.outcome:
            break
        before = session.save()
        for line in session.apply(bots(session)):
            if line.moment is not None:
                check_moment(line.moment, session)
                check_place(line, session, before)


def check_moment(moment: Moment, session: AnySession) -> None:
    title = moment.title
    assert len(title.split()) > 1, f"{title!r} is no sentence"
    assert title[0] == "{" or title[0].isupper() or title[0] in "“‘\"'", f"{title!r} begins like no sentence"
    check_words(moment, session.seats, f"the moment {title!r}")
    for change in moment.changes:
        assert change.why.strip(), f"{title!r}: {change.what} changes for no reason"


def check_place(line: Line, session: AnySession, before: bytes) -> None:
    """What a moment is about is on the screen of those who read it, or was until it happened."""
    assert line.moment is not None
    about = line.moment.about
    if about is None:
        return
    for look in (session, Session.load(session.game, before)):
        readers = all_seats(session) if line.to is None else list(line.to)
        if any(about in names for seat in readers for names in names_shown(look, seat)):
            return
    raise AssertionError(f"{line.moment.title!r} is about {about}, which is on no screen")


# Endings ------------------------------------------------------------------------------------------------------------


def check_endings(game: AnyGame, setting: Setting) -> None:
    """A game that bots have played to its end has an ending in words, its own or a plain one."""
    session = setting.start(game)
    told = list(session.opening_lines)
    for _ in range(LONGEST_GAME):
        if session.outcome:
            break
        told += session.apply(bots(session))
    outcome = session.outcome
    assert outcome is not None, f"bots do not finish a game in {LONGEST_GAME} choices"
    ending = game.ending(session.state, told) or plain_ending(outcome, told, range(session.seats))
    assert ending.verdict.strip(), "there is no verdict"
    assert ending.verdict[-1] not in ".:", "a verdict is a heading"
    won = {score.seat for score in ending.scores if score.won}
    assert not won or won == set(outcome.winners), f"the ending says that {won} won, the rules {outcome.winners}"
    for part in (ending.scores, ending.chapters):
        seats = [one.seat for one in part]
        assert len(seats) == len(set(seats)), "a player is told of twice"
        assert all(0 <= seat < session.seats for seat in seats), "an ending tells of somebody who was not there"
    for fact in (*ending.reasons, *ending.hidden, *ending.numbers, *ending.pieces):
        assert fact.what.strip(), "a row of the ending has no name"
        assert (fact.value + fact.why).strip(), f"{fact.what}: there is nothing to read"
    check_words(ending, session.seats, "the ending")
