"""Logs, the chronicle and how it all ended."""

from __future__ import annotations

from functools import cache

import msgspec

from app.games.vanguard import wording
from app.games.vanguard.content import (
    ENDINGS,
    LOG,
    MISSION,
    PLANET,
    log_text,
    playing,
)
from app.games.vanguard.data.planetside import UNIQUE
from app.games.vanguard.people import SECTION_NAMES, SECURITY, name, owner
from app.games.vanguard.state import State
from app.games.vanguard.titles import log_title
from app.games.vanguard.views.crew import person_view
from app.games.vanguard.views.shapes import (
    Chronicle,
    Page,
)


def planet_of(log: int) -> str:
    """The planet on which a log is read; empty: aboard."""
    return next((planet.id for planet in PLANET.values() if any(one.id == log for one in planet.logs)), "")


def page(number: int, actor: str, section: str) -> Page:
    return _page(number, actor, section, playing().campaign.version)


@cache
def _page(number: int, actor: str, section: str, _version: int) -> Page:
    text = log_text(number).replace("{actor}", actor or "one of you").replace("{section}", section or "the crew")
    return Page(number, text, wording.log(LOG[number].do, planet_of(number)), log_title(number))


def chronicle(state: State) -> Chronicle:
    failed = sum(": failed" in entry.text for entry in state.chronicle if entry.what == "exploration")
    return Chronicle(
        tuple((entry.what, entry.text) for entry in state.chronicle),
        tuple(person_view(one) for one in state.people if one.place in ("fallen", "wall")),
        state.missions_flown,
        failed,
        f"{playing().campaign.title}, version {state.content}",
        ledger(state) if state.ending else (),
    )


def ledger(state: State) -> tuple[tuple[str, str], ...]:
    """ISS-334"""
    counters = ", ".join(f"{key.capitalize()} {state.counters[key]}" for key in ("signal", "accord", "wake"))
    uniques = ", ".join(UNIQUE[number].name for number in state.ship.uniques)
    missions = ", ".join(MISSION[key].name for key in state.done)
    return (
        ("Ending", ENDINGS[state.ending]),
        ("How the story stood", counters),
        ("Missions", missions or "none"),
        ("Unique Discoveries", uniques or "none"),
        ("The dead", ", ".join(name(one.id) for one in state.people if one.place in ("fallen", "wall")) or "nobody"),
        ("Logs read", str(len(state.logs))),
    )


def open_page(state: State) -> Page:
    if not state.reading:
        return page(0, "", "")
    reading = state.reading[-1]
    section = SECTION_NAMES.index(reading.section) if reading.section else SECURITY
    opened = page(reading.log, reading.actor, reading.section)
    return msgspec.structs.replace(opened, reader=owner(state, section))
