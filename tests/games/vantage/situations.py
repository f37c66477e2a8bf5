"""Situations for the tests of Vantage: a table after the crash, with chosen people, places, cards and dice."""

from __future__ import annotations

from typing import Any

import msgspec

from app.games.vantage.cards import fresh_card
from app.games.vantage.game import GAME
from app.games.vantage.setup import setup
from app.games.vantage.state import Held, Options, State
from app.games.vantage.world import CATEGORIES, STATS, Act, Card, Place, World, register, world
from app.kernel import Answer, Base, Line, Rng, Session, encode_state

FACES = ("time", "morale", "health", "setback", "blank", "blank")


def bench(*, places: tuple[dict[str, Any], ...] = (), cards: tuple[dict[str, Any], ...] = (), **changes: Any) -> str:
    """The sampler with some places and cards put in or replaced, under a name of its own."""
    copy = msgspec.json.decode(msgspec.json.encode(world("sampler")), type=World)
    for raw in places:
        place = msgspec.convert(
            {"region": "B", "terrain": "land", "name": "Bench", "text": "A bench.", "compass": {}, **raw}, Place
        )
        copy.places[place.id] = place
    for raw in cards:
        card = msgspec.convert({"kind": "item", "name": f"Card {raw['id']}", "capacity": 3, **raw}, Card)
        copy.cards[card.id] = card
    for name, value in changes.items():
        getattr(copy, name).update(value) if isinstance(value, dict) else setattr(copy, name, value)
    copy.pack = "bench"
    register(copy)
    return "bench"


def action(act: str, result: list[dict[str, Any]], cost: Any = 0, **more: Any) -> dict[str, Any]:
    return {"act": act, "line": "Do it", "cost": cost, "tell": "It is done.", "result": result, **more}


def table(
    seats: int = 2, *, pack: str = "sampler", at: tuple[int, ...] = (), careful: bool = True, **options: Any
) -> State:
    """Seat n is character 800 + n, daring, at a place of its own; seat 0 is on turn. Everybody wants to be asked about
    every roll, so that each step can be looked at."""
    state = setup(seats, Options(pack=pack, **options), Rng("setup"))
    places = (41, 42, 46, 47, 48, 43)
    for seat, who in enumerate(state.seats):
        who.level, who.character = "daring", 800 + seat
        who.stats = dict.fromkeys(STATS, 4)
        who.grid[4] = fresh_card(state.world.card(800 + seat))
        state.character(seat).boost = 2
        who.place = at[seat] if seat < len(at) else places[seat]
        who.pod = 794 + seat
        who.careful = careful
    state.mission = 1704
    state.first = state.turn = 0
    state.step, state.setting_up = "turn", False
    return state


def tokens(state: State, seat: int, **counts: int) -> None:
    for skill, count in counts.items():
        assert skill in CATEGORIES
        state.seats[seat].skills[skill] += count
        state.tokens[skill] -= count


def give(state: State, seat: int, card: int, cell: int | None = None, boost: int = 0) -> Held:
    held = fresh_card(state.world.card(card))
    held.boost = boost
    where = cell if cell is not None else state.seats[seat].grid.index(None)
    state.seats[seat].grid[where] = held
    return held


def begin(state: State, seed: str = "dice") -> Session[State]:
    return Session(GAME, Base(GAME.version, len(state.seats), 0, Rng(seed), encode_state(state)))


def seed_for(*faces: str) -> str:
    """A seed with which the first challenge dice show these faces."""
    for number in range(200_000):
        rng = Rng(f"s{number}")
        if all(FACES[rng.roll(6, "challenge") - 1] == face for face in faces):
            return f"s{number}"
    raise AssertionError("no such seed")


def reply(session: Session[State], *values: str, seat: int | None = None) -> tuple[Line, ...]:
    """Without values the question is answered as it is by default: the dice are rolled without a token."""
    who = min(session.asks) if seat is None else seat
    return session.apply(Answer(who, session.asks[who].id, values or session.asks[who].default))


def choices(session: Session[State], seat: int | None = None) -> list[str]:
    who = min(session.asks) if seat is None else seat
    return [option.id for option in session.asks[who].options]


def declare(session: Session[State], option: str) -> None:
    """Step 1. The next question is the one about the roll, if anything can be paid, or what comes after it."""
    reply(session, option)


def perform(session: Session[State], option: str) -> None:
    """A whole action without help: no token, no die placed."""
    declare(session, option)
    finish(session)


def finish(session: Session[State]) -> None:
    """Roll without a token, place no die."""
    while session.asks and (wanted := {"roll:0", "done"} & set(choices(session))):
        reply(session, wanted.pop())


def offered(session: Session[State], seat: int) -> list[str]:
    return [option.id for option in session.offers(seat)]


def place_with(
    *results: tuple[str, list[dict[str, Any]]], number: int = 44, cost: Any = 0, **more: Any
) -> dict[str, Any]:
    return {"id": number, "actions": [action(act, result, cost) for act, result in results], **more}


def solo(
    result: list[dict[str, Any]], *, cost: Any = 0, seats: int = 1, seed: str = "dice", **more: Any
) -> Session[State]:
    """Seat 0 stands at a place whose only action has this result, and has committed to it."""
    pack = bench(places=(place_with(("look-STUDY", result), cost=cost, compass={"east": {"to": 41}}),), **more)
    session = begin(table(seats, pack=pack, at=(44,)), seed)
    declare(session, "here:look-STUDY")
    return session


def act_of(state: State, place: int, act: str) -> Act:
    found = state.world.places[place].action(act)
    assert found is not None
    return found
