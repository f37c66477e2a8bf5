"""Tables as they lay in the database under earlier rules: they load and go on to their end."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.games.biome.game import GAME
from app.games.biome.state import State
from app.kernel import Session
from tests.games.biome.store import MOMENTS, STORED, path_of

FILES = sorted(STORED.glob("v*/*.bin"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_stored_table_loads_and_is_played_to_its_end(path: Path) -> None:
    session: Session[State] = Session.load(GAME, path.read_bytes(), keep_log=False)
    before = session.state.round, session.state.turn
    GAME.invariants(session.state)
    while session.outcome is None:
        session.apply(GAME.bot(session, session.next_seat))
    GAME.invariants(session.state)
    assert (session.state.round, session.state.turn) >= before
    assert session.outcome.reason


def test_a_table_in_play_keeps_what_its_players_agreed_on() -> None:
    session: Session[State] = Session.load(GAME, path_of("early", 3, version=1).read_bytes(), keep_log=False)
    options = session.state.options
    assert (options.pace, options.take_back, options.one_of_a_kind) == ("die", False, True)


def test_there_are_tables_of_every_moment_and_for_every_number_of_seats() -> None:
    names = {path.stem.rpartition("-")[0] for path in FILES}
    assert names == set(MOMENTS)
    assert {path.stem[-1] for path in FILES} == set("12345")
