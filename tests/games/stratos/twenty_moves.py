"""Twenty moves of a match and what the stage says of each, written down for people who have never seen Stratos.

python -m tests.games.stratos.twenty_moves        writes docs/stratos-twenty-moves.md anew
"""

from __future__ import annotations

import re
from pathlib import Path

from app.games import GAMES
from app.games.stratos.ending import whole_moments
from app.kernel import Line, Moment, Session

PAGE = Path(__file__).resolve().parents[3] / "docs" / "stratos-twenty-moves.md"
SEED = "tell"
NAMES = ("Ann", "Rook")
FIRST, MOVES = 13, 20  # the turn from which they are taken
HEAD = """# Twenty moves of Stratos, from the stage alone

A match of two bots, recorded from seed `{seed}`, as a guest sees it who has never played: for each move the title, the
line below it, the dice and what became of them, and every change with its reason. Nothing else is needed to say what
happened and why. Written by `python -m tests.games.stratos.twenty_moves`; a test keeps it true. Pictures of them, on a
laptop and on a phone: `pytest tests/browser/test_twenty_moves.py --shots`.
"""


def named(text: str) -> str:
    return re.sub(r"\{(\d+)\}", lambda found: NAMES[int(found[1])], text)


def turn_of(moment: Moment) -> int:
    found = re.match(r"Turn (\d+):", moment.title)
    return int(found[1]) if found else 0


def chosen() -> list[Moment]:
    """Twenty moments in a row from the middle of the match, as everybody sees them."""
    game = GAMES["stratos"]
    session = Session.start(game, seats=2, options={}, seed=SEED)
    lines: list[Line] = list(session.opening_lines)
    while session.outcome is None:
        lines += session.apply(game.bot(session, min(session.asks)))
    moments = whole_moments(lines)
    start = next(number for number, moment in enumerate(moments) if turn_of(moment) == FIRST)
    return moments[start : start + MOVES]


def written(number: int, moment: Moment) -> str:
    parts = [f"## {number}. {named(moment.title)}", ""]
    if moment.scene:
        parts += [f"*{named(moment.scene)}*", ""]
    for die in moment.dice:
        words = ", ".join(word for word in (die.note, die.why) if word)
        parts.append(f"- die D{die.sides}: **{die.face}**, {named(words)}")
    for change in moment.changes:
        who = f"{NAMES[change.seat]}: " if change.seat is not None else ""
        step = f"{change.before} → {change.after}" if change.before else change.after
        parts.append(f"- {who}{named(change.what)} **{named(step)}**, {named(change.why)}")
    parts += ["", f"{moment.kind}, {moment.rule}", ""]
    return "\n".join(parts)


def page() -> str:
    moves = [written(number, moment) for number, moment in enumerate(chosen(), 1)]
    return HEAD.format(seed=SEED) + "\n" + "\n".join(moves)


if __name__ == "__main__":
    PAGE.write_text(page())
    print(PAGE)
