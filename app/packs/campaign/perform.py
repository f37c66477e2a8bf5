"""Everything that is written in a campaign, performed: every log, row, track, step and trigger is carried out by the
rules, in several worlds and with every choice, and whatever fails or is never reached is told."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from app.games.vanguard.content import CONDITION, EDITIONS, PLANET, newest, playing
from app.games.vanguard.content.structs import Action, Planet
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.effects import Ctx, run
from app.games.vanguard.game import GAME, invariants
from app.games.vanguard.people import person
from app.games.vanguard.setup import setup
from app.games.vanguard.ship.launch import lay_board
from app.games.vanguard.state import Exploration, Explorer, Options, State
from app.kernel import Play, Rng, Script, encode_state
from app.kernel.ask import Ask, Window
from app.packs.campaign.lint.structure import ROOTS
from app.packs.campaign.lint.walk import TUTORIAL, TUTORIAL_EVAC, TUTORIAL_START, actions_of, everything, flat, times_of
from app.packs.campaign.lint.ways import sector_of

TEAM = ("cr01", "cr02")
MOST_RUNS = 64  # ways through the choices of one thing


class World(msgspec.Struct, frozen=True):
    """What has happened before."""

    name: str
    flags: bool
    done: bool
    counters: tuple[int, int, int]  # signal, accord, wake
    section: int = 0  # who acts


WORLDS = (
    World("new", flags=False, done=False, counters=(0, 0, 0)),
    World("calm", flags=True, done=True, counters=(10, 10, 0), section=2),
    World("late", flags=True, done=False, counters=(10, 10, 9), section=1),
    World("returning", flags=False, done=True, counters=(5, 4, 4), section=3),
)


class Scene(msgspec.Struct, frozen=True):
    """A text of the campaign at the place where it happens."""

    where: str
    text: str
    planet: str = ""
    sector: str = ""
    threat: str = ""


class Performed(msgspec.Struct):
    scene: Scene
    logs: list[int]
    ending: str
    state: State


def scenes() -> Iterator[Scene]:
    campaign = playing().campaign
    aboard = [*ROOTS, *(trigger.log for trigger in campaign.triggers)]
    for system in campaign.systems:
        aboard += [route.first_log for route in system.routes] + [place.log for place in system.destinations]
    own = {log.id for log in campaign.logs}
    for number in dict.fromkeys(aboard):
        if number in own:
            yield Scene(f"log {number}", f"log {number}")
    for mission in campaign.missions:
        first = campaign.planets[0]
        yield Scene(f"mission {mission.id}", mission.do, first.id, first.sectors[0].id)
    for planet in campaign.planets:
        yield from _of_planet(planet)


def _of_planet(planet: Planet) -> Iterator[Scene]:
    home = next(sector.id for sector in planet.sectors if sector.lander)
    landing = planet.landing
    tutorial = (TUTORIAL_START, TUTORIAL_EVAC) if planet.id == TUTORIAL else ()
    for number in (landing.briefing, landing.again, landing.liftoff, landing.evac, *tutorial):
        yield Scene(f"log {number}", f"log {number}", planet.id, home)
    for sector in planet.sectors:
        if sector.log:
            yield Scene(f"log {sector.log}", f"log {sector.log}", planet.id, sector.id)
    for condition in planet.conditions:
        for fx in (*condition.fx, *condition.combos):
            yield Scene(f"global condition {condition.id} {fx.need}", fx.do, planet.id, home)
    for where, action in actions_of(planet):
        kind, key, *_ = where.split()
        place = sector_of(playing().campaign, planet, int(key)) if kind == "poi" else home
        threat = key if kind == "threat" else ""
        for part, text in _parts(action):
            yield Scene(f"{where} {part}", text, planet.id, place or home, threat)
    for where, track in times_of(planet):
        threat = track.id if where.startswith("threat") else ""
        for step, text in track.steps.items():
            yield Scene(f"{where} time {track.id} {step}", text, planet.id, home, threat)
    for mission in planet.missions:
        if mission.do:
            yield Scene(f"mission {mission.id}", mission.do, planet.id, home)
    for number, one in enumerate(landing.steps, 1):
        yield Scene(f"landing {landing.id} step {number}", one.fail, planet.id, home)


def _parts(action: Action) -> Iterator[tuple[str, str]]:
    if action.plain:
        yield "plain", action.plain
    for fx in action.fx:
        yield f"fx {fx.need}", fx.do
    for row in action.rows:
        yield f"row {row.need or 'red'}", row.do
    for track in action.tracks:
        yield f"track {track.id}", track.do


@cache
def flags(version: int) -> tuple[str, ...]:
    found = (
        effect
        for _, text, _ in everything(EDITIONS[version].campaign)
        for effect in flat(text)
        if effect.verb == "flag"
    )
    return tuple(dict.fromkeys(effect.args[0] for effect in found))


@cache
def beginning(_version: int) -> bytes:
    """The same for everything that is performed of one version."""
    return encode_state(setup(1, Options(), Rng("scenes")))


def placed(scene: Scene, world: World) -> State:
    """A campaign in which a team stands where the scene happens."""
    state = GAME.decode(GAME.version, beginning(newest()))
    state.counters = dict(zip(("signal", "accord", "wake"), world.counters, strict=True))
    state.flags = list(flags(newest())) if world.flags else []
    state.step = "bridge"
    if world.done:
        state.done = [mission.id for planet in PLANET.values() for mission in planet.missions]
        state.visited = list(PLANET)
    state.ship.success = 5
    if scene.planet:
        _land(state, scene, world)
    return state


def _land(state: State, scene: Scene, world: World) -> None:
    crew = []
    sections = sorted({world.section, (world.section + 1) % 4})
    for section, key in zip(sections, TEAM, strict=True):
        one = person(state, key)
        one.place, one.section, one.rank = "team", section, 1
        state.recruits.remove(key)
        crew.append(Explorer(section, key, 1, sector=scene.sector, charges=1))
        for die in state.dice:
            if die.section == section:
                die.zone, die.colour, die.face = "slot", KIND[die.kind].colour, KIND[die.kind].bracket
    planet = PLANET[scene.planet]
    x = Exploration(planet.id, False, crew, supplies=5, condition=planet.condition, success=3)
    if scene.where.startswith("global condition"):
        x.condition = next(key for key in CONDITION if key == scene.where.split()[2])
    x.lander_sector = next(sector.id for sector in planet.sectors if sector.lander)
    state.x = x
    lay_board(state, x)
    x.round, x.start, x.turn, x.stage, x.actions = 1, sections[0], world.section, "act", 2
    x.uniques = list(range(33, 43))  # every planet item
    state.step, state.ship.lander = "explore", "LN1"


def perform(scene: Scene, world: World) -> Iterator[Performed]:
    """The scene once for every way through its choices."""
    waiting: list[tuple[int, ...]] = [()]
    runs = 0
    while waiting and runs < MOST_RUNS:
        runs += 1
        path = waiting.pop(0)
        state = placed(scene, world)
        play = Play(state, Rng(f"{scene.where} {world.name} {path}"))
        prey = scene.sector if scene.threat else ""
        ctx = Ctx(world.section if scene.planet else None, target=scene.sector, prey=prey, card=scene.threat)
        taken = _drive(run(play, scene.text, ctx), path)
        for depth, (choice, count) in list(enumerate(taken))[len(path) :]:
            before = tuple(one for one, _ in taken[:depth])
            waiting += [(*before, other) for other in range(count) if other != choice]
        invariants(state)
        yield Performed(scene, list(state.logs), state.ending, state)


def _drive(script: Script[None], path: tuple[int, ...]) -> list[tuple[int, int]]:
    """Answers what is asked: story choices by the path, then with the first; the rest with the default."""
    taken: list[tuple[int, int]] = []
    value: Any = None
    while True:
        try:
            request = script.send(value)
        except StopIteration:
            return taken
        value = None
        if isinstance(request, Window):
            value = {}
            for question in request.questions:
                ask = question.build()
                value[question.seat] = _values(ask, path, taken)


def _values(ask: Ask, path: tuple[int, ...], taken: list[tuple[int, int]]) -> tuple[str, ...]:
    story = [option.id for option in ask.options if option.id.startswith("choice:")]
    if not story:
        return ask.default
    which = path[len(taken)] if len(taken) < len(path) else 0
    taken.append((which, len(story)))
    return (story[which],)
