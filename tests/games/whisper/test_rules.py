"""Whisper, rule by rule."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from app.games import GAMES
from app.games.whisper.rules import outcome, setup
from app.games.whisper.state import DECK, HAND, Options, State, Tile
from app.kernel import Base, Refused, Rng, Session, encode_state
from tests.rules import rule

GAME = GAMES["whisper"]


def start(seats: int = 3, moves: int = 60) -> Session[State]:
    return Session.start(GAME, seats=seats, options={"moves": moves}, seed="whisper")


def session_of(state: State) -> Session[State]:
    return Session(GAME, Base(1, len(state.hands), 0, Rng("chance"), encode_state(state)))


def lay(session: Session[State], seat: int, card: int, tile: int) -> None:
    session.answer(seat, session.asks[seat].id, [f"card:{card}>tile:{tile}"])


@rule("WHI-001")
def test_sixty_open_tiles_without_owners() -> None:
    tiles = start().view(None).public.tiles
    assert len(tiles) == 60
    assert {tile.kind for tile in tiles} == {"reed", "stone", "ember", "tide", "moss"}
    assert all(tile.owner is None and not tile.flag for tile in tiles)
    for seats in (1, 9):
        with pytest.raises(Refused):
            start(seats)


@rule("WHI-002")
def test_hands_of_twenty_and_a_deck_of_two_hundred() -> None:
    state = setup(4, Options(), Rng("x"))
    assert [len(hand) for hand in state.hands] == [HAND] * 4
    assert len(state.deck) == DECK
    assert len({*state.deck, *(card for hand in state.hands for card in hand)}) == 4 * HAND + DECK


@rule("WHI-003")
def test_everybody_reads_the_verses() -> None:
    assert len(set(start().view(None).public.verses)) == 60


@rule("WHI-004")
def test_any_card_of_the_hand_on_any_tile_and_nothing_else() -> None:
    session = start()
    ask = session.asks[0]
    assert {item.id for item in ask.items} == {f"card:{card}" for card in session.state.hands[0]}
    assert {option.id for option in ask.options} == {f"tile:{number}" for number in range(60)}
    foreign = session.state.hands[1][0]
    with pytest.raises(Refused):
        lay(session, 0, foreign, 3)


@rule("WHI-005")
def test_the_tile_changes_owner_and_the_flag_turns() -> None:
    session = start(2)
    lay(session, 0, session.state.hands[0][0], 3)
    assert session.state.tiles[3] == Tile(3, "tide", 0, True)
    lay(session, 1, session.state.hands[1][0], 3)
    assert session.state.tiles[3] == Tile(3, "tide", 1, False)


@rule("WHI-006")
def test_the_card_changes_places_with_one_of_the_deck_in_secret() -> None:
    session = start()
    card, deck = session.state.hands[0][4], set(session.state.deck)
    lay(session, 0, card, 3)
    (drawn,) = deck - set(session.state.deck)
    assert card in session.state.deck
    assert drawn in session.state.hands[0]
    assert any(str(drawn) in line.text for line in session.log(0))
    assert all(line.to is None for line in session.log(1))


@rule("WHI-007", "WHI-008")
def test_turns_go_round_until_the_moves_are_used_up() -> None:
    session = start(3, moves=7)
    order = []
    while session.outcome is None:
        (seat,) = session.asks
        order.append(seat)
        session.apply(session.default_answer(seat))
    assert order == [0, 1, 2, 0, 1, 2, 0]


def table(owners: Iterable[int | None], hands: list[list[int]]) -> State:
    tiles = [Tile(number, "reed", owner) for number, owner in enumerate(owners)]
    return State(tiles, [], hands, [], 0, 0)


@rule("WHI-009", "WHI-EX02")
def test_most_tiles_win_then_the_heavier_hand() -> None:
    even = [number % 3 for number in range(60)]
    assert outcome(table(even, [[1200], [1500], [1499]])).winners == (1,)
    assert outcome(table([0, 0, 1], [[1], [500]])).winners == (0,)
    assert outcome(table([0, 1], [[7], [7]])).winners == (0, 1)


@rule("WHI-010")
def test_at_the_end_the_log_tells_all() -> None:
    session = start(2, moves=2)
    session.apply(session.default_answer(0))
    assert len(session.log(1)) == 1
    session.apply(session.default_answer(1))
    assert len(session.log(1)) == len(session.log(0)) == len(session.log(None)) == 4


@rule("WHI-EX01")
def test_ana_takes_a_tile_of_ben() -> None:
    state = setup(2, Options(), Rng("x"))
    for card in (7, 31):  # bring the cards of the example into Ana's hand
        if card not in state.hands[0]:
            home = next(pile for pile in (state.hands[1], state.deck) if card in pile)
            other = next(c for c in state.hands[0] if c not in (7, 31))
            home[home.index(card)] = other
            state.hands[0][state.hands[0].index(other)] = card
    state.tiles[11] = Tile(11, "stone", 1, True)
    session = session_of(state)
    before = set(session.state.hands[0])
    lay(session, 0, 7, 11)
    after = set(session.state.hands[0])
    assert session.state.tiles[11] == Tile(11, "stone", 0, False)
    assert 7 in session.state.deck
    assert after - before
    assert 31 in after
    assert session.view(1).private.hand == tuple(sorted(session.state.hands[1]))
