"""Labor for Harvest, War and Tribute: Bled Dry, A Time of Peace, Camp Followers, Mill Fee, Pilgrimage, Strip Mine,
Mercenaries, Sabotage, Loaded Die."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.fantos.effects import (
    AFTER,
    DECLARED,
    ROLLED,
    Context,
    Labor,
    aimed_die,
    cancel_action,
    change_aimed_score,
    contest,
    die_options,
    labor,
    number_of,
    pick,
    score_options,
    seat_options,
)
from app.games.fantos.losses import transfer
from app.games.fantos.queries import living
from app.games.fantos.state import Followers, Item, State
from app.kernel import Option, Play, Script


class Canceller(Labor):
    windows = frozenset((DECLARED, ROLLED))
    aimed = False
    kind = ""

    def when(self, c: Context) -> bool:
        return contest(c, self.kind) is not None

    def still(self, g: Play[State], item: Item) -> bool:
        return self.when(Context(g.state, item.seat, item.window))

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        cancel_action(g, self.kind.capitalize())
        yield from ()


@labor
class BledDry(Canceller):
    id = "bled-dry"
    kind = "tribute"  # never a Special Tribute


@labor
class ATimeOfPeace(Canceller):
    id = "a-time-of-peace"
    kind = "war"


def takers(c: Context, but: int | None = None) -> list[Option]:
    """Any living Citadel, normally one's own: that one first."""
    seats = [c.seat, *(seat for seat in living(c.s) if seat != c.seat)]
    return seat_options(c.s, [seat for seat in seats if seat != but], "Shards to ")


@labor
class CampFollowers(Labor):
    id = "camp-followers"
    windows = frozenset((DECLARED, ROLLED))
    prompt = "who takes?"

    def targets(self, c: Context) -> Sequence[Option]:
        return takers(c) if contest(c, "war") is not None else []

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        action = g.state.action
        assert action is not None
        action.followers.append(Followers(number_of(item.aim[0]), item.seat))
        yield from ()


@labor
class MillFee(Labor):
    id = "mill-fee"
    windows = frozenset((AFTER,))
    prompt = "who takes?"

    def targets(self, c: Context) -> Sequence[Option]:
        action = c.s.action
        fits = action is not None and action.kind == "harvest" and action.amount >= 1 and action.seat != c.seat
        return takers(c, action.seat) if action is not None and fits else []

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        action, taker = g.state.action, number_of(item.aim[0])
        assert action is not None
        moved = transfer(g, action.seat, taker, 2)
        g.tell(f"Mill Fee: {{{action.seat}}} gives {moved} to {{{taker}}}.")
        yield from ()


class ScoreChange(Labor):
    """A plus or minus on a Harvest, War or Tribute Score."""

    windows = frozenset((ROLLED,))
    kinds: tuple[str, ...] = ()
    amount = 3
    prompt = "which score?"

    def targets(self, c: Context) -> Sequence[Option]:
        action = contest(c, *self.kinds)
        return score_options(c, action, (self.amount,)) if action is not None else []

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        change_aimed_score(g, item)
        yield from ()


@labor
class Pilgrimage(ScoreChange):
    id = "pilgrimage"
    kinds = ("tribute", "special")


@labor
class StripMine(ScoreChange):
    id = "strip-mine"
    kinds = ("harvest",)


@labor
class Mercenaries(ScoreChange):
    id = "mercenaries"
    kinds = ("war",)


@labor
class Sabotage(ScoreChange):
    id = "sabotage"
    kinds = ("harvest",)
    amount = -3


@labor
class LoadedDie(Labor):
    id = "loaded-die"
    windows = frozenset((ROLLED,))
    prompt = "which die?"

    def targets(self, c: Context) -> Sequence[Option]:
        action = contest(c, "harvest", "war", "tribute", "special")
        return die_options(action) if action is not None else []

    def aim(self, g: Play[State], c: Context) -> Script[list[str]]:
        chosen = yield from super().aim(g, c)
        faces = [Option(f"face:{face}", f"Turn it to {face}") for face in (3, 2, 1)]
        return [*chosen, (yield from pick(c.seat, "Loaded Die: which face?", faces))]

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        die = aimed_die(g, item)
        die.face = int(item.aim[1].removeprefix("face:"))
        g.tell(f"A die of {{{die.seat}}} now shows {die.face}.")
        yield from ()
