"""A bot that explores, fetches, uses secrets and escapes. It thinks with the state as its seat sees it, nothing else.

In a turn it lists jobs (a place, what to do there, what that is worth), takes the one worth most per action, and makes
the first step towards it.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence

import msgspec

from app.games.biome.components import BUFFS, HOME, Cell, keys_needed
from app.games.biome.hexes import around, camp_at, distance, has_cliff, inside, name, parse, walkable
from app.games.biome.knowledge import masked
from app.games.biome.state import (
    Atlantis,
    Dragon,
    Fountain,
    RoamingGang,
    Ruins,
    State,
    Tile,
    Tomb,
    TradeWar,
    TugOfWar,
    Vesuvius,
)
from app.games.biome.stock import ENEMY, FRIENDLY, OWN, available, buffs, fits
from app.games.biome.turn import on_turn
from app.kernel import Answer, Ask, Move, Session, Use, Values

WANTED = ("extra_action", "ease_of_passage", "extra_sight", "extra_carry", "supply", "teleport", "repair_tools")
WORTH = {"key": 9, "supply": 3, "repair_tools": 3, "teleport": 2, **dict.fromkeys(BUFFS, 5)}
PATIENCE = 50  # rounds after which nothing good will come


class Job(msgspec.Struct, frozen=True):
    at: Cell  # where to stand
    option: str  # what to choose there; a prefix
    worth: float
    effort: int = 1  # actions there


def bot(session: Session[State], seat: int) -> Move:
    ask = session.asks[seat]
    state = masked(session.state, seat)
    if state.step == "turn" and any(option.id == "end" for option in ask.options):
        if state.round > PATIENCE and seat not in state.conceding:
            return Use(seat, "concede")
        return Answer(seat, ask.id, (best_action(state, on_turn(state), ask),))
    return Answer(seat, ask.id, reply(state, ask))


# Questions within an action -------------------------------------------------------------------------------------------


def reply(state: State, ask: Ask) -> Values:
    ids = [option.id for option in ask.options]
    prefix = ids[0].partition(":")[0] if ids else ""
    if "join" in ids:
        return ("join",)
    if prefix == "take" and any(option.count(":") == 2 for option in ids):
        return (min(ids, key=lambda option: (not option.startswith("take:key"), ids.index(option))),)
    if prefix == "take":
        for kind in WANTED:
            if f"take:{kind}" in ids:
                return (f"take:{kind}",)
    if prefix == "lay":
        return (min(ids, key=lambda option: (WORTH.get(option.removeprefix("lay:"), 1), option)),)
    if prefix in ("centre", "tomb", "exit", "site"):
        return (min(ids, key=lambda option: (distance(parse(option.partition(":")[2]), HOME), option)),)
    if prefix in ("to", "stay"):
        goal = state.exit or HOME
        return (f"to:{name(goal)}" if f"to:{name(goal)}" in ids else ask.default[0],)
    return ask.default


# A turn ---------------------------------------------------------------------------------------------------------------


def best_action(state: State, player: int, ask: Ask) -> str:
    ids = {option.id: index for index, option in enumerate(ask.options)}
    person = state.players[player]
    if person.status != "active":
        return "end"
    for option in at_once(state, player):
        found = next((choice for choice in ids if choice.startswith(option)), None)
        if found is not None:
            return found
    costs, first = travel(state, player)
    options = list(ids)

    def value(job: Job) -> float:
        return job.worth / (costs[job.at] + job.effort)

    for job in sorted(
        (job for job in jobs(state, player, costs) if job.at in costs),
        key=lambda job: (-value(job), job.at, job.option),
    ):
        if job.at == person.at:
            chosen = pick_option(options, job.option)
        else:
            chosen = pick_option(options, f"move:{name(first[job.at])}")
        if chosen is not None:
            return chosen
        if job.at != person.at and person.actions > 0 and "use:own:supply" in ids and job.worth >= 20:
            return "use:own:supply"
        if costs[job.at] + job.effort > person.actions and job.worth >= 10:
            break  # worth waiting for
    return "end"


def pick_option(options: Sequence[str], wanted: str) -> str | None:
    """The option that begins so; exact ones first, payment from the store before the inventory."""
    matching = [o for o in options if o.removesuffix(OWN) == wanted] or [o for o in options if o.startswith(wanted)]
    return min(matching, key=lambda option: option.endswith(OWN)) if matching else None


def at_once(state: State, player: int) -> Iterator[str]:
    """Things that are always right, as prefixes of options, best first."""
    person = state.players[player]
    if person.at == state.exit and time_to_unlock(state):
        yield "use:own:key"
        yield "use:store:key"
    for kind in BUFFS:
        yield f"use:own:{kind}"
        if kind in person.inventory:
            yield f"raise:own:{kind}"
    yield "snatch:gang"
    yield "priest:vesuvius"
    if person.priests:
        yield "save:priest"
    if person.at == HOME and state.exit is not None and not gathered(state):
        yield "pick:key"
    if camp_here(state, player, "ally"):
        yield "pick:key"
    if person.actions == 0 and person.inventory.count("supply") > 2:
        yield "place:supply"
    yield "use:own:farm_kit"
    yield "use:own:blacksmith_kit"
    yield "use:tile"


def time_to_unlock(state: State) -> bool:
    """Keys in the lock attract raids (BIO-288): used when all are near, or when nobody can come."""
    assert state.exit is not None
    near = all(p.status == "active" and distance(p.at, state.exit) <= 3 for p in state.players)
    return near or not any(camp.kind in ENEMY and not camp.dormant for camp in state.camps)


def camp_here(state: State, player: int, kind: str) -> bool:
    camp = camp_at(state, state.players[player].at)
    return camp is not None and camp.kind == kind


def gathered(state: State) -> bool:
    return state.lock >= keys_needed(state.quest_count)


def travel(state: State, player: int) -> tuple[dict[Cell, int], dict[Cell, Cell]]:
    """Actions to every tile, and the first step there; a Supply counts as two actions."""
    ground = walkable(state)
    if state.gang is not None:
        ground.pop(state.gang.at, None)
    start = state.players[player].at
    steep = 1 if buffs(state, player, "ease_of_passage") else 2
    supplies = sum(available(state, player, "supply"))
    fallen = {cell for tile in state.tiles if tile.kind == "fallen" for cell in around(tile.at)}
    costs: dict[Cell, int] = {}
    first: dict[Cell, Cell] = {}
    heap: list[tuple[int, Cell, Cell | None]] = [(0, start, None)]
    here = next(tile for tile in state.tiles if tile.at == start)
    ground.setdefault(start, here)
    while heap:
        cost, cell, way = heapq.heappop(heap)
        if cell in costs:
            continue
        costs[cell] = cost
        if way is not None:
            first[cell] = way
        for target in around(cell):
            tile = ground.get(target)
            if tile is None or target in costs:
                continue
            toll = has_cliff(ground[cell], tile) + (target in fallen)
            if toll > supplies and cell == start:
                continue
            price = (steep if tile.kind == "mountain" else 1) + (2 if supplies else 4) * toll
            heapq.heappush(heap, (cost + price, target, way or target))
    return costs, first


# Jobs -----------------------------------------------------------------------------------------------------------------


def jobs(state: State, player: int, costs: dict[Cell, int]) -> Iterator[Job]:
    yield from fetching(state, player)
    yield from guarding(state, player)
    yield from quest_jobs(state, player)
    short = won_keys(state) < keys_needed(state.quest_count)
    if state.exit is not None and not short:
        yield from going_out(state, player)
    if state.exit is None or short:
        yield from exploring(state, player)
    if state.exit is not None and state.players[player].inventory.count("key") and won_keys(state) >= 1:
        yield from going_out(state, player)


def won_keys(state: State) -> int:
    return sum(bool(quest.won) for quest in state.quests)


def going_out(state: State, player: int) -> Iterator[Job]:
    assert state.exit is not None
    worth = 40 if "key" in state.players[player].inventory or gathered(state) else 25
    yield Job(state.exit, "end", worth)


def exploring(state: State, player: int) -> Iterator[Job]:
    """Towards unexplored cells; a face-down tile may be the Fountain."""
    taken = {tile.at for tile in state.tiles} | set(state.walls)
    hidden = {tile.at for tile in state.face_down}
    hunt = any(isinstance(quest, Fountain) and quest.active for quest in state.quests)
    dry = not any(state.stacks.values()) and not state.quest_stack
    worth = 5.0 if state.exit is None else 2.5
    sight = buffs(state, player, "extra_sight")
    for tile in walkable(state).values():
        effort = 2 if tile.kind == "desert" and not buffs(state, player, "ease_of_passage") else 1
        for index, cell in enumerate(around(tile.at)):
            if not inside(cell) or cell in taken or (dry and cell not in hidden):
                continue
            toll = 2 * int(tile.cliffs[index]) if not sight else 0
            value = 12.0 if cell in hidden and hunt else worth
            yield Job(tile.at, f"explore:{name(cell)}", value, effort + toll)


def fetching(state: State, player: int) -> Iterator[Job]:
    """Secrets to discover, to pick up, and keys in stores."""
    person = state.players[player]
    for tile in state.tiles:
        for hidden in tile.secrets:
            if player not in hidden.seen:
                if last_one(state) or "key" in person.inventory:
                    continue
                yield Job(
                    tile.at, f"discover:s{hidden.label}", 3.5 if state.exit is None else 1.0, dig(state, player, tile)
                )
            elif useful(state, player, hidden.kind) and fits(
                state, player, 1 if hidden.kind in ("supply", "teleport") else 2
            ):
                yield Job(tile.at, f"pick:s{hidden.label}", WORTH.get(hidden.kind, 1))
    for camp in state.camps:
        if camp.kind not in FRIENDLY:
            continue
        if "key" in camp.store and fits(state, player, 2) and (camp.kind == "ally" or state.exit is not None):
            yield Job(camp.at, "pick:key", 25)
        if camp.at == person.at:
            for kind in BUFFS:
                if kind in camp.store and kind not in person.worn:
                    yield Job(camp.at, f"use:store:{kind}", 10)


def last_one(state: State) -> bool:
    """The last active player takes no risks: if this one falls, all is lost (BIO-293)."""
    return sum(person.status == "active" for person in state.players) == 1


def guarding(state: State, player: int) -> Iterator[Job]:
    """An empty main camp is razed by the first killers who come (BIO-175)."""
    main = camp_at(state, HOME)
    person = state.players[player]
    spare = [kind for kind in person.inventory if kind not in ("key", "repair_tools")]  # tools are fetched again
    if main is None or not spare or not any(camp.kind == "killer" for camp in state.camps):
        return
    if len(main.store) <= 2:
        yield Job(HOME, f"place:{spare[0]}", 16 if not main.store else 8)


def dig(state: State, player: int, tile: Tile) -> int:
    return 2 if tile.kind == "mountain" and not buffs(state, player, "ease_of_passage") else 1


def useful(state: State, player: int, kind: str) -> bool:
    person = state.players[player]
    if kind in BUFFS:
        return kind not in person.worn or not state.group_buff
    if kind in ("supply", "repair_tools"):
        return person.inventory.count(kind) < 2
    return kind in ("key", "teleport")


def quest_jobs(state: State, player: int) -> Iterator[Job]:
    person = state.players[player]
    laden = "key" in person.inventory
    for quest in state.quests:
        if not quest.active:
            continue
        match quest:
            case Tomb() if quest.key:
                yield Job(quest.at, "plunder:tomb", 30, 5)
            case Atlantis() if quest.key and (quest.level > 1 or quest.protected):
                yield Job(quest.at, "plunder:atlantis", 30, 5)
            case Fountain() if quest.fountain is not None:
                yield Job(quest.fountain, "end", 40)
            case Vesuvius() if quest.key and not quest.erupted and not quest.temple:
                yield Job(quest.at, "search:vesuvius", 20, 3)
            case Vesuvius() if quest.temple and quest.priests and not quest.erupted and fits(state, player, 2):
                yield Job(quest.at, "priest:vesuvius", 25)
            case Ruins():
                yield from ruins_jobs(state, player, quest)
            case TradeWar() | TugOfWar():
                yield from war_jobs(state, player, quest, laden)
            case RoamingGang() if quest.key and not laden and state.gang is not None and state.gang.mode != "enraged":
                yield from gang_jobs(state)
            case Dragon() if "key" in quest.hoard and not laden:
                friends = sum(p.at == quest.at and p.status == "active" for p in state.players)
                if friends >= 2:
                    yield Job(quest.at, "attack:dragon", 6 if friends >= 3 else 1)
    if person.priests:
        for cell in around(person.at):
            yield Job(cell, "save:priest", 30)


def ruins_jobs(state: State, player: int, quest: Ruins) -> Iterator[Job]:
    person = state.players[player]
    if "repair_tools" in person.inventory:
        yield Job(quest.at, "repair:tools", 18)
    if person.inventory.count("supply") >= 2:
        yield Job(quest.at, "repair:supplies", 9)
    main = camp_at(state, HOME)
    if main is not None and "repair_tools" in main.store and fits(state, player, 2):
        yield Job(HOME, "pick:repair_tools", 14)


def war_jobs(state: State, player: int, war: TradeWar | TugOfWar, laden: bool) -> Iterator[Job]:
    person = state.players[player]
    ally = next(camp.at for camp in state.camps if camp.id == war.ally)
    kind = "tug_of_war" if isinstance(war, TugOfWar) else "trade_war"
    if not war.supplied and any(available(state, player, "supply")) and person.at == ally:
        yield Job(ally, f"supply:{kind}", 14)
    if not war.supplied and "supply" in person.inventory:
        yield Job(ally, f"supply:{kind}", 12)
    if laden or kind in person.battles or last_one(state):
        return
    others = sum(p.at == war.at and p.status == "active" for n, p in enumerate(state.players) if n != player)
    if others + war.supplied >= 1:
        yield Job(war.at, f"fight:{kind}", 16)
    else:
        yield Job(war.at, f"fight:{kind}", 6)


def gang_jobs(state: State) -> Iterator[Job]:
    assert state.gang is not None
    for cell in around(state.gang.at):
        if state.gang.mode in ("subdued", "pinned"):
            yield Job(cell, "snatch:gang", 30)
        elif not last_one(state):
            yield Job(cell, "attack:gang", 12)
