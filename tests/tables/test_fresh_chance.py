"""Fresh chance at a table whose seed somebody may have known: whatever lies in a hidden order is dealt anew, game by game,
and what comes afterwards is not what that seed would have brought."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from app.games import GAMES
from app.games.stratos.components import SIGN_COUNTS
from app.games.stratos.knowledge import every_tile
from app.kernel import Refused, Rng, Session, encode_state

Orders = Mapping[str, Sequence[Any]]
TRIES = 12  # two cards come out as they were once in two times, not twelve times in a row
ONWARDS = 60  # choices


def whisper(state: Any) -> Orders:
    return {"deck": state.deck}


def biome(state: Any) -> Orders:
    return {
        "box": [unseen.kind for unseen in state.box],
        "queue": [unseen.kind for unseen in state.queue],
        "secrets on the map": [hidden.kind for tile in state.tiles for hidden in tile.secrets],
        "quests": state.quest_stack[:-1],
        "quarries": state.quarries,
    }


def vanguard(state: Any) -> Orders:
    piles = {"recruits": state.recruits, "events": state.events, "situations": state.situations}
    piles |= {"rank ups": state.rankups, "leads": state.lead_bag}
    return piles | {f"finds {deck}": cards for deck, cards in state.finds.items()}


def stratos(state: Any) -> Orders:
    piles = {name: [card.id for card in cards] for name, cards in state.decks.items()}
    tiles = [tile for tile in every_tile(state) if not tile.searched]
    undersides = {f"undersides {kind}": [tile.sign for tile in tiles if tile.kind == kind] for kind in SIGN_COUNTS}
    return piles | undersides


def fantos(state: Any) -> Orders:
    return {"labor": state.labor_deck, "legacies": state.legacy_deck, "trials": state.trial_deck}


ALL: dict[str, tuple[int, Callable[[Any], Orders]]] = {
    "whisper": (3, whisper),
    "biome": (3, biome),
    "vanguard": (2, vanguard),
    "stratos": (2, stratos),
    "fantos": (3, fantos),
    "vantage": (2, lambda state: {}),  # VAN-004: nothing is shuffled on this planet, it lies in the pack
}


def begun(name: str) -> Session[Any]:
    """A game at its first moment at which fresh chance may take over."""
    game = GAMES[name]
    session = Session.start(game, seats=ALL[name][0], options={}, seed="known to somebody")
    for _ in range(200):
        try:
            session.by_fresh_chance("anything")
        except Refused:
            go_on(session)
        else:
            return session
    raise AssertionError("fresh chance never may take over")


def go_on(session: Session[Any]) -> None:
    seat = session.next_seat
    session.apply(session.game.bot(session, seat))


def told(session: Session[Any]) -> list[str]:
    for _ in range(ONWARDS):
        if session.outcome is not None:
            break
        go_on(session)
    return [line.text for line in session.log(None)]


@pytest.mark.parametrize("name", ALL)
def test_every_hidden_order_is_dealt_anew(name: str) -> None:
    session = begun(name)
    game, orders = session.game, ALL[name][1]
    before = {pile: list(cards) for pile, cards in orders(session.state).items() if len({*cards}) > 1}
    still = set(before)
    for number in range(TRIES):
        copy = game.decode(game.version, encode_state(session.state))
        after = orders(game.reshuffle(copy, Rng(f"fresh {number}")))
        still -= {pile for pile in before if list(after[pile]) != before[pile]}
    assert not still, "these lie as whoever knew the seed knows them"
    assert bool(before) == (name != "vantage")


@pytest.mark.parametrize("name", ALL)
def test_what_comes_is_not_what_the_seed_would_have_brought(name: str) -> None:
    session = begun(name)
    futures = []
    for seed in ("one", "two"):
        base = session.by_fresh_chance(seed)
        assert base.rng.seed == seed
        onwards = Session(session.game, base)
        assert [onwards.view(seat) for seat in range(ALL[name][0])] == [
            session.view(seat) for seat in range(ALL[name][0])
        ]
        futures.append(told(onwards))
    futures.append(told(session))
    assert futures[0] != futures[1] != futures[2] != futures[0]


def test_every_game_of_the_house_is_here() -> None:
    assert {name for name, game in GAMES.items()} == set(ALL)
