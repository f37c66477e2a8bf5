"""War (rules section 8)."""

from __future__ import annotations

from app.games.fantos.components import title
from app.games.fantos.dice import roll
from app.games.fantos.effects import DECLARED, ROLLED, legacy_options, name_of, open_to_trade
from app.games.fantos.losses import add_die, roll_undefended, settle, transfer
from app.games.fantos.pauses import pause
from app.games.fantos.prospects import dice, likely
from app.games.fantos.queries import able, active_legacy, stat
from app.games.fantos.reactions import hold
from app.games.fantos.scores import entrants_of, score
from app.games.fantos.state import Action, Legacy, Seat, State
from app.games.fantos.tallies import used
from app.games.fantos.tasking import enlist
from app.games.fantos.telling import step
from app.games.fantos.words import joined, shards
from app.kernel import Option, Play, Script, ask, choosing, split


def war(g: Play[State], action: Action) -> Script[None]:
    assert action.target is not None
    if action.step == "declared":
        g.state.opened = True  # FAN-061: this window is the one for the others
        yield from hold(g, DECLARED, resumable=True)
        if action.cancelled:
            return
        action.step = "joining"
        yield from pause(g)
    if action.step == "joining":
        if action.cancelled:  # FAN-089: the defender has resigned
            return
        yield from _defend(g, action, action.target)
        with step(g, "roll", "The dice of the War", about=f"citadel-{action.target}", rule="FAN-080") as made:
            _dice(g, action, action.target)
            attack, defence = (score(g.state, action, side) for side in (action.seat, action.target))
            made.title = f"The War of {{{action.seat}}} stands {attack} to {defence}"
        action.step = "rolled"
        yield from pause(g)
    if action.step == "rolled":
        yield from hold(g, ROLLED, resumable=True)
        if action.cancelled:
            return
        with step(g, "fight", "The War is decided", about=f"citadel-{action.target}", rule="FAN-082") as made:
            _lock(g, action, action.target)
            made.title = _result(action)
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
    with open_to_trade(s):
        chosen = yield from ask(
            choosing(
                seat,
                f"{{{action.seat}}} attacks you. Who defends?",
                lambda: legacy_options(s, names, "war", defends=True),
                least=0,
                most=len(names),
                rule="FAN-079",
                kicker="War on your Citadel",
                text=_threat(s, action),
                suggested=tuple(f"legacy:{name}" for name in names),
                public="chooses defenders",
            )
        )
    names = [name_of(x) for x in chosen]
    words = joined(title(name) for name in names) or "nobody"
    with step(
        g,
        "fight",
        f"{{{seat}}} defends with {words}",
        about=f"citadel-{seat}",
        why="defends the Citadel",
        rule="FAN-079",
    ):
        action.entrants += yield from enlist(g, seat, names, "war", defends=True)
        g.tell(f"{{{seat}}} defends with {words}.", rule="FAN-079")


def _threat(s: State, action: Action) -> str:
    """The attack in words, and what is at stake (FAN-084)."""
    stats = sum(stat(s, e.legacy, "war", e) for e in entrants_of(action, action.seat))
    rolled = sum(2 if e.extra_die else 1 for e in entrants_of(action, action.seat))
    return (
        f"They bring War {stats} and {dice(rolled)}, about {likely(stats, rolled)}. "
        "If you lose, your defenders pay the difference first, then your Reserve."
    )


def _dice(g: Play[State], action: Action, defender: Seat) -> None:
    """FAN-080: the attacker first."""
    for seat in (action.seat, defender):
        for entrant in entrants_of(action, seat):
            count = 2 if entrant.extra_die else 1  # Houndkeeper
            for face in roll(
                g,
                count,
                f"{title(entrant.legacy)} of {{{seat}}} rolls {{dice}}.",
                "FAN-080",
                owner=seat,
                note=title(entrant.legacy),
            ):
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


def _result(action: Action) -> str:
    first, second = action.scores[str(action.seat)], action.scores[str(action.target)]
    if action.winner is None:
        return f"The War is drawn, {first} to {second}: nothing moves"
    best, least = max(first, second), min(first, second)
    return f"{{{action.winner}}} wins the War, {best} to {least}"


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
    winner = action.winner
    with step(
        g,
        "loss",
        f"{{{loser}}} pays {{{winner}}} for the lost War",
        about=f"citadel-{loser}",
        why=lambda seat: "the spoils of the War" if seat == winner else "who warred pays first, then the Reserve",
        rule="FAN-085",
    ):
        for legacy in warring:
            legacy.shards -= shares.get(f"legacy:{legacy.id}", 0)
        paid = sum(shares.values())
        s.citadels[winner].reserve += paid
        paid += transfer(g, loser, winner, action.amount - paid)
        g.tell(f"{{{loser}}} pays {shards(paid)} to {{{winner}}}.", rule="FAN-085")
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
        Option(f"legacy:{x.id}", title(x.id), target=f"legacy-{x.id}", room=x.shards, note=shards(x.shards))
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
            with step(g, "gain", f"Camp Followers gather for {{{band.taker}}}", why="Camp Followers"):
                for seat in (action.seat, action.target):
                    if seat is not None and seat != band.taker:
                        moved = transfer(g, seat, band.taker, 2)
                        g.tell(f"Camp Followers: {{{seat}}} gives {moved} to {{{band.taker}}}.")
                settle(g)
