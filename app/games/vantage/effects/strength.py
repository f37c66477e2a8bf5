"""Stats and skills: gained, lost, paid, and what harms."""

from __future__ import annotations

from typing import Any

from app.games.vantage import goals
from app.games.vantage.core import Game, amount, one_of, people, run, verb
from app.games.vantage.dice import (
    apply_losses,
    gain_skill,
    gain_stat,
    random_skill,
    skill_dice,
)
from app.games.vantage.facts import Source
from app.games.vantage.state import Guard, Immunity, State
from app.games.vantage.telling import beginning, count, reason
from app.games.vantage.world import CATEGORIES, STATS
from app.kernel import Option, Question, Script, choose, choosing, window

Arguments = dict[str, Any]
LASTING = {"turn": "until this turn ends", "next_turn": "until their next turn ends", "session": "from now on"}


def who_gains(g: Game, source: Source, a: Arguments, what: str | list[str]) -> str:
    """The question that names what there is to have; where the player chooses which, that is asked afterwards."""
    points = amount(g, source, a)
    if what == "lowest":
        return f"Whose lowest stat rises by {points}?"
    return f"Who gains {points} {what if isinstance(what, str) else ' or '.join(what)}?"


@verb("gain_stat")
def _gain_stat(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a, who_gains(g, source, a, a["stat"]))):
        stats = g.state.me(seat).stats
        stat = a["stat"]
        if stat == "lowest":
            stat = min(STATS, key=lambda name: stats[name])
        stat = yield from one_of(g, seat, "Gain which stat?", stat)
        gain_stat(g, seat, stat, amount(g, source, a))


@verb("lose_stat")
def _lose_stat(g: Game, source: Source, a: Arguments) -> Script[None]:
    seats = yield from people(g, source, a)
    lost = []
    for seat in seats:
        stat = yield from one_of(g, seat, "Lose which stat?", a["stat"])
        lost.append((seat, {stat: amount(g, source, a)}))
    for seat, what in lost:  # all losses of one effect are simultaneous
        apply_losses(g, seat, what, "arrival" if a.get("arrival") else "result")


@verb("set_stat")
def _set_stat(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a)):
        level = min(g.state.world.stat_max, amount(g, source, a, "to"))
        g.state.me(seat).stats[a["stat"]] = level
        g.tell(f"{{{seat}}}: {a['stat']} is {level} now.")


def immune(state: State, seat: int, kind: str) -> bool:
    cards = (state.world.card(held.id) for held in state.in_grid(seat))
    return any(one.kind == kind for one in state.me(seat).immune) or any(kind in card.immune for card in cards)


@verb("damage")
def _damage(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Each point: 1 health, or else 1 time together with 1 morale; an immunity cancels all (VAN-140, VAN-141)."""
    for seat in (yield from people(g, source, a)):
        if immune(g.state, seat, a["kind"]):
            g.tell(f"{{{seat}}} is immune to {a['kind']}.", rule="VAN-141")
            continue
        for _ in range(amount(g, source, a)):
            answer = yield from choose(
                seat,
                f"The {a['kind']} takes something from you",
                [Option("health", "Lose 1 health"), Option("both", "Lose 1 time and 1 morale")],
                rule="VAN-140",
                kicker=beginning(reason(g.state, source)),
                public=f"suffers {a['kind']}",
            )
            lost = {"health": 1} if answer == "health" else {"time": 1, "morale": 1}
            apply_losses(g, seat, lost, "damage", a["kind"])
            yield from goals.crisis(g)


@verb("immune")
def _immune(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a)):
        kind = yield from one_of(g, seat, "Immune to what?", a["kind"])
        until = a.get("until", "turn")
        g.state.me(seat).immune.append(Immunity(kind, until, g.state.me(seat).turns))
        g.tell(f"{{{seat}}} is immune to {kind} {LASTING[until]}.", rule="VAN-141")


@verb("guard")
def _guard(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a)):
        who = g.state.me(seat)
        stat, points, until = a.get("stat", "any"), amount(g, source, a), a.get("until", "turn")
        who.guards.append(Guard(a["against"], stat, points, until, who.turns))
        what = count(points, "point") if stat == "any" else f"{points} {stat}"
        g.tell(f"{{{seat}}} will be spared {what} {LASTING[until]}.", rule="VAN-134")


@verb("gain_skill")
def _gain_skill(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a, who_gains(g, source, a, a["skill"]))):
        skill = yield from one_of(g, seat, "Gain which skill?", a["skill"])
        gain_skill(g, seat, skill, amount(g, source, a))


@verb("random_skill")
def _random_skill(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a, who_gains(g, source, a, "skill by chance"))):
        for _ in range(amount(g, source, a)):
            random_skill(g, seat)


@verb("lose_skill")
def _lose_skill(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a)):
        for _ in range(amount(g, source, a)):
            held = [skill for skill in CATEGORIES if g.state.me(seat).skills[skill]]
            wanted = held if a["skill"] == "any" else [s for s in held if s == a["skill"] or s in a["skill"]]
            if wanted:
                skill = yield from one_of(g, seat, "Lose which token?", wanted)
                goals.give_back(g.state, seat, skill)
                g.tell(f"{{{seat}}} loses 1 {skill}.", rule="VAN-092")


@verb("roll_skill")
def _roll_skill(g: Game, source: Source, a: Arguments) -> Script[None]:
    """In batches of at most 12 (VAN-C04); a token per matching die (VAN-149); the first version that fits."""
    wanted = amount(g, source, a, "dice")
    dice: list[str] = []
    while len(dice) < wanted:
        dice += skill_dice(g, source.seat, min(12, wanted - len(dice)))
    if "gain" in a:
        gain_skill(g, source.seat, a["gain"], dice.count(a["gain"]))
    for branch in a.get("then", []):
        if rolled(dice, branch["when"]):
            yield from run(g, source, branch["do"])
            return


def rolled(dice: list[str], when: str | dict[str, Any]) -> bool:
    most = max((dice.count(skill) for skill in dice), default=0)
    if isinstance(when, str):
        return when == "else" or most >= {"double": 2, "triple": 3}[when]
    wanted = when["count"]
    return dice.count(wanted["skill"]) >= int(wanted.get("at_least", 1))


@verb("pay_skill")
def _pay_skill(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Anyone may pay so that the actor gets the benefit (VAN-095, VAN-146). Everybody who could is asked, once."""
    state, skills = g.state, list(a["any_of"])
    need = amount(g, source, a)
    able = [s for s in range(len(state.seats)) if any(state.me(s).skills[skill] for skill in skills)]
    total = sum(state.me(s).skills[skill] for s in able for skill in skills)
    if total < need:
        yield from run(g, source, a.get("else", []))
        return
    answers = yield from window([_payer(g, source.seat, seat, skills, need) for seat in able])
    order = [source.seat, *(s for s in able if s != source.seat)]
    offered = [(seat, skill) for seat in order for skill in _skills_of(answers.get(seat, ()))]
    if len(offered) < need:
        yield from run(g, source, a.get("else", []))
        return
    for seat, skill in offered[:need]:
        goals.give_back(state, seat, skill)
        g.tell(f"{{{seat}}} pays 1 {skill}.", rule="VAN-146")
    yield from run(g, source, a.get("then", []))


def _skills_of(values: tuple[str, ...]) -> list[str]:
    return [value.split(":")[1] for value in values]


def _payer(g: Game, actor: int, seat: int, skills: list[str], need: int) -> Question:
    def options() -> list[Option]:
        held = g.state.me(seat).skills
        return [Option(f"pay:{skill}:{n}", f"Pay 1 {skill}") for skill in skills for n in range(held[skill])]

    return choosing(
        seat,
        f"Pay {need} for {{{actor}}}?",
        options,
        least=0,
        most=need,
        default=(),
        rule="VAN-146",
        public="may pay skill tokens",
    )
