"""Which quest does what: set-up, updates and the options of players, for whichever boards are in the game."""

from __future__ import annotations

from collections.abc import Callable

from app.games.biome.components import QUEST_TITLES, Cell
from app.games.biome.hexes import spot
from app.games.biome.quests import atlantis, dragon, escape, fountain, gang, ruins, tomb, vesuvius, wars
from app.games.biome.quests.common import find, title
from app.games.biome.state import (
    Atlantis,
    Dragon,
    Fountain,
    Quest,
    RoamingGang,
    Ruins,
    State,
    Tomb,
    TradeWar,
    TugOfWar,
    Vesuvius,
)
from app.games.biome.stock import disclose, who
from app.games.biome.telling import headline
from app.kernel import Option, Play, Script

SET_UPS: dict[str, Callable[[Play[State], int, Cell], Script[None]]] = {
    "tug_of_war": wars.set_up_tug,
    "trade_war": wars.set_up_trade,
    "fountain": fountain.set_up,
    "tomb": tomb.set_up,
    "gang": gang.set_up,
    "dragon": dragon.set_up,
    "ruins": ruins.set_up,
    "atlantis": atlantis.set_up,
    "vesuvius": vesuvius.set_up,
    "escape": escape.set_up,
}


PASSAGES = {
    "tug_of_war": "Drums on both sides of a narrow field. Whoever pushes the other back keeps what lies behind them, and "
    "behind our friends lies a key.",
    "trade_war": "Two camps watch each other over their wares. One of them would trade with us; the other would rather burn "
    "both stalls.",
    "fountain": "An old song speaks of a well that grants what it is asked. Thieves know the song, too, and they have "
    "already packed.",
    "tomb": "A door without a handle, and footprints that lead up to it. Somebody else has found the tomb, and will not "
    "leave anything in it.",
    "gang": "Laughter around a fire, and a key that swings from the neck of the loudest. They break camp at every whim.",
    "dragon": "Warm breath comes out of the hill. What glitters behind it was somebody's once, and a key is among it.",
    "ruins": "Stones let go of each other, one at a time. In the last room that stands, a key hangs on its hook.",
    "atlantis": "A city lifts itself out of the ground as if to breathe. It will not stay up for long.",
    "vesuvius": "The mountain clears its throat. Three priests live up there in a temple that nobody sees from below.",
    "escape": "Cold air through a seam in the glass, and a lock as wide as a hand. The acre has noticed that you know.",
}


def draw_board(g: Play[State], player: int, at: Cell) -> Script[None]:
    """BIO-051: the top quest board is set up on the named cell."""
    board = g.state.quest_stack.pop(0)
    disclose(g, f"A quest: {QUEST_TITLES[board]}.", at, "BIO-051")
    headline(g, f"{who(g.state, player)} finds a quest: {QUEST_TITLES[board]}", at, "story")
    if g.scene is not None:
        g.scene.text = PASSAGES[board]
    yield from SET_UPS[board](g, player, at)


def update(g: Play[State], quest: Quest) -> None:
    """BIO-202: only while it is active."""
    if not quest.active:
        return
    with g.moment("event", f"{title(quest)} moves on", about=spot(quest.at), scene="a quest", rule="BIO-202"):
        g.tell(f"{title(quest)} moves on.", rule="BIO-202")
        headline(g, f"{title(quest)} moves on", quest.at, "event")
        carry_on(g, quest)


def carry_on(g: Play[State], quest: Quest) -> None:
    match quest:
        case TugOfWar() | TradeWar():
            wars.update(g, quest)
        case Fountain():
            fountain.update(g, quest)
        case Tomb():
            tomb.update(g, quest)
        case RoamingGang():
            gang.update(g, quest)
        case Dragon():
            dragon.update(g, quest)
        case Ruins():
            ruins.update(g, quest)
        case Atlantis():
            atlantis.update(g, quest)
        case Vesuvius():
            vesuvius.update(g, quest)


def options(state: State, player: int) -> list[Option]:
    """BIO-205: what the player may do about quests where they stand."""
    found: list[Option] = []
    for quest in state.quests:
        if not quest.active:
            continue
        match quest:
            case TugOfWar() | TradeWar():
                found += wars.options(state, player, quest)
            case Tomb():
                found += tomb.options(state, player, quest)
            case RoamingGang():
                found += gang.options(state, player, quest)
            case Dragon():
                found += dragon.options(state, player, quest)
            case Ruins():
                found += ruins.options(state, player, quest)
            case Atlantis():
                found += atlantis.options(state, player, quest)
            case Vesuvius():
                found += vesuvius.options(state, player, quest)
    return found


def war(state: State, argument: str) -> wars.War:
    quest = find(state, TugOfWar) if argument == "tug_of_war" else find(state, TradeWar)
    assert quest is not None
    return quest


def supply(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    return wars.supply(g, player, war(g.state, argument), own)


def fight(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    return wars.fight(g, player, war(g.state, argument))


def plunder(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    quest = find(g.state, Tomb) if argument == "tomb" else find(g.state, Atlantis)
    if isinstance(quest, Tomb):
        return tomb.plunder(g, player, quest)
    assert isinstance(quest, Atlantis)
    return atlantis.plunder(g, player, quest)


def attack(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    quest = find(g.state, RoamingGang) if argument == "gang" else find(g.state, Dragon)
    if isinstance(quest, RoamingGang):
        return gang.attack(g, player, quest)
    assert isinstance(quest, Dragon)
    return dragon.attack(g, player, quest)


def snatch(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    quest = find(g.state, RoamingGang)
    assert quest is not None
    return gang.snatch(g, player, quest)


def repair(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    quest = find(g.state, Ruins)
    assert quest is not None
    return ruins.repair(g, player, quest, argument, own)


def protect(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    quest = find(g.state, Atlantis)
    assert quest is not None
    return atlantis.protect(g, player, quest, argument, own)


def search(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    quest = find(g.state, Vesuvius)
    assert quest is not None
    return vesuvius.search(g, player, quest)


def pick_up_priest(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    quest = find(g.state, Vesuvius)
    assert quest is not None
    return vesuvius.pick_up(g, player, quest)
