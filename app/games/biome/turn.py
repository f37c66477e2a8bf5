"""Rounds and turns: start picks, the quest die, and a player's actions (BIO-016, BIO-028 to BIO-042)."""

from __future__ import annotations

from collections.abc import Callable

from app.games.biome import carrying, exploration, mercenaries, movement, secrets
from app.games.biome.components import one
from app.games.biome.ending import outcome, over
from app.games.biome.harm import injure
from app.games.biome.picking import choose_secret
from app.games.biome.quests import board
from app.games.biome.state import State
from app.games.biome.stock import OWN, Price, carry, die, news, pay, per_turn, seat_of, who
from app.kernel import Option, Outcome, Play, Script, checkpoint, choose

END = Option("end", "End the turn", rule="BIO-033")

Deed = Callable[[Play[State], int, str, bool], Script[None]]


def script(g: Play[State]) -> Script[Outcome]:
    from app.games.biome.board_turn import board_turn

    while not over(g.state):
        if g.state.step == "picks":
            yield from start_pick(g)
        elif g.state.step == "quest_die":
            quest_dice(g)
        elif g.state.step == "turn":
            yield from one_action(g)
        else:
            board_turn(g)
        if not g.state.result:
            yield from checkpoint()
    return outcome(g.state)


def on_turn(state: State) -> int:
    return state.order[state.turn]


# Before the first turn ------------------------------------------------------------------------------------------------


def start_pick(g: Play[State]) -> Script[None]:
    """BIO-016: in turn order, one secret of choice each; it is shown to all."""
    state = g.state
    player = on_turn(state)
    if state.turn == 0:
        tell_start(g)
    kind = yield from choose_secret(
        g, player, f"{who(state, player)}: take one secret from the box, or none", may_decline=True
    )
    if kind is None:
        news(g, f"{who(state, player)} takes nothing.", rule="BIO-016")
    else:
        carry(state, player, kind)
        news(g, f"{who(state, player)} takes {one(kind)}.", rule="BIO-016")
    state.turn += 1
    if state.turn == len(state.order):
        state.turn, state.step = 0, "quest_die"


def tell_start(g: Play[State]) -> None:
    for rolls in g.state.start_rolls:
        rolled = ", ".join(f"{who(g.state, n)} {roll}" for n, roll in enumerate(rolls) if roll)
        g.tell(f"Who starts: {rolled}.", rule="BIO-014")
    g.tell(f"{who(g.state, g.state.order[0])} starts.", rule="BIO-014")


# The turn -------------------------------------------------------------------------------------------------------------


def quest_dice(g: Play[State]) -> None:
    """BIO-029, BIO-201 to BIO-203: the start of a player's turn."""
    state = g.state
    player = on_turn(state)
    person = state.players[player]
    if person.status != "active":  # BIO-031
        next_turn(state)
        return
    news(g, f"Round {state.round}: {who(state, player)}'s turn.", rule="BIO-028")
    person.actions, person.battles = per_turn(state, player), []  # BIO-030
    state.step = "turn"
    if state.options.pace == "die":
        for _ in range(2 if state.exit is not None else 1):
            face = die(g, state.quest_count + 1, "Quest die: {dice}.", rule="BIO-201")
            if face <= len(state.quests):
                board.update(g, state.quests[face - 1])
                mercenaries.dismiss_idle(g)
            if over(state):
                return
    if person.status != "active":
        end_turn(state)  # BIO-032


def next_turn(state: State) -> None:
    state.turn += 1
    state.step = "quest_die"
    if state.turn == len(state.order):
        state.turn, state.step = 0, "board"


def end_turn(state: State) -> None:
    state.players[on_turn(state)].actions = 0
    next_turn(state)


def options(state: State, player: int) -> list[Option]:
    """Everything a player on turn may do now (BIO-034 to BIO-042)."""
    person = state.players[player]
    if person.status != "active":
        return [END]
    found = [
        *movement.move_options(state, player),
        *movement.ride_options(state, player),
        *exploration.explore_options(state, player),
        *exploration.discover_options(state, player),
        *carrying.pick_options(state, player),
        *carrying.place_options(state, player),
        *secrets.use_options(state, player),
        *movement.send_options(state, player),
        *board.options(state, player),
        *mercenaries.hire_options(state, player),
        *mercenaries.trade_options(state, player),
        *mercenaries.ransom_options(state, player),
    ]
    if person.actions > 0:
        found.append(Option("give up", "Give up: become injured", rule="BIO-042", note="all actions"))
    return [*found, END]


def give_up(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    """BIO-042."""
    pay(g, player, Price(g.state.players[player].actions))
    injure(g, player, "gives up")
    return
    yield


DEEDS: dict[str, Deed] = {
    "move": movement.move,
    "ride": movement.ride,
    "explore": exploration.explore,
    "discover": exploration.discover,
    "pick": carrying.pick,
    "place": carrying.place,
    "save": carrying.save_priest,
    "use": secrets.use,
    "doff": secrets.doff,
    "raise": secrets.put_up,
    "lower": secrets.take_down,
    "send": movement.send,
    "supply": board.supply,
    "fight": board.fight,
    "plunder": board.plunder,
    "attack": board.attack,
    "snatch": board.snatch,
    "repair": board.repair,
    "protect": board.protect,
    "search": board.search,
    "priest": board.pick_up_priest,
    "hire": mercenaries.hire,
    "trade": mercenaries.trade,
    "ransom": mercenaries.ransom,
    "give up": give_up,
}


def one_action(g: Play[State]) -> Script[None]:
    state = g.state
    player = on_turn(state)
    chosen = yield from choose(
        seat_of(state, player),
        lambda: f"{who(state, player)}: {state.players[player].actions} actions left",
        lambda: options(state, player),
        default="end",
        rule="BIO-029",
        public="takes a turn",
    )
    if chosen == "end":
        news(g, f"{who(state, player)} ends the turn.", rule="BIO-033")
        state.shown += 1  # BIO-309: the end of the turn is a fence
        end_turn(state)
        return
    state.busy = True
    verb, _, argument = chosen.removesuffix(OWN).partition(":")
    yield from DEEDS[verb](g, player, argument, chosen.endswith(OWN))
    mercenaries.dismiss_idle(g)
    state.busy = False
    if not over(state) and state.players[player].status != "active":
        end_turn(state)  # BIO-032
