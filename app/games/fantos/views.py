"""What everybody sees, and what one seat sees besides (FAN-228 to FAN-236). Each field of the two views is a region."""

from __future__ import annotations

from typing import Literal

import msgspec

from app.games.fantos.action_view import Stage, shown
from app.games.fantos.components import (
    CITADELS,
    LABOR,
    LEGACIES,
    TRIALS,
    title,
)
from app.games.fantos.printed.sorts import CitadelMat, LaborCard, LegacyCard, TrialCard
from app.games.fantos.queries import owner, total, trials_limit
from app.games.fantos.reactions import WORDS
from app.games.fantos.state import (
    Citadel,
    Final,
    Item,
    Kind,
    Legacy,
    Phase,
    Seat,
    State,
    Status,
    Vote,
    Window,
)

CODEX = {"legacies": tuple(LEGACIES.values()), "labor": tuple(LABOR.values()), "trials": tuple(TRIALS.values())}

# What is public -------------------------------------------------------------------------------------------------


class LegacyView(msgspec.Struct, frozen=True):
    id: str
    card: LegacyCard
    shards: int
    status: Status
    task: str
    done: tuple[str, ...]
    labor: tuple[LaborCard, ...]  # attached
    reigning: bool
    harvest: int  # the stats as they are now (FAN-011); War without what counts in defence only
    war: int
    tribute: int
    bulwark: bool  # 2 more in defence


class CitadelView(msgspec.Struct, frozen=True):
    id: Seat
    mat: CitadelMat
    reserve: int
    total: int  # FAN-203
    hand: int  # how many cards
    legacies: tuple[LegacyView, ...]
    alive: bool
    resigned: bool
    active: bool
    first: bool
    fallen: bool  # its Vizier lies beside it


class SlotView(msgspec.Struct, frozen=True):
    id: int
    card: LegacyCard | None  # None: face down, or empty
    laid_by: Seat | None  # who laid it face down


class TrialView(msgspec.Struct, frozen=True):
    id: str
    card: TrialCard
    seat: Seat  # who drew it
    new: bool  # drawn this turn


class StackView(msgspec.Struct, frozen=True):
    id: int
    place: int  # 1 resolves first
    seat: Seat
    kind: Literal["labor", "ability"]
    art: str
    title: str
    text: str
    aims: tuple[str, ...]
    payer: str
    paid: int
    window: str
    answers: int | None  # the item it is aimed at
    cancelled: bool
    resolving: bool
    guarded: tuple[str, ...]


class BallotView(msgspec.Struct, frozen=True):
    seat: Seat
    yea: bool | None
    weight: int
    why: str


class VoteView(msgspec.Struct, frozen=True):
    trial: TrialCard
    council: bool
    ballots: tuple[BallotView, ...]
    yeas: int
    nays: int
    tie_breaker: Seat | None
    passed: bool | None


class Turn(msgspec.Struct, frozen=True):
    round: int
    turn: int
    active: Seat
    first: Seat | None
    phase: Phase
    step: str
    attempted: tuple[Kind, ...]
    completed: int
    harvested: int | None
    trials_due: int
    trials_this_round: int
    trials_limit: int | None
    hired: bool
    recruiter: int
    reigning: str | None
    reigns: Seat | None  # whose Legacy it is
    window: Window | None
    when: str  # the open window in words
    final: Final | None
    revealed: LegacyCard | None  # a Legacy turned up for a hire
    drawn: TrialCard | None
    chooser: Seat | None
    looking: str  # a secret look in progress, in words
    eliminated: tuple[Seat, ...]
    trade_open: bool


class Decks(msgspec.Struct, frozen=True):
    legacy_deck: int
    labor_deck: int
    trial_deck: int
    legacy_discard: tuple[LegacyCard, ...]  # the top first
    labor_discard: tuple[LaborCard, ...]  # the top first
    gone: tuple[TrialCard, ...]
    removed: tuple[TrialCard, ...]


class TradeView(msgspec.Struct, frozen=True):
    id: int
    seat: Seat
    partner: Seat
    gives: int
    wants: int
    cards: int
    cards_wanted: int


class Public(msgspec.Struct, frozen=True):
    now: str  # one sentence: what is going on
    turn: Turn
    stage: Stage | None
    stack: tuple[StackView, ...]  # the newest first
    vote: VoteView | None
    citadels: tuple[CitadelView, ...]
    trials: tuple[TrialView, ...]
    pool: tuple[SlotView, ...]
    decks: Decks
    trades: tuple[TradeView, ...]


# What only one seat sees -----------------------------------------------------------------------------------------


class HandCard(msgspec.Struct, frozen=True):
    id: str
    card: LaborCard
    copies: int


class LaidCard(msgspec.Struct, frozen=True):
    slot: int
    card: LegacyCard


class PeekView(msgspec.Struct, frozen=True):
    """Cards shown to this seat just now."""

    what: str
    of: Seat | None
    titles: tuple[tuple[str, str], ...]  # id and title


class TradeCards(msgspec.Struct, frozen=True):
    id: int
    titles: tuple[str, ...]


class Secrets(msgspec.Struct, frozen=True):
    """What this seat has learnt: Pool cards it laid, Trials on top of the deck, cards it is shown, offers."""

    laid: tuple[LaidCard, ...]
    top_trials: tuple[TrialCard, ...]
    peek: PeekView | None
    trades: tuple[TradeCards, ...]


class Dock(msgspec.Struct, frozen=True):
    """What is mine, always in view."""

    mat: CitadelMat
    reserve: int
    total: int
    first: bool
    reigns: bool
    fallen: bool
    alive: bool
    legacies: tuple[LegacyView, ...]
    hand: tuple[HandCard, ...]


class Private(msgspec.Struct, frozen=True):
    dock: Dock
    secrets: Secrets


# Building them ---------------------------------------------------------------------------------------------------


def public(state: State) -> Public:
    reigns = None if state.reigning is None else owner(state, state.reigning)
    return Public(
        now=_now(state),
        turn=_turn(state, reigns),
        stage=shown(state),
        stack=tuple(_item(state, item, place) for place, item in enumerate(reversed(state.stack), 1)),
        vote=None if state.vote is None else _vote(state, state.vote, reigns),
        citadels=tuple(_citadel(state, seat, citadel) for seat, citadel in enumerate(state.citadels)),
        trials=tuple(TrialView(t.id, TRIALS[t.id], t.seat, t.turn == state.turn) for t in state.trials),
        pool=tuple(
            SlotView(
                n, LEGACIES[slot.card] if slot.card is not None and slot.laid_by is None else None, slot.laid_by
            )  # FAN-231
            for n, slot in enumerate(state.pool)
        ),
        decks=_decks(state),
        trades=tuple(
            TradeView(t.id, t.seat, t.partner, t.gives, t.wants, len(t.cards), t.cards_wanted)  # FAN-213
            for t in state.trades
        ),
    )


def private(state: State, seat: Seat) -> Private:
    citadel = state.citadels[seat]
    if not citadel.alive:  # FAN-235
        return Private(_dock(state, seat, citadel), Secrets((), (), None, ()))
    return Private(
        dock=_dock(state, seat, citadel),
        secrets=Secrets(
            laid=tuple(
                LaidCard(n, LEGACIES[slot.card])
                for n, slot in enumerate(state.pool)
                if slot.laid_by == seat and slot.card is not None
            ),
            top_trials=tuple(TRIALS[card] for card in state.known_trials[seat]),
            peek=_peek(state, seat),
            trades=tuple(
                TradeCards(trade.id, tuple(title(card) for card in trade.cards))
                for trade in state.trades
                if seat in (trade.seat, trade.partner)
            ),
        ),
    )


def _dock(state: State, seat: Seat, citadel: Citadel) -> Dock:
    return Dock(
        mat=CITADELS[citadel.mat],
        reserve=citadel.reserve,
        total=total(state, seat),
        first=seat == state.first,
        reigns=state.reigning is not None and owner(state, state.reigning) == seat,
        fallen=citadel.fallen,
        alive=citadel.alive,
        legacies=tuple(_legacy(state, one) for one in citadel.legacies),
        hand=tuple(HandCard(card, LABOR[card], citadel.hand.count(card)) for card in sorted(set(citadel.hand))),
    )


PHASE_WORDS = {
    "untask": "draws up",
    "action": "chooses a Fantos Action",
    "trials": "meets the Trials",
    "secondary": "Secondary Actions",
    "hiring": "hires",
    "discard": "ends the turn",
    "closing": "ends the turn",
}
KINDS = {"harvest": "Harvest", "war": "War", "tribute": "Tribute", "special": "Special Tribute", "duel": "Duel"}


def _now(state: State) -> str:
    """One sentence: where the game stands and what is going on."""
    if state.phase in ("rolling", "recruiting"):
        return f"Setup · {{{state.active}}} hires" if state.phase == "recruiting" else "Setup"
    if state.phase in ("tally", "over"):
        return f"Round {state.round} · the tally"
    where = "The final round" if state.final is not None else f"Round {state.round}"
    if state.vote is not None:
        return f"{where} · a vote on {title(state.vote.trial)}"
    action = state.action
    if action is not None:
        against = f" on {{{action.target}}}" if action.target is not None else ""
        return f"{where} · {KINDS[action.kind]} of {{{action.seat}}}{against}"
    return f"{where} · {{{state.active}}}: {PHASE_WORDS[state.phase]}"


def _turn(state: State, reigns: Seat | None) -> Turn:
    return Turn(
        round=state.round,
        turn=state.turn,
        active=state.active,
        first=state.first,
        phase=state.phase,
        step=state.step,
        attempted=tuple(state.attempted),
        completed=state.completed,
        harvested=state.harvested,
        trials_due=state.trials_due,
        trials_this_round=state.trials_this_round,
        trials_limit=trials_limit(state),
        hired=state.hired,
        recruiter=state.recruiter,
        reigning=state.reigning,
        reigns=reigns,
        window=state.window,
        when=WORDS[state.window.kind] if state.window is not None else "",
        final=state.final,
        revealed=None if state.revealed is None else LEGACIES[state.revealed],
        drawn=None if state.drawn is None else TRIALS[state.drawn],
        chooser=state.chooser,
        looking=_looking(state),
        eliminated=tuple(seat for group in state.eliminated for seat in group),
        trade_open=state.trade_open,
    )


def _looking(state: State) -> str:
    peek = state.peek
    if peek is None:
        return ""
    if peek.what == "hand":
        return f"{{{peek.seat}}} looks at the hand of {{{peek.of}}}"
    place = "the top of the Trials Deck" if peek.what == "trials" else "the cards of the Pool"
    return f"{{{peek.seat}}} looks at {place}"


def _peek(state: State, seat: Seat) -> PeekView | None:
    peek = state.peek
    if peek is None or peek.seat != seat:
        return None
    return PeekView(peek.what, peek.of, tuple((card, title(card)) for card in peek.cards))


def _citadel(state: State, seat: Seat, citadel: Citadel) -> CitadelView:
    return CitadelView(
        id=seat,
        mat=CITADELS[citadel.mat],
        reserve=citadel.reserve,
        total=total(state, seat),
        hand=len(citadel.hand),
        legacies=tuple(_legacy(state, one) for one in citadel.legacies),
        alive=citadel.alive,
        resigned=citadel.resigned,
        active=seat == state.active and citadel.alive and state.phase not in ("rolling", "over"),
        first=seat == state.first,
        fallen=citadel.fallen,
    )


def _legacy(state: State, one: Legacy) -> LegacyView:
    card = LEGACIES[one.id]
    return LegacyView(
        id=one.id,
        card=card,
        shards=one.shards,
        status=one.status,
        task=one.task,
        done=tuple(one.done),
        labor=tuple(LABOR[labor] for labor in one.labor),
        reigning=state.reigning == one.id,
        harvest=card.harvest + one.labor.count("iron-pick"),
        war=card.war,
        tribute=card.tribute + one.labor.count("gilded-mask"),
        bulwark="bulwark" in one.labor,
    )


def _decks(state: State) -> Decks:
    return Decks(
        len(state.legacy_deck),
        len(state.labor_deck),
        len(state.trial_deck),
        tuple(LEGACIES[card] for card in reversed(state.legacy_discard)),
        tuple(LABOR[card] for card in reversed(state.labor_discard)),
        tuple(TRIALS[card] for card in state.gone_trials),
        tuple(TRIALS[card] for card in state.removed_trials),
    )


# The stack -------------------------------------------------------------------------------------------------------


def _item(state: State, item: Item, place: int) -> StackView:
    card = LABOR.get(item.title) or LEGACIES.get(item.title) or TRIALS.get(item.title)
    answers = next((int(aim[5:]) for aim in item.aim if aim.startswith("item:") and aim[5:].isdigit()), None)
    return StackView(
        id=item.id,
        place=place,
        seat=item.seat,
        kind=item.kind,
        art=item.title,
        title=title(item.title),
        text="" if card is None else card.text,
        aims=tuple(_aim(state, aim) for aim in item.aim),
        payer=title(item.payer),
        paid=item.paid,
        window=WORDS.get(item.window, ""),
        answers=answers,
        cancelled=item.cancelled,
        resolving=item.resolving,
        guarded=tuple(title(legacy) for legacy in item.guarded),
    )


def _aim(state: State, aim: str) -> str:
    """A target or choice in words; `{2}` stands for the player in seat 2."""
    kind, _, what = aim.partition(":")
    match kind:
        case "seat":
            return f"{{{what}}}"
        case "taker":
            return f"to {{{what}}}"
        case "attached":
            bearer, _, labor = what.partition(":")
            return f"{title(labor)} under {title(bearer)}"
        case "score":
            side, _, amount = what.partition(":")
            return f"{amount} for {{{side}}}"
        case "die":
            rolled = [] if state.action is None else state.action.dice
            die = next((one for one in rolled if str(one.id) == what), None)
            return "a die" if die is None else f"the {die.face} of {{{die.seat}}}"
        case "item":
            named = next((title(item.title) for item in state.stack if str(item.id) == what), what)
            return f"{named} on the stack"
        case "amount":
            return f"{what} Shards" if what != "1" else "1 Shard"
        case "face":
            return f"face {what}"
    return title(what) if what else aim


# Votes -----------------------------------------------------------------------------------------------------------


def _vote(state: State, vote: Vote, reigns: Seat | None) -> VoteView:
    ballots = []
    for seat, citadel in enumerate(state.citadels):
        if not citadel.alive:
            continue
        zradas = sum(one.labor.count("zradas") for one in citadel.legacies)
        bonus = vote.bonus.get(str(seat), 0)
        yea = vote.cast.get(str(seat))
        turned = vote.reversed.count(seat)
        if yea is not None and turned % 2:
            yea = not yea
        why = [f"Zradas +{zradas}"] * bool(zradas) + [f"Bishop +{bonus}"] * bool(bonus) + ["turned by Envoy"] * turned
        ballots.append(BallotView(seat, yea, 1 + zradas + bonus, ", ".join(why)))
    return VoteView(
        trial=TRIALS[vote.trial],
        council=vote.council,
        ballots=tuple(ballots),
        yeas=sum(one.weight for one in ballots if one.yea is True),
        nays=sum(one.weight for one in ballots if one.yea is False),
        tie_breaker=reigns,
        passed=vote.passed,
    )
