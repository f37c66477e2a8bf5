"""Hiring Legacies (rules sections 3 and 16)."""

from __future__ import annotations

from app.games.fantos.components import LEGACIES, title
from app.games.fantos.decks import refill, top_legacy
from app.games.fantos.effects import HIRE, HIRED, open_to_trade
from app.games.fantos.pauses import pause
from app.games.fantos.queries import race, trial
from app.games.fantos.reactions import chain, hold, plays
from app.games.fantos.state import Legacy, Seat, Slot, State
from app.games.fantos.tallies import used
from app.games.fantos.telling import first_reading, step
from app.games.fantos.words import shards
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


def in_short(name: str) -> str:
    """A Legacy in a line: stats and ability (for whoever sees it for the first time)."""
    card = LEGACIES[name]
    how = "Always" if card.pay == "none" else card.pay
    return f"{card.race}. Harvest {card.harvest}, War {card.war}, Tribute {card.tribute}. {how}: {card.text}"


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
            options.append(
                Option(f"hire:{slot.card}", words, target=f"pool-{index}", note=in_short(slot.card), price=shards(cost))
            )
    return options


def take_in(g: Play[State], seat: Seat, name: str, paid: int) -> None:
    """FAN-027, FAN-028: exactly the Hiring Cost goes onto the Legacy, face up and untasked."""
    s = g.state
    with step(
        g,
        "gain",
        f"{{{seat}}} hires {title(name)}",
        about=f"citadel-{seat}",
        scene=f"pays {shards(paid)}",
        text=first_reading(s, name, in_short(name)),
        why=lambda who: "what is paid lies on the Legacy" if who == seat else "the hire",
        rule="FAN-027",
    ):
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
        s.opened = _open(s)  # FAN-149: a phase that is skipped has no window either
    while s.step == "hiring":
        if s.revealed is not None:
            yield from _decide(g)
        elif not _open(s):  # FAN-149
            s.step = "done"
        else:
            yield from _ask(g)
        yield from pause(g)
    s.trades = []  # FAN-212
    if s.opened:
        yield from hold(g, HIRED, resumable=True)
    _part_with_vizier(g)
    s.citadels[s.active].named = ""
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
    named, s.citadels[seat].named = s.citadels[seat].named, ""
    if named in [option.id for option in hire_options(s, seat)] and not s.hired:  # FAN-131: said on the floor
        s.hired = True
        hire(g, seat, named)
        return

    def options() -> list[Option]:
        listed = [Option("end", "Hire nobody" if not s.hired else "Go on", weight="end")]
        if can_revive(s):
            listed.append(Option("revive", "Revive Vizier", price=shards(REVIVAL)))
        if not s.hired:
            listed += hire_options(s, seat)
            if can_reveal(s):
                listed.append(Option("reveal", "Dark Unions: reveal the top card of the Legacy Deck"))
        return [*listed, *plays(s, seat, HIRE)]

    with open_to_trade(s):
        chosen = yield from choose(
            seat,
            "Hire a Legacy?",
            options,
            default="end",
            rule="FAN-145",
            kicker="Your Hiring Phase",
            text=lambda: (
                f"You have {shards(s.citadels[seat].reserve)}; what you pay lies on the Legacy and stays yours."
            ),
            public="may hire",
        )
    if chosen == "end":
        s.step = "done"
    elif chosen == "revive":
        s.citadels[seat].fallen, s.fallen_due = False, False
        take_in(g, seat, "vizier", REVIVAL)
    elif chosen == "reveal":
        s.revealed = top_legacy(g)
        s.hired = True
        shown = s.revealed or ""
        with step(
            g, "reveal", f"Dark Unions turns up {title(shown)}", about="revealed", text=in_short(shown), rule="FAN-146"
        ):
            g.tell(f"Dark Unions reveals {title(shown)}.", rule="FAN-146")
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
        options.append(
            Option(f"hire:{name}", f"Hire {title(name)}", note=in_short(name), price=shards(price(s, seat, name, 2)))
        )
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
