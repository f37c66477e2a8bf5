"""The campaign of the house, compiled from the files in `packs/` by `parallax packs build` into modules here: the version
of today under the name of the pack, earlier ones with their number behind it.

They are plain strings, so that the game needs no file to be played.
"""

from __future__ import annotations

import importlib
import pkgutil
import re


def kept_versions(pack: str) -> list[str]:
    """Every version of a campaign that is here, compiled."""
    names = [module.name for module in pkgutil.iter_modules(__path__)]
    return [
        importlib.import_module(f"{__name__}.{name}").CAMPAIGN
        for name in names
        if re.fullmatch(rf"{pack}(_\d+)?", name)
    ]
