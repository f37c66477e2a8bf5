"""How long a world of full size takes to be read, compiled, loaded from the cache and linted.

python -m bench.packs
"""

from __future__ import annotations

import copy
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import yaml

from app.games.vantage.world import neighbour
from app.packs.compile import compile_pack
from app.packs.library import load_host_packs
from app.packs.lint import lint
from app.packs.read import read_all

SAMPLER = Path(__file__).resolve().parents[1] / "packs" / "sampler"
SIDES = ("north", "east", "south", "west")


def full_size(folder: Path) -> Path:
    """The sampler, spread over 800 locations: every surface number has the actions of one of its places."""
    target = Path(copytree(SAMPLER, folder / "packs" / "wide"))
    head = (target / "pack.yaml").read_text(encoding="utf-8").replace("pack: sampler", "pack: wide")
    (target / "pack.yaml").write_text(head, encoding="utf-8")
    shore = {one["id"]: one for _, one in read_all(SAMPLER / "places")}
    patterns = [shore[number] for number in (41, 46, 47, 48)]
    for number in range(1, 601):
        if number not in shore:
            _write(target, _copied(patterns[number % 4], number))
    for number in range(601, 794):
        if number not in shore:
            _write(target, {**copy.deepcopy(shore[649]), "id": number})
    return target


def _copied(pattern: dict[str, Any], number: int) -> dict[str, Any]:
    place = copy.deepcopy(pattern)
    place.pop("departs", None)
    return {**place, "id": number, "compass": {side: {"to": neighbour(number, side)} for side in SIDES}}


def _write(target: Path, place: dict[str, Any]) -> None:
    path = target / "places" / f"{place['id']:03d}.yaml"
    path.write_text(yaml.dump(place, sort_keys=False, allow_unicode=True), encoding="utf-8")


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    began = time.perf_counter()
    result = work()
    return time.perf_counter() - began, result


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        data = Path(name)
        folder = full_size(data)
        size = sum(path.stat().st_size for path in folder.rglob("*.yaml"))
        compiling, world = timed(lambda: compile_pack(folder))
        first, _ = timed(lambda: load_host_packs(data))
        again, _ = timed(lambda: load_host_packs(data))
        linting, _ = timed(lambda: lint(world, small=True))
        print(f"{len(world.places)} locations, {size // 1024} KiB of YAML")
        print(
            f"compile {compiling:.2f} s, first load {first:.2f} s, load from the cache {again:.2f} s, lint {linting:.1f} s"
        )


if __name__ == "__main__":
    main()
