"""Drawing cards, keeping spellbooks, and fences."""

from __future__ import annotations

from app.games.stratos.components import CARDS, SPELLS
from app.games.stratos.state import Card, Spell, State
from app.kernel import Play


def fence(g: Play[State]) -> None:
    """STR-215: nothing before this can be taken back. Using chance is what tells the referee so."""
    g.rng.below(2, "fence")


def card_title(card: str) -> str:
    return CARDS[card.partition("#")[0]].title


def draw_exploration(g: Play[State], deck: str) -> str | None:
    """STR-098: an empty deck is made anew from its discard pile."""
    pile = g.state.decks[deck]
    fence(g)
    if not pile:
        pile.extend(Card(card) for card in g.rng.shuffled(g.state.discards[deck], "deck"))
        g.state.discards[deck].clear()
    return pile.pop(0).id if pile else None


def titles_of(state: State, seat: int) -> list[str]:
    return [spell.title for spell in state.players[seat].spells]


def draw_spell(g: Play[State], seat: int, kind: str) -> bool:
    """STR-085: never a title that the player has; skipped cards go unseen to the bottom."""
    deck, held = g.state.decks[kind], titles_of(g.state, seat)
    fence(g)
    for _ in range(len(deck)):
        card = deck.pop(0)
        if card.id.partition("#")[0] in held:
            deck.append(Card(card.id))
            continue
        spells = g.state.players[seat].spells
        spells.append(Spell(card.id, kind))
        g.tell(f"{{{seat}}} draws a {kind.capitalize()} Spell.", rule="STR-081")
        g.change("spells", len(spells) - 1, len(spells), f"a {kind.capitalize()} Spell, face-down", seat=seat)
        tell_spell(g, seat, card.id)
        return True
    g.tell(f"{{{seat}}} finds no new {kind.capitalize()} Spell.", rule="STR-085")
    return False


def tell_spell(g: Play[State], seat: int, card: str) -> None:
    """STR-192: only its owner learns which it is."""
    data = SPELLS[card.partition("#")[0]]
    cost = f"{data.kind.capitalize()} Spell, {data.spirit} Spirit"
    title, about = f"You draw {data.title}", f"spell-{data.id}"
    with g.moment("reveal", title, about=about, scene=cost, rule="STR-192", to=[seat]) as made:
        g.tell(f"You draw {data.title}.", to=[seat], later=f"{{{seat}}} drew {data.title}.", rule="STR-192")
        made.change("what it does", "", data.text, f"you choose: {data.choice}", seat=seat)
        made.change("worth", "", "1 Prosperity", "once it was cast with effect", seat=seat, better=True)


def has_lost_book(state: State, seat: int) -> bool:
    return any(spell.lost for spell in state.players[seat].spells)


def recover_book(g: Play[State], seat: int) -> None:
    """STR-082: every card comes back as it was."""
    spells = g.state.players[seat].spells
    for spell in spells:
        spell.lost = False
    g.tell(f"{{{seat}}} recovers the lost spellbook.", rule="STR-081")
    held = f"{len(spells)} spell{'s' * (len(spells) > 1)}"
    g.change("spellbook", "lost", held, "a new Mage took it up", seat=seat, better=True)


def active_spell(state: State, seat: int, title: str) -> Spell | None:
    return next((spell for spell in state.players[seat].spells if spell.title == title and not spell.lost), None)
