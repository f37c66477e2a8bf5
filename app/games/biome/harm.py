"""Injury and capture, and camps and tiles that are lost (BIO-066, BIO-094, BIO-141 to BIO-150)."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.biome.buildings import keep
from app.games.biome.components import (
    ALLY_USED,
    CAPTIVE,
    HOME,
    INJURY,
    RAID_LOST,
    TILE_NAMES,
    Cell,
    one,
)
from app.games.biome.hexes import around, camp_at, camp_by_id, distance, passable, the_tile, tile_at
from app.games.biome.places import camp_name, capital, place
from app.games.biome.state import LOCK, NOWHERE, Band, Camp, Held, Party, State, Vesuvius
from app.games.biome.stock import ENEMY, destroy, discard, disclose, listed, news, reveal, seat_of, stow, who
from app.games.biome.telling import headline
from app.kernel import Play

# Players --------------------------------------------------------------------------------------------------------------


def injure(g: Play[State], player: int, why: str) -> None:
    """BIO-141, BIO-142: to the main camp; everything carried is destroyed, worn buffs stay."""
    person = g.state.players[player]
    if person.status != "active":
        return
    with g.moment("loss", f"{who(g.state, player)} is injured: {why}", rule="BIO-141"):
        news(g, f"{who(g.state, player)} is injured: {why}.", person.at, "BIO-141")
        if person.inventory:
            g.change(pack_of(g.state, player), secrets(len(person.inventory)), "destroyed", why, better=False)
        destroy_unseen(g, person.inventory, person.at, "BIO-142")
        person.inventory = []
        reveal(g.state)
        drop_priests(g, player)
        to_the_infirmary(g, player)
        becomes(g, player, "well", f"injured, {INJURY} to heal", why, better=False)


def becomes(g: Play[State], player: int, before: str, after: str, why: str, *, better: bool) -> None:
    """How somebody is now, and was. Alone, one person runs two characters: then the name says which."""
    what = who(g.state, player) if g.state.seats == 1 else "health"
    g.change(what, before, after, why, seat=seat_of(g.state, player), better=better)


def pack_of(state: State, player: int) -> str:
    return f"the pack of {who(state, player)}"


def secrets(count: int) -> str:
    return "1 secret" if count == 1 else f"{count} secrets"


def destroy_unseen(g: Play[State], kinds: Sequence[str], at: Cell | None, rule: str) -> None:
    """Hidden secrets are destroyed; nobody learns which, but keys are told, as all must know how many are left."""
    keys = kinds.count("key")
    if keys:
        disclose(g, f"{keys} Key{'s are' if keys > 1 else ' is'} destroyed.", at, rule)
        keys_change(g, -keys, "destroyed with what lay there")
    for kind in kinds:
        destroy(g.state, kind)


def keys_change(g: Play[State], by: int, why: str) -> None:
    """Keys that are left in the game; told before they are taken away (BIO-291)."""
    left = g.state.quest_count - g.state.gone.count("key")
    g.change("keys left in the game", left, left + by, why, better=by > 0)


def to_the_infirmary(g: Play[State], player: int) -> None:
    person = g.state.players[player]
    person.status = "injured"
    person.at = HOME
    person.healing = INJURY
    person.captive, person.captor = 0, NOWHERE
    person.actions = 0  # BIO-032


def heal(g: Play[State], player: int) -> None:
    person = g.state.players[player]
    person.status, person.healing = "active", 0
    news(g, f"{who(g.state, player)} is healed.", HOME, "BIO-143")
    becomes(g, player, "injured", "well", "the wounds have closed", better=True)


def capture(g: Play[State], player: int) -> None:
    """BIO-145, BIO-146, BIO-149: a Captured strikes."""
    state = g.state
    person = state.players[player]
    drop_priests(g, player)
    camps = [camp for camp in state.camps if camp.kind == "stealer"]
    person.status, person.captive, person.actions = "captured", CAPTIVE, 0
    if camps:
        least = min(distance(person.at, camp.at) for camp in camps)
        camp = g.rng.pick([c for c in camps if distance(person.at, c.at) == least], "captor")
        person.captor = camp.id
        taken = f" and loses {listed(person.inventory)}" if person.inventory else ""
        where = camp_name(state, camp)
        disclose(g, f"{who(state, player)} is captured, taken to {where}{taken}.", camp.at, "BIO-145")
        headline(g, f"{who(state, player)} is captured and taken to {where}", camp.at, "loss")
        if person.inventory:
            g.change(
                pack_of(state, player), listed(person.inventory), f"in {where}", "taken with its owner", better=False
            )
        person.at = camp.at
        for kind in person.inventory:
            keep(g, camp, kind)
    else:
        person.captor = NOWHERE
        news(g, f"{who(state, player)} is captured and held where nobody can reach.", person.at, "BIO-149")
        headline(g, f"{who(state, player)} is captured, and nobody knows where the captors live", kind="loss")
        state.held.extend(Held(kind, player) for kind in person.inventory)
    person.inventory = []
    becomes(g, player, "free", f"captured, {CAPTIVE} rounds to come home", "a Captured lay there", better=False)
    reveal(state)


def receive_held(g: Play[State], camp: Camp) -> None:
    """BIO-150: the first stealer camp revealed gets everybody and everything held off the board."""
    state = g.state
    for player, person in enumerate(state.players):
        if person.status == "captured" and person.captor == NOWHERE:
            person.captor, person.at = camp.id, camp.at
            news(g, f"{who(state, player)} is held at the stealer camp.", camp.at, "BIO-150")
            becomes(g, player, "held somewhere", "held in this camp", "the captors' camp is found", better=True)
    if state.held:
        kinds = listed([held.kind for held in state.held])
        disclose(g, f"The camp has {kinds} of its captives.", camp.at, "BIO-150")
        g.change(f"the store of {camp_name(state, camp)}", "unknown", kinds, "taken from its captives")
    for held in state.held:
        keep(g, camp, held.kind)
    state.held = []


def drop_priests(g: Play[State], player: int) -> None:
    """BIO-277: back on the Volcano, or lost after the first eruption."""
    person = g.state.players[player]
    volcano = next((quest for quest in g.state.quests if isinstance(quest, Vesuvius)), None)
    for _ in range(person.priests):
        assert volcano is not None
        if volcano.erupted:
            lose_priest(g, volcano)
        else:
            volcano.priests += 1
            news(g, "The priest is back on the Volcano.", volcano.at, "BIO-277")
            g.change("priests on the Volcano", volcano.priests - 1, volcano.priests, "whoever led one there fell")
    person.priests = 0


def lose_priest(g: Play[State], volcano: Vesuvius) -> None:
    """BIO-271, BIO-278: one reward goes with him, the key first."""
    news(g, "A priest is lost.", volcano.at, "BIO-278")
    g.change("a priest", "alive", "lost", "the mountain takes what is left on it", better=False)
    if volcano.key:
        keys_change(g, -1, "its key goes with the first priest lost")
        volcano.key, volcano.won = False, False
        destroy(g.state, "key")
        news(g, "The key of Mt Vesuvius is destroyed.", volcano.at, "BIO-271")
    elif volcano.secrets:
        destroy(g.state, volcano.secrets.pop())


def meets_gang(g: Play[State], player: int) -> bool:
    """BIO-047."""
    person, gang = g.state.players[player], g.state.gang
    if gang is None or person.status != "active" or person.at != gang.at:
        return False
    injure(g, player, "the Roaming Gang is there")
    return True


# Parties and bands ----------------------------------------------------------------------------------------------------


def set_cooldown(state: State, camp: Camp, value: int) -> None:
    """BIO-285: no enemy camp goes on cool-down once the exit is found."""
    camp.cooldown = 0 if camp.kind in ENEMY and state.exit is not None else value
    camp.fresh = state.step == "board"  # BIO-154


def lose_party(g: Play[State], party: Party, why: str) -> None:
    """BIO-199: destroyed with its cargo; the camp's cool-down is 6, but a quest's party comes again (BIO-231)."""
    g.state.parties.remove(party)
    news(g, f"A raiding party is destroyed: {why}.", party.at, "BIO-199")
    g.change("the raiding party", "under way", "destroyed", why)
    if party.cargo:
        cargo = listed([loot.kind for loot in party.cargo])
        news(g, f"Lost with it: {cargo}.", party.at, "BIO-199")
        g.change("what it carried", cargo, "destroyed", "lost with the party", better=False)
    keys = sum(loot.kind == "key" for loot in party.cargo)
    if keys:
        keys_change(g, -keys, "lost with the party")
    for loot in party.cargo:
        destroy(g.state, loot.kind)
    home = camp_by_id(g.state, party.home)
    if home is not None and not party.quest:
        set_cooldown(g.state, home, RAID_LOST)


def end_task(g: Play[State], band: Band, why: str) -> None:
    """BIO-187."""
    g.state.bands.remove(band)
    news(g, f"The mercenaries' task ends: {why}.", band.at, "BIO-187")
    g.change("the mercenaries", "under way", "gone home", why)
    camp = camp_by_id(g.state, band.camp)
    if camp is not None:
        set_cooldown(g.state, camp, ALLY_USED)
        g.change(f"cool-down of {camp_name(g.state, camp)}", 0, camp.cooldown, "its mercenaries rest", better=False)


# Camps and tiles ------------------------------------------------------------------------------------------------------


def destroy_camp(g: Play[State], camp: Camp) -> None:
    """BIO-094, BIO-165: with its store and all that is tied to it; players there are unhurt."""
    state = g.state
    where = camp_name(state, camp)
    news(g, f"{capital(where)} is destroyed.", camp.at, "BIO-094")
    lost = f"with {listed(camp.store)}" if camp.store else "its store was empty"
    g.change(where, "standing", "destroyed", lost, better=False)
    if "key" in camp.store:
        keys_change(g, -camp.store.count("key"), f"they lay in {where}")
    for kind in camp.store:
        destroy(state, kind)
    if camp.kind == "main" and state.group_buff:
        destroy(state, state.group_buff)
        state.group_buff = ""
    state.camps.remove(camp)
    state.buildings = [building for building in state.buildings if building.feeds != camp.id]
    state.routes = [route for route in state.routes if camp.id not in route.ends]
    if camp.kind == "ally":
        the_tile(state, camp.at).kind = "grassland"  # BIO-065
    if camp.kind in ENEMY:
        leave_the_lost_camp(g, camp)


def leave_the_lost_camp(g: Play[State], camp: Camp) -> None:
    """BIO-066: captives of a tribe whose camp is gone come home injured; its raiders leave what they carry."""
    state = g.state
    for player, person in enumerate(state.players):
        if person.status == "captured" and person.captor == camp.id:
            news(g, f"{who(state, player)} comes home injured.", HOME, "BIO-066")
            to_the_infirmary(g, player)
            becomes(g, player, "captured", f"injured, {INJURY} to heal", "its captors are no more", better=True)
    for party in [party for party in state.parties if party.home == camp.id]:
        state.parties.remove(party)
        news(g, "Raiders without a home scatter; what they carried goes back.", party.at, "BIO-066")
        g.change("the raiders", "under way", "scattered", "their camp is gone", better=True)
        give_back(g, party)


def drown(g: Play[State], at: Cell, kind: str) -> None:
    """BIO-066: the tile becomes a lake, lava, sunken Atlantis or fallen ruins."""
    state = g.state
    tile = the_tile(state, at)
    was = place(state, at)
    news(g, f"{capital(was)} becomes {TILE_NAMES[kind]}.", at, "BIO-066")
    lost = len(tile.secrets)
    why = f"{secrets(lost)} lay on it" if lost else "nothing lay on it"
    g.change(was, TILE_NAMES[tile.kind], TILE_NAMES[kind], why, better=False)
    camp = camp_at(state, at)
    if camp is not None:
        destroy_camp(g, camp)
    tile.kind, tile.cliffs = kind, "000000"
    destroy_unseen(g, [hidden.kind for hidden in tile.secrets], at, "BIO-066")
    tile.secrets = []
    state.buildings = [building for building in state.buildings if building.at != at]
    state.routes = [route for route in state.routes if at not in route.cells]
    for party in [party for party in state.parties if party.at == at]:
        lose_party(g, party, "its tile is gone")
    for band in [band for band in state.bands if band.at == at]:
        end_task(g, band, "its tile is gone")
    for player, person in enumerate(state.players):
        if person.at == at and person.status == "active":
            injure(g, player, "the ground gives way")
    if state.gang is not None and state.gang.at == at:
        ways = [cell for cell in around(at) if passable(tile_at(state, cell))]
        if ways:
            state.gang.at = g.rng.pick(ways, "gang")
            news(g, f"The gang flees to {place(state, state.gang.at)}.", state.gang.at, "BIO-066")
            for player in range(len(state.players)):
                meets_gang(g, player)


def strike(g: Play[State], player: int) -> None:
    """BIO-069: a Captured come across is shown, takes the player and is discarded."""
    disclose(g, f"{who(g.state, player)} comes across {one('captured')}.", rule="BIO-069")
    discard(g.state, "captured")
    capture(g, player)


def give_back(g: Play[State], party: Party) -> None:
    """BIO-185: the cargo of a party beaten by mercenaries goes back to where it came from."""
    main = camp_by_id(g.state, 1)
    for loot in party.cargo:
        camp = camp_by_id(g.state, loot.source) or main
        if loot.source == LOCK:
            g.state.lock += 1
        elif camp is not None:
            stow(g.state, camp, loot.kind)
