"""The course of the match: start steps, Action Phase, Buy Phase, end (section 3)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from app.games.stratos.actions import (
    act,
    actions_left,
    can_act,
    harvest_all_options,
    harvesters,
    joined_notes,
    map_squares,
    spend,
    survey,
    unit_options,
    walk_options,
    walks,
    with_target,
)
from app.games.stratos.board import (
    code,
    count,
    form,
    goods,
    heal,
    max_health,
    max_spirit,
    pool_of,
    the_unit,
    tile_at,
    tile_under,
    uncode,
    unit_by_id,
    units_of,
    whose,
)
from app.games.stratos.buying import buy, can_hire_at_all, gems_could_pay, purchases, scales_trades, trade
from app.games.stratos.components import KINDS, SPECIAL_NAMES, TOMBOLO
from app.games.stratos.decks import fence
from app.games.stratos.opening import tell_beginning
from app.games.stratos.reasons import closed_actions, closed_purchases, why_not_act, why_not_buy
from app.games.stratos.scoring import points
from app.games.stratos.state import State, Unit
from app.games.stratos.telling import (
    capital,
    change_health,
    change_spirit,
    land_of,
    mark,
    mine,
    names,
    receive,
    step,
    unit_name,
)
from app.games.stratos.victory import MatchOver, check_holding, eliminate, outcome, settle, tell_end
from app.kernel import PASS, Fact, Option, Outcome, Play, Script, checkpoint, choose, choosing, window
from app.kernel.ask import Weight

CONFIRM_WORD = "concede"


def script(g: Play[State]) -> Script[Outcome]:
    steps: dict[str, Callable[[Play[State]], Script[None]]] = {
        "start": start_turn,
        "action": action_phase,
        "buy": buy_phase,
        "end": end_turn,
    }
    try:
        while g.state.result is None:
            yield from steps[g.state.phase](g)
            yield from checkpoint()
    except MatchOver as over:
        tell_end(g, over)
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
    if state.turn == 1:
        tell_beginning(g)
    seats, ours = seats_on_turn(state), units_on_turn(state)
    title = f"Turn {state.turn}: {names(seats)}"
    beaten = not ours and not can_hire_at_all(state, seats[0])
    with step(g, "turn", title, scene=turn_words(state, seats, ours), rule="STR-027"):
        g.tell(f"{title}.", rule="STR-027")
        begin_afresh(g, seats, ours)  # (1)
        check_holding(g, state.slots[state.slot])  # (2)
        if not beaten:
            for unit in ours:  # (4) STR-086
                change_spirit(g, unit, min(1, max_spirit(unit) - unit.spirit), "1 comes back at each turn start")
            begin_occupying(g, ours)  # (5)
            settle(g)
            for seat in seats:  # (6)
                yield from tend(g, seat)
    if beaten:  # (3) STR-151
        for seat in seats:
            eliminate(g, seat, "no unit, and too little to hire one")
        state.phase = "end"
        return
    state.phase = "action"
    state.actor = seats[0]
    if not units_of(state, state.actor):
        next_actor(g)


def turn_words(state: State, seats: list[int], ours: list[Unit]) -> str:
    held = points(state, seats[0]) if len(seats) == 1 else sum(points(state, seat) for seat in seats)
    return f"{count(len(ours), 'unit')}, {held} of {state.target} Prosperity"


def begin_afresh(g: Play[State], seats: list[int], ours: list[Unit]) -> None:
    state = g.state
    for unit in ours:
        ended = [(unit.defend, "defends"), (unit.ward, "warded"), (unit.wither, "withered")]
        over = [word for here, word in ended if here]
        unit.defend = unit.ward = unit.wither = False  # STR-057, STR-186
        unit.actions, unit.extra = [], []
        if over:
            mark(
                g,
                unit,
                "no longer",
                "it lasted until this turn",
                better=over == ["withered"],
                before=" and ".join(over),
            )
    for seat in seats:
        player = state.players[seat]
        player.seeded = False
        for item in player.permanents:
            item.used = False
    state.selected = None


OCCUPY = {
    "academy": "promotions cost 1 less",
    "fortress": "it defends and takes 1 less physical damage",
    "cathedral": "no spell touches it",
    "quarry": "1 Gem at each turn start",
}


def begin_occupying(g: Play[State], ours: list[Unit]) -> None:
    """STR-133, STR-141."""
    for unit in ours:
        tile = tile_under(g.state, unit)
        if tile.kind != "S":
            continue
        name, new = SPECIAL_NAMES[tile.special], unit.occupies != tile.special
        unit.occupies = tile.special
        g.tell(f"{whose(unit)} occupies the {name}: {OCCUPY[tile.special]}.", rule="STR-133")
        if new:
            mark(g, unit, f"occupies the {name}", f"{OCCUPY[tile.special]}, while it stays", better=True)
        if tile.special == "quarry":
            receive(g, unit.seat, "gems", 1, f"the {form(unit)} occupies the Quarry")


def tend(g: Play[State], seat: int) -> Script[None]:
    """Gem Sieve, then Herbal Lore."""
    state = g.state
    kept = [item.id.partition("#")[0] for item in state.players[seat].permanents]
    ours = units_of(state, seat)
    if "gem_sieve" in kept and any(tile_under(state, unit).kind == "L" for unit in ours):
        receive(g, seat, "gems", 1, "the Gem Sieve, with a unit on a lagoon")
        g.tell(f"{{{seat}}}'s Gem Sieve finds a Gem.", rule="STR-105")
    hurt = [unit for unit in ours if unit.health < max_health(unit)]
    if "herbal_lore" not in kept or not hurt:
        return
    chosen = f"unit:{hurt[0].id}"
    if len(hurt) > 1:
        chosen = yield from choose(
            seat,
            "Herbal Lore: who regains 1 Health?",
            [
                Option(f"unit:{unit.id}", f"The {mine(state, unit)}", unit_name(unit), note=f"Health {unit.health}")
                for unit in hurt
            ],
            rule="STR-204",
            kicker="Your turn begins",
            public="tends a unit",
        )
    unit = the_unit(state, int(chosen.partition(":")[2]))
    before = unit.health
    heal(unit, 1)
    change_health(g, unit, before, "Herbal Lore")
    g.tell(f"{whose(unit)} regains 1 Health by Herbal Lore.", rule="STR-105")
    settle(g)


# Action Phase ---------------------------------------------------------------------------------------------------


def next_actor(g: Play[State], pressed: bool = False) -> None:
    """STR-174, STR-209: the next seat of the side, after the last one the Buy Phase. Whoever can buy nothing then has
    ended the turn (STR-207); without the button the last choice can still be taken back (STR-218)."""
    state = g.state
    for unit in units_of(state, state.actor):
        unit.extra = []  # STR-035
    later = [seat for seat in seats_on_turn(state) if seat > state.actor and units_of(state, seat)]
    state.selected = None
    if later:
        state.actor = later[0]
        return
    state.phase = "buy" if seats_on_turn(state) else "end"
    if state.phase == "buy" and units_on_turn(state) and not anything_to_buy(state):
        close_turn(g, "nothing", pressed=pressed)


def close_turn(g: Play[State], what: str, *, pressed: bool = False) -> None:
    """STR-207: there is no Buy Phase, or no more of it, where nothing can be bought."""
    g.state.phase = "end"
    g.state.by_itself = not pressed
    g.tell(f"{names(seats_on_turn(g.state))} can buy {what}: the turn ends.", rule="STR-207")


def anything_to_buy(state: State) -> bool:
    return any(purchases(state, seat) or scales_trades(state, seat) for seat in seats_on_turn(state))


def listed_unit(state: State) -> Unit | None:
    """The unit whose actions the menu lists: the one selected last, else the first that can act."""
    chosen = unit_by_id(state, state.selected) if state.selected is not None else None
    if chosen is not None and can_act(chosen):
        return chosen
    return next((unit for unit in units_of(state, state.actor) if can_act(unit)), None)


def action_menu(state: State) -> list[Option]:
    """STR-201: the actions of one unit, and the way to every other that can act."""
    shown = listed_unit(state)
    options = [with_target(state, shown, option) for option in unit_options(state, shown)] if shown is not None else []
    options = [with_care(state, shown, option) for option in options] if shown is not None else []
    options += harvest_all_options(state, state.actor)
    for unit in units_of(state, state.actor):
        if unit is not shown and can_act(unit):
            left = count(actions_left(unit), "action")
            label = f"The {mine(state, unit)}"
            options.append(Option(f"unit:{unit.id}", label, unit_name(unit), note=f"{left} left", group="units"))
    if map_squares(state, state.actor):
        look = "look under a tile near an Explorer, no action"
        options.append(Option("map", "Surveyor's Map", "item-surveyors_map", "STR-105", look))
    if shown is not None:
        steps = {f"walk:{code(at)}": len(route) for at, route in walks(state, shown).items()}
        options += [with_care(state, shown, option, steps[option.id]) for option in walk_options(state, shown)]
    return [*options, end_of_actions(state), conceding(state, state.actor)]


def with_care(state: State, unit: Unit, option: Option, steps: int = 1) -> Option:
    """STR-222: what cannot be taken back, or ends the turn, is not done by a press on the map."""
    kind, _, rest = option.id.partition(":")
    if kind in ("attack", "shoot", "cast", "use"):
        return msgspec.structs.replace(option, careful=True)
    if kind not in ("travel", "walk"):
        return option
    tile = tile_at(state, uncode(rest))
    unknown = tile is not None and (tile.covered or tile.fresh)
    if is_last_step(state, unit, steps):
        return msgspec.structs.replace(option, careful=True, note=joined_notes(option.note, "your turn ends with it"))
    return msgspec.structs.replace(option, careful=True) if unknown else option


def is_last_step(state: State, unit: Unit, steps: int) -> bool:
    """STR-206, STR-207: whether nothing is left to do and nothing can be bought after so many Travels."""
    tired = msgspec.structs.replace(unit, actions=[*unit.actions], extra=[*unit.extra])
    for _ in range(steps):
        spend(tired, "travel")
    if can_act(tired) or any(can_act(other) for other in units_of(state, state.actor) if other is not unit):
        return False
    later = any(seat > state.actor and units_of(state, seat) for seat in seats_on_turn(state))
    return not later and not map_squares(state, state.actor) and not anything_to_buy(state)


def end_of_actions(state: State) -> Option:
    """STR-206, STR-209: what it ends, and what stays unused by it."""
    later = [seat for seat in seats_on_turn(state) if seat > state.actor and units_of(state, seat)]
    idle = sum(can_act(unit) for unit in units_of(state, state.actor))
    unused = [f"{count(idle, 'unit')} can still act"] if idle else []
    label = f"Hand over to {{{later[0]}}}" if later else "Go to Buy Phase"
    ends = not later and not anything_to_buy(state)
    if ends:
        label, unused = "End turn", [*unused, "nothing to buy"]
    note = capital(", ".join(unused))
    sure = left_undone(state) if ends and idle else ""
    return Option("buy", label, rule="STR-206", note=note, weight="end" if idle else "main", sure=sure)


def left_undone(state: State) -> str:
    """STR-223: what an end of the turn now would leave undone."""
    able = [unit for unit in units_of(state, state.actor) if can_act(unit)]
    each = [f"your {mine(state, unit)} has {count(actions_left(unit), 'action')}" for unit in able[:2]]
    if len(able) > 2:
        each.append(f"{count(len(able) - 2, 'more unit')} can act")
    return f"{capital(', '.join(each))}. After this nothing of the turn can be taken back."


def action_prompt(state: State) -> str:
    unit = listed_unit(state)
    if unit is None:
        return "Anything else before you buy?"
    return f"What does your {form(unit)} on {land_of(state, unit.at)} do?"


def action_kicker(state: State) -> str:
    unit = listed_unit(state)
    if unit is None:
        return "Your Action Phase"
    every = actions_left(unit) + len(unit.actions)
    return f"Your Action Phase · {form(unit)}, {actions_left(unit)} of {count(every, 'action')} left"


def shut(state: State) -> list[Fact]:
    unit = listed_unit(state)
    return closed_actions(state, unit) if unit is not None else []


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
        kicker=lambda: action_kicker(state),
        closed=lambda: shut(state),
        public="takes an action",
        why=lambda value: why_not_act(state, listed_unit(state), value),
    )
    if answer == "buy":
        next_actor(g, pressed=True)
    elif answer == "concede":
        concede(g, seat)
    elif answer == "map":
        yield from survey(g, seat)
    elif answer == "harvest_all":  # STR-220
        for working in harvesters(state, seat):
            yield from act(g, working, "power" if working.cls == "peasant" else "harvest")
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
    options = [msgspec.structs.replace(option, careful=True) for option in purchases(state, seat)]  # STR-222
    if scales_trades(state, seat):
        note = "2 of one main resource for 1 other, once a turn"
        options.append(Option("scales", "Merchant's Scales", "item-merchants_scales", "STR-105", note))
    if gems_could_pay(state, seat):
        note = "else they are kept while other resources pay"
        options.append(Option("gems", "Pay with Gems", "resource-gems", "STR-204", note))
    alone = len(seats_on_turn(state)) == 1
    note = "Then nothing of it can be taken back" if alone else "The turn ends when all have said so"
    weight: Weight = "end" if options else "main"
    options.append(Option(PASS, "End turn" if alone else "Done", rule="STR-207", note=note, weight=weight))
    return [*options, conceding(state, seat)]


def buy_prompt(state: State, seat: int) -> str:
    return "What do you buy?" if purchases(state, seat) or scales_trades(state, seat) else "Your turn is at its end"


def buy_kicker(state: State, seat: int) -> str:
    pool = pool_of(state, seat)
    held = ", ".join(goods(name, getattr(pool, name)) for name in KINDS if getattr(pool, name))
    return f"Your Buy Phase · {held or 'no resources'}"


def buy_phase(g: Play[State]) -> Script[None]:
    """STR-209: any seat of the side may buy until all have pressed Done."""
    state = g.state
    asked = [
        choosing(
            seat,
            lambda seat=seat: buy_prompt(state, seat),  # type: ignore[misc]
            lambda seat=seat: buy_menu(state, seat),  # type: ignore[misc]
            default=(PASS,),
            rule="STR-203",
            kicker=lambda seat=seat: buy_kicker(state, seat),  # type: ignore[misc]
            closed=lambda seat=seat: closed_purchases(state, seat),  # type: ignore[misc]
            stop=True,  # the last move can still be taken back here (STR-207)
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
        concede(g, seat)
    elif answer == "gems":
        state.gems_too = True
    else:
        yield from trade(g, seat) if answer == "scales" else buy(g, seat, answer)
        if units_on_turn(state) and not anything_to_buy(state):
            close_turn(g, "nothing more")


def finish_buying(g: Play[State]) -> Script[None]:
    state = g.state
    if not units_on_turn(state):
        answer = yield from choose(  # STR-152, STR-208
            seats_on_turn(state)[0],
            "You have no unit on the board: end the turn?",
            [Option("end", "End turn"), Option("back", "Back")],
            rule="STR-208",
            kicker="Your Buy Phase · whoever cannot hire at the start of a turn is out of the match",
            public="buys",
        )
        if answer == "back":
            return
    state.phase = "end"


# End ------------------------------------------------------------------------------------------------------------


def end_turn(g: Play[State]) -> Script[None]:
    """STR-038."""
    state = g.state
    freed = [unit for unit in units_on_turn(state) if unit.snare or unit.net == 1]
    unused = [seat for seat in state.slots[state.slot] if state.players[seat].deed]
    for unit in units_on_turn(state):
        unit.net = max(0, unit.net - 1)
        unit.extra = []
    if freed or unused:
        with step(g, "turn", f"The turn of {names(state.slots[state.slot])} ends", rule="STR-038"):
            for unit in freed:
                g.tell(f"{whose(unit)} is free again.", rule="STR-038")
                mark(
                    g,
                    unit,
                    "free",
                    "it lasted to the end of this turn",
                    better=True,
                    before="snared" if unit.snare else "netted",
                )
            for seat in unused:
                g.change(
                    "next hire", "2 less", "full price", "the Deed of Hire was for this turn", seat=seat, better=False
                )
    for unit in freed:
        unit.snare = False
    for seat in state.slots[state.slot]:
        state.players[seat].deed = False
    if state.scenario == "tombolo5" and 2 in state.slots[state.slot]:
        state.holders = [unit.id for unit in units_on_turn(state) if unit.at in TOMBOLO]  # STR-178
        tell_holding(g)
    state.selected = None
    state.gems_too = False
    state.slot = (state.slot + 1) % len(state.slots)
    while not seats_on_turn(state):
        state.slot = (state.slot + 1) % len(state.slots)
    state.turn += 1
    state.phase = "start"
    if not state.by_itself:
        fence(g)  # STR-218
    state.by_itself = False
    yield from ()


def tell_holding(g: Play[State]) -> None:
    """STR-178: what the others must stop."""
    holders = [unit for unit in units_on_turn(g.state) if unit.id in g.state.holders]
    if not holders:
        return
    side = names(g.state.slots[g.state.slot])
    with step(g, "turn", f"{side} hold the Tombolo", about=unit_name(holders[0]), rule="STR-178"):
        g.tell(
            f"{side} hold the Tombolo: if one of these units is still there at their next turn, they win.",
            rule="STR-178",
        )
        for unit in holders:
            g.change(
                form(unit),
                "",
                "holds the Tombolo",
                "still there at the next turn of its side: the match is won",
                seat=unit.seat,
            )


# Concession -----------------------------------------------------------------------------------------------------


def conceding(state: State, seat: int) -> Option:
    note = what_conceding_means(state, seat)
    return Option("concede", "Concede the match", rule="STR-155", note=note, group="more", weight="leave")


def what_conceding_means(state: State, seat: int) -> str:
    """STR-155, in words for whoever is about to."""
    side = state.players[seat].side
    others = [player for player in state.players if player.seat != seat and not player.eliminated]
    allies = [player.seat for player in others if player.side == side]
    sides = {player.side for player in others if player.side != side}
    gone = "Your units leave the board and you are out of the match."
    if allies:
        return (
            f"{gone} {names(allies)} {'plays' if len(allies) == 1 else 'play'} on without you. It cannot be taken back."
        )
    if len(sides) == 1:
        winners = [player.seat for player in others]
        return f"{gone} {names(winners)} {'wins' if len(winners) == 1 else 'win'} it. It cannot be taken back."
    return f"{gone} The others play on. It cannot be taken back."


def concede(g: Play[State], seat: int) -> None:
    """STR-155, in one's own turn. The page has asked for the word, as for everything that gives up."""
    state = g.state
    acting = state.phase == "action"
    eliminate(g, seat, "conceded")
    if acting:
        next_actor(g)
    elif not seats_on_turn(state):
        state.phase = "end"
