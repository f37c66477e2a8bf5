"""What one learns: pages, the map, prices, names, hints."""

from __future__ import annotations

from typing import Any

from app.games.vantage.cards import (
    add_boost,
)
from app.games.vantage.core import Game, people, verb
from app.games.vantage.facts import Source
from app.games.vantage.telling import beginning
from app.games.vantage.travel import here
from app.games.vantage.turn import read, shown_cost
from app.games.vantage.world import neighbour, shown
from app.kernel import Option, Script, choose

Arguments = dict[str, Any]


@verb("open_page")
def _open_page(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a)):
        if a["page"] not in g.state.me(seat).pages:
            g.state.me(seat).pages.append(a["page"])
        g.state.readings += 1
        g.tell(f"{{{seat}}} opens a page of the Book of Vantages.", rule="VAN-041")


@verb("mark_map")
def _mark_map(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    state = g.state
    wanted = a["place"]
    if wanted == "landmark":
        region = state.world.regions[here(state, source.seat).region]
        wanted = next((n for n in region.landmarks if n not in state.marks), None)
    if wanted is not None and wanted not in state.marks:
        state.marks.append(wanted)
        state.readings += 1
        g.tell(f"{state.world.places[wanted].name} is {shown(wanted)}: it is on the map now.")


@verb("peek")
def _peek(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Cost and action line shown to all, without commitment."""
    yield from ()
    state = g.state
    at = state.world.places[a.get("at", state.me(source.seat).place)]
    entries = (
        [(d, e) for d, e in at.departs.items() if at.compass[d].star]
        if a["what"] == "departs"
        else [(act.act, act) for act in at.actions if act.act == a["what"]]
    )
    state.readings += 1
    for name, entry in entries:
        reading = read(state, Source(source.seat, "depart"), entry)
        state.peeks.append(f"{name}: {reading.act}, {shown_cost(reading.cost)}. {reading.line}")
    g.tell("; ".join(state.peeks[-len(entries) :]) if entries else "There is no star here.")


@verb("name_place")
def _name_place(g: Game, source: Source, a: Arguments) -> Script[None]:
    state, who = g.state, g.state.me(source.seat)
    direction = a.get("dir")
    if direction is None:
        options = [Option(f"pick:{name}", beginning(name)) for name in ("north", "east", "south", "west")]
        picked = yield from choose(source.seat, "Which way do you look?", options, public="looks far")
        direction = picked.removeprefix("pick:")
    to = neighbour(who.place, direction, a.get("distance", 1))
    place_ = state.world.places.get(to) if to is not None else None
    text = f"{shown(place_.id)} {place_.name}, {place_.terrain}" if place_ else "shutters"
    state.readings += 1
    who.named.append(f"{direction}: {text}")
    g.tell(f"You make out {direction}: {text}.", to=[source.seat])


@verb("hint")
def _hint(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    state = g.state
    level = a.get("level", state.options.hints)
    if level == "off":  # VAN-223
        add_boost(state, state.character(source.seat), 1)
        return
    hint = state.world.hints[a["id"]]
    text = hint.plain if level == "plain" else hint.soft
    state.readings += 1
    if text not in state.hints:
        state.hints.append(text)
    g.tell(text, rule="VAN-223")


@verb("say")
def _say(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    g.state.readings += 1
    voice = "The Twice-Met" if a.get("by") == "twice_met" else a.get("by", "Somebody")
    g.tell(f"{voice}: “{a['text']}”", rule="VAN-053")
