"""One plan for the whole table (ISS-344): every line has a suggestion, whoever it concerns may change it, a change asks
everybody for Ready again, and nothing happens before all are ready."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from app.games.vanguard.asking import G
from app.games.vanguard.people import RECON, owner, seats_of
from app.games.vanguard.state import Line, State
from app.kernel import READY, Ask, Fact, Option, Question, Script, Window

TEXT = "Touch a line to change it; a change asks everybody for Ready again."
ALONE = "Touch a line to change it. Nothing is carried out before you are ready."


class Row(NamedTuple):
    """A line as it is shown: its key in the plan, its title, and what it may be changed to."""

    key: str
    title: str
    options: tuple[Option, ...]
    seat: int | None = None  # whose affair it is; None: everybody's


Rows = Callable[[State], Iterable[Row]]
Suits = Callable[[State, Row], str]  # the id of the option that is suggested


def keep_sound(state: State, rows: Rows, suits: Suits) -> None:
    """A line that is not there yet, or cannot stand because another one was changed, is suggested anew."""
    sound: dict[str, Line] = {}
    while row := next((row for row in rows(state) if row.key not in sound), None):  # each knows what was chosen above
        line = state.plan.get(row.key)
        if line is None or line.choice not in [option.id for option in row.options]:
            line = state.plan[row.key] = Line(suits(state, row))
        sound[row.key] = line
    state.plan = sound


def open_rows(state: State, rows: Sequence[Row], seat: int) -> list[Option]:
    """What this seat may change: its own affairs, and what is everybody's unless it is settled (ISS-323)."""
    return [
        Option(one.id, one.label, target=one.target, rule=one.rule, note=one.note, group=row.title)
        for row in rows
        if row.seat in (None, seat) and not (state.plan[row.key].settled and seat != owner(state, RECON))
        for one in row.options
        if one.id != state.plan[row.key].choice
    ]


def lines(state: State, rows: Sequence[Row]) -> tuple[Fact, ...]:
    """The plan as it stands: what, why, and who chose it."""
    told = []
    for row in rows:
        line = state.plan[row.key]
        option = next(one for one in row.options if one.id == line.choice)
        told.append(Fact(row.title, option.label, option.note.replace("\n", ". "), line.by if line.by >= 0 else None))
    return tuple(told)


def budgets(state: State, *, energy: int, command: int) -> tuple[Fact, ...]:
    """What is there, and what this plan would leave of it."""
    ship = state.ship
    pools = (("Energy", ship.energy, energy), ("Command", ship.command, command))
    return tuple(Fact(what, str(now) if now == left else f"{now} → {left}") for what, now, left in pools)


def make(
    g: G,
    prompt: str,
    rows: Rows,
    change: Callable[[int, str], None],
    *,
    kicker: str,
    rule: str,
    draws_on: Callable[[], tuple[Fact, ...]] = tuple,
) -> Script[None]:
    """Everybody sees the plan, changes it, and is ready once."""
    state = g.state

    def question(seat: int) -> Question:
        def build() -> Ask:
            drawn = list(rows(state))
            return Ask(
                prompt,
                (*open_rows(state, drawn, seat), Option(READY, "Ready", weight="main")),
                "plan",
                default=(READY,),
                group=True,
                rule=rule,
                kicker=kicker,
                text=TEXT if state.seat_count > 1 else ALONE,
                ledger=lines(state, drawn),
                budgets=draws_on(),
            )

        return Question(seat, build, "make a plan", edit=lambda values: change(seat, values[0]))

    state.window = True  # sections may change hands, and so on (ISS-349)
    yield Window(tuple(question(seat) for seat in seats_of(state)), "ready", True, (READY,))
    state.window = False
