"""Whether everything that is named exists, is placed, can be had and can be finished: CL-03 to CL-05, CL-10 to CL-16,
CL-22."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from app.games.vanguard import language
from app.games.vanguard.content.structs import Action, Campaign, Planet
from app.games.vanguard.data.crew import CREW_CARDS, SECTIONS
from app.games.vanguard.data.dice import DIE_KINDS
from app.games.vanguard.data.gear import EQUIPMENT, EQUIPMENT_CARDS, LANDER, MOD
from app.games.vanguard.data.planetside import DANGER, EVENT, EVENTS, LATE_EVENTS, ROW_GIVES, UNIQUE
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
from app.games.vanguard.language import Effect
from app.games.vanguard.state import Ship
from app.packs.campaign.lint.walk import (
    TUTORIAL_EVAC,
    TUTORIAL_START,
    actions_of,
    atoms,
    check,
    closure,
    components,
    conditions,
    everything,
    flat,
    inner,
    logs_of,
    planet_texts,
    times_of,
)
from app.packs.lint import Finding

BIOMES = frozenset(biome for event in EVENTS for biome in event.biomes)
ROOTS = (0, TUTORIAL_START, TUTORIAL_EVAC, 50, 64, 70, 79, 991, 999)
START = Ship()
ABOARD = "aboard"
CARDS: dict[str, frozenset[str]] = {
    "equipment": frozenset(EQUIPMENT),
    "research": frozenset(RESEARCH),
    "production": frozenset(PRODUCTION),
    "lander": frozenset(LANDER),
    "mod": frozenset(MOD),
    "dice": frozenset(kind.group for kind in DIE_KINDS),
    "crew": frozenset(card.pool for card in CREW_CARDS),
    "facility": frozenset(FACILITY),
    "bridge": frozenset(BRIDGE),
    "objective": frozenset(OBJECTIVE),
    "secondary": frozenset(SECONDARY),
    "tech": frozenset(TECH),
    "event": frozenset(EVENT),
}
FROM_THE_START: dict[str, frozenset[str]] = {
    "equipment": frozenset(card.id for card in EQUIPMENT_CARDS if card.start),
    "research": frozenset(START.research),
    "production": frozenset(START.ready),
    "lander": frozenset(card.id for card in START.landers),
    "dice": frozenset(START.unlocked_dice),
    "crew": frozenset({"start"}),
    "bridge": frozenset(ROW_GIVES.values()),
    "objective": frozenset({START.objective}),
    "tech": frozenset({START.tech}),
    "event": frozenset(EVENT) - frozenset(LATE_EVENTS),
}
TESTED_BY_RULES = frozenset({"jitters"})  # landing steps are harder


class Known:
    """Everything that effects may name."""

    def __init__(self, campaign: Campaign) -> None:
        planets = campaign.planets
        self.logs = frozenset(logs_of(campaign))
        self.missions = frozenset(
            mission.id for missions in (campaign.missions, *(p.missions for p in planets)) for mission in missions
        )
        self.planets = frozenset(planet.id for planet in planets)
        self.systems = frozenset(system.id for system in campaign.systems)
        self.landings = frozenset(planet.landing.id for planet in planets)
        self.endings = frozenset(campaign.endings)

    def missing(self, effect: Effect, planet: Planet | None) -> str:
        """What an effect names that does not exist."""
        verb, args = effect.verb, effect.args
        named: list[tuple[str, str, frozenset[str]]] = []
        if verb == "log":
            return "" if effect.n in self.logs else f"there is no log {effect.n}"
        if verb in ("unique", "item") and args[0] != "top":
            return "" if effect.n in UNIQUE else f"there is no Unique {effect.n}"
        if verb == "mission":
            named.append(("mission", args[0], self.missions))
        elif verb == "ending":
            named.append(("ending", args[0], self.endings))
        elif verb == "situation" and args[0] not in ("draw", "solve"):
            named.append(("situation", args[0], frozenset(SITUATION)))
        elif verb in ("unlock", "remove"):
            known = {"system": self.systems, "landing": self.landings, **CARDS}
            named.append((args[0], args[1], known[args[0]]))
        elif verb in ("danger", "add-danger"):
            named.append(("danger category", args[0], frozenset(str(row) for row in DANGER)))
        if planet:
            named += _of_planet(effect, planet)
        elif verb in ("poi", "threat", "finish", "open", "close", "condition"):
            return f"{effect.text} happens aboard"
        return next((f"there is no {what} {key}" for what, key, known in named if key not in known), "")


def _of_planet(effect: Effect, planet: Planet) -> Iterator[tuple[str, str, frozenset[str]]]:
    verb, args = effect.verb, effect.args
    sectors = frozenset(sector.id for sector in planet.sectors)
    threats = frozenset(threat.id for threat in planet.threats)
    if verb == "poi":
        yield "POI", args[0], frozenset(str(poi.id) for poi in planet.pois)
    if verb in ("threat", "threat-remove") and args[0] != "here":
        yield "threat", args[0], threats
    if verb in ("poi", "threat"):
        yield "sector", args[1], sectors
    if verb in ("finish", "poi-remove") and args[0] != "here":
        yield "sector", args[0], sectors
    if verb in ("move", "threat-move") and args[0][1:].isdigit():
        yield "sector", args[0], sectors
    if effect.target.startswith(("in ", "not-in ")):
        yield "sector", effect.target.split()[1], sectors
    if verb == "condition":
        yield "global condition", args[0], frozenset(condition.id for condition in planet.conditions)
    if verb == "time" and args[0] not in ("any", "all"):
        yield "time track", args[0], threats | {track.id for _, track in times_of(planet)}
    if verb == "track":
        yield "track", args[0], frozenset(track.id for _, action in actions_of(planet) for track in action.tracks)


@check
def names(campaign: Campaign) -> Iterator[Finding]:
    """CL-03"""
    known = Known(campaign)
    for where, text, planet in everything(campaign):
        for effect in flat(text):
            missing = known.missing(effect, planet)
            if missing:
                yield Finding("CL-03", where, missing)
    for where, condition, planet in conditions(campaign):
        for words in atoms(condition):
            missing = _missing_atom(words, known, planet)
            if missing:
                yield Finding("CL-03", where, missing)
    for planet in campaign.planets:
        yield from _board_names(planet, known)
    for trigger in campaign.triggers:
        if trigger.log not in known.logs:
            yield Finding("CL-03", f"trigger of log {trigger.log}", f"there is no log {trigger.log}")
    for system in campaign.systems:
        for route in system.routes:
            if route.to not in known.systems or (route.first_log and route.first_log not in known.logs):
                yield Finding("CL-03", f"system {system.id}", f"the way to {route.to} leads nowhere")
        for place in system.destinations:
            if (place.landing and place.landing not in known.landings) or (place.log and place.log not in known.logs):
                yield Finding("CL-03", f"system {system.id}", f"{place.name} does not exist")


def _missing_atom(words: tuple[str, ...], known: Known, planet: Planet | None) -> str:
    word, name = words[0], words[-1]
    sectors = frozenset(sector.id for sector in planet.sectors) if planet else frozenset()
    pools: dict[str, frozenset[str]] = {
        "visited": known.planets,
        "done": known.missions,
        "section": frozenset(SECTIONS),
        "cargo": frozenset(str(number) for number in UNIQUE),
        "item": frozenset(str(number) for number in UNIQUE),
    }
    if word in ("crew-in", "all-in", "finished"):
        return "" if name == "lander" or name in sectors else f"there is no sector {name}"
    return f"there is no {word} {name}" if word in pools and name not in pools[word] else ""


def _board_names(planet: Planet, known: Known) -> Iterator[Finding]:
    sectors = frozenset(sector.id for sector in planet.sectors)
    pois = {poi.id for poi in planet.pois}
    if planet.system not in known.systems:
        yield Finding("CL-03", f"planet {planet.id}", f"there is no system {planet.system}")
    for sector in planet.sectors:
        if sector.log and sector.log not in known.logs:
            yield Finding("CL-03", f"{planet.id} {sector.id}", f"there is no log {sector.log}")
        if sector.poi and sector.poi not in pois:
            yield Finding("CL-03", f"{planet.id} {sector.id}", f"there is no POI {sector.poi}")
    for biome in (*(b for s in planet.sectors for b in s.biomes), *(b for poi in planet.pois for b in poi.biomes)):
        if biome not in BIOMES:
            yield Finding("CL-03", f"planet {planet.id}", f"there is no biome {biome}")
    for path in planet.paths:
        for end in (path.a, path.b):
            if end not in sectors:
                yield Finding("CL-03", f"{planet.id} {path.id}", f"there is no sector {end}")
    for number in (*planet.uniques, *planet.uniques_again):
        if number not in UNIQUE:
            yield Finding("CL-03", f"planet {planet.id}", f"there is no Unique {number}")
    for where, action in actions_of(planet):
        if action.dice and action.category not in DANGER:
            yield Finding("CL-03", where, f"there is no danger category {action.category}")
    for threat in planet.threats:
        for place in threat.secondary:
            if place not in sectors:
                yield Finding("CL-03", f"threat {threat.id}", f"there is no sector {place}")
    landing = planet.landing
    for number in (landing.briefing, landing.again, landing.liftoff, landing.evac):
        if number not in known.logs:
            yield Finding("CL-03", f"landing {landing.id}", f"there is no log {number}")


@check
def reachable_logs(campaign: Campaign) -> Iterator[Finding]:
    """CL-04"""
    logs = logs_of(campaign)
    found = {number for number in ROOTS if number in logs} | {trigger.log for trigger in campaign.triggers}
    landings = set()
    for system in campaign.systems:
        found |= {route.first_log for route in system.routes} | {place.log for place in system.destinations}
        landings |= {place.landing for place in system.destinations}
    for planet in campaign.planets:
        landing = planet.landing
        if landing.id in landings:
            found |= {landing.briefing, landing.again, landing.liftoff, landing.evac}
        found |= {sector.log for sector in planet.sectors}
        found |= {effect.n for _, text in planet_texts(planet) for effect in flat(text) if effect.verb == "log"}
    for mission in campaign.missions:
        found |= {effect.n for effect in flat(mission.do) if effect.verb == "log"}
    for number in sorted(found & set(logs)):
        found |= {effect.n for effect in closure(logs[number].do, logs, frozenset({number})) if effect.verb == "log"}
    for number in sorted(set(logs) - found):
        yield Finding("CL-04", f"log {number}", "nothing leads to it")


@check
def placed(campaign: Campaign) -> Iterator[Finding]:
    """CL-05"""
    listed = [effect for _, text, _ in everything(campaign) for effect in flat(text)]
    pois = {effect.args[0] for effect in listed if effect.verb == "poi"}
    threats = {effect.args[0] for effect in listed if effect.verb == "threat"}
    added = {effect.args[0] for effect in listed if effect.verb == "mission" and effect.args[1] == "add"} | {"M01"}
    done = {effect.args[0] for effect in listed if effect.verb == "mission" and effect.args[1] == "complete"}
    for planet in campaign.planets:
        printed = {str(sector.poi) for sector in planet.sectors}
        for poi in planet.pois:
            if str(poi.id) not in pois | printed:
                yield Finding("CL-05", f"poi {poi.id}", "it is never placed")
        for threat in planet.threats:
            if threat.id not in threats:
                yield Finding("CL-05", f"threat {threat.id}", "it is never placed")
    for missions in (campaign.missions, *(planet.missions for planet in campaign.planets)):
        for mission in missions:
            if mission.id not in added:
                yield Finding("CL-05", f"mission {mission.id}", "it is never added")
            if mission.id not in done:
                yield Finding("CL-05", f"mission {mission.id}", "it can never be completed")


@check
def uniques(campaign: Campaign) -> Iterator[Finding]:
    """CL-10"""
    gained: dict[int, set[str]] = defaultdict(set)
    used: dict[int, set[str]] = defaultdict(set)
    for _, text, planet in everything(campaign):
        place = planet.id if planet else ABOARD
        for effect in flat(text):
            if effect.verb == "unique" and effect.args == ("top",) and planet:
                gained[planet.uniques[-1]].add(place)
            elif effect.verb == "unique":
                gained[effect.n].add(place)
            elif effect.verb == "item":
                used[effect.n].add(place)
    for _, condition, planet in conditions(campaign):
        for words in atoms(condition):
            if words[0] in ("item", "cargo") and planet:
                used[int(words[1])].add(planet.id)
    listed = {number: p.id for p in campaign.planets for number in (*p.uniques, *p.uniques_again)}
    for number in UNIQUE:
        where = f"unique {number}"
        if not gained[number]:
            yield Finding("CL-10", where, "it is never gained")
        elif number >= 33 and not gained[number] & used[number]:
            yield Finding("CL-10", where, "it is not used on the planet where it is found")
        elif number < 33 and not gained[number] & {ABOARD, listed.get(number)}:
            yield Finding("CL-10", where, "the planet where it is gained does not list it")


@check
def unlocked(campaign: Campaign) -> Iterator[Finding]:
    """CL-11"""
    texts = [text for _, text, _ in everything(campaign)] + [text for _, text in components()]
    listed = [effect for text in texts for effect in flat(text)]
    given = {(effect.args[0], effect.args[1]) for effect in listed if effect.verb == "unlock"}
    for kind, cards in CARDS.items():
        for card in sorted(cards - FROM_THE_START.get(kind, frozenset())):
            if (kind, card) not in given:
                yield Finding("CL-11", f"{kind} {card}", "it is never unlocked")
    for planet in campaign.planets:
        if planet.landing.id not in START.landings and ("landing", planet.landing.id) not in given:
            yield Finding("CL-11", f"landing {planet.landing.id}", "it is never unlocked")
    added = {effect.args[0] for effect in listed if effect.verb == "situation"}
    for card in list(SITUATION)[10:]:
        if card not in added:
            yield Finding("CL-11", f"situation {card}", "it is never added")


@check
def flags(campaign: Campaign) -> Iterator[Finding]:
    """CL-12, CL-13"""
    own = [(where, text) for where, text, _ in everything(campaign)]
    placed_at: dict[str, str] = {}
    for where, text in (*own, *components()):
        for effect in flat(text):
            if effect.verb == "flag":
                placed_at.setdefault(effect.args[0], where)
    tested: dict[str, str] = {}
    for where, condition, _ in conditions(campaign):
        for words in atoms(condition):
            if words[0] == "flag":
                tested.setdefault(words[1], where)
    for where, text in components():
        for condition in inner(text):
            for words in atoms(condition):
                if words[0] == "flag":
                    tested.setdefault(words[1], where)
    for flag in sorted(set(tested) - set(placed_at)):
        yield Finding("CL-12", tested[flag], f"nothing sets the flag {flag}")
    for flag in sorted(set(placed_at) - set(tested) - TESTED_BY_RULES):
        yield Finding("CL-13", placed_at[flag], f"nothing asks for the flag {flag}", warning=True)


@check
def tables(campaign: Campaign) -> Iterator[Finding]:
    """CL-14, and the arrows of CL-22"""
    for planet in campaign.planets:
        for where, action in actions_of(planet):
            yield from (Finding("CL-14", where, text) for text in _table(action))
            yield from (Finding("CL-22", where, text) for text in _arrows(action))


def _table(action: Action) -> Iterator[str]:
    kinds = [bool(action.rows), bool(action.tracks), bool(action.plain)]
    if sum(kinds) != 1:
        yield "it has neither or several of rows, tracks and plain"
    red = [number for number, row in enumerate(action.rows) if not row.need]
    if action.rows and red != [len(action.rows) - 1]:
        yield "rows end with exactly one red row"
    if any("Ac" in part for row in action.rows for part in language.need(row.need)):
        yield "a row asks for an Accident"


def _arrows(action: Action) -> Iterator[str]:
    for number, row in enumerate(action.rows):
        seen, at = {number}, row.arrow
        while 0 <= at < len(action.rows):
            if at in seen:
                yield f"the arrows from row {number + 1} go round in a circle"
                break
            seen.add(at)
            at = action.rows[at].arrow


@check
def time_tracks(campaign: Campaign) -> Iterator[Finding]:
    """CL-15"""
    logs = logs_of(campaign)
    for planet in campaign.planets:
        for where, track in times_of(planet):
            last = track.steps.get(track.length, "")
            if not any(_ends(effect, track.id) for effect in closure(last, logs)):
                yield Finding("CL-15", where, f"the last step of the time track {track.id} neither goes back nor ends")
            if any(not 1 <= step <= track.length for step in track.steps):
                yield Finding("CL-15", where, f"the time track {track.id} has a step outside of its length")


def _ends(effect: Effect, track: str) -> bool:
    if effect.verb == "time":
        return effect.args[0] in (track, "all") and effect.n < 0
    return effect.verb in ("end", "ending") or effect.verb == "threat-remove"


@check
def log_circles(campaign: Campaign) -> Iterator[Finding]:
    """CL-22: from log to log, without a choice or a condition between."""
    logs = logs_of(campaign)
    nexts = {
        number: [effect.n for effect in language.effects(log.do) if effect.verb == "log"]
        for number, log in logs.items()
    }
    for number in logs:
        seen: set[int] = set()
        waiting = list(nexts[number])
        while waiting:
            one = waiting.pop()
            if one == number:
                yield Finding("CL-22", f"log {number}", "it leads back to itself")
                break
            if one not in seen:
                seen.add(one)
                waiting += nexts.get(one, [])


@check
def choices(campaign: Campaign) -> Iterator[Finding]:
    """CL-21"""
    for where, text, planet in everything(campaign):
        sure = _sure_flags(planet) if planet else frozenset()
        for effect in flat(text):
            if not effect.choices:
                continue
            free = any(not choice.pay and not choice.need for choice in effect.choices)
            if effect.verb == "together":
                free = free or any(
                    not choice.pay and choice.need and _only_flags(choice.need.rows, sure) for choice in effect.choices
                )
            if not free:
                yield Finding("CL-21", where, "no option is free of costs and conditions")


def _sure_flags(planet: Planet) -> frozenset[str]:
    """Those that the briefing sets."""
    text = next((log.do for log in planet.logs if log.id == planet.landing.briefing), "")
    return frozenset(effect.args[0] for effect in language.effects(text) if effect.verb == "flag")


def _only_flags(rows: tuple[tuple[language.Atom, ...], ...], sure: frozenset[str]) -> bool:
    return any(
        all(atom.words[0] == "flag" and atom.words[1] in sure and not atom.negated for atom in row) for row in rows
    )
