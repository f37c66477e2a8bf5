"""Stealer and killer camps and their raiding parties (BIO-166 to BIO-181, BIO-283 to BIO-288)."""

from __future__ import annotations

from app.games.biome.buildings import halted, keep
from app.games.biome.components import MOVEMENT, RAID_ONE, RAID_TWO, RAZED, Cell
from app.games.biome.ending import over
from app.games.biome.harm import destroy_camp, keys_change, lose_party, receive_held, set_cooldown
from app.games.biome.hexes import advance, board_way, camp_at, camp_by_id, distance, spot
from app.games.biome.places import camp_name, capital, place
from app.games.biome.state import LOCK, Camp, CampKind, Loot, Party, State, Tile
from app.games.biome.stock import ENEMY, FRIENDLY, PLAYER_CAMPS, destroy, die, listed, news
from app.games.biome.telling import fate, headline
from app.kernel import Play


def reveal_camp(g: Play[State], kind: CampKind, at: Cell, *, cooldown: int = 0) -> Camp:
    """A quest brings a camp; enemy camps are dormant while it runs (BIO-166, BIO-172)."""
    state = g.state
    camp = Camp(state.next_id, kind, at, cooldown=cooldown, dormant=kind in ENEMY)
    state.next_id += 1
    state.tiles.append(Tile(at, f"{kind}_camp"))
    state.camps.append(camp)
    where = camp_name(state, camp)
    news(g, f"{capital(where)} comes into view.", at, "BIO-163" if kind == "ally" else "BIO-166")
    sleeps = f"its cool-down is {cooldown}" if kind == "ally" else "it sleeps while its quest runs"
    g.change(where, "", "in view", sleeps, better=kind == "ally")
    if kind == "stealer":
        receive_held(g, camp)
    return camp


def wake(g: Play[State], camp_id: int, cooldown: int) -> None:
    """Its quest is over: the camp acts from now on, if the exit has not set it loose before (BIO-284)."""
    camp = camp_by_id(g.state, camp_id)
    assert camp is not None
    if not camp.dormant:
        return
    camp.dormant = False
    set_cooldown(g.state, camp, cooldown)
    where = camp_name(g.state, camp)
    news(g, f"{capital(where)} wakes, cool-down {camp.cooldown}.", camp.at, "BIO-166")
    g.change(where, "asleep", f"awake, cool-down {camp.cooldown}", "its quest is over", better=False)


# Attacks --------------------------------------------------------------------------------------------------------------


def loot_at(state: State, at: Cell) -> list[Loot]:
    """What a raid may take: a store, the keys in the lock, or both (BIO-289)."""
    camp = camp_at(state, at)
    loot = [Loot(kind, camp.id) for kind in camp.store] if camp else []
    return loot + [Loot("key", LOCK)] * (state.lock if at == state.exit else 0)


def targets(state: State, camp: Camp) -> list[Cell]:
    """The nearest cells that this camp would raid (BIO-167, BIO-173)."""
    if camp.kind == "stealer":
        cells = [c.at for c in state.camps if c.kind in FRIENDLY and loot_at(state, c.at)]
    else:
        cells = [c.at for c in state.camps if c.kind in PLAYER_CAMPS]
    if state.exit is not None and state.lock and state.exit not in cells:
        cells.append(state.exit)  # BIO-288
    least = min((distance(camp.at, cell) for cell in cells), default=0)
    return [cell for cell in cells if distance(camp.at, cell) == least]


def has_party(state: State, camp: Camp) -> bool:
    """A raid of its own is under way; an expedition of a running quest is none (BIO-284)."""
    return any(party.home == camp.id and not party.quest for party in state.parties)


def attack(g: Play[State], camp: Camp) -> None:
    state = g.state
    cells = targets(state, camp)
    if not cells:
        news(g, f"{capital(camp_name(state, camp))} finds nothing to raid.", camp.at, "BIO-169")
        headline(g, f"{capital(camp_name(state, camp))} finds nothing to raid", camp.at)
        return
    target = g.rng.pick(cells, "raid")
    loot = g.rng.shuffled(loot_at(state, target), "raid")[:2]  # BIO-168, BIO-174
    if not loot:
        raze(g, camp, target)
        return
    store = camp_at(state, target)
    for item in loot:
        if item.source == LOCK:
            state.lock -= 1
        else:
            assert store is not None
            store.store.remove(item.kind)
    taken, raiders, victim = listed([item.kind for item in loot]), camp_name(state, camp), place(state, target)
    news(g, f"{capital(raiders)} raids {victim} and takes {taken}.", target, "BIO-168")
    headline(g, f"{capital(raiders)} raids {victim}", target, "loss")
    g.change(taken, f"in {victim}", "with the raiders", f"the raid; they carry it to {raiders}", better=False)
    send_home(g, camp, target, loot)


def raze(g: Play[State], camp: Camp, target: Cell) -> None:
    """BIO-175: a killer camp finds nothing to take."""
    victim = camp_at(state := g.state, target)
    assert victim is not None
    razed = camp_name(state, victim)
    news(g, f"{capital(camp_name(state, camp))} razes {razed}.", target, "BIO-175")
    headline(g, f"{capital(camp_name(state, camp))} razes {razed}: its store was empty", target, "loss")
    destroy_camp(g, victim)
    set_cooldown(state, camp, RAZED)


def send_home(g: Play[State], camp: Camp, start: Cell, loot: list[Loot]) -> None:
    """BIO-177: the party stands on the first tile of its way."""
    state = g.state
    way = board_way(state, start, camp.at)
    party = Party(state.next_id, camp.id, way[0] if way else camp.at, loot, state.round if state.step == "board" else 0)
    state.next_id += 1
    state.parties.append(party)
    arrive(g, party)


def arrive(g: Play[State], party: Party) -> None:
    """What a raiding party's stop means: home, the gang's prey, or nothing."""
    home = camp_by_id(g.state, party.home)
    assert home is not None
    if party.at == home.at:
        come_home(g, party, home)
    elif halted(g.state, party.at):
        lose_party(g, party, "it ran into the gang")  # BIO-199


def come_home(g: Play[State], party: Party, home: Camp) -> None:
    """BIO-170, BIO-176."""
    g.state.parties.remove(party)
    where, cargo = camp_name(g.state, home), listed([loot.kind for loot in party.cargo])
    lost = home.kind == "killer" and bool(party.cargo)
    news(g, f"The raiders are home in {where}{f': {cargo} destroyed' if lost else ''}.", home.at, "BIO-170")
    headline(g, f"The raiders are home in {where}", home.at, "loss" if party.cargo else None)
    if party.cargo:
        g.change(cargo, "with the raiders", "destroyed" if lost else f"in {where}", "they are home", better=False)
    keys = sum(loot.kind == "key" for loot in party.cargo) if lost else 0
    if keys:
        keys_change(g, -keys, "killers destroy what they take")
    for loot in party.cargo:
        if home.kind == "killer":
            destroy(g.state, loot.kind)
        else:
            keep(g, home, loot.kind)
    set_cooldown(g.state, home, RAID_TWO if len(party.cargo) == 2 else RAID_ONE)
    g.change(f"cool-down of {where}", 0, home.cooldown, "after a raid", better=True)


# The board turn -------------------------------------------------------------------------------------------------------


def enemy_camps_act(g: Play[State]) -> None:
    """Step 5a (BIO-160)."""
    for camp in list(g.state.camps):
        if camp.kind not in ENEMY or camp.dormant or camp.fresh or has_party(g.state, camp):
            continue
        if halted(g.state, camp.at) or camp not in g.state.camps:
            continue  # BIO-197
        where = camp_name(g.state, camp)
        with g.moment("event", f"{capital(where)} stirs", about=spot(camp.at), rule="BIO-160"):
            if camp.cooldown > 0:
                before = camp.cooldown
                rolled = die(g, 6, f"{capital(where)} rolls {{dice}}.", camp.at, "BIO-152")
                fate(g, "hurts" if camp.cooldown <= rolled else "counts", "comes off its cool-down")
                camp.cooldown = max(0, camp.cooldown - rolled)
                g.change(f"cool-down of {where}", before, camp.cooldown, f"a {rolled} was rolled", better=False)
            if camp.cooldown == 0:
                attack(g, camp)
        if over(g.state):
            return


def parties_move(g: Play[State]) -> None:
    """Step 5b (BIO-161)."""
    state = g.state
    for party in list(state.parties):
        if party.quest or party.placed == state.round:
            continue
        home = camp_by_id(state, party.home)
        assert home is not None
        way = board_way(state, party.at, home.at)
        party.at = home.at if way is None else advance(state, party.at, way, MOVEMENT)  # BIO-180
        where = place(state, party.at)
        with g.moment("event", f"Raiders come to {where}", about=spot(party.at), rule="BIO-178"):
            g.tell(f"A raiding party moves to {where}.", rule="BIO-178")
            arrive(g, party)


def go_berserk(g: Play[State]) -> None:
    """BIO-282 to BIO-284: the exit is found, and every enemy camp is awake from now on."""
    news(g, "All enemy camps go berserk.", rule="BIO-282")
    if any(camp.kind in ENEMY for camp in g.state.camps):
        g.change("enemy camps", "waiting", "berserk", "the exit is found: no cool-downs any more", better=False)
    for camp in list(g.state.camps):
        if camp.kind not in ENEMY:
            continue
        camp.cooldown, camp.dormant = 0, False
        if not has_party(g.state, camp) and not halted(g.state, camp.at):  # BIO-284
            where = capital(camp_name(g.state, camp))
            with g.moment("event", f"{where} goes berserk", about=spot(camp.at), rule="BIO-283", apart=True):
                attack(g, camp)
            if over(g.state):
                return
