"""What seats know, worlds they cannot tell apart, and what is never broken (section 17)."""

from __future__ import annotations

from collections.abc import Hashable

from app.games.stratos.board import max_health, max_spirit, may_stand, squares, tile_at, units_of
from app.games.stratos.components import CARDS, MOST_UNITS, SCENARIOS, SIGN_COUNTS, SLOTS, SPELLS
from app.games.stratos.scoring import set_goals, sources
from app.games.stratos.state import Card, Spell, State, Tile
from app.kernel import Rng

TRIES = 20


def every_tile(state: State) -> list[Tile]:
    return [*(tile for _, tile in squares(state)), *(t for pile in state.supply.values() for t in pile), *state.gone]


def shown(spell: Spell) -> bool:
    return spell.up or spell.named


def known(state: State, seat: int | None) -> frozenset[Hashable]:
    """STR-189 to STR-199."""
    facts: list[Hashable] = []
    if state.result is not None:
        facts.append("all")
    for _, tile in squares(state):
        if tile.kind == "S":
            if not tile.covered:
                facts.append(("special", tile.id))
        elif tile.searched or seat in tile.seen:
            facts.append(("sign", tile.id))
    for player in state.players:
        mine = player.seat == seat
        facts.extend(("card", spell.id) for spell in player.spells if mine or shown(spell))
        facts.extend(("card", card) for card in player.used)
        if mine:
            facts.extend(("card", card) for card in player.items)
    for name in ("land", "lagoon"):
        facts.extend(("card", card.id) for card in state.decks[name] if seat in card.seen)
    return frozenset(facts)


# Other worlds ---------------------------------------------------------------------------------------------------


def resample(state: State, seat: int | None, rng: Rng) -> State:
    """A state that this seat cannot tell from the real one."""
    return deal_anew(state, frozenset() if seat is None else frozenset({seat}), rng)


def reshuffle(state: State, rng: Rng) -> State:
    """A state that nobody can tell from the real one."""
    return deal_anew(state, frozenset(player.seat for player in state.players), rng)


def deal_anew(state: State, eyes: frozenset[int], rng: Rng) -> State:
    """What none of these seats has seen, by other chance. Hidden things are put in order before they are dealt: what comes
    out hangs on what the seats know and on chance, never on how things really lie, so a bot that imagines is as blind as
    its player."""
    if state.result is not None:  # STR-199: nothing is hidden any more
        return state
    deal_signs(state, eyes, rng)
    deal_specials(state, rng)
    for deck in ("land", "lagoon"):
        deal_exploration(state, eyes, deck, rng)
    for deck in ("mage", "sorcerer"):
        deal_spells(state, eyes, deck, rng)
    return state


def deal_signs(state: State, eyes: frozenset[int], rng: Rng) -> None:
    for kind in SIGN_COUNTS:
        hidden = [t for t in every_tile(state) if t.kind == kind and not t.searched and not eyes & {*t.seen}]
        signs = rng.shuffled(sorted(tile.sign for tile in hidden), "imagined")
        for tile, sign in zip(hidden, signs, strict=True):
            tile.sign = sign


def deal_specials(state: State, rng: Rng) -> None:
    for group in ("?", "q", "a"):
        hidden = [tile for _, tile in squares(state) if tile.covered and tile.group == group]
        out = state.unused if group == "?" else []
        names = rng.shuffled(sorted([*(tile.special for tile in hidden), *out]), "imagined")
        for tile in hidden:
            tile.special = names.pop()
        if group == "?":
            state.unused = names


def deal_exploration(state: State, eyes: frozenset[int], deck: str, rng: Rng) -> None:
    """Other players' items stay one-use items; what these seats saw in the deck stays where it is."""
    places = [card for card in state.decks[deck] if not eyes & {*card.seen}]
    hands = [player.items for player in state.players if player.seat not in eyes]
    slots = [(hand, n) for hand in hands for n, card in enumerate(hand) if deck_of(card) == deck]
    hidden = sorted([*(card.id for card in places), *(hand[n] for hand, n in slots)])
    pool = rng.shuffled(hidden, "imagined")
    for hand, n in slots:
        hand[n] = next(card for card in pool if CARDS[card.partition("#")[0]].type == "one_use")
        pool.remove(hand[n])
    for place, card in zip(places, pool, strict=True):
        place.id = card


def deck_of(card: str) -> str:
    return CARDS[card.partition("#")[0]].deck


def deal_spells(state: State, eyes: frozenset[int], kind: str, rng: Rng) -> None:
    """STR-085 holds in imagined worlds, too: nobody has a title twice."""
    hidden = [
        (player.seat, spell)
        for player in state.players
        if player.seat not in eyes
        for spell in player.spells
        if spell.kind == kind and not shown(spell)
    ]
    unseen = sorted([*(card.id for card in state.decks[kind]), *(spell.id for _, spell in hidden)])
    for _ in range(TRIES):
        pool = rng.shuffled(unseen, "imagined")
        held = [[spell.title for spell in player.spells if shown(spell)] for player in state.players]
        dealt: list[str] = []
        for owner, _ in hidden:
            card = next((card for card in pool if card.partition("#")[0] not in held[owner]), None)
            if card is None:
                break
            pool.remove(card)
            dealt.append(card)
            held[owner].append(card.partition("#")[0])
        if len(dealt) == len(hidden):
            for (_, spell), card in zip(hidden, dealt, strict=True):
                spell.id = card
            state.decks[kind] = [Card(card) for card in pool]
            return


# What is never broken -------------------------------------------------------------------------------------------


def check(state: State) -> None:
    check_units(state)
    check_cards(state)
    for pool in state.pools:
        assert min(pool.corn, pool.nickel, pool.spice, pool.oak, pool.gems) >= 0, "nobody owes resources"
    tiles = every_tile(state)
    assert len({tile.id for tile in tiles}) == len(tiles), "every tile is in one place"
    for kind, counts in SIGN_COUNTS.items():
        assert sum(tile.kind == kind for tile in tiles) == sum(counts), "no tile is lost"
    before = [sources(state, player.seat) for player in state.players]
    set_goals(state)
    assert [sources(state, player.seat) for player in state.players] == before, "the goals are up to date"
    assert state.players[state.actor].side < len(state.sides)


def check_units(state: State) -> None:
    assert len({unit.at for unit in state.units}) == len(state.units), "one unit to a tile"
    for unit in state.units:
        assert may_stand(unit.cls, tile_at(state, unit.at)), "units stand where they may"
        assert 0 < unit.health <= max_health(unit)
        assert 0 <= unit.spirit <= max_spirit(unit)
        assert len(unit.equipment) <= SLOTS
    for player in state.players:
        mine = units_of(state, player.seat)
        assert len(mine) <= MOST_UNITS
        assert not (player.eliminated and mine)
        titles = [spell.title for spell in player.spells]
        assert len(set(titles)) == len(titles), "no title twice"
        if not any(unit.cls == "mage" for unit in mine):
            assert all(spell.lost for spell in player.spells), "no Mage, no book"


def check_cards(state: State) -> None:
    removed = SCENARIOS[state.scenario].removed
    totals = dict.fromkeys(state.decks, 0)
    for spell_data in SPELLS.values():
        totals[spell_data.kind] += 0 if spell_data.id in removed else spell_data.copies
    for card_data in CARDS.values():
        totals[card_data.deck] += 0 if card_data.id in removed else card_data.copies
    for name, total in totals.items():
        cards = [card.id for card in state.decks[name]] + list(state.discards.get(name, []))
        for player in state.players:
            cards += [spell.id for spell in player.spells if spell.kind == name]
            kept = [*player.items, *player.used, *(item.id for item in player.permanents)]
            cards += [card for card in kept if deck_of(card) == name]
        cards += [card for unit in state.units for card in unit.equipment if deck_of(card) == name]
        assert len(cards) == len(set(cards)) == total, f"every card of the {name} deck is in one place"
