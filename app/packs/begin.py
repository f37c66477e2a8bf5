"""`packs new`: a world of three places that can be played at once, with a word beside everything that is new."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from app.games.vantage.built import built_in
from app.packs.read import PackError

ROOT = Path(__file__).resolve().parents[2]
BEGINNING = Path(__file__).parent / "new"
SAMPLER = ROOT / "packs" / "sampler"
SHARED = (
    "cards/characters.yaml",
    "cards/experience.yaml",
    "cards/alternates.yaml",
    "places/000.yaml",
    "places/pods.yaml",
)
NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")


def begin_pack(folder: Path) -> str:
    """Make the folder of a new world; returns what to do next."""
    name = folder.resolve().name
    if not NAME.fullmatch(name):
        raise PackError(f"{name!r}: the name of a pack is of small letters, digits and hyphens, such as far-shore")
    if name in built_in():
        raise PackError(f"the name {name!r} belongs to a pack of the house; choose another")
    if folder.exists() and any(folder.iterdir()):
        raise PackError(f"{folder} is there already, and not empty")
    shutil.copytree(BEGINNING, folder, dirs_exist_ok=True)
    for part in SHARED:  # the crew, the ship and its pods are the same in every world, until you write your own
        shutil.copyfile(SAMPLER / part, folder / part)
    head = folder / "pack.yaml"
    title = name.replace("-", " ").title()
    head.write_text(head.read_text(encoding="utf-8").replace("NAME", name).replace("TITLE", title), encoding="utf-8")
    return (
        f"{folder} holds a world of three places. Read and change places/first.yaml, look for mistakes with `packs lint`, "
        f"and put the folder into DATA_DIR/packs: at the next start {title} is offered for Vantage."
    )
