"""What every card and ability is made of: when it may be played, at whom, and what it does.

Which effects are there is found by looking at hands and at what is in play (`ABILITIES`, `LABOR_EFFECTS`); nothing is
ever registered in the state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from app.games.fantos.components import title
from app.games.fantos.queries import everyone, living, owner, payers, running, stat
from app.games.fantos.scores import sides
from app.games.fantos.state import Action, Change, Die, Item, Legacy, Seat, State
from app.games.fantos.words import shards
from app.kernel import Option, Play, Script, choose

# The windows, and the active Citadel's own asks in phases 2 and 5 (FAN-172).
OPEN, DECLARED, ROLLED, AFTER = "OPEN", "DECLARED", "ROLLED", "AFTER"
ROOM, REVEALED, VOTED, FLOOR = "ROOM", "REVEALED", "VOTED", "FLOOR"
DUEL_ROLLED, DUEL_AFTER, CLOSING, RESPONSE = "DUEL ROLLED", "DUEL AFTER", "CLOSING", "RESPONSE"
DAWN, BALLOT, HIRED = "DAWN", "BALLOT", "HIRED"
ACT, HIRE = "ACT", "HIRE"

GENERAL = frozenset((DAWN, OPEN, DECLARED, ROLLED, REVEALED, BALLOT, FLOOR, DUEL_ROLLED, HIRED, CLOSING))
OWN_ASKS = frozenset((ACT, HIRE))
INSTANT = GENERAL | OWN_ASKS | {RESPONSE}


@dataclass(frozen=True, slots=True)
class Context:
    """Who plays where."""

    s: State
    seat: Seat
    window: str
    source: str = ""  # the Legacy whose ability it is

    def others(self) -> list[Seat]:
        return [seat for seat in living(self.s) if seat != self.seat]


class Effect:
    """One card title or ability."""

    id: ClassVar[str]
    windows: ClassVar[frozenset[str]]
    aimed: ClassVar[bool] = True  # it names a target when played
    prompt: ClassVar[str] = "Choose a target"

    def when(self, c: Context) -> bool:
        """Conditions beside window and target. Public facts only, for abilities (FAN-181)."""
        return True

    def legacies(self, c: Context) -> list[str] | None:
        """The Legacies it may be aimed at; None if it is aimed at something else."""
        return None

    def targets(self, c: Context) -> Sequence[Option]:
        return legacy_options(c.s, self.legacies(c) or ())

    def fits(self, c: Context) -> bool:
        return c.window in self.windows and self.when(c) and (not self.aimed or self._has_target(c))

    def _has_target(self, c: Context) -> bool:
        names = self.legacies(c)
        return bool(self.targets(c)) if names is None else bool(names)

    def aim(self, g: Play[State], c: Context) -> Script[list[str]]:
        """Targets and choices, named while playing (FAN-173)."""
        if not self.aimed:
            return []
        return [(yield from pick(c.seat, f"{title(self.id)}: {self.prompt}", self.targets(c)))]

    def issued(self, g: Play[State], item: Item) -> Script[None]:
        """What happens with the payment already (a Duel tasks both, FAN-137)."""
        yield from ()

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        raise NotImplementedError

    def still(self, g: Play[State], item: Item) -> bool:
        """FAN-179: whether the first target is still legal."""
        c = Context(g.state, item.seat, item.window, item.title if item.kind == "ability" else "")
        return not self.aimed or item.aim[0] in [option.id for option in self.targets(c)]


class Ability(Effect):
    """An ability that its Citadel uses: Task, Spend, Discard (native ones are looked up where they count)."""

    spend: ClassVar[int] = 0
    tasks: ClassVar[bool] = True
    discards: ClassVar[bool] = False

    def ready(self, c: Context, legacy: Legacy) -> bool:
        """Whether the Legacy itself can meet the conditions (FAN-156)."""
        least = self.spend + (1 if self.tasks and not self.discards else 0)  # FAN-053: it must be there to be tasked
        if legacy.status == "disabled" or legacy.shards < max(1, least):
            return False
        if self.discards:  # FAN-159: tasked or untasked
            return True
        return legacy.status == "untasked" and not (self.tasks and "ability" in legacy.done)  # FAN-048


class Labor(Effect):
    """A Labor card played from hand."""

    attaches: ClassVar[bool] = False

    def payers(self, c: Context) -> list[Legacy]:
        return payers(c.s, c.seat, self.id)


ABILITIES: dict[str, Ability] = {}
LABOR_EFFECTS: dict[str, Labor] = {}
STANDING: dict[str, Effect] = {}  # plays that come from attached Labor or a Trial

A = TypeVar("A", bound=type[Ability])
B = TypeVar("B", bound=type[Labor])


def ability(cls: A) -> A:
    ABILITIES[cls.id] = cls()
    return cls


def labor(cls: B) -> B:
    LABOR_EFFECTS[cls.id] = cls()
    return cls


# Options ------------------------------------------------------------------------------------------------------------


@contextmanager
def open_to_trade(s: State) -> Iterator[None]:
    """FAN-211: while this is being decided, offers can be made and accepted."""
    s.trade_open = True
    try:
        yield
    finally:
        s.trade_open = False


def pick(seat: Seat, prompt: str, options: Sequence[Option]) -> Script[str]:
    """Asks only where there is a choice."""
    if len(options) == 1:
        return options[0].id
    chosen = yield from choose(seat, prompt, options, public="plays a card", rule="FAN-173")
    return chosen


def legacy_options(s: State, names: Sequence[str], kind: str = "", *, defends: bool = False) -> list[Option]:
    """Legacies by their names; for an action each with the stat that counts in it."""
    if not names:
        return []
    there = {legacy.id: (seat, legacy) for seat, legacy in everyone(s)}
    return [_legacy_option(s, *there[name], kind, defends) for name in names]


def _legacy_option(s: State, seat: Seat, legacy: Legacy, kind: str, defends: bool) -> Option:
    name = legacy.id
    held = shards(legacy.shards)
    if not kind:
        state = f"{legacy.status}, {held}" if legacy.status != "disabled" else "disabled"
        return Option(f"legacy:{name}", f"{title(name)} of {{{seat}}}", target=f"legacy-{name}", note=state)
    counts = stat(s, name, kind, defends=defends)
    word = "War" if kind == "duel" else "Tribute" if kind == "special" else kind.capitalize()
    words = f"{title(name)}, {held}"
    return Option(f"legacy:{name}", words, target=f"legacy-{name}", price=f"{word} {counts} + a die")


def seat_option(s: State, seat: Seat, what: str = "") -> Option:
    note = f"Reserve {s.citadels[seat].reserve}"
    return Option(f"seat:{seat}", f"{what}{{{seat}}}", target=f"citadel-{seat}", note=note)


def seat_options(s: State, seats: Sequence[Seat], what: str = "") -> list[Option]:
    return [seat_option(s, seat, what) for seat in seats]


def amounts(seat: Seat, prompt: str, most: int, least: int = 1) -> Script[int]:
    """A small amount, as options so that the choice is one click."""
    if least == most:
        return least
    options = [Option(f"amount:{n}", shards(n)) for n in range(least, most + 1)]
    chosen = yield from choose(seat, prompt, options, public="plays a card", rule="FAN-173")
    return int(chosen.removeprefix("amount:"))


def name_of(option: str) -> str:
    """What stands behind the colon: `legacy:knight` -> `knight`."""
    return option.partition(":")[2]


def number_of(option: str) -> int:
    return int(name_of(option))


def hired(c: Context, *, mine: bool | None = None, status: str | None = None, but: str = "") -> list[str]:
    """Legacies in force by owner and state, without the one named."""
    names: list[str] = []
    for seat, citadel in enumerate(c.s.citadels):
        if mine is None or (seat == c.seat) == mine:
            for legacy in citadel.legacies:
                if legacy.status == status or (status is None and legacy.status != "disabled"):
                    names.append(legacy.id)
    if but in names:
        names.remove(but)
    return names


def reachable(c: Context, names: Sequence[str]) -> list[str]:
    """Ropewalker cannot be tasked, untasked or disabled by other Citadels."""
    return [name for name in names if name != "ropewalker" or owner(c.s, name) == c.seat]


# Scores and dice of the action in progress ------------------------------------------------------------------------------


def score_options(c: Context, action: Action, amounts: Sequence[int]) -> list[Option]:
    return [
        Option(f"score:{side}:{amount:+d}", f"{amount:+d} for {{{side}}}", target=f"score-{side}")
        for side in sides(action)
        for amount in amounts
    ]


def change_score(g: Play[State], item: Item, side: Seat, amount: int) -> None:
    """A plus or minus that is added at lock (FAN-068)."""
    action = g.state.action
    assert action is not None
    action.changes.append(Change(side, amount, item.title, item.seat, item.kind == "labor"))
    g.tell(f"{title(item.title)}: {amount:+d} for {{{side}}}.", rule="FAN-068")


def change_aimed_score(g: Play[State], item: Item) -> None:
    _, side, amount = item.aim[0].split(":")
    change_score(g, item, int(side), int(amount))


def die_options(action: Action, seat: Seat | None = None) -> list[Option]:
    return [
        Option(
            f"die:{die.id}",
            f"{{{die.seat}}}: {die.face} ({title(die.legacy) if die.legacy else 'no Legacy'})",
            target=f"die-{die.id}",
        )
        for die in action.dice
        if seat is None or die.seat == seat
    ]


def aimed_die(g: Play[State], item: Item) -> Die:
    assert g.state.action is not None
    return next(die for die in g.state.action.dice if die.id == number_of(item.aim[0]))


def contest(c: Context, *kinds: str) -> Action | None:
    return running(c.s, *kinds)


def cancel_action(g: Play[State], what: str) -> None:
    """FAN-185 to FAN-187"""
    action = g.state.action
    assert action is not None
    action.cancelled = True
    g.tell(f"The {what} is cancelled.", rule="FAN-187")
