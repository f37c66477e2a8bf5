"""Stock-keeping: the box, inventories, stores and face-down secrets; load, buffs, prices and payment."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence

import msgspec

from app.games.biome.components import (
    ACTIONS,
    BANKED,
    BONUS,
    CAPACITY,
    PRIEST_WEIGHT,
    SECRET_NAMES,
    STORE_LIMITS,
    WEIGHTS,
    Cell,
    one,
)
from app.games.biome.hexes import camp_at, spot, the_tile
from app.games.biome.places import camp_name
from app.games.biome.state import Camp, Hidden, Player, State, Unseen
from app.kernel import Option, Play

FRIENDLY = ("main", "built", "ally")
PLAYER_CAMPS = ("main", "built")
ENEMY = ("stealer", "killer")
OWN = "+own"  # at the end of an option's id: pay from the inventory first


# Words ----------------------------------------------------------------------------------------------------------------


def who(state: State, player: int) -> str:
    """A player in texts; alone, one person runs Ash and Birch (BIO-319)."""
    return f"{{{player}}}" if state.seats > 1 else ("Ash", "Birch")[player]


def seat_of(state: State, player: int) -> int:
    return state.players[player].seat


def news(g: Play[State], text: str, at: Cell | None = None, rule: str | None = None) -> None:
    """Tell everybody. Whatever moment is being made looks there, if it does not look anywhere yet."""
    g.tell(text, rule=rule)
    if g.scene is not None and g.scene.about is None and at is not None:
        g.scene.about = spot(at)


def die(g: Play[State], sides: int, text: str, at: Cell | None = None, rule: str | None = None) -> int:
    """One open die; `text` may hold {dice}."""
    (rolled,) = g.roll(1, sides, text, rule=rule)
    if g.scene is not None and g.scene.about is None and at is not None:
        g.scene.about = spot(at)
    return rolled


def listed(kinds: Sequence[str]) -> str:
    return ", ".join(SECRET_NAMES[kind] for kind in kinds) or "nothing"


def reveal(state: State) -> None:
    """Something hidden came out, to one or to all: a fence for taking back (BIO-309)."""
    state.shown += 1


def disclose(g: Play[State], text: str, at: Cell | None = None, rule: str | None = None) -> None:
    """A hidden secret is shown to everybody: in the log, and on the screen until the next one is."""
    reveal(g.state)
    g.state.disclosed = text
    news(g, text, at, rule)


# Buffs and load -------------------------------------------------------------------------------------------------------


def buffs(state: State, player: int, kind: str) -> int:
    """How many of a kind are in force for a player: own and group (BIO-098, BIO-104)."""
    return state.players[player].worn.count(kind) + (state.group_buff == kind)


def per_turn(state: State, player: int) -> int:
    return ACTIONS + BONUS * buffs(state, player, "extra_action")  # BIO-030


def capacity(state: State, player: int) -> int:
    return CAPACITY + BONUS * buffs(state, player, "extra_carry")  # BIO-095


def load(person: Player) -> int:
    return sum(WEIGHTS[kind] for kind in person.inventory) + PRIEST_WEIGHT * person.priests  # BIO-096, BIO-274


def fits(state: State, player: int, weight: int) -> bool:
    return load(state.players[player]) + weight <= capacity(state, player)


# Where secrets go -----------------------------------------------------------------------------------------------------


def draw(g: Play[State]) -> str | None:
    """The top secret of the box, if there is one."""
    state = g.state
    fill_box(g)
    return state.box.pop(0).kind if state.box else None


def fill_box(g: Play[State]) -> None:
    """BIO-058: the discard pile becomes the box when that is empty; by the strict book it stays empty."""
    state = g.state
    if state.box or not state.discard or state.options.strict_book:
        return
    state.box = [Unseen(kind) for kind in g.rng.shuffled(state.discard, "box")]
    state.discard = []
    news(g, "The box is empty: the discard pile is shuffled into it.", rule="BIO-058")


def draw_harmless(g: Play[State]) -> str | None:
    """BIO-208: a Captured goes back below the next five and another secret is drawn."""
    kind = draw(g)
    while kind == "captured":
        if all(unseen.kind == "captured" for unseen in g.state.box):
            g.state.box.append(Unseen("captured"))
            return None
        low = min(5, len(g.state.box))
        g.state.box.insert(low + g.rng.below(len(g.state.box) - low + 1, "box"), Unseen("captured"))
        kind = draw(g)
    return kind


def discard(state: State, kind: str) -> None:
    if kind not in BANKED:
        state.discard.append(kind)


def destroy(state: State, kind: str) -> None:
    if kind not in BANKED:
        state.gone.append(kind)


def carry(state: State, player: int, kind: str) -> None:
    insort(state.players[player].inventory, kind)


def stow(state: State, camp: Camp, kind: str) -> bool:
    """Into a store, face-up; what is beyond the limit goes to the bank (BIO-092, BIO-093)."""
    limit = STORE_LIMITS.get(kind)
    if limit is not None and camp.store.count(kind) >= limit:
        return False
    insort(camp.store, kind)
    return True


def lay(state: State, at: Cell, kind: str, placer: int | None = None) -> Hidden:
    """Face-down on a tile with a new label (BIO-072, BIO-077)."""
    hidden = Hidden(state.next_label, kind, [] if placer is None else [placer], placer is not None)
    state.next_label += 1
    the_tile(state, at).secrets.append(hidden)
    return hidden


def put_down(g: Play[State], player: int, kind: str) -> None:
    """A player lays a secret, not from the inventory, on their tile or into the store there."""
    at = g.state.players[player].at
    camp = camp_at(g.state, at)
    if camp is None or camp.kind not in FRIENDLY:
        lay(g.state, at, kind, player)
        return
    kept = stow(g.state, camp, kind)
    where = camp_name(g.state, camp)
    end = "" if kept else "; the store is full, it goes to the bank"
    disclose(g, f"{who(g.state, player)} lays {one(kind)} into the store of {where}{end}.", at, "BIO-073")
    after = camp.store.count(kind)
    g.change(
        f"{SECRET_NAMES[kind]} in {where}",
        after - kept,
        after if kept else "full",
        "laid there for all to see" if kept else "there is room for no more",
    )


def friendly_camp(state: State, at: Cell) -> Camp | None:
    """The friendly camp there, if it can be used now."""
    camp = camp_at(state, at)
    return camp if camp is not None and camp.kind in FRIENDLY and not rests(state, camp) else None


def rests(state: State, camp: Camp) -> bool:
    """BIO-164: an ally camp on cool-down or whose mercenaries are out cannot be used at all."""
    return camp.kind == "ally" and (camp.cooldown > 0 or any(band.camp == camp.id for band in state.bands))


def known_here(state: State, player: int) -> list[Hidden]:
    return [hidden for hidden in the_tile(state, state.players[player].at).secrets if player in hidden.seen]


# Prices ---------------------------------------------------------------------------------------------------------------


class Price(msgspec.Struct, frozen=True):
    actions: int = 1
    supplies: int = 0
    tools: int = 0

    def __str__(self) -> str:
        words = [f"{self.actions} action{'' if self.actions == 1 else 's'}"]
        if self.supplies:
            words.append("1 Supply" if self.supplies == 1 else f"{self.supplies} Supplies")
        if self.tools:
            words.append(f"{self.tools} Repair Tools")
        return ", ".join(words)


def available(state: State, player: int, kind: str) -> tuple[int, int, int]:
    """How many a player can pay: from the store, the tile, the inventory (BIO-081)."""
    person = state.players[player]
    camp = friendly_camp(state, person.at)
    in_store = camp.store.count(kind) if camp else 0
    on_tile = sum(hidden.kind == kind for hidden in known_here(state, player))
    return in_store, on_tile, person.inventory.count(kind)


def affords(state: State, player: int, price: Price) -> bool:
    """BIO-041, BIO-045: in full, or not at all."""
    return (
        state.players[player].actions >= price.actions
        and (not price.supplies or sum(available(state, player, "supply")) >= price.supplies)
        and (not price.tools or sum(available(state, player, "repair_tools")) >= price.tools)
    )


def priced(
    state: State,
    player: int,
    name: str,
    label: str,
    price: Price,
    *,
    target: str | None = None,
    rule: str | None = None,
    careful: bool = False,
) -> list[Option]:
    """The option, if it can be paid; twice, if it matters whether the store or the inventory pays first."""
    if not affords(state, player, price):
        return []
    options = [Option(name, label, target, rule, price=str(price), careful=careful)]
    kind, amount = ("supply", price.supplies) if price.supplies else ("repair_tools", price.tools)
    if amount:
        in_store, on_tile, own = available(state, player, kind)
        if own and in_store + on_tile:
            note = "paid from the pack, not from the store"
            options.append(Option(name + OWN, label, target, rule, note, price=str(price), careful=careful))
    return options


def pay(g: Play[State], player: int, price: Price, own: bool = False) -> None:
    g.state.players[player].actions -= price.actions
    for kind, amount in (("supply", price.supplies), ("repair_tools", price.tools)):
        for _ in range(amount):
            pay_one(g, player, kind, own)
    goods = msgspec.structs.replace(price, actions=0)
    if price.supplies or price.tools:
        what = str(goods).removeprefix("0 actions, ")
        news(g, f"{who(g.state, player)} pays {what}.", g.state.players[player].at, "BIO-079")
        g.change(what, "", "paid", "the price", seat=seat_of(g.state, player))


def pay_one(g: Play[State], player: int, kind: str, own: bool) -> None:
    state = g.state
    person = state.players[player]
    in_store, on_tile, carried = available(state, player, kind)
    if carried and (own or not in_store + on_tile):
        person.inventory.remove(kind)
        reveal(state)
    elif in_store:
        camp = friendly_camp(state, person.at)
        assert camp is not None
        camp.store.remove(kind)  # BIO-310: no fence
    else:
        tile = the_tile(state, person.at)
        tile.secrets.remove(next(hidden for hidden in known_here(state, player) if hidden.kind == kind))
        reveal(state)
