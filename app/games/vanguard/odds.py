"""What a question tells before it is answered: rows with odds, what dice show, what danger dice do (ISS-097)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.games.vanguard import forecast, helpers, language, wording
from app.games.vanguard.content.structs import Action
from app.games.vanguard.data.crew import CREW
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.people import explorer, name
from app.games.vanguard.pools import die_label
from app.games.vanguard.state import Die, Explorer, State
from app.kernel import Fact, Option

DANGER_FACES = {"triangle": 3, "square": 2, "circle": 1, "pentagon": 1}  # of eight


def percent(share: float) -> str:
    return f"{round(100 * share)} %"


def rows(state: State, action: Action, dice: Sequence[Die], crew: Explorer) -> Iterator[Fact]:
    """Each row, and how likely these dice meet it."""
    sight, convert = wording.sight_of(state), forecast.convert_of(crew)
    kinds = tuple(sorted(die.kind for die in dice))
    for row in action.rows:
        odds = percent(forecast.chance(kinds, row.need, convert)) if row.need else ""
        yield Fact(wording.need(row.need), odds, wording.say(row.do, sight))


def tracks(state: State, action: Action, reference: str) -> Iterator[Fact]:
    sight = wording.sight_of(state)
    for track in action.tracks:
        now = state.exploration.tracks.get(helpers.track_key(reference, track.id), 0)
        says = f"each fills the {track.id.capitalize()} track; full: {wording.phrase(track.do, sight)}"
        yield Fact(wording.need(track.need), f"{now} of {track.length}", says)


def dangers(action: Action) -> Iterator[Fact]:
    """What the danger dice may do, face by face."""
    if action.dice:
        words = [
            f"{count} in 8: {wording.danger_face(action.category, face).lower()}"
            for face, count in DANGER_FACES.items()
        ]
        yield Fact(wording.danger(action), "", "; ".join(words))


def effects(state: State, action: Action) -> Iterator[Fact]:
    sight = wording.sight_of(state)
    for fx in action.fx:
        yield Fact(
            wording.need(fx.need),
            "each",
            f"{wording.say(fx.do, sight)}{', and the check ends' if fx.immediate else ''}",
        )


def before_the_roll(state: State, dice: Sequence[Die]) -> list[Fact]:
    """All that is printed where the check is made, with the odds of rolling all these dice."""
    check = state.now
    action, crew = helpers.action_of(check.action), explorer(state, check.actor)
    return [
        *effects(state, action),
        *dangers(action),
        *tracks(state, action, check.action),
        *rows(state, action, dice, crew),
    ]


def reading(crew: Explorer) -> str:
    """What the odd faces count as."""
    card = CREW[crew.person]
    blank = f"{wording.convert(card.colour, card.icon)} for {name(crew.person).split()[0]}"
    return f"Valid counts as any icon, {blank}, an Accident as nothing."


def die_odds(die: Die, action: Action, crew: Explorer) -> Option:
    """A die that may be rolled: its faces, and how many of them fit here."""
    wanted = forecast.wanted_by(action)
    fits = round(6 * forecast.fit(die.kind, wanted, forecast.convert_of(crew))) if wanted else 0
    shown = [wording.icons(face) for face in KIND[die.kind].faces]
    faces = ", ".join(f"{face} {shown.count(face)}" for face in dict.fromkeys(shown))
    return Option(
        f"die:{die.id}",
        die_label(die),
        target=f"die-{die.id}",
        note=f"{fits} of 6 fit here\n{faces}" if wanted else faces,
    )


def still_wanted(state: State) -> list[Fact]:
    """After the roll: the rows, and whether what lies there meets them."""
    from app.games.vanguard.check import rolled
    from app.games.vanguard.needs import sets

    action, sight = helpers.action_of(state.now.action), wording.sight_of(state)
    dice = rolled(state)

    def met(need: str) -> str:
        if not need or sets(dice, language.need(need), natural=True):
            return "met"
        return "if you like" if sets(dice, language.need(need)) else "not met"  # by V or a conversion (ISS-134)

    return [Fact(wording.need(row.need), met(row.need), wording.say(row.do, sight)) for row in action.rows]
