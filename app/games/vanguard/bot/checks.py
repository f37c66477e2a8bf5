"""The bot in a dice check: which dice, which changes, which row."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.vanguard import board, forecast, helpers, language, printed
from app.games.vanguard.bot import ground
from app.games.vanguard.check import pledged, rolled
from app.games.vanguard.content.structs import Action
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.data.planetside import DANGER
from app.games.vanguard.forecast import convert_of, wanted_by, worth
from app.games.vanguard.language import Effect, every
from app.games.vanguard.needs import sets
from app.games.vanguard.people import explorer
from app.games.vanguard.poolfx import danger_named
from app.games.vanguard.pools import fits, icons
from app.games.vanguard.state import Danger, Die, State
from app.kernel import Ask, Values

PRICE = 1.2  # of rolling one more die
GOOD_COMBOS = ("refresh", "lead", "supply", "success", "injury-die", "injury-card", "charge", "progress")


def pick_dice(state: State, ask: Ask, ids: list[str]) -> Values:
    dice = [die for die in state.dice if f"die:{die.id}" in ids]
    check = state.check
    if check and check.step == 1 and "choose your dice" in ask.prompt:
        return _roll(state, dice)
    owner = (
        explorer(state, dice[0].section) if dice and dice[0].section >= 0 else explorer(state, state.exploration.turn)
    )
    wanted = wanted_by(helpers.action_of(check.action)) if check else ground.goal_icons(state, owner)
    convert = convert_of(owner)
    ranked = sorted(dice, key=lambda die: (-forecast.fit(die.kind, wanted, convert), die.id))
    if ask.prompt.startswith("Refresh"):
        kept: list[Die] = []
        for die in ranked:
            if len(kept) < ask.most and fits(state, owner, [*kept, die]):
                kept.append(die)
        return tuple(f"die:{die.id}" for die in kept)
    if ask.prompt.startswith(("Reroll", "Turn up")):
        useless = [die for die in dice if not _useful(state, die)]
        return tuple(f"die:{die.id}" for die in useless[: ask.most])
    if ask.prompt.startswith(("Spend", "Sacrifice", "Which die is pushed")) and ask.least:
        return tuple(f"die:{die.id}" for die in ranked[::-1][: ask.least])
    return ask.default


def _roll(state: State, dice: Sequence[Die]) -> Values:
    check = state.now
    actor = explorer(state, check.actor)
    action = helpers.action_of(check.action)
    help_ids = pledged(state)
    helping = [die for die in state.dice if die.id in help_ids]
    best = forecast.choose_dice(state, actor, check.action, action, dice, helping, PRICE + accident(state, action))
    return tuple(f"die:{die.id}" for die in best)


def accident(state: State, action: Action) -> float:
    """What the chance of an Accident on one more die costs here."""
    shared = board.condition(state.exploration).fx if state.exploration.condition else ()
    cost = sum(-worth(state, fx.do, 1) / 6 for fx in (*shared, *action.fx) if fx.need == "Ac")
    return min(cost, PRICE / 2)


def _useful(state: State, die: Die) -> bool:
    wanted = wanted_by(helpers.action_of(state.now.action))
    shown, convert = icons(die), dict(convert_of(explorer(state, state.now.actor)))
    turned = convert.get(KIND[die.kind].colour, "") if "Ba" in shown else ""
    return "V" in shown or turned in wanted or any(icon in wanted for icon in shown)


def _missing(state: State) -> bool:
    """Whether the row that is worth most is not met yet, or a track could use more."""
    action = helpers.action_of(state.now.action)
    hurt = len(explorer(state, state.now.actor).injuries)
    rows = [row for row in action.rows if row.need]
    if not rows:
        return bool(action.tracks)
    best = max(rows, key=lambda row: worth(state, row.do, hurt))
    return not sets(rolled(state), language.need(best.need))


def in_check(state: State, ask: Ask, ids: list[str]) -> str:
    check = state.now
    wanted = wanted_by(helpers.action_of(check.action))
    if check.step == 4 and "done" in ids:
        return _modify(state, ask, wanted) or "done"
    if check.step == 5 and "done" in ids:
        for key in ids:
            if key != "done" and _good_combo(check.kind, printed.does(state, key)[0]):
                return key
        return "done"
    if ids[0].startswith("row:"):
        hurt = len(explorer(state, check.actor).injuries)
        return max(ids, key=lambda key: worth(state, printed.does(state, key), hurt))
    if ids[0].startswith("face:"):
        return max(ids, key=lambda key: (key.removeprefix("face:") in wanted, key == "face:V"))
    if ids[0].startswith("danger:"):
        return max(ids, key=lambda key: _bad(danger_named(key)))
    matches = [key for key in ids if key.startswith("match:") and key.split(":")[2] in (*wanted, "V")]
    return matches[0] if matches else ""


def _good_combo(kind: str, first: Effect) -> bool:
    """Where the dice are wanted for a result only what moves a track; in a Prepare whatever helps."""
    if kind != "prepare":
        return first.verb == "progress"
    return first.verb in GOOD_COMBOS or (first.verb == "time" and first.args[0] == "any")


def _bad(danger: Danger) -> float:
    """How bad a danger die is."""
    text = "" if danger.face == "blank" else getattr(DANGER[danger.category], danger.face)
    return 2.0 if "injure" in text else 1.0 if text not in ("", "none") else 0.0


def _modify(state: State, ask: Ask, wanted: tuple[str, ...]) -> str:
    """Against injuries anything; for the result what adds an icon, then what turns or rolls useless dice again."""
    check = state.now
    useless = [die for die in state.dice if die.zone == "pool" and not _useful(state, die)]
    threatening = any(_bad(one) == 2.0 for one in check.danger)
    missing = bool(wanted) and _missing(state)
    listed = [(option.id, list(every(printed.does(state, option.id)))) for option in ask.options]
    for key, effects in listed:
        verbs = {effect.verb for effect in effects}
        if "ignore-danger" in verbs and threatening:
            return key
        if "ignore-injury" in verbs and any(face in ("strain", "crisis") for face in check.injury):
            return key
        if missing and any(one.verb == "add" and one.args[0] in (*wanted, "V") for one in effects):
            return key
    for key, effects in listed:
        turns = any(one.verb in ("reroll", "match") or "any" in (*one.args, one.target) for one in effects)
        if missing and useless and turns:
            return key
    return ""
