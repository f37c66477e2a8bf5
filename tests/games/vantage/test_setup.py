"""Sections 1 and 2: the frame, and location 000."""

from __future__ import annotations

import pytest

from app.games.vantage.game import GAME
from app.games.vantage.setup import double
from app.games.vantage.state import State
from app.kernel import Answer, Refused, Session
from tests.games.vantage.situations import choices, reply
from tests.rules import rule


def start(seats: int, seed: str = "one", **options: object) -> Session[State]:
    return Session.start(GAME, seats=seats, options={"pack": "sampler", **options}, seed=seed)


def crashed(seats: int, seed: str = "one", **options: object) -> Session[State]:
    session = start(seats, seed, **options)
    while session.state.setting_up:
        seat = min(session.asks)
        session.apply(session.default_answer(seat))
    return session


@rule("VAN-001", "VAN-002", "VAN-011", "VAN-012", "VAN-220", "VAN-EX03")
@pytest.mark.parametrize(("seats", "dice"), [(1, 10), (2, 12), (3, 14), (4, 16), (5, 18), (6, 20)])
def test_dice_by_number_of_players(seats: int, dice: int) -> None:
    state = start(seats).state
    assert (state.pool, state.total, state.unused) == (dice, dice, 20 - dice)
    assert len(state.seats) == seats


@rule("VAN-001")
def test_one_to_six() -> None:
    with pytest.raises(Refused):
        start(7)


@rule("VAN-013", "VAN-020", "VAN-023")
def test_general_supply_and_nothing_else() -> None:
    session = crashed(2)
    state = session.state
    for skill in state.tokens:
        assert state.tokens[skill] + sum(who.skills[skill] for who in state.seats) == 10
    for who in state.seats:
        assert (who.coins, who.reserve, who.supply) == (0, [], [])
        assert [held is None for held in who.grid].count(True) == 8
    assert state.destinies == []


@rule("VAN-014", "VAN-015", "VAN-016")
def test_everybody_begins_on_the_ship_and_the_first_player_is_drawn() -> None:
    session = start(3)
    assert [who.place for who in session.state.seats] == [0, 0, 0]
    steps = [session.state.step]
    while session.state.setting_up:
        session.apply(session.default_answer(min(session.asks)))
        if session.state.step != steps[-1]:
            steps.append(session.state.step)
    assert steps[:2] == ["level", "character"]
    assert steps[-1] in ("turn", "act")
    assert list(session.asks) == [session.state.first]
    assert {start(3, f"s{n}").state.first for n in range(20)} == {0, 1, 2}


@rule("VAN-017", "VAN-EX03", "VAN-221")
def test_levels_are_chosen_by_each() -> None:
    session = start(3)
    assert choices(session, 0) == ["level:reckless", "level:daring", "level:steady", "level:sheltered"]
    for seat, level in enumerate(("daring", "steady", "daring")):
        reply(session, f"level:{level}", seat=seat)
    assert [who.stats["health"] for who in session.state.seats] == [4, 5, 4]
    assert session.state.seats[1].stats == {"time": 5, "morale": 5, "health": 5}


@rule("VAN-018", "VAN-019")
def test_characters_are_different_and_a_lot_decides() -> None:
    session = start(2)
    for seat in (0, 1):
        reply(session, "level:daring", seat=seat)
    for seat in (0, 1):
        reply(session, "card:803", seat=seat)
    characters = [who.character for who in session.state.seats]
    assert sorted(characters) == [0, 803]
    loser = characters.index(0)
    assert list(session.asks) == [loser]
    assert "card:803" not in choices(session)
    winner = session.state.seats[1 - loser]
    assert winner.grid[4] is not None
    assert winner.grid[4].boost == 2
    assert sum(winner.skills.values()) == 2
    assert winner.skills["help"] >= 1


@rule("VAN-018")
def test_people_choose_before_bots_and_before_whoever_takes_what_is_left() -> None:
    for number in range(12):
        session = start(3, f"left{number}")
        for seat in range(3):
            reply(session, "level:daring", seat=seat)
        bot = GAME.bot(session, 0)
        assert isinstance(bot, Answer)
        assert bot.values == ("any",), "a bot never takes a character from somebody"
        session.apply(bot)
        assert session.state.seats[0].character == 0
        reply(session, "any", seat=1)
        assert session.state.seats[1].character == 0, "somebody has yet to choose"
        reply(session, "card:800", seat=2)
        characters = [who.character for who in session.state.seats]
        assert characters[2] == 800
        assert len(set(characters)) == 3
        assert 0 not in characters


@rule("VAN-018")
def test_three_who_want_the_same_are_all_told_and_the_two_others_choose_again() -> None:
    session = start(3)
    for seat in range(3):
        reply(session, "level:daring", seat=seat)
    for seat in range(3):
        reply(session, "card:805", seat=seat)
    assert len(session.asks) == 2
    for seat in session.asks:
        assert "{0}, {1} and {2} all wanted to be Roan" in session.asks[seat].text
    for seat in list(session.asks):
        reply(session, "card:801", seat=seat)
    (last,) = session.asks
    assert "both wanted to be Tobin" in session.asks[last].text


@rule("VAN-021", "VAN-022", "VAN-EX04")
def test_a_double_of_the_mission_dice_may_be_rerolled() -> None:
    kept = rerolled = False
    for number in range(60):
        session = start(1, f"m{number}")
        reply(session, "level:daring")
        reply(session, "card:800")
        if session.state.step == "mission":
            assert choices(session) == ["no", "yes"]
            assert session.state.mission is None, "it is not shown before"
            reply(session, "yes" if number % 2 else "no")
            kept = kept or session.state.mission is not None
            rerolled = rerolled or bool(number % 2)
    assert kept
    assert rerolled
    for number in range(30):
        session = start(1, f"m{number}", reroll_hard_mission=False)
        reply(session, "level:daring")
        reply(session, "card:800")
        assert session.state.mission is not None


@rule("VAN-024", "VAN-026", "VAN-028")
def test_different_pods_and_different_sites() -> None:
    for number in range(12):
        state = crashed(6, f"p{number}").state
        assert len({who.pod for who in state.seats}) == 6
        for who in state.seats:
            assert who.route[0].place in state.world.pods[who.pod].values()


@rule("VAN-025")
def test_in_a_pod_there_is_nothing_else_to_do() -> None:
    session = start(2)
    while session.state.step not in ("crash", "turn", "act"):
        assert session.offers(0) == ()
        session.apply(session.default_answer(min(session.asks)))
    assert session.state.step in ("crash", "turn", "act")


@rule("VAN-027", "VAN-029", "VAN-EX05")
def test_a_harsh_site_may_be_kept_and_never_kills() -> None:
    for number in range(400):
        session = start(1, f"h{number}")
        reply(session, "level:reckless")
        reply(session, "card:800")
        while session.state.step == "mission":
            reply(session, "no")
        if session.state.step == "crash" and session.state.seats[0].pod != 796:
            assert choices(session) == ["reroll", "keep"]
            reply(session, "keep")
            assert session.state.seats[0].place == 43
            assert choices(session) == ["health", "both"]
            reply(session, "health")
            assert session.state.seats[0].stats["health"] == 2
            assert not session.state.setting_up
            return
    raise AssertionError("no double came up")


@rule("VAN-003", "VAN-004")
def test_the_world_is_fixed() -> None:
    first, second = crashed(2, "a"), crashed(2, "b")
    assert first.state.world is second.state.world
    assert second.state.flags.keys() <= {f for f in second.state.flags if f.startswith(("sign_", "voice"))}


@rule("VAN-030")
def test_a_newcomer_gets_advice() -> None:
    session = crashed(1)
    first, *_ = GAME.introductions(session.state, 0)
    assert (first.key, first.target, first.rule) == ("look", "picture", "VAN-034")


@rule("VAN-021")
def test_doubles() -> None:
    assert double("take-take")
    assert not double("move-take")
    assert len(crashed(1).state.world.mission_keys) == 21
