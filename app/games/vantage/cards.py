"""Cards: gaining and placing, reserve and supply, boost, losing (sections 11, 13 and 14 of the rules)."""

from __future__ import annotations

from app.games.vantage.core import Game, pick_card, run
from app.games.vantage.facts import Source, adjacent, cell_of
from app.games.vantage.state import Gain, Held, State
from app.games.vantage.telling import apart, joined, note
from app.games.vantage.words import card_words, kind_of
from app.games.vantage.world import SUPPLY, Card
from app.kernel import Option, Script, choose, choosing, window

CELLS = (
    "top left",
    "top middle",
    "top right",
    "middle left",
    "middle",
    "middle right",
    "bottom left",
    "bottom middle",
    "bottom right",
)


# Boost -----------------------------------------------------------------------------------------------------------


def add_boost(state: State, held: Held, amount: int) -> int:
    """Up to the capacity; the rest is not gained (VAN-175)."""
    room = state.world.card(held.id).capacity - held.boost
    gained = max(0, min(amount, room))
    held.boost += gained
    return gained


def boost_bearer(state: State, source: Source, seat: int, onto: object = None) -> Held | None:
    """Where boost goes or comes from: the character for places, departs, missions, destinies; else this card."""
    if isinstance(onto, int):
        found = state.find(onto)
        return found[2] if found else None
    if (source.kind == "card" or onto == "this") and source.card is not None and onto != "character":
        found = state.find(source.card)  # VAN-173
        if found and found[0] == seat and found[1] == "grid":
            return found[2]
        if onto == "this":
            return None
    return state.character(seat) if state.me(seat).grid[4] is not None else None  # VAN-172, VAN-174


# Leaving ---------------------------------------------------------------------------------------------------------


def clear(state: State, held: Held, keep_boost: bool = False) -> None:
    """Dice are refreshed, boost returns to the supply (VAN-186)."""
    state.pool += sum(face != "" for face in held.dice)
    held.dice = [""] * len(held.dice)
    if not keep_boost:
        held.boost = 0


def remove(state: State, card: int) -> Held | None:
    """Take a card from wherever somebody has it; it is back in the store."""
    for who in state.seats:
        for index, held in enumerate(who.grid):
            if held is not None and held.id == card:
                who.grid[index] = None
                clear(state, held)
                return held
        for pile in (who.reserve, who.supply):
            for held in pile:
                if held.id == card:
                    pile.remove(held)
                    clear(state, held)
                    return held
    return None


def lose(g: Game, card: int, why: str = "loses") -> Script[None]:
    found = g.state.find(card)
    if found is None or card == g.state.me(found[0]).character:  # VAN-188
        return
    seat = found[0]
    remove(g.state, card)
    g.tell(f"{{{seat}}} {why} {g.state.world.card(card).name}.", rule="VAN-186")
    yield from run(g, Source(seat, "card", card), g.state.world.card(card).hooks.get("lost", []))
    yield from check_reserve(g, seat)


def capacity(state: State, seat: int) -> int:
    """The sum of the reserve icons in the grid (VAN-190)."""
    collection = f"duel_set#{seat}" in state.flags  # takes one place in total (VAN-C54)
    return max(0, sum(state.world.card(held.id).reserve for held in state.in_grid(seat)) - collection)


def check_reserve(g: Game, seat: int) -> Script[None]:
    """Beyond capacity a reserved card of the owner's choice is lost, also when capacity drops (VAN-192)."""
    who = g.state.me(seat)
    while len(who.reserve) > capacity(g.state, seat):
        card = yield from pick_card(
            g, seat, "Your reserve is too full: lose a card", lambda: [h.id for h in who.reserve], rule="VAN-192"
        )
        if card is None:
            return
        yield from lose(g, card)


def reserve(state: State, seat: int, card: int) -> bool:
    """From the grid into the reserve; the caller checks the capacity afterwards."""
    where = cell_of(state, seat, card)
    who = state.me(seat)
    if where is None or where == 4 or state.world.card(card).kind == "curse":
        return False
    held = who.grid[where]
    assert held is not None
    clear(state, held, keep_boost=state.options.reserve_keeps_boost)  # VAN-195
    who.grid[where] = None
    who.reserve.append(held)
    return True


# Gaining ---------------------------------------------------------------------------------------------------------


def fresh_card(card: Card) -> Held:
    return Held(card.id, dice=[""] * len(card.slots), bound=card.bound)


def settle_gains(g: Game) -> Script[None]:
    """Cards gained by an action are looked at when it is complete (VAN-042)."""
    while g.state.gains:
        gain = g.state.gains.pop(0)
        yield from receive(g, gain)


def receive(g: Game, gain: Gain) -> Script[None]:
    state, seat, card = g.state, gain.seat, g.state.world.card(gain.card)
    if card.id in state.gone:
        return
    if card.kind == "objective" and card.of not in (who := state.me(seat).character, state.world.card(who).of):
        g.tell(f"{card.name} is somebody else's.", rule="VAN-C51")
        return
    found = state.find(card.id)
    if found and found[0] == seat:
        bearer = found[2] if found[1] == "grid" else state.character(seat)  # VAN-154, VAN-155
        add_boost(state, bearer, 1)
        g.tell(f"{{{seat}}} has {card.name} already: 1 boost.", rule="VAN-154")
        return
    if found:
        yield from settle_rivals(g, seat, found[0], card)
        return
    state.readings += 1
    g.tell(f"{{{seat}}} finds {card.name}.", rule="VAN-158")
    if not card.vertical:
        into_supply(g, seat, card)
    elif card.kind == "alternate":
        yield from change_character(g, seat, card)
    else:
        yield from place(g, seat, card, must=gain.must or card.kind == "curse")


def settle_rivals(g: Game, seat: int, owner: int, card: Card) -> Script[None]:
    """The two decide who shall have it; without agreement it stays (VAN-156, VAN-157)."""
    answers = yield from window(
        [
            choosing(
                one,
                f"{{{seat}}} would gain {card.name}, which {{{owner}}} has.",
                [Option("stay", "It stays"), Option("move", f"{{{seat}}} shall have it")],
                rule="VAN-156",
                public="decides about a card",
            )
            for one in sorted((seat, owner))
        ]
    )
    movable = card.id != g.state.me(owner).character
    if movable and all(values == ("move",) for values in answers.values()):
        remove(g.state, card.id)
        yield from check_reserve(g, owner)
        if card.vertical:
            yield from place(g, seat, card, must=True)
        else:
            into_supply(g, seat, card)
    else:
        add_boost(g.state, g.state.character(seat), 1)
    note(g, f"who shall have {card.name}")


def into_supply(g: Game, seat: int, card: Card) -> None:
    """There is always room in a supply, so it is taken (VAN-158, VAN-196)."""
    with apart(
        g,
        "gain",
        f"{{{seat}}} takes on {card.name}",
        text=card.text,
        scene=kind_of(card),
        rule="VAN-196",
        why="taken on",
    ):
        g.state.me(seat).supply.append(fresh_card(card))
        g.state.me(seat).cards_gained += 1
        g.tell(f"{{{seat}}} takes {card.name}.", rule="VAN-196")


def open_cells(state: State, seat: int) -> list[int]:
    return [index for index, held in enumerate(state.me(seat).grid) if held is None]


def place(g: Game, seat: int, card: Card, *, must: bool = False, placed: bool = True) -> Script[None]:
    """Into an open cell of the gainer's choice, which it cannot be kept from; with a full grid something is reserved, or
    the card is declined unless it is a curse (VAN-158, VAN-181, VAN-191)."""
    state = g.state
    held = fresh_card(card)

    def options() -> list[Option]:
        cells = [
            Option(
                f"cell:{index}",
                CELLS[index].capitalize(),
                target=f"cell-{seat}-{index}",
                note=beside(state, seat, index),
            )
            for index in open_cells(state, seat)
        ]
        if cells:
            return cells
        instead = _instead(state, seat, card)
        return instead if must and instead else [*instead, Option("decline", "Decline", rule="VAN-158")]

    answer = yield from choose(
        seat,
        f"Where does {card.name} go?",
        options,
        rule="VAN-181",
        kicker=kind_of(card),
        text=card_words(card),
        public="places a card",
    )
    if answer == "decline":
        g.tell(f"{{{seat}}} declines {card.name}.", rule="VAN-158")
        return
    yield from settle(g, seat, held, answer)
    note(g, "gained")
    if placed and cell_of(state, seat, card.id) is not None:
        state.me(seat).cards_gained += 1
        yield from run(g, Source(seat, "card", card.id), card.when_placed)  # VAN-199


def beside(state: State, seat: int, cell: int) -> str:
    """Which cards lie next to a cell: some cards count their neighbours (VAN-185)."""
    near = [held for index in adjacent(cell) if (held := state.me(seat).grid[index]) is not None]
    return f"beside {joined(state.world.card(held.id).name for held in near)}" if near else "beside nothing yet"


def _instead(state: State, seat: int, card: Card) -> list[Option]:
    """A full grid: reserve the new card, or a grid card but the character and curses."""
    others = [
        Option(f"over:{held.id}", f"In place of {state.world.card(held.id).name}", target=f"card-{held.id}")
        for index, held in enumerate(state.me(seat).grid)
        if held is not None and index != 4 and state.world.card(held.id).kind != "curse"
    ]
    return others if card.kind == "curse" else [Option("reserve", "Into the reserve"), *others]  # VAN-C43


def settle(g: Game, seat: int, held: Held, where: str) -> Script[None]:
    """Put a card where its owner said: cell:3, over:1152, reserve."""
    state, who = g.state, g.state.me(seat)
    if where == "reserve":
        who.reserve.append(held)
    else:
        if where.startswith("over:"):
            cell = cell_of(state, seat, int(where.removeprefix("over:")))
            assert cell is not None
            reserve(state, seat, int(where.removeprefix("over:")))
        else:
            cell = int(where.removeprefix("cell:"))
        who.grid[cell] = held
        g.tell(f"{{{seat}}} places {state.world.card(held.id).name}, {CELLS[cell]}.", rule="VAN-181")
    yield from check_reserve(g, seat)
    grid_filled(g, seat)


def grid_filled(g: Game, seat: int) -> None:
    """The first full grid brings "Known by the Land" (VAN-183); `extra_dice` (VAN-222)."""
    state = g.state
    count = len(state.in_grid(seat))
    destiny = state.world.full_grid
    if count == 9 and destiny is not None and "full_grid" not in state.flags:
        state.flags["full_grid"] = 1
        if destiny not in state.destinies:
            state.destinies.append(destiny)
            state.readings += 1
        g.tell(f"{{{seat}}} has filled nine cells: {state.world.destinies[destiny].name}.", rule="VAN-183")
    steps = (count - 1 >= 3) + (count - 1 >= 6)
    if state.options.extra_dice and len(state.seats) < 6:
        while state.grid_steps < steps:
            state.grid_steps += 1
            add_die(state)


def add_die(state: State) -> None:
    if state.unused > 0:
        state.unused -= 1
        state.total += 1
        state.pool += 1


def fetch(g: Game, seat: int, card: int) -> Script[None]:
    """A reserved card into the grid: an open cell, or in exchange; no "when placed" (VAN-194)."""
    state, who = g.state, g.state.me(seat)

    def options() -> list[Option]:
        cells = [Option(f"cell:{i}", CELLS[i].capitalize(), target=f"cell-{seat}-{i}") for i in open_cells(state, seat)]
        held = state.world.card(card)
        return [*cells, *(o for o in _instead(state, seat, held) if o.id != "reserve")] or [Option("none", "Nowhere")]

    where = yield from choose(seat, "Where to?", options, rule="VAN-194", public="moves a card")
    held = next((held for held in who.reserve if held.id == card), None)
    if held is None or where == "none":
        return
    who.reserve.remove(held)
    yield from settle(g, seat, held, where)


def replace(g: Game, card: int, with_: int) -> Script[None]:
    """The replacement goes into the cell of the card it replaces (VAN-187)."""
    state = g.state
    found = state.find(card)
    if found is None or state.find(with_) is not None:
        return
    seat, zone, held = found
    cell = cell_of(state, seat, card)
    new = fresh_card(state.world.card(with_))
    clear(state, held)
    state.readings += 1
    who = state.me(seat)
    if cell is not None and zone == "grid":
        who.grid[cell] = new
    else:
        pile = who.reserve if zone == "reserve" else who.supply
        pile[pile.index(held)] = new
    who.cards_gained += 1
    g.tell(f"{{{seat}}} has {state.world.card(with_).name} now.", rule="VAN-187")
    yield from run(g, Source(seat, "card", with_), state.world.card(with_).when_placed)


def change_character(g: Game, seat: int, card: Card) -> Script[None]:
    """An alternate takes over the middle cell; dice and boost of the old card go, and it grants what it grants when
    placed (VAN-188, VAN-C16)."""
    state = g.state
    clear(state, state.character(seat))
    state.me(seat).grid[4] = fresh_card(card)
    state.me(seat).character = card.id
    g.tell(f"{{{seat}}} is {card.name} now.", rule="VAN-188")
    yield from run(g, Source(seat, "card", card.id), card.when_placed)


def turn_vertical(g: Game, card: int) -> Script[None]:
    """A finished quest goes into the grid as a newly gained card (VAN-197)."""
    found = g.state.find(card)
    if found is None or found[1] != "supply":
        return
    side = g.state.world.card(card).side_b
    remove(g.state, card)
    g.state.gone.append(card)
    if side is not None:
        yield from receive(g, Gain(found[0], side))


def is_supply(card: Card) -> bool:
    return card.kind in SUPPLY
