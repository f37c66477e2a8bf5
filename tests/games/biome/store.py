"""Tables as they lie in the database, one folder of files per state version: every later version must load them.

python -m tests.games.biome.store    writes those of the version of today
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.games.biome.game import GAME
from app.games.biome.state import State
from app.kernel import Session

STORED = Path(__file__).resolve().parent / "stored"
MOMENTS: dict[str, Callable[[State], bool]] = {
    "start-picks": lambda state: state.turn == 1,
    "early": lambda state: state.round == 2 and state.step == "turn",
    "placing": lambda state: state.busy and state.round > 1,
    "fallen": lambda state: any(person.status != "active" for person in state.players) and state.step == "turn",
    "late": lambda state: state.exit is not None and state.step == "turn",
}


def path_of(moment: str, seats: int, version: int = GAME.version) -> Path:
    return STORED / f"v{version}" / f"{moment}-{seats}.bin"


def at_moment(moment: str, seats: int) -> Session[State]:
    """A game by bots, up to the moment; with other chance, if it never comes."""
    for number in range(100):
        session = Session.start(GAME, seats=seats, options={}, seed=f"stored {number}", keep_log=False)
        while session.outcome is None:
            if MOMENTS[moment](session.state):
                return session
            session.apply(GAME.bot(session, session.next_seat))
    raise AssertionError(f"no game for {seats} comes to: {moment}")


def main() -> None:
    for moment in MOMENTS:
        for seats in (1, 2, 3, 4, 5) if moment in ("early", "late") else (3,):
            path = path_of(moment, seats)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(at_moment(moment, seats).save())


if __name__ == "__main__":
    main()
