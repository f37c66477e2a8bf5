"""What is this? Every thing has a card in words, with its numbers; what does not lie open has none."""

from __future__ import annotations

import pytest

from app.games.vanguard.content import LOG, PLANET
from app.games.vanguard.data.gear import EQUIPMENT
from app.games.vanguard.game import GAME
from app.games.vanguard.state import State
from app.kernel import Card
from tests.games.vanguard.situations import checking, fresh, hurt, on_planet, session
from tests.rules import rule


def card(state: State, name: str, seat: int | None = 0) -> Card:
    found = GAME.explain(state, seat, name)
    assert found is not None, f"{name} has no card"
    return found


def facts(found: Card) -> dict[str, str]:
    return {fact.what: f"{fact.value} {fact.why}".strip() for fact in found.facts}


def test_a_crew_says_what_it_has_and_can() -> None:
    state = on_planet()
    hurt(state, 0, "chilled")
    shown = card(state, "crew-0")
    assert shown.title == "Ilse Varga"
    assert shown.gauge is not None
    assert shown.gauge.value == 3
    assert facts(shown)["Ready dice"].startswith("6 Breach (red)")
    assert "spend 1 green die" in facts(shown)["Chilled"]
    assert "2 actions left of 2" in shown.does


def test_an_injury_is_explained_face_by_face() -> None:
    state = on_planet()
    hurt(state, 0, "chilled")
    shown = card(state, "injury-0-chilled")
    assert shown.title == "Chilled"
    assert facts(shown)["Crisis"] == "1 in 6 Take the injury Exhausted"
    assert GAME.explain(state, 0, "injury-1-chilled") is None, "the other crew is not hurt"


def test_a_die_says_its_faces_and_where_it_is() -> None:
    state = on_planet()
    die = next(one for one in state.dice if one.section == 0 and one.kind == "breach")
    shown = card(state, f"die-{die.id}")
    assert facts(shown)["Breach"] == "2 in 6"
    assert "Valid counts as any icon" in shown.use
    boxed = next(one for one in state.dice if one.section < 0)
    assert GAME.explain(state, 0, f"die-{boxed.id}") is None


@rule("ISS-132")
def test_an_action_has_rows_with_the_odds_of_my_own_dice() -> None:
    state = on_planet()
    reference = next(name for name in actions(state) if PLANET["P2"])
    mine, other = card(state, f"action-{reference}", 0), card(state, f"action-{reference}", None)
    assert any("%" in text for text in facts(mine).values())
    assert not any("%" in text for text in facts(other).values()), "who only watches has no dice"


def actions(state: State) -> list[str]:
    return [view.reference for view in GAME.public(state).planet.actions if view.rows]  # type: ignore[union-attr]


def test_what_danger_dice_do_is_said_in_words() -> None:
    state = on_planet()
    view = next(one for one in GAME.public(state).planet.actions if one.danger)  # type: ignore[union-attr]
    shown = facts(card(state, f"action-{view.reference}"))
    assert shown["Danger, triangle"].startswith("3 in 8 ")


def test_rows_and_tracks_are_those_of_the_check_at_hand() -> None:
    state = on_planet()
    assert GAME.explain(state, 0, "row-0") is None
    checking(state, actions(state)[0])
    assert card(state, "row-0").title
    assert GAME.explain(state, 0, "row-99") is None


@pytest.mark.parametrize("name", ["sector-s1", "time-tide", "deck-ores", "condition-now", "number-supplies"])
def test_the_planet_is_explained(name: str) -> None:
    assert card(on_planet(), name).text


@pytest.mark.parametrize(
    "name", ["room-medbay", "number-morale", "number-energy", "project-R04", "lander-LN1", "deck-ores"]
)
def test_the_ship_is_explained(name: str) -> None:
    assert card(fresh(), name).text


@rule("ISS-335")
def test_only_what_lies_open_has_a_card() -> None:
    state = on_planet()
    assert GAME.explain(state, 0, f"card-{state.exploration.crew[0].deck[:1] or 'SE01'}") is None
    unread = next(number for number in LOG if number not in state.logs)
    assert GAME.explain(state, 0, f"log-{unread}") is None
    hidden = next(one for one in state.people if one.place == "locked")
    assert GAME.explain(state, 0, f"person-{hidden.id}") is None
    assert GAME.explain(state, 0, "threat-T99") is None
    absent = next(key for key in EQUIPMENT if key not in state.ship.armory)
    assert GAME.explain(state, 0, f"gear-{absent}") is None


def test_my_options_aim_at_what_has_a_card() -> None:
    """The table adds to a card what its reader can do with it: whatever an option aims at must be something."""
    game = session(on_planet())
    for _ in range(60):
        if game.outcome:
            break
        for seat, ask in game.asks.items():
            aimed = [option.target for option in (*ask.options, *game.offers(seat)) if option.target]
            assert not [name for name in aimed if GAME.explain(game.state, seat, name) is None]
        game.apply(GAME.bot(game, game.next_seat))


@rule("ISS-338")
def test_the_far_side_of_a_project_is_on_no_card() -> None:
    state = fresh()
    for key in (*state.ship.research, *state.ship.ready):
        shown = card(state, f"project-{key}")
        words = f"{shown.text} {shown.does} {shown.use}".lower()
        assert "unlock" not in words
        assert "equipment" not in words
