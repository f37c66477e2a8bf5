"""The ship's facilities: sections 34 to 37. A visit costs 1 Command and runs all its steps."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.vanguard import wording
from app.games.vanguard.asking import G, agree, decide, pick
from app.games.vanguard.cargo import discard_find, find_option, kind_of, look
from app.games.vanguard.content import LANDING, SYSTEM
from app.games.vanguard.data.crew import CREW
from app.games.vanguard.data.planetside import DISCOVERY
from app.games.vanguard.data.ship import PRODUCTION, READY_SLOTS, RESEARCH, RESEARCH_SLOTS, SITUATION
from app.games.vanguard.decks import show
from app.games.vanguard.effects import Ctx, run
from app.games.vanguard.people import SECTION_NAMES, SECURITY, crew_in, free_sleeves, name, owner, person, unsleeve
from app.games.vanguard.ship.crew import assign, assignable, group_label, owners_of, workers
from app.games.vanguard.ship.medbay import install
from app.games.vanguard.shipfx import solve
from app.games.vanguard.state import State
from app.games.vanguard.telling import came
from app.kernel import Option, Script, ask, choosing

TIERS = {"c": 0, "r": 1, "u": 2}
TIER_OF = {"common": 0, "rare": 1, "ultra": 2}


def has_observatory(state: State) -> bool:
    """From its unlocking on: the first visit installs it (ISS-294, ISS-295)."""
    return "F07" in (*state.ship.facilities, *state.ship.awaiting.get("facility", []))


def is_free(state: State, key: str) -> bool:
    cards, used = state.ship.upgrades.values(), state.ship.used
    return (key == "barracks" and "B03" in cards and "B03" not in used) or ("B12" in cards and "B12" not in used)


def pay_visit(state: State, key: str) -> None:
    ship = state.ship
    if key == "barracks" and "B03" in ship.upgrades.values() and "B03" not in ship.used:
        ship.used["B03"] = 1
    elif "B12" in ship.upgrades.values() and "B12" not in ship.used:
        ship.used["B12"] = 1
    else:
        ship.command -= 1


def close_up(state: State) -> None:
    """ISS-271"""
    ship = state.ship
    ship.energy = ship.command = 0
    ship.bag += ship.success
    ship.success = 0
    ship.waiting_situations += ship.open_situations
    ship.open_situations = []
    state.step = "hangar"


def take_out(state: State) -> None:
    """All Situations in Awaiting lie open from the Bridge until the rooms close (ISS-253)."""
    state.ship.open_situations += state.ship.waiting_situations
    state.ship.waiting_situations = []


# Research ----------------------------------------------------------------------------------------------------------


def payers(gathered: list[str], part: str) -> list[str]:
    """Discoveries that may pay a part of a cost, the cheapest first; a higher tier may pay for a lower one (ISS-274)."""
    deck, tier = part.split()
    cards = sorted(gathered, key=lambda card: TIER_OF[DISCOVERY[kind_of(card)].tier])
    return [
        c for c in cards if DISCOVERY[kind_of(c)].deck == deck and TIER_OF[DISCOVERY[kind_of(c)].tier] >= TIERS[tier]
    ]


def dearest_first(cost: Sequence[str]) -> list[str]:
    return sorted(cost, key=lambda part: -TIERS[part.split()[1]])


def cheapest(gathered: list[str], cost: Sequence[str]) -> list[str] | None:
    left, paid = list(gathered), []
    for part in dearest_first(cost):
        fits = payers(left, part)
        if not fits:
            return None
        paid.append(fits[0])
        left.remove(fits[0])
    return paid


def payment(state: State, cost: tuple[str, ...]) -> list[str] | None:
    """The cheapest Discoveries that pay a cost; None if it cannot be paid."""
    return cheapest(state.ship.gathered, cost)


def research(g: G) -> Script[None]:
    """ISS-272 to ISS-276"""
    state, ship = g.state, g.state.ship
    fill(ship.awaiting.setdefault("research", []), ship.research, RESEARCH_SLOTS + 2 * ("F06" in ship.facilities))
    taken: list[str] = []
    keyword = ""
    while True:
        able = [
            key for key in ship.research
            if key not in taken and keyword in ("", RESEARCH[key].keyword) and payment(state, RESEARCH[key].cost) is not None
        ]  # fmt: skip
        if not able:
            break
        options = [Option("done", "No more"), *(project_option(key) for key in able)]
        answer = yield from decide(g, "Research: complete a project?", options, rule="ISS-273", planned=True)
        if answer == "done":
            break
        key = answer.removeprefix("project:")
        keyword = RESEARCH[key].keyword
        yield from pay_finds(g, RESEARCH[key].cost)
        taken.append(key)
    while taken:  # in any order (ISS-275)
        options = [project_option(key) for key in taken]
        answer = yield from pick(g, owner(state, SECURITY), "Resolve which project first?", options, rule="ISS-275")
        taken.remove(answer.removeprefix("project:"))
        yield from finish_research(g, answer.removeprefix("project:"))
    yield from lab_work(g)


def fill(waiting: list[str], slots: list[str], room: int) -> None:
    while waiting and len(slots) < room:
        slots.append(waiting.pop(0))


def project_option(key: str) -> Option:
    it = RESEARCH[key]
    return Option(
        f"project:{key}",
        it.name,
        note=f"{it.keyword.capitalize()}. Pay {wording.find_costs(it.cost)}",
        target=f"project-{key}",
        rule="ISS-273",
    )


def pay_finds(g: G, cost: tuple[str, ...]) -> Script[None]:
    """The table says which of several Discoveries pays (ISS-274)."""
    state, gathered = g.state, g.state.ship.gathered
    parts = dearest_first(cost)
    while parts:
        part = parts.pop(0)
        able = [
            card for card in payers(gathered, part) if cheapest([c for c in gathered if c != card], parts) is not None
        ]
        different = {kind_of(card): card for card in reversed(able)}
        options = [find_option(card) for card in reversed(different.values())]
        answer = yield from decide(
            g, f"Which Discovery pays for {wording.find_costs((part,))}?", options, rule="ISS-274", single=True
        )
        card = answer.removeprefix("find:")
        gathered.remove(card)
        discard_find(state, card)  # ISS-178


def finish_research(g: G, key: str) -> Script[None]:
    """Flipped, resolved, removed (ISS-275)."""
    g.state.ship.research.remove(key)
    show(g.state)
    g.tell(f"Research complete: {RESEARCH[key].name}.", rule="ISS-275")
    says = wording.say(RESEARCH[key].do, wording.sight_of(g.state))
    came(g, f"Research complete: {RESEARCH[key].name}", says, good=True)
    yield from run(g, RESEARCH[key].do, Ctx(why=RESEARCH[key].name))


def lab_options(state: State) -> list[Option]:
    return [
        Option(
            f"lab:{key}:{'+'.join(group)}",
            f"{RESEARCH[key].name}: {group_label(group)}",
            note=f"Lab work of {wording.need(RESEARCH[key].lab)}. Pay {wording.find_costs(RESEARCH[key].cost)}",
            target=f"project-{key}",
            rule="ISS-276",
        )
        for key in state.ship.research
        if payment(state, RESEARCH[key].cost) is not None
        for group in workers(state, RESEARCH[key].lab)
    ]


def lab_work(g: G) -> Script[None]:
    """ISS-276"""
    state = g.state
    while options := lab_options(state):
        options.insert(0, Option("done", "No more"))
        answer = yield from decide(g, "Lab work?", options, rule="ISS-276", consent=owners_of(state), planned=True)
        if answer == "done":
            return
        _, key, group_text = answer.split(":")
        for worker in group_text.split("+"):
            assign(g, worker, "lab work")
        yield from pay_finds(g, RESEARCH[key].cost)
        yield from finish_research(g, key)


# Production --------------------------------------------------------------------------------------------------------


def open_queues(state: State) -> list[int]:
    """ISS-282"""
    return [0, *([1] if "F04" in state.ship.facilities else []), *([2] if "F05" in state.ship.facilities else [])]


def production(g: G) -> Script[None]:
    state, ship = g.state, g.state.ship
    fill(ship.awaiting.setdefault("production", []), ship.ready, READY_SLOTS)  # ISS-277
    install(state, ("F04", "F05"))  # ISS-278
    for number in open_queues(state):
        yield from advance(g, number)
    yield from start_projects(g)
    yield from assembly(g)


def advance(g: G, number: int) -> Script[None]:
    """ISS-279: rightmost first."""
    queue = g.state.ship.queues[number]
    done, queue[2] = queue[2], ""
    queue[2], queue[1] = queue[1], ""
    queue[1], queue[0] = queue[0], ""
    if done:
        yield from finish_production(g, done)


def finish_production(g: G, key: str) -> Script[None]:
    show(g.state)
    g.tell(f"Production complete: {PRODUCTION[key].name}.", rule="ISS-279")
    says = wording.say(PRODUCTION[key].do, wording.sight_of(g.state))
    came(g, f"Production complete: {PRODUCTION[key].name}", says, good=True)
    yield from run(g, PRODUCTION[key].do, Ctx(why=PRODUCTION[key].name))


def start_slot(state: State, key: str, queue: list[str]) -> int:
    """The printed starting slot, or the nearest free one to its left; -1 if there is none (ISS-280)."""
    for place in range(PRODUCTION[key].stage - 1, -1, -1):
        if not queue[place]:
            return place
    return -1


def start_options(state: State) -> list[Option]:
    return [
        Option(
            f"start:{key}:{number}",
            f"{PRODUCTION[key].name} in queue {number + 1}",
            note=f"stage {slot + 1}",
            target=f"project-{key}",
            rule="ISS-280",
        )
        for key in state.ship.ready
        for number in open_queues(state)
        for slot in (start_slot(state, key, state.ship.queues[number]),)
        if slot >= 0
    ]


def start_projects(g: G) -> Script[None]:
    state, ship = g.state, g.state.ship
    while options := start_options(state):
        done = Option("done", "No more")
        answer = yield from decide(g, "Start a project?", [done, *options], rule="ISS-280", planned=True)
        if answer == "done":
            return
        _, key, number = answer.split(":")
        queue = ship.queues[int(number)]
        queue[start_slot(state, key, queue)] = key
        ship.ready.remove(key)
        came(g, f"Started: {PRODUCTION[key].name}", "It moves on with every visit", good=True)


def boosts(state: State) -> list[tuple[int, int, tuple[str, ...]]]:
    """Queue, stage and workers of every project that could be moved right (ISS-281)."""
    return [
        (number, place, group)
        for number in open_queues(state)
        for place, key in enumerate(state.ship.queues[number])
        if key and (place == 2 or not state.ship.queues[number][place + 1])
        for group in workers(state, PRODUCTION[key].icons)
    ]


def boost_options(state: State) -> list[Option]:
    return [
        Option(
            f"boost:{number}:{place}:{'+'.join(group)}",
            f"{PRODUCTION[state.ship.queues[number][place]].name}: {group_label(group)}",
            target=f"project-{state.ship.queues[number][place]}",
            rule="ISS-281",
        )
        for number, place, group in boosts(state)
    ]


def assembly(g: G) -> Script[None]:
    state, ship = g.state, g.state.ship
    while options := boost_options(state):
        options.insert(0, Option("done", "No more"))
        answer = yield from decide(g, "Assembly?", options, rule="ISS-281", consent=owners_of(state), planned=True)
        if answer == "done":
            return
        _, number, place, group_text = answer.split(":")
        for worker in group_text.split("+"):
            assign(g, worker, "assembly")
        queue = ship.queues[int(number)]
        key, queue[int(place)] = queue[int(place)], ""
        if place == "2":
            yield from finish_production(g, key)
        else:
            queue[int(place) + 1] = key


# Barracks ----------------------------------------------------------------------------------------------------------


def barracks(g: G) -> Script[None]:
    yield from transfers(g)
    yield from train(g)
    yield from mentor(g)


def roster(state: State) -> list[str]:
    return [one.id for one in state.people if one.place in ("available", "resting")]


def transfers(g: G) -> Script[None]:
    """ISS-284 to ISS-286"""
    state = g.state
    while True:
        options = [Option("done", "No more changes")]
        for key in roster(state):
            one = person(state, key)
            rank = one.rank - 1
            for section in range(4):
                if rank and section != one.section and free_sleeves(state, section, rank) > 0:
                    options.append(
                        Option(
                            f"transfer:{key}:{section}",
                            f"{name(key)} to {SECTION_NAMES[section]}",
                            note=f"rank {rank}",
                            rule="ISS-284",
                        )
                    )
            options.append(Option(f"dismiss:{key}", f"Dismiss {name(key)}", rule="ISS-286"))
        answer = yield from decide(g, "Barracks: transfer or dismiss?", options, default="done", rule="ISS-284")
        if answer == "done":
            return
        kind, key, *rest = answer.split(":")
        one = person(state, key)
        label = next(option.label for option in options if option.id == answer)
        asked = {owner(state, section) for section in (one.section, *(int(number) for number in rest))}
        if state.seat_count > 1 and not (yield from agree(g, sorted(asked), f"{label}?", rule="ISS-285")):
            continue  # a crew is its section's owner's affair (ISS-345)
        if kind == "dismiss":
            unsleeve(one, "recruits")
            state.recruits = g.rng.shuffled([*state.recruits, key], "recruits")
            g.tell(f"{name(key)} is dismissed.", rule="ISS-286")
            came(g, f"{name(key)} is dismissed")
        else:
            one.section, one.rank = int(rest[0]), max(1, one.rank - 1)
            g.tell(f"{name(key)} joins {SECTION_NAMES[one.section]}.", rule="ISS-284")
            came(g, f"{name(key)} joins {SECTION_NAMES[one.section]}", f"rank {one.rank}")


def train(g: G) -> Script[None]:
    """ISS-287, ISS-288"""
    state = g.state
    count = min(7 if "F08" in state.ship.facilities else 5, len(state.recruits))
    if not count:
        return
    state.offered, state.recruits = state.recruits[:count], state.recruits[count:]
    show(state)
    options = [Option(f"section:{section}", SECTION_NAMES[section]) for section in range(4)]
    question = choosing(
        owner(state, SECURITY),
        "In which order do the sections pick?",
        options,
        least=4,
        most=4,
        ordered=True,
        rule="ISS-287",
    )
    order = yield from ask(question)
    for value in order:
        yield from pick_trainee(g, int(value.removeprefix("section:")))
    state.recruits = g.rng.shuffled([*state.recruits, *state.offered], "recruits")
    state.offered = []


def pick_trainee(g: G, section: int) -> Script[None]:
    state = g.state
    spare = [one.id for one in crew_in(state, "available", section) if one.rank == 1]
    if not state.offered or (free_sleeves(state, section, 1) <= 0 and not spare):
        return
    options = [
        Option("nobody", "Nobody"),
        *(Option(f"crew:{key}", name(key), note=wording.crew(key)) for key in state.offered),
    ]
    answer = yield from pick(
        g, owner(state, section), f"{SECTION_NAMES[section]}: take a recruit?", options, rule="ISS-287"
    )
    if answer == "nobody":
        return
    if free_sleeves(state, section, 1) <= 0:  # ISS-288
        options = [Option(f"crew:{key}", name(key)) for key in spare]
        going = yield from pick(g, owner(state, section), "Who goes back to the Recruits?", options, rule="ISS-288")
        unsleeve(person(state, going.removeprefix("crew:")), "recruits")
        state.recruits = g.rng.shuffled([*state.recruits, going.removeprefix("crew:")], "recruits")
    enlist(g, answer.removeprefix("crew:"), section)
    state.offered.remove(answer.removeprefix("crew:"))


def enlist(g: G, key: str, section: int) -> None:
    one = person(g.state, key)
    one.place, one.section, one.rank = "available", section, 1
    g.tell(f"{name(key)} joins {SECTION_NAMES[section]}.", rule="ISS-287")
    came(g, f"{name(key)} joins {SECTION_NAMES[section]}", wording.crew(key).replace("\n", ". "), good=True)


def mentor(g: G) -> Script[None]:
    """An option of the table (ISS-289)."""
    state = g.state
    if not state.options.mentor:
        return
    options = [
        Option(f"mentor:{one.id}:{key}", f"{name(one.id)} trains {name(key)}", rule="ISS-289")
        for one in assignable(state)
        if one.rank >= 2 and free_sleeves(state, one.section, 2) > 0
        for key in roster(state)
        if person(state, key).section == one.section and person(state, key).rank == 1
    ]
    if not options:
        return
    options.insert(0, Option("done", "Nobody"))
    answer = yield from decide(g, "Mentor?", options, rule="ISS-289", consent=owners_of(state))
    if answer != "done":
        _, teacher, pupil = answer.split(":")
        assign(g, teacher, "Mentor")
        person(state, pupil).rank = 2
        g.tell(f"{name(pupil)} is now rank 2.", rule="ISS-289")


# Situation Room and Observatory ------------------------------------------------------------------------------------


def supervise_options(state: State) -> list[Option]:
    return [
        Option(
            f"supervise:{card}:{'+'.join(group)}",
            f"{SITUATION[card].name}: {group_label(group)}",
            target=f"situation-{card}",
            rule="ISS-292",
        )
        for card in state.ship.open_situations
        for group in workers(state, SITUATION[card].icons)
    ]


def situation_room(g: G) -> Script[None]:
    """ISS-291, ISS-292"""
    state, ship = g.state, g.state.ship
    if ship.open_situations:
        sight = wording.sight_of(state)
        options = [
            Option(
                f"solve:{card}",
                SITUATION[card].name,
                note=wording.say(SITUATION[card].solved, sight),
                target=f"situation-{card}",
                rule="ISS-291",
            )
            for card in ship.open_situations
        ]
        answer = yield from decide(g, "Solve which Situation?", options, rule="ISS-291", planned=True)
        yield from solve(g, answer.removeprefix("solve:"))
    while options := supervise_options(state):
        options.insert(0, Option("done", "No more"))
        answer = yield from decide(g, "Supervise?", options, rule="ISS-292", consent=owners_of(state), planned=True)
        if answer == "done":
            return
        _, card, group_text = answer.split(":")
        for worker in group_text.split("+"):
            assign(g, worker, "Supervisor")
        yield from solve(g, card)


def nearby_landings(state: State) -> list[str]:
    """Landing cards of the current or a neighbouring system with parts unseen (ISS-295)."""
    ship = state.ship
    systems = [ship.system, *(route.to for route in SYSTEM[ship.system].routes if route.to in ship.unlocked_systems)]
    places = [place.landing for key in systems for place in SYSTEM[key].destinations]
    return [key for key in places if key in ship.landings and ship.scanned.get(key, 0) < 3]


def observatory(g: G) -> Script[None]:
    """ISS-295, ISS-296"""
    state, ship = g.state, g.state.ship
    install(state, ("F07",))
    if ship.energy >= 1 and nearby_landings(state):
        options = [
            Option("none", "Nothing"),
            *(Option(f"scan:{key}", LANDING[key].name, note="1 Energy") for key in nearby_landings(state)),
        ]
        answer = yield from decide(g, "Reveal a part of a Landing card?", options, rule="ISS-295")
        if answer != "none":
            key = answer.removeprefix("scan:")
            ship.energy -= 1
            ship.scanned[key] = ship.scanned.get(key, 0) + 1
            show(state)
    yield from look(g, owner(state, SECURITY), "situation", 2, sink=True)
    watchers = [one for one in assignable(state) if CREW[one.id].icon in ("READ", "LINK")]
    if watchers:
        options = [Option("none", "Nobody"), *(Option(f"watch:{one.id}", name(one.id)) for one in watchers)]
        answer = yield from decide(g, "Who keeps watch?", options, rule="ISS-296", consent=owners_of(state))
        if answer != "none":
            assign(g, answer.removeprefix("watch:"), "watch")
            ship.later_energy += 1
