"""Setup: everybody begins at location 000, and its instructions complete the setup (section 2)."""

from __future__ import annotations

from app.games.vantage.cards import fresh_card
from app.games.vantage.core import Game, run, vote
from app.games.vantage.dice import gain_skill, random_skill
from app.games.vantage.facts import Source, number
from app.games.vantage.state import Options, State, fresh
from app.games.vantage.travel import arrive, enter_place
from app.games.vantage.world import CATEGORIES, STATS, WORLDS, Card, pair
from app.kernel import Option, Question, Refused, Rng, Script, checkpoint, choose, choosing, window

BOX = 20  # challenge dice in the box
SHIP = 0


def setup(seats: int, options: Options, rng: Rng) -> State:
    if options.pack not in WORLDS:
        raise Refused(f"There is no world {options.pack!r} here.")
    state = fresh(options.pack, options, seats)
    state.total = state.pool = number(state, Source(0), state.world.dice)  # VAN-011
    state.unused = max(0, BOX - state.total)
    state.tokens = dict.fromkeys(CATEGORIES, state.world.tokens_each)  # VAN-013
    state.first = state.turn = rng.below(seats, "first")  # VAN-014
    for who in state.seats:
        who.place = SHIP  # VAN-015
        who.level = "daring" if "daring" in state.world.levels else next(iter(state.world.levels))
    return state


def prepare(g: Game) -> Script[None]:
    """The order at 000: level, character, tokens, mission, pods, crash sites (VAN-016)."""
    state = g.state
    for step, rule, following in (
        ("level", levels, "character"),
        ("character", characters, "mission"),
        ("mission", mission, "pods"),
        ("pods", pods, "crash"),
    ):
        if state.step == step:
            yield from rule(g)
            state.step = following
            yield from checkpoint()
    while state.step == "crash" and state.queue:
        yield from crash(g, state.queue[0])
        state.queue.pop(0)
        yield from checkpoint()
    if state.step == "crash":
        state.setting_up = False
        state.step = "turn"
        yield from checkpoint()


def levels(g: Game) -> Script[None]:
    """Each for themself; it sets time, morale and health alike (VAN-017)."""
    state = g.state
    worth = state.world.levels
    usual = state.me(0).level
    answers = yield from window(
        [
            choosing(
                seat,
                "How daring do you begin?",
                [Option(f"level:{name}", name.capitalize(), note=f"{value} of each") for name, value in worth.items()],
                default=(f"level:{usual}",),
                rule="VAN-017",
                public="chooses a level",
            )
            for seat in range(len(state.seats))
        ]
    )
    for seat, values in sorted(answers.items()):
        who = state.me(seat)
        who.level = values[0].removeprefix("level:")
        who.stats = dict.fromkeys(STATS, worth[who.level])
        g.tell(f"{{{seat}}} begins {who.level}.", rule="VAN-017")


def characters(g: Game) -> Script[None]:
    """Each takes a different one; by lot if two want the same (VAN-018)."""
    state = g.state
    everyone = [card for card in state.world.cards.values() if card.kind == "character"]
    waiting = list(range(len(state.seats)))
    while waiting:
        taken = {who.character for who in state.seats if who.character}
        free = [card for card in everyone if card.id not in taken]
        answers = yield from window([_who_are_you(seat, waiting.index(seat), free) for seat in waiting])
        wanted: dict[int, list[int]] = {}
        for seat in waiting:
            wanted.setdefault(int(answers[seat][0].removeprefix("card:")), []).append(seat)
        for card, seats in wanted.items():
            seat = seats[0] if len(seats) == 1 else g.rng.pick(seats, "lot")
            waiting.remove(seat)
            yield from become(g, seat, state.world.card(card))


def _who_are_you(seat: int, place: int, free: list[Card]) -> Question:
    ordered = [*free[place % len(free) :], *free[: place % len(free)]]
    return choosing(
        seat,
        "Who are you?",
        [Option(f"card:{card.id}", card.name, note=card.about or card.text) for card in free],
        default=(f"card:{ordered[0].id}",),
        rule="VAN-018",
        public="chooses a character",
    )


def become(g: Game, seat: int, card: Card) -> Script[None]:
    """The card in the middle cell with its benefit; start tokens (VAN-018, VAN-019)."""
    state, who = g.state, g.state.me(seat)
    who.character = card.id
    who.grid[4] = fresh_card(card)
    g.tell(f"{{{seat}}} is {card.name}.", rule="VAN-018")
    yield from run(g, Source(seat, "card", card.id), card.when_placed)
    gain_skill(g, seat, card.category, state.world.own_tokens)
    for _ in range(state.world.random_tokens):
        random_skill(g, seat)


def pair_of_dice(g: Game) -> str:
    one, two = (CATEGORIES[g.rng.roll(6, "skill") - 1] for _ in range(2))
    return pair(one, two)


def double(key: str) -> bool:
    one, _, two = key.partition("-")
    return one == two


def mission(g: Game) -> Script[None]:
    """Two skill dice; a double may be rerolled before the card is shown (VAN-021, VAN-022)."""
    state = g.state
    key = pair_of_dice(g)
    g.tell(f"The mission dice: {key}.", rule="VAN-021")
    while double(key) and state.options.reroll_hard_mission:
        wanted = yield from vote(g, f"The mission dice show {key}, a hard one. Reroll?", "Reroll", "Keep it", "VAN-022")
        if 2 * wanted < len(state.seats):
            break
        key = pair_of_dice(g)
        g.tell(f"The mission dice again: {key}.", rule="VAN-022")
    state.mission = state.world.mission_keys[key]
    state.readings += 1
    g.tell(f"Mission: {state.world.missions[state.mission].name}.", rule="VAN-021")


def pods(g: Game) -> Script[None]:
    """A different pod for everybody, drawn at random (VAN-024)."""
    yield from ()
    drawn = g.rng.shuffled(sorted(g.state.world.pods), "pods")
    for seat, who in enumerate(g.state.seats):
        who.pod = who.place = drawn[seat]
        g.tell(f"{{{seat}}} boards pod {drawn[seat]}.", rule="VAN-024")
    g.state.queue = list(range(len(g.state.seats)))
    g.state.readings += 1


def crash(g: Game, seat: int) -> Script[None]:
    """Two skill dice pick one of the pod's 21 sites; doubles may be rerolled, taken sites must (VAN-026 to VAN-028)."""
    state, who = g.state, g.state.me(seat)
    sites = state.world.pods[who.pod]
    while True:
        key = pair_of_dice(g)
        taken = [other.place for other in state.seats]
        if sites[key] in taken and not set(sites.values()) <= set(taken):  # VAN-028, as long as a site is free
            continue
        if double(key) and state.options.reroll_hard_crash:
            answer = yield from choose(
                seat,
                "The pod dice show a double: a harsh place. Reroll?",
                [Option("reroll", "Reroll"), Option("keep", "Keep it")],
                rule="VAN-027",
                public="falls",
            )
            if answer == "reroll":
                continue
        break
    enter_place(state, seat, sites[key])
    g.tell(f"{{{seat}}} — {sites[key]:03d}", rule="VAN-026")
    yield from arrive(g, seat)  # VAN-029
