"""A world begun from nothing: whole, played by bots, offered to players; and all that is wrong with one is said at once."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from app.cli import main
from app.packs.begin import begin_pack
from app.packs.campaign.compile import compile_campaign
from app.packs.compile import compile_pack
from app.packs.library import load_host_packs
from app.packs.lint import lint_pack
from app.packs.play import play_pack
from app.packs.read import PackError
from tests.packs.test_campaigns import QUIET_LINE, quiet
from tests.packs.test_library import shelf
from tests.packs.test_packs import change

__all__ = ["shelf"]


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    folder = tmp_path / "packs" / "far-shore"
    folder.parent.mkdir()
    begin_pack(folder)
    return folder


def test_a_new_world_is_without_mistakes_and_has_three_places(begun: Path) -> None:
    pack, findings = lint_pack(begun)
    assert findings == []
    assert (pack.world.pack, pack.world.title) == ("far-shore", "Far Shore")
    assert [place.name for place in pack.world.places.values() if place.terrain not in ("ship", "pod")] == [
        "The Gate",
        "The Ford",
        "The Mason's Lean-to",
    ]


def test_bots_play_a_new_world_to_its_end(begun: Path) -> None:
    world = lint_pack(begun)[0].world
    assert play_pack(world, small=True, chance=2, greedy=2, states=20, seats=range(1, 4), tell=quiet) == []


def test_a_new_world_is_offered_at_the_next_start(begun: Path, tmp_path: Path) -> None:
    assert [world.pack for world in load_host_packs(tmp_path)] == ["far-shore"]


@pytest.mark.parametrize("name", ["Far Shore", "sampler", "far_shore", "-shore"])
def test_names_that_cannot_be(tmp_path: Path, name: str) -> None:
    with pytest.raises(PackError, match=name):
        begin_pack(tmp_path / name)
    assert not (tmp_path / name).exists()


def test_nothing_is_written_over(begun: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (begun / "pack.yaml").write_text("pack: mine\n")
    assert main(["packs", "new", str(begun)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert (begun / "pack.yaml").read_text() == "pack: mine\n"


def test_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["packs", "new", str(tmp_path / "hill")]) == 0
    assert "DATA_DIR/packs" in capsys.readouterr().out
    assert main(["packs", "lint", str(tmp_path / "hill")]) == 0


def test_the_fourth_place_of_the_guide(begun: Path) -> None:
    """Step 6 of docs/packs.md, done as it is written."""
    file = "places/first.yaml"
    text = (begun / file).read_text()
    ford = text[text.index("- id: 42") : text.index("- id: 46")]
    priced = ford[ford.index("  departs:") :]
    copied = ford.replace("- id: 42", "- id: 47").replace(priced, "")
    old = "south: star, west: {to: 41}}"
    change(begun, file, "east: star, south: blocked", "east: {to: 47}, south: blocked")
    change(begun, file, text[text.rindex("  departs:") :], "")
    change(begun, file, priced, "")
    change(begun, file, old, old.replace("star", "{to: 47}"))
    copied = copied.replace(
        f"north: blocked, east: blocked, {old}", "north: {to: 42}, east: blocked, south: blocked, west: {to: 46}}"
    )
    (begun / file).write_text((begun / file).read_text() + copied)
    pack, findings = lint_pack(begun)
    assert 47 in pack.world.places
    assert [finding for finding in findings if finding.rule != "VAN-L34"] == [], "but for texts that are there twice"


def said_of(folder: Path) -> list[str]:
    with pytest.raises(PackError) as caught:
        compile_pack(folder)
    return str(caught.value).splitlines()


def test_all_files_that_cannot_be_read_are_named_at_once(begun: Path) -> None:
    change(begun, "places/first.yaml", "- id: 41", "- id: 041")
    change(begun, "places/first.yaml", "  name: The Ford\n", "  name: The Ford\n  name: The Ford\n")
    change(begun, "pods.yaml", '"794"', "794")
    change(begun, "regions/B.yaml", "compositions: [", "compositions: [[")
    said = "\n".join(said_of(begun))
    for words in (
        "041 has a leading zero",
        "'name' is there twice",
        "the key 794 must be a word",
        "B.yaml: while parsing",
    ):
        assert words in said


def test_all_that_is_misshapen_is_named_at_once(begun: Path) -> None:
    change(begun, "places/first.yaml", "name: The Gate", "nome: The Gate")
    change(begun, "places/first.yaml", "name: The Ford", "name: 7")
    change(begun, "cards/cards.yaml", "  capacity: 2\n", "  capacity: two\n  colour: red\n")
    change(begun, "missions/1700.yaml", "id: 1700", "id: seventeen")
    said = said_of(begun)
    for words in (
        "places/first.yaml: 41: Object contains unknown field `nome`",
        "places/first.yaml: 41: Object missing required field `name`",
        "places/first.yaml: 42: Expected `str`, got `int` - at `name`",
        "cards/cards.yaml: 1064: Object contains unknown field `colour`",
        "cards/cards.yaml: 1064: Expected `int`, got `str` - at `capacity`",
        "missions/1700.yaml: seventeen: Expected `int`, got `str` - at `id`",
    ):
        assert any(line.startswith(words) for line in said), words


def test_all_that_is_wrong_with_a_campaign_is_named_at_once(tmp_path: Path) -> None:
    folder = Path(copytree(QUIET_LINE, tmp_path / "quiet-line"))
    first, second = sorted((folder / "planets").glob("*.yaml"))[:2]
    first.write_text(first.read_text().replace("accord +", "acord +").replace("[spend 1]", "[spent 1]"))
    second.write_text(second.read_text().replace("name: ", "nome: ", 1))
    with pytest.raises(PackError) as caught:
        compile_campaign(folder)
    said = str(caught.value)
    for words in ("acord", "spent 1", f"planets/{second.name}: Object"):
        assert words in said
