"""A walk through the built-in worlds: every place is stood at, and every action and depart, every action of a card, a
mission or a destiny is performed with all its versions and options; what each effect says has to happen (VAN-L25)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from app.games.vantage.cards import fresh_card
from app.games.vantage.game import GAME
from app.games.vantage.state import State
from app.games.vantage.world import WORLDS, Act, Card, world
from tests.games.vantage.situations import begin
from tests.games.vantage.walker import Walker, harmless, hold, walk_action, walk_place

PACKS = ("oriel", "sampler")


@pytest.fixture(scope="module", params=PACKS)
def walker(request: pytest.FixtureRequest) -> Iterator[Walker]:
    walker = Walker(harmless(WORLDS[request.param]))
    with walker.watching():
        yield walker


@pytest.fixture(autouse=True)
def _fresh(walker: Walker) -> None:
    walker.faults.clear()


def test_everything_can_be_done_everywhere_and_happens(walker: Walker) -> None:
    for place in world(walker.pack).places.values():
        if place.terrain not in ("ship", "pod"):
            walk_place(walker, place)
    assert walker.faults == []


def test_what_missions_and_destinies_offer_happens(walker: Walker) -> None:
    here = world(walker.pack)
    for mission in here.missions.values():

        def given(state: State, number: int = mission.id) -> None:
            state.mission = number

        for action in mission.actions:
            walker.where = f"mission {mission.id} {action.act}"
            walk_action(walker, action, f"centre:{mission.id}:{action.act}", given)
    for destiny in here.destinies.values():

        def found(state: State, number: int = destiny.id) -> None:
            if number not in state.destinies:
                state.destinies.append(number)

        for action in destiny.actions:
            walker.where = f"destiny {destiny.id} {action.act}"
            walk_action(walker, action, f"centre:{destiny.id}:{action.act}", found)
    assert walker.faults == []


def holding(walker: Walker, card: Card) -> Callable[[State], None]:
    """Somebody has the card: in the middle if it is a character, in its lair if it is a part of a giant."""
    giants = world(walker.pack).giants

    def have(state: State) -> None:
        if card.kind in ("character", "alternate"):
            for seat, number in ((0, card.id), (1, 800 if (card.of or card.id) != 800 else 801)):
                if state.me(seat).character != number:
                    state.me(seat).character = number
                    state.me(seat).grid[4] = fresh_card(state.world.card(number))
                    state.character(seat).boost = 3
        elif card.kind == "giant_part":
            lair = next(giant.lair for giant in giants.values() if card.id in giant.parts)
            state.lairs[str(lair)] = [card.id]
        else:
            hold(state, 0, card.id, card.capacity)

    return have


def option(card: Card, action: Act) -> str:
    return f"part:{card.id}" if card.kind == "giant_part" else f"card:{card.id}:{action.act}"


def test_what_cards_offer_happens(walker: Walker) -> None:
    for card in world(walker.pack).cards.values():
        for action in card.actions:
            walker.where = f"card {card.id} {action.act}"
            walk_action(walker, action, option(card, action), holding(walker, card))
    assert walker.faults == []


def test_powers_can_be_used(walker: Walker) -> None:
    for card in world(walker.pack).cards.values():
        if not card.vertical or card.kind in ("character", "alternate"):
            continue
        start = next(p.id for p in world(walker.pack).places.values() if p.terrain == "land")
        for index in range(len(card.powers)):
            walker.where = f"card {card.id} power {index}"
            state = walker.standing(start, walker.lot())
            hold(state, 0, card.id, card.capacity)
            session = begin(state)
            if f"power:{card.id}:{index}" in [offer.id for offer in session.offers(0)]:
                session.use(0, f"power:{card.id}:{index}")
                GAME.invariants(session.state)
    assert walker.faults == []
