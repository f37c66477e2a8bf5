"""Missions, destinies, a stat at zero, and how a session ends (sections 15 and 16)."""

from __future__ import annotations

from app.games.vantage.cards import turn_vertical
from app.games.vantage.core import AFTER, Game, Over, run, vote
from app.games.vantage.facts import Source, holds, number
from app.games.vantage.state import Entry, State
from app.games.vantage.telling import apart, beginning, joined, note
from app.games.vantage.world import CATEGORIES, STATS
from app.kernel import Option, Outcome, Question, Script, choosing, window

AGAIN = 2  # what a stat at 0 becomes when the table goes on


def chronicle(g: Game, title: str, text: str, seat: int | None = None) -> None:
    """A passage for the travelogue; reading it is a fence (VAN-253)."""
    state = g.state
    who = state.actor if seat is None else seat
    state.readings += 1
    state.log.append(Entry(len(state.log), state.number, who, state.me(who).place, title, text))


# Crisis ----------------------------------------------------------------------------------------------------------


def at_zero(state: State) -> bool:
    return any(value == 0 for who in state.seats for value in who.stats.values())


def crisis(g: Game) -> Script[None]:
    """As soon as one stat of one player is at 0 (VAN-208); several at once make one crisis (VAN-212)."""
    state = g.state
    if state.setting_up or state.in_crisis or not at_zero(state):
        return
    state.in_crisis = True
    state.crises += 1
    state.first_crisis = state.first_crisis or max(who.turns for who in state.seats)
    text = state.world.missions[state.mission].crisis if state.mission is not None else ""
    empty = [(seat, name) for seat, who in enumerate(state.seats) for name in STATS if who.stats[name] == 0]
    with apart(
        g, "story", f"A crisis: {crisis_words(empty)}", text=text, scene=CRISES[state.crises > 1], rule="VAN-208"
    ):
        g.tell(text, rule="VAN-208")
        chronicle(g, "Crisis", text)
        if state.crises > 1:  # VAN-211
            raise_end(g, "crisis")
        ending = yield from vote(
            g,
            f"{beginning(crisis_words(empty))}. End the session here?",
            "End here",
            "Carry on, at that price",
            "VAN-210",
            kicker="A crisis, read to all",
            text="Carrying on: what is at 0 becomes 2, and each of you loses 1 of a stat at 2 or more, or two tokens. A "
            "second crisis ends the session.",
        )
        if 2 * ending > len(state.seats):  # a tie means going on
            raise_end(g, "crisis")
        for who in state.seats:
            who.stats = {name: AGAIN if value == 0 else value for name, value in who.stats.items()}
        g.tell("You go on: what was at 0 is at 2.", rule="VAN-210")
        note(g, "you go on")
        yield from everybody_pays(g)
        note(g, "the price of going on")
    state.in_crisis = False


CRISES = ("the first of this session: you may go on once", "the second of this session: it ends here")


def crisis_words(empty: list[tuple[int, str]]) -> str:
    return joined(f"{{{seat}}} has no {name} left" for seat, name in empty)


def everybody_pays(g: Game) -> Script[None]:
    """Each loses 1 of a stat at 2 or more, or discards 2 tokens; who can do neither loses nothing (VAN-210)."""
    questions = [question for seat in range(len(g.state.seats)) if (question := _toll(g, seat)) is not None]
    answers = yield from window(questions)
    for seat, values in sorted(answers.items()):
        who = g.state.me(seat)
        kind, _, rest = values[0].partition(":")
        if kind == "lose":
            who.stats[rest] = max(0, who.stats[rest] - 1)
            who.lost += 1
        elif kind == "drop":
            for skill in rest.split("+"):
                give_back(g.state, seat, skill)


def _toll(g: Game, seat: int) -> Question | None:
    def options() -> list[Option]:
        who = g.state.me(seat)
        tokens = [skill for skill in CATEGORIES for _ in range(who.skills[skill])]
        pairs = list(dict.fromkeys((a, b) for i, a in enumerate(tokens) for b in tokens[i + 1 :]))
        stats = [Option(f"lose:{name}", f"Lose 1 {name}") for name in STATS if who.stats[name] >= 2]
        drops = [Option(f"drop:{a}+{b}", f"Discard {a} and {b}") for a, b in pairs]
        return [*stats, *drops] or [Option("nothing", "Nothing to lose")]

    if options()[0].id == "nothing":
        return None
    return choosing(
        seat,
        "What do you give for going on?",
        options,
        rule="VAN-210",
        kicker="Going on has its price",
        public="pays for going on",
    )


def give_back(state: State, seat: int, skill: str, amount: int = 1) -> int:
    """Tokens back to the general supply (VAN-092); of too large a loss only what is there (VAN-144)."""
    paid = min(amount, state.me(seat).skills[skill])
    state.me(seat).skills[skill] -= paid
    state.tokens[skill] += paid
    return paid


# Goals -----------------------------------------------------------------------------------------------------------


def goals(g: Game) -> Script[None]:
    """Whatever has reached its goal: mission, destinies in the centre, quests in supplies."""
    state = g.state
    if state.setting_up:
        return
    mine = Source(state.actor, "centre")
    mission = state.world.missions[state.mission] if state.mission is not None else None
    if mission and not state.mission_goal and goal_met(state, mine, mission.goal):
        state.mission_goal = True
        yield from run(g, mine, mission.on_goal or [{"mission": {"done": True}}])
    find_destinies(g, mine)
    for destiny in state.destinies:
        if destiny not in state.ready and holds(state, mine, state.world.destinies[destiny].goal):
            state.ready.append(destiny)
            name = state.world.destinies[destiny].name
            with apart(g, "reveal", f"The destiny {name} is ready", scene="any of you may fulfil it", rule="VAN-207"):
                g.tell(f"{name} is ready: any of you may fulfil it on your turn.", rule="VAN-207")
            yield from run(g, mine, state.world.destinies[destiny].on_goal)
    yield from quests(g)


def find_destinies(g: Game, source: Source) -> None:
    """Some are found by what the table has done or holds, wherever it is (`found: [{if: condition}, {card: number}]`)."""
    for number_, destiny in g.state.world.destinies.items():
        if number_ in g.state.destinies:
            continue
        for way in destiny.found:
            held = "card" in way and g.state.find(way["card"]) is not None
            if held or ("if" in way and holds(g.state, source, way["if"])):
                put_destiny(g, number_)


def put_destiny(g: Game, number_: int) -> None:
    """Found, it lies in the centre for everyone (VAN-205)."""
    if number_ not in g.state.destinies:
        g.state.destinies.append(number_)
        g.state.readings += 1
        card = g.state.world.destinies[number_]
        with apart(g, "story", f"A destiny is found: {card.name}", text=card.text, rule="VAN-205"):
            g.tell(f"A destiny is found: {card.name}.", rule="VAN-205")


def quests(g: Game) -> Script[None]:
    for seat, who in enumerate(g.state.seats):
        for held in list(who.supply):
            goal = g.state.world.card(held.id).goal
            if goal is None:
                continue
            source = Source(seat, "card", held.id)
            need = number(g.state, source, goal.need)
            done = holds(g.state, source, goal.cond) if goal.cond is not None else held.count >= need
            if done:
                name = g.state.world.card(held.id).name
                with apart(g, "gain", f"{{{seat}}} has finished {name}", rule="VAN-C50", why="its reward"):
                    g.tell(f"{{{seat}}} has finished {name}.", rule="VAN-C50")
                    yield from turn_vertical(g, held.id)


def goal_met(state: State, source: Source, goal: dict[str, object]) -> bool:
    return holds(state, source, goal)


def complete_mission(g: Game) -> None:
    if not g.state.mission_done and g.state.mission is not None:
        g.state.mission_done = g.state.mission_goal = g.state.vote_due = True
        mission = g.state.world.missions[g.state.mission]
        with apart(g, "story", f"The mission is complete: {mission.name}", text=mission.done, rule="VAN-214"):
            g.tell(mission.done, rule="VAN-214")
            chronicle(g, "Mission complete", mission.done)


def vote_on_ending(g: Game) -> Script[None]:
    """When the mission is complete the table chooses: end now, or play on; a tie means playing on (VAN-204)."""
    state = g.state
    if not state.vote_due:
        return
    state.vote_due = False
    ending = yield from vote(
        g,
        "Do you end the session here?",
        "End here",
        "Play on",
        "VAN-204",
        kicker="The mission is complete",
        text="Playing on, you may still find and fulfil a destiny. The mission stays won.",
    )
    if 2 * ending > len(state.seats):
        raise_end(g, "mission")


def complete_destiny(g: Game, destiny: int) -> None:
    """Ends the session, whether or not the mission is complete (VAN-206)."""
    state = g.state
    card = state.world.destinies[destiny]
    state.completed.append(destiny)
    text = card.final.get("mission_done" if state.mission_done else "else") or card.final["else"]
    with apart(g, "end", f"A destiny is fulfilled: {card.name}", text=text, rule="VAN-206"):
        g.tell(text, rule="VAN-206")
        chronicle(g, card.name, text)
        raise_end(g, "destiny")


def raise_end(g: Game, why: str) -> None:
    g.state.ended = why
    raise Over


def outcome(state: State) -> Outcome:
    """What is complete when the session ends counts, whatever ended it (VAN-218)."""
    everybody = tuple(range(len(state.seats)))
    if state.mission_done and state.completed:
        return Outcome(everybody, "epic victory")  # VAN-216
    if state.completed:
        return Outcome(everybody, "destiny victory")  # VAN-215
    if state.mission_done:
        return Outcome(everybody, "mission victory")  # VAN-214
    return Outcome((), "journey ended")


AFTER += [crisis, goals]
