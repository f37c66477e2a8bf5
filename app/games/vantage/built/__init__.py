"""Worlds that come with the house, compiled from the files in `packs/` by `parallax packs build` into modules here.

They are plain strings, so that the game needs no file to be played.
"""

from __future__ import annotations

import importlib
import pkgutil

from app.games.vantage.world import decode_world, register


def built_in() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def load_built_in() -> None:
    for name in built_in():
        register(decode_world(importlib.import_module(f"{__name__}.{name}").WORLD))
