"""An end is an ending: the verdict in words, the points with their reasons, a chapter for each player, what was hidden.

Everything is counted from what was told and from the last state; nothing is made up.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from app.games.stratos.board import count, goods, spot, squares
from app.games.stratos.components import CARDS, RESOURCE_NAMES, SCENARIOS, SPECIAL_NAMES, SPELLS
from app.games.stratos.dock import POINTS
from app.games.stratos.scoring import points, sources
from app.games.stratos.state import State
from app.games.stratos.telling import capital, joined, names
from app.kernel import Chapter, Course, Ending, Fact, Line, Moment, Score

ACTOR = re.compile(r"\{(\d+)\}")
TURN = re.compile(r"^Turn (\d+):")
DEEDS = {  # the rule of a moment, and what it is counted as
    "STR-114": "hired",
    "STR-121": "promoted",
    "STR-129": "hoarded",
    "STR-126": "learned",
    "STR-075": "cast",
    "STR-089": "searched",
    "STR-103": "used",
    "STR-060": "struck",
    "STR-061": "struck",
    "STR-046": "harvests",
    "STR-049": "harvests",
}
CALLED = {  # by where most of the points came from
    "hoard": "who hoarded",
    "defeats": "who fought",
    "spells": "who read and cast",
    "treasures": "who searched for treasure",
    "promote": "who raised a court",
    "occupy": "who held three special tiles",
}
RESOURCES = {title: name for name, title in RESOURCE_NAMES.items()}


def ending(state: State, told: Sequence[Line]) -> Ending | None:
    if state.result is None:
        return None
    shown = whole_moments(told)
    winners = list(state.result.winners)
    decided = deciding(shown, winners, state)
    return Ending(
        verdict=verdict(state, winners),
        why=why(state, winners),
        kicker=f"An ending, after {count(state.turn, 'turn')}",
        reasons=tuple(how_points_came(shown, winners)),
        scores=tuple(score(state, seat) for seat in standings(state)),
        decided=decided,
        course=course(state, shown, winners),
        chapters=tuple(chapter(state, seat, shown) for seat in standings(state)),
        hidden=tuple(hidden(state)),
        numbers=tuple(numbers(state, shown)),
    )


def whole_moments(told: Sequence[Line]) -> list[Moment]:
    """The public moments in order; one that has grown counts once, as it was in the end."""
    kept: dict[str, Moment] = {}
    for number, line in enumerate(told):
        if line.moment is not None and line.to is None:
            kept[line.moment.id or f"line {number}"] = line.moment
    return list(kept.values())


def standings(state: State) -> list[int]:
    """Winners first, then by points."""
    assert state.result is not None
    won = state.result.winners
    return sorted((p.seat for p in state.players), key=lambda seat: (seat not in won, -points(state, seat), seat))


# The verdict ---------------------------------------------------------------------------------------------------------


def verdict(state: State, winners: list[int]) -> str:
    assert state.result is not None
    verb = "wins" if len(winners) == 1 else "win"
    reason = state.result.reason
    if "Prosperity" in reason:
        total = sum(points(state, seat) for seat in winners)
        return f"{names(winners)} {verb} with {total} Prosperity"
    if "eliminated" in reason:
        return f"{names(winners)} {verb}: nobody else is left"
    return f"{names(winners)} {verb}: {reason}"


def why(state: State, winners: list[int]) -> str:
    best = [part for seat in winners for part in main_sources(state, seat)]
    scenario = SCENARIOS[state.scenario].title
    others = [seat for seat in standings(state) if seat not in winners]
    near = f" {{{others[0]}}} came to {points(state, others[0])}." if others else ""
    alone = "eliminated" in state.result.reason if state.result is not None else False
    otherwise = "because nobody else was left" if alone else "but by the goal of the scenario"
    made = f"The most came from {joined(best)}." if best else f"Not by points, {otherwise}."
    return f"{scenario}, first to {state.target}. {made}{near}"


def main_sources(state: State, seat: int) -> list[str]:
    every = sources(state, seat)
    most = max(every.values())
    return [f"{POINTS[name][0]} ({every[name]})" for name in every if most and every[name] == most][:1]


def how_points_came(shown: list[Moment], winners: list[int]) -> list[Fact]:
    """How the winners' points came and went, one by one, with their turns."""
    turn, found = 1, []
    for moment in shown:
        begun = TURN.match(moment.title)
        turn = int(begun[1]) if begun else turn
        for change in moment.changes:
            if change.what == "Prosperity" and change.seat in winners:
                better = int(change.after) > int(change.before)
                value = f"{change.before} → {change.after}"
                found.append(Fact(f"Turn {turn}", value, change.why, change.seat, better))
    return found


def course(state: State, shown: list[Moment], winners: list[int]) -> Course:
    """The points of every seat after each turn, and the turn from which on the winners were ahead of all others."""
    now = {player.seat: 0 for player in state.players}
    lines: dict[int, list[int]] = {seat: [] for seat in now}
    for moment in shown:
        if TURN.match(moment.title):
            for seat, line in lines.items():
                line.append(now[seat])
        for change in moment.changes:
            if change.what == "Prosperity" and change.seat is not None:
                now[change.seat] = int(change.after)
    for seat, line in lines.items():
        line.append(points(state, seat))
    assert state.result is not None
    by_points = "Prosperity" in state.result.reason
    turned = turning_point(lines, winners) if by_points else None
    return Course(
        title="Prosperity, turn by turn",
        step="turn",
        lines={seat: tuple(line) for seat, line in lines.items()},
        goal=state.target,
        turned=turned,
        why=turning_words(lines, winners, turned) if by_points else "It was not decided by points.",
    )


def turning_point(lines: dict[int, list[int]], winners: list[int]) -> int | None:
    """The turn in which the winners went ahead for good; None where nobody else was ever level."""
    ours = [sum(values) for values in zip(*(lines[seat] for seat in winners), strict=True)]
    theirs = [
        max(values) for values in zip(*(line for seat, line in lines.items() if seat not in winners), strict=True)
    ]
    level = [turn for turn, (mine, best) in enumerate(zip(ours, theirs, strict=True)) if mine <= best]
    return level[-1] + 1 if level and level[-1] + 1 < len(ours) else None


def turning_words(lines: dict[int, list[int]], winners: list[int], turned: int | None) -> str:
    if turned is None:
        return ""
    ours = sum(lines[seat][turned] for seat in winners)
    seat, best = max(((seat, line[turned]) for seat, line in lines.items() if seat not in winners), key=lambda n: n[1])
    verb = "goes" if len(winners) == 1 else "go"
    return f"In turn {turned} {names(winners)} {verb} ahead for good: {ours} against the {best} of {{{seat}}}."


def deciding(shown: list[Moment], winners: list[int], state: State) -> Moment | None:
    """The last moment that brought the winners points, or, where points did not decide, the last of all."""
    assert state.result is not None
    before_end = [moment for moment in shown if moment.kind != "end"]
    if "Prosperity" in state.result.reason:
        scoring = [m for m in before_end if any(c.what == "Prosperity" and c.seat in winners for c in m.changes)]
        before_end = scoring or before_end
    return before_end[-1] if before_end else None


def score(state: State, seat: int) -> Score:
    assert state.result is not None
    every = sources(state, seat)
    parts = tuple(Fact(POINTS[name][0], str(amount), POINTS[name][1]) for name, amount in every.items() if amount)
    return Score(seat, points(state, seat), parts, seat in state.result.winners)


# Chapters ------------------------------------------------------------------------------------------------------------


def actor(moment: Moment) -> int | None:
    found = ACTOR.search(moment.title)
    return int(found[1]) if found else None


def deeds(shown: Iterable[Moment], seat: int) -> Counter[str]:
    """What this seat did and suffered, counted."""
    counted: Counter[str] = Counter()
    for moment in shown:
        mine = actor(moment) == seat
        if mine and moment.rule in DEEDS:
            counted[DEEDS[moment.rule]] += 1
        counted["discovered"] += sum(mine and change.what == "covered tile" for change in moment.changes)
        for change in moment.changes:
            if change.seat != seat:
                continue
            if change.after == "defeated":
                counted["lost"] += 1
            if mine and moment.rule in ("STR-046", "STR-049") and change.what in RESOURCES:
                counted["harvested"] += int(change.after) - int(change.before)
    return counted


def chapter(state: State, seat: int, shown: list[Moment]) -> Chapter:
    player, did = state.players[seat], deeds(shown, seat)
    every = sources(state, seat)
    best = max(every, key=lambda name: every[name])
    held = sorted({unit.occupies for unit in state.units if unit.seat == seat and unit.occupies})
    if player.eliminated:
        called = "who left the match"
    elif every[best] >= 2:
        called = CALLED[best]
    elif held:
        called = f"who held the {SPECIAL_NAMES[held[0]]}"
    else:
        called = "who worked the land"
    sentences = [
        phrase("Harvested", did["harvested"], "resource"),
        phrase("Hired", did["hired"], "unit", f"lost {did['lost']}" if did["lost"] else ""),
        phrase("Promoted", did["promoted"], "unit"),
        phrase("Defeated", player.defeats, "enemy unit"),
        phrase("Cast", did["cast"], "spell"),
        phrase("Searched", did["searched"], "tile", f"used {count(did['used'], 'item')}" if did["used"] else ""),
        phrase("Discovered", did["discovered"], "special tile"),
        f"Hoarded {times(did['hoarded'])}." if did["hoarded"] else "",
    ]
    text = " ".join(sentence for sentence in sentences if sentence)
    return Chapter(seat, f"{{{seat}}}, {called}", text or "Nothing came of it this time.")


def phrase(verb: str, number: int, thing: str, also: str = "") -> str:
    if not number:
        return f"{capital(also)}." if also else ""
    return f"{verb} {count(number, thing)}{f' and {also}' if also else ''}."


def times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


# What was hidden, and numbers ----------------------------------------------------------------------------------------


def hidden(state: State) -> list[Fact]:
    found = []
    for player in state.players:
        unread = [SPELLS[spell.title].title for spell in player.spells if not (spell.up or spell.named)]
        if unread:
            words = "never cast, known to nobody else"
            found.append(Fact("Spells face-down", joined(unread), words, player.seat))
        unused = [CARDS[card.partition("#")[0]].title for card in player.items]
        if unused:
            found.append(Fact("Items never used", joined(unused), "worth a point each, once used", player.seat))
    for at, tile in squares(state):
        if tile.covered:
            found.append(Fact(f"The {SPECIAL_NAMES[tile.special]}", f"lay at {spot(at)}", "nobody landed there"))
    unsearched = [tile for _, tile in squares(state) if tile.kind != "S" and not tile.searched]
    rich = sum(tile.sign in ("II", "tri") for tile in unsearched)
    if unsearched:
        words = f"{rich} of them held 2 cards or more"
        found.append(Fact("Never searched", count(len(unsearched), "tile"), words))
    return found


def numbers(state: State, shown: list[Moment]) -> list[Fact]:
    facts = [Fact("turns", str(state.turn))]
    fallen = sum(change.after == "defeated" for moment in shown for change in moment.changes)
    facts.append(Fact("units defeated", str(fallen)))
    harvest = [
        (int(change.after) - int(change.before), change.what, change.seat)
        for moment in shown
        if moment.rule in ("STR-046", "STR-049")
        for change in moment.changes
        if change.what in RESOURCES
    ]
    if harvest:
        amount, what, seat = max(harvest, key=lambda found: found[0])
        facts.append(Fact("biggest harvest", goods(RESOURCES[what], amount), f"by {{{seat}}}"))
    done = Counter(DEEDS.get(moment.rule or "", "") for moment in shown)
    facts.append(Fact("spells cast", str(done["cast"])))
    facts.append(Fact("tiles searched", str(done["searched"])))
    return facts
