"""Whisper, rule by rule."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from app.games import GAMES
from app.games.whisper.rules import outcome, setup
from app.games.whisper.state import DECK, HAND, Options, State, Tile
from app.kernel import Base, Line, Refused, Rng, Session, encode_state
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
    assert session.view(1).private.dock.hand == tuple(sorted(session.state.hands[1]))


# What the table tells -----------------------------------------------------------------------------------------------


def play(session: Session[State], *tiles: int) -> list[Line]:
    """Whoever is to move lays their lightest card on these tiles; everything that is told."""
    told: list[Line] = []
    for tile in tiles:
        (seat,) = session.asks
        told += session.answer(seat, session.asks[seat].id, [f"card:{min(session.state.hands[seat])}>tile:{tile}"])
    return told


@rule("WHI-011")
def test_a_move_is_one_moment_for_everybody_and_one_for_who_moved() -> None:
    session = start(2)
    first, mine = play(session, 3)
    assert first.to is None
    assert first.moment is not None
    assert (first.moment.kind, first.moment.title, first.moment.about) == ("gain", "{0} takes tile 4", "tile-3")
    assert [(c.seat, c.before, c.after) for c in first.moment.changes] == [(0, "0", "1")]
    assert mine.to == (0,)
    assert mine.moment is not None
    assert mine.moment.kind == "reveal"
    robbed, _ = play(session, 3)
    assert robbed.moment is not None
    changes = [(c.seat, c.before, c.after, c.better) for c in robbed.moment.changes]
    assert changes == [(0, "1", "0", False), (1, "0", "1", True)]
    assert all(change.why for change in robbed.moment.changes)


@rule("WHI-012")
def test_what_is_mine_is_always_in_view() -> None:
    session = start(3)
    assert session.view(0).private.dock.lead == "Nobody owns a tile yet."
    play(session, 1, 2, 3, 4)
    docks = [session.view(seat).private.dock for seat in range(3)]
    assert [dock.tiles for dock in docks] == [2, 1, 1]
    assert [dock.hand for dock in docks] == [tuple(sorted(hand)) for hand in session.state.hands]
    assert docks[0].lead == "You lead with 2 tiles; {1} owns 1."
    assert docks[1].lead == "You own 1 tile; {0} leads with 2."
    play(session, 5)
    assert session.view(0).private.dock.lead == "You own 2 tiles, as many as {1}."
    assert session.view(2).private.dock.lead == "You own 1 tile; {0} and {1} lead with 2."
    assert session.view(None).public.now == "Move 6 of 60 · {2} lays a card"


@rule("WHI-013")
def test_who_may_ask_about_what() -> None:
    session = start(2)
    play(session, 3)
    state, mine = session.state, session.state.hands[0][0]
    for seat in (None, 0, 1):
        tile = GAME.explain(state, seat, "tile-3")
        assert tile is not None
        assert (tile.title, tile.seat) == ("Tile 4", 0)
        assert GAME.explain(state, seat, "player-1") is not None
    held = GAME.explain(state, 0, f"card-{mine}")
    assert held is not None
    assert held.title == f"Card {mine}"
    assert GAME.explain(state, 1, f"card-{mine}") is None
    assert GAME.explain(state, None, f"card-{mine}") is None
    unknown = ("tile-60", "tile--1", "tile-03", "tile-", "card-0", "player-2", "deck", "", "tile-" + "9" * 5000)
    assert [GAME.explain(state, 0, name) for name in unknown] == [None] * len(unknown)


@rule("WHI-014")
def test_the_ending_says_by_how_much() -> None:
    session = start(2, moves=5)
    told = play(session, 0, 1, 1, 2, 3)
    ending = GAME.ending(session.state, told)
    assert ending is not None
    assert ending.verdict == "{0} wins"
    assert ending.why == "3 tiles of 60, 2 more than {1}."
    parts = [[(part.what, part.value) for part in score.parts] for score in ending.scores]
    assert parts == [[("reed", "1"), ("stone", "1"), ("tide", "1")], [("ember", "1")]]
    assert ending.decided is not None
    assert ending.decided.title == "{0} takes tile 2", "since then nobody has caught up"
    assert [chapter.title for chapter in ending.chapters] == [
        "{0}, who took from others",
        "{1}, whom the others took from",
    ]
    assert ending.chapters[0].text == "Took 2 free tiles, took 1 from others, had 3 at the end."
    assert [fact.seat for fact in ending.hidden] == [0, 1]


@rule("WHI-014")
def test_among_equals_the_ending_tells_the_weights() -> None:
    session = start(2, moves=4)
    told = play(session, 0, 1, 2, 3)
    weights = [sum(hand) for hand in session.state.hands]
    winner = weights.index(max(weights))
    ending = GAME.ending(session.state, told)
    assert ending is not None
    assert ending.verdict == f"{{{winner}}} wins"
    assert ending.why.endswith(f"the heavier hand wins: {max(weights)} against {min(weights)}.")
    assert ending.scores[0].parts[-1].value == str(max(weights))
    assert ending.decided is not None
    assert ending.decided.title == ("{0} takes tile 1" if winner == 0 else "{1} takes tile 4")
