"""Search (section 9)."""

from __future__ import annotations

from collections import Counter

from app.games.stratos.board import count, tile_under, whose
from app.games.stratos.decks import draw_exploration
from app.games.stratos.exploration import found_words, reveal
from app.games.stratos.state import State, Tile, Unit
from app.games.stratos.telling import joined, land_of, place, step, tile_name
from app.games.stratos.victory import settle
from app.kernel import Play, Script

PRINTED = {"blank": 0, "I": 1, "II": 2}
SIGN_CARDS = {"blank": "nothing", "I": "1 card", "II": "2 cards", "tri": "D4 cards"}
SIGN_WORDS = {"blank": "is blank", "I": "shows I", "II": "shows II", "tri": "shows a triangle"}


def can_search(state: State, unit: Unit) -> bool:
    """STR-089 to STR-093."""
    tile = tile_under(state, unit)
    if unit.cls != "explorer" or tile.searched or tile.kind == "S":
        return False
    return tile.kind != "L" or unit.promoted


def search(g: Play[State], unit: Unit) -> Script[None]:
    """One moment, however many cards are drawn; its title says what was found."""
    tile = tile_under(g.state, unit)
    where = place(g.state, unit.at)
    title = f"{whose(unit)} searches {land_of(g.state, unit.at)}"
    who = whose(unit)
    with step(g, "reveal", title, about=tile_name(unit.at), scene=f"Search under {where}", rule="STR-089") as made:
        tile.searched = True  # STR-092
        g.tell(f"{who} searches {where}; the underside {SIGN_WORDS[tile.sign]}.", rule="STR-089")
        found: list[str] = []
        deck = "lagoon" if tile.kind == "L" else "land"
        for _ in range(how_many(g, unit, tile)):  # STR-094
            card = draw_exploration(g, deck)
            if card is None:  # STR-098
                g.tell("There is no card left.", rule="STR-098")
                break
            found.append(found_words(card))
            made.title = f"{who} finds {joined(counted(found))}"
            yield from reveal(g, unit, card)
            settle(g)
            if unit not in g.state.units:  # STR-096
                break
        if not found:
            made.kind, made.title = "event", f"{who} finds nothing"


def how_many(g: Play[State], unit: Unit, tile: Tile) -> int:
    """The number of cards, told with what it comes from."""
    why = f"the underside {SIGN_WORDS[tile.sign]}"
    if tile.sign == "tri":
        (drawn,) = g.roll(1, 4, "The triangle asks for a die: {dice}.", rule="STR-089", owner=unit.seat)
        failed = drawn == 4 and not unit.promoted  # STR-090
        why = f"{why}, {'a 4 finds an Explorer nothing' if failed else f'{drawn} rolled'}"
        if g.scene is not None and failed:
            g.scene.fate("ignored", "finds nothing", "a 4 fails an Explorer")
        elif g.scene is not None:
            g.scene.fate("counts", f"{count(drawn, 'card')}")
        drawn = 0 if failed else drawn
    else:
        drawn = PRINTED[tile.sign]
    charts = sum(item.id.startswith("tide_chart") for item in g.state.players[unit.seat].permanents)
    if drawn and charts and tile.kind == "L":
        drawn, why = drawn + charts, f"{why}, 1 more by the Tide Chart"
    g.change("draws", "", count(drawn, "card") if drawn else "no card", why, seat=unit.seat)
    return drawn


def counted(found: list[str]) -> list[str]:
    """What everybody hears of as the same is said once: 2 one-use items."""
    times = Counter(found)
    return [one if many == 1 else count(many, one.partition(" ")[2]) for one, many in times.items()]
