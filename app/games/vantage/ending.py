"""The journey told: verdict, mission, destiny, and what each of you saw. The whole story is the long page behind it."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.vantage.dock import goals
from app.games.vantage.goals import crisis_words
from app.games.vantage.state import State
from app.games.vantage.telling import count, joined
from app.games.vantage.world import STATS, shown
from app.kernel import Chapter, Ending, Fact, Line, Moment

WHY = {
    "mission": "You chose to end here, with the mission done.",
    "destiny": "A destiny was fulfilled, and with it the journey.",
    "crisis": "A stat stood at 0, and there was no going on.",
    "time": "The time that you had set aside was up.",
    "text": "The planet itself said that it was over.",
}
DECIDING = ("VAN-206", "VAN-208", "VAN-214")  # moments that decide: destiny, crisis, mission


def ending(state: State, told: Sequence[Line]) -> Ending | None:
    if not state.ended:
        return None
    moments = [line.moment for line in told if line.moment is not None and line.to is None]
    return Ending(
        verdict=verdict(state),
        why=why(state),
        kicker=f"{state.world.title}, after {count(state.number, 'turn')}",
        good=state.mission_done or bool(state.completed),
        reasons=tuple(reasons(state)),
        decided=next((moment for moment in reversed(moments) if moment.rule in DECIDING), None),
        chapters=tuple(chapter(state, seat, moments) for seat in range(len(state.seats))),
        numbers=tuple(numbers(state)),
    )


def verdict(state: State) -> str:
    """VAN-214 to VAN-218, in words."""
    mission = state.world.missions[state.mission].name if state.mission is not None else "The mission"
    fulfilled = joined(state.world.destinies[number].name for number in state.completed)
    if state.mission_done and state.completed:
        return f"Epic: {mission} done, and {fulfilled} fulfilled"
    if state.completed:
        return f"{fulfilled} is fulfilled"
    return f"{mission} is done" if state.mission_done else "The journey ends here"


def why(state: State) -> str:
    empty = [(seat, name) for seat, who in enumerate(state.seats) for name in STATS if who.stats[name] == 0]
    words = WHY.get(state.ended, "")
    return f"{crisis_words(empty)}. {words}" if state.ended == "crisis" and empty else words


def reasons(state: State) -> list[Fact]:
    rows = [
        Fact(goal.name, goal.state or f"{goal.done} of {goal.need}", goal.kind, better=goal.state == "complete" or None)
        for goal in goals(state)
    ]
    if state.crises:
        rows.append(crisis_row(state))
    if state.own_success:
        rows.append(Fact("what you call it yourselves", state.own_success))
    return rows


def crisis_row(state: State) -> Fact:
    if state.ended != "crisis":
        return Fact("A crisis", "survived", "there would have been no second time")
    if state.crises == 1:
        return Fact("The first crisis", "the end", "you chose not to go on", better=False)
    return Fact("A second crisis", "the end", "only the first can be survived", better=False)


def chapter(state: State, seat: int, moments: list[Moment]) -> Chapter:
    who = state.me(seat)
    name = state.world.card(who.character).name if who.character else "Somebody"
    places = list(dict.fromkeys(step.place for step in who.route))
    seen = [f"{shown(number)} {state.world.places[number].name}" for number in places]
    first = seen[0] if seen else "nowhere"
    text = f"Fell at {first}"
    if len(seen) > 1:
        text += f" and saw {joined(seen[1:5])}"
        if len(seen) > 5:
            text += f", and {count(len(seen) - 5, 'place')} more"
    words = [step.caption for step in who.route if step.caption] + ([who.caption] if who.caption else [])
    said = f" In their own words: “{words[-1]}”." if words else ""
    deed = next((m for m in reversed(moments) if m.kind == "story" and m.title.startswith(f"{{{seat}}}: ")), None)
    last = f" Their last story: {deed.title.partition(': ')[2].rstrip('.')}." if deed is not None else ""
    gained = f" {count(who.cards_gained, 'card')} gained, {count(who.lost, 'point')} of strength lost."
    return Chapter(seat, f"{{{seat}}}, who was {name}", f"{text}.{said}{last}{gained}")


def numbers(state: State) -> list[Fact]:
    places = {step.place for who in state.seats for step in who.route}
    known = len([place for place in state.world.places.values() if place.terrain not in ("pod", "ship")])
    return [
        Fact("places seen", f"{len(places)} of {known}", "by all of you together"),
        Fact("passages read", str(len(state.log))),
        Fact("cards gained", str(sum(who.cards_gained for who in state.seats))),
    ]
