"""Ways to set a campaign in a wanted situation."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any, cast

from app.games.vanguard import effects
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.game import GAME
from app.games.vanguard.language import Effect
from app.games.vanguard.people import explorer, person
from app.games.vanguard.setup import setup
from app.games.vanguard.state import Check, Exploration, Explorer, Injury, Options, State
from app.kernel import READY, Base, Play, Rng, Script, Session, encode_state
from app.kernel.ask import Ask, Window

Sess = Session[State]


def campaign(seats: int = 2, seed: str = "vanguard", **options: Any) -> Sess:
    return Session.start(GAME, seats=seats, options=options, seed=seed)


def fresh(seats: int = 2) -> State:
    return setup(seats, Options(), Rng("fresh"))


PEOPLE = ("cr01", "cr02", "cr03", "cr04")


def on_planet(planet: str = "P2", sectors: tuple[str, ...] = ("s1", "s1"), seats: int = 2, rank: int = 1) -> State:
    """A team of the first sections on a planet, in the first turn of the first of them; all dice ready."""
    state = fresh(seats)
    crew = []
    for section, place in enumerate(sectors):
        one = person(state, PEOPLE[section])
        one.place, one.section, one.rank = "team", section, rank
        state.recruits.remove(one.id)
        crew.append(Explorer(section, one.id, rank, sector=place))
        for die in state.dice:
            if die.section == section:
                die.zone, die.colour, die.face = "slot", KIND[die.kind].colour, KIND[die.kind].bracket
    from app.games.vanguard.content import PLANET
    from app.games.vanguard.ship.launch import lay_board

    x = Exploration(planet, planet == "P1", crew, supplies=5, condition=PLANET[planet].condition)
    x.lander_sector = next(sector.id for sector in PLANET[planet].sectors if sector.lander)
    state.x = x
    lay_board(state, x)
    x.round, x.start, x.turn, x.stage, x.actions = 1, 0, 0, "act", 2
    state.step = "explore"
    state.ship.lander = "LN1"
    state.logs += [sector.log for sector in PLANET[planet].sectors if sector.log]
    return state


def session(state: State, seed: str = "chance") -> Sess:
    return Session(GAME, Base(GAME.version, state.seat_count, 0, Rng(seed), encode_state(state)))


def answer(game: Sess, *values: str, seat: int | None = None) -> None:
    who = min(game.asks) if seat is None else seat
    game.answer(who, game.asks[who].id, values)


def options(game: Sess, seat: int | None = None) -> list[str]:
    who = min(game.asks) if seat is None else seat
    return [option.id for option in game.asks[who].options]


def dice(state: State, section: int, zone: str) -> list[int]:
    return [die.id for die in state.dice if die.section == section and die.zone == zone]


def spend_all(state: State, section: int, keep: int = 0) -> None:
    for die in [die for die in state.dice if die.section == section and die.zone == "slot"][keep:]:
        die.zone, die.colour = "spent", ""


def die_of(state: State, section: int, kind: str) -> int:
    return next(die.id for die in state.dice if die.section == section and die.kind == kind)


def show(state: State, section: int, kind: str, icon: str) -> str:
    """Puts a die of the section in the Roll Pool, showing an icon; gives its id."""
    die = next(die for die in state.dice if die.kind == kind and die.zone != "pool" and die.section in (section, -1))
    die.section, die.zone = section, "pool"
    die.colour = "" if KIND[kind].colour == "wild" else KIND[kind].colour
    die.face = next(n for n, face in enumerate(KIND[kind].faces) if icon in face)
    return f"d{die.id}"


def checking(state: State, reference: str, actor: int = 0, kind: str = "action", step: int = 3) -> Check:
    state.check = Check(actor, kind, reference, "test", step=step)  # type: ignore[arg-type]
    return state.check


def hurt(state: State, section: int, *kinds: str) -> None:
    crew = explorer(state, section)
    for kind in kinds:
        crew.injuries.append(Injury(kind))
        state.injury_deck[kind] -= 1


@contextmanager
def carried_out(step: int = 0) -> Iterator[list[Effect]]:
    """The effects that are carried out meanwhile, in order, or only those in one step of checks; those that happen to
    each of several crew, once for each."""
    done: list[Effect] = []

    def noting(does: Callable[..., Any]) -> Callable[..., Any]:
        def carry_out(g: Any, effect: Effect, *rest: Any) -> Any:
            if not step or (g.state.check and g.state.check.step == step):
                done.append(effect)
            return does(g, effect, *rest)

        return carry_out

    tables: tuple[dict[str, Callable[..., Any]], ...] = (cast(Any, effects.ALL), cast(Any, effects.EACH))
    kept = [(verbs, dict(verbs)) for verbs in tables]
    for verbs, plain in kept:
        verbs.update({verb: noting(does) for verb, does in plain.items()})
    try:
        yield done
    finally:
        for verbs, plain in kept:
            verbs.update(plain)


class Driver:
    """Runs one script of the rules alone, answering with what is given, then with defaults."""

    def __init__(self, state: State, seed: str = "chance") -> None:
        self.g = Play(state, Rng(seed))
        self.asked: list[Ask] = []

    def run(self, script: Script[Any], *answers: tuple[str, ...]) -> Any:
        given = list(answers)
        generator: Generator[Any, Any, Any] = script
        value: Any = None
        while True:
            try:
                request = generator.send(value)
            except StopIteration as end:
                assert not given, f"not asked for {given}"
                return end.value
            value = None
            if isinstance(request, Window):
                while request.closing == "ready" and given and given[0] != (READY,):
                    if any(given[0] == (line.choice,) for line in self.g.state.plan.values()):
                        given.pop(0)  # the plan says so already
                        continue
                    able = [one for one in request.questions if one.build().refusal(given[0]) is None]
                    if not able:  # it is for what comes after the plan
                        break
                    assert able[0].edit is not None
                    able[0].edit(given.pop(0))
                value = {}
                for question in request.questions:
                    ask = question.build()
                    self.asked.append(ask)
                    mine = given and (request.closing != "ready" or given[0] == (READY,))
                    values = given.pop(0) if mine else ask.default
                    reason = ask.refusal(values) or question.check(values)
                    assert reason is None, f"{ask.prompt}: {reason} {values} of {[o.id for o in ask.options]}"
                    value[question.seat] = values
