"""What has to be played to be known (CL-24): every ending is reached, and campaigns by chance never get stuck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from app.games.vanguard.content import ENDINGS, LOG, on_trial
from app.games.vanguard.game import GAME
from app.games.vanguard.state import State
from app.kernel import Answer, Ask, Crashed, Move, Refused, Rng, Session, Use
from app.packs.campaign.compile import compile_campaign
from app.packs.campaign.perform import WORLDS, perform, scenes
from app.packs.lint import Finding

Tell = Callable[[str], None]
BY_CHANCE = 250  # choices by chance in a campaign
TO_LEAVE = 600  # choices within which an exploration can be ended, and a Bridge reached


def play_campaign(folder: Path, seats: Sequence[int], campaigns: int, *, tell: Tell) -> list[Finding]:
    with on_trial(compile_campaign(folder).campaign):
        found = list(endings(tell))
        for number in range(campaigns):
            tell(f"campaign {number + 1} of {campaigns}, by chance")
            found += by_chance(seats[number % len(seats)], f"chance {number}")
    return found


def endings(tell: Tell) -> Iterator[Finding]:
    """Every scene in every world: which endings and which logs are reached?"""
    reached: set[str] = set()
    read: set[int] = set()
    for scene in scenes():
        tell(f"performing {scene.where}")
        for world in WORLDS:
            for done in perform(scene, world):
                reached.add(done.ending)
                read.update(done.logs)
    for ending in sorted(set(ENDINGS) - reached):
        yield Finding("CL-24", ending, "no scripted play reaches it")
    for number in sorted(set(LOG) - read):
        yield Finding("CL-24", f"log {number}", "no scripted play reads it")


def by_chance(seats: int, seed: str) -> Iterator[Finding]:
    """A campaign by chance, and then the shortest way out of wherever it has come to."""
    options = {"skip_tutorial": Rng(seed).below(2, "tutorial") == 1}
    session = Session.start(GAME, seats=seats, options=options, seed=seed, keep_log=False)
    dice = Rng(f"{seed} choices")
    try:
        for _ in range(BY_CHANCE):
            if session.outcome:
                return
            session.apply(random_move(session, dice))
        bridges = session.state.ship.bridges
        for _ in range(TO_LEAVE):
            if session.outcome or (session.state.ship.bridges > bridges and session.state.step == "starmap"):
                return
            session.apply(way_out(session))
    except Crashed as error:
        yield Finding("CL-24", seed, f"{seats} seats: the rules stumble: {error.__cause__!r}")
        return
    yield Finding("CL-24", seed, f"{seats} seats: stuck at {session.state.step}")


def random_move(session: Session[State], dice: Rng) -> Move:
    """An answer by chance, now and then something that is offered besides."""
    seat = dice.pick(sorted(seat for seat, ask in session.asks.items() if seat not in ask.ready), "seat")
    offers = [offer for offer in session.offers(seat) if offer.form is None]
    if offers and dice.below(5, "offer") == 0:
        return Use(seat, dice.pick(offers, "which").id)
    ask = session.asks[seat]
    for _ in range(4):
        values = random_values(ask, dice)
        if ask.refusal(values) is None and _allowed(session, seat, values):
            return Answer(seat, ask.id, values)
    return session.default_answer(seat)


def random_values(ask: Ask, dice: Rng) -> tuple[str, ...]:
    ids = [option.id for option in ask.options]
    count = ask.least + dice.below(ask.most - ask.least + 1, "count")
    return tuple(dice.shuffled(ids, "values")[:count])


def _allowed(session: Session[State], seat: int, values: tuple[str, ...]) -> bool:
    """Whether the question itself would take this."""
    trial = Session.load(GAME, session.save(), keep_log=False) if len(values) > 1 else None
    if trial is None:
        return True
    try:
        trial.answer(seat, trial.asks[seat].id, values)
    except Crashed:
        raise
    except Refused:
        return False
    return True


def way_out(session: Session[State]) -> Move:
    """End the exploration by Lift-Off or by exertion until the Evac; aboard, on to the Bridge."""
    seat = session.next_seat
    ids = [option.id for option in session.asks[seat].options]
    for wanted in ("liftoff", "yes", "agree", "bridge", "drift", "done"):
        if wanted in ids:
            return Answer(seat, session.asks[seat].id, (wanted,))
    for one in sorted(session.asks):
        exertion = next((offer for offer in session.offers(one) if offer.id.startswith("exert:")), None)
        if exertion:
            return Use(one, exertion.id)
    return session.default_answer(seat)
