"""Dragon's Lair (BIO-251 to BIO-256)."""

from __future__ import annotations

from app.games.biome.components import HOARD, RECOVERS, SECRET_NAMES, VALUE_ORDER, Cell, one
from app.games.biome.harm import injure
from app.games.biome.picking import gain
from app.games.biome.places import camp_name
from app.games.biome.quests.common import face_of, muster, won_key
from app.games.biome.state import Dragon, State, Tile
from app.games.biome.stock import Price, die, draw_harmless, listed, news, pay, priced, reveal, seat_of, who
from app.games.biome.telling import fate, headline
from app.kernel import Option, Play, Script, choose

MOST_BONUS = 3


def set_up(g: Play[State], player: int, at: Cell) -> Script[None]:
    g.state.tiles.append(Tile(at, "lair"))
    drawn = [draw_harmless(g) for _ in range(HOARD)]
    hoard = by_value(["key", *(kind for kind in drawn if kind is not None)])
    g.state.quests.append(Dragon(at, hoard))
    news(g, f"The Dragon's Lair: the hoard is {listed(hoard)}.", at, "BIO-251")
    g.change("the hoard", "", listed(hoard), "whoever beats the dragon takes two of it")
    return
    yield


def by_value(kinds: list[str]) -> list[str]:
    return sorted(kinds, key=VALUE_ORDER.index)


def update(g: Play[State], quest: Dragon) -> None:
    """BIO-252: a random camp of any kind loses its two most valuable secrets."""
    camps = [camp for camp in g.state.camps if camp.store]
    if not camps:
        news(g, "The dragon finds nothing to steal.", quest.at, "BIO-252")
        headline(g, "The dragon flies out and finds nothing to steal", quest.at)
        return
    camp = g.rng.pick(camps, "dragon")
    stolen = by_value(camp.store)[:2]
    for kind in stolen:
        camp.store.remove(kind)
    quest.hoard = by_value([*quest.hoard, *stolen])
    where = camp_name(g.state, camp)
    news(g, f"The dragon steals {listed(stolen)} from {where}.", camp.at, "BIO-252")
    headline(g, f"The dragon steals from {where}", camp.at, "loss")
    g.change(listed(stolen), f"in {where}", "in the hoard", "a dragon takes what is worth most", better=False)


def options(state: State, player: int, quest: Dragon) -> list[Option]:
    if state.players[player].at != quest.at:
        return []
    face = face_of(state, quest)
    return priced(
        state, player, "attack:dragon", "Attack the dragon", Price(), target=face, rule="BIO-254", careful=True
    )


def attack(g: Play[State], player: int, quest: Dragon) -> Script[None]:
    """BIO-254."""
    pay(g, player, Price())
    fighters = yield from muster(g, player, "an attack on the dragon", "BIO-206")
    bonus = min(MOST_BONUS, len(fighters) - 1)
    rolled = die(g, 6, f"{who(g.state, player)} attacks the dragon: {{dice}} + {bonus}.", quest.at, "BIO-254")
    total, actor = f"{rolled} + {bonus} = {rolled + bonus}", who(g.state, player)
    if rolled + bonus <= 4:
        fate(g, "hurts", total, "4 or less: fire")
        headline(g, f"The dragon burns {actor}" if len(fighters) == 1 else "The dragon burns everybody there", quest.at)
        for fighter in fighters:
            injure(g, fighter, "the dragon breathes fire")
    elif rolled + bonus == 5:
        fate(g, "ignored", total, "5: nobody gives way")
        headline(g, f"{actor} attacks the dragon, and nobody gives way", quest.at)
    else:
        fate(g, "counts", total, "6 or more: the hoard")
        headline(g, f"{actor} beats the dragon back", quest.at)
        yield from recover(g, player, fighters, quest)


def recover(g: Play[State], player: int, fighters: list[int], quest: Dragon) -> Script[None]:
    """BIO-255: the one who started it chooses, and gives each to any attacker."""
    state = g.state
    reveal(state)
    for _ in range(min(RECOVERS, len(quest.hoard))):
        options = [
            Option(f"take:{kind}:{fighter}", f"{SECRET_NAMES[kind]} for {who(state, fighter)}")
            for kind in dict.fromkeys(quest.hoard)
            for fighter in fighters
        ]
        chosen = yield from choose(
            seat_of(state, player), "Take from the hoard", options, rule="BIO-255", public="takes from the hoard"
        )
        _, kind, fighter = chosen.split(":")
        quest.hoard.remove(kind)
        if kind == "key":
            quest.won = True  # BIO-256
            won_key(g, int(fighter), "taken from the hoard")
        else:
            g.change(SECRET_NAMES[kind], "in the hoard", f"with {who(state, int(fighter))}", "won back", better=True)
        news(g, f"{who(state, int(fighter))} gets {one(kind)} from the hoard.", quest.at, "BIO-255")
        yield from gain(g, int(fighter), kind)
