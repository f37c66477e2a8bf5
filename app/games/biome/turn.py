"""Rounds and turns: start picks, the quest die, and a player's actions (BIO-016, BIO-028 to BIO-042)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from app.games.biome import carrying, exploration, mercenaries, movement, secrets
from app.games.biome.components import HOME, one
from app.games.biome.ending import outcome, over
from app.games.biome.harm import injure
from app.games.biome.hexes import spot
from app.games.biome.picking import choose_secret
from app.games.biome.places import place
from app.games.biome.quests import board
from app.games.biome.quests.common import title
from app.games.biome.state import Quest, State
from app.games.biome.stock import OWN, Price, carry, die, news, pay, per_turn, seat_of, who
from app.games.biome.telling import fate, headline
from app.kernel import Die, Option, Outcome, Play, Script, checkpoint, choose
from app.kernel.moments import MomentKind

END = Option("end", "End the turn", rule="BIO-033", weight="end")

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
    kind = yield from choose_secret(g, player, f"{who(state, player)}, what do you take along?", may_decline=True)
    what = "nothing" if kind is None else one(kind)
    title = f"{who(state, player)} takes {what} along"
    with g.moment("gain", title, about=spot(HOME), scene="before the first turn", rule="BIO-016"):
        g.tell(f"{who(state, player)} takes {what}.", rule="BIO-016")
        if kind is not None:
            carry(state, player, kind)
            g.change("secrets carried", 0, 1, f"{what} of choice, seen by all", seat=seat_of(state, player))
    state.turn += 1
    if state.turn == len(state.order):
        state.turn, state.step = 0, "quest_die"


def tell_start(g: Play[State]) -> None:
    first = who(g.state, g.state.order[0])
    with g.moment("roll", f"{first} starts", about=spot(HOME), rule="BIO-014") as made:
        for rolls in g.state.start_rolls:
            rolled = ", ".join(f"{who(g.state, n)} {roll}" for n, roll in enumerate(rolls) if roll)
            g.tell(f"Who starts: {rolled}.", rule="BIO-014")
            best = max(rolls)
            made.dice += [
                Die(str(roll), 6, seat_of(g.state, n), "counts" if roll == best else "ignored", who(g.state, n))
                for n, roll in enumerate(rolls)
                if roll
            ]
        g.tell(f"{first} starts.", rule="BIO-014")


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
    quests_begin(g)
    if over(state):
        return
    if person.status != "active":
        end_turn(state)  # BIO-032


def quests_begin(g: Play[State]) -> None:
    """BIO-201 to BIO-203: a quest moves on, two once the exit is found; all is silent while none is active."""
    state = g.state
    moved: list[Quest] = []
    for _ in range(2 if state.exit is not None else 1):
        running = [quest for quest in state.quests if quest.active and quest not in moved]
        if not running or over(state):
            return
        if state.options.pace == "turn":
            moved.append(one_quest(g, running))
        elif state.options.pace == "die":
            quest_die(g)


def one_quest(g: Play[State], running: list[Quest]) -> Quest:
    """BIO-201, BIO-202: a die chooses among the active quests; a single one needs none."""
    if len(running) == 1:
        board.update(g, running[0])
        mercenaries.dismiss_idle(g)
        return running[0]
    with g.moment("roll", "A quest moves on", scene="the start of a turn", rule="BIO-201"):
        quest = running[die(g, len(running), "Quest die: {dice}.", rule="BIO-201") - 1]
        fate(g, "counts", title(quest), f"one of {len(running)} that run")
        board.update(g, quest)
        mercenaries.dismiss_idle(g)
    return quest


RESTS = {"Escape": "the exit does not move"}


def quest_die(g: Play[State]) -> None:
    """BIO-297: a face for every board in the game, Escape included."""
    state = g.state
    with g.moment("roll", "The quest die rests", scene="the start of a turn", rule="BIO-297"):
        face = die(g, state.quest_count + 1, "Quest die: {dice}.", rule="BIO-297")
        quest = state.quests[face - 1] if face <= len(state.quests) else None
        if quest is None or not quest.active:
            why = "no such quest is found yet" if quest is None else RESTS.get(title(quest), f"{title(quest)} is over")
            fate(g, "ignored", "nothing moves", why)
            headline(g, f"The quest die shows {face}: {why}")
            return
        fate(g, "counts", title(quest))
        board.update(g, quest)
        mercenaries.dismiss_idle(g)


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
        *movement.walk_options(state, player),
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
    if person.actions > 0 and not state.options.strict_book:
        note = "all actions; you wake in the main camp, and what you carry is lost"
        found.append(Option("give up", "Give up: become injured", rule="BIO-042", note=note, weight="leave"))
    return [*found, end_option(person.actions)]


def end_option(actions: int) -> Option:
    """BIO-033: it says what is left unused."""
    if not actions:
        return END
    left = "1 action stays unused" if actions == 1 else f"{actions} actions stay unused"
    sure = "You have an action left. It is lost" if actions == 1 else f"You have {actions} actions left. They are lost"
    return msgspec.structs.replace(END, note=left, sure=f"{sure} when the turn ends.")


def give_up(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    """BIO-042."""
    pay(g, player, Price(g.state.players[player].actions))
    injure(g, player, "gives up")
    return
    yield


DEEDS: dict[str, Deed] = {
    "move": movement.move,
    "ride": movement.ride,
    "walk": movement.walk,
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


BEGINS = {  # how a deed is called until it is known what comes of it
    "fight": "goes into battle",
    "attack": "attacks",
    "plunder": "plunders",
    "search": "searches the mountain",
    "hire": "hires mercenaries",
    "trade": "trades with our friends",
    "ransom": "pays a ransom",
    "give up": "gives up",
    "explore": "explores",
}
FIGHTS = ("fight", "attack")
ROLLS = ("plunder", "search")


def deed(g: Play[State], player: int, verb: str, argument: str, own: bool) -> Script[None]:
    """One thing done is one moment, whatever comes of it, and says at its end what is left to do."""
    person = g.state.players[player]
    before = person.actions
    kind: MomentKind = (
        "fight" if verb in FIGHTS else "roll" if verb in ROLLS else "reveal" if verb == "explore" else "event"
    )
    with g.moment(kind, f"{who(g.state, player)} {BEGINS.get(verb, 'acts')}", scene=place(g.state, person.at)) as made:
        yield from DEEDS[verb](g, player, argument, own)
        supplied = any(change.what == "actions" for change in made.changes)
        if person.actions != before and person.status == "active" and not supplied:
            made.change("actions", str(before), str(person.actions), "the price", seat=person.seat)


def whose(state: State, player: int) -> str:
    return f"{who(state, player)}'s turn" if state.seats == 1 else "Your turn"


def actions_left(state: State, player: int) -> str:
    left = state.players[player].actions
    return "no action left" if left == 0 else "1 action left" if left == 1 else f"{left} actions left"


def one_action(g: Play[State]) -> Script[None]:
    state = g.state
    player = on_turn(state)
    chosen = yield from choose(
        seat_of(state, player),
        lambda: "What do you do?",
        lambda: options(state, player),
        text="Press anything on the map to see what it is and what you can do with it.",
        kicker=lambda: f"{whose(state, player)} · {actions_left(state, player)}",
        default="end",
        rule="BIO-029",
        public="takes a turn",
        stop=state.shown == state.before_deed,  # what came last can still be taken back: the turn is ended by hand
    )
    if chosen == "end":
        g.tell(f"{who(state, player)} ends the turn.", rule="BIO-033")
        state.shown += 1  # BIO-309: the end of the turn is a fence
        end_turn(state)
        return
    state.busy, state.before_deed = True, state.shown
    verb, _, argument = chosen.removesuffix(OWN).partition(":")
    yield from deed(g, player, verb, argument, chosen.endswith(OWN))
    mercenaries.dismiss_idle(g)
    state.busy = False
    if not over(state) and state.players[player].status != "active":
        end_turn(state)  # BIO-032
