"""What can be seen: everything but the order of decks, unread logs and unscanned Landing cards (section 43)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import msgspec

from app.games.vanguard import board as graph
from app.games.vanguard import helpers, language, wording
from app.games.vanguard.cargo import card_name, kind_of, token_name
from app.games.vanguard.check import pledged, rolled
from app.games.vanguard.coach import tip
from app.games.vanguard.conditions import holds
from app.games.vanguard.content import (
    CONDITION,
    ENDINGS,
    LANDING,
    LOG,
    LOSSES,
    MISSION,
    PLANET,
    POI,
    SYSTEM,
    THREAT,
    log_text,
    playing,
)
from app.games.vanguard.content.structs import Action, Fx, Row
from app.games.vanguard.data.cards import CARD
from app.games.vanguard.data.crew import COLOURS, CREW, HAND_LIMIT, SLOTS
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.data.gear import EQUIPMENT, LANDER, MOD
from app.games.vanguard.data.planetside import DANGER, DISCOVERY, EVENT, LEADS, UNIQUE
from app.games.vanguard.data.ship import (
    BRIDGE,
    FACILITY,
    MORALE,
    OBJECTIVE,
    PRODUCTION,
    RESEARCH,
    SECONDARY,
    SITUATION,
    TECH,
)
from app.games.vanguard.language import Need
from app.games.vanguard.needs import sets
from app.games.vanguard.people import SECTION_NAMES, SECURITY, crew_in, name, owner
from app.games.vanguard.pools import available, colour, die_label, icons, owned
from app.games.vanguard.ship.docking import cargo_room
from app.games.vanguard.ship.facilities import has_observatory, is_free, open_queues, payment
from app.games.vanguard.shipfx import medbay_room
from app.games.vanguard.state import Die, Exploration, Explorer, Person, State
from app.games.vanguard.wording import Sight
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
    "over": "The campaign is over",
}


class DieView(msgspec.Struct, frozen=True):
    id: int
    key: str  # of the kind: what the die is marked with
    kind: str
    colour: str
    faces: tuple[str, ...]  # what it shows
    section: int
    sides: str  # all its faces, in words


class CardView(msgspec.Struct, frozen=True):
    id: str
    name: str
    text: str
    note: str = ""


class HandCard(msgspec.Struct, frozen=True):
    id: str
    name: str
    top: str
    need: Need
    combo: str


class CrewView(msgspec.Struct, frozen=True):
    """A crew board."""

    id: int  # section
    section: str
    seat: int
    person: str
    name: str
    rank: int
    sector: str
    skill: str
    skill_text: str
    convert: tuple[str, str]  # Blanks of a colour count as an icon
    charges: int
    turn: str  # now, ended, waiting
    start: bool
    dead: bool
    columns: tuple[tuple[str, int, bool, tuple[DieView, ...]], ...]  # colour, slots, injury die, dice
    spent: tuple[DieView, ...]
    hand: tuple[HandCard, ...]
    hand_limit: int
    deck: int
    discard: tuple[str, ...]
    injuries: tuple[tuple[str, bool, tuple[tuple[str, str], ...]], ...]  # name, face down, what each face does
    statuses: tuple[tuple[str, str], ...]  # name, meaning
    gear: tuple[CardView, ...]
    standing: str  # the die it pledges to whoever checks here (ISS-350); empty: none


class SectorView(msgspec.Struct, frozen=True):
    id: str
    name: str
    x: int
    y: int
    biomes: tuple[str, ...]
    lander: str  # "", icon or here
    no_travel: bool
    finished: bool
    nothing_to_do: bool
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
    icons: tuple[tuple[str, str], ...]  # mark, meaning
    one_way: bool
    closed: bool


class RowView(msgspec.Struct, frozen=True):
    need: Need  # empty: the red row
    do: str
    met: bool = False


class TrackView(msgspec.Struct, frozen=True):
    id: str
    need: Need
    now: int
    length: int
    do: str


class ActionView(msgspec.Struct, frozen=True):
    reference: str
    sector: str
    where: str
    name: str
    danger: str
    pay: str
    need: str
    plain: str
    fx: tuple[RowView, ...]
    rows: tuple[RowView, ...]
    tracks: tuple[TrackView, ...]
    threat: bool = False


class BoardView(msgspec.Struct, frozen=True):
    planet: str
    key: str
    width: int
    height: int
    sectors: tuple[SectorView, ...]
    paths: tuple[PathView, ...]


class TimeView(msgspec.Struct, frozen=True):
    id: str
    name: str
    now: int
    length: int
    steps: tuple[tuple[int, str], ...]
    threat: bool
    by_effect: bool


class EventView(msgspec.Struct, frozen=True):
    name: str
    biomes: tuple[str, ...]
    main: str  # where the biome fits
    secondary: str  # elsewhere


class PlanetView(msgspec.Struct, frozen=True):
    condition: str
    travel: ActionView | None
    fx: tuple[RowView, ...]
    combos: tuple[RowView, ...]
    missions: tuple[CardView, ...]
    times: tuple[TimeView, ...]
    actions: tuple[ActionView, ...]
    lander: str
    mods: tuple[CardView, ...]
    supplies: int
    most_supplies: int
    room: int
    damaged: bool
    success: int
    cargo: tuple[CardView, ...]
    uniques: tuple[str, ...]
    leads: tuple[tuple[str, int, str], ...]
    finds_left: tuple[tuple[str, int], ...]
    events_left: int
    event: EventView | None
    rankup: str
    rankup_done: bool
    uniques_left: int
    rankups_left: int
    bag: int  # lead tokens that can be drawn
    events_gone: tuple[str, ...]  # the discards; what is left is hidden only in its order (ISS-336)
    drawn: tuple[str, ...]  # leads that are being placed


class CheckView(msgspec.Struct, frozen=True):
    actor: str
    section: int
    name: str
    step: int
    pool: tuple[DieView, ...]
    loose: tuple[str, ...]
    injury: tuple[str, ...]
    danger: tuple[tuple[str, str, str], ...]  # kind, face, what it does
    fx: tuple[RowView, ...]
    rows: tuple[RowView, ...]
    tracks: tuple[TrackView, ...]
    lent: tuple[str, ...]
    pledged: tuple[DieView, ...]
    printed_danger: str


class Page(msgspec.Struct, frozen=True):
    id: int
    text: str
    effects: tuple[str, ...]
    reader: int = -1  # the seat that may read it aloud (ISS-357)


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


class Thing(msgspec.Struct, frozen=True):
    """Something that stands in a room: what it looks like, what it is called, what it does."""

    icon: str
    name: str
    text: str = ""
    group: str = ""
    dim: bool = False


class RoomView(msgspec.Struct, frozen=True):
    id: str
    name: str
    about: str
    things: tuple[Thing, ...]
    open: bool
    why_not: str  # empty: it can be used now


class MapPlace(msgspec.Struct, frozen=True):
    id: str
    name: str
    energy: int
    note: str
    planet: str = ""  # whose picture is shown


class MapView(msgspec.Struct, frozen=True):
    system: str
    places: tuple[MapPlace, ...]
    routes: tuple[MapPlace, ...]
    scanner: str
    parts: tuple[str, ...]


class PersonView(msgspec.Struct, frozen=True):
    id: str
    name: str
    section: int
    group: str
    rank: int
    place: str
    convert: tuple[str, str]
    skill: str


class Chronicle(msgspec.Struct, frozen=True):
    lines: tuple[tuple[str, str], ...]  # what it was, what was written
    dead: tuple[PersonView, ...]
    explorations: int
    failed: int
    content: str  # what is played (ISS-025)
    ledger: tuple[tuple[str, str], ...]  # how it ended (ISS-334); the seed is the table's to show


class Finale(msgspec.Struct, frozen=True):
    """The end of the campaign, in numbers and faces."""

    name: str
    won: bool
    facts: tuple[tuple[int, str], ...]
    crew: tuple[PersonView, ...]  # who is still there


class Public(msgspec.Struct, frozen=True):
    header: Header
    finale: Finale | None
    ground: BoardView | None
    planet: PlanetView | None
    crew: tuple[CrewView, ...]
    check: CheckView | None
    page: Page | None
    rooms: tuple[RoomView, ...]
    starmap: MapView | None
    roster: tuple[PersonView, ...]
    library: tuple[Page, ...]
    chronicle: Chronicle
    help: HelpBar | None


class Private(msgspec.Struct, frozen=True):
    look: tuple[str, ...]
    coach: Tip | None


# Dice and crew -----------------------------------------------------------------------------------------------------


def die_view(die: Die) -> DieView:
    kind = KIND[die.kind]
    sides = " · ".join(wording.icons(face) for face in kind.faces)
    return DieView(die.id, die.kind, die_label(die), colour(die) or "wild", tuple(icons(die)), die.section, sides)


def hand_card(card: str, sight: Sight) -> HandCard:
    it = CARD[card]
    return HandCard(card, it.name, wording.top(card), language.need(it.need), wording.say(it.combo, sight))


def gear_view(item: str) -> CardView:
    it = EQUIPMENT[item.rstrip("!")]
    return CardView(it.id, it.name, wording.gear(it.id), "exhausted" if item.endswith("!") else "")


def crew_view(state: State, x: Exploration, crew: Explorer) -> CrewView:
    card = CREW[crew.person]
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
        crew.person,
        name(crew.person),
        crew.rank,
        crew.sector,
        card.skill,
        wording.skill(card.skill),
        (card.colour, card.icon),
        crew.charges,
        turn,
        x.start == crew.section,
        crew.dead,
        columns,
        spent,
        tuple(hand_card(one, wording.sight_of(state)) for one in crew.hand),
        HAND_LIMIT[crew.rank],
        len(crew.deck),
        tuple(CARD[one].name for one in crew.discard),
        tuple((injury.kind, injury.flipped, wording.injury(injury.kind)) for injury in crew.injuries),
        tuple((status, wording.STATUS[status]) for status in crew.statuses),
        tuple(gear_view(item) for item in crew.gear),
        wording.die_name(state.standing[str(crew.section)]) if str(crew.section) in state.standing else "",
    )


# The planet --------------------------------------------------------------------------------------------------------

GRID, EDGE = 200, 120


def _at(x: Exploration, key: str) -> tuple[int, int]:
    """Where a sector lies; a little off the grid, as places do."""
    column, row = graph.sector(x, key).at
    number = int(key.removeprefix("s"))
    return EDGE + column * GRID + (number * 37 % 5 - 2) * 9, EDGE + row * GRID + (number * 53 % 5 - 2) * 9


def board_view(state: State, x: Exploration) -> BoardView:
    planet = PLANET[x.planet]
    left, top = (min(place) for place in zip(*(_at(x, one.id) for one in planet.sectors), strict=True))
    dx, dy = EDGE - left, EDGE - top

    def at(key: str) -> tuple[int, int]:
        across, down = _at(x, key)
        return across + dx, down + dy

    sectors = []
    for one in planet.sectors:
        place = at(one.id)
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
                not graph.poi_cards(x, one.id) and not (one.log and one.log not in state.logs),
                one.log if one.log and one.log not in state.logs else 0,
                tuple(POI[number].name for number in graph.poi_cards(x, one.id)),
                tuple(crew.section for crew in x.crew if crew.sector == one.id and not crew.dead),
                tuple(THREAT[f.id].name for f in x.threats if f.sector == one.id or one.id in THREAT[f.id].secondary),
                tuple(token for token, where in x.tokens.items() if where == one.id),
            )
        )
    paths = tuple(
        PathView(
            *at(path.a),
            *at(path.b),
            tuple((icon, wording.path_icon(icon)) for icon in path.icons),
            path.one_way,
            path.id in x.closed,
        )
        for path in planet.paths
        if graph.is_open(x, path) or path.id in x.closed
    )
    width = max(one.x for one in sectors) + EDGE
    height = max(one.y for one in sectors) + EDGE
    return BoardView(planet.name, planet.id, width, height, tuple(sectors), paths)


def row_views(rows: Iterable[Row | Fx], sight: Sight) -> tuple[RowView, ...]:
    return tuple(RowView(language.need(row.need), wording.say(row.do, sight)) for row in rows)


def track_views(x: Exploration, card: str, action: Action, sight: Sight) -> tuple[TrackView, ...]:
    return tuple(
        TrackView(
            it.id, language.need(it.need), x.tracks.get(f"{card}:{it.id}", 0), it.length, wording.say(it.do, sight)
        )
        for it in action.tracks
    )


def action_view(state: State, x: Exploration, reference: str, key: str, action: Action) -> ActionView:
    card, sight = reference.split(":")[1], wording.sight_of(state)
    return ActionView(
        reference,
        key,
        graph.sector(x, key).name if key else "",
        action.name,
        wording.danger(action),
        wording.phrase(action.pay, sight) if action.pay else "",
        wording.requirement(action.need, sight),
        wording.say(action.plain, sight) if action.plain else "",
        row_views(action.fx, sight),
        row_views(action.rows, sight),
        track_views(x, card, action, sight),
        reference.startswith("threat:"),
    )


def action_views(state: State, x: Exploration) -> tuple[ActionView, ...]:
    found = []
    for key, cards in sorted(x.pois.items()):
        for number in cards:
            for place, action in enumerate(POI[number].actions):
                reference = f"poi:{number}:{place}"
                if (key in x.finished and not action.always) or (action.once and reference in state.once):
                    continue
                found.append(action_view(state, x, reference, key, action))
    for figure in x.threats:
        found.append(action_view(state, x, f"threat:{figure.id}", figure.sector, THREAT[figure.id].action))
    return tuple(found)


def time_views(state: State, x: Exploration) -> tuple[TimeView, ...]:
    found, sight = [], wording.sight_of(state)
    for key in graph.time_tracks(x):
        track = graph.time_track(x, key)
        if track:
            own = msgspec.structs.replace(sight, it=key if key in THREAT else "")
            steps = tuple(sorted((int(step), wording.say(text, own)) for step, text in track.steps.items()))
            found.append(
                TimeView(
                    key,
                    wording.time_name(key),
                    graph.time_now(x, key),
                    track.length,
                    steps,
                    key in THREAT,
                    track.by_effect,
                )
            )
    return tuple(found)


def planet_view(state: State, x: Exploration) -> PlanetView:
    condition, sight = CONDITION[x.condition] if x.condition else None, wording.sight_of(state)
    leads = tuple(
        (deck, sum(LEADS[token].value for token in tokens), ", ".join(token_name(token) for token in tokens))
        for deck, tokens in state.lead_decks.items()
    )
    event = EVENT[x.event] if x.event else None
    lander = LANDER.get(state.ship.lander) if not x.tutorial else None
    return PlanetView(
        condition.name if condition else "",
        action_view(state, x, f"travel:{condition.id}", "", condition.travel) if condition else None,
        row_views(condition.fx, sight) if condition else (),
        row_views(condition.combos, sight) if condition else (),
        tuple(
            CardView(key, MISSION[key].name, MISSION[key].text, "optional" if MISSION[key].optional else "")
            for key in x.missions
        ),
        time_views(state, x),
        action_views(state, x),
        lander.name if lander else "",
        tuple(CardView(key, MOD[key].name, wording.mod(key)) for key in state.ship.fitted) if lander else (),
        x.supplies,
        max(x.supplies, lander.supplies if lander else 3),
        cargo_room(state, x),
        x.lander_damaged,
        x.success,
        tuple(
            CardView(
                card,
                DISCOVERY[kind_of(card)].name,
                wording.find(kind_of(card), sight),
                f"{DISCOVERY[kind_of(card)].tier} {DISCOVERY[kind_of(card)].deck}",
            )
            for card in x.cargo
        ),
        tuple(UNIQUE[number].name for number in x.uniques),
        leads,
        tuple((deck, len(cards)) for deck, cards in state.finds.items()),
        len(state.events),
        EventView(event.name, event.biomes, wording.say(event.main, sight), wording.say(event.secondary, sight))
        if event
        else None,
        wording.rank_up(x.rankup) if x.rankup else "",
        x.rankup_done,
        len(x.unique_stack),
        len(state.rankups),
        len(state.lead_bag),
        tuple(EVENT[card].name for card in state.event_discard),
        tuple(token_name(token) for token in x.leads_drawn),
    )


def check_view(state: State) -> CheckView | None:
    check = state.check
    if check is None or state.x is None:
        return None
    action = helpers.action_of(check.action)
    key = check.action.split(":")[1] if ":" in check.action else ""
    dice = rolled(state)
    sight = wording.sight_of(state)
    rows = tuple(
        msgspec.structs.replace(row, met=not row.need or bool(sets(dice, row.need)))
        for row in row_views(action.rows, sight)
    )
    helping = pledged(state) if check.step <= 2 else []
    return CheckView(
        name(next(one.person for one in state.x.crew if one.section == check.actor)),
        check.actor,
        check.name,
        check.step,
        tuple(die_view(die) for die in state.dice if die.zone == "pool"),
        tuple(check.loose),
        tuple(check.injury),
        tuple(
            (DANGER[danger.category].name, danger.face, wording.danger_face(danger.category, danger.face))
            for danger in check.danger
        ),
        row_views(action.fx, sight),
        rows,
        track_views(state.x, key, action, sight),
        tuple(CARD[card].name for card in check.lent.values()),
        tuple(die_view(die) for die in state.dice if die.id in helping),
        wording.danger(action),
    )


def help_bar(state: State) -> HelpBar | None:
    check = state.check
    if check is None or check.step > 4:
        return None
    dice = {die.id: die for die in state.dice}
    pledges = [Pledge(owner(state, int(section)), die_label(dice[die])) for section, die in check.pledges.items()]
    pledges += [Pledge(owner(state, int(section)), CARD[card].name) for section, card in check.lent.items()]
    action = helpers.action_of(check.action)
    return HelpBar(owner(state, check.actor), check.name, wording.danger(action) or "no danger", tuple(pledges))


# Logs --------------------------------------------------------------------------------------------------------------


def planet_of(log: int) -> str:
    """The planet on which a log is read; empty: aboard."""
    return next((planet.id for planet in PLANET.values() if any(one.id == log for one in planet.logs)), "")


def page(number: int, actor: str, section: str) -> Page:
    return _page(number, actor, section, playing().campaign.version)


@cache
def _page(number: int, actor: str, section: str, _version: int) -> Page:
    text = log_text(number).replace("{actor}", actor or "one of you").replace("{section}", section or "the crew")
    return Page(number, text, wording.log(LOG[number].do, planet_of(number)))


# The ship ----------------------------------------------------------------------------------------------------------


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
        for group, cards in (("New", ship.open_situations), ("Strikes at the next Bridge", ship.waiting_situations))
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
        planet = LANDING[ship.scanner]
        facts = (
            "Biomes: " + ", ".join(dict.fromkeys(biome for sector in planet.sectors for biome in sector.biomes)),
            "Global Condition: " + CONDITION[planet.condition].name,
            f"{len(planet.uniques)} Unique Discoveries. Missions: "
            + ", ".join(mission.name for mission in planet.missions),
        )
        for number in range(ship.scanned.get(ship.scanner, 0)):  # ISS-337
            step = planet.landing.steps[number]
            fail = wording.phrase(step.fail, wording.sight_of(state))
            parts.append(f"{step.stat.capitalize()} {step.difficulty}, or else: {fail}. {facts[number]}")
    return MapView(system.name, places, routes, LANDING[ship.scanner].name if ship.scanner else "", tuple(parts))


def person_view(one: Person) -> PersonView:
    card = CREW[one.id]
    section = one.section if one.section >= 0 else one.wall
    group = SECTION_NAMES[section] if section >= 0 else ""
    return PersonView(one.id, name(one.id), section, group, one.rank, one.place, (card.colour, card.icon), card.skill)


def roster(state: State) -> tuple[PersonView, ...]:
    return tuple(person_view(one) for one in state.people if one.section >= 0)


def chronicle(state: State) -> Chronicle:
    failed = sum(": failed" in entry.text for entry in state.chronicle if entry.what == "exploration")
    return Chronicle(
        tuple((entry.what, entry.text) for entry in state.chronicle),
        tuple(person_view(one) for one in state.people if one.place in ("fallen", "wall")),
        state.missions_flown,
        failed,
        f"{playing().campaign.title}, version {state.content}",
        ledger(state) if state.ending else (),
    )


def ledger(state: State) -> tuple[tuple[str, str], ...]:
    """ISS-334"""
    counters = ", ".join(f"{key.capitalize()} {state.counters[key]}" for key in ("signal", "accord", "wake"))
    uniques = ", ".join(UNIQUE[number].name for number in state.ship.uniques)
    missions = ", ".join(MISSION[key].name for key in state.done)
    return (
        ("Ending", ENDINGS[state.ending]),
        ("How the story stood", counters),
        ("Missions", missions or "none"),
        ("Unique Discoveries", uniques or "none"),
        ("The dead", ", ".join(name(one.id) for one in state.people if one.place in ("fallen", "wall")) or "nobody"),
        ("Logs read", str(len(state.logs))),
    )


def open_page(state: State) -> Page:
    if not state.reading:
        return page(0, "", "")
    reading = state.reading[-1]
    section = SECTION_NAMES.index(reading.section) if reading.section else SECURITY
    opened = page(reading.log, reading.actor, reading.section)
    return msgspec.structs.replace(opened, reader=owner(state, section))


def finale(state: State) -> Finale | None:
    if not state.ending:
        return None
    facts = (
        (state.missions_flown, "exploration", "explorations"),
        (len(state.done), "mission done", "missions done"),
        (len(state.visited), "world visited", "worlds visited"),
        (len(state.logs), "page of the story", "pages of the story"),
        (len(state.ship.uniques), "Unique Discovery", "Unique Discoveries"),
        (sum(entry.what == "death" for entry in state.chronicle), "life lost", "lives lost"),
    )
    return Finale(
        ENDINGS[state.ending],
        state.ending not in LOSSES,
        tuple((number, one if number == 1 else many) for number, one, many in facts),
        roster(state),
    )


def public(state: State) -> Public:
    x, ship = state.x, state.ship
    step = "over" if state.ending else state.step
    header = Header(
        step,
        STEP_NAMES[step],
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
    return Public(
        header,
        finale(state),
        board_view(state, x) if x else None,
        planet_view(state, x) if x else None,
        tuple(crew_view(state, x, crew) for crew in x.crew) if x else (),
        check_view(state),
        open_page(state),
        room_views(state),
        map_view(state),
        roster(state),
        tuple(page(number, "", "") for number in state.logs),
        chronicle(state),
        help_bar(state),
    )


def private(state: State, seat: int) -> Private:
    look = state.look
    cards = tuple(card_name(card) for card in look.cards) if look and look.seat == seat else ()
    return Private(cards, tip(state, seat) if state.options.tips else None)
