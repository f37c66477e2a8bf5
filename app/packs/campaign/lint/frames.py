"""What is taken before it can be used: CL-27, and rows that others hide: CL-28. The Global Condition's Special Effect
comes first and takes all its dice, then the frame of the action from the top, then tracks and rows (ISS-125 to ISS-128,
ISS-136)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from app.games.vanguard import language
from app.games.vanguard.content.structs import Action, Campaign, Condition, Fx, Planet
from app.games.vanguard.language import ICON_COLOUR
from app.packs.campaign.lint.walk import actions_of, check
from app.packs.lint import Finding


def _shows(icon: str, part: frozenset[str]) -> bool:
    """Whether a die with this icon meets a part of a need; Ac is no icon for ANY (ISS-113)."""
    return icon in part or ICON_COLOUR.get(icon) in part or ("ANY" in part and icon != "Ac")


def _holds(icons: tuple[str, ...], need: language.Need) -> bool:
    """Whether these icons hold a complete set of a need."""
    if not need:
        return True
    first, *rest = need
    return any(
        _shows(icon, frozenset(first)) and _holds((*icons[:number], *icons[number + 1 :]), tuple(rest))
        for number, icon in enumerate(icons)
    )


def taken(need: str, before: str) -> bool:
    """Whether every set of natural icons that meets a need holds a set of one that is forced before it."""
    first = language.need(before)
    return all(_holds(icons, first) for icons in product(*language.need(need)))


def _frames(planet: Planet) -> Iterator[tuple[str, Action, tuple[Condition, ...], bool]]:
    """Every action, the Global Conditions it may meet, and whether it has to work under each of them."""
    printed = {f"poi {sector.poi}" for sector in planet.sectors}
    for where, action in actions_of(planet):
        kind, key = where.split()[:2]
        if kind == "global":
            yield where, action, tuple(one for one in planet.conditions if where.endswith(one.id)), True
        elif f"{kind} {key}" in printed:
            yield where, action, planet.conditions[:1], True
        else:
            yield where, action, planet.conditions, False


@check
def dead_frames(campaign: Campaign) -> Iterator[Finding]:
    """CL-27"""
    for planet in campaign.planets:
        for where, action, conditions, everywhere in _frames(planet):
            needs = [fx.need for fx in action.fx]
            rows = [row.need for row in action.rows if row.need and "Ac" not in row.need]  # Ac in a row is CL-14's
            later = [*(track.need for track in action.tracks), *rows]
            for number, need in enumerate((*needs, *later)):
                frame = action.fx[:number]
                if any(taken(need, fx.need) for fx in frame):
                    yield Finding("CL-27", where, f"{need}: the frame above takes these dice first")
                    continue
                lost = [_first(one.fx, need) for one in conditions]
                if any(lost) if everywhere else all(lost):
                    yield Finding("CL-27", where, f"{need}: {next(filter(None, lost))} takes these dice first")


def _first(shared: tuple[Fx, ...], need: str) -> str:
    return next((f"the Global Condition ({fx.need}: {fx.do})" for fx in shared if taken(need, fx.need)), "")


@check
def hidden_rows(campaign: Campaign) -> Iterator[Finding]:
    """CL-28: the first row that natural icons meet is marked (ISS-134)."""
    for planet in campaign.planets:
        for where, action in actions_of(planet):
            needs = [row.need for row in action.rows if row.need]
            for number, need in enumerate(needs):
                above = next((one for one in needs[:number] if taken(need, one)), "")
                if above:
                    yield Finding("CL-28", where, f"{need}: whoever rolls it meets {above} above it")
