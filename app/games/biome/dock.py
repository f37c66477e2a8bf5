"""What is mine, always in view: who I am, what I can still do, what I carry and know, and what we are after.

Built for one seat (BIO-301 to BIO-303). Alone, one seat runs two characters: then there are two of each (BIO-319).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from app.games.biome.components import (
    QUEST_TITLES,
    SECRET_NAMES,
    TILE_NAMES,
    WEIGHTS,
    Cell,
    keys_needed,
)
from app.games.biome.ending import keys_left
from app.games.biome.map_views import alias, middle, on_turn, stands
from app.games.biome.places import place
from app.games.biome.quest_views import gauge_text, valued
from app.games.biome.state import Quest, State
from app.games.biome.stock import capacity, load, per_turn


class Item(msgspec.Struct, frozen=True):
    kind: str
    name: str
    weight: int
    count: int = 1


class Pack(msgspec.Struct, frozen=True):
    """One character of mine."""

    player: int
    alias: str
    place: str
    status: str
    on_turn: bool
    actions: int
    per_turn: int
    healing: int
    captive: int
    items: tuple[Item, ...]
    worn: tuple[Item, ...]
    held: tuple[Item, ...]
    priests: int
    weight: int
    capacity: int


class Known(msgspec.Struct, frozen=True):
    """A face-down secret whose kind this seat knows, and its place among those on its tile."""

    label: int
    kind: str
    name: str
    at: Cell
    place: int
    of: int
    tile: str
    x: int
    y: int


class Ahead(msgspec.Struct, frozen=True):
    place: int  # 1 is next
    kind: str
    name: str


class Visions(msgspec.Struct, frozen=True):
    explores: tuple[Ahead, ...]
    secrets: tuple[Ahead, ...]
    box: dict[str, int]  # counts by kind, while this seat looks through it (BIO-017, BIO-303)


class Aim(msgspec.Struct, frozen=True):
    """A quest in a chip."""

    id: int
    title: str
    sign: str
    fate: str  # running, won, lost, over
    key: bool


class Dock(msgspec.Struct, frozen=True):
    seat: int
    packs: tuple[Pack, ...]
    lore: tuple[Known, ...]
    visions: Visions
    quests: tuple[Aim, ...]
    need: int  # keys for the lock
    lock: int
    left: int  # keys that are left in the game
    group: str  # the buff that works for everybody


def dock(state: State, seat: int) -> Dock:
    own = own_of(state, seat)
    return Dock(
        seat=seat,
        packs=tuple(pack(state, number) for number in own),
        lore=lore(state, own),
        visions=visions(state, own),
        quests=tuple(aim(state, face, quest) for face, quest in enumerate(state.quests, 1)),
        need=keys_needed(state.quest_count),
        lock=state.lock,
        left=keys_left(state),
        group=SECRET_NAMES.get(state.group_buff, ""),
    )


def own_of(state: State, seat: int | None) -> list[int]:
    return [number for number, player in enumerate(state.players) if player.seat == seat]


def pack(state: State, number: int) -> Pack:
    player = state.players[number]
    at = stands(player)
    return Pack(
        player=number,
        alias=alias(state, number),
        place="held where nobody can reach" if at is None else place(state, at),
        status=player.status,
        on_turn=on_turn(state) == number and not state.result,
        actions=player.actions,
        per_turn=per_turn(state, number),
        healing=player.healing,
        captive=player.captive,
        items=grouped(player.inventory),
        worn=grouped(player.worn),
        held=grouped([held.kind for held in state.held if held.owner == number]),
        priests=player.priests,
        weight=load(player),
        capacity=capacity(state, number),
    )


def grouped(kinds: Iterable[str]) -> tuple[Item, ...]:
    """One entry for each kind, however many there are: a name means one thing."""
    listed = valued(kinds)
    return tuple(Item(kind, SECRET_NAMES[kind], WEIGHTS[kind], listed.count(kind)) for kind in dict.fromkeys(listed))


def lore(state: State, own: Sequence[int]) -> tuple[Known, ...]:
    known = []
    for tile in state.tiles:
        x, y = middle(tile.at)
        for index, secret in enumerate(tile.secrets):
            if set(own) & set(secret.seen):  # BIO-302
                name, of = SECRET_NAMES[secret.kind], len(tile.secrets)
                where = place(state, tile.at)
                known.append(Known(secret.label, secret.kind, name, tile.at, index, of, where, x, y))
    return tuple(known)


def visions(state: State, own: Sequence[int]) -> Visions:
    """What Foresight showed (BIO-303), and the box while this seat looks through it."""
    mine_to_see = set(own)
    explores = tuple(
        Ahead(number, unseen.kind, TILE_NAMES.get(unseen.kind, "a quest"))
        for number, unseen in enumerate(state.queue, 1)
        if mine_to_see & set(unseen.seen)
    )
    secrets = tuple(
        Ahead(number, unseen.kind, SECRET_NAMES[unseen.kind])
        for number, unseen in enumerate(state.box, 1)
        if mine_to_see & set(unseen.seen)
    )
    box: dict[str, int] = {}
    if state.chooser in mine_to_see:
        for kind in SECRET_NAMES:
            count = sum(1 for unseen in state.box if unseen.kind == kind)
            if count:
                box[kind] = count
    return Visions(explores, secrets, box)


def aim(state: State, face: int, quest: Quest) -> Aim:
    name = str(quest.__struct_config__.tag)
    words = {True: "won", False: "lost", None: "running" if quest.active or name == "escape" else "over"}
    held = quest.key or "key" in getattr(quest, "hoard", ())
    return Aim(face, QUEST_TITLES[name], gauge_text(state, quest), words[quest.won], held)
