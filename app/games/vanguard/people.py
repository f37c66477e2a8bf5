"""Who is who: sections, their owners, crew and their places."""

from __future__ import annotations

from app.games.vanguard.data.crew import CREW, SECTIONS, SLEEVES
from app.games.vanguard.state import Explorer, Person, State

SECTION_NAMES = ("Security", "Recon", "Science", "Engineering")
SECURITY, RECON, SCIENCE, ENGINEERING = range(4)


def owner(state: State, section: int) -> int:
    return state.owners[section]


def seats_of(state: State) -> list[int]:
    """The seats in play: those that have a section (ISS-326). Whoever has left the campaign has none."""
    return sorted(set(state.owners))


def person(state: State, key: str) -> Person:
    for one in state.people:
        if one.id == key:
            return one
    raise KeyError(key)


def name(key: str) -> str:
    return CREW[key].name


def crew_in(state: State, place: str, section: int | None = None) -> list[Person]:
    return [one for one in state.people if one.place == place and section in (None, one.section)]


def free_sleeves(state: State, section: int, rank: int) -> int:
    used = sum(1 for one in state.people if one.section == section and one.rank == rank)
    return SLEEVES[rank] - used  # ISS-290


def team(state: State) -> list[Explorer]:
    """The living crew on the planet, clockwise (ISS-037)."""
    return [] if state.x is None else [one for one in state.x.crew if not one.dead]


def explorer(state: State, section: int) -> Explorer:
    return next(one for one in state.exploration.crew if one.section == section)


def in_sector(state: State, sector: str) -> list[Explorer]:
    return [one for one in team(state) if one.sector == sector]


def section_number(text: str) -> int:
    return SECTIONS.index(text)


def unsleeve(one: Person, place: str) -> None:
    """The sleeve returns to the compartment."""
    one.place, one.section, one.rank, one.injuries = place, -1, 0, 0


def by_section(state: State) -> dict[int, list[int]]:
    """The sections of each seat."""
    seats: dict[int, list[int]] = {}
    for section, seat in enumerate(state.owners):
        seats.setdefault(seat, []).append(section)
    return seats
