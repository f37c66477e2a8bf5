"""Using secrets, one by one (BIO-078 to BIO-080, BIO-098 to BIO-125)."""

from __future__ import annotations

from collections.abc import Callable

from app.games.biome.buildings import (
    build,
    build_route,
    building_ground,
    camps_beside,
    cool,
    free_for_building,
    halted,
    possible_routes,
)
from app.games.biome.components import BONUS, BUFFS, DROWNED, HOME, SECRET_NAMES, WEIGHTS, Cell, keys_needed, one
from app.games.biome.ending import over
from app.games.biome.exploration import uncover
from app.games.biome.harm import becomes, heal, injure
from app.games.biome.hexes import (
    around,
    camp_at,
    camp_by_id,
    can_be_turned_up,
    distance,
    is_empty,
    name,
    parse,
    spot,
    the_tile,
)
from app.games.biome.movement import come_to
from app.games.biome.places import camp_name, capital, joined, place
from app.games.biome.quests.common import battlefield
from app.games.biome.state import Camp, State
from app.games.biome.stock import (
    ENEMY,
    Price,
    buffs,
    capacity,
    carry,
    die,
    discard,
    disclose,
    friendly_camp,
    known_here,
    load,
    news,
    pay,
    per_turn,
    priced,
    reveal,
    seat_of,
    who,
)
from app.games.biome.telling import fate, headline
from app.games.biome.tribes import attack
from app.kernel import Option, Play, Script, ask, choose, choosing

FORESEEN = 5


# What can be used, and from where -------------------------------------------------------------------------------------


def sources(state: State, player: int) -> list[tuple[str, str]]:
    """Secrets within reach (BIO-078), as (place, kind): own:kind, store:kind, tile:s7."""
    person = state.players[player]
    camp = friendly_camp(state, person.at)
    found = [(f"own:{kind}", kind) for kind in dict.fromkeys(person.inventory)]
    found += [(f"store:{kind}", kind) for kind in dict.fromkeys(camp.store if camp else ())]
    found += [(f"tile:s{hidden.label}", hidden.kind) for hidden in known_here(state, player)]
    return found


def fetch(state: State, player: int, source: str) -> str:
    """Take the secret from its place, to be used or shown; its kind."""
    where, _, which = source.partition(":")
    person = state.players[player]
    if where == "own":
        person.inventory.remove(which)
        return which
    if where == "store":
        camp = friendly_camp(state, person.at)
        assert camp is not None
        camp.store.remove(which)
        return which
    tile = the_tile(state, person.at)
    hidden = next(hidden for hidden in tile.secrets if f"s{hidden.label}" == which)
    tile.secrets.remove(hidden)
    return hidden.kind


NOT_AT_ALLIES = ("extra_action", "extra_carry")


def is_ally(state: State, at: Cell) -> bool:
    camp = camp_at(state, at)
    return camp is not None and camp.kind == "ally"


def usable(state: State, player: int, kind: str, source: str) -> bool:
    """Whether a use is legal here, its action apart."""
    at = state.players[player].at
    match kind:
        case "key":
            return at == state.exit  # BIO-106
        case "farm_kit" | "blacksmith_kit":
            return free_for_building(state, at) and bool(camps_beside(state, at))  # BIO-113, BIO-120
        case "camp_kit":
            return camp_site(state, at, used_from_tile=source.startswith("tile:"))
        case "caravan_kit":
            return friendly_camp(state, at) is not None and bool(possible_routes(state, at))  # BIO-117
        case "repair_tools":
            return bool(repairs(state, at))
        case "captured":
            return False  # BIO-111
    if source.startswith("store:") and kind in NOT_AT_ALLIES and is_ally(state, at):
        return False  # BIO-078
    if kind in BUFFS:
        return not state.options.one_of_a_kind or kind not in state.players[player].worn  # BIO-098
    return True


def camp_site(state: State, at: Cell, *, used_from_tile: bool = False) -> bool:
    """BIO-115."""
    tile = the_tile(state, at)
    return (
        (tile.kind == "exit" or building_ground(state, tile))
        and len(tile.secrets) <= int(used_from_tile)
        and camp_at(state, at) is None
        and not any(building.at == at for building in state.buildings)
        and not halted(state, at)
        and not any(party.at == at for party in state.parties)
        and battlefield(state) != at
        and not any(at in route.cells[1:-1] for route in state.routes)
    )


def use_options(state: State, player: int) -> list[Option]:
    found: list[Option] = []
    for source, kind in sources(state, player):
        if not usable(state, player, kind, source):
            continue
        whence = {"own": "", "store": " from the store", "tile": " from the tile"}[source.partition(":")[0]]
        target = target_of(state, player, source, kind)
        word = "Put on" if kind in BUFFS else "Use"
        label = f"{word} {SECRET_NAMES[kind]}{whence}"
        found += priced(state, player, f"use:{source}", label, Price(), target=target, rule="BIO-039", careful=True)
    return found + buff_options(state, player)


def target_of(state: State, player: int, source: str, kind: str) -> str:
    """The element of the screen that means this secret."""
    where, _, which = source.partition(":")
    if where == "tile":
        return f"secret-{which.removeprefix('s')}"
    camp = friendly_camp(state, state.players[player].at)
    return f"store-{camp.id}-{kind}" if where == "store" and camp is not None else f"pack-{player}-{kind}"


def use(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    pay(g, player, Price())
    yield from put_to_use(g, player, argument)


def put_to_use(g: Play[State], player: int, source: str) -> Script[None]:
    state = g.state
    kind = fetch(state, player, source)
    verb = "puts on" if kind in BUFFS else "uses"
    told = f"{who(state, player)} {verb} {'' if kind == 'repair_tools' else 'the '}{SECRET_NAMES[kind]}"
    disclose(g, f"{told}.", state.players[player].at, "BIO-079")
    headline(g, told, state.players[player].at)
    if kind != "key" and kind not in BUFFS:
        discard(state, kind)  # BIO-080
    yield from USES[kind](g, player)


# Keys and buffs -------------------------------------------------------------------------------------------------------


def use_key(g: Play[State], player: int) -> Script[None]:
    """BIO-286."""
    state = g.state
    state.lock += 1
    news(g, f"The lock holds {state.lock} Key{'s' if state.lock > 1 else ''}.", state.exit, "BIO-286")
    headline(g, f"{who(state, player)} turns a Key in the lock", state.exit, "gain")
    g.change("keys in the lock", state.lock - 1, state.lock, f"{keys_needed(state.quest_count)} open it")
    return
    yield


def put_on(kind: str) -> Callable[[Play[State], int], Script[None]]:
    def wear(g: Play[State], player: int) -> Script[None]:
        person = g.state.players[player]
        person.worn = sorted([*person.worn, kind])
        g.change(SECRET_NAMES[kind], "a secret", "worn", "it works from now on", seat=person.seat, better=True)
        begin(g.state, player, kind)
        return
        yield

    return wear


def begin(state: State, player: int, kind: str) -> None:
    if kind == "extra_action":
        state.players[player].actions += BONUS  # BIO-105


def end(state: State, player: int, kind: str) -> None:
    if kind == "extra_action":
        state.players[player].actions = max(0, state.players[player].actions - BONUS)


def buff_options(state: State, player: int) -> list[Option]:
    """Taking off, putting up and taking down (BIO-099, BIO-101, BIO-102)."""
    person = state.players[player]
    found: list[Option] = []
    for kind in dict.fromkeys(person.worn):
        if may_take_off(state, player, kind):
            label = f"Take off {SECRET_NAMES[kind]}"
            target = f"worn-{player}-{kind}"
            found += priced(state, player, f"doff:{kind}", label, Price(), target=target, rule="BIO-099", careful=True)
    camp = camp_at(state, person.at)
    if camp is None or camp.kind != "main":
        return found
    if not state.group_buff:
        for source, kind in sources(state, player):
            if kind in BUFFS:
                label = f"Put up {SECRET_NAMES[kind]} for everybody{' from the store' if source.startswith('store') else ''}"
                target = target_of(state, player, source, kind)
                found += priced(
                    state, player, f"raise:{source}", label, Price(), target=target, rule="BIO-101", careful=True
                )
    elif may_take_down(state):
        label = f"Take down {SECRET_NAMES[state.group_buff]}"
        found += priced(state, player, "lower:group", label, Price(), target="group", rule="BIO-102", careful=True)
    return found


def may_take_off(state: State, player: int, kind: str) -> bool:
    left = capacity(state, player) - (BONUS if kind == "extra_carry" else 0)
    return load(state.players[player]) + WEIGHTS[kind] <= left


def may_take_down(state: State) -> bool:
    if state.group_buff != "extra_carry":
        return True
    return all(load(person) <= capacity(state, player) - BONUS for player, person in enumerate(state.players))


def doff(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    pay(g, player, Price())
    g.state.players[player].worn.remove(argument)
    end(g.state, player, argument)
    carry(g.state, player, argument)
    news(g, f"{who(g.state, player)} takes off {SECRET_NAMES[argument]}.", rule="BIO-099")
    headline(g, f"{who(g.state, player)} takes off the {SECRET_NAMES[argument]}")
    g.change(SECRET_NAMES[argument], "worn", "carried", "taken off", seat=seat_of(g.state, player))
    return
    yield


def put_up(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    pay(g, player, Price())
    kind = fetch(g.state, player, argument)
    g.state.group_buff = kind
    begin(g.state, player, kind)
    told = f"{who(g.state, player)} puts up the {SECRET_NAMES[kind]} for everybody"
    disclose(g, f"{told}.", HOME, "BIO-101")
    headline(g, told, HOME, "gain")
    g.change("for everybody", "nothing", SECRET_NAMES[kind], "put up at the main camp", better=True)
    return
    yield


def take_down(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    pay(g, player, Price())
    kind, g.state.group_buff = g.state.group_buff, ""
    end(g.state, player, kind)
    main = camp_by_id(g.state, 1)
    assert main is not None
    main.store = sorted([*main.store, kind])
    news(g, f"{who(g.state, player)} takes {SECRET_NAMES[kind]} down.", HOME, "BIO-102")
    headline(g, f"{who(g.state, player)} takes the {SECRET_NAMES[kind]} down", HOME)
    g.change("for everybody", SECRET_NAMES[kind], "nothing", "back in the store", better=False)
    return
    yield


# Supplies, kits and tools ---------------------------------------------------------------------------------------------


def use_supply(g: Play[State], player: int) -> Script[None]:
    """BIO-112."""
    person, more = g.state.players[player], per_turn(g.state, player)
    g.change("actions", person.actions, person.actions + more, "a Supply is a turn's worth", seat=person.seat)
    person.actions += more
    return
    yield


def building_kit(kind: str) -> Callable[[Play[State], int], Script[None]]:
    def use_kit(g: Play[State], player: int) -> Script[None]:
        at = g.state.players[player].at
        camp = yield from which_camp(g, player, camps_beside(g.state, at), f"Which camp does the {kind} feed?")
        headline(g, f"{who(g.state, player)} builds a {kind} in {place(g.state, at)}", at, "gain")
        build(g, kind, at, camp)

    return use_kit


def which_camp(g: Play[State], player: int, camps: list[Camp], prompt: str) -> Script[Camp]:
    """BIO-126."""
    if len(camps) == 1:
        return camps[0]
    options = [Option(f"camp:{c.id}", capital(camp_name(g.state, c)), spot(c.at)) for c in camps]
    chosen = yield from choose(seat_of(g.state, player), prompt, options, rule="BIO-126", public="chooses a camp")
    return next(camp for camp in camps if chosen == f"camp:{camp.id}")


def use_camp_kit(g: Play[State], player: int) -> Script[None]:
    """BIO-114, BIO-116."""
    state = g.state
    at = state.players[player].at
    state.camps.append(Camp(state.next_id, "built", at))
    state.next_id += 1
    ground = place(state, at).removeprefix("our camp in ")
    news(g, f"A camp is built in {ground}.", at, "BIO-114")
    headline(g, f"{who(state, player)} builds a camp in {ground}", at, "gain")
    g.change(ground, "wild", "our camp", "all around it is explored at once", better=True)
    for cell in around(at):
        if can_be_turned_up(state, cell) or (
            is_empty(state, cell) and (state.quest_stack or any(state.stacks.values()))
        ):
            yield from uncover(g, player, cell)
            if over(state):
                return


def use_caravan_kit(g: Play[State], player: int) -> Script[None]:
    """BIO-136: the builder fixes the tiles for good."""
    chains = {"/".join(map(name, chain)): chain for chain in possible_routes(g.state, g.state.players[player].at)}
    options = [
        Option(f"route:{text}", f"To {place(g.state, chain[-1])}", spot(chain[-1]), note=route_words(g.state, chain))
        for text, chain in chains.items()
    ]
    chosen = yield from choose(
        seat_of(g.state, player), "Where does the Caravan Route go?", options, rule="BIO-134", public="lays a route"
    )
    chain = chains[chosen.removeprefix("route:")]
    headline(g, f"{who(g.state, player)} lays a Caravan Route to {place(g.state, chain[-1])}", chain[-1], "gain")
    build_route(g, chain)


def route_words(state: State, chain: list[Cell]) -> str:
    between = [place(state, cell) for cell in chain[1:-1]]
    return f"over {joined(between)}" if between else "they lie side by side"


def repairs(state: State, at: Cell) -> list[tuple[str, str]]:
    """What Repair Tools can speed up on a tile (BIO-118, BIO-119)."""
    if halted(state, at):
        return []
    found = [(f"building:{b.id}", f"The {b.kind} here, cool-down {b.cooldown}") for b in state.buildings if b.at == at]
    camp = camp_at(state, at)
    if camp is not None and camp.cooldown > 0:
        sooner = "; it raids the sooner" if camp.kind in ENEMY else ""
        found.append((f"camp:{camp.id}", f"{capital(camp_name(state, camp))}, cool-down {camp.cooldown}{sooner}"))
    if camp is not None and camp.kind == "main":
        found += [
            (f"player:{n}", f"{who(state, n)}, {person.healing} to heal")
            for n, person in enumerate(state.players)
            if person.status == "injured"
        ]
    return found


def use_tools(g: Play[State], player: int) -> Script[None]:
    state = g.state
    things = repairs(state, state.players[player].at)
    chosen = things[0][0]
    if len(things) > 1:
        chosen = yield from choose(
            seat_of(state, player),
            "What do the Repair Tools speed up?",
            [Option(key, label) for key, label in things],
            rule="BIO-118",
            public="uses Repair Tools",
        )
    kind, _, number = chosen.partition(":")
    if kind == "building":
        cool(g, next(building for building in state.buildings if building.id == int(number)))
    elif kind == "camp":
        camp = next(camp for camp in state.camps if camp.id == int(number))
        cool_camp(g, camp)
        if camp.kind in ENEMY and camp.cooldown == 0:
            attack(g, camp)  # BIO-153
    else:
        cool_injury(g, int(number))


def cool_camp(g: Play[State], camp: Camp) -> None:
    where, before = camp_name(g.state, camp), camp.cooldown
    rolled = die(g, 6, f"{capital(where)} rolls {{dice}}.", camp.at, "BIO-152")
    camp.cooldown = max(0, before - rolled)
    fate(g, "counts", "comes off its cool-down")
    g.change(f"cool-down of {where}", before, camp.cooldown, f"a {rolled} was rolled", better=True)


def cool_injury(g: Play[State], player: int) -> None:
    person = g.state.players[player]
    before = person.healing
    rolled = die(g, 6, f"{who(g.state, player)} heals by {{dice}}.", HOME, "BIO-152")
    person.healing -= rolled
    fate(g, "counts", f"{who(g.state, player)} heals")
    if person.healing <= 0:
        heal(g, player)
    else:
        words = f"{before} to heal", f"{person.healing} to heal"
        becomes(g, player, *words, f"a {rolled} was rolled", better=True)


# Sight and travel -----------------------------------------------------------------------------------------------------


def use_clairvoyance(g: Play[State], player: int) -> Script[None]:
    """BIO-121 to BIO-123."""
    state = g.state
    at = state.players[player].at
    centre, reach = at, 1
    if buffs(state, player, "extra_sight"):
        options = [Option("area", "All tiles up to 2 away", spot(at))]
        options += [
            Option(f"far:{name(tile.at)}", f"{capital(place(state, tile.at))} and around it", spot(tile.at))
            for tile in state.tiles
            if distance(tile.at, at) <= 3
        ]
        chosen = yield from choose(
            seat_of(state, player), "Where do you look?", options, rule="BIO-122", public="looks for secrets"
        )
        centre, reach = (at, 2) if chosen == "area" else (parse(chosen.removeprefix("far:")), 1)
    seen: list[str] = []
    for tile in state.tiles:
        if distance(tile.at, centre) > reach:
            continue
        for hidden in tile.secrets:
            if player not in hidden.seen:
                hidden.seen = sorted([*hidden.seen, player])
                seen.append(f"{one(hidden.kind)} in {place(state, tile.at)}")
    reveal(state)
    told = "; ".join(seen) or "nothing new"
    later = f"{who(state, player)} saw: {told}."
    seat = seat_of(state, player)
    g.change("hidden secrets seen", 0, len(seen), "what they are only the seer knows")
    with g.moment("reveal", f"You see {told}", about=spot(centre), scene="only you know", to=[seat], rule="BIO-121"):
        g.tell(f"You see: {told}.", to=[seat], rule="BIO-121", later=later)


def use_foresight(g: Play[State], player: int) -> Script[None]:
    """BIO-124."""
    state = g.state
    seat = seat_of(state, player)
    options = [Option("explore", "The next explore results"), Option("secrets", "The next secrets of the box")]
    chosen = yield from choose(seat, "What do you foresee?", options, rule="BIO-124", public="foresees")
    pile = state.queue if chosen == "explore" else state.box
    news(g, f"Foresight ({'explore results' if chosen == 'explore' else 'secrets'}).", rule="BIO-124")
    what = "what exploring will show" if chosen == "explore" else "the next secrets of the box"
    headline(g, f"{who(state, player)} foresees {what}", kind="reveal")
    few = pile[:FORESEEN]
    for unseen in few:
        unseen.seen = [player]
    reveal(state)
    if not few:
        return
    names = [SECRET_NAMES.get(unseen.kind, unseen.kind) for unseen in few]
    order = yield from ask(
        choosing(
            seat,
            "Put them in the order in which they shall come, first one first",
            [Option(f"n{i + 1}", f"{i + 1}: {text}") for i, text in enumerate(names)],
            least=len(few),
            most=len(few),
            ordered=True,
            rule="BIO-124",
            public="puts them in order",
        )
    )
    pile[:FORESEEN] = [few[int(choice.removeprefix("n")) - 1] for choice in order]


def use_teleport(g: Play[State], player: int) -> Script[None]:
    """BIO-125."""
    state = g.state
    person = state.players[player]
    cells = [tile.at for tile in state.tiles if tile.at != person.at]
    options = [
        Option(f"to:{name(cell)}", capital(place(state, cell)), spot(cell))
        for cell in sorted(cells, key=lambda cell: (distance(cell, HOME), cell))
    ]
    chosen = yield from choose(
        seat_of(state, player), "Where to?", options, rule="BIO-125", public="chooses where to appear"
    )
    cell = parse(chosen.removeprefix("to:"))
    if the_tile(state, cell).kind in DROWNED:
        headline(g, f"{who(state, player)} teleports to {place(state, cell)}", cell, "loss")
        person.at = cell
        injure(g, player, "there is no ground to stand on")
        return
    yield from come_to(g, player, cell, "teleports")


USES: dict[str, Callable[[Play[State], int], Script[None]]] = {
    "key": use_key,
    **{kind: put_on(kind) for kind in BUFFS},
    "supply": use_supply,
    "farm_kit": building_kit("farm"),
    "blacksmith_kit": building_kit("blacksmith"),
    "camp_kit": use_camp_kit,
    "caravan_kit": use_caravan_kit,
    "repair_tools": use_tools,
    "clairvoyance": use_clairvoyance,
    "foresight": use_foresight,
    "teleport": use_teleport,
}
