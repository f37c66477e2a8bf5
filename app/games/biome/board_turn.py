"""The board's turn: six steps in order (BIO-155 to BIO-162)."""

from __future__ import annotations

from collections.abc import Callable

from app.games.biome.buildings import cool, halted
from app.games.biome.components import HOME, INJURY
from app.games.biome.ending import over
from app.games.biome.harm import becomes, to_the_infirmary
from app.games.biome.hexes import spot
from app.games.biome.mercenaries import bands_act, dismiss_idle
from app.games.biome.places import camp_name, capital
from app.games.biome.quests import board
from app.games.biome.secrets import cool_camp, cool_injury
from app.games.biome.state import State
from app.games.biome.stock import who
from app.games.biome.tribes import enemy_camps_act, parties_move
from app.kernel import Play


def board_turn(g: Play[State]) -> None:
    state = g.state
    for number, act in STEPS.items():
        state.board_step = number
        act(g)
        dismiss_idle(g)
        if over(state):
            return
    for camp in state.camps:
        camp.fresh = False
    state.board_step = ""
    state.round += 1
    state.step = "quest_die"


def buildings_produce(g: Play[State]) -> None:
    """Step 1 (BIO-156)."""
    working = [
        building
        for kind in ("farm", "blacksmith")
        for building in g.state.buildings
        if building.kind == kind and not halted(g.state, building.at)  # BIO-130
    ]
    if not working:
        return
    title = "The farm works" if len(working) == 1 else "The buildings work"
    with g.moment("roll", title, about=spot(working[0].at), scene="the board's turn", rule="BIO-156"):
        for building in working:
            cool(g, building)


def injuries_heal(g: Play[State]) -> None:
    """Step 2 (BIO-157): healing in turn order, then captives' counters."""
    state = g.state
    hurt = [player for player in state.order if state.players[player].status == "injured"]
    if hurt and not halted(state, HOME):  # BIO-144
        with g.moment("roll", "The injured rest", about=spot(HOME), scene="the board's turn", rule="BIO-157"):
            for player in hurt:
                cool_injury(g, player)
    for player in state.order:
        person = state.players[player]
        if person.status != "captured":
            continue
        person.captive -= 1
        if person.captive == 0:  # BIO-148
            with g.moment("event", f"{who(state, player)} comes home injured", about=spot(HOME), rule="BIO-148"):
                g.tell(f"{who(state, player)} comes home injured.", rule="BIO-148")
                to_the_infirmary(g, player)
                becomes(g, player, "captured", f"injured, {INJURY} to heal", "let go by the captors", better=True)


def allies_rest(g: Play[State]) -> None:
    """Step 3 (BIO-158)."""
    for camp in g.state.camps:
        if camp.kind == "ally" and camp.cooldown > 0 and not camp.fresh and not halted(g.state, camp.at):  # BIO-154
            where = capital(camp_name(g.state, camp))
            with g.moment("roll", f"{where} rests", about=spot(camp.at), scene="the board's turn", rule="BIO-158"):
                cool_camp(g, camp)


def quests_move(g: Play[State]) -> None:
    """Step 6 (BIO-162, BIO-297): only at the board pace."""
    state = g.state
    if state.options.pace != "board":
        return
    for _ in range(2 if state.exit is not None else 1):
        for quest in list(state.quests):
            board.update(g, quest)
            if over(state):
                return


STEPS: dict[str, Callable[[Play[State]], None]] = {
    "1": buildings_produce,
    "2": injuries_heal,
    "3": allies_rest,
    "4": bands_act,
    "5a": enemy_camps_act,
    "5b": parties_move,
    "6": quests_move,
}
