"""What is checked after every step: defeats, tokens, spellbooks, goals, elimination, the end of the match."""

from __future__ import annotations

from app.games.stratos.board import friendly, tile_at, units_of, whose
from app.games.stratos.components import CARDS, SCENARIOS, TOMBOLO
from app.games.stratos.scoring import points, set_goals, side_points
from app.games.stratos.state import Pool, Result, State, Tile, Unit
from app.kernel import Outcome, Play


class MatchOver(Exception):
    """Nothing further is carried out (STR-149)."""


def finish(g: Play[State], winners: list[int], reason: str, rule: str) -> None:
    g.state.result = Result(tuple(winners), reason)
    names = " and ".join(f"{{{seat}}}" for seat in winners)
    g.tell(f"{names} won: {reason}.", rule=rule)
    raise MatchOver


def outcome(state: State) -> Outcome | None:
    if state.result is None:
        return None
    scores = {player.seat: points(state, player.seat) for player in state.players}
    return Outcome(state.result.winners, state.result.reason, scores)


def settle(g: Play[State], by: int | None = None) -> None:
    """STR-180: after each step, in this order. `by` is the seat whose unit's action brought others to 0."""
    remove_defeated(g, by)
    adjust_spellbooks(g)
    set_goals(g.state)
    check_points(g)


def remove_defeated(g: Play[State], by: int | None) -> None:
    for unit in [unit for unit in g.state.units if unit.health <= 0]:
        leave_board(g.state, unit)  # STR-070
        if by is not None and not friendly(g.state, by, unit.seat):
            g.state.players[by].defeats += 1  # STR-071
            g.tell(f"{whose(unit)} is defeated; {{{by}}} gets a Defeat Token.", rule="STR-071")
        else:
            g.tell(f"{whose(unit)} is defeated.", rule="STR-072")


def leave_board(state: State, unit: Unit) -> None:
    state.units.remove(unit)
    for card in unit.equipment:  # STR-101
        discard(state, card)
    unit.equipment = []
    if state.selected == unit.id:
        state.selected = None


def discard(state: State, card: str) -> None:
    state.discards[CARDS[card.partition("#")[0]].deck].append(card)


def adjust_spellbooks(g: Play[State]) -> None:
    """STR-082: without a Mage on the board the whole book is set aside."""
    for player in g.state.players:
        if any(unit.cls == "mage" for unit in units_of(g.state, player.seat)):
            continue
        if any(not spell.lost for spell in player.spells):
            for spell in player.spells:
                spell.lost = True
            g.tell(f"{{{player.seat}}} has no Mage left: the spellbook is lost.", rule="STR-082")


# Who can win how ------------------------------------------------------------------------------------------------


def point_groups(state: State) -> list[list[int]]:
    """Who wins by points together, in the order in which ties are broken (STR-150)."""
    order = [slot for turn in range(len(state.slots)) for slot in [state.slots[(state.slot + turn) % len(state.slots)]]]
    if state.scenario in ("cathedral2", "sorcerer3"):
        order = [slot for slot in order if slot == [0]]  # STR-159, STR-167
    if state.scenario == "tombolo5":
        order = [slot for slot in order if 0 in slot]  # STR-177, STR-178
    return [[seat for seat in slot if not state.players[seat].eliminated] for slot in order]


def check_points(g: Play[State]) -> None:
    for seats in point_groups(g.state):
        if seats and side_points(g.state, seats) >= g.state.target:  # STR-149
            finish(g, side_of(g.state, seats[0]), f"{g.state.target} Prosperity Points", "STR-149")


def side_of(state: State, seat: int) -> list[int]:
    return list(state.sides[state.players[seat].side])


def check_landing(g: Play[State], unit: Unit) -> None:
    """STR-159: in scenario 2, P2 wins by landing on the Cathedral."""
    tile = tile_at(g.state, unit.at)
    if g.state.scenario == "cathedral2" and unit.seat == 1 and is_face_up(tile, "cathedral"):
        finish(g, [1], "a unit landed on the Cathedral", "STR-159")


def is_face_up(tile: Tile | None, special: str) -> bool:
    return tile is not None and tile.special == special and not tile.covered


def check_holding(g: Play[State], slot: list[int]) -> None:
    """Start step (2): the Quarry of scenario 4 (STR-167) and the Tombolo of scenario 9 (STR-178)."""
    mine = [unit for unit in g.state.units if unit.seat in slot]
    on_quarry = any(is_face_up(tile_at(g.state, unit.at), "quarry") for unit in mine)
    if g.state.scenario == "sorcerer3" and slot != [0] and on_quarry:
        finish(g, side_of(g.state, slot[0]), "the Quarry is occupied", "STR-167")
    held = any(unit.id in g.state.holders and unit.at in TOMBOLO for unit in mine)
    if g.state.scenario == "tombolo5" and 2 in slot and held:
        finish(g, side_of(g.state, slot[0]), "the Tombolo was held through a round", "STR-178")


def banned_squares(state: State, seat: int) -> list[tuple[int, int]]:
    """Where this seat may not place hired units (STR-162, STR-168, STR-179)."""
    if seat == 0 or not SCENARIOS[state.scenario].goals:
        return []
    if state.scenario == "tombolo5":
        return [] if seat == 1 else list(TOMBOLO)
    special = "cathedral" if state.scenario == "cathedral2" else "quarry"
    return [
        (row, col) for row, line in enumerate(state.grid) for col, tile in enumerate(line) if is_face_up(tile, special)
    ]


def eliminate(g: Play[State], seat: int, why: str) -> None:
    """STR-153: no tokens, resources to the supply, cards leave the match unseen."""
    state = g.state
    player = state.players[seat]
    player.eliminated = True
    for unit in units_of(state, seat):
        leave_board(state, unit)
    slot = next(slot for slot in state.slots if seat in slot)
    if all(state.players[other].eliminated for other in slot):
        state.pools[player.pool] = Pool()
    g.tell(f"{{{seat}}} is out of the match: {why}.", rule="STR-153")
    adjust_spellbooks(g)
    set_goals(state)
    living = [side for side in state.sides if any(not state.players[other].eliminated for other in side)]
    if len(living) == 1:  # STR-154
        finish(g, list(living[0]), "the others are eliminated", "STR-154")
