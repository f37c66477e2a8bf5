"""What can be seen: everything but the order of decks, unread logs and unscanned Landing cards (section 43)."""

from __future__ import annotations

from app.games.vanguard.cargo import card_name
from app.games.vanguard.content import PLANET, SYSTEM
from app.games.vanguard.data.ship import MORALE
from app.games.vanguard.state import State
from app.games.vanguard.views.crew import crew_view, roster
from app.games.vanguard.views.dock import Private, dock, now, where
from app.games.vanguard.views.planet import board_view, check_view, help_bar, planet_view, time_views
from app.games.vanguard.views.shapes import Header, Public
from app.games.vanguard.views.ship import STEP_NAMES, map_view, room_views
from app.games.vanguard.views.story import chronicle, open_page, page

ON_THE_GROUND = ("tutorial", "explore", "leaving", "disembark")

__all__ = ["Private", "Public", "private", "public", "where"]


def public(state: State) -> Public:
    x, ship = state.x, state.ship
    step = "over" if state.ending else state.step
    header = Header(
        step,
        STEP_NAMES[step],
        PLANET[x.planet].name if x else "",
        x.round if x else 0,
        x.actions if x else 0,
        SYSTEM[ship.system].name,
        MORALE[ship.morale],
        ship.energy,
        ship.command,
        x.success if x and not x.over else ship.success or ship.bag,
        state.counters["signal"],
        state.counters["accord"],
        state.counters["wake"],
        x.planet if x and state.step in ON_THE_GROUND else "",
        time_views(state, x) if x and state.step in ON_THE_GROUND else (),
    )
    return Public(
        header,
        board_view(state, x) if x else None,
        planet_view(state, x) if x else None,
        tuple(crew_view(state, x, crew) for crew in x.crew) if x else (),
        check_view(state),
        open_page(state),
        room_views(state),
        map_view(state),
        roster(state),
        tuple(page(number, "", "") for number in state.logs),
        chronicle(state),
        help_bar(state),
        now(state),
    )


def private(state: State, seat: int) -> Private:
    look = state.look
    cards = tuple(card_name(card) for card in look.cards) if look and look.seat == seat else ()
    return Private(cards, dock(state, seat))
