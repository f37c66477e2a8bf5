"""The closed effect language: every verb that a pack may use, with its exact meaning (section 8 of the world guide)."""

from __future__ import annotations

from typing import Any

from app.games.vantage import goals
from app.games.vantage.actions import possible
from app.games.vantage.cards import (
    add_boost,
    add_die,
    boost_bearer,
    check_reserve,
    clear,
    fetch,
    into_supply,
    lose,
    place,
    remove,
    replace,
    reserve,
    settle_gains,
    turn_vertical,
)
from app.games.vantage.core import VERBS, Game, amount, chosen_seat, one_of, people, pick_card, run, verb
from app.games.vantage.dice import (
    apply_losses,
    gain_skill,
    gain_stat,
    place_dice,
    random_skill,
    refresh_all,
    reroll,
    roll,
    skill_dice,
    suffer,
    unplaced,
)
from app.games.vantage.facts import Source, holds, key, matching
from app.games.vantage.state import Again, Cut, Gain, Guard, Immunity, Later, State
from app.games.vantage.travel import go, here
from app.games.vantage.turn import cut_fits, read, shown_cost, tell_passage
from app.games.vantage.world import CATEGORIES, STATS, neighbour, pair, shown
from app.kernel import Option, Question, Script, ask, choose, choosing, window

__all__ = ["VERBS", "hand_over"]
Arguments = dict[str, Any]


# Stats and harm --------------------------------------------------------------------------------------------------


@verb("gain_stat")
def _gain_stat(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a)):
        stats = g.state.me(seat).stats
        stat = a["stat"]
        if stat == "lowest":
            stat = min(STATS, key=lambda name: stats[name])
        stat = yield from one_of(g, seat, "Gain which stat?", stat)
        gain_stat(g, seat, stat, amount(g, source, a))


@verb("lose_stat")
def _lose_stat(g: Game, source: Source, a: Arguments) -> Script[None]:
    seats = yield from people(g, source, a)
    lost = []
    for seat in seats:
        stat = yield from one_of(g, seat, "Lose which stat?", a["stat"])
        lost.append((seat, {stat: amount(g, source, a)}))
    for seat, what in lost:  # all losses of one effect are simultaneous
        apply_losses(g, seat, what, "arrival" if a.get("arrival") else "result")


@verb("set_stat")
def _set_stat(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a)):
        g.state.me(seat).stats[a["stat"]] = min(g.state.world.stat_max, amount(g, source, a, "to"))


def immune(state: State, seat: int, kind: str) -> bool:
    cards = (state.world.card(held.id) for held in state.in_grid(seat))
    return any(one.kind == kind for one in state.me(seat).immune) or any(kind in card.immune for card in cards)


@verb("damage")
def _damage(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Each point: 1 health, or else 1 time together with 1 morale; an immunity cancels all (VAN-140, VAN-141)."""
    for seat in (yield from people(g, source, a)):
        if immune(g.state, seat, a["kind"]):
            g.tell(f"{{{seat}}} is immune to {a['kind']}.", rule="VAN-141")
            continue
        for _ in range(amount(g, source, a)):
            answer = yield from choose(
                seat,
                f"Suffer {a['kind']}",
                [Option("health", "Lose 1 health"), Option("both", "Lose 1 time and 1 morale")],
                rule="VAN-140",
                public=f"suffers {a['kind']}",
            )
            lost = {"health": 1} if answer == "health" else {"time": 1, "morale": 1}
            apply_losses(g, seat, lost, "damage")
            yield from goals.crisis(g)


@verb("immune")
def _immune(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a)):
        kind = yield from one_of(g, seat, "Immune to what?", a["kind"])
        g.state.me(seat).immune.append(Immunity(kind, a.get("until", "turn"), g.state.me(seat).turns))


@verb("guard")
def _guard(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a)):
        who = g.state.me(seat)
        stat = a.get("stat", "any")
        who.guards.append(Guard(a["against"], stat, amount(g, source, a), a.get("until", "turn"), who.turns))


# Skills ----------------------------------------------------------------------------------------------------------


@verb("gain_skill")
def _gain_skill(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a)):
        skill = yield from one_of(g, seat, "Gain which skill?", a["skill"])
        gain_skill(g, seat, skill, amount(g, source, a))


@verb("random_skill")
def _random_skill(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a)):
        for _ in range(amount(g, source, a)):
            random_skill(g, seat)


@verb("lose_skill")
def _lose_skill(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a)):
        for _ in range(amount(g, source, a)):
            held = [skill for skill in CATEGORIES if g.state.me(seat).skills[skill]]
            wanted = held if a["skill"] == "any" else [s for s in held if s == a["skill"] or s in a["skill"]]
            if wanted:
                skill = yield from one_of(g, seat, "Lose which token?", wanted)
                goals.give_back(g.state, seat, skill)


@verb("roll_skill")
def _roll_skill(g: Game, source: Source, a: Arguments) -> Script[None]:
    """In batches of at most 12 (VAN-C04); a token per matching die (VAN-149); the first version that fits."""
    wanted = amount(g, source, a, "dice")
    dice: list[str] = []
    while len(dice) < wanted:
        dice += skill_dice(g, source.seat, min(12, wanted - len(dice)))
    if "gain" in a:
        gain_skill(g, source.seat, a["gain"], dice.count(a["gain"]))
    for branch in a.get("then", []):
        if _rolled(dice, branch["when"]):
            yield from run(g, source, branch["do"])
            return


def _rolled(dice: list[str], when: str | dict[str, Any]) -> bool:
    most = max((dice.count(skill) for skill in dice), default=0)
    if isinstance(when, str):
        return when == "else" or most >= {"double": 2, "triple": 3}[when]
    count = when["count"]
    return dice.count(count["skill"]) >= int(count.get("at_least", 1))


@verb("pay_skill")
def _pay_skill(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Anyone may pay so that the actor gets the benefit (VAN-095, VAN-146). Everybody who could is asked, once."""
    state, skills = g.state, list(a["any_of"])
    need = amount(g, source, a)
    able = [s for s in range(len(state.seats)) if any(state.me(s).skills[skill] for skill in skills)]
    total = sum(state.me(s).skills[skill] for s in able for skill in skills)
    if total < need:
        yield from run(g, source, a.get("else", []))
        return
    answers = yield from window([_payer(g, source.seat, seat, skills, need) for seat in able])
    order = [source.seat, *(s for s in able if s != source.seat)]
    offered = [(seat, skill) for seat in order for skill in _skills_of(answers.get(seat, ()))]
    if len(offered) < need:
        yield from run(g, source, a.get("else", []))
        return
    for seat, skill in offered[:need]:
        goals.give_back(state, seat, skill)
        g.tell(f"{{{seat}}} pays 1 {skill}.", rule="VAN-146")
    yield from run(g, source, a.get("then", []))


def _skills_of(values: tuple[str, ...]) -> list[str]:
    return [value.split(":")[1] for value in values]


def _payer(g: Game, actor: int, seat: int, skills: list[str], need: int) -> Question:
    def options() -> list[Option]:
        held = g.state.me(seat).skills
        return [Option(f"pay:{skill}:{n}", f"Pay 1 {skill}") for skill in skills for n in range(held[skill])]

    return choosing(
        seat,
        f"Pay {need} for {{{actor}}}?",
        options,
        least=0,
        most=need,
        default=(),
        rule="VAN-146",
        public="may pay skill tokens",
    )


# Coins and boost -------------------------------------------------------------------------------------------------


@verb("gain_coin")
def _gain_coin(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a)):
        g.state.me(seat).coins += amount(g, source, a)
        g.tell(f"{{{seat}}} gains {amount(g, source, a)} coins.")


@verb("lose_coin")
def _lose_coin(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a)):
        who = g.state.me(seat)
        who.coins = max(0, who.coins - amount(g, source, a))  # VAN-144


def _offer(g: Game, seat: int, label: str, rule: str) -> Script[bool]:
    answer = yield from choose(
        seat, label, [Option("no", "Do not pay"), Option("yes", "Pay")], rule=rule, public="may pay"
    )
    return answer == "yes"


@verb("pay_coin")
def _pay_coin(g: Game, source: Source, a: Arguments) -> Script[None]:
    who, cost = g.state.me(source.seat), amount(g, source, a)
    if who.coins >= cost and (yield from _offer(g, source.seat, f"Pay {cost} coins?", "VAN-145")):
        who.coins -= cost
        yield from run(g, source, a.get("then", []))
    else:
        yield from run(g, source, a.get("else", []))


@verb("gain_boost")
def _gain_boost(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a)):
        held = boost_bearer(g.state, source, seat, a.get("onto"))
        if held is not None:
            gained = add_boost(g.state, held, amount(g, source, a))
            g.tell(f"{{{seat}}}: {gained} boost on {g.state.world.card(held.id).name}.", rule="VAN-175")


@verb("pay_boost")
def _pay_boost(g: Game, source: Source, a: Arguments) -> Script[None]:
    held = boost_bearer(g.state, source, source.seat, a.get("from"))
    cost = amount(g, source, a)
    if held and held.boost >= cost and (yield from _offer(g, source.seat, f"Pay {cost} boost?", "VAN-172")):
        held.boost = max(0, held.boost - cost)
        yield from run(g, source, a.get("then", []))
    else:
        yield from run(g, source, a.get("else", []))


@verb("move_boost")
def _move_boost(g: Game, source: Source, a: Arguments) -> Script[None]:
    state = g.state
    target = boost_bearer(state, source, source.seat, a.get("to"))
    left = amount(g, source, a)
    while left and target is not None:
        room = state.world.card(target.id).capacity - target.boost

        def givers(bearer: int = target.id) -> list[int]:
            return [h.id for _, h in matching(state, source, a["from"]) if h.boost and h.id != bearer]

        if not room or not givers():
            return
        card = yield from pick_card(g, source.seat, "Move 1 boost from", givers, least=0)
        found = state.find(card) if card is not None else None
        if found is None:
            return
        found[2].boost -= 1
        target.boost += 1
        left -= 1


@verb("boost_each")
def _boost_each(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    for _, held in matching(g.state, source, a["cards"]):
        add_boost(g.state, held, amount(g, source, a))


# Cards -----------------------------------------------------------------------------------------------------------


@verb("gain_card")
def _gain_card(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a)):
        g.state.gains.append(Gain(seat, a["id"], a.get("must", False)))


@verb("gain_from")
def _gain_from(g: Game, source: Source, a: Arguments) -> Script[None]:
    """By label from a list, or one skill die picks from a table; the card is seen afterwards."""
    state = g.state
    for _ in range(amount(g, source, a)):
        if "list" in a:
            cards = [one for one in a["list"] if one["id"] not in state.gone]
            options = [Option(f"pick:{index}", one["label"]) for index, one in enumerate(cards)]
            picked = yield from choose(source.seat, "Choose one", options, public="chooses")
            state.gains.append(Gain(source.seat, cards[int(picked.removeprefix("pick:"))]["id"]))
            continue
        card = _from_table(g, source, a["table"])
        if card is not None:
            state.gains.append(Gain(source.seat, card))


def _from_table(g: Game, source: Source, table: str) -> int | None:
    region = g.state.world.regions[here(g.state, source.seat).region]
    if table in ("flora", "items"):
        cards = list(getattr(region, table))
    else:
        cards = [row.card for row in g.state.world.tables[table] if row.card is not None]
    if not cards:
        return None
    (die,) = skill_dice(g, source.seat, 1)
    return int(cards[CATEGORIES.index(die) % len(cards)])


@verb("lose_card")
def _lose_card(g: Game, source: Source, a: Arguments) -> Script[None]:
    selector = a["cards"]
    if selector == "this" and source.card is not None:
        yield from lose(g, source.card)
        return
    for _ in range(amount(g, source, a)):
        card = yield from pick_card(
            g, source.seat, "Lose which card?", lambda: _losable(g.state, source, selector), rule="VAN-144"
        )
        if card is None:
            return
        yield from lose(g, card)


def _losable(state: State, source: Source, selector: Any) -> list[int]:
    return [held.id for seat, held in matching(state, source, selector) if held.id != state.me(seat).character]


@verb("replace_card")
def _replace_card(g: Game, source: Source, a: Arguments) -> Script[None]:
    card = yield from _which(g, source, a["card"], "Replace which card?", "grid")
    if card is not None:
        yield from replace(g, card, a["with"])


@verb("reserve_card")
def _reserve_card(g: Game, source: Source, a: Arguments) -> Script[None]:
    card = yield from _which(g, source, a["card"], "Reserve which card?", "grid")
    if card is not None and reserve(g.state, source.seat, card):
        yield from check_reserve(g, source.seat)


@verb("fetch_card")
def _fetch_card(g: Game, source: Source, a: Arguments) -> Script[None]:
    card = yield from _which(g, source, a.get("card", {}), "Fetch which card?", "reserve")
    if card is not None:
        yield from fetch(g, source.seat, card)


def _which(g: Game, source: Source, card: Any, prompt: str, zone: str) -> Script[int | None]:
    if card == "this":
        return source.card
    if isinstance(card, int):
        return card
    selector = {"zone": zone, "owner": "me", **card}
    return (yield from pick_card(g, source.seat, prompt, lambda: _losable(g.state, source, selector)))


@verb("turn_card")
def _turn_card(g: Game, source: Source, a: Arguments) -> Script[None]:
    card = source.card if a["id"] == "this" else a["id"]
    if card is not None:
        yield from turn_vertical(g, card)


@verb("sell_card")
def _sell_card(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Optional: lose it, gain its value and the bonus in coins (VAN-C23)."""
    card = yield from pick_card(
        g, source.seat, "Sell which card?", lambda: _losable(g.state, source, a["cards"]), least=0, rule="VAN-C23"
    )
    if card is not None:
        yield from lose(g, card, "sells")
        g.state.me(source.seat).coins += g.state.world.card(card).value + a.get("bonus", 0)


@verb("give_card")
def _give_card(g: Game, source: Source, a: Arguments) -> Script[None]:
    others = g.state.companions(source.seat)
    if not others:
        return
    card = yield from pick_card(
        g, source.seat, "Give which card?", lambda: _losable(g.state, source, a["cards"]), least=0
    )
    if card is not None:
        to = yield from chosen_seat(g, source, "To whom?", others)
        yield from hand_over(g, source.seat, to, card)


def hand_over(g: Game, giver: int, taker: int, card: int) -> Script[None]:
    """With consent; dice stay on the card, boost is lost, no "when placed" (VAN-152, VAN-153)."""
    state = g.state
    name = state.world.card(card).name
    answer = yield from choose(
        taker,
        f"{{{giver}}} gives you {name}. Do you take it?",
        [Option("no", "No"), Option("yes", "Take it")],
        rule="VAN-153",
        public="is offered a card",
    )
    found = state.find(card)
    if answer == "no" or found is None or found[0] != giver:
        return
    dice = list(found[2].dice)
    held = remove(state, card)
    assert held is not None
    kept = sum(face != "" for face in dice)
    yield from place(g, taker, state.world.card(card), must=True, placed=False)
    new = state.find(card)
    if new is not None and new[1] == "grid":
        new[2].dice = dice
        state.pool -= kept
    yield from check_reserve(g, giver)


@verb("place_centre")
def _place_centre(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    state, number = g.state, a["id"]
    if number in state.world.destinies:
        goals.put_destiny(g, number)
    elif number not in state.shared_cards:
        state.shared_cards.append(number)
        state.readings += 1


@verb("bind_here")
def _bind_here(g: Game, source: Source, a: Arguments) -> Script[None]:
    state, place_ = g.state, source.place if source.place is not None else g.state.me(source.seat).place
    if state.find(a["id"]) is None:
        yield from into_supply(g, source.seat, state.world.card(a["id"]), True)
        found = state.find(a["id"])
        if found is not None:
            found[2].bound = place_


@verb("curse")
def _curse(g: Game, source: Source, a: Arguments) -> Script[None]:
    """It must be taken; where no cell can be freed it is ignored (VAN-C43)."""
    state = g.state
    for seat in (yield from people(g, source, a)):
        movable = any(
            held is None or (cell != 4 and state.world.card(held.id).kind != "curse")
            for cell, held in enumerate(state.me(seat).grid)
        )
        if movable and state.find(a["id"]) is None:
            state.gains.append(Gain(seat, a["id"], must=True))


@verb("open_set")
def _open_set(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    g.state.set_open = True
    g.tell("A set of cards is opened.", rule="VAN-008")


# Places ----------------------------------------------------------------------------------------------------------


@verb("go")
def _go(g: Game, source: Source, a: Arguments) -> Script[None]:
    if a.get("to") == "caves_entrance":  # VAN-C65
        entrance = g.state.me(source.seat).caves
        if entrance is not None:
            yield from go(g, source.seat, entrance)
    elif a.get("to") is not None:
        yield from go(g, source.seat, a["to"])


@verb("go_choice")
def _go_choice(g: Game, source: Source, a: Arguments) -> Script[None]:
    options = [Option(f"way:{index}", one["label"]) for index, one in enumerate(a["options"])]
    picked = yield from choose(source.seat, "Where to?", options, rule="VAN-136", public="chooses a way")
    yield from go(g, source.seat, a["options"][int(picked.removeprefix("way:"))]["to"])


@verb("go_table")
def _go_table(g: Game, source: Source, a: Arguments) -> Script[None]:
    rows = g.state.world.tables[a["table"]]
    dice = skill_dice(g, source.seat, a.get("dice", 1))
    index = CATEGORIES.index(dice[0]) if len(dice) == 1 else PAIRS.index(pair(*dice))
    row = rows[index % len(rows)]
    if row.to is not None:
        yield from go(g, source.seat, row.to)
    yield from run(g, source, row.do)


PAIRS = [pair(a, b) for i, a in enumerate(CATEGORIES) for b in CATEGORIES[i:]]


@verb("enter")
def _enter(g: Game, source: Source, a: Arguments) -> Script[None]:
    who = g.state.me(source.seat)
    back = who.place
    yield from go(g, source.seat, a["to"])
    for seat in [source.seat, *g.state.companions(source.seat)]:
        other = g.state.me(seat)
        if other.place == a["to"] and other.back is None:
            other.back, other.stayed = back, -1 if seat == source.seat else 0  # the way in is no action inside


@verb("leave")
def _leave(g: Game, source: Source, a: Arguments) -> Script[None]:
    who = g.state.me(source.seat)
    if who.back is not None:
        back, who.back, who.stayed = who.back, None, 0
        yield from go(g, source.seat, back)


@verb("rise")
def _rise(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Outdoors, to the sky of the region (VAN-C62)."""
    state = g.state
    at = here(state, source.seat)
    sky = state.world.regions[at.region].sky
    if "outdoors" in at.tags and sky in state.world.places:
        yield from go(g, source.seat, sky)
        state.me(source.seat).rose = at.id


@verb("set_down")
def _set_down(g: Game, source: Source, a: Arguments) -> Script[None]:
    state, who = g.state, g.state.me(source.seat)
    region = state.world.regions[here(state, source.seat).region]
    quarters = [name for name, cells in region.quarters.items() if cells]
    options = [Option(f"pick:{name}", name) for name in quarters]
    if who.rose is not None:
        options.append(Option("pick:back", "Back where you rose"))
    if not options:
        return
    wanted = a.get("quarter")
    picked = f"pick:{wanted}"
    if wanted is None:
        picked = yield from choose(source.seat, "Where do you come down?", options, rule="VAN-C62", public="comes down")
    name = picked.removeprefix("pick:")
    if name == "back" and who.rose is not None:
        yield from go(g, source.seat, who.rose)
        return
    cells = region.quarters[name]
    (die,) = skill_dice(g, source.seat, 1)
    yield from go(g, source.seat, cells[CATEGORIES.index(die) % len(cells)])


# Going on, choices, conditions -----------------------------------------------------------------------------------


@verb("continue")
def _continue(g: Game, source: Source, a: Arguments) -> Script[None]:
    """VAN-160 to VAN-164: whether it must, and what it is limited to."""
    yield from ()
    state = g.state
    if state.action is None or state.action.seat != source.seat:
        return
    only = a.get("with", [])
    only = [only] if isinstance(only, str) else list(only)
    direct = ""
    if len(only) == 1 and "-" in only[0]:  # VAN-162
        direct = f"here:{only[0]}" if any(p.id == f"here:{only[0]}" for p in possible(state, source.seat)) else ""
    state.again = Again(a.get("mode", "must") == "must", source.kind == "place", only, direct)


@verb("choice")
def _choice(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Labels are public, outcomes are not; unpayable options cannot be chosen (VAN-040, VAN-136, VAN-137)."""
    state = g.state
    listed = a["options"]

    def options() -> list[Option]:
        found = [
            Option(f"pick:{index}", one["label"], note=_price(one))
            for index, one in enumerate(listed)
            if holds(state, source, one.get("if")) and _payable(state, source, one.get("cost", {}))
        ]
        return found or [Option("pick:none", "None of these")]

    state.readings += 1
    labels = " / ".join(one["label"] for one in listed if holds(state, source, one.get("if")))
    g.tell(f"{a.get('prompt', 'Choose')} {labels}", rule="VAN-040")
    picked = yield from choose(
        source.seat, a.get("prompt", "Choose one"), options, rule="VAN-136", public="chooses an option"
    )
    if picked == "pick:none":
        return
    one = listed[int(picked.removeprefix("pick:"))]
    _pay(state, source, one.get("cost", {}))
    tell_passage(g, source.seat, one["label"], one.get("tell", ""))
    yield from run(g, source, one.get("do", []))


def _price(one: dict[str, Any]) -> str:
    return ", ".join(f"{value} {name}" for name, value in one.get("cost", {}).items())


def _payable(state: State, source: Source, cost: dict[str, int]) -> bool:
    held = boost_bearer(state, source, source.seat)
    boost = held.boost if held is not None else 0
    return state.me(source.seat).coins >= cost.get("coin", 0) and boost >= cost.get("boost", 0)


def _pay(state: State, source: Source, cost: dict[str, int]) -> None:
    state.me(source.seat).coins -= cost.get("coin", 0)
    held = boost_bearer(state, source, source.seat)
    if held is not None:
        held.boost -= cost.get("boost", 0)


@verb("by_x")
def _by_x(g: Game, source: Source, a: Arguments) -> Script[None]:
    for span, effects in a.items():
        low, _, high = span.partition("-")
        if int(low) <= source.x <= int(high or low):
            yield from run(g, source, effects)


@verb("if")
def _if(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from run(g, source, a.get("then", []) if holds(g.state, source, a["cond"]) else a.get("else", []))


# Dice ------------------------------------------------------------------------------------------------------------


@verb("roll_more")
def _roll_more(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Pool check, roll, place, suffer, then on with the list (VAN-103)."""
    action = g.state.action
    if action is None:
        return
    stage, action.stage = action.stage, "place"
    roll(g, source.seat, amount(g, source, a, "dice"))
    yield from place_dice(g)
    yield from suffer(g)
    action.stage = stage


@verb("reroll")
def _reroll(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Unplaced dice of the current roll; a kind of token consoles for the same symbol (VAN-104, VAN-C12)."""
    state = g.state
    for _ in range(amount(g, source, a)):
        if state.actor != source.seat or not unplaced(state):
            return
        index = yield from _pick_die(g, source.seat, "Reroll which die?")
        if index is None:
            return
        old = state.roll[index].face
        new = reroll(g, source.seat, index)
        if new == old and "consolation" in a:
            gain_skill(g, source.seat, a["consolation"])


def _pick_die(g: Game, seat: int, prompt: str) -> Script[int | None]:
    def options() -> list[Option]:
        listed = [Option(f"die:{i}", g.state.roll[i].face, target=f"die-{i}") for i in unplaced(g.state)]
        return listed or [Option("none", "None")]

    picked = yield from ask(choosing(seat, prompt, options, rule="VAN-104", public="chooses a die"))
    return None if picked[0] == "none" else int(picked[0].removeprefix("die:"))


@verb("set_face")
def _set_face(g: Game, source: Source, a: Arguments) -> Script[None]:
    for _ in range(amount(g, source, a)):
        if g.state.actor != source.seat or not unplaced(g.state):
            return
        index = yield from _pick_die(g, source.seat, f"Turn which die to {a['to']}?")
        if index is not None:
            g.state.roll[index].face = a["to"]


@verb("refresh")
def _refresh(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Dice back to the pool (VAN-138)."""
    state = g.state
    where, count = a.get("from", "penalty"), a.get("amount", 1)
    if count == "all" and where == "all":
        refresh_all(state)
        return
    if where == "penalty":
        back = state.penalty if count == "all" else min(state.penalty, amount(g, source, a))
        state.penalty -= back
        state.pool += back
        return
    selector = {"owner": "me", "zone": "grid"} if where == "grid" else where
    left = 99 if count == "all" else amount(g, source, a)
    while left > 0:

        def full() -> list[int]:
            return [h.id for _, h in matching(state, source, selector) if any(h.dice)]

        if count == "all":
            for _, held in matching(state, source, selector):
                boost = held.boost
                clear(state, held)
                held.boost = boost
            return
        card = yield from pick_card(g, source.seat, "Refresh a die on which card?", full)
        found = state.find(card) if card is not None else None
        if found is None:
            return
        index = next(i for i, face in enumerate(found[2].dice) if face)
        found[2].dice[index] = ""
        state.pool += 1
        left -= 1


@verb("to_penalty")
def _to_penalty(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    moved = min(g.state.pool, amount(g, source, a))
    g.state.pool -= moved
    g.state.penalty += moved


@verb("cut_cost")
def _cut_cost(g: Game, source: Source, a: Arguments) -> Script[None]:
    """The next action that fits costs less; in the middle of one's own action, before the roll, this one (VAN-C34)."""
    state = g.state
    fits = a.get("for", {})
    fits = {} if fits == "any" else fits
    for seat in (yield from people(g, source, a)):
        action = state.action
        if action and action.seat == seat and action.stage == "pay" and cut_fits(fits, action):
            action.cost = max(0, action.cost - amount(g, source, a))
        else:
            cut = Cut(amount(g, source, a), fits, a.get("until", "next_turn"), state.me(seat).turns)
            state.me(seat).cuts.append(cut)


# Flags, counters, time -------------------------------------------------------------------------------------------


@verb("flag")
def _flag(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    g.state.flags[key(g.state, source, a["id"], a.get("at"), g.state.world.flags)] = 1
    g.state.readings += 1


@verb("unflag")
def _unflag(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    g.state.flags.pop(key(g.state, source, a["id"], a.get("at"), g.state.world.flags), None)


@verb("count")
def _count(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    name = key(g.state, source, a["id"], None, g.state.world.counters)
    value = amount(g, source, a, "set") if "set" in a else g.state.counters.get(name, 0) + amount(g, source, a, "add")
    g.state.counters[name] = min(value, amount(g, source, a, "max", 10_000))


@verb("later")
def _later(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    at = source.place if source.place is not None else g.state.me(source.seat).place
    turns = amount(g, source, a, "turns")
    if g.state.action is not None and source.seat == g.state.turn:
        turns += 1  # the turn that is ending does not count
    g.state.later.append(Later(source.seat, turns, a.get("scope", "seat"), at, a["do"], source.card))


@verb("forbid")
def _forbid(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    at = a.get("at", g.state.me(source.seat).place)
    g.state.forbidden[f"{at}:{a['act']}"] = a.get("because", "Not any more.")


# Knowledge -------------------------------------------------------------------------------------------------------


@verb("open_page")
def _open_page(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a)):
        if a["page"] not in g.state.me(seat).pages:
            g.state.me(seat).pages.append(a["page"])
        g.state.readings += 1
        g.tell(f"{{{seat}}} opens a page of the Book of Vantages.", rule="VAN-041")


@verb("mark_map")
def _mark_map(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    state = g.state
    wanted = a["place"]
    if wanted == "landmark":
        region = state.world.regions[here(state, source.seat).region]
        wanted = next((n for n in region.landmarks if n not in state.marks), None)
    if wanted is not None and wanted not in state.marks:
        state.marks.append(wanted)
        state.readings += 1
        g.tell(f"{state.world.places[wanted].name} is {shown(wanted)}: it is on the map now.")


@verb("peek")
def _peek(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Cost and action line shown to all, without commitment."""
    yield from ()
    state = g.state
    at = state.world.places[a.get("at", state.me(source.seat).place)]
    entries = (
        [(d, e) for d, e in at.departs.items() if at.compass[d].star]
        if a["what"] == "departs"
        else [(act.act, act) for act in at.actions if act.act == a["what"]]
    )
    state.readings += 1
    for name, entry in entries:
        reading = read(state, Source(source.seat, "depart"), entry)
        state.peeks.append(f"{name}: {reading.act}, {shown_cost(reading.cost)}. {reading.line}")
    g.tell("; ".join(state.peeks[-len(entries) :]) if entries else "There is no star here.")


@verb("name_place")
def _name_place(g: Game, source: Source, a: Arguments) -> Script[None]:
    state, who = g.state, g.state.me(source.seat)
    direction = a.get("dir")
    if direction is None:
        options = [Option(f"pick:{name}", name) for name in ("north", "east", "south", "west")]
        picked = yield from choose(source.seat, "Which way do you look?", options, public="looks far")
        direction = picked.removeprefix("pick:")
    to = neighbour(who.place, direction, a.get("distance", 1))
    place_ = state.world.places.get(to) if to is not None else None
    text = f"{shown(place_.id)} {place_.name}, {place_.terrain}" if place_ else "shutters"
    state.readings += 1
    who.named.append(f"{direction}: {text}")
    g.tell(f"You make out {direction}: {text}.", to=[source.seat])


@verb("hint")
def _hint(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    state = g.state
    level = a.get("level", state.options.hints)
    if level == "off":  # VAN-223
        add_boost(state, state.character(source.seat), 1)
        return
    hint = state.world.hints[a["id"]]
    text = hint.plain if level == "plain" else hint.soft
    state.readings += 1
    if text not in state.hints:
        state.hints.append(text)
    g.tell(text, rule="VAN-223")


@verb("say")
def _say(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    g.state.readings += 1
    voice = "The Twice-Met" if a.get("by") == "twice_met" else a.get("by", "Somebody")
    g.tell(f"{voice}: “{a['text']}”", rule="VAN-053")


@verb("puzzle")
def _puzzle(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Shown to the seat that opened it; a wrong answer says only that it is wrong (VAN-228, VAN-229)."""
    state, who = g.state, g.state.me(source.seat)
    puzzle = state.world.puzzles[a["id"]]
    who.puzzle = a["id"]
    state.readings += 1
    if a.get("skip"):
        yield from run(g, source, puzzle.prize)
        return
    options = [Option(f"item:{n}", f"{n}: {label}") for n, label in enumerate(puzzle.panel.labels, 1)]
    picks = puzzle.panel.pick
    values = yield from ask(
        choosing(
            source.seat,
            puzzle.shown,
            options,
            least=picks,
            most=picks,
            ordered=puzzle.panel.kind == "order",
            rule="VAN-229",
            public="tries an answer",
        )
    )
    given = [int(value.removeprefix("item:")) for value in values]
    right = given == puzzle.answer if puzzle.panel.kind == "order" else sorted(given) == sorted(puzzle.answer)
    if right:
        g.tell(f"{{{source.seat}}} has solved it: {puzzle.name}.", rule="VAN-229")
        yield from run(g, source, puzzle.prize)
    else:
        g.tell(puzzle.wrong, rule="VAN-229")


@verb("trial")
def _trial(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Once per seat and session; passing gives the emblem (VAN-C66)."""
    state, trial = g.state, g.state.world.trials[a["id"]]
    mark = f"trial:{trial.id}#{source.seat}"
    if mark in state.tried:
        return
    state.tried.append(mark)
    g.tell(trial.text, rule="VAN-C66")
    dice = skill_dice(g, source.seat, trial.dice)
    won = _rolled(dice, trial.passed.get("dice", "double")) or holds(
        state, source, trial.passed.get("if") or {"flag": "-"}
    )
    yield from run(g, source, trial.prize if won else trial.else_)


@verb("giant")
def _giant(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Befriended or fought, never both in one session (VAN-C45 to VAN-C47)."""
    state = g.state
    if "won" in a:
        yield from _part_won(g, source, a["won"])
        return
    giant = state.world.giants[a["id"]]
    lair = str(giant.lair)
    if state.giants.get(lair, a["mode"]) != a["mode"]:
        g.tell("It is too late for that.", rule="VAN-C47")
        return
    state.giants[lair] = a["mode"]
    if a["mode"] == "befriend":
        state.gains.append(Gain(source.seat, giant.id))
    elif lair not in state.lairs:
        state.lairs[lair] = list(giant.parts)


def _part_won(g: Game, source: Source, card: int) -> Script[None]:
    yield from ()
    for parts in g.state.lairs.values():
        if card in parts:
            parts.remove(card)
            g.state.gains.append(Gain(source.seat, card))


@verb("duel")
def _duel(g: Game, source: Source, a: Arguments) -> Script[None]:
    """The quick form: six skill dice a side; more dice that match the card's signs win (VAN-C54)."""
    state = g.state
    cards = list(state.world.duel.values())
    if not state.set_open or not cards:
        return
    options = [Option(f"duel:{card.id}", card.name, note=", ".join(card.signs)) for card in cards]
    picked = yield from choose(source.seat, "Which card do you duel with?", options, rule="VAN-C54", public="duels")
    mine = state.world.duel[int(picked.removeprefix("duel:"))]
    theirs = g.rng.pick(cards, "duel")
    my_dice, their_dice = skill_dice(g, source.seat, 6), skill_dice(g, source.seat, 6, "sees the other side's dice")
    scores = [sum(my_dice.count(sign) for sign in mine.signs), sum(their_dice.count(sign) for sign in theirs.signs)]
    if mine.speed > theirs.speed and scores[0] <= scores[1]:
        again = yield from choose(
            source.seat, "You are quicker: reroll all?", [Option("no", "Keep"), Option("yes", "Reroll")], rule="VAN-C54"
        )
        if again == "yes":
            my_dice = skill_dice(g, source.seat, 6)
            scores[0] = sum(my_dice.count(sign) for sign in mine.signs)
    elif theirs.speed > mine.speed and scores[1] <= scores[0]:
        their_dice = skill_dice(g, source.seat, 6, "sees the other side's dice")
        scores[1] = sum(their_dice.count(sign) for sign in theirs.signs)
    won = scores[0] > scores[1] or (scores[0] == scores[1] and mine.speed < theirs.speed)
    g.tell(f"{{{source.seat}}} {'wins' if won else 'does not win'} the duel.", rule="VAN-C54")
    if won:
        state.me(source.seat).coins += 2


# Goals -----------------------------------------------------------------------------------------------------------


@verb("quest")
def _quest(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    found = g.state.find(source.card if a["id"] == "this" and source.card is not None else a["id"])
    if found is not None and found[1] == "supply":
        found[2].count += amount(g, source, a, "add")


@verb("mission")
def _mission(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Advances or completes the mission in the centre; wrong mission: nothing."""
    yield from ()
    state = g.state
    if state.mission is None or a.get("id", state.mission) != state.mission:
        return
    goal = state.world.missions[state.mission].goal
    if "add" in a and isinstance(goal.get("counter"), str):
        name = key(state, source, str(goal["counter"]), None, state.world.counters)
        state.counters[name] = state.counters.get(name, 0) + amount(g, source, a, "add")
    if a.get("done"):
        goals.complete_mission(g)


@verb("destiny")
def _destiny(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    number = a["id"]
    if a.get("place"):
        goals.put_destiny(g, number)
    if a.get("ready") and number in g.state.destinies and number not in g.state.ready:
        g.state.ready.append(number)
    if a.get("done"):
        goals.complete_destiny(g, number)


@verb("add_die")
def _add_die(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    if g.state.options.extra_dice:
        for _ in range(amount(g, source, a)):
            add_die(g.state)


@verb("end")
def _end(g: Game, source: Source, a: Arguments) -> Script[None]:
    """A text says that the session ends (VAN-213)."""
    yield from ()
    if a.get("result") in ("mission", "epic"):
        g.state.mission_done = True
    goals.raise_end(g, "text")


@verb("learn")
def _learn(g: Game, source: Source, a: Arguments) -> Script[None]:
    """A lesson: a die on its face slot in this action brings a spell of level X, chosen by title (VAN-C41)."""
    state = g.state
    found = state.find(source.card) if source.card is not None else None
    if found is None:
        return
    card = state.world.card(found[2].id)
    placed = state.action is not None and f"learnt:{card.id}" in state.tried
    spells = [s for s in card.spells.get(str(min(5, source.x)), []) if state.find(s) is None]
    if not placed or not spells:
        add_boost(state, found[2], 1)
        return
    options = [Option(f"pick:{s}", state.world.card(s).name) for s in spells]
    picked = yield from choose(source.seat, "Which spell?", options, rule="VAN-C41", public="learns")
    state.gains.append(Gain(source.seat, int(picked.removeprefix("pick:"))))


@verb("brace")
def _brace(g: Game, source: Source, a: Arguments) -> Script[None]:
    """The next roll of one other player, before the actor's next turn, uses 1 die fewer."""
    for seat in (yield from people(g, source, {"who": "other"})):
        g.state.brace.append([seat, source.seat, g.state.me(source.seat).turns])


@verb("hold")
def _hold(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    if source.seat not in g.state.hold:
        g.state.hold.append(source.seat)


@verb("force")
def _force(g: Game, source: Source, a: Arguments) -> Script[None]:
    """A blocked direction whose neighbour exists counts as listed this turn; go on with that depart."""
    state = g.state
    at = here(state, source.seat)
    blocked = [d for d, side in at.compass.items() if side.blocked and neighbour(at.id, d) in state.world.places]
    if not blocked:
        return
    state.forced = yield from one_of(g, source.seat, "Force which side?", blocked)
    state.again = Again(True, False, [f"depart:{state.forced}"], f"depart:{state.forced}")


@verb("split_boost")
def _split_boost(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Boost onto matching cards, one by one as the owner likes; without any, some on the character."""
    state = g.state
    for _ in range(amount(g, source, a)):
        card = yield from pick_card(
            g, source.seat, "1 boost on which card?", lambda: [h.id for _, h in matching(state, source, a["cards"])]
        )
        found = state.find(card) if card is not None else None
        if found is None:
            add_boost(state, state.character(source.seat), a.get("else", 0))
            return
        add_boost(state, found[2], 1)


@verb("alternate")
def _alternate(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Experience full: it is lost for the session and its owner may take one alternate (VAN-C19)."""
    state = g.state
    if source.card is None:
        return
    character = state.me(source.seat).character
    base = state.world.card(character).of or character
    yield from lose(g, source.card)
    state.gone.append(source.card)
    listed = [card for card in state.world.cards.values() if card.kind == "alternate" and card.of == base]
    options = [Option("none", "Stay as you are"), *(Option(f"card:{card.id}", card.name) for card in listed)]
    picked = yield from choose(source.seat, "Take an alternate?", options, rule="VAN-C19", public="may change")
    if picked != "none":
        state.gains.append(Gain(source.seat, int(picked.removeprefix("card:"))))
        yield from settle_gains(g)
