"""The quests as everybody sees them: what each one holds, and its track (BIO-201 to BIO-289)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from app.games.biome.components import (
    ATLANTIS_TOP,
    ERUPTION,
    FRONT_LOST,
    FRONT_WON,
    QUEST_TITLES,
    RUINS_GOAL,
    VALUE_ORDER,
    WAR_HEALTH,
    Cell,
    keys_needed,
)
from app.games.biome.places import place
from app.games.biome.state import (
    Atlantis,
    Dragon,
    Quest,
    RoamingGang,
    Ruins,
    State,
    Tomb,
    TradeWar,
    TugOfWar,
    Vesuvius,
)
from app.games.biome.telling import signed


class Track(msgspec.Struct, frozen=True):
    label: str
    low: int
    high: int
    value: int
    low_means: str
    high_means: str


class QuestView(msgspec.Struct, frozen=True):
    id: int  # its face of the quest die
    name: str
    title: str
    at: Cell
    place: str
    sign: str  # how it stands, in a few characters
    active: bool
    won: bool | None
    key: bool
    gauge: Track | None
    facts: tuple[str, ...]
    hoard: tuple[str, ...] = ()
    places: tuple[int, ...] = ()  # of Atlantis, still unfound
    secrets: int = 0  # hidden on the board
    bonus: bool = False  # a Supply for the next battle, or a protected Atlantis
    temple: bool = False
    priests: int = 0


def valued(kinds: Iterable[str]) -> tuple[str, ...]:
    """What is worth most first (BIO-253)."""
    return tuple(sorted(kinds, key=VALUE_ORDER.index))


def gauge(quest: Quest) -> Track | None:
    match quest:
        case TugOfWar():
            return Track("Front", FRONT_LOST, FRONT_WON, quest.front, "ally camp falls", "won")
        case TradeWar():
            value = quest.ally_health - quest.killer_health
            return Track("Balance", -WAR_HEALTH, WAR_HEALTH, value, "killers ahead", "allies ahead")
        case Ruins():
            return Track("Health", 0, RUINS_GOAL, quest.health, "the ruins fall", "repaired")
        case Atlantis():
            return Track("Level", 0, ATLANTIS_TOP, quest.level, "sunk", "high")
        case Vesuvius():
            return Track("Eruption in", 0, ERUPTION, quest.counter, "eruption", "calm")
    return None


def gauge_text(state: State, quest: Quest) -> str:
    """The few characters on the tile itself."""
    if isinstance(quest, TradeWar) and quest.active:
        return f"{quest.ally_health}:{quest.killer_health}"
    if not quest.active:
        return f"{state.lock}/{keys_needed(state.quest_count)}" if quest.at == state.exit else ""
    measure = gauge(quest)
    if measure is None:
        return ""
    return signed(measure.value) if isinstance(quest, TugOfWar) else str(measure.value)


def quest_facts(state: State, quest: Quest) -> Iterable[str]:
    match quest:
        case TugOfWar() | TradeWar() if quest.active and quest.supplied:
            yield "+1 for the next battle"
        case Tomb():
            yield "1 secret inside" if len(quest.secrets) == 1 else f"{len(quest.secrets)} secrets inside"
        case Atlantis():
            left = [str(number) for number, kind in enumerate(quest.places, 1) if kind]
            yield f"places left: {', '.join(left) or 'none'}"
            if quest.protected:
                yield "protected from the next drop"
        case Vesuvius():
            yield "temple found" if quest.temple else "temple not found"
            yield f"{quest.saved} saved, {quest.priests} on the Volcano"
            if quest.erupted:
                yield "has erupted"
        case Dragon():
            yield f"hoard of {len(quest.hoard)}"
    if isinstance(quest, TradeWar):
        yield f"health: allies {quest.ally_health}, killers {quest.killer_health}"
    if quest.at == state.exit and state.exit is not None:
        yield f"{state.lock} of {keys_needed(state.quest_count)} keys in the lock"
    if isinstance(quest, RoamingGang) and state.gang:
        yield f"the gang is {state.gang.mode}"


def quest_view(state: State, face: int, quest: Quest) -> QuestView:
    name = str(quest.__struct_config__.tag)
    return QuestView(
        id=face,
        name=name,
        title=QUEST_TITLES[name],
        at=quest.at,
        place=place(state, quest.at),
        sign=gauge_text(state, quest),
        active=quest.active,
        won=quest.won,
        key="key" in quest.hoard if isinstance(quest, Dragon) else quest.key,
        gauge=gauge(quest) if quest.active else None,
        facts=tuple(quest_facts(state, quest)),
        hoard=valued(quest.hoard) if isinstance(quest, Dragon) else (),
        places=tuple(n for n, kind in enumerate(quest.places, 1) if kind) if isinstance(quest, Atlantis) else (),
        secrets=len(quest.secrets) if isinstance(quest, Tomb | Vesuvius) else 0,
        bonus=(isinstance(quest, TugOfWar | TradeWar) and quest.supplied)
        or (isinstance(quest, Atlantis) and quest.protected),
        temple=isinstance(quest, Vesuvius) and quest.temple,
        priests=quest.priests if isinstance(quest, Vesuvius) else 0,
    )
