"""Reading the table: who sits where, which Legacy is whose, what it counts for."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.fantos.components import CITADELS, LABOR, LEGACIES
from app.games.fantos.state import Action, Entrant, Legacy, Seat, State


def living(s: State) -> list[Seat]:
    return [seat for seat, citadel in enumerate(s.citadels) if citadel.alive]


def clockwise(s: State, start: Seat) -> list[Seat]:
    """The living Citadels from this seat on (FAN-003)."""
    count = len(s.citadels)
    seats = [(start + step) % count for step in range(count)]
    return [seat for seat in seats if s.citadels[seat].alive]


def turn_order(s: State) -> list[Seat]:
    return clockwise(s, s.active)


def left(s: State, seat: Seat) -> Seat:
    """FAN-004"""
    return next((other for other in clockwise(s, seat + 1) if other != seat), seat)


def right(s: State, seat: Seat) -> Seat:
    return next((other for other in reversed(clockwise(s, seat + 1)) if other != seat), seat)


def everyone(s: State) -> Iterator[tuple[Seat, Legacy]]:
    """Every hired Legacy, disabled ones too."""
    for seat, citadel in enumerate(s.citadels):
        for legacy in citadel.legacies:
            yield seat, legacy


def in_force(s: State) -> Iterator[tuple[Seat, Legacy]]:
    """Every hired Legacy that is not disabled: what cards call "a Legacy" (FAN-009)."""
    for seat, legacy in everyone(s):
        if legacy.status != "disabled":
            yield seat, legacy


def find(s: State, name: str) -> Legacy | None:
    for citadel in s.citadels:  # plain loops: this is asked more often than anything else
        for legacy in citadel.legacies:
            if legacy.id == name:
                return legacy
    return None


def owner(s: State, name: str) -> Seat | None:
    for seat, citadel in enumerate(s.citadels):
        for legacy in citadel.legacies:
            if legacy.id == name:
                return seat
    return None


def active_legacy(s: State, name: str) -> Legacy | None:
    """The Legacy if it is hired and not disabled."""
    legacy = find(s, name)
    return legacy if legacy is not None and legacy.status != "disabled" else None


def own(s: State, seat: Seat, name: str) -> Legacy | None:
    """This Citadel's Legacy of that name, if it is in force."""
    return next((x for x in s.citadels[seat].legacies if x.id == name and x.status != "disabled"), None)


def untasked(s: State, seat: Seat) -> list[Legacy]:
    return [legacy for legacy in s.citadels[seat].legacies if legacy.status == "untasked"]


def able(s: State, seat: Seat, kind: str) -> list[Legacy]:
    """Untasked Legacies that were not yet tasked to this kind of action this turn (FAN-048)."""
    return [legacy for legacy in untasked(s, seat) if kind not in legacy.done]


def trial(s: State, name: str) -> bool:
    return any(card.id == name for card in s.trials)


def trials_limit(s: State) -> int | None:
    """FAN-219: how many Trials a round may bring. By seats it keeps games of every size between five and eight rounds."""
    chosen = s.options.per_round
    if chosen == "by seats":
        return BY_SEATS.get(len(s.citadels))
    return None if chosen == "no limit" else int(chosen)


BY_SEATS = {4: 4, 5: 4, 6: 3}


def reigning_seat(s: State) -> Seat | None:
    return None if s.reigning is None else owner(s, s.reigning)


def race(s: State, seat: Seat) -> str:
    return CITADELS[s.citadels[seat].mat].race


def total(s: State, seat: Seat) -> int:
    """FAN-203"""
    citadel = s.citadels[seat]
    return citadel.reserve + sum(x.shards for x in citadel.legacies if x.status != "disabled")


def on_legacies(s: State, seat: Seat) -> int:
    return total(s, seat) - s.citadels[seat].reserve


STAT = {"harvest": "harvest", "war": "war", "duel": "war", "tribute": "tribute", "special": "tribute"}  # FAN-155


def printed(name: str, kind: str) -> int:
    stat: int = getattr(LEGACIES[name], STAT[kind])
    return stat


def stat_parts(
    s: State, name: str, kind: str, entrant: Entrant | None = None, defends: bool = False
) -> list[tuple[str, int]]:
    """The current stat of a Legacy, piece by piece (FAN-011)."""
    legacy = find(s, name)
    attached = legacy.labor if legacy is not None else []
    copied = entrant.copied if entrant is not None else None
    parts = [(copied or name, printed(copied or name, kind))]
    if STAT[kind] == "harvest" and "iron-pick" in attached:
        parts.append(("iron-pick", 1))
    if STAT[kind] == "tribute" and "gilded-mask" in attached:
        parts.append(("gilded-mask", 1))
    if kind == "war" and defends and "bulwark" in attached:
        parts.append(("bulwark", 2))
    if entrant is not None and entrant.thacko and "thacko" in attached:
        parts.append(("thacko", 2))
    return parts


def stat(s: State, name: str, kind: str, entrant: Entrant | None = None, defends: bool = False) -> int:
    return max(0, sum(amount for _, amount in stat_parts(s, name, kind, entrant, defends)))


def entrant_of(action: Action | None, name: str) -> Entrant | None:
    if action is None:
        return None
    return next((entrant for entrant in action.entrants if entrant.legacy == name), None)


def running(s: State, *kinds: str) -> Action | None:
    """The action in progress if it is one of these kinds and its scores are still open."""
    action = s.action
    if action is None or action.cancelled or action.kind not in kinds or action.step in ("locked", "after"):
        return None
    return action


def labor_cost(payer: Legacy, title: str) -> int:
    """Tinker pays 1 less."""
    cost = LABOR[title].cost
    return max(0, cost - 1) if payer.id == "tinker" else cost


def payers(s: State, seat: Seat, title: str) -> list[Legacy]:
    """FAN-161, FAN-044: untasked Legacies that can pay the whole cost."""
    return [legacy for legacy in untasked(s, seat) if legacy.shards >= labor_cost(legacy, title)]


FEW = 3  # Citadels, up to which going first is paid for in Shards alone (FAN-258, FAN-260)


def last_word(s: State, drawer: Seat) -> bool:
    """FAN-200, FAN-260: who drew Zodraz has the last Fantos Action, but with four or more not whoever had the first turn
    as well."""
    return not (s.options.even and drawer == s.began and len(s.citadels) > FEW)


def targets(s: State) -> list[Seat]:
    """FAN-076, FAN-077, FAN-107; FAN-259: nobody who has not had a turn yet."""
    if reigning_seat(s) == s.active:
        within = [seat for seat in living(s) if seat != s.active]
    else:
        within = [right(s, s.active) if trial(s, "bad-blood") else left(s, s.active)]
    return [seat for seat in within if s.citadels[seat].turns or not s.options.even]
