"""What can be seen: everything but the order of decks, unread logs and unscanned Landing cards (section 43)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

import msgspec

from app.games.vanguard import board as graph
from app.games.vanguard import helpers, language
from app.games.vanguard.cargo import card_name, kind_of, token_name
from app.games.vanguard.check import pledged, rolled
from app.games.vanguard.coach import tip
from app.games.vanguard.content import (
    CONDITION,
    ENDINGS,
    LANDING,
    LOG,
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
from app.games.vanguard.data.crew import COLOURS, CREW, HAND_LIMIT, SKILL, SLOTS
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.data.gear import EQUIPMENT, LANDER, MOD
from app.games.vanguard.data.planetside import DANGER, DISCOVERY, EVENT, INJURY, LEADS, UNIQUE
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
from app.games.vanguard.needs import sets
from app.games.vanguard.people import SECTION_NAMES, SECURITY, crew_in, name, owner
from app.games.vanguard.pools import available, colour, die_label, icons, owned
from app.games.vanguard.ship.docking import cargo_room
from app.games.vanguard.ship.facilities import has_observatory, is_free, open_queues, payment
from app.games.vanguard.shipfx import medbay_room
from app.games.vanguard.state import Die, Exploration, Explorer, Person, State
from app.games.vanguard.travel import icon_name
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
    need: str  # empty: the red row
    do: str
    met: bool = False


class TrackView(msgspec.Struct, frozen=True):
    id: str
    need: str
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
    event: CardView | None
    rankup: str
    rankup_done: bool
    uniques_left: int
    rankups_left: int
    bag: int  # lead tokens that can be drawn
    events_gone: tuple[str, ...]  # the discards; what is left is hidden only in its order (ISS-336)


class CheckView(msgspec.Struct, frozen=True):
    actor: str
    section: int
    name: str
    step: int
    pool: tuple[DieView, ...]
    loose: tuple[str, ...]
    injury: tuple[str, ...]
    danger: tuple[tuple[int, str], ...]
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
    convert: str
    skill: str


class Chronicle(msgspec.Struct, frozen=True):
    lines: tuple[tuple[str, str], ...]  # what it was, what was written
    dead: tuple[PersonView, ...]
    explorations: int
    failed: int
    content: str  # what is played (ISS-025)
    ledger: tuple[tuple[str, str], ...]  # how it ended (ISS-334); the seed is the table's to show


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
    chronicle: Chronicle
    help: HelpBar | None


class Private(msgspec.Struct, frozen=True):
    look: tuple[str, ...]
    coach: Tip | None


# Dice and crew -----------------------------------------------------------------------------------------------------


def die_view(die: Die) -> DieView:
    kind = KIND[die.kind]
    sides = " · ".join("+".join(face) for face in kind.faces)
    return DieView(die.id, die.kind, kind.name, colour(die) or "wild", tuple(icons(die)), die.section, sides)


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
        crew.person,
        name(crew.person),
        crew.rank,
        crew.sector,
        skill.name,
        skill.text,
        f"{card.colour} {card.icon}",
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
        KIND[state.standing[str(crew.section)]].name if str(crew.section) in state.standing else "",
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
            tuple((icon, icon_name(icon)) for icon in path.icons),
            path.one_way,
            path.id in x.closed,
        )
        for path in planet.paths
        if graph.is_open(x, path) or path.id in x.closed
    )
    width = max(one.x for one in sectors) + EDGE
    height = max(one.y for one in sectors) + EDGE
    return BoardView(planet.name, planet.id, width, height, tuple(sectors), paths)


def row_views(rows: Iterable[Row | Fx]) -> tuple[RowView, ...]:
    return tuple(RowView(row.need, row.do) for row in rows)


def track_views(x: Exploration, card: str, action: Action) -> tuple[TrackView, ...]:
    return tuple(TrackView(t.id, t.need, x.tracks.get(f"{card}:{t.id}", 0), t.length, t.do) for t in action.tracks)


def danger_note(action: Action) -> str:
    if not action.dice:
        return ""
    return f"{action.dice} danger {'die' if action.dice == 1 else 'dice'} ({DANGER[action.category].name})"


def action_view(x: Exploration, reference: str, key: str, action: Action) -> ActionView:
    card = reference.split(":")[1]
    return ActionView(
        reference,
        key,
        graph.sector(x, key).name if key else "",
        action.name,
        danger_note(action),
        action.pay,
        action.need,
        action.plain,
        row_views(action.fx),
        row_views(action.rows),
        track_views(x, card, action),
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
                found.append(action_view(x, reference, key, action))
    for figure in x.threats:
        found.append(action_view(x, f"threat:{figure.id}", figure.sector, THREAT[figure.id].action))
    return tuple(found)


def time_views(x: Exploration) -> tuple[TimeView, ...]:
    found = []
    for key in graph.time_tracks(x):
        track = graph.time_track(x, key)
        if track:
            label = THREAT[key].name if key in THREAT else key.capitalize()
            steps = tuple(sorted((int(step), text) for step, text in track.steps.items()))
            found.append(
                TimeView(key, label, graph.time_now(x, key), track.length, steps, key in THREAT, track.by_effect)
            )
    return tuple(found)


def planet_view(state: State, x: Exploration) -> PlanetView:
    condition = CONDITION[x.condition] if x.condition else None
    leads = tuple(
        (deck, sum(LEADS[token].value for token in tokens), ", ".join(token_name(token) for token in tokens))
        for deck, tokens in state.lead_decks.items()
    )
    event = EVENT[x.event] if x.event else None
    lander = LANDER.get(state.ship.lander) if not x.tutorial else None
    return PlanetView(
        condition.name if condition else "",
        action_view(x, f"travel:{condition.id}", "", condition.travel) if condition else None,
        row_views(condition.fx) if condition else (),
        row_views(condition.combos) if condition else (),
        tuple(
            CardView(key, MISSION[key].name, MISSION[key].text, "optional" if MISSION[key].optional else "")
            for key in x.missions
        ),
        time_views(x),
        action_views(state, x),
        lander.name if lander else "",
        tuple(CardView(key, MOD[key].name, MOD[key].text) for key in state.ship.fitted) if lander else (),
        x.supplies,
        max(x.supplies, lander.supplies if lander else 3),
        cargo_room(state, x),
        x.lander_damaged,
        x.success,
        tuple(
            CardView(
                card,
                DISCOVERY[kind_of(card)].name,
                DISCOVERY[kind_of(card)].planet,
                f"{DISCOVERY[kind_of(card)].tier} {DISCOVERY[kind_of(card)].deck}",
            )
            for card in x.cargo
        ),
        tuple(UNIQUE[number].name for number in x.uniques),
        leads,
        tuple((deck, len(cards)) for deck, cards in state.finds.items()),
        len(state.events),
        CardView(event.id, event.name, event.secondary, f"{', '.join(event.biomes)}: {event.main}") if event else None,
        RANK_UP[x.rankup].text if x.rankup else "",
        x.rankup_done,
        len(x.unique_stack),
        len(state.rankups),
        len(state.lead_bag),
        tuple(EVENT[card].name for card in state.event_discard),
    )


def check_view(state: State) -> CheckView | None:
    check = state.check
    if check is None or state.x is None:
        return None
    action = helpers.action_of(check.action)
    key = check.action.split(":")[1] if ":" in check.action else ""
    dice = rolled(state)
    rows = tuple(
        RowView(row.need, row.do, not row.need or bool(sets(dice, language.need(row.need)))) for row in action.rows
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
        tuple((danger.category, danger.face) for danger in check.danger),
        row_views(action.fx),
        rows,
        track_views(state.x, key, action),
        tuple(CARD[card].name for card in check.lent.values()),
        tuple(die_view(die) for die in state.dice if die.id in helping),
        danger_note(action),
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


CODE = re.compile(r"\b(EQ-[A-Z]\d+|LM\d+|LN\d+|C\d\d|R\d\d|B\d\d|F\d\d|TL\d|SO\d+|SY\d)\b")
NAMES: dict[str, str] = {
    key: card.name
    for cards in (EQUIPMENT, MOD, LANDER, PRODUCTION, RESEARCH, BRIDGE, FACILITY, TECH, SECONDARY)
    for key, card in cards.items()
}


def plainly(text: str) -> str:
    """Cards by their names instead of their numbers."""

    def named(found: re.Match[str]) -> str:
        code = found[0]
        return SYSTEM[code].name if code in SYSTEM else NAMES.get(code, code)

    return CODE.sub(named, text)


def told(text: str) -> tuple[str, ...]:
    """What a log does, clause by clause; of choices only what can be chosen, of marks that only the story reads nothing."""
    clauses: list[str] = []
    for effect in language.effects(text):
        if effect.choices:
            clauses.append("a choice: " + ", or ".join(choice.label for choice in effect.choices))
        elif effect.when is not None:
            clauses += ["it depends on what was done before"]
        elif effect.verb not in ("none", "flag", "unflag"):
            clauses.append(plainly(effect.text))
    return tuple(dict.fromkeys(clauses))


def page(number: int, actor: str, section: str) -> Page:
    return _page(number, actor, section, playing().campaign.version)


@cache
def _page(number: int, actor: str, section: str, _version: int) -> Page:
    text = log_text(number).replace("{actor}", actor or "one of you").replace("{section}", section or "the crew")
    return Page(number, text, told(LOG[number].do))


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
    people = {one.id: one for one in state.people}

    def who(key: str, group: str = "", text: str = "", *, dim: bool = False) -> Thing:
        return Thing(f"p:{key}:{people[key].section}", name(key), text, group, dim)

    bridge = [
        Thing("flag", OBJECTIVE[ship.objective].name, f"command +{OBJECTIVE[ship.objective].command}", "Objective"),
        Thing("bolt", TECH[ship.tech].name, f"energy +{TECH[ship.tech].energy}", "Drive"),
        *(Thing("chip", BRIDGE[card].name, BRIDGE[card].text, "Fitted") for card in ship.upgrades.values()),
        *(Thing("flag", SECONDARY[card].name, SECONDARY[card].text, "On the side") for card in ship.secondaries),
    ]
    dice = [Thing(f"d:{die.kind}", die_label(die), "", SECTION_NAMES[n]) for n in range(4) for die in owned(state, n)]
    beds = [
        Thing("bed", f"{medbay_room(state, column)} free", "", column.capitalize())
        for column in ("light", "moderate", "critical")
    ]
    sick = [
        who(one.id, column.capitalize(), f"{one.injuries} injuries" if one.injuries else "")
        for column in ("light", "moderate", "critical")
        for one in crew_in(state, column)
    ]
    wall = [who(key, side.capitalize(), dim=True) for side, names in ship.wall.items() for key in names]
    research = [
        Thing(
            "flask",
            RESEARCH[key].name,
            plainly(RESEARCH[key].do),
            f"{RESEARCH[key].keyword}: pay {', '.join(RESEARCH[key].cost)}; lab {RESEARCH[key].lab}",
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
            "plan", PRODUCTION[key].name, plainly(PRODUCTION[key].do), f"Ready to start; boost {PRODUCTION[key].icons}"
        )
        for key in ship.ready
    ]
    troubles = [
        Thing(
            "alarm",
            SITUATION[card].name,
            SITUATION[card].effect,
            f"Solved by {SITUATION[card].icons}: {SITUATION[card].solved}",
        )
        for card in (*ship.open_situations, *ship.waiting_situations)
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
                f"armor {LANDER[card.id].armor} · sensors {LANDER[card.id].sensors} · agility {LANDER[card.id].agility} · "
                f"Supplies {LANDER[card.id].start} · cargo {LANDER[card.id].cargo}",
                "Damaged" if card.damaged else "Ready",
                card.damaged,
            )
            for card in ship.landers
        ),
        *(Thing("chip", MOD[key].name, MOD[key].text, "Fitted") for key in ship.fitted),
        *(Thing("chip", MOD[key].name, MOD[key].text, "In store") for key in ship.mods),
    ]
    stores = [
        *(Thing(f"f:{DISCOVERY[kind_of(card)].deck}", card_name(card), "", "Finds") for card in ship.gathered),
        *(Thing("unique", UNIQUE[number].name, "", "Uniques") for number in ship.uniques),
        *(Thing("crate", f"{len(c)} {kind}", "", "Waiting for room") for kind, c in sorted(ship.awaiting.items()) if c),
    ]
    armory = [Thing("kit", EQUIPMENT[key].name, EQUIPMENT[key].text, EQUIPMENT[key].kind) for key in ship.armory]
    contents = {
        "docking": [Thing("star", f"{ship.success or ship.bag} Success", "", "In the bag")],
        "debriefing": [*dice, Thing("crate", f"{sum(die.zone == 'box' for die in state.dice)} in the box")],
        "unloading": stores,
        "medbay": [*sick, *beds],
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


def person_view(one: Person) -> PersonView:
    card = CREW[one.id]
    section = one.section if one.section >= 0 else one.wall
    group = SECTION_NAMES[section] if section >= 0 else ""
    return PersonView(
        one.id, name(one.id), section, group, one.rank, one.place, f"{card.colour} {card.icon}", card.skill
    )


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
    return Public(
        header,
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
