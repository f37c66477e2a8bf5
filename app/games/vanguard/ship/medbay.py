"""Medbay, Memorial Wall, and the save point: sections 30 and 31."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from itertools import permutations

from app.games.vanguard import wording
from app.games.vanguard.asking import G, decide
from app.games.vanguard.content import PLANET
from app.games.vanguard.data.crew import SECTIONS
from app.games.vanguard.data.dice import INJURY_FACES
from app.games.vanguard.data.ship import MEMORIAL
from app.games.vanguard.effects import Ctx, run
from app.games.vanguard.people import SECTION_NAMES, SECURITY, crew_in, name, owner, person, team
from app.games.vanguard.ship.crew import assign, assignable, owners_of
from app.games.vanguard.shipfx import healable, medbay_room, move_right
from app.games.vanguard.state import Entry, Exploration, Explorer, Record, State
from app.games.vanguard.telling import because, came, happening, show_plain
from app.kernel import Option, Script, ask, choosing

COLUMNS = ("light", "moderate", "critical")
SURVIVAL_DICE = 3


def medbay(g: G) -> Script[None]:
    state, ship = g.state, g.state.ship
    stage = ship.used.get("medbay", 0)
    if stage == 0:
        install(state, ("F01", "F02", "F03"))  # ISS-231
        with (
            happening(g, "turn", "The Medbay does its rounds", why="a phase in bed")
            if healable(state)
            else nullcontext()
        ):
            rest_and_recover(g)
            if "B11" in ship.upgrades.values():
                yield from run(g, "heal 1", Ctx(why="Standing watch"))
        ship.used["medbay"] = 1
    elif stage == 1:
        yield from therapists(g)
    else:
        yield from admit(g)
        yield from survival(g)
        state.step = "memorial"


def install(state: State, cards: tuple[str, ...]) -> None:
    waiting = state.ship.awaiting.get("facility", [])
    for card in [card for card in waiting if card in cards]:
        waiting.remove(card)
        state.ship.facilities.append(card)


def rest_and_recover(g: G) -> None:
    """ISS-232, ISS-233"""
    state = g.state
    for crew in team(state):
        if not crew.injuries:
            person(state, crew.person).place = "resting"
    for column in COLUMNS:  # the right-hand ones first
        for one in crew_in(state, column):
            if one.id in healable(state):
                move_right(state, one.id)
                g.tell(f"{name(one.id)} gets better.", rule="ISS-233")


THERAPY = "Assign a Therapist? The patient gets one step better, the Therapist rests"


def therapists(g: G) -> Script[None]:
    """ISS-234"""
    state = g.state
    options = [
        Option(f"therapist:{one.id}:{patient}", f"{name(one.id)} cares for {name(patient)}", rule="ISS-234")
        for one in assignable(state)
        for patient in healable(state)
        if one.id != patient
    ]
    answer = "done"
    if options:
        options.insert(0, Option("done", "No more"))
        answer = yield from decide(g, THERAPY, options, rule="ISS-234", consent=owners_of(state))
    if answer == "done":
        state.ship.used["medbay"] = 2
        return
    _, worker, patient = answer.split(":")
    with happening(g, "gain", f"{name(worker)} cares for {name(patient)}", rule="ISS-234", why="a Therapist"):
        assign(g, worker, "Therapist")
        move_right(state, patient)
        g.tell(f"{name(patient)} gets better.", rule="ISS-234")


def beds(state: State, order: Sequence[Explorer]) -> dict[int, str]:
    """The column of each section's crew if they come in this order; empty: there is no bed (ISS-235, ISS-236)."""
    room = {column: medbay_room(state, column) for column in COLUMNS}
    found = {}
    for crew in order:
        free = [column for column in COLUMNS[min(len(crew.injuries), 3) - 1 :] if room[column] > 0]
        found[crew.section] = free[0] if free else ""
        if free:
            room[free[0]] -= 1
    return found


def in_order(g: G, hurt: list[Explorer]) -> Script[list[Explorer]]:
    """Where beds are short Security's owner says who comes first (ISS-014)."""
    if len({tuple(sorted(beds(g.state, order).items())) for order in permutations(hurt)}) < 2:
        return hurt
    options = [
        Option(f"crew:{crew.person}", name(crew.person), note=f"{len(crew.injuries)} injuries", rule="ISS-235")
        for crew in hurt
    ]
    count = len(hurt)
    question = choosing(
        owner(g.state, SECURITY), "Beds are short: who is brought in first?", options,
        least=count, most=count, ordered=True, rule="ISS-236",
    )  # fmt: skip
    values = yield from ask(question)
    return sorted(hurt, key=lambda crew: values.index(f"crew:{crew.person}"))


def admit(g: G) -> Script[None]:
    """ISS-235 to ISS-237"""
    state = g.state
    order = yield from in_order(g, [crew for crew in team(state) if crew.injuries])
    places = beds(state, order)
    for crew in order:
        with happening(g, "loss", f"{name(crew.person)} is brought to the Medbay", rule="ISS-235", why="injured"):
            bring_in(g, crew, places[crew.section])


def bring_in(g: G, crew: Explorer, place: str) -> None:
    state, one, count = g.state, person(g.state, crew.person), len(crew.injuries)
    for injury in crew.injuries:
        state.injury_deck[injury.kind] += 1
    crew.injuries = []
    if place:
        one.place, one.injuries = place, count
        g.tell(f"{name(one.id)} goes to Medbay: {place}.", rule="ISS-235")
    else:
        g.tell(f"There is no bed for {name(one.id)}.", rule="ISS-236")
        came(g, f"There is no bed for {name(one.id)}", "All that suit the injuries are taken", good=False)
        bury(state, one.id)


def bury(state: State, key: str) -> None:
    """ISS-239"""
    one = person(state, key)
    one.wall, one.place, one.section, one.rank = one.section, "fallen", -1, 0


def survival(g: G) -> Script[None]:
    """ISS-238"""
    state = g.state
    for one in crew_in(state, "critical"):
        with happening(g, "roll", f"{name(one.id)} fights for life", scene="Medbay, critical", rule="ISS-238"):
            yield from survive(g, one.id)


def survive(g: G, key: str) -> Script[None]:
    state = g.state
    dies = roll_survival(g, key)
    if dies and "B05" in state.ship.upgrades.values() and "B05" not in state.ship.used:
        options = [Option("again", "Roll again"), Option("accept", "Accept it")]
        answer = yield from decide(g, f"Roll again for {name(key)}?", options, rule="ISS-238")
        if answer == "again":
            state.ship.used["B05"] = 1
            dies = roll_survival(g, key)
    if not dies:
        came(g, f"{name(key)} lives", "Neither two crises nor a crisis with strain", good=True)
        return
    g.tell(f"{name(key)} dies in the night.", rule="ISS-238")
    came(g, f"{name(key)} dies in the night", "Two crises, or one with strain", good=False)
    bury(state, key)
    because(g, "the survival check")


def roll_survival(g: G, key: str) -> bool:
    rolls = g.roll(SURVIVAL_DICE, 6, f"Survival check of {name(key)}: {{dice}}.", rule="ISS-238")
    faces = [INJURY_FACES[value - 1] for value in rolls]
    show_plain(g, faces, "hurt", "vi-hurt")
    return deadly(faces)


def deadly(faces: list[str]) -> bool:
    crises = faces.count("crisis")
    return crises >= 2 or (crises == 1 and "strain" in faces)


def memorial(g: G) -> Script[None]:
    """ISS-240 to ISS-242"""
    state = g.state
    for one in crew_in(state, "fallen"):
        wall = SECTIONS[one.wall]
        state.chronicle.append(Entry("death", f"{name(one.id)} of {SECTION_NAMES[one.wall]} died."))
        place = next(
            (side for side in (wall, "common") if len(state.ship.wall.get(side, [])) < len(MEMORIAL[side])), ""
        )
        if not place:
            one.place = "gone"
            continue
        names = state.ship.wall.setdefault(place, [])
        bonus = MEMORIAL[place][len(names)]
        names.append(one.id)
        one.place = "wall"
        says = wording.say(bonus, wording.sight_of(state))
        with happening(
            g, "loss", f"{name(one.id)} is on the Memorial Wall", about="room-memorial", rule="ISS-241"
        ) as kept:
            g.tell(f"{name(one.id)} is on the Memorial Wall: {says}.", rule="ISS-241")
            kept.result("What the living draw from it", says, good=True)
            yield from run(g, bonus, Ctx(why=f"in memory of {name(one.id)}"))
    state.step = "save"


# The save point ----------------------------------------------------------------------------------------------------


def record(state: State, x: Exploration) -> None:
    """ISS-244, ISS-245; not if its Landing card is no longer in the game (ISS-301)"""
    if f"gone:{PLANET[x.planet].landing.id}" in state.unlocked:
        state.records.pop(x.planet, None)
        return
    pois = {key: list(cards) for key, cards in x.pois.items()}
    threats = {figure.id: figure.sector for figure in x.threats}
    state.records[x.planet] = Record(pois, list(x.finished), threats, list(x.unique_stack))


def save_point(g: G) -> Script[None]:
    """ISS-243 to ISS-248, ISS-328"""
    state = g.state
    if state.x:
        record(state, state.x)
        state.events = g.rng.shuffled([*state.events, *state.event_discard], "events")  # ISS-246
        state.event_discard = []
        g.end_chapter(f"Mission {state.missions_flown}, {PLANET[state.x.planet].name}", rule="ISS-243")
        state.x = None
        return
    options = [Option("bridge", "On to the Bridge", rule="ISS-243")]
    if state.seat_count > 1:
        options.append(Option("wait", "Stay here for now"))  # what a vote is about if somebody objects
    answer = yield from decide(g, "Save point: a good place to stop", options, rule="ISS-243")
    if answer == "bridge":
        state.step, state.consents = "bridge", []
