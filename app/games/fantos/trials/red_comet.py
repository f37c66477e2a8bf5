"""Red Comet: on the floor any untasked Legacy may challenge another, without a card and without cost."""

from __future__ import annotations

from app.games.fantos.duels import challenge, fight
from app.games.fantos.effects import FLOOR, STANDING, Context, Effect, hired, legacy_options, name_of, pick
from app.games.fantos.queries import able, trial
from app.games.fantos.state import Item, State
from app.kernel import Play, Script


class FreeChallenge(Effect):
    id = "red-comet"
    windows = frozenset((FLOOR,))
    aimed = False

    def when(self, c: Context) -> bool:
        return trial(c.s, self.id) and bool(able(c.s, c.seat, "duel")) and len(hired(c)) >= 2

    def aim(self, g: Play[State], c: Context) -> Script[list[str]]:
        mine = [legacy.id for legacy in able(c.s, c.seat, "duel")]
        challenger = yield from pick(c.seat, "Red Comet: who challenges?", legacy_options(c.s, mine))
        rivals = hired(c, but=name_of(challenger))
        target = yield from pick(c.seat, "Red Comet: whom?", legacy_options(c.s, rivals))
        return [target, challenger]

    def issued(self, g: Play[State], item: Item) -> Script[None]:
        yield from challenge(g, item, name_of(item.aim[1]), item.aim[0])

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        yield from fight(g, item)


STANDING["red-comet"] = FreeChallenge()
