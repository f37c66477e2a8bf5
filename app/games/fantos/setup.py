"""Setup and the hiring round before the first turn (rules section 2)."""

from __future__ import annotations

from app.games.fantos import lesson_table
from app.games.fantos.components import CITADELS, LABOR, LEGACIES, TRIALS
from app.games.fantos.dice import roll
from app.games.fantos.effects import open_to_trade
from app.games.fantos.hiring import hire, hire_options
from app.games.fantos.pauses import pause
from app.games.fantos.queries import FEW, clockwise, left, trials_limit
from app.games.fantos.state import Citadel, Options, Slot, State
from app.games.fantos.telling import step
from app.games.fantos.words import shards
from app.kernel import Option, Play, Rng, Script, choose

HAND = 5
POOL = 5
AMENDS = 2  # what each other Citadel takes for not going first, with two or three (FAN-258)
ADVANCE = {4: 4, 5: 8, 6: 6}  # what the First Citadel takes for going without the last word (FAN-258, FAN-260)


def setup(seats: int, options: Options, rng: Rng) -> State:
    legacies = rng.shuffled(LEGACIES, "legacies")
    labor = rng.shuffled([card.id for card in LABOR.values() for _ in range(card.copies)], "labor")
    mats = rng.shuffled(CITADELS, "mats")
    trials, removed = trial_deck(options, rng)
    citadels = [
        Citadel(mats[seat], options.reserve, sorted(labor[seat * HAND : (seat + 1) * HAND])) for seat in range(seats)
    ]
    state = State(
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
    if options.lesson:
        lesson_table.lay(state)
    return state


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


def _announce(g: Play[State]) -> None:
    """FAN-219: how many Trials a round may bring is said before anything else."""
    limit = trials_limit(g.state)
    words = (
        f"At most {limit} Trials are drawn in a round"
        if limit is not None
        else "A round may bring any number of Trials"
    )
    g.tell(f"{words}.", rule="FAN-219")


def rolling(g: Play[State]) -> Script[None]:
    """FAN-020: clockwise until somebody rolls a 3."""
    s = g.state
    with step(g, "roll", "Who rolls a 3 hires first", rule="FAN-020") as made:
        _announce(g)
        while True:
            (face,) = roll(g, 1, f"{{{s.active}}} rolls {{dice}}.", "FAN-020", owner=s.active)
            if face == 3:
                break
            made.fate("ignored")
            s.active = left(s, s.active)
        made.title = f"{{{s.active}}} rolls a 3 and hires first"
    s.phase = "recruiting"
    yield from ()


def recruiting(g: Play[State]) -> Script[None]:
    """FAN-021, FAN-022: one hire each per lap."""
    s = g.state
    while any(c.alive and c.setup_turns < s.options.legacies for c in s.citadels):
        seat = s.active
        options = hire_options(s, seat)
        if options:
            with open_to_trade(s):
                chosen = yield from choose(
                    seat,
                    "Hire a Legacy for your Citadel",
                    lambda: hire_options(s, s.active) or [Option("nobody", "Hire nobody: nothing is in reach")],
                    rule="FAN-021",
                    public="hires",
                )
            if chosen != "nobody":  # a trade may have taken what the hire needed
                hire(g, seat, chosen)
                s.citadels[seat].hires += 1
                s.last_hire.append(seat)
        s.citadels[seat].setup_turns += 1
        s.active = left(s, seat)
        yield from pause(g)
    s.trades = []  # FAN-212
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
    s.active = s.began = s.first
    with step(
        g,
        "turn",
        f"{{{s.first}}} is the First Citadel and begins",
        about=f"citadel-{s.first}",
        scene=f"the largest Reserve, {shards(most)}",
        rule="FAN-023",
    ):
        g.tell(f"{{{s.first}}} is the First Citadel and begins.", rule="FAN-023")
    _make_amends(g)


def _make_amends(g: Play[State]) -> None:
    """FAN-258: going first is worth something with few; with many the last word is worth more."""
    s = g.state
    if not s.options.even:
        return
    few = len(s.citadels) <= FEW
    words = (
        f"Every other Citadel takes {shards(AMENDS)}"
        if few
        else f"{{{s.first}}} takes {shards(ADVANCE[len(s.citadels)])}"
    )
    why = "not going first" if few else "going without the last word"
    with step(g, "gain", words, why=why, rule="FAN-258"):
        for seat, citadel in enumerate(s.citadels):
            if citadel.alive and few != (seat == s.first):
                citadel.reserve += AMENDS if few else ADVANCE[len(s.citadels)]
        g.tell(f"{words}.", rule="FAN-258")
