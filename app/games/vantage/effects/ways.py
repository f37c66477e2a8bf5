"""Going elsewhere: by name, by choice, by a table, inside and into the sky."""

from __future__ import annotations

from typing import Any

from app.games.vantage.core import Game, one_of, people, run, verb
from app.games.vantage.dice import (
    skill_dice,
)
from app.games.vantage.facts import Source
from app.games.vantage.state import Again
from app.games.vantage.telling import beginning
from app.games.vantage.travel import go, here
from app.games.vantage.world import CATEGORIES, neighbour, pair
from app.kernel import Option, Script, choose

Arguments = dict[str, Any]


@verb("go")
def _go(g: Game, source: Source, a: Arguments) -> Script[None]:
    if a.get("to") == "caves_entrance":  # VAN-C65
        entrance = g.state.me(source.seat).caves
        if entrance is not None:
            yield from go(g, source.seat, entrance)
    elif a.get("to") is not None:
        yield from go(g, source.seat, a["to"])


@verb("go_choice")
def _go_choice(g: Game, source: Source, a: Arguments) -> Script[None]:
    options = [Option(f"way:{index}", one["label"]) for index, one in enumerate(a["options"])]
    picked = yield from choose(source.seat, "Where to?", options, rule="VAN-136", public="chooses a way")
    yield from go(g, source.seat, a["options"][int(picked.removeprefix("way:"))]["to"])


@verb("go_table")
def _go_table(g: Game, source: Source, a: Arguments) -> Script[None]:
    rows = g.state.world.tables[a["table"]]
    dice = skill_dice(g, source.seat, a.get("dice", 1))
    index = CATEGORIES.index(dice[0]) if len(dice) == 1 else PAIRS.index(pair(*dice))
    row = rows[index % len(rows)]
    if row.to is not None:
        yield from go(g, source.seat, row.to)
    yield from run(g, source, row.do)


PAIRS = [pair(a, b) for i, a in enumerate(CATEGORIES) for b in CATEGORIES[i:]]


@verb("enter")
def _enter(g: Game, source: Source, a: Arguments) -> Script[None]:
    who = g.state.me(source.seat)
    back = who.place
    yield from go(g, source.seat, a["to"])
    for seat in [source.seat, *g.state.companions(source.seat)]:
        other = g.state.me(seat)
        if other.place == a["to"] and other.back is None:
            other.back, other.stayed = back, -1 if seat == source.seat else 0  # the way in is no action inside


@verb("leave")
def _leave(g: Game, source: Source, a: Arguments) -> Script[None]:
    who = g.state.me(source.seat)
    if who.back is not None:
        back, who.back, who.stayed = who.back, None, 0
        yield from go(g, source.seat, back)


@verb("rise")
def _rise(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Outdoors, to the sky of the region (VAN-C62)."""
    state = g.state
    at = here(state, source.seat)
    sky = state.world.regions[at.region].sky
    if "outdoors" in at.tags and sky in state.world.places:
        yield from go(g, source.seat, sky)
        state.me(source.seat).rose = at.id


@verb("set_down")
def _set_down(g: Game, source: Source, a: Arguments) -> Script[None]:
    state, who = g.state, g.state.me(source.seat)
    region = state.world.regions[here(state, source.seat).region]
    quarters = [name for name, cells in region.quarters.items() if cells]
    options = [Option(f"pick:{name}", beginning(name)) for name in quarters]
    if who.rose is not None:
        options.append(Option("pick:back", "Back where you rose"))
    if not options:
        return
    wanted = a.get("quarter")
    picked = f"pick:{wanted}"
    if wanted is None:
        picked = yield from choose(source.seat, "Where do you come down?", options, rule="VAN-C62", public="comes down")
    name = picked.removeprefix("pick:")
    if name == "back" and who.rose is not None:
        yield from go(g, source.seat, who.rose)
        return
    cells = region.quarters[name]
    (die,) = skill_dice(g, source.seat, 1)
    yield from go(g, source.seat, cells[CATEGORIES.index(die) % len(cells)])


@verb("brace")
def _brace(g: Game, source: Source, a: Arguments) -> Script[None]:
    """The next roll of one other player, before the actor's next turn, uses 1 die fewer."""
    for seat in (yield from people(g, source, {"who": "other"})):
        g.state.brace.append([seat, source.seat, g.state.me(source.seat).turns])
        g.tell(f"{{{source.seat}}} braces {{{seat}}}: one die fewer for the next roll.", rule="VAN-089")


@verb("hold")
def _hold(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    if source.seat not in g.state.hold:
        g.state.hold.append(source.seat)
        g.tell(f"{{{source.seat}}} will hold against the next arrival.", rule="VAN-054")


@verb("force")
def _force(g: Game, source: Source, a: Arguments) -> Script[None]:
    """A blocked direction whose neighbour exists counts as listed this turn; go on with that depart."""
    state = g.state
    at = here(state, source.seat)
    blocked = [d for d, side in at.compass.items() if side.blocked and neighbour(at.id, d) in state.world.places]
    if not blocked:
        return
    state.forced = yield from one_of(g, source.seat, "Force which side?", blocked)
    state.again = Again(True, False, [f"depart:{state.forced}"], f"depart:{state.forced}")
