from __future__ import annotations

import pytest

from app.games.fantos import dice
from tests.games.fantos.situations import QUEUE, chosen_faces


@pytest.fixture(autouse=True)
def laid_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice fall as a test has laid them ready."""
    QUEUE.clear()
    monkeypatch.setattr(dice, "faces", chosen_faces)
