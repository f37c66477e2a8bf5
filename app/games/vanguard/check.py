"""The ten steps of a dice check: sections 10 to 13."""

from __future__ import annotations

from dataclasses import replace

from app.games.vanguard import board, helpers, language, odds, wording
from app.games.vanguard.asking import G, openly, pick
from app.games.vanguard.changing import modify, pool_text
from app.games.vanguard.content.structs import Action, Fx
from app.games.vanguard.data.cards import CARD
from app.games.vanguard.data.crew import CREW
from app.games.vanguard.data.dice import INJURY_FACES
from app.games.vanguard.data.gear import EQUIPMENT
from app.games.vanguard.data.planetside import INJURY
from app.games.vanguard.effects import Ctx, apply_danger, roll_danger, run, use_card, who
from app.games.vanguard.language import Need
from app.games.vanguard.needs import Rolled, leftovers, most_sets, sets, strength
from app.games.vanguard.people import explorer, name, owner
from app.games.vanguard.poolfx import danger_named, danger_options, pool, roll_dice, turn, unlit, ward_off
from app.games.vanguard.pools import (
    chosen,
    colour,
    die_label,
    icons,
    joinable,
    seat_injury_dice,
    to_spent,
)
from app.games.vanguard.rankups import note
from app.games.vanguard.state import Check, Danger, Die, Explorer, State
from app.games.vanguard.telling import became, because, came, of_plain, show_plain
from app.kernel import Option, Script, choosing
from app.kernel.moments import Fate


def make_check(g: G, actor: int, kind: str, reference: str, target: str = "") -> Script[None]:
    state = g.state
    action = helpers.action_of(reference)
    crew = explorer(state, actor)
    assert kind in ("action", "travel", "prepare")
    origin = crew.sector
    state.check = Check(actor, kind, reference, action.name, target=target, origin=origin)  # type: ignore[arg-type]
    _standing_pledges(state)
    yield from choose_and_roll(g, action)
    for step in (modify, combine, injuries_and_dangers):
        if not broken_off(state):
            yield from step(g)
    if not broken_off(state):
        yield from special_effects(g, action)
    outcome = "" if broken_off(state) else (yield from mark_row(g, action))
    spend_pool(g)
    because(g, f"the check, {action.name}")
    resolved = not broken_off(state)
    state.check = None
    if kind == "action":
        note(g, "check")
    if resolved:
        yield from outcomes(g, Ctx(actor, target=target, place=origin, why="the result"), reference, outcome)


def broken_off(state: State) -> bool:
    """An Emergency Evac comes as soon as the step in progress is done (ISS-197), so does the end of the exploration;
    an Immediate effect ends the check (ISS-131)."""
    x = state.exploration
    return bool(x.evac or x.over or state.now.ended)


def _standing_pledges(state: State) -> None:
    """ISS-350"""
    check = state.now
    for crew in helpers.helpers(state):
        wanted = state.standing.get(str(crew.section))
        die = next((die for die in joinable(state, crew.section) if die.kind == wanted), None)
        if die:
            check.pledges[str(crew.section)] = die.id


# Steps 1 to 3 ------------------------------------------------------------------------------------------------------


def pledged(state: State) -> list[int]:
    """The pledges that still hold (ISS-346, ISS-347)."""
    able = {crew.section for crew in helpers.helpers(state)}
    slots = {die.id for die in state.dice if die.zone == "slot"}
    return [die for section, die in state.now.pledges.items() if int(section) in able and die in slots]


def choose_and_roll(g: G, action: Action) -> Script[None]:
    state, check = g.state, g.state.now
    actor = check.actor

    crew = explorer(state, actor)

    def prompt() -> str:
        names = {die.id: die_label(die) for die in state.dice}
        help_ = [names[die] for die in pledged(state)]
        return f"{check.name}: choose your dice and roll" + (f" (pledged: {', '.join(help_)})" if help_ else "")

    def all_dice() -> list[Die]:
        ids = pledged(state)
        return [*joinable(state, actor), *(die for die in state.dice if die.id in ids)]

    question = choosing(
        owner(state, actor), prompt, lambda: [odds.die_odds(die, action, crew) for die in joinable(state, actor)],
        least=0, most=lambda: len(joinable(state, actor)), default=(), rule="ISS-097", public="chooses dice for a check",
        kicker=lambda: f"{name(crew.person)} · the odds are for all {len(all_dice())} dice",
        text=odds.reading(crew), ledger=lambda: odds.before_the_roll(state, all_dice()),
    )  # fmt: skip
    values = yield from openly(g, question)
    if broken_off(state):
        return
    mine = chosen(values, joinable(state, actor))
    check.near = [crew.section for crew in helpers.helpers(state)]
    help_ids = pledged(state)
    helping = [die for die in state.dice if die.id in help_ids]
    roll(g, action, [die.id for die in (*mine, *helping)])
    yield from shield(g)
    if helping:
        note(g, "assist")


def roll(g: G, action: Action, dice_ids: list[int]) -> None:
    """ISS-099 to ISS-102"""
    state, check = g.state, g.state.now
    crew = explorer(state, check.actor)
    dice = [die for die in state.dice if die.id in dice_ids]
    for die in dice:
        die.zone = "pool"
    check.step = 3
    roll_dice(g, dice, f"{who(g, check.actor)} rolls for {check.name}: {{dice}}.")
    because(g, "rolled in the check")
    if not dice:
        came(g, "No dice were rolled", "Only what needs no icon can be met", good=False)
    if {colour(die) for die in dice} >= {"red", "green", "blue"}:
        note(g, "colours")
    count = sum(crew.injury_columns)
    if count:
        rolls = g.roll(count, 6, f"{count} injury dice: {{dice}}.", rule="ISS-099")
        check.injury = [INJURY_FACES[value - 1] for value in rolls]
        show_plain(g, check.injury, "hurt", "vi-hurt")
        crew.injury_columns = [False, False, False]
        check.injury_dice = count
    if action.dice:
        check.danger = roll_danger(g, action.category, action.dice, check.actor)
    _after_roll(g, crew)


def _after_roll(g: G, crew: Explorer) -> None:
    """Statuses that wait for the next check, and the courtesy lamp."""
    check = g.state.now
    if crew.statuses.pop("steady", None) is not None:
        for die in pool(g):
            if die.section == crew.section and icons(die) == ("Ac",):
                turn(die, "Ba")
    check.danger = unlit(g, check, check.danger)


def shield(g: G) -> Script[None]:
    """The status shielded lasts for this check: it waits for a danger die, be it one that is added later."""
    check = g.state.now
    check.shielded = explorer(g.state, check.actor).statuses.pop("shielded", None) is not None
    yield from ward_off(g, check)


# Step 5 ------------------------------------------------------------------------------------------------------------


def rolled(state: State) -> list[Rolled]:
    """The pool as requirements see it, with the actor's Convert Abilities (ISS-117, ISS-118)."""
    check = state.now
    converts = converts_of(explorer(state, check.actor))
    dice = [
        Rolled(f"d{die.id}", icons(die), colour(die), converts.get(colour(die), ()))
        for die in state.dice
        if die.zone == "pool"
    ]
    return [*dice, *(Rolled(f"loose{n}", (icon,)) for n, icon in enumerate(check.loose))]


def converts_of(crew: Explorer) -> dict[str, tuple[str, ...]]:
    card = CREW[crew.person]
    result: dict[str, tuple[str, ...]] = {card.colour: (card.icon,)}
    for item in crew.gear:
        if not item.endswith("!") and EQUIPMENT[item].when == "convert":  # exhausted: of no use (ISS-174)
            tint, icon = EQUIPMENT[item].do.split()
            result[tint] = (*result.get(tint, ()), icon)
    return result


def set_id(dice: tuple[Rolled, ...]) -> str:
    return "+".join(die.id for die in dice)


def set_label(dice: tuple[Rolled, ...]) -> str:
    return " and ".join(wording.icons(die.icons) for die in dice)


def spend_set(g: G, which: str, note: str, fate: Fate = "counts") -> None:
    """Dice go to their owners' Spent Pools (ISS-108); a loose icon vanishes."""
    state = g.state
    keys = which.split("+")
    for die in state.dice:
        if f"d{die.id}" in keys:
            to_spent(die)
            became(g, [die.id], fate, note)
    loose = state.now.loose
    state.now.loose = [icon for n, icon in enumerate(loose) if f"loose{n}" not in keys]


def combos(state: State) -> list[tuple[str, str, str]]:
    """Source, need, effect of the combinations the actor could use."""
    check = state.now
    own = [(card, CARD[card].need, CARD[card].combo) for card in explorer(state, check.actor).hand]
    if not state.exploration.condition:
        return own
    shared = board.condition(state.exploration).combos
    return [*own, *((f"condition{n}", fx.need, fx.do) for n, fx in enumerate(shared))]


def combo_options(state: State) -> list[Option]:
    options = []
    dice = rolled(state)
    for source, need, do in combos(state):
        label = CARD[source].name if source in CARD else "Global Condition"
        for chosen_set in sets(dice, language.need(need)):
            key = f"combo:{source}:{set_id(chosen_set)}"
            says = f"{wording.need(need)}: {wording.say(do, wording.sight_of(state))}"
            aim = f"card-{source}" if source in CARD else "condition-now"
            options.append(Option(key, f"{label}: {set_label(chosen_set)}", note=says, target=aim, rule="ISS-108"))
    return options


def combine(g: G) -> Script[None]:
    """ISS-107 to ISS-111"""
    state, check = g.state, g.state.now
    check.step = 5
    check.lent = {}
    if explorer(state, check.actor).statuses.pop("rattled", None) is not None:
        return
    while combo_options(state):
        options = lambda: [*combo_options(state), Option("done", "No more combinations", weight="end")]  # noqa: E731
        question = choosing(
            owner(state, check.actor), lambda: f"{pool_text(g)}: use a combination?", options,
            ledger=lambda: odds.still_wanted(state),
            default=("done",), rule="ISS-107", public="may use combinations",
        )  # fmt: skip
        (answer,) = yield from openly(g, question)
        if answer == "done":
            return
        _, source, which = answer.split(":")
        yield from use_combo(g, source, which)


def use_combo(g: G, source: str, which: str) -> Script[None]:
    state, check = g.state, g.state.now
    crew = explorer(state, check.actor)
    do = next(effect for key, _, effect in combos(state) if key == source)
    spend_set(g, which, CARD[source].name if source in CARD else "combination")
    note(g, "combo")
    if source in CARD:
        yield from use_card(g, crew.section, source, do)
    else:
        says = wording.say(do, wording.sight_of(state))
        g.tell(f"Combination of the Global Condition: {says}.", rule="ISS-111")
        yield from run(g, do, Ctx(crew.section, why="the Global Condition"))


# Step 6 ------------------------------------------------------------------------------------------------------------


def injuries_and_dangers(g: G) -> Script[None]:
    """ISS-119 to ISS-124"""
    state, check = g.state, g.state.now
    check.step = 6
    crew = explorer(state, check.actor)
    while check.injury:
        faces = list(dict.fromkeys(check.injury))
        options = [Option(f"injury:{face}", face.capitalize()) for face in faces]
        answer = yield from pick(
            g, owner(state, check.actor), "Which injury die is read next?", options, rule="ISS-120"
        )
        face = answer.removeprefix("injury:")
        check.injury.remove(face)
        yield from read_injury(g, crew, face)
    while check.danger:
        danger = yield from next_danger(g, check)
        check.danger.remove(danger)
        yield from apply_danger(g, check.actor, danger)
    for injury in crew.injuries:
        injury.die = False
    if check.injury_dice:
        yield from seat_injury_dice(g, crew, check.injury_dice)


def next_danger(g: G, check: Check) -> Script[Danger]:
    """The actor's owner orders what waits at the same moment (ISS-014, ISS-122)."""
    options = danger_options([danger for danger in check.danger if danger.face != "blank"])
    if not options:
        return check.danger[0]
    answer = yield from pick(
        g, owner(g.state, check.actor), "Which danger die is applied next?", options, rule="ISS-122"
    )
    return danger_named(answer)


def read_injury(g: G, crew: Explorer, face: str) -> Script[None]:
    """On the first face-up card that shows the icon and holds no die (ISS-119)."""
    for injury in crew.injuries:
        text = "" if face == "calm" else getattr(INJURY[injury.kind], face)
        if text and not injury.flipped and not injury.die:
            injury.die = True
            says = wording.say(text, wording.sight_of(g.state))
            g.tell(f"{injury.kind.capitalize()}, {face}: {says}.", rule="ISS-119")
            of_plain(g, face, "hurt", "hurts", injury.kind, says)
            yield from run(g, text, Ctx(crew.section, why=f"{injury.kind.capitalize()}, {face}"))
            return
    of_plain(g, face, "hurt", "ignored", "no harm")


# Step 7 ------------------------------------------------------------------------------------------------------------


def special_effects(g: G, action: Action) -> Script[None]:
    """The Global Condition first, then the frame, then tracks (ISS-125 to ISS-131, ISS-136)."""
    state, check = g.state, g.state.now
    check.step = 7
    shared: tuple[Fx, ...] = board.condition(state.exploration).fx if state.exploration.condition else ()
    for fx in (*shared, *action.fx):
        says = wording.say(fx.do, wording.sight_of(state))
        needed = wording.need(fx.need)
        times = yield from use_sets(g, fx.need, f"Spend these? {says}", helpful=False, once=fx.immediate)
        if times:
            g.tell(f"Special Effect, {times} times {needed}: {says}.", rule="ISS-126")
            came(g, f"{needed}{f', {times} times' if times > 1 else ''}", says, good=False if "Ac" in fx.need else None)
        if times and fx.immediate:  # the dice are spent, and nothing else is resolved (ISS-131)
            check.ended = True
            spend_pool(g)
        for _ in range(times):
            yield from run(g, fx.do, Ctx(check.actor, target=check.target, place=check.origin, why=f"{needed} rolled"))
        if check.ended:
            return
    for track in action.tracks:
        times = yield from use_sets(g, track.need, f"Spend these on the {track.id.capitalize()} track?", helpful=True)
        if times:
            helpers.progress(g, track.id, times)
            because(g, f"{times} {wording.need(track.need)} laid on it")


def use_sets(g: G, need_text: str, prompt: str, *, helpful: bool, once: bool = False) -> Script[int]:
    """Spends complete sets: natural icons are forced, V and conversions voluntary (ISS-126, ISS-130)."""
    state, check = g.state, g.state.now
    need = language.need(need_text)
    times = 0
    while not (once and times):
        dice = rolled(state)
        forced = sets(dice, need, natural=True)
        if forced:
            spent = yield from _which_set(g, dice, forced, need, prompt)
            times += 1 if once else strength(spent[0], need)
            spend_set(g, set_id(spent), "the track" if helpful else "special effect", "counts" if helpful else "hurts")
            continue
        voluntary = sets(dice, need)
        if not voluntary:
            break
        options = [Option(f"use:{set_id(one)}", f"Use {set_label(one)}") for one in voluntary]
        stop = Option("stop", "Keep the rest")
        default = options[0].id if helpful else "stop"
        answer = yield from pick(
            g, owner(state, check.actor), prompt, [*options, stop], rule="ISS-130", default=default
        )
        if answer == "stop":
            break
        times += 1
        spend_set(g, answer.removeprefix("use:"), "the track" if helpful else "special effect")
    if times and not helpful:
        over = leftovers(rolled(state), need)
        spend_set(g, set_id(over), "left over, spent without effect", "ignored")
    return times


def _which_set(
    g: G, dice: list[Rolled], forced: list[tuple[Rolled, ...]], need: Need, prompt: str
) -> Script[tuple[Rolled, ...]]:
    """That a set must be spent is certain, which one is the actor's choice, but for those that would leave fewer
    sets than there could be (ISS-126); single dice all go in the end."""
    if len(need) == 1:
        return forced[0]
    most = most_sets(dice, need)
    rests = [(one, [die for die in dice if die not in one]) for one in forced]
    forced = [one for one, rest in rests if most_sets(rest, need) == most - 1]
    options = [Option(f"use:{set_id(one)}", f"Use {set_label(one)}") for one in forced]
    answer = yield from pick(g, owner(g.state, g.state.now.actor), prompt, options, rule="ISS-126")
    return next(one for one in forced if f"use:{set_id(one)}" == answer)


# Steps 8 to 10 -----------------------------------------------------------------------------------------------------


ABOVE = (
    "The first row that the icons meet as they lie is the last one on offer; above it Valid and conversions would do."
)


def row_options(state: State, action: Action) -> list[Option]:
    """From the top: rows that only V or a conversion would meet, down to the first that natural icons meet, or to the
    red one (ISS-134). With which dice a row is paid makes no difference: all of them are spent next (ISS-140)."""
    options = []
    dice = rolled(state)
    for number, row in enumerate(action.rows):
        says = wording.say(row.do, wording.sight_of(state))
        if not row.need:
            options.append(Option(f"row:{number}", wording.OTHERWISE, note=says, target=f"row-{number}"))
            break
        natural = sets(dice, language.need(row.need), natural=True)
        able = natural or sets(dice, language.need(row.need))
        if able:
            label = f"{wording.need(row.need)}, with {set_label(able[0])}"
            options.append(Option(f"row:{number}", label, note=says, target=f"row-{number}"))
        if natural:
            break
    return options


def mark_row(g: G, action: Action) -> Script[str]:
    """ISS-132 to ISS-134"""
    state, check = g.state, g.state.now
    check.step = 8
    if not action.rows:
        return ""
    options = row_options(state, action)
    able = [option.id for option in options]
    answer = options[0].id
    if len(options) > 1:  # any-time effects do not touch the pool, so the options stand
        question = choosing(
            owner(state, check.actor),
            f"{pool_text(g)}: which row?",
            options,
            kicker=f"{name(explorer(state, check.actor).person)} · {check.name}",
            text=ABOVE,
            rule="ISS-134",
        )
        (answer,) = yield from openly(g, question)
    number = int(answer.removeprefix("row:"))
    row = action.rows[number]
    if row.need:
        needed, dice = language.need(row.need), rolled(state)
        paid = (sets(dice, needed, natural=True) or sets(dice, needed))[0]
        spend_set(g, set_id(paid), "pays the row")
        if len(needed) > 1:
            note(g, "row")
    check.marked = number
    met = wording.need(row.need) if row.need else "no other row is met"
    g.tell(f"Result, {met}: {wording.say(row.do, wording.sight_of(state))}.", rule="ISS-132")
    show_rows(g, action, number, able)
    texts = [row.do]
    while row.arrow >= 0:  # ISS-143
        row = action.rows[row.arrow]
        texts.append(row.do)
    return "; ".join(texts)


def show_rows(g: G, action: Action, marked: int, able: list[str]) -> None:
    """The row that counts, and those above it that were not met, or were passed over."""
    sight = wording.sight_of(g.state)
    for number, row in enumerate(action.rows):
        says, needed = wording.say(row.do, sight), wording.need(row.need)
        if number == marked:
            came(g, f"Row met: {needed}" if row.need else "No row was met", says, good=bool(row.need))
        elif number < marked and row.need:
            came(g, f"{'Passed over' if f'row:{number}' in able else 'Not met'}: {needed}", says)


def spend_pool(g: G) -> None:
    """ISS-140"""
    for die in pool(g):
        to_spent(die)
        became(g, [die.id], "ignored", "not used")
    g.state.now.loose = []


def outcomes(g: G, ctx: Ctx, reference: str, outcome: str) -> Script[None]:
    """From the top track down, each marker on its outcome space is removed and its outcome applied (ISS-141, ISS-137);
    a marker that an outcome above has discarded is no longer there (ISS-202)."""
    tracks = g.state.exploration.tracks
    for track in helpers.action_of(reference).tracks:
        key = helpers.track_key(reference, track.id)
        if tracks.get(key, 0) >= track.length:
            tracks[key] = 0
            full = f"the {track.id.capitalize()} track is full"
            came(g, full[:1].upper() + full[1:], wording.say(track.do, wording.sight_of(g.state)), good=True)
            because(g, "it was full and starts anew")
            yield from run(g, track.do, replace(ctx, why=full))
    yield from run(g, outcome, ctx)
