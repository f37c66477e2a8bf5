"""Temple on Mt Vesuvius (BIO-269 to BIO-278)."""

from __future__ import annotations

from app.games.biome.components import ERUPTION, PRIEST_WEIGHT, PRIESTS, VESUVIUS_SECRETS, Cell, one
from app.games.biome.harm import drown, lose_priest
from app.games.biome.hexes import around, is_empty, is_face_down, spot, way_stays_open
from app.games.biome.places import camp_name, capital
from app.games.biome.quests.common import eligible, face_of, finish, may_ever_change
from app.games.biome.state import Camp, State, Tile, Vesuvius
from app.games.biome.stock import (
    PLAYER_CAMPS,
    Price,
    die,
    disclose,
    draw_harmless,
    fits,
    news,
    pay,
    priced,
    seat_of,
    stow,
    who,
)
from app.games.biome.telling import fate, headline
from app.kernel import Option, Play, Script, choose


def set_up(g: Play[State], player: int, at: Cell) -> Script[None]:
    g.state.tiles.append(Tile(at, "volcano"))
    drawn = [draw_harmless(g) for _ in range(VESUVIUS_SECRETS)]
    g.state.quests.append(Vesuvius(at, [kind for kind in drawn if kind is not None], ERUPTION, PRIESTS))
    news(g, "Mt Vesuvius: three priests wait in a hidden temple.", at, "BIO-269")
    g.change("Mt Vesuvius", "", f"erupts in {ERUPTION}", "lead all three priests down for its key")
    return
    yield


def update(g: Play[State], quest: Vesuvius) -> None:
    """BIO-270."""
    quest.counter -= 1
    news(g, f"Mt Vesuvius rumbles: {quest.counter}.", quest.at, "BIO-270")
    headline(g, "Mt Vesuvius rumbles", quest.at)
    g.change("Mt Vesuvius erupts in", quest.counter + 1, quest.counter, "it moved on")
    if quest.counter == 0:
        quest.counter = ERUPTION
        erupt(g, quest)


def erupt(g: Play[State], quest: Vesuvius) -> None:
    """BIO-271, BIO-272."""
    state = g.state
    news(g, "Mt Vesuvius erupts.", quest.at, "BIO-270")
    headline(g, "Mt Vesuvius erupts", quest.at, "loss")
    if not quest.erupted:
        quest.erupted = True
        while quest.priests:
            quest.priests -= 1
            lose_priest(g, quest)
        if way_stays_open(state, quest.at):  # BIO-027
            drown(g, quest.at, "lava")
        return
    cells = eligible(state, quest.at)
    if cells:
        drown(g, g.rng.pick(cells, "lava"), "lava")
    if not any(may_burn(state, cell) for cell in around(quest.at)):
        finish(g, quest, won=None)


def may_burn(state: State, cell: Cell) -> bool:
    """Now or later: unexplored ground too, and tiles that only an unfinished quest spares."""
    if is_empty(state, cell) or is_face_down(state, cell):
        return True
    return may_ever_change(state, cell) and way_stays_open(state, cell)


# Players --------------------------------------------------------------------------------------------------------------


def options(state: State, player: int, quest: Vesuvius) -> list[Option]:
    if state.players[player].at != quest.at:
        return []
    if not quest.temple:
        label, face = "Search for the temple", face_of(state, quest)
        return priced(state, player, "search:vesuvius", label, Price(), target=face, rule="BIO-273", careful=True)
    if quest.priests and fits(state, player, PRIEST_WEIGHT):
        label, face = "Lead a priest away", face_of(state, quest)
        return priced(state, player, "priest:vesuvius", label, Price(), target=face, rule="BIO-274", careful=True)
    return []


def search(g: Play[State], player: int, quest: Vesuvius) -> Script[None]:
    pay(g, player, Price())
    actor = who(g.state, player)
    if die(g, 6, f"{actor} searches for the temple: {{dice}}.", quest.at, "BIO-273") >= 5:
        quest.temple = True
        news(g, "The temple is found.", quest.at, "BIO-273")
        fate(g, "counts", "found", "5 or 6")
        headline(g, f"{actor} finds the temple", quest.at, "gain")
        g.change("the temple", "hidden", "found", "its priests can be led away", better=True)
    else:
        fate(g, "ignored", "nothing", "5 or 6 finds it")
        headline(g, f"{actor} searches the mountain for the temple in vain", quest.at)
    return
    yield


def pick_up(g: Play[State], player: int, quest: Vesuvius) -> Script[None]:
    pay(g, player, Price())
    quest.priests -= 1
    g.state.players[player].priests += 1
    news(g, f"{who(g.state, player)} picks up a priest.", quest.at, "BIO-274")
    headline(g, f"{who(g.state, player)} leads a priest away", quest.at, "gain")
    g.change("priests on the Volcano", quest.priests + 1, quest.priests, "one comes along", better=True)
    return
    yield


def put_down(g: Play[State], player: int, quest: Vesuvius, price: Price) -> Script[None]:
    """BIO-275, BIO-276: saved; the reward lies face-up at a player camp of choice."""
    state = g.state
    pay(g, player, price)
    state.players[player].priests -= 1
    quest.saved += 1
    news(g, f"{who(state, player)} saves a priest ({quest.saved} of {PRIESTS}).", state.players[player].at, "BIO-275")
    headline(g, f"{who(state, player)} saves a priest", state.players[player].at, "gain")
    g.change("priests saved", quest.saved - 1, quest.saved, f"all {PRIESTS} bring the key")
    if quest.saved == PRIESTS and quest.key:
        quest.key, quest.won = False, True  # BIO-278
        prize = "key"
    elif quest.secrets:
        prize = quest.secrets.pop(0)
    else:
        return
    camp = yield from choose_camp(g, player, prize)
    stow(state, camp, prize)
    where = camp_name(state, camp)
    disclose(g, f"{capital(where)} gets {one(prize)}.", camp.at, "BIO-276")
    g.change(one(prize), "with the priests", f"in {where}", "a priest is saved", better=True)


def choose_camp(g: Play[State], player: int, prize: str) -> Script[Camp]:
    camps = [camp for camp in g.state.camps if camp.kind in PLAYER_CAMPS]
    chosen = f"camp:{camps[0].id}"
    if len(camps) > 1:
        options = [Option(f"camp:{camp.id}", f"In {camp_name(g.state, camp)}", spot(camp.at)) for camp in camps]
        what = "the key" if prize == "key" else "the reward"
        chosen = yield from choose(
            seat_of(g.state, player), f"Where shall {what} lie?", options, rule="BIO-276", public="chooses a camp"
        )
    return next(camp for camp in camps if chosen == f"camp:{camp.id}")
