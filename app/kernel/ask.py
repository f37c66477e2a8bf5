"""Questions: what a script may ask of seats, and what counts as an answer.

An answer is always a tuple of strings, whatever the kind, so that journals, forms, bots and tests share one shape:

    choose   ids of the chosen options, in order where order matters     ("move:2,-1",)
    number   one whole number                                            ("4",)
    text     one line of words                                           ("a lane of bottles",)
    assign   item>slot pairs                                             ("die3>left", "die5>right")
    split    option=amount parts that add up                             ("guard=3", "smith=2")
    plan     one change of a shared plan, or that one is ready           ("lab:probe",) or ("ready",)
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from app.kernel.moments import Fact

Seat: TypeAlias = int
Values: TypeAlias = tuple[str, ...]
Kind = Literal["choose", "number", "text", "assign", "split", "plan"]
Weight = Literal["", "main", "end", "leave"]
T = TypeVar("T")
PASS = "pass"
READY = "ready"


class Refused(Exception):
    """Not allowed, and nothing has changed. The message is shown to the sender alone."""

    def __init__(self, reason: str, rule: str | None = None) -> None:
        super().__init__(reason if rule is None else f"{reason} ({rule})")
        self.reason = reason
        self.rule = rule


class Stale(Refused):
    """The question was answered or has changed since."""


class Option(msgspec.Struct, frozen=True, omit_defaults=True, cache_hash=True):
    id: str  # stable and readable, such as "move:2,-1"; journals and bots rely on it
    label: str
    target: str | None = None  # the element of the board that means the same when clicked
    rule: str | None = None
    note: str = ""  # what it will cost or save
    room: int = 1  # assign: how many items it holds; split: the most it takes
    takes: tuple[str, ...] | None = None  # assign: the items that fit; None: any
    form: Ask | None = None  # an offer that needs words or a number says so here
    group: str = ""  # offers are shown in groups; "help" is the help bar of the open action
    price: str = ""  # what it costs, in a word or two; shown at the edge of the answer
    # main: what the question is for; end: ends or skips something while more could be done; both have a place of their
    # own on the screen, and one question has at most one of them. leave: gives up or leaves the game; it is never among
    # the answers.
    weight: Weight = ""
    person: int | None = None  # an offer about whoever plays this seat: the table makes it only where a person does
    careful: bool = False  # a press on its thing on the board opens the card, which asks; it never does it at once
    sure: str = ""  # what would be lost by it: said in the pinned place after the first press, and a second one does it


class Ask(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question as the asked seat sees it."""

    prompt: str
    options: tuple[Option, ...] = ()
    kind: Kind = "choose"
    least: int = 1  # choose, assign: how many; number: the lowest; text: characters; split: the amount
    most: int = 1
    ordered: bool = False
    items: tuple[Option, ...] = ()  # assign: what is placed
    default: Values = ()
    soft: bool = False  # the table closes it with the default after a short while
    group: bool = False  # a decision of the whole group: bots speak last, and silence of somebody present is no consent
    seconds: int = 0  # the table takes the default after so many, whatever its clock is
    absent: Values = ()  # what is answered at once for a seat whose player is not here (bots are); empty: nothing
    ready: tuple[Seat, ...] = ()  # plan: who is content with it as it stands
    rule: str | None = None
    # What yields go by; all of it depends on public facts only.
    topic: str = ""  # the kind of window: "never ask me in this kind"
    scope: str = ""  # the action it belongs to: "pass for this action"
    urgent: bool = False  # I am the target: stops every yield
    plays: tuple[str, ...] = ()  # what could be played here as far as all know: "never stop me for this card"
    kicker: str = ""  # why now, who, how much is left: "Ondine, 1 of 2 actions left"
    text: str = ""  # what it costs or gives, as far as the seat may know
    ledger: tuple[Fact, ...] = ()  # a price as a sum: what it was, what changed it, what is left
    budgets: tuple[Fact, ...] = ()  # plan: what it draws on, as it is and as it would be: "5 → 1"
    closed: tuple[Fact, ...] = ()  # what people look for here and cannot have now, with the reason
    suggested: Values = ()  # ticked beforehand where several may be chosen: what most people would take
    calm: bool = False  # by public facts there is little to think about: the table closes it sooner
    part: tuple[float, float] = (0.0, 0.0)  # from where to where in the one ring of its scope; else it has its own
    id: str = ""

    def refusal(self, values: Values) -> str | None:
        """Why these values are no answer to this question; None if they are one."""
        return _CHECKS[self.kind](self, values)

    def only_answer(self) -> Values | None:
        """The one legal answer, if there is no other."""
        if self.least != self.most:
            return None
        match self.kind:
            case "choose":
                forced = self.least == len(self.options) and (self.least < 2 or not self.ordered)
                return tuple(option.id for option in self.options) if forced else None
            case "number":
                return (str(self.least),)
            case "split":
                shares = from_the_front(self.least, self.options)
                alone = len(self.options) < 2 or sum(option.room for option in self.options) == self.least
                return shares if alone else None
            case "assign":
                return self._only_assignment()
        return None

    def _only_assignment(self) -> Values | None:
        """Everything has to be placed, and each thing fits in one place only."""
        if self.least != len(self.items):
            return None
        fitting = [
            [slot.id for slot in self.options if slot.takes is None or item.id in slot.takes] for item in self.items
        ]
        if any(len(slots) != 1 for slots in fitting):
            return None
        return tuple(f"{item.id}>{slot}" for item, (slot,) in zip(self.items, fitting, strict=True))

    def fingerprint(self) -> str:
        """What the question is for the rules, whatever its wording: journalled, compared on replay."""
        parts = [self.kind, str(self.least), str(self.most), *(o.id for o in self.options), *(i.id for i in self.items)]
        return hashlib.blake2b("\n".join(parts).encode(), digest_size=6).hexdigest()

    def numbered(self, serial: int) -> Ask:
        """The same question with its id: who quotes the id has seen exactly this text and these options."""
        digest = hashlib.blake2b(_encode(self), digest_size=5).hexdigest()
        return msgspec.structs.replace(self, id=f"{serial}.{digest}")


_encode = msgspec.msgpack.Encoder().encode


def _check_choose(ask: Ask, values: Values) -> str | None:
    known = {option.id for option in ask.options}
    for value in values:
        if value not in known:
            return "That is not one of the choices."
    if len(set(values)) != len(values):
        return "Each choice can be taken once."
    return _check_count(ask, len(values))


def _check_count(ask: Ask, count: int) -> str | None:
    if ask.least <= count <= ask.most:
        return None
    if ask.least == ask.most:
        return f"Choose {ask.least}."
    return f"Choose from {ask.least} to {ask.most}."


def _whole(text: str) -> int | None:
    body = text[1:] if text.startswith("-") else text
    return int(text) if body.isascii() and body.isdigit() and len(body) < 10 else None


def _check_number(ask: Ask, values: Values) -> str | None:
    number = _whole(values[0]) if len(values) == 1 else None
    if number is None:
        return "Give one whole number."
    return None if ask.least <= number <= ask.most else f"Give a number from {ask.least} to {ask.most}."


def _check_text(ask: Ask, values: Values) -> str | None:
    if len(values) != 1:
        return "Write one text."
    if not values[0].isprintable():
        return "Only printable characters, please."
    return None if ask.least <= len(values[0]) <= ask.most else f"Write {ask.least} to {ask.most} characters."


def _check_assign(ask: Ask, values: Values) -> str | None:
    slots = {option.id: option for option in ask.options}
    items = {item.id for item in ask.items}
    used: list[str] = []
    placed: list[str] = []
    for value in values:
        item, _, slot = value.partition(">")
        if item not in items or slot not in slots:
            return "That is not one of the choices."
        fits = slots[slot].takes
        if fits is not None and item not in fits:
            return "That does not fit there."
        used.append(slot)
        placed.append(item)
    if len(set(placed)) != len(placed):
        return "Each can be placed once."
    for slot in set(used):
        if used.count(slot) > slots[slot].room:
            return "There is no room left there."
    return _check_count(ask, len(placed))


def _check_split(ask: Ask, values: Values) -> str | None:
    room = {option.id: option.room for option in ask.options}
    total = 0
    for value in values:
        name, _, amount_text = value.rpartition("=")
        amount = _whole(amount_text)
        if name not in room or amount is None or amount < 1:
            return "That is not one of the choices."
        if amount > room[name]:
            return f"At most {room[name]} there."
        del room[name]  # a second part for the same option is not among the choices any more
        total += amount
    if ask.least <= total <= ask.most:
        return None
    wanted = str(ask.least) if ask.least == ask.most else f"{ask.least} to {ask.most}"
    return f"The sum is {total}; it must be {wanted}."


_CHECKS: dict[Kind, Callable[[Ask, Values], str | None]] = {
    "choose": _check_choose,
    "number": _check_number,
    "text": _check_text,
    "assign": _check_assign,
    "split": _check_split,
    "plan": _check_choose,
}


# What scripts yield -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Question:
    """An ask in the making. `build` is called again whenever something else changed while the question is open."""

    seat: Seat
    build: Callable[[], Ask]
    public: str = ""  # what everybody may read about it: "chooses defenders"
    check: Callable[[Values], str | None] = field(default=lambda values: None)  # a rule about the whole answer
    why: Callable[[str], Refused | None] = field(default=lambda value: None)  # why it is not on offer
    stop: bool = False  # asked even where there is only one answer, because stopping here means something
    edit: Callable[[Values], None] | None = None  # plan: changes it as this answer says

    def forced(self, asked: Ask) -> Values | None:
        """The answer that needs no asking, if this is what would be asked."""
        if self.stop or asked.soft or asked.kind == "plan":
            return None  # a reaction lasts as long as it does whatever one holds, and a plan is for all to look at
        only = asked.only_answer()
        return only if only is not None and asked.refusal(only) is None and self.check(only) is None else None


Closing = Literal["all", "first", "in_turn", "ready"]


@dataclass(frozen=True, slots=True)
class Window:
    """Questions to several seats at once; answers stay sealed until it closes.

    all      closes when everyone has answered
    first    closes on the first answer that is no pass, or when all have passed
    in_turn  the same, but an earlier seat of the order goes before a quicker later one
    ready    a shared plan: every other answer changes it and takes everybody's Ready back; closes when all are ready
    """

    questions: tuple[Question, ...]
    closing: Closing = "all"
    shows_progress: bool = False  # whether others may see who has answered already
    passing: Values = (PASS,)  # the answer that counts as a pass


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The script is back at the top: the state alone says how to go on."""


Request: TypeAlias = Window | Checkpoint
Script: TypeAlias = Generator[Request, Any, T]
Later: TypeAlias = T | Callable[[], T]


def now(value: Later[T]) -> T:
    return value() if callable(value) else value


def ask(question: Question) -> Script[Values]:
    answers: Mapping[Seat, Values] = yield Window((question,), shows_progress=True)
    return answers[question.seat]


def choosing(
    seat: Seat,
    prompt: Later[str],
    options: Later[Sequence[Option]],
    *,
    least: int = 1,
    most: Later[int] = 1,
    ordered: bool = False,
    default: Later[Values] | None = None,
    soft: bool = False,
    group: bool = False,
    seconds: Later[int] = 0,
    absent: Later[Values] = (),
    rule: str | None = None,
    topic: str = "",
    scope: str = "",
    urgent: bool = False,
    plays: Sequence[str] = (),
    kicker: Later[str] = "",
    text: Later[str] = "",
    ledger: Later[Sequence[Fact]] = (),
    closed: Later[Sequence[Fact]] = (),
    suggested: Later[Values] = (),
    calm: bool = False,
    part: tuple[float, float] = (0.0, 0.0),
    stop: bool = False,
    public: str = "",
    check: Callable[[Values], str | None] = lambda values: None,
    why: Callable[[str], Refused | None] = lambda value: None,
) -> Question:
    """A question with a list of options. Without a default it is the shortest legal answer from the front.

    `why` may give the rule that keeps a value off the list ("1 Nickel short"). It is asked only when somebody sends
    that value, and like the options it goes by what the seat may know.
    """

    def build() -> Ask:
        listed = tuple(now(options))
        safe = tuple(o.id for o in listed[:least]) if default is None else now(default)
        upper = min(now(most), len(listed))
        return Ask(
            now(prompt),
            listed,
            "choose",
            least,
            upper,
            ordered,
            default=safe,
            soft=soft,
            group=group,
            seconds=now(seconds),
            absent=now(absent),
            rule=rule,
            topic=topic,
            scope=scope,
            urgent=urgent,
            plays=tuple(plays),
            kicker=now(kicker),
            text=now(text),
            ledger=tuple(now(ledger)),
            closed=tuple(now(closed)),
            suggested=now(suggested),
            calm=calm,
            part=part,
        )

    return Question(seat, build, public, check, why, stop)


def choose(
    seat: Seat,
    prompt: Later[str],
    options: Later[Sequence[Option]],
    *,
    default: Later[str] | None = None,
    rule: str | None = None,
    kicker: Later[str] = "",
    text: Later[str] = "",
    ledger: Later[Sequence[Fact]] = (),
    closed: Later[Sequence[Fact]] = (),
    seconds: Later[int] = 0,
    absent: Later[Values] = (),
    stop: bool = False,
    public: str = "",
    why: Callable[[str], Refused | None] = lambda value: None,
) -> Script[str]:
    """Ask for exactly one option."""
    question = choosing(
        seat,
        prompt,
        options,
        default=None if default is None else (lambda: (now(default),)),
        rule=rule,
        kicker=kicker,
        text=text,
        ledger=ledger,
        closed=closed,
        seconds=seconds,
        absent=absent,
        stop=stop,
        public=public,
        why=why,
    )
    values = yield from ask(question)
    return values[0]


def choose_number(
    seat: Seat,
    prompt: Later[str],
    low: int,
    high: int,
    *,
    default: int | None = None,
    rule: str | None = None,
    public: str = "",
) -> Script[int]:
    safe = (str(low if default is None else default),)
    question = Question(seat, lambda: Ask(now(prompt), (), "number", low, high, default=safe, rule=rule), public)
    values = yield from ask(question)
    return int(values[0])


def write(seat: Seat, prompt: str, *, most: int = 400, public: str = "") -> Script[str]:
    values = yield from ask(Question(seat, lambda: Ask(prompt, (), "text", 0, most, default=("",)), public))
    return values[0]


def assign(
    seat: Seat,
    prompt: Later[str],
    items: Sequence[Option],
    slots: Later[Sequence[Option]],
    *,
    least: int = 0,
    most: int | None = None,
    default: Values = (),
    rule: str | None = None,
    public: str = "",
    check: Callable[[Values], str | None] = lambda values: None,
) -> Script[dict[str, str]]:
    """Ask which item goes to which slot, such as dice to the slots of a check."""
    upper = len(items) if most is None else most

    def build() -> Ask:
        return Ask(
            now(prompt), tuple(now(slots)), "assign", least, upper, items=tuple(items), default=default, rule=rule
        )

    values = yield from ask(Question(seat, build, public, check))
    return {value.partition(">")[0]: value.partition(">")[2] for value in values}


def split(
    seat: Seat,
    prompt: Later[str],
    amount: int,
    options: Later[Sequence[Option]],
    *,
    default: Values | None = None,
    rule: str | None = None,
    public: str = "",
) -> Script[dict[str, int]]:
    """Ask how to divide an amount over options, each up to its room. By default from the front."""

    def build() -> Ask:
        listed = tuple(now(options))
        safe = from_the_front(amount, listed) if default is None else default
        return Ask(now(prompt), listed, "split", amount, amount, default=safe, rule=rule)

    values = yield from ask(Question(seat, build, public))
    return {value.rpartition("=")[0]: int(value.rpartition("=")[2]) for value in values}


def from_the_front(amount: int, options: Sequence[Option]) -> Values:
    parts: list[str] = []
    for option in options:
        share = min(amount, option.room)
        if share > 0:
            parts.append(f"{option.id}={share}")
            amount -= share
    return tuple(parts)


def window(
    questions: Sequence[Question],
    closing: Closing = "all",
    *,
    shows_progress: bool = False,
    passing: Values = (PASS,),
) -> Script[Mapping[Seat, Values]]:
    """Ask several seats at once. What did not count (a later play after the first) is left out of the result."""
    answers: Mapping[Seat, Values] = yield Window(tuple(questions), closing, shows_progress, passing)
    return answers


def plan(
    seats: Sequence[Seat],
    prompt: Later[str],
    rows: Later[Sequence[Option]],
    edit: Callable[[Seat, str], None],
    *,
    rule: str | None = None,
    kicker: Later[str] = "",
    text: Later[str] = "",
    public: str = "",
) -> Script[None]:
    """One plan for a group, edited together until everybody is ready. The options of a row share a `group`, its title;
    `edit` makes one of them the choice of its row, on behalf of a seat."""

    def question(seat: Seat) -> Question:
        def build() -> Ask:
            ready = Option(READY, "Ready", weight="main")
            return Ask(
                now(prompt),
                (*now(rows), ready),
                "plan",
                default=(READY,),
                group=True,
                rule=rule,
                kicker=now(kicker),
                text=now(text),
            )

        return Question(seat, build, public, edit=lambda values: edit(seat, values[0]))

    yield Window(tuple(question(seat) for seat in seats), "ready", True, (READY,))


def checkpoint() -> Script[None]:
    yield Checkpoint()
