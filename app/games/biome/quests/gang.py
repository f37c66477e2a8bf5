"""The Roaming Gang: its moves, what it disrupts, and the quest for its key (BIO-191 to BIO-200, BIO-241 to BIO-250)."""

from __future__ import annotations

from app.games.biome.components import ENRAGED, MOVEMENT, PINNED, SUBDUED, Cell, one
from app.games.biome.ending import over
from app.games.biome.harm import end_task, injure, keys_change, lose_party
from app.games.biome.hexes import camp_at, distance, entry_cost, parties_at, passable, step, tile_at
from app.games.biome.picking import gain
from app.games.biome.places import WINDS, camp_name, joined, place
from app.games.biome.quests.common import find, won_key
from app.games.biome.state import Gang, RoamingGang, State, Tile
from app.games.biome.stock import Price, destroy, die, news, pay, priced, reveal, who
from app.games.biome.telling import fate, headline
from app.kernel import Option, Play, Script


def set_up(g: Play[State], player: int, at: Cell) -> Script[None]:
    g.state.tiles.append(Tile(at, "gang_tile"))
    g.state.gang = Gang(at)
    g.state.quests.append(RoamingGang(at))
    news(g, "The Roaming Gang camps here and has a key.", at, "BIO-241")
    g.change("the Roaming Gang", "", "roaming", "it carries a key, and injures whoever it meets", better=False)
    return
    yield


def update(g: Play[State], quest: RoamingGang) -> None:
    gang = g.state.gang
    assert gang is not None
    if gang.mode == "pinned":
        headline(g, "The Roaming Gang is held where it is", gang.at)
        return  # BIO-245
    if gang.mode == "subdued":  # BIO-244
        gang.count -= 1
        headline(g, "The Roaming Gang licks its wounds", gang.at)
        g.change("subdued for", f"{gang.count + 1} more", f"{gang.count} more", "then it is enraged", better=False)
        if gang.count == 0:
            enrage(g, ENRAGED)
        return
    if gang.mode == "roaming":
        move(g)  # BIO-242
        return
    for _ in range(2):  # BIO-248
        move(g)
        if over(g.state):
            return
    if gang.count > 0:
        gang.count -= 1
        if gang.count == 0:
            gang.mode = "roaming"
            g.change("the Roaming Gang", "enraged", "roaming", "its rage is spent", better=True)
            news(g, "The gang calms down and roams again.", gang.at, "BIO-248")
            meet_hunters(g, gang)  # BIO-249


def enrage(g: Play[State], updates: int) -> None:
    gang = g.state.gang
    assert gang is not None
    how_long = "for good" if updates < 0 else f"for {updates} moves"
    g.change(
        "the Roaming Gang", gang.mode, f"enraged {how_long}", "nobody beats it now, and it moves twice", better=False
    )
    gang.mode, gang.count = "enraged", updates
    news(g, "The gang is enraged.", gang.at, "BIO-248")


# A gang move ----------------------------------------------------------------------------------------------------------


def move(g: Play[State]) -> None:
    """BIO-191: a random direction, up to 2 movement straight on."""
    state = g.state
    gang = state.gang
    assert gang is not None
    if not any(passable(tile_at(state, step(gang.at, direction))) for direction in range(6)):
        news(g, "The gang cannot move.", gang.at, "BIO-192")
        return
    while True:
        direction = die(g, 6, "The gang's direction: {dice}.", gang.at, "BIO-191") - 1
        if passable(tile_at(state, step(gang.at, direction))):
            break
        fate(g, "ignored", WINDS[direction], "no way there: rolled again")
    start = gang.at
    gang.at = walk(state, gang, direction)
    if gang.at == start:
        fate(g, "ignored", WINDS[direction], "a camp there is guarded")
        news(g, f"The gang looks {WINDS[direction]}, but stays: a camp is guarded.", gang.at, "BIO-195")
        headline(g, f"The Roaming Gang looks {WINDS[direction]} and stays: a camp is guarded", gang.at)
        return
    fate(g, "counts", WINDS[direction])
    told = f"The Roaming Gang goes {WINDS[direction]}, to {place(state, gang.at)}"
    news(g, f"{told}.", gang.at, "BIO-191")
    headline(g, told, gang.at)
    meet_hunters(g, gang)
    disrupt(g)


def meet_hunters(g: Play[State], gang: Gang) -> None:
    """BIO-194: a band sent against the gang pins it where they meet, unless it is enraged."""
    if gang.mode != "enraged" and has_hunters(g.state, gang.at):
        g.change("the Roaming Gang", gang.mode, f"pinned for {PINNED} rounds", "it met our mercenaries", better=True)
        gang.mode, gang.count = "pinned", PINNED
        news(g, "The mercenaries pin the gang.", gang.at, "BIO-194")


def walk(state: State, gang: Gang, direction: int) -> Cell:
    """Where a move in this direction ends (BIO-192 to BIO-195)."""
    at, end, movement = gang.at, gang.at, MOVEMENT
    while True:
        cell = step(at, direction)
        tile = tile_at(state, cell)
        if not passable(tile) or entry_cost(tile) > movement:
            return end
        movement -= entry_cost(tile)
        at = cell
        if gang.mode != "enraged" and has_hunters(state, cell):
            return cell
        if not guarded(state, cell):
            end = cell


def has_hunters(state: State, at: Cell) -> bool:
    return any(band.task == "gang" and band.at == at for band in state.bands)


def guarded(state: State, at: Cell) -> bool:
    """BIO-195."""
    return camp_at(state, at) is not None and any(
        person.status == "active" and person.at == at for person in state.players
    )


def disrupt(g: Play[State]) -> None:
    """BIO-196, BIO-199: only where the move ends."""
    state = g.state
    gang = state.gang
    assert gang is not None
    here = [n for n, person in enumerate(state.players) if person.status == "active" and person.at == gang.at]
    if here:
        names = joined([who(state, player) for player in here])
        headline(g, f"The Roaming Gang falls upon {names} in {place(state, gang.at)}", gang.at, "loss")
    for player in here:
        injure(g, player, "the Roaming Gang strikes")
    camp = camp_at(state, gang.at)
    if camp is not None and camp.store:
        lost = camp.store.pop(g.rng.below(len(camp.store), "gang"))
        where = camp_name(state, camp)
        if lost == "key":
            keys_change(g, -1, f"the gang found it in {where}")
        destroy(state, lost)
        news(g, f"The gang destroys {one(lost)} in the store of {where}.", camp.at, "BIO-196")
        g.change(one(lost), f"in {where}", "destroyed", "the Roaming Gang", better=False)
    for party in parties_at(state, gang.at):
        lose_party(g, party, "the gang fell upon it")
    for band in [band for band in state.bands if band.at == gang.at and band.task != "gang"]:
        end_task(g, band, "the gang destroyed them")


# Players --------------------------------------------------------------------------------------------------------------


def options(state: State, player: int, quest: RoamingGang) -> list[Option]:
    gang = state.gang
    if gang is None or distance(gang.at, state.players[player].at) != 1 or gang.mode == "enraged":
        return []
    found = priced(
        state, player, "attack:gang", "Attack the gang", Price(), target="gang", rule="BIO-243", careful=True
    )
    if quest.key and gang.mode in ("subdued", "pinned"):
        label = "Take the gang's key"
        found += priced(state, player, "snatch:gang", label, Price(), target="gang", rule="BIO-247", careful=True)
    return found


def attack(g: Play[State], player: int, quest: RoamingGang) -> Script[None]:
    """BIO-243, BIO-247."""
    state = g.state
    gang = state.gang
    assert gang is not None
    pay(g, player, Price())
    rolled = die(g, 6, f"{who(state, player)} attacks the gang: {{dice}}.", gang.at, "BIO-243")
    actor = who(state, player)
    if rolled <= 2:
        fate(g, "hurts", "too weak", "1 or 2: injured")
        headline(g, f"The Roaming Gang beats {actor}", gang.at)
        injure(g, player, "the gang was stronger")
    elif rolled < 5:
        fate(g, "ignored", "no decision", "3 or 4")
        headline(g, f"{actor} attacks the Roaming Gang without success", gang.at)
    else:
        fate(g, "counts", "they give way", "5 or 6")
        headline(g, f"{actor} beats the Roaming Gang", gang.at)
        if gang.mode != "pinned":
            after = f"subdued for {SUBDUED} moves"
            g.change("the Roaming Gang", gang.mode, after, f"a {rolled} was rolled", better=True)
            gang.mode, gang.count = "subdued", SUBDUED
            news(g, "The gang is subdued.", gang.at, "BIO-243")
        yield from take_key(g, player, quest)


def snatch(g: Play[State], player: int, quest: RoamingGang) -> Script[None]:
    pay(g, player, Price())
    headline(g, f"{who(g.state, player)} takes the key from the Roaming Gang", kind="gain")
    yield from take_key(g, player, quest)


def take_key(g: Play[State], player: int, quest: RoamingGang) -> Script[None]:
    if not quest.key:
        return
    quest.key, quest.won = False, True  # BIO-250
    reveal(g.state)
    won_key(g, player, "taken from the Roaming Gang")
    news(g, f"{who(g.state, player)} takes the gang's key.", quest.at, "BIO-250")
    yield from gain(g, player, "key")


def exit_found(g: Play[State]) -> None:
    """BIO-250: enraged for good; a key it still carries is destroyed. BIO-249: tasks against it end."""
    state = g.state
    quest = find(state, RoamingGang)
    if state.gang is None or quest is None:
        return
    enrage(g, -1)
    if quest.key:
        keys_change(g, -1, "the Roaming Gang threw it away")
        quest.key, quest.won = False, False
        state.gone.append("key")
        news(g, "The gang's key is destroyed.", state.gang.at, "BIO-250")
    for band in [band for band in state.bands if band.task == "gang"]:
        end_task(g, band, "nobody holds the gang any more")
