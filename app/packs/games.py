"""Packs of all games: `game` in pack.yaml says whose a pack is. Without it, it is a world for Vantage."""

from __future__ import annotations

import sys
from pathlib import Path

from app.packs.campaign.work import work_on_campaign
from app.packs.read import PackError, read
from app.packs.work import work_on_pack as work_on_world

GAMES = ("vantage", "vanguard")


def game_of(folder: Path) -> str:
    head = folder / "pack.yaml"
    if not head.exists():
        raise PackError(f"{folder} has no pack.yaml")
    content = read(head)
    game = content.get("game", "vantage") if isinstance(content, dict) else None
    if game not in GAMES:
        raise PackError(f"{folder.name}/pack.yaml: the game must be one of {', '.join(GAMES)}")
    return str(game)


def work_on_pack(
    action: str, folder: Path, out: Path | None, seats: str, share: float, only: str = "", *, near: bool = False
) -> int:
    """0 if all is well, 1 if there are errors, 2 if the pack cannot be read."""
    try:
        if game_of(folder) == "vanguard":
            return work_on_campaign(action, folder, out, seats, share)
    except PackError as error:
        print(f"parallax packs: {error}", file=sys.stderr)
        return 2
    return work_on_world(action, folder, out, seats, share, only, near=near)
