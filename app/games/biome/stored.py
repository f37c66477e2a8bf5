"""Tables of earlier versions, brought up to date: what their players agreed on stays so."""

from __future__ import annotations

from typing import Any


def keep_earlier_readings(tree: dict[str, Any]) -> dict[str, Any]:
    """To version 2: where an earlier reading of a rule has become an option, a table in play goes on with it. Its pace is
    stored as it was."""
    options = {**tree["options"], "take_back": False, "one_of_a_kind": True}
    return {**tree, "options": options}
