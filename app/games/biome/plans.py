"""What the bot could do: jobs, each a place, a deed there and its worth; and how far it is to every tile."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from math import inf

import msgspec

from app.games.biome.buildings import routes_from
from app.games.biome.components import BUFFS, HOME, WEIGHTS, Cell, keys_needed
from app.games.biome.dangers import first_wave, press, time_left
from app.games.biome.hexes import around, camp_at, distance, has_cliff, inside, name, tile_at, walkable, walled_in
from app.games.biome.mercenaries import captives_of
from app.games.biome.state import (
    Atlantis,
    Camp,
    Dragon,
    Fountain,
    Quest,
    RoamingGang,
    Ruins,
    State,
    Tile,
    Tomb,
    TradeWar,
    TugOfWar,
    Vesuvius,
)
from app.games.biome.stock import ENEMY, FRIENDLY, available, buffs, fits, per_turn, rests

War = TugOfWar | TradeWar


class Job(msgspec.Struct, frozen=True):
    at: Cell  # where to stand
    option: str  # what to choose there
    worth: float
    effort: float = 1  # actions there
    within: float = inf  # actions until it is too late


# How things stand -----------------------------------------------------------------------------------------------------


class Outlook(msgspec.Struct):
    """How things stand for the group, as far as everybody can tell."""

    need: int  # keys for the lock
    keys: int  # in the lock, in bags, on tiles and in friendly stores
    hopes: int  # keys that quests still hold
    alone: bool  # the only active player: if this one falls, all is lost (BIO-293)
    raiders: int  # enemy camps that act
    killers: int  # killer camps, awake or not
    wave: int  # what the main camp must hold when the exit is found
    thieves: bool  # a dragon or raiders: nothing lies safe in a store
    foreign: int  # keys that enemies hold or carry home
    undrawn: int  # boards in the stack, each with a key
    last_board: bool  # only Escape is left in the stack
    empty: set[Cell]  # cells beside tiles that can be explored
    exploring: bool = False  # whether new ground is wanted

    @property
    def ready(self) -> bool:
        """Keys enough: now for the exit."""
        return self.keys >= self.need

    @property
    def reserve(self) -> int:
        """Secrets that should stay in the main camp's store, lest killers raze it (BIO-175)."""
        if not self.killers:
            return 1
        return max(3 + self.raiders, self.wave + 1 if self.last_board else 0)

    def hopeless(self, state: State) -> bool:
        """Too few keys are within reach for ever: where nobody takes back, enemies give theirs up to mercenaries and the
        dragon only."""
        helpers = (
            state.options.take_back
            or self.undrawn
            or any(
                isinstance(quest, Dragon) or (isinstance(quest, TugOfWar) and quest.active) for quest in state.quests
            )
        )
        helpers = helpers or any(camp.trades == "mercenaries" for camp in state.camps)
        return self.keys + self.hopes + self.undrawn + (self.foreign if helpers else 0) < self.need

    def new_ground(self, at: Cell) -> int:
        return sum(cell in self.empty for cell in around(at))


def outlook(state: State) -> Outlook:
    need = keys_needed(state.quest_count)
    hoards = sum(quest.hoard.count("key") for quest in state.quests if isinstance(quest, Dragon))
    in_quests = sum(quest.key for quest in state.quests)
    undrawn = max(0, len(state.quest_stack) - 1)  # Escape has none
    foreign = sum(camp.store.count("key") for camp in state.camps if camp.kind in ENEMY)
    foreign += sum(loot.kind == "key" for party in state.parties for loot in party.cargo)
    keys = state.quest_count - state.gone.count("key") - hoards - in_quests - undrawn - foreign
    awake = [camp for camp in state.camps if camp.kind in ENEMY and not camp.dormant]
    dry = not any(state.stacks.values()) and not state.quest_stack
    sealed = {tile.at for tile in state.face_down if walled_in(state, tile.at)}
    taken = {tile.at for tile in state.tiles} | set(state.walls) | sealed
    hidden = {tile.at for tile in state.face_down}
    view = Outlook(
        need=need,
        keys=keys,
        hopes=in_quests + hoards,
        alone=sum(person.status == "active" for person in state.players) == 1,
        raiders=len(awake),
        killers=sum(camp.kind == "killer" for camp in state.camps),
        wave=first_wave(state),
        thieves=bool(awake) or any(isinstance(quest, Dragon) for quest in state.quests),
        foreign=foreign,
        undrawn=undrawn,
        last_board=len(state.quest_stack) == 1,
        empty={
            cell
            for tile in walkable(state)
            for cell in around(tile)
            if inside(cell) and cell not in taken and (cell in hidden or not dry)
        },
    )
    # Finding the exit sets all enemies loose (BIO-282): first the keys.
    view.exploring = state.exit is None and (view.ready or not view.last_board or view.hopes == 0)
    main = camp_at(state, HOME)
    if view.last_board and main is not None and len(main.store) < view.wave and state.round < 2 * long_enough(state):
        view.exploring = False  # first something into the store, or the raiders out of their camps
    return view


def long_enough(state: State) -> int:
    """Rounds after which nobody waits any more, neither for a farm nor for somebody without a key to fight."""
    return 8 + 2 * len(state.players)


# Ways -----------------------------------------------------------------------------------------------------------------


class Ways(msgspec.Struct):
    costs: dict[Cell, float]  # actions to every tile; a Supply counts as two
    first: dict[Cell, str]  # the option that begins the way there


def ways(state: State, player: int, start: Cell | None = None) -> Ways:
    person = state.players[player]
    at = person.at if start is None else start
    ground = walkable(state)
    if state.gang is not None:
        ground.pop(state.gang.at, None)
    here = tile_at(state, at)
    assert here is not None
    ground.setdefault(at, here)
    steep = 1 if buffs(state, player, "ease_of_passage") else 2
    supplies = sum(available(state, player, "supply"))
    fallen = {cell for tile in state.tiles if tile.kind == "fallen" for cell in around(tile.at)}
    found = Ways({}, {})
    heap: list[tuple[float, Cell, int, str]] = [(0, at, 0, "")]
    while heap:
        cost, cell, paid, way = heapq.heappop(heap)
        if cell in found.costs:
            continue
        found.costs[cell] = cost
        found.first[cell] = way
        for target in around(cell):
            tile = ground.get(target)
            if tile is None or target in found.costs:
                continue
            toll = has_cliff(ground[cell], tile) + (target in fallen)
            if paid + toll <= supplies:
                price = (steep if tile.kind == "mountain" else 1) + 2 * toll
                heapq.heappush(heap, (cost + price, target, paid + toll, way or f"move:{name(target)}"))
        for route, end in routes_from(state, cell):
            if end not in found.costs:
                heapq.heappush(heap, (cost + 1, end, paid, way or f"ride:{route.id}"))
    return found


def tolls(state: State, player: int, view: Outlook, todo: Iterable[Job], paths: Ways) -> Iterator[Job]:
    """Where a job can not be reached, a Supply may open the way (BIO-044, BIO-262)."""
    missed = max((job.worth for job in todo if job.at not in paths.costs), default=0)
    if missed >= 8 and "supply" not in state.players[player].inventory and fits(state, player, WEIGHTS["supply"]):
        for camp in state.camps:
            spare = len(camp.store) > view.reserve + 1 or not view.killers or camp.kind != "main"
            if camp.kind in FRIENDLY and not rests(state, camp) and "supply" in camp.store and spare:
                yield Job(camp.at, "pick:supply", missed)


def value(job: Job, paths: Ways) -> float:
    """Worth per action; hardly anything, if it comes too late."""
    cost = paths.costs[job.at] + job.effort
    return job.worth / cost if paths.costs[job.at] + 1 <= job.within else job.worth / cost / 5


def best_job(todo: Iterable[Job], paths: Ways) -> Job | None:
    return max((job for job in todo if job.at in paths.costs), key=lambda job: value(job, paths), default=None)


def far_camp(state: State) -> bool:
    """Whether a Caravan Route from the main camp would save steps: another friendly camp, 3 or more away."""
    linked = {number for route in state.routes for number in route.ends}
    return any(camp.kind in FRIENDLY and camp.id not in linked and distance(camp.at, HOME) >= 3 for camp in state.camps)


# What secrets are worth -----------------------------------------------------------------------------------------------


def worth(state: State, player: int, kind: str) -> float:
    """How much this player would like to have it."""
    if kind in BUFFS:
        rank = 9.0 - BUFF_ORDER.index(kind)
        return rank if adds(state, player, kind) else rank - 2 if not state.group_buff and kind == "extra_action" else 2
    if kind == "repair_tools":
        return 7 if any(isinstance(quest, Ruins) and quest.active for quest in state.quests) else 3
    return {"key": 20, "supply": 4, "teleport": 4, "camp_kit": 3, "captured": -5}.get(kind, 1)


def adds(state: State, player: int, kind: str) -> bool:
    """Whether one more of this buff would do something for the player."""
    person = state.players[player]
    if kind == "extra_action" and not state.options.one_of_a_kind:
        return True
    return kind not in (*person.worn, *person.inventory)


BUFF_ORDER = ("extra_action", "extra_sight", "ease_of_passage", "extra_carry")


def wanted(state: State, view: Outlook, kind: str) -> int:
    """How many of a kind are worth carrying about."""
    if kind == "key":
        return 9
    if kind == "supply":
        wars = any(isinstance(quest, TugOfWar | TradeWar) and quest.active for quest in state.quests)
        return 2 if wars or any(camp.trades for camp in state.camps) else 1
    if kind == "repair_tools":
        needy = any(isinstance(quest, Ruins | Atlantis) and quest.active and quest.key for quest in state.quests)
        return 2 if needy and not view.ready else 0
    if kind == "camp_kit":
        return int(view.exploring)
    return int(kind in ("teleport", *BUFFS))


def junk(state: State, player: int, view: Outlook, kind: str) -> bool:
    """What only burdens: it lies better in the main camp's store."""
    return state.players[player].inventory.count(kind) > wanted(state, view, kind)


# Jobs -----------------------------------------------------------------------------------------------------------------


def jobs(state: State, player: int, view: Outlook) -> Iterator[Job]:
    laden = "key" in state.players[player].inventory
    yield from keys(state, player, view)
    if state.exit is not None:
        yield from leaving(state, player, view)
        if view.ready:
            return
    yield from searching(state, player, view, laden=laden)
    yield from fetching(state, player, view)
    yield from stocking(state, player, view)
    yield from seeing(state, player, view)
    yield from ransoming(state, player)
    yield from exploring(state, player, view)
    if not view.ready:
        yield from quest_jobs(state, player, view, laden=laden)
        yield from ally_jobs(state, player)


def gathered(state: State, player: int, view: Outlook) -> bool:
    """Keys enough, without those that lie somewhere else, as far as this player knows."""
    on_tiles = [h for tile in state.tiles if tile.at != state.exit for h in tile.secrets if player in h.seen]
    stored = sum(camp.store.count("key") for camp in state.camps if camp.kind in FRIENDLY and camp.at != state.exit)
    return view.keys - stored - sum(hidden.kind == "key" for hidden in on_tiles) >= view.need


def leaving(state: State, player: int, view: Outlook) -> Iterator[Job]:
    """To the exit with the keys; while some are missing they lie safest there, face-down (BIO-072)."""
    assert state.exit is not None
    laden = "key" in state.players[player].inventory
    if view.ready and all_near(state) and gathered(state, player, view):
        yield Job(state.exit, "end", 60)
    elif view.ready and laden:
        yield Job(state.exit, "place:key", 60)
    elif view.ready and gathered(state, player, view):
        yield from waiting(state, player)
    elif laden and not view.alone:
        yield Job(state.exit, "place:key", 9)


def in_reach(state: State, player: int) -> int:
    """How far from the exit one may stand and still come there in a turn, with actions left for a key."""
    return max(1, per_turn(state, player) // 2)


def all_near(state: State) -> bool:
    return state.exit is not None and all(
        person.status == "active" and distance(person.at, state.exit) <= in_reach(state, number)
        for number, person in enumerate(state.players)
    )


def waiting(state: State, player: int) -> Iterator[Job]:
    """Near the exit, and while a gang is about not all on one tile."""
    assert state.exit is not None
    yield Job(state.exit, "end", 30)
    taken = {person.at for number, person in enumerate(state.players) if number != player}
    for cell in walkable(state):
        if state.gang is not None and cell not in taken and 1 <= distance(cell, state.exit) <= in_reach(state, player):
            yield Job(cell, "end", 50)


def exploring(state: State, player: int, view: Outlook) -> Iterator[Job]:
    """Towards unexplored cells; a face-down tile may be the Fountain."""
    hidden = {tile.at for tile in state.face_down}
    hunt = next((quest for quest in state.quests if isinstance(quest, Fountain) and quest.active), None)
    hurry = press(state, hunt) if hunt is not None else 1
    base = (12.0 if view.ready else 5.0) if view.exploring else 0.7
    sight, ease = buffs(state, player, "extra_sight"), buffs(state, player, "ease_of_passage")
    for tile in walkable(state).values():
        effort = 2 if tile.kind == "desert" and not ease else 1
        for index, cell in enumerate(around(tile.at)):
            if cell not in view.empty:
                continue
            toll = 2 * int(tile.cliffs[index]) if not sight else 0
            good = 12.0 * hurry if cell in hidden and hunt and not view.ready else base
            if cell not in hidden and not view.exploring and state.exit is None:
                continue  # it might be the exit
            yield Job(tile.at, f"explore:{name(cell)}", good, effort + toll)


def searching(state: State, player: int, view: Outlook, *, laden: bool) -> Iterator[Job]:
    """Secrets to discover: some of them capture, so not with a key, nor as the last one standing."""
    if view.alone or laden:
        return
    settled = len(state.players[player].worn) >= 2 or view.last_board
    good = (2.0 if settled else 3.5) if state.exit is None else 1.0 if not view.ready else 0.3
    for tile in state.tiles:
        for hidden in tile.secrets:
            if player not in hidden.seen and not hidden.placed:
                yield Job(tile.at, f"discover:s{hidden.label}", good, dig(state, player, tile))


def dig(state: State, player: int, tile: Tile) -> int:
    return 2 if tile.kind == "mountain" and not buffs(state, player, "ease_of_passage") else 1


def keys(state: State, player: int, view: Outlook) -> Iterator[Job]:
    """Keys that lie about: known ones on tiles, and those in stores where thieves might come."""
    if not fits(state, player, WEIGHTS["key"]):
        return
    for tile in state.tiles:
        if tile.at == state.exit or (tile.kind == "lair" and dragon_is_needed(state, view)):
            continue
        for hidden in tile.secrets:
            if hidden.kind == "key" and player in hidden.seen:
                yield Job(tile.at, f"pick:s{hidden.label}", 60 if view.ready else 25)
    for camp in state.camps:
        if "key" not in camp.store or rests(state, camp) or (camp.kind in ENEMY and not state.options.take_back):
            continue
        if view.thieves or state.exit is not None or camp.kind not in ("main", "built"):
            yield Job(camp.at, "pick:key", 80 if view.ready else 30)


def fetching(state: State, player: int, view: Outlook) -> Iterator[Job]:
    """Known secrets to pick up, and what lies in stores and is needed."""
    person = state.players[player]
    low = stock_is_low(state, view)
    for tile in state.tiles:
        for hidden in tile.secrets:
            if player not in hidden.seen or hidden.kind == "captured" or not fits(state, player, WEIGHTS[hidden.kind]):
                continue
            if hidden.kind == "key":
                continue
            if person.inventory.count(hidden.kind) < wanted(state, view, hidden.kind):
                yield Job(tile.at, f"pick:s{hidden.label}", worth(state, player, hidden.kind))
            elif low and not hidden.placed:
                yield Job(tile.at, f"pick:s{hidden.label}", 4 + alarm(state, view) / 4)
    for camp in state.camps:
        if camp.kind in FRIENDLY and not rests(state, camp):
            yield from from_store(state, player, view, camp)


def from_store(state: State, player: int, view: Outlook, camp: Camp) -> Iterator[Job]:
    tools = state.players[player].inventory.count("repair_tools")
    if "repair_tools" in camp.store and tools < wanted(state, view, "repair_tools") and fits(state, player, 2):
        yield Job(camp.at, "pick:repair_tools", 14)
    supplies = state.players[player].inventory.count("supply")
    spare = len(camp.store) > view.reserve + 1 or camp.kind != "main"
    if "supply" in camp.store and spare and supplies < wanted(state, view, "supply") and fits(state, player, 1):
        yield Job(camp.at, "pick:supply", 4)


def stock_is_low(state: State, view: Outlook) -> bool:
    main = camp_at(state, HOME)
    return main is not None and view.killers > 0 and len(main.store) < view.reserve


def alarm(state: State, view: Outlook) -> float:
    """How bad it would be to leave the main camp's store as it is: an empty one is razed by the first killers who come."""
    main = camp_at(state, HOME)
    if main is None or not stock_is_low(state, view):
        return 0
    awake = any(camp.kind == "killer" and not camp.dormant for camp in state.camps) or view.last_board
    return (90, 70, 50, 35)[len(main.store)] if awake and len(main.store) <= 3 else 14


def stocking(state: State, player: int, view: Outlook) -> Iterator[Job]:
    """Something into the main camp's store (BIO-175); what is least needed goes first."""
    person = state.players[player]
    spare = [
        kind for kind in person.inventory if kind not in ("key", "repair_tools") or junk(state, player, view, kind)
    ]
    if spare and stock_is_low(state, view):
        least = min(spare, key=lambda kind: (worth(state, player, kind), kind))
        yield Job(HOME, f"place:{least}", alarm(state, view) * (1 + len(spare)) / 2)


def seeing(state: State, player: int, view: Outlook) -> Iterator[Job]:
    """Clairvoyance where much lies in the dark, Foresight while something is left to draw."""
    person = state.players[player]
    if "clairvoyance" in person.inventory and not view.ready:
        for tile in walkable(state).values():
            dark = sum(
                player not in hidden.seen and not hidden.placed
                for other in state.tiles
                if distance(other.at, tile.at) <= 1
                for hidden in other.secrets
            )
            if dark >= 3:
                yield Job(tile.at, "use:own:clairvoyance", 1.5 * dark)
    if "foresight" in person.inventory and state.exit is None:
        yield Job(person.at, "use:own:foresight", 2.5)


def ransoming(state: State, player: int) -> Iterator[Job]:
    """BIO-147: two Supplies bring a captive back into play at once."""
    if state.players[player].inventory.count("supply") < 2:
        return
    for camp in state.camps:
        for captive in captives_of(state, camp):
            yield Job(camp.at, f"ransom:{captive}", 16)


def ally_jobs(state: State, player: int) -> Iterator[Job]:
    """Mercenaries for keys in enemy hands (BIO-182), trade for a secret of choice (BIO-188)."""
    supplies = state.players[player].inventory.count("supply")
    for camp in state.camps:
        there = supplies + camp.store.count("supply")
        if rests(state, camp):
            continue
        if camp.trades == "goods" and there >= 2:
            yield Job(camp.at, "trade:box", 8)
        if camp.trades != "mercenaries" or not there:
            continue
        for prison in state.camps:
            if prison.kind in ENEMY and "key" in prison.store:
                yield Job(camp.at, f"hire:rescue:{prison.id}", 25)
        for party in state.parties:
            if any(loot.kind == "key" for loot in party.cargo):
                yield Job(camp.at, f"hire:party:{party.id}", 25)


# Quests ---------------------------------------------------------------------------------------------------------------


def quest_jobs(state: State, player: int, view: Outlook, *, laden: bool) -> Iterator[Job]:
    """What can be done for each quest; what will be lost soon counts for more, and not at all what comes too late."""
    person = state.players[player]
    for quest in state.quests:
        if not quest.active:
            continue
        more, within = press(state, quest), time_left(state, player, quest)
        for job in jobs_of(state, player, view, quest, laden=laden):
            yield msgspec.structs.replace(job, worth=job.worth * more, within=within)
    if person.priests:
        for cell in around(person.at):
            yield Job(cell, "save:priest", 40)


def jobs_of(state: State, player: int, view: Outlook, quest: Quest, *, laden: bool) -> Iterator[Job]:
    match quest:
        case Tomb() if quest.key and not (view.alone and quest.secrets):  # one may be a Captured
            yield Job(quest.at, "plunder:tomb", 30, 5)
        case Atlantis() if quest.key:
            yield from atlantis_jobs(state, player, quest)
        case Fountain() if quest.fountain is not None:
            yield Job(quest.fountain, "end", 40)
        case Vesuvius() if quest.key and not quest.erupted and not quest.temple:
            yield Job(quest.at, "search:vesuvius", 20, 3)
        case Vesuvius() if quest.temple and quest.priests and not quest.erupted and fits(state, player, 2):
            yield Job(quest.at, "priest:vesuvius", 25)
        case Ruins():
            yield from ruins_jobs(state, player, quest)
        case TradeWar() | TugOfWar():
            yield from war_jobs(state, player, view, quest, laden=laden)
        case RoamingGang() if quest.key:
            yield from gang_jobs(state, view, laden=laden)
        case Dragon() if "key" in quest.hoard:
            yield from dragon_jobs(state, player, view, quest)


def atlantis_jobs(state: State, player: int, quest: Atlantis) -> Iterator[Job]:
    if quest.level <= 2 and not quest.protected and "repair_tools" in state.players[player].inventory:
        yield Job(quest.at, "protect:tools", 20)
    yield Job(quest.at, "plunder:atlantis", 30, 5)


def ruins_jobs(state: State, player: int, quest: Ruins) -> Iterator[Job]:
    person = state.players[player]
    if "repair_tools" in person.inventory:
        yield Job(quest.at, "repair:tools", 18)
    if person.inventory.count("supply") >= 2:
        yield Job(quest.at, "repair:supplies", 9)


def war_jobs(state: State, player: int, view: Outlook, war: War, *, laden: bool) -> Iterator[Job]:
    person = state.players[player]
    camp = next(camp for camp in state.camps if camp.id == war.ally)
    ally = camp.at
    kind = "tug_of_war" if isinstance(war, TugOfWar) else "trade_war"
    if not war.supplied and not rests(state, camp) and any(available(state, player, "supply")) and person.at == ally:
        yield Job(ally, f"supply:{kind}", 14)
    if not war.supplied and not rests(state, camp) and "supply" in person.inventory:
        yield Job(ally, f"supply:{kind}", 12)
    if (laden and state.round < long_enough(state)) or kind in person.battles or view.alone:
        return
    others = sum(p.at == war.at and p.status == "active" for n, p in enumerate(state.players) if n != player)
    bonus = 1 + war.supplied + min(others, max(0, standing(state) - 2))
    if bonus >= 2:
        yield Job(war.at, f"fight:{kind}", 15 + 5 * min(bonus, 3))
    elif standing(state) > 2:
        yield Job(war.at, "end", 12)  # where others will come, too


def standing(state: State) -> int:
    return sum(person.status == "active" for person in state.players)


def gang_jobs(state: State, view: Outlook, *, laden: bool) -> Iterator[Job]:
    gang = state.gang
    if gang is None or gang.mode == "enraged":
        return
    for cell in around(gang.at):
        if gang.mode in ("subdued", "pinned"):
            yield Job(cell, "snatch:gang", 30)
        elif not view.alone and (not laden or state.round > long_enough(state)):
            yield Job(cell, "attack:gang", 12)


def dragon_is_needed(state: State, view: Outlook) -> bool:
    """Whether the keys outside the hoard will not be enough, as far as can be seen."""
    easier = sum(
        quest.key and quest.active and not isinstance(quest, TugOfWar | TradeWar | Ruins) for quest in state.quests
    )
    return not view.ready and len(state.quest_stack) <= 1 and view.keys + easier <= view.need


def dragon_jobs(state: State, player: int, view: Outlook, quest: Dragon) -> Iterator[Job]:
    """BIO-254: together, and with no key in the bag; alone only if nothing else is left."""
    if view.alone or not dragon_is_needed(state, view):
        return
    person = state.players[player]
    friends = sum(p.at == quest.at and p.status == "active" for n, p in enumerate(state.players) if n != player)
    most = len(state.players) - 1  # one stays out
    team = min(4, most) if most >= 3 else max(1, standing(state) - 1)  # few cannot wait for all
    if person.at == quest.at and "key" in person.inventory:
        yield Job(quest.at, "place:key", 30)
    elif friends + 1 >= team:
        yield Job(quest.at, "attack:dragon", 20)
    else:
        yield Job(quest.at, "end", 8 + 4 * friends)
