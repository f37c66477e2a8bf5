"""What dice may take: the worth of stats, of slots and of boost; paying, and placing dice."""

from __future__ import annotations

from functools import lru_cache
from math import factorial
from typing import NamedTuple

from app.games.vantage.bot.mind import Mind, number_in
from app.games.vantage.views import CardView
from app.games.vantage.words import SlotFace
from app.games.vantage.world import STATS
from app.kernel import Ask, Values

DREAD = (0.0, 5.0, 2.4, 1.5, 1.1, 0.9, 0.8)  # what the last point at each level is worth
TOKEN, BOOST = 0.45, 0.3
REROLL = 1.5  # a loss from this on is worth a boost
BOLD = 12  # own turns after which caution goes


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


def effort(ids: list[str], mind: Mind) -> str:
    """X: results mostly change at 3 and 5."""
    doing = mind.public.help.title if mind.public.help else "help-MEND"
    worth = {"1": 0.5, "3": 1.4, "5": 2.2}
    fit = [x for x in ids if x in worth] or ids
    return max(fit, key=lambda x: worth.get(x, 0) - toll(mind, doing, int(x)))


def pay(ask: Ask, mind: Mind) -> str:
    """As many of my tokens as dice are worse than tokens; what others pledge is counted already."""
    help_bar = mind.public.help
    doing = help_bar.title if help_bar else ""
    left = number_in(ask.ledger[-1].value)
    faces, any_face = open_slots(mind, doing)
    boost = mind.me.grid[4].boost if mind.me.grid[4] else 0
    second = mind.public.table.crises > 0

    def burden(option: str) -> float:
        paid = int(option.removeprefix("roll:"))
        return expected(max(0, left - paid), faces, any_face, boost, mind.levels, second) + TOKEN * paid

    return min((option.id for option in ask.options if option.id.startswith("roll:")), key=burden)


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


def full(mind: Mind) -> bool:
    """Whether my character holds as much boost as it can."""
    held = mind.me.grid[4]
    return held is not None and held.boost >= held.face.capacity - 1


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


def best_placement(ask: Ask, ids: list[str], mind: Mind) -> str:
    """First roll again what no slot would catch, the dearest first, as long as there is boost; then as suggested. What
    does not hurt is placed only where that gives something, and the pool is nearly spent."""
    uncaught = [fact.what for fact in ask.ledger if fact.value.startswith("−")]
    second = mind.public.table.crises > 0

    def dread(one: str) -> tuple[float, int]:
        """What the cheapest of these dice would take, and how many they are."""
        faces = one.split(":")[1].split("+")
        return min(price(mind.me.stats[face], second) for face in faces), len(faces)

    again = [
        one
        for one in ids
        if one.startswith("again:") and set(one.split(":")[1].split("+")) <= set(" ".join(uncaught).split())
    ]
    again = [one for one in again if dread(one)[0] >= REROLL or full(mind)]
    until = [one for one in ids if one.startswith("until:")]
    if again and until and all(price(mind.me.stats[name], second) >= REROLL for name in STATS):
        return until[0]
    if again:
        return max(again, key=lambda one: (dread(one)[1], dread(one)[0]))
    if "so" in ids or mind.public.table.pool > 2 * len(mind.public.seats):
        return "so" if "so" in ids else "done"
    puts = ways_to_put(ids, mind)
    gifts = [put for put in puts if put.slot.gives and not put.slot.cost and wants_boost(put.slot, put.held)]
    return min(gifts, key=lambda put: usefulness(put, mind)).id if gifts else "done"


def usefulness(put: Put, mind: Mind) -> float:
    """How much a slot will be missed, less what it gives now."""
    slot = put.slot
    kept = (slot.face == "any") + 0.5 * (slot.text == "any action") + 0.1 * (put.owner != mind.seat)
    return kept + slot.cost - 0.6 * bool(slot.gives)


def wants_boost(slot: SlotFace, held: CardView) -> bool:
    return "boost" not in slot.gives or held.boost < held.face.capacity
