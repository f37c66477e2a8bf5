"""What a game is: a handful of pure functions over a typed state."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

import msgspec

from app.kernel.ask import Option, Refused, Script, Seat, Values
from app.kernel.box import Box, Wording
from app.kernel.misfit import misfit
from app.kernel.moments import Card, Die, Ending, Moment, MomentKind, Scene
from app.kernel.rng import Rng

if TYPE_CHECKING:
    from app.kernel.lesson import Intro, Lesson
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
    moment: Moment | None = None  # what there is to show besides the words
    others: str = ""  # what everybody else reads instead when the game is over: "{0} drew Firebolt", not "You draw"
    sides: int = 0  # of the dice; 0 where it was not kept

    def readable_by(self, seat: Seat | None, over: bool = False) -> bool:
        return self.to is None or seat in self.to or (over and self.later)

    def as_read_by(self, seat: Seat | None) -> Line:
        """The line as this seat reads it. What was said to somebody else is told in the third person."""
        if self.to is None or seat in self.to:
            return self
        told = " and ".join(f"{{{reader}}}" for reader in self.to)
        words = self.others or f"{told} read: {self.text}"
        return msgspec.structs.replace(self, text=words, moment=None)


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
        self.serial = 0  # of the question that was asked last
        self.scenes: list[Scene] = []  # the moments that the running script is making
        self.standing: Mapping[
            Hashable, object
        ] = {}  # how things stood when changes were told last, for games that compare

    def step(self) -> None:
        """Counts the work of one choice, so that a script that never stops asking, logging or rolling is stopped."""
        self.steps += 1
        if self.steps > self.budget:
            raise RuntimeError("the rules took too many steps for one choice")

    def tell(
        self,
        text: str,
        *,
        to: Iterable[Seat] | None = None,
        rule: str | None = None,
        later: str = "",
        moment: Moment | None = None,
    ) -> None:
        """Write a line. `later` is what everybody else reads of a private line when the game is over."""
        self.step()
        readers = None if to is None else tuple(sorted(set(to)))
        self.lines.append(Line(text, readers, rule, bool(later), moment=moment, others=later))

    def end_chapter(self, text: str, *, rule: str | None = None) -> None:
        """Say in the log that a chapter ends. `Game.between_chapters` must be true at the next question."""
        self.step()
        self.lines.append(Line(text, rule=rule, chapter=True))

    def roll(
        self,
        count: int,
        sides: int,
        text: str,
        *,
        stream: str = "dice",
        rule: str | None = None,
        owner: Seat | None = None,
    ) -> list[int]:
        """Roll dice in the open. `text` may hold {dice}. Inside a moment they are its dice."""
        self.step()
        first = self.rng.counters.get(stream, 0)
        dice = [self.rng.roll(sides, stream) for _ in range(count)]
        shown = text.replace("{dice}", " ".join(map(str, dice)))
        self.lines.append(Line(shown, None, rule, dice=tuple(dice), proof=f"{stream}:{first}", sides=sides))
        if self.scenes and self.scenes[-1].to is None:
            self.scenes[-1].dice.extend(Die(str(value), sides, owner) for value in dice)
        return dice

    # Moments -----------------------------------------------------------------------------------------------------

    @contextmanager
    def moment(
        self,
        kind: MomentKind,
        title: str,
        *,
        about: str | None = None,
        scene: str = "",
        text: str = "",
        rule: str | None = None,
        to: Iterable[Seat] | None = None,
        apart: bool = False,
        actor: Seat | None = None,
    ) -> Iterator[Scene]:
        """Everything that the rules do in here is one moment: it hangs on the first line told, or on one of its own.

        Inside another moment with the same readers it is part of that one, unless it stands `apart`: then the other is
        told as far as it has come, and grows on afterwards. So it is when a question is asked meanwhile."""
        readers = None if to is None else tuple(sorted(set(to)))
        if self.scenes and self.scenes[-1].to == readers and not apart:
            yield self.scenes[-1]
            return
        if apart:
            self._tell_so_far(f"{self.serial}.{self.rng.draws}.{self.steps}")
        made = Scene(kind, title, about=about, scene=scene, text=text, rule=rule, to=readers, actor=actor)
        made.lines, made.first_line = self.lines, len(self.lines)
        self.scenes.append(made)
        try:
            yield made
        except BaseException:  # refused, or thrown away with its script: nothing of it is told
            if made in self.scenes:
                self.scenes.remove(made)
            raise
        self.scenes.remove(made)
        self._hang(made)

    @property
    def scene(self) -> Scene | None:
        """The moment that is being made, for rules that add to whatever is going on."""
        return self.scenes[-1] if self.scenes else None

    def change(
        self,
        what: str,
        before: object,
        after: object,
        why: str = "",
        *,
        seat: Seat | None = None,
        better: bool | None = None,
    ) -> None:
        """Something has become something else: part of the moment that is being made, or else one of its own."""
        if self.scene is not None:
            self.scene.change(what, before, after, why, seat=seat, better=better)
            return
        with self.moment("event", f"{what}: {before} → {after}") as alone:
            alone.change(what, before, after, why, seat=seat, better=better)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What happens in here is told by itself, though a moment is being made: that one is shown as far as it has
        come, and goes on afterwards."""
        making, kept = self.scenes, list(self.scenes)
        for made in kept:
            made.id = made.id or f"{self.serial}.{len(self.lines)} aside"
            self._hang(made)
        making.clear()
        try:
            yield
        finally:
            making[:0] = kept

    def pause(self) -> None:
        """A question is asked in the middle of a moment: what there is of it is shown, and it goes on growing."""
        self._tell_so_far(str(self.serial))

    def _tell_so_far(self, stamp: str) -> None:
        for place, made in enumerate(self.scenes):
            made.id = made.id or f"{stamp}.{place}"
            if made is self.scenes[-1] or made.shown != made.moment():
                self._hang(made)

    def _hang(self, made: Scene) -> None:
        moment, before = made.moment(), made.shown
        made.shown = moment
        first = made.first_line if made.lines is self.lines else 0  # another choice has been made since
        for index in range(first, len(self.lines)):
            line = self.lines[index]
            if line.to == made.to and (line.moment is None or line.moment.id == made.id != ""):
                self.lines[index] = msgspec.structs.replace(line, moment=moment)
                return
        if moment == before:
            return  # told already, and nothing has come to it since
        self.step()
        self.lines.append(Line(f"{made.title}.", made.to, made.rule, moment=moment))


class NoOptions(msgspec.Struct, frozen=True):
    """A game without table options."""


class Game(ABC, Generic[S]):
    id: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]  # one sentence for the shelf
    seats: ClassVar[Seats]
    box: ClassVar[Box]  # how it presents itself, and its options in words
    state: ClassVar[type[msgspec.Struct]]
    options: ClassVar[type[msgspec.Struct]] = NoOptions
    version: ClassVar[int] = 1  # of the state; raise it with an upgrade function
    upgrades: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}  # from version n to n + 1
    together: ClassVar[bool] = False  # all players are on one side
    listed: ClassVar[bool] = True  # shown to players; others only in developer mode
    campaign: ClassVar[bool] = False  # whether it has chapters, from whose ends other tables can go on
    # No question without a choice: an answer that has no alternative is taken and told. Where a question of these rules
    # means something by itself, it says `stop`; a game whose questions have not been gone through yet says False here.
    takes_single_answers: ClassVar[bool] = True
    undo_by_consent: ClassVar[bool] = False  # whether others may agree to lose what they answered since

    def how_long(self, options: Any) -> str:
        """How long such a table takes, in words: "About an hour"."""
        return self.box.long

    # Learning
    def lessons(self) -> Mapping[str, Lesson]:
        """The lessons of the game, by their ids."""
        return {}

    def introductions(self, state: S, seat: Seat) -> Sequence[Intro]:
        """What is in view of this seat now that a newcomer may not know, the most urgent first; by what it may know."""
        return ()

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

    def reshuffle(self, state: S, rng: Rng) -> S:
        """What no seat has seen yet, dealt anew: decks, bags, whatever lies face down for everybody. What any seat has
        seen stays as it is. May change and return the state it is given. For tables whose seed somebody may have known;
        a game in which nothing lies in a hidden order has nothing to do."""
        return state

    def view(self, state: S, seat: Seat | None) -> View:
        return View(seat, self.public(state), None if seat is None else self.private(state, seat))

    def where(self, state: S, seat: Seat | None) -> str:
        """Where the game stands, in the game's own words and from what this seat may know, for the list of its tables.
        None: from what everybody may know, with the points if there are any; `{2}` stands for the name of seat 2."""
        return ""

    def explain(self, state: S, seat: Seat | None, name: str) -> Card | None:
        """What the thing with this data-name is, as far as this seat may know. None: there is nothing of that name."""
        return None

    def ending(self, state: S, told: Sequence[Line]) -> Ending | None:
        """How the game ended, from its last state and all that was told; None: the table says it in its own words."""
        return None

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

    def courted(self, state: S, seat: Seat) -> Sequence[Seat]:
        """To whom this seat has made an offer that they can answer now, by public facts: a bot leaves them time for it."""
        return ()

    def this_turn(self, state: S) -> Hashable:
        """Which turn of the game this is, so that questions can be counted per turn."""
        return None

    def deeds(self, state: S) -> int:
        """How many actions have been performed, where a turn may have more than one: questions are counted per action
        then. 0 where turns are what counts."""
        return 0

    def whose_turn(self, state: S) -> Seat | None:
        """Whose turn it is, where the game knows turns of one player: questions are counted apart in one's own."""
        return None

    def stretch(self, state: S, seat: Seat) -> str:
        """Changes when the seat's own turn begins, by public facts: "pass until my turn" ends then."""
        return ""

    def scenarios(self) -> Sequence[Mapping[str, Any]]:
        """The sets of options that the contract suite plays."""
        return ({},)

    def are_rivals(self, state: S, one: Seat, other: Seat) -> bool:
        """Whether what one of these seats knows could be used against the other."""
        return not self.together and not any(one in team and other in team for team in self.teams(state))

    def teams(self, state: S) -> Sequence[tuple[Seat, ...]]:
        """Seats that play together against others; they get a chat of their own."""
        return ()

    def tally(self, session: Session[S]) -> Mapping[str, float]:
        """Numbers about a finished game, for the simulator to average."""
        return {}

    def wording(self) -> Mapping[str, Wording]:
        """The options in words: those of the box, and those of choices that the game only knows when it runs."""
        return self.box.options

    def seats_for(self, options: Any) -> Seats:
        """How many may play with these options."""
        return self.seats

    # Convenience, the same for every game
    def read_options(self, raw: Mapping[str, Any], seats: int) -> Any:
        try:
            options = msgspec.convert(dict(raw), self.options)
        except msgspec.ValidationError:
            raise Refused(misfit(self.options, raw, self.wording())) from None
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
