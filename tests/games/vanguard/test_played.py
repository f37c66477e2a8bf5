"""Everything that is written in the campaign, come to by the rules: a team stands where it happens, questions are
answered and dice are rolled until every row, track, frame, step, mission, log, choice and ending has happened. What each
of them makes of the state is the matter of `test_walk`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import pytest

from app.games.vanguard import language
from app.games.vanguard.content import CAMPAIGN, LOG, PLANET, PLANETS
from app.games.vanguard.content.structs import Action, Planet
from app.games.vanguard.data.cards import PREFIX, SECTION_CARDS
from app.games.vanguard.game import invariants
from app.games.vanguard.people import person
from app.games.vanguard.state import Landing, State, ThreatFigure
from app.kernel import Ask
from app.packs.campaign.lint.walk import closure, everything, flat, logs_of
from app.packs.campaign.lint.ways import sector_of
from tests.games.vanguard.situations import PEOPLE, Sess, campaign, carried_out, fresh, on_planet, session
from tests.rules import rule

TRIES = 60
MOST_ANSWERS = 300
NEVER_READ = {64, 991, 999}  # an epilogue for a build that ends with act 1, and two lists that Ledger keeps
LATE = ("905", "906", "T10")  # stand under the second Global Condition of their planet
LOGS = logs_of(CAMPAIGN)
FLAGS = sorted({e.args[0] for _, text, _ in everything(CAMPAIGN) for e in flat(text) if e.verb == "flag"})
Until = Callable[[Sess], bool]


class Played(msgspec.Struct):
    """What has happened: names of rows, tracks and so on, logs, labels of choices, endings."""

    parts: set[str] = msgspec.field(default_factory=set)
    logs: set[int] = msgspec.field(default_factory=set)
    labels: set[str] = msgspec.field(default_factory=set)
    endings: set[str] = msgspec.field(default_factory=set)


SEEN = Played()


class Course(msgspec.Struct):
    """How a play went."""

    game: Sess
    effects: list[str]  # as they were carried out
    frames: list[str]  # those of Special Effects, which come in step 7 of a check
    answers: list[str]


# Answering -----------------------------------------------------------------------------------------------------------


class Way(msgspec.Struct, frozen=True):
    """How questions are answered: with the first wish that can be had; in the story by the number of a choice; for a
    check with all dice, or all but two, to pay with later; else with what is preset."""

    wishes: tuple[str, ...] = ()
    story: int = 0
    kept: int = -1  # the number of the first die that is kept back

    def values(self, game: Sess, ask: Ask) -> tuple[str, ...]:
        ids = [option.id for option in ask.options]
        for wish in self.wishes:
            found = next((one for one in ids if one.startswith(wish)), None)
            if found:
                return (found,)
        if f"choice:{self.story}" in ids:
            return (f"choice:{self.story}",)
        check = game.state.check
        if check and check.step < 3 and ids and ids[0].startswith("die:"):
            back = [] if self.kept < 0 else [ids[(self.kept + more) % len(ids)] for more in range(2)]
            return tuple(one for one in ids if one not in back)
        return ask.default


def play(state: State, seed: str, until: Until, way: Way = Way(), use: str = "") -> Course:
    """From a state by questions and answers, until something is so; what happened is noted."""
    before = set(state.logs)
    course = Course(session(state, seed), [], [], [])
    game = course.game
    with carried_out() as done, carried_out(step=7) as framed:
        if use:
            game.use(0, use)
        for _ in range(MOST_ANSWERS):
            if game.outcome or until(game):
                break
            ask = game.asks[0]
            values = way.values(game, ask)
            SEEN.labels.update(o.label for o in ask.options if o.id in values and o.id.startswith("choice:"))
            course.answers += values
            game.answer(0, ask.id, values)
        else:
            raise AssertionError(f"it never ends: {game.asks[0].prompt}")
        course.effects = [effect.text for effect in done]
        course.frames = [effect.text for effect in framed]
    invariants(game.state)
    SEEN.logs |= set(game.state.logs) - before
    SEEN.endings |= {game.state.ending} - {""}
    return course


def acted(game: Sess) -> bool:
    """The first action of the turn is over."""
    x = game.state.x
    return game.state.step != "explore" or x is None or bool(x.over) or x.stage != "act" or x.actions != 2


def stories(text: str) -> Iterator[tuple[int, bool, bool, str]]:
    """The choices to try in both worlds, as far as they make a difference: number, world, whether something is paid,
    and the label; choices that have been taken already are left out."""
    effects = list(closure(text, LOGS))
    choices = [(number, choice) for effect in effects for number, choice in enumerate(effect.choices)]
    yield 0, False, False, ""
    if choices or any(effect.verb == "if" for effect in effects):
        yield 0, True, False, ""
    for number, choice in choices:
        for late in (False, True):
            if choice.label not in SEEN.labels:
                yield number, late, bool(choice.pay), choice.label


# On a planet ---------------------------------------------------------------------------------------------------------


def standing(planet: Planet, sector: str, actor: int = 0, *, late: bool = False) -> State:
    """All four sections in one sector, with whatever may be asked for; one of them acts. Late: every flag is set, and
    the sleepers stir."""
    state = on_planet(planet.id, (sector,) * 4, seats=1)
    x = state.exploration
    x.tutorial, x.turn, x.start = False, actor, actor
    x.uniques, x.success, state.ship.success = list(range(33, 43)), 3, 5
    x.cargo = [deck.pop() for deck in state.finds.values()]
    for crew in x.crew:
        crew.hand = [card.id for card in SECTION_CARDS if card.id.startswith(PREFIX[crew.section])][:2]
        crew.skip_event = True
    state.counters = {"signal": 7, "accord": 6, "wake": 8 if late else 0}
    state.flags = list(FLAGS) if late else []
    return state


def allow(state: State, condition: str) -> None:
    """Makes the first row of a condition true, as far as `standing` has not done so."""
    x = state.exploration
    for atom in language.condition(condition).rows[0]:
        word, name = atom.words[0], atom.words[-1]
        if word == "flag" and name not in state.flags:
            state.flags.append(name)
        elif word == "finished":
            x.finished.append(name)
        elif word in ("item", "cargo"):
            x.uniques.append(int(name))
        elif word in ("all-in", "crew-in"):
            for crew in x.crew:
                crew.sector = x.lander_sector if name == "lander" else name
        elif word == "round":
            x.round = int(name)
        elif word == "visited":
            state.visited.append(name)


class Deed(msgspec.Struct, frozen=True):
    """An action: where it stands, and how it is chosen."""

    where: str
    planet: Planet
    sector: str
    option: str
    action: Action
    sky: str  # the Global Condition

    @property
    def key(self) -> str:
        return self.option.removeprefix("special:").split(":")[1]

    def begin(self, actor: int, late: bool) -> State:
        state = standing(self.planet, self.sector, actor, late=late)
        x = state.exploration
        x.condition = self.sky
        if self.option.startswith("special:poi:"):
            x.pois[self.sector] = [int(self.key)]
        elif self.option.startswith("special:threat:"):
            x.threats = [ThreatFigure(self.key, self.sector)]
        if self.action.need:
            allow(state, self.action.need)
        for track in self.action.tracks:
            x.tracks[f"{self.key}:{track.id}"] = track.length - 1
        return state


def deeds() -> Iterator[Deed]:
    for planet in PLANETS:
        skies = {True: planet.conditions[-1].id, False: planet.conditions[0].id}
        for poi in planet.pois:
            sector = sector_of(CAMPAIGN, planet, poi.id)
            for number, action in enumerate(poi.actions):
                option, sky = f"special:poi:{poi.id}:{number}", skies[str(poi.id) in LATE]
                yield Deed(f"poi {poi.id} {number}", planet, sector, option, action, sky)
        for threat in planet.threats:
            option, sky = f"special:threat:{threat.id}", skies[threat.id in LATE]
            yield Deed(f"threat {threat.id}", planet, planet.sectors[0].id, option, threat.action, sky)
        road = next(path for path in planet.paths if "T" in path.icons)
        for one in planet.conditions:
            yield Deed(f"travel {one.id}", planet, road.a, f"travel:{road.b}", one.travel, one.id)


def parts_of(action: Action) -> Iterator[tuple[str, str]]:
    """The names of what an action holds, and the effects."""
    yield from ((f"row {number}", row.do) for number, row in enumerate(action.rows))
    yield from ((f"track {track.id}", track.do) for track in action.tracks)
    yield from ((f"fx {fx.need}", fx.do) for fx in action.fx)
    if action.plain:
        yield "plain", action.plain


def happened(deed: Deed, part: str, do: str, course: Course) -> bool:
    """Rows are answers, or are marked without asking; a full track is empty again; the others are seen by their
    effects."""
    kind, _, name = part.partition(" ")
    if kind == "row":
        rows = [one for one in course.answers if one.startswith("row:")]
        if rows:
            return rows[0] == f"row:{name}"
    if kind == "track":
        x = course.game.state.x
        return x is None or not x.tracks.get(f"{deed.key}:{name}")
    return all(effect.text in (course.frames if kind == "fx" else course.effects) for effect in language.effects(do))


def play_actions() -> None:
    for deed in deeds():
        for part, do in parts_of(deed.action):
            wishes = (deed.option, f"row:{part.partition(' ')[2]}" if part.startswith("row") else "row:")
            for story, late, paid, label in stories(do):
                for number in range(TRIES):
                    way = Way(wishes, story, number // 4 if paid else -1)
                    course = play(deed.begin(number % 4, late), f"{deed.where} {part} {label} {number}", acted, way)
                    if deed.option in course.answers and happened(deed, part, do, course):
                        SEEN.parts.add(f"{deed.where} {part}")
                        if not label or label in SEEN.labels:
                            break


def play_skies() -> None:
    """Special Effects and combinations of the Global Conditions, in a Prepare check (ISS-081)."""
    for planet in PLANETS:
        for sky in planet.conditions:
            for number, fx in enumerate((*sky.fx, *sky.combos)):
                combo = f"combo:condition{number - len(sky.fx)}:"
                for seed in range(TRIES):
                    state = standing(planet, planet.sectors[0].id, seed % 4)
                    state.exploration.condition = sky.id
                    state.exploration.threats = [ThreatFigure(one.id, planet.sectors[0].id) for one in planet.threats]
                    wishes = ("prepare:check", combo) if number >= len(sky.fx) else ("prepare:check",)
                    course = play(state, f"{sky.id} {number} {seed}", acted, Way(wishes))
                    if all(effect.text in course.effects for effect in language.effects(fx.do)):
                        SEEN.parts.add(f"{sky.id} {fx.need}")
                        break


def round_over(game: Sess) -> bool:
    x = game.state.x
    return x is None or bool(x.over) or x.stage == "start"


def play_time() -> None:
    """Every step of every Time Track, at the end of a round."""
    for planet in PLANETS:
        here = planet.sectors[0].id
        tracks = [(sky.id, track) for sky in planet.conditions for track in sky.time]
        tracks += [("", threat.time) for threat in planet.threats]
        for sky, track in tracks:
            for step, do in track.steps.items():
                state = standing(planet, here, 3)
                x = state.exploration
                x.condition, x.opened = sky or planet.condition, [path.id for path in planet.paths if path.closed]
                if sky:
                    x.time[track.id] = step - 1
                else:
                    x.threats = [ThreatFigure(track.id, here, step - 1)]
                for crew in x.crew[:3]:
                    crew.turn_ended = True
                course = play(state, f"{track.id} {step}", round_over, Way(("end",)))
                if all(effect.text in course.effects for effect in language.effects(do)):
                    SEEN.parts.add(f"{track.id} time {step}")


def at_rest(game: Sess) -> bool:
    """The next action is asked for."""
    return game.state.step != "explore" or "end" in [option.id for option in game.asks[0].options]


def play_missions() -> None:
    for planet in PLANETS:
        for mission in (*planet.missions, *CAMPAIGN.missions):
            if mission.when:
                state = standing(planet, planet.sectors[0].id)
                state.exploration.missions = [mission.id]
                allow(state, mission.when)
                course = play(state, mission.id, at_rest, use=f"complete:{mission.id}")
                if mission.id in course.game.state.done:
                    SEEN.parts.add(mission.id)


def play_arrivals() -> None:
    """Into every sector with a log, with every choice."""
    for planet in PLANETS:
        for sector in (sector for sector in planet.sectors if sector.log):
            ways = [(path.a, path.b) for path in planet.paths]
            ways += [(path.b, path.a) for path in planet.paths if not path.one_way]
            held = [one.id for one in planet.sectors if one.no_travel_until]
            start = next(a for a, b in ways if b == sector.id and a not in held)
            for story, late, paid, label in stories(LOG[sector.log].do):
                for number in range(TRIES):
                    state = standing(planet, start, number % 4, late=late)
                    state.logs.remove(sector.log)
                    state.exploration.opened = [path.id for path in planet.paths if path.closed]
                    way = Way((f"travel:{sector.id}",), story, number // 4 if paid else -1)
                    course = play(state, f"{sector.log} {label} {number}", acted, way)
                    if sector.log in course.game.state.logs and (not label or label in SEEN.labels):
                        break


def play_landings() -> None:
    """Every step failed; jitters and a damaged lander help."""
    for planet in PLANETS:
        for number, step in enumerate(planet.landing.steps):
            for seed in range(TRIES):
                state = standing(planet, planet.sectors[0].id)
                state.step, state.landing = "landing", Landing(planet.id, step=number)
                state.ship.landers[0].damaged = True
                state.flags = ["jitters"]
                course = play(state, f"{planet.id} {number} {seed}", down(number))
                if all(effect.text in course.effects for effect in language.effects(step.fail)):
                    SEEN.parts.add(f"{planet.landing.id} {number}")
                    break


def down(past: int) -> Until:
    """That step of the landing is over."""

    def over(game: Sess) -> bool:
        sequence = game.state.landing
        return sequence is None or game.state.ship.scanned.get(PLANET[sequence.planet].landing.id, 0) > past

    return over


# There and back ------------------------------------------------------------------------------------------------------


def aboard(*, late: bool = False) -> State:
    """A ship with one Available crew in each section, and something in every pocket."""
    state = fresh(1)
    for number, key in enumerate(PEOPLE):
        one = person(state, key)
        one.place, one.section, one.rank = "available", number, 1
        state.recruits.remove(key)
    ship = state.ship
    ship.energy, ship.bridges, ship.bag, ship.success = 9, 3, 6, 6
    ship.gathered = [deck.pop() for deck in state.finds.values()]
    ship.lander = "LN1"
    state.flags = list(FLAGS) if late else []
    state.counters = {"signal": 7, "accord": 6, "wake": 4 if late else 0}
    return state


def ashore(game: Sess) -> bool:
    x = game.state.x
    return game.state.step == "explore" and x is not None and x.stage == "act"


def home(game: Sess) -> bool:
    return game.state.step != "explore"


def play_visits() -> None:
    """First and later landings, Lift-Off, and Evac by exertion."""
    for planet in PLANETS:
        for late, visited in ((False, False), (False, True), (True, True)):
            state = aboard(late=late)
            state.step, state.ship.scanner = "launch", planet.landing.id
            state.visited = [planet.id] if visited else []
            state.done = [mission.id for mission in planet.missions] if late else []
            landed = play(state, f"visit {planet.id}", ashore).game.state
            play(landed, "lift off", home, Way(("liftoff", "yes", "agree")))
        evacuated(landed)
    first = campaign(seats=1)
    while not ashore(first):
        first.apply(first.default_answer(0))
    SEEN.logs |= set(first.state.logs)
    evacuated(first.state)


def evacuated(state: State) -> None:
    """By exertion until nobody has enough dice."""
    before = set(state.logs)
    game = session(state, "evac")
    while not home(game):
        exertion = next((offer.id for offer in game.offers(0) if offer.id.startswith("exert:")), "")
        if exertion:
            game.use(0, exertion)
        else:
            game.apply(game.default_answer(0))
    invariants(game.state)
    SEEN.logs |= set(game.state.logs) - before


def play_the_ship() -> None:
    """Story triggers at the Bridge, flights, destinations, the rescue."""
    for trigger in CAMPAIGN.triggers:
        state = aboard()
        state.step, state.triggered = "bridge", [one.log for one in CAMPAIGN.triggers if one.log != trigger.log]
        state.ship.bridges = 0 if trigger.when == "first-bridge" else 3
        state.counters["wake"] = 10 if "wake" in trigger.when else 0
        state.flags, state.visited = ["vault_open"], ["P3", "P7"]
        if trigger.when == "lost":
            state.ship.morale = 0
            for section in range(4):
                for die in [die for die in state.dice if die.section == section][3:]:
                    die.zone, die.section = "box", -1
        play(state, f"trigger {trigger.log}", lambda game: game.state.step == "starmap")
    for system in CAMPAIGN.systems:
        for route in system.routes:
            play(chart(system.id), route.to, flown(route.to), Way((f"fly:{route.to}",)))
        for place in (place for place in system.destinations if place.log):
            for story, late, _, _ in stories(LOG[place.log].do):
                way = Way((f"visit:{place.id}",), story)
                play(chart(system.id, late=late), place.id, settled(place.log), way)
    state = chart("SY1")
    state.ship.adrift = 2
    play(state, "rescue", lambda game: game.state.step != "starmap", Way(("drift",)))


def chart(system: str, *, late: bool = True) -> State:
    state = aboard(late=late)
    state.step, state.ship.system = "starmap", system
    return state


def flown(to: str) -> Until:
    return lambda game: game.state.ship.system == to


def settled(log: int) -> Until:
    """The log is read and chosen in."""

    def over(game: Sess) -> bool:
        return log in game.state.logs and not any(option.id.startswith("choice:") for option in game.asks[0].options)

    return over


# What has happened ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", autouse=True)
def played() -> None:
    for part in (
        play_actions, play_skies, play_time, play_missions, play_arrivals, play_landings, play_visits, play_the_ship,
    ):  # fmt: skip
        part()


def written() -> Iterator[str]:
    """The names of everything that must happen, from the campaign alone."""
    for planet in CAMPAIGN.planets:
        for poi in planet.pois:
            for number, action in enumerate(poi.actions):
                yield from (f"poi {poi.id} {number} {part}" for part, _ in parts_of(action))
        for threat in planet.threats:
            yield from (f"threat {threat.id} {part}" for part, _ in parts_of(threat.action))
            yield from (f"{threat.id} time {step}" for step in threat.time.steps)
        for sky in planet.conditions:
            yield from (f"travel {sky.id} {part}" for part, _ in parts_of(sky.travel))
            yield from (f"{sky.id} {fx.need}" for fx in (*sky.fx, *sky.combos))
            yield from (f"{track.id} time {step}" for track in sky.time for step in track.steps)
        yield from (f"{planet.landing.id} {number}" for number in range(len(planet.landing.steps)))
        yield from (mission.id for mission in (*planet.missions, *CAMPAIGN.missions) if mission.when)


@rule("ISS-132", "ISS-136", "ISS-125", "ISS-138", "ISS-200", "ISS-314")
def test_every_outcome_happens() -> None:
    assert SEEN.parts == set(written())
    assert sum(" row " in part for part in SEEN.parts) == 161


@rule("ISS-203")
def test_every_log_is_read_and_every_choice_taken() -> None:
    assert set(LOG) - SEEN.logs == NEVER_READ
    labels = {choice.label for _, text, _ in everything(CAMPAIGN) for effect in flat(text) for choice in effect.choices}
    assert labels - SEEN.labels == set()


@rule("ISS-334")
def test_every_ending_is_reached() -> None:
    assert SEEN.endings == set(CAMPAIGN.endings)


# Returns -------------------------------------------------------------------------------------------------------------


@rule("ISS-200", "ISS-208")
def test_a_heart_that_an_evac_brought_home_is_no_failed_mission_for_ever() -> None:
    state = standing(PLANET["P2"], "s1")
    state.exploration.missions, state.ship.uniques = ["M05"], [2]
    state.exploration.finished = ["s4"]  # there is no second heart
    course = play(state, "heart", at_rest, use="complete:M05")
    assert 250 in course.game.state.logs
    assert "M05" in course.game.state.done


@rule("ISS-066", "ISS-244")
def test_the_nerve_well_has_a_way_out_on_a_return() -> None:
    state = aboard()
    state.step, state.ship.scanner, state.visited = "launch", "L07", ["P7"]
    state.done, state.flags = ["M15"], ["well_open"]
    landed = play(state, "skein again", ashore).game.state
    for crew in landed.exploration.crew:
        crew.sector = "s6"
    assert "travel:s7" in [option.id for option in session(landed).asks[0].options]
