"""The course of the match: start steps, Action Phase, Buy Phase, end (section 3)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from app.games.stratos.actions import act, actions_left, can_act, map_squares, survey, unit_options
from app.games.stratos.board import (
    count,
    form,
    heal,
    max_health,
    max_spirit,
    pool_of,
    spot,
    the_unit,
    tile_under,
    unit_by_id,
    units_of,
    whose,
)
from app.games.stratos.buying import buy, can_hire_at_all, purchases, scales_trades, trade
from app.games.stratos.components import SPECIAL_NAMES, TOMBOLO
from app.games.stratos.decks import fence
from app.games.stratos.reasons import why_not_act, why_not_buy
from app.games.stratos.scoring import points
from app.games.stratos.state import State, Unit
from app.games.stratos.victory import MatchOver, check_holding, eliminate, outcome, settle
from app.kernel import PASS, Option, Outcome, Play, Script, checkpoint, choose, choosing, window, write

CONCEDE = Option("concede", "Concede", rule="STR-155", group="more")
CONFIRM_WORD = "concede"


def script(g: Play[State]) -> Script[Outcome]:
    steps: dict[str, Callable[[Play[State]], Script[None]]] = {
        "start": start_turn,
        "action": action_phase,
        "buy": buy_phase,
        "end": end_turn,
    }
    with suppress(MatchOver):
        while g.state.result is None:
            yield from steps[g.state.phase](g)
            yield from checkpoint()
    ended = outcome(g.state)
    assert ended is not None
    return ended


def seats_on_turn(state: State) -> list[int]:
    return [seat for seat in state.slots[state.slot] if not state.players[seat].eliminated]


def units_on_turn(state: State) -> list[Unit]:
    return [unit for unit in state.units if unit.seat in state.slots[state.slot]]


# Start ----------------------------------------------------------------------------------------------------------


def start_turn(g: Play[State]) -> Script[None]:
    """STR-028, in its order."""
    state = g.state
    seats, mine = seats_on_turn(state), units_on_turn(state)
    g.tell(f"Turn {state.turn}: {' and '.join(f'{{{seat}}}' for seat in seats)}.", rule="STR-027")
    begin_afresh(state, seats, mine)  # (1)
    check_holding(g, state.slots[state.slot])  # (2)
    if not mine and not can_hire_at_all(state, seats[0]):  # (3) STR-151
        for seat in seats:
            eliminate(g, seat, "no unit, and too little to hire one")
        state.phase = "end"
        return
    for unit in mine:  # (4) STR-086
        unit.spirit = min(unit.spirit + 1, max_spirit(unit))
    begin_occupying(g, mine)  # (5)
    settle(g)
    for seat in seats:  # (6)
        yield from tend(g, seat)
    state.only_buy = not mine  # STR-152
    state.phase = "action"
    state.actor = seats[0]
    if not units_of(state, state.actor):
        next_actor(g)


def begin_afresh(state: State, seats: list[int], mine: list[Unit]) -> None:
    for unit in mine:
        unit.defend = unit.ward = unit.wither = False  # STR-057, STR-186
        unit.actions, unit.extra = [], []
    for seat in seats:
        player = state.players[seat]
        player.seeded = False
        for item in player.permanents:
            item.used = False
    state.selected = None


def begin_occupying(g: Play[State], mine: list[Unit]) -> None:
    """STR-133, STR-141."""
    for unit in mine:
        tile = tile_under(g.state, unit)
        if tile.kind != "S":
            continue
        unit.occupies = tile.special
        g.tell(f"{whose(unit)} occupies the {SPECIAL_NAMES[tile.special]}.", rule="STR-133")
        if tile.special == "quarry":
            pool_of(g.state, unit.seat).gems += 1


def tend(g: Play[State], seat: int) -> Script[None]:
    """Gem Sieve, then Herbal Lore."""
    state = g.state
    kept = [item.id.partition("#")[0] for item in state.players[seat].permanents]
    mine = units_of(state, seat)
    if "gem_sieve" in kept and any(tile_under(state, unit).kind == "L" for unit in mine):
        pool_of(state, seat).gems += 1
        g.tell(f"{{{seat}}}'s Gem Sieve finds a Gem.", rule="STR-105")
    hurt = [unit for unit in mine if unit.health < max_health(unit)]
    if "herbal_lore" not in kept or not hurt:
        return
    chosen = f"unit:{hurt[0].id}"
    if len(hurt) > 1:
        chosen = yield from choose(
            seat,
            "Herbal Lore: who regains 1 Health?",
            [Option(f"unit:{unit.id}", f"{form(unit)} on {spot(unit.at)}", f"unit-{unit.id}") for unit in hurt],
            rule="STR-204",
            public="tends a unit",
        )
    unit = the_unit(state, int(chosen.partition(":")[2]))
    heal(unit, 1)
    g.tell(f"{whose(unit)} regains 1 Health by Herbal Lore.", rule="STR-105")
    settle(g)


# Action Phase ---------------------------------------------------------------------------------------------------


def next_actor(g: Play[State]) -> None:
    """STR-174, STR-209: the next seat of the side, after the last one the Buy Phase."""
    state = g.state
    for unit in units_of(state, state.actor):
        unit.extra = []  # STR-035
    later = [seat for seat in seats_on_turn(state) if seat > state.actor and units_of(state, seat)]
    state.selected = None
    if later:
        state.actor = later[0]
        return
    state.phase = "buy" if seats_on_turn(state) else "end"


def listed_unit(state: State) -> Unit | None:
    """The unit whose actions the menu lists: the one selected last, else the first that can act."""
    chosen = unit_by_id(state, state.selected) if state.selected is not None else None
    if chosen is not None and can_act(chosen):
        return chosen
    return next((unit for unit in units_of(state, state.actor) if can_act(unit)), None)


def action_menu(state: State) -> list[Option]:
    """STR-201: the actions of one unit, and the way to every other that can act."""
    shown = listed_unit(state)
    options = unit_options(state, shown) if shown is not None else []
    for unit in units_of(state, state.actor):
        if unit is not shown and can_act(unit):
            left = count(actions_left(unit), "action")
            label = f"The {form(unit)} on {spot(unit.at)}"
            options.append(Option(f"unit:{unit.id}", label, f"unit-{unit.id}", note=f"{left} left", group="units"))
    if map_squares(state, state.actor):
        options.append(Option("map", "Surveyor's Map", "item-surveyors_map", "STR-105"))
    last = state.actor == seats_on_turn(state)[-1]
    idle = sum(can_act(unit) for unit in units_of(state, state.actor))
    note = f"{count(idle, 'unit')} can still act" if idle else ""
    options.append(Option("buy", "Go to Buy Phase" if last else "Hand over", rule="STR-206", note=note))
    return [*options, CONCEDE]


def action_prompt(state: State) -> str:
    unit = listed_unit(state)
    if unit is None:
        return "Your Action Phase"
    return f"Your {form(unit)} on {spot(unit.at)}"


def action_phase(g: Play[State]) -> Script[None]:
    state = g.state
    seat = state.actor
    if listed_unit(state) is None and not map_squares(state, seat):  # STR-206
        next_actor(g)
        return
    answer = yield from choose(
        seat,
        lambda: action_prompt(state),
        lambda: action_menu(state),
        default="buy",
        rule="STR-201",
        public="takes an action",
        why=lambda value: why_not_act(state, listed_unit(state), value),
    )
    if answer == "buy":
        next_actor(g)
    elif answer == "concede":
        yield from concede(g, seat)
    elif answer == "map":
        yield from survey(g, seat)
    elif answer.startswith("unit:"):
        state.selected = int(answer.partition(":")[2])
    else:
        unit = listed_unit(state)
        assert unit is not None
        state.selected = unit.id
        yield from act(g, unit, answer)


# Buy Phase ------------------------------------------------------------------------------------------------------


def buy_menu(state: State, seat: int) -> list[Option]:
    """STR-203."""
    options = purchases(state, seat)
    if scales_trades(state, seat):
        options.append(Option("scales", "Merchant's Scales", "item-merchants_scales", "STR-105"))
    alone = len(seats_on_turn(state)) == 1
    note = "then nothing of it can be taken back" if alone else "the turn ends when all have said so"
    options.append(Option(PASS, "End turn" if alone else "Done", rule="STR-207", note=note))
    return [*options, CONCEDE]


def buy_phase(g: Play[State]) -> Script[None]:
    """STR-209: any seat of the side may buy until all have pressed Done."""
    state = g.state
    asked = [
        choosing(
            seat,
            f"Your Buy Phase: {points(state, seat)} of {state.target} points",
            lambda seat=seat: buy_menu(state, seat),  # type: ignore[misc]
            default=(PASS,),
            rule="STR-203",
            public="buys",
            why=lambda value, seat=seat: why_not_buy(state, seat, value),  # type: ignore[misc]
        )
        for seat in seats_on_turn(state)
    ]
    answers = yield from window(asked, "first", shows_progress=True)
    (seat, (answer, *_)), *_ = answers.items()
    if answer == PASS:
        yield from finish_buying(g)
    elif answer == "concede":
        yield from concede(g, seat)
    elif answer == "scales":
        yield from trade(g, seat)
    else:
        yield from buy(g, seat, answer)


def finish_buying(g: Play[State]) -> Script[None]:
    state = g.state
    if state.only_buy and not units_on_turn(state):
        answer = yield from choose(  # STR-208
            seats_on_turn(state)[0],
            "You have no unit on the board: ending the turn eliminates you",
            [Option("end", "End turn and be eliminated", rule="STR-152"), Option("back", "Back")],
            rule="STR-208",
            public="buys",
        )
        if answer == "back":
            return
        for seat in seats_on_turn(state):
            eliminate(g, seat, "the turn ended without a unit on the board")
    elif not units_on_turn(state):
        answer = yield from choose(
            seats_on_turn(state)[0],
            "You have no unit on the board: end the turn?",
            [Option("end", "End turn"), Option("back", "Back")],
            rule="STR-208",
            public="buys",
        )
        if answer == "back":
            return
    state.phase = "end"


# End ------------------------------------------------------------------------------------------------------------


def end_turn(g: Play[State]) -> Script[None]:
    """STR-038."""
    state = g.state
    for unit in units_on_turn(state):
        unit.snare = False
        unit.net = max(0, unit.net - 1)
        unit.extra = []
    for seat in state.slots[state.slot]:
        state.players[seat].deed = False
    if state.scenario == "tombolo5" and 2 in state.slots[state.slot]:
        state.holders = [unit.id for unit in units_on_turn(state) if unit.at in TOMBOLO]  # STR-178
    state.selected = None
    state.slot = (state.slot + 1) % len(state.slots)
    while not seats_on_turn(state):
        state.slot = (state.slot + 1) % len(state.slots)
    state.turn += 1
    state.phase = "start"
    fence(g)  # STR-218
    yield from ()


# Concession -----------------------------------------------------------------------------------------------------


def concede(g: Play[State], seat: int) -> Script[None]:
    """STR-155, in one's own turn; the word has to be typed so that nobody leaves by a slip."""
    words = yield from write(seat, f"Type {CONFIRM_WORD} to leave the match", most=20, public="takes an action")
    if words.strip().lower() != CONFIRM_WORD:
        return
    state = g.state
    acting = state.phase == "action"
    eliminate(g, seat, "conceded")
    if acting:
        next_actor(g)
    elif not seats_on_turn(state):
        state.phase = "end"
