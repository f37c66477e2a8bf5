"""Setup: everybody begins at location 000, and its instructions complete the setup (section 2)."""

from __future__ import annotations

from app.games.vantage.cards import fresh_card
from app.games.vantage.core import Game, run, vote
from app.games.vantage.dice import gain_skill, random_skill
from app.games.vantage.facts import Source, number
from app.games.vantage.state import Options, State, fresh
from app.games.vantage.telling import count_anew, names, step, with_sign
from app.games.vantage.travel import arrive, enter_place
from app.games.vantage.world import CATEGORIES, SHIP, STATS, WORLDS, Card, Place, pair, shown
from app.kernel import Option, Question, Refused, Rng, Script, checkpoint, choose, choosing, window

BOX = 20  # challenge dice in the box
WHOEVER = "any"  # an answer to "Who are you?"
LEVELS = {
    "reckless": "bold, and soon over",
    "daring": "the usual, and good for a first journey",
    "steady": "for long walks",
    "sheltered": "for children, and for a first journey alone",
}


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
    for now, rule, following in (
        ("level", levels, "character"),
        ("character", characters, "mission"),
        ("mission", mission, "pods"),
        ("pods", pods, "crash"),
    ):
        if state.step == now:
            yield from rule(g)
            state.step = following
            yield from checkpoint()
    while state.step == "crash" and state.queue:
        yield from crash(g, state.queue[0])
        state.queue.pop(0)
        yield from checkpoint()
    if state.step == "crash":
        state.setting_up = False
        count_anew(g)
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
                [
                    Option(f"level:{name}", name.capitalize(), note=LEVELS.get(name, ""), price=f"{value} of each")
                    for name, value in worth.items()
                ],
                default=(f"level:{usual}",),
                rule="VAN-017",
                kicker="Aboard the ship, all together for the last time",
                text="It sets your time, morale and health. Each of you chooses alone.",
                public="chooses a level",
            )
            for seat in range(len(state.seats))
        ]
    )
    with step(
        g, "turn", "You set out from the ship", scene="aboard, at 000", rule="VAN-017", why="how daring you begin"
    ):
        for seat, values in sorted(answers.items()):
            who = state.me(seat)
            who.level = values[0].removeprefix("level:")
            who.stats = dict.fromkeys(STATS, worth[who.level])
            g.tell(f"{{{seat}}} begins {who.level}: {worth[who.level]} of time, morale and health.", rule="VAN-017")


def characters(g: Game) -> Script[None]:
    """Each takes a different one; by lot if two want the same; whoever takes what is left comes last (VAN-018)."""
    state = g.state
    waiting = list(range(len(state.seats)))
    patient: list[int] = []
    clash = ""
    while waiting:
        free = free_characters(state)
        answers = yield from window([_who_are_you(seat, waiting.index(seat), free, clash) for seat in waiting])
        patient += [seat for seat in waiting if answers[seat] == (WHOEVER,)]
        waiting = [seat for seat in waiting if answers[seat] != (WHOEVER,)]
        wanted: dict[int, list[int]] = {}
        for seat in waiting:
            wanted.setdefault(int(answers[seat][0].removeprefix("card:")), []).append(seat)
        for card, seats in wanted.items():
            seat = seats[0] if len(seats) == 1 else g.rng.pick(seats, "lot")
            waiting.remove(seat)
            if len(seats) > 1:
                all_of_them = "both" if len(seats) == 2 else "all"
                name = state.world.card(card).name
                clash = f"{names(seats)} {all_of_them} wanted to be {name}; the lot fell on {{{seat}}}."
                g.tell(clash, rule="VAN-018")
            yield from become(g, seat, state.world.card(card))
    for seat in sorted(patient):
        yield from become(g, seat, g.rng.pick(free_characters(state), "whoever is left"))


def free_characters(state: State) -> list[Card]:
    taken = {who.character for who in state.seats}
    return [card for card in state.world.cards.values() if card.kind == "character" and card.id not in taken]


def _who_are_you(seat: int, place: int, free: list[Card], clash: str) -> Question:
    ordered = [*free[place % len(free) :], *free[: place % len(free)]]
    return choosing(
        seat,
        "Who are you?",
        [
            Option(
                f"card:{card.id}",
                card.name,
                target=f"card-{card.id}",
                note=card.about or card.text,
                price=card.category,
            )
            for card in free
        ]
        + [Option(WHOEVER, "Whoever is left", note="the others choose before you", weight="end", rule="VAN-018")],
        default=(f"card:{ordered[0].id}",),
        rule="VAN-018",
        kicker="Asked again" if clash else "Each of you is somebody else",
        text=clash or "They differ in slots, powers and actions, not in strength. Their cards lie before you.",
        group=True,
        public="chooses a character",
    )


def become(g: Game, seat: int, card: Card) -> Script[None]:
    """The card in the middle cell with its benefit; start tokens (VAN-018, VAN-019)."""
    state, who = g.state, g.state.me(seat)
    with step(
        g, "reveal", f"{{{seat}}} is {card.name}", text=card.about or card.text, rule="VAN-018", why="to begin with"
    ):
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


def show_pair(g: Game, key: str) -> None:
    if g.scene is not None:
        g.scene.dice += [with_sign(face, note=face) for face in key.split("-")]


def mission(g: Game) -> Script[None]:
    """Two skill dice; a double may be rerolled before the card is shown (VAN-021, VAN-022)."""
    state = g.state
    key = pair_of_dice(g)
    g.tell(f"The mission dice: {key}.", rule="VAN-021")
    while double(key) and state.options.reroll_hard_mission:
        wanted = yield from vote(
            g,
            f"A hard mission: {key}. Roll again?",
            "Roll again",
            "Keep it",
            "VAN-022",
            kicker="The mission dice show a double",
        )
        if 2 * wanted < len(state.seats):
            break
        key = pair_of_dice(g)
        g.tell(f"The mission dice again: {key}.", rule="VAN-022")
    state.mission = state.world.mission_keys[key]
    state.readings += 1
    card = state.world.missions[state.mission]
    with step(
        g,
        "story",
        f"Why you came: {card.name}",
        about="outset-ship",
        text=card.text,
        scene="aboard the ship, the mission for all of you",
        rule="VAN-021",
    ):
        g.tell(f"Mission: {card.name}.", rule="VAN-021")
        show_pair(g, key)


def pods(g: Game) -> Script[None]:
    """A different pod for everybody, drawn at random; what there is in it only they see (VAN-024, VAN-025)."""
    yield from ()
    drawn = g.rng.shuffled(sorted(g.state.world.pods), "pods")
    with step(
        g,
        "turn",
        "Each of you boards a pod",
        about="outset-ship",
        scene="and each falls towards another country",
        rule="VAN-024",
    ):
        for seat, who in enumerate(g.state.seats):
            who.pod = who.place = drawn[seat]
            g.tell(f"{{{seat}}} boards pod {drawn[seat]}.", rule="VAN-024")
    for seat, who in enumerate(g.state.seats):
        pod = g.state.world.places[who.pod]
        alone(g, seat, f"You board {pod.name}", pod, f"pod {pod.id}, and only you in it", "outset-pod")
    g.state.queue = list(range(len(g.state.seats)))
    g.state.readings += 1


def alone(g: Game, seat: int, title: str, place: Place, scene: str, about: str) -> None:
    """What only one of them sees and reads: the inside of a pod, the place where they come down (VAN-025, VAN-232)."""
    with g.moment("story", title, about=about, scene=scene, text=place.text, to=[seat], rule="VAN-025"):
        g.tell(place.text, to=[seat], rule="VAN-025", later=f"{{{seat}}} saw {place.name}.")


def crash(g: Game, seat: int) -> Script[None]:
    """Two skill dice pick one of the pod's 21 sites; doubles may be rerolled, taken sites must (VAN-026 to VAN-028)."""
    with step(g, "turn", f"{{{seat}}} falls to the planet", scene=f"pod {g.state.me(seat).pod}", rule="VAN-026"):
        yield from fall(g, seat)


def fall(g: Game, seat: int) -> Script[None]:
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
                "Roll again?",
                [Option("reroll", "Roll again"), Option("keep", "Keep it")],
                rule="VAN-027",
                kicker="The pod dice show a double: a harsh place",
                public="sees where the pod comes down",
            )
            if answer == "reroll":
                continue
        break
    enter_place(state, seat, sites[key])
    show_pair(g, key)
    g.tell(f"{{{seat}}} crashes at {sites[key]:03d}.", rule="VAN-026")
    site = state.world.places[sites[key]]
    alone(g, seat, f"You fall, and come down at {shown(site.id)}", site, f"{site.name}, and only you see it", "picture")
    yield from arrive(g, seat)  # VAN-029
