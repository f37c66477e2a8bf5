"""Where packs live: those of the house in `packs/`, compiled into the game; those of a host in the data folder."""

from __future__ import annotations

import hashlib
import logging
from pathlib import Path

import msgspec

from app.games.vantage.built import built_in
from app.games.vantage.world import World, decode_world, register
from app.packs import compile as compiler
from app.packs.compile import compile_pack, encode_world
from app.packs.read import PackError

log = logging.getLogger(__name__)
BUILT = Path(__file__).resolve().parents[1] / "games" / "vantage" / "built"
TEMPLATE = '''"""Compiled from packs/{name}; do not change it by hand: `parallax packs build packs/{name}` writes it."""

# ruff: noqa: E501
{what} = {text}
'''


def load_host_packs(data_dir: Path) -> list[World]:
    """Packs that the host has put into `<data>/packs/<name>/`. One that is broken is named, and left out: the server
    and all other packs go on without it."""
    found = []
    folder = data_dir / "packs"
    for head in sorted(folder.glob("*/pack.yaml")) if folder.is_dir() else []:
        try:
            world = load(head.parent, data_dir / "cache")
            if world.pack in built_in():
                raise PackError(f"the name {world.pack!r} belongs to a pack of the house; give it another in pack.yaml")
        except PackError as error:
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


def fingerprint(folder: Path) -> str:
    """Of everything that a compiled world depends on: the files of the pack and those of the compiler."""
    own = [Path(str(compiler.__file__)), BUILT.parent / "world.py"]
    facts = []
    for path in [*own, *sorted(folder.rglob("*.yaml"))]:
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
