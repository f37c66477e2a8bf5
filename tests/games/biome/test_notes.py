"""What the table does where the rules leave a detail open (BIO-321 to BIO-331)."""

from __future__ import annotations

from app.games.biome import talk
from app.games.biome.components import TERRAIN
from app.games.biome.exploration import uncover
from app.games.biome.harm import capture, injure
from app.games.biome.quests import atlantis
from app.games.biome.quests import gang as gang_quest
from app.games.biome.state import Atlantis, Band, Gang, Held, RoamingGang, Unseen
from app.games.biome.tribes import attack, reveal_camp
from tests.games.biome.situations import GAME, Scene
from tests.rules import rule


def on_screen(scene: Scene) -> str:
    return str(GAME.view(scene.state, None).public.clock.disclosed)


@rule("BIO-321")
def test_the_kind_shown_last_stays_on_the_screen() -> None:
    scene = Scene()
    scene.put(0, (0, 0), "teleport", "clairvoyance")
    scene.act("place:teleport")
    assert "Teleport" in on_screen(scene)
    scene.act("move:0,-1")
    assert "Teleport" in on_screen(scene), "until the next one is shown"
    scene.act("use:own:clairvoyance")
    assert "Clairvoyance" in on_screen(scene)
    assert "Teleport" not in on_screen(scene)


@rule("BIO-322", "BIO-142", "BIO-291")
def test_the_keys_of_an_injured_player_are_told_and_counted() -> None:
    scene = Scene()
    scene.put(0, (0, -1), "key", "key", "teleport")
    injure(scene.g, 0, "test")
    assert "2 Keys are destroyed." in [line.text for line in scene.g.lines if line.to is None]
    assert "Teleport" not in scene.log()
    assert GAME.view(scene.state, None).public.clock.keys_lost == 2


@rule("BIO-323", "BIO-081")
def test_payments_come_from_store_then_tile_then_pack() -> None:
    scene = Scene()
    scene.tile("quarry", (0, -2), cliffs="000100")
    scene.put(0, (0, -1), "supply", actions=9)
    scene.hide((0, -1), "supply", seen=[0])
    assert {"move:0,-2", "move:0,-2+own"} <= set(scene.options())
    scene.act("move:0,-2")
    assert (scene.player().inventory, scene.state.tiles[2].secrets) == (["supply"], [])
    scene.put(0, (0, -1), "supply")
    scene.hide((0, -1), "supply", seen=[0])
    scene.act("move:0,-2+own")
    assert (scene.player().inventory, len(scene.state.tiles[2].secrets)) == ([], 1)
    scene = Scene()
    scene.camp("built", (0, -1), "supply")
    scene.tile("quarry", (0, -2), cliffs="000100")
    scene.put(0, (0, -1), "supply")
    scene.hide((0, -1), "supply", seen=[0])
    scene.act("move:0,-2")
    assert (scene.state.camps[1].store, scene.player().inventory) == ([], ["supply"])


@rule("BIO-324", "BIO-149")
def test_what_is_held_off_the_board_is_known_to_its_owner_until_a_camp_shows_it() -> None:
    scene = Scene(3)
    scene.put(0, (0, -1), "teleport")
    capture(scene.g, 0)
    assert scene.state.held == [Held("teleport", 0)]
    assert "teleport" in str(GAME.view(scene.state, 0).private)
    for seat in (1, 2, None):
        assert "teleport" not in str(GAME.view(scene.state, seat))
    reveal_camp(scene.g, "stealer", (0, -2))
    assert "teleport" in str(GAME.view(scene.state, None).public.camps)


@rule("BIO-325", "BIO-314", "BIO-124")
def test_the_slip_button_waits_and_foreseen_secrets_can_be_named() -> None:
    scene = Scene()
    scene.put(1, (0, -1), "teleport")
    assert "slip" in [offer.id for offer in talk.offers(scene.state, 1)]
    scene.state.busy = True
    assert "slip" not in [offer.id for offer in talk.offers(scene.state, 1)]
    scene.state.busy = False
    scene.put(1, (0, -1))
    scene.state.box = [Unseen("farm_kit", [1]), Unseen("supply")]
    scene.run(talk.take(scene.g, 1, "slip", ("box:1",)[0]))
    assert [unseen.kind for unseen in scene.state.box] == ["supply"]
    assert scene.state.gone == ["farm_kit"]


@rule("BIO-326", "BIO-089", "BIO-032")
def test_a_slip_that_ends_ones_own_turn_leaves_nothing_but_its_end() -> None:
    scene = Scene()
    (trap,) = scene.hide((0, -1), "captured", seen=[0])
    scene.put(0, (0, 0), actions=2)
    assert scene.may("pick:supply")
    scene.run(talk.take(scene.g, 0, "slip", f"tile:s{trap.label}"))
    assert scene.player().status == "captured"
    assert scene.options() == ["end"], "not even what would cost nothing in the camp"


@rule("BIO-327", "BIO-199")
def test_a_party_placed_on_the_gangs_tile_is_destroyed() -> None:
    scene = Scene()
    scene.tile("grassland", (0, -2))
    camp = scene.camp("stealer", (0, -3))
    scene.state.gang = Gang((0, -1))
    attack(scene.g, camp)
    assert (scene.state.parties, scene.main.store) == ([], [])
    assert camp.cooldown == 6


@rule("BIO-328", "BIO-194", "BIO-195")
def test_the_gang_stops_for_a_band_on_a_guarded_camp() -> None:
    for hunted, end in ((False, (0, -3)), (True, (0, -2))):
        scene = Scene()
        scene.camp("built", (0, -2))
        scene.tile("grassland", (0, -3))
        scene.put(1, (0, -2))
        scene.state.gang = Gang((0, -3))
        scene.quest(RoamingGang((0, -3)))
        if hunted:
            scene.state.bands.append(Band(60, 1, (0, -2), "gang"))
        scene.tile("lake", (0, -4))
        scene.state.tiles = [tile for tile in scene.state.tiles if tile.at != (0, -1)]
        scene.rng.dice = [4]
        gang_quest.move(scene.g)
        assert (scene.state.gang.at, scene.state.gang.mode) == (end, "pinned" if hunted else "roaming")


@rule("BIO-329", "BIO-264", "BIO-267")
def test_atlantis_sinks_also_when_its_key_was_found() -> None:
    scene = Scene()
    scene.tile("atlantis", (0, -2))
    quest = scene.quest(Atlantis((0, -2), ["teleport", "", "", "", ""], 1, key=False, won=True))
    atlantis.update(scene.g, quest)
    assert (quest.active, quest.won, scene.kind((0, -2))) == (False, True, "sunken")
    assert scene.state.gone == ["teleport"], "no key is lost"


@rule("BIO-331", "BIO-027", "BIO-207")
def test_a_grassland_from_outside_where_only_lakes_are_left() -> None:
    scene = Scene()
    scene.state.stacks = {kind: int(kind == "lake") * 3 for kind in TERRAIN}
    scene.state.quarries, scene.state.quest_stack = [], []
    scene.state.walls += [(-2, 0), (-1, -1), (0, -2), (1, -2)]
    scene.put(0, (1, -1))
    scene.queue("lake")
    scene.run(uncover(scene.g, 0, (2, -2)), dice=[1], picks=[6])
    assert scene.kind((2, -2)) == "grassland"
    assert scene.state.stacks["lake"] == 3
