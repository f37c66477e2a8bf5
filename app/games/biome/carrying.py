"""Picking up and placing (BIO-038, BIO-070 to BIO-077, BIO-095, BIO-274 to BIO-276)."""

from __future__ import annotations

from app.games.biome.components import SECRET_NAMES, WEIGHTS, one
from app.games.biome.hexes import camp_at, the_tile
from app.games.biome.quests import vesuvius
from app.games.biome.quests.common import find
from app.games.biome.state import State, Vesuvius
from app.games.biome.stock import (
    ENEMY,
    Price,
    buffs,
    carry,
    fits,
    friendly_camp,
    known_here,
    news,
    pay,
    priced,
    put_down,
    who,
)
from app.kernel import Option, Play, Script


def handling_price(state: State, player: int) -> Price:
    """BIO-038: free at a friendly camp, whatever its terrain."""
    at = state.players[player].at
    if friendly_camp(state, at) is not None:
        return Price(0)
    desert = the_tile(state, at).kind == "desert"
    return Price(2 if desert and not buffs(state, player, "ease_of_passage") else 1)


def pick_options(state: State, player: int) -> list[Option]:
    """BIO-070, BIO-095."""
    at = state.players[player].at
    price = handling_price(state, player)
    found: list[Option] = []
    for hidden in known_here(state, player):
        if hidden.kind != "captured" and fits(state, player, WEIGHTS[hidden.kind]):
            label = f"Pick up s{hidden.label}: {SECRET_NAMES[hidden.kind]}"
            found += priced(
                state, player, f"pick:s{hidden.label}", label, price, target=f"secret-{hidden.label}", rule="BIO-038"
            )
    camp = friendly_camp(state, at)
    if camp is None:
        return found
    for kind in dict.fromkeys(camp.store):
        if fits(state, player, WEIGHTS[kind]):
            label, target = f"Take {one(kind)} from the store", f"store-{camp.id}-{kind}"
            found += priced(state, player, f"pick:{kind}", label, price, target=target, rule="BIO-038")
    return found


def pick(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    state = g.state
    person = state.players[player]
    pay(g, player, handling_price(state, player))
    camp = friendly_camp(state, person.at)
    if camp is not None and argument in camp.store:
        camp.store.remove(argument)
        carry(state, player, argument)
        news(g, f"{who(state, player)} takes {one(argument)} from the store.", person.at, "BIO-075")
        return
    tile = the_tile(state, person.at)
    hidden = next(hidden for hidden in tile.secrets if f"s{hidden.label}" == argument)
    tile.secrets.remove(hidden)
    carry(state, player, hidden.kind)
    news(g, f"{who(state, player)} picks up s{hidden.label}, weight {WEIGHTS[hidden.kind]}.", person.at, "BIO-070")
    return
    yield


def place_options(state: State, player: int) -> list[Option]:
    """BIO-072 to BIO-074."""
    person = state.players[player]
    camp = camp_at(state, person.at)
    price = handling_price(state, player)
    found: list[Option] = []
    if camp is None or camp.kind not in ENEMY:
        where = "here, face-down" if camp is None else "at the camp, for all to see"
        for kind in dict.fromkeys(person.inventory):
            label = f"Place {one(kind)} {where}"
            found += priced(state, player, f"place:{kind}", label, price, target=f"pack-{kind}", rule="BIO-038")
    quest = find(state, Vesuvius)
    if person.priests and quest is not None and person.at != quest.at:
        found += priced(state, player, "save:priest", "Put the priest down", price, rule="BIO-275")
    return found


def place(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    state = g.state
    person = state.players[player]
    pay(g, player, handling_price(state, player))
    person.inventory.remove(argument)
    if friendly_camp(state, person.at) is None:
        news(g, f"{who(state, player)} places a secret of weight {WEIGHTS[argument]}.", person.at, "BIO-072")
    put_down(g, player, argument)
    return
    yield


def save_priest(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    quest = find(g.state, Vesuvius)
    assert quest is not None
    return vesuvius.put_down(g, player, quest, handling_price(g.state, player))
