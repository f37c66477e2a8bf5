"""A bot that plays a character sensibly, from its view alone: it has not read what it has not been told.

It walks on to places it does not know, tries what they offer, does what the mission asks for wherever that is possible,
spends tokens and boost before they are needed more, and looks after whoever is worst off.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from app.games.vantage.state import State
from app.games.vantage.views import CardView, Private, Public, SeatView
from app.games.vantage.world import CATEGORIES, STATS
from app.kernel import Answer, Ask, Move, Option, Session, Use, Values

HARM = {"time": 1, "morale": 1, "health": 1, "setback": 0, "blank": 0}
CURIOUS = {
    "take": 1.15,
    "engage": 1.05,
    "help": 1.0,
    "overpower": 0.95,
    "look": 0.95,
    "move": 0.75,
}  # worth of the unread
PRINTED = {
    "help-TEND": 1.3,
    "engage-RALLY": 1.3,
    "help-REST": 1.1,
    "take-SAMPLE": 1.2,
    "take-SCAVENGE": 1.25,
    "help-MEND": 0.5,
    "take-GATHER": 0.5,
    "help-TRAIN": 0.7,
    "engage-PARLEY": 0.35,
    "look-MAP": 0.4,
    "help-UPGRADE": 0.9,
    "move-RIDE": 0.7,
}  # what is printed on cards that everybody may read
IDLE = (
    "move-SCOUT",
    "help-BRACE",
    "look-SIGHT",
    "look-LISTEN",
    "look-TEST",
    "help-STOW",
    "overpower-HOLD",
    "move-FORCE",
)
USUAL_COST = 2.6
HERE, ONWARD, STEP = 0.7, 2.2, 3.4  # what a place, a way and a step toward a goal are worth besides
YES = ("VAN-022", "VAN-145", "VAN-153", "VAN-172", "VAN-204")


def decide(session: Session[State], seat: int) -> Move:
    ask = session.asks[seat]
    view = session.view(seat)
    used = offer(ask, session.offers(seat), view.public, seat)
    if used is not None:
        return used
    return Answer(seat, ask.id, answer(ask, view.public, view.private, seat))


def lot(*facts: object) -> float:
    """A number from 0 to 1 that is always the same for the same facts."""
    digest = hashlib.blake2b(repr(facts).encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") / 0xFFFFFFFF


# At any time -----------------------------------------------------------------------------------------------------


def offer(ask: Ask, offers: Sequence[Option], public: Public, seat: int) -> Use | None:
    """Powers when they help, and a standing word that others may use my tokens."""
    me = public.seats[seat]
    listed = {option.id: option for option in offers}
    if "standing" in listed:
        missing = next((skill for skill in CATEGORIES if me.standing.get(skill) != 3), None)
        if missing is not None:
            return Use(seat, "standing", (f"{missing}=3",))
    ids = [option.id for option in ask.options]
    acting = any(one.startswith(("depart:", "here:", "centre:")) for one in ids)
    placing = "done" in ids
    paying = ask.rule == "VAN-090"
    for option in offers:
        if not option.id.startswith("power:"):
            continue
        text = option.label.partition(": ")[2]
        if placing and "reroll" in text and _hurts(ids, public) and public.table.turn == seat:
            return Use(seat, option.id)
        if paying and "less" in text and ask.most > 0 and _fits(text, public):
            return Use(seat, option.id)
        if acting and _wanted(text, option, me):
            return Use(seat, option.id)
    return None


def _fits(text: str, public: Public) -> bool:
    """A cheaper action: only of the kind that it names."""
    title = public.help.title if public.help else ""
    named = [skill for skill in CATEGORIES if skill in text]
    return not named or any(title.startswith(skill) for skill in named)


def _hurts(ids: list[str], public: Public) -> bool:
    """Some die would hurt, and there is no slot for it."""
    placed = {one.split(":")[1] for one in ids if one.startswith("put:")}
    return any(HARM[die.face] and not die.slot and die.face not in placed for die in public.dice)


def _wanted(text: str, option: Option, me: SeatView) -> bool:
    gained = [stat for stat in STATS if re.search(rf"\b{stat}\b", text)]
    if gained and "gain" in text + " gain":
        return min(me.stats[stat] for stat in gained) <= 3
    if re.search(r"gain 1 coin or 1 \w+", text):
        boost = next((card.boost for card in me.grid if card and f"power:{card.face.id}:" in option.id), 0)
        return boost >= 4
    return False


# Answers ---------------------------------------------------------------------------------------------------------


def answer(ask: Ask, public: Public, private: Private, seat: int) -> Values:
    ids = [option.id for option in ask.options]
    me = public.seats[seat]
    if ask.kind == "number":
        return (str(effort(ask, public, seat)),)
    if not ids:
        return ask.default
    first = ids[0]
    if any(one.startswith("pay:") for one in ids):
        return tuple(ids[: ask.most])
    if any(one.startswith(("depart:", "here:", "centre:", "card:8")) for one in ids) and ask.rule == "VAN-061":
        return (act(ask, public, private, seat),)
    if first == "go":
        return ("go",)
    if "done" in ids:
        return (best_placement(ids, public, seat),)
    if first.startswith("lose:") or first == "health":
        return (lose_least(ids, me),)
    if first.startswith("die:"):
        return (max(ask.options, key=lambda option: HARM.get(option.label, 0)).id,)
    if "no" in ids and "yes" in ids:
        return ("yes",) if ask.rule in YES else ("no",)
    if first.startswith("pick:"):
        return (pick(ask, me),)
    if first.startswith("seat:"):
        return (min(ids, key=lambda one: min(public.seats[int(one[5:])].stats.values())),)
    return ask.default


def effort(ask: Ask, public: Public, seat: int) -> int:
    """X: as much as tokens pay, and a little more while one is well."""
    me = public.seats[seat]
    title = public.help.title if public.help else ""
    tokens = sum(who.skills.get(title.partition("-")[0], 0) for who in public.seats)
    return max(ask.least, min(ask.most, tokens + (3 if min(me.stats.values()) >= 4 else 1)))


# Which action ----------------------------------------------------------------------------------------------------


def act(ask: Ask, public: Public, private: Private, seat: int) -> str:
    ids = [option.id for option in ask.options]
    final = [one for one in ids if one.startswith("final:")]
    if final:
        return final[0]
    scores = {option.id: score(option, ids, public, private, seat) for option in ask.options}
    best = max(ids, key=lambda one: scores[one])
    if "end" in ids and (scores[best] < 0.2 or best == "end"):
        return "end"
    return best


def score(option: Option, ids: list[str], public: Public, private: Private, seat: int) -> float:
    """What it may bring, less what the dice may take."""
    me = public.seats[seat]
    kind, _, rest = option.id.partition(":")
    salt = 0.25 * lot(public.table.number, seat, option.id)
    here = [one for one in ids if one.startswith("here:")]
    match kind:
        case "here":
            return HERE + CURIOUS[rest.partition("-")[0]] + salt - risk(rest, USUAL_COST, public, seat)
        case "centre":
            name = rest.partition(":")[2]
            return goal(name, ids, public, private, seat, bool(here)) + salt - risk(name, 3.6, public, seat)
        case "card" | "part" | "ride":
            return card(option, public, private, seat) + salt
        case "depart":
            return (
                onward(rest, private, bool(here), seat, public.table.number)
                + salt
                - risk("move-WALK", dice_of(option.note, 2.2), public, seat)
            )
        case "end":
            return 0.25
    return salt if me.character else 0.0


def risk(name: str, cost: float, public: Public, seat: int) -> float:
    """The loss to be expected: half a stat for each die that neither a token nor a slot takes, dearer when one is low."""
    me = public.seats[seat]
    skill = name.partition("-")[0]
    tokens = sum(who.skills.get(skill, 0) for who in public.seats)
    slots = sum(_takes(held, name) for held in me.grid if held is not None)
    slots += sum(
        _takes(held, name, impact=True)
        for who in public.seats
        if who.id != seat
        for held in who.grid
        if held is not None
    )
    hurting = 0.5 * max(0.0, cost - tokens)
    left = max(0.12 * hurting, hurting - 0.4 * slots)
    low = min(me.stats.values())
    return 0.85 * left * {0: 4.0, 1: 2.6, 2: 1.5, 3: 1.0}.get(low, 0.7)


def _takes(held: CardView, name: str, *, impact: bool = False) -> int:
    """Open slots of a card that may serve an action, as far as its name tells."""
    return sum(
        not held.dice[index]
        and (slot.impact or not impact)
        and (slot.text.startswith(("any action", name.partition("-")[0])) and slot.cost <= held.boost)
        for index, slot in enumerate(held.face.slots)
    )


def goal(name: str, ids: list[str], public: Public, private: Private, seat: int, busy: bool) -> float:
    """The actions of missions and destinies: those that are possible here only come first."""
    skill = name.partition("-")[0]
    eager = min(1.0, 0.2 + 0.05 * (public.table.number // len(public.seats)))  # first one looks around
    if skill == "look":
        return 0.55
    if skill == "move":
        able = any(one.startswith("centre:") and ":look-" not in one and ":move-" not in one for one in ids)
        return 0.3 if able or (busy and lot(public.table.number, seat) < 0.4) else ONWARD * eager
    return STEP * eager


def card(option: Option, public: Public, private: Private, seat: int) -> float:
    me = public.seats[seat]
    _, _, rest = option.id.partition(":")
    name = rest.partition(":")[2] or "move-RIDE"
    cost = dice_of(option.note, 3.0)
    low = min(me.stats.values())
    if name in IDLE:
        worth = 0.1
    elif name in ("help-TEND", "engage-RALLY", "help-REST"):
        weakest = min(min(who.stats.values()) for who in public.seats) if name != "help-REST" else low
        worth = PRINTED[name] + (1.2 if weakest <= 1 else 0.5 if weakest == 2 else -0.5)
    else:
        worth = PRINTED.get(name, 1.0)
    return worth - risk(name, cost, public, seat)


def dice_of(note: str, usual: float) -> float:
    found = re.search(r"(\d+) dice", note) or re.search(r"cost (\d+)", note)
    return float(found.group(1)) if found else usual


def onward(side: str, private: Private, busy: bool, seat: int, number: int) -> float:
    """To where one has not been; away from where there is nothing left to do."""
    shows = {one.name: one.shows for one in private.place.compass} if private.place else {}
    been = {place.number for place in private.mine.known}
    shown = shows.get(side, "")
    fresh = 0.0 if shown in been else 0.55
    leaning = 0.12 * lot(seat, number // 6, side)  # a direction that one keeps for a while
    return (0.2 if busy else 0.75) + fresh + leaning


# Dice and losses -------------------------------------------------------------------------------------------------


def best_placement(ids: list[str], public: Public, seat: int) -> str:
    """Dice that hurt first, the weakest stat's before all; on the slot that is least precious to anybody."""
    slots = {
        slot.id: (slot.face != "any", bool(slot.gives), -slot.cost, who.id == seat)
        for who in public.seats
        for held in who.grid
        if held is not None
        for slot in held.face.slots
    }
    stats = public.seats[seat].stats
    puts = [one.split(":") for one in ids if one.startswith("put:")]
    harmful = [put for put in puts if HARM[put[1]]]
    if harmful:
        best = max(harmful, key=lambda put: (-stats.get(put[1], 9), slots[put[2]]))
        return ":".join(best)
    useful = [put for put in puts if slots[put[2]][1] and slots[put[2]][3] and public.table.pool >= 4]
    return ":".join(useful[0]) if useful else "done"


def lose_least(ids: list[str], me: SeatView) -> str:
    stats = [one for one in ids if one.startswith("lose:")]
    drops = [one for one in ids if one.startswith("drop:")]
    if stats:
        best = max(stats, key=lambda one: me.stats[one.removeprefix("lose:")])
        return drops[0] if drops and me.stats[best.removeprefix("lose:")] <= 2 else best
    if "both" in ids and me.stats["health"] < min(me.stats["time"], me.stats["morale"]):
        return "both"
    return ids[0]


def pick(ask: Ask, me: SeatView) -> str:
    """Stats by need, tokens by scarcity; of options the first that costs nothing, and not always the same."""
    names = [option.id.removeprefix("pick:") for option in ask.options]
    stats = [name for name in names if name in STATS]
    if stats:
        losing = "Lose" in ask.prompt
        best = max(stats, key=lambda n: me.stats[n]) if losing else min(stats, key=lambda n: me.stats[n])
        return f"pick:{best}"
    skills = [name for name in names if name in CATEGORIES]
    if skills:
        return f"pick:{min(skills, key=lambda name: me.skills[name])}"
    return max(ask.options, key=lambda option: lot(ask.prompt, option.id, me.coins) - (0.4 if option.note else 0.0)).id
