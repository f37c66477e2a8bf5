"""Setting up a match (section 2) and the maps of the scenarios (section 15)."""

from __future__ import annotations

from app.games.stratos.board import LAND, distance, squares, tile_at
from app.games.stratos.components import (
    CARDS,
    CLASSES,
    FREE_FOR_ALL,
    SCENARIOS,
    SIGN_COUNTS,
    SIGNS,
    SPELLS,
    TRIBES,
    Scenario,
)
from app.games.stratos.harvest import gain
from app.games.stratos.state import Card, Options, Player, Pool, Spell, Square, State, Tile, Unit
from app.kernel import Rng

LESSON_TARGET = 5
LESSON_SIGN = "I"
LESSON_TOP = {"land": ("golden_idol",), "mage": ("bounty", "spark")}  # the first is drawn first
LESSON_FIND, LESSON_FIND_AT = "quarry", (2, 1)
FACE_UP = {"C": "cathedral", "Q": "quarry"}
DRAWN = {"q": ("cathedral", "quarry"), "a": ("academy", "fortress")}  # STR-170
NEAR = 3  # on a random map every start has all four terrains within so many steps
TRIES = 200


def setup(seats: int, options: Options, rng: Rng) -> State:
    scenario = scenario_for(options, seats)
    supply = shuffled_tiles(rng)
    letters = random_terrain(scenario, rng) if options.random_map else [list(row) for row in scenario.map]
    grid, unused = lay_map(scenario, letters, supply, rng)
    sides = [list(side) for side in scenario.sides] or [[seat] for seat in range(seats)]
    slots = turn_order(scenario, sides, seats, rng)
    state = State(
        scenario=scenario.id,
        target=min(options.target, LESSON_TARGET) if scenario.id == "lesson" else options.target,
        bots=options.bots,
        grid=grid,
        units=[],
        players=make_players(sides, scenario),
        pools=[Pool() for _ in (sides if scenario.common_turns else range(seats))],
        sides=sides,
        slots=slots,
        decks=shuffled_decks(scenario, rng),
        discards={"land": [], "lagoon": []},
        supply=supply,
        gone=[],
        unused=unused,
        actor=slots[0][0],
        printed=options.start == "printed",
        arrival=options.quarry == "arrival",
        gem_hoards=options.gem_hoards,
    )
    if scenario.id == "lesson":
        prepare_lesson(state, scenario)
    place_starting_units(state, scenario)
    fill_purses(state, scenario)
    return state


def prepare_lesson(state: State, scenario: Scenario) -> None:
    """What is taught must not hang on luck: the first search finds a treasure, the first spells can be cast at once, and
    the nearest covered tile is the Quarry."""
    explorer = next(start for start in scenario.starts if start.cls == "explorer")
    tile, covered = tile_at(state, explorer.at), tile_at(state, LESSON_FIND_AT)
    assert tile is not None
    assert covered is not None
    laid = [other for _, other in squares(state)]
    spares = [*(other for other in laid if other.kind == tile.kind), *state.supply[tile.kind]]
    other = next(spare for spare in (tile, *spares) if spare.sign == LESSON_SIGN)
    tile.sign, other.sign = other.sign, tile.sign
    quarry = next(other for other in laid if other.special == LESSON_FIND)
    covered.special, quarry.special = quarry.special, covered.special
    for deck, titles in LESSON_TOP.items():
        for title in reversed(titles):
            card = next(card for card in state.decks[deck] if card.id.startswith(f"{title}#"))
            state.decks[deck].remove(card)
            state.decks[deck].insert(0, card)


def fill_purses(state: State, scenario: Scenario) -> None:
    """STR-020: what the book grants, and in a balanced start what we add to it."""
    for seat, goods in [*scenario.printed, *([] if state.printed else additions(state, scenario))]:
        pool = state.pools[state.players[seat].pool]
        for name, amount in goods.items():
            gain(pool, name, amount)


def additions(state: State, scenario: Scenario) -> list[tuple[int, dict[str, int]]]:
    """What a balanced start gives to seats beyond the book: for their place on the map, and for beginning later."""
    late = [(slot[0], goods) for slot, goods in zip(state.slots[1:], scenario.late, strict=False)]
    return [(seat, goods) for seat, goods in (*scenario.purses, *late) if goods]


def scenario_for(options: Options, seats: int) -> Scenario:
    return SCENARIOS[FREE_FOR_ALL[seats] if options.scenario == "ffa" else options.scenario]


def turn_order(scenario: Scenario, sides: list[list[int]], seats: int, rng: Rng) -> list[list[int]]:
    """STR-026: drawn at random where the scenario does not say that P1 begins."""
    if scenario.common_turns:
        return [list(side) for side in sides]  # STR-174
    first = 0 if scenario.p1_begins else rng.below(seats, "first player")
    return [[(first + number) % seats] for number in range(seats)]


def make_players(sides: list[list[int]], scenario: Scenario) -> list[Player]:
    side_of = {seat: number for number, side in enumerate(sides) for seat in side}
    return [
        Player(seat, TRIBES[seat], side_of[seat], side_of[seat] if scenario.common_turns else seat)  # STR-175
        for seat in sorted(side_of)
    ]


def shuffled_tiles(rng: Rng) -> dict[str, list[Tile]]:
    """STR-015: shuffled per type, undersides hidden."""
    supply: dict[str, list[Tile]] = {}
    number = 0
    for kind, counts in SIGN_COUNTS.items():
        signs = [sign for sign, count in zip(SIGNS, counts, strict=True) for _ in range(count)]
        supply[kind] = []
        for sign in rng.shuffled(signs, "tiles"):
            supply[kind].append(Tile(number, kind, sign))
            number += 1
    return supply


def random_terrain(scenario: Scenario, rng: Rng) -> list[list[str]]:
    """The land of the map dealt anew. Water, specials and the squares of starting units stay as they are."""
    starts = [start.at for start in scenario.starts]
    places = [
        (row, col)
        for row, line in enumerate(scenario.map)
        for col, letter in enumerate(line)
        if letter in LAND and (row, col) not in starts
    ]
    for _ in range(TRIES):
        letters = [list(row) for row in scenario.map]
        dealt = rng.shuffled([letters[row][col] for row, col in places], "map")
        for (row, col), letter in zip(places, dealt, strict=True):
            letters[row][col] = letter
        if all(has_all_near(letters, at) for at in starts):
            return letters
    return [list(row) for row in scenario.map]


def has_all_near(letters: list[list[str]], at: Square) -> bool:
    near = {
        letter
        for row, line in enumerate(letters)
        for col, letter in enumerate(line)
        if distance(at, (row, col)) <= NEAR
    }
    return all(kind in near for kind in LAND)


def lay_map(
    scenario: Scenario, letters: list[list[str]], supply: dict[str, list[Tile]], rng: Rng
) -> tuple[list[list[Tile | None]], list[str]]:
    """STR-015, STR-016. Returns the map and the specials that stay out."""
    piles = {"?": rng.shuffled(scenario.draw, "specials")}
    piles.update({letter: rng.shuffled(names, "specials") for letter, names in DRAWN.items()})
    number = sum(len(pile) for pile in supply.values())
    grid: list[list[Tile | None]] = []
    for line in letters:
        row: list[Tile | None] = []
        for letter in line:
            if letter == ".":
                row.append(None)
            elif letter in supply:
                row.append(supply[letter].pop(0))
            else:
                special = FACE_UP.get(letter) or piles[letter].pop(0)
                covered = letter not in FACE_UP
                group = letter if covered else ""
                row.append(Tile(number, "S", special=special, covered=covered, group=group, fresh=not covered))
                number += 1
        grid.append(row)
    return grid, piles["?"] if any("?" in line for line in scenario.map) else []


def shuffled_decks(scenario: Scenario, rng: Rng) -> dict[str, list[Card]]:
    """STR-017: removed cards leave before the shuffle."""
    decks: dict[str, list[str]] = {"mage": [], "sorcerer": [], "land": [], "lagoon": []}
    for spell in SPELLS.values():
        decks[spell.kind] += [f"{spell.id}#{copy + 1}" for copy in range(spell.copies)]
    for card in CARDS.values():
        decks[card.deck] += [f"{card.id}#{copy + 1}" for copy in range(card.copies)]
    return {
        name: [
            Card(card)
            for card in rng.shuffled([c for c in cards if c.partition("#")[0] not in scenario.removed], "deck")
        ]
        for name, cards in decks.items()
    }


def place_starting_units(state: State, scenario: Scenario) -> None:
    """STR-018, STR-019: full Health and Spirit; Mages draw their first spells."""
    for start in scenario.starts:
        kind = CLASSES[start.cls]
        health = kind.health + (kind.bonus if start.promoted else 0)
        spirit = kind.spirit + (kind.spirit_bonus if start.promoted else 0)
        state.units.append(Unit(state.next_unit, start.seat, start.cls, start.at, health, spirit, start.promoted))
        state.next_unit += 1
        if start.cls == "mage":
            deal_spell(state, start.seat, "mage")
            if start.promoted:
                deal_spell(state, start.seat, "sorcerer")


def deal_spell(state: State, seat: int, kind: str) -> None:
    held = [spell.title for spell in state.players[seat].spells]
    deck = state.decks[kind]
    place = next(index for index, card in enumerate(deck) if card.id.partition("#")[0] not in held)
    state.players[seat].spells.append(Spell(deck.pop(place).id, kind))
