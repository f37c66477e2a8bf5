"""Hidden orders: section, Event, Discovery decks, Recruits, Situations, leads. The first of a list is the top card."""

from __future__ import annotations

from app.games.vanguard import wording
from app.games.vanguard.asking import G
from app.games.vanguard.data.cards import CARD
from app.games.vanguard.data.crew import HAND_LIMIT
from app.games.vanguard.people import explorer, name, owner
from app.games.vanguard.state import State
from app.kernel import Option, Script, ask, choosing


def show(state: State) -> None:
    """Something hidden was shown to all: nothing before it can be taken back (ISS-353)."""
    state.revealed += 1


def draw_cards(g: G, section: int, count: int) -> Script[None]:
    """ISS-147, ISS-148"""
    crew = explorer(g.state, section)
    if crew.dead:
        return
    for _ in range(count):
        if not crew.deck and crew.discard:
            crew.deck = g.rng.shuffled(crew.discard, "section cards")
            crew.discard = []
        if crew.deck:
            card = crew.deck.pop(0)
            crew.hand.append(card)
            show(g.state)
            g.tell(f"{name(crew.person)} draws {CARD[card].name}.", rule="ISS-147")
    yield from keep_limit(g, section)


def keep_limit(g: G, section: int) -> Script[None]:
    """ISS-145"""
    crew = explorer(g.state, section)
    excess = len(crew.hand) - HAND_LIMIT[crew.rank]
    if excess > 0:
        yield from discard_cards(g, section, excess, "ISS-145")


def card_option(card: str, prefix: str = "card") -> Option:
    return Option(f"{prefix}:{card}", CARD[card].name, target=f"card-{card}", note=wording.whole_card(card))


def discard_cards(g: G, section: int, count: int, rule: str = "ISS-147") -> Script[None]:
    """By choice; all, if fewer."""
    crew = explorer(g.state, section)
    if len(crew.hand) <= count:
        going = list(crew.hand)
    else:
        options = [card_option(card) for card in crew.hand]
        prompt = f"Discard {count} {'card' if count == 1 else 'cards'}"
        values = yield from ask(choosing(owner(g.state, section), prompt, options, least=count, most=count, rule=rule))
        going = [value.removeprefix("card:") for value in values]
    for card in going:
        crew.hand.remove(card)
        crew.discard.append(card)


def draw_event(g: G) -> str:
    """ISS-160"""
    state = g.state
    if not state.events:
        state.events = g.rng.shuffled(state.event_discard, "events")
        state.event_discard = []
    if not state.events:
        return ""
    show(state)
    return state.events.pop(0)


def pile(state: State, deck: str) -> list[str]:
    if deck == "event":
        return state.events
    if deck == "situation":
        return state.situations
    return state.finds[deck]


def shuffle_in(g: G, cards: list[str], card: str, stream: str) -> list[str]:
    return g.rng.shuffled([*cards, card], stream)
