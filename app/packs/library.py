"""Where packs live: those of the house in `packs/`, compiled into the game; those of a host in the data folder."""

from __future__ import annotations

import contextlib
import hashlib
import logging
from pathlib import Path

import msgspec

from app.games.vantage.built import built_in
from app.games.vantage.world import World, decode_world, register
from app.packs import compile as compiler
from app.packs.compile import compile_pack, encode_world
from app.packs.lint import lint_pack
from app.packs.read import PackError

log = logging.getLogger(__name__)
LEFT_OUT: dict[str, str] = {}  # packs of the host that are not offered, and why
MOST_ERRORS = 50  # that are listed
BUILT = Path(__file__).resolve().parents[1] / "games" / "vantage" / "built"
TEMPLATE = '''"""Compiled from packs/{name}; do not change it by hand: `parallax packs build packs/{name}` writes it."""

# ruff: noqa: E501
{what} = {text}
'''


def load_host_packs(data_dir: Path) -> list[World]:
    """Packs that the host has put into `<data>/packs/<name>/`. One that is broken or has errors is named with them, and left
    out: the server and all other packs go on without it, and nobody is offered it."""
    found = []
    LEFT_OUT.clear()
    folder = data_dir / "packs"
    for head in sorted(folder.glob("*/pack.yaml")) if folder.is_dir() else []:
        try:
            world = load(head.parent, data_dir / "cache")
            if world.pack in built_in():
                raise PackError(f"the name {world.pack!r} belongs to a pack of the house; give it another in pack.yaml")
            examine(head.parent, data_dir / "cache")
        except PackError as error:
            LEFT_OUT[head.parent.name] = str(error)
            log.error("the pack %s is left out: %s", head.parent, error)
            continue
        register(world)
        found.append(world)
    return found


def load(folder: Path, cache: Path) -> World:
    """Compiled from its files, or from the cache if nothing has changed since."""
    kept = cache / f"pack-{folder.name}-{fingerprint(folder)}.json"
    try:
        return decode_world(kept.read_bytes())
    except (OSError, msgspec.MsgspecError):
        world = compile_pack(folder)
    try:
        cache.mkdir(parents=True, exist_ok=True)
        for old in cache.glob(f"pack-{folder.name}-*.json"):
            old.unlink()
        kept.write_bytes(encode_world(world))
    except OSError as error:
        log.warning("the compiled pack %s could not be kept: %s", folder.name, error)
    return world


def examine(folder: Path, cache: Path) -> None:
    """Lint; raises with its errors. What it said is kept until something changes."""
    kept = cache / f"lint-{folder.name}-{fingerprint(folder)}.txt"
    try:
        said = kept.read_text(encoding="utf-8")
    except OSError:
        errors = [str(one) for one in lint_pack(folder)[1] if not one.warning]
        more = [f"and {len(errors) - MOST_ERRORS} more"] if len(errors) > MOST_ERRORS else []
        said = "\n".join(errors[:MOST_ERRORS] + more)
        with contextlib.suppress(OSError):
            for old in cache.glob(f"lint-{folder.name}-*.txt"):
                old.unlink()
            kept.write_text(said, encoding="utf-8")
    if said:
        raise PackError(f"it has errors:\n{said}")


def fingerprint(folder: Path) -> str:
    """Of everything that a compiled world depends on: the files of the pack and those of the compiler."""
    own = [Path(str(compiler.__file__)), BUILT.parent / "world.py"]
    facts = []
    for path in [*own, *sorted([*folder.rglob("*.yaml"), *folder.rglob("*.xml")])]:
        about = path.stat()
        facts.append(f"{path}|{about.st_size}|{about.st_mtime_ns}")
    return hashlib.blake2b("\n".join(facts).encode(), digest_size=10).hexdigest()


def build(folder: Path, target: Path = BUILT) -> Path:
    """Compile a pack of the house into a module of the game."""
    world = compile_pack(folder)
    path = target / f"{world.pack}.py"
    path.write_text(module_text(folder.name, world), encoding="utf-8")
    return path


def module_text(name: str, world: World) -> str:
    return module_of(name, "WORLD", encode_world(world))


def module_of(name: str, what: str, encoded: bytes) -> str:
    """The module that holds a compiled pack, of whichever game, as one text."""
    pieces = "".join(f"    {piece!r}\n" for piece in _pieces(encoded.decode()))
    return TEMPLATE.format(name=name, what=what, text=f"(\n{pieces})")


def _pieces(text: str, width: int = 4000) -> list[str]:
    """Long enough to be few, short enough to be read as lines of a difference."""
    return [text[start : start + width] for start in range(0, len(text), width)]
