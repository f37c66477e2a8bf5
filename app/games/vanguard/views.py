"""What can be seen: everything but the order of decks, unread logs and unscanned Landing cards (section 43)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from app.games.vanguard import board as graph
from app.games.vanguard import helpers
from app.games.vanguard.cargo import card_name, kind_of, token_name
from app.games.vanguard.coach import tip
from app.games.vanguard.content import CONDITION, LANDING, LOG, MISSION, PLANET, POI, SYSTEM, THREAT, log_text
from app.games.vanguard.data.cards import CARD
from app.games.vanguard.data.crew import COLOURS, CREW, HAND_LIMIT, SECTIONS, SKILL, SLOTS
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.data.gear import EQUIPMENT, LANDER, MOD
from app.games.vanguard.data.planetside import DISCOVERY, EVENT, INJURY, LEADS, UNIQUE
from app.games.vanguard.data.ship import (
    BRIDGE,
    FACILITY,
    MORALE,
    OBJECTIVE,
    PRODUCTION,
    RANK_UP,
    RESEARCH,
    SECONDARY,
    SITUATION,
    TECH,
)
from app.games.vanguard.people import SECTION_NAMES, crew_in, name, owner
from app.games.vanguard.pools import available, colour, die_label, icons, owned
from app.games.vanguard.shipfx import medbay_room
from app.games.vanguard.state import Die, Exploration, Explorer, State
from app.games.vanguard.turns import action_note
from app.kernel import HelpBar, Pledge, Tip

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
}


class DieView(msgspec.Struct, frozen=True):
    id: int
    kind: str
    colour: str
    face: str
    section: int


class CardView(msgspec.Struct, frozen=True):
    id: str
    name: str
    text: str
    note: str = ""


class CrewView(msgspec.Struct, frozen=True):
    """A crew board."""

    id: int  # section
    section: str
    seat: int
    name: str
    rank: int
    sector: str
    skill: str
    skill_text: str
    convert: str
    charges: int
    turn: str  # now, ended, waiting
    start: bool
    dead: bool
    columns: tuple[tuple[str, int, bool, tuple[DieView, ...]], ...]  # colour, slots, injury die, dice
    spent: tuple[DieView, ...]
    hand: tuple[CardView, ...]
    hand_limit: int
    deck: int
    discard: tuple[str, ...]
    injuries: tuple[tuple[str, bool, str], ...]
    statuses: tuple[str, ...]
    gear: tuple[CardView, ...]


class SectorView(msgspec.Struct, frozen=True):
    id: str
    name: str
    x: int
    y: int
    biomes: tuple[str, ...]
    lander: str  # "", icon or here
    no_travel: bool
    finished: bool
    log: int
    pois: tuple[str, ...]
    crew: tuple[int, ...]
    threats: tuple[str, ...]
    tokens: tuple[str, ...]


class PathView(msgspec.Struct, frozen=True):
    x1: int
    y1: int
    x2: int
    y2: int
    icons: str
    one_way: bool


class ActionView(msgspec.Struct, frozen=True):
    reference: str
    where: str
    name: str
    danger: str
    note: str
    tracks: tuple[tuple[str, int, int], ...]


class BoardView(msgspec.Struct, frozen=True):
    planet: str
    key: str
    width: int
    height: int
    sectors: tuple[SectorView, ...]
    paths: tuple[PathView, ...]


class PlanetView(msgspec.Struct, frozen=True):
    condition: str
    condition_text: tuple[str, ...]
    missions: tuple[CardView, ...]
    times: tuple[tuple[str, str, int, int, str], ...]
    actions: tuple[ActionView, ...]
    supplies: int
    success: int
    cargo: tuple[CardView, ...]
    uniques: tuple[str, ...]
    leads: tuple[tuple[str, int, str], ...]
    finds_left: tuple[tuple[str, int], ...]
    events_left: int
    event: CardView | None
    rankup: str
    rankup_done: bool
    uniques_left: int


class CheckView(msgspec.Struct, frozen=True):
    actor: str
    section: int
    name: str
    step: int
    pool: tuple[DieView, ...]
    loose: tuple[str, ...]
    injury: tuple[str, ...]
    danger: tuple[str, ...]
    rows: tuple[str, ...]
    tracks: tuple[tuple[str, str, int, int], ...]
    lent: tuple[str, ...]


class Page(msgspec.Struct, frozen=True):
    id: int
    text: str
    effects: str


class Header(msgspec.Struct, frozen=True):
    step: str
    phase: str
    planet: str
    round: int
    actions: int
    system: str
    morale: str
    energy: int
    command: int
    success: int
    signal: int
    accord: int
    wake: int


class RoomView(msgspec.Struct, frozen=True):
    id: str
    name: str
    lines: tuple[str, ...]
    open: bool


class MapPlace(msgspec.Struct, frozen=True):
    id: str
    name: str
    energy: int
    note: str


class MapView(msgspec.Struct, frozen=True):
    system: str
    places: tuple[MapPlace, ...]
    routes: tuple[MapPlace, ...]
    scanner: str
    parts: tuple[str, ...]


class PersonView(msgspec.Struct, frozen=True):
    id: str
    name: str
    section: str
    rank: int
    place: str
    note: str


class Public(msgspec.Struct, frozen=True):
    header: Header
    ground: BoardView | None
    planet: PlanetView | None
    crew: tuple[CrewView, ...]
    check: CheckView | None
    page: Page | None
    rooms: tuple[RoomView, ...]
    starmap: MapView | None
    roster: tuple[PersonView, ...]
    library: tuple[Page, ...]
    chronicle: tuple[str, ...]
    help: HelpBar | None


class Private(msgspec.Struct, frozen=True):
    look: tuple[str, ...]
    coach: Tip | None


# Dice and crew -----------------------------------------------------------------------------------------------------


def die_view(die: Die) -> DieView:
    return DieView(die.id, KIND[die.kind].name, colour(die) or "wild", "+".join(icons(die)), die.section)


def card_view(card: str) -> CardView:
    it = CARD[card]
    return CardView(card, it.name, f"{it.when}: {it.top}", f"{it.need}: {it.combo}")


def gear_view(item: str) -> CardView:
    it = EQUIPMENT[item.rstrip("!")]
    return CardView(it.id, it.name, it.text, "exhausted" if item.endswith("!") else "")


def injury_text(kind: str) -> str:
    it = INJURY[kind]
    return "; ".join(
        f"{face}: {text}" for face, text in (("ache", it.ache), ("strain", it.strain), ("crisis", it.crisis)) if text
    )


def crew_view(state: State, x: Exploration, crew: Explorer) -> CrewView:
    card, skill = CREW[crew.person], SKILL[CREW[crew.person].skill]
    turn = "now" if x.turn == crew.section and x.stage == "act" else "ended" if crew.turn_ended else "waiting"
    columns = tuple(
        (
            tint,
            SLOTS[crew.section][crew.rank - 1][number],
            crew.injury_columns[number],
            tuple(die_view(die) for die in available(state, crew.section, tint)),
        )
        for number, tint in enumerate(COLOURS)
    )
    spent = tuple(die_view(die) for die in state.dice if die.section == crew.section and die.zone == "spent")
    return CrewView(
        crew.section,
        SECTION_NAMES[crew.section],
        owner(state, crew.section),
        name(crew.person),
        crew.rank,
        crew.sector,
        skill.name,
        skill.text,
        f"{card.colour} Ba as {card.icon}",
        crew.charges,
        turn,
        x.start == crew.section,
        crew.dead,
        columns,
        spent,
        tuple(card_view(one) for one in crew.hand),
        HAND_LIMIT[crew.rank],
        len(crew.deck),
        tuple(CARD[one].name for one in crew.discard),
        tuple((injury.kind, injury.flipped, injury_text(injury.kind)) for injury in crew.injuries),
        tuple(crew.statuses),
        tuple(gear_view(item) for item in crew.gear),
    )


# The planet --------------------------------------------------------------------------------------------------------

GRID, EDGE = 170, 100


def _at(x: Exploration, key: str) -> tuple[int, int]:
    column, row = graph.sector(x, key).at
    return EDGE + column * GRID, EDGE + row * GRID


def board_view(state: State, x: Exploration) -> BoardView:
    planet = PLANET[x.planet]
    sectors = []
    for one in planet.sectors:
        place = _at(x, one.id)
        lander = "here" if one.id == x.lander_sector else "icon" if one.lander else ""
        sectors.append(
            SectorView(
                one.id,
                one.name,
                *place,
                one.biomes,
                lander,
                graph.stuck(state, one.id),
                one.id in x.finished,
                one.log if one.log and one.log not in state.logs else 0,
                tuple(POI[number].name for number in graph.poi_cards(x, one.id)),
                tuple(crew.section for crew in x.crew if crew.sector == one.id and not crew.dead),
                tuple(THREAT[f.id].name for f in x.threats if f.sector == one.id or one.id in THREAT[f.id].secondary),
                tuple(token for token, where in x.tokens.items() if where == one.id),
            )
        )
    paths = tuple(
        PathView(*_at(x, path.a), *_at(x, path.b), " ".join(path.icons), path.one_way)
        for path in planet.paths
        if graph.is_open(x, path)
    )
    width = max(one.x for one in sectors) + EDGE
    height = max(one.y for one in sectors) + EDGE
    return BoardView(planet.name, planet.id, width, height, tuple(sectors), paths)


def action_views(state: State, x: Exploration) -> tuple[ActionView, ...]:
    found = []
    for key, cards in sorted(x.pois.items()):
        for number in cards:
            for place, action in enumerate(POI[number].actions):
                reference = f"poi:{number}:{place}"
                if (key in x.finished and not action.always) or (action.once and reference in state.once):
                    continue
                tracks = tuple((t.id, x.tracks.get(f"{number}:{t.id}", 0), t.length) for t in action.tracks)
                danger = f"{action.dice} danger {action.category}" if action.dice else ""
                need = f"needs {action.need} | " if action.need else ""
                where = graph.sector(x, key).name
                found.append(ActionView(reference, where, action.name, danger, need + action_note(action), tracks))
    for figure in x.threats:
        action = THREAT[figure.id].action
        found.append(
            ActionView(
                f"threat:{figure.id}", graph.sector(x, figure.sector).name, action.name, "", action_note(action), ()
            )
        )
    return tuple(found)


def planet_view(state: State, x: Exploration) -> PlanetView:
    condition = CONDITION[x.condition] if x.condition else None
    texts: list[str] = []
    if condition:
        texts += [f"Travel: {action_note(condition.travel)}"]
        texts += [f"Special Effect {fx.need}: {fx.do}" for fx in condition.fx]
        texts += [f"Combination {fx.need}: {fx.do}" for fx in condition.combos]
    times = []
    for key in graph.time_tracks(x) if condition else []:
        track = graph.time_track(x, key)
        if track:
            steps = "; ".join(f"{step}: {text}" for step, text in track.steps.items())
            times.append((key, THREAT[key].name if key in THREAT else key, graph.time_now(x, key), track.length, steps))
    leads = tuple(
        (deck, sum(LEADS[token].value for token in tokens), ", ".join(token_name(token) for token in tokens))
        for deck, tokens in state.lead_decks.items()
    )
    event = EVENT[x.event] if x.event else None
    return PlanetView(
        condition.name if condition else "",
        tuple(texts),
        tuple(
            CardView(
                key,
                MISSION[key].name,
                MISSION[key].when or "a log will tell",
                "Optional" if MISSION[key].optional else "",
            )
            for key in x.missions
        ),
        tuple(times),
        action_views(state, x),
        x.supplies,
        x.success,
        tuple(
            CardView(
                card,
                DISCOVERY[kind_of(card)].name,
                DISCOVERY[kind_of(card)].planet or "-",
                f"{DISCOVERY[kind_of(card)].tier} {DISCOVERY[kind_of(card)].deck}",
            )
            for card in x.cargo
        ),
        tuple(UNIQUE[number].name for number in x.uniques),
        leads,
        tuple((deck, len(cards)) for deck, cards in state.finds.items()),
        len(state.events),
        CardView(event.id, event.name, f"secondary: {event.secondary}", f"{', '.join(event.biomes)}: {event.main}")
        if event
        else None,
        RANK_UP[x.rankup].text if x.rankup else "",
        x.rankup_done,
        len(x.unique_stack),
    )


def check_view(state: State) -> CheckView | None:
    check = state.check
    if check is None or state.x is None:
        return None
    action = helpers.action_of(check.action)
    key = check.action.split(":")[1] if ":" in check.action else ""
    return CheckView(
        name(next(one.person for one in state.x.crew if one.section == check.actor)),
        check.actor,
        check.name,
        check.step,
        tuple(die_view(die) for die in state.dice if die.zone == "pool"),
        tuple(check.loose),
        tuple(check.injury),
        tuple(f"{danger.category} {danger.face}" for danger in check.danger),
        tuple(f"{row.need or 'red'}: {row.do}" for row in action.rows),
        tuple((t.id, t.need, state.x.tracks.get(f"{key}:{t.id}", 0), t.length) for t in action.tracks),
        tuple(CARD[card].name for card in check.lent.values()),
    )


def help_bar(state: State) -> HelpBar | None:
    check = state.check
    if check is None or check.step > 4:
        return None
    dice = {die.id: die for die in state.dice}
    pledges = [Pledge(owner(state, int(section)), die_label(dice[die])) for section, die in check.pledges.items()]
    pledges += [Pledge(owner(state, int(section)), CARD[card].name) for section, card in check.lent.items()]
    action = helpers.action_of(check.action)
    cost = f"{action.dice} danger dice" if action.dice else "no danger"
    return HelpBar(owner(state, check.actor), check.name, cost, tuple(pledges))


# Logs --------------------------------------------------------------------------------------------------------------


@cache
def page(number: int, actor: str, section: str) -> Page:
    text = log_text(number).replace("{actor}", actor or "one of you").replace("{section}", section or "the crew")
    return Page(number, text, LOG[number].do)


# The ship ----------------------------------------------------------------------------------------------------------


def room_views(state: State) -> tuple[RoomView, ...]:
    ship = state.ship
    now = ship.visiting or state.step

    def room(key: str, label: str, lines: list[str]) -> RoomView:
        return RoomView(key, label, tuple(lines), now == key)

    bridge = [
        f"Objective: {OBJECTIVE[ship.objective].name}",
        f"{TECH[ship.tech].name}",
        f"Morale: {MORALE[ship.morale]}",
    ]
    bridge += [f"{BRIDGE[card].name}: {BRIDGE[card].text}" for card in ship.upgrades.values()]
    bridge += [f"Secondary: {SECONDARY[card].name} ({SECONDARY[card].text})" for card in ship.secondaries]
    queues = [
        f"Queue {n + 1}: " + ", ".join(PRODUCTION[key].name if key else "empty" for key in queue)
        for n, queue in enumerate(ship.queues)
    ]
    awaiting = [f"{kind}: {len(cards)}" for kind, cards in sorted(ship.awaiting.items()) if cards]
    medbay = [
        f"{column.capitalize()} ({medbay_room(state, column)} free): "
        + ", ".join(name(one.id) for one in crew_in(state, column))
        for column in ("light", "moderate", "critical")
    ]
    situations = [
        f"{SITUATION[card].name} ({SITUATION[card].icons}): {SITUATION[card].effect} / solved: {SITUATION[card].solved}"
        for card in (*ship.open_situations, *ship.waiting_situations)
    ]
    dice = [f"{SECTION_NAMES[s]}: " + ", ".join(die_label(die) for die in owned(state, s)) for s in range(4)]
    return (
        room("bridge", "Bridge", bridge),
        room("debriefing", "Dice", [*dice, f"In the box: {sum(die.zone == 'box' for die in state.dice)}"]),
        room("medbay", "Medbay", medbay),
        room(
            "memorial",
            "Memorial Wall",
            [f"{side}: " + ", ".join(name(key) for key in names) for side, names in ship.wall.items()],
        ),
        room(
            "research",
            "Research Laboratory",
            [
                f"{RESEARCH[key].name} ({RESEARCH[key].keyword}): {', '.join(RESEARCH[key].cost)}; lab {RESEARCH[key].lab}"
                for key in ship.research
            ],
        ),
        room(
            "production",
            "Production Complex",
            [*queues, "Ready: " + ", ".join(PRODUCTION[key].name for key in ship.ready)],
        ),
        room("situation", "Situation Room", situations),
        room(
            "barracks",
            "Barracks",
            [f"Recruits: {len(state.recruits)}", *(f"Shown: {name(key)}" for key in state.offered)],
        ),
        room(
            "hangar",
            "Hangar",
            [
                *(LANDER[card.id].name + (" (damaged)" if card.damaged else "") for card in ship.landers),
                *(f"Mod: {MOD[key].name}" for key in ship.mods),
                *(f"Fitted: {MOD[key].name}" for key in ship.fitted),
            ],
        ),
        room(
            "unloading",
            "Stores",
            [
                *(f"{card_name(card)}" for card in ship.gathered),
                *(f"Unique: {UNIQUE[number].name}" for number in ship.uniques),
                *awaiting,
            ],
        ),
        room("launch", "Armory", [EQUIPMENT[key].name for key in ship.armory]),
        *([room("observatory", "Observatory", [FACILITY["F07"].text])] if "F07" in ship.facilities else []),
    )


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
        )
        for one in system.destinations
    )
    routes = tuple(
        MapPlace(
            route.to,
            SYSTEM[route.to].name if route.to in ship.unlocked_systems else "unknown",
            route.energy,
            route.need,
        )
        for route in system.routes
    )
    parts: list[str] = []
    if ship.scanner:
        planet = LANDING[ship.scanner]
        facts = (
            "biomes " + ", ".join(dict.fromkeys(biome for sector in planet.sectors for biome in sector.biomes)),
            "Global Condition " + CONDITION[planet.condition].name,
            f"{len(planet.uniques)} Unique Discoveries; missions "
            + ", ".join(mission.name for mission in planet.missions),
        )
        for number in range(ship.scanned.get(ship.scanner, 0)):  # ISS-337
            step = planet.landing.steps[number]
            parts.append(f"{step.stat.capitalize()} {step.difficulty}, else {step.fail}; {facts[number]}")
    return MapView(system.name, places, routes, LANDING[ship.scanner].name if ship.scanner else "", tuple(parts))


def roster(state: State) -> tuple[PersonView, ...]:
    return tuple(
        PersonView(
            one.id,
            name(one.id),
            SECTIONS[one.section],
            one.rank,
            one.place,
            f"{CREW[one.id].colour} Ba as {CREW[one.id].icon}; {CREW[one.id].skill}",
        )
        for one in state.people
        if one.section >= 0
    )


def public(state: State) -> Public:
    x, ship = state.x, state.ship
    header = Header(
        state.step,
        STEP_NAMES[state.step],
        PLANET[x.planet].name if x else "",
        x.round if x else 0,
        x.actions if x else 0,
        SYSTEM[ship.system].name,
        MORALE[ship.morale],
        ship.energy,
        ship.command,
        x.success if x and not x.over else ship.success or ship.bag,
        state.counters["signal"],
        state.counters["accord"],
        state.counters["wake"],
    )
    reading = state.reading[-1] if state.reading else None
    return Public(
        header,
        board_view(state, x) if x else None,
        planet_view(state, x) if x else None,
        tuple(crew_view(state, x, crew) for crew in x.crew) if x else (),
        check_view(state),
        page(reading.log, reading.actor, reading.section) if reading else page(0, "", ""),
        room_views(state),
        map_view(state),
        roster(state),
        tuple(page(number, "", "") for number in state.logs),
        tuple(entry.text for entry in state.chronicle),
        help_bar(state),
    )


def private(state: State, seat: int) -> Private:
    look = state.look
    cards = tuple(card_name(card) for card in look.cards) if look and look.seat == seat else ()
    return Private(cards, tip(state, seat) if state.options.tips else None)


def tally(state: State) -> Mapping[str, float]:
    failed = sum(": failed" in entry.text for entry in state.chronicle if entry.what == "exploration")
    return {
        "explorations": state.missions_flown,
        "failed": failed,
        "dead": sum(entry.what == "death" for entry in state.chronicle),
        "morale": state.ship.morale,
        "dice": sum(len(owned(state, section)) for section in range(4)) / 4,
        "missions": len(state.done),
        "signal": state.counters["signal"],
    }
