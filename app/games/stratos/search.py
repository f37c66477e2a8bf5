"""Search (section 9)."""

from __future__ import annotations

from app.games.stratos.board import spot, tile_under, whose
from app.games.stratos.decks import draw_exploration
from app.games.stratos.exploration import reveal
from app.games.stratos.state import State, Tile, Unit
from app.games.stratos.victory import settle
from app.kernel import Play, Script

PRINTED = {"blank": 0, "I": 1, "II": 2}
SIGN_WORDS = {"blank": "blank", "I": "I", "II": "II", "tri": "a triangle"}


def can_search(state: State, unit: Unit) -> bool:
    """STR-089 to STR-093."""
    tile = tile_under(state, unit)
    if unit.cls != "explorer" or tile.searched or tile.kind == "S":
        return False
    return tile.kind != "L" or unit.promoted


def search(g: Play[State], unit: Unit) -> Script[None]:
    tile = tile_under(g.state, unit)
    tile.searched = True  # STR-092
    g.tell(f"{whose(unit)} searches {spot(unit.at)}: {SIGN_WORDS[tile.sign]}.", rule="STR-089")
    deck = "lagoon" if tile.kind == "L" else "land"
    for _ in range(how_many(g, unit, tile)):  # STR-094
        card = draw_exploration(g, deck)
        if card is None:  # STR-098
            g.tell("There is no card left.", rule="STR-098")
            return
        yield from reveal(g, unit, card)
        settle(g)
        if unit not in g.state.units:  # STR-096
            return


def how_many(g: Play[State], unit: Unit, tile: Tile) -> int:
    if tile.sign == "tri":
        (count,) = g.roll(1, 4, "The triangle: {dice}.", rule="STR-089")
        if count == 4 and not unit.promoted:  # STR-090
            count = 0
    else:
        count = PRINTED[tile.sign]
    charts = sum(item.id.startswith("tide_chart") for item in g.state.players[unit.seat].permanents)
    return count + charts if count and tile.kind == "L" else count
