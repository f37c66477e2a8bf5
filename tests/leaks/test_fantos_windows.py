"""The Fate of Fantos: whether a window opens, whom it asks, how long it lasts and what glows tells nobody what is held.

Two tables are played side by side that differ in one hand only: one holds nothing that fits, the other something for
nearly every moment. Everybody else is sent the same bytes at the same times.
"""

from __future__ import annotations

from typing import Any

import pytest

from app.games.fantos.game import GAME
from app.games.fantos.setup import setup
from app.games.fantos.state import Legacy, Options, State
from app.kernel import PASS, Answer, Base, Rng, Session, encode_state
from app.tables.clockwork import still_to_wait, wind
from app.tables.entries import Entry
from app.tables.facts import Pilot, SeatInfo, TableInfo, TableSettings
from app.tables.live import Feed, LiveTable
from tests.rules import rule

HOLDER, OTHERS = 1, (0, 2)
DULL = ["alms", "council", "forged-writ", "iron-pick", "recruiter"]
BUSY = ["field-surgeon", "forced-march", "sabotage", "shackles", "shell-game"]
LEGACIES = (["bishop"], ["cook", "tinker"], ["navigator", "ropewalker"])  # in many windows the holder is asked alone
NOW = 1_000_000.0


def position(hand: list[str]) -> State:
    """The start of a turn, with this hand; the same cards are there in both worlds."""
    state = setup(3, Options(), Rng("leaks"))
    labor = sorted([*state.labor_deck, *(card for citadel in state.citadels for card in citadel.hand)])
    legacies = sorted([*state.legacy_deck, *(slot.card for slot in state.pool if slot.card)])
    for card in {*DULL, *BUSY}:
        labor.remove(card)
    unused = DULL if hand == BUSY else BUSY
    for seat, citadel in enumerate(state.citadels):
        citadel.reserve, citadel.turns = 25, 1
        citadel.legacies = [Legacy(name, 6) for name in LEGACIES[seat]]
        citadel.hand = list(hand) if seat == HOLDER else []
        for name in LEGACIES[seat]:
            legacies.remove(name)
    state.labor_deck = [*labor, *unused]
    for slot in state.pool:
        slot.card = legacies.pop(0)
    state.legacy_deck = legacies
    state.trial_deck.sort()
    state.trial_deck.remove("iridium-fog")
    state.trial_deck.insert(0, "iridium-fog")
    state.first = state.active = 0
    state.phase, state.turn = "untask", 3
    return state


def table(hand: list[str], pilot: Pilot) -> LiveTable:
    seats = tuple(
        SeatInfo(number, f"person {number}", pilot=pilot if number == HOLDER else Pilot()) for number in range(3)
    )
    info = TableInfo("id", "code", "fantos", {}, "playing", None, "leaks", seats, TableSettings(soft_seconds=20))
    live = LiveTable(info, GAME)
    base = Base(GAME.version, 3, 0, Rng("leaks"), encode_state(position(hand)))
    live.begin(Session(GAME, base), 1)
    live.feeds = {Feed(seat) for seat in range(3)}
    return live


def sent(live: LiveTable, now: float) -> dict[str, Any]:
    """Everything that everybody but the holder is sent, times included."""
    live.last_at = now
    wind(live, now)
    live.publish()
    shown: dict[str, Any] = {name: live.public.encoded(name) for name in live.public.versions}
    for seat in OTHERS:
        mine = live.private[seat]
        shown |= {f"{seat} {name}": mine.encoded(name) for name in mine.versions}
    shown["log"] = [told for _, told in live.recent if told.line.to is None or set(told.line.to) & set(OTHERS)]
    return shown


def act(live: LiveTable, seat: int, values: tuple[str, ...], now: float) -> float:
    """Make this choice; how long the table lets it wait."""
    assert live.session is not None
    choice = Answer(seat, live.session.asks[seat].id, values)
    waits = still_to_wait(live, choice, now)
    live.accept(live.apply(Entry(int(now * 1000), choice)))
    return waits


@rule("FAN-183", "FAN-236", "FAN-237", "FAN-238", "FAN-245")
@pytest.mark.parametrize(
    "pilot",
    [
        Pilot(),
        Pilot(control="full"),
        Pilot(marked=("Shell Game", "before the scores lock")),
        Pilot(ignored=("Shell Game",)),
    ],
    ids=["quiet", "full", "marked", "ignored"],
)
def test_others_are_sent_the_same_whatever_one_holds(pilot: Pilot) -> None:
    worlds = [table(DULL, pilot), table(BUSY, pilot)]
    now, windows, differed = NOW, [], 0
    while worlds[0].session is not None and worlds[0].session.state.turn < 5:
        first, second = (sent(live, now) for live in worlds)
        assert first == second, {name for name in first if first[name] != second.get(name)}
        sessions = [live.session for live in worlds]
        assert sessions[0] is not None
        assert sessions[1] is not None
        asks = sessions[0].asks
        assert list(asks) == list(sessions[1].asks)
        if HOLDER in asks and asks[HOLDER].soft:
            windows.append(sessions[0].state.window.kind if sessions[0].state.window is not None else "")
            differed += asks[HOLDER].options != sessions[1].asks[HOLDER].options
            stretch = GAME.stretch(sessions[0].state, HOLDER)
            passes = [pilot.passes(session.asks[HOLDER], stretch) for session in sessions if session is not None]
            assert passes[0] == passes[1], "what is passed beforehand goes by what all know"
        seat = next(iter(asks))
        values = harvest(asks[seat].options, asks[seat].default)
        waited = [act(live, seat, values, now) for live in worlds]
        assert waited[0] == waited[1]
        now += 3
    assert {"DAWN", "OPEN", "ROLLED", "AFTER", "FLOOR", "HIRED", "CLOSING"} <= set(windows)
    assert differed >= 5, "the two hands could play different things in many of these windows"


def harvest(options: Any, default: tuple[str, ...]) -> tuple[str, ...]:
    """What nobody's Labor decides: Harvests and passing."""
    ids = [option.id for option in options]
    for wish in ("declare:harvest", "legacy:bishop", PASS):
        if wish in ids:
            return (wish,)
    return default
