"""How a planet's main missions can be finished: which rows, tracks and logs lead to them, and what these need first."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from app.games.vanguard import language
from app.games.vanguard.content.structs import Action, Campaign, Log, Planet
from app.games.vanguard.language import Condition, Effect
from app.packs.campaign.lint.boards import landers, reach
from app.packs.campaign.lint.walk import everything, flat, logs_of


class Source(msgspec.Struct, frozen=True, order=True):
    """A row, a track, a plain action, or something that costs no check: a sector's log, a briefing."""

    where: str
    need: str = ""  # of the row or track
    length: int = 0  # of the track
    category: int = 0
    dice: int = 0
    top: bool = False
    below: str = ""  # need of the next row
    wake: int = 0  # what it adds in any case


class Yield(msgspec.Struct, frozen=True):
    fact: str  # "mission M05", "unique 2", "flag door_open", "poi 204", "finished s4"
    source: Source
    wants: tuple[str, ...]  # facts that must come first


Weight = Callable[[Source], float]
Way = frozenset[Source]


def facts_of(condition: Condition | None, planet: Planet) -> tuple[str, ...]:
    """What the first row of a condition asks for, as far as it is made on the planet."""
    if condition is None:
        return ()
    found = []
    for atom in condition.rows[0]:
        word, name = atom.words[0], atom.words[-1]
        if atom.negated:
            continue
        if word in ("item", "cargo"):
            found.append(f"unique {name}")
        elif word in ("flag", "finished"):
            found.append(f"{word} {name}")
        elif word == "done":
            found.append(f"mission {name}")
    return tuple(found)


def _given(effect: Effect, here: str) -> str:
    if effect.verb == "mission" and effect.args[1] == "complete":
        return f"mission {effect.args[0]}"
    if effect.verb in ("unique", "flag", "poi"):
        return f"{effect.verb} {effect.args[0]}"
    if effect.verb == "finish":
        return f"finished {here if effect.args[0] == 'here' else effect.args[0]}"
    return f"open {effect.args[0]}" if effect.verb == "open" else ""


def walked(
    effects: tuple[Effect, ...], planet: Planet, logs: dict[int, Log], here: str, wants: tuple[str, ...], depth: int = 0
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every fact that effects may give, with what it wants first."""
    if depth > 8:
        return
    for effect in effects:
        fact = _given(effect, here)
        if fact:
            yield fact, wants
        if effect.verb == "log" and effect.n in logs:
            yield from walked(language.effects(logs[effect.n].do), planet, logs, here, wants, depth + 1)
        for choice in effect.choices:
            more = (*wants, *facts_of(choice.need, planet))
            yield from walked(choice.do, planet, logs, here, more, depth + 1)
        if effect.verb == "if":
            more = (*wants, *facts_of(effect.when, planet))
            yield from walked(effect.then, planet, logs, here, more, depth + 1)
            yield from walked(effect.other, planet, logs, here, wants, depth + 1)


def sure_wake(text: str, logs: dict[int, Log], depth: int = 0) -> int:
    """What effects add to wake whatever is chosen."""
    total = 0
    for effect in language.effects(text):
        if effect.verb == "wake":
            total += effect.n
        elif effect.verb == "log" and effect.n in logs and depth < 8:
            total += sure_wake(logs[effect.n].do, logs, depth + 1)
    return total


def yields(campaign: Campaign, planet: Planet) -> list[Yield]:
    logs = logs_of(campaign)
    found: list[Yield] = []

    near = set().union(*(reach(planet, home, set()) for home in landers(planet)))

    def note(source: Source, text: str, here: str, wants: tuple[str, ...]) -> None:
        known = msgspec.structs.replace(source, wake=sure_wake(text, logs))
        far = () if not here or here in near else (f"reach {here}",)
        for fact, more in walked(language.effects(text), planet, logs, here, (*far, *wants)):
            found.append(Yield(fact, known, more))
            if fact.startswith("open "):  # a closed path leads to its ends
                ends = fact.removeprefix("open ").split("-")
                found.extend(Yield(f"reach {end}", known, more) for end in ends if end not in near)

    briefings = (planet.landing.briefing, planet.landing.again)
    for number in briefings:
        if number in logs:
            note(Source(f"log {number}"), logs[number].do, "", ())
    for sector in planet.sectors:
        if sector.log in logs:
            note(Source(f"log {sector.log}"), logs[sector.log].do, sector.id, ())
    for mission in planet.missions:
        if mission.when:
            note(Source(f"mission {mission.id}"), mission.do, "", facts_of(language.condition(mission.when), planet))
    for poi in planet.pois:
        here = sector_of(campaign, planet, poi.id)
        for action in poi.actions:
            wants = (f"poi {poi.id}", *_wants(action, planet))
            for source, text in sources(f"poi {poi.id} {action.name}", action):
                note(source, text, here, wants)
    return found


def _wants(action: Action, planet: Planet) -> tuple[str, ...]:
    items = tuple(f"unique {effect.n}" for effect in flat(action.pay) if effect.verb == "item")
    return (*items, *(facts_of(language.condition(action.need), planet) if action.need else ()))


def sources(where: str, action: Action) -> Iterator[tuple[Source, str]]:
    if action.plain:
        yield Source(where), action.plain
    for track in action.tracks:
        yield Source(where, track.need, track.length, action.category, action.dice), track.do
    for number, row in enumerate(action.rows):
        below = action.rows[number + 1].need if number + 1 < len(action.rows) else ""
        if row.need:
            yield Source(where, row.need, 0, action.category, action.dice, number == 0, below), row.do


def sector_of(campaign: Campaign, planet: Planet, number: int) -> str:
    for sector in planet.sectors:
        if sector.poi == number:
            return sector.id
    for _, text, place in everything(campaign):
        if place is planet:
            for effect in flat(text):
                if effect.verb == "poi" and effect.args[0] == str(number):
                    return effect.args[1]
    return ""


def best_way(listed: list[Yield], planet: Planet, fact: str, weight: Weight, open_: frozenset[str]) -> Way | None:
    """The lightest set of sources that together give a fact; None if there is no way."""
    if fact.startswith("poi ") and any(f"poi {sector.poi}" == fact for sector in planet.sectors):
        return frozenset()
    if fact.startswith("flag ") and not any(one.fact == fact for one in listed):
        return frozenset()  # set elsewhere
    ways: list[Way] = []
    for one in listed:
        if one.fact != fact or fact in open_:
            continue
        parts = [best_way(listed, planet, want, weight, open_ | {fact}) for want in dict.fromkeys(one.wants)]
        if all(part is not None for part in parts):
            ways.append(frozenset({one.source}).union(*(part for part in parts if part)))
    if not ways:
        return None
    return min(ways, key=lambda way: (sum(weight(source) for source in way), sorted(one.where for one in way)))


def main_way(campaign: Campaign, planet: Planet, weight: Weight) -> Way:
    """The lightest way through all missions of a planet that are not optional."""
    listed = yields(campaign, planet)
    found: Way = frozenset()
    for mission in planet.missions:
        if not mission.optional:
            found |= best_way(listed, planet, f"mission {mission.id}", weight, frozenset()) or frozenset()
    return found
