"""One choice of the bot: a power before the question, or an answer to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from app.games.vantage.bot.answers import best_cell, lose_least, most_dreaded, neediest, pick, some_card
from app.games.vantage.bot.deeds import act, farthest
from app.games.vantage.bot.mind import Mind, dice_to_roll, number_in
from app.games.vantage.bot.tolls import best_placement, effort, pay, pay_for
from app.games.vantage.setup import WHOEVER
from app.games.vantage.state import State
from app.games.vantage.views import mine, place_view, public
from app.games.vantage.world import CATEGORIES
from app.kernel import Answer, Ask, Move, Option, Session, Use, Values

LONG = 60  # own turns after which it agrees that time is up (VAN-213)


def decide(session: Session[State], seat: int) -> Move:
    ask = session.asks[seat]
    if ask.absent:  # a bot has no voice to read with, and is never away (VAN-240, VAN-249)
        return Answer(seat, ask.id, ("pass",) if ask.rule == "VAN-241" else ask.default)
    state = session.state
    if state.step == "character":  # people choose before bots (VAN-018)
        return Answer(seat, ask.id, (WHOEVER,))
    mind = Mind(seat, public(state), place_view(state, seat), mine(state, seat))
    ids = {option.id for option in ask.options}
    if ask.rule in ("VAN-061", "VAN-090") or ask.topic == "place":
        used = worth_using(ask, ids, mind, session.offers(seat))
        if used is not None:
            return used
    return Answer(seat, ask.id, answer(ask, mind))


class Boon(NamedTuple):
    """A power of one of my cards that is open now."""

    offer: str
    window: str
    text: str
    full: bool  # its card can hold hardly any more boost
    says: str  # what stands on its button


def boons(mind: Mind, offers: Sequence[Option]) -> list[Boon]:
    """Those that cost boost: what costs nothing could be used for ever."""
    cards = {held.face.id: held for held in mind.me.grid if held is not None}
    found = []
    for offer in offers:
        if offer.id.startswith("power:"):
            card, index = (int(part) for part in offer.id.split(":")[1:3])
            held = cards[card]
            power = held.face.powers[index]
            if power.cost:
                found.append(
                    Boon(offer.id, power.window, power.text, held.boost >= held.face.capacity - 1, offer.label)
                )
    return found


def worth_using(ask: Ask, ids: set[str], mind: Mind, offers: Sequence[Option]) -> Use | None:
    """A power, or a pledge that stands, before the question itself is answered."""
    powers = boons(mind, offers)
    if ask.topic == "place":
        wanted = []  # rerolls are answers
    elif ask.rule == "VAN-090":
        wanted = [power for power in powers if power.window == "before_roll" and eases(mind, power)]
    else:
        if mind.turns >= LONG and any(offer.id == "stop" and offer.label.startswith("Time") for offer in offers):
            return Use(mind.seat, "stop")
        if not mind.me.standing and any(offer.id == "freely" for offer in offers):
            return Use(mind.seat, "freely")
        wanted = [p for p in powers if p.window not in ("my_roll", "before_roll") and helps(mind, p.text, p.full)]
    tokens = [power for power in wanted if power.says.split(" ")[-1] in CATEGORIES]  # rather than a coin
    return Use(mind.seat, (tokens or wanted)[0].offer) if wanted else None


def eases(mind: Mind, power: Boon) -> bool:
    """Whether it makes this very action cheaper: by its words, for the category at hand."""
    doing = mind.public.help.title.partition("-")[0] if mind.public.help else ""
    named = [skill for skill in CATEGORIES if skill in power.text]
    return dice_to_roll(mind) > 1 and (doing in named or not named)


def helps(mind: Mind, text: str, full: bool) -> bool:
    gained = re.search(r"gain \d+ (time|morale|health)", text)
    if gained:
        return mind.me.stats[gained[1]] <= 3 or (full and mind.me.stats[gained[1]] < 6)
    return full and text.startswith("gain")


def answer(ask: Ask, mind: Mind) -> Values:
    ids = [option.id for option in ask.options]
    if ask.rule == "VAN-086":
        return (effort(ids, mind),)
    if not ids:
        return ask.default
    if ask.rule == "VAN-090":
        return (pay(ask, mind),)
    if ask.rule == "VAN-146":
        return pay_for(ask, mind)
    if ask.rule == "VAN-061":
        return (act(ask, mind),)
    if ask.topic == "place":
        return (best_placement(ask, ids, mind),)
    if ask.rule in ("VAN-181", "VAN-194"):
        return (best_cell(ids, mind),)
    if ask.rule == "VAN-229":
        turned = ids[mind.public.table.number % len(ids) :] + ids
        return tuple(dict.fromkeys(turned))[: ask.least]
    if ask.kind != "choose" or ask.least != 1:
        return ask.default
    return (one_of(ask, ids, mind),)


def one_of(ask: Ask, ids: list[str], mind: Mind) -> str:
    kind = ids[0].partition(":")[0]
    if set(ids) == {"yes", "no"}:
        return "yes" if says_yes(ask, mind) else "no"
    if kind in ("lose", "drop", "health"):
        return lose_least(ids, mind)
    if kind == "way":
        return min(ask.options, key=lambda option: number_in(option.note)).id
    if kind == "pick":
        return pick(ids, ask, mind)
    if kind == "seat":
        return neediest(ids, mind)
    if kind == "die":
        return most_dreaded(ids, mind)
    if kind == "stop":
        return farthest(ids, mind)
    if kind == "card" and ask.rule != "VAN-018":
        return some_card(ids, ask, mind)
    return ask.default[0]


def says_yes(ask: Ask, mind: Mind) -> bool:
    if ask.rule == "VAN-204":  # the mission is complete: play on only for a destiny that lies ready
        return not any(card.ready for card in mind.public.centre)
    return ask.rule in ("VAN-022", "VAN-145", "VAN-172", "VAN-153", "VAN-C54")
