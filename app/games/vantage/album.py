"""Pictures of places where one does not stand: of setting out while it is told, of others when all is over (VAN-255)."""

from __future__ import annotations

import re

import msgspec

from app.games.vantage.scene import picture
from app.games.vantage.state import State
from app.games.vantage.world import SHIP, hour, shown

NAMED = re.compile(r' data-name="[^"]*"')  # nothing on these pictures can be asked about or chosen any more


class Leaf(msgspec.Struct, frozen=True):
    """A place that somebody stood at, as they saw it."""

    seat: int
    number: str
    name: str
    picture: str


def album(state: State, seat: int) -> tuple[Leaf, ...]:
    """Only when all is over; only of seats that show theirs; only for a seat that accepts spoilers."""
    if not state.ended or not state.me(seat).spoilers:
        return ()
    mine = {step.place for step in state.me(seat).route}
    return tuple(
        leaf(state, other, number)
        for other, who in enumerate(state.seats)
        if other != seat and who.shows
        for number in dict.fromkeys(step.place for step in who.route)
        if number not in mine
    )


def left_behind(state: State, seat: int) -> tuple[int, ...]:
    """The ship and my pod, from boarding it until I leave the place where I fell or my first turn is over (VAN-232)."""
    who = state.me(seat)
    if not who.pod or len(who.route) > 1 or who.turns > 1:
        return ()
    return tuple(number for number in (SHIP, who.pod) if number in state.world.places)


def outset(state: State, seat: int) -> tuple[Leaf, ...]:
    return tuple(leaf(state, seat, number) for number in left_behind(state, seat))


def leaf(state: State, seat: int, number: int) -> Leaf:
    place = state.world.places[number]
    drawn = picture(state, seat, place.scene, str(number), hour(number), place.region)
    return Leaf(seat, shown(number), place.name, NAMED.sub("", drawn))
