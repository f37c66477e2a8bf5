"""The Exploration cards: what happens when one is drawn, and how items are used (section 10)."""

from __future__ import annotations

from app.games.stratos.board import a, units_of, whose
from app.games.stratos.components import CARDS, SLOTS, TYPE_NAMES
from app.games.stratos.decks import card_title
from app.games.stratos.exploration.calamities import CALAMITIES
from app.games.stratos.exploration.items import ITEMS
from app.games.stratos.exploration.traps import TRAPS
from app.games.stratos.state import Permanent, State, Unit
from app.games.stratos.telling import capital, mark, mine
from app.games.stratos.victory import discard
from app.kernel import Option, Play, Refused, Script, choose

__all__ = ["CALAMITIES", "ITEMS", "TRAPS", "found_words", "reveal"]


def found_words(card: str) -> str:
    """A drawn card as everybody may hear of it."""
    data = CARDS[card.partition("#")[0]]
    if data.type == "one_use":
        return "a one-use item"
    return f"the {data.title}" if data.type in ("equipment", "permanent", "trap") else f"the calamity {data.title}"


def reveal(g: Play[State], searcher: Unit, card: str) -> Script[None]:
    """STR-095: everybody sees it, except a one-use item."""
    data = CARDS[card.partition("#")[0]]
    seat = searcher.seat
    if data.type == "one_use":
        keep(g, seat, card)
        return
    g.tell(f"{{{seat}}} finds {found_words(card)}.", rule="STR-095")
    good = data.type in ("equipment", "permanent")
    g.change("found", "", data.title, f"{TYPE_NAMES[data.type]}. {data.text}", seat=seat, better=good)
    if data.type == "equipment":
        yield from attach(g, seat, card)
    elif data.type == "permanent":
        g.state.players[seat].permanents.append(Permanent(card))  # STR-105
    elif data.type == "trap":
        discard(g.state, card)  # STR-106
        if searcher.promoted and searcher.cls == "explorer" and data.deck == "land":
            g.tell(f"{whose(searcher)} disarms it.", rule="STR-107")
            mark(g, searcher, "disarms the trap", "a Swashbuckler knows the traps of the land", better=True)
        else:
            hurts(g)
            yield from TRAPS[data.id](g, searcher)
    else:
        discard(g.state, card)  # STR-108
        hurts(g)
        yield from CALAMITIES[data.id](g, seat)


def hurts(g: Play[State]) -> None:
    if g.scene is not None:
        g.scene.kind = "loss"


def keep(g: Play[State], seat: int, card: str) -> None:
    """STR-102, STR-193: everybody sees that it is one, only its owner which."""
    data, items = CARDS[card.partition("#")[0]], g.state.players[seat].items
    items.append(card)
    g.tell(f"{{{seat}}} finds a one-use item.", rule="STR-102")
    g.change("one-use items", len(items) - 1, len(items), f"face-down, only {{{seat}}} knows which", seat=seat)
    title = f"You find {data.title}"
    with g.moment("reveal", title, about=f"item-{data.id}", scene="One-use item", rule="STR-193", to=[seat]) as made:
        later = f"The item that {{{seat}}} found was {data.title}."
        g.tell(f"The item is {data.title}.", to=[seat], later=later, rule="STR-193")
        made.change("what it does", "", data.text, "an Explorer may use it", seat=seat)
        made.change("worth", "", "1 Prosperity", "once it was used", seat=seat, better=True)


def attach(g: Play[State], seat: int, card: str) -> Script[None]:
    """STR-100: to any of the player's units with a free slot, at once."""
    bearers = [unit for unit in units_of(g.state, seat) if len(unit.equipment) < SLOTS]
    discard(g.state, card)  # it lies there face-up until somebody takes it
    if not bearers:
        g.tell(f"Nobody has room for the {card_title(card)}; it is discarded.", rule="STR-100")
        full = f"each unit carries {SLOTS} cards at most"
        g.change(card_title(card), "found", "discarded", full, seat=seat, better=False)
        return
    chosen = f"unit:{bearers[0].id}"
    if len(bearers) > 1:
        data = CARDS[card.partition("#")[0]]
        chosen = yield from choose(
            seat,
            f"Who gets the {data.title}?",
            [
                Option(
                    f"unit:{unit.id}", f"The {mine(g.state, unit)}", target=f"unit-{unit.id}", note=fit(unit, data.id)
                )
                for unit in bearers
            ],
            kicker="Equipment, found by Search",
            text=data.text,
            rule="STR-100",
            public="attaches equipment",
            why=lambda value: Refused(f"Only a unit of yours with fewer than {SLOTS} equipment cards", "STR-100"),
        )
    bearer = next(unit for unit in bearers if chosen == f"unit:{unit.id}")
    g.state.discards[CARDS[card.partition("#")[0]].deck].remove(card)
    bearer.equipment.append(card)
    g.tell(f"{whose(bearer)} gets the {card_title(card)}.", rule="STR-100")
    data = CARDS[card.partition("#")[0]]
    mark(g, bearer, f"wears the {data.title}", "it is attached for good", better=True)


FITS = {"pitchfork": ("peasant", "mage", "explorer"), "longbow": ("archer",)}  # other equipment fits any class


def fit(unit: Unit, card: str) -> str:
    return "" if unit.cls in FITS.get(card, (unit.cls,)) else f"{capital(a(unit.cls))} cannot use it"
