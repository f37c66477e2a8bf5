"""Where packs live: those of the house in `packs/`, compiled into the game; those of a host in the data folder."""

from __future__ import annotations

from pathlib import Path

from app.games.vantage.world import World, register
from app.packs.compile import compile_pack, encode_world

BUILT = Path(__file__).resolve().parents[1] / "games" / "vantage" / "built"
TEMPLATE = '''"""Compiled from packs/{name}; do not change it by hand: `parallax packs build packs/{name}` writes it."""

# ruff: noqa: E501
{what} = {text}
'''


def load_host_packs(data_dir: Path) -> list[World]:
    """Packs that the host has put into `<data>/packs/<name>/`; each must compile, else the server says why."""
    found = []
    folder = data_dir / "packs"
    for head in sorted(folder.glob("*/pack.yaml")) if folder.is_dir() else []:
        world = compile_pack(head.parent)
        register(world)
        found.append(world)
    return found


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
