"""The glazier: what it is given is checked, what it makes is always the same, and nothing changes but what changed."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from app.glass.cartoon import Wrong, read, unknown_words
from app.glass.cutters import CUTTERS
from app.glass.glazier import extent, glaze
from app.glass.kit import kit
from app.glass.likeness import distance, glance
from app.glass.paths import bounds, parse, short
from app.glass.window import Shown

HUT = """<cartoon alt="A hut &amp; a door">
  <sky at="800 100" line="500"/>
  <light at="400 300" r="200" tint="amber"/>
  <land line="-20 500 800 490 1620 500" cut="folds 4" tints="moss green" patch="heather"/>
  <thing name="hut" hero="yes"><path fill="oak" cut="bricks 40 90" d="M600 700V400H1000V700Z"/><sign at="700 500"/></thing>
  <thing name="door">
    <use kit="door" at="800 700" size="1.5" look="0"/>
    <g look="1"><light at="800 640" r="90" tint="glow"/><use kit="door" as="open" at="800 700" size="1.5"/></g>
  </thing>
  <thing name="folk"><row n="3" from="300 800" to="500 800"><use kit="person" as="sit hat" robe="rust"/></row></thing>
</cartoon>"""
SEEN = {"hut": Shown(0, 0, "a hut", "M-14 14L0 -14L14 14Z"), "door": Shown(1, 0, "a <door>"), "folk": Shown(2)}


def window(text: str = HUT, **more: object) -> str:
    return glaze(read(text), key="k", hour="dusk", motifs=kit(), **{"seen": SEEN, **more})  # type: ignore[arg-type]


def groups(svg: str) -> dict[str, str]:
    """The drawing of each thing, with what its references mean in place of their numbers."""
    root = ET.fromstring(svg)
    found = {}
    for node in root.iter():
        if node.get("data-name"):
            text = ET.tostring(node, encoding="unicode")
            found[str(node.get("data-name"))] = re.sub(r'(#k|id="k|ns0:)\d*[-\d]*', "", text)
    return found


def test_a_window_is_always_the_same_and_well_formed() -> None:
    assert window() == window()
    root = ET.fromstring(window())
    assert [node.get("data-name") for node in root.iter() if node.get("data-name")] == [
        "feature-e0",
        "feature-e1",
        "feature-e2",
    ]
    assert root.get("aria-label") == "A hut & a door"
    assert {title.text for title in root.iter("{http://www.w3.org/2000/svg}title")} == {"a hut", "a <door>"}


def test_ids_begin_with_the_name_of_the_window_and_are_there_once() -> None:
    ids = re.findall(r' id="([^"]+)"', window())
    assert len(ids) == len(set(ids))
    assert all(one.startswith("k") for one in ids)
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', window())) <= set(ids)


def test_nothing_is_in_a_window_that_the_policy_of_the_house_forbids() -> None:
    svg = window().replace("http://www.w3.org/2000/svg", "")
    for word in ("<style", "style=", "<script", "<filter", "http", "<image", "<text", "onload"):
        assert word not in svg


def test_a_state_changes_its_own_thing_and_no_other_pane() -> None:
    before, after = groups(window()), groups(window(seen={**SEEN, "door": Shown(1, 1, "a <door>")}))
    assert before["feature-e1"] != after["feature-e1"]
    assert before["feature-e0"] == after["feature-e0"]
    assert before["feature-e2"] == after["feature-e2"]
    assert groups(window(seen={"hut": SEEN["hut"]}))["feature-e0"] == before["feature-e0"]


def test_what_is_not_there_is_not_drawn() -> None:
    assert "feature-e1" not in window(seen={"hut": SEEN["hut"], "folk": SEEN["folk"]})


def test_a_hidden_sign_is_painted_on_its_thing() -> None:
    plain = window(seen={**SEEN, "hut": Shown(0, 0, "a hut")})
    assert len(window()) > len(plain)


def test_everything_that_is_wrong_with_a_cartoon_is_said_at_once() -> None:
    with pytest.raises(Wrong) as wrong:
        read(
            '<cartoon>\n<sky at="1"/>\n<path d="L0 0" fill="oak"/>\n<script/>\n<rect x="1" style="x"/>\nwords\n'
            '<circle r="4" fill="red" stroke="ink"/><path d="M0 0L9 9" cut="slices" fill="oak"/>'
            '<thing name="a"/><thing name="a"/></cartoon>'
        )
    said = str(wrong.value).splitlines()
    for part in (
        "needs 'alt'",
        "line 2",
        "a path begins with M",
        "there is no <script>",
        "has no 'style'",
        "'width'",
        "words between",
        "one of them",
        "no cut 'slices'",
        "'a' is there twice",
    ):
        assert any(part in line for line in said), part
    with pytest.raises(Wrong, match="declarations"):
        read('<!DOCTYPE x [<!ENTITY a "b">]><cartoon alt="x"/>')
    with pytest.raises(Wrong, match="instead of"):
        read('<svg alt="x"/>')


def test_words_that_nobody_knows_are_named() -> None:
    node = read(
        '<cartoon alt="x"><use kit="unicorn" at="0 0"/><use kit="door" as="ajar" robe="oak"/>'
        '<path d="M0 0L1 1Z" fill="puce"/></cartoon>'
    )
    said = " ".join(unknown_words(node, kit()))
    for part in ("no 'unicorn'", "never 'ajar'", "no tint 'robe'", "no glass 'puce'"):
        assert part in said


def test_the_kit_is_large_and_without_faults() -> None:
    assert len(kit()) >= 80
    assert not [fault for motif in kit().values() for fault in unknown_words(motif, kit())]
    stances = set(kit()["person"].attrs["as"][0])
    assert len(stances) >= 6
    assert {"person", "stout", "tall", "child"} <= set(kit()), "four builds"
    assert {"fenfolk", "ringer", "diamond", "host", "mouse", "warden"} <= set(kit()), "the peoples of Oriel"


@pytest.mark.parametrize("name", CUTTERS)
def test_every_cutter_fills_its_field(name: str) -> None:
    svg = glaze(
        read(f'<cartoon alt="x"><land line="0 300 1600 300" cut="{name}" tints="#ff0000 #fe0000"/></cartoon>'),
        key="k",
        hour="noon",
        motifs=kit(),
    )
    spots = glance(svg)
    bare = [
        n for n, (red, green, _) in enumerate(spots) if n >= 32 * 8 and n < 32 * 17 and 0 < n % 32 < 31 and red < 150
    ]
    assert len(bare) < 8, bare


def test_paths_are_read_and_written() -> None:
    path = parse("m10 10h20v20l-20 0zM50 50q10 0 10 10t10 10c0 5 5 5 5 0s5 5 5 0A10 10 0 0 1 100 60")
    assert bounds((path,))[0] == 10
    assert parse(short(parse("M10 10L30 10L30 30Z"))) == parse("M10 10L30 10L30 30Z")
    for bad in ("L1 1", "M1", "M1 1X2 2", ""):
        with pytest.raises(ValueError):
            parse(bad)


def test_how_large_a_thing_is_can_be_told() -> None:
    box = extent(read(HUT), "hut", kit())
    assert box is not None
    assert (round(box[0]), round(box[2])) == (600, 1000)
    assert extent(read(HUT), "nobody", kit()) is None


def test_windows_that_look_alike_are_near() -> None:
    other = HUT.replace("600 700V400H1000", "500 800V300H1200").replace("moss green", "navy ink")
    one, same, far = glance(window()), glance(window(seen={**SEEN, "door": Shown(1, 1)})), glance(window(other))
    assert distance(one, one) == 0
    assert distance(one, same) < 0.05 < distance(one, far)
