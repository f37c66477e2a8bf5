"""Every mission of Oriel by each of its routes, every destiny, every objective, in the real engine (VAN-L47)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.games.vantage.facts import Source, holds
from app.games.vantage.state import State
from app.games.vantage.world import WORLDS, world
from tests.games.vantage.planner import Planner
from tests.games.vantage.walker import harmless
from tests.rules import rule

Route = Callable[[Planner], None]
CITIES = {"B": 52, "E": 147, "H": 248, "K": 352, "N": 451, "Q": 554}
START = 44


@pytest.fixture(scope="module")
def pack() -> str:
    return harmless(WORLDS["oriel"])


def went(pack: str, mission: int, route: Route, start: int = START) -> Planner:
    planner = Planner(pack, start, mission)
    with planner.watching():
        route(planner)
    assert planner.faults == []
    return planner


# Missions ----------------------------------------------------------------------------------------------------------


def on_foot(planner: Planner) -> None:
    for place in (151, 251, 351, 451, 551, 51):
        planner.travel(place)


def through_the_sky(planner: Planner) -> None:
    for place in (602, 605, 608, 611, 614, 617, 602):
        planner.travel(place)


def by_the_march(planner: Planner) -> None:
    for _ in range(6):
        planner.do("centre:1700:move-WALK")


def post_in_towns(planner: Planner) -> None:
    for city in list(CITIES.values())[:4]:
        planner.travel(city)
        planner.do("centre:1702:engage-GREET")


def post_by_the_carrier(planner: Planner) -> None:
    planner.travel(52)
    planner.do("centre:1702:engage-GREET")
    for _ in range(3):
        planner.do("centre:1702:move-FOLLOW")
        planner.do("centre:1702:engage-GREET")


def post_on_the_road(planner: Planner) -> None:
    for region in "BEHK":
        met(planner, region)
        planner.do("centre:1702:help-GUIDE")


def met(planner: Planner, region: str) -> None:
    """The nearest people of a region, outside its towns."""
    places = [p for p in world(planner.pack).places.values() if p.region == region and p.terrain == "land"]
    planner.travel(planner.nearest(p.id for p in places if "people_near" in p.tags))


def goal(planner: Planner) -> None:
    assert planner.state.mission is not None
    planner.achieve(world(planner.pack).missions[planner.state.mission].goal)


def what_lies_there(planner: Planner) -> None:
    planner.only = ("here",)
    goal(planner)


def what_strangers_remember(planner: Planner) -> None:
    """Three of them to a trace, and a bed made up."""
    places = world(planner.pack).places.values()
    while planner.state.counters.get("traces", 0) < 3:
        asked = [p.id for p in places if "people_near" in p.tags and f"seventh_asked@{p.id}" not in planner.state.flags]
        planner.travel(planner.nearest(asked))
        planner.do("centre:1703:engage-ASK")
    planner.do("centre:1703:help-STOW")


def with_the_lampwright(planner: Planner) -> None:
    planner.achieve({"has": {"id": 990}})
    planner.do("card:990:help-LIGHT")
    for beacon in (58, 45, 144):
        planner.travel(beacon)
        planner.do("centre:1704:help-LIGHT")


def with_an_emberglass_shard(planner: Planner) -> None:
    planner.travel(348)
    planner.do("here:take-GATHER")
    planner.charge(1152, 1)
    planner.do("card:1152:help-CRAFT")
    for beacon in (345, 250, 258):
        planner.travel(beacon)
        planner.do("centre:1704:help-LIGHT")


def by_pledges(planner: Planner) -> None:
    for region in "BEH":
        met(planner, region)
        planner.do("centre:1704:engage-PLEDGE")


def guests_asked_at_home(planner: Planner) -> None:
    planner.only = ("here", "card")
    for region in CITIES:
        planner.achieve({"flag": f"guest_{region}"})
    planner.only = ("centre",)
    goal(planner)


def guests_asked_by_the_way(planner: Planner) -> None:
    planner.travel(CITIES["B"])
    for _ in CITIES:
        planner.do("centre:1711:engage-PARLEY")
        planner.do("centre:1711:move-FOLLOW")
    goal(planner)


def at_the_hums_mouth(planner: Planner) -> None:
    planner.only = ("here",)
    planner.achieve({"counter": {"id": "answers", "at_least": 3}})
    planner.achieve({"flag": "hum_answered"})
    assert planner.place.id == 155


def sung_elsewhere(planner: Planner) -> None:
    for city in (52, 554, 451):
        planner.travel(city)
        planner.do("centre:1712:engage-ASK")
    planner.only = ("centre",)
    planner.achieve({"flag": "hum_answered"})
    assert planner.place.id != 155


@rule("VAN-L47")
@pytest.mark.parametrize(
    ("mission", "route"),
    [
        (1700, on_foot),
        (1700, through_the_sky),
        (1700, by_the_march),
        (1702, post_in_towns),
        (1702, post_by_the_carrier),
        (1702, post_on_the_road),
        (1703, what_lies_there),
        (1703, what_strangers_remember),
        (1704, with_the_lampwright),
        (1704, with_an_emberglass_shard),
        (1704, by_pledges),
        (1711, guests_asked_at_home),
        (1711, guests_asked_by_the_way),
        (1712, at_the_hums_mouth),
        (1712, sung_elsewhere),
    ],
)
def test_each_mission_by_each_of_its_routes(pack: str, mission: int, route: Route) -> None:
    planner = went(pack, mission, route)
    assert planner.state.mission_done, planner.trail


@pytest.mark.parametrize("start", [44, 149, 257, 359, 452, 549])
@pytest.mark.parametrize("mission", [1702, 1703, 1704, 1711, 1712])
def test_a_searching_walk_completes_a_mission_from_every_light(pack: str, mission: int, start: int) -> None:
    planner = went(pack, mission, goal, start)
    assert planner.state.mission_done, planner.trail


# Destinies ---------------------------------------------------------------------------------------------------------


def nine_cards(planner: Planner) -> None:
    """A full grid brings "Known by the Land" (VAN-183)."""
    here = world(planner.pack)
    planner.keep = set()
    given = [
        card.id for card in here.cards.values() if card.kind in ("item", "flora", "animal") and card.sub != "arrow"
    ]
    for card in given:
        if len(planner.state.in_grid(0)) == 9:
            break
        if any(one.place is not None and one.entry.cond is None for one in planner.producers(giving(card))):
            planner.get(card)
    assert 1721 in planner.state.destinies


def giving(card: int) -> Callable[[str, dict[str, object]], bool]:
    return lambda name, a: name == "gain_card" and a.get("id") == card


def three_pledges(planner: Planner) -> None:
    planner.only = ("here",)
    planner.achieve({"counter": {"id": "pledges", "at_least": 3}})
    planner.only = ("here", "card", "centre")


def the_ledge(planner: Planner) -> None:
    planner.travel(250)
    planner.do("here:look-INSPECT")


def the_oldest_page(planner: Planner) -> None:
    planner.obtain(
        "the page",
        lambda name, a: name == "destiny" and a.get("id") == 1724,
        lambda: 1724 in planner.state.destinies,
        lambda one: False,
    )


def five_voices(planner: Planner) -> None:
    for place in world(planner.pack).places.values():
        if place.voice and planner.state.counters.get("voices", 0) < 5:
            planner.travel(place.id)


@rule("VAN-L47", "VAN-205", "VAN-206", "VAN-207")
@pytest.mark.parametrize(
    ("destiny", "find"),
    [(1721, nine_cards), (1722, three_pledges), (1723, the_ledge), (1724, the_oldest_page), (1725, five_voices)],
)
def test_each_destiny_is_found_pursued_and_fulfilled(pack: str, destiny: int, find: Route) -> None:
    def pursue(planner: Planner) -> None:
        find(planner)
        assert destiny in planner.state.destinies
        wanted = world(pack).destinies[destiny].goal
        for _ in range(3):  # a guest may have left meanwhile
            if destiny not in planner.state.ready:
                planner.achieve(wanted)
        assert destiny in planner.state.ready, planner.trail
        planner.do(f"final:{destiny}")

    planner = went(pack, 1704, pursue)
    assert planner.session.outcome is not None
    assert planner.session.outcome.reason in ("destiny victory", "epic victory")
    assert len(world(pack).destinies[destiny].goal["all"]) >= 3


# Cards ----------------------------------------------------------------------------------------------------------


@rule("VAN-L17")
def test_every_card_can_be_obtained(pack: str) -> None:
    """By results alone, from one crash site. Spells come from their lesson, experience from an objective."""
    for card in world(pack).cards.values():
        if card.kind not in ("character", "alternate", "experience", "objective", "spell"):
            planner = went(pack, 1704, lambda planner, card=card: planner.get(card.id))  # type: ignore[misc]
            assert planner.state.find(card.id) is not None, (card.id, planner.trail)


# A matter of one's own -----------------------------------------------------------------------------------------------


@rule("VAN-C51")
@pytest.mark.parametrize("character", range(800, 806))
def test_each_of_the_crew_is_called_and_learns_from_it(pack: str, character: int) -> None:
    """The first arrival that concerns them offers the objective; finished, it becomes their experience."""
    objective, experience = 824 + 4 * (character - 800), 818 + character - 800

    def follow(planner: Planner) -> None:
        become(planner.state, character)
        for place in (55, 45, 49, 42, 60, 58, 52):
            if planner.state.find(objective) is None:
                planner.travel(place)
        assert planner.state.find(objective) is not None, planner.trail
        planner.only = ("card",)
        planner.finish(objective)
        assert planner.state.find(experience) is not None, planner.trail

    went(pack, 1704, follow)


def become(state: State, character: int) -> None:
    state.me(0).character = character
    middle = state.me(0).grid[4]
    assert middle is not None
    middle.id = character
    assert holds(state, Source(0), {"has": {"id": character}})
