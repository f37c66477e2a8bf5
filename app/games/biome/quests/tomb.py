"""Ancient Tomb (BIO-234 to BIO-240)."""

from __future__ import annotations

from app.games.biome.components import (
    HOME,
    MOVEMENT,
    STEALER_ENEMY_WON,
    STEALER_PLAYERS_WON,
    TOMB_DISTANCE,
    TOMB_SECRETS,
    Cell,
    one,
)
from app.games.biome.harm import keys_change, lose_party, strike
from app.games.biome.hexes import advance, around, board_way, distance, is_empty, name, parse, spot, the_tile, walkable
from app.games.biome.picking import gain
from app.games.biome.places import capital, place
from app.games.biome.quests.common import face_of, finish, won_key
from app.games.biome.quests.fountain import send_party
from app.games.biome.state import State, Tile, Tomb
from app.games.biome.stock import Price, destroy, die, draw, news, pay, priced, reveal, seat_of, who
from app.games.biome.telling import fate, headline
from app.games.biome.tribes import reveal_camp, wake
from app.kernel import Option, Play, Script, choose

PLUNDER = Price(2)


def set_up(g: Play[State], player: int, at: Cell) -> Script[None]:
    state = g.state
    camp = reveal_camp(g, "stealer", at)
    sites = tomb_cells(state, at)
    options = [
        Option(
            f"tomb:{name(cell)}",
            capital(place(state, cell)),
            spot(cell),
            note=f"{distance(cell, HOME)} steps from home",
        )
        for cell in sites
    ]
    chosen = yield from choose(
        seat_of(state, player), "Where does the Ancient Tomb lie?", options, rule="BIO-235", public="places the Tomb"
    )
    cell = parse(chosen.removeprefix("tomb:"))
    state.tiles.append(Tile(cell, "tomb"))
    drawn = [draw(g) for _ in range(TOMB_SECRETS)]
    state.quests.append(Tomb(cell, camp.id, [kind for kind in drawn if kind is not None]))
    send_party(g, camp.id, "tomb")
    news(g, "The Ancient Tomb comes into view.", cell, "BIO-235")
    g.change("the Ancient Tomb", "", "a key and 3 secrets", "plunder it before the thieves do")


def tomb_cells(state: State, camp: Cell) -> list[Cell]:
    """BIO-235: empty cells beside an explored passable tile that is 5 away; else 4 to 0, then 6 and more."""
    ground = walkable(state)
    far = max(distance(camp, cell) for cell in ground)
    for radius in (*range(TOMB_DISTANCE, -1, -1), *range(TOMB_DISTANCE + 1, far + 1)):
        beside = [cell for cell in ground if distance(cell, camp) == radius]
        found = sorted({cell for tile in beside for cell in around(tile) if is_empty(state, cell)})
        if found:
            return found
    raise AssertionError("the V has no far end: some tile always touches an empty cell")


def update(g: Play[State], quest: Tomb) -> None:
    """BIO-236."""
    state = g.state
    party = next((party for party in state.parties if party.quest == "tomb"), None)
    if party is None:
        send_party(g, quest.stealer, "tomb")  # BIO-231
        return
    if party.at == quest.at:
        raid(g, quest)
        return
    way = board_way(state, party.at, quest.at)
    if way is None:
        return
    party.at = advance(state, party.at, way, MOVEMENT)
    told = f"The thieves on their way to the Tomb come to {place(state, party.at)}"
    news(g, f"{told}.", party.at, "BIO-236")
    headline(g, told, party.at)
    if state.gang is not None and state.gang.at == party.at:
        lose_party(g, party, "it ran into the gang")


def raid(g: Play[State], quest: Tomb) -> None:
    """BIO-237: all that is left is destroyed."""
    state = g.state
    lost = quest.key
    news(g, "The party raids the Tomb; all that is left in it is destroyed.", quest.at, "BIO-237")
    headline(g, "Thieves empty the Ancient Tomb", quest.at, "loss")
    if quest.key:
        keys_change(g, -1, "it was still in the Tomb")
        state.gone.append("key")
        quest.key = False
    for kind in quest.secrets:
        destroy(state, kind)
    quest.secrets = []
    close(g, quest, STEALER_ENEMY_WON, won=False if lost else None)


def close(g: Play[State], quest: Tomb, cooldown: int, *, won: bool | None) -> None:
    the_tile(g.state, quest.at).kind = "grassland"  # BIO-065
    g.state.parties = [party for party in g.state.parties if party.quest != "tomb"]
    finish(g, quest, won=won)
    wake(g, quest.stealer, cooldown)


# Players --------------------------------------------------------------------------------------------------------------


def options(state: State, player: int, quest: Tomb) -> list[Option]:
    if state.players[player].at != quest.at:
        return []
    face = face_of(state, quest)
    return priced(state, player, "plunder:tomb", "Plunder the Tomb", PLUNDER, target=face, rule="BIO-238", careful=True)


def plunder(g: Play[State], player: int, quest: Tomb) -> Script[None]:
    """BIO-238, BIO-239."""
    state = g.state
    pay(g, player, PLUNDER)
    rolled = die(g, 6, f"{who(state, player)} plunders the Tomb: {{dice}}.", quest.at, "BIO-238")
    if rolled == 6 and quest.key:
        quest.key, quest.won = False, True
        fate(g, "counts", "the key")
        news(g, f"{who(state, player)} finds the key of the Tomb.", quest.at, "BIO-240")
        headline(g, f"{who(state, player)} finds the key of the Tomb", quest.at, "gain")
        won_key(g, player, "a 6 in the Tomb")
        yield from gain(g, player, "key")
    elif 3 <= rolled <= 5 and quest.secrets:
        found = quest.secrets.pop(g.rng.below(len(quest.secrets), "secrets"))
        fate(g, "counts", "a secret", "3 to 5")
        headline(g, f"{who(state, player)} finds something in the Tomb", quest.at, "gain")
        yield from found_secret(g, player, found)
    else:
        fate(g, "ignored", "nothing", "1 or 2, or what it would give is gone")
        news(g, "Nothing is found.", quest.at, "BIO-238")
        headline(g, f"{who(state, player)} searches the Tomb and finds nothing", quest.at)
    if not quest.key and not quest.secrets and quest.active:
        close(g, quest, STEALER_PLAYERS_WON, won=None)  # BIO-240


def found_secret(g: Play[State], player: int, kind: str) -> Script[None]:
    """BIO-239, BIO-265: seen by the finder only; a Captured strikes at once."""
    state = g.state
    reveal(state)
    if kind == "captured":
        strike(g, player)
        return
    news(g, f"{who(state, player)} finds a secret.", state.players[player].at, "BIO-239")
    later = f"{who(state, player)} found {one(kind)}."
    person, seat = state.players[player], seat_of(state, player)
    carried = len(person.inventory)
    g.change("secrets carried", carried, carried + 1, "what it is only the finder knows", seat=seat)
    with g.moment("gain", f"You found {one(kind)}", about=spot(person.at), scene="only you know", to=[seat]):
        g.tell(f"You found {one(kind)}.", to=[seat], rule="BIO-239", later=later)
    yield from gain(g, player, kind)
