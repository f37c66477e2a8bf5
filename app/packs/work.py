"""What the command line does with a pack."""

from __future__ import annotations

import sys
from pathlib import Path

from app.packs.compile import compile_pack
from app.packs.library import build
from app.packs.lint import lint
from app.packs.map import draw
from app.packs.read import PackError, read


def work_on_pack(action: str, folder: Path, out: Path | None, seats: str = "1-6", share: float = 1.0) -> int:
    """0 if all is well, 1 if there are findings, 2 if the pack cannot be read."""
    try:
        if not (folder / "pack.yaml").exists():
            raise PackError(f"{folder} has no pack.yaml")
        if action == "build":
            print(build(folder))
            return 0
        world = compile_pack(folder)
        if action == "map":
            text = draw(world)
            if out is None:
                print(text)
            else:
                out.write_text(text, encoding="utf-8")
            return 0
        findings = lint(world, small=bool(read(folder / "pack.yaml").get("small")))
    except PackError as error:
        print(f"parallax packs: {error}", file=sys.stderr)
        return 2
    for finding in findings:
        print(finding)
    errors = sum(not finding.warning for finding in findings)
    print(
        f"{len(world.places)} locations, {len(world.cards)} cards: {errors} errors, {len(findings) - errors} warnings."
    )
    return 1 if errors else 0
