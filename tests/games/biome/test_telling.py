"""What the table tells: places with names, moments with reasons, cards, the end."""

from __future__ import annotations

import re
from typing import Any

import pytest

from app.games.biome import cards, epilogue
from app.games.biome.harm import injure
from app.games.biome.introductions import introductions
from app.games.biome.places import names_of, place, towards
from app.games.biome.quests.common import find
from app.games.biome.state import Dragon, Gang, RoamingGang, Ruins, State, TugOfWar
from app.games.biome.turn import options
from app.kernel import Answer, Moment, Session
from tests.browser.positions import recording
from tests.games.biome.situations import GAME, Scene
from tests.rules import rule


def told(scene: Scene) -> list[Moment]:
    """The moments, each in its last form."""
    found: dict[str, Moment] = {}
    for number, line in enumerate(scene.g.lines):
        if line.moment is not None:
            found[line.moment.id or str(number)] = line.moment
    return list(found.values())


def card(scene: Scene, name: str, seat: int | None = 0) -> Any:
    found = cards.explain(scene.state, seat, name)
    assert found is not None, name
    return found


# Places ---------------------------------------------------------------------------------------------------------------


def test_places_are_named_after_what_lies_beside_them() -> None:
    scene = Scene()
    scene.tile("lake", (0, -2))
    scene.tile("forest", (-1, -1))
    scene.tile("forest", (1, -3))
    assert place(scene.state, (0, 0)) == "the main camp"
    assert place(scene.state, (-1, -1)) == "the forest by the lake"
    assert place(scene.state, (1, -3)) != place(scene.state, (-1, -1))
    assert place(scene.state, (0, -3)).startswith("the unknown north of")
    scene.camp("built", (1, -3))
    assert place(scene.state, (1, -3)).startswith("our camp in the forest")


def test_a_name_stays_when_the_map_grows_and_no_two_are_the_same() -> None:
    state: State = replayed("loss-camp").state
    tiles = tuple((tile.at, tile.kind) for tile in state.tiles)
    whole = names_of(tiles)
    for size in range(4, len(tiles), 5):
        before = names_of(tiles[:size])
        assert all(whole[at] == name for at, name in before.items())
    assert len(set(whole.values())) == len(whole)


def test_directions_in_words() -> None:
    assert towards((0, 0), (0, -1)) == "north"
    assert towards((0, 0), (0, -2)) == "two steps north"
    assert towards((0, 0), (2, -1)) == "two steps east"


# Moments --------------------------------------------------------------------------------------------------------------


@rule("BIO-050", "BIO-054")
def test_the_die_of_exploring_is_seen() -> None:
    scene = Scene()
    scene.put(0, (0, -1))
    scene.queue("forest")
    scene.act("explore:0,-2", dice=[6])
    (moment,) = told(scene)
    assert [(die.face, die.sides, die.note) for die in moment.dice] == [("3", 8, "forest"), ("6", 6, "two secrets")]
    assert moment.title == "{0} explores north: it is the forest by the grassland"
    assert ("actions", "3", "2") in [(change.what, change.before, change.after) for change in moment.changes]


@rule("BIO-067", "BIO-298")
def test_what_is_found_is_told_to_its_finder_alone() -> None:
    scene = Scene()
    (hidden,) = scene.hide((-1, 0), "teleport")
    scene.put(0, (-1, 0))
    scene.act(f"discover:s{hidden.label}")
    private = [line for line in scene.g.lines if line.to == (0,) and line.moment]
    assert [line.moment.title for line in private if line.moment] == ["It is a Teleport"]
    assert not any("Teleport" in str(line.moment) for line in scene.g.lines if line.to is None)


@rule("BIO-141", "BIO-142", "BIO-047")
def test_harm_is_part_of_the_moment_that_brought_it() -> None:
    scene = Scene()
    scene.put(0, (0, 0), "key")
    scene.state.gang = Gang((0, -1))
    scene.act("move:0,-1")
    (moment,) = told(scene)
    changes = {change.what: (change.after, change.why) for change in moment.changes}
    assert changes["health"] == ("injured, 10 to heal", "the Roaming Gang is there")
    assert changes["keys left in the game"][0] == "2"
    assert changes["the pack of {0}"][0] == "destroyed"


@rule("BIO-213", "BIO-202")
def test_a_battle_says_its_sum_and_its_reason() -> None:
    scene = Scene()
    ally, killer = scene.camp("ally", (2, -3)), scene.camp("killer", (-3, -1), dormant=True)
    scene.tile("desert", (0, -2))
    scene.quest(TugOfWar((0, -2), ally.id, killer.id))
    scene.quest(Ruins((9, -9)))
    scene.quest_die(1, 3)
    (moment,) = told(scene)
    assert (moment.kind, moment.title) == ("fight", "Tug of War: our friends fall back")
    assert [(die.face, die.fate) for die in moment.dice] == [("1", "counts"), ("3", "hurts")]
    front = next(change for change in moment.changes if change.what == "the front")
    assert (front.before, front.after, front.why) == ("0", "−1", "3 is too little, nobody of us fought")


@rule("BIO-155")
def test_the_turn_of_the_board_in_order() -> None:
    scene = Scene()
    injure(scene.g, 1, "test")
    scene.g.lines.clear()
    scene.camp("stealer", (0, -3), cooldown=2)
    scene.tile("grassland", (0, -2))
    scene.board(1, 2, 6, picks=[0, 0, 0])
    assert [moment.title for moment in told(scene)] == [
        "The farm works",
        "The injured rest",
        "The stealer camp raids the main camp",
    ]


# Cards ----------------------------------------------------------------------------------------------------------------


@rule("BIO-209")
def test_the_card_of_a_quest_says_how_it_is_won_what_comes_next_and_what_cannot_be_done() -> None:
    scene = Scene()
    ally, killer = scene.camp("ally", (2, -3)), scene.camp("killer", (-3, -1), dormant=True)
    scene.tile("desert", (0, -2))
    scene.quest(TugOfWar((0, -2), ally.id, killer.id, front=-1))
    found = card(scene, "quest-1")
    assert (found.gauge.value, found.gauge.low, found.gauge.high) == (-1, -3, 4)
    assert found.does == "At the start of every turn, they fight without you: 5 or 6 gains ground, 1 to 4 loses it."
    scene.quest(Ruins((9, -9)))
    assert card(scene, "quest-1").does.startswith("2 quests run, and one of them moves at the start of every turn.")
    assert "Won at +4, lost at −3" in found.use
    assert [fact.what for fact in found.closed] == ["Fight here", "Supply the allies, +1"]
    assert found.closed[0].why == "only in the desert by the grassland, 2 steps from here"
    assert card(scene, "hex-0,-2").title == "Tug of War", "its tile says the same"
    assert "quest-1" in card(scene, "hex-0,-2").also, "and what can be done there"
    assert not card(scene, "quest-1", 1).closed, "that is for whoever is on turn"


@rule("BIO-301", "BIO-302")
def test_cards_of_secrets_are_for_those_who_know_them() -> None:
    scene = Scene(3)
    (hidden,) = scene.hide((-1, 0), "teleport", seen=[1])
    scene.put(0, (0, 0), "key")
    assert card(scene, f"secret-{hidden.label}", 1).title == "Teleport"
    assert card(scene, f"secret-{hidden.label}", 0).title == "A secret"
    assert card(scene, "pack-0-key", 0).title == "Key"
    assert cards.explain(scene.state, 1, "pack-0-key") is None
    assert cards.explain(scene.state, None, "pack-0-key") is None
    assert "Key" not in str(card(scene, "player-0", 1))


@rule("BIO-319")
def test_alone_each_character_has_things_of_its_own() -> None:
    scene = Scene(1)
    scene.put(0, (0, 0), "extra_action")
    scene.put(1, (0, 0), "extra_action")
    offered = {option.id: option for option in options(scene.state, 0)}
    assert offered["use:own:extra_action"].target == "pack-0-extra_action"
    assert offered["use:own:extra_action"].careful
    scene.act("use:own:extra_action")
    assert (scene.player(0).worn, scene.player(1).inventory) == (["extra_action"], ["extra_action"])
    assert card(scene, "pack-1-extra_action").kind == "In Birch's pack"
    assert cards.explain(scene.state, 0, "pack-0-extra_action") is None


@pytest.mark.parametrize(
    "name", ["keys", "gang", "front", "party-1", "cooldowns", "box", "hex-99,99", "quest-7", "store-1-key"]
)
def test_names_that_are_not_there_have_no_card(name: str) -> None:
    scene = Scene()
    there = name in ("keys", "cooldowns", "box")
    assert (cards.explain(scene.state, None, name) is not None) == there


# Learning -------------------------------------------------------------------------------------------------------------


def test_the_coach_begins_with_what_wins_and_what_loses() -> None:
    scene = Scene()
    first = introductions(scene.state, 0)[0]
    assert (first.key, first.target) == ("aim", "keys")
    assert "main camp" in first.text
    scene.tile("lair", (0, -2))
    scene.quest(Dragon((0, -2), ["key"]))
    assert "quest dragon" in [intro.key for intro in introductions(scene.state, 0)]


# The end --------------------------------------------------------------------------------------------------------------


def replayed(name: str) -> Session[State]:
    recorded = recording("biome", name)
    session: Session[State] = Session.start(GAME, seats=recorded.seats, options=recorded.options, seed=recorded.seed)
    for choice in recorded.choices:
        if isinstance(choice, Answer):
            session.answer(choice.seat, session.asks[choice.seat].id, choice.values)
        else:
            session.apply(choice)
    return session


@rule("BIO-290", "BIO-291", "BIO-292", "BIO-293")
@pytest.mark.parametrize("name", ["win", "loss-keys", "loss-camp", "loss-all-down"])
def test_an_end_says_which_keys_and_by_what(name: str) -> None:
    session = replayed(name)
    ending = epilogue.ending(session.state, session.log(None))
    assert ending is not None
    assert ending.good == (name == "win")
    assert ending.decided is not None
    assert len(ending.chapters) == session.seats
    quests = [quest for quest in session.state.quests if quest.__struct_config__.tag != "escape"]
    rows = {fact.what: fact for fact in ending.reasons}
    for quest in quests:
        if quest.won is not None:
            fact = next(fact for fact in ending.reasons if fact.value == ("won" if quest.won else "lost"))
            assert re.match(r"round \d+: ", fact.why), f"{fact.what}: when, and by what"
    assert len(rows) >= len(quests)
    if name == "loss-keys":
        assert any(change.what == "keys left in the game" for change in ending.decided.changes)


@rule("BIO-257", "BIO-241")
def test_the_key_of_each_quest_is_found_in_what_was_told() -> None:
    scene = Scene()
    scene.tile("ruins", (0, -2))
    scene.quest(Ruins((0, -2), health=1))
    scene.state.gang = Gang((1, -2))
    scene.tile("gang_tile", (1, -2))
    scene.quest(RoamingGang((1, -2)))
    scene.quest_die(1, 1)
    scene.put(0, (0, -1), actions=3)
    scene.act("attack:gang", dice=[6])
    fates = epilogue.key_fates(list(epilogue.moments_of(scene.g.lines)))
    assert fates["ruins"].moment.title == "The ruins fall, and their key with them"
    assert fates["gang"].moment.title == "{0} beats the Roaming Gang"
    quest = find(scene.state, RoamingGang)
    assert quest is not None
    assert quest.won
