"""A walk through the built-in worlds: every place is visited, every action, depart and card action performed once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from app.games.vantage.actions import possible
from app.games.vantage.game import GAME
from app.games.vantage.state import State
from app.games.vantage.world import WORLDS
from app.kernel import Session
from tests.games.vantage.situations import begin, choices, give, reply, table, tokens

PACKS = ("oriel", "sampler")


def standing(pack: str, place: int) -> State:
    """Two rich and healthy players at a place, with every flag that an action here asks for."""
    state = table(2, pack=pack, at=(place, place))
    state.mission = next(iter(state.world.missions))
    for who in state.seats:
        who.stats = dict.fromkeys(who.stats, 6)
        who.coins = 9
    tokens(state, 0, move=1, look=1, engage=1, help=1, take=1, overpower=1)
    state.flags["posts_read"] = 1
    return state


def finish(session: Session[State]) -> None:
    """Defaults until the turn has passed on or the session is over."""
    for _ in range(60):
        if session.outcome or session.state.turn != 0:
            return
        session.apply(session.default_answer(min(session.asks)))
        GAME.invariants(session.state)
    raise AssertionError("the turn does not end")


def walks() -> Iterator[Any]:
    for pack in PACKS:
        for place in WORLDS[pack].places.values():
            if place.terrain not in ("ship", "pod"):
                yield pytest.param(pack, place.id, id=f"{pack}-{place.id:03d}")


@pytest.mark.parametrize(("pack", "place"), list(walks()))
def test_everything_here_can_be_done(pack: str, place: int) -> None:
    state = standing(pack, place)
    listed = [one for one in possible(state, 0) if one.open and one.kind in ("place", "depart")]
    acts = {one.act for one in listed if one.kind == "place"}
    assert acts == {entry.act for entry in state.world.places[place].actions}
    for one in listed:
        session = begin(standing(pack, place), f"walk {one.id}")
        before = GAME.public(session.state)
        reply(session, one.id)
        reply(session, "go")
        finish(session)
        assert GAME.public(session.state) != before, f"{one.id} at {place} changes something"


@pytest.mark.parametrize("pack", PACKS)
def test_every_card_can_be_held_and_its_actions_performed(pack: str) -> None:
    world = WORLDS[pack]
    start = next(p.id for p in world.places.values() if "fertile" in p.tags or p.id == 48)
    for card in world.cards.values():
        if not card.vertical or card.kind in ("character", "alternate"):
            continue
        for entry in card.actions:
            state = standing(pack, start)
            give(state, 0, card.id, boost=card.capacity)
            session = begin(state)
            option = f"card:{card.id}:{entry.act}"
            if option in choices(session):
                reply(session, option)
                reply(session, "go")
                finish(session)
        for index in range(len(card.powers)):
            state = standing(pack, start)
            give(state, 0, card.id, boost=card.capacity)
            session = begin(state)
            if f"power:{card.id}:{index}" in [offer.id for offer in session.offers(0)]:
                session.use(0, f"power:{card.id}:{index}")
                GAME.invariants(session.state)
