"""Parley, a toy that uses every part of the kernel, and can be broken in one named way at a time."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any

import msgspec

from app.kernel import (
    PASS,
    Answer,
    Ask,
    Game,
    Intro,
    Move,
    Option,
    Outcome,
    Play,
    Refused,
    Rng,
    Script,
    Seats,
    Session,
    Use,
    Values,
    assign,
    checkpoint,
    choose,
    choose_number,
    choosing,
    split,
    window,
    write,
)


class State(msgspec.Struct):
    cards: list[int]  # hidden: one number each
    steps: list[int]  # public: how far each has walked
    peeked: list[bool]  # whether a seat has looked at its left neighbour's card
    pledges: list[int]
    caption: str = ""
    round: int = 0
    conceded: bool = False
    whim: int = 0


class Table(msgspec.Struct, frozen=True):
    steps: tuple[int, ...]
    pledges: tuple[int, ...]
    peeked: tuple[bool, ...]
    caption: str
    round: int
    whim: int
    note: str = ""


class Public(msgspec.Struct, frozen=True):
    table: Table


class Private(msgspec.Struct, frozen=True):
    card: int
    neighbour: int | None


class Parley(Game[State]):
    id = "parley"
    title = "Parley"
    about = "A toy."
    seats = Seats(2, 4)
    state = State
    undo_by_consent = True

    def __init__(self, flaw: str = "") -> None:
        self.flaw = flaw

    def setup(self, seats: int, options: Any, rng: Rng) -> State:
        cards = rng.shuffled(range(1, 10), "cards")[:seats]
        return State(cards, [0] * seats, [False] * seats, [0] * seats)

    def script(self, g: Play[State]) -> Script[Outcome]:
        local = 0
        while g.state.round < 12:
            seat = g.state.round % len(g.state.cards)
            local += 1
            yield from self.turn(g, seat)
            g.state.round += 1
            if self.flaw == "state in a local variable":
                g.state.whim = local
            if self.flaw == "chance of its own":
                g.state.whim = Random().randrange(1_000_000)
            if self.flaw == "impossible state" and g.state.round == 5:
                g.state.steps[0] = -1
            yield from checkpoint()
        return Outcome((0,), "the end")

    def turn(self, g: Play[State], seat: int) -> Script[None]:
        options = [
            Option("walk", "Walk"),
            Option("peek", "Look at a card"),
            Option("roll", "Roll"),
            Option("vote", "Call a vote"),
            Option("share", "Share three steps"),
            Option("place", "Place two dice"),
            Option("duel", "Open a reaction window"),
        ]
        prompt = "Your turn"
        others_card = g.state.cards[(seat + 1) % len(g.state.cards)]
        if self.flaw == "prompt that tells":
            prompt += f" {others_card}"
        if self.flaw == "option that tells" and others_card > 5:
            options.append(Option("attack", "Attack"))
        if self.flaw == "option twice":
            options.append(options[0])
        if self.flaw == "unreadable option":
            options.append(Option("\x01", "?"))
        default = "fly" if self.flaw == "illegal default" else "walk"

        def why(value: str) -> Refused | None:
            told = f" of {others_card}" if self.flaw == "reason that tells" else ""
            return Refused(f"Nobody is open to a vote{told}.") if value in ("yes", "no") else None

        action = yield from choose(seat, prompt, options, default=default, public="acts", why=why)
        yield from self.act(g, seat, action)

    def act(self, g: Play[State], seat: int, action: str) -> Script[None]:
        everyone = range(len(g.state.cards))
        if action == "walk":
            g.state.steps[seat] += yield from choose_number(seat, "How far?", 1, 3)
            if self.flaw == "log that tells":
                g.tell(f"{{{seat}}} walks with {g.state.cards[seat]} in hand.")
        elif action == "peek":
            g.state.peeked[seat] = True
            if self.flaw == "log of a view":
                g.tell("You looked.", to=[seat])
        elif action == "roll":
            g.state.steps[seat] += sum(g.roll(1, 6, f"{{{seat}}} rolls {{dice}}."))
        elif action == "vote":
            yield from self.vote(g, seat)
        elif action == "share":
            options = [Option(f"to:{s}", f"To {s}", room=2) for s in everyone]
            shares = yield from split(seat, "Share", 3, options)
            for name, amount in shares.items():
                g.state.steps[int(name.removeprefix("to:"))] += amount
        elif action == "place":
            dice = [Option("die:1", "Die 1"), Option("die:2", "Die 2")]
            slots = [Option("left", "Left", takes=("die:1",)), Option("right", "Right")]
            placed = yield from assign(seat, "Place", dice, slots)
            g.state.steps[seat] += len(placed)
        elif action == "duel":
            questions = [
                choosing(s, "React?", [Option(PASS, "Pass"), Option("hit", "Hit")], soft=True)
                for s in everyone
                if s != seat
            ]
            plays = yield from window(questions, "in_turn")
            for s, values in plays.items():
                if values == ("hit",):
                    g.state.steps[s] += 2
        elif action == "attack":
            g.state.steps[seat] += 1

    def vote(self, g: Play[State], seat: int) -> Script[None]:
        everyone = range(len(g.state.cards))
        options = [Option("yes", "Yes"), Option("no", "No")]

        def unsealed(s: int, values: Values) -> str | None:
            if self.flaw == "unsealed vote":
                g.state.pledges[s] += 1
            return None

        questions = [
            choosing(s, "Agree?", options, check=lambda values, s=s: unsealed(s, values))  # type: ignore[misc]
            for s in everyone
        ]
        votes = yield from window(questions)
        g.state.steps[seat] += sum(values == ("yes",) for values in votes.values())

    def offers(self, state: State, seat: int) -> Sequence[Option]:
        offers = [
            Option("pledge", "Pledge one"),
            Option("caption", "Write a caption", form=Ask("Caption", (), "text", 0, 20)),
            Option("ponder", "Ponder"),
        ]
        if self.flaw == "offer that tells" and state.cards[seat - 1] > 5:
            offers.append(Option("cheat", "Cheat"))
        return offers

    def take(self, g: Play[State], seat: int, option: str, values: Values) -> Script[None]:
        if option == "pledge":
            if self.flaw == "refusal that tells" and g.state.cards[seat - 1] > 5:
                raise Refused("No.")
            if self.flaw == "failing rules" and g.state.pledges[seat] == 1:
                raise KeyError("a mistake in the rules")
            g.state.pledges[seat] += 1
        elif option == "caption":
            g.state.caption = values[0]
        elif option == "ponder":
            g.state.caption = yield from write(seat, "What do you think?", most=20)

    def introductions(self, state: State, seat: int) -> Sequence[Intro]:
        told = f" beside {state.cards[seat - 1]}" if self.flaw == "introduction that tells" else ""
        intros = [Intro("card", "A card", f"You hold {state.cards[seat]}{told}.")]
        return intros * 2 if self.flaw == "introduction twice" else intros

    def public(self, state: State) -> Public:
        note = str(max(state.cards)) if self.flaw == "public part that tells" else ""
        return Public(
            Table(
                tuple(state.steps),
                tuple(state.pledges),
                tuple(state.peeked),
                state.caption,
                state.round,
                state.whim,
                note,
            )
        )

    def private(self, state: State, seat: int) -> Private:
        left = (seat + 1) % len(state.cards)
        shown = state.peeked[seat] or self.flaw == "view that tells"
        return Private(state.cards[seat], state.cards[left] if shown else None)

    def view(self, state: State, seat: int | None) -> Any:
        view = super().view(state, seat)
        if self.flaw == "public part for one seat" and seat is not None:
            table = msgspec.structs.replace(view.public.table, note=f"for {seat}")
            return msgspec.structs.replace(view, public=Public(table))
        return view

    def known(self, state: State, seat: int | None) -> frozenset[Hashable]:
        if seat is None:
            return frozenset()
        cards = {seat}
        if state.peeked[seat] and self.flaw != "forgotten fence":
            cards.add((seat + 1) % len(state.cards))
        return frozenset(cards)

    def resample(self, state: State, seat: int | None, rng: Rng) -> State:
        count = len(state.cards)
        kept = set() if seat is None else {seat, *([(seat + 1) % count] if state.peeked[seat] else [])}
        if self.flaw == "resample that does nothing":
            return state
        pool = [card for card in range(1, 10) if card not in {state.cards[s] for s in kept}]
        pool = rng.shuffled(pool, "imagined")
        state.cards = [card if s in kept else pool.pop() for s, card in enumerate(state.cards)]
        return state

    def reshuffle(self, state: State, rng: Rng) -> State:
        return self.resample(state, 0, rng) if self.flaw == "reshuffle of what is known" else state

    def invariants(self, state: State) -> None:
        assert all(steps >= 0 for steps in state.steps)
        assert len(set(state.cards)) == len(state.cards)

    def bot(self, session: Session[State], seat: int) -> Move:
        ask = session.asks[seat]
        if self.flaw == "bot that cheats" and session.state.cards[seat - 1] > 5:
            return Use(seat, "pledge")
        if self.flaw == "bot that breaks the rules":
            return Answer(seat, ask.id, ("fly",))
        return Answer(seat, ask.id, ask.default)
