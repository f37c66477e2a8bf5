"""Lint: what a pack must pass (section 13 of the world guide), one module per section. Every finding names its rule."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from app.games.vantage.world import World
from app.packs.compile import compile_pack
from app.packs.lint import benefits, cartoons, goals, obtain, published, scenes, shares, structure, texts, ways
from app.packs.lint.findings import CHECKS, FULL_SIZE, Finding, Pack
from app.packs.lint.ways import links
from app.packs.read import PackError, read

__all__ = ["Finding", "Pack", "links", "lint", "lint_pack", "read_pack"]
assert {
    benefits,
    cartoons,
    goals,
    obtain,
    published,
    scenes,
    shares,
    structure,
    texts,
    ways,
}  # importing them registers the checks


LATER = ("VAN-L07", "VAN-L08")  # what a smaller set does not use, a later slice may


def lint(pack: World | Pack, *, small: bool = False) -> list[Finding]:
    """All findings; a small pack is spared what only makes sense at full size (shares, means, counts)."""
    subject = pack if isinstance(pack, Pack) else Pack(pack)
    found = {finding for one in CHECKS for finding in one(subject)}
    return sorted(finding for finding in found if not (small and finding.rule in FULL_SIZE))


def read_pack(folder: Path, slices: list[int] | None = None, files: dict[str, str] | None = None) -> Pack:
    cast, spellings = folder / "cast.yaml", folder / "words.txt"
    return Pack(
        compile_pack(folder, slices, files),
        read(folder / "pack.yaml"),
        read(cast) if cast.exists() else None,
        frozenset(spellings.read_text(encoding="utf-8").split()) if spellings.exists() else None,
    )


def lint_pack(folder: Path) -> tuple[Pack, list[Finding]]:
    """The pack as it is played, and each smaller set of slices that may be loaded, too (VAN-L04)."""
    files: dict[str, str] = {}
    pack = read_pack(folder, files=files)
    small = bool(pack.head.get("small"))
    found = lint(pack, small=small)
    known = {(one.rule, one.where, one.text) for one in found}
    for last in pack.world.slices[:-1]:
        part = [number for number in pack.world.slices if number <= last]
        try:
            smaller = lint(read_pack(folder, part), small=small)
        except PackError as error:
            found.append(Finding("VAN-L04", f"slices up to {last}", str(error)))
            continue
        for one in smaller:
            if (one.rule, one.where, one.text) not in known and one.rule not in LATER:
                text = f"with slices up to {last} alone: {one.rule} {one.text}"
                found.append(Finding("VAN-L04", one.where, text, one.warning))
    return pack, sorted(msgspec.structs.replace(one, file=_file(files, one.where)) for one in found)


def _file(files: Mapping[str, str], where: str) -> str:
    """`48 look-READ` stands in the file of place 48, `card 990 slot` in that of card 990."""
    parts = where.split()
    return next((files[name] for name in (where, " ".join(parts[:2]), parts[0]) if name in files), "")
