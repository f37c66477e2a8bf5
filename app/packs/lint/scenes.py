"""Scenes: what the picture must show (VAN-L39 to VAN-L46)."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from app.games.vantage.scene import alt_text
from app.games.vantage.state import Options, fresh
from app.games.vantage.world import (
    CATEGORIES,
    COMPOSITIONS,
    GROUPS,
    WORLDS,
    Act,
    Condition,
    Element,
    Place,
    World,
    cell,
    hour,
    neighbour,
)
from app.packs.lint.findings import Finding, Pack, check, words
from app.packs.lint.texts import every_text

FAR_VERBS = "SIGHT WATCH LISTEN SCOUT MAP TRACK SING SHOUT FOLLOW STEER WANDER".split()  # VAN-C71
CLOSING = frozenset(
    "cliff ridge peak cone mesa gorge pillars boulders scree crater ice_shelf lava_field vents sinkhole mullion shutters "
    "wall gate sluice hull tower bridge posts giant_root hedge thorn door frame_pane tomb dead_tree".split()
)  # what can stand in the way, besides water
LIGHT = {"dawn": "right", "forenoon": "right", "noon": "above", "late": "left", "dusk": "left", "night": "local"}
NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split()
SIZES = ("m", "l", "xl")
UNDER_TEST = "the pack that is being looked at"


WORDS = {
    "sky": "clear veiled banded storm ceiling water none",
    "bodies": "sun_low sun_high glow moonless stars pane_glint falling_ship",
    "light": "left right above ahead behind below local",
    "horizon": "flat rolling jagged terraced wall none",
    "far": "horizon far mid near",
    "size": "s m l xl",
    "state": "whole broken open shut lit dark full empty tied loose",
    "weather": "clear mist rain snow upsnow wind sandblow ashfall sparks heat_haze storm aurora petals moth_drift",
    "how": "cracks knots shadows ripples stars arrangement",
    "landforms": "plain hummocks dunes terraces cliff ridge peak cone mesa gorge pillars boulders scree crater "
    "cave_mouth arch island sandbar ice_shelf lava_field vents sinkhole mullion lead_road shutters",
    "water": "still_fen river canal falls upfall tidepool surf open_sea ice hot_spring puddles flooded_hall",
    "flora": "reeds grass_sea moss fern fungus_glow glass_tree orchard_tree giant_root thorn kelp spines snow_bloom "
    "vine dead_tree hedge lily crop_rows lichen",
    "structures": "causeway posts stilt_hut grown_house tower belfry gate stair wall bridge rope_ferry dock crane kiln "
    "kettle pipework lamp_post beacon frame_pane statue tomb tent raft boat hull pod mast stall well sluice windmill "
    "shelves throne loom mask_rack scales door board",
    "creatures": "figure group small_folk tall_folk mask herd_beast birds moths fish crab fox_like goat_like snake_like "
    "giant_part walking_lamp pillar_folk",
    "foreground": "cup bottle rope crate book bell tool bones shell coin footprints letter basket shard rag lever wheel "
    "signboard fruit feather chain doll mirror egg net jar seat nest split_root planks sacks ledger",
}  # section 10 of the world guide
KINDS = frozenset(word for group in GROUPS for word in WORDS[group].split())
TINTED = ("", "ground", "shade", "accent", *COMPOSITIONS)


@check
def vocabulary(pack: Pack) -> Iterator[Finding]:
    """The illustrator knows these words and no others (VAN-L01)."""
    for place in pack.world.places.values():
        scene = place.scene
        used = [("sky", scene.sky.kind), ("light", scene.light.from_), ("horizon", scene.horizon.line)]
        used += [("weather", scene.weather.kind), *(("bodies", body) for body in scene.sky.bodies)]
        used += [("how", sign.how) for sign in scene.signs]
        for one in scene.elements():
            used += [("far", one.far), ("size", one.size), ("state", one.state)]
            kinds = [one.kind, *(look.kind for look in one.states if look.kind)]
            unknown = [kind for kind in kinds if kind not in KINDS] + [one.tint] * (one.tint not in TINTED)
            for word in unknown:
                yield Finding("VAN-L01", f"{place.id} scene {one.id}", f"there is no {word!r} in pictures")
        for what, word in used:
            if word not in WORDS[what].split():
                yield Finding("VAN-L01", f"{place.id} scene", f"{what}: there is no {word!r}")


@check
def features(pack: Pack) -> Iterator[Finding]:
    for place in pack.world.places.values():
        elements = {element.id: element for element in place.scene.elements()}
        for action in place.actions:
            where = f"{place.id} {action.act}"
            feature = elements.get(action.feature)
            if feature is None:
                yield Finding("VAN-L39", where, f"there is no element {action.feature!r}")
                continue
            if not set(map(str, _sure(feature.when))) <= set(map(str, _allowed(action))):
                yield Finding("VAN-L39", where, f"{action.feature!r} is not always there when it is allowed")
            if feature.far in ("far", "horizon") and action.act.partition("-")[2] not in FAR_VERBS:
                yield Finding("VAN-L40", where, "is done on something far away")
        for sign in place.scene.signs:
            if sign.on not in elements:
                yield Finding("VAN-L46", str(place.id), f"a sign on {sign.on!r}, which does not exist")


def _sure(condition: Condition | None) -> list[Condition]:
    """The parts that all hold when a condition holds."""
    if not condition or "built" in str(condition):
        return []
    if set(condition) == {"all"}:
        return [part for one in condition["all"] for part in _sure(one)]
    if set(condition) == {"not"} and set(condition["not"]) == {"not"}:
        return _sure(condition["not"]["not"])
    if set(condition) == {"not"} and set(condition["not"]) == {"any"}:
        return [part for one in condition["not"]["any"] for part in _sure({"not": one})]
    return [condition]


def _allowed(action: Act) -> list[Condition]:
    return [*_sure(action.cond), *(_sure({"not": action.forbid_if}) if action.forbid_if else [])]


@check
def size(pack: Pack) -> Iterator[Finding]:
    for place in pack.world.places.values():
        elements = place.scene.elements()
        if not elements:
            yield Finding("VAN-L42", str(place.id), "has no picture")
        if cell(place.id) is None:
            continue
        if not 6 <= len(elements) <= 14:
            yield Finding("VAN-L42", str(place.id), f"{len(elements)} elements instead of 6 to 14")
        used = sum(bool(getattr(place.scene, group)) for group in GROUPS)
        if used < 4:
            yield Finding("VAN-L42", str(place.id), f"elements of {used} groups only")


def _things(place: Place) -> Counter[tuple[str, str, str]]:
    return Counter((element.kind, str(element.at), element.far) for element in place.scene.elements())


@check
def signatures(pack: Pack) -> Iterator[Finding]:
    world = pack.world
    seen: dict[Any, int] = {}
    for place in world.places.values():
        signature = (place.scene.sky.kind, place.scene.horizon.line, tuple(sorted(_things(place).items())))
        if signature in seen:
            yield Finding("VAN-L42", str(place.id), f"has the same picture as {seen[signature]:03d}")
        seen[signature] = place.id
        for side in ("east", "south"):
            other = world.places.get(neighbour(place.id, side) or -1)
            if other is None:
                continue
            mine, theirs = _things(place), _things(other)
            if max((mine - theirs).total(), (theirs - mine).total()) < 4:
                yield Finding("VAN-L42", str(place.id), f"looks too much like its neighbour {other.id:03d}")


# Clues and words (VAN-L41, VAN-L45) ------------------------------------------------------------------------------


@check
def clues(pack: Pack) -> Iterator[Finding]:
    world = pack.world
    said: dict[str, set[str]] = defaultdict(set)
    for where, text in every_text(world):
        if " scene" not in where:
            for word in words(text):
                said[_stem(word)].add(where)
    for puzzle in world.puzzles.values():
        for text in (puzzle.check, *(str(piece.get("text", "")) for piece in puzzle.knowledge)):
            for word in words(text):
                said[_stem(word)].add(f"puzzle {puzzle.id}")
    for place in world.places.values():
        for element in (one for one in place.scene.elements() if one.clue):
            where = f"{place.id} scene {element.id}"
            named = {_stem(word) for word in words(f"{element.id} {element.kind} {element.detail}".replace("_", " "))}
            used = any(action.feature == element.id for action in place.actions)
            if not used and not any(said.get(word) for word in named if len(word) > 3):
                yield Finding("VAN-L41", where, "a clue that no text speaks of")
            counted = re.search(r"\d", element.detail) or set(words(element.detail)) & set(NUMBERS)
            if element.size not in SIZES and not counted:
                yield Finding("VAN-L41", where, "a clue too small to be seen, and not counted in its detail")


def _stem(word: str) -> str:
    return word.removesuffix("'s").removesuffix("s")


@check
def spoken(pack: Pack) -> Iterator[Finding]:
    """The words for the picture name every feature and every clue (VAN-L45)."""
    WORLDS[UNDER_TEST] = pack.world
    try:
        state = fresh(UNDER_TEST, Options(), 1)
        for place in pack.world.places.values():
            state.seats[0].place = place.id
            told = " ".join(alt_text(state, 0, place))
            used = {action.feature for action in place.actions}
            for element in place.scene.elements():
                if element.id not in used and not element.clue:
                    continue
                if not element.detail:
                    yield Finding("VAN-L45", f"{place.id} scene {element.id}", "has no detail that words could tell")
                elif element.when is None and not element.states and element.detail not in told:
                    yield Finding("VAN-L45", f"{place.id} scene {element.id}", "is missing from the words")
    finally:
        del WORLDS[UNDER_TEST]


# What agrees with the map (VAN-L43, VAN-L44, VAN-L46) ------------------------------------------------------------


def _stands(element: Element, side: str) -> bool:
    if element.at == "all" or not isinstance(element.at, int):
        return True
    return {"west": element.at <= -1, "east": element.at >= 1, "north": -2 <= element.at <= 2}[side]


def _shows_why(place: Place, side: str) -> bool:
    beyond = {str(one.get("kind") if isinstance(one, dict) else one) for one in place.scene.horizon.beyond}
    if side == "north" and ({"shutters", "mullion"} & beyond or place.scene.horizon.line == "wall"):
        return True
    return any(
        (element.kind in CLOSING or element in place.scene.water) and _stands(element, side)
        for element in place.scene.elements()
    )


@check
def closed_sides(pack: Pack) -> Iterator[Finding]:
    """What closes a side can be seen there; what is behind the viewer cannot (VAN-L43)."""
    world = pack.world
    for place in world.places.values():
        if cell(place.id) is None:
            continue
        for side in ("west", "north", "east"):
            way = place.compass.get(side)
            if way is not None and way.blocked and not _shows_why(place, side):
                yield Finding("VAN-L43", f"{place.id} {side}", "nothing in the picture shows why it is closed")
        yield from _ahead(world, place)


def _ahead(world: World, place: Place) -> Iterator[Finding]:
    at = cell(place.id)
    for one in place.scene.horizon.beyond:
        landmark = one if isinstance(one, int) else one.get("kind") if isinstance(one, dict) else None
        there = cell(landmark) if isinstance(landmark, int) else None
        if at and there and min((at[0] - there[0]) % 30, (there[0] - at[0]) % 30) > 4:
            yield Finding("VAN-L43", str(place.id), f"{landmark:03d} does not lie ahead")
    north = world.places.get(neighbour(place.id, "north") or -1)
    if north is None or not place.compass.get("north") or place.compass["north"].blocked:
        return
    known = {_stem(word) for word in words(f"{north.name} {north.text}")}
    for element in north.scene.elements():
        known |= {_stem(word) for word in words(f"{element.kind} {element.detail}".replace("_", " "))}
    for element in place.scene.elements():
        if element.far == "far" and element.at == 0 and element.when is None:
            own = {_stem(word) for word in words(f"{element.kind} {element.detail}".replace("_", " ")) if len(word) > 3}
            if not own & known:
                text = f"{element.id!r} stands far ahead, but {north.id:03d} in the north knows nothing of it"
                yield Finding("VAN-L43", f"{place.id} scene", text, warning=True)


@check
def tags(pack: Pack) -> Iterator[Finding]:
    for place in pack.world.places.values():
        scene = place.scene
        where = str(place.id)
        if "water_near" in place.tags and not scene.water:
            yield Finding("VAN-L44", where, "water near, but none in the picture")
        lit = any(one.state == "lit" or one.id in scene.light.sources for one in scene.structures)
        if "people_near" in place.tags and not scene.creatures and not lit:
            yield Finding("VAN-L44", where, "people near, but nobody and no light in the picture")
        if "dark" in place.tags and scene.light.strength > 0 and scene.light.from_ != "local":
            yield Finding("VAN-L44", where, "dark, but the light is neither 0 nor local")
        wanted = LIGHT.get(hour(place.id), "")
        own = {wanted, "local"} if "dark" in place.tags or "outdoors" not in place.tags else {wanted}
        if wanted and scene.light.from_ not in own:
            yield Finding("VAN-L44", where, f"the light falls from {scene.light.from_}, at this hour from {wanted}")


@check
def signs(pack: Pack) -> Iterator[Finding]:
    shown: dict[str, set[str]] = defaultdict(set)
    for place in pack.world.places.values():
        if cell(place.id):
            shown[place.region] |= {sign.skill for sign in place.scene.signs}
        for sign in place.scene.signs:
            if sign.skill not in CATEGORIES:
                yield Finding("VAN-L46", str(place.id), f"there is no sign of {sign.skill!r}")
    for region, kinds in shown.items():
        if len(kinds) < 4:
            yield Finding("VAN-L46", f"region {region}", f"signs of {len(kinds)} kinds only")
