"""Discard Phase and end of the turn (rules section 17)."""

from __future__ import annotations

from app.games.fantos.components import title
from app.games.fantos.effects import CLOSING, THROW
from app.games.fantos.pauses import pause
from app.games.fantos.queries import own
from app.games.fantos.reactions import chain, hold, is_asked, plays
from app.games.fantos.state import State
from app.games.fantos.tallies import used
from app.games.fantos.trials.end_of_turn import END_OF_TURN
from app.kernel import Option, Play, Script, ask, choose, choosing


def discard_phase(g: Play[State]) -> Script[None]:
    """FAN-150, FAN-148"""
    s = g.state
    s.step = "discard"
    while s.step == "discard":
        if s.citadels[s.active].hand or is_asked(s, s.active, THROW):
            yield from _ask(g)
        else:
            s.step = "done"
        yield from pause(g)
    s.trades = []  # FAN-212
    s.phase, s.step = "closing", ""


def throwable(s: State) -> int:
    """FAN-222: with the fee the Reserve must keep 1."""
    citadel = s.citadels[s.active]
    return min(len(citadel.hand), citadel.reserve - 1) if s.options.discard_fee else len(citadel.hand)


def _ask(g: Play[State]) -> Script[None]:
    s, seat = g.state, g.state.active

    def options() -> list[Option]:
        listed = [Option("end", "Keep your cards and end the turn")]
        if throwable(s) > 0:
            listed.append(Option("throw", "Throw Labor away"))
        return [*listed, *plays(s, seat, THROW)]

    s.trade_open = True
    chosen = yield from choose(seat, "Discard Phase", options, default="end", rule="FAN-150", public="may discard")
    s.trade_open = False
    if chosen == "end":
        s.step = "done"
    elif chosen == "throw":
        yield from _throw(g)
        s.step = "done"
    else:
        yield from chain(g, seat, chosen, THROW)


def _throw(g: Play[State]) -> Script[None]:
    s, seat = g.state, g.state.active
    citadel = s.citadels[seat]
    options = card_options(citadel.hand)
    chosen = yield from ask(
        choosing(seat, "Throw away which?", options, least=0, most=throwable(s), rule="FAN-150", public="discards")
    )
    for option in chosen:
        card = option.split(":")[1]
        citadel.hand.remove(card)
        s.labor_discard.append(card)
        if s.options.discard_fee:
            citadel.reserve -= 1
    if chosen:
        words = ", ".join(title(option.split(":")[1]) for option in chosen)
        g.tell(f"{{{seat}}} throws away {words}.", rule="FAN-150")


def card_options(hand: list[str]) -> list[Option]:
    """Every card of a hand; copies of a title are numbered."""
    return [
        Option(f"card:{card}:{hand[:index].count(card)}", title(card), target=f"labor-{card}")
        for index, card in enumerate(hand)
    ]


def closes(s: State) -> bool:
    """FAN-151: whether CLOSING opens."""
    if any(card.id in END_OF_TURN for card in s.trials) or own(s, s.active, "navigator") is not None:
        return True
    return s.reigning == "marquis" and own(s, s.active, "marquis") is not None


def closing_phase(g: Play[State]) -> Script[None]:
    """FAN-151 to FAN-153"""
    s = g.state
    if s.step == "":
        if closes(s):
            yield from hold(g, CLOSING, resumable=True)
        s.step = "effects"
        yield from pause(g)
    _own_effects(g)
    for name in [card.id for card in s.trials if card.id in END_OF_TURN]:
        yield from END_OF_TURN[name](g)
    s.step = "next"


def _own_effects(g: Play[State]) -> None:
    s = g.state
    navigator = own(s, s.active, "navigator")
    if navigator is not None and navigator.status == "untasked":
        s.citadels[s.active].reserve += 2
        used(s, "navigator")
        g.tell(f"Navigator: {{{s.active}}} takes 2 Shards.")
    marquis = own(s, s.active, "marquis")
    if marquis is not None and s.reigning == "marquis":
        marquis.shards += 1
        used(s, "marquis")
        g.tell("Marquis reigns and gains 1 Shard.")
