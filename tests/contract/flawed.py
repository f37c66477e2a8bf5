"""Whisper, broken in one named way at a time in what it shows of itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from app.games.whisper.game import Whisper
from app.games.whisper.state import State
from app.kernel import Card, Change, Ending, Fact, Line, Moment, Outcome, Play, Score, Script

MOMENTS: dict[str, Callable[[Moment], Moment]] = {
    "title with an id": lambda moment: msgspec.structs.replace(moment, title="{0} takes tile_3 away"),
    "title of one word": lambda moment: msgspec.structs.replace(moment, title="Taken"),
    "title that goes on": lambda moment: msgspec.structs.replace(moment, title="takes a tile"),
    "title about nobody": lambda moment: msgspec.structs.replace(moment, title="{9} takes a tile"),
    "about nothing": lambda moment: msgspec.structs.replace(moment, about="tile-4711"),
    "change for no reason": lambda moment: msgspec.structs.replace(moment, changes=(Change("tiles", "1", "2"),)),
}

ENDINGS: dict[str, Callable[[Ending], Ending]] = {
    "no verdict": lambda ending: msgspec.structs.replace(ending, verdict=" "),
    "verdict with an id": lambda ending: msgspec.structs.replace(ending, verdict="game_over"),
    "verdict about nobody": lambda ending: msgspec.structs.replace(ending, verdict="{9} wins"),
    "wrong winner": lambda ending: msgspec.structs.replace(
        ending, scores=tuple(msgspec.structs.replace(score, won=not score.won) for score in ending.scores)
    ),
    "player told of twice": lambda ending: msgspec.structs.replace(
        ending, scores=tuple(Score(0, score.total, won=score.won) for score in ending.scores)
    ),
    "empty row": lambda ending: msgspec.structs.replace(ending, numbers=(Fact("tiles", ""),)),
    "no such seat": lambda ending: msgspec.structs.replace(ending, chapters=(*ending.chapters, _stranger(ending))),
}

CARDS = (
    "tile without a card",
    "own card without a card",
    "card of somebody else",
    "card that tells",
    "card for anything",
    "card without words",
    "card with an id",
)


def _stranger(ending: Ending) -> Any:
    return msgspec.structs.replace(ending.chapters[0], seat=len(ending.chapters))


class Flawed(Whisper):
    def __init__(self, flaw: str = "") -> None:
        self.flaw = flaw

    def script(self, play: Play[State]) -> Script[Outcome]:
        break_it = MOMENTS.get(self.flaw)
        hang = play._hang

        def broken(made: Any) -> None:
            hang(made)
            play.lines[:] = [
                msgspec.structs.replace(line, moment=break_it(line.moment))
                if break_it is not None and line.moment is not None and line.to is None
                else line
                for line in play.lines
            ]

        play._hang = broken  # type: ignore[method-assign]
        return super().script(play)

    def ending(self, state: State, told: Sequence[Line]) -> Ending:
        ending = super().ending(state, told)
        return ENDINGS[self.flaw](ending) if self.flaw in ENDINGS else ending

    def explain(self, state: State, seat: int | None, name: str) -> Card | None:
        card = super().explain(state, seat, name)
        kind, _, number = name.partition("-")
        if self.flaw == "tile without a card" and name == "tile-7":
            return None
        if self.flaw == "own card without a card" and kind == "card":
            return None
        if self.flaw == "card for anything" and card is None:
            return Card("Thing", "Something", "Whatever you say.")
        if self.flaw == "card of somebody else" and card is None and kind == "card":
            held = any(str(one) == number for hand in state.hands for one in hand)
            return Card("Card", "A card", "Somebody holds it.") if held else None
        if card is None or kind != "tile":
            return card
        if self.flaw == "card that tells":
            return msgspec.structs.replace(card, does=f"The deck begins with {state.deck[0]}.")
        if self.flaw == "card without words":
            return msgspec.structs.replace(card, text="")
        return msgspec.structs.replace(card, text="It lies at tile:4") if self.flaw == "card with an id" else card
