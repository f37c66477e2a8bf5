"""Questions: what a script may ask of seats, and what counts as an answer.

An answer is always a tuple of strings, whatever the kind, so that journals, forms, bots and tests share one shape:

    choose   ids of the chosen options, in order where order matters     ("move:2,-1",)
    number   one whole number                                            ("4",)
    text     one line of words                                           ("a lane of bottles",)
    assign   item>slot pairs                                             ("die3>left", "die5>right")
    split    option=amount parts that add up                             ("guard=3", "smith=2")
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

Seat: TypeAlias = int
Values: TypeAlias = tuple[str, ...]
Kind = Literal["choose", "number", "text", "assign", "split"]
T = TypeVar("T")
PASS = "pass"


class Refused(Exception):
    """Not allowed, and nothing has changed. The message is shown to the sender alone."""

    def __init__(self, reason: str, rule: str | None = None) -> None:
        super().__init__(reason if rule is None else f"{reason} ({rule})")
        self.reason = reason
        self.rule = rule


class Stale(Refused):
    """The question was answered or has changed since."""


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str  # stable and readable, such as "move:2,-1"; journals and bots rely on it
    label: str
    target: str | None = None  # the element of the board that means the same when clicked
    rule: str | None = None
    note: str = ""  # what it will cost or save
    room: int = 1  # assign: how many items it holds; split: the most it takes
    takes: tuple[str, ...] | None = None  # assign: the items that fit; None: any
    form: Ask | None = None  # an offer that needs words or a number says so here
    group: str = ""  # offers are shown in groups; "help" is the help bar of the open action


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
    rule: str | None = None
    # What yields go by; all of it depends on public facts only.
    topic: str = ""  # the kind of window: "never ask me in this kind"
    scope: str = ""  # the action it belongs to: "pass for this action"
    urgent: bool = False  # I am the target: stops every yield
    plays: tuple[str, ...] = ()  # what could be played here as far as all know: "never stop me for this card"
    id: str = ""

    def refusal(self, values: Values) -> str | None:
        """Why these values are no answer to this question; None if they are one."""
        return _CHECKS[self.kind](self, values)

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


Closing = Literal["all", "first", "in_turn"]


@dataclass(frozen=True, slots=True)
class Window:
    """Questions to several seats at once; answers stay sealed until it closes.

    all      closes when everyone has answered
    first    closes on the first answer that is no pass, or when all have passed
    in_turn  the same, but an earlier seat of the order goes before a quicker later one
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
    rule: str | None = None,
    topic: str = "",
    scope: str = "",
    urgent: bool = False,
    plays: Sequence[str] = (),
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
            rule=rule,
            topic=topic,
            scope=scope,
            urgent=urgent,
            plays=tuple(plays),
        )

    return Question(seat, build, public, check, why)


def choose(
    seat: Seat,
    prompt: Later[str],
    options: Later[Sequence[Option]],
    *,
    default: Later[str] | None = None,
    rule: str | None = None,
    public: str = "",
    why: Callable[[str], Refused | None] = lambda value: None,
) -> Script[str]:
    """Ask for exactly one option."""
    safe = None if default is None else (lambda: (now(default),))
    values = yield from ask(choosing(seat, prompt, options, default=safe, rule=rule, public=public, why=why))
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


def checkpoint() -> Script[None]:
    yield Checkpoint()
