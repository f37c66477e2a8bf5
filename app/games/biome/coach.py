"""The coach: a guided first turn inside a real game.

A tip follows from what lies on the table now, so that a player who goes another way is met where they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.games.biome.components import BUFFS, HOME, LAND, TILE_NAMES, Cell
from app.games.biome.hexes import around, is_empty, passable, spot, tile_at
from app.games.biome.state import Player, State, Tile
from app.kernel import Tip

STEPS = 8
ROUNDS = 2  # how long the coach stays


def tip(state: State, own: Sequence[int]) -> Tip | None:
    if state.result or state.round > ROUNDS:
        return None
    if state.step == "picks":
        return Tip(
            "Something for the way",
            "Each of you may take one secret from the box, shown to all. An Extra Action Buff gives two more actions in "
            "every turn: a fine first choice.",
            1,
            STEPS,
            rule="BIO-016",
        )
    turn = state.order[state.turn] if state.step != "board" and state.turn < len(state.order) else None
    if turn is None or turn not in own:
        return Tip(
            "Watch and talk",
            "Another player acts. You may plan together without limit, but never say what a secret is that only you have "
            "seen. Hints pinned to a tile are always allowed.",
            8,
            STEPS,
            rule="BIO-082",
        )
    return on_turn(state, state.players[turn], turn)


def on_turn(state: State, player: Player, number: int) -> Tip | None:
    here = tile_at(state, player.at)
    if player.status != "active" or here is None:
        return None
    known = [secret for secret in here.secrets if number in secret.seen]
    unseen = [secret for secret in here.secrets if number not in secret.seen]
    if player.actions == 0:
        return end_of_turn()
    if any(kind in BUFFS and kind not in player.worn for kind in player.inventory):
        return using(player)
    if player.at == HOME:
        return moving(state, player)
    if known:
        return picking_up(known[0].label)
    if explorable(state, player.at) and (player.actions >= 3 or not unseen):
        return exploring(state, player.at)
    if unseen and here.kind in LAND:
        return discovering(here, unseen[0].label)
    return end_of_turn()


def using(player: Player) -> Tip:
    kind = next(kind for kind in player.inventory if kind in BUFFS and kind not in player.worn)
    return Tip(
        "Use what you carry",
        "Putting on a buff costs one action and works at once, for good. It weighs nothing while it is worn.",
        2,
        STEPS,
        f"pack-{kind}",
        "BIO-098",
    )


def moving(state: State, player: Player) -> Tip:
    beside = [tile for cell in around(player.at) if (tile := tile_at(state, cell)) is not None and passable(tile)]
    best = max(beside, key=lambda tile: len(tile.secrets))
    return Tip(
        "Leave the camp",
        "A step to a neighbouring tile costs one action, two onto a mountain. Tap a tile, or use the buttons here. Most "
        f"secrets lie face-down on the {TILE_NAMES[best.kind]}.",
        3,
        STEPS,
        spot(best.at),
        "BIO-034",
    )


def exploring(state: State, at: Cell) -> Tip:
    return Tip(
        "Explore the unknown",
        "Name an empty cell beside you and pay one action: a die decides which land appears, with a secret face-down on it. "
        "On an 8 a quest begins. You do not move.",
        4,
        STEPS,
        spot(explorable(state, at)[0]),
        "BIO-050",
    )


def discovering(here: Tile, label: int) -> Tip:
    cost = "two actions on a mountain" if here.kind == "mountain" else "one action"
    return Tip(
        "Discover a secret",
        f"For {cost} you look at one face-down secret on your tile. Only you see what it is: it is drawn on the map in "
        "your browser alone. Beware, a few of them capture you.",
        5,
        STEPS,
        f"secret-{label}",
        "BIO-067",
    )


def picking_up(label: int) -> Tip:
    return Tip(
        "Take it or use it",
        "A secret that you know may be used from where it lies, or picked up. You carry a weight of four; the others see "
        "how much, not what. At a camp everything you put down lies open to all.",
        6,
        STEPS,
        f"secret-{label}",
        "BIO-070",
    )


def end_of_turn() -> Tip:
    return Tip(
        "End your turn",
        "When all have played, the board takes its turn: farms, healing, allies, mercenaries, raiders. Read what it did, "
        "step by step, under Board's turn.",
        7,
        STEPS,
        rule="BIO-155",
    )


def explorable(state: State, at: Cell) -> list[Cell]:
    """The cells beside a tile that nobody has explored, as everybody can see them."""
    return [cell for cell in around(at) if is_empty(state, cell)]
