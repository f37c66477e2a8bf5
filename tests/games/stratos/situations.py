"""Situations to test in: a state set up by hand, and a session that plays on from it."""

from __future__ import annotations

from typing import Any

import pytest

from app.games import GAMES
from app.games.stratos.board import tile_at
from app.games.stratos.components import CARDS, CLASSES, SPELLS
from app.games.stratos.effects import sole
from app.games.stratos.exploration.items import ITEMS
from app.games.stratos.setup import setup
from app.games.stratos.spells import EFFECTS
from app.games.stratos.state import Card, Options, Permanent, Player, Pool, Spell, Square, State, Tile, Unit
from app.kernel import Base, Refused, Rng, Session, encode_state

GAME = GAMES["stratos"]
SEATS = {"ffa2": 2, "cathedral2": 2, "ffa3": 3, "sorcerer3": 3, "ffa4": 4, "rush4": 4, "treasure4": 4, "ffa5": 5}
SEATS |= {"tombolo5": 5, "lesson": 2}


def board(scenario: str = "ffa2", *, units: bool = False, target: int = 10, seed: str = "board") -> State:
    """A match in the Action Phase of P1, whose seats follow in order. Without starting units unless asked for."""
    seats = SEATS[scenario]
    options: Any = {"scenario": scenario, "target": target}
    state = setup(seats, Options(**options), Rng(seed))
    if scenario != "tombolo5":
        state.slots = [[seat] for seat in range(seats)]
    state.pools = [Pool() for _ in state.pools]
    if not units:
        state.units.clear()
        for player in state.players:
            for spell in player.spells:
                state.decks[spell.kind].append(Card(spell.id))
            player.spells.clear()
    state.phase, state.actor, state.slot = "action", 0, 0
    return state


def add(state: State, seat: int, cls: str, at: Square, **changes: Any) -> Unit:
    """A unit with full Health and Spirit, unless the changes say otherwise."""
    kind = CLASSES[cls]
    promoted = bool(changes.get("promoted"))
    unit = Unit(
        id=state.next_unit,
        seat=seat,
        cls=cls,
        at=at,
        health=kind.health + (kind.bonus if promoted else 0),
        spirit=kind.spirit + (kind.spirit_bonus if promoted else 0),
    )
    for name, value in changes.items():
        setattr(unit, name, [take_card(state, title) for title in value] if name == "equipment" else value)
    state.next_unit += 1
    state.units.append(unit)
    return unit


def take_card(state: State, title: str) -> str:
    """Take a card of this title from wherever it lies unused."""
    deck = state.decks[CARDS[title].deck]
    card = next(card for card in deck if card.id.startswith(f"{title}#"))
    deck.remove(card)
    return card.id


def give(state: State, seat: int, *titles: str, used: bool = False) -> None:
    player = state.players[seat]
    for title in titles:
        card = take_card(state, title)
        if CARDS[title].type == "permanent":
            player.permanents.append(Permanent(card))
        elif used:
            player.used.append(card)
        else:
            player.items.append(card)


def teach(state: State, seat: int, *titles: str, up: bool = False, lost: bool = False) -> None:
    for title in titles:
        kind = SPELLS[title].kind
        deck = state.decks[kind]
        card = next(card for card in deck if card.id.startswith(f"{title}#"))
        deck.remove(card)
        state.players[seat].spells.append(Spell(card.id, kind, up=up, lost=lost))


def stack(state: State, deck: str, *titles: str) -> None:
    """Put cards of these titles on top of a deck, the first of them topmost."""
    cards = state.decks[deck]
    for title in reversed(titles):
        card = next(card for card in cards if card.id.startswith(f"{title}#"))
        cards.remove(card)
        cards.insert(0, card)


def purse(state: State, seat: int, corn: int = 0, nickel: int = 0, spice: int = 0, oak: int = 0, gems: int = 0) -> None:
    state.pools[state.players[seat].pool] = Pool(corn, nickel, spice, oak, gems)


def tile(state: State, at: Square) -> Tile:
    found = tile_at(state, at)
    assert found is not None
    return found


def set_sign(state: State, at: Square, sign: str) -> None:
    """Exchange undersides so that this tile has the sign and no tile is lost."""
    here = tile(state, at)
    rows = [t for line in state.grid for t in line if t is not None]
    other = next(t for t in [*state.supply[here.kind], *rows] if t.kind == here.kind and t.sign == sign)
    here.sign, other.sign = other.sign, here.sign


def set_special(state: State, at: Square, special: str, *, covered: bool = True) -> None:
    """Exchange specials so that this square has the named one."""
    here = tile(state, at)
    assert here.kind == "S"
    for line in state.grid:
        for other in line:
            if other is not None and other.special == special:
                other.special = here.special
    if special in state.unused:
        state.unused[state.unused.index(special)] = here.special
    here.special, here.covered = special, covered


class Table:
    """A session with short ways to answer, and dice that can be chosen beforehand."""

    def __init__(self, state: State, seed: str = "chance") -> None:
        self.session: Session[State] = Session(GAME, Base(1, len(state.players), 0, Rng(seed), encode_state(state)))

    @property
    def state(self) -> State:
        return self.session.state

    def unit(self, unit: Unit) -> Unit:
        """The unit as it is now."""
        return next(other for other in self.state.units if other.id == unit.id)

    def on_board(self, unit: Unit) -> bool:
        return any(other.id == unit.id for other in self.state.units)

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def pool(self, seat: int) -> Pool:
        return self.state.pools[self.state.players[seat].pool]

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def seat(self) -> int:
        (seat,) = self.session.asks
        return seat

    def options(self, seat: int | None = None) -> list[str]:
        return [option.id for option in self.session.asks[self.seat if seat is None else seat].options]

    def of(self, prefix: str, seat: int | None = None) -> set[str]:
        """The options that begin so."""
        return {name for name in self.options(seat) if name.startswith(prefix)}

    def do(self, *answers: str, seat: int | None = None) -> Table:
        for answer in answers:
            who = self.seat if seat is None else seat
            self.session.answer(who, self.session.asks[who].id, [answer])
        return self

    def pick(self, unit: Unit) -> Table:
        """Bring up this unit's actions."""
        if f"unit:{unit.id}" in self.options():
            self.do(f"unit:{unit.id}")
        return self

    def act(self, unit: Unit, *answers: str) -> Table:
        """Let the unit do it. A target that is the only one is named here all the same: it must be what the menu names,
        and is not asked (STR-202)."""
        self.pick(unit)
        named = ""
        for answer in answers:
            if answer == named:
                named = ""
                continue
            named = self.named_in_menu(unit, answer)
            self.do(answer)
        return self

    def named_in_menu(self, unit: Unit, answer: str) -> str:
        kind, _, title = answer.partition(":")
        if kind not in ("cast", "use") or title not in (EFFECTS if kind == "cast" else ITEMS):
            return ""
        only = sole(self.state, EFFECTS[title] if kind == "cast" else ITEMS[title], self.unit(unit))
        return only.id if only is not None else ""

    def refused(self, *answers: str, seat: int | None = None, reason: str = "", by: str | None = None) -> None:
        """It changes nothing, and says why: words of the reason, and the rule that is broken."""
        before = self.session.save()
        with pytest.raises(Refused) as refusal:
            self.do(*answers, seat=seat)
        assert self.session.save() == before
        assert reason in refusal.value.reason
        assert by is None or refusal.value.rule == by

    def dice(self, *numbers: int) -> Table:
        """Let the next dice fall so. Chance is a hash, so a fitting seed is searched for."""
        sides = self._sides
        rng = self.session.rng
        start = rng.counters.get("dice", 0)
        for attempt in range(200_000):
            trial = Rng(f"loaded {attempt}", {"dice": start})
            if all(trial.roll(side) == number for side, number in zip(sides, numbers, strict=False)):
                rng.seed = f"loaded {attempt}"
                return self
        raise AssertionError("no such dice")

    _sides: tuple[int, ...] = (4,)

    def d4(self, *numbers: int) -> Table:
        self._sides = (4,) * len(numbers)
        return self.dice(*numbers)

    def d6(self, number: int) -> Table:
        self._sides = (6,)
        return self.dice(number)

    def end_turn(self) -> Table:
        """The seats on turn stop acting and buying."""
        turn = self.state.turn
        while self.state.turn == turn and self.session.outcome is None:
            seat = min(self.session.asks)
            self.session.apply(self.session.default_answer(seat))
        return self

    def log(self, seat: int | None = None) -> str:
        return "\n".join(line.text for line in self.session.log(seat))
