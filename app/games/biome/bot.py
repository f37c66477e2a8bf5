"""A bot that explores, fetches, uses secrets and escapes. It thinks with the state as its seat sees it, nothing else.

In a turn it does what is always right (`at_once`), else it lists jobs (plans.py), takes the one worth most per action,
and makes the first step towards it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.games.biome.components import BUFFS, DROWNED, HOME, Cell
from app.games.biome.dangers import doomed
from app.games.biome.hexes import camp_at, distance, name, parse, the_tile
from app.games.biome.knowledge import masked
from app.games.biome.plans import (
    Job,
    Outlook,
    Ways,
    all_near,
    best_job,
    far_camp,
    gathered,
    jobs,
    junk,
    outlook,
    tolls,
    value,
    ways,
    worth,
)
from app.games.biome.state import State
from app.games.biome.stock import OWN, per_turn
from app.games.biome.turn import on_turn
from app.kernel import Answer, Ask, Move, Session, Use, Values

PATIENCE = 80  # rounds after which nothing good will come
GOOD_GROUND = ("forest", "grassland", "farmland", "quarry", "mountain", "desert", "lake")


def bot(session: Session[State], seat: int) -> Move:
    ask = session.asks[seat]
    state = masked(session.state, seat)
    if state.step == "turn" and any(option.id == "end" for option in ask.options):
        if seat not in state.conceding and lost(state):
            return Use(seat, "concede")
        return Answer(seat, ask.id, (best_action(state, on_turn(state), ask),))
    return Answer(seat, ask.id, reply(state, seat, ask))


def lost(state: State) -> bool:
    return state.round > PATIENCE or outlook(state).hopeless(state)


# A turn ---------------------------------------------------------------------------------------------------------------


def best_action(state: State, player: int, ask: Ask) -> str:
    options = [option.id for option in ask.options]
    if state.players[player].status != "active":
        return "end"
    view = outlook(state)
    chosen = next((found for wanted in at_once(state, player, view) if (found := pick_option(options, wanted))), None)
    return off_doomed_ground(state, player, ask, chosen or work(state, player, view, options))


def off_doomed_ground(state: State, player: int, ask: Ask, chosen: str) -> str:
    """Before the last action goes: away from where the ground will give way."""
    person = state.players[player]
    laden = "key" in person.inventory
    if chosen.startswith(("move:", "walk:", "ride:", "use:own:key")) or not doomed(state, person.at, laden=laden):
        return chosen
    prices = {option.id: int(option.price.split()[0]) for option in ask.options if option.price}
    steps = [step for step in prices if step.startswith("move:") and OWN not in step]
    firm = [step for step in steps if not doomed(state, parse(step.removeprefix("move:")), laden=False)]
    best = [step for step in firm if not doomed(state, parse(step.removeprefix("move:")), laden=laden)]
    flight = min(best or firm, key=lambda step: (prices[step], step), default=None)
    if flight is None or person.actions - prices.get(chosen, person.actions) >= prices[flight]:
        return chosen
    return flight


def work(state: State, player: int, view: Outlook, options: Sequence[str]) -> str:
    """The first step of the best job that can be begun now."""
    person = state.players[player]
    paths = ways(state, player)
    listed = list(jobs(state, player, view))
    fares = list(tolls(state, player, view, listed, paths))
    main = camp_at(state, HOME)
    plenty = person.at == HOME and main is not None and len(main.store) > view.reserve and not fares
    todo = [job for job in [*listed, *fares] if job.at in paths.costs]
    for job in sorted(todo, key=lambda job: (-value(job, paths), job.at, job.option)):
        here = job.at == person.at
        far = paths.costs[job.at] + job.effort > person.actions
        if not here and job.worth >= 20 and far and "use:own:teleport" in options:
            return "use:own:teleport"
        if plenty and far and 0 < person.actions <= per_turn(state, player) and "use:store:supply" in options:
            return "use:store:supply"
        walk = f"walk:{name(job.at)}"  # in one go, if the way is no caravan's and needs no Supply
        on_foot = walk in options and paths.first[job.at].startswith("move:")
        chosen = pick_option(options, job.option if here else walk if on_foot else paths.first[job.at])
        if chosen is not None:
            return chosen
        if job.option == "end":
            return "end"
        if person.actions > 0 and job.worth >= 20 and "use:own:supply" in options:
            return "use:own:supply"
        if far and job.worth >= 10:
            break  # worth waiting for
    return "end"


def pick_option(options: Sequence[str], wanted: str) -> str | None:
    """That option, if it is there; payment from the store goes before payment from the inventory."""
    matching = [option for option in options if option.removesuffix(OWN) == wanted]
    return min(matching, key=lambda option: option.endswith(OWN)) if matching else None


def at_once(state: State, player: int, view: Outlook) -> Iterator[str]:
    """Options that are always right, best first."""
    person = state.players[player]
    known = [hidden for hidden in the_tile(state, person.at).secrets if player in hidden.seen]
    if person.at == state.exit and time_to_unlock(state, player, view):
        yield "use:own:key"
        yield "use:store:key"
        yield from (f"use:tile:s{hidden.label}" for hidden in known if hidden.kind == "key")
    useful = [kind for kind in BUFFS if kind == "extra_action" or kind not in person.worn]
    for kind in useful:  # for everybody before for oneself
        yield f"raise:own:{kind}"
        yield f"use:own:{kind}"
    yield from (f"use:tile:s{hidden.label}" for hidden in known if hidden.kind in useful)
    yield "snatch:gang"
    yield "priest:vesuvius"
    yield "save:priest"
    if person.at == HOME:
        yield from at_home(state, player, view)
    yield from buildings(state, player, view)


def at_home(state: State, player: int, view: Outlook) -> Iterator[str]:
    """At the main camp: buffs out of the store, what is not needed into it."""
    person = state.players[player]
    for kind in BUFFS:
        yield f"raise:store:{kind}"
        if kind == "extra_action" or kind not in person.worn:
            yield f"use:store:{kind}"
    if far_camp(state):
        yield "use:own:caravan_kit"
        yield "use:store:caravan_kit"
    if any(p.status == "injured" for p in state.players) and view.ready:
        yield "use:own:repair_tools"
        yield "use:store:repair_tools"
    yield from (f"place:{kind}" for kind in person.inventory if junk(state, player, view, kind))


def buildings(state: State, player: int, view: Outlook) -> Iterator[str]:
    """Farms and blacksmiths for the main camp only; a camp where it shows much new ground."""
    beside_home = distance(state.players[player].at, HOME) == 1
    kits = ["farm_kit", "blacksmith_kit"] if beside_home else []
    if view.exploring and view.new_ground(state.players[player].at) >= 3:
        kits.append("camp_kit")
    known = [hidden for hidden in the_tile(state, state.players[player].at).secrets if player in hidden.seen]
    for kit in kits:
        yield f"use:own:{kit}"
        yield from (f"use:tile:s{hidden.label}" for hidden in known if hidden.kind == kit)


def time_to_unlock(state: State, player: int, view: Outlook) -> bool:
    """Keys in the lock attract raids (BIO-288): used when all are here or will be in this turn, or nobody can come."""
    return (not view.raiders and state.gang is None) or (gathered(state, player, view) and all_near(state))


# Questions within an action -------------------------------------------------------------------------------------------


def reply(state: State, seat: int, ask: Ask) -> Values:
    ids = [option.id for option in ask.options]
    prefix = ids[0].partition(":")[0] if ids else ""
    player = asked_player(state, seat)
    if "join" in ids:
        return ("join" if joins(state, player) else "no",)
    if prefix in ("take", "none"):
        return (take(state, player, ids),)
    if prefix == "lay":
        return (min(ids, key=lambda option: (worth(state, player, option.removeprefix("lay:")), option)),)
    if prefix in ("centre", "tomb", "exit"):
        return (min(ids, key=lambda option: (distance(parse(option.partition(":")[2]), HOME), option)),)
    if prefix == "site":  # of a killer camp
        return (max(ids, key=lambda option: (distance(parse(option.partition(":")[2]), HOME), option)),)
    if prefix in ("to", "stay"):
        return (goal(state, player, ids),)
    if prefix == "route":
        return (max(ids, key=lambda option: (distance(parse(option.rpartition("/")[2]), HOME), option)),)
    if prefix in ("captive", "item"):
        return rescued(ask)
    if prefix in ("explore", "secrets"):
        return ("explore" if outlook(state).exploring else "secrets",)
    if prefix == "n1":
        return in_order(state, player, ask)
    return ask.default


def asked_player(state: State, seat: int) -> int:
    """Who is asked: the one on turn, or the other one of this seat (BIO-206, BIO-319)."""
    own = [number for number, person in enumerate(state.players) if person.seat == seat]
    turn = on_turn(state)
    return turn if turn in own else own[0]


def joins(state: State, player: int) -> bool:
    """Not with a key in the bag; and one of all stays out, so that a defeat is not the end (BIO-293)."""
    starter = on_turn(state)
    at = state.players[starter].at
    there = [n for n, p in enumerate(state.players) if p.status == "active" and p.at == at and n != starter]
    asked = player if player != starter else there[0]
    standing = [n for n, p in enumerate(state.players) if p.status == "active"]
    if len(there) + 1 == len(standing) and asked == there[-1]:
        return False
    return "key" not in state.players[asked].inventory


def take(state: State, player: int, ids: Sequence[str]) -> str:
    """Of the hoard the keys, for somebody with room; of the box what is worth most."""
    if any(option.count(":") == 2 for option in ids):
        return min(ids, key=lambda option: (-worth(state, player, option.split(":")[1]), ids.index(option)))
    kinds = [option.removeprefix("take:") for option in ids if option != "none"]
    best = max(kinds, key=lambda kind: (worth(state, player, kind), kind), default=None)
    return "none" if best is None else f"take:{best}"


def goal(state: State, player: int, ids: Sequence[str]) -> str:
    """Where Teleport or the Fountain shall carry the player: from where the best job is nearest."""
    view = outlook(state)
    todo = list(jobs(state, player, view))

    def promise(option: str) -> float:
        cell = state.players[player].at if option == "stay" else parse(option.removeprefix("to:"))
        return prospect(state, player, cell, todo)

    return max(ids, key=lambda option: (promise(option), option == "stay", option))


def prospect(state: State, player: int, cell: Cell, todo: Sequence[Job]) -> float:
    if the_tile(state, cell).kind in DROWNED or (state.gang is not None and state.gang.at == cell):
        return -1
    paths: Ways = ways(state, player, cell)
    found = best_job(todo, paths)
    return value(found, paths) if found is not None else 0


def rescued(ask: Ask) -> Values:
    """Keys first, then captives; for other things only if nothing better is there."""
    best = [option.id for option in ask.options if option.label == "Key" or option.id.startswith("captive")]
    return tuple(best[: ask.most]) or ask.default


def in_order(state: State, player: int, ask: Ask) -> Values:
    """What Foresight showed: quests first or last, as they are wanted; the best secrets first, a Captured last."""
    view = outlook(state)
    explores = [unseen for unseen in state.queue if player in unseen.seen]
    pile = explores if len(explores) == len(ask.options) else [u for u in state.box if player in u.seen]

    def rank(option: str) -> tuple[float, str]:
        kind = pile[int(option.removeprefix("n")) - 1].kind
        if kind == "quest":
            return (-1 if view.exploring else 99), option
        if kind in GOOD_GROUND:
            return GOOD_GROUND.index(kind), option
        return -worth(state, player, kind), option

    return tuple(sorted((option.id for option in ask.options), key=rank))
