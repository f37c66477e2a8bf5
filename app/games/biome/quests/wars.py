"""Tug of War and Trade War (BIO-209 to BIO-223)."""

from __future__ import annotations

from app.games.biome.components import (
    ALLY_REVEALED,
    FRONT_LOST,
    FRONT_WON,
    WAR_ALLY_WON,
    WAR_ENEMY_WON,
    WAR_HEALTH,
    Cell,
    starts,
)
from app.games.biome.ground import set_up_land
from app.games.biome.harm import destroy_camp, injure, keys_change
from app.games.biome.hexes import camp_by_id, distance, empty_cells, name, spot
from app.games.biome.places import capital, place
from app.games.biome.quests.common import face_of, finish, muster, title
from app.games.biome.state import State, TradeWar, TugOfWar
from app.games.biome.stock import Price, die, friendly_camp, news, pay, priced, seat_of, stow, who
from app.games.biome.telling import fate, headline, signed
from app.games.biome.tribes import reveal_camp, wake
from app.kernel import Option, Play, Script, choose

War = TugOfWar | TradeWar


# Set-up ---------------------------------------------------------------------------------------------------------------


def war_camps(g: Play[State], field: Cell) -> tuple[Cell, Cell]:
    """BIO-210, BIO-211: cells for the killer camp (left) and the ally camp (right)."""
    q, r = field
    free = empty_cells(g.state, 7, field)
    killers = [cell for cell in free if cell[0] < q]
    allies = [cell for cell in free if cell[0] > q]
    ideal_killer, ideal_allies = (q - 4, r + 2), ((q + 3, r - 1), (q + 3, r - 2))

    def score(killer: Cell, ally: Cell) -> tuple[int, int]:
        shape = abs(distance(killer, field) - 4) + abs(distance(ally, field) - 3) + abs(distance(killer, ally) - 7)
        return shape, distance(killer, ideal_killer) + min(distance(ally, ideal) for ideal in ideal_allies)

    scored = [(score(killer, ally), killer, ally) for killer in killers for ally in allies]
    best = min(entry[0] for entry in scored)
    pairs = [(killer, ally) for value, killer, ally in scored if value == best]
    return pairs[0] if len(pairs) == 1 else g.rng.pick(sorted(pairs), "quest site")


def set_up_tug(g: Play[State], player: int, at: Cell) -> Script[None]:
    yield from set_up_land(g, at, player)
    killer_cell, ally_cell = war_camps(g, at)
    ally = reveal_camp(g, "ally", ally_cell, cooldown=ALLY_REVEALED)
    killer = reveal_camp(g, "killer", killer_cell)
    front = starts(strict=g.state.options.strict_book).front
    g.state.quests.append(TugOfWar(at, ally.id, killer.id, front))


def set_up_trade(g: Play[State], player: int, at: Cell) -> Script[None]:
    """BIO-219."""
    state = g.state
    ally = reveal_camp(g, "ally", at, cooldown=ALLY_REVEALED)
    reach = 1
    while not (free := empty_cells(state, reach, at)):
        reach += 1
    cells = sorted(cell for cell in free if distance(cell, at) == min(distance(c, at) for c in free))
    site = cells[0]
    if len(cells) > 1:
        options = [Option(f"site:{name(cell)}", capital(place(state, cell)), spot(cell)) for cell in cells]
        chosen = yield from choose(
            seat_of(state, player), "Where does the killer camp lie?", options, rule="BIO-219", public="places a camp"
        )
        site = next(cell for cell in cells if f"site:{name(cell)}" == chosen)
    killer = reveal_camp(g, "killer", site)
    health = starts(strict=state.options.strict_book).killers
    state.quests.append(TradeWar(at, ally.id, killer.id, WAR_HEALTH, health))


# Battles --------------------------------------------------------------------------------------------------------------


def update(g: Play[State], war: War) -> None:
    battle(g, war, [])  # BIO-213, BIO-220


def battle(g: Play[State], war: War, fighters: list[int]) -> None:
    """BIO-213: D6 + bonus, 5 or more is the ally's; a natural 1 never, a natural 6 always."""
    bonus = len(fighters) + war.supplied
    war.supplied = False
    rolled = die(g, 6, f"{title(war)}: battle, {{dice}} + {bonus}.", war.at, "BIO-213")
    ally_wins = rolled == 6 or (rolled != 1 and rolled + bonus >= 5)
    total = f"{rolled} + {bonus} = {rolled + bonus}" if bonus else str(rolled)
    fate(g, "counts" if ally_wins else "hurts", "enough" if ally_wins else "too little", f"{total}; 5 or more holds")
    outcome = "our friends push on" if ally_wins else "our friends fall back"
    headline(g, f"{title(war)}: {outcome}", war.at, "fight")
    why = f"{total} {'is enough' if ally_wins else 'is too little'}, {fighters_words(len(fighters))}"
    if isinstance(war, TugOfWar):
        before = war.front
        war.front += 1 if ally_wins else -1
        g.change("the front", signed(before), signed(war.front), why, better=ally_wins)
        news(g, f"The front is at {war.front}.", war.at, "BIO-212")
    elif ally_wins:
        war.killer_health -= 1
    else:
        war.ally_health -= 1
    if isinstance(war, TradeWar):
        news(g, f"Health: ally {war.ally_health}, killer {war.killer_health}.", war.at, "BIO-220")
        side, health = ("killer camp", war.killer_health) if ally_wins else ("ally camp", war.ally_health)
        g.change(f"health of the {side}", health + 1, health, why, better=ally_wins)
    if not ally_wins:
        for fighter in fighters:
            injure(g, fighter, "the battle is lost")  # BIO-216
    conclude(g, war)


def fighters_words(count: int) -> str:
    return "nobody of us fought" if count == 0 else "1 of us fought" if count == 1 else f"{count} of us fought"


def conclude(g: Play[State], war: War) -> None:
    if isinstance(war, TugOfWar):
        won, lost = war.front >= FRONT_WON, war.front <= FRONT_LOST
    else:
        won, lost = war.killer_health <= 0, war.ally_health <= 0
    if not won and not lost:
        return
    ally = camp_by_id(g.state, war.ally)
    assert ally is not None
    war.key = False
    finish(g, war, won=won)
    if won:  # BIO-217, BIO-222
        stow(g.state, ally, "key")
        ally.trades = "mercenaries" if isinstance(war, TugOfWar) else "goods"
        news(g, "The key lies in the ally camp's store.", ally.at, "BIO-217")
        headline(g, f"{title(war)} is won", war.at)
        g.change("a key", "in the quest", f"in {place(g.state, ally.at)}", "the war is won", better=True)
        wake(g, war.killer, WAR_ALLY_WON)
    else:  # BIO-218, BIO-223
        headline(g, f"{title(war)} is lost", war.at, "loss")
        keys_change(g, -1, "it went down with the ally camp")
        g.state.gone.append("key")
        news(g, "The key of this quest is destroyed.", ally.at, "BIO-218")
        destroy_camp(g, ally)
        wake(g, war.killer, WAR_ENEMY_WON)


# Players --------------------------------------------------------------------------------------------------------------


def ally_site(state: State, war: War) -> Cell:
    camp = camp_by_id(state, war.ally)
    assert camp is not None
    return camp.at


def kind_of(war: War) -> str:
    return "tug_of_war" if isinstance(war, TugOfWar) else "trade_war"


def options(state: State, player: int, war: War) -> list[Option]:
    person = state.players[player]
    found: list[Option] = []
    open_to_us = friendly_camp(state, person.at) is not None  # BIO-164
    if person.at == ally_site(state, war) and open_to_us and not war.supplied:
        found += priced(
            state,
            player,
            f"supply:{kind_of(war)}",
            "Supply the ally: +1 in the next battle",
            Price(1, 1),
            target=face_of(state, war),
            rule="BIO-214",
            careful=True,
        )
    if person.at == war.at and kind_of(war) not in person.battles:
        # In the Trade War fighters stand on the ally camp (BIO-221), which is where that quest lies.
        label, face = "Fight here", face_of(state, war)
        found += priced(
            state, player, f"fight:{kind_of(war)}", label, Price(), target=face, rule="BIO-215", careful=True
        )
    return found


def supply(g: Play[State], player: int, war: War, own: bool) -> Script[None]:
    pay(g, player, Price(1, 1), own)
    war.supplied = True
    news(g, f"{who(g.state, player)} supplies the ally.", ally_site(g.state, war), "BIO-214")
    headline(g, f"{who(g.state, player)} brings our friends a Supply", ally_site(g.state, war))
    g.change("the next battle", "+0", "+1", "a Supply", better=True)
    return
    yield


def fight(g: Play[State], player: int, war: War) -> Script[None]:
    """BIO-215."""
    pay(g, player, Price())
    g.state.players[player].battles.append(kind_of(war))
    fighters = yield from muster(g, player, "a battle", "BIO-215")
    battle(g, war, fighters)
