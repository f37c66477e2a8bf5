"""What is mine, always in view: my stats, tokens, grid with its slots, and what we are after."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from app.games.vantage.dice import open_slots, suggestion
from app.games.vantage.facts import Source, measure
from app.games.vantage.state import Held, State
from app.games.vantage.words import slot_words
from app.games.vantage.world import CATEGORIES, STATS


class DockSlot(msgspec.Struct, frozen=True):
    id: str
    face: str  # which die it takes
    die: str  # the face that lies on it; empty if it is open
    words: str
    fits: bool  # open, and fits the action at hand
    plan: str = ""  # the face of the die that the suggestion would put there


class DockCard(msgspec.Struct, frozen=True):
    id: int
    name: str
    composition: str
    boost: int
    capacity: int
    slots: tuple[DockSlot, ...]
    count: int = 0


class Goal(msgspec.Struct, frozen=True):
    id: int
    kind: str
    name: str
    done: int
    need: int
    state: str  # "", "ready", "complete"


class Dock(msgspec.Struct, frozen=True):
    seat: int
    character: str
    role: str
    most: int
    stats: dict[str, int]
    skills: dict[str, int]
    coins: int
    grid: tuple[DockCard | None, ...]
    reserve: tuple[DockCard, ...]
    supply: tuple[DockCard, ...]
    goals: tuple[Goal, ...]
    open: int  # open slots of mine


def dock(state: State, seat: int) -> Dock:
    who = state.me(seat)
    mine = state.world.card(who.character) if who.character else None
    stage = state.action.stage if state.action else ""
    fitting = {fit.name for fit in open_slots(state)} if stage in ("pay", "place") else set()
    placing = stage == "place" and state.actor == seat
    plan = {fit.name: face for face, fit in suggestion(state)} if placing else {}
    grid = tuple(dock_card(state, held, fitting, plan) if held is not None else None for held in who.grid)
    return Dock(
        seat,
        mine.name if mine else "",
        mine.about.partition(".")[0] if mine else "",
        state.world.stat_max,
        {name: who.stats[name] for name in STATS},
        {name: who.skills[name] for name in CATEGORIES},
        who.coins,
        grid,
        tuple(dock_card(state, held) for held in who.reserve),
        tuple(dock_card(state, held) for held in who.supply),
        goals(state),
        sum(not slot.die for card in grid if card is not None for slot in card.slots),
    )


def dock_card(
    state: State, held: Held, fitting: Collection[str] = (), plan: Mapping[str, str] | None = None
) -> DockCard:
    card = state.world.card(held.id)
    slots = tuple(
        DockSlot(
            f"{held.id}.{index}",
            slot.face,
            held.dice[index] if index < len(held.dice) else "",
            slot_words(slot),
            f"{held.id}.{index}" in fitting,
            (plan or {}).get(f"{held.id}.{index}", ""),
        )
        for index, slot in enumerate(card.slots)
    )
    return DockCard(held.id, card.name, card.composition, held.boost, card.capacity, slots, held.count)


def goals(state: State) -> tuple[Goal, ...]:
    found = []
    source = Source(state.turn, "centre")
    if state.mission is not None:
        mission = state.world.missions[state.mission]
        done, need = measure(state, source, mission.goal)
        found.append(Goal(mission.id, "mission", mission.name, done, need, "complete" if state.mission_done else ""))
    for number in state.destinies:
        card = state.world.destinies[number]
        done, need = measure(state, source, card.goal)
        word = "complete" if number in state.completed else "ready" if number in state.ready else ""
        found.append(Goal(number, "destiny", card.name, done, need, word))
    return tuple(found)
