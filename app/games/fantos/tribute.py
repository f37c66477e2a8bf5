"""Tribute and Special Tribute (rules sections 9 and 10)."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.fantos.components import title
from app.games.fantos.dice import roll
from app.games.fantos.effects import AFTER, DECLARED, ROLLED, legacy_options, name_of, open_to_trade
from app.games.fantos.losses import add_die, settle, transfer
from app.games.fantos.pauses import pause
from app.games.fantos.queries import able, find, living, stat, turn_order
from app.games.fantos.reactions import hold
from app.games.fantos.scores import score
from app.games.fantos.state import Action, Entrant, Seat, State
from app.games.fantos.tasking import enlist, prepare
from app.games.fantos.telling import step
from app.games.fantos.words import joined
from app.kernel import Option, Play, Script, choose, split


def tribute(g: Play[State], action: Action) -> Script[None]:
    if action.step == "declared":
        g.state.opened = True  # FAN-061: this window is the one for the others
        yield from hold(g, DECLARED, resumable=True)
        if action.cancelled:
            return
        action.step = "joining"
        yield from pause(g)
    if action.step == "joining":
        yield from _challengers(g, action)
        _cast(g, action)
        action.step = "rolled"
        yield from pause(g)
    if action.step == "rolled":
        yield from hold(g, ROLLED, resumable=True)
        if action.cancelled:
            return
        lock(g, action)
        g.state.completed += 1
        yield from pause(g)
    if action.step == "locked":
        yield from reward(g, action)
        action.step = "after"
        yield from pause(g)
    yield from hold(g, AFTER, resumable=True)


def _challengers(g: Play[State], action: Action) -> Script[None]:
    """FAN-091: each other Citadel in turn order, openly."""
    s = g.state
    for seat in turn_order(s):
        if seat in (action.seat, *action.asked) or not s.citadels[seat].alive:
            continue
        names = [legacy.id for legacy in able(s, seat, "tribute")]
        if names:
            options = [Option("stay", "Send nobody", weight="end"), *legacy_options(s, names, "tribute")]
            with open_to_trade(s):
                chosen = yield from choose(
                    seat,
                    "Do you send a challenger?",
                    options,
                    rule="FAN-091",
                    kicker=f"The Tribute of {{{action.seat}}}",
                    text=_field(s, action),
                    public="decides whether to challenge",
                )
            if chosen != "stay":
                name = name_of(chosen)
                heading = f"{{{seat}}} sends {title(name)} to challenge"
                with step(g, "fight", heading, about=f"legacy-{name}", why="stands for the title", rule="FAN-091"):
                    action.entrants += yield from enlist(g, seat, [name], "tribute")
                    g.tell(f"{{{seat}}} sends {title(name)}.", rule="FAN-091")
        action.asked.append(seat)
        yield from pause(g)


def _field(s: State, action: Action) -> str:
    """Who stands for the title already."""
    there = joined(f"{title(e.legacy)} of {{{e.seat}}} with {stat(s, e.legacy, 'tribute', e)}" for e in action.entrants)
    return f"{there}, and a die each. The winner reigns and takes the difference from whom it likes."


def special_tribute(g: Play[State], seats: Sequence[Seat], *, final: bool = False) -> Script[Seat | None]:
    """FAN-102 to FAN-106; returns the Citadel of the winner."""
    s = g.state
    outer = s.action
    action = s.action = Action(
        f"t{s.turn}-special", "special", s.active, step="joining", seats=list(seats), final=final
    )
    for seat in seats:
        if s.citadels[seat].alive:
            yield from _nominate(g, action, seat)
    _cast(g, action)
    action.step = "rolled"
    yield from hold(g, ROLLED)
    if action.entrants:  # FAN-106
        lock(g, action)
        if not final:
            yield from reward(g, action)
            action.step = "after"
            yield from hold(g, AFTER)
    winner = action.winner
    s.last, s.action = action, outer
    return winner


def _nominate(g: Play[State], action: Action, seat: Seat) -> Script[None]:
    """FAN-102, FAN-103: by default the highest Tribute stat, then most Shards (FAN-247)."""
    s = g.state
    mine = [legacy for legacy in s.citadels[seat].legacies if legacy.status != "disabled"]
    if not mine:
        return
    mine.sort(key=lambda x: (-stat(s, x.id, "special"), -x.shards))
    chosen = f"legacy:{mine[0].id}"
    if len(mine) > 1:
        chosen = yield from choose(
            seat,
            "Special Tribute: whom do you nominate?",
            legacy_options(s, [x.id for x in mine], "special"),
            rule="FAN-102",
            public="nominates",
        )
    name = name_of(chosen)
    entrant: Entrant = yield from prepare(g, seat, name, "special")
    legacy = find(s, name)
    assert legacy is not None
    if legacy.status == "untasked":
        legacy.status, legacy.task = "tasked", "special"
    action.entrants.append(entrant)
    with step(g, "fight", f"{{{seat}}} nominates {title(name)}", about=f"legacy-{name}", rule="FAN-102"):
        g.tell(f"{{{seat}}} nominates {title(name)}.", rule="FAN-102")


def _cast(g: Play[State], action: Action) -> None:
    with step(g, "roll", "The dice of the Tribute", rule="FAN-092") as made:
        _dice(g, action)
        standing = joined(f"{{{e.seat}}} {score(g.state, action, e.seat)}" for e in action.entrants)
        made.title = f"The Tribute stands: {standing}" if standing else "Nobody stands for the Tribute"


def _dice(g: Play[State], action: Action) -> None:
    """FAN-092"""
    for entrant in action.entrants:
        (face,) = roll(
            g,
            1,
            f"{title(entrant.legacy)} of {{{entrant.seat}}} rolls {{dice}}.",
            "FAN-092",
            owner=entrant.seat,
            note=title(entrant.legacy),
        )
        add_die(action, entrant.seat, face, entrant.legacy)


def lock(g: Play[State], action: Action) -> None:
    """FAN-094 to FAN-096"""
    with step(g, "fight", "The Tribute is decided", why="the Tribute was won", rule="FAN-094") as made:
        _lock(g, action)
        champion = next(e.legacy for e in action.entrants if e.seat == action.winner)
        made.title, made.about = f"{title(champion)} of {{{action.winner}}} reigns", f"legacy-{champion}"


def _lock(g: Play[State], action: Action) -> None:
    s = g.state
    action.scores = {str(e.seat): score(s, action, e.seat) for e in action.entrants}
    action.step = "locked"
    best = max(action.scores.values())
    leaders = [int(seat) for seat, points in action.scores.items() if points == best]
    rest = sorted(action.scores.values())[:-1]
    action.amount = best - rest[-1] if rest else best
    while len(leaders) > 1:  # FAN-095
        rolls = {
            seat: roll(g, 1, f"Tied: {{{seat}}} rolls {{dice}}.", "FAN-095", owner=seat, note="tied")[0]
            for seat in leaders
        }
        leaders = [seat for seat in leaders if rolls[seat] == max(rolls.values())]
    action.winner = leaders[0]
    champion = next(e.legacy for e in action.entrants if e.seat == action.winner)
    s.reigning = champion
    words = ", ".join(f"{{{seat}}} {points}" for seat, points in action.scores.items())
    g.tell(f"Tribute: {words}. {title(champion)} reigns.", rule="FAN-094")


def reward(g: Play[State], action: Action) -> Script[None]:
    """FAN-096 to FAN-098: the winner's Citadel chooses who pays."""
    s = g.state
    assert action.winner is not None
    winner = action.winner
    if not s.citadels[winner].alive:  # it has resigned meanwhile
        action.amount = 0
        return
    others = [seat for seat in living(s) if seat != winner]
    action.amount = min(action.amount, sum(s.citadels[seat].reserve for seat in others))
    if action.amount == 0:
        return
    ranked = sorted(others, key=lambda seat: -s.citadels[seat].reserve)
    parts = {f"seat:{ranked[0]}": action.amount}
    if len(ranked) > 1:
        options = [
            Option(f"seat:{x}", f"{{{x}}}", target=f"citadel-{x}", room=s.citadels[x].reserve, note="pays")
            for x in ranked
        ]
        parts = yield from split(
            winner,
            f"Who pays the reward of {action.amount}?",
            action.amount,
            options,
            rule="FAN-097",
            public="collects",
        )
    action.step = "after"
    with step(
        g, "gain", f"{{{winner}}} takes the reward of {action.amount}", why="the reward of the Tribute", rule="FAN-097"
    ):
        for payer, share in parts.items():
            moved = transfer(g, int(name_of(payer)), winner, share)
            g.tell(f"{{{int(name_of(payer))}}} pays {moved} to {{{winner}}}.", rule="FAN-097")
        settle(g)
