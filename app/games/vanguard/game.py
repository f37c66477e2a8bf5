"""ISS Vanguard: a co-operative campaign of planetary exploration and ship management."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, ClassVar

from app.games.vanguard import anytime, bot, cards, ending, introductions, renewal, results, setup, views
from app.games.vanguard.asking import G
from app.games.vanguard.box import BOX
from app.games.vanguard.content import EDITIONS, ENDINGS, LOSSES, edition
from app.games.vanguard.data.planetside import DISCOVERIES, INJURY_CARDS, LEADS
from app.games.vanguard.decks import pile
from app.games.vanguard.people import SECTION_NAMES, by_section, seats_of
from app.games.vanguard.ship.bridge import bridge, scan, starmap, starmap_options
from app.games.vanguard.ship.docking import debrief, dock, leave, unload
from app.games.vanguard.ship.landing import disembark, landing
from app.games.vanguard.ship.launch import draft, hangar, launch, tutorial
from app.games.vanguard.ship.medbay import medbay, memorial, save_point
from app.games.vanguard.ship.rooms import aboard
from app.games.vanguard.state import Options, State
from app.games.vanguard.turns import explore
from app.kernel import (
    Card,
    Ending,
    Game,
    Intro,
    Line,
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
    checkpoint,
)

STEPS: dict[str, Callable[[G], Script[None]]] = {
    "draft": draft,
    "tutorial": tutorial,
    "explore": explore,
    "leaving": leave,
    "docking": dock,
    "debriefing": debrief,
    "unloading": unload,
    "medbay": medbay,
    "memorial": memorial,
    "save": save_point,
    "bridge": bridge,
    "starmap": starmap,
    "scan": scan,
    "facilities": aboard,
    "hangar": hangar,
    "launch": launch,
    "landing": landing,
    "disembark": disembark,
}


def as_it_was(tree: dict[str, Any]) -> dict[str, Any]:
    """What a version only adds has a value of its own in older states."""
    return tree


class Vanguard(Game[State]):
    id = "vanguard"
    together = True
    title = "ISS Vanguard"
    about = "Follow a dead signal line from planet to planet: a co-operative campaign for one to four."
    takes_single_answers = False
    seats = Seats(1, 4)
    state = State
    options = Options
    box = BOX
    version = 3
    upgrades: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {1: as_it_was, 2: as_it_was}
    undo_by_consent = True
    campaign = True

    def setup(self, seats: int, options: Any, rng: Rng) -> State:
        return setup.setup(seats, options, rng)

    def script(self, play: Play[State]) -> Script[Outcome]:
        return renewal.in_edition(play, whole_campaign(play))

    def offers(self, state: State, seat: int) -> Sequence[Option]:
        with edition(state.content):
            return anytime.offers(state, seat)

    def take(self, play: Play[State], seat: int, option: str, values: Values) -> Script[None]:
        return renewal.in_edition(play, anytime.take(play, seat, option, values))

    def between_chapters(self, state: State) -> bool:
        return state.step == "save" and state.x is None  # ISS-331

    def parts(self, state: State) -> Mapping[int, str]:
        return {seat: ", ".join(SECTION_NAMES[one] for one in mine) for seat, mine in by_section(state).items()}

    def may_reseat(self, state: State) -> bool:
        """ISS-328: at the save point, or on the Bridge when the table looks at the Starmap."""
        if state.step == "starmap":
            with edition(state.content):
                return len(starmap_options(state)) > 1  # else it is adrift already
        return self.between_chapters(state)

    def reseat(self, state: State, seats: Sequence[int]) -> State:
        return setup.share_sections(state, seats)

    def decode(self, version: int, blob: bytes) -> State:
        state = super().decode(version, blob)
        if state.content not in EDITIONS:
            raise Refused(f"This campaign plays version {state.content} of its content, which is not here.", "ISS-025")
        return state

    def public(self, state: State) -> views.Public:
        with edition(state.content):
            return views.public(state)

    def private(self, state: State, seat: int) -> views.Private:
        with edition(state.content):
            return views.private(state, seat)

    def known(self, state: State, seat: int | None) -> frozenset[Hashable]:
        """What was shown to all so far, and what this seat is looking at (ISS-353)."""
        facts: set[Hashable] = {("shown", state.revealed)}
        if state.look and state.look.seat == seat:
            facts.add(("look", state.look.deck, *state.look.cards))
        return frozenset(facts)

    def resample(self, state: State, seat: int | None, rng: Rng) -> State:
        return self._deal_anew(state, rng, kept=state.look is not None and state.look.seat == seat)

    def reshuffle(self, state: State, rng: Rng) -> State:
        return self._deal_anew(state, rng, kept=True)

    @staticmethod
    def _deal_anew(state: State, rng: Rng, *, kept: bool) -> State:
        """Every hidden order anew; the cards that somebody is looking at may be kept (ISS-336)."""
        if state.ending:
            return state
        held = len(state.look.cards) if state.look else 0

        def mixed(cards: list[Any], deck: str = "") -> list[Any]:
            fixed = held if kept and state.look and state.look.deck == deck else 0
            return [*cards[:fixed], *rng.shuffled(cards[fixed:], "imagined")]

        state.recruits = mixed(state.recruits)
        state.events = mixed(state.events, "event")
        state.situations = mixed(state.situations, "situation")
        state.rankups = mixed(state.rankups)
        state.lead_bag = mixed(state.lead_bag)
        state.finds = {deck: mixed(cards, deck) for deck, cards in state.finds.items()}
        if state.x:
            state.x.kept_events = mixed(state.x.kept_events)
            for crew in state.x.crew:
                crew.deck = mixed(crew.deck)
        if state.look and not kept:
            state.look.cards = pile(state, state.look.deck)[:held]
        return state

    def where(self, state: State, seat: int | None) -> str:
        """Previously, and now: the last deed, planet, mission, whose turn."""
        with edition(state.content):
            return views.where(state)

    def ending(self, state: State, told: Sequence[Line]) -> Ending | None:
        with edition(state.content):
            return ending.ending(state, told)

    def explain(self, state: State, seat: int | None, name: str) -> Card | None:
        with edition(state.content):
            return cards.explain(state, seat, name)

    def introductions(self, state: State, seat: int) -> Sequence[Intro]:
        with edition(state.content):
            return introductions.introductions(state, seat)

    def this_turn(self, state: State) -> tuple[str, int, int]:
        """A turn on a planet, or a step of the ship."""
        return (state.step, state.x.round, state.x.turn) if state.x else (state.step, 0, 0)

    def invariants(self, state: State) -> None:
        invariants(state)

    def bot(self, session: Session[State], seat: int) -> Move:
        with edition(session.state.content):
            return bot.choose(session, seat)

    def volunteer(self, session: Session[State], seat: int) -> Move | None:
        """Bots follow whoever wants a newer version of the content, and pledge dice for the checks of others."""
        if session.state.consents and "renew" in [offer.id for offer in session.offers(seat)]:
            return Use(seat, "renew")
        with edition(session.state.content):
            return bot.pledge(session, seat)

    def scenarios(self) -> Sequence[Mapping[str, Any]]:
        return ({}, {"skip_tutorial": True})

    def tally(self, session: Session[State]) -> Mapping[str, float]:
        with edition(session.state.content):
            return results.tally(session.state)

    def breakdown(self, session: Session[State]) -> Mapping[str, Sequence[str]]:
        with edition(session.state.content):
            return results.breakdown(session.state)


def whole_campaign(play: Play[State]) -> Script[Outcome]:
    """A loop over the steps (ISS-001)."""
    state = play.state
    while not state.ending:
        yield from checkpoint()
        yield from STEPS[state.step](play)
        if state.step == "explore" and state.x and state.x.over:
            state.step = "leaving"
    return outcome(state)


def outcome(state: State) -> Outcome:
    seats = seats_of(state)
    won = state.ending not in LOSSES
    opening = "the" if won else "The"  # after the names of those who win, or alone
    return Outcome(tuple(seats) if won else (), f"{opening} campaign ends with “{ENDINGS[state.ending]}”")


def invariants(state: State) -> None:
    assert len(state.dice) == 64, "60 section dice and 4 Wild dice"
    assert all((die.section == -1) == (die.zone == "box") for die in state.dice), "a die is somebody's or in the box"
    leads = [*state.lead_bag, *state.lead_side, *(token for deck in state.lead_decks.values() for token in deck)]
    if not (state.x and state.x.leads_drawn):
        assert len(leads) <= len(LEADS)
    assert len(set(leads)) == len(leads), "every lead token is in one place"
    finds = [*(card for deck in state.finds.values() for card in deck), *state.ship.gathered]
    finds += state.x.cargo if state.x else []
    assert len(finds) == sum(card.copies for card in DISCOVERIES) == len(set(finds)), "every Discovery is in one place"
    hurt = sum(len(crew.injuries) for crew in state.x.crew) if state.x else 0
    assert hurt + sum(state.injury_deck.values()) == sum(card.copies for card in INJURY_CARDS)
    assert 0 <= state.ship.morale <= 3
    assert state.seat_count == len(seats_of(state)), "every seat in play has a section (ISS-326)"
    assert all(0 <= value <= 10 for value in state.counters.values())
    if state.x:
        assert 0 <= state.x.supplies <= 9
        assert all(crew.charges >= 0 for crew in state.x.crew)


GAME = Vanguard()
