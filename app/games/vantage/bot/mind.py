"""What a bot sees, and how it reads prices off it."""

from __future__ import annotations

import re
from typing import NamedTuple

from app.games.vantage.views import Mine, PlaceView, Public, SeatView
from app.games.vantage.world import STATS


class Mind(NamedTuple):
    """What the seat sees, without the picture."""

    seat: int
    public: Public
    place: PlaceView
    mine: Mine

    @property
    def me(self) -> SeatView:
        return self.public.seats[self.seat]

    @property
    def turns(self) -> int:
        return self.public.table.number // len(self.public.seats)

    @property
    def levels(self) -> tuple[int, ...]:
        return tuple(self.me.stats[name] for name in STATS)


def number_in(text: str) -> int:
    found = re.search(r"\d+", text)
    return int(found[0]) if found else 9


def dice_to_roll(mind: Mind) -> int:
    return number_in(mind.public.help.cost) if mind.public.help else 0
