"""Whether something could change the dice of the check at hand: what would change nothing is not offered (ISS-103)."""

from __future__ import annotations

from app.games.vanguard import board, helpers, language
from app.games.vanguard.language import Effect
from app.games.vanguard.people import explorer, team
from app.games.vanguard.pools import colour, icons, joinable
from app.games.vanguard.state import Die, State


def helps(state: State, text: str) -> bool:
    """Whether any of these effects would do something now."""
    return any(not idle(state, effect) for effect in language.effects(text))


def idle(state: State, effect: Effect) -> bool:
    check = state.check
    if check is None:
        return False
    dice = [die for die in state.dice if die.zone == "pool"]
    verb, args = effect.verb, effect.args
    if verb == "reroll":
        return not rerollable(dice, args, check.actor)
    if verb == "set":
        return not settable(dice, args)
    if verb == "match":
        return len(dice) < 2
    if verb == "ignore-danger":
        return not any(danger.face != "blank" for danger in check.danger)
    if verb == "ignore-injury":
        return not any(face != "calm" for face in check.injury)
    if verb == "extra-assist":
        return not any(joinable(state, crew.section) for crew in helpers.helpers(state))
    if verb == "far-assist":
        here = explorer(state, check.actor).sector
        away = [crew for crew in team(state) if crew.sector != here]
        return not any(board.near(state.exploration, here, crew.sector) for crew in away)
    return verb == "progress" and not helpers.tracks_of(state)


def rerollable(dice: list[Die], args: tuple[str, ...], actor: int) -> list[Die]:
    if args == ("accidents",):
        return [die for die in dice if icons(die) == ("Ac",)]
    word = args[1] if len(args) > 1 else ""
    if word == "assist":
        return [die for die in dice if die.section != actor]
    return [die for die in dice if word in ("", colour(die))]


def settable(dice: list[Die], args: tuple[str, ...]) -> list[Die]:
    if args[0] in ("accident", "accidents"):
        return [die for die in dice if icons(die) == ("Ac",)]
    tint = args[1] if len(args) > 2 else ""
    return [die for die in dice if tint in ("", colour(die))]
