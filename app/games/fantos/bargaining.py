"""How computer players trade: they answer every offer with a reason, and now and then make one of their own (FAN-212)."""

from __future__ import annotations

from app.games.fantos.judgement import Judge, cheapest, hand_value
from app.games.fantos.queries import living, total
from app.games.fantos.state import Seat, State, Trade
from app.games.fantos.talk import possible
from app.kernel import Move, Session, Use

SAFE = 12  # the Reserve that a hire or a trade should leave
OFTEN = 4  # a trade is proposed in every so many of its turns, if there is something to offer


def answer_offer(session: Session[State], seat: Seat) -> Move | None:
    """Accept or decline a trade that somebody offers to this seat (FAN-212)."""
    s = session.state
    if not any(trade.partner == seat for trade in s.trades):
        return None
    open_now = {option.id: option for option in session.offers(seat)}
    for trade in s.trades:
        if f"decline:{trade.id}" not in open_now:
            continue
        judge = Judge(s, seat)
        given = cheapest(judge, s.citadels[seat].hand, trade.cards_wanted)
        mine = trade.gives - trade.wants + hand_value(judge, trade.cards) - hand_value(judge, given)
        theirs = -mine  # a Shard or card more for me is one less for the other
        if f"accept:{trade.id}" in open_now and mine + judge.gain(trade.seat, theirs) > 0.5 and mine > 0:
            copies = [f"card:{card}:{given[:index].count(card)}" for index, card in enumerate(given)]
            return Use(seat, f"accept:{trade.id}", tuple(copies))
        return Use(seat, f"decline:{trade.id}", (_why_not(judge, s, seat, trade, given),))
    return None


def _why_not(judge: Judge, s: State, seat: Seat, trade: Trade, given: list[str]) -> str:
    """The reason that it says for declining, which is the one that it has."""
    if not possible(s, trade) or (trade.wants and s.citadels[seat].reserve - trade.wants < SAFE):
        return "shards"
    if given and hand_value(judge, given) > trade.gives + hand_value(judge, trade.cards):
        return "cards"
    ahead = total(s, trade.seat) >= max(total(s, other) for other in living(s))
    return "leader" if ahead and trade.gives + hand_value(judge, trade.cards) >= trade.wants else "little"


def propose(session: Session[State], seat: Seat) -> Move | None:
    """Now and then, at the start of its own action: a card that does little for it, for a Shard or for another card."""
    s = session.state
    asked = session.asks[seat]
    if asked.rule != "FAN-062" or s.attempted or s.citadels[seat].offered == s.turn or (s.turn + seat) % OFTEN:
        return None
    judge = Judge(s, seat)
    dull = [card for card in s.citadels[seat].hand if judge.card(card) < 0.5]
    open_now = {option.id for option in session.offers(seat)}
    rich = [other for other in judge.others if f"trade:{other}" in open_now and s.citadels[other].reserve > SAFE]
    if not dull or not rich:
        return None
    partner = min(rich, key=lambda other: (total(s, other), other))  # not to whoever is ahead
    swaps = bool((s.turn + seat) // OFTEN % 2) and bool(s.citadels[partner].hand)
    given = min(dull, key=lambda card: (judge.card(card), card))
    return Use(seat, f"trade:{partner}", ("cards=1" if swaps else "want=1", f"card:{given}=1"))
