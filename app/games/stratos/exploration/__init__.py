"""The Exploration cards: what happens when one is drawn, and how items are used (section 10)."""

from __future__ import annotations

from app.games.stratos.board import form, spot, units_of, whose
from app.games.stratos.components import CARDS, SLOTS
from app.games.stratos.decks import card_title
from app.games.stratos.exploration.calamities import CALAMITIES
from app.games.stratos.exploration.items import ITEMS
from app.games.stratos.exploration.traps import TRAPS
from app.games.stratos.state import Permanent, State, Unit
from app.games.stratos.victory import discard
from app.kernel import Option, Play, Refused, Script, choose

__all__ = ["CALAMITIES", "ITEMS", "TRAPS", "reveal"]


def reveal(g: Play[State], searcher: Unit, card: str) -> Script[None]:
    """STR-095: everybody sees it, except a one-use item."""
    data = CARDS[card.partition("#")[0]]
    seat = searcher.seat
    if data.type == "one_use":
        g.state.players[seat].items.append(card)  # STR-102
        g.tell(f"{{{seat}}} finds a one-use item.", rule="STR-102")
        g.tell(f"It is {data.title}.", to=[seat], later=True)
        return
    g.tell(f"{{{seat}}} finds {data.title}.", rule="STR-095")
    if data.type == "equipment":
        yield from attach(g, seat, card)
    elif data.type == "permanent":
        g.state.players[seat].permanents.append(Permanent(card))  # STR-105
    elif data.type == "trap":
        discard(g.state, card)  # STR-106
        if searcher.promoted and searcher.cls == "explorer" and data.deck == "land":
            g.tell(f"{whose(searcher)} disarms it.", rule="STR-107")
        else:
            yield from TRAPS[data.id](g, searcher)
    else:
        discard(g.state, card)  # STR-108
        yield from CALAMITIES[data.id](g, seat)


def attach(g: Play[State], seat: int, card: str) -> Script[None]:
    """STR-100: to any of the player's units with a free slot, at once."""
    bearers = [unit for unit in units_of(g.state, seat) if len(unit.equipment) < SLOTS]
    discard(g.state, card)  # it lies there face-up until somebody takes it
    if not bearers:
        g.tell(f"Nobody has room for {card_title(card)}; it is discarded.", rule="STR-100")
        return
    chosen = f"unit:{bearers[0].id}"
    if len(bearers) > 1:
        data = CARDS[card.partition("#")[0]]
        chosen = yield from choose(
            seat,
            f"Who gets {data.title}? {data.text}",
            [
                Option(f"unit:{unit.id}", f"{form(unit)} on {spot(unit.at)}", target=f"unit-{unit.id}")
                for unit in bearers
            ],
            rule="STR-100",
            public="attaches equipment",
            why=lambda value: Refused(f"Only a unit of yours with fewer than {SLOTS} equipment cards", "STR-100"),
        )
    bearer = next(unit for unit in bearers if chosen == f"unit:{unit.id}")
    g.state.discards[CARDS[card.partition("#")[0]].deck].remove(card)
    bearer.equipment.append(card)
    g.tell(f"{whose(bearer)} gets {card_title(card)}.", rule="STR-100")
