"""What a play is worth to a seat, in Shards: for the computer players, who know what their seat knows.

A Shard that another Citadel loses is worth a part of one: more of it the fewer rivals there are, and more if it is the
leader who loses it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.games.fantos.components import LABOR, LEGACIES
from app.games.fantos.queries import (
    able,
    active_legacy,
    clockwise,
    find,
    in_force,
    left,
    living,
    own,
    owner,
    reigning_seat,
    right,
    running,
    stat,
    targets,
    total,
    trial,
    untasked,
)
from app.games.fantos.scores import dice_of, entrants_of, score, sides
from app.games.fantos.state import Action, Item, Legacy, Seat, State

DIE_MEAN = 10 / 6
TITLE = 1.5  # what the Tribute Marker is worth
CARD = 0.8  # what a Labor card in the hand is worth
CONTESTS = ("harvest", "war", "tribute", "special")

# How much a seat likes a Trial in play; what depends on the table is in `likes`.
TRIAL_WORTH = {
    "overtime": 0.6,
    "stimulus": 0.5,
    "dark-unions": 0.6,
    "red-comet": 0.2,
    "rationing": -0.8,
    "iridium-fog": -0.6,
    "gravity-well": -0.7,
    "void-leeches": -1.0,
    "black-sun": -1.0,
    "wardens-tithe": -1.2,
    "star-witch": -0.3,
}


class Judge:
    """The table as one seat sees it."""

    def __init__(self, s: State, seat: Seat) -> None:
        self.s, self.seat = s, seat
        self.others = [other for other in living(s) if other != seat]
        leader = max(self.others, key=lambda other: (total(s, other), -other), default=None)
        base = 1 / max(1, len(self.others))
        self.risk = self._risk()
        self.weight = {other: min(1.0, base + (0.15 if other == leader else 0.0)) for other in self.others}

    # Shards that move -------------------------------------------------------------------------------------------------

    def gain(self, seat: Seat | None, amount: float) -> float:
        """What it is worth to me that this Citadel gains so much (or loses it, below 0)."""
        if seat is None:
            return 0.0
        return amount if seat == self.seat else -amount * self.weight.get(seat, 0.0)

    def payer(self) -> Seat:
        """Whom I would rather see pay."""
        return max(self.others, key=lambda other: (self.weight[other], self.s.citadels[other].reserve, -other))

    def mine(self) -> list[Legacy]:
        return [legacy for legacy in self.s.citadels[self.seat].legacies if legacy.status != "disabled"]

    def is_mine(self, name: str) -> bool:
        return owner(self.s, name) == self.seat

    def force(self, legacy: Legacy, kind: str, *, defends: bool = False) -> float:
        return stat(self.s, legacy.id, kind, None, defends) + DIE_MEAN

    def staying(self, legacy: Legacy) -> float:
        """What an untasked Legacy of mine is worth as a guard until my next turn."""
        return self.risk * self.force(legacy, "war", defends=True)

    def _risk(self) -> float:
        """How much of its force a guard will save me: much of it if I am likely to be attacked."""
        attackers = self.attackers()
        if not attackers:
            return 0.0
        attack = max(sum(self.force(x, "war") for x in self.s.citadels[seat].legacies) for seat in attackers)
        guard = sum(self.force(x, "war", defends=True) for x in self.mine() if x.status == "untasked")
        return 0.5 if attack > guard - 3 else 0.15

    def attackers(self) -> list[Seat]:
        """Who may still attack me before my next turn."""
        s = self.s
        acted = s.active == self.seat or s.completed > 0 or s.phase not in ("untask", "action")
        order = clockwise(s, s.active)[acted:]
        coming = order[: order.index(self.seat)] if self.seat in order else order
        return [other for other in coming if self.seat == self._aims_war(other) or reigning_seat(s) == other]

    def _aims_war(self, seat: Seat) -> Seat:
        return right(self.s, seat) if trial(self.s, "bad-blood") else left(self.s, seat)

    # Contests -------------------------------------------------------------------------------------------------------

    def outcome(self, action: Action, changes: dict[int, float] | None = None) -> float:
        """What this contest will bring me as its scores stand, with changes."""
        more = changes or {}
        scores = {side: max(0.0, score(self.s, action, side) + more.get(side, 0.0)) for side in sides(action)}
        if action.kind == "harvest":
            return self.gain(action.seat, scores[action.seat])
        if action.kind == "war":
            return self._war(action, scores)
        if action.kind == "duel":
            return self._duel(action, scores)
        return self._tribute(scores)

    def _war(self, action: Action, scores: dict[int, float]) -> float:
        assert action.target is not None
        margin = scores[action.seat] - scores[action.target]
        loser = action.target if margin > 0 else action.seat
        winner = action.seat if margin > 0 else action.target
        damage = abs(margin)
        if any(entrant.legacy == "foundry-guard" for entrant in entrants_of(action, loser)):
            damage = max(0.0, damage - 2)
        fallen = 0.4 * damage if loser == self.seat else 0.0  # Legacies that may go with the Shards
        return self.gain(winner, damage) + self.gain(loser, -damage) - fallen

    def _duel(self, action: Action, scores: dict[int, float]) -> float:
        if len(action.entrants) < 2:
            return 0.0
        margin = scores[0] - scores[1]
        winner, loser = action.entrants if margin > 0 else action.entrants[::-1]
        held = find(self.s, loser.legacy)
        moved = min(abs(margin), held.shards if held is not None else 0)
        return self.gain(winner.seat, moved) + self.gain(loser.seat, -moved)

    def _tribute(self, scores: dict[int, float]) -> float:
        if not scores:
            return 0.0
        ranked = sorted(scores, key=lambda side: -scores[side])
        reward = scores[ranked[0]] - (scores[ranked[1]] if len(ranked) > 1 else 0.0)
        winner = ranked[0]
        if winner == self.seat:
            return (reward + TITLE) * (1 if reward > 0 else 0.5) + reward * self.weight[self.payer()]
        return -(reward + TITLE) * self.weight.get(winner, 0.0) - reward / max(1, len(self.others))

    def change(self, action: Action | None, side: int, amount: float) -> float:
        """What a plus or minus on one score is worth."""
        if action is None:
            return 0.0
        return self.outcome(action, {side: amount}) - self.outcome(action)

    def best_change(self, action: Action | None, amounts: Sequence[float]) -> float:
        if action is None:
            return 0.0
        return max((self.change(action, side, x) for side in sides(action) for x in amounts), default=0.0)

    def cancelled(self, action: Action | None) -> float:
        return 0.0 if action is None else -self.outcome(action)

    def without(self, action: Action | None, name: str) -> float:
        """What it is worth that this Legacy leaves the contest."""
        if action is None:
            return 0.0
        side = self.side_of(action, name)
        if side is None:
            return 0.0
        if action.kind != "special" and side == action.seat and len(entrants_of(action, side)) == 1:
            return self.cancelled(action)
        faces = sum(die.face for die in dice_of(action, side) if die.legacy == name)
        entrant = next(e for e in action.entrants if e.legacy == name)
        defends = action.kind == "war" and side == action.target
        return self.change(action, side, -stat(self.s, name, action.kind, entrant, defends) - faces - entrant.bonus)

    def side_of(self, action: Action, name: str) -> int | None:
        return next((x for x in sides(action) if any(e.legacy == name for e in entrants_of(action, x))), None)

    def die(self, action: Action | None, number: int, face: float) -> float:
        """What it is worth that this die shows so much."""
        if action is None:
            return 0.0
        for side in sides(action):
            for die in dice_of(action, side):
                if die.id == number:
                    return self.change(action, side, face - die.face)
        return 0.0

    # Legacies -------------------------------------------------------------------------------------------------------

    def body(self, name: str) -> float:
        """What a Legacy is worth beside its Shards."""
        card = LEGACIES[name]
        late = 0.4 if self.s.final is not None else 1.0
        return late * (0.8 + 0.5 * card.harvest + 0.45 * card.war + 0.35 * card.tribute + EXTRA.get(name, 0.3))

    def loses(self, name: str) -> float:
        """What it is worth to me that this Legacy goes, Shards and all."""
        legacy, seat = find(self.s, name), owner(self.s, name)
        if legacy is None:
            return 0.0
        reign = TITLE if self.s.reigning == name else 0.0
        return self.gain(seat, -(legacy.shards + self.body(name) + reign))

    def disabled(self, name: str) -> float:
        """A disabled Legacy returns, unless the game is over before its Citadel's next turn."""
        legacy, seat = find(self.s, name), owner(self.s, name)
        if legacy is None or seat is None:
            return 0.0
        final = self.s.final
        gone = legacy.shards if final is not None and seat not in final.waiting else 0
        reign = TITLE if self.s.reigning == name else 0.0
        use = 0.6 * self.force(legacy, "war") if legacy.status == "untasked" else 0.2
        return self.gain(seat, -(gone + reign + use + len(legacy.labor)))

    def shackled(self, name: str) -> float:
        """What it is worth that this untasked Legacy is tasked to nothing."""
        s, legacy, seat = self.s, active_legacy(self.s, name), owner(self.s, name)
        if legacy is None or legacy.status != "untasked" or seat is None or seat == self.seat:
            return -1.0
        force = self.force(legacy, "war")
        action = running(s, "war")
        if action is not None and action.step == "declared" and action.seat == self.seat and action.target == seat:
            return force * (1 + self.weight[seat])
        if s.phase != "action" or s.action is not None:
            return 0.0
        if s.active == self.seat and not s.completed and "war" not in s.attempted and seat in targets(s):
            return force if self.war(seat) > 1 else 0.0
        if s.active == seat and self.seat in targets(s) and self.war(self.seat, seat) > 1:
            return force
        return 0.0

    def freed(self, name: str) -> float:
        """What it is worth that this tasked Legacy of mine is untasked again."""
        s, legacy = self.s, find(self.s, name)
        if legacy is None or not self.is_mine(name):
            return 0.0
        if s.phase == "closing" and name == "navigator" and s.active == self.seat:
            return 2.0
        action = running(s, "war")
        if action is not None and action.step == "declared" and action.target == self.seat and "war" not in legacy.done:
            return self.force(legacy, "war", defends=True) * 1.3
        if running(s, *CONTESTS) is not None and self.side_of(running(s, *CONTESTS), name) is not None:  # type: ignore[arg-type]
            return 0.0
        if s.phase == "action" and s.active == self.seat and not s.completed and s.action is None:
            return max(self.force(legacy, kind) for kind in ("harvest", "war"))
        late = s.active == self.seat and s.phase in ("hiring", "discard", "closing")
        return self.staying(legacy) * (1.0 if late else 0.5)

    # What Fantos Actions bring ----------------------------------------------------------------------------------------

    def war(self, target: Seat, attacker: Seat | None = None) -> float:
        """The margin that this attack may be expected to have."""
        s = self.s
        seat = self.seat if attacker is None else attacker
        attack = sum(self.force(x, "war") for x in able(s, seat, "war"))
        guards = able(s, target, "war")
        defence = sum(self.force(x, "war", defends=True) for x in guards)
        castle = 3 if own(s, target, "castellan") is not None else 1
        return attack - max(defence, castle * DIE_MEAN)

    # What lies on the stack -------------------------------------------------------------------------------------------

    def item(self, item: Item) -> float:
        """What it is worth to me that this item takes effect."""
        judged = ITEMS.get(item.title)
        return judged(self, item) if judged is not None else 0.0

    def aimed_at(self, name: str) -> float:
        """How much the stack is about to take from this Legacy of mine."""
        return sum(
            -min(0.0, self.item(item))
            for item in self.s.stack
            if not item.cancelled and item.aim[:1] == [f"legacy:{name}"]
        )

    # Cards ----------------------------------------------------------------------------------------------------------

    def card(self, title: str) -> float:
        """What a Labor card is worth in a hand."""
        if trial(self.s, "star-witch"):
            return CARD / 2
        return WORTH.get(title, CARD)

    def payable(self) -> bool:
        return bool(untasked(self.s, self.seat))

    def likes(self, name: str) -> float:
        """How much I like this Trial to be in play."""
        s = self.s
        if name == "great-levy":
            mine = s.citadels[self.seat].reserve
            return -1.0 if mine >= max(s.citadels[seat].reserve for seat in living(s)) else 0.5
        if name == "bad-blood":
            return 0.3 * (self.war(right(s, self.seat)) - self.war(left(s, self.seat)))
        if name == "red-comet":
            strongest = max((stat(s, x.id, "duel") for x in self.mine()), default=0)
            rivals = [stat(s, x.id, "duel") for seat, x in in_force(s) if seat != self.seat]
            return 0.3 * (strongest - max(rivals, default=0))
        if name in ("overtime", "black-sun", "iridium-fog"):
            mine = sum(x.shards > 0 and LEGACIES[x.id].harvest for x in self.mine())
            theirs = [LEGACIES[x.id].harvest for seat, x in in_force(s) if seat != self.seat]
            ahead = mine - sum(theirs) / max(1, len(self.others))
            return TRIAL_WORTH[name] * (1 + 0.3 * ahead)
        return TRIAL_WORTH.get(name, 0.0)


# What some Legacies are worth for their ability, and some Labor in a hand.
EXTRA = {
    "navigator": 2.5,
    "alchemist": 1.8,
    "sperviter": 1.8,
    "usurer": 1.2,
    "bloodletter": 1.6,
    "diver": 1.4,
    "freeman": 1.2,
    "quarryman": 0.8,
    "marquis": 0.8,
    "castellan": 0.6,
    "champion": 0.6,
    "foundry-guard": 0.5,
    "archivist": 0.9,
    "inquisitor": 0.7,
    "cutpurse": 1.0,
    "herzog": 0.6,
    "houndkeeper": 0.7,
    "pikemaster": 0.4,
    "flagellants": 0.6,
}
WORTH = {
    "raid": 2.5,
    "mercenaries": 1.6,
    "strip-mine": 1.6,
    "a-time-of-peace": 1.4,
    "shell-game": 1.2,
    "mill-fee": 1.3,
    "camp-followers": 1.2,
    "sabotage": 0.9,
    "duel": 1.0,
    "forced-march": 0.7,
    "shackles": 0.7,
    "iron-pick": 1.2,
    "council": 0.4,
    "forged-writ": 0.3,
    "field-surgeon": 0.3,
}


def _score_item(judge: Judge, item: Item) -> float:
    _, side, amount = item.aim[0].split(":")
    return judge.change(running(judge.s, *CONTESTS), int(side), int(amount))


def _cancels(judge: Judge, item: Item) -> float:
    return judge.cancelled(running(judge.s, *CONTESTS))


def _cancels_item(judge: Judge, item: Item) -> float:
    sort, _, rest = item.aim[0].partition(":")
    if sort == "attached":
        return judge.gain(owner(judge.s, rest.split(":")[0]), -1.0)
    other = next((x for x in judge.s.stack if x.id == int(rest)), None)
    return -judge.item(other) if other is not None and other.id != item.id else 0.0


def _aimed(item: Item) -> str:
    return item.aim[0].partition(":")[2]


def _raid(judge: Judge, item: Item) -> float:
    taker = int(item.aim[1].partition(":")[2])
    return judge.gain(int(_aimed(item)), -3) + judge.gain(taker, 3)


def _duel(judge: Judge, item: Item) -> float:
    names = [entrant.legacy for entrant in item.duel]
    if len(names) < 2:
        return 0.0
    margin = stat(judge.s, names[0], "duel", item.duel[0]) - stat(judge.s, names[1], "duel", item.duel[1])
    winner, loser = names if margin > 0 else names[::-1]
    held = find(judge.s, loser)
    moved = min(abs(margin), held.shards if held is not None else 0)
    return judge.gain(owner(judge.s, winner), moved) + judge.gain(owner(judge.s, loser), -moved)


def _from_reserve(amount: int) -> Callable[[Judge, Item], float]:
    """Shards that go from whoever is meant to whoever played it."""

    def judged(judge: Judge, item: Item) -> float:
        action = judge.s.action
        payer: Seat | None = None
        if item.aim and item.aim[0].startswith("seat:") and item.title == "sperviter":
            payer = int(_aimed(item))
        elif action is not None:
            payer = action.winner if item.title == "brigands" else action.seat
        return judge.gain(item.seat, amount) + judge.gain(payer, -amount)

    return judged


ITEMS: dict[str, Callable[[Judge, Item], float]] = {
    "raid": _raid,
    "mercenaries": _score_item,
    "strip-mine": _score_item,
    "sabotage": _score_item,
    "pilgrimage": _score_item,
    "troubadour": _score_item,
    "sapper": _score_item,
    "quarryman": lambda judge, item: judge.change(running(judge.s, "war"), item.seat, 3),
    "banneret": lambda judge, item: judge.change(running(judge.s, "war"), item.seat, 2),
    "loaded-die": lambda judge, item: judge.die(
        running(judge.s, *CONTESTS), int(_aimed(item)), int(item.aim[1].partition(":")[2])
    ),
    "freeman": _cancels,
    "bled-dry": _cancels,
    "a-time-of-peace": _cancels,
    "shell-game": _cancels_item,
    "clever-ruse": _cancels_item,
    "mill-fee": lambda judge, item: (
        judge.gain(int(_aimed(item)), 2) + (judge.gain(judge.s.action.seat, -2) if judge.s.action is not None else 0.0)
    ),
    "diver": _from_reserve(2),
    "brigands": _from_reserve(3),
    "sperviter": _from_reserve(2),
    "alchemist": lambda judge, item: judge.gain(item.seat, 3),
    "usurer": lambda judge, item: judge.gain(item.seat, 2) - 1 * (item.seat != judge.seat),
    "bloodletter": lambda judge, item: judge.gain(item.seat, 2) + judge.gain(owner(judge.s, _aimed(item)), -2),
    "executioner": lambda judge, item: judge.loses(_aimed(item)),
    "oubliette": lambda judge, item: judge.disabled(_aimed(item)),
    "shackles": lambda judge, item: -2.0 if judge.is_mine(_aimed(item)) else 0.0,
    "mesmerist": lambda judge, item: -2.0 if judge.is_mine(_aimed(item)) else 0.0,
    "clockmaker": lambda judge, item: judge.without(running(judge.s, *CONTESTS), _aimed(item)),
    "inquisitor": lambda judge, item: -1.5 if int(_aimed(item)) == judge.seat else 0.0,
    "cutpurse": lambda judge, item: -1.2 if int(_aimed(item)) == judge.seat else 0.0,
    "eavesdropper": lambda judge, item: -1.0 if int(_aimed(item)) == judge.seat else 0.0,
    "scavengers": lambda judge, item: judge.gain(int(_aimed(item)), 2 * CARD),
    "duel": _duel,
    "knight": _duel,
    "red-comet": _duel,
    "camp-followers": lambda judge, item: (
        judge.gain(int(_aimed(item)), 3) + (judge.gain(judge.s.action.seat, -2) if judge.s.action is not None else 0.0)
    ),
    "council": lambda judge, item: -judge.likes(_aimed(item)),
    "gong-farmer": lambda judge, item: judge.gain(item.seat, item.paid),
}


def hand_value(judge: Judge, hand: Sequence[str]) -> float:
    return sum(judge.card(card) for card in hand)


def cheapest(judge: Judge, hand: Sequence[str], count: int) -> list[str]:
    """The cards one would miss least; copies count as one each."""
    return sorted(hand, key=lambda card: (judge.card(card), card))[:count]


def cost(title: str) -> float:
    """What playing a Labor card costs: its Shards; the card itself is drawn anew."""
    return LABOR[title].cost + 0.3
