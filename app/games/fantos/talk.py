"""Trades by consent, and resigning (rules section 25, FAN-196)."""

from __future__ import annotations

from app.games.fantos.components import LABOR, title
from app.games.fantos.state import Seat, State, Trade
from app.games.fantos.telling import step
from app.games.fantos.words import cards, shards
from app.kernel import Ask, Option, Play, Refused, Script, Values

WORD = "resign"
TO_ME = "An offer to you"
REASONS = {
    "little": "It is too little for me",
    "cards": "I need my cards myself",
    "shards": "I cannot spare the Shards",
    "leader": "You are too strong already",
}


def offers(s: State, seat: Seat) -> list[Option]:
    citadel = s.citadels[seat]
    if not citadel.alive or s.phase == "over":
        return []
    listed = _trade_offers(s, seat) if s.options.trading else []
    if not citadel.resigned:
        form = Ask(f"Write “{WORD}” to give up your Citadel", (), "text", len(WORD), len(WORD))
        listed.append(
            Option("resign", "Resign", note="Your Citadel is eliminated.", form=form, rule="FAN-196", weight="leave")
        )
    return listed


def may_trade(s: State) -> bool:
    """FAN-211"""
    return s.trade_open and not s.stack


def _trade_offers(s: State, seat: Seat) -> list[Option]:
    listed: list[Option] = []
    mine = next((trade for trade in s.trades if trade.seat == seat), None)
    if mine is not None:
        listed.append(Option(f"withdraw:{mine.id}", "Withdraw your offer", group="Trade", rule="FAN-212"))
    if not may_trade(s):
        return listed
    for trade in s.trades:
        if trade.partner == seat:
            listed += _answers(s, trade)
    if mine is None:
        for other, citadel in enumerate(s.citadels):
            if other != seat and citadel.alive:
                listed.append(_proposal(s, seat, other))
    return listed


def _answers(s: State, trade: Trade) -> list[Option]:
    partner = s.citadels[trade.partner]
    words = describe(trade)
    reasons = tuple(Option(id, label) for id, label in REASONS.items())
    why = Ask("Say why, if you like", reasons, least=0, most=1)
    answers = [Option(f"decline:{trade.id}", f"Decline: {words}", form=why, group=TO_ME, rule="FAN-212")]
    if possible(s, trade):
        options = tuple(_choice_of(partner.hand))
        count = trade.cards_wanted
        form = Ask(f"Choose {cards(count)} to give", options, least=count, most=count) if count else None
        note = "You get " + ", ".join(title(card) for card in trade.cards) if trade.cards else ""
        answers.append(Option(f"accept:{trade.id}", f"Accept: {words}", note=note, form=form, group=TO_ME))
    return answers


def describe(trade: Trade) -> str:
    """FAN-213: what everybody may know."""
    gives, wants = _goods(trade.gives, len(trade.cards)), _goods(trade.wants, trade.cards_wanted)
    return f"{{{trade.seat}}} gives {{{trade.partner}}} {gives} for {wants}"


def _goods_words(trade: Trade) -> str:
    return f"{_goods(trade.gives, len(trade.cards))} for {_goods(trade.wants, trade.cards_wanted)}"


def _goods(amount: int, count: int) -> str:
    """Shards and cards in words, without what is not there."""
    parts = [shards(amount)] * bool(amount) + [cards(count)] * bool(count)
    return " and ".join(parts) or "nothing"


def possible(s: State, trade: Trade) -> bool:
    """FAN-210: neither Reserve may drop to 0, and the cards must be there."""
    giver, partner = s.citadels[trade.seat], s.citadels[trade.partner]
    held = all(giver.hand.count(card) >= trade.cards.count(card) for card in trade.cards)
    enough = giver.reserve > trade.gives and partner.reserve > trade.wants
    return held and enough and len(partner.hand) >= trade.cards_wanted


def _proposal(s: State, seat: Seat, other: Seat) -> Option:
    mine, theirs = s.citadels[seat], s.citadels[other]
    parts = [
        Option("give", "Shards you give", room=max(0, mine.reserve - 1)),
        Option("want", "Shards you want", room=max(0, theirs.reserve - 1)),
        Option("cards", "Cards you want", room=len(theirs.hand)),
        *(_shown(card, f"card:{card}", mine.hand.count(card)) for card in sorted(set(mine.hand))),
    ]
    options = tuple(part for part in parts if part.room > 0)
    most = sum(part.room for part in options)
    form = Ask("What do you offer, and for what?", options, "split", min(1, most), most)
    return Option(f"trade:{other}", f"Offer {{{other}}} a trade", form=form, group="Trade", rule="FAN-212")


def _choice_of(hand: list[str]) -> list[Option]:
    """Every card of a hand, to give one away; copies of a title are numbered."""
    return [_shown(card, f"card:{card}:{hand[:index].count(card)}") for index, card in enumerate(hand)]


def _shown(card: str, id: str, copies: int = 1) -> Option:
    """A card of the hand with its cost and text, to be looked at while one thinks about giving it away."""
    return Option(id, title(card), note=LABOR[card].text, price=str(LABOR[card].cost), room=copies)


def courted(s: State, seat: Seat) -> list[Seat]:
    """Who could answer an offer of this seat now; everybody sees that (FAN-213)."""
    return [trade.partner for trade in s.trades if trade.seat == seat] if may_trade(s) else []


def take(g: Play[State], seat: Seat, option: str, values: Values) -> Script[None]:
    yield from ()
    s = g.state
    sort, _, rest = option.partition(":")
    if sort == "resign":
        if values != (WORD,):
            raise Refused(f"Write “{WORD}” if you mean it.", "FAN-196")
        s.citadels[seat].resigned = True
        g.tell(f"{{{seat}}} resigns.", rule="FAN-196")
    elif sort == "trade":
        _propose(g, seat, int(rest), values)
    else:
        trade = next(trade for trade in s.trades if trade.id == int(rest))
        s.trades.remove(trade)
        if sort == "accept":
            _accept(g, trade, values)
        elif sort == "withdraw":
            g.tell(f"{{{trade.seat}}} withdraws the offer to {{{trade.partner}}}.", rule="FAN-212")
        else:
            _decline(g, trade, REASONS[values[0]] if values else "")


def _decline(g: Play[State], trade: Trade, reason: str) -> None:
    heading = f"{{{trade.partner}}} declines the offer of {{{trade.seat}}}"
    with step(g, "event", heading, scene=f"“{reason}.”" if reason else "", rule="FAN-212"):
        g.tell(f"{heading}: “{reason}.”" if reason else f"{heading}.", rule="FAN-212")


def _propose(g: Play[State], seat: Seat, other: Seat, values: Values) -> None:
    s = g.state
    parts = {value.rpartition("=")[0]: int(value.rpartition("=")[2]) for value in values}
    given = [name[5:] for name, count in parts.items() if name.startswith("card:") for _ in range(count)]
    s.trade_ids += 1
    trade = Trade(s.trade_ids, seat, other, parts.get("give", 0), parts.get("want", 0), given, parts.get("cards", 0))
    s.trades.append(trade)
    s.citadels[seat].offered = s.turn
    with step(g, "event", f"{{{seat}}} offers {{{other}}} a trade", scene=_goods_words(trade), rule="FAN-213"):
        g.tell(f"Offer: {describe(trade)}.", rule="FAN-213")
    if given:
        words = ", ".join(title(card) for card in given)
        later = f"The cards that {{{seat}}} offered {{{other}}}: {words}."
        g.tell(f"The cards on offer: {words}.", to=[seat, other], rule="FAN-213", later=later)


def _accept(g: Play[State], trade: Trade, values: Values) -> None:
    """FAN-212: everything changes hands at once."""
    s = g.state
    giver, partner = s.citadels[trade.seat], s.citadels[trade.partner]
    back = [value.split(":")[1] for value in values]
    with step(g, "gain", f"{{{trade.seat}}} and {{{trade.partner}}} trade", why="traded", rule="FAN-213"):
        giver.reserve += trade.wants - trade.gives
        partner.reserve += trade.gives - trade.wants
        for card in trade.cards:
            giver.hand.remove(card)
        for card in back:
            partner.hand.remove(card)
        giver.hand = sorted([*giver.hand, *back])
        partner.hand = sorted([*partner.hand, *trade.cards])
        g.tell(f"Traded: {describe(trade)}.", rule="FAN-213")
    if back or trade.cards:
        words = f"{{{trade.seat}}} gave {_titles(trade.cards)}, {{{trade.partner}}} gave {_titles(back)}."
        g.tell(words, to=[trade.seat, trade.partner], rule="FAN-213", later=words)


def _titles(cards: list[str]) -> str:
    return ", ".join(title(card) for card in cards) or "no card"
