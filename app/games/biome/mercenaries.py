"""What ally camps offer once their war is won: mercenaries and trade (BIO-182 to BIO-190)."""

from __future__ import annotations

from app.games.biome.buildings import open_links
from app.games.biome.components import (
    ALLY_USED,
    ENRAGED,
    MOVEMENT,
    PINNED,
    RAID_LOST,
    SECRET_NAMES,
    Cell,
    one,
)
from app.games.biome.ending import over
from app.games.biome.harm import becomes, end_task, give_back, meets_gang, set_cooldown
from app.games.biome.hexes import advance, board_way, camp_at, camp_by_id, spot
from app.games.biome.picking import choose_secret, settle_load
from app.games.biome.places import camp_name, place
from app.games.biome.state import NOWHERE, Band, Camp, State
from app.games.biome.stock import (
    ENEMY,
    Price,
    available,
    carry,
    friendly_camp,
    listed,
    news,
    pay,
    priced,
    seat_of,
    stow,
    who,
)
from app.games.biome.telling import headline
from app.kernel import Option, Play, Script, ask, choosing

MOST_RESCUED = 3


# Hiring ---------------------------------------------------------------------------------------------------------------


def hiring_camp(state: State, player: int) -> Camp | None:
    """BIO-164, BIO-182: the ally camp under a player's feet, if it can be hired from."""
    camp = friendly_camp(state, state.players[player].at)
    return camp if camp is not None and camp.trades == "mercenaries" else None


def captives_of(state: State, camp: Camp) -> list[int]:
    return [n for n, person in enumerate(state.players) if person.status == "captured" and person.captor == camp.id]


def prisons(state: State) -> list[Camp]:
    return [camp for camp in state.camps if camp.kind in ENEMY and (camp.store or captives_of(state, camp))]


def hire_options(state: State, player: int) -> list[Option]:
    if hiring_camp(state, player) is None:
        return []
    options: list[Option] = []
    for camp in prisons(state):
        label = f"Hire mercenaries to rescue from {camp_name(state, camp)}"
        options += priced(
            state, player, f"hire:rescue:{camp.id}", label, Price(1, 1), target=spot(camp.at), rule="BIO-184"
        )
    for party in state.parties:
        label = f"Hire mercenaries against the raiders by {place(state, party.at)}"
        options += priced(
            state, player, f"hire:party:{party.id}", label, Price(1, 1), target=f"party-{party.id}", rule="BIO-185"
        )
    if state.gang is not None and state.gang.count >= 0:
        options += priced(
            state,
            player,
            "hire:gang:0",
            "Hire mercenaries against the gang",
            Price(1, 3),
            target="gang",
            rule="BIO-186",
        )
    return options


def hire(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    state = g.state
    camp = hiring_camp(state, player)
    assert camp is not None
    task, _, number = argument.partition(":")
    if task == "rescue":
        yield from hire_rescuers(g, player, camp, int(number), own)
        return
    pay(g, player, Price(1, 3 if task == "gang" else 1), own)
    band = Band(state.next_id, camp.id, camp.at, "gang" if task == "gang" else "party", int(number))
    enlist(g, player, band, "disrupt the gang" if task == "gang" else "destroy a raiding party")


def enlist(g: Play[State], player: int, band: Band, what: str) -> None:
    g.state.next_id += 1
    g.state.bands.append(band)
    news(g, f"{who(g.state, player)} hires mercenaries to {what}.", band.at, "BIO-182")
    headline(g, f"{who(g.state, player)} hires mercenaries to {what}", band.at)


def hire_rescuers(g: Play[State], player: int, camp: Camp, prison_id: int, own: bool) -> Script[None]:
    """BIO-184: one Supply for each captive or secret named."""
    state = g.state
    prison = camp_by_id(state, prison_id)
    assert prison is not None
    captives = captives_of(state, prison)
    options = [Option(f"captive:{n}", who(state, n)) for n in captives]
    options += [Option(f"item:{i}", SECRET_NAMES[kind]) for i, kind in enumerate(prison.store)]
    most = min(MOST_RESCUED, sum(available(state, player, "supply")))
    named = yield from ask(
        choosing(
            seat_of(state, player),
            "Whom and what shall they bring? 1 Supply each",
            options,
            most=most,
            rule="BIO-184",
            public="hires mercenaries",
        )
    )
    freed = [n for n in captives if f"captive:{n}" in named]
    wants = [kind for i, kind in enumerate(prison.store) if f"item:{i}" in named]
    pay(g, player, Price(1, len(named)), own)
    band = Band(state.next_id, camp.id, camp.at, "rescue", prison.id, freed, wants)
    names = ", ".join([*(who(state, n) for n in freed), *(SECRET_NAMES[kind] for kind in wants)])
    enlist(g, player, band, f"rescue {names}")


def dismiss_idle(g: Play[State]) -> None:
    """BIO-187: a task ends when its target is gone; looked at after every event."""
    for band in list(g.state.bands):
        if target_of(g.state, band) is None:
            end_task(g, band, "its target is gone")


# Bands in the board turn ----------------------------------------------------------------------------------------------


def bands_act(g: Play[State]) -> None:
    """Step 4 (BIO-159)."""
    state = g.state
    pinned_before = state.gang is not None and state.gang.mode == "pinned"
    for band in list(state.bands):
        if band not in state.bands:
            continue
        if band.task == "gang" and pinned_before and band.at == pinned_at(state):
            continue
        act(g, band)
        if over(state):
            return
    if pinned_before:
        count_pin_down(g)


def pinned_at(state: State) -> Cell | None:
    return state.gang.at if state.gang is not None and state.gang.mode == "pinned" else None


def target_of(state: State, band: Band) -> Cell | None:
    if band.task == "gang":
        return state.gang.at if state.gang is not None and state.gang.count >= 0 else None
    if band.task == "party":
        return next((party.at for party in state.parties if party.id == band.target), None)
    prison = camp_by_id(state, band.target)
    if prison is None or not still_there(state, band, prison):
        return None
    return prison.at


def still_there(state: State, band: Band, prison: Camp) -> bool:
    return any(n in captives_of(state, prison) for n in band.captives) or any(k in prison.store for k in band.wants)


def act(g: Play[State], band: Band) -> None:
    state = g.state
    goal = target_of(state, band)
    assert goal is not None, "a band without a target was dismissed"
    routes = open_links(state)
    way = board_way(state, band.at, goal, routes) if band.at != goal else []
    if way is None:
        return  # BIO-183: it waits
    band.at = advance(state, band.at, way, MOVEMENT, routes)
    where = place(state, band.at)
    with g.moment("event", f"Our mercenaries come to {where}", about=spot(band.at), rule="BIO-183"):
        g.tell(f"Mercenaries move to {where}.", rule="BIO-183")
        if band.at == goal:
            DEEDS[band.task](g, band)
        elif state.gang is not None and state.gang.at == band.at:
            end_task(g, band, "the gang destroyed them")  # BIO-199


def rescue(g: Play[State], band: Band) -> None:
    state = g.state
    prison, main = camp_by_id(state, band.target), camp_by_id(state, 1)
    assert prison is not None
    assert main is not None
    for player in band.captives:
        person = state.players[player]
        if player in captives_of(state, prison):
            person.status, person.captor, person.captive, person.at = "active", NOWHERE, 0, main.at
            news(g, f"{who(state, player)} is rescued and stands on the main camp.", main.at, "BIO-184")
            becomes(g, player, "captured", "free, on the main camp", "the mercenaries came", better=True)
            meets_gang(g, player)
    for kind in band.wants:
        if kind in prison.store:
            prison.store.remove(kind)
            stow(state, main, kind)
            news(g, f"Brought to the main camp: {one(kind)}.", main.at, "BIO-184")
            g.change(SECRET_NAMES[kind], f"in {camp_name(state, prison)}", "in the main camp", "fetched", better=True)
    headline(g, f"The mercenaries come home from {camp_name(state, prison)}", prison.at, "gain")
    end_task(g, band, "it is done")


def destroy_party(g: Play[State], band: Band) -> None:
    state = g.state
    party = next(party for party in state.parties if party.id == band.target)
    state.parties.remove(party)
    news(g, "The mercenaries destroy the raiding party; what it carried goes back.", party.at, "BIO-185")
    headline(g, "The mercenaries destroy the raiding party", party.at, "fight")
    if party.cargo:
        g.change(listed([loot.kind for loot in party.cargo]), "with the raiders", "back", "it was ours", better=True)
    give_back(g, party)
    home = camp_by_id(state, party.home)
    if home is not None and not party.quest:
        set_cooldown(state, home, RAID_LOST)
    end_task(g, band, "it is done")


def pin(g: Play[State], band: Band) -> None:
    """BIO-186, BIO-249: an enraged gang is only followed."""
    gang = g.state.gang
    assert gang is not None
    if gang.mode == "enraged":
        return
    g.change("the Roaming Gang", gang.mode, f"pinned for {PINNED} rounds", "the mercenaries hold it", better=True)
    gang.mode, gang.count = "pinned", PINNED
    news(g, "The mercenaries pin the gang.", gang.at, "BIO-186")
    headline(g, "The mercenaries pin the Roaming Gang", gang.at, "fight")


DEEDS = {"rescue": rescue, "party": destroy_party, "gang": pin}


def count_pin_down(g: Play[State]) -> None:
    """BIO-186, BIO-245."""
    gang = g.state.gang
    if gang is None or gang.mode != "pinned":
        return
    gang.count -= 1
    if gang.count > 0:
        return
    gang.mode, gang.count = "enraged", ENRAGED
    with g.moment("event", "The Roaming Gang breaks loose", about="gang", rule="BIO-245"):
        g.tell("The gang breaks loose and is enraged.", rule="BIO-245")
        g.change("the Roaming Gang", "pinned", f"enraged for {ENRAGED} moves", "the mercenaries tire", better=False)
        for band in [band for band in g.state.bands if band.task == "gang" and band.at == gang.at]:
            end_task(g, band, "the pin is over")


# Trading --------------------------------------------------------------------------------------------------------------


def trade_options(state: State, player: int) -> list[Option]:
    camp = friendly_camp(state, state.players[player].at)
    if camp is None or camp.trades != "goods":
        return []
    return priced(state, player, "trade:box", "Trade for a secret of choice", Price(1, 2), rule="BIO-188")


def trade(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    """BIO-188 to BIO-190."""
    state = g.state
    camp = camp_at(state, state.players[player].at)
    assert camp is not None
    pay(g, player, Price(1, 2), own)
    set_cooldown(state, camp, ALLY_USED)
    g.change(f"cool-down of {camp_name(state, camp)}", 0, camp.cooldown, "it has traded", better=False)
    kind = yield from choose_secret(g, player, "Take a secret from the box", may_decline=True)
    if kind is None:
        news(g, f"{who(state, player)} trades and takes nothing.", camp.at, "BIO-190")
        return
    carry(state, player, kind)
    news(g, f"{who(state, player)} trades for a secret.", camp.at, "BIO-189")
    later = f"{who(state, player)} took {one(kind)}."
    g.tell(f"You took {one(kind)}.", to=[seat_of(state, player)], rule="BIO-189", later=later)
    yield from settle_load(g, player)


# Ransom ---------------------------------------------------------------------------------------------------------------


def ransom_options(state: State, player: int) -> list[Option]:
    """BIO-147."""
    camp = camp_at(state, state.players[player].at)
    if camp is None or camp.kind not in ENEMY:
        return []
    return [
        option
        for captive in captives_of(state, camp)
        for option in priced(
            state, player, f"ransom:{captive}", f"Ransom {who(state, captive)}", Price(1, 2), rule="BIO-147"
        )
    ]


def ransom(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    pay(g, player, Price(1, 2), own)
    person = g.state.players[int(argument)]
    person.status, person.captor, person.captive = "active", NOWHERE, 0
    news(g, f"{who(g.state, int(argument))} is free.", person.at, "BIO-147")
    becomes(g, int(argument), "captured", "free", "the ransom is paid", better=True)
    return
    yield
