"""Prosperity Points and the two special goals (section 13)."""

from __future__ import annotations

from app.games.stratos.board import tile_under
from app.games.stratos.components import MOST_UNITS
from app.games.stratos.state import Player, State

GOAL_WORTH = 2
SPECIALS_FOR_GOAL = 3


def equipment_of(state: State, seat: int) -> int:
    return sum(len(unit.equipment) for unit in state.units if unit.seat == seat)


def sources(state: State, seat: int) -> dict[str, int]:
    """STR-143: where the points of a seat come from, by name."""
    player = state.players[seat]
    return {
        "hoard": player.hoard,
        "defeats": player.defeats,
        "spells": sum(spell.up and not spell.lost for spell in player.spells),  # STR-076, STR-082
        "treasures": len(player.permanents) + len(player.used) + equipment_of(state, seat),  # STR-109
        "promote": GOAL_WORTH if player.promote_token else 0,
        "occupy": GOAL_WORTH if player.occupy_token else 0,
    }


def points(state: State, seat: int) -> int:
    return sum(sources(state, seat).values())


def side_points(state: State, seats: list[int]) -> int:
    return sum(points(state, seat) for seat in seats)


def set_goals(state: State) -> None:
    """STR-146 to STR-148; in scenario 9 a side holds them together, and its first seat keeps the tokens (STR-176)."""
    for slot in state.slots:
        living = [seat for seat in slot if not state.players[seat].eliminated]
        promoted = sum(unit.promoted for unit in state.units if unit.seat in living)
        occupied = sum(tile_under(state, unit).kind == "S" for unit in state.units if unit.seat in living)
        for seat in slot:
            player: Player = state.players[seat]
            holds = bool(living) and seat == living[0]
            player.promote_token = holds and promoted >= MOST_UNITS
            player.occupy_token = holds and occupied >= SPECIALS_FOR_GOAL
