"""Sinking of Atlantis (BIO-263 to BIO-268)."""

from __future__ import annotations

from app.games.biome.components import ATLANTIS_SECRETS, ATLANTIS_SINKS, Cell, starts
from app.games.biome.harm import drown, keys_change
from app.games.biome.hexes import way_stays_open
from app.games.biome.picking import gain
from app.games.biome.quests.common import MEANS, eligible, face_of, finish, won_key
from app.games.biome.quests.tomb import found_secret
from app.games.biome.state import Atlantis, State, Tile
from app.games.biome.stock import Price, destroy, die, draw, news, pay, priced, who
from app.games.biome.telling import fate, headline
from app.kernel import Option, Play, Script

PLUNDER = Price(2)
PROTECTIONS = {"tools": Price(1, 0, 1), "supplies": Price(1, 2)}


def set_up(g: Play[State], player: int, at: Cell) -> Script[None]:
    g.state.tiles.append(Tile(at, "atlantis"))
    drawn = [draw(g) or "" for _ in range(ATLANTIS_SECRETS)]
    level = starts(strict=g.state.options.strict_book).atlantis
    g.state.quests.append(Atlantis(at, drawn, level))
    news(g, f"Atlantis rises, level {level}.", at, "BIO-263")
    g.change("Atlantis", "", f"level {level}", "it sinks by 1 whenever it moves on; at 0 its key is lost")
    return
    yield


def update(g: Play[State], quest: Atlantis) -> None:
    """BIO-264."""
    if quest.protected:
        quest.protected = False
        news(g, "Atlantis holds: its protection is used up.", quest.at, "BIO-266")
        headline(g, "Atlantis holds: its protection is used up", quest.at)
        g.change("protection of Atlantis", "ready", "used up", "it kept the water out once", better=False)
        return
    quest.level -= 1
    news(g, f"Atlantis sinks to level {quest.level}.", quest.at, "BIO-264")
    headline(g, f"Atlantis sinks to level {quest.level}" if quest.level else "Atlantis sinks", quest.at, "loss")
    g.change("level of Atlantis", quest.level + 1, quest.level, "nothing held the water back")
    if quest.level == 0:
        sink(g, quest)


def sink(g: Play[State], quest: Atlantis) -> None:
    """BIO-267."""
    state = g.state
    lost = quest.key
    if quest.key:
        keys_change(g, -1, "it was still in Atlantis")
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
    face = face_of(state, quest)
    found = priced(
        state, player, "plunder:atlantis", "Plunder Atlantis", PLUNDER, target=face, rule="BIO-265", careful=True
    )
    if not quest.protected:
        for means, price in PROTECTIONS.items():
            label = f"Protect Atlantis with {MEANS[means]}"
            found += priced(state, player, f"protect:{means}", label, price, target=face, rule="BIO-266", careful=True)
    return found


def plunder(g: Play[State], player: int, quest: Atlantis) -> Script[None]:
    """BIO-265."""
    pay(g, player, PLUNDER)
    rolled = die(g, 6, f"{who(g.state, player)} plunders Atlantis: {{dice}}.", quest.at, "BIO-265")
    if rolled == 6 and quest.key:
        quest.key, quest.won = False, True
        fate(g, "counts", "the key")
        news(g, f"{who(g.state, player)} finds the key of Atlantis.", quest.at, "BIO-265")
        headline(g, f"{who(g.state, player)} finds the key of Atlantis", quest.at, "gain")
        won_key(g, player, "a 6 in Atlantis")
        yield from gain(g, player, "key")
    elif rolled <= ATLANTIS_SECRETS and quest.places[rolled - 1]:
        kind, quest.places[rolled - 1] = quest.places[rolled - 1], ""
        fate(g, "counts", f"place {rolled}")
        headline(g, f"{who(g.state, player)} finds something in Atlantis", quest.at, "gain")
        yield from found_secret(g, player, kind)
    else:
        fate(g, "ignored", "nothing", "that place is empty")
        news(g, "Nothing is found.", quest.at, "BIO-265")
        headline(g, f"{who(g.state, player)} searches Atlantis and finds nothing", quest.at)


def protect(g: Play[State], player: int, quest: Atlantis, means: str, own: bool) -> Script[None]:
    pay(g, player, PROTECTIONS[means], own)
    quest.protected = True
    news(g, f"{who(g.state, player)} protects Atlantis.", quest.at, "BIO-266")
    headline(g, f"{who(g.state, player)} protects Atlantis", quest.at, "gain")
    g.change("protection of Atlantis", "none", "ready", "it will not sink the next time", better=True)
    return
    yield
