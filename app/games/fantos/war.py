"""War (rules section 8)."""

from __future__ import annotations

from app.games.fantos.components import title
from app.games.fantos.dice import roll
from app.games.fantos.effects import DECLARED, ROLLED, legacy_options, name_of
from app.games.fantos.losses import add_die, roll_undefended, settle, transfer
from app.games.fantos.pauses import pause
from app.games.fantos.queries import able, active_legacy, left, living, reigning_seat, right, trial
from app.games.fantos.reactions import hold
from app.games.fantos.scores import entrants_of, score
from app.games.fantos.state import Action, Legacy, Seat, State
from app.games.fantos.tallies import used
from app.games.fantos.tasking import enlist
from app.kernel import Option, Play, Script, ask, choosing, split


def targets(s: State) -> list[Seat]:
    """FAN-076, FAN-077, FAN-107"""
    if reigning_seat(s) == s.active:
        return [seat for seat in living(s) if seat != s.active]
    return [right(s, s.active) if trial(s, "bad-blood") else left(s, s.active)]


def war(g: Play[State], action: Action) -> Script[None]:
    assert action.target is not None
    if action.step == "declared":
        yield from hold(g, DECLARED, resumable=True)
        if action.cancelled:
            return
        action.step = "joining"
        yield from pause(g)
    if action.step == "joining":
        if action.cancelled:  # FAN-089: the defender has resigned
            return
        yield from _defend(g, action, action.target)
        _dice(g, action, action.target)
        action.step = "rolled"
        yield from pause(g)
    if action.step == "rolled":
        yield from hold(g, ROLLED, resumable=True)
        if action.cancelled:
            return
        _lock(g, action, action.target)
        yield from pause(g)
    if action.step == "locked":
        yield from _pay(g, action)
        action.step = "after"
    _followers(g, action)


def _defend(g: Play[State], action: Action, seat: Seat) -> Script[None]:
    """FAN-079: any number of untasked Legacies, or none."""
    s = g.state
    if not able(s, seat, "war"):
        return
    names = [legacy.id for legacy in able(s, seat, "war")]
    chosen = yield from ask(
        choosing(
            seat,
            f"{{{action.seat}}} attacks you. Who defends?",
            lambda: legacy_options(s, names),
            least=0,
            most=len(names),
            rule="FAN-079",
            public="chooses defenders",
        )
    )
    action.entrants += yield from enlist(g, seat, [name_of(x) for x in chosen], "war", defends=True)
    words = ", ".join(title(name_of(x)) for x in chosen) or "nobody"
    g.tell(f"{{{seat}}} defends with {words}.", rule="FAN-079")


def _dice(g: Play[State], action: Action, defender: Seat) -> None:
    """FAN-080: the attacker first."""
    for seat in (action.seat, defender):
        for entrant in entrants_of(action, seat):
            count = 2 if entrant.extra_die else 1  # Houndkeeper
            for face in roll(g, count, f"{title(entrant.legacy)} of {{{seat}}} rolls {{dice}}.", "FAN-080"):
                add_die(action, seat, face, entrant.legacy)
    if not entrants_of(action, defender):
        roll_undefended(g)


def _lock(g: Play[State], action: Action, defender: Seat) -> None:
    """FAN-081 to FAN-083"""
    s = g.state
    attack, defence = score(s, action, action.seat), score(s, action, defender)
    action.scores = {str(action.seat): attack, str(defender): defence}
    action.step = "locked"
    s.completed += 1
    g.tell(f"War: {{{action.seat}}} {attack}, {{{defender}}} {defence}.", rule="FAN-082")
    if attack == defence:
        return
    action.winner = action.seat if attack > defence else defender
    action.amount = abs(attack - defence)
    loser = defender if action.winner == action.seat else action.seat
    guard = active_legacy(s, "foundry-guard")
    if guard is not None and any(e.legacy == guard.id for e in entrants_of(action, loser)):
        action.amount = max(0, action.amount - 2)
        used(s, "foundry-guard")
        g.tell("Foundry Guard: the damage is 2 less.")


def loser_of(action: Action) -> Seat | None:
    if action.winner is None:
        return None
    return action.target if action.winner == action.seat else action.seat


def _pay(g: Play[State], action: Action) -> Script[None]:
    """FAN-084 to FAN-086: warring Legacies first, then the Reserve; all to the winner's Reserve."""
    s = g.state
    loser = loser_of(action)
    if loser is None or action.winner is None or action.amount == 0 or not s.citadels[action.winner].alive:
        return
    warring = [x for x in (active_legacy(s, e.legacy) for e in entrants_of(action, loser)) if x is not None]
    held = sum(legacy.shards for legacy in warring)
    if action.amount < held and len(warring) > 1:
        shares = yield from _allocate(loser, action.amount, warring)
    else:
        shares = _from_the_front(action.amount, warring)
    for legacy in warring:
        legacy.shards -= shares.get(f"legacy:{legacy.id}", 0)
    paid = sum(shares.values())
    s.citadels[action.winner].reserve += paid
    paid += transfer(g, loser, action.winner, action.amount - paid)
    g.tell(f"{{{loser}}} pays {paid} to {{{action.winner}}}.", rule="FAN-085")
    settle(g)


def _from_the_front(amount: int, warring: list[Legacy]) -> dict[str, int]:
    shares: dict[str, int] = {}
    for legacy in warring:
        shares[f"legacy:{legacy.id}"] = min(amount, legacy.shards)
        amount -= shares[f"legacy:{legacy.id}"]
    return shares


def _allocate(loser: Seat, amount: int, warring: list[Legacy]) -> Script[dict[str, int]]:
    """By default from the largest amount first (FAN-247)."""
    ranked = sorted(warring, key=lambda legacy: -legacy.shards)
    options = [
        Option(f"legacy:{x.id}", title(x.id), target=f"legacy-{x.id}", room=x.shards, note=f"{x.shards} Shards")
        for x in ranked
    ]
    parts = yield from split(
        loser,
        f"Take {amount} damage from your warring Legacies",
        amount,
        options,
        rule="FAN-084",
        public="takes damage",
    )
    return parts


def _followers(g: Play[State], action: Action) -> None:
    """Camp Followers, after the spoils."""
    s = g.state
    for band in list(action.followers):
        action.followers.remove(band)
        if s.citadels[band.taker].alive:
            for seat in (action.seat, action.target):
                if seat is not None and seat != band.taker:
                    moved = transfer(g, seat, band.taker, 2)
                    g.tell(f"Camp Followers: {{{seat}}} gives {moved} to {{{band.taker}}}.")
            settle(g)
