"""The heart of the effect language: running a list of effects, one complete after the other.

Verbs register themselves by name; other modules need only `run`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from app.games.vantage.facts import Number, Source, number
from app.games.vantage.telling import Game, Over, beginning, note, reason
from app.games.vantage.world import Effects, shown
from app.kernel import Option, Script, ask, choose, choosing, window

__all__ = ["AFTER", "VERBS", "Game", "Over", "run", "verb"]
Verb = Callable[[Game, Source, dict[str, Any]], Script[None]]
VERBS: dict[str, Verb] = {}
AFTER: list[Callable[[Game], Script[None]]] = []  # what is looked at after every effect: crises, goals


def verb(name: str) -> Callable[[Verb], Verb]:
    def keep(function: Verb) -> Verb:
        VERBS[name] = function
        return function

    return keep


def run(g: Game, source: Source, effects: Effects) -> Script[None]:
    """From top to bottom; a loss that brings a stat to 0 interrupts between two effects (VAN-135, VAN-209)."""
    for effect in effects:
        for name, arguments in effect.items():
            why = reason(g.state, source)  # before the card that says it may be gone
            yield from VERBS[name](g, source, arguments if isinstance(arguments, dict) else {})
            note(g, why)
            for look in AFTER:
                yield from look(g)


def amount(g: Game, source: Source, arguments: dict[str, Any], name: str = "amount", default: Number = 1) -> int:
    return max(0, number(g.state, source, arguments.get(name, default)))


def chosen_seat(g: Game, source: Source, prompt: str, seats: Sequence[int]) -> Script[int]:
    if len(seats) == 1:
        return seats[0]
    options = [Option(f"seat:{seat}", f"{{{seat}}}", target=f"seat-{seat}") for seat in seats]
    picked = yield from choose(source.seat, prompt, options, public="chooses a player")
    return int(picked.removeprefix("seat:"))


def people(g: Game, source: Source, arguments: dict[str, Any], prompt: str = "Which player?") -> Script[list[int]]:
    """Whom an effect concerns. One that finds nobody does nothing (VAN-220)."""
    who = arguments.get("who", "me")
    everybody = list(range(len(g.state.seats)))
    if who == "me":
        return [source.seat]
    if who == "each":
        return everybody
    if who in ("here", "others_here"):
        others = g.state.companions(source.seat)
        return others if who == "others_here" else sorted([source.seat, *others])
    if who == "other":
        everybody.remove(source.seat)
        if not everybody:
            return []
    return [(yield from chosen_seat(g, source, prompt, everybody))]


def one_of(g: Game, seat: int, prompt: str, names: Any) -> Script[str]:
    """Where an argument is a list, the affected player chooses one."""
    if isinstance(names, str):
        return names
    if len(names) == 1:
        return str(names[0])
    picked = yield from choose(
        seat, prompt, [Option(f"pick:{name}", beginning(name)) for name in names], public="chooses"
    )
    return picked.removeprefix("pick:")


def vote(g: Game, prompt: str, yes: str, no: str, rule: str, *, kicker: str = "", text: str = "") -> Script[int]:
    """How many say yes. Everybody answers; what the others say stays sealed until then."""
    answers = yield from window(
        [
            choosing(
                seat,
                prompt,
                [Option("no", no), Option("yes", yes)],
                default=("no",),
                rule=rule,
                public="votes",
                urgent=True,
                group=True,
                kicker=kicker,
                text=text,
            )
            for seat in range(len(g.state.seats))
        ]
    )
    return sum(values == ("yes",) for values in answers.values())


def pick_card(
    g: Game, seat: int, prompt: str, cards: Callable[[], Sequence[int]], *, least: int = 1, rule: str | None = None
) -> Script[int | None]:
    """One of some cards. What is possible is asked again when a power was used meanwhile; nothing left, nothing chosen."""

    def options() -> list[Option]:
        listed = [
            Option(f"card:{number}", g.state.world.card(number).name, target=f"card-{number}", note=shown(number))
            for number in cards()
        ]
        return listed if listed and least else [*listed, Option("none", "None")]

    if not cards():
        return None
    values = yield from ask(choosing(seat, prompt, options, rule=rule, public="chooses a card"))
    return None if values[0] == "none" else int(values[0].removeprefix("card:"))
