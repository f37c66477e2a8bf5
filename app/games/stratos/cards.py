"""What is this? A card for everything that Stratos draws, built for one seat from its view alone (STR-189 to STR-199)."""

from __future__ import annotations

from collections.abc import Callable

from app.games.stratos import components as box
from app.games.stratos.actions import shelter
from app.games.stratos.board import a, count, defending, goods, unit_by_id, whole
from app.games.stratos.buying import hoard_ways, price_words
from app.games.stratos.combat import reductions
from app.games.stratos.dock import DECKS, POINTS, CardView, SpellView
from app.games.stratos.reasons import closed_actions, closed_purchases, unhoarded
from app.games.stratos.scoring import GOAL_WORTH, sources
from app.games.stratos.search import SIGN_CARDS
from app.games.stratos.state import Square, State, Unit
from app.games.stratos.telling import capital, joined, place, tile_name, unit_name
from app.games.stratos.turn import OCCUPY, seats_on_turn
from app.games.stratos.views import TERRAIN_ART, Private, Public, TileView, UnitView, private, public
from app.kernel import Card, Fact, Gauge

YIELDS = {art: box.YIELDS[kind] for kind, art in TERRAIN_ART.items() if kind in box.YIELDS}
DISCOVER = {
    "academy": "The first unit to land is promoted free.",
    "fortress": "The first unit to land defends for the rest of the match.",
    "cathedral": "The first unit to land is immune to spells for the rest of the match.",
    "quarry": "The first unit to land finds 2 Gems for its player.",
}
SPECIAL_RULES = {"academy": "STR-134", "fortress": "STR-136", "cathedral": "STR-138", "quarry": "STR-140"}
POINT_RULES = {
    "hoard": "STR-129",
    "defeats": "STR-071",
    "spells": "STR-076",
    "treasures": "STR-109",
    "promote": "STR-146",
    "occupy": "STR-147",
}
POINT_TEXT = {
    "hoard": "Each Hoard Token is worth 1 Prosperity and is never lost.",
    "defeats": "Each Defeat Token is worth 1 Prosperity and is never lost.",
    "spells": "Each spell that lies face-up in your book is worth 1 Prosperity, as long as you have a Mage.",
    "treasures": "Equipment, permanent items and used one-use items are worth 1 Prosperity each while you have them.",
    "promote": f"Worth {GOAL_WORTH} Prosperity, exactly while five promoted units of yours are on the board.",
    "occupy": f"Worth {GOAL_WORTH} Prosperity, exactly while your units stand on three special tiles.",
}
POINT_USE = {
    "hoard": "In the Buy Phase, return 1 Corn, 1 Nickel, 1 Spice and 1 Oak.",
    "defeats": "Bring an enemy unit to 0 Health by Attack, Shoot, a spell or a used item.",
    "spells": "Cast a face-down spell so that it changes something.",
    "treasures": "Search with Explorers, and use the one-use items that they find.",
    "promote": "Hire five units and promote each for its price again; the Academy helps.",
    "occupy": "Stand on three special tiles at once; standing there is enough.",
}
RESOURCE_TEXT = {
    "corn": "Grown on prairies.",
    "nickel": "Dug in mountains.",
    "spice": "Gathered in deserts.",
    "oak": "Cut in forests.",
    "gems": "Found in the Quarry and in lagoons. A Gem pays for any one main resource.",
}
SIGNS = {"blank": "blank", "I": "I", "II": "II", "tri": "a triangle"}


class Desk:
    """What one seat sees, to answer from. The state is used for units, tiles' kinds and one's own things only."""

    def __init__(self, state: State, seat: int | None) -> None:
        self.state = state
        self.seat = seat
        self.public: Public = public(state)
        self.private: Private | None = None if seat is None else private(state, seat)


def explain(state: State, seat: int | None, name: str) -> Card | None:
    kind, _, rest = name.partition("-")
    make = MAKERS.get(kind)
    return make(Desk(state, seat), rest) if make is not None else None


# Units ---------------------------------------------------------------------------------------------------------------


def unit_card(desk: Desk, rest: str) -> Card | None:
    unit = unit_by_id(desk.state, whole(rest) or 0)
    if unit is None:
        return None
    view = next(seen for seen in desk.public.units if seen.id == unit.id)
    kind = box.CLASSES[unit.cls]
    also = f" {kind.promoted_summary}" if unit.promoted else ""
    return Card(
        kind=f"{'Promoted unit' if unit.promoted else 'Unit'} of {{{unit.seat}}}, on {place(desk.state, unit.at)}",
        title=view.title,
        text=f"{kind.summary}{also} Like every unit it may Travel, Harvest and Defend.",
        does=when_next(desk.state, unit),
        use="" if unit.promoted else f"Promoted for {price_words(kind.cost)} it becomes {a(kind.promoted)}.",
        gauge=Gauge(unit.health, 0, view.max_health, "defeated", "unhurt"),
        facts=tuple(unit_facts(unit, view)),
        closed=tuple(closed_actions(desk.state, unit)) if acts_now(desk, unit) else (),
        places=(unit_name(unit), tile_name(unit.at)),
        rule="STR-022",
        seat=unit.seat,
    )


def acts_now(desk: Desk, unit: Unit) -> bool:
    """Whether this seat decides about it now: then what it cannot do is said, too."""
    state = desk.state
    return state.result is None and state.phase == "action" and state.actor == unit.seat == desk.seat


def when_next(state: State, unit: Unit) -> str:
    if state.result is not None:
        return "The match is over."
    if unit.net:
        return "Netted: it takes no actions until the net comes off at the end of its owner's turn."
    if state.phase == "action" and unit.seat in seats_on_turn(state):
        taken = [capital(action.lstrip("+")) for action in unit.actions]
        done = f" It has taken {joined(taken)}." if taken else ""
        return f"It acts in this turn: two different actions, only Travel may be taken twice.{done}"
    return f"It acts in the next turn of {{{unit.seat}}}: two different actions."


def unit_facts(unit: Unit, view: UnitView) -> list[Fact]:
    facts = []
    if view.actions is not None:
        facts.append(Fact("Actions", f"{view.actions} left"))
    if view.max_spirit:
        facts.append(Fact("Spirit", f"{view.spirit} of {view.max_spirit}", "pays for spells; 1 comes back each turn"))
    for strike in view.strikes:
        reach = f"range {strike.low}" if strike.low == strike.high else f"range {strike.low} to {strike.high}"
        miss = f", misses on {strike.miss}" if strike.miss else ", never misses"
        facts.append(Fact(strike.title, f"D{strike.die}", f"{reach}{miss}"))
    if defending(unit):
        until = "lasting" if view.lasting else "until its owner's next turn"
        facts.append(Fact("Defends", until, shelter(unit), better=True))
    for damage in ("physical", "magical"):
        off = reductions(unit, damage)
        if off:
            facts.append(
                Fact(f"{capital(damage)} damage", f"{sum(n for n, _ in off)} less", joined(by for _, by in off))
            )
    if unit.occupies:
        facts.append(Fact("Occupies", f"the {box.SPECIAL_NAMES[unit.occupies]}", OCCUPY[unit.occupies], better=True))
    for marker in view.markers:
        word, _, meaning = marker.title.partition(":")
        facts.append(Fact(capital(word), meaning.strip() or "yes", MARKER_ENDS[marker.id], better=marker.id in GOOD))
    for worn in view.equipment:
        facts.append(Fact(worn.title, "works" if worn.works else "idle", worn.text, better=worn.works))
    return facts


GOOD = ("ward", "immune", "extra")
MARKER_ENDS = {
    "net": "until the end of a turn of its owner",
    "snare": "until the end of its owner's turn",
    "ward": "until its owner's next turn",
    "wither": "until its owner's next turn",
    "immune": "by the Cathedral",
    "extra": "in this turn only",
}


# Tiles ---------------------------------------------------------------------------------------------------------------


def tile_card(desk: Desk, rest: str) -> Card | None:
    view = next((tile for tile in desk.public.tiles if tile.id == rest), None)
    if view is None:
        return None
    at: Square = (view.row, view.col)
    here = next((unit for unit in desk.state.units if unit.at == at), None)
    facts = tile_facts(desk, view)
    if here is not None:
        facts.insert(0, Fact("On it", f"the {box_title(here)} of {{{here.seat}}}", seat=here.seat))
    return Card(
        kind=f"{'Special tile' if view.special else 'Tile'} at {view.spot}",
        title=view.title,
        text=tile_text(view),
        does=OCCUPY_SENTENCE.get(view.terrain, ""),
        use=tile_use(view),
        facts=tuple(facts),
        places=(tile_name(at),),
        rule=SPECIAL_RULES.get(view.terrain, "STR-131" if view.special else "STR-046"),
    )


OCCUPY_SENTENCE = {name: f"While a unit that began its turn here stays: {bonus}." for name, bonus in OCCUPY.items()}


def box_title(unit: Unit) -> str:
    kind = box.CLASSES[unit.cls]
    return kind.promoted if unit.promoted else kind.name


def tile_text(view: TileView) -> str:
    if view.terrain == "covered":
        which = f" It is {view.about}." if view.about else ""
        return f"Nobody knows yet what lies here.{which} The first unit to land turns it over and gets its bonus."
    if view.special:
        first = DISCOVER[view.terrain] + ("" if view.fresh else " Somebody has been the first already.")
        return f"{first} Three special tiles held at once are worth {GOAL_WORTH} Prosperity."
    if view.terrain == "lagoon":
        return "Water: only Explorers enter it, and it yields nothing."
    return f"Land. Harvest gives 1 {box.RESOURCE_NAMES[YIELDS[view.terrain]]}, every turn, and never runs dry."


def tile_use(view: TileView) -> str:
    if view.special:
        return "Special tiles cannot be searched or harvested."
    if view.searched:
        return "It was searched; a tile is searched once a match."
    who = "A Swashbuckler" if view.terrain == "lagoon" else "An Explorer"
    return f"{who} standing here can Search it, once a match: the underside says how many cards are drawn."


def tile_facts(desk: Desk, view: TileView) -> list[Fact]:
    facts = []
    look = next((look for look in desk.private.looks if look.id == view.id), None) if desk.private else None
    if view.sign:
        facts.append(Fact("Underside", SIGNS[view.sign], f"a Search draws {SIGN_CARDS[view.sign]}"))
    elif look is not None:
        facts.append(Fact("Underside", SIGNS[look.sign], f"a Search draws {SIGN_CARDS[look.sign]}; only you know this"))
    elif not view.special:
        facts.append(Fact("Underside", "unknown", "blank, I, II or a triangle"))
    if view.looked:
        facts.append(Fact("Looked at", joined(f"{{{seat}}}" for seat in view.looked), "they know the underside"))
    if view.goal:
        facts.append(Fact("In this scenario", view.goal))
    return facts


# Cards ---------------------------------------------------------------------------------------------------------------


def spell_card(desk: Desk, rest: str) -> Card | None:
    """One's own spells only: what lies in other books is told on their tribe's card, as far as it is known."""
    held_by_me = desk.private.dock.hand.spells if desk.private else ()
    spell = next((spell for spell in held_by_me if spell.id == rest), None)
    if spell is None or desk.seat is None:
        return None
    return Card(
        kind=f"Your {spell.kind.capitalize()} Spell, {spell_state(spell)}",
        title=spell.title,
        text=spell.text,
        does="" if spell.up else "Worth 1 Prosperity from its first cast that changes something.",
        use=f"You choose: {spell.choice}",
        facts=(
            Fact("Price", f"{spell.spirit} Spirit", "paid by the Mage who casts it"),
            Fact("Cast by", "a Sorcerer" if spell.kind == "sorcerer" else "any Mage"),
            Fact(
                "Prosperity", "1" if spell.up and not spell.lost else "0", spell_worth(spell), better=spell.up or None
            ),
        ),
        closed=tuple(spell_closed(desk, spell)),
        rule="STR-075",
        seat=desk.seat,
    )


def spell_state(spell: SpellView) -> str:
    if spell.lost:
        return "in the lost book"
    return (
        "face-up" if spell.up else "face-down, its title known to all" if spell.named else "face-down, only you know it"
    )


def spell_worth(spell: SpellView) -> str:
    if spell.lost:
        return "lost with your last Mage; a new one can recover the book"
    return "it lies face-up" if spell.up else "it was not yet cast with effect"


def spell_closed(desk: Desk, spell: SpellView) -> list[Fact]:
    mages = [unit for unit in desk.state.units if unit.seat == desk.seat and unit.cls == "mage"]
    if not mages:
        return [Fact("Cast it", "", "You have no Mage on the board")]
    if desk.state.phase != "action" or desk.state.actor != desk.seat:
        return [Fact("Cast it", "", "Spells are cast in your own Action Phase")]
    return [
        Fact(f"{fact.what} with the {box_title(unit)} on {place(desk.state, unit.at)}", "", fact.why)
        for unit in mages
        for fact in closed_actions(desk.state, unit)
        if fact.what in (f"Cast {spell.title}", "Cast")
    ]


def item_card(desk: Desk, rest: str) -> Card | None:
    """One's own items; what others have used or keep open lies on their tribe's card."""
    if desk.private is None:
        return None
    hand = desk.private.dock.hand
    item = next((card for card in hand.items if card.id == rest), None)
    if item is not None:
        return Card(
            kind="Your one-use item, face-down, only you know it",
            title=item.title,
            text=item.text,
            does="Worth 1 Prosperity once it was used.",
            use="One of your Explorers uses it as an action; ranges count from there.",
            closed=tuple(item_closed(desk, item)),
            rule="STR-103",
            seat=desk.seat,
        )
    kept = next((card for card in hand.permanents if card.id == rest), None)
    if kept is None:
        return None
    return Card(
        kind="Your permanent item",
        title=kept.title,
        text=kept.text,
        use="It costs no action and works in every one of your turns.",
        facts=(Fact("Prosperity", "1", "a treasure"), Fact("This turn", kept.note or "not used")),
        rule="STR-105",
        seat=desk.seat,
    )


def item_closed(desk: Desk, item: CardView) -> list[Fact]:
    explorers = [unit for unit in desk.state.units if unit.seat == desk.seat and unit.cls == "explorer"]
    if not explorers:
        return [Fact("Use it", "", "You have no Explorer on the board")]
    if desk.state.phase != "action" or desk.state.actor != desk.seat:
        return [Fact("Use it", "", "Items are used in your own Action Phase")]
    return [
        Fact(f"{fact.what} with the {box_title(unit)} on {place(desk.state, unit.at)}", "", fact.why)
        for unit in explorers
        for fact in closed_actions(desk.state, unit)
        if fact.what in (f"Use {item.title}", "Use")
    ]


def deck_card(desk: Desk, rest: str) -> Card | None:
    if rest not in DECKS:
        return None
    pile = next(pile for pile in desk.public.piles.decks if pile.title == DECKS[rest])
    spells = rest in box.LEARN_COST
    text = (
        f"{rest.capitalize()} Spells are drawn unseen and kept face-down until they are cast."
        if spells
        else "Searches draw from it: equipment, items, traps and calamities. Discards are open to all."
    )
    facts = [Fact("Cards left", str(pile.size))]
    if pile.discards:
        facts.append(Fact("Discarded", str(len(pile.discards)), joined(pile.discards)))
    if spells:
        facts.append(Fact("Price", price_words(box.LEARN_COST[rest]), "to learn one in the Buy Phase"))
    for peek in desk.private.dock.peeks if desk.private else ():
        if peek.deck == DECKS[rest]:
            facts.append(Fact(capital(peek.place), peek.title, f"{peek.text} Only you know this."))
    return Card(kind="Deck", title=DECKS[rest], text=text, facts=tuple(facts), rule="STR-126" if spells else "STR-099")


# Players, resources, points ------------------------------------------------------------------------------------------


def tribe_card(desk: Desk, rest: str) -> Card | None:
    tribe = next((tribe for tribe in desk.public.tribes if str(tribe.id) == rest), None)
    if tribe is None:
        return None
    facts = [Fact(p.title, str(p.points), p.why, better=True if p.points else None) for p in tribe.points]
    purse = [(name, getattr(tribe.purse, name)) for name in box.KINDS]
    facts.append(
        Fact("Stores", joined(goods(name, n) for name, n in purse if n) or "empty", shared_words(tribe.shared))
    )
    book = [
        f"{spell.title}{' (lost)' if spell.lost else '' if spell.up else ' (not cast yet)'}" for spell in tribe.spells
    ]
    book += [f"{n} {kind.capitalize()} face-down" for kind, n in tribe.face_down.items()]
    book += [f"{n} {kind.capitalize()} in the lost book" for kind, n in tribe.lost.items()]
    if book:
        facts.append(Fact("Spellbook", count(len(book), "entry").replace("entrys", "entries"), joined(book)))
    things = [*tribe.permanents, *tribe.used]
    if things:
        facts.append(Fact("Treasures", str(len(things)), joined(card.title for card in things)))
    if tribe.items:
        shown = joined(card.title for card in tribe.shown_items) or "face-down"
        facts.append(Fact("One-use items", str(tribe.items), shown))
    allies = [seat for seat in tribe.side if seat != tribe.id]
    return Card(
        kind=f"Tribe, played by {{{tribe.id}}}" + (", out of the match" if tribe.eliminated else ""),
        title=tribe.tribe,
        text=f"To win: {tribe.goal}."
        + (f" Together with {joined(f'{{{seat}}}' for seat in allies)}." if allies else ""),
        does="It is their turn." if tribe.on_turn else "",
        gauge=Gauge(min(tribe.total, desk.state.target), 0, desk.state.target, "Prosperity", "wins"),
        facts=tuple(facts),
        places=tuple(unit_name(unit) for unit in desk.state.units if unit.seat == tribe.id),
        rule="STR-143",
        seat=tribe.id,
    )


def shared_words(shared: bool) -> str:
    return "shared by the whole side" if shared else ""


def resource_card(desk: Desk, rest: str) -> Card | None:
    if rest not in box.RESOURCE_NAMES:
        return None
    facts = [
        Fact(f"{{{tribe.id}}}", str(getattr(tribe.purse, rest)), shared_words(tribe.shared), seat=tribe.id)
        for tribe in desk.public.tribes
        if not tribe.eliminated
    ]
    wanted = [kind.name for kind in box.CLASSES.values() if rest in kind.cost]
    use = f"Pays for {joined(a(name) for name in wanted)}, and for their promotion." if wanted else "Pays for anything."
    lands = [tile_name((tile.row, tile.col)) for tile in desk.public.tiles if YIELDS.get(tile.terrain) == rest]
    main = rest in box.RESOURCES
    return Card(
        kind="Main resource" if main else "Resource",
        title=box.RESOURCE_NAMES[rest],
        text=f"{RESOURCE_TEXT[rest]}{' One of each can be hoarded for 1 Prosperity.' if main else ''}",
        use=use,
        facts=tuple(facts),
        closed=tuple(buying_closed(desk)),
        places=tuple(lands),
        rule="STR-012",
    )


def buying_closed(desk: Desk) -> list[Fact]:
    state = desk.state
    if desk.seat is None or state.phase != "buy" or desk.seat not in seats_on_turn(state) or state.result is not None:
        return []
    return closed_purchases(state, desk.seat)


def point_card(desk: Desk, rest: str) -> Card | None:
    if rest not in POINTS:
        return None
    facts = [
        Fact(f"{{{player.seat}}}", str(sources(desk.state, player.seat)[rest]), seat=player.seat)
        for player in desk.state.players
    ]
    mine = next((hint.why for hint in desk.private.dock.next if hint.id == rest), "") if desk.private else ""
    return Card(
        kind="A way to Prosperity",
        title=POINTS[rest][0],
        text=POINT_TEXT[rest],
        does=f"{capital(mine)}." if mine else "",
        use=POINT_USE[rest],
        facts=tuple(facts),
        closed=tuple(point_closed(desk, rest)),
        places=tuple(point_places(desk, rest)),
        rule=POINT_RULES[rest],
    )


def point_closed(desk: Desk, rest: str) -> list[Fact]:
    if rest != "hoard" or desk.seat is None:
        return []
    if hoard_ways(desk.state, desk.seat):
        return []
    return [Fact("Hoard", "", f"You have {unhoarded(desk.state, desk.seat)}")]


def point_places(desk: Desk, rest: str) -> list[str]:
    if rest != "occupy":
        return []
    return [tile_name((tile.row, tile.col)) for tile in desk.public.tiles if tile.special]


MAKERS: dict[str, Callable[[Desk, str], Card | None]] = {
    "unit": unit_card,
    "tile": tile_card,
    "spell": spell_card,
    "item": item_card,
    "deck": deck_card,
    "tribe": tribe_card,
    "resource": resource_card,
    "point": point_card,
}
