"""Who may know what: worlds a seat cannot tell apart, and the state as a seat sees it (BIO-298 to BIO-307)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import msgspec

from app.games.biome.components import EXPLORE_FACES, QUESTS, WEIGHTS
from app.games.biome.setup import has_thieves
from app.games.biome.state import Atlantis, Hidden, State, Tomb, Unseen, Vesuvius
from app.games.biome.stock import capacity, load
from app.kernel import Rng

UNKNOWN = "unknown"


def characters_of(state: State, seat: int | None) -> set[int]:
    return {player for player, person in enumerate(state.players) if person.seat == seat}


class Bag(msgspec.Struct):
    """An inventory: what it weighs is hidden as well (BIO-301), but never more than its owner can carry (BIO-095)."""

    spare: int


class Slot(msgspec.Struct):
    """A place that holds a secret whose kind the seat does not know."""

    kind: str
    write: Callable[[str], None]
    touched: bool = False  # by a player: it may be a Key, and is no Captured
    harmless: bool = False  # holds no Captured
    bag: Bag | None = None


# Another world --------------------------------------------------------------------------------------------------------


def resample(state: State, seat: int | None, rng: Rng) -> State:
    """A state that this seat cannot tell from the real one."""
    return deal_anew(state, characters_of(state, seat), rng)


def reshuffle(state: State, rng: Rng) -> State:
    """A state that nobody can tell from the real one."""
    return deal_anew(state, set(range(len(state.players))), rng)


def deal_anew(state: State, mine: set[int], rng: Rng) -> State:
    """What these players have not seen, by other chance. When the game is over nothing is hidden any more."""
    if state.result:
        return state
    mix(slots(state, mine), rng)
    if state.chooser in mine:
        reorder(state, mine, lambda kinds: rng.shuffled(kinds, "imagined"))
    for unseen in state.queue:
        if not mine & set(unseen.seen):
            unseen.kind = rng.pick(EXPLORE_FACES, "imagined")
    state.quest_stack = [*other_quests(state, rng), *state.quest_stack[-1:]]
    state.quarries = rng.shuffled(state.quarries, "imagined")
    faces = rng.shuffled([(tile.kind, tile.cliffs) for tile in state.face_down], "imagined")
    for tile, (kind, cliffs) in zip(state.face_down, faces, strict=True):
        tile.kind, tile.cliffs = kind, cliffs
    return state


def reorder(state: State, mine: set[int], order: Callable[[list[str]], list[str]]) -> None:
    """Who looks through the box sees how many there are of each type, not how they lie (BIO-017)."""
    dark = [unseen for unseen in state.box if not mine & set(unseen.seen)]
    for unseen, kind in zip(dark, order([unseen.kind for unseen in dark]), strict=True):
        unseen.kind = kind


def other_quests(state: State, rng: Rng) -> list[str]:
    """The undrawn boards in another order; if chance chose them, perhaps other boards (BIO-304)."""
    undrawn = state.quest_stack[:-1]
    if state.named or not undrawn:
        return rng.shuffled(undrawn, "imagined")
    drawn = {str(quest.__struct_config__.tag) for quest in state.quests}
    left = [board for board in QUESTS if board not in drawn]
    sets = [
        boards
        for boards in combinations(left, len(undrawn))
        if state.options.strict_book or has_thieves((*drawn, *boards))  # BIO-005
    ]
    return rng.shuffled(rng.pick(sets, "imagined"), "imagined")


def slots(state: State, mine: set[int]) -> list[Slot]:
    """Every place whose secret is hidden from these players; not the box while one of them looks through it."""
    found: list[Slot] = []
    for tile in state.tiles:
        found += [tile_slot(hidden) for hidden in tile.secrets if not mine & set(hidden.seen)]
    if state.chooser not in mine:
        found += [Slot(unseen.kind, writer(unseen)) for unseen in state.box if not mine & set(unseen.seen)]
    for player, person in enumerate(state.players):
        if player not in mine:
            bag = Bag(capacity(state, player) - load(person))
            found += list_slots(person.inventory, touched=True, bag=bag)
    for held in state.held:
        if held.owner not in mine:
            found.append(Slot(held.kind, writer(held), touched=True))
    for quest in state.quests:
        if isinstance(quest, Tomb):
            found += list_slots(quest.secrets)
        elif isinstance(quest, Vesuvius):
            found += list_slots(quest.secrets, harmless=True)
        elif isinstance(quest, Atlantis):
            found += [slot for slot in list_slots(quest.places) if slot.kind]
    return found


def tile_slot(hidden: Hidden) -> Slot:
    return Slot(hidden.kind, writer(hidden), touched=bool(hidden.seen) or hidden.placed)


def writer(thing: msgspec.Struct) -> Callable[[str], None]:
    return lambda kind: setattr(thing, "kind", kind)


def list_slots(
    kinds: list[str], *, touched: bool = False, harmless: bool = False, bag: Bag | None = None
) -> list[Slot]:
    def write_to(index: int) -> Callable[[str], None]:
        return lambda kind: kinds.__setitem__(index, kind)

    return [Slot(kind, write_to(index), touched, harmless, bag) for index, kind in enumerate(kinds)]


def mix(places: list[Slot], rng: Rng) -> None:
    """What nobody touched is shuffled; what players touched changes places with what else they could have."""
    untouched = [slot for slot in places if not slot.touched]
    for slot, kind in zip(untouched, rng.shuffled([slot.kind for slot in untouched], "imagined"), strict=True):
        slot.kind = kind
    for slot in untouched:
        if slot.harmless and slot.kind == "captured":
            swap(
                slot, rng.pick([s for s in untouched if s.kind != "captured" and not s.harmless] or [slot], "imagined")
            )
    for slot in places:
        if slot.touched:
            swap(slot, rng.pick([other for other in places if may_swap(slot, other)], "imagined"))
    for slot in places:
        slot.write(slot.kind)


def may_swap(one: Slot, other: Slot) -> bool:
    """A Key is only where players or quests put it, a Captured in no bag, and everybody can carry theirs."""
    kinds = {one.kind, other.kind}
    if len(kinds) == 1:
        return True
    if "captured" in kinds or ("key" in kinds and not (one.touched and other.touched)):
        return False
    if one.bag is not None and one.bag is other.bag:
        return True
    more = WEIGHTS[other.kind] - WEIGHTS[one.kind]
    return (one.bag is None or more <= max(0, one.bag.spare)) and (
        other.bag is None or -more <= max(0, other.bag.spare)
    )


def swap(one: Slot, other: Slot) -> None:
    more = WEIGHTS[other.kind] - WEIGHTS[one.kind]
    for bag, weight in ((one.bag, more), (other.bag, -more)):
        if bag is not None:
            bag.spare -= weight
    one.kind, other.kind = other.kind, one.kind


# The state as a seat sees it ------------------------------------------------------------------------------------------


def masked(state: State, seat: int) -> State:
    """A copy in which all that is hidden from the seat is blank: what its bot thinks with."""
    copy = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State)
    mine = characters_of(state, seat)
    for slot in slots(copy, mine):
        slot.write(UNKNOWN)
    for unseen in [*copy.queue, *(copy.box if copy.chooser not in mine else [])]:
        blank(unseen, mine)
    if copy.chooser in mine:
        reorder(copy, mine, sorted)
    copy.quest_stack = [UNKNOWN] * len(copy.quest_stack)
    copy.quarries = [UNKNOWN] * len(copy.quarries)
    for tile in copy.face_down:
        tile.kind, tile.cliffs = UNKNOWN, "000000"
    copy.gone, copy.shown = [kind for kind in copy.gone if kind == "key"], 0  # destroyed keys are told to all
    for hidden in (hidden for tile in copy.tiles for hidden in tile.secrets):
        hidden.seen = sorted(mine & set(hidden.seen))
    return copy


def blank(unseen: Unseen, mine: set[int]) -> None:
    if not mine & set(unseen.seen):
        unseen.kind, unseen.seen = UNKNOWN, []
