"""Who goes down, and with what: one plan of the whole table (ISS-302, ISS-308, ISS-323, ISS-344).

Its lines are suggested, changed by anybody they concern, and carried out when all seats are ready. Whom a section sends
and what that crew pockets is its owner's affair alone (ISS-345); the lockers and the hold are everybody's.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from app.games.vanguard import wording
from app.games.vanguard.asking import G
from app.games.vanguard.content import SECTOR
from app.games.vanguard.data.gear import EQUIPMENT, LANDER
from app.games.vanguard.people import RECON, SECTION_NAMES, by_section, crew_in, name, owner, person, seats_of
from app.games.vanguard.ship.plans import Row, keep_sound, make
from app.games.vanguard.ship.suggest import crew_rank, gear_worth
from app.games.vanguard.state import Explorer, Line, Person, State
from app.kernel import Option, Script

NOBODY = NOTHING = "none"
LEAST = 2  # a solo player takes two at least, and four at most (ISS-031)
PLACES = ("First down", "Second down", "Third down", "Fourth down")


def places(state: State) -> list[tuple[str, int, list[int]]]:
    """The places in the team: key, seat, and the sections they may be filled from (ISS-029 to ISS-031)."""
    if state.seat_count > 1:
        return [(str(seat), seat, sections) for seat, sections in by_section(state).items()]
    (seat,) = seats_of(state)
    count = LEAST if state.step == "tutorial" else 4
    return [(str(number), seat, [0, 1, 2, 3]) for number in range(count)]


def sent(state: State, place: str) -> str:
    """Who goes in this place; nobody where a solo player leaves it empty."""
    line = state.plan.get(f"team:{place}")
    return "" if line is None or value(line) == NOBODY else value(line)


def value(line: Line) -> str:
    """What a line says: a person, a sector, or an item and who carries it."""
    return line.choice.partition("/")[2]


def team_of(state: State) -> list[str]:
    """The crew of the plan, clockwise (ISS-037)."""
    keys = [sent(state, place) for place, _, _ in places(state)]
    return sorted((key for key in keys if key), key=lambda key: person(state, key).section)


def legal_team(state: State) -> bool:
    """Whether Available crew suffice for a team (ISS-029 to ISS-031)."""
    able = {one.section for one in crew_in(state, "available")}
    if state.seat_count == 1:
        return len(able) >= LEAST
    return all(any(section in able for section in sections) for sections in by_section(state).values())


# The lines ----------------------------------------------------------------------------------------------------------


def rows(state: State) -> Iterator[Row]:
    """One after the other, for whoever mends a plan needs them only up to the first that cannot stand."""
    yield from _team(state)
    if state.step == "tutorial":
        yield from _starts(state)
    else:
        yield from _pockets(state)
        yield from _lockers(state)


def _able(state: State, place: str, sections: list[int]) -> list[Person]:
    """Whom this place may be filled with: no section twice (ISS-029)."""
    others = [sent(state, key) for key, _, _ in places(state) if key != place]
    taken = {person(state, key).section for key in others if key}
    crew = [one for one in crew_in(state, "available") if one.section in sections and one.section not in taken]
    return sorted(crew, key=lambda one: crew_rank(state, one.id))


def _team(state: State) -> Iterator[Row]:
    for number, (place, seat, sections) in enumerate(places(state)):
        key = f"team:{place}"
        options = [
            Option(
                f"{key}/{one.id}",
                f"{name(one.id)}, {SECTION_NAMES[one.section]}",
                note=f"Rank {one.rank}\n{wording.crew(one.id)}",
                target=f"person-{one.id}",
                rule="ISS-302",
            )
            for one in _able(state, place, sections)
        ]
        if state.seat_count == 1 and number >= LEAST:
            options.append(Option(f"{key}/{NOBODY}", "Nobody", note="One more may rest", rule="ISS-031"))
        title = PLACES[number] if state.seat_count == 1 else f"{{{seat}}} sends"
        yield Row(key, title, tuple(options), seat)


def _starts(state: State) -> Iterator[Row]:
    """Where the figures stand at first: somebody in each of the sectors 1 and 2 (ISS-041)."""
    for place, seat, _ in places(state):
        key = f"at:{place}"
        options = tuple(
            Option(f"{key}/{sector}", SECTOR["P1"][sector].name, target=f"sector-{sector}", rule="ISS-041")
            for sector in ("s1", "s2")
        )
        yield Row(key, f"{_who(state, place)} starts at", options, seat)


def _who(state: State, place: str) -> str:
    return name(sent(state, place)) if sent(state, place) else "Nobody"


def _taken(state: State, but: str) -> set[str]:
    """The items that somebody chose for another line; what is only suggested there may be had."""
    return {_item(line.choice) for key, line in state.plan.items() if key != but and line.by >= 0}


def _fitting(state: State, kind: str, place: str, key: str) -> list[str]:
    """What may be carried there: a card with a section icon only by that section (ISS-309, ISS-323)."""
    section = SECTION_NAMES[person(state, sent(state, place)).section].lower()
    taken = _taken(state, key)
    armory = [one for one in state.ship.armory if one not in taken]
    fits = [one for one in armory if EQUIPMENT[one].kind == kind and EQUIPMENT[one].section in ("", section)]
    return sorted(fits, key=gear_worth, reverse=True)


def _note(item: str) -> str:
    only = EQUIPMENT[item].section
    return f"{wording.gear(item)}\n{only.capitalize()} only" if only else wording.gear(item)


def _pockets(state: State) -> Iterator[Row]:
    for place, seat, _ in places(state):
        if not sent(state, place):
            continue
        key = f"small:{place}"
        options = [
            Option(f"{key}/{item}", EQUIPMENT[item].name, note=_note(item), target=f"gear-{item}", rule="ISS-308")
            for item in _fitting(state, "small", place, key)
        ]
        options.append(Option(f"{key}/{NOTHING}", "Nothing small", rule="ISS-308"))
        yield Row(key, f"In {_who(state, place)}’s pocket", tuple(options), seat)


def _lockers(state: State) -> Iterator[Row]:
    lander, fitted = LANDER[state.ship.lander], state.ship.fitted
    rooms = {"personal": lander.personal + ("LM07" in fitted), "mission": lander.mission + ("LM12" in fitted)}
    for kind, limit in rooms.items():
        for number in range(limit):
            key = f"{kind}:{number}"
            options = [
                Option(
                    f"{key}/{item},{place}",
                    f"{EQUIPMENT[item].name} for {_who(state, place)}",
                    note=_note(item),
                    target=f"gear-{item}",
                    rule="ISS-323",
                )
                for place, _, _ in places(state)
                if sent(state, place)
                for item in _fitting(state, kind, place, key)
            ]
            options.sort(key=lambda option: -gear_worth(_item(option.id)))
            options.append(Option(f"{key}/{NOTHING}", "Nothing", rule="ISS-308"))
            title = {"personal": "Locker", "mission": "Hold"}[kind]
            yield Row(key, f"{title} {number + 1}" if limit > 1 else title, tuple(options))


def _item(option: str) -> str:
    return option.partition("/")[2].partition(",")[0]


# The plan -----------------------------------------------------------------------------------------------------------


def suggest(state: State) -> None:
    """Every line has a suggestion before anybody touches it."""
    state.plan = {}
    wanted = state.team_size if state.seat_count == 1 else 4
    for number, (place, _, sections) in enumerate(places(state)):
        able = _able(state, place, sections) if number < wanted else []
        state.plan[f"team:{place}"] = Line(f"team:{place}/{able[0].id if able else NOBODY}")
    settle(state)


def settle(state: State, but: str = "") -> None:
    keep_sound(state, rows, suited)
    starts = [key for key in state.plan if key.startswith("at:")]
    if len({value(state.plan[key]) for key in starts}) == 1:
        other = next(key for key in reversed(starts) if key != but)
        state.plan[other] = Line(f"{other}/{'s1' if value(state.plan[other]) == 's2' else 's2'}")


def suited(state: State, row: Row) -> str:
    """The best there is that no line holds; what several could carry goes to whoever has least."""
    held = {_item(line.choice) for line in state.plan.values()} - {NOTHING}
    able = [option.id for option in row.options if _item(option.id) not in held] or [row.options[-1].id]
    load = [line.choice.partition(",")[2] for line in state.plan.values()]
    alike = [one for one in able if _item(one) == _item(able[0])]
    return min(alike, key=lambda one: load.count(one.partition(",")[2]))


def change(state: State, seat: int, option: str) -> None:
    """Where Recon's owner changes what somebody else chose, that settles it (ISS-323)."""
    key, item = option.partition("/")[0], _item(option)
    before = state.plan[key].by
    shared = key.startswith(("personal:", "mission:"))
    settled = shared and seat == owner(state, RECON) and before not in (-1, seat)
    if item != NOTHING and not key.startswith("at:"):  # a suggestion gives way
        state.plan = {other: line for other, line in state.plan.items() if _item(line.choice) != item}
    state.plan[key] = Line(option, seat, settled)
    settle(state, key)


def make_plan(g: G) -> Script[None]:
    """One plan, edited by all, and Ready once (ISS-344)."""
    state = g.state
    suggest(state)
    prompt = "Who goes aboard, and from where?" if state.step == "tutorial" else "Who goes down, and with what?"
    kicker = "One plan for the whole team"
    yield from make(g, prompt, rows, partial(change, state), kicker=kicker, rule="ISS-302")


def hand_out(state: State, crew: list[Explorer]) -> None:
    """What the plan says goes from the Armory to whoever carries it; upgrades come along (ISS-308)."""
    carriers = {sent(state, place): place for place, _, _ in places(state) if sent(state, place)}
    for figure in crew:
        place = carriers[figure.person]
        for key, line in state.plan.items():
            item, _, carrier = value(line).partition(",")
            if item != NOTHING and (key == f"small:{place}" or carrier == place):
                take(state, figure, item)


def take(state: State, crew: Explorer, item: str) -> None:
    for key in (item, *(one for one in state.ship.armory if EQUIPMENT[one].of == item)):
        state.ship.armory.remove(key)
        crew.gear.append(key)
