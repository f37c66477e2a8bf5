"""What the command line does with a pack."""

from __future__ import annotations

import sys
from pathlib import Path

from app.packs.library import build
from app.packs.lint import Finding, lint_pack, read_pack
from app.packs.lint.texts import unknown_words
from app.packs.map import draw
from app.packs.pictures import pictures
from app.packs.play import play_pack
from app.packs.read import PackError
from app.packs.report import deliver, progress, report, seat_counts

USUAL = (500, 200, 10_000)  # VAN-L51, VAN-L52: sessions by chance and greedy ones per number of players; sampled states
MOST_SEATS = 6


def work_on_pack(
    action: str,
    folder: Path,
    out: Path | None,
    seats: str = "1-6",
    share: float = 1.0,
    only: str = "",
    *,
    near: bool = False,
) -> int:
    """0 if all is well, 1 if there are errors, 2 if the pack cannot be read. Warnings alone are no error."""
    try:
        if not (folder / "pack.yaml").exists():
            raise PackError(f"{folder} has no pack.yaml")
        if action == "publish":
            raise PackError("only campaigns are published; a world is fixed by its name")
        if action == "build":
            print(build(folder))
            return 0
        if action == "play":
            return report(play(folder, seats, share), "Played")
        if action == "lint":
            pack, findings = lint_pack(folder)
            return report(findings, f"{len(pack.world.places)} locations, {len(pack.world.cards)} cards")
        if action == "pictures":
            return pictures(folder, out or Path("pictures"), only, near=near)
        pack = read_pack(folder)
        text = draw(pack.world) if action == "map" else "\n".join(sorted(unknown_words(pack)))
    except PackError as error:
        print(f"parallax packs: {error}", file=sys.stderr)
        return 2
    return deliver(text, out)


def play(folder: Path, seats: str, share: float) -> list[Finding]:
    chance, greedy, states = (max(1, round(share * number)) for number in USUAL)
    pack = read_pack(folder)
    return play_pack(
        pack.world,
        small=bool(pack.head.get("small")),
        chance=chance,
        greedy=greedy,
        states=states,
        seats=seat_counts(seats, MOST_SEATS),
        tell=progress,
    )
