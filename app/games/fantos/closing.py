"""Discard Phase and end of the turn (rules section 17)."""

from __future__ import annotations

from app.games.fantos.components import title
from app.games.fantos.effects import CLOSING, name_of, open_to_trade
from app.games.fantos.pauses import pause
from app.games.fantos.queries import own
from app.games.fantos.reactions import hold
from app.games.fantos.state import State
from app.games.fantos.tallies import used
from app.games.fantos.telling import shot, step
from app.games.fantos.trials.end_of_turn import END_OF_TURN
from app.kernel import PASS, Option, Play, Script, ask, choosing


def discard_phase(g: Play[State]) -> Script[None]:
    """FAN-150: asked quietly, one card after the other; who does nothing keeps them all."""
    s = g.state
    while throwable(s) > 0 and (yield from _throws(g)):
        yield from pause(g)
    s.trades = []  # FAN-212
    s.phase, s.step = "closing", ""


def throwable(s: State) -> int:
    """FAN-222: with the fee the Reserve must keep 1."""
    citadel = s.citadels[s.active]
    return min(len(citadel.hand), citadel.reserve - 1) if s.options.discard_fee else len(citadel.hand)


def _throws(g: Play[State]) -> Script[bool]:
    """Whether a card was thrown away."""
    s, seat = g.state, g.state.active
    citadel = s.citadels[seat]
    fee = "Each card thrown away costs 1 Shard. " if s.options.discard_fee else ""

    def options() -> list[Option]:
        cards = sorted(set(citadel.hand))
        thrown = [Option(f"throw:{card}", f"Throw away {title(card)}", target=f"labor-{card}") for card in cards]
        return [Option(PASS, "Keep them", weight="end"), *thrown]

    with open_to_trade(s):
        (chosen,) = yield from ask(
            choosing(
                seat,
                "Throw Labor away, or keep it?",
                options,
                default=(PASS,),
                soft=True,
                calm=True,
                topic="at the end of your turn",
                scope=f"t{s.turn}-discard",
                rule="FAN-150",
                kicker="The end of your turn",
                text=f"{fee}You draw up to five when your next turn begins.",
                public="ends the turn",
            )
        )
    if chosen == PASS:
        return False
    card = name_of(chosen)
    with step(g, "event", f"{{{seat}}} throws away {title(card)}", why="thrown away", rule="FAN-150"):
        citadel.hand.remove(card)
        s.labor_discard.append(card)
        if s.options.discard_fee:
            citadel.reserve -= 1
        g.tell(f"{{{seat}}} throws away {title(card)}.", rule="FAN-150")
    return True


def closing_phase(g: Play[State]) -> Script[None]:
    """FAN-151 to FAN-153"""
    s = g.state
    if s.step == "":
        yield from hold(g, CLOSING, resumable=True)  # FAN-151
        s.step = "effects"
        yield from pause(g)
    _own_effects(g)
    for name in [card.id for card in s.trials if card.id in END_OF_TURN]:
        yield from _strikes(g, name)
    s.step = "next"


def _strikes(g: Play[State], name: str) -> Script[None]:
    """An END OF TURN Trial, told only if it does something."""
    before = shot(g.state)
    with step(
        g, "event", f"{title(name)} strikes {{{g.state.active}}}", about=f"trial-{name}", why=title(name)
    ) as made:
        yield from END_OF_TURN[name](g)
        if shot(g.state) == before:
            made.title = f"{title(name)} spares {{{g.state.active}}}"


def _own_effects(g: Play[State]) -> None:
    s = g.state
    navigator = own(s, s.active, "navigator")
    if navigator is not None and navigator.status == "untasked":
        with step(
            g, "gain", f"Navigator brings {{{s.active}}} 2 Shards", about="legacy-navigator", why="Navigator is free"
        ):
            s.citadels[s.active].reserve += 2
            used(s, "navigator")
            g.tell(f"Navigator: {{{s.active}}} takes 2 Shards.")
    marquis = own(s, s.active, "marquis")
    if marquis is not None and s.reigning == "marquis":
        with step(
            g, "gain", f"Marquis of {{{s.active}}} reigns and gains a Shard", about="legacy-marquis", why="he reigns"
        ):
            marquis.shards += 1
            used(s, "marquis")
            g.tell("Marquis reigns and gains 1 Shard.")
