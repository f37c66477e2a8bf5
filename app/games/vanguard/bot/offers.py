"""What a bot does beside the open question: exertion, cards, gear and help for others."""

from __future__ import annotations

from app.games.vanguard import forecast, helpers, printed
from app.games.vanguard.bot import ground, plans
from app.games.vanguard.bot.checks import PRICE
from app.games.vanguard.forecast import promise, wanted_by
from app.games.vanguard.language import every
from app.games.vanguard.people import explorer, team
from app.games.vanguard.pools import available, dice_in, in_play, refreshable
from app.games.vanguard.state import Explorer, State
from app.games.vanguard.turns import specials_here
from app.kernel import Ask, Session, Use


def offer(session: Session[State], seat: int, ask: Ask) -> Use | None:
    state = session.state
    acting = any(one.id == "end" for one in ask.options)
    for option in session.offers(seat):
        kind, *rest = option.id.split(":")
        if kind == "complete":
            return Use(seat, option.id)
        if kind == "exert" and acting and _should_exert(state, explorer(state, int(rest[0]))):
            return Use(seat, option.id)
        if kind == "standing" and acting:
            wanted = _standing(state, explorer(state, int(rest[0])))
            if wanted != state.standing.get(rest[0], "none"):
                return Use(seat, option.id, (wanted,))
        if kind == "guide" and ground.before_going(state, ["go", option.id]) == option.id:
            return Use(seat, option.id)
        if kind == "pledge" and _helps(state, int(rest[0]), int(rest[1])):
            return Use(seat, option.id)
        if kind in ("card", "gear", "skill", "find") and acting and _well_used(state, option.id):
            return Use(seat, option.id)
    return None


def pledge(session: Session[State], seat: int) -> Use | None:
    """Help with somebody else's check, unasked (ISS-346)."""
    check = session.state.check
    if check is None or check.step != 1:
        return None
    for option in session.offers(seat):
        kind, *rest = option.id.split(":")
        if kind == "pledge" and _helps(session.state, int(rest[0]), int(rest[1])):
            return Use(seat, option.id)
    return None


def _well_used(state: State, option: str) -> bool:
    """A card, item or skill that does something good now."""
    x = state.exploration
    kind, key, *_ = option.split(":")
    holder = next((one for one in team(state) if key in (*one.hand, str(one.section))), explorer(state, x.turn))
    does = {effect.verb: effect for effect in every(printed.does(state, option))}
    if "injury-card" in does:
        return any(one.injuries for one in team(state) if one.sector == holder.sector)
    if "injury-die" in does:
        shared = does["injury-die"].target
        whole = [one for one in team(state) if one.sector == holder.sector] if shared else [holder]
        return any(any(one.injury_columns) for one in whole)
    if "refresh" in does and "choose" not in does:
        tired = len(refreshable(state, holder.section)) >= 2 and len(available(state, holder.section)) <= 3
        return tired and holder.section == x.turn
    if kind == "find":
        return False
    if "supply" in does and "choose" not in does:
        return does["supply"].n > 0
    return "draw" in does and kind == "skill" and len(holder.hand) < 2 and holder.charges > 1


def _standing(state: State, crew: Explorer) -> str:
    """The kind of die that would help most with what is to be done in this sector."""
    dice = dice_in(state, crew.section, "slot", "spent", "pool")
    here = [one for one in specials_here(state, crew) if wanted_by(one[1])]
    best = max(here, key=lambda one: plans.outlook(state, crew, one[0], one[1], dice), default=None)
    if best is None or not dice:
        return "none"
    wanted = wanted_by(best[1])
    die = max(dice, key=lambda die: (forecast.fit(die.kind, wanted, ()), -die.id))
    return die.kind if forecast.fit(die.kind, wanted, ()) >= 0.3 else "none"


def _should_exert(state: State, crew: Explorer) -> bool:
    """Sacrificed dice come back at the next launch, so a tired crew with many dice exerts before it rests."""
    x = state.exploration
    ready, spent = len(available(state, crew.section)), len(refreshable(state, crew.section))
    if crew.section != x.turn or in_play(state, crew.section) <= 4 or spent < 3:
        return False
    if x.special and x.actions == 1 and ready >= 1 and not ground.going_home(state):
        return False
    return ready <= 2


def _helps(state: State, section: int, number: int) -> bool:
    check = state.now
    if str(section) in check.pledges or len(available(state, section)) < 2:
        return False
    actor = explorer(state, check.actor)
    action = helpers.action_of(check.action)
    die = next(die for die in state.dice if die.id == number)
    mine = available(state, check.actor)
    with_it = promise(state, actor, check.action, action, [*mine, die])
    return with_it - promise(state, actor, check.action, action, mine) >= 1.5 * PRICE
