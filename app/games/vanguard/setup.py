"""Campaign setup: section 2, and the tutorial board of section 4."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.vanguard.content import PLANET, newest
from app.games.vanguard.data.crew import CREW_CARDS
from app.games.vanguard.data.dice import COPIES, DIE_KINDS, STARTING
from app.games.vanguard.data.gear import EQUIPMENT_CARDS
from app.games.vanguard.data.planetside import DECKS, DISCOVERIES, EVENTS, INJURY_CARDS, LATE_EVENTS, LEADS
from app.games.vanguard.data.ship import RANK_UPS, SITUATIONS
from app.games.vanguard.state import Die, Options, Person, Record, Ship, State
from app.kernel import Rng

CHANGING = ("save", "starmap")  # where players join, leave and exchange sections (ISS-328)
OWNERS = {1: [0, 0, 0, 0], 2: [0, 1, 0, 1], 3: [0, 1, 2, 0], 4: [0, 1, 2, 3]}  # ISS-027, ISS-028


def team_size(seats: int, options: Options) -> int:
    """ISS-029, ISS-031"""
    return options.solo_team if seats == 1 else seats


def setup(seats: int, options: Options, rng: Rng) -> State:
    people = [Person(card.id, "recruits" if card.pool == "start" else "locked") for card in CREW_CARDS]
    finds = {
        deck: rng.shuffled(
            [f"{card.id}.{n}" for card in DISCOVERIES if card.deck == deck for n in range(1, card.copies + 1)], deck
        )
        for deck in DECKS
    }
    state = State(
        options=options,
        owners=list(OWNERS[seats]),
        team_size=team_size(seats, options),
        step="draft",
        people=people,
        dice=_dice(),
        recruits=rng.shuffled([one.id for one in people if one.place == "recruits"], "recruits"),
        events=rng.shuffled([card.id for card in EVENTS if card.id not in LATE_EVENTS], "events"),
        event_discard=[],
        finds=finds,
        situations=rng.shuffled([card.id for card in SITUATIONS[:10]], "situations"),
        future=[card.id for card in SITUATIONS[10:]],
        rankups=rng.shuffled([card.id for card in RANK_UPS[1:]], "rankups"),
        removed_rankups=[],
        lead_bag=rng.shuffled(range(len(LEADS)), "leads"),
        lead_side=[],
        lead_decks={deck: [] for deck in DECKS},
        injury_deck={card.id: card.copies for card in INJURY_CARDS},
        ship=Ship(armory=[card.id for card in EQUIPMENT_CARDS if card.start]),
        seat_count=seats,
        content=newest(),
    )
    state.logs.append(0)  # ISS-020
    if options.wild:
        state.ship.unlocked_dice.append("wild")  # ISS-156
    return state


def share_sections(state: State, seats: Sequence[int]) -> State:
    """ISS-328: the sections of whoever leaves go to those with the fewest, whoever joins gets theirs from those with
    the most; the number of seats sets the size of the next team."""
    owners = [seat if seat in seats else None for seat in state.owners]

    def count(seat: int) -> int:
        return owners.count(seat)

    for section, seat in enumerate(owners):
        if seat is None:
            owners[section] = min(seats, key=count)
    while count(richest := max(reversed(seats), key=count)) > count(poorest := min(seats, key=count)) + 1:
        owners[3 - owners[::-1].index(richest)] = poorest
    state.owners = [seat for seat in owners if seat is not None]
    if state.seat_count != len(seats):
        state.seat_count, state.team_size = len(seats), team_size(len(seats), state.options)
    state.consents = []
    return state


def _dice() -> list[Die]:
    """ISS-023: six each; the rest in the box."""
    wanted = [(section, kind) for section, kinds in enumerate(STARTING) for kind in kinds]
    dice: list[Die] = []
    for kind in DIE_KINDS:
        for _ in range(COPIES):
            die = Die(len(dice), kind.id)
            match = next((pair for pair in wanted if pair[1] == kind.id), None)
            if match:
                wanted.remove(match)
                die.zone, die.section = "compartment", match[0]
            dice.append(die)
    return dice


def skip_tutorial(state: State) -> None:
    """ISS-026: the state under *Skipping the tutorial*."""
    state.counters["signal"], state.counters["accord"] = 1, 1
    state.ship.uniques.append(1)
    state.ship.awaiting.setdefault("research", []).append("R03")
    state.unlocked.append("research:R03")
    state.ship.bag = 3
    state.logs = [0, 1, 10, 13, 19]
    state.visited.append("P1")
    state.done += ["M01", "M02", "M03"]
    pois = {sector.id: [sector.poi] for sector in PLANET["P1"].sectors if sector.poi}
    state.records["P1"] = Record(pois, ["s3", "s5"], {}, [])
