"""How long the windows of Oriel take to be glazed, and how large they are: painted ones, and those from words.

python -m bench.pictures
"""

from __future__ import annotations

import gzip
import time
from pathlib import Path

from app.games.vantage.glazing import cartoon, motifs
from app.games.vantage.pictures import drawn, subjects
from app.games.vantage.world import World
from app.packs.compile import compile_pack
from bench.measure import percentile

ORIEL = Path(__file__).resolve().parents[1] / "packs" / "oriel"
LARGEST, LARGEST_PACKED, LONGEST = 45.0, 12.0, 30.0  # KB, KB, milliseconds: what a window may be


def measure(world: World, name: str) -> tuple[float, float, float]:
    """Milliseconds of the processor, KB, KB when packed."""
    begun = time.process_time()
    svg = drawn(world, name).rstrip()
    took = 1000 * (time.process_time() - begun)
    return took, len(svg.encode()) / 1024, len(gzip.compress(svg.encode())) / 1024


def main() -> None:
    world = compile_pack(ORIEL)
    motifs(world)  # the kit is read once, whatever is drawn
    for title, painted in (("painted", True), ("from words", False)):
        names = [name for name in subjects(world) if (cartoon(world, name) is not None) is painted]
        measured = [measure(world, name) for name in names]
        if not measured:
            continue
        took, plain, packed = (sorted(column) for column in zip(*measured, strict=True))
        print(f"{title}: {len(names)} windows")
        print(f"  glazed in  {percentile(took, 0.5):5.1f} ms at the median, {took[-1]:5.1f} at most ({LONGEST:.0f})")
        print(f"  size       {percentile(plain, 0.5):5.1f} KB at the median, {plain[-1]:5.1f} at most ({LARGEST:.0f})")
        print(
            f"  packed     {percentile(packed, 0.5):5.1f} KB at the median, {packed[-1]:5.1f} at most ({LARGEST_PACKED:.0f})"
        )
        slow = sum(one > LONGEST for one in took)
        print(f"  over the limit: {slow} in time, {sum(one > LARGEST for one in plain)} in size")


if __name__ == "__main__":
    main()
