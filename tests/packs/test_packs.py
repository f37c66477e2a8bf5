"""Reading, compiling, linting, drawing and building packs."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path
from shutil import copytree

import pytest

from app.cli import main
from app.games.vantage.world import cell, neighbour, number_at, pair
from app.packs.compile import KEYS, compile_pack
from app.packs.library import BUILT, build, module_text
from app.packs.lint import Finding, lint, lint_pack
from app.packs.read import PackError
from tests.rules import rule

PACKS = Path(__file__).resolve().parents[2] / "packs"
COMPLETE = ("oriel", "sampler")
SAMPLER = PACKS / "sampler"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return Path(copytree(SAMPLER, tmp_path / "sampler"))


def rules_of(folder: Path) -> set[str]:
    return {finding.rule for finding in lint(compile_pack(folder), small=True)}


def change(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


@cache
def findings(name: str) -> list[Finding]:
    """A pack of the house with all its smaller sets of slices, looked at once."""
    return lint_pack(PACKS / name)[1]


def test_the_house_packs_are_clean_and_built() -> None:
    for folder in sorted(path.parent for path in PACKS.glob("*/places")):  # worlds, not campaigns
        world = compile_pack(folder)
        if folder.name in COMPLETE:
            assert findings(folder.name) == []
        built = BUILT / f"{world.pack}.py"
        if built.exists():
            assert built.read_text(encoding="utf-8") == module_text(folder.name, world), "run `parallax packs build`"


@rule("VAN-L01")
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("  terrain: city\n", "  terrain: city\n  colour: red\n", "colour"),
        ("  terrain: city\n", "  terrain: city\n  terrain: land\n", "twice"),
    ],
)
def test_unknown_and_repeated_keys(pack: Path, old: str, new: str, says: str) -> None:
    change(pack, "places/shore.yaml", old, new)
    with pytest.raises(PackError, match=says):
        compile_pack(pack)


@rule("VAN-L05")
def test_leading_zeros_and_keys_that_are_no_words(pack: Path) -> None:
    change(pack, "places/shore.yaml", "id: 41\n", "id: 041\n")
    with pytest.raises(PackError, match="leading zero"):
        compile_pack(pack)
    change(pack, "places/shore.yaml", "id: 041\n", "id: 41\n")
    change(pack, "pods.yaml", '"794"', "794")
    with pytest.raises(PackError, match="must be a word"):
        compile_pack(pack)


@pytest.mark.parametrize(
    ("number", "file", "old", "new"),
    [
        ("VAN-L01", "places/shore.yaml", "gain_boost: {}}]}", "gain_bost: {}}]}"),
        ("VAN-L01", "places/shore.yaml", "tags: [outdoors, bell", "tags: [outdoors, belll"),
        ("VAN-L02", "places/shore.yaml", "- id: 649", "- id: 650000"),
        ("VAN-L03", "places/shore.yaml", "gain_card: {id: 890}", "gain_card: {id: 891}"),
        ("VAN-L03", "places/shore.yaml", "go: {to: 619}", "go: {to: 620}"),
        ("VAN-L07", "places/shore.yaml", "gain_card: {id: 890}", "gain_card: {id: 848}"),
        ("VAN-L08", "flags.yaml", "  oath: seat\n", "  oath: seat\n  lonely: seat\n"),
        ("VAN-L09", "places/shore.yaml", "east: {to: 42}", "east: {to: 47}"),
        ("VAN-L10", "places/shore.yaml", "east: {to: 42}, south: {to: 46}", "east: {to: 42}, south: blocked"),
        ("VAN-L14", "places/shore.yaml", "compass: {north: {to: 41}", "compass: {north: blocked"),
        ("VAN-L20", "places/shore.yaml", "act: look-WATCH, line: Watch which", "act: look-STARE, line: Watch which"),
        ("VAN-L30", "places/shore.yaml", '"1-2": [{gain_boost', '"1-1": [{gain_boost'),
        (
            "VAN-L34",
            "places/shore.yaml",
            "The shore holds up its apron.",
            "The boat knows one way and takes it as the boat knows one way and takes it.",
        ),
        ("VAN-L39", "places/shore.yaml", "feature: goat", "feature: cow"),
        ("VAN-L40", "places/shore.yaml", "kind: goat_like, at: 2, far: near", "kind: goat_like, at: 2, far: far"),
        ("VAN-L44", "places/shore.yaml", "tags: [outdoors, ruin]", "tags: [outdoors, water_near]"),
        ("VAN-L48", "missions/1704.yaml", "hint: listen\n", "hint: nobody\n"),
        ("VAN-L49", "puzzles/S001.yaml", "cost: 9", "cost: 4"),
        ("VAN-L37", "places/shore.yaml", "The gulls have heard better.", "You find nothing."),
    ],
)
@rule("VAN-L03", "VAN-L07", "VAN-L08", "VAN-L09", "VAN-L10", "VAN-L14", "VAN-L30", "VAN-L34", "VAN-L39", "VAN-L40")
def test_lint_finds(pack: Path, number: str, file: str, old: str, new: str) -> None:
    if number == "VAN-L37":
        old = "They have heard better."
    change(pack, file, old, new)
    assert number in rules_of(pack)


def test_an_unreachable_place(pack: Path) -> None:
    change(pack, "places/shore.yaml", "go: {to: 619}", "go: {to: 42}")
    assert "VAN-L11" in rules_of(pack)


def test_budgets_are_kept_at_full_size() -> None:
    findings = lint(compile_pack(SAMPLER))
    assert {"VAN-L21", "VAN-L33"} <= {finding.rule for finding in findings}


@rule("VAN-LEX01")
def test_unbuilt_fallbacks(pack: Path) -> None:
    change(
        pack, "places/shore.yaml", "north: blocked, east: {to: 42}", "north: {to: 36, unbuilt: blocked}, east: {to: 42}"
    )
    change(pack, "places/shore.yaml", "gain_card: {id: 890}", "gain_card: {id: 891, unbuilt: [{gain_card: {id: 890}}]}")
    world = compile_pack(pack)
    assert world.places[41].compass["north"].blocked
    entry = world.places[41].action("engage-CALM")
    assert entry is not None
    assert entry.result == [{"gain_card": {"id": 890}}]


def test_the_command_line(pack: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["packs", "lint", str(pack)]) == 0
    assert "18 locations" in capsys.readouterr().out
    target = tmp_path / "map.svg"
    assert main(["packs", "map", str(pack), "--out", str(target)]) == 0
    titles = [part.text for part in ET.fromstring(target.read_text()).iter() if part.tag.endswith("title")]
    assert "041 Bell Stile (land)" in titles
    assert len(titles) == 18
    change(pack, "places/shore.yaml", "feature: goat", "feature: cow")
    assert main(["packs", "lint", str(pack)]) == 1
    assert main(["packs", "lint", str(tmp_path / "nowhere")]) == 2
    assert build(pack, tmp_path).name == "sampler.py"


@rule("VAN-C75", "VAN-052", "VAN-CEX05", "VAN-CEX06", "VAN-C76")
def test_the_grid_wraps_both_ways() -> None:
    assert [neighbour(48, side) for side in ("east", "south", "north", "west")] == [49, 53, 43, 47]
    assert neighbour(60, "east") == 156
    assert (neighbour(600, "east"), neighbour(600, "south")) == (96, 505)
    for number in range(1, 601):
        at = cell(number)
        assert at is not None
        assert number_at(*at) == number
        east = neighbour(number, "east")
        assert east is not None
        assert neighbour(east, "west") == number


@rule("VAN-C02", "VAN-C03")
def test_pairs() -> None:
    assert len(KEYS) == 21
    assert pair("take", "move") == "move-take"
