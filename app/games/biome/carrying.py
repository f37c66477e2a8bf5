"""Picking up and placing (BIO-038, BIO-070 to BIO-077, BIO-095, BIO-129, BIO-274 to BIO-276)."""

from __future__ import annotations

from app.games.biome.components import SECRET_NAMES, WEIGHTS, one
from app.games.biome.hexes import camp_at, the_tile
from app.games.biome.places import place as place_name
from app.games.biome.quests import vesuvius
from app.games.biome.quests.common import find
from app.games.biome.state import Camp, State, Vesuvius
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
from app.games.biome.telling import headline, store_change
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
    price = handling_price(state, player)
    found: list[Option] = []
    for hidden in known_here(state, player):
        if hidden.kind != "captured" and fits(state, player, WEIGHTS[hidden.kind]):
            label = f"Pick up the {SECRET_NAMES[hidden.kind]}"
            ident, target = f"pick:s{hidden.label}", f"secret-{hidden.label}"
            found += priced(state, player, ident, label, price, target=target, rule="BIO-038", careful=True)
    camp = store_within_reach(state, player)
    if camp is None:
        return found
    rule, verb = ("BIO-074", "Take back") if camp.kind in ENEMY else ("BIO-038", "Take")
    for kind in dict.fromkeys(camp.store):
        if fits(state, player, WEIGHTS[kind]):
            label, target = f"{verb} {one(kind)} from the store", f"store-{camp.id}-{kind}"
            found += priced(state, player, f"pick:{kind}", label, price, target=target, rule=rule, careful=True)
    return found


def store_within_reach(state: State, player: int) -> Camp | None:
    """A friendly camp, or an enemy camp one has come to (BIO-074, BIO-129)."""
    camp = camp_at(state, state.players[player].at)
    if camp is not None and camp.kind in ENEMY:
        return camp if state.options.take_back else None
    return friendly_camp(state, state.players[player].at)


def pick(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    state = g.state
    person = state.players[player]
    pay(g, player, handling_price(state, player))
    camp = store_within_reach(state, player)
    if camp is not None and argument in camp.store:
        camp.store.remove(argument)
        carry(state, player, argument)
        back = "back " if camp.kind in ENEMY else ""
        told = f"{who(state, player)} takes {one(argument)} {back}from the store"
        news(g, f"{told}.", person.at, "BIO-074" if back else "BIO-075")
        headline(g, told, person.at, "gain")
        store_change(g, camp, place_name(state, person.at), argument, -1, "taken along")
        return
    tile = the_tile(state, person.at)
    hidden = next(hidden for hidden in tile.secrets if f"s{hidden.label}" == argument)
    tile.secrets.remove(hidden)
    carry(state, player, hidden.kind)
    told = f"{who(state, player)} picks up a secret in {place_name(state, person.at)}"
    news(g, f"{told}.", person.at, "BIO-070")
    headline(g, told, person.at, "gain")
    carried = len(person.inventory)
    g.change("secrets carried", carried - 1, carried, "what it is stays hidden", seat=person.seat)
    return
    yield


def place_options(state: State, player: int) -> list[Option]:
    """BIO-072 to BIO-074."""
    person = state.players[player]
    camp = camp_at(state, person.at)
    price = handling_price(state, player)
    found: list[Option] = []
    if camp is None or friendly_camp(state, person.at) is not None:
        where = "here, face-down" if camp is None else "into the store, for all to see"
        for kind in dict.fromkeys(person.inventory):
            label, target = f"Lay {one(kind)} {where}", f"pack-{player}-{kind}"
            found += priced(state, player, f"place:{kind}", label, price, target=target, rule="BIO-038", careful=True)
    quest = find(state, Vesuvius)
    if person.priests and quest is not None and person.at != quest.at:
        target = f"pack-{player}-priest"
        label = "Put the priest down here, safe"
        found += priced(state, player, "save:priest", label, price, target=target, rule="BIO-275", careful=True)
    return found


def place(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    state = g.state
    person = state.players[player]
    pay(g, player, handling_price(state, player))
    person.inventory.remove(argument)
    if friendly_camp(state, person.at) is None:
        told = f"{who(state, player)} lays a secret face-down in {place_name(state, person.at)}"
        news(g, f"{told}.", person.at, "BIO-072")
        headline(g, told, person.at)
        carried = len(person.inventory)
        g.change("secrets carried", carried + 1, carried, "laid down", seat=person.seat)
    else:
        headline(g, f"{who(state, player)} lays {one(argument)} into the store", person.at)
    put_down(g, player, argument)
    return
    yield


def save_priest(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    quest = find(g.state, Vesuvius)
    assert quest is not None
    return vesuvius.put_down(g, player, quest, handling_price(g.state, player))
