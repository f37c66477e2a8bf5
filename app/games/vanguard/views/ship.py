"""The rooms of the ship and the star map."""

from __future__ import annotations

from app.games.vanguard import wording
from app.games.vanguard.cargo import card_name, kind_of
from app.games.vanguard.conditions import holds
from app.games.vanguard.content import (
    LANDING,
    SYSTEM,
)
from app.games.vanguard.data.gear import EQUIPMENT, LANDER, MOD
from app.games.vanguard.data.planetside import DISCOVERY, UNIQUE
from app.games.vanguard.data.ship import (
    BRIDGE,
    FACILITY,
    OBJECTIVE,
    PRODUCTION,
    RESEARCH,
    SECONDARY,
    SITUATION,
    TECH,
)
from app.games.vanguard.people import SECTION_NAMES, crew_in, name
from app.games.vanguard.pools import die_label, owned
from app.games.vanguard.ship.facilities import has_observatory, is_free, open_queues, payment
from app.games.vanguard.shipfx import medbay_room, part_of
from app.games.vanguard.state import State
from app.games.vanguard.views.shapes import (
    MapPlace,
    MapView,
    RoomView,
    Thing,
)

STEP_NAMES = {
    "draft": "Choosing the crew",
    "tutorial": "The first landing",
    "explore": "Planetary Exploration",
    "leaving": "Leaving the planet",
    "docking": "Docking",
    "debriefing": "Debriefing",
    "unloading": "Unloading",
    "medbay": "Medbay",
    "memorial": "Memorial Wall",
    "save": "Save point",
    "bridge": "Bridge",
    "starmap": "Starmap",
    "scan": "Scanner",
    "facilities": "Ship Facilities",
    "hangar": "Hangar",
    "launch": "Mission Launch",
    "landing": "Landing",
    "disembark": "Disembarking",
    "over": "The campaign is over",
}


FACILITIES = ("research", "production", "barracks", "situation", "observatory")
ABOUT = {  # a room: what is done there, and when
    "docking": ("The lander comes home. What did not fit into its hold is left behind.", "docking"),
    "debriefing": ("Success buys and sells dice for all four sections, and people rise in rank.", "debriefing"),
    "unloading": ("Finds go to the stores; what is written on them happens.", "unloading"),
    "medbay": ("The hurt lie here by how badly. Survival is rolled, therapists help.", "medbay"),
    "memorial": ("Names of the dead, and what the living draw from them.", "memorial"),
    "bridge": ("Objective, Energy and Command for this phase; cards that were unlocked are fitted.", "bridge"),
    "research": ("Pay finds to complete projects, then let people work in the lab.", "facilities"),
    "production": ("Projects move along their queues; start new ones, and let people push them.", "facilities"),
    "barracks": ("Move people between the sections, train recruits, dismiss, mentor.", "facilities"),
    "situation": ("Solve what troubles the ship before it happens again.", "facilities"),
    "observatory": ("Scan worlds of neighbouring systems.", "facilities"),
    "hangar": ("Choose a lander, repair it, fit its mods.", "hangar"),
    "launch": ("Who goes down, with which equipment and which dice.", "launch"),
}


def why_not(state: State, key: str) -> str:
    """Why nothing can be done in a room now; empty where something can."""
    ship, when = state.ship, ABOUT[key][1]
    if state.step == when and key not in FACILITIES:
        return ""
    if state.step == "facilities" and key in FACILITIES:
        if ship.visiting:
            return "" if ship.visiting == key else "One room at a time."
        return "" if ship.command or is_free(state, key) else "No Command left for a visit."
    if state.step in ("tutorial", "explore", "leaving"):
        return "The crew is on a planet."
    costs = ", for 1 Command" if key in FACILITIES else ""
    return f"Its time is the step {STEP_NAMES[when]}{costs}."


def room_views(state: State) -> tuple[RoomView, ...]:
    ship = state.ship
    people, sight = {one.id: one for one in state.people}, wording.sight_of(state)

    def who(key: str, group: str = "", text: str = "", *, dim: bool = False) -> Thing:
        return Thing(f"p:{key}:{people[key].section}", name(key), text, group, dim)

    bridge = [
        Thing(
            "flag",
            OBJECTIVE[ship.objective].name,
            f"{OBJECTIVE[ship.objective].command} Command each phase",
            "Objective",
        ),
        Thing("bolt", TECH[ship.tech].name, f"{TECH[ship.tech].energy} Energy each phase", "Drive"),
        *(Thing("chip", BRIDGE[card].name, wording.bridge(card), "Fitted") for card in ship.upgrades.values()),
        *(Thing("flag", SECONDARY[card].name, SECONDARY[card].text, "On the side") for card in ship.secondaries),
    ]
    dice = [Thing(f"d:{die.kind}", die_label(die), "", SECTION_NAMES[n]) for n in range(4) for die in owned(state, n)]
    beds = [
        thing
        for column in ("light", "moderate", "critical")
        for thing in (
            *(who(one.id, column.capitalize(), wording.hurt(one.injuries)) for one in crew_in(state, column)),
            Thing("bed", wording.beds(medbay_room(state, column)), "", column.capitalize()),
        )
    ]
    wall = [who(key, side.capitalize(), dim=True) for side, names in ship.wall.items() for key in names]
    research = [
        Thing(
            "flask",
            RESEARCH[key].name,
            f"Pay {wording.find_costs(RESEARCH[key].cost)}\nLab work: {wording.need(RESEARCH[key].lab)}",
            RESEARCH[key].keyword.capitalize(),
            payment(state, RESEARCH[key].cost) is None,
        )
        for key in ship.research
    ]
    production = [
        Thing("gear", PRODUCTION[key].name if key else "empty", "", f"Queue {n + 1}", not key)
        for n, queue in enumerate(ship.queues)
        for key in queue
        if n in open_queues(state)
    ]
    production += [
        Thing(
            "plan",
            PRODUCTION[key].name,
            f"Starts at stage {PRODUCTION[key].stage} of 3\nAssembly: {wording.need(PRODUCTION[key].icons)}",
            "Ready to start",
        )
        for key in ship.ready
    ]
    troubles = [
        Thing(
            "alarm",
            SITUATION[card].name,
            f"At the Bridge: {wording.phrase(SITUATION[card].effect, sight)}\n"
            f"Once solved: {wording.phrase(SITUATION[card].solved, sight)}\n"
            f"Supervisors: {wording.need(SITUATION[card].icons)}",
            group,
        )
        for group, cards in (("Open", ship.open_situations), ("Strikes at the next Bridge", ship.waiting_situations))
        for card in cards
    ]
    troubles.append(Thing("alarm", f"{len(state.situations)} possible Situations", "", "Still to come"))
    sections = [
        who(one.id, SECTION_NAMES[one.section], f"rank {one.rank}")
        for one in state.people
        if one.section >= 0 and one.place in ("resting", "available", "team")
    ]
    barracks = [
        Thing("person", f"{len(state.recruits)} recruits", "", "Waiting"),
        *(who(k, "Shown") for k in state.offered),
    ]
    hangar = [
        *(
            Thing(
                "lander",
                LANDER[card.id].name,
                f"Armor {LANDER[card.id].armor} · Sensors {LANDER[card.id].sensors} · Agility {LANDER[card.id].agility} · "
                f"Supplies {LANDER[card.id].supplies} · Cargo {LANDER[card.id].cargo}",
                "Damaged" if card.damaged else "Ready",
                card.damaged,
            )
            for card in ship.landers
        ),
        *(Thing("chip", MOD[key].name, wording.mod(key), "Fitted") for key in ship.fitted),
        *(Thing("chip", MOD[key].name, wording.mod(key), "In store") for key in ship.mods),
    ]
    stores = [
        *(Thing(f"f:{DISCOVERY[kind_of(card)].deck}", card_name(card), "", "Finds") for card in ship.gathered),
        *(Thing("unique", UNIQUE[number].name, "", "Uniques") for number in ship.uniques),
        *(
            Thing("crate", wording.kinds(kind, len(cards)), "", "Waiting for room")
            for kind, cards in sorted(ship.awaiting.items())
            if cards
        ),
    ]
    armory = [
        Thing("kit", EQUIPMENT[key].name, wording.gear(key), EQUIPMENT[key].kind.capitalize()) for key in ship.armory
    ]
    contents = {
        "docking": [Thing("star", f"{ship.success or ship.bag} Success", "", "In the bag")],
        "debriefing": [*dice, Thing("crate", f"{sum(die.zone == 'box' for die in state.dice)} in the box")],
        "unloading": stores,
        "medbay": beds,
        "memorial": wall,
        "bridge": bridge,
        "research": research,
        "production": production,
        "barracks": [*sections, *barracks],
        "situation": troubles,
        "hangar": hangar,
        "launch": armory,
    }
    if has_observatory(state):
        contents["observatory"] = [Thing("scope", "The great lens", FACILITY["F07"].text)]
    return tuple(
        RoomView(
            key,
            ROOM_NAMES[key],
            ABOUT[key][0],
            tuple(things),
            (ship.visiting or state.step) == key,
            why_not(state, key),
        )
        for key, things in contents.items()
    )


ROOM_NAMES = {
    "docking": "Docking Bay",
    "debriefing": "Debriefing",
    "unloading": "Stores",
    "medbay": "Medbay",
    "memorial": "Memorial Wall",
    "bridge": "Bridge",
    "research": "Research Laboratory",
    "production": "Production Complex",
    "barracks": "Barracks",
    "situation": "Situation Room",
    "hangar": "Hangar",
    "launch": "Mission Launch",
    "observatory": "Observatory",
}


def map_view(state: State) -> MapView | None:
    ship = state.ship
    if state.step in ("draft", "tutorial", "explore"):
        return None
    system = SYSTEM[ship.system]
    places = tuple(
        MapPlace(
            one.id,
            one.name,
            one.energy,
            "landing" if one.landing in ship.landings else "closed" if one.landing else "visit",
            LANDING[one.landing].id if one.landing else "",
        )
        for one in system.destinations
    )
    routes = tuple(
        MapPlace(
            route.to,
            SYSTEM[route.to].name if route.to in ship.unlocked_systems else "unknown",
            route.energy,
            "" if holds(state, route.need, None) else "closed",
        )
        for route in system.routes
    )
    parts: list[str] = []
    if ship.scanner:
        for number in range(ship.scanned.get(ship.scanner, 0)):  # ISS-337
            parts.append(". ".join(part_of(state, ship.scanner, number)))
    return MapView(system.name, places, routes, LANDING[ship.scanner].name if ship.scanner else "", tuple(parts))
