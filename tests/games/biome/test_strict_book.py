"""The strict book: each of the seven kindnesses of this house, with it and without it (BIO-332)."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.games.biome.components import QUESTS
from app.games.biome.hexes import on_foot
from app.games.biome.knowledge import resample
from app.games.biome.picking import choosable
from app.games.biome.quests import atlantis, escape, fountain, ruins, wars
from app.games.biome.setup import chance_selection
from app.games.biome.state import Atlantis, Ruins, State, TradeWar, TugOfWar
from app.games.biome.stock import draw, draw_harmless
from app.kernel import Rng, encode_state
from tests.games.biome.situations import GAME, Scene, start
from tests.rules import rule

both = pytest.mark.parametrize("strict", [False, True], ids=["kind", "strict"])
KINDNESSES = ("BIO-042", "BIO-026", "BIO-027", "BIO-280", "BIO-224", "BIO-005", "BIO-058")


@rule("BIO-332", "BIO-042")
@both
def test_giving_up(strict: bool) -> None:
    assert Scene(strict_book=strict).may("give up") is not strict


@rule("BIO-332", "BIO-026", "BIO-027")
@both
def test_a_lake_may_close_the_way(strict: bool) -> None:
    scene = Scene(strict_book=strict)
    scene.state.walls += [(-2, 0), (-1, -1), (0, -2), (1, -2)]
    scene.put(0, (1, -1))
    scene.queue("lake")
    scene.act("explore:2,-2", dice=[] if strict else [1], picks=[0])
    assert scene.kind((2, -2)) == ("lake" if strict else "grassland")


@rule("BIO-332", "BIO-026", "BIO-027", "BIO-261")
@both
def test_fallen_ruins_may_close_the_way(strict: bool) -> None:
    scene = Scene(strict_book=strict)
    scene.state.tiles = scene.state.tiles[:1]
    scene.tile("ruins", (0, -1))
    scene.tile("exit", (0, -2))
    scene.state.exit = (0, -2)
    quest = scene.quest(Ruins((0, -1), 1))
    scene.rng.dice = [6]
    ruins.update(scene.g, quest)
    assert not quest.active
    assert scene.kind((0, -1)) == ("fallen" if strict else "ruins")
    assert ((0, -2) in on_foot(scene.state)) is not strict


@rule("BIO-332", "BIO-280", "BIO-EX115")
@both
def test_the_exit_may_lie_out_of_reach(strict: bool) -> None:
    scene = Scene(strict_book=strict)
    scene.tile("grassland", (0, -2))
    scene.run(escape.set_up(scene.g, 0, (0, -4)))
    assert scene.state.exit == ((0, -4) if strict else (0, -3))


@rule("BIO-332", "BIO-224")
@both
def test_lakes_around_the_fountain(strict: bool) -> None:
    scene = Scene(5, strict_book=strict)
    scene.rng.picks = [6] * 6 if strict else [6, 6, 0, 0, 0, 0]
    kinds = [kind for kind, _ in fountain.rolled_area(scene.g)]
    assert kinds.count("lake") == (6 if strict else 2)
    assert "quest" not in kinds


@rule("BIO-332", "BIO-005", "BIO-304")
@both
def test_quests_that_chance_picks(strict: bool) -> None:
    picked = [set(chance_selection(3, Rng(f"boards {n}"), strict=strict)) for n in range(60)]
    assert any(not boards & {"fountain", "tomb"} for boards in picked) is strict
    session = start(2, seed="strict", strict_book=strict)
    imagined = [resample(copy(session.state), 0, Rng(f"imagined {n}")).quest_stack[:-1] for n in range(60)]
    assert any(not set(boards) & {"fountain", "tomb"} for boards in imagined) is strict
    assert set().union(*imagined) == set(QUESTS)


def copy(state: State) -> State:
    return GAME.decode(GAME.version, encode_state(state))


@rule("BIO-332", "BIO-058")
@both
def test_an_empty_box(strict: bool) -> None:
    for take in (draw, draw_harmless):
        scene = Scene(strict_book=strict)
        scene.state.box, scene.state.discard = [], ["teleport"]
        assert take(scene.g) == (None if strict else "teleport")
    scene = Scene(strict_book=strict)
    scene.state.box, scene.state.discard = [], ["teleport"]
    scene.run(fountain.reward(scene.g, 0), *(() if strict else ("take:teleport",)))
    assert scene.player().inventory == ([] if strict else ["teleport"])
    assert choosable(scene.state) == {}


@rule("BIO-333", "BIO-212", "BIO-219", "BIO-257", "BIO-263")
@both
def test_where_quests_begin(strict: bool) -> None:
    scene = Scene(strict_book=strict)
    scene.run(wars.set_up_tug(scene.g, 0, (0, -2)))
    scene.run(wars.set_up_trade(scene.g, 0, (0, -7)), "site:0,-8")
    scene.run(ruins.set_up(scene.g, 0, (1, -2)))
    scene.run(atlantis.set_up(scene.g, 0, (2, -2)))
    tug, trade, walls, city = scene.state.quests
    assert isinstance(tug, TugOfWar)
    assert isinstance(trade, TradeWar)
    assert isinstance(walls, Ruins)
    assert isinstance(city, Atlantis)
    begun = tug.front, trade.ally_health, trade.killer_health, walls.health, city.level
    assert begun == ((0, 4, 4, 6, 4) if strict else (2, 4, 2, 8, 6))


@rule("BIO-332")
def test_the_guide_names_each_kindness() -> None:
    root = Path(__file__).resolve().parents[3]
    guide = (root / "docs" / "guide" / "biome.md").read_text(encoding="utf-8")
    book = (root / "docs" / "rules" / "biome.md").read_text(encoding="utf-8")
    said = next(line for line in book.splitlines() if line.startswith("- **BIO-332**"))
    for number in KINDNESSES:
        assert number in guide
        assert number in said
