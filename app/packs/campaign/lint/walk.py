"""What a check of a campaign is, and how to walk through everything that stands written in one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from app.games.vanguard import language
from app.games.vanguard.content.structs import Action, Campaign, Fx, Log, Planet, Time
from app.games.vanguard.data.cards import SECTION_CARDS
from app.games.vanguard.data.crew import SKILLS
from app.games.vanguard.data.gear import EQUIPMENT_CARDS
from app.games.vanguard.data.planetside import DISCOVERIES, EVENTS, TUTORIAL_EVENTS, UNIQUES
from app.games.vanguard.data.ship import (
    MEMORIAL,
    PRODUCTION_PROJECTS,
    RESEARCH_PROJECTS,
    SECONDARIES,
    SITUATIONS,
)
from app.games.vanguard.language import Condition, Effect
from app.packs.lint import Finding

Check = Callable[[Campaign], Iterator[Finding]]
CHECKS: list[Check] = []
TUTORIAL = "P1"
TUTORIAL_START, TUTORIAL_EVAC = 1, 18


def check(function: Check) -> Check:
    CHECKS.append(function)
    return function


def logs_of(campaign: Campaign) -> dict[int, Log]:
    return {log.id: log for logs in (campaign.logs, *(planet.logs for planet in campaign.planets)) for log in logs}


def flat(text: str | tuple[Effect, ...]) -> Iterator[Effect]:
    """Every effect, those inside of choices and conditions too."""
    for effect in language.effects(text) if isinstance(text, str) else text:
        yield effect
        for choice in effect.choices:
            yield from flat(choice.pay)
            yield from flat(choice.do)
        yield from flat(effect.then)
        yield from flat(effect.other)


def actions_of(planet: Planet) -> Iterator[tuple[str, Action]]:
    for condition in planet.conditions:
        yield f"global condition {condition.id}", condition.travel
    for poi in planet.pois:
        for action in poi.actions:
            yield f"poi {poi.id} {action.name}", action
    for threat in planet.threats:
        yield f"threat {threat.id}", threat.action


def times_of(planet: Planet) -> Iterator[tuple[str, Time]]:
    for condition in planet.conditions:
        for track in condition.time:
            yield f"global condition {condition.id}", track
    for threat in planet.threats:
        yield f"threat {threat.id}", threat.time


def action_texts(action: Action) -> Iterator[str]:
    yield action.pay
    yield action.plain
    yield from (one.do for one in action.fx)
    yield from (one.do for one in action.rows)
    yield from (one.do for one in action.tracks)


def planet_texts(planet: Planet) -> Iterator[tuple[str, str]]:
    """Where it stands, and the effects: everything of a planet but its logs."""
    for where, action in actions_of(planet):
        yield from ((where, text) for text in action_texts(action))
    for condition in planet.conditions:
        fx: tuple[Fx, ...] = (*condition.fx, *condition.combos)
        yield from ((f"global condition {condition.id}", one.do) for one in fx)
    for where, track in times_of(planet):
        yield from ((where, text) for text in track.steps.values())
    for mission in planet.missions:
        yield f"mission {mission.id}", mission.do
    for step in planet.landing.steps:
        yield f"landing {planet.landing.id}", step.fail


def log_texts(logs: tuple[Log, ...]) -> Iterator[tuple[str, str]]:
    yield from ((f"log {log.id}", log.do) for log in logs)


def everything(campaign: Campaign) -> Iterator[tuple[str, str, Planet | None]]:
    """All effects of a campaign, with the planet on which they happen."""
    yield from ((where, text, None) for where, text in log_texts(campaign.logs))
    yield from ((f"mission {mission.id}", mission.do, None) for mission in campaign.missions)
    for planet in campaign.planets:
        for where, text in (*planet_texts(planet), *log_texts(planet.logs)):
            yield where, text, planet


def components() -> Iterator[tuple[str, str]]:
    """The effects of cards, which are the same in every campaign."""
    for unique in UNIQUES:
        yield f"unique {unique.id}", unique.unloaded
    yield from ((one.id, one.do) for one in RESEARCH_PROJECTS)
    yield from ((one.id, one.do) for one in PRODUCTION_PROJECTS)
    yield from ((one.id, one.do) for one in SECONDARIES)
    for situation in SITUATIONS:
        yield situation.id, situation.effect
        yield situation.id, situation.solved
    for find in DISCOVERIES:
        yield find.id, find.planet
        yield find.id, find.unloaded
    for event in (*TUTORIAL_EVENTS, *EVENTS):
        yield event.id, event.main
        yield event.id, event.secondary
    for card in SECTION_CARDS:
        yield card.id, card.top
        yield card.id, card.combo
    for skill in SKILLS:
        yield skill.name, skill.do
    for gear in EQUIPMENT_CARDS:
        if gear.when not in ("convert", "passive"):
            yield gear.id, gear.do
    for bonuses in MEMORIAL.values():
        for bonus in bonuses:
            yield "memorial wall", bonus


def conditions(campaign: Campaign) -> Iterator[tuple[str, Condition, Planet | None]]:
    """Every condition, with where it stands."""
    for trigger in campaign.triggers:
        yield f"trigger of log {trigger.log}", language.condition(trigger.when), None
    for system in campaign.systems:
        for route in system.routes:
            if route.need:
                yield f"system {system.id}", language.condition(route.need), None
    for planet in campaign.planets:
        for sector in planet.sectors:
            if sector.no_travel_until:
                yield f"{planet.id} {sector.id}", language.condition(sector.no_travel_until), planet
        for where, action in actions_of(planet):
            if action.need:
                yield where, language.condition(action.need), planet
    for planet_or_none, missions in (
        (None, campaign.missions),
        *((planet, planet.missions) for planet in campaign.planets),
    ):
        for mission in missions:
            if mission.when:
                yield f"mission {mission.id}", language.condition(mission.when), planet_or_none
    for where, text, planet_or_none in everything(campaign):
        yield from ((where, condition, planet_or_none) for condition in inner(text))


def inner(text: str) -> Iterator[Condition]:
    """The conditions inside of effects."""
    for effect in flat(text):
        if effect.when:
            yield effect.when
        yield from (choice.need for choice in effect.choices if choice.need)


def atoms(condition: Condition) -> Iterator[tuple[str, ...]]:
    yield from (atom.words for row in condition.rows for atom in row)


def closure(text: str, logs: dict[int, Log], seen: frozenset[int] = frozenset()) -> Iterator[Effect]:
    """Everything an effect may lead to, through the logs it reads."""
    for effect in flat(text):
        yield effect
        if effect.verb == "log" and effect.n in logs and effect.n not in seen:
            yield from closure(logs[effect.n].do, logs, seen | {effect.n})
