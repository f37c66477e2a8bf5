"""Tables as they lay in the database before quiet windows, the even start and the new questions: they load and go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.games.fantos.game import GAME
from app.games.fantos.state import State
from app.kernel import Session

FILES = sorted((Path(__file__).resolve().parent / "stored").glob("*.bin"))


@pytest.fixture(autouse=True)
def laid_dice() -> None:
    """Here dice fall as they will."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_stored_table_loads_and_is_played_to_its_end(path: Path) -> None:
    session: Session[State] = Session.load(GAME, path.read_bytes(), keep_log=False)
    before = session.state.turn
    GAME.invariants(session.state)
    while session.outcome is None:
        session.apply(GAME.bot(session, session.next_seat))
    GAME.invariants(session.state)
    assert session.state.turn > before
    assert session.outcome.winners


def test_there_are_tables_of_many_moments() -> None:
    assert len(FILES) >= 8
