"""What is this? A card for everything that is drawn, from what one seat may know (FAN-228 to FAN-236)."""

from __future__ import annotations

from collections.abc import Callable

from app.games.fantos.components import CITADELS, LABOR, LEGACIES, TRIALS, title
from app.games.fantos.hiring import price
from app.games.fantos.printed.sorts import LaborCard, LegacyCard, TrialCard
from app.games.fantos.queries import find, owner, stat, stat_parts, total, trials_limit
from app.games.fantos.reactions import WORDS, text_of
from app.games.fantos.scores import counted, parts, score, sides
from app.games.fantos.state import Action, Legacy, Seat, State
from app.games.fantos.words import cards, legacies, shards
from app.kernel import Card, Fact

MARKS = {
    "F": "only in a Fantos Action Phase",
    "S": "only in a Secondary Actions Phase",
    "I": "an instant, in any phase",
    "N": "always on",
}
STATS = (("Harvest", "harvest"), ("War", "war"), ("Tribute", "tribute"))
ACTIONS = {
    "harvest": "Legacies bring Shards from the Trove: their Harvest stats and a die each.",
    "war": "Two Citadels compare War stats and dice; the loser pays the difference.",
    "tribute": "Legacies stand for the title: Tribute stat and a die. The best one reigns.",
    "special": "Every Citadel sends a Legacy; the best one reigns.",
    "duel": "Two Legacies compare War stats and dice; Shards move from the loser to the winner.",
}


def explain(s: State, seat: Seat | None, name: str) -> Card | None:
    """The card of the thing with this data-name, as this seat may read it; None if there is no such thing for it."""
    if name in PLACES:
        return PLACES[name](s, seat)
    sort, _, rest = name.partition("-")
    make = KINDS.get(sort)
    return make(s, seat, rest) if make is not None else None


def _number(text: str, below: int) -> int | None:
    """A number as data-names write it, if it is one of so many."""
    return int(text) if text.isdigit() and len(text) < 7 and str(int(text)) == text and int(text) < below else None


# Cards of the box ---------------------------------------------------------------------------------------------------


def _printed(card: LegacyCard) -> tuple[Fact, ...]:
    return tuple(Fact(word, str(getattr(card, field))) for word, field in STATS)


def _how(card: LegacyCard | LaborCard) -> str:
    when = "Always on" if card.mark == "N" else f"Used {card.window}, {MARKS[card.mark]}"
    pay = getattr(card, "pay", "none")
    return f"{when}. {'Condition: ' + pay.lower() + '.' if pay != 'none' else ''}".strip()


def _legacy_card(kind: str, card: LegacyCard, **more: object) -> Card:
    facts: tuple[Fact, ...] = more.pop("facts", _printed(card))  # type: ignore[assignment]
    return Card(kind, card.title, card.text, use=_how(card), facts=facts, rule="FAN-156", **more)  # type: ignore[arg-type]


def _hired(s: State, seat: Seat | None, name: str) -> Card | None:
    legacy, whose = find(s, name), owner(s, name)
    if legacy is None or whose is None:
        return None
    card = LEGACIES[name]
    facts = [Fact("Shards", str(legacy.shards), "its health and its purse")]
    facts += [_stat_fact(s, legacy, word, field) for word, field in STATS]
    facts += [Fact(title(labor), "worn", LABOR[labor].text) for labor in legacy.labor]
    state = {"untasked": "free to be tasked", "disabled": "disabled until its Citadel's next turn"}.get(
        legacy.status, "tasked until its Citadel's next turn"
    )
    reigns = " It reigns: its Citadel attacks whom it likes, picks the Trial that goes, and breaks tied votes."
    return _legacy_card(
        f"{card.race} Legacy of {{{whose}}}, {state}",
        card,
        facts=tuple(facts),
        does=reigns.strip() if s.reigning == name else "",
        seat=whose,
    )


def _stat_fact(s: State, legacy: Legacy, word: str, field: str) -> Fact:
    if legacy.status == "disabled":
        return Fact(word, "none", "disabled")
    reasons = [f"{title(source)} {amount:+d}" for source, amount in stat_parts(s, legacy.id, field)[1:]]
    return Fact(word, str(stat(s, legacy.id, field)), ", ".join(reasons))


def _labor(s: State, seat: Seat | None, name: str) -> Card | None:
    """A card of one's own hand."""
    if seat is None or name not in s.citadels[seat].hand:
        return None
    return _labor_card("Labor in your hand, only you see it", LABOR[name], s.citadels[seat].hand.count(name))


def _labor_card(kind: str, card: LaborCard, copies: int = 0) -> Card:
    facts = [Fact("Cost", shards(card.cost), "paid by one of your free Legacies")]
    if copies > 1:
        facts.append(Fact("In your hand", str(copies)))
    facts.append(Fact("In the game", cards(card.copies)))
    return Card(kind, card.title, card.text, use=_how(card), facts=tuple(facts), rule="FAN-161")


def _discarded(s: State, seat: Seat | None, name: str) -> Card | None:
    return _labor_card("Labor, on the discard pile", LABOR[name]) if name in s.labor_discard else None


def _fallen(s: State, seat: Seat | None, name: str) -> Card | None:
    if name not in s.legacy_discard:
        return None
    return _legacy_card(f"{LEGACIES[name].race} Legacy, on the discard pile", LEGACIES[name])


def _trial(s: State, seat: Seat | None, name: str) -> Card | None:
    there = next((card for card in s.trials if card.id == name), None)
    return None if there is None else _trial_card(f"Trial in play, drawn by {{{there.seat}}}", TRIALS[name])


def _trial_card(kind: str, card: TrialCard) -> Card:
    use = "Voted on when drawn: it stays only with more yeas than nays." if card.type == "Diplomacy" else ""
    facts = (Fact("Kind", card.type), Fact("Tier", str(card.tier)), Fact("Stays", card.stay))
    return Card(kind, card.title, card.text, use=use, facts=facts, rule="FAN-120")


# Places -------------------------------------------------------------------------------------------------------------


def _citadel(s: State, seat: Seat | None, rest: str) -> Card | None:
    number = _number(rest, len(s.citadels))
    if number is None:
        return None
    citadel = s.citadels[number]
    mat = CITADELS[citadel.mat]
    if not citadel.alive:
        return Card(f"Citadel of {{{number}}}", mat.title, "It has fallen and is out of the game.", seat=number)
    facts = [
        Fact("Reserve", str(citadel.reserve), "at 0 the Citadel falls"),
        Fact("In all", str(total(s, number)), "Reserve and Shards on Legacies that are not disabled; the most wins"),
        Fact("Labor", cards(len(citadel.hand)), "in hand"),
        Fact("Hired", legacies(len(citadel.legacies))),
    ]
    first = "The First Citadel draws a Trial in every turn. " if number == s.first else ""
    return Card(
        f"Citadel of {{{number}}}",
        mat.title,
        f"Founded by the {mat.race}: it hires {mat.race} Legacies for 2 Shards less.",
        does=first.strip(),
        facts=tuple(facts),
        rule="FAN-018",
        seat=number,
    )


def _slot(s: State, seat: Seat | None, rest: str) -> Card | None:
    number = _number(rest, len(s.pool))
    if number is None:
        return None
    slot = s.pool[number]
    if slot.card is None:
        return None
    if slot.laid_by is not None and slot.laid_by != seat:
        by = f"Laid by {{{slot.laid_by}}}" if slot.laid_by >= 0 else "Nobody knows this card any more"
        return Card(
            "Legacy Pool", "A face-down card", f"{by}. Hired blind: it is shown, then paid for.", rule="FAN-034"
        )
    card = LEGACIES[slot.card]
    kind = f"{card.race} Legacy for hire" + (", face down: only you know it" if slot.laid_by is not None else "")
    facts = [Fact("Cost", shards(card.cost), "lies on the Legacy as its health and purse")]
    if seat is not None and s.citadels[seat].alive and price(s, seat, card.id) != card.cost:
        facts.append(Fact("For you", shards(price(s, seat, card.id)), "your founding race, or a Recruiter"))
    return _legacy_card(kind, card, facts=(*facts, *_printed(card)))


def _hand(s: State, seat: Seat | None) -> Card | None:
    if seat is None:
        return None
    held = cards(len(s.citadels[seat].hand))
    return Card(
        "Only you see it",
        "Your Labor",
        f"You hold {held}. One of your free Legacies pays for each card with its own Shards.",
        does="At the start of your turn you draw up to five.",
        rule="FAN-161",
        seat=seat,
    )


def _turn(s: State, seat: Seat | None) -> Card:
    limit = trials_limit(s)
    facts = [Fact("Round", str(s.round))]
    facts.append(Fact("Trials this round", str(s.trials_this_round), f"at most {limit}" if limit else "no limit"))
    if s.final is not None:
        facts.append(Fact("Still to act", str(s.final.left), "then the Shards are counted"))
    if s.window is not None:
        facts.append(Fact("Now", WORDS[s.window.kind], "whoever could react may"))
    return Card(
        "The turn",
        "Six phases",
        "Untask and draw up, one Fantos Action, the Trials it brought, Secondary Actions of everybody, hiring, discarding.",
        does="Zodraz ends the game: whoever then has the most Shards wins.",
        facts=tuple(facts),
        rule="FAN-035",
    )


def _stage(s: State, seat: Seat | None) -> Card | None:
    action = s.action or s.last
    if action is None:
        return None
    facts = tuple(Fact("Score", str(score(s, action, side)), seat=_owner_of(action, side)) for side in _sides(action))
    name = {"special": "Special Tribute"}.get(action.kind, action.kind.capitalize())
    return Card("Going on" if s.action is not None else "Over", name, ACTIONS[action.kind], facts=facts, rule="FAN-065")


def _sides(action: Action) -> list[int]:
    there = sides(action)
    return [side for side in there if action.kind != "duel" or side < len(action.entrants)]


def _owner_of(action: Action, side: int) -> Seat:
    return action.entrants[side].seat if action.kind == "duel" else side


def _score(s: State, seat: Seat | None, rest: str) -> Card | None:
    action = s.action or s.last
    side = _number(rest, 7)
    if action is None or side is None or side not in sides(action):
        return None
    there = side in _sides(action)
    whose = _owner_of(action, side) if there else action.seat
    facts = tuple(
        Fact("Die" if source == "die" else title(source), f"{amount:+d}")
        for source, amount in (parts(s, action, side) if there else [])
    )
    points = str(score(s, action, side)) if there else "0"
    return Card(
        f"Score of {{{whose}}}", points, "Stats, dice and whatever was played, added up.", facts=facts, rule="FAN-068",
        seat=whose,
    )  # fmt: skip


def _die(s: State, seat: Seat | None, rest: str) -> Card | None:
    action = s.action or s.last
    number = _number(rest, 10_000)
    die = next((die for die in action.dice if die.id == number), None) if action is not None else None
    if action is None or die is None:
        return None
    whose = title(die.legacy) if die.legacy is not None else "no Legacy"
    facts = [Fact("Counts", str(counted(s, action, die)))]
    if die.natural != die.face:
        facts.append(Fact("Rolled", str(die.natural), "turned since"))
    return Card(
        f"Shard Die of {{{die.seat}}}, for {whose}",
        f"A {die.face}",
        "The Shard Die has the faces 1, 1, 1, 2, 2 and 3.",
        facts=tuple(facts),
        rule="FAN-010",
        seat=die.seat,
    )


def _stack(s: State, seat: Seat | None) -> Card | None:
    if not s.stack:
        return None
    return Card(
        "What was played",
        "The stack",
        "Everything played waits here for answers; then the newest takes effect first.",
        facts=tuple(Fact(title(item.title), f"{{{item.seat}}}", seat=item.seat) for item in reversed(s.stack)),
        rule="FAN-176",
    )


def _item(s: State, seat: Seat | None, rest: str) -> Card | None:
    number = _number(rest, 1_000_000)
    item = next((item for item in s.stack if item.id == number), None)
    if item is None:
        return None
    kind = "Labor" if item.kind == "labor" else "Ability"
    paid = (Fact("Paid", shards(item.paid), f"by {title(item.payer)}"),) if item.payer in LEGACIES else ()
    return Card(
        f"{kind} of {{{item.seat}}}, waiting to take effect",
        title(item.title),
        text_of(item.title) or "It takes effect when nobody answers.",
        facts=paid,
        rule="FAN-174",
        seat=item.seat,
    )


def _vote(s: State, seat: Seat | None) -> Card | None:
    if s.vote is None:
        return None
    what = "removed" if s.vote.council else "kept in play"
    return Card(
        "A vote of all Citadels",
        f"Is {title(s.vote.trial)} {what}?",
        TRIALS[s.vote.trial].text,
        does="More yeas than nays: yes. In a tie the Citadel of the Reigning Tribute decides; if nobody reigns it fails.",
        rule="FAN-128",
    )


def _trials(s: State, seat: Seat | None) -> Card:
    return Card(
        "What the world does to all of you",
        "Trials in play",
        "At most three at a time. A Harvest brings them: 1 to 6 Shards one, 7 to 12 two, more three.",
        facts=tuple(Fact(title(card.id), TRIALS[card.id].phase.lower()) for card in s.trials),
        rule="FAN-111",
    )


def _decks(s: State, seat: Seat | None) -> Card:
    facts = (
        Fact("Trials", str(len(s.trial_deck)), "Zodraz is among the last five"),
        Fact("Labor", str(len(s.labor_deck)), f"{cards(len(s.labor_discard))} discarded"),
        Fact("Legacies", str(len(s.legacy_deck)), f"{len(s.legacy_discard)} discarded"),
    )
    return Card(
        "Face down", "The decks", "What is left of them; discards are shuffled in when one is empty.", facts=facts
    )


def _secrets(s: State, seat: Seat | None) -> Card | None:
    if seat is None:
        return None
    return Card(
        "Only you see it", "What you know", "Cards that you were shown, or that you laid face down.", rule="FAN-233"
    )


def _revealed(s: State, seat: Seat | None) -> Card | None:
    if s.revealed is None:
        return None
    card = LEGACIES[s.revealed]
    return _legacy_card(f"{card.race} Legacy, turned up for hire", card)


def _trade(s: State, seat: Seat | None, rest: str) -> Card | None:
    number = _number(rest, 1_000_000)
    trade = next((trade for trade in s.trades if trade.id == number), None)
    if trade is None:
        return None
    facts = [
        Fact("Gives", f"{shards(trade.gives)}, {cards(len(trade.cards))}", seat=trade.seat),
        Fact("Gives", f"{shards(trade.wants)}, {cards(trade.cards_wanted)}", seat=trade.partner),
    ]
    if trade.cards and seat in (trade.seat, trade.partner):
        facts += [Fact("On offer", title(card), LABOR[card].text) for card in trade.cards]
    return Card(
        f"Offer of {{{trade.seat}}} to {{{trade.partner}}}",
        "A trade",
        "Everything changes hands at once if the other accepts. It lapses with the phase.",
        facts=tuple(facts),
        rule="FAN-212",
        seat=trade.seat,
    )


PLACES: dict[str, Callable[[State, Seat | None], Card | None]] = {
    "hand": _hand,
    "turn": _turn,
    "stage": _stage,
    "stack": _stack,
    "vote": _vote,
    "trials": _trials,
    "decks": _decks,
    "secrets": _secrets,
    "revealed": _revealed,
}
KINDS: dict[str, Callable[[State, Seat | None, str], Card | None]] = {
    "legacy": _hired,
    "labor": _labor,
    "discard": _discarded,
    "fallen": _fallen,
    "trial": _trial,
    "citadel": _citadel,
    "pool": _slot,
    "score": _score,
    "die": _die,
    "item": _item,
    "trade": _trade,
}
