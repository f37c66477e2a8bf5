"""Reading aloud: whoever is here and not acting reads the passage to the others (VAN-240 to VAN-242)."""

from __future__ import annotations

import re

from app.games.vantage.telling import Game
from app.kernel import Option, Script, choose

LONGEST = 30  # seconds the others wait for a voice
BREATH = 72  # characters that one breath carries: short sentences are said together
SENTENCE = re.compile(r"(?<=[.!?…])\s+(?![a-z])|(?<=[.!?…][”’\"')])\s+(?![a-z])")


def breaths(text: str) -> tuple[str, ...]:
    """A passage in pieces for a voice: sentence by sentence, short ones of a paragraph together (VAN-241)."""
    pieces: list[str] = []
    for paragraph in text.splitlines():
        said = ""
        for sentence in SENTENCE.split(paragraph.strip()):
            together = f"{said} {sentence}".strip()
            if said and len(together) > BREATH:
                pieces.append(said)
                said = sentence
            else:
                said = together
        if said:
            pieces.append(said)
    return tuple(pieces)


def readers(seats: int, actor: int, first: int) -> list[int]:
    """Clockwise from the reader of this turn; never the actor."""
    return [seat for step in range(seats) if (seat := (first + step) % seats) != actor]


def read_aloud(g: Game, actor: int, text: str) -> Script[None]:
    """Whoever is away or a bot is passed over. The actor gets the words when they were read, or after 30 seconds; with
    nobody to read, at once."""
    state = g.state
    for reader in readers(len(state.seats), actor, state.storyteller):
        state.storyteller, state.told = reader, text
        answer = yield from choose(
            reader,
            f"{{{actor}}} waits for your voice",
            [
                Option("read", "I have read it", note=f"{{{actor}}} gets the words", weight="main"),
                Option("all", "Show it to everybody now"),
                Option("pass", "Not me, please", note="somebody else reads"),
            ],
            default="all",
            absent=("pass",),
            seconds=LONGEST,
            kicker="You are the reader this turn",
            text=f"{{{actor}}} sees these words when you have read them, or in {LONGEST} seconds. Nobody loses anything "
            "if you are slow.",
            rule="VAN-241",
            public="reads aloud",
        )
        state.told = ""
        if answer != "pass":
            g.tell(f"{{{reader}}} reads it to {{{actor}}}.", rule="VAN-241")
            state.me(reader).reading = text if answer == "all" else ""
            return
