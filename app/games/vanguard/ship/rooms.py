"""Which rooms are visited, and what is done there: one plan for each round of visits (ISS-270, ISS-344).

A line is built on what the lines above it would leave: Command, Discoveries, slots and people. In what order rooms are
visited matters little; where it does, a plan may hold fewer of them, and the next one holds the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial

import msgspec

from app.games.vanguard import wording
from app.games.vanguard.asking import G
from app.games.vanguard.data.ship import READY_SLOTS, RESEARCH, RESEARCH_SLOTS, SITUATION
from app.games.vanguard.people import person
from app.games.vanguard.ship import facilities, suggest, undone
from app.games.vanguard.ship.medbay import install
from app.games.vanguard.ship.plans import Row, budgets, keep_sound, make
from app.games.vanguard.state import Line, State
from app.games.vanguard.telling import because, happening
from app.kernel import Option, Script

NOBODY = "none"
STAY = "stay"
TITLES = {
    "situation": "Situation Room",
    "research": "Research Laboratory",
    "production": "Production Complex",
    "barracks": "Barracks",
    "observatory": "Observatory",
}


def likeness(state: State) -> State:
    """A state in which the lines of a plan may be tried out: people, rooms and what lies there are its own."""
    ship = state.ship
    rooms = msgspec.structs.replace(
        ship,
        queues=[list(queue) for queue in ship.queues],
        ready=list(ship.ready),
        research=list(ship.research),
        gathered=list(ship.gathered),
        facilities=list(ship.facilities),
        awaiting={key: list(cards) for key, cards in ship.awaiting.items()},
        open_situations=list(ship.open_situations),
        used=dict(ship.used),
    )
    people = [msgspec.structs.replace(one) for one in state.people]
    return msgspec.structs.replace(state, ship=rooms, people=people)


def chosen(state: State, key: str) -> str:
    """What a line says so far."""
    line = state.plan.get(key)
    return line.choice if line else ""


def enters(state: State, room: str) -> bool:
    return chosen(state, room) not in ("", f"{room}/{STAY}")


def decided(state: State) -> list[str]:
    """The rooms that somebody wants to visit; what is only suggested gives way."""
    return [room for room in ROOMS if enters(state, room) and state.plan[room].by >= 0]


def payable(state: State, entered: list[str]) -> bool:
    """Whether there is Command for all these visits (ISS-270)."""
    return command_after(state, entered) >= 0


def left_of(state: State) -> int:
    """The Command that the plan leaves."""
    return command_after(state, [room for room in ROOMS if enters(state, room)])


def command_after(state: State, entered: list[str]) -> int:
    ship = msgspec.structs.replace(state.ship, used=dict(state.ship.used))
    trial = msgspec.structs.replace(state, ship=ship)
    for room in ROOMS:
        if room in entered:
            facilities.pay_visit(trial, room)
    return ship.command


def deed(choice: str) -> str:
    """The answer that a line stands for in its room; nothing if it only says that somebody goes there."""
    what = choice.partition("/")[2]
    return "" if what in (STAY, NOBODY, "enter") else what


# The lines ----------------------------------------------------------------------------------------------------------


def rows(state: State) -> list[Row]:
    """The lines; what still waits for its slot has no place on the board to point at."""
    ship = state.ship
    shown = {
        f"project-{key}" for key in (*ship.ready, *ship.research, *(key for queue in ship.queues for key in queue))
    }

    def aimed(option: Option) -> Option:
        lost = (option.target or "").startswith("project-") and option.target not in shown
        return msgspec.structs.replace(option, target=None) if lost else option

    return [row._replace(options=tuple(map(aimed, row.options))) for row in _rows(state)]


def _rows(state: State) -> list[Row]:
    likely = likeness(state)
    found: list[Row] = []
    for room, inside in ROOMS.items():
        if room == "observatory" and not facilities.has_observatory(state):
            continue
        if room == "situation" and not likely.ship.open_situations:
            continue
        price = 0 if facilities.is_free(likely, room) else 1
        stay = Option(f"{room}/{STAY}", "Stay out", note="With no visit at all the rooms close", rule="ISS-271")
        options: tuple[Option, ...] = (stay,)
        if payable(state, [*decided(state), room]):
            options = (*_entering(likely, room, price), *options)
        found.append(Row(room, TITLES[room], options))
        if enters(state, room) and chosen(state, room) in [option.id for option in options]:
            facilities.pay_visit(likely, room)
            found += inside(state, likely)
    return found


def _entering(likely: State, room: str, price: int) -> Iterator[Option]:
    cost = f"{price} Command"
    if room == "situation":
        sight = wording.sight_of(likely)
        for card in likely.ship.open_situations:
            says = wording.say(SITUATION[card].solved, sight)
            label = f"Solve {SITUATION[card].name}"
            key, aim = f"situation/solve:{card}", f"situation-{card}"
            yield Option(key, label, note=f"{cost}\n{says}", target=aim, rule="ISS-291")
        return
    if room == "research":
        facilities.fill(
            likely.ship.awaiting.get("research", []),
            likely.ship.research,
            RESEARCH_SLOTS + 2 * ("F06" in likely.ship.facilities),
        )
        for one in map(facilities.project_option, _affordable(likely, "")):
            yield Option(f"research/{one.id}", one.label, note=f"{cost}\n{one.note}", target=one.target, rule=one.rule)
    if room == "production":
        _move_on(likely)
        for option in _starts(likely):
            yield Option(
                f"production/{option.id}",
                f"Start {option.label}",
                note=f"{cost}\n{option.note}",
                target=option.target,
                rule="ISS-280",
            )
    words = {"production": "Move the queues on", "research": "Lab work alone"}
    yield Option(f"{room}/enter", words.get(room, "Go in"), note=cost, target=f"room-{room}", rule="ISS-270")


def _affordable(likely: State, keyword: str) -> list[str]:
    return [
        key
        for key in likely.ship.research
        if keyword in ("", RESEARCH[key].keyword) and facilities.payment(likely, RESEARCH[key].cost) is not None
    ]


def _move_on(likely: State) -> None:
    """As the visit begins (ISS-277 to ISS-279)."""
    facilities.fill(likely.ship.awaiting.get("production", []), likely.ship.ready, READY_SLOTS)
    install(likely, ("F04", "F05"))
    for number in facilities.open_queues(likely):
        likely.ship.queues[number] = ["", *likely.ship.queues[number][:2]]


def _starts(likely: State) -> list[Option]:
    return facilities.start_options(likely)


def _further(
    state: State, key: str, title: str, able: Callable[[], list[Option]], do: Callable[[str], None], none: str
) -> list[Row]:
    """One line after another, as long as the last one says something and there is more to say."""
    found: list[Row] = []
    number = 1
    while options := able():
        line = f"{key}{number}"
        listed = [Option(f"{line}/{o.id}", o.label, note=o.note, target=o.target, rule=o.rule) for o in options]
        listed.append(Option(f"{line}/{NOBODY}", none))
        found.append(Row(line, title if number == 1 else f"{title}, {number}", tuple(listed)))
        said = chosen(state, line)
        if not deed(said) or said not in [option.id for option in listed]:
            break
        do(deed(said))
        number += 1
    return found


def _research(state: State, likely: State) -> list[Row]:
    first = deed(chosen(state, "research")).removeprefix("project:")
    found: list[Row] = []

    def complete(answer: str) -> None:
        key = answer.split(":")[1]
        for card in facilities.payment(likely, RESEARCH[key].cost) or []:
            likely.ship.gathered.remove(card)
        likely.ship.research.remove(key)

    def work(answer: str) -> None:
        complete(answer)
        _busy(likely, answer.split(":")[2])

    if first:
        complete(f"project:{first}")
        keyword = RESEARCH[first].keyword
        found = _further(
            state,
            "project",
            "Research, too",
            lambda: [facilities.project_option(key) for key in _affordable(likely, keyword)],
            complete,
            "Nothing more",
        )
    return [*found, *_further(state, "lab", "Lab work", lambda: facilities.lab_options(likely), work, "Nobody")]


def _production(state: State, likely: State) -> list[Row]:
    ship = likely.ship

    def start(answer: str) -> None:
        _, key, number = answer.split(":")
        queue = ship.queues[int(number)]
        queue[facilities.start_slot(likely, key, queue)] = key
        ship.ready.remove(key)

    def boost(answer: str) -> None:
        _, number, place, group = answer.split(":")
        queue = ship.queues[int(number)]
        key, queue[int(place)] = queue[int(place)], ""
        if place != "2":
            queue[int(place) + 1] = key
        _busy(likely, group)

    found: list[Row] = []
    if deed(chosen(state, "production")):
        start(deed(chosen(state, "production")))
        found = _further(state, "start", "Production, too", lambda: _starts(likely), start, "Nothing more")
    boosts = lambda: facilities.boost_options(likely)  # noqa: E731
    return [*found, *_further(state, "assembly", "Assembly", boosts, boost, "Nobody")]


def _situation(state: State, likely: State) -> list[Row]:
    def solve(answer: str) -> None:
        likely.ship.open_situations.remove(answer.split(":")[1])

    def supervise(answer: str) -> None:
        solve(answer)
        _busy(likely, answer.split(":")[2])

    solve(deed(chosen(state, "situation")))
    options = lambda: facilities.supervise_options(likely)  # noqa: E731
    return _further(state, "supervisor", "Supervisors", options, supervise, "Nobody")


def _busy(likely: State, group: str) -> None:
    for key in group.split("+"):
        person(likely, key).place = "resting"


ROOMS: dict[str, Callable[[State, State], list[Row]]] = {
    "situation": _situation,
    "research": _research,
    "production": _production,
    "barracks": lambda state, likely: [],
    "observatory": lambda state, likely: [],
}


# The plan -----------------------------------------------------------------------------------------------------------


def suited(state: State, row: Row) -> str:
    """What the rooms are visited for; nobody's people are put to work unasked."""
    ids = [option.id for option in row.options]
    if row.key in ROOMS:
        if row.key not in _wanted(state) or len(ids) == 1:
            return f"{row.key}/{STAY}"
        if row.key == "situation":
            return max(ids[:-1], key=lambda key: suggest.trouble(key.split(":")[1]))
        return ids[0]
    return ids[0] if row.key.startswith(("project", "start")) else ids[-1]


def _wanted(state: State) -> list[str]:
    """What people decided, and as much of what else is worth a visit as can be paid for."""
    wanted = decided(state)
    for room in suggest.rooms(state):
        said = state.plan.get(room)
        if room not in wanted and (said is None or said.by < 0) and payable(state, [*wanted, room]):
            wanted.append(room)
    return wanted


def change(state: State, seat: int, option: str) -> None:
    state.plan = {key: line for key, line in state.plan.items() if line.by >= 0}  # the rest is suggested anew
    state.plan[option.partition("/")[0]] = Line(option, seat)
    keep_sound(state, rows, suited)


def make_plan(g: G) -> Script[list[str]]:
    """The rooms that all are ready to visit; what is done there is on the agenda (ISS-344)."""
    state = g.state
    state.plan = {}
    keep_sound(state, rows, suited)
    yield from make(
        g,
        "What is done aboard?",
        rows,
        partial(change, state),
        kicker="Facilities",
        rule="ISS-270",
        draws_on=lambda: budgets(state, energy=state.ship.energy, command=left_of(state)),
    )
    state.promised = {
        deed(option.id): option.label
        for row in rows(state)
        for option in row.options
        if deed(option.id) and option.id == state.plan[row.key].choice
    }
    state.agenda = list(state.promised)
    entered = [room for room in ROOMS if enters(state, room)]
    state.plan = {}
    return entered


# The step -----------------------------------------------------------------------------------------------------------

SCRIPTS: dict[str, Callable[[G], Script[None]]] = {
    "situation": facilities.situation_room,
    "research": facilities.research,
    "production": facilities.production,
    "barracks": facilities.barracks,
    "observatory": facilities.observatory,
}


def aboard(g: G) -> Script[None]:
    """ISS-270, ISS-271"""
    state, ship = g.state, g.state.ship
    facilities.take_out(state)  # campaigns that were stored after their Bridge hold some in Awaiting still
    entered: list[str] = []
    if any(ship.command or facilities.is_free(state, room) for room in ROOMS):
        entered = yield from make_plan(g)
    if not entered:
        left = ship.energy + ship.command
        with (
            happening(g, "turn", "The rooms close", rule="ISS-271", why="not used, and lost") if left else nullcontext()
        ):
            facilities.close_up(state)
    for room in entered:
        if not payable(state, [room]):
            no_visit(g, room)
            continue
        title = f"A visit to the {TITLES[room]}"
        with happening(g, "turn", title, about=f"room-{room}", rule="ISS-270", why="the visit"):
            facilities.pay_visit(state, room)
            because(g, "the visit")
            g.tell(f"{title}.", rule="ISS-270")
            ship.visiting = room
            yield from SCRIPTS[room](g)
            undone.tell(g, room)
            ship.visiting = ""
    state.agenda, state.promised = None, {}


def no_visit(g: G, room: str) -> None:
    """There was Command for it in the plan, but not any more."""
    title, why = f"No visit to the {TITLES[room]}", "there is no Command left for the visit"
    with happening(g, "turn", title, about=f"room-{room}", rule="ISS-270") as missed:
        g.tell(f"{title}: {why}.", rule="ISS-270")
        missed.result(title, f"{why[:1].upper()}{why[1:]}", good=False)
        undone.tell(g, room, why)
