"""Recorded games play again to the same states and the same end. A change of rules that alters one shows up here."""

from pathlib import Path

import msgspec
import pytest

from tests.record import ROOT, Recording, replay

FILES = sorted((ROOT / "games").glob("*/recorded/*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_a_recorded_game_plays_the_same(path: Path) -> None:
    replay(msgspec.json.decode(path.read_bytes(), type=Recording))
