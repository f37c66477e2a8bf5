"""Stealer and killer camps and their raiding parties (BIO-166 to BIO-181, BIO-283 to BIO-288)."""

from __future__ import annotations

from app.games.biome.buildings import BEST_GROUND, build, free_for_building, halted
from app.games.biome.components import MOVEMENT, RAID_ONE, RAID_TWO, RAZED, Cell
from app.games.biome.ending import over
from app.games.biome.harm import destroy_camp, lose_party, receive_held, set_cooldown
from app.games.biome.hexes import advance, around, board_way, camp_at, camp_by_id, distance, name, the_tile
from app.games.biome.state import LOCK, Camp, CampKind, Loot, Party, State, Tile
from app.games.biome.stock import ENEMY, FRIENDLY, PLAYER_CAMPS, destroy, die, listed, news, stow
from app.kernel import Play


def reveal_camp(g: Play[State], kind: CampKind, at: Cell, *, cooldown: int = 0) -> Camp:
    """A quest brings a camp; enemy camps are dormant while it runs (BIO-166, BIO-172)."""
    state = g.state
    camp = Camp(state.next_id, kind, at, cooldown=cooldown, dormant=kind in ENEMY)
    state.next_id += 1
    state.tiles.append(Tile(at, f"{kind}_camp"))
    state.camps.append(camp)
    news(g, f"There is a {kind} camp at {name(at)}.", at, "BIO-163" if kind == "ally" else "BIO-166")
    if kind == "stealer":
        receive_held(g, camp)
    return camp


def wake(g: Play[State], camp_id: int, cooldown: int) -> None:
    """Its quest is over: the camp acts from now on."""
    camp = camp_by_id(g.state, camp_id)
    assert camp is not None
    camp.dormant = False
    set_cooldown(g.state, camp, cooldown)
    news(g, f"The {camp.kind} camp at {name(camp.at)} wakes, cool-down {camp.cooldown}.", camp.at, "BIO-166")


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
    return any(party.home == camp.id for party in state.parties)


def attack(g: Play[State], camp: Camp) -> None:
    state = g.state
    cells = targets(state, camp)
    if not cells:
        news(g, f"The {camp.kind} camp at {name(camp.at)} finds nothing to raid.", camp.at, "BIO-169")
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
    taken = listed([item.kind for item in loot])
    news(g, f"The {camp.kind} camp at {name(camp.at)} raids {name(target)} and takes {taken}.", target, "BIO-168")
    send_home(g, camp, target, loot)


def raze(g: Play[State], camp: Camp, target: Cell) -> None:
    """BIO-175: a killer camp finds nothing to take."""
    victim = camp_at(state := g.state, target)
    assert victim is not None
    news(g, f"The killer camp at {name(camp.at)} razes the {victim.kind} camp.", target, "BIO-175")
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
    fate = f": {listed([loot.kind for loot in party.cargo])} destroyed" if home.kind == "killer" and party.cargo else ""
    news(g, f"The party of the {home.kind} camp at {name(home.at)} is home{fate}.", home.at, "BIO-170")
    for loot in party.cargo:
        if home.kind == "killer":
            destroy(g.state, loot.kind)
        elif not (loot.kind in ("farm_kit", "blacksmith_kit") and enemy_builds(g, home, loot.kind)):
            stow(g.state, home, loot.kind)
    set_cooldown(g.state, home, RAID_TWO if len(party.cargo) == 2 else RAID_ONE)


def enemy_builds(g: Play[State], home: Camp, kit: str) -> bool:
    """BIO-171: on the best ground, farthest from its nearest player camp."""
    state = g.state
    kind = kit.removesuffix("_kit")
    sites = [cell for cell in around(home.at) if free_for_building(state, cell)]
    good = [cell for cell in sites if the_tile(state, cell).kind in BEST_GROUND[kind]]
    sites = good or sites
    if not sites:
        return False

    def remoteness(cell: Cell) -> int:
        return min(distance(cell, camp.at) for camp in state.camps if camp.kind in PLAYER_CAMPS)

    far = max(remoteness(cell) for cell in sites)
    build(g, kind, g.rng.pick([cell for cell in sites if remoteness(cell) == far], "enemy site"), home)
    state.discard.append(kit)
    return True


# The board turn -------------------------------------------------------------------------------------------------------


def enemy_camps_act(g: Play[State]) -> None:
    """Step 5a (BIO-160)."""
    for camp in list(g.state.camps):
        if camp.kind not in ENEMY or camp.dormant or camp.fresh or has_party(g.state, camp):
            continue
        if halted(g.state, camp.at) or camp not in g.state.camps:
            continue  # BIO-197
        if camp.cooldown > 0:
            text = f"The {camp.kind} camp at {name(camp.at)} rolls {{dice}}."
            camp.cooldown = max(0, camp.cooldown - die(g, 6, text, camp.at, "BIO-152"))
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
        news(g, f"A raiding party moves to {name(party.at)}.", party.at, "BIO-178")
        arrive(g, party)


def go_berserk(g: Play[State]) -> None:
    """BIO-283: the exit is found."""
    news(g, "All enemy camps go berserk.", rule="BIO-282")
    for camp in list(g.state.camps):
        if camp.kind not in ENEMY or camp.dormant:
            continue
        camp.cooldown = 0
        if not has_party(g.state, camp) and not halted(g.state, camp.at):  # BIO-284
            attack(g, camp)
            if over(g.state):
                return
