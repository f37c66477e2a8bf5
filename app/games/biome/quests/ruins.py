"""Disintegrating Ruins (BIO-257 to BIO-262)."""

from __future__ import annotations

from app.games.biome.components import RUINS_GOAL, Cell, starts
from app.games.biome.harm import drown, keys_change
from app.games.biome.hexes import way_stays_open
from app.games.biome.picking import gain
from app.games.biome.quests.common import MEANS, face_of, finish, won_key
from app.games.biome.quests.fountain import reward
from app.games.biome.state import Ruins, State, Tile
from app.games.biome.stock import Price, die, news, pay, priced, reveal, who
from app.games.biome.telling import fate, headline
from app.kernel import Option, Play, Script

REPAIRS = {"tools": (Price(1, 0, 1), 2), "supplies": (Price(1, 2), 1)}


def set_up(g: Play[State], player: int, at: Cell) -> Script[None]:
    g.state.tiles.append(Tile(at, "ruins"))
    health = starts(strict=g.state.options.strict_book).ruins
    g.state.quests.append(Ruins(at, health))
    news(g, f"Disintegrating ruins, health {health}.", at, "BIO-257")
    g.change("the ruins", "", f"health {health}", f"at {RUINS_GOAL} the key is ours, at 0 it is lost")
    return
    yield


def update(g: Play[State], quest: Ruins) -> None:
    """BIO-258, BIO-261."""
    rolled = die(g, 6, "The ruins crumble: {dice}.", quest.at, "BIO-258")
    before = quest.health
    quest.health = max(0, before - (2 if rolled <= 2 else 1))
    news(g, f"The ruins have health {quest.health}.", quest.at, "BIO-258")
    fate(g, "hurts", "2 stones fall" if rolled <= 2 else "1 stone falls", "1 or 2: two")
    headline(g, f"The ruins crumble to {quest.health}", quest.at, "loss")
    g.change("health of the ruins", before, quest.health, f"a {rolled} was rolled")
    if quest.health > 0:
        return
    headline(g, "The ruins fall, and their key with them", quest.at)
    keys_change(g, -1, "it was still in the ruins")
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
            state,
            player,
            f"repair:{means}",
            f"Repair the ruins with {MEANS[means]}: +{gain_}",
            price,
            target=face_of(state, quest),
            rule="BIO-259",
            careful=True,
        )
    ]


def repair(g: Play[State], player: int, quest: Ruins, means: str, own: bool) -> Script[None]:
    """BIO-259, BIO-260."""
    price, plus = REPAIRS[means]
    pay(g, player, price, own)
    before = quest.health
    quest.health = min(RUINS_GOAL, before + plus)
    news(g, f"{who(g.state, player)} repairs the ruins to {quest.health}.", quest.at, "BIO-259")
    headline(g, f"{who(g.state, player)} repairs the ruins", quest.at, "gain")
    g.change("health of the ruins", before, quest.health, f"{MEANS[means]}; at {RUINS_GOAL} they stand")
    if quest.health < RUINS_GOAL:
        return
    quest.key = False
    reveal(g.state)
    won_key(g, player, "the ruins stand again")
    news(g, f"{who(g.state, player)} gets the key of the ruins.", quest.at, "BIO-260")
    finish(g, quest, won=True)
    yield from gain(g, player, "key")
    yield from reward(g, player)
