"""The component tables and the content are whole and readable."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.games.vanguard import language
from app.games.vanguard.content import CONDITION, LANDING, LOG, MISSION, PLANETS, POI, SECTOR, SYSTEM, THREAT, log_text
from app.games.vanguard.data import cards, crew, dice, gear, planetside, ship
from app.games.vanguard.effects import ALL, EACH
from tests.games.vanguard.situations import fresh
from tests.rules import rule

TABLES = [
    [cell.strip().replace("`", "") for cell in line.strip().strip("|").split("|")]
    for line in (Path(__file__).parents[3] / "docs/rules/vanguard-components.md").read_text("utf-8").splitlines()
    if line.startswith("|")
]


def table(first: str, width: int) -> list[list[str]]:
    """The rows of the written tables whose first cell looks like this."""
    return [row for row in TABLES if len(row) == width and re.fullmatch(first, row[0])]


@rule("ISS-149", "ISS-154", "ISS-225", "ISS-EX49")
def test_every_die_is_as_written() -> None:
    written = {row[0]: row[1:] for row in table(r"[A-Z]+ \((red|green|blue)\)|(Universal|Expert) \w+|Wild", 9)}
    made = {
        f"{kind.name} ({kind.colour})" if kind.group == "basic" else kind.name: [
            str(dice.COPIES),
            *(" ".join(face) for face in kind.faces),
            " ".join(kind.faces[kind.bracket]),
        ]
        for kind in dice.DIE_KINDS
    }
    assert made == written
    for kind in dice.DIE_KINDS:  # the bracket marks a face of which there is no more common one
        assert kind.faces.count(kind.faces[kind.bracket]) == max(kind.faces.count(face) for face in kind.faces)
    assert {row[0]: row[2] for row in table(r"(Injury|Danger) .*", 3)} == {
        "Injury (d6)": ", ".join(dice.INJURY_FACES),
        "Danger (d8)": ", ".join(dice.DANGER_FACES),
    }


@rule("ISS-023")
def test_the_starting_dice_are_as_written() -> None:
    for section, row in enumerate(table("Security|Recon|Science|Engineering", 4)[:4]):
        assert [kind.upper() for kind in dice.STARTING[section]] == ", ".join(row[1:]).split(", ")
    slots = [
        [row[0], *("/".join(map(str, columns)) for columns in ranks)]
        for row, ranks in zip(table("Security|Recon|Science|Engineering", 4)[4:], crew.SLOTS, strict=True)
    ]
    assert slots == table("Security|Recon|Science|Engineering", 4)[4:]


@rule("ISS-145", "ISS-290", "ISS-324")
def test_the_ranks_are_as_written() -> None:
    ranks = {
        row[0]: [int(cell) for cell in row[1:]] for row in table("slots in all|hand limit|opening hand|sleeves.*", 4)
    }
    assert ranks["hand limit"] == list(crew.HAND_LIMIT[1:])
    assert ranks["opening hand"] == [crew.OPENING_HAND] * 3
    assert ranks["sleeves per section"] == list(crew.SLEEVES[1:])
    assert all([sum(columns) for columns in section] == ranks["slots in all"] for section in crew.SLOTS)


@rule("ISS-024", "ISS-146")
def test_every_section_card_is_as_written() -> None:
    made = [[c.id, str(c.rank), c.name, c.when, c.top, c.need, c.combo] for c in cards.SECTION_CARDS]
    assert made == table(r"(SE|RC|SC|EN)\d\d", 7)


@rule("ISS-157", "ISS-159")
def test_every_crew_card_and_skill_is_as_written() -> None:
    pools = {"start": "start", "A": "set A", "B": "set B", "C": "set C"}
    made = [[c.id, c.name, f"{c.colour} to {c.icon}", c.skill, pools[c.pool]] for c in crew.CREW_CARDS]
    assert made == table(r"cr\d\d", 5)
    when = {
        "step 4 of own check": "check",
        "steps 1-4 of a check in a connected sector": "far",
        "on own Rest": "rest",
        "before an Event is drawn by anyone": "event",
        "a crew in the same sector starts a Travel": "travel",
        "Leads were drawn, not yet placed, by any crew": "leads",
        "any time": "any",
    }
    written = [row for row in TABLES if row[0] in crew.SKILL]
    assert [[s.name, str(s.charges), s.when, s.text] for s in crew.SKILLS] == [
        [row[0], row[1], when[row[2]], row[3]] for row in written
    ]
    assert all(skill.do in ("", skill.text.removesuffix(" for that crew")) for skill in crew.SKILLS)


@rule("ISS-122", "ISS-191")
def test_every_injury_danger_and_event_is_as_written() -> None:
    injuries = [[i.id.capitalize(), str(i.copies), i.ache, i.strain, i.crisis] for i in planetside.INJURY_CARDS]
    written = [row for row in TABLES if len(row) == 5 and row[0].lower() in planetside.INJURY]
    assert [[cell or "-" for cell in row] for row in injuries] == written
    rows = [[f"{d.category} {d.name}", d.triangle, d.square, d.circle, d.pentagon] for d in planetside.DANGER_ROWS]
    assert rows == table(r"\d \w+", 5)
    events = [[e.id, e.name, ", ".join(e.biomes), e.secondary, e.main] for e in planetside.EVENT.values()]
    assert sorted(events) == sorted(table(r"ET\d|E\d\d", 5))


@rule("ISS-154")
def test_faces_of_the_dice() -> None:
    assert len(dice.DIE_KINDS) * dice.COPIES == 64
    breach = dice.KIND["breach"]
    assert [face[0] for face in breach.faces] == ["BREACH", "BREACH", "GUARD", "Ba", "V", "Ac"]
    for kind in dice.DIE_KINDS:
        names = [icon for face in kind.faces for icon in face]
        assert len(kind.faces) == 6
        if kind.group in ("universal", "expert"):
            assert "Ac" not in names
            assert {icon for icon in language.ICONS if language.ICON_COLOUR[icon] == kind.colour} <= set(names)
        if kind.group == "wild":
            assert set(names) == {"V", "Ac"}
    assert len(dice.KIND["ered"].faces[0]) == 2


@rule("ISS-019", "ISS-159", "ISS-290", "ISS-002")
def test_counts_of_components() -> None:
    assert len(cards.CARD) == 80
    for prefix in cards.PREFIX:
        ranks = [card.rank for card in cards.SECTION_CARDS if card.id.startswith(prefix)]
        assert (ranks.count(1), ranks.count(2), ranks.count(3)) == (10, 5, 5)
    assert len(crew.CREW) == 36
    assert sum(card.pool == "start" for card in crew.CREW_CARDS) == 24
    for icon in language.ICONS:
        assert sum(card.icon == icon for card in crew.CREW_CARDS) == 4
    assert sum(card.copies for card in planetside.INJURY_CARDS) == 36
    assert len(planetside.LEADS) == 20
    assert sum(lead.value for lead in planetside.LEADS) == 25
    assert sum(card.copies for card in planetside.DISCOVERIES) == 60
    assert len(planetside.UNIQUES) == 42
    assert len(gear.EQUIPMENT) == 36
    assert (len(gear.LANDERS), len(gear.MODS)) == (5, 12)
    assert (len(ship.RESEARCH), len(ship.PRODUCTION), len(ship.FACILITY)) == (18, 16, 8)
    assert (len(ship.SITUATION), len(ship.RANK_UP), len(ship.BRIDGE)) == (20, 11, 12)
    assert sum(len(slots) for slots in ship.MEMORIAL.values()) == 16
    assert crew.SLEEVES == (0, 6, 3, 2)


def every_text() -> list[str]:
    texts = [card.top for card in cards.SECTION_CARDS] + [card.combo for card in cards.SECTION_CARDS]
    for injury in planetside.INJURY_CARDS:
        texts += [text for text in (injury.ache, injury.strain, injury.crisis) if text]
    for row in planetside.DANGER_ROWS:
        texts += [row.triangle, row.square, row.circle, row.pentagon]
    for event in planetside.EVENT.values():
        texts += [event.secondary, event.main]
    texts += [card.planet for card in planetside.DISCOVERIES] + [card.unloaded for card in planetside.DISCOVERIES]
    texts += [card.unloaded for card in planetside.UNIQUES]
    texts += [card.do for card in gear.EQUIPMENT_CARDS if card.when not in ("convert", "passive")]
    texts += [card.do for card in ship.RESEARCH_PROJECTS] + [card.do for card in ship.PRODUCTION_PROJECTS]
    texts += [card.do for card in ship.SECONDARIES]
    texts += [text for card in ship.SITUATIONS for text in (card.effect, card.solved)]
    texts += [text for slots in ship.MEMORIAL.values() for text in slots]
    texts += [log.do for log in LOG.values()] + [mission.do for mission in MISSION.values()]
    actions = [action for poi in POI.values() for action in poi.actions] + [threat.action for threat in THREAT.values()]
    actions += [condition.travel for condition in CONDITION.values()]
    for action in actions:
        texts += [action.plain, action.pay, *(row.do for row in action.rows), *(fx.do for fx in action.fx)]
        texts += [track.do for track in action.tracks]
    for condition in CONDITION.values():
        texts += [fx.do for fx in (*condition.fx, *condition.combos)]
        texts += [text for time in condition.time for text in time.steps.values()]
    texts += [text for threat in THREAT.values() for text in threat.time.steps.values()]
    return texts + [step.fail for planet in PLANETS for step in planet.landing.steps]


def flat(text: str) -> list[language.Effect]:
    found, waiting = [], list(language.effects(text))
    while waiting:
        effect = waiting.pop()
        found.append(effect)
        waiting += [
            *effect.then,
            *effect.other,
            *(inner for choice in effect.choices for inner in (*choice.pay, *choice.do)),
        ]
    return found


def test_every_effect_is_of_the_language_and_can_be_carried_out() -> None:
    for text in every_text():
        for effect in flat(text):
            assert effect.verb in EACH or effect.verb in ALL, effect.text
    for wrong in ("spend", "spend two", "explode 3", "lead gold 1", "choose{A}"):
        with pytest.raises(language.Unreadable):
            language.effects(wrong)


def test_every_number_named_exists() -> None:
    known = {
        "log": {str(key) for key in LOG},
        "unique": {*(str(card.id) for card in planetside.UNIQUES), "top"},
        "item": {str(card.id) for card in planetside.UNIQUES},
        "threat": set(THREAT),
        "poi": {str(key) for key in POI},
        "mission": set(MISSION),
        "condition": set(CONDITION),
        "injure": set(planetside.INJURY),
    }
    for text in every_text():
        for effect in flat(text):
            if effect.verb in known:
                assert effect.args[0] in known[effect.verb], effect.text
    for system in SYSTEM.values():
        assert all(place.landing in LANDING for place in system.destinations if place.landing)
        assert all(place.log in LOG for place in system.destinations if place.log)


def test_every_log_has_a_text_and_every_row_table_a_red_row() -> None:
    assert all(len(log_text(key).split()) >= 20 for key in LOG)
    for poi in POI.values():
        for action in poi.actions:
            assert not (action.rows and action.tracks)
            if action.rows:
                assert [row.need for row in action.rows].count("") == 1
                assert action.rows[-1].need == ""
    for key, sectors in SECTOR.items():
        assert any(sector.lander for sector in sectors.values()), key


@rule("ISS-015", "ISS-016", "ISS-018", "ISS-EX06", "ISS-020", "ISS-024")
def test_the_ship_at_the_start() -> None:
    state = fresh()
    book = state.ship
    assert (book.objective, book.tech, ship.MORALE[book.morale]) == ("O01", "TL1", "Medium")
    assert book.research == ["R04"]
    assert book.ready == ["C01", "C02", "C03", "C06"]
    assert [card.id for card in book.landers] == ["LN1"]
    assert sorted(state.situations) == [f"S{n:02}" for n in range(1, 11)]
    assert state.future == [f"S{n}" for n in range(11, 21)]
    assert state.logs == [0]
    assert len(state.events) == 29
    assert "E30" not in state.events


@rule("ISS-023", "ISS-EX05", "ISS-003", "ISS-156")
def test_six_dice_each_and_forty_in_the_box() -> None:
    state = fresh()
    for section in range(4):
        assert sorted(die.kind for die in state.dice if die.section == section) == sorted(dice.STARTING[section])
    box = [die for die in state.dice if die.zone == "box"]
    assert len(box) == 40
    assert sum(dice.KIND[die.kind].group != "basic" for die in box) == 28


@rule("ISS-027", "ISS-028", "ISS-029", "ISS-031")
def test_every_section_has_an_owner() -> None:
    assert fresh(1).owners == [0, 0, 0, 0]
    assert sorted(fresh(2).owners) == [0, 0, 1, 1]
    assert sorted(fresh(3).owners) == [0, 0, 1, 2]
    assert fresh(4).owners == [0, 1, 2, 3]
    assert [fresh(seats).team_size for seats in (1, 2, 3, 4)] == [2, 2, 3, 4]
