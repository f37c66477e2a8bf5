"""Setup and the hiring round before the first turn (rules section 2)."""

from __future__ import annotations

from app.games.fantos.components import CITADELS, LABOR, LEGACIES, TRIALS
from app.games.fantos.dice import roll
from app.games.fantos.hiring import hire, hire_options
from app.games.fantos.pauses import pause
from app.games.fantos.queries import clockwise, left
from app.games.fantos.state import Citadel, Options, Slot, State
from app.kernel import Play, Rng, Script, choose

HAND = 5
POOL = 5


def setup(seats: int, options: Options, rng: Rng) -> State:
    legacies = rng.shuffled(LEGACIES, "legacies")
    labor = rng.shuffled([card.id for card in LABOR.values() for _ in range(card.copies)], "labor")
    mats = rng.shuffled(CITADELS, "mats")
    trials, removed = trial_deck(options, rng)
    citadels = [
        Citadel(mats[seat], options.reserve, sorted(labor[seat * HAND : (seat + 1) * HAND])) for seat in range(seats)
    ]
    return State(
        options=options,
        citadels=citadels,
        legacy_deck=legacies[POOL:],  # FAN-015
        labor_deck=labor[seats * HAND :],  # FAN-016
        trial_deck=trials,
        pool=[Slot(card) for card in legacies[:POOL]],
        removed_trials=removed,
        known_trials=[[] for _ in range(seats)],
        active=rng.below(seats, "start"),  # FAN-020
    )


def trial_groups(options: Options) -> list[list[int]]:
    """Which tiers are shuffled together, the top first (FAN-214)."""
    return {
        "tiered": [[1], [2], [3], [4]],
        "medium": [[1, 2], [3], [4]],
        "hard": [[1, 2, 3], [4]],
        "extreme": [[1, 2, 3, 4]],
    }[options.trials]


def trial_deck(options: Options, rng: Rng) -> tuple[list[str], list[str]]:
    """FAN-017, FAN-214, FAN-216, FAN-218: the deck, its top first, and the Trials taken out."""
    low = [card.id for card in TRIALS.values() if card.tier < 4]
    removed = rng.shuffled(low, "trials")[: options.removed]
    deck: list[str] = []
    for tiers in trial_groups(options):
        deck += rng.shuffled([c.id for c in TRIALS.values() if c.tier in tiers and c.id not in removed], "trials")
    if options.trials == "extreme":
        deck.remove("zodraz")
        deck = deck[:-4] + rng.shuffled([*deck[-4:], "zodraz"], "trials")
    if options.zodraz_last:
        deck.remove("zodraz")
        deck.append("zodraz")
    return deck, removed


def rolling(g: Play[State]) -> Script[None]:
    """FAN-020: clockwise until somebody rolls a 3."""
    s = g.state
    while True:
        (face,) = roll(g, 1, f"{{{s.active}}} rolls {{dice}}.", "FAN-020")
        if face == 3:
            break
        s.active = left(s, s.active)
    s.phase = "recruiting"
    yield from ()


def recruiting(g: Play[State]) -> Script[None]:
    """FAN-021, FAN-022: one hire each per lap."""
    s = g.state
    while any(c.alive and c.setup_turns < s.options.legacies for c in s.citadels):
        seat = s.active
        options = hire_options(s, seat)
        if options:
            chosen = yield from choose(
                seat,
                "Hire a Legacy for your Citadel",
                lambda: hire_options(s, s.active),
                rule="FAN-021",
                public="hires",
            )
            hire(g, seat, chosen)
            s.citadels[seat].hires += 1
            s.last_hire.append(seat)
        s.citadels[seat].setup_turns += 1
        s.active = left(s, seat)
        yield from pause(g)
    choose_first(g)
    s.phase, s.step = "untask", ""


def choose_first(g: Play[State]) -> None:
    """FAN-023, FAN-025: the largest Reserve; tied, who hired last."""
    s = g.state
    seats = clockwise(s, s.active)
    most = max(s.citadels[seat].reserve for seat in seats)
    tied = [seat for seat in seats if s.citadels[seat].reserve == most]
    latest = [seat for seat in reversed(s.last_hire) if seat in tied]
    s.first = latest[0] if latest else tied[0]
    s.active = s.first
    g.tell(f"{{{s.first}}} is the First Citadel and begins.", rule="FAN-023")
