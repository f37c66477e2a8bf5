"""Since when each seat's player has had to decide.

This is what notices outside the page are true by: a turn of a seat begins when its player is asked, and lasts until others
have been asked instead. It is kept with the move that began it, so every process and every restart knows the same turn.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec


class Asked(msgspec.Struct, frozen=True, array_like=True):
    moment: int  # the visible step at which this turn began: it names the turn
    at: int  # milliseconds since 1970
    together: int = 1  # how many were asked at the same time


def asked_after(
    before: Mapping[int, Asked],
    chooser: int | None,
    now: Collection[int],
    moment: int,
    at: int,
    *,
    paused: bool = False,
) -> dict[int, Asked]:
    """Who must decide after a choice, and since when. A step within a turn goes on with it; when others are asked
    together with whoever has just chosen (after a sealed choice), that is a new turn for all of them. While a window to
    react is open the turn waits."""
    if paused:
        return dict(before)
    anew = any(seat not in before for seat in now)
    fresh = Asked(moment, at, len(now))
    return {seat: fresh if seat not in before or (anew and seat == chooser) else before[seat] for seat in sorted(now)}
