"""The board's templates draw every region of a session in play, and the composer every place."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from random import Random

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.games.vantage.glazing import KINDS
from app.games.vantage.scene import Seen, compose, picture
from app.games.vantage.world import GROUPS, Scene, hour
from app.glass.cartoon import Node
from app.glass.kit import kit
from app.glass.window import Region as Tints
from app.kernel import Refused
from app.packs.lint.scenes import WORDS
from app.web.markup import Unbroken
from tests.contract.checks import random_move
from tests.games.vantage.situations import begin, give, table
from tests.rules import rule

ROOT = Path(__file__).resolve().parents[3]


def test_every_region_is_drawn() -> None:
    env = Environment(
        loader=FileSystemLoader(ROOT / "templates"), autoescape=True, undefined=StrictUndefined, extensions=[Unbroken]
    )
    env.filters["named"] = lambda text, names: text
    state = table(3)
    give(state, 0, 1149, boost=1)
    session = begin(state)
    rng = Random(1)
    names = ("Ada", "Ben", "Cleo")
    for _ in range(80):
        if session.outcome:
            break
        try:
            session.apply(random_move(session, rng))
        except Refused:
            continue
        view = session.view(0)
        for part in (view.public, view.private):
            for region in part.__struct_fields__:
                value = getattr(part, region)
                context = {
                    "value": value,
                    "names": names,
                    "seat": 0,
                    "emblems": (0, 1, 2),
                    "rules": "",
                    "rule_text": lambda number: number,
                }
                folder = f"games/vantage/{region}"
                if (ROOT / "templates" / f"{folder}.item.html").exists():
                    item = env.get_template(f"{folder}.item.html")
                    context["items"] = "".join(item.render(item=thing, **context) for thing in value)
                template = env.select_template([f"{folder}.html", f"regions/{region}.html"])
                drawn = template.render(name=region, **context)
                assert f'id="r-{region}"' in drawn
                assert "style=" not in drawn


@rule("VAN-C72", "VAN-260")
def test_every_place_has_a_picture_of_its_own_that_is_well_formed() -> None:
    state = table(1)
    drawn = set()
    for place in state.world.places.values():
        svg = picture(state, 0, place.scene, str(place.id), hour(place.id), place.region)
        root = ET.fromstring(svg)
        features = [part.get("data-name") for part in root.iter() if part.get("data-name")]
        assert len(features) == len(place.scene.elements())
        assert all(name is not None and name.startswith("feature-e") for name in features)
        drawn.add(svg)
    assert len(drawn) == len(state.world.places)


def test_every_word_of_the_scene_has_a_drawing_of_its_own() -> None:
    kinds = {kind: group for group in GROUPS for kind in WORDS[group].split()}
    assert {KINDS.get(kind, kind.replace("_", "-")) for kind in kinds} <= set(kit())
    drawn = set()
    for kind, group in kinds.items():
        one = Seen(0, "it", 0, group, kind, 0, "near", "m", 1, "", "whole", "")
        bare = Node("cartoon", {"alt": ""}, (), 0)
        svg = compose(Scene(), (one,), (), ("same", "seed"), bare, "noon", Tints(), kit())
        ET.fromstring(svg)
        drawn.add(svg.partition("</title>")[2])
    assert len(drawn) == len(kinds)


@rule("VAN-070")
def test_a_picture_changes_with_its_flags() -> None:
    state = table(1, at=(47,))
    before = begin(state).view(0).private.place.alt
    state.flags["door_open@47"] = 1
    after = begin(state).view(0).private.place.alt
    assert before != after
    assert any("stands open on a room" in line for line in after)


def test_a_state_is_small_enough_to_be_kept() -> None:
    assert len(msgspec.msgpack.encode(table(6))) < 20_000
