"""Duels (rules section 15)."""

from __future__ import annotations

from app.games.fantos.components import title
from app.games.fantos.dice import roll
from app.games.fantos.effects import DUEL_AFTER, DUEL_ROLLED, name_of
from app.games.fantos.losses import add_die, settle, task
from app.games.fantos.queries import active_legacy, find, owner
from app.games.fantos.reactions import hold
from app.games.fantos.scores import score
from app.games.fantos.state import Action, Entrant, Item, State
from app.games.fantos.tallies import used
from app.games.fantos.tasking import prepare
from app.games.fantos.telling import step
from app.games.fantos.words import shards
from app.kernel import Play, Script


def challenge(g: Play[State], item: Item, challenger: str, target: str) -> Script[None]:
    """FAN-137: both become tasked when the Duel is issued, the challenger's choices first."""
    s = g.state
    names = (challenger, name_of(target))
    pair: list[Entrant] = []
    for name in names:
        seat = owner(s, name)
        if seat is None or active_legacy(s, name) is None:
            return
        pair.append((yield from prepare(g, seat, name, "duel")))
    heading = f"{title(names[0])} challenges {title(names[1])} to a Duel"
    with step(g, "fight", heading, about=f"legacy-{names[1]}", why="the challenge cannot be refused", rule="FAN-137"):
        for index, name in enumerate(names):
            legacy = find(s, name)
            assert legacy is not None
            if index == 0:
                task(legacy, "duel")
            else:
                legacy.status, legacy.task = "tasked", "duel"  # FAN-136: being challenged does not count as issuing
        item.duel = pair
        g.tell(f"{heading}.", rule="FAN-137")


def fight(g: Play[State], item: Item) -> Script[None]:
    """FAN-139 to FAN-144"""
    s = g.state
    ready = len(item.duel) == 2 and all(_in_duel(s, entrant) for entrant in item.duel)
    if not ready:  # FAN-143
        g.tell("The Duel ends without result.", rule="FAN-143")
        return
    outer = s.action
    action = s.action = Action(f"t{s.turn}-duel{item.id}", "duel", item.seat, None, "dice", item.duel)
    with step(g, "roll", "The dice of the Duel", about=f"legacy-{item.duel[1].legacy}", rule="FAN-139") as made:
        _dice(g, action)
        first, second = (score(s, action, side) for side in (0, 1))
        made.title = f"{title(item.duel[0].legacy)} against {title(item.duel[1].legacy)}: {first} to {second}"
    action.step = "rolled"
    yield from hold(g, DUEL_ROLLED)
    s.duel_moved = 0
    if action.cancelled or len(action.entrants) < 2:
        g.tell("The Duel ends without result.", rule="FAN-143")
    else:
        with step(g, "fight", "The Duel is decided", why="the Duel", rule="FAN-140") as made:
            _lock(g, action)
            made.title = _result(action)
            settle(g)
        if s.duel_moved > 0:
            yield from hold(g, DUEL_AFTER)
    s.duel_moved = 0
    s.last, s.action = action, outer


def _in_duel(s: State, entrant: Entrant) -> bool:
    legacy = active_legacy(s, entrant.legacy)
    return legacy is not None and legacy.status == "tasked" and legacy.task == "duel"


def _dice(g: Play[State], action: Action) -> None:
    for entrant in action.entrants:  # the challenger first
        count = 2 if entrant.legacy == "champion" else 1
        if count == 2:
            used(g.state, "champion")
        for face in roll(
            g,
            count,
            f"{title(entrant.legacy)} of {{{entrant.seat}}} rolls {{dice}}.",
            "FAN-139",
            owner=entrant.seat,
            note=title(entrant.legacy),
        ):
            add_die(action, entrant.seat, face, entrant.legacy)


def _result(action: Action) -> str:
    names = [title(entrant.legacy) for entrant in action.entrants]
    first, second = action.scores["0"], action.scores["1"]
    if first == second:
        return f"{names[0]} and {names[1]} are equal, {first} to {second}: nothing moves"
    return f"{names[0] if first > second else names[1]} wins the Duel, {max(first, second)} to {min(first, second)}"


def _lock(g: Play[State], action: Action) -> None:
    s = g.state
    action.scores = {str(side): score(s, action, side) for side in (0, 1)}
    action.step = "locked"
    first, second = action.scores["0"], action.scores["1"]
    names = [title(entrant.legacy) for entrant in action.entrants]
    g.tell(f"Duel: {names[0]} {first}, {names[1]} {second}.", rule="FAN-139")
    if first == second:  # FAN-142
        return
    winner, loser = (0, 1) if first > second else (1, 0)
    action.winner, action.amount = action.entrants[winner].seat, abs(first - second)
    gains, pays = find(s, action.entrants[winner].legacy), find(s, action.entrants[loser].legacy)
    assert gains is not None
    assert pays is not None
    moved = min(action.amount, pays.shards)  # FAN-141
    pays.shards -= moved
    gains.shards += moved
    s.duel_moved = moved
    g.tell(f"{shards(moved)} {'goes' if moved == 1 else 'go'} from {names[loser]} to {names[winner]}.", rule="FAN-140")
