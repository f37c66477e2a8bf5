"""The tables of finds, gear and the ship (docs/rules/vanguard-components.md) and the data of the game are the same;
dice, crew, section cards, injuries, dangers and events are in test_components.py."""

from __future__ import annotations

from pathlib import Path

from app.games.vanguard.data import gear, planetside, ship
from app.games.vanguard.data.structs import LeadToken
from app.games.vanguard.ship.bridge import MORALE_COMMAND
from tests.rules import rule

PAGE = Path(__file__).parents[3] / "docs/rules/vanguard-components.md"
Rows = list[list[str]]


def tables() -> list[Rows]:
    """Every table of the page: its head and its rows, without code quotes."""
    found: list[Rows] = []
    inside = False
    for line in PAGE.read_text().splitlines():
        cells = [cell.strip().replace("`", "") for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            inside = False
        elif not inside:
            inside = True
            found.append([cells])
        elif set("".join(cells)) != {"-"}:
            found[-1].append(cells)
    return found


TABLES = tables()


def rows(*head: str) -> Rows:
    """The rows of all tables with this head."""
    found = [row for table in TABLES if table[0] == list(head) for row in table[1:]]
    assert found, head
    return found


def dash(text: str) -> str:
    return "" if text == "-" else text


@rule("ISS-183", "ISS-184", "ISS-185")
def test_leads() -> None:
    printed = []
    for value, count, extra, returns in rows("value", "count", "extra", "returns to the bag"):
        word = {"-": "", "+1 Card": "card", "+1 Charge": "charge"}[extra]
        printed += [LeadToken(int(value), word, returns == "yes")] * int(count)
    assert printed == list(planetside.LEADS)


@rule("ISS-177", "ISS-178", "ISS-179", "ISS-180", "ISS-227")
def test_discoveries() -> None:
    printed = rows("id", "deck", "tier", "copies", "name", "planet", "unloaded")
    for row, card in zip(printed, planetside.DISCOVERIES, strict=True):
        planet = f"{card.use}: {card.planet}" + (" (in a check)" if card.in_check else "") if card.use else "-"
        assert row == [card.id, card.deck, card.tier, str(card.copies), card.name, planet, card.unloaded]
    for row, unique in zip(
        rows("row", "no.", "name", "found", "unloaded", "row gives"), planetside.UNIQUES, strict=False
    ):
        assert (row[0][0], int(row[1]), row[2], row[4]) == (unique.row, unique.id, unique.name, unique.unloaded)
        if row[5]:
            assert planetside.ROW_GIVES[unique.row] == row[5]
    for row, unique in zip(rows("no.", "name", "planet", "use"), planetside.UNIQUES[32:], strict=True):
        assert (int(row[0]), row[1], unique.unloaded) == (unique.id, unique.name, "none")


@rule("ISS-169", "ISS-170", "ISS-172", "ISS-174")
def test_equipment() -> None:
    for row, card in zip(rows("id", "type", "name", "section", "use", "start"), gear.EQUIPMENT_CARDS, strict=True):
        kind = f"upgrade of {card.of}" if card.kind == "upgrade" else card.kind
        assert row[:3] == [card.id, kind, card.name]
        assert (dash(row[3]).lower(), row[5] == "yes") == (card.section, card.start)
        assert row[4] == card.text
        when, _, rest = card.text.partition(": ")
        if card.when in ("travel", "any", "check", "action", "convert"):
            assert when.split(",")[0] == card.when
            exhausts = "exhaust" in card.text and "not exhausted" not in card.text
            assert card.exhaust == exhausts
        if card.do and card.when != "convert":
            assert card.do in card.text
        if card.when == "convert":
            tint, icon = card.do.split()
            assert rest == f"{tint} Ba to {icon}"


@rule("ISS-165", "ISS-166")
def test_landers_and_mods() -> None:
    head = "id|lander|Armor|Sensors|Agility|start space|supplies|personal|mission|cargo|structural|utility"
    for row, lander in zip(rows(*head.split("|")), gear.LANDERS, strict=True):
        assert row[1].removesuffix(" (basic)") == lander.name
        numbers = [getattr(lander, name) for name in lander.__struct_fields__[2:]]
        assert (row[0], [int(cell) for cell in row[2:]]) == (lander.id, numbers)
    for row, mod in zip(rows("id", "kind", "mod", "effect"), gear.MODS, strict=True):
        assert row == [mod.id, mod.kind, mod.name, mod.text]


@rule("ISS-273", "ISS-276", "ISS-280", "ISS-281")
def test_projects_and_facilities() -> None:
    head = "id|project|keyword|cost|lab icons|result|comes from"
    for row, research in zip(rows(*head.split("|")), ship.RESEARCH_PROJECTS, strict=True):
        cost = [
            f"{deck} {tier}"
            for count, deck, tier in (part.split() for part in row[3].split(", "))
            for _ in range(int(count))
        ]
        assert tuple(cost) == research.cost
        assert [*row[:3], *row[4:6]] == [research.id, research.name, research.keyword, research.lab, research.do]
    head = "id|project|starts in stage|assembly icons|result|comes from"
    for row, project in zip(rows(*head.split("|")), ship.PRODUCTION_PROJECTS, strict=True):
        assert row[:5] == [project.id, project.name, str(project.stage), project.icons, project.do]
    for row, card in zip(rows("id", "facility upgrade", "effect"), ship.FACILITY_UPGRADES, strict=True):
        assert row == [card.id, card.name, card.text]


@rule("ISS-249", "ISS-250", "ISS-252", "ISS-258")
def test_bridge_cards_and_morale() -> None:
    for row, objective in zip(rows("id", "objective", "command", "situations", "from"), ship.OBJECTIVES, strict=True):
        numbers = [str(objective.command), str(objective.situations)]
        assert [row[0].split()[0], *row[1:4]] == [objective.id, objective.name, *numbers]
    for row, tech in zip(rows("id", "tech level", "energy", "from"), ship.TECH_LEVELS, strict=True):
        assert row[:3] == [tech.id, tech.name, str(tech.energy)]
    head = "id|secondary objective|met when|reward, then the card is removed|from"
    for row, card in zip(rows(*head.split("|")), ship.SECONDARIES, strict=True):
        assert row[:4] == [card.id, card.name, card.text, card.do]
    head = "id|bridge upgrade|slot|tech level|effect|from"
    for row, upgrade in zip(rows(*head.split("|")), ship.BRIDGE_UPGRADES, strict=True):
        assert row[:5] == [upgrade.id, upgrade.name, upgrade.slot, str(upgrade.tech), upgrade.text]
    steps = rows("morale", "Command", "Energy", "Situations revealed")
    assert [row[0] for row in steps] == list(reversed(ship.MORALE))
    assert [int(row[1]) for row in steps] == list(reversed(MORALE_COMMAND))


@rule("ISS-216", "ISS-235", "ISS-241")
def test_medbay_memorial_and_rank_ups() -> None:
    for column, slots, _ in rows("medbay column", "slots", "with upgrade"):
        assert int(slots) == ship.MEDBAY[column.lower()]
    for slot, bonus in rows("memorial slot", "bonus"):
        assert tuple(bonus.split(" / ")) == ship.MEMORIAL[slot.split()[0].lower()]
    head = "rank-up card|flipped when, since landing|tokens for rank 1 / rank 2"
    for row, card in zip(rows(*head.split("|")), ship.RANK_UPS, strict=True):
        asked = [card.rank1, card.rank2]
        printed = [99 if cell == "-" else int(cell) for cell in row[2].split(" / ")]
        assert (row[0].split()[0], row[1], printed) == (card.id, card.text, asked)


@rule("ISS-253", "ISS-291", "ISS-293")
def test_situations() -> None:
    head = "id|name|icons|EFFECT|when solved|once"
    for row, card in zip(rows(*head.split("|")), ship.SITUATIONS, strict=True):
        assert row == [card.id, card.name, card.icons, card.effect, card.solved, "yes" if card.once else "no"]
