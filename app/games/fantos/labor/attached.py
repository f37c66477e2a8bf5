"""Labor that is put under a Legacy: Skull of Lodan, Thacko, Zradas, Iron Pick, Bulwark, Gilded Mask.

What they do is looked up where it counts: stats in queries.py, Thacko in tasking.py, Zradas in votes.py."""

from __future__ import annotations

from app.games.fantos.components import title
from app.games.fantos.effects import (
    DUEL_AFTER,
    FLOOR,
    STANDING,
    Context,
    Effect,
    Labor,
    hired,
    labor,
    name_of,
)
from app.games.fantos.losses import task
from app.games.fantos.queries import active_legacy
from app.games.fantos.state import Item, State
from app.games.fantos.words import shards
from app.kernel import Play, Script


class Attached(Labor):
    windows = frozenset((FLOOR,))
    attaches = True
    prompt = "attach it to whom?"

    def legacies(self, c: Context) -> list[str]:
        return hired(c)  # FAN-168

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        legacy = active_legacy(g.state, name_of(item.aim[0]))
        assert legacy is not None
        legacy.labor.append(self.id)
        g.tell(f"{title(self.id)} is attached to {title(legacy.id)}.", rule="FAN-168")
        yield from ()


@labor
class SkullOfLodan(Attached):
    id = "skull-of-lodan"


@labor
class Thacko(Attached):
    id = "thacko"


@labor
class Zradas(Attached):
    id = "zradas"


@labor
class IronPick(Attached):
    id = "iron-pick"


@labor
class Bulwark(Attached):
    id = "bulwark"


@labor
class GildedMask(Attached):
    id = "gilded-mask"


class SkullSpeaks(Effect):
    """After a Duel with damage the bearer may be tasked for Shards (FAN-144, FAN-255)."""

    id = "skull-of-lodan"
    windows = frozenset((DUEL_AFTER,))
    aimed = False

    def issued(self, g: Play[State], item: Item) -> Script[None]:
        bearer = active_legacy(g.state, item.payer)
        assert bearer is not None
        task(bearer, "nothing")
        yield from ()

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        bearer = active_legacy(g.state, item.payer)
        if bearer is not None and self.id in bearer.labor:  # FAN-169: a Shell Game may have taken it away
            bearer.shards += min(3, g.state.duel_moved)
            g.tell(f"{title(bearer.id)} gets {shards(min(3, g.state.duel_moved))}.")
        yield from ()


STANDING["skull-of-lodan"] = SkullSpeaks()
