"""What is left of sections 1, 3, 4, 6, 11, 13, 14, 16, 18 and 20."""

from __future__ import annotations

import msgspec

from app.games.vantage.actions import legal
from app.games.vantage.facts import adjacent
from app.games.vantage.game import GAME
from app.games.vantage.state import State
from app.games.vantage.turn import entries
from app.kernel import Session, encode_state
from tests.games.vantage.situations import (
    begin,
    bench,
    choices,
    declare,
    give,
    offered,
    perform,
    place_with,
    reply,
    seed_for,
    table,
)
from tests.games.vantage.test_cards import result
from tests.rules import rule

SIDES = ("east", "south", "west")


@rule("VAN-005", "VAN-EX01", "VAN-006", "VAN-036")
def test_knowledge_may_be_used_at_once_and_nothing_obliges() -> None:
    """No action here depends on having seen or read anything; every legal one is open, whatever the mission asks."""
    session = begin(table(2, at=(46, 42)))
    assert {"here:take-PRY", "here:look-SOLVE", "depart:north"} <= set(choices(session))
    session.use(1, "caption", ["I have an idea"])
    assert session.view(0).public.seats[1].caption == "I have an idea"


@rule("VAN-008", "VAN-042", "VAN-225", "VAN-231")
def test_faces_stay_unseen_until_an_instruction_gains_them() -> None:
    state = table(1, at=(41,))
    session = begin(state)
    name = state.world.card(890).name
    assert name not in repr((session.view(0), session.asks, session.offers(0)))
    perform(session, "here:engage-CALM")
    assert session.state.find(890) is None or name in repr(session.asks)
    assert name in repr(session.asks[0])


@rule("VAN-009", "VAN-082", "VAN-224")
def test_the_entry_is_found_by_number_and_category_and_wins() -> None:
    """A place whose own text says otherwise than the general rule: what it says happens."""
    pack = bench(
        places=(
            place_with(("look-STUDY", [{"set_stat": {"stat": "time", "to": 6}}])),
            place_with(("take-DIG", [{"gain_coin": {}}]), number=45),
        )
    )
    session = begin(table(2, pack=pack, at=(44, 45)))
    declare(session, "here:look-STUDY")
    reply(session)
    assert session.state.seats[0].stats["time"] == 6
    declare(session, "here:take-DIG")
    reply(session)
    assert session.state.seats[1].coins == 1


@rule("VAN-010")
def test_the_engines_default_stands_unless_more_than_half_object() -> None:
    session = begin(table(4))
    session.use(0, "announce", ["here:look-READ"])
    for seat in (1, 2):
        session.use(seat, "bar")
    assert "here:look-READ" in choices(session), "two of four are not more than half"
    session.use(3, "bar")
    assert "here:look-READ" not in choices(session)


@rule("VAN-051")
def test_links_need_not_be_mutual() -> None:
    state = table(1, at=(48,))
    assert "depart:west" in choices(begin(state))
    assert state.world.places[48].compass["north"].star
    assert state.world.places[43].compass["south"].star
    pack = bench(places=({"id": 44, "compass": {"west": {"to": 43}}},))
    one_way = begin(table(1, pack=pack, at=(44,)))
    assert "depart:west" in choices(one_way)
    assert one_way.state.world.places[43].compass["east"].blocked


@rule("VAN-053")
def test_the_voice_is_heard_by_the_occupant_and_may_be_read_out() -> None:
    session = begin(table(2))
    assert session.view(0).private.place.voice == "You ring it better than last time."
    assert "better than last time" not in repr(session.view(1))


@rule("VAN-060", "VAN-033")
def test_any_two_places_may_be_occupied_at_once() -> None:
    state = table(6)
    assert len({who.place for who in state.seats}) == 6
    assert all(begin(state).view(seat).private.place is not None for seat in range(6))


@rule("VAN-135", "VAN-138")
def test_results_in_the_order_written_and_refresh_means_the_pool() -> None:
    def spent(state: State) -> None:
        state.pool, state.penalty = 6, 4

    session = result([{"refresh": {"amount": 3}}, {"to_penalty": {"amount": 2}}], prepare=spent)
    assert (session.state.pool, session.state.penalty) == (7, 3)


@rule("VAN-176", "VAN-200")
def test_amounts_and_coin_values() -> None:
    def rope(state: State) -> None:
        give(state, 0, 1149)

    sold = result([{"sell_card": {"cards": {"zone": "grid", "owner": "me", "kind": "item"}, "bonus": 1}}], prepare=rope)
    assert choices(sold) == ["card:1149", "none"]
    reply(sold, "card:1149")
    assert sold.state.seats[0].coins == 3
    assert sold.state.find(1149) is None
    assert result([{"gain_boost": {"amount": 3}}]).state.character(0).boost == 5


@rule("VAN-182", "VAN-184")
def test_cards_are_never_rearranged_and_serve_their_own_grid() -> None:
    state = table(2, at=(41, 42))
    give(state, 1, 1149, cell=0)
    session = begin(state, seed_for("time"))
    assert not [one for one in offered(session, 0) + offered(session, 1) if one.startswith(("move", "swap"))]
    declare(session, "depart:south")
    reply(session)
    assert "put:time:1149.0" not in choices(session), "an ordinary slot of somebody elsewhere"
    assert adjacent(0) == [1, 3]
    assert sorted(adjacent(4)) == [1, 3, 5, 7]


@rule("VAN-219")
def test_there_is_no_turn_limit() -> None:
    state = table(1)
    state.number = state.seats[0].turns = 5000
    session = begin(state)
    assert session.outcome is None
    assert "depart:east" in choices(session)


@rule("VAN-259")
def test_a_seat_that_is_taken_over_has_the_present_place_only() -> None:
    """What a seat is sent comes from the state alone: a newcomer sees the present picture, names of places, and notes."""
    session = begin(table(1))
    perform(session, "depart:east")
    loaded: Session[State] = Session.load(session.game, session.save())
    view = loaded.view(0).private
    assert view.place.number == "042"
    assert "A stile crosses a wall" not in repr(view)


@rule("VAN-085")
def test_a_blocked_cardinal_never_opens_a_diagonal() -> None:
    session = begin(table(1, at=(42,)))
    assert "depart:north" not in choices(session)
    listed = {one.id: one for one in legal(session.state, 0)}
    slanted = session.state.world.places[42].departs["east"].diagonal
    assert slanted is not None
    assert slanted.dir == "southeast"
    ways = {side: [name for name, _ in entries(session.state, 0, listed[f"depart:{side}"])] for side in SIDES}
    assert ways == {"east": ["east", "southeast"], "south": ["south", "southeast"], "west": ["west"]}


def test_notes_of_older_tables_are_kept() -> None:
    state = table(2)
    tree = msgspec.msgpack.decode(encode_state(state))
    tree["seats"][0]["notes"] = "the third post is loose"
    tree["seats"][1]["notes"] = ""
    old = GAME.decode(1, msgspec.msgpack.encode(tree))
    assert [who.notes for who in old.seats] == [{"041": "the third post is loose"}, {}]
