"""Campaigns as they lie in the database, one folder of files per state version: every later version must load them.

python -m tests.games.vanguard.store    writes those of the version of today
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.games.vanguard.game import GAME
from app.games.vanguard.state import State
from app.kernel import Session

STORED = Path(__file__).resolve().parent / "stored"


def _exploring(state: State) -> bool:
    return state.step == "explore" and state.exploration.round >= 2 and state.exploration.stage == "act"


def _checking(state: State) -> bool:
    return state.check is not None and state.check.step >= 4 and not state.exploration.tutorial


def _aboard(step: str) -> Callable[[State], bool]:
    return lambda state: state.step == step and state.ship.bridges >= 2


MOMENTS: dict[str, Callable[[State], bool]] = {
    "exploring": _exploring,
    "facilities": _aboard("facilities"),
    "checking": _checking,
    "starmap": _aboard("starmap"),
    "landing": _aboard("landing"),
    "debriefing": _aboard("debriefing"),
    "save": _aboard("save"),
    "launch": _aboard("launch"),
}
EVERYWHERE = ("exploring", "facilities")  # for every number of seats; the others for two


def path_of(moment: str, seats: int, version: int = GAME.version) -> Path:
    return STORED / f"v{version}" / f"{moment}-{seats}.bin"


def at_moment(moment: str, seats: int) -> Session[State]:
    """A campaign by bots, up to the moment."""
    session = Session.start(GAME, seats=seats, options={"skip_tutorial": True}, seed=f"stored {seats}", keep_log=False)
    while not MOMENTS[moment](session.state):
        session.apply(GAME.bot(session, session.next_seat))
    return session


def main() -> None:
    for moment in MOMENTS:
        for seats in (1, 2, 3, 4) if moment in EVERYWHERE else (2,):
            path = path_of(moment, seats)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(at_moment(moment, seats).save())
            print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
