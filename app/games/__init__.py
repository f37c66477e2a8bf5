"""The shelf. A game is found by its folder: `app/games/<id>/` with a `game.py` that has a `GAME`."""

import importlib
import pkgutil
from typing import Any

from app.kernel import Game

GAMES: dict[str, Game[Any]] = {}
for _folder in sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg):
    GAMES[_folder] = importlib.import_module(f"{__name__}.{_folder}.game").GAME
