"""Sinking of Atlantis (BIO-263 to BIO-268)."""

from __future__ import annotations

from app.games.biome.components import ATLANTIS_LEVEL, ATLANTIS_SECRETS, ATLANTIS_SINKS, Cell
from app.games.biome.harm import drown
from app.games.biome.hexes import name, way_stays_open
from app.games.biome.picking import gain
from app.games.biome.quests.common import eligible, finish
from app.games.biome.quests.tomb import found_secret
from app.games.biome.state import Atlantis, State, Tile
from app.games.biome.stock import Price, destroy, die, draw, news, pay, priced, who
from app.kernel import Option, Play, Script

PLUNDER = Price(2)
PROTECTIONS = {"tools": Price(1, 0, 1), "supplies": Price(1, 2)}


def set_up(g: Play[State], player: int, at: Cell) -> Script[None]:
    g.state.tiles.append(Tile(at, "atlantis"))
    drawn = [draw(g) or "" for _ in range(ATLANTIS_SECRETS)]
    g.state.quests.append(Atlantis(at, drawn, ATLANTIS_LEVEL))
    news(g, f"Atlantis rises at {name(at)}, level {ATLANTIS_LEVEL}.", at, "BIO-263")
    return
    yield


def update(g: Play[State], quest: Atlantis) -> None:
    """BIO-264."""
    if quest.protected:
        quest.protected = False
        news(g, "Atlantis holds: its protection is used up.", quest.at, "BIO-266")
        return
    quest.level -= 1
    news(g, f"Atlantis sinks to level {quest.level}.", quest.at, "BIO-264")
    if quest.level == 0:
        sink(g, quest)


def sink(g: Play[State], quest: Atlantis) -> None:
    """BIO-267."""
    state = g.state
    lost = quest.key
    if quest.key:
        state.gone.append("key")
        quest.key = False
        news(g, "The key of Atlantis is destroyed.", quest.at, "BIO-267")
    for kind in quest.places:
        if kind:
            destroy(state, kind)
    quest.places = [""] * len(quest.places)
    finish(g, quest, won=False if lost else None)
    if way_stays_open(state, quest.at):  # BIO-027
        drown(g, quest.at, "sunken")
    for _ in range(ATLANTIS_SINKS):
        cells = eligible(state, quest.at)
        if cells:
            drown(g, g.rng.pick(cells, "sinking"), "lake")


def options(state: State, player: int, quest: Atlantis) -> list[Option]:
    if state.players[player].at != quest.at:
        return []
    found = priced(state, player, "plunder:atlantis", "Plunder Atlantis", PLUNDER, rule="BIO-265")
    if not quest.protected:
        for means, price in PROTECTIONS.items():
            label = f"Protect Atlantis with {means}"
            found += priced(state, player, f"protect:{means}", label, price, rule="BIO-266")
    return found


def plunder(g: Play[State], player: int, quest: Atlantis) -> Script[None]:
    """BIO-265."""
    pay(g, player, PLUNDER)
    rolled = die(g, 6, f"{who(g.state, player)} plunders Atlantis: {{dice}}.", quest.at, "BIO-265")
    if rolled == 6 and quest.key:
        quest.key, quest.won = False, True
        news(g, f"{who(g.state, player)} finds the key of Atlantis!", quest.at, "BIO-265")
        yield from gain(g, player, "key")
    elif rolled <= ATLANTIS_SECRETS and quest.places[rolled - 1]:
        kind, quest.places[rolled - 1] = quest.places[rolled - 1], ""
        yield from found_secret(g, player, kind)
    else:
        news(g, "Nothing is found.", quest.at, "BIO-265")


def protect(g: Play[State], player: int, quest: Atlantis, means: str, own: bool) -> Script[None]:
    pay(g, player, PROTECTIONS[means], own)
    quest.protected = True
    news(g, f"{who(g.state, player)} protects Atlantis.", quest.at, "BIO-266")
    return
    yield
