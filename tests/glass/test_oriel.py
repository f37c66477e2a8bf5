"""The windows of the house's worlds: valid, light, and with everything in them that can be acted on."""

from __future__ import annotations

import gzip
import re
import xml.etree.ElementTree as ET

import msgspec
import pytest

from app.games.vantage.pictures import drawn, subjects
from app.games.vantage.world import WORLDS, Look
from app.packs.lint.cartoons import features, size, words
from app.packs.lint.findings import Pack
from tests.games.vantage.situations import begin, table
from tests.rules import rule

ORIEL = WORLDS["oriel"]


@rule("VAN-L53", "VAN-L54", "VAN-L55", "VAN-L56")
def test_the_cartoons_of_oriel_are_without_faults() -> None:
    pack = Pack(ORIEL)
    assert not [str(one) for check in (words, features, size) for one in check(pack) if not one.warning]


HUT = '<cartoon alt="x">{}<thing name="bell"><use kit="bell" at="800 500" size="{}"/></thing></cartoon>'


@rule("VAN-L54", "VAN-L55", "VAN-L57")
def test_what_a_painter_forgot_is_said() -> None:
    world = msgspec.structs.replace(WORLDS["sampler"], cartoons={"041": HUT.format("", 0.2), "099": HUT.format("", 1)})
    world.places[41].scene.foreground[0].states.append(Look({"flag": "bell_rung"}, "broken"))
    try:
        found = [one for check in (words, features) for one in check(Pack(world))]
    finally:
        world.places[41].scene.foreground[0].states.pop()
    said = [(one.rule, one.where, one.text) for one in found]
    for rule_, where, part in (
        ("VAN-L54", "cartoon 041", "there is no thing 'stile'"),
        ("VAN-L55", "cartoon 041", "too small to tap"),
        ("VAN-L57", "cartoon 041", "'bell' has no look 1"),
        ("VAN-L53", "cartoon 099", "belongs to nothing"),
    ):
        assert any((rule_, where) == one[:2] and part in one[2] for one in said), part
    assert all(one.warning == (one.rule == "VAN-L57") for one in found)


@pytest.mark.parametrize("name", ORIEL.cartoons)
def test_a_painted_window_is_valid(name: str) -> None:
    if name.startswith("kit-"):
        return
    svg = drawn(ORIEL, name)
    root = ET.fromstring(svg)
    assert root.get("aria-label")
    assert "style" not in svg
    ids = re.findall(r' id="([^"]+)"', svg)
    assert len(ids) == len(set(ids))


def test_a_window_from_words_is_light_too() -> None:
    heavy = [n for n in list(ORIEL.places)[::9] if len(gzip.compress(drawn(ORIEL, f"{n:03d}").encode())) > 14 * 1024]
    assert not heavy


@rule("VAN-233")
def test_no_ids_of_the_scene_are_in_a_window() -> None:
    """Elements go by number: what a painter called a thing is not sent."""
    for name in ("147", "146"):
        named = [element.id for element in ORIEL.places[int(name)].scene.elements()]
        told = drawn(ORIEL, name)
        assert not [one for one in named if f'"{one}"' in told]


@rule("VAN-231")
def test_a_window_goes_to_whoever_stands_there_alone() -> None:
    state = table(2, at=(47, 48))
    session = begin(state)
    mine, theirs = session.view(0), session.view(1)
    assert mine.private.picture != theirs.private.picture
    assert "<svg" not in str(mine.public)
    assert subjects(ORIEL)["146"] == "Heather Clock"
