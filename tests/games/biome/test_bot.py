"""The bot: what it does in plain situations, and what the simulator says about whole games."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.biome import dangers, plans
from app.games.biome.ending import keys_left
from app.games.biome.knowledge import masked
from app.games.biome.state import Atlantis, Band, Dragon, Loot, Party, Tomb, Unseen
from app.kernel import Answer, Session, Use
from app.simulate import print_report, simulate
from tests.games.biome.situations import GAME, Scene, start


def chosen(session: Session[Any], seat: int = 0) -> str:
    move = GAME.bot(session, seat)
    return ",".join(move.values) if isinstance(move, Answer) else move.option


def plays(scene: Scene, *, turns: int = 1) -> Session[Any]:
    """The bots play until the first player's turn is over."""
    session = scene.session()
    for _ in range(40):
        if session.outcome or session.state.turn >= turns or session.state.step == "board":
            break
        session.apply(GAME.bot(session, min(session.asks)))
    return session


def settled(scene: Scene, *, with_ben: int = 0) -> Scene:
    """All boards are drawn. Ben has some keys, and whatever is nowhere on the table is destroyed."""
    scene.state.quest_stack = []
    scene.player(1).inventory += ["key"] * with_ben
    scene.state.gone = ["key"] * (scene.state.quest_count - keys_left(scene.state))
    return scene


def test_a_buff_for_everybody_goes_before_one_for_oneself() -> None:
    scene = Scene(3)
    scene.put(0, (0, 0), "extra_action")
    assert chosen(scene.session()) == "raise:own:extra_action"
    scene.state.group_buff = "extra_sight"
    assert chosen(scene.session()) == "use:own:extra_action"


def test_it_plunders_a_tomb_under_its_feet_but_not_as_the_last_one_standing() -> None:
    scene = Scene(3)
    scene.tile("tomb", (0, -2))
    scene.quest(Tomb((0, -2), 1, ["captured"]))
    scene.put(0, (0, -2))
    assert chosen(scene.session()) == "plunder:tomb"
    for other in (1, 2):
        scene.player(other).status, scene.player(other).healing = "injured", 10
    assert chosen(scene.session()) != "plunder:tomb"


def test_a_quest_that_is_nearer_to_its_loss_goes_first_and_not_what_comes_too_late() -> None:
    scene = Scene(2)
    scene.tile("atlantis", (0, -2))
    scene.tile("tomb", (-1, -1))
    scene.put(0, (0, -1), actions=5)
    city = scene.quest(Atlantis((0, -2), [""] * 5, 6))
    tomb = scene.quest(Tomb((-1, -1), 1, []))
    scene.state.parties.append(Party(50, 1, (-1, -9), quest="tomb"))
    for level, away, first in ((2, (-1, -9), "move:0,-2"), (6, (-1, -2), "move:-1,-1")):
        city.level, scene.state.parties[0].at = level, away
        assert chosen(scene.session()) == first
    assert dangers.rounds_left(scene.state, tomb) < dangers.rounds_left(scene.state, city)
    late = plans.Job((0, -2), "plunder:atlantis", 30, 5, within=0)
    paths = plans.ways(scene.state, 0)
    in_time = plans.Job((0, -2), "plunder:atlantis", 30, 5, within=9)
    assert plans.value(late, paths) < plans.value(in_time, paths) / 4


def test_nobody_ends_a_turn_on_ground_that_will_give_way() -> None:
    scene = Scene(2)
    scene.tile("atlantis", (0, -2))
    scene.put(0, (0, -2), "key", actions=1)
    quest = scene.quest(Atlantis((0, -2), ["supply"] * 5, 1, key=False))
    assert chosen(scene.session()).startswith(("move:0,-1", "walk:"))
    scene.put(0, (0, -2), actions=2)
    quest.key = True
    assert chosen(scene.session()) == "move:0,-1", "plundering would take the last actions"
    scene.put(0, (0, -2), actions=3)
    assert chosen(scene.session()) == "plunder:atlantis", "one is left to get away"


def test_a_key_in_an_enemy_camp_is_taken_back() -> None:
    scene = Scene(2)
    scene.camp("stealer", (0, -2), "key")
    scene.put(0, (0, -1), actions=3)
    settled(scene, with_ben=1)
    assert chosen(scene.session()) == "move:0,-2"
    scene.put(0, (0, -2))
    assert chosen(scene.session()) == "pick:key"


def test_the_exit_is_looked_for_when_the_main_camp_bears_the_first_wave() -> None:
    scene = Scene(2)
    scene.camp("stealer", (0, -4), dormant=True)
    scene.camp("killer", (1, -5), dormant=True)
    assert dangers.first_wave(scene.state) == 3
    scene.state.quest_stack = ["escape"]
    scene.put(0, (0, -1), "key", "key")
    scene.state.gone = ["key"]
    assert not plans.outlook(scene.state).exploring
    scene.main.store = ["supply"] * 3
    assert plans.outlook(scene.state).exploring
    scene.main.store = ["supply"]
    scene.state.parties.append(Party(50, scene.state.camps[1].id, (0, -2)))
    assert dangers.first_wave(scene.state) == 1, "raiders who are out do not come at once"


def test_keys_are_turned_when_all_of_them_are_there() -> None:
    scene = with_exit(2)
    scene.camp("killer", (0, -9))
    scene.put(0, (0, -2), "key")
    scene.put(1, (0, -2))
    settled(scene)
    scene.main.store, scene.state.gone = ["key", "supply"], ["key"]
    assert chosen(scene.session()) != "use:own:key", "the other one lies at home"


def with_exit(players: int = 2) -> Scene:
    scene = Scene(players)
    scene.tile("exit", (0, -2))
    scene.state.exit = (0, -2)
    return scene


def test_a_key_is_used_when_all_are_near_and_laid_down_while_they_are_not() -> None:
    scene = with_exit()
    scene.camp("stealer", (5, -9))
    scene.put(0, (0, -2), "key", "key")
    scene.put(1, (0, -2))
    settled(scene)
    assert chosen(scene.session()) == "use:own:key"
    scene.player(1).status, scene.player(1).at = "injured", (0, 0)
    assert chosen(scene.session()) == "place:key"
    scene.hide((0, -2), "key", "key", seen=[0])
    scene.put(0, (0, -2))
    scene.put(1, (0, -2)).status = "active"
    assert chosen(scene.session()).startswith("use:tile:s"), "from where it lies"


def test_with_keys_enough_everybody_goes_to_the_exit_and_the_game_is_won() -> None:
    scene = with_exit(3)
    scene.put(0, (0, 0), "key", "key")
    scene.put(1, (0, -1), "key")
    scene.put(2, (-1, 0))
    session = settled(scene).session()
    for _ in range(60):
        if session.outcome:
            break
        session.apply(GAME.bot(session, min(session.asks)))
    assert session.outcome is not None
    assert session.outcome.reason == "escaped"


def test_it_does_not_look_for_the_exit_while_keys_can_still_be_won() -> None:
    scene = Scene(3)
    scene.state.quest_stack = ["escape"]
    scene.tile("tomb", (1, -2))
    scene.quest(Tomb((1, -2), 1, []))
    scene.put(0, (0, -1), "key", "key")
    scene.state.gone = ["key", "key"]
    for seat in (0, 1):  # what others carry is hidden, but where keys can not be is public
        view = plans.outlook(masked(scene.state, seat))
        assert (view.exploring, view.keys, view.need) == (False, 2, 3)
        assert not any(job.option.startswith("explore") for job in plans.jobs(masked(scene.state, seat), seat, view))
    scene.state.gone = ["key"]
    scene.put(0, (0, -1), "key", "key", "key")
    assert plans.outlook(masked(scene.state, 1)).ready
    assert plans.outlook(masked(scene.state, 1)).exploring


def test_mercenaries_are_hired_for_a_key_in_enemy_hands() -> None:
    scene = Scene(3)
    ally = scene.camp("ally", (0, -2))
    ally.trades = "mercenaries"
    prison = scene.camp("stealer", (0, -5), "supply", "key", dormant=True)
    scene.put(0, (0, -2), "supply", "supply")
    settled(scene, with_ben=2)
    assert chosen(scene.session()) == f"hire:rescue:{prison.id}"
    session = plays(scene)
    assert [band.wants for band in session.state.bands] == [["key"]], "the key and nothing else"
    scene.state.bands = [Band(90, ally.id, (0, -2), "rescue", prison.id, [], ["key"])]
    assert not chosen(scene.session()).startswith("hire"), "a band is out"
    scene.state.bands, prison.store = [], []
    scene.state.parties.append(Party(91, prison.id, (0, -3), [Loot("key", 1)]))
    assert chosen(scene.session()) == "hire:party:91"


def test_trade_ransom_and_caravan() -> None:
    scene = Scene(3)
    camp = scene.camp("ally", (0, -2))
    camp.trades = "goods"
    scene.put(0, (0, -2), "supply", "supply")
    scene.quest(Tomb((9, -9), 1, []))  # out of reach
    settled(scene, with_ben=2)
    session = plays(scene)
    assert "trades" in " ".join(line.text for line in session.log(None))
    scene = Scene(3)
    prison = scene.camp("stealer", (0, -2))
    scene.put(0, (0, -2), "supply", "supply")
    settled(scene, with_ben=3)
    person = scene.player(2)
    person.status, person.captor, person.captive, person.at = "captured", prison.id, 2, (0, -2)
    assert chosen(scene.session()) == "ransom:2"
    scene = Scene(3)
    scene.tile("grassland", (0, -2))
    scene.camp("built", (0, -3))
    scene.put(0, (0, 0), "caravan_kit")
    assert chosen(scene.session()) == "use:own:caravan_kit"
    session = plays(scene)
    assert session.state.routes[0].ends == (1, session.state.camps[-1].id)


@pytest.mark.parametrize(("stack", "first"), [(["tomb", "escape"], "quest"), (["escape"], "forest")])
def test_foresight_brings_quests_first_or_last(stack: list[str], first: str) -> None:
    scene = Scene(3)
    scene.put(1, (0, 0), "key", "key")
    scene.tile("tomb", (1, -2))
    scene.quest(Tomb((1, -2), 1, []))
    settled(scene)
    scene.state.quest_stack = stack
    scene.state.gone = scene.state.gone[len(stack) - 1 :]
    scene.state.queue = [Unseen(kind) for kind in ("lake", "quest", "desert", "forest", "mountain", "lake")]
    scene.put(0, (0, -1), "foresight")
    session = scene.session()
    session.answer(0, session.asks[0].id, ["use:own:foresight"])
    session.answer(0, session.asks[0].id, ["explore"])
    session.apply(GAME.bot(session, 0))
    kinds = [unseen.kind for unseen in session.state.queue][:5]
    assert kinds[0] == first
    assert kinds == (["quest"] if first == "quest" else []) + ["forest", "mountain", "desert", "lake"] + (
        [] if first == "quest" else ["quest"]
    )


def test_the_dragon_is_attacked_together_and_one_stays_out() -> None:
    scene = Scene(3)
    scene.tile("lair", (0, -2))
    scene.quest(Dragon((0, -2), ["key", "supply"]))
    for player in range(3):
        scene.put(player, (0, -2))
    scene.main.store = ["key", "key"]
    session = settled(scene).session()
    assert chosen(session) == "attack:dragon"
    session.apply(GAME.bot(session, 0))
    assert [chosen(session, seat) for seat in (1, 2)] == ["join", "no"]
    scene.main.store = ["key"]
    scene.put(0, (0, -2), "key")
    assert chosen(scene.session()) == "place:key", "a key is not carried into the fire"


def test_it_concedes_only_when_too_few_keys_can_be_had() -> None:
    scene = Scene(2, take_back=False)
    prison = scene.camp("stealer", (0, -5), "key")
    scene.put(0, (0, -1), "key")
    settled(scene)
    assert isinstance(GAME.bot(scene.session(), 0), Use), "nobody can fetch the second one"
    ally = scene.camp("ally", (0, -2))
    ally.trades = "mercenaries"
    assert isinstance(GAME.bot(scene.session(), 0), Answer)
    ally.trades, prison.store = "", []
    scene.put(0, (0, -1), "key", "key")
    assert isinstance(GAME.bot(scene.session(), 0), Answer)


@pytest.mark.parametrize("seats", [1, 3, 5])
def test_whole_games_end_by_a_rule(seats: int) -> None:
    session = start(seats, seed="whole game")
    for _ in range(4000):
        if session.outcome:
            break
        session.apply(GAME.bot(session, min(session.asks)))
    assert session.outcome is not None
    assert session.outcome.reason in ("escaped", "keys", "camp", "all-down", "conceded")


def test_the_simulator_sorts_results_by_players_and_quests(capsys: pytest.CaptureFixture[str]) -> None:
    report = simulate("biome", None, 1, "sorted", {}, quiet=True)
    groups = report["breakdown"]
    assert [group for group in groups if group.endswith(("player", "players"))] == [
        "1 player",
        "2 players",
        "3 players",
        "4 players",
        "5 players",
    ]
    assert all(sum(groups[f"{seats} players"].values()) == 1 for seats in (2, 3, 4, 5))
    assert report["games"] == 5
    assert sum(groups["with Dragon's Lair"].values()) >= 1, "five players meet every quest"
    assert set().union(*(groups[group] for group in groups if group.startswith("quest "))) <= {"won", "lost", "open"}
    print_report(report, as_json=False)
    assert "5 players" in capsys.readouterr().out
    named = simulate("biome", 2, 1, "sorted", {"boards": ["ruins", "tomb"]}, quiet=True)
    assert "set tomb + ruins" in named["breakdown"]
    assert named["seats"] == 2
