"""Disintegrating Ruins (BIO-257 to BIO-262)."""

from __future__ import annotations

from app.games.biome.components import RUINS_GOAL, RUINS_HEALTH, Cell
from app.games.biome.harm import drown
from app.games.biome.hexes import name, way_stays_open
from app.games.biome.picking import gain
from app.games.biome.quests.common import finish
from app.games.biome.quests.fountain import reward
from app.games.biome.state import Ruins, State, Tile
from app.games.biome.stock import Price, die, news, pay, priced, reveal, who
from app.kernel import Option, Play, Script

REPAIRS = {"tools": (Price(1, 0, 1), 2), "supplies": (Price(1, 2), 1)}


def set_up(g: Play[State], player: int, at: Cell) -> Script[None]:
    g.state.tiles.append(Tile(at, "ruins"))
    g.state.quests.append(Ruins(at, RUINS_HEALTH))
    news(g, f"Disintegrating ruins at {name(at)}, health {RUINS_HEALTH}.", at, "BIO-257")
    return
    yield


def update(g: Play[State], quest: Ruins) -> None:
    """BIO-258, BIO-261."""
    rolled = die(g, 6, "The ruins crumble: {dice}.", quest.at, "BIO-258")
    quest.health = max(0, quest.health - (2 if rolled <= 2 else 1))
    news(g, f"The ruins have health {quest.health}.", quest.at, "BIO-258")
    if quest.health > 0:
        return
    quest.key = False
    g.state.gone.append("key")
    news(g, "The ruins fall; their key is destroyed.", quest.at, "BIO-261")
    finish(g, quest, won=False)
    if way_stays_open(g.state, quest.at):  # BIO-027
        drown(g, quest.at, "fallen")


def options(state: State, player: int, quest: Ruins) -> list[Option]:
    if state.players[player].at != quest.at:
        return []
    return [
        option
        for means, (price, gain_) in REPAIRS.items()
        for option in priced(
            state, player, f"repair:{means}", f"Repair the ruins with {means}: +{gain_}", price, rule="BIO-259"
        )
    ]


def repair(g: Play[State], player: int, quest: Ruins, means: str, own: bool) -> Script[None]:
    """BIO-259, BIO-260."""
    price, plus = REPAIRS[means]
    pay(g, player, price, own)
    quest.health = min(RUINS_GOAL, quest.health + plus)
    news(g, f"{who(g.state, player)} repairs the ruins to {quest.health}.", quest.at, "BIO-259")
    if quest.health < RUINS_GOAL:
        return
    quest.key = False
    reveal(g.state)
    news(g, f"{who(g.state, player)} gets the key of the ruins.", quest.at, "BIO-260")
    finish(g, quest, won=True)
    yield from gain(g, player, "key")
    yield from reward(g, player)
