"""Hiring Legacies (rules sections 3 and 16)."""

from __future__ import annotations

from app.games.fantos.components import LEGACIES, title
from app.games.fantos.decks import refill, top_legacy
from app.games.fantos.effects import HIRE
from app.games.fantos.pauses import pause
from app.games.fantos.queries import race, trial
from app.games.fantos.reactions import chain, plays
from app.games.fantos.state import Legacy, Seat, Slot, State
from app.games.fantos.tallies import used
from app.kernel import Option, Play, Script, choose

REVIVAL = 6  # what a fallen Vizier costs


def price(s: State, seat: Seat, name: str, discount: int = 0) -> int:
    """FAN-029, FAN-030: discounts add up, but the Reserve pays at least 1."""
    if race(s, seat) == LEGACIES[name].race:
        discount += 2
    if seat == s.active and s.phase != "recruiting":
        discount += s.recruiter
    return max(1, LEGACIES[name].cost - discount)


def affordable(s: State, seat: Seat, name: str, discount: int = 0) -> bool:
    """FAN-031"""
    return s.citadels[seat].reserve - price(s, seat, name, discount) >= 1


def hire_options(s: State, seat: Seat) -> list[Option]:
    """Face-up cards that can be paid, and face-down slots (FAN-034)."""
    options: list[Option] = []
    for index, slot in enumerate(s.pool):
        if slot.card is None:
            continue
        if slot.laid_by is not None:
            if s.citadels[seat].reserve >= 2:
                options.append(Option(f"blind:{index}", f"Hire the face-down card {index + 1}", target=f"pool-{index}"))
        elif affordable(s, seat, slot.card):
            cost = price(s, seat, slot.card)
            words = f"Hire {title(slot.card)}"
            options.append(Option(f"hire:{slot.card}", words, target=f"pool-{index}", note=f"pay {cost}"))
    return options


def take_in(g: Play[State], seat: Seat, name: str, paid: int) -> None:
    """FAN-027, FAN-028: exactly the Hiring Cost goes onto the Legacy, face up and untasked."""
    s = g.state
    s.citadels[seat].reserve -= paid
    s.citadels[seat].legacies.append(Legacy(name, LEGACIES[name].cost))
    used(s, "hire " + name)
    g.tell(f"{{{seat}}} hires {title(name)} for {paid}.", rule="FAN-027")


def hire(g: Play[State], seat: Seat, option: str) -> None:
    """From the Pool, open or blind; the slot is filled again at once (FAN-032)."""
    s = g.state
    sort, _, rest = option.partition(":")
    index = int(rest) if sort == "blind" else next(i for i, slot in enumerate(s.pool) if slot.card == rest)
    name = s.pool[index].card
    assert name is not None
    s.pool[index] = Slot(None)
    if sort == "blind":
        g.tell(f"{{{seat}}} turns up {title(name)}.", rule="FAN-034")
    if affordable(s, seat, name):
        take_in(g, seat, name, price(s, seat, name))
        if s.phase == "hiring":
            s.recruiter = 0
    else:
        s.legacy_discard.append(name)
        g.tell(f"{title(name)} is too dear and is discarded.", rule="FAN-034")
    refill(g)


def hiring_phase(g: Play[State]) -> Script[None]:
    s = g.state
    if s.step == "":
        s.hired = False
        s.fallen_due = s.citadels[s.active].fallen
        s.step = "hiring"
    while s.step == "hiring":
        if s.revealed is not None:
            yield from _decide(g)
        elif not _open(s):  # FAN-149
            s.step = "done"
        else:
            yield from _ask(g)
        yield from pause(g)
    _part_with_vizier(g)
    s.trades = []  # FAN-212
    s.phase, s.step = "discard", ""


def _open(s: State) -> bool:
    """Whether there is anything left to hire, revive or reveal."""
    return can_revive(s) or (not s.hired and (bool(hire_options(s, s.active)) or can_reveal(s)))


def can_revive(s: State) -> bool:
    """FAN-147"""
    citadel = s.citadels[s.active]
    return s.fallen_due and citadel.fallen and citadel.reserve > REVIVAL


def can_reveal(s: State) -> bool:
    """FAN-146"""
    there = bool(s.legacy_deck) or bool(s.legacy_discard)
    return trial(s, "dark-unions") and there and s.citadels[s.active].reserve >= 2


def _ask(g: Play[State]) -> Script[None]:
    s, seat = g.state, g.state.active

    def options() -> list[Option]:
        listed = [Option("end", "End the Hiring Phase")]
        if can_revive(s):
            listed.append(Option("revive", "Revive Vizier", note=f"pay {REVIVAL}"))
        if not s.hired:
            listed += hire_options(s, seat)
            if can_reveal(s):
                listed.append(Option("reveal", "Dark Unions: reveal the top card of the Legacy Deck"))
        return [*listed, *plays(s, seat, HIRE)]

    s.trade_open = True
    chosen = yield from choose(seat, "Hiring Phase", options, default="end", rule="FAN-145", public="may hire")
    s.trade_open = False
    if chosen == "end":
        s.step = "done"
    elif chosen == "revive":
        s.citadels[seat].fallen, s.fallen_due = False, False
        take_in(g, seat, "vizier", REVIVAL)
    elif chosen == "reveal":
        s.revealed = top_legacy(g)
        s.hired = True
        g.tell(f"Dark Unions reveals {title(s.revealed or '')}.", rule="FAN-146")
    elif chosen.startswith(("hire:", "blind:")):
        s.hired = True
        hire(g, seat, chosen)
    else:
        yield from chain(g, seat, chosen, HIRE)


def _decide(g: Play[State]) -> Script[None]:
    """Dark Unions: hire the revealed card for 2 less, or let it go."""
    s, seat, name = g.state, g.state.active, g.state.revealed
    assert name is not None
    options = [Option("decline", f"Discard {title(name)}")]
    if affordable(s, seat, name, 2):
        options.append(Option(f"hire:{name}", f"Hire {title(name)}", note=f"pay {price(s, seat, name, 2)}"))
    chosen = yield from choose(seat, f"Dark Unions: {title(name)}", options, rule="FAN-146", public="may hire")
    s.revealed = None
    if chosen == "decline":
        s.legacy_discard.append(name)
        g.tell(f"{title(name)} is discarded.", rule="FAN-146")
    else:
        take_in(g, seat, name, price(s, seat, name, 2))
        s.recruiter = 0


def _part_with_vizier(g: Play[State]) -> None:
    s = g.state
    if s.fallen_due and s.citadels[s.active].fallen:
        s.citadels[s.active].fallen = False
        s.legacy_discard.append("vizier")
        g.tell("Vizier is discarded.", rule="FAN-147")
    s.fallen_due = False
