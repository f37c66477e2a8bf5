"""What a game is: a handful of pure functions over a typed state."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

import msgspec

from app.kernel.ask import Option, Refused, Script, Seat, Values
from app.kernel.rng import Rng

if TYPE_CHECKING:
    from app.kernel.session import Move, Session

S = TypeVar("S", bound=msgspec.Struct)


class Seats(msgspec.Struct, frozen=True):
    min: int
    max: int

    @property
    def words(self) -> str:
        if self.min == self.max:
            return f"exactly {self.min} player{'s' * (self.min > 1)}"
        return f"{self.min} to {self.max} players"


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the log. In all texts `{2}` stands for the name of the player in seat 2."""

    text: str
    to: tuple[Seat, ...] | None = None  # who may read it; None: everyone
    rule: str | None = None
    later: bool = False  # private now, shown to all when the game is over
    dice: tuple[int, ...] = ()  # what was rolled, so that screens can let dice tumble
    proof: str = ""  # "stream:counter" of the first of these dice: with the seed anyone can check them
    chapter: bool = False  # a chapter ends here: another table can go on from this moment

    def readable_by(self, seat: Seat | None, over: bool = False) -> bool:
        return self.to is None or seat in self.to or (over and self.later)


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    winners: tuple[Seat, ...]
    reason: str
    scores: dict[Seat, int] = {}


class View(msgspec.Struct, frozen=True):
    """What one seat may see. Each field of the two parts is a region, drawn anew only when it changed.

    The public part is built without knowing for whom, and the same bytes go to everyone.
    """

    seat: Seat | None
    public: Any
    private: Any  # None for spectators


class Pledge(msgspec.Struct, frozen=True):
    """What somebody offers to the open action; it can be withdrawn until the actor goes ahead."""

    seat: Seat
    label: str


class HelpBar(msgspec.Struct, frozen=True):
    """The open action and who helps. A game that has one shows it as a public region named `help`."""

    seat: Seat  # whose action it is
    title: str
    cost: str
    pledges: tuple[Pledge, ...] = ()


class Tip(msgspec.Struct, frozen=True, omit_defaults=True):
    """A word from the coach. A game with a tutorial shows it as a private region named `coach` (Tip or None)."""

    title: str
    text: str
    step: int
    steps: int
    target: str | None = None  # the data-name of what to look at
    rule: str | None = None


class Play(Generic[S]):
    """What rules have in hand while they run: the state, chance, and the log."""

    def __init__(self, state: S, rng: Rng, budget: int = 20_000) -> None:
        self.state = state
        self.rng = rng
        self.lines: list[Line] = []
        self.budget = budget
        self.steps = 0

    def step(self) -> None:
        """Counts the work of one choice, so that a script that never stops asking, logging or rolling is stopped."""
        self.steps += 1
        if self.steps > self.budget:
            raise RuntimeError("the rules took too many steps for one choice")

    def tell(
        self, text: str, *, to: Iterable[Seat] | None = None, rule: str | None = None, later: bool = False
    ) -> None:
        self.step()
        self.lines.append(Line(text, None if to is None else tuple(sorted(set(to))), rule, later))

    def end_chapter(self, text: str, *, rule: str | None = None) -> None:
        """Say in the log that a chapter ends. `Game.between_chapters` must be true at the next question."""
        self.step()
        self.lines.append(Line(text, rule=rule, chapter=True))

    def roll(self, count: int, sides: int, text: str, *, stream: str = "dice", rule: str | None = None) -> list[int]:
        """Roll dice in the open. `text` may hold {dice}."""
        self.step()
        first = self.rng.counters.get(stream, 0)
        dice = [self.rng.roll(sides, stream) for _ in range(count)]
        shown = text.replace("{dice}", " ".join(map(str, dice)))
        self.lines.append(Line(shown, None, rule, dice=tuple(dice), proof=f"{stream}:{first}"))
        return dice


class NoOptions(msgspec.Struct, frozen=True):
    """A game without table options."""


class Game(ABC, Generic[S]):
    id: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]  # one sentence for the shelf
    seats: ClassVar[Seats]
    state: ClassVar[type[msgspec.Struct]]
    options: ClassVar[type[msgspec.Struct]] = NoOptions
    version: ClassVar[int] = 1  # of the state; raise it with an upgrade function
    upgrades: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}  # from version n to n + 1
    listed: ClassVar[bool] = True  # shown to players; others only in developer mode
    campaign: ClassVar[bool] = False  # whether it has chapters, from whose ends other tables can go on
    undo_by_consent: ClassVar[bool] = False  # whether others may agree to lose what they answered since

    # The rules
    @abstractmethod
    def setup(self, seats: int, options: Any, rng: Rng) -> S: ...

    @abstractmethod
    def script(self, play: Play[S]) -> Script[Outcome]:
        """The whole game from any checkpoint: a loop over the steps named in the state."""

    def offers(self, state: S, seat: Seat) -> Sequence[Option]:
        """What this seat may do at any time, beside whatever is asked."""
        return ()

    def take(self, play: Play[S], seat: Seat, option: str, values: Values) -> Script[None]:
        raise Refused("There is nothing to do at any time in this game.")

    def verdict(self, state: S) -> Outcome | None:
        """Whether an offer just taken ended the game, such as a concession; all other endings are the script's."""
        return None

    # Campaigns
    def between_chapters(self, state: S) -> bool:
        """Whether the state is one from which another table can go on: nothing is half done."""
        return False

    def parts(self, state: S) -> Mapping[Seat, str]:
        """What each seat plays, for the list of those who were there."""
        return {}

    def may_reseat(self, state: S) -> bool:
        """Whether players may join and leave here. If so, the script has not changed the state on its way to the first
        question of this step, so that it can be started anew from here."""
        return self.between_chapters(state)

    def reseat(self, state: S, seats: Sequence[Seat]) -> S:
        """The state of a campaign when these seats go on with it. Only called where `may_reseat` says so."""
        raise Refused("This game cannot go on with another number of players.")

    # Knowledge
    @abstractmethod
    def public(self, state: S) -> msgspec.Struct: ...

    @abstractmethod
    def private(self, state: S, seat: Seat) -> msgspec.Struct: ...

    @abstractmethod
    def known(self, state: S, seat: Seat | None) -> frozenset[Hashable]:
        """The hidden facts that this seat can see now (None: that everybody can). When it gains one, nothing before
        can be taken back."""

    @abstractmethod
    def resample(self, state: S, seat: Seat | None, rng: Rng) -> S:
        """Another state that this seat cannot tell from the real one. May change and return the state it is given."""

    def view(self, state: S, seat: Seat | None) -> View:
        return View(seat, self.public(state), None if seat is None else self.private(state, seat))

    # Proof and play
    @abstractmethod
    def invariants(self, state: S) -> None:
        """Raises AssertionError if anything is impossible."""

    @abstractmethod
    def bot(self, session: Session[S], seat: Seat) -> Move:
        """A sensible choice for a seat with an open question or offer, from its view alone."""

    def volunteer(self, session: Session[S], seat: Seat) -> Move | None:
        """What a bot does without being asked: answer an offer that somebody makes to it."""
        return None

    def stretch(self, state: S, seat: Seat) -> str:
        """Changes when the seat's own turn begins, by public facts: "pass until my turn" ends then."""
        return ""

    def scenarios(self) -> Sequence[Mapping[str, Any]]:
        """The sets of options that the contract suite plays."""
        return ({},)

    def teams(self, state: S) -> Sequence[tuple[Seat, ...]]:
        """Seats that play together against others; they get a chat of their own."""
        return ()

    def tally(self, session: Session[S]) -> Mapping[str, float]:
        """Numbers about a finished game, for the simulator to average."""
        return {}

    def seats_for(self, options: Any) -> Seats:
        """How many may play with these options."""
        return self.seats

    # Convenience, the same for every game
    def read_options(self, raw: Mapping[str, Any], seats: int) -> Any:
        try:
            options = msgspec.convert(dict(raw), self.options)
        except msgspec.ValidationError as error:
            raise Refused(f"These options do not fit: {error}") from None
        unknown = set(raw) - set(self.options.__struct_fields__)
        if unknown:
            raise Refused(f"There is no option {', '.join(sorted(unknown))}.")
        allowed = self.seats_for(options)
        if not allowed.min <= seats <= allowed.max:
            raise Refused(f"{self.title} takes {allowed.words} with these options, not {seats}.")
        return options

    @cached_property
    def _decoder(self) -> msgspec.msgpack.Decoder[S]:
        return cast("msgspec.msgpack.Decoder[S]", msgspec.msgpack.Decoder(self.state))

    def decode(self, version: int, blob: bytes) -> S:
        """A stored state, brought up to date."""
        if version == self.version:
            return self._decoder.decode(blob)
        if version > self.version:
            raise Refused(f"This was saved by a newer {self.title} (state {version}, here {self.version}).")
        tree = msgspec.msgpack.decode(blob)
        for old in range(version, self.version):
            tree = self.upgrades[old](tree)
        return cast("S", msgspec.convert(tree, self.state))


def encode_state(state: msgspec.Struct) -> bytes:
    return _STATE_ENCODER.encode(state)


_STATE_ENCODER = msgspec.msgpack.Encoder(order="deterministic")


def state_hash(state: msgspec.Struct) -> str:
    return hashlib.blake2b(encode_state(state), digest_size=8).hexdigest()
