"""What is checked after every step: defeats, tokens, spellbooks, goals, elimination, the end of the match."""

from __future__ import annotations

from app.games.stratos.board import count, form, friendly, tile_at, units_of, whose
from app.games.stratos.components import CARDS, SCENARIOS, TOMBOLO
from app.games.stratos.scoring import points, set_goals, side_points
from app.games.stratos.state import Pool, Result, State, Tile, Unit
from app.games.stratos.telling import MatchOver, joined, names, place, step, tile_name, title_of
from app.kernel import Outcome, Play

__all__ = ["MatchOver"]


def finish(g: Play[State], winners: list[int], reason: str, rule: str) -> None:
    """The step that did it is told to its end; then the end itself (`tell_end`)."""
    g.state.result = Result(tuple(winners), reason)
    raise MatchOver(rule)


def tell_end(g: Play[State], over: MatchOver) -> None:
    result = g.state.result
    assert result is not None
    verb = "wins" if len(result.winners) == 1 else "win"
    title = f"{names(result.winners)} {verb} the match"
    scene = f"{reason_words(result.reason)}, after {count(g.state.turn, 'turn')}"
    with g.moment("end", title, scene=scene, rule=over.rule) as end:
        g.tell(f"{names(result.winners)} {verb}: {result.reason}.", rule=over.rule)
        for player in sorted(g.state.players, key=lambda player: -points(g.state, player.seat)):
            why = "won" if player.seat in result.winners else "out of the match" if player.eliminated else "not enough"
            end.change("Prosperity at the end", "", points(g.state, player.seat), why, seat=player.seat)


def reason_words(reason: str) -> str:
    return reason[:1].upper() + reason[1:]


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
    check_quarry(g)
    check_points(g)


def remove_defeated(g: Play[State], by: int | None) -> None:
    for unit in [unit for unit in g.state.units if unit.health <= 0]:
        gear = joined(title_of(card) for card in unit.equipment)
        if g.scene is not None and g.scene.about == f"unit-{unit.id}":
            g.scene.about = tile_name(unit.at)  # where it stood: it is no longer there to be looked at
        leave_board(g.state, unit)  # STR-070
        token = by is not None and not friendly(g.state, by, unit.seat)
        if by is not None and token:
            g.state.players[by].defeats += 1  # STR-071
        told = f"; {{{by}}} gets a Defeat Token" if token else ""
        g.tell(f"{whose(unit)} is defeated{told}.", rule="STR-071" if token else "STR-072")
        also = f", and {gear} with it" if gear else ""
        g.change(form(unit), "on the board", "defeated", f"no Health is left{also}", seat=unit.seat, better=False)


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
        open_spells = sum(not spell.lost for spell in player.spells)
        if open_spells:
            for spell in player.spells:
                spell.lost = True
            g.tell(f"{{{player.seat}}} has no Mage left: the spellbook is lost.", rule="STR-082")
            held = count(open_spells, "spell")
            g.change("spellbook", held, "lost", "no Mage is left to read it", seat=player.seat, better=False)


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
    """STR-159: in scenario 2, P2 wins by landing on the Cathedral. Whoever is hired there has not landed (STR-162)."""
    tile = tile_at(g.state, unit.at)
    if g.state.scenario == "cathedral2" and unit.seat == 1 and is_face_up(tile, "cathedral"):
        finish(g, [1], "a unit landed on the Cathedral", "STR-159")


def is_face_up(tile: Tile | None, special: str) -> bool:
    return tile is not None and tile.special == special and not tile.covered


def check_holding(g: Play[State], slot: list[int]) -> None:
    """Start step (2): the Quarry of scenario 4 (STR-167) and the Tombolo of scenario 9 (STR-178)."""
    mine = [unit for unit in g.state.units if unit.seat in slot]
    if g.state.scenario == "sorcerer3" and slot != [0] and on_quarry(g.state, mine):
        finish(g, side_of(g.state, slot[0]), "the Quarry was held through a round", "STR-167")
    held = any(unit.id in g.state.holders and unit.at in TOMBOLO for unit in mine)
    if g.state.scenario == "tombolo5" and 2 in slot and held:
        finish(g, side_of(g.state, slot[0]), "the Tombolo was held through a round", "STR-178")


def check_quarry(g: Play[State]) -> None:
    """STR-167, where arriving is enough: to occupy is to stand there, as for three special tiles (STR-148)."""
    allies = [unit for unit in g.state.units if unit.seat != 0]
    if g.state.scenario == "sorcerer3" and g.state.arrival and on_quarry(g.state, allies):
        finish(g, side_of(g.state, allies[0].seat), "the Quarry is occupied", "STR-167")


def on_quarry(state: State, units: list[Unit]) -> bool:
    return any(is_face_up(tile_at(state, unit.at), "quarry") for unit in units)


def goal_of(state: State, side: int) -> str:
    """How a side wins, in words: "reach 10 Prosperity"."""
    goals = SCENARIOS[state.scenario].goals
    text = goals[side] if goals else "reach the target"
    if state.scenario == "sorcerer3" and side and state.arrival:
        text = "stand on the Quarry"
    return text.replace("the target", f"{state.target} Prosperity")


def eliminate(g: Play[State], seat: int, why: str) -> None:
    """STR-153: no tokens, resources to the supply, cards leave the match unseen."""
    state = g.state
    player = state.players[seat]
    with step(g, "loss", f"{{{seat}}} is out of the match", scene=reason_words(why), rule="STR-153"):
        player.eliminated = True
        g.tell(f"{{{seat}}} is out of the match: {why}.", rule="STR-153")
        for unit in units_of(state, seat):
            where = place(state, unit.at)
            leave_board(state, unit)
            g.change(form(unit), where, "gone", "its tribe is out of the match", seat=seat, better=False)
        slot = next(slot for slot in state.slots if seat in slot)
        if all(state.players[other].eliminated for other in slot):
            state.pools[player.pool] = Pool()
            g.change("stores", "", "none", "they go back to the supply", seat=seat, better=False)
        adjust_spellbooks(g)
        set_goals(state)
        living = [side for side in state.sides if any(not state.players[other].eliminated for other in side)]
        if len(living) == 1:  # STR-154
            finish(g, list(living[0]), "the others are eliminated", "STR-154")
