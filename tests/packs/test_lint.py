"""Every rule of the lint is broken once, in the sampler as it would be at full size, and nothing else is found."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from pathlib import Path
from shutil import copytree

import msgspec
import pytest

from app.games.vantage.world import (
    Act,
    Card,
    Diagonal,
    Effects,
    Element,
    Place,
    Side,
    Sign,
    Slot,
    When,
    World,
    register,
)
from app.packs.compile import compile_pack
from app.packs.lint import Finding, Pack, lint, lint_pack, read_pack
from app.packs.lint import published as published_module
from app.packs.lint import scenes as scenes_module
from app.packs.lint.findings import CHECKS
from app.packs.lint.obtain import Assumed, Reachable
from app.packs.lint.published import digest, sixes
from app.packs.play import Leaks, Played, greedy_session, judged, play_pack, start
from tests.packs.test_packs import SAMPLER, change, findings
from tests.rules import rule


@cache
def _sound() -> Pack:
    return read_pack(SAMPLER)


@pytest.fixture
def pack() -> Pack:
    return copy.deepcopy(_sound())


@cache
def _before() -> frozenset[Finding]:
    return frozenset(lint(_sound()))


def new(pack: Pack) -> set[str]:
    """The rules of the findings that were not there before."""
    return {finding.rule for finding in lint(pack) if finding not in _before()}


def entry(place: Place, act: str) -> Act:
    found = place.action(act)
    assert found is not None
    return found


def element(place: Place, name: str) -> Element:
    return next(one for one in place.scene.elements() if one.id == name)


Break = Callable[[World], object]
Costs = list[int | str]


def _set(target: object, **changes: object) -> object:
    for name, value in changes.items():
        setattr(target, name, value)
    return target


def shared_words(world: World) -> None:
    tell = entry(world.places[41], "look-READ").tell
    entry(world.places[48], "look-STUDY").tell = f"Once more. {tell}"


BROKEN: list[tuple[str, Break]] = [
    # Structure and numbers
    ("VAN-L01", lambda w: _set(element(w.places[41], "goat"), kind="camel")),
    ("VAN-L01", lambda w: _set(w.places[41].scene.sky, kind="plaid")),
    ("VAN-L01", lambda w: _set(element(w.places[41], "goat"), far="nearby")),
    ("VAN-L02", lambda w: _set(w.cards[1562], kind="lesson")),
    ("VAN-L02", lambda w: _set(w.places[649], region="E")),
    ("VAN-L08", lambda w: w.flags.update({"lonely": "seat"})),
    # Map
    ("VAN-L09", lambda w: _diagonal(w).result.__setitem__(-1, {"go": {"to": 41}})),
    ("VAN-L10", lambda w: [_set(one, cost=4) for one in w.places[43].departs.values()]),
    ("VAN-L12", lambda w: _set(entry(w.places[619], "move-SURFACE"), result=[{"gain_boost": {}}])),
    ("VAN-L13", lambda w: _set(w.places[42], terrain="land", odd="no people any more")),
    ("VAN-L17", lambda w: _set(entry(w.places[47], "look-TRACK"), cond={"region": "R"})),
    # Actions: what each place has
    ("VAN-L19", lambda w: w.places[715].actions.pop()),
    ("VAN-L20", lambda w: _set(entry(w.places[41], "look-READ"), act="look-SING")),
    ("VAN-L30", lambda w: _falling(entry(w.places[41], "help-MEND"))),
    # Actions, costs, benefits
    ("VAN-L21", lambda w: _set(w.cards[1586].actions[0], cost=7)),
    ("VAN-L25", lambda w: _set(w.places[47].departs["south"], result=[{"say": {"by": "a gull", "text": "Oh."}}])),
    ("VAN-L29", lambda w: _set(w.cards[1149], reserve=9)),
    ("VAN-L31", lambda w: _loop(w.places[715])),
    # Text
    ("VAN-L33", lambda w: _set(w.cards[1149], text="It says " + "how very " * 9 + "long it is.")),
    ("VAN-L33", lambda w: _set(element(w.places[41], "grass"), detail="grass")),
    ("VAN-L34", shared_words),
    ("VAN-L36", lambda w: _set(entry(w.places[41], "look-READ"), line="Count for one boost")),
    ("VAN-L36", lambda w: _set(entry(w.places[715], "look-READ"), line="Read about the coins")),
    ("VAN-L36", lambda w: _set(entry(w.places[41], "overpower-PUSH"), because="It costs 4 now.")),
    (
        "VAN-L37",
        lambda w: _set(
            entry(w.places[41], "look-READ"),
            tell="Seven. Go to number 43 and count them again, twice over, with your eyes shut.",
        ),
    ),
    # Scene
    ("VAN-L39", lambda w: _set(element(w.places[41], "goat"), when={"flag": "bell_rung"})),
    ("VAN-L41", lambda w: _set(element(w.places[46], "vine"), clue=True, size="s", detail="a vine, curled")),
    ("VAN-L42", lambda w: w.places[41].scene.flora.extend(_reeds(12))),
    ("VAN-L43", lambda w: _set(element(w.places[41], "wall"), at=3)),
    ("VAN-L44", lambda w: _set(w.places[41].scene.light, from_="left")),
    ("VAN-L44", lambda w: w.places[46].tags.append("people_near")),
    ("VAN-L44", lambda w: w.places[46].tags.append("dark")),
    ("VAN-L46", lambda w: w.places[46].scene.signs.append(Sign("look", "nowhere", "cracks"))),
    ("VAN-L46", lambda w: _set(w.places[46].scene, signs=[Sign("dance", "sill", "cracks")])),
    # Goals
    ("VAN-L47", lambda w: _set(w.missions[1704], routes=w.missions[1704].routes[:1])),
    ("VAN-L48", lambda w: _set(w.hints["listen"], plain="")),
    ("VAN-L48", lambda w: _set(w.hints["listen"], soft="Somebody keeps a lamp.")),
    ("VAN-L49", lambda w: _set(w.puzzles["S001"], knowledge=[])),
    ("VAN-L49", lambda w: _set(w.puzzles["S001"], answer=[3, 1])),
    ("VAN-L50", lambda w: _set(w.places[41], voice="You rang it a year ago.")),
]


def _falling(action: Act) -> None:
    action.result[0]["by_x"]["1-2"] = [{"gain_boost": {"amount": 6}}]


@rule("VAN-L26")
def test_every_place_gives_and_changes_something(pack: Pack) -> None:
    place = pack.world.places[48]
    place.actions = [entry(place, "move-LEAP"), entry(place, "help-TEND")]
    found = [one.text for one in lint(pack) if one.rule == "VAN-L26" and one not in _before()]
    assert found == ["nothing here gives a card, quest or destiny"]
    place.actions[0].result = [{"flag": {"id": "tide_out"}}, {"gain_card": {"id": 890}}]
    assert not [one for one in lint(pack) if one.rule == "VAN-L26" and one.where == "48"]


def _reeds(count: int) -> list[Element]:
    return [Element(f"reed{n}", "reeds", detail="a reed among reeds") for n in range(count)]


def _diagonal(world: World) -> Diagonal:
    found = world.places[42].departs["east"].diagonal
    assert found is not None
    return found


def _loop(place: Place) -> None:
    for one, two in (("look-READ", "help-REST"), ("help-REST", "look-READ")):
        entry(place, one).result.append({"continue": {"mode": "must", "with": [two]}})


@rule(
    "VAN-L01",
    "VAN-L02",
    "VAN-L08",
    "VAN-L09",
    "VAN-L10",
    "VAN-L12",
    "VAN-L13",
    "VAN-L17",
    "VAN-L19",
    "VAN-L20",
    "VAN-L21",
    "VAN-L25",
    "VAN-L29",
    "VAN-L30",
    "VAN-L31",
    "VAN-L33",
    "VAN-L34",
    "VAN-L36",
    "VAN-L37",
    "VAN-L39",
    "VAN-L41",
    "VAN-L42",
    "VAN-L43",
    "VAN-L44",
    "VAN-L46",
    "VAN-L47",
    "VAN-L48",
    "VAN-L49",
    "VAN-L50",
)
@pytest.mark.parametrize(("number", "damage"), BROKEN, ids=[f"{n}-{i}" for i, (n, _) in enumerate(BROKEN)])
def test_each_rule_is_seen(pack: Pack, number: str, damage: Break) -> None:
    damage(pack.world)
    found = new(pack)
    assert found == {number}, [str(f) for f in lint(pack) if f not in _before()]


@rule("VAN-L16")
def test_pods_have_sites_in_their_own_light(pack: Pack) -> None:
    pack.world.pods[794] = {**pack.world.pods[794], "move-look": 48}
    assert new(pack) == {"VAN-L16"}


@rule("VAN-L18")
def test_a_flag_that_takes_a_goal_away(pack: Pack) -> None:
    mission = pack.world.missions[1706]
    mission.actions = mission.actions[:1]
    entry(pack.world.places[43], "take-CATCH").result.pop()
    assert "VAN-L18" not in new(pack)
    mission.actions[0].forbid_if = {"flag": "oath"}
    (finding,) = [one for one in lint(pack) if one.rule == "VAN-L18" and one not in _before()]
    assert (finding.where, finding.text) == ("mission 1706", "cannot be reached once oath is set")
    mission.actions = []
    (finding,) = [one for one in lint(pack) if one.rule == "VAN-L18" and one not in _before()]
    assert finding.text == "its goal cannot be reached at all"


@rule("VAN-L18")
def test_a_flag_of_one_place_leaves_the_others(pack: Pack) -> None:
    here = {"flag": "bell_rung"}
    at_41 = Reachable(pack.world, Assumed("bell_rung", 41))
    assert at_41.must(here, pack.world.places[41])
    assert not at_41.must(here, pack.world.places[42])
    assert at_41.must({"any": [{"flag": "oath"}, here]}, pack.world.places[41])
    assert not at_41.must({"all": [{"flag": "oath"}, here]}, pack.world.places[41])


@rule("VAN-L17")
def test_conditions_are_taken_kindly(pack: Pack) -> None:
    within = Reachable(pack.world).grow()
    assert within.may(
        {"all": [{"tag": "bell"}, {"has": {"kind": "giant"}}, {"counter": {"id": "lamps", "at_least": 3}}]}, None
    )
    assert not within.may({"all": [{"tag": "bell"}, {"terrain": "sea"}]}, None)
    assert not within.may({"has": {"composition": "frost"}}, None)
    assert not within.may({"flag": "nobody_sets_this"}, None)
    assert within.may({"not": {"flag": "nobody_sets_this"}}, None)


CROSSINGS = [(3, ["mullion"], set()), (5, ["mullion"], {"VAN-L15"}), (3, [], {"VAN-L15"})]


@rule("VAN-L15")
@pytest.mark.parametrize(("cost", "tags", "found"), CROSSINGS)
def test_crossing_an_hour(pack: Pack, cost: int, tags: list[str], found: set[str]) -> None:
    east = pack.world.places[42]
    pack.world.places[501] = msgspec.structs.replace(
        pack.world.places[48], id=501, tags=["mullion"], departs={}, compass={}
    )
    east.tags += tags
    east.departs["east"].result.append({"go": {"to": 501}})
    east.departs["east"].cost = cost
    assert {one.rule for one in lint(pack) if one.rule == "VAN-L15"} == found
    east.compass["east"] = Side(to=501)
    assert any("listed number" in one.text for one in lint(pack))


@rule("VAN-L15")
def test_crossing_the_sill(pack: Pack) -> None:
    top = msgspec.structs.replace(pack.world.places[48], id=1)
    top.departs = {"north": msgspec.structs.replace(top.departs["north"], cost=3, result=[{"go": {"to": 96}}])}
    pack.world.places[1] = top
    assert [one.text for one in lint(pack) if one.rule == "VAN-L15"] == ["a crossing costs 4 to 6, not 3"]
    top.departs["north"].cost = 5
    assert not [one for one in lint(pack) if one.rule == "VAN-L15"]


@rule("VAN-L32")
def test_arrival_damage_is_rare_and_not_twice_on_the_way(pack: Pack) -> None:
    for number in (46, 47):
        pack.world.places[number].arrival = [{"damage": {"kind": "cold"}}]
    texts = [one.text for one in lint(pack) if one.rule == "VAN-L32" and one not in _before()]
    assert texts == ["3 of 6 cells have arrival damage"]
    pack.world.places[48].arrival = [{"damage": {"kind": "cold"}}]  # 48 leads by 47 to the city 42
    assert any("048" in f"{int(one.where):03d}" and "047" in one.text for one in lint(pack) if one.where == "48")


# Shares ----------------------------------------------------------------------------------------------------------


def wide(pack: Pack, costs: Costs, results: list[Effects]) -> Pack:
    """Region B with a hundred cells' worth of actions of these costs and results, in turn."""
    place = pack.world.places[41]
    pattern = place.actions[0]
    place.actions = [
        msgspec.structs.replace(
            pattern,
            cost=costs[n % len(costs)],
            result=results[n % len(results)],
            involves=["tide", "root"] if n % 3 == 0 else [],
        )
        for n in range(200)
    ]
    for number in (42, 43, 46, 47, 48):
        pack.world.places[number].actions = []
    return pack


def texts(pack: Pack, number: str) -> list[str]:
    return [one.text for one in lint(pack) if one.rule == number and one.where.startswith(("region", "planet"))]


EVEN: Costs = [1] * 20 + [2] * 30 + [3] * 25 + [4] * 12 + [5] * 5 + [6] * 3 + ["X"] * 5


@rule("VAN-L23")
def test_shares_of_costs(pack: Pack) -> None:
    assert texts(wide(pack, EVEN, [[]]), "VAN-L23") == []
    uneven = texts(wide(pack, [*([1] * 40), *EVEN[20:]], [[]]), "VAN-L23")
    assert "cost 1: 40 % of 200, not 14 to 24" in uneven
    assert texts(wide(pack, [1], [[]]), "VAN-L23")[-1] == "mean cost 1.00, not 2.3 to 3.0"


@rule("VAN-L24")
def test_shares_of_benefits(pack: Pack) -> None:
    likely: list[Effects] = [
        [{"choice": {"options": [{"label": "one", "do": [{"gain_coin": {}}]}, {"label": "two", "do": []}]}}],
        [{"gain_skill": {"skill": "look"}}],
    ]
    found = texts(wide(pack, EVEN, likely), "VAN-L24")
    assert "results with coins: 25 % of 200, not 8 to 15" in found  # half of them, every second time
    assert "results with a choice: 50 % of 200, not 18 to 30" in found
    assert "results with a token: 50 % of 200, not 25 to 38" in found
    assert "results with a card: 0 % of 200, not 22 to 32" in found


@rule("VAN-L22")
def test_means_of_regions_and_places(pack: Pack) -> None:
    paid: Effects = [{"gain_boost": {"amount": 2}}, {"gain_coin": {}}]  # worth 0.96, at cost 2 a little too much
    rich = wide(pack, [2], [paid])
    assert texts(rich, "VAN-L22") == ["results are off by +0.16 on average"]
    assert [one.text for one in lint(wide(pack, [1], [paid])) if one.where == "41" and one.rule == "VAN-L22"] == [
        "results are off by +0.51 on average"
    ]


@rule("VAN-L27")
def test_what_a_region_is_made_of(pack: Pack) -> None:
    assert texts(wide(pack, [2], [[]]), "VAN-L27") == []
    for action in pack.world.places[41].actions:
        action.involves = [] if "root" in action.involves else ["tide"]
    assert texts(pack, "VAN-L27") == ["root is involved in 0 %, not in 20"]


@rule("VAN-L28")
def test_slots_are_spread_evenly(pack: Pack) -> None:
    pack.world.cards = {
        800 + n: Card(800 + n, "character", "Somebody", slots=[Slot(When(composition=name), impact=n % 6 == 0)])
        for n, name in enumerate(["tide", "root"] * 6)
    }
    pack.world.cards[820] = Card(820, "experience", "More", slots=[Slot(When(category=c)) for c in ("move", "look")])

    def found() -> list[str]:
        return [one.text for one in lint(pack) if one.rule == "VAN-L28"]

    assert not [text for text in found() if "composition" in text or "impact" in text]
    assert "category help has 0 slots, the mean is 0.3" in found()
    pack.world.cards[821] = Card(821, "experience", "Wet", slots=[Slot(When(composition="tide"), impact=True)] * 8)
    assert "composition tide has 14 slots, the mean is 10.0" in found()
    assert any("impact slots, not 12 to 20" in text for text in found())


# Counts and slices -----------------------------------------------------------------------------------------------


@rule("VAN-L06")
def test_counts_per_slice(pack: Pack) -> None:
    pack.head = {"pack": "sampler", "counts": {"1": {"places": 18, "sites": 6, "missions": 2, "sea": 1}}}
    assert new(pack) == set()
    pack.head["counts"]["1"] |= {"places": 19, "cards": 900}
    assert {one.text for one in lint(pack) if one.rule == "VAN-L06"} == {
        "18 places instead of 19",
        f"{len(pack.world.cards)} cards instead of 900",
    }


@rule("VAN-L06")
def test_the_plan_of_the_planet_adds_up() -> None:
    from app.packs.lint.structure import SLICES

    def total(what: str) -> int:
        return sum(part[what] for part in SLICES.values())

    assert [total(what) for what in ("places", "sites", "missions", "destinies", "cards")] == [800, 126, 21, 15, 900]
    off_grid = ("sky", "deep", "cave", "barrier", "warren", "interior", "lair", "trial", "reverse")
    assert sum(total(what) for what in off_grid) + 600 + 7 == 800


@rule("VAN-L04", "VAN-LEX01")
def test_every_set_of_slices_passes_by_itself(tmp_path: Path) -> None:
    folder = Path(copytree(SAMPLER, tmp_path / "sampler"))
    change(folder, "pack.yaml", "slices: [1]", "slices: [1, 2]")
    assert lint_pack(folder)[1] == []
    shore = (folder / "places/shore.yaml").read_text()
    start_48, start_602 = shore.index("- id: 48\n"), shore.index("- id: 602\n")
    (folder / "places/shore.yaml").write_text(shore[:start_48] + shore[start_602:])
    later = shore[start_48:start_602].replace("  name: Kneeling", "  slice: 2\n  name: Kneeling")
    (folder / "places/later.yaml").write_text(later)
    (finding,) = lint_pack(folder)[1]
    assert finding.rule == "VAN-L04"
    assert "pod 799 has no mild site" in finding.text
    change(folder, "pods.yaml", "mild: [48]", "mild: [48, 47]")
    pack, found = lint_pack(folder)
    assert 48 in pack.world.places
    assert {one.rule for one in found} == {"VAN-L04"}
    (east,) = [one for one in found if one.where == "47 east"]
    assert str(east) == (
        "VAN-L04 error 47 east: with slices up to 1 alone: VAN-L03 48 is not built and has no fallback "
        "(places/shore.yaml)"
    )
    change(folder, "places/shore.yaml", "east: {to: 48}", "east: {to: 48, unbuilt: blocked}")
    assert not [one for one in lint_pack(folder)[1] if one.where == "47 east"]


# Texts -----------------------------------------------------------------------------------------------------------


@rule("VAN-L35")
def test_published_text_is_known_by_hashes_only(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    spoken = "The lantern forgives nobody before breakfast, you recall."
    known = frozenset({digest(six) for six in sixes(spoken)} | {digest(["name", "copper", "marquis"])})
    monkeypatch.setattr(published_module, "published", lambda: known)
    assert new(pack) == set()
    entry(pack.world.places[41], "look-READ").tell = f"Seven knots. {spoken} Then the rope goes slack in your hand."
    pack.world.cards[1358].name = "The Copper Marquis"
    assert {(one.rule, one.where) for one in lint(pack) if one not in _before()} == {
        ("VAN-L35", "41 look-READ"),
        ("VAN-L35", "The Copper Marquis"),
    }


@rule("VAN-L35")
def test_the_list_holds_no_words() -> None:
    content = published_module.LIST.read_bytes()
    assert len(content) % published_module.SIZE == 0
    assert len(published_module.published()) > 5000
    assert b" the " not in content


@rule("VAN-L38")
def test_spelling_and_names(pack: Pack) -> None:
    from app.packs.lint.texts import unknown_words

    pack.words = frozenset(unknown_words(pack)) | frozenset({"oswin"})
    pack.cast = ["Oda the wick-keeper", "Expected"]
    assert [str(one) for one in lint(pack) if one.rule == "VAN-L38"] == []
    entry(
        pack.world.places[41], "look-READ"
    ).tell = "Seven, says Oswin. Somebody has tied the topmost one while runing."
    found = [(one.where, one.text) for one in lint(pack) if one.rule == "VAN-L38"]
    assert found == [("41 look-READ", "'runing' is not in words.txt"), ("41 look-READ", "Oswin is not in the cast")]
    pack.cast.append("Oswin")
    assert len([one for one in lint(pack) if one.rule == "VAN-L38"]) == 1


@rule("VAN-L33", "VAN-L36")
def test_the_guides_own_locations_keep_its_rules() -> None:
    """What the guide gives as a complete example must pass what the guide demands."""
    demanded = ("VAN-L33", "VAN-L36", "VAN-L21")
    assert not [one for one in findings("oriel") if one.where.startswith("48") and one.rule in demanded]


# Pictures --------------------------------------------------------------------------------------------------------


@rule("VAN-L45")
def test_words_that_leave_something_out(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenes_module, "alt_text", lambda state, seat, place: ("only this",))
    assert new(pack) == {"VAN-L45"}


@rule("VAN-L39")
def test_a_feature_may_hide_when_the_action_is_closed(pack: Pack) -> None:
    goat, calm = element(pack.world.places[41], "goat"), entry(pack.world.places[41], "engage-CALM")
    goat.when = {"not": {"flag": "bell_rung"}}
    assert new(pack) == {"VAN-L39"}
    calm.forbid_if = {"any": [{"flag": "oath"}, {"flag": "bell_rung"}]}
    assert "VAN-L39" not in new(pack)
    calm.forbid_if, calm.cond = None, {"all": [{"not": {"flag": "bell_rung"}}, {"coins": 1}]}
    assert "VAN-L39" not in new(pack)


# Play ------------------------------------------------------------------------------------------------------------


@rule("VAN-L51", "VAN-L52")
def test_a_few_sessions_of_the_sampler() -> None:
    world = compile_pack(SAMPLER)
    told: list[str] = []
    assert play_pack(world, chance=2, greedy=1, states=20, seats=(1, 4), small=True, tell=told.append) == []
    assert len(told) == 6


@rule("VAN-L51")
def test_sessions_that_are_too_long_or_fail() -> None:
    world = compile_pack(SAMPLER)
    late = [Played(1, 1704, True, 40, 40, 35), Played(1, 1704, False, 40, 50, None)]
    assert [one.text for one in judged(world, late)] == [
        "the first crisis comes in own turn 45, not in (16, 36)",
        "is completed in 35 own turns, not in 12 to 30",
        "was never drawn",
    ]
    never = [Played(1, n, False, 20, 20, None) for n in (1704, 1706)]
    assert {(one.rule, one.where) for one in judged(world, never)} == {
        ("VAN-L47", "mission 1704"),
        ("VAN-L47", "mission 1706"),
    }
    found: list[Finding] = []
    broken = compile_pack(SAMPLER)
    places = [action for place in broken.places.values() for action in place.actions]
    for action in [*places, *(action for mission in broken.missions.values() for action in mission.actions)]:
        action.result, action.variants = [{"gain_card": {"id": 99}}], []
    try:
        register(broken)
        greedy_session(broken, 2, "broken", found)
    finally:
        register(world)
    assert [one.rule for one in found] == ["VAN-L51"]


@rule("VAN-L52", "VAN-231", "VAN-232")
def test_a_leak_is_seen() -> None:
    world = compile_pack(SAMPLER)
    register(world)
    session = start(world, 2, "leak")
    while session.state.setting_up:
        session.apply(session.game.bot(session, session.next_seat))
    reader = Leaks(world)
    state = session.state
    assert reader.look(session) == []
    here = world.places[state.seats[0].place]
    state.passage = here.actions[0].tell
    found = reader.look(session)
    assert {one.where for one in found} == {f"{here.id} {here.actions[0].act}"}


def test_the_lint_has_a_check_for_every_part_of_the_guide() -> None:
    assert len(CHECKS) >= 30


@rule("VAN-LEX02", "VAN-L21")
@pytest.mark.parametrize(("cost", "fails"), [(2, True), (6, False)])
def test_a_stat_and_a_tool_are_too_much_for_two_dice(pack: Pack, cost: int, fails: bool) -> None:
    entry(pack.world.places[41], "look-READ").result = [{"gain_stat": {"stat": "time"}}, {"gain_card": {"id": 1149}}]
    entry(pack.world.places[41], "look-READ").cost = cost
    texts_of = [one.text for one in lint(pack) if (one.rule, one.where) == ("VAN-L21", "41 look-READ")]
    assert texts_of == (["worth 2.40 at cost 2, target 0.80"] if fails else [])


@rule("VAN-LEX03", "VAN-L40")
@pytest.mark.parametrize(("far", "fails"), [("far", True), ("mid", False)])
def test_nothing_is_picked_far_away(pack: Pack, far: str, fails: bool) -> None:
    element(pack.world.places[41], "grass").far = far
    assert bool([one for one in lint(pack) if (one.rule, one.where) == ("VAN-L40", "41 take-PICK")]) is fails
    entry(pack.world.places[41], "take-PICK").act = "look-SIGHT"
    assert not [one for one in lint(pack) if one.rule == "VAN-L40"]


@rule("VAN-L11")
def test_a_place_that_departs_do_not_reach(pack: Pack) -> None:
    pack.world.places[42].compass["east"] = Side()
    pack.world.places[48].compass["north"] = Side()
    for number in (42, 48):
        pack.world.places[number].departs.clear()
    (finding,) = [one for one in lint(pack) if one.rule == "VAN-L11" and one.where == "43" and "departs" in one.text]
    assert finding.text == "cannot be reached by departs from 5 of 6 crash sites, such as 041"
