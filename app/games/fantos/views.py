"""What everybody sees, and what one seat sees besides (FAN-228 to FAN-236). Each field of the two views is a region."""

from __future__ import annotations

from typing import Literal

import msgspec

from app.games.fantos import coach, scores
from app.games.fantos.components import (
    CITADELS,
    LABOR,
    LEGACIES,
    TRIALS,
    CitadelMat,
    LaborCard,
    LegacyCard,
    TrialCard,
    title,
)
from app.games.fantos.queries import owner, stat_parts, total, trials_limit
from app.games.fantos.state import (
    Action,
    Citadel,
    Die,
    Entrant,
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
from app.kernel.game import Tip

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


class Part(msgspec.Struct, frozen=True):
    """One reason for a number in a score."""

    kind: Literal["stat", "labor", "die", "bonus", "change", "trial"]
    label: str
    amount: int
    legacy: str | None = None  # whose share it belongs to
    face: int | None = None  # what the die shows
    by: Seat | None = None  # who played it
    number: int | None = None  # of the die, as options name it


class Side(msgspec.Struct, frozen=True):
    key: int  # the seat; in a Duel 0 for the challenger and 1 for the challenged
    seat: Seat
    role: str
    parts: tuple[Part, ...]
    total: int
    won: bool = False


class Stage(msgspec.Struct, frozen=True):
    """The Fantos Action, Special Tribute or Duel in progress, with its running scores."""

    kind: Kind
    step: str
    seat: Seat
    target: Seat | None
    sides: tuple[Side, ...]
    locked: bool
    over: bool  # the result of an action of this turn
    cancelled: bool
    winner: Seat | None
    amount: int
    notes: tuple[str, ...]  # what will happen when it is completed


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


class Private(msgspec.Struct, frozen=True):
    hand: tuple[HandCard, ...]
    secrets: Secrets
    coach: Tip | None


# Building them ---------------------------------------------------------------------------------------------------


def public(state: State) -> Public:
    reigns = None if state.reigning is None else owner(state, state.reigning)
    return Public(
        turn=_turn(state, reigns),
        stage=_shown(state),
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
        return Private((), Secrets((), (), None, ()), None)
    return Private(
        hand=tuple(HandCard(card, LABOR[card], citadel.hand.count(card)) for card in sorted(set(citadel.hand))),
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
        coach=coach.tip(state, seat) if state.options.coach else None,
    )


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
        window=item.window,
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


# Running scores --------------------------------------------------------------------------------------------------


def _shown(state: State) -> Stage | None:
    """The action in progress, else the result of the latest one of this turn."""
    if state.action is not None:
        return stage(state, state.action)
    return None if state.last is None else stage(state, state.last, over=True)


def stage(state: State, action: Action, *, over: bool = False) -> Stage:
    sides = [_side(state, action, side) for side in scores.sides(action)]
    if action.kind == "duel":
        sides = [side for side in sides if side.parts]  # one of the two may have left (FAN-143)
    return Stage(
        kind=action.kind,
        step=action.step,
        seat=action.seat,
        target=action.target,
        sides=tuple(sides),
        locked=bool(action.scores),
        over=over,
        cancelled=action.cancelled,
        winner=action.winner,
        amount=action.amount,
        notes=tuple(_result(action) if over and action.scores else _notes(state, action, sides)),
    )


def _role(action: Action, side: int) -> str:
    match action.kind:
        case "harvest":
            return "harvests"
        case "war":
            return "attacks" if side == action.seat else "defends"
        case "duel":
            return ("challenges", "is challenged")[side]
        case "special":
            return "nominates"
    return "nominates" if side == action.seat else "challenges"


def _side(state: State, action: Action, side: int) -> Side:
    entrants = scores.entrants_of(action, side)
    defends = action.kind == "war" and side == action.target
    parts: list[Part] = []
    for entrant in entrants:
        parts += _share(state, action, entrant, defends)
    for die in scores.dice_of(action, side):
        parts.append(_die(state, action, die))
    if action.kind != "duel":
        changes = [change for change in action.changes if change.seat == side]
        parts += [Part("change", title(change.source), change.amount, by=change.by) for change in changes]
    score = action.scores.get(str(side), scores.score(state, action, side))
    whole = max(0, sum(part.amount for part in parts))
    if scores.halved(state, action) and score != whole:
        parts.append(Part("trial", "Black Sun halves", score - whole))
    seat = entrants[0].seat if action.kind == "duel" and entrants else side
    won = str(side) in action.scores and side == _winner(action)
    return Side(side, seat, _role(action, side), tuple(parts), score, won)


def _winner(action: Action) -> int | None:
    """The winning side; in a Duel both may belong to one Citadel."""
    if action.kind != "duel" or action.winner is None:
        return action.winner
    return 0 if action.scores["0"] > action.scores["1"] else 1


def _share(state: State, action: Action, entrant: Entrant, defends: bool) -> list[Part]:
    """A Legacy's stat for this action and what raises it (FAN-050)."""
    (_, printed), *raises = stat_parts(state, entrant.legacy, action.kind, entrant, defends)
    label = title(entrant.legacy) + (f" as {title(entrant.copied)}" if entrant.copied else "")
    parts = [Part("stat", label, printed, entrant.legacy)]
    parts += [Part("labor", title(labor), amount, entrant.legacy) for labor, amount in raises]
    if entrant.bonus:
        parts.append(Part("bonus", title(entrant.bonus_source), entrant.bonus, entrant.legacy))
    return parts


def _die(state: State, action: Action, die: Die) -> Part:
    counts = scores.counted(state, action, die)
    loose = "Overtime die" if action.kind == "harvest" else "undefended die"
    label = f"die of {title(die.legacy)}" if die.legacy else loose
    label += " (Iridium Fog)" * (counts != die.face)
    return Part("die", label, counts, die.legacy, die.face, number=die.id)


def _result(action: Action) -> list[str]:
    """What came of it."""
    if action.kind == "harvest":
        return [f"{{{action.seat}}} took {action.amount} Shards."]
    if action.winner is None:
        return ["Equal scores: nothing moved."]
    words = {"war": "wins the War", "duel": "wins the Duel"}.get(action.kind, "wins the Tribute and reigns")
    return [f"{{{action.winner}}} {words}: {action.amount} Shards."]


def _notes(state: State, action: Action, sides: list[Side]) -> list[str]:
    notes: list[str] = []
    if action.cancelled:
        return ["Cancelled: its Legacies stay tasked, nothing moves."]
    if action.kind == "harvest" and sides:
        taken = action.amount if action.scores else sides[0].total
        drawn = 0 if taken == 0 else 1 if taken <= 6 else 2 if taken <= 12 else 3  # FAN-111
        notes.append(f"{taken} Shards draw {drawn} Trial{'' if drawn == 1 else 's'}.")
        if state.trials_fewer:
            notes.append("Cartographer: one Trial fewer, but at least one.")
    elif action.kind == "war" and len(sides) == 2 and action.dice:
        ahead, behind = sorted(sides, key=lambda side: -side.total)
        margin = ahead.total - behind.total
        guard = any(p.legacy == "foundry-guard" for p in behind.parts)
        if margin:
            notes.append(f"{{{behind.seat}}} would pay {max(0, margin - 2 * guard)} to {{{ahead.seat}}}.")
            if guard:
                notes.append("Foundry Guard: 2 damage less.")
        else:
            notes.append("Equal scores: nothing moves.")
    elif action.kind in ("tribute", "special") and action.dice and sides:
        ranked = sorted(sides, key=lambda side: -side.total)
        if len(ranked) == 1:
            notes.append(f"{{{ranked[0].seat}}} stands alone: reward {ranked[0].total}.")
        elif ranked[0].total == ranked[1].total:
            notes.append("The leaders are tied: they will roll again, without a reward.")
        else:
            notes.append(f"{{{ranked[0].seat}}} leads; reward {ranked[0].total - ranked[1].total}.")
    elif action.kind == "duel" and len(sides) == 2 and action.dice:
        margin = abs(sides[0].total - sides[1].total)
        notes.append(f"{margin} Shards would move between the two." if margin else "A tie: nothing moves.")
    for followers in action.followers:
        notes.append(f"Camp Followers: each Citadel at war gives {{{followers.taker}}} 2 Shards in the end.")
    return notes
