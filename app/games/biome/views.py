"""What can be seen: the public part, the same for everyone, and what each seat sees besides (BIO-298 to BIO-307).

Each field of `Public` and `Private` is a region of the screen. The names that things have on it, for options to point
to (`Option.target`) and for cards (cards.py):

    hex-1,-2            a cell of the map, explored or not
    secret-7            a face-down secret, by its label
    pack-0-farm_kit     a kind of secret in the inventory of my character 0; worn-0-extra_sight: a buff that it wears
    store-3-key         a kind of secret in the store of camp 3
    player-2            a character, by its number; party-9, band-4, gang: board movers; building-5, route-6
    quest-2             a quest board, by its face of the quest die; front, warrior-3, priests: its pieces
    keys, group         the keys, and the buff that works for everybody; cooldowns: the ring; timer-...: what lies on it
"""

from __future__ import annotations

import msgspec

from app.games.biome.components import HOME, Cell, keys_needed
from app.games.biome.dock import Dock, Known, dock, lore, own_of
from app.games.biome.ending import keys_left
from app.games.biome.map_views import (
    CampView,
    Corners,
    Overview,
    RouteView,
    TileView,
    alias,
    camp_view,
    cells_drawn,
    corners,
    halted,
    middle,
    on_turn,
    overview,
    route_view,
    stands,
    tile_views,
)
from app.games.biome.places import camp_name, capital, joined, place
from app.games.biome.quest_views import QuestView, quest_view
from app.games.biome.state import Atlantis, Dragon, State, Tomb, Vesuvius
from app.games.biome.stock import capacity, who


class Routes(msgspec.Struct, frozen=True):
    corners: Corners
    routes: tuple[RouteView, ...]


class PlayerView(msgspec.Struct, frozen=True):
    id: int
    seat: int
    alias: str
    at: Cell
    place: str
    on_turn: bool
    actions: int
    status: str
    healing: int
    captive: int
    captor: int
    carries: int  # number of secrets
    capacity: int
    priests: int
    worn: tuple[str, ...]
    held: int  # secrets held off the board
    inventory: tuple[str, ...] = ()  # only when the game is over


class Clock(msgspec.Struct, frozen=True):
    step: str
    round: int
    player: int | None  # on turn
    order: tuple[int, ...]
    quests: int  # boards without Escape
    drawn: int
    named: tuple[str, ...]
    keys_needed: int
    keys_lost: int  # destroyed for good; each is told when it happens (BIO-291)
    lock: int
    exit: Cell | None
    group_buff: str
    stacks: dict[str, int]
    box: int
    discard: tuple[str, ...]
    conceding: tuple[int, ...]
    disclosed: str  # the latest hidden secret that was shown to everybody, and why
    pace: str
    result: str


class Keys(msgspec.Struct, frozen=True):
    """The keys of the game: each ours, lost, or still in a quest, known or not."""

    need: int
    lock: int
    lost: int
    ours: int  # carried, in friendly stores or in the lock, as far as everybody knows: out of their quests
    open: int  # still in quests that are found
    hidden: int  # in quests that nobody has found yet
    words: str


class Timer(msgspec.Struct, frozen=True):
    id: str
    kind: str  # farm, blacksmith, injury, ally, stealer, killer
    letter: str
    seat: int | None
    value: int
    at: Cell
    text: str
    halted: bool
    dormant: bool


class Revealed(msgspec.Struct, frozen=True):
    """BIO-307: all that was hidden, when the game is over."""

    box: tuple[str, ...]
    queue: tuple[str, ...]
    quest_stack: tuple[str, ...]
    quarries: tuple[str, ...]
    face_down: tuple[tuple[Cell, str, str], ...]
    held: tuple[tuple[int, str], ...]
    tomb: tuple[str, ...]
    atlantis: tuple[str, ...]
    vesuvius: tuple[str, ...]
    gone: tuple[str, ...]


class Public(msgspec.Struct, frozen=True):
    now: str
    tiles: tuple[TileView, ...]
    routes: Routes
    overview: Overview
    gate: Keys
    clock: Clock
    crew: tuple[PlayerView, ...]
    camps: tuple[CampView, ...]
    quests: tuple[QuestView, ...]
    timers: tuple[Timer, ...]
    revealed: Revealed | None


class Mine(msgspec.Struct, frozen=True):
    here: tuple[Cell, ...]  # where my characters stand
    spots: tuple[tuple[int, int], ...]
    known: tuple[Known, ...]  # drawn on the map


class Private(msgspec.Struct, frozen=True):
    mine: Mine
    dock: Dock


# Building the public part -------------------------------------------------------------------------------------------


def public(state: State) -> Public:
    camps = {camp.id: camp_view(state, camp) for camp in state.camps}
    cells = cells_drawn(state)
    frame = corners(state)
    return Public(
        now=now(state),
        tiles=tile_views(state, cells, camps),
        routes=Routes(frame, tuple(route_view(state, index) for index in range(len(state.routes)))),
        overview=overview(state, frame),
        gate=keys(state),
        clock=clock(state),
        crew=tuple(player_view(state, number) for number in range(len(state.players))),
        camps=tuple(camps.values()),
        quests=tuple(quest_view(state, face, quest) for face, quest in enumerate(state.quests, 1)),
        timers=timers(state),
        revealed=revealed(state) if state.result else None,
    )


def now(state: State) -> str:
    """The sentence in the bar."""
    if state.result:
        return f"Round {state.round} · the end"
    if state.step == "picks":
        return f"Before the first turn · {who(state, state.order[state.turn])} chooses"
    player = on_turn(state)
    return f"Round {state.round} · " + ("the board moves" if player is None else f"{who(state, player)}'s turn")


def keys(state: State) -> Keys:
    """BIO-291: what everybody knows of them. Where a key is that left its quest, is known to its finder alone."""
    lost = state.gone.count("key")
    found = sum(quest.key or (isinstance(quest, Dragon) and "key" in quest.hoard) for quest in state.quests)
    hidden = max(0, len(state.quest_stack) - 1)
    ours = keys_left(state) - found - hidden
    need = keys_needed(state.quest_count)
    parts = ((lost, "lost"), (ours, "out of their quests"), (found, "in quests we know"), (hidden, "not found yet"))
    words = joined([f"{count} {word}" for count, word in parts if count])
    return Keys(need, state.lock, lost, ours, found, hidden, words)


def player_view(state: State, number: int) -> PlayerView:
    player = state.players[number]
    return PlayerView(
        id=number,
        seat=player.seat,
        alias=alias(state, number),
        at=player.at,
        place="held off the map" if stands(player) is None else place(state, player.at),
        on_turn=on_turn(state) == number and not state.result,
        actions=player.actions,
        status=player.status,
        healing=player.healing,
        captive=player.captive,
        captor=player.captor,
        carries=len(player.inventory),
        capacity=capacity(state, number),
        priests=player.priests,
        worn=tuple(player.worn),
        held=sum(1 for held in state.held if held.owner == number),
        inventory=tuple(player.inventory) if state.result else (),
    )


def clock(state: State) -> Clock:
    return Clock(
        step=state.step,
        round=state.round,
        player=on_turn(state),
        order=tuple(state.order),
        quests=state.quest_count,
        drawn=len(state.quests),
        named=tuple(state.named),
        keys_needed=keys_needed(state.quest_count),
        keys_lost=state.gone.count("key"),
        lock=state.lock,
        exit=state.exit,
        group_buff=state.group_buff,
        stacks=dict(state.stacks),
        box=len(state.box),
        discard=tuple(sorted(state.discard)),
        conceding=tuple(state.conceding),
        disclosed=state.disclosed,
        pace=state.options.pace,
        result=state.result,
    )


# Cool-downs ---------------------------------------------------------------------------------------------------------


def timers(state: State) -> tuple[Timer, ...]:
    """Everything on the cool-down board, in the order in which the board turn rolls it (BIO-155)."""
    rows: list[Timer] = []
    for kind, letter in (("farm", "F"), ("blacksmith", "B")):
        for b in state.buildings:
            if b.kind == kind:
                text = f"The {kind} in {place(state, b.at)}"
                stop = halted(state, b.at)
                rows.append(Timer(f"building-{b.id}", kind, letter, None, b.cooldown, b.at, text, stop, False))
    for number in state.order:
        player = state.players[number]
        if player.status == "injured":
            text, stop = f"{who(state, number)} heals", halted(state, HOME)
            rows.append(Timer(f"healing-{number}", "injury", "✚", player.seat, player.healing, HOME, text, stop, False))
    for camp in state.camps:
        if camp.kind in ("ally", "stealer", "killer"):
            text = capital(camp_name(state, camp))
            letter, stop = camp.kind[0].upper(), halted(state, camp.at)
            rows.append(
                Timer(f"camp-{camp.id}", camp.kind, letter, None, camp.cooldown, camp.at, text, stop, camp.dormant)
            )
    return tuple(rows)


def revealed(state: State) -> Revealed:
    tomb = next((q.secrets for q in state.quests if isinstance(q, Tomb)), [])
    places = next((q.places for q in state.quests if isinstance(q, Atlantis)), [])
    rewards = next((q.secrets for q in state.quests if isinstance(q, Vesuvius)), [])
    return Revealed(
        box=tuple(unseen.kind for unseen in state.box),
        queue=tuple(unseen.kind for unseen in state.queue),
        quest_stack=tuple(state.quest_stack),
        quarries=tuple(state.quarries),
        face_down=tuple((tile.at, tile.kind, tile.cliffs) for tile in state.face_down),
        held=tuple((held.owner, held.kind) for held in state.held),
        tomb=tuple(tomb),
        atlantis=tuple(places),
        vesuvius=tuple(rewards),
        gone=tuple(state.gone),
    )


# Building a seat's own part -----------------------------------------------------------------------------------------


def private(state: State, seat: int) -> Private:
    own = own_of(state, seat)
    here = tuple(cell for number in own if (cell := stands(state.players[number])) is not None)
    return Private(
        mine=Mine(here, tuple(middle(cell) for cell in here), lore(state, own)),
        dock=dock(state, seat),
    )
