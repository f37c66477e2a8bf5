"""Reaction windows and the stack (rules section 20)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import msgspec

from app.games.fantos.components import LABOR, LEGACIES, TRIALS, title
from app.games.fantos.effects import (
    ABILITIES,
    ACT,
    AFTER,
    BALLOT,
    CLOSING,
    DAWN,
    DUEL_AFTER,
    FLOOR,
    HIRED,
    LABOR_EFFECTS,
    OPEN,
    RESPONSE,
    ROOM,
    STANDING,
    VOTED,
    Ability,
    Context,
    Effect,
    Labor,
    legacy_options,
    name_of,
    pick,
)
from app.games.fantos.losses import discard, settle, task
from app.games.fantos.pauses import pause
from app.games.fantos.queries import (
    active_legacy,
    labor_cost,
    owner,
    trial,
    turn_order,
    untasked,
)
from app.games.fantos.state import Item, Seat, State, Window
from app.games.fantos.tallies import used
from app.games.fantos.telling import first_reading, step
from app.kernel import PASS, Ask, Option, Play, Question, Script, Values, choosing, window
from app.kernel.ask import Window as Asking

# Who may play what ----------------------------------------------------------------------------------------------------


def admits_labor(s: State, seat: Seat, kind: str) -> bool:
    """FAN-182"""
    if kind == AFTER:
        action = s.action
        return action is not None and action.kind == "harvest" and action.amount >= 1 and seat != action.seat
    return kind not in (ROOM, VOTED, DUEL_AFTER)


def is_asked(s: State, seat: Seat, kind: str) -> bool:
    """FAN-181, by public facts only."""
    citadel = s.citadels[seat]
    if not citadel.alive or citadel.resigned:
        return False
    return any(True for _ in possible_labor(s, seat, kind)) or bool(abilities(s, seat, kind))


def possible_labor(s: State, seat: Seat, kind: str) -> Iterator[str]:
    """The titles that this Citadel could play here for all that everybody knows: some copy is not in sight, somebody
    can pay, there is a target. What it really holds does not matter (FAN-181, FAN-183)."""
    closed = trial(s, "star-witch") or not admits_labor(s, seat, kind)
    if closed or not s.citadels[seat].hand or not untasked(s, seat):
        return
    seen = in_sight(s)
    c = Context(s, seat, kind)
    for card in admitted(kind):
        if seen.count(card) < LABOR[card].copies and _playable(c, card):
            yield card


def _playable(c: Context, card: str) -> bool:
    return bool(LABOR_EFFECTS[card].payers(c)) and LABOR_EFFECTS[card].fits(c)


def in_sight(s: State) -> list[str]:
    """Every Labor card that lies open."""
    attached = [card for citadel in s.citadels for legacy in citadel.legacies for card in legacy.labor]
    return [*s.labor_discard, *attached, *(item.title for item in s.stack if item.kind == "labor")]


@cache
def admitted(kind: str) -> tuple[str, ...]:
    """The titles that may be played in this window at all."""
    return tuple(sorted(card for card, effect in LABOR_EFFECTS.items() if kind in effect.windows))


def asked_in(s: State, kind: str) -> list[Seat]:
    """FAN-175: the asking order. In OPEN the active Citadel has chosen already."""
    out: Seat | None = None
    if kind == OPEN:
        out = s.active
    elif kind == RESPONSE:
        out = s.stack[-1].seat
    return [seat for seat in turn_order(s) if seat != out and is_asked(s, seat, kind)]


def abilities(s: State, seat: Seat, kind: str) -> list[str]:
    """The play ids of this Citadel's abilities that fit here."""
    plays: list[str] = []
    for legacy in s.citadels[seat].legacies:
        effect = ABILITIES.get(legacy.id)
        c = Context(s, seat, kind, legacy.id)
        if effect is not None and effect.ready(c, legacy) and effect.fits(c):
            plays.append(f"ability:{legacy.id}")
        if "skull-of-lodan" in legacy.labor and legacy.status == "untasked" and kind == DUEL_AFTER and s.duel_moved > 0:
            plays.append("skull:" + legacy.id)
    if kind == FLOOR and STANDING["red-comet"].fits(Context(s, seat, kind)):
        plays.append("challenge:red-comet")
    return plays


def labor_plays(s: State, seat: Seat, kind: str) -> list[str]:
    if trial(s, "star-witch") or not admits_labor(s, seat, kind):
        return []
    c = Context(s, seat, kind)
    held = set(s.citadels[seat].hand)
    return [f"labor:{card}" for card in admitted(kind) if card in held and _playable(c, card)]


def possible_plays(s: State, seat: Seat, kind: str) -> list[str]:
    """What everybody knows this Citadel could play here, by card: for "never stop me for this card"."""
    used_here = [play.partition(":") for play in abilities(s, seat, kind)]
    cards = ["skull-of-lodan" if sort == "skull" else card for sort, _, card in used_here]
    return [*cards, *possible_labor(s, seat, kind)]


def plays(s: State, seat: Seat, kind: str) -> list[Option]:
    return [_play_option(play) for play in (*abilities(s, seat, kind), *labor_plays(s, seat, kind))]


def _play_option(play: str) -> Option:
    sort, _, card = play.partition(":")
    if sort == "labor":
        cost = LABOR[card].cost
        return Option(play, f"Play {title(card)}", target=f"labor-{card}", note=f"{LABOR[card].text} Cost {cost}.")
    if sort == "skull":
        return Option(play, f"Task {title(card)} for Skull of Lodan", target=f"legacy-{card}")
    if sort == "challenge":
        return Option(play, "Challenge to a Duel (Red Comet)", target="trial-red-comet")
    return Option(
        play, f"Use {title(card)}", target=f"legacy-{card}", note=f"{LEGACIES[card].pay}: {LEGACIES[card].text}"
    )


# Windows --------------------------------------------------------------------------------------------------------------


def hold(g: Play[State], kind: str, *, resumable: bool = False) -> Script[bool]:
    """A window asks again after every play and closes when all asked pass in a row (FAN-178). Whether anything was
    played in it."""
    s = g.state
    anything = False
    while True:
        asked = asked_in(s, kind)
        played = yield from ask_window(g, kind, asked)
        if played is None:
            return anything
        anything = True
        yield from chain(g, played[0], played[1], kind)
        if s.action is not None and s.action.cancelled:
            return True
        if resumable:
            yield from pause(g)


def open_to_others(g: Play[State]) -> Script[bool]:
    """FAN-061: once in the Fantos Action Phase, after the active Citadel's first choice. Whether anything was played."""
    if g.state.opened:
        return False
    g.state.opened = True
    return (yield from hold(g, OPEN))


def ask_window(g: Play[State], kind: str, asked: list[Seat]) -> Script[tuple[Seat, str] | None]:
    """FAN-183, FAN-184: all at once and in secret; the first play in asking order counts."""
    if not asked:
        return None
    s = g.state
    s.window = Window(kind, asked)
    answers = yield from window([_question(g, seat, kind) for seat in asked], "in_turn")
    s.window = None
    for seat, values in answers.items():
        if values != (PASS,):
            return seat, values[0]
    return None


def _question(g: Play[State], seat: Seat, kind: str) -> Question:
    s = g.state

    def options() -> list[Option]:
        return [Option(PASS, "Let it pass", weight="end"), *plays(s, seat, kind)]

    default: Values = (PASS,)
    return choosing(
        seat,
        lambda: prompt(s, kind),
        options,
        default=default,
        soft=True,
        rule="FAN-172",
        topic=WORDS[kind],
        calm=kind in CALM,
        part=part(s, kind),
        scope=scope(s),
        urgent=is_target(s, seat),
        plays=[title(card) for card in possible_plays(s, seat, kind)],
        public="may react " + WORDS[kind],
    )


# The windows in words (FAN-172).
WORDS = {
    "DAWN": "after drawing up",
    "ACT": "after the action",
    "OPEN": "in the Fantos Action Phase",
    "DECLARED": "before the dice",
    "ROLLED": "before the scores lock",
    "AFTER": "after the Shards have moved",
    "ROOM": "before a Trial makes room",
    "REVEALED": "before the Trial strikes",
    "BALLOT": "before the vote",
    "VOTED": "before the votes count",
    "FLOOR": "in the Secondary Actions",
    "DUEL ROLLED": "before the Duel is decided",
    "DUEL AFTER": "after the Duel",
    "HIRED": "after hiring",
    "CLOSING": "before the turn ends",
    "RESPONSE": "before it takes effect",
}
CALM = frozenset((DAWN, ACT, OPEN, AFTER, BALLOT, HIRED, CLOSING))  # FAN-238: nothing new lies on the table


# One ring for a whole action (FAN-238): which part of it each window has.
PARTS = {
    "harvest": {"OPEN": (0.0, 0.3), "ROLLED": (0.3, 0.8), "AFTER": (0.8, 1.0)},
    "war": {"DECLARED": (0.0, 0.4), "ROLLED": (0.4, 1.0)},
    "tribute": {"DECLARED": (0.0, 0.3), "ROLLED": (0.3, 0.8), "AFTER": (0.8, 1.0)},
    "special": {"ROLLED": (0.0, 0.8), "AFTER": (0.8, 1.0)},
    "duel": {"DUEL ROLLED": (0.0, 0.8), "DUEL AFTER": (0.8, 1.0)},
}
ALONE = (0.0, 0.0)


def part(s: State, kind: str) -> tuple[float, float]:
    """Where this window lies in the ring of its action; a card that was played has a ring of its own."""
    return ALONE if s.action is None else PARTS[s.action.kind].get(kind, ALONE)


def prompt(s: State, kind: str) -> str:
    """What has just happened, and that one may answer it."""
    if kind == RESPONSE and s.stack:
        return f"{title(s.stack[-1].title)} is played. Do you answer?"
    return PROMPTS[kind]


PROMPTS = {
    "DAWN": "The hand is drawn up. Do you react?",
    "ACT": "The action is over. Anything more before the Trials?",
    "OPEN": "The Fantos Action Phase. Do you react?",
    "DECLARED": "The action is declared. Do you react before the dice?",
    "ROLLED": "The dice are rolled. Do you react before the scores lock?",
    "AFTER": "The Shards have moved. Do you react?",
    "ROOM": "A Trial must make room. Do you react?",
    "REVEALED": "A Trial is revealed. Do you react before it strikes?",
    "BALLOT": "A vote is called. Do you react before it?",
    "VOTED": "All votes are cast. Do you react before they count?",
    "FLOOR": "The floor is open. Do you act?",
    "DUEL ROLLED": "The dice of the Duel are rolled. Do you react?",
    "DUEL AFTER": "The Duel is over. Do you react?",
    "HIRED": "The hiring is done. Do you react?",
    "CLOSING": "The turn is about to end. Do you react?",
    "RESPONSE": "Do you answer what was played?",
}


def scope(s: State) -> str:
    """FAN-241: what "for this action" means now."""
    if s.action is not None:
        return s.action.id
    return f"t{s.turn}-{s.drawn or s.phase}"


def is_target(s: State, seat: Seat) -> bool:
    """FAN-243: the current action or something on the stack aims at this seat."""
    action = s.action
    if action is not None and action.target == seat:
        return True
    if action is not None and action.kind == "duel" and any(e.seat == seat for e in action.entrants):
        return True
    return any(item.seat != seat and _aims_at(s, item, seat) for item in s.stack)


def _aims_at(s: State, item: Item, seat: Seat) -> bool:
    for aim in item.aim:
        sort, _, rest = aim.partition(":")
        if sort in ("seat", "payer", "score") and rest.split(":")[0] == str(seat):
            return True
        if sort in ("legacy", "attached") and owner(s, rest.split(":")[0]) == seat:
            return True
        if sort == "item" and any(other.id == int(rest) and other.seat == seat for other in s.stack):
            return True
    action = s.action
    if action is None:
        return item.title == "usurer" and s.citadels[seat].reserve > s.citadels[item.seat].reserve
    if any(aim == f"die:{die.id}" and die.seat == seat for aim in item.aim for die in action.dice):
        return True
    return (item.title in AT_THE_ACTOR and action.seat == seat) or (item.title == "brigands" and action.winner == seat)


AT_THE_ACTOR = ("freeman", "bled-dry", "a-time-of-peace", "pioneer", "diver", "mill-fee")  # without naming it


# The stack ------------------------------------------------------------------------------------------------------------


def chain(g: Play[State], seat: Seat, play: str, kind: str) -> Script[None]:
    """A play, the responses to it, and then all of them from the newest to the oldest (FAN-173 to FAN-176)."""
    s = g.state
    below = len(s.stack)
    yield from put(g, seat, play, kind)
    while len(s.stack) > below:
        played = yield from ask_window(g, RESPONSE, asked_in(s, RESPONSE))
        if played is None:
            break
        yield from put(g, played[0], played[1], RESPONSE)
    while len(s.stack) > below:
        yield from resolve_top(g)


def put(g: Play[State], seat: Seat, play: str, kind: str) -> Script[None]:
    """Show it, pay for it, name its targets, put it on the stack (FAN-173)."""
    sort, _, card = play.partition(":")
    if sort == "labor":
        yield from _put_labor(g, seat, card, kind)
    else:
        yield from _put_ability(g, seat, sort, card, kind)


def _put_labor(g: Play[State], seat: Seat, card: str, kind: str) -> Script[None]:
    s = g.state
    effect = LABOR_EFFECTS[card]
    name, aim = yield from _payer_and_aim(g, seat, card, kind)
    payer = active_legacy(s, name)
    assert payer is not None
    cost = labor_cost(payer, card)
    with step(
        g,
        "event",
        f"{{{seat}}} plays {title(card)}",
        about="stack",
        scene=_aimed(g, aim),
        text=first_reading(s, card, LABOR[card].text),
        rule="FAN-166",
        why=f"{title(card)} is played",
    ):
        payer.shards -= cost
        if payer.id == "tinker":
            used(s, "tinker")
        s.citadels[seat].hand.remove(card)
        item = _push(g, seat, "labor", card, aim, kind)
        item.payer, item.paid = payer.id, cost
        g.tell(f"{{{seat}}} plays {title(card)}{_words(g, aim)}. {_paid(payer.id, cost)}", rule="FAN-166")
        settle(g)
    yield from effect.issued(g, item)


def _paid(payer: str, cost: int) -> str:
    return f"{title(payer)} pays {cost}." if cost else f"{title(payer)} stands for it; it costs nothing."


def _payer_and_aim(g: Play[State], seat: Seat, card: str, kind: str) -> Script[tuple[str, list[str]]]:
    """Who pays and at what it is aimed, in one question where that is possible: the richest pays unless another is
    told to (FAN-161)."""
    s = g.state
    effect = LABOR_EFFECTS[card]
    able_to = effect.payers(Context(s, seat, kind))
    payer = max(able_to, key=lambda legacy: (legacy.id == "tinker", legacy.shards)).id
    while True:
        others = [
            Option(f"payer:{x.id}", f"Let {title(x.id)} pay instead", note=f"holds {x.shards}", target=f"legacy-{x.id}")
            for x in able_to
            if x.id != payer
        ]
        asked, answer = yield from _with_more(effect.aim(g, Context(s, seat, kind, payer)), others)
        if isinstance(answer, str):
            payer = name_of(answer)
            continue
        if others and not asked:  # it aims at nothing that could be chosen
            names = [legacy.id for legacy in able_to]
            payer = name_of((yield from pick(seat, f"Who pays for {title(card)}?", legacy_options(s, names))))
            answer = yield from effect.aim(g, Context(s, seat, kind, payer))  # it may depend on who pays
        return payer, answer


def _with_more(script: Script[list[str]], more: list[Option]) -> Script[tuple[bool, list[str] | str]]:
    """A script whose first question has more answers than it knows of. Whether it asked, and what came of it: its
    result, or the answer that it does not know."""
    try:
        request = next(script)
    except StopIteration as done:
        return False, done.value
    assert isinstance(request, Asking)
    question = request.questions[0]

    def build() -> Ask:
        known = question.build()
        return msgspec.structs.replace(known, options=(*known.options, *more))

    answers = yield replace(request, questions=(replace(question, build=build),))
    if answers[question.seat][0] in [option.id for option in more]:
        script.close()
        return True, answers[question.seat][0]
    while True:
        try:
            request = script.send(answers)
        except StopIteration as done:
            return True, done.value
        answers = yield request


def _put_ability(g: Play[State], seat: Seat, sort: str, card: str, kind: str) -> Script[None]:
    s = g.state
    named = "skull-of-lodan" if sort == "skull" else card
    effect = effect_of(named)
    aim = yield from effect.aim(g, Context(s, seat, kind, card))
    with step(
        g,
        "event",
        f"{{{seat}}} uses {title(named)}",
        about="stack",
        scene=_aimed(g, aim),
        text=first_reading(s, named, text_of(named)),
        rule="FAN-156",
        why=f"{title(named)} is used",
    ):
        item = _push(g, seat, "ability", named, aim, kind)
        item.payer = card if sort == "skull" else ""
        g.tell(f"{{{seat}}} uses {title(item.title)}{_words(g, aim)}.", rule="FAN-156")
        legacy = active_legacy(s, card)
        if legacy is not None and isinstance(effect, Ability):
            if effect.discards:
                item.paid = legacy.shards
                discard(g, legacy)
            else:
                legacy.shards -= effect.spend  # FAN-044: spent before tasking
                if effect.tasks and legacy.shards > 0:
                    task(legacy, "ability")
        settle(g)
    yield from effect.issued(g, item)


def text_of(card: str) -> str:
    known = LABOR.get(card) or LEGACIES.get(card) or TRIALS.get(card)
    return known.text if known is not None else ""


def _aimed(g: Play[State], aim: list[str]) -> str:
    return _words(g, aim).strip(" ()")


def effect_of(card: str) -> Effect:
    return STANDING[card] if card in STANDING else ABILITIES[card]


def _push(g: Play[State], seat: Seat, sort: str, card: str, aim: list[str], kind: str) -> Item:
    s = g.state
    s.items += 1
    item = Item(s.items, seat, "labor" if sort == "labor" else "ability", card, aim, window=kind)
    s.stack.append(item)
    used(s, card)
    return item


def _words(g: Play[State], aim: list[str]) -> str:
    """Targets in words, for the log."""
    shown: list[str] = []
    for choice in aim:
        sort, _, rest = choice.partition(":")
        if sort == "legacy":
            shown.append(title(rest))
        elif sort in ("seat", "payer", "taker"):
            shown.append(f"{{{rest}}}")
        elif sort == "item":
            item = next((x for x in g.state.stack if x.id == int(rest)), None)
            shown.append(title(item.title) if item is not None else "")
        elif sort == "score":
            seat, _, amount = rest.partition(":")
            shown.append(f"{{{seat}}} {amount}".strip())
        elif sort in ("trial", "attached"):
            shown.append(title(rest.split(":")[-1]))
        elif sort in ("amount", "face"):
            shown.append(rest)
    return f" ({', '.join(shown)})" if shown else ""


def resolve_top(g: Play[State]) -> Script[None]:
    """The newest item takes effect and leaves the stack; a Labor card is discarded unless it was attached."""
    s = g.state
    item = s.stack[-1]
    item.resolving = True
    effect: Effect = LABOR_EFFECTS[item.title] if item.kind == "labor" else effect_of(item.title)
    attached = False
    named = title(item.title)
    if item.cancelled:
        with step(g, "event", f"{named} of {{{item.seat}}} is cancelled", about="stack", rule="FAN-188"):
            g.tell(f"{named} is cancelled.", rule="FAN-188")
    elif _let_down(s, item, effect):
        with step(g, "event", f"{named} comes to nothing", about="stack", rule="FAN-179"):
            g.tell(f"{title(item.payer or item.title)} is not at it any more: nothing happens.", rule="FAN-179")
    elif not effect.still(g, item):
        with step(g, "event", f"{named} comes to nothing", about="stack", rule="FAN-179"):
            g.tell(f"{named} has no legal target any more.", rule="FAN-179")
    elif effect.id in OWN_STORY:
        yield from effect.resolve(g, item)
    else:
        with step(g, "event", f"{named} of {{{item.seat}}} takes effect", about="stack", why=named, rule="FAN-176"):
            yield from effect.resolve(g, item)
            settle(g)
        attached = isinstance(effect, Labor) and effect.attaches
    if item in s.stack:
        s.stack.remove(item)
        if item.kind == "labor" and not attached:  # FAN-166
            s.labor_discard.append(item.title)
    settle(g)


OWN_STORY = ("duel", "knight", "red-comet", "council")  # what they begin has moments of its own


def _let_down(s: State, item: Item, effect: Effect) -> bool:
    """FAN-179, FAN-051: the Legacy that was tasked to its ability has been untasked, disabled or discarded since."""
    if item.kind != "ability" or not isinstance(effect, Ability) or effect.discards or not effect.tasks:
        return False
    legacy = active_legacy(s, item.title)
    return legacy is None or legacy.task != "ability"


def clear_stack(g: Play[State]) -> None:
    """A turn that ended at once leaves nothing pending."""
    s = g.state
    s.labor_discard += [item.title for item in s.stack if item.kind == "labor"]
    s.stack = []
