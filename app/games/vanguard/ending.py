"""An end is an ending: the verdict in words, mission by mission how it came to it, a chapter for each player.

Everything is counted from what was told and from the last state; nothing is made up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from app.games.vanguard.content import ENDINGS, LOG, LOSSES
from app.games.vanguard.people import SECTION_NAMES, by_section, name
from app.games.vanguard.results import explorations
from app.games.vanguard.state import State
from app.kernel import Chapter, Ending, Fact, Line, Moment

STORY = ("signal", "accord", "wake")


def ending(state: State, told: Sequence[Line]) -> Ending | None:
    if not state.ending:
        return None
    shown = whole_moments(told)
    won = state.ending not in LOSSES
    title = ENDINGS[state.ending]
    flown = explorations(state)
    return Ending(
        verdict=f"The Line is followed to its end: “{title}”" if won else f"The Line falls silent: “{title}”",
        why=why(state),
        kicker=f"An ending, after {times(len(flown), 'exploration')}",
        good=won,
        reasons=tuple(reasons(state)),
        decided=next((moment for moment in reversed(shown) if moment.kind == "story"), None),
        chapters=tuple(chapter(state, seat, shown) for seat in by_section(state)),
        hidden=tuple(hidden(state)),
        numbers=tuple(numbers(state)),
    )


def times(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"


def whole_moments(told: Sequence[Line]) -> list[Moment]:
    """The public moments in order; one that has grown counts once, as it was in the end."""
    kept: dict[str, Moment] = {}
    for number, line in enumerate(told):
        if line.moment is not None and line.to is None:
            kept[line.moment.id or f"line {number}"] = line.moment
    return list(kept.values())


def why(state: State) -> str:
    stood = ", ".join(f"{key.capitalize()} {state.counters[key]}" for key in STORY)
    lost = sum(entry.what == "death" for entry in state.chronicle)
    dead = f"{times(lost, 'name')} on the Memorial Wall" if lost else "nobody was lost"
    return f"The story stood at {stood}; {dead}."


def reasons(state: State) -> Iterator[Fact]:
    """Exploration by exploration."""
    for number, (planet, won) in enumerate(explorations(state), 1):
        yield Fact(planet, "done" if won else "failed", f"mission {number}", better=won)


def chapter(state: State, seat: int, shown: Sequence[Moment]) -> Chapter:
    mine = [moment for moment in shown if moment.actor == seat]
    kinds = Counter(moment.kind for moment in mine)
    hurt = sum(result.good is False and " is " in result.title for moment in mine for result in moment.results)
    led = " and ".join(SECTION_NAMES[section] for section in by_section(state)[seat])
    people = [name(one.id) for one in state.people if one.section >= 0 and state.owners[one.section] == seat]
    deeds = f"{times(kinds['check'], 'check')}, {times(kinds['turn'], 'other deed')}, {times(kinds['event'], 'Event')}"
    left = ", ".join(people[:4]) or "nobody"
    return Chapter(
        seat, f"{{{seat}}}, who led {led}", f"{deeds}; {times(hurt, 'injury', 'injuries')}. Still there: {left}."
    )


def hidden(state: State) -> Iterator[Fact]:
    unread = len(LOG) - len([number for number in state.logs if number in LOG])
    if unread:
        yield Fact("Logs never read", str(unread), "other ways, other worlds, other endings")


def numbers(state: State) -> Iterator[Fact]:
    yield Fact("missions done", str(len(state.done)))
    yield Fact("worlds visited", str(len(state.visited)))
    yield Fact("logs read", str(len(state.logs)))
    yield Fact("Unique Discoveries", str(len(state.ship.uniques)))
