"""A bot that plays a character sensibly, from its view alone.

It prefers what gives cards and what the mission asks for, keeps its weakest stat in mind, and places every die that
would hurt on the least precious slot.
"""

from __future__ import annotations

from app.games.vantage.state import State
from app.games.vantage.views import Private, Public, SeatView
from app.games.vantage.world import STATS
from app.kernel import Answer, Ask, Move, Session, Values

HARM = {"time": 3, "morale": 3, "health": 3, "setback": 0, "blank": 0}


def decide(session: Session[State], seat: int) -> Move:
    ask = session.asks[seat]
    view = session.view(seat)
    return Answer(seat, ask.id, answer(ask, view.public, view.private, seat))


def answer(ask: Ask, public: Public, private: Private, seat: int) -> Values:
    ids = [option.id for option in ask.options]
    me = public.seats[seat]
    if ask.kind == "number":
        return (str(min(ask.most, 1 + min(me.stats.values()) // 2)),)
    if not ids:
        return ask.default
    first = ids[0]
    if any(one.startswith("pay:") for one in ids):
        return pay(ask, public, seat)
    if any(one.startswith(("depart:", "here:")) for one in ids):
        return (act(ids, public, private, seat),)
    if first == "go":
        return ("go",)
    if "done" in ids:
        return (best_placement(ids, public),)
    if first.startswith("lose:") or first == "health":
        return (lose_least(ids, me),)
    if "no" in ids and "yes" in ids:
        return ("yes",) if ask.rule in ("VAN-022", "VAN-145", "VAN-172", "VAN-153") else ("no",)
    if first.startswith("pick:"):
        return (pick(ids, ask, me),)
    return ask.default


def pay(ask: Ask, public: Public, seat: int) -> Values:
    """All that is offered; own tokens while more than one die is left and stats are low."""
    theirs = [o.id for o in ask.options if not o.id.startswith(f"pay:{seat}:")]
    mine = [o.id for o in ask.options if o.id.startswith(f"pay:{seat}:")]
    if not theirs and not mine:
        return ()
    low = min(public.seats[seat].stats.values())
    room = ask.most
    chosen = theirs[:room]
    spare = max(0, room - len(chosen) - (1 if low > 2 else 0))
    return (*chosen, *mine[:spare])


def act(ids: list[str], public: Public, private: Private, seat: int) -> str:
    """Fulfil a destiny; the mission's own actions when direction is missing; else look around, act here once, walk on."""
    final = [one for one in ids if one.startswith("final:")]
    if final:
        return final[0]
    me = public.seats[seat]
    turn = public.table.number
    low = min(me.stats.values())
    here = [one for one in ids if one.startswith("here:")]
    centre = [one for one in ids if one.startswith("centre:")]
    healing = [one for one in ids if one.endswith(("help-TEND", "engage-RALLY", "help-REST"))]
    if low <= 1 and healing:
        return healing[turn % len(healing)]
    if centre and low >= 2 and (turn + 2 * seat) % 5 in ((0, 2) if here else (0, 2, 4)):
        return centre[(turn + seat) % len(centre)]
    if here:
        order = ("take", "help", "look", "engage", "move", "overpower")
        ranked = sorted(here, key=lambda one: order.index(one.removeprefix("here:").partition("-")[0]))
        gentle = ranked[: max(1, len(ranked) - (2 if low <= 2 else 0))]
        return gentle[(turn * 5 + seat * 3) % len(gentle)]
    if "end" in ids:
        return "end"
    return _onward(ids, private, turn + seat)


def _onward(ids: list[str], private: Private, salt: int) -> str:
    """A listed number before a star; not back where one has been, if it can be helped."""
    ways = [one for one in ids if one.startswith("depart:")]
    if not ways:
        return ids[salt % len(ids)]
    shows = {side.name: side.shows for side in private.place.compass} if private.place else {}
    been = {place.number for place in private.mine.known}

    def dull(one: str) -> tuple[bool, bool, int]:
        shown = shows.get(one.removeprefix("depart:"), "")
        return shown in been, shown == "★", (salt * 7 + len(one)) % 4

    return min(ways, key=dull)


def best_placement(ids: list[str], public: Public) -> str:
    """Dice that hurt first; blanks and setbacks only where they give something and nothing else needs the slot."""
    gives = {
        slot.id: bool(slot.gives)
        for who in public.seats
        for card in who.grid
        if card is not None
        for slot in card.face.slots
    }
    precise = {
        slot.id: slot.face != "any"
        for who in public.seats
        for card in who.grid
        if card is not None
        for slot in card.face.slots
    }
    puts = [one.split(":") for one in ids if one.startswith("put:")]
    harmful = [p for p in puts if HARM[p[1]]]
    if harmful:
        best = max(harmful, key=lambda p: (precise[p[2]], gives[p[2]]))
        return ":".join(best)
    useful = [p for p in puts if gives[p[2]]]
    return ":".join(useful[0]) if useful else "done"


def lose_least(ids: list[str], me: SeatView) -> str:
    stats = [one for one in ids if one.startswith("lose:")]
    if stats:
        return max(stats, key=lambda one: me.stats[one.removeprefix("lose:")])
    if "both" in ids and me.stats["health"] < min(me.stats["time"], me.stats["morale"]):
        return "both"
    return ids[0]


def pick(ids: list[str], ask: Ask, me: SeatView) -> str:
    names = [one.removeprefix("pick:") for one in ids]
    stats = [name for name in names if name in STATS]
    if stats:
        losing = "Lose" in ask.prompt
        best = max(stats, key=lambda n: me.stats[n]) if losing else min(stats, key=lambda n: me.stats[n])
        return f"pick:{best}"
    return ids[(me.coins + sum(me.stats.values())) % len(ids)]
