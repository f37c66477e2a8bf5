"""Campaign packs: compiling, building, drawing, and every rule of the lint, each broken in a copy of the pack."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from app.cli import main
from app.games.vanguard.content import CAMPAIGN, EDITIONS
from app.games.vanguard.content.structs import decode_campaign
from app.packs.campaign import compile as compiler
from app.packs.campaign import play
from app.packs.campaign.compile import compile_campaign, encode_campaign
from app.packs.campaign.library import BUILT, module_text
from app.packs.campaign.lint import lint, lint_campaign
from app.packs.campaign.lint.budget import mid_chance, start_chance
from app.packs.campaign.lint.frames import taken
from app.packs.campaign.perform import WORLDS
from app.packs.compile import compile_pack
from app.packs.games import game_of
from app.packs.read import PackError, read
from tests.packs.test_packs import PACKS, change

QUIET_LINE = PACKS / "quiet-line"
PARSED: dict[str, Any] = {}


def quiet(_: str) -> None:
    """Nobody watches the progress."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that no test has changed are parsed once."""

    def reader(path: Path) -> Any:
        text = path.read_text(encoding="utf-8")
        if text not in PARSED:
            PARSED[text] = read(path)
        return PARSED[text]

    monkeypatch.setattr(compiler, "read", reader)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return Path(copytree(QUIET_LINE, tmp_path / "quiet-line"))


def test_the_campaign_of_the_house_is_clean_and_built() -> None:
    campaign, findings = lint_campaign(QUIET_LINE)
    assert findings == []
    built = BUILT / f"{campaign.pack}.py"
    assert built.read_text(encoding="utf-8") == module_text(QUIET_LINE.name, campaign), "run `parallax packs build`"
    assert campaign == CAMPAIGN
    assert decode_campaign(encode_campaign(campaign)) == campaign


def test_every_pack_says_whose_it_is(pack: Path) -> None:
    assert game_of(QUIET_LINE) == "vanguard"
    assert {game_of(path.parent) for path in PACKS.glob("*/pack.yaml")} == {"vantage", "vanguard"}
    change(pack, "pack.yaml", "game: vanguard", "game: chess")
    with pytest.raises(PackError, match="must be one of"):
        game_of(pack)


def test_a_second_campaign_is_linted_drawn_and_built(pack: Path, tmp_path: Path, capsys: Any) -> None:
    change(pack, "pack.yaml", "pack: quiet_line", "pack: loud_line")
    change(pack, "planets/p02.yaml", "name: Brackwater", "name: Freshwater")
    assert main(["packs", "lint", str(pack)]) == 0
    assert "10 planets, 132 logs: 0 errors, 0 warnings." in capsys.readouterr().out
    assert main(["packs", "build", str(pack), "--out", str(tmp_path)]) == 0
    with pytest.raises(PackError, match="a pack for vanguard"):
        compile_pack(pack)
    space: dict[str, str] = {}
    exec((tmp_path / "loud_line.py").read_text(encoding="utf-8"), space)
    assert decode_campaign(space["CAMPAIGN"]).planets[1].name == "Freshwater"


def test_the_command_line_says_what_is_wrong(pack: Path, tmp_path: Path, capsys: Any) -> None:
    picture = tmp_path / "map.svg"
    assert main(["packs", "map", str(pack), "--out", str(picture)]) == 0
    circles = [one for one in ET.parse(picture).iter() if one.tag.endswith("circle")]
    assert len(circles) == sum(len(planet.sectors) for planet in CAMPAIGN.planets)
    change(pack, "planets/p02.yaml", "{from: s1, to: s3, icons: [T]}", "{from: s1, to: s3, icons: [T, S]}")
    assert main(["packs", "lint", str(pack)]) == 1
    assert "CL-16 error P2 s1-s3" in capsys.readouterr().out
    assert main(["packs", "build", str(pack)]) == 2  # a failure stops the build
    change(pack, "planets/p02.yaml", "format: 1", "format: 2")
    assert main(["packs", "lint", str(pack)]) == 2
    assert "planets/p02.yaml" in capsys.readouterr().err
    assert main(["packs", "words", str(pack)]) == 2


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("planets/p02.yaml", "name: Mast field", "nome: Mast field", r"p02.yaml: .*nome.*CL-01"),
        ("planets/p02.yaml", "- id: 206\n    text", "- id: 205\n    text", r"log 205 is used twice.*CL-01"),
        ("planets/p03.yaml", "id: T03", "id: T02", r"threat T02 is used twice.*p02.yaml.*CL-01"),
        ("planets/p02.yaml", "- {id: s2,", "- {id: s1,", r"sector s1 is used twice.*CL-01"),
        ("planets/p02.yaml", "{energy: 2, fact: global_condition}, ", "", r"CL-01"),
        ("systems/sy2.yaml", "do: [log 72]", "do: [success +1]", r"must read one log.*CL-01"),
        ("planets/p02.yaml", "[lead relics 1, draw 1]", "[lead relix 1]", r"p02.yaml, line \d+: lead relix 1.*CL-02"),
        ("planets/p02.yaml", "need: HAUL+MEND", "need: HAUL+MENDING", r"HAUL\+MENDING.*CL-02"),
        ("planets/p02.yaml", "spend 1 for each", "spend 1 for everyone", r"spend 1 for everyone.*CL-02"),
        ("planets/p02.yaml", "cargo 2 and crew-in lander", "cargo 2 and crew-at lander", r"crew-at lander.*CL-02"),
        ("planets/p02.yaml", "label: Strip the cladding", "label: Strip, cost: 1", r"CL-02"),
        ("planets/p02.yaml", "icons: [T]", "icons: [Z]", r"no path icon 'Z'.*CL-02"),
        ("planets/p02.yaml", "{red: true, do: [danger 1 1]}", "{do: [danger 1 1]}", r"either a need or red.*CL-14"),
    ],
)  # fmt: skip
def test_what_the_compiler_refuses(pack: Path, file: str, old: str, new: str, says: str) -> None:
    """CL-01, CL-02"""
    try:
        change(pack, file, old, new)
    except AssertionError:
        pytest.fail(f"{old!r} is not in {file}")
    with pytest.raises(PackError, match=says):
        compile_campaign(pack)


def test_files_that_are_missing(pack: Path) -> None:
    (pack / "story.yaml").unlink()
    with pytest.raises(PackError, match=r"story.yaml is missing \(CL-01\)"):
        compile_campaign(pack)


LOG_297 = (
    "  - id: 297\n    text: >-\n      "
    + "A gull comes down and looks at the lander for a while. " * 4
    + "\n    do: [none]\n"
)
P2 = "planets/p02.yaml"
GHOST = "    - {name: Ghost, energy: 1, landing: L33}\n"
DOOR = "Free the door\n        danger: "
NAMES = "Read the names\n        danger: "
SLIPS = (
    "[{need: Ac+Ac, do: [log 975]}, {need: Ac, do: [wake +1]}]",
    "[{need: Ac, do: [wake +1]}, {need: Ac+Ac, do: [log 975]}]",
)
CASES: list[tuple[str, str, tuple[tuple[str, str, str], ...]]] = [
    ("CL-03", "poi 205", ((P2, "[lead relics 1, draw 1]", "[lead relics 1, log 9999]"),)),
    ("CL-03", "poi 204", ((P2, "[spend 1, time tide +1]", "[spend 1, time tyde +1]"),)),
    ("CL-03", "poi 205", ((P2, "[danger 1 1]", "[unique 77]"),)),
    ("CL-03", "poi 205", ((P2, "[danger 1 1]", "[threat T99 @ s1]"),)),
    ("CL-03", "poi 205", ((P2, "[danger 1 1]", "[spend 1 for in s12]"),)),
    ("CL-03", "poi 205", ((P2, "[danger 1 1]", "[unlock mod LM99]"),)),
    ("CL-03", "mission M06", ((P2, "finished s3 and finished s6", "finished s3 and finished s16"),)),
    ("CL-03", "trigger", (("story.yaml", "endings:", "  - {when: signal>=9, log: 63}\nendings:"),)),
    ("CL-03", "system SY2", (("systems/sy2.yaml", "  destinations:\n", f"  destinations:\n{GHOST}"),)),
    ("CL-04", "log 297", ((P2, "  - id: 298\n", f"{LOG_297}  - id: 298\n"),)),
    ("CL-05", "poi 305", (("planets/p03.yaml", "[mission M30 add, poi 305 @ s7]", "[mission M30 add]"),)),
    ("CL-05", "mission M08", (("planets/p03.yaml", "mission M07 add, mission M08 add", "mission M07 add"),)),
    ("CL-05", "mission M10", (("planets/p04.yaml", "[mission M10 complete, ", "["),)),
    ("CL-06", "P2 s", ((P2, "  - {from: s6, to: s8}\n", ""), (P2, "  - {from: s3, to: s8, icons: [T]}\n", ""))),
    ("CL-07", "P4 s", (("planets/p04.yaml", "{from: s4, to: s6, ", "{from: s4, to: s6, one_way: true, "),)),
    ("CL-07", "P7 s6", (("planets/p07.yaml", "poi 705 @ s5, open s6-s7]", "poi 705 @ s5]"),)),
    ("CL-07", "P7 s6", (("planets/p07.yaml", "flag well_open, open s6-s7, ", "flag well_open, "),)),
    ("CL-07", "P10 s6", (("planets/p10.yaml", "[flag slip_open, open s5-s6, ", "[open s5-s6, "),
                         ("planets/p10.yaml", "[lead relics 1]", "[lead relics 1, flag slip_open]"))),
    ("CL-08", "P10 s5-s6", (("planets/p10.yaml", "open s5-s6, ", ""),)),
    ("CL-08", "log 230", ((P2, "open s1-s3", "open s3-s1"),)),
    ("CL-09", "P2 s4", ((P2, "no_travel_until: flag door_open", "no_travel_until: flag door_open and finished s5"),)),
    ("CL-10", "unique 7", (("planets/p04.yaml", "[unique 7, finish here]", "[finish here]"),)),
    ("CL-10", "unique 34", ((P2, "pay: [item 34]", "pay: [spend 1]"),)),
    ("CL-10", "unique 3", ((P2, "uniques: [2, 3]", "uniques: [2]"),)),
    ("CL-11", "equipment EQ-S06", ((P2, "unlock equipment EQ-S06, ", ""),)),
    ("CL-11", "situation S12", (("logs/ship.yaml", "      - situation S12 add\n", ""),)),
    ("CL-12", "poi 205", ((P2, "- name: Free the lens\n", "- name: Free the lens\n        need: flag never_set\n"),)),
    ("CL-13", "log 240", ((P2, "[finish s7, success +1]", "[finish s7, success +1, flag unasked]"),)),
    ("CL-14", "poi 205", ((P2, "          - {red: true, do: [danger 1 1]}\n", ""),)),
    ("CL-14", "poi 205", ((P2, "{need: READ+PROBE,", "{need: READ+Ac,"),)),
    ("CL-14", "poi 205", ((P2, "- name: Free the lens\n", "- name: Free the lens\n        plain: [none]\n"),)),
    ("CL-15", "threat T02", ((P2, "[danger 2 1 for prey, time T02 -4]", "[danger 2 1 for prey]"),)),
    ("CL-16", "P2 s1-s3", ((P2, "{from: s1, to: s3, icons: [T]}", "{from: s1, to: s3, icons: [T, S]}"),)),
    ("CL-16", "global condition G01", (
        ("planets/p01.yaml", "{need: REACH, do: [move target]}", "{need: REACH, do: [none]}"),
        ("planets/p01.yaml", "do: [spend 1, move target]", "do: [spend 1]"),
    )),
    ("CL-17", "poi 204", ((P2, "{need: HAUL+MEND,", "{need: HAUL,"),)),
    ("CL-18", "poi 203", ((P2, f"{DOOR}{{category: 1, dice: 1}}", f"{DOOR}{{category: 1, dice: 2}}"),)),
    ("CL-19", "planet P2", ((P2, "{id: door, length: 3,", "{id: door, length: 6,"),)),
    ("CL-20", "system SY5", (("systems/sy6.yaml", "{name: Cradle, energy: 1,", "{name: Cradle, energy: 2,"),)),
    ("CL-20", "system SY", (("systems/sy6.yaml", "{name: Cradle, energy: 1,", "{name: Cradle, energy: 5,"),)),
    ("CL-21", "log 73", (("logs/ship.yaml", "{label: Strip one, ", "{label: Strip one, pay: [success -1], "),)),
    ("CL-21", "log 970", (("planets/p09.yaml", "[mission M19 add, flag candle_found]", "[mission M19 add]"),)),
    ("CL-22", "log 215", ((P2, "[finish s4, success +1]", "[finish s4, success +1, log 215]"),)),
    ("CL-22", "poi 205", (
        (P2, "do: [unique 3, log 240]", "do: [unique 3, log 240], arrow: 1"),
        (P2, "do: [lead relics 1, draw 1]", "do: [lead relics 1, draw 1], arrow: 0"),
    )),
    ("CL-23", "log 205", ((P2, "{actor}", "{captain}"),)),
    ("CL-23", "log 206", ((P2, "Eleven beats.", "Eleven beats, a signal."),)),
    ("CL-23", "log 299", ((P2, "The tide keeps everything.", "The tide keeps everything. " * 12),)),
    ("CL-23", "mission M06", ((P2, "text: Clear the kelp", "text: Roll the dice for the kelp"),)),
    ("CL-23", "log 207", ((P2, "label: Take the key", "label: Lose accord for the key"),)),
    ("CL-25", "P2 s5", ((P2, "name: Rookery, at: [3, 0]", "name: Rookery, at: [2, 0]"),)),
    ("CL-26", "accord", tuple((f"planets/p0{n}.yaml", "  act:", "  optional: true\n  act:") for n in range(1, 8))),
    ("CL-27", "poi 504", (("planets/p05.yaml", "[{need: HAUL, do: [wake +1]}]", "[{need: Ac, do: [wake +1]}]"),)),
    ("CL-27", "poi 604", (("planets/p06.yaml", "{id: set, length: 3, need: MEND,", "{id: set, length: 3, need: Ac,"),)),
    ("CL-27", "poi 906", (("planets/p09.yaml", *SLIPS),)),
    ("CL-27", "threat T04", (("planets/p04.yaml", "[{need: Ac, do: [spend 1 green", "[{need: GUARD, do: [spend 1 green"),)),
    ("CL-28", "poi 201", ((P2, "{need: TRACK+TRACK, do: [lead blooms 3,", "{need: TRACK, do: [lead blooms 3,"),
                           (P2, "{need: TRACK, do: [lead blooms 1]}", "{need: TRACK+TRACK, do: [lead blooms 1]}"))),
    ("CL-26", "wake", (("logs/ship.yaml", "      - flag gate_open\n", "      - flag gate_open\n      - wake +4\n"),)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "where", "changes"), CASES, ids=[f"{case[0]}-{number}" for number, case in enumerate(CASES)]
)
def test_what_the_lint_finds(pack: Path, rule: str, where: str, changes: tuple[tuple[str, str, str], ...]) -> None:
    for file, old, new in changes:
        change(pack, file, old, new)
    found = lint(compile_campaign(pack).campaign)
    assert {finding.rule for finding in found} == {rule}
    assert all(finding.where.startswith(where) for finding in found)
    assert {finding.warning for finding in found} == {rule in ("CL-13", "CL-18", "CL-19", "CL-23", "CL-26")}


LETS_PASS: list[tuple[str, tuple[tuple[str, str, str], ...]]] = [
    ("CL-03", ((P2, "[danger 1 1]", "[spend 1 for in s7]"),)),
    ("CL-04", ((P2, "  - id: 298\n", f"{LOG_297}  - id: 298\n"), (P2, "[finish s7, success +1]", "[finish s7, log 297]"))),
    ("CL-05", (("planets/p03.yaml", "mission M07 add, mission M08 add", "mission M07 add"),
               ("planets/p03.yaml", "[supply +1, flag candle_trace]", "[supply +1, flag candle_trace, mission M08 add]"))),
    ("CL-06", ((P2, "  - {from: s6, to: s8}\n", ""),)),
    ("CL-07", (("planets/p04.yaml", "{from: s4, to: s6, ", "{from: s6, to: s4, one_way: true, "),)),
    ("CL-09", ((P2, "no_travel_until: flag door_open", "no_travel_until: flag door_open or finished s5"),)),
    ("CL-10", ((P2, "pay: [item 34]", "need: item 34"),)),
    ("CL-11", ((P2, "unlock equipment EQ-S06, ", ""), (P2, "[danger 1 1]", "[unlock equipment EQ-S06]"))),
    ("CL-13", ((P2, "[finish s7, success +1]", "[finish s7, success +1, flag asked]"),
               (P2, "[finish s4, success +1]", "[finish s4, {if: flag asked, then: [success +1]}]"))),
    ("CL-14", ((P2, "          - {red: true, do: [danger 1 1]}\n", "          - {red: true, do: [none]}\n"),)),
    ("CL-15", ((P2, "[danger 2 1 for prey, time T02 -4]", "[danger 2 1 for prey, threat-remove T02]"),)),
    ("CL-16", ((P2, "{from: s1, to: s3, icons: [T]}", "{from: s1, to: s3, icons: [S, T]}"),)),
    ("CL-17", ((P2, "{need: HAUL+MEND,", "{need: HAUL+BREACH,"),)),
    ("CL-18", (("planets/p05.yaml", f"{NAMES}{{category: 7, dice: 1}}", f"{NAMES}{{category: 7, dice: 2}}"),)),
    ("CL-19", ((P2, "{id: door, length: 3,", "{id: door, length: 4,"),)),
    ("CL-20", (("systems/sy4.yaml", "{name: Ostrakon, energy: 2,", "{name: Ostrakon, energy: 4,"),)),
    ("CL-21", (("logs/ship.yaml", "{label: Leave nothing, ", "{label: Leave nothing, pay: [success -1], "),)),
    ("CL-22", ((P2, "[finish s4, success +1]", "[finish s4, {if: flag heard_mast, then: [log 215]}]"),)),
    ("CL-23", ((P2, "They are waiting for it.", "They are waiting for it to wake."),)),
    ("CL-25", ((P2, "  - {from: s1, to: s2}\n", "  - {from: s1, to: s2}\n  - {from: s1, to: s4}\n"),)),
    ("CL-26", (("logs/ship.yaml", "      - flag gate_open\n", "      - flag gate_open\n      - wake +3\n"),)),
    ("CL-27", (("planets/p05.yaml", "[{need: HAUL, do: [wake +1]}]", "[{need: GUARD/Ac, do: [wake +1]}]"),)),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "changes"), LETS_PASS, ids=[case[0] for case in LETS_PASS])
def test_what_the_lint_lets_pass(pack: Path, rule: str, changes: tuple[tuple[str, str, str], ...]) -> None:
    """Just this side of each rule."""
    for file, old, new in changes:
        change(pack, file, old, new)
    assert [finding for finding in lint(compile_campaign(pack).campaign) if finding.rule == rule] == []


def test_crossing_paths(pack: Path) -> None:
    """CL-25: paths may neither cross nor run through a third sector."""
    change(pack, P2, "  - {from: s1, to: s2}\n", "  - {from: s1, to: s2}\n  - {from: s1, to: s4}\n")
    change(pack, P2, "  - {from: s1, to: s2}\n", "  - {from: s1, to: s2}\n  - {from: s2, to: s3}\n")
    change(pack, P2, "  - {from: s1, to: s2}\n", "  - {from: s1, to: s2}\n  - {from: s1, to: s5}\n")
    found = [finding for finding in lint(compile_campaign(pack).campaign) if finding.rule == "CL-25"]
    assert [finding.text for finding in found] == ["it runs through s2", "it crosses s1-s4"]


@pytest.mark.parametrize(
    ("need", "before", "lost"),
    [
        ("Ac", "Ac", True),
        ("Ac+Ac", "Ac", True),
        ("Ac", "Ac+Ac", False),  # the one that is left over from a pair
        ("LINK+READ", "LINK", True),
        ("LINK/READ", "LINK", False),
        ("LINK", "LINK/READ", True),
        ("GUARD+GUARD", "GUARD+HAUL", False),
        ("GUARD", "red", True),
        ("red", "GUARD", False),
        ("GUARD", "ANY", True),
        ("Ac", "ANY", False),
    ],
)
def test_which_dice_are_taken_first(need: str, before: str, lost: bool) -> None:
    """CL-27: a need is lost if no set of natural icons meets it that is not forced elsewhere before (ISS-126)."""
    assert taken(need, before) == lost


def test_chances_are_those_of_the_guide() -> None:
    """Section 9: the reference rolls."""
    early = {"HAUL": 0.86, "HAUL+GUARD": 0.65, "HAUL+READ": 0.57, "HAUL+HAUL": 0.49, "HAUL+HAUL+HAUL": 0.14}
    assert {need: round(start_chance(need), 2) for need in early} == early
    mid = {"HAUL": 0.98, "HAUL+GUARD": 0.88, "HAUL+READ": 0.80, "HAUL+HAUL": 0.86, "HAUL+READ+MEND": 0.49}
    assert {need: round(mid_chance(need), 2) for need in mid} == mid


# CL-24 ---------------------------------------------------------------------------------------------------------------


def test_every_ending_and_every_log_is_reached() -> None:
    assert list(play.endings(quiet)) == []


def test_any_campaign_is_played(pack: Path) -> None:
    """Not only the one that is built: what is missing in its files is found."""
    change(pack, "planets/p02.yaml", "name: Brackwater", "name: Freshwater")
    change(pack, "logs/ship.yaml", "ending END3", "ending END2")
    told: list[str] = []
    found = play.play_campaign(pack, [1], 1, tell=told.append)
    assert [(finding.rule, finding.where) for finding in found] == [("CL-24", "END3")]
    assert told[-1] == "campaign 1 of 1, by chance"
    assert list(EDITIONS) == [CAMPAIGN.version], "and nobody else plays it"


def test_an_ending_out_of_reach_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "WORLDS", WORLDS[:1])
    found = [finding.where for finding in play.endings(quiet) if finding.where.startswith("END")]
    assert found == ["END1", "END2", "END3", "END4"]


@pytest.mark.parametrize("number", range(6))
def test_campaigns_by_chance_are_never_stuck(number: int) -> None:
    assert list(play.by_chance(1 + number % 4, f"test {number}")) == []


def test_a_campaign_that_is_stuck_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "BY_CHANCE", 20)
    monkeypatch.setattr(play, "TO_LEAVE", 0)
    (finding,) = play.by_chance(2, "test 1")
    assert finding.rule == "CL-24"
    assert "stuck" in finding.text
