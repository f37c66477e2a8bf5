"""The component data of the rules, table by table, against what the game plays with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.games.stratos.board import spot
from app.games.stratos.components import CARDS, CLASSES, LEARN_COST, SCENARIOS, SIGN_COUNTS, SPELLS, TERRAIN

ROOT = Path(__file__).resolve().parents[3]
TEXT = (ROOT / "docs/rules/stratos-components.md").read_text()
MAPS = {int(m[1]): m for m in re.finditer(r"### Map (\d)\.(.*?)```\n(.*?)```\n(.*?)\n\n", TEXT, re.DOTALL)}


def rows(first: str) -> list[list[str]]:
    """The lines of all tables that begin so, cell by cell."""
    lines = [line for line in TEXT.splitlines() if line.startswith(f"| {first}")]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]


def goods(words: str) -> dict[str, int]:
    return {name.lower(): int(count) for count, name in re.findall(r"(\d) (Corn|Nickel|Spice|Oak|Gem)", words)}


@pytest.mark.parametrize("name", [name for name in SCENARIOS if name != "lesson"])
def test_maps_and_starts(name: str) -> None:
    scenario = SCENARIOS[name]
    found = MAPS[scenario.number]
    drawn = ["".join(line.split()[1:]) for line in found[3].strip().splitlines()[1:]]
    assert (scenario.title in found[2], list(scenario.map)) == (True, drawn)
    starts = found[4]
    for start in scenario.starts:
        assert f" {spot(start.at)}" in starts
    seats = re.findall(r"P(\d) (?:Peasant|Mage|Explorer|Sorcerer)", starts)
    assert len(seats) == scenario.seats
    later = starts.partition("Later: ")[2].partition(".")[0]
    places = ("second", "third", "fourth", "fifth")
    told = [next((goods(part) for part in later.split(", ") if place in part), {}) for place in places]
    assert told[: len(scenario.late)] == list(scenario.late)
    assert not any(told[len(scenario.late) :])
    for word, purses in (("As printed", scenario.printed), ("Balanced", scenario.purses)):
        told_purse = re.search(rf"{word}: ([^.]*?)[.]", starts)
        granted = [goods(part) for part in told_purse[1].split(", ")] if told_purse else []
        meant = [{name.removesuffix("s"): n for name, n in given.items()} for _, given in purses]
        assert all(given in granted for given in meant)
        assert all(given in meant for given in granted if given)


def test_classes_and_prices() -> None:
    for kind in CLASSES.values():
        cells = next(row for row in rows(kind.name) if "Corn" in row[3] or "Oak" in row[3])
        assert re.findall(r"\d+", cells[1]) == [str(kind.health)]
        assert (cells[2] == "-") == (kind.spirit == 0)
        assert goods(cells[3]) == kind.cost
        assert cells[4].startswith(kind.promoted)
        assert f"+{kind.bonus} Health" in cells[5]
    for deck, price in LEARN_COST.items():
        (cells,) = rows(f"Learn a {deck.capitalize()} Spell")
        assert goods(cells[1]) == price


def test_tiles() -> None:
    for kind, counts in SIGN_COUNTS.items():
        (cells,) = rows(f"{TERRAIN[kind]} ({kind})")
        assert [int(cell) for cell in (cells[1], *cells[3:])] == [sum(counts), *counts]


def test_spells() -> None:
    titles = {spell.title: spell.spirit for spell in SPELLS.values()}
    assert {row[0]: int(row[1]) for title in titles for row in rows(f"{title} |")} == titles
    copies = {kind: sum(spell.copies for spell in SPELLS.values() if spell.kind == kind) for kind in LEARN_COST}
    assert copies == {"mage": 24, "sorcerer": 10}


def test_cards() -> None:
    titles = {card.title: (card.type, card.copies) for card in CARDS.values()}
    told = {row[0]: (row[1].replace("-", "_"), int(row[2])) for title in titles for row in rows(f"{title} |")}
    assert told == titles
