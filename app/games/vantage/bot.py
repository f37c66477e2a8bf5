"""A bot that plays a character sensibly, from its view alone.

Everything is weighed in stat points: what dice may take, dearer the lower a stat stands, against what an action is
likely to bring. Costs and results that nobody has read are guesses by category; what the mission wants is learnt from
the actions that it prints, where they are offered and where they were done already.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from math import factorial
from typing import NamedTuple

from app.games.vantage.state import Entry, State
from app.games.vantage.views import CardView, Mine, PlaceView, Public, SeatView, mine, place_view, public
from app.games.vantage.words import SlotFace
from app.games.vantage.world import CATEGORIES, STATS, STEPS, WIDTH, cell, hour, neighbour
from app.kernel import Answer, Ask, Move, Option, Session, Use, Values

GUESS = {"move": 2, "look": 2, "engage": 3, "help": 3, "take": 3, "overpower": 4}  # dice, before a cost is read
YIELD = {"move": 0.6, "look": 0.9, "engage": 1.3, "help": 1.3, "take": 2.0, "overpower": 1.6}
REST = {"engage": 0.3, "help": 0.35, "overpower": 0.15}  # how often an action gives back a stat
CENTRE = {"look": 2, "move": 4, "engage": 4, "help": 4, "take": 4, "overpower": 4}
STAR = 3
TOKEN, BOOST = 0.45, 0.3
DREAD = (0.0, 5.0, 2.4, 1.5, 1.1, 0.9, 0.8)  # what the last point at each level is worth
HEALS = {"help-TEND": "health", "engage-RALLY": "morale"}
BARREN = (
    "look-SIGHT",
    "look-MAP",
    "look-TEST",
    "overpower-HOLD",
    "move-SCOUT",
    "help-STOW",
    "help-TRADE",
    "look-SOLVE",
)
BOLD = 12  # own turns after which caution goes
LONG = 60  # own turns after which it agrees that time is up (VAN-213)


class Mind(NamedTuple):
    """What the seat sees, without the picture."""

    seat: int
    public: Public
    place: PlaceView
    mine: Mine

    @property
    def me(self) -> SeatView:
        return self.public.seats[self.seat]

    @property
    def turns(self) -> int:
        return self.public.table.number // len(self.public.seats)

    @property
    def levels(self) -> tuple[int, ...]:
        return tuple(self.me.stats[name] for name in STATS)


def decide(session: Session[State], seat: int) -> Move:
    ask = session.asks[seat]
    if ask.rule == "VAN-080":  # what was declared is meant
        return Answer(seat, ask.id, ask.default)
    state = session.state
    mind = Mind(seat, public(state), place_view(state, seat), mine(state, seat))
    ids = {option.id for option in ask.options}
    if ask.rule in ("VAN-061", "VAN-090") or ask.topic == "place":
        used = worth_using(ask, ids, mind, session.offers(seat))
        if used is not None:
            return used
    return Answer(seat, ask.id, answer(ask, mind))


# Offers ----------------------------------------------------------------------------------------------------------


class Boon(NamedTuple):
    """A power of one of my cards that is open now."""

    offer: str
    window: str
    text: str
    full: bool  # its card can hold hardly any more boost


def boons(mind: Mind, offers: Sequence[Option]) -> list[Boon]:
    """Those that cost boost: what costs nothing could be used for ever."""
    cards = {held.face.id: held for held in mind.me.grid if held is not None}
    found = []
    for offer in offers:
        if offer.id.startswith("power:"):
            card, index = (int(part) for part in offer.id.split(":")[1:])
            held = cards[card]
            power = held.face.powers[index]
            if power.cost:
                found.append(Boon(offer.id, power.window, power.text, held.boost >= held.face.capacity - 1))
    return found


def worth_using(ask: Ask, ids: set[str], mind: Mind, offers: Sequence[Option]) -> Use | None:
    """A power, or a pledge that stands, before the question itself is answered."""
    powers = boons(mind, offers)
    if ask.topic == "place":
        hurt = any(not die.slot and die.face in STATS for die in mind.public.dice)
        stuck = hurt and not any(hurts(one) for one in ids)
        wanted = [power for power in powers if power.window == "my_roll" and stuck]
    elif ask.rule == "VAN-090":
        wanted = [power for power in powers if power.window == "before_roll" and eases(mind, power)]
    else:
        if mind.turns >= LONG and any(offer.id == "stop" and offer.label.startswith("Time") for offer in offers):
            return Use(mind.seat, "stop")
        if (pledge := standing(mind)) and any(offer.id == "standing" for offer in offers):
            return Use(mind.seat, "standing", (pledge,))
        wanted = [p for p in powers if p.window not in ("my_roll", "before_roll") and helps(mind, p.text, p.full)]
    return Use(mind.seat, wanted[0].offer) if wanted else None


def eases(mind: Mind, power: Boon) -> bool:
    """Whether it makes this very action cheaper: by its words, for the category at hand."""
    doing = mind.public.help.title.partition("-")[0] if mind.public.help else ""
    named = [skill for skill in CATEGORIES if skill in power.text]
    return dice_to_roll(mind) > 1 and (doing in named or not named)


def helps(mind: Mind, text: str, full: bool) -> bool:
    gained = re.search(r"gain \d+ (time|morale|health)", text)
    if gained:
        return mind.me.stats[gained[1]] <= 3 or (full and mind.me.stats[gained[1]] < 6)
    return full and text.startswith("gain")


def standing(mind: Mind) -> str:
    """Whatever tokens I hold are there for everybody: up to two of a kind."""
    if len(mind.public.seats) == 1:
        return ""
    fresh = [skill for skill in CATEGORIES if mind.me.skills[skill] and not mind.me.standing.get(skill)]
    return f"{fresh[0]}=2" if fresh else ""


def hurts(option: str) -> bool:
    return option.startswith("put:") and option.split(":")[1] in STATS


# Answers ---------------------------------------------------------------------------------------------------------


def answer(ask: Ask, mind: Mind) -> Values:
    ids = [option.id for option in ask.options]
    if ask.kind == "number":
        return (effort(ask, mind),)
    if not ids:
        return ask.default
    if ask.rule == "VAN-090":
        return pay(ask, mind)
    if ask.rule == "VAN-146":
        return pay_for(ask, mind)
    if ask.rule == "VAN-061":
        return (act(ask, mind),)
    if ask.topic == "place":
        return (best_placement(ids, mind),)
    if ask.rule in ("VAN-181", "VAN-194"):
        return (best_cell(ids, mind),)
    if ask.rule == "VAN-229":
        turned = ids[mind.public.table.number % len(ids) :] + ids
        return tuple(dict.fromkeys(turned))[: ask.least]
    if ask.kind != "choose" or ask.least != 1:
        return ask.default
    return (one_of(ask, ids, mind),)


def one_of(ask: Ask, ids: list[str], mind: Mind) -> str:
    kind = ids[0].partition(":")[0]
    if set(ids) == {"yes", "no"}:
        return "yes" if says_yes(ask, mind) else "no"
    if kind in ("lose", "drop", "health"):
        return lose_least(ids, mind)
    if kind == "way":
        return min(ask.options, key=lambda option: number_in(option.note)).id
    if kind == "pick":
        return pick(ids, ask, mind)
    if kind == "seat":
        return neediest(ids, mind)
    if kind == "die":
        return most_dreaded(ids, mind)
    if kind == "stop":
        return farthest(ids, mind)
    if kind == "card" and ask.rule != "VAN-018":
        return some_card(ids, ask, mind)
    return ask.default[0]


def says_yes(ask: Ask, mind: Mind) -> bool:
    if ask.rule == "VAN-204":  # the mission is complete: play on only for a destiny that lies ready
        return not any(card.ready for card in mind.public.centre)
    return ask.rule in ("VAN-022", "VAN-145", "VAN-172", "VAN-153", "VAN-C54")


def number_in(text: str) -> int:
    found = re.search(r"\d+", text)
    return int(found[0]) if found else 9


def dice_to_roll(mind: Mind) -> int:
    return number_in(mind.public.help.cost) if mind.public.help else 0


# What dice may take ----------------------------------------------------------------------------------------------


def toll(mind: Mind, act: str, dice: int) -> float:
    """What so many dice are likely to cost, tokens, slots and rerolls considered."""
    faces, any_face = open_slots(mind, act)
    boost = mind.me.grid[4].boost if mind.me.grid[4] else 0
    tokens = sum(able(mind, act.partition("-")[0]).values())
    return min(
        expected(dice - paid, faces, any_face, boost, mind.levels, mind.public.table.crises > 0) + TOKEN * paid
        for paid in range(min(tokens, dice) + 1)
    ) * caution(mind)


def caution(mind: Mind) -> float:
    """From some turn on less and less: a session has to come to an end."""
    return min(1.0, max(0.1, 1 - (mind.turns - BOLD) / 15))


def able(mind: Mind, skill: str) -> dict[int, int]:
    """Who could pay how many tokens: mine, and what others leave standing."""
    return {
        who.id: who.skills[skill] if who.id == mind.seat else min(who.skills[skill], who.standing.get(skill, 0))
        for who in mind.public.seats
    }


def open_slots(mind: Mind, act: str) -> tuple[tuple[int, ...], int]:
    """Open slots for this action that I may count on, by stat, and those for any face."""
    faces, any_face = dict.fromkeys(STATS, 0), 0
    for who in mind.public.seats:
        near = who.id == mind.seat or who.id in mind.me.together
        for held in who.grid:
            for slot, die in zip(held.face.slots, held.dice, strict=True) if held else ():
                if die or not (near or slot.impact) or (held and slot.cost > held.boost) or not suits(mind, slot, act):
                    continue
                if slot.face in faces:
                    faces[slot.face] += 1
                elif slot.face == "any":
                    any_face += 1
    return tuple(faces.values()), any_face


def suits(mind: Mind, slot: SlotFace, act: str) -> bool:
    """By its words: a category, an action, a terrain. What an action involves is unread, so such slots do not count."""
    if slot.text == "any action":
        return True
    return all(word in (act, act.partition("-")[0], mind.place.terrain) for word in slot.text.split())


@lru_cache(maxsize=20_000)
def expected(
    dice: int, faces: tuple[int, ...], any_face: int, boost: int, levels: tuple[int, ...], second: bool
) -> float:
    """The mean loss over all rolls, in points: time, morale and health come up once in six each."""
    total = 0.0
    for time in range(dice + 1):
        for morale in range(dice - time + 1):
            for health in range(dice - time - morale + 1):
                rest = dice - time - morale - health
                ways = factorial(dice) // (factorial(time) * factorial(morale) * factorial(health) * factorial(rest))
                left = [max(0, n - free) for n, free in zip((time, morale, health), faces, strict=True)]
                total += ways * 3**rest / 6**dice * suffered(left, any_face, boost, levels, second)
    return total


def suffered(left: list[int], any_face: int, boost: int, levels: tuple[int, ...], second: bool) -> float:
    """Points lost by these dice, after the worst went on open slots and others were rerolled for boost."""
    points = sorted(
        (price(level - n, second) for count, level in zip(left, levels, strict=True) for n in range(count)),
        reverse=True,
    )
    kept = points[any_face:]
    return sum(kept[boost:]) + sum(0.55 * one for one in kept[:boost]) + BOOST * min(boost, len(kept))


def price(level: int, second: bool) -> float:
    """What the last point of a stat is worth; the second crisis ends the session (VAN-211)."""
    if level <= 0:
        return 0.5
    return DREAD[min(level, 6)] * (3.0 if second and level == 1 else 1.0)


def effort(ask: Ask, mind: Mind) -> str:
    """X: results mostly change at 3 and 5."""
    doing = mind.public.help.title if mind.public.help else "help-MEND"
    worth = {1: 0.5, 3: 1.4, 5: 2.2}
    fit = [x for x in worth if ask.least <= x <= ask.most] or [ask.least]
    return str(max(fit, key=lambda x: worth.get(x, 0) - toll(mind, doing, x)))


def pay(ask: Ask, mind: Mind) -> Values:
    """As many tokens as dice are worse than tokens; from whoever has most of them."""
    help_bar = mind.public.help
    doing = help_bar.title if help_bar else ""
    cost, room = dice_to_roll(mind), min(ask.most, len(ask.options))
    faces, any_face = open_slots(mind, doing)
    boost = mind.me.grid[4].boost if mind.me.grid[4] else 0
    second = mind.public.table.crises > 0

    def burden(paid: int) -> float:
        return expected(max(0, cost - paid), faces, any_face, boost, mind.levels, second) + TOKEN * paid

    best = min(range(room + 1), key=burden)
    skill = doing.partition("-")[0]
    rich = sorted(ask.options, key=lambda o: -mind.public.seats[int(o.id.split(":")[1])].skills.get(skill, 0))
    return tuple(option.id for option in rich[:best])


def pay_for(ask: Ask, mind: Mind) -> Values:
    """What a result asks for is mostly worth it; for others when they cannot pay themselves."""
    actor = mind.public.table.turn
    skills = {option.id.split(":")[1] for option in ask.options}
    if actor != mind.seat and any(mind.public.seats[actor].skills[skill] for skill in skills):
        return ()
    return tuple(option.id for option in ask.options[: ask.most])


class Put(NamedTuple):
    """A way to place a die: its face, the slot, whose card that is on."""

    id: str
    face: str
    slot: SlotFace
    held: CardView
    owner: int


def ways_to_put(ids: list[str], mind: Mind) -> list[Put]:
    slots = {
        slot.id: (slot, held, who.id)
        for who in mind.public.seats
        for held in who.grid
        if held is not None
        for slot in held.face.slots
    }
    parts = [(one, *one.split(":")[1:]) for one in ids if one.startswith("put:")]
    return [Put(one, face, *slots[name]) for one, face, name in parts]


def best_placement(ids: list[str], mind: Mind) -> str:
    """The dearest loss first, on the least useful slot; others only where they give, and the pool is nearly spent."""
    puts = ways_to_put(ids, mind)
    harmful = [put for put in puts if put.face in STATS]
    if harmful:
        return max(harmful, key=lambda put: saved(put, mind) - 0.3 * usefulness(put, mind)).id
    if mind.public.table.pool > 2 * len(mind.public.seats):
        return "done"
    gifts = [put for put in puts if put.slot.gives and not put.slot.cost and wants_boost(put.slot, put.held)]
    return min(gifts, key=lambda put: usefulness(put, mind)).id if gifts else "done"


def saved(put: Put, mind: Mind) -> float:
    """What the last of the dice with this face would take."""
    lost = sum(not die.slot and die.face == put.face for die in mind.public.dice)
    return price(max(1, mind.me.stats[put.face] - lost + 1), mind.public.table.crises > 0) + 0.2 * lost


def usefulness(put: Put, mind: Mind) -> float:
    """How much a slot will be missed, less what it gives now."""
    slot = put.slot
    kept = (slot.face == "any") + 0.5 * (slot.text == "any action") + 0.1 * (put.owner != mind.seat)
    return kept + slot.cost - 0.6 * bool(slot.gives)


def wants_boost(slot: SlotFace, held: CardView) -> bool:
    return "boost" not in slot.gives or held.boost < held.face.capacity


# Which action ----------------------------------------------------------------------------------------------------


def act(ask: Ask, mind: Mind) -> str:
    """The action with the best balance; a destiny that lies ready before all."""
    return max(ask.options, key=lambda option: (worth(option, mind), option.id)).id


def worth(option: Option, mind: Mind) -> float:
    kind, _, rest = option.id.partition(":")
    if kind == "final":
        return 100.0
    if kind in ("end", "wait", "skip"):
        return 0.3
    if kind == "depart":
        return onward(option, rest, mind)
    if kind == "here":
        return YIELD[rest.partition("-")[0]] + rest_in(mind, rest) - stale(mind, rest) - guessed(mind, rest)
    if kind == "centre":
        return errand(rest, mind)
    if kind == "ride":
        return 0.6 + wander(mind) - toll(mind, "move-RIDE", number_in(option.note))
    return card_action(option, mind)


def guessed(mind: Mind, act: str) -> float:
    """The toll of an action whose cost is unread: somewhat less or more than is usual for its category."""
    usual = GUESS[act.partition("-")[0]]
    return (toll(mind, act, usual - 1) + toll(mind, act, usual) + toll(mind, act, usual + 1)) / 3


def rest_in(mind: Mind, act: str) -> float:
    """A stat now and then is worth the more, the lower they stand."""
    second = mind.public.table.crises > 0
    need = sum(price(level, second) if level < 6 else 0.5 for level in mind.levels) / len(STATS)
    return REST.get(act.partition("-")[0], 0.0) * need - barren(act)


def barren(act: str) -> float:
    return 1.0 if act in BARREN else 0.0


def stale(mind: Mind, act: str) -> float:
    """What I have done here and could do again brings the same again: a little, mostly."""
    return 1.2 if any(entry.seat == mind.seat for entry in told_here(mind, act)) else 0.0


def told_here(mind: Mind, act: str) -> list[Entry]:
    return [entry for entry in mind.public.story.log if entry.title == act and entry.place == number_of(mind.place)]


def card_action(option: Option, mind: Mind) -> float:
    """Printed in full: its cost is known. Healing is worth what the weakest would gain by it."""
    act = option.id.split(":")[-1] if option.id.startswith("card:") else "overpower-SLAY"
    value = YIELD[act.partition("-")[0]] * 0.6 - barren(act)
    if act in HEALS:
        level = min(who.stats[HEALS[act]] for who in mind.public.seats)
        value = price(level, mind.public.table.crises > 0) if level < 4 else 0.5
    return value - toll(mind, act, number_in(option.note) if option.note else 3)


def errand(rest: str, mind: Mind) -> float:
    """Actions of the mission and of destinies. A deed that stays open where it was done is no step towards the goal."""
    number, _, act = rest.partition(":")
    category = act.partition("-")[0]
    card = next(one for one in mind.public.centre if one.id == int(number))
    cost = toll(mind, act, CENTRE[category])
    eager = 1.0 if card.kind == "mission" else 0.7
    if category == "look":
        return (0.3 if any(entry.title == act for entry in mind.public.story.log) else 1.3) - cost
    if told_here(mind, act):
        return 0.3 - cost
    if category == "move":
        trips = sum(entry.title == act and entry.seat == mind.seat for entry in mind.public.story.log)
        return (2.2 * eager if trips <= len(done_for(mind)) else 0.5) - cost
    return 3.8 * eager - cost


def done_for(mind: Mind) -> list[Entry]:
    """Deeds that the mission prints, neither looking nor moving, as far as the travelogue tells."""
    deeds = {
        action.act
        for card in mind.public.centre
        if card.kind == "mission" and not card.done
        for action in card.actions
        if action.act.partition("-")[0] not in ("look", "move")
    }
    return [entry for entry in mind.public.story.log if entry.title in deeds]


def spent(mind: Mind, when: str) -> bool:
    """Whether somebody has done in this hour what the mission prints: then another country is wanted."""
    return any(hour(entry.place) == when for entry in done_for(mind))


# Where to --------------------------------------------------------------------------------------------------------


def number_of(place: PlaceView) -> int:
    return int(place.number)


def been(mind: Mind) -> set[int]:
    return {int(place.number) for place in mind.mine.known}


def wander(mind: Mind) -> float:
    """Moving on is worth more where nothing is left to do."""
    done = not any(not action.because for action in mind.place.actions)
    return 0.5 if done else 0.0


def onward(option: Option, side: str, mind: Mind) -> float:
    shows = next((one.shows for one in mind.place.compass if one.name == side), "")
    starred = shows == "★"
    to = neighbour(number_of(mind.place), side) if starred or not shows else int(shows)
    dice = STAR if starred else 1
    value = 0.75 + wander(mind)
    if to is None:
        return value - toll(mind, "move-DEPART", dice)
    if to in been(mind):
        value -= 0.6
    if toward(mind, to):
        value += 0.7
    return value - toll(mind, "move-DEPART" if starred else "move-WALK", dice)


def toward(mind: Mind, to: int) -> bool:
    """Nearer to a place on the map that I have not seen; else, when this country is spent, to the next one that is not."""
    at, there = cell(number_of(mind.place)), cell(to)
    if at is None or there is None:
        return True
    marks = [int(name.partition(" ")[0]) for name in mind.public.story.map]
    wanted = [
        goal for number in marks if number not in been(mind) and (goal := cell(number)) and hour(number) == hour(to)
    ]
    if wanted and not spent(mind, mind.place.hour):
        goal = min(wanted, key=lambda one: apart(at, one))
        return apart(there, goal) < apart(at, goal)
    if not spent(mind, mind.place.hour) and fresh_near(mind):
        return False
    return (there[0] - at[0]) % WIDTH == 1  # eastward, hour by hour


def fresh_near(mind: Mind) -> bool:
    """Whether a listed neighbour is new to me."""
    seen = been(mind)
    return any(side.shows.isdigit() and int(side.shows) not in seen for side in mind.place.compass)


def apart(one: tuple[int, int], two: tuple[int, int]) -> int:
    across = abs(one[0] - two[0])
    return min(across, WIDTH - across) + abs(one[1] - two[1])


def farthest(ids: list[str], mind: Mind) -> str:
    seen = been(mind)
    fresh = [one for one in ids if int(one.removeprefix("stop:")) not in seen] or ids
    return fresh[-1]


# Small questions -------------------------------------------------------------------------------------------------


def lose_least(ids: list[str], mind: Mind) -> str:
    """The cheapest loss; two tokens before a stat that is low."""
    second = mind.public.table.crises > 0
    stats = mind.me.stats

    def harm(one: str) -> float:
        kind, _, what = one.partition(":")
        if kind == "lose":
            return price(stats[what], second)
        if kind == "drop":
            return 2 * TOKEN
        if one == "both":
            return price(stats["time"], second) + price(stats["morale"], second)
        return price(stats["health"], second)

    return min(ids, key=harm)


def pick(ids: list[str], ask: Ask, mind: Mind) -> str:
    names = [one.removeprefix("pick:") for one in ids]
    stats = [name for name in names if name in STATS]
    if stats:
        rising = "Lose" not in ask.prompt
        return "pick:" + (min if rising else max)(stats, key=lambda name: mind.me.stats[name])
    skills = [name for name in names if name in CATEGORIES]
    if skills:
        return f"pick:{best_skill(skills, ask, mind)}"
    tokens = [option.id for option in ask.options if option.label.lower().split(" ")[-1] in CATEGORIES]
    return tokens[0] if tokens else ids[-1]  # what needs something comes last, mostly


def best_skill(skills: list[str], ask: Ask, mind: Mind) -> str:
    """What the mission's deeds take, and not what I have many of."""
    wanted = [action.act.partition("-")[0] for card in mind.public.centre for action in card.actions]
    value = {skill: wanted.count(skill) + (skill == "move") - mind.me.skills[skill] for skill in skills}
    return (min if "Lose" in ask.prompt else max)(skills, key=lambda skill: value[skill])


def neediest(ids: list[str], mind: Mind) -> str:
    def least(one: str) -> tuple[int, int]:
        who = mind.public.seats[int(one.removeprefix("seat:"))]
        return min(who.stats.values()), sum(who.stats.values())

    return min(ids, key=least)


def most_dreaded(ids: list[str], mind: Mind) -> str:
    faces = {f"die:{die.id}": die.face for die in mind.public.dice}
    second = mind.public.table.crises > 0
    return max(ids, key=lambda one: price(mind.me.stats[faces[one]], second) if faces.get(one) in STATS else 0.0)


def card_worth(held: CardView) -> float:
    slots = sum(1.0 if slot.text == "any action" else 0.7 for slot in held.face.slots)
    return slots + 0.4 * held.face.reserve + 0.3 * len(held.face.powers) + 0.1 * held.boost


def held_cards(mind: Mind) -> dict[int, CardView]:
    piles = [*(card for card in mind.me.grid if card is not None), *mind.me.reserve, *mind.me.supply]
    return {card.face.id: card for card in piles}


def some_card(ids: list[str], ask: Ask, mind: Mind) -> str:
    """The least useful to part with, the most useful for all else."""
    cards = held_cards(mind)
    parting = any(word in ask.prompt for word in ("Lose", "lose", "Sell", "Move 1 boost"))
    if parting and "none" in ids and "Sell" not in ask.prompt:
        return "none"
    named = [one for one in ids if one != "none"]
    rank = {one: card_worth(cards[int(one[5:])]) if int(one[5:]) in cards else 0.5 for one in named}
    return (min if parting else max)(named, key=lambda one: rank[one])


def best_cell(ids: list[str], mind: Mind) -> str:
    """Beside as many cards as possible; with a full grid in place of the least useful, if that is little."""
    cells = [one for one in ids if one.startswith("cell:")]
    grid = mind.me.grid
    if cells:
        return max(cells, key=lambda one: sum(grid[index] is not None for index in beside(int(one[5:]))))
    cards = held_cards(mind)
    over = [one for one in ids if one.startswith("over:")]
    worst = min(over, key=lambda one: card_worth(cards[int(one[5:])]), default="")
    if worst and (card_worth(cards[int(worst[5:])]) < 1.0 or len(ids) == len(over)):
        return worst
    return "reserve" if "reserve" in ids else ids[-1]


def beside(index: int) -> list[int]:
    row, column = divmod(index, 3)
    return [3 * (row + dy) + column + dx for dx, dy in STEPS.values() if 0 <= row + dy < 3 and 0 <= column + dx < 3]
