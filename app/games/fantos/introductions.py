"""What the coach introduces when it first appears. All of it follows from what the seat may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from app.games.fantos.components import CITADELS, LABOR, LEGACIES, TRIALS, title
from app.games.fantos.queries import last_word, owner
from app.games.fantos.state import Seat, State
from app.games.fantos.words import shards
from app.kernel import Intro

LOW = 8  # Shards in a Reserve that is in danger


def introductions(state: State, seat: Seat) -> Sequence[Intro]:
    """The most urgent first: what is asked now, what has happened, what I could do with what I have."""
    if state.phase in ("tally", "over") or not state.citadels[seat].alive:
        return ()
    return tuple(intro for introduce in IN_ORDER for intro in introduce(state, seat))


def _mine(state: State, seat: Seat, phase: str) -> bool:
    return state.phase == phase and state.active == seat


def _aim(state: State, seat: Seat) -> Iterator[Intro]:
    yield Intro(
        "aim",
        "Most Shards win when Zodraz comes",
        "Shards in the Reserve and on hired Legacies count the same. But a Citadel whose Reserve is empty is out, whatever "
        "its Legacies hold.",
        f"citadel-{seat}",
        "FAN-203",
    )


def _recruiting(state: State, seat: Seat) -> Iterator[Intro]:
    if _mine(state, seat, "recruiting"):
        mat = CITADELS[state.citadels[seat].mat]
        cards = [slot.card if slot.laid_by is None else None for slot in state.pool]
        own = next((n for n, card in enumerate(cards) if card is not None and LEGACIES[card].race == mat.race), None)
        yield Intro(
            "hire",
            "What you pay lies on the Legacy",
            f"It is its health and its purse, and still counts for you. {mat.race} Legacies cost {mat.title} 2 less. Three "
            "numbers matter: Harvest, War and Tribute.",
            None if own is None else f"pool-{own}",
            "FAN-027",
        )


def _action(state: State, seat: Seat) -> Iterator[Intro]:
    if _mine(state, seat, "action") and state.action is None and not state.completed:
        yield Intro(
            "action",
            "One Fantos Action a turn",
            "Harvest brings Shards and wakes Trials, War takes from your neighbour to the left, a Tribute wins the title. "
            "Who takes part is tasked until your next turn: keep somebody back to defend.",
            "turn",
            "FAN-062",
        )


def _attacked(state: State, seat: Seat) -> Iterator[Intro]:
    action = state.action
    if action is not None and action.target == seat and not action.dice:
        yield Intro(
            "attacked",
            f"{{{action.seat}}} attacks you",
            "Each free Legacy that defends adds its War and a die. If you lose, the defenders pay first, then your Reserve; "
            "if you win, the attacker pays you.",
            f"citadel-{action.seat}",
            "FAN-079",
        )


def _ring(state: State, seat: Seat) -> Iterator[Intro]:
    if state.window is not None and seat in state.window.asked:
        yield Intro(
            "ring",
            "A ring runs for everybody",
            "What you could play glows in your hand and is listed. Do nothing and it goes on; lean in and the clock stops. "
            "Nobody sees what you hold, or that you hold nothing.",
            "hand",
            "FAN-184",
        )


def _stack(state: State, seat: Seat) -> Iterator[Intro]:
    if state.stack:
        top = state.stack[-1]
        yield Intro(
            "stack",
            f"{{{top.seat}}} has played {title(top.title)}",
            "It takes effect only when nobody answers any more. Instants may answer it, and the newest takes effect first.",
            "stack",
            "FAN-176",
        )


def _vote(state: State, seat: Seat) -> Iterator[Intro]:
    if state.vote is not None:
        yield Intro(
            "vote",
            f"A vote on {TRIALS[state.vote.trial].title}",
            "It stays only with more yeas than nays. A tie is decided by whoever reigns, and fails if nobody does. Promises "
            "are free, and bind nobody.",
            "vote",
            "FAN-128",
        )


def _trials(state: State, seat: Seat) -> Iterator[Intro]:
    for card in state.trials:
        yield Intro(
            "trials",
            f"{title(card.id)} is in play",
            "Trials strike all of you until they make room: three are in play at most. Harvests wake them, 1 to 6 Shards "
            "one, 7 to 12 two, more three. One of the last is Zodraz.",
            f"trial-{card.id}",
            "FAN-111",
        )
        return


def _floor(state: State, seat: Seat) -> Iterator[Intro]:
    if _mine(state, seat, "secondary"):
        yield Intro(
            "floor",
            "Secondary Actions, as many as you like",
            "Labor and abilities marked S or I. An untasked Legacy pays for Labor out of its own Shards, and is not tasked "
            "by it.",
            "hand",
            "FAN-130",
        )


def _duel(state: State, seat: Seat) -> Iterator[Intro]:
    if state.action is not None and state.action.kind == "duel":
        yield Intro(
            "duel",
            "A Duel",
            "Both roll and add their War. The difference in Shards moves from the loser to the winner, from Legacy to "
            "Legacy: Reserves have no part in it.",
            "stage",
            "FAN-140",
        )


def _hiring(state: State, seat: Seat) -> Iterator[Intro]:
    if _mine(state, seat, "hiring"):
        yield Intro(
            "hiring",
            "One hire a turn",
            "More Legacies are more dice in every action, and Shards that no Tribute can take. But keep a Reserve: an empty "
            "one is the end.",
            rule="FAN-145",
        )


def _discard(state: State, seat: Seat) -> Iterator[Intro]:
    if _mine(state, seat, "discard"):
        yield Intro(
            "discard",
            "Throw away what does not help",
            "Your next turn begins with drawing up to five cards, so a card that you never play costs you a new one.",
            "hand",
            "FAN-150",
        )


def _labor(state: State, seat: Seat) -> Iterator[Intro]:
    hand = state.citadels[seat].hand
    instant = next((card for card in hand if LABOR[card].mark == "I"), None)
    if instant is not None and state.turn:
        yield Intro(
            "instant",
            f"{title(instant)} is an instant",
            "It may be played in anybody's turn, whenever a ring runs, also in answer to a card. F and S cards wait for "
            "their phase.",
            f"labor-{instant}",
            "FAN-012",
        )


def _reign(state: State, seat: Seat) -> Iterator[Intro]:
    if state.reigning is not None:
        holder = owner(state, state.reigning)
        whose = "Your" if holder == seat else f"{{{holder}}}'s"
        yield Intro(
            "reign",
            f"{whose} {title(state.reigning)} reigns",
            "Its Citadel may attack anybody, breaks ties in votes, and says which Trial makes room. The title goes with the "
            "next Tribute that is won.",
            f"legacy-{state.reigning}",
            "FAN-107",
        )


def _low(state: State, seat: Seat) -> Iterator[Intro]:
    reserve = state.citadels[seat].reserve
    if reserve <= LOW and state.turn:
        yield Intro(
            "low",
            f"Your Reserve is down to {shards(reserve)}",
            "At 0 your Citadel falls. Shards on your Legacies do not save it: Harvest, win a War, or trade.",
            f"citadel-{seat}",
            "FAN-190",
        )


def _final(state: State, seat: Seat) -> Iterator[Intro]:
    if state.final is not None:
        yield Intro(
            "final",
            "Zodraz is here: the final round",
            "Every other Citadel has one more turn"
            + (", then whoever drew Zodraz a last Fantos Action. " if last_word(state, state.final.drawer) else ". ")
            + "No Harvests and no new Trials. Then Shards are counted.",
            "turn",
            "FAN-200",
        )


IN_ORDER: tuple[Callable[[State, Seat], Iterator[Intro]], ...] = (
    *(_aim, _recruiting, _attacked, _stack, _vote, _duel, _ring, _action, _floor, _hiring, _discard),
    *(_final, _low, _trials, _reign, _labor),
)
