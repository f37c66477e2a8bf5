"""Escape: the exit, and what its finding sets loose (BIO-279 to BIO-289)."""

from __future__ import annotations

from app.games.biome.components import Cell, keys_needed
from app.games.biome.ending import over
from app.games.biome.harm import destroy_unseen
from app.games.biome.hexes import around, distance, empty_cells, is_empty, name, on_foot, parse, spot
from app.games.biome.places import place
from app.games.biome.quests import fountain, gang
from app.games.biome.state import Escape, State, Tile
from app.games.biome.stock import news, seat_of, who
from app.games.biome.telling import headline
from app.games.biome.tribes import go_berserk
from app.kernel import Option, Play, Script, choose


def set_up(g: Play[State], player: int, at: Cell) -> Script[None]:
    state = g.state
    at = yield from reachable_cell(g, player, at)
    state.tiles.append(Tile(at, "exit"))
    state.exit = at
    state.quests.append(Escape(at))
    state.walls += [cell for cell in around(at) if is_empty(state, cell)]  # BIO-281
    news(g, "The exit is found.", at, "BIO-279")
    headline(g, f"{who(state, player)} finds the way out", at)
    need = keys_needed(state.quest_count)
    g.change("the exit", "hidden", "found", f"{need} keys open it, and then all must stand on it", better=True)
    if state.held and not any(camp.kind == "stealer" for camp in state.camps):
        news(g, "What was held off the board is destroyed.", rule="BIO-150")
        destroy_unseen(g, [held.kind for held in state.held], None, "BIO-150")
        state.held = []
    fountain.give_up_search(g)
    gang.exit_found(g)
    if not over(state):
        go_berserk(g)


def reachable_cell(g: Play[State], player: int, at: Cell) -> Script[Cell]:
    """BIO-280: the nearest empty cell that touches a tile reachable on foot; by the strict book the cell itself."""
    state = g.state
    if state.options.strict_book:
        return at
    reached = on_foot(state)
    free = [
        cell
        for cell in {at, *empty_cells(state, 12, at)}
        if is_empty(state, cell) and any(c in reached for c in around(cell))
    ]
    least = min(distance(cell, at) for cell in free)
    cells = sorted(cell for cell in free if distance(cell, at) == least)
    if len(cells) == 1:
        return cells[0]
    options = [Option(f"exit:{name(cell)}", f"The exit in {place(state, cell)}", spot(cell)) for cell in cells]
    chosen = yield from choose(
        seat_of(state, player), "Where is the exit?", options, rule="BIO-280", public="places the exit"
    )
    return parse(chosen.removeprefix("exit:"))
