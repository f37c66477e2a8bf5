"""Which action, and where to."""

from __future__ import annotations

from app.games.vantage.bot.mind import Mind, number_in
from app.games.vantage.bot.tolls import TOKEN, price, toll
from app.games.vantage.state import Entry
from app.games.vantage.views import PlaceView
from app.games.vantage.world import STATS, WIDTH, cell, hour, neighbour
from app.kernel import Ask, Option

GUESS = {"move": 2, "look": 2, "engage": 3, "help": 3, "take": 3, "overpower": 4}  # dice, before a cost is read
YIELD = {"move": 0.6, "look": 0.9, "engage": 1.3, "help": 1.3, "take": 2.0, "overpower": 1.6}
REST = {"engage": 0.3, "help": 0.35, "overpower": 0.15}  # how often an action gives back a stat
CENTRE = {"look": 2, "move": 4, "engage": 4, "help": 4, "take": 4, "overpower": 4}
STAR = 3
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
        paid = rest.endswith("+1")
        return onward(option, rest.removesuffix("+1"), mind, paid)
    if kind == "here":
        return YIELD[rest.partition("-")[0]] + rest_in(mind, rest) - stale(mind, rest) - guessed(mind, rest)
    if kind == "centre":
        return errand(rest, mind)
    if kind == "ride":
        return 0.6 + wander(mind) - toll(mind, "move-RIDE", number_in(option.price))
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
    """Of a printed one the cost is known, of an entry it is guessed. Healing is worth what the weakest would gain by it."""
    act = option.id.split(":")[-1] if option.id.startswith("card:") else "overpower-SLAY"
    value = YIELD[act.partition("-")[0]] * 0.6 - barren(act)
    if act in HEALS:
        level = min(who.stats[HEALS[act]] for who in mind.public.seats)
        value = price(level, mind.public.table.crises > 0) if level < 4 else 0.5
    return value - toll(mind, act, number_in(option.price) if option.price else 3)


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


def number_of(place: PlaceView) -> int:
    return int(place.number)


def been(mind: Mind) -> set[int]:
    return {int(place.number) for place in mind.mine.known}


def wander(mind: Mind) -> float:
    """Moving on is worth more where nothing is left to do."""
    done = not any(not action.because for action in mind.place.actions)
    return 0.5 if done else 0.0


def onward(option: Option, side: str, mind: Mind, paid: bool = False) -> float:
    shows = next((one.shows for one in mind.place.compass if one.name == side), "")
    starred = shows == "★"
    to = neighbour(number_of(mind.place), side) if starred or not shows else int(shows)
    dice = STAR if starred else 1
    value = 0.75 + wander(mind)
    if to is None:
        return value - toll(mind, "move-DEPART", dice)
    if paid:
        dice = 0
        value -= TOKEN
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
