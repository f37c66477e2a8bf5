"""What has to be played to be known: sessions by bots (VAN-L51) and looking for leaks (VAN-L52)."""

from __future__ import annotations

import re
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from app.games.vantage.album import left_behind
from app.games.vantage.game import GAME
from app.games.vantage.state import State
from app.games.vantage.world import World, register
from app.kernel import Answer, Ask, Crashed, Move, Refused, Rng, Session, Values
from app.packs.lint.findings import Finding, entries, words
from app.packs.lint.texts import labels

Tell = Callable[[str], None]
MOST_CHOICES = 6000  # a session by chance that is longer is stopped by vote
FIRST_CRISIS = (16, 36)  # own turns
MISSION = (12, 30)


class Played(msgspec.Struct):
    """One session, in short."""

    seats: int
    mission: int | None
    victory: bool
    turns: int
    crisis: int | None = None  # the actor's own turn in which the first crisis came
    done: int | None = None  # the own turn in which the mission was completed


def play_pack(
    world: World,
    *,
    chance: int = 500,
    greedy: int = 200,
    states: int = 10_000,
    seats: Sequence[int],
    small: bool = False,
    tell: Tell,
) -> list[Finding]:
    """Sessions per number of players; a finding for whatever does not hold. How long a small pack lasts is its own
    affair."""
    register(world)
    found: list[Finding] = []
    played: list[Played] = []
    reader = Leaks(world)
    wanted = -(-states // max(1, len(seats)))
    for count in seats:
        looked = 0
        for number in range(chance):
            tell(f"{count} players, by chance {number + 1} of {chance}")
            session = start(world, count, f"chance {count} {number}")
            for choices in _moves(session, by_chance(f"{count} {number}"), found):
                if looked < wanted and choices % 7 == 3:
                    found += reader.look(session)
                    looked += 1
        for number in range(greedy):
            tell(f"{count} players, greedy {number + 1} of {greedy}")
            played.append(greedy_session(world, count, f"greedy {count} {number}", found))
    return sorted({*found, *(() if small else judged(world, played))})


def start(world: World, seats: int, seed: str) -> Session[State]:
    return Session.start(GAME, seats=seats, options={"pack": world.pack}, seed=seed)


Policy = Callable[[Session[State]], Move]


def _moves(session: Session[State], policy: Policy, found: list[Finding]) -> Iterator[int]:
    """Plays to the end; hands out how many choices have been made."""
    for made in range(MOST_CHOICES):
        if session.outcome is not None:
            return
        move = policy(session)
        try:
            session.apply(move)
        except Crashed as crash:
            found.append(Finding("VAN-L51", f"{session.seats} players", f"{move}: {crash.__cause__!r}"))
            return
        except Refused:
            session.apply(session.default_answer(move.seat))
        yield made


def by_chance(seed: str) -> Policy:
    rng = Rng(seed)

    def move(session: Session[State]) -> Move:
        seat = rng.pick(sorted(session.asks), "seat")
        return Answer(seat, session.asks[seat].id, _some(session.asks[seat], rng))

    return move


def _some(ask: Ask, rng: Rng) -> Values:
    if ask.kind == "number":
        return (str(ask.least + rng.below(ask.most - ask.least + 1, "answer")),)
    if ask.kind != "choose":
        return ask.default
    count = ask.least + rng.below(ask.most - ask.least + 1, "answer")
    return tuple(option.id for option in rng.shuffled(list(ask.options), "answer")[:count])


# Greedy sessions (VAN-L51) ---------------------------------------------------------------------------------------


def greedy_session(world: World, seats: int, seed: str, found: list[Finding]) -> Played:
    session = start(world, seats, seed)
    state = session.state
    crisis: int | None = None
    done: int | None = None
    for _ in _moves(session, lambda one: GAME.bot(one, one.next_seat), found):
        state = session.state
        own = max(who.turns for who in state.seats)
        crisis = own if crisis is None and state.crises else crisis
        done = own if done is None and state.mission_done else done
    turns = max(who.turns for who in state.seats)
    won = session.outcome is not None and bool(session.outcome.winners)
    return Played(seats, state.mission, won, turns, crisis, done)


def judged(world: World, played: list[Played]) -> Iterator[Finding]:
    crises = [one.crisis for one in played if one.crisis is not None]
    if crises and not FIRST_CRISIS[0] <= statistics.median(crises) <= FIRST_CRISIS[1]:
        text = f"the first crisis comes in own turn {statistics.median(crises):.0f}, not in {FIRST_CRISIS}"
        yield Finding("VAN-L51", "greedy", text)
    by_mission: dict[int, list[Played]] = defaultdict(list)
    for one in played:
        if one.mission is not None:
            by_mission[one.mission].append(one)
    for mission in world.missions if played else ():
        sessions = by_mission.get(mission, [])
        done = [one.done for one in sessions if one.done is not None]
        where = f"mission {mission}"
        if not sessions:
            yield Finding("VAN-L51", where, "was never drawn", warning=True)
        elif not done:
            yield Finding("VAN-L47", where, f"was never completed in {len(sessions)} sessions")
        elif not MISSION[0] <= statistics.median(done) <= MISSION[1]:
            text = f"is completed in {statistics.median(done):.0f} own turns, not in {MISSION[0]} to {MISSION[1]}"
            yield Finding("VAN-L51", where, text)


# Leaks (VAN-L52) -------------------------------------------------------------------------------------------------

RUN, SHORT = 6, 4  # so many words in a row give a text away; shorter texts as a whole, unless they are very short


class Secret(msgspec.Struct, frozen=True):
    place: int | None
    kind: str  # seen: by whoever stands there (VAN-232); read: by all, once it was read
    where: str


class Leaks:
    """Whether anything unread is found in what a seat is sent (VAN-231)."""

    def __init__(self, world: World) -> None:
        self.world = world
        texts = list(secrets(world))
        holders: dict[tuple[str, ...], set[Secret]] = defaultdict(set)
        for secret, text in texts:
            for run in runs(text):
                holders[run].add(secret)
        printed = {run for text in public_texts(world) for run in runs(text)}
        self.runs = {run: next(iter(held)) for run, held in holders.items() if len(held) == 1 and run not in printed}

    def look(self, session: Session[State]) -> list[Finding]:
        return [finding for seat in range(session.seats) for finding in self._seat(session, seat)]

    def _seat(self, session: Session[State], seat: int) -> Iterator[Finding]:
        state = session.state
        heard: set[tuple[str, ...]] | None = None
        seen = {state.me(seat).place, *left_behind(state, seat)}
        for run in (run for text in sent_to(session, seat) for run in windows(text)):
            secret = self.runs.get(run)
            if secret is None or (secret.kind == "seen" and secret.place in seen):
                continue
            if state.action is not None and secret.place == state.action.origin and secret.kind == "read":
                continue  # it is being read at this moment
            if heard is None:
                heard = {one for line in session.log(seat) for one in windows(line.text)}
            if run not in heard:
                yield Finding("VAN-L52", secret.where, f"{' '.join(run)!r} is sent to a seat that may not read it yet")


def runs(text: str) -> Iterator[tuple[str, ...]]:
    """What gives a text away: six words in a row, or the whole of a shorter one."""
    spoken = tuple(words(text))
    if SHORT <= len(spoken) < RUN:
        yield spoken
    yield from (spoken[start : start + RUN] for start in range(len(spoken) - RUN + 1))


def windows(text: str) -> Iterator[tuple[str, ...]]:
    """All rows of words in which such a run could be found."""
    spoken = tuple(words(text))
    for size in range(SHORT, RUN + 1):
        yield from (spoken[start : start + size] for start in range(len(spoken) - size + 1))


def sent_to(session: Session[State], seat: int) -> list[str]:
    """All words that go to a seat: its view, its question, its offers. What a picture draws is no word."""
    view = session.view(seat)
    parts: list[Any] = [view.public, view.private, list(session.offers(seat)), session.asks.get(seat)]
    found: list[str] = []
    pending: list[Any] = [msgspec.to_builtins(parts)]
    while pending:
        one = pending.pop()
        if isinstance(one, str):
            found += re.split(r"<[^>]*>", one) if one.startswith("<svg") else [one]
        elif isinstance(one, dict):
            pending += [*one.keys(), *one.values()]
        elif isinstance(one, list | tuple):
            pending += one
    return found


def secrets(world: World) -> Iterator[tuple[Secret, str]]:
    for place in world.places.values():
        yield Secret(place.id, "seen", f"{place.id} text"), place.text
        yield Secret(place.id, "seen", f"{place.id} voice"), place.voice
        for element in place.scene.elements():
            for detail in (element.detail, *(look.detail or "" for look in element.states)):
                yield Secret(place.id, "seen", f"{place.id} scene {element.id}"), detail
    for where, entry, stands in entries(world):
        if stands is None:
            continue
        secret = Secret(stands.id, "read", where)
        texts = [entry.line, entry.tell, *labels(entry)]
        texts += [text for variant in entry.variants for text in (variant.line, variant.tell) if text]
        texts += [entry.diagonal.line, entry.diagonal.tell] if entry.diagonal else []
        yield from ((secret, text) for text in texts)
    for mission in world.missions.values():
        yield from ((Secret(None, "read", f"mission {mission.id}"), text) for text in (mission.crisis, mission.done))
    for destiny in world.destinies.values():
        yield from ((Secret(None, "read", f"destiny {destiny.id}"), text) for text in destiny.final.values())


def public_texts(world: World) -> Iterator[str]:
    """What is printed on cards that everybody may read."""
    for where, entry, stands in entries(world):
        if stands is None and not where.startswith("centre"):
            yield from (entry.line, entry.tell)
        elif stands is None:
            yield entry.line
    for card in world.cards.values():
        yield from (card.name, card.text, *(power.text for power in card.powers))
    for goal in world.missions.values():
        yield from (goal.name, goal.text)
    for other in world.destinies.values():
        yield from (other.name, other.text)
