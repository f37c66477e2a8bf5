"""Situations for the rule tests: a small board, rigged dice, and players put where they are needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from app.games import GAMES
from app.games.biome import turn
from app.games.biome.board_turn import board_turn
from app.games.biome.components import Cell
from app.games.biome.ending import over
from app.games.biome.hexes import tile_at
from app.games.biome.setup import setup
from app.games.biome.state import Camp, CampKind, Hidden, Options, Player, Quest, State, Tile, Unseen
from app.kernel import Base, Game, Play, Refused, Rng, Script, Session, Values, encode_state
from app.kernel.ask import Window

GAME = cast("Game[State]", GAMES["biome"])


class Rigged(Rng):
    """Chance that does as it is told: `dice` for open rolls, `picks` (from 0) for the rest but the explore queue."""

    dice: list[int] = []  # noqa: RUF012 - a struct makes its own copy
    picks: list[int] = []  # noqa: RUF012

    def below(self, bound: int, stream: str) -> int:
        told = self.dice if stream == "dice" else [] if stream == "explore" else self.picks
        number = super().below(bound, stream)
        if told:
            number = told.pop(0) - (stream == "dice")
            assert 0 <= number < bound, f"{number} is not possible below {bound} ({stream})"
        return number


class Scene:
    """A game in the turn of player 0, at the start map without secrets, with chance in our hands."""

    def __init__(self, players: int = 2, *, quests: int = 0, **options: Any) -> None:
        self.state = setup(players, Options(quests=quests, **options), Rng("scene"))
        self.state.order = list(range(len(self.state.players)))
        self.state.step, self.state.turn = "turn", 0
        for tile in self.state.tiles:
            tile.secrets = []
        self.state.players[0].actions = 3
        self.rng = Rigged("rigged")
        self.g: Play[State] = Play(self.state, self.rng)

    # The board

    def tile(self, kind: str, *cells: Cell, cliffs: str = "000000") -> Tile:
        for at in cells:
            self.state.tiles.append(Tile(at, kind, cliffs))
        return self.state.tiles[-1]

    def hide(self, at: Cell, *kinds: str, seen: Sequence[int] = ()) -> list[Hidden]:
        tile = tile_at(self.state, at)
        assert tile is not None
        found = []
        for kind in kinds:
            found.append(Hidden(self.state.next_label, kind, list(seen)))
            self.state.next_label += 1
        tile.secrets += found
        return found

    def camp(self, kind: CampKind, at: Cell, *store: str, cooldown: int = 0, dormant: bool = False) -> Camp:
        camp = Camp(self.state.next_id, kind, at, sorted(store), cooldown, dormant)
        self.state.next_id += 1
        self.state.camps.append(camp)
        if kind != "built":
            self.tile(f"{kind}_camp", at)
        elif tile_at(self.state, at) is None:
            self.tile("grassland", at)
        return camp

    def quest(self, quest: Quest) -> Any:
        self.state.quests.append(quest)
        return quest

    def player(self, number: int = 0) -> Player:
        return self.state.players[number]

    def put(self, number: int, at: Cell, *inventory: str, actions: int | None = None) -> Player:
        person = self.state.players[number]
        person.at, person.inventory = at, sorted(inventory)
        if actions is not None:
            person.actions = actions
        return person

    def queue(self, *faces: str) -> None:
        self.state.queue = [Unseen(face) for face in faces] + self.state.queue

    def on_box(self, *kinds: str) -> None:
        self.state.box = [Unseen(kind) for kind in kinds] + self.state.box

    @property
    def main(self) -> Camp:
        return self.state.camps[0]

    def kind(self, at: Cell) -> str:
        tile = tile_at(self.state, at)
        return "" if tile is None else tile.kind

    # What may be done, and doing it

    def options(self, player: int = 0) -> list[str]:
        return [option.id for option in turn.options(self.state, player)]

    def may(self, prefix: str, player: int = 0) -> bool:
        return any(option.startswith(prefix) for option in self.options(player))

    def cost(self, option: str, player: int = 0) -> str:
        return next(o.price for o in turn.options(self.state, player) if o.id == option)

    def act(self, *answers: str | Values, dice: Sequence[int] = (), picks: Sequence[int] = ()) -> None:
        """One action of the player on turn, with the answers to whatever it asks."""
        self.run(turn.one_action(self.g), *answers, dice=dice, picks=picks)

    def run(
        self, script: Script[Any], *answers: str | Values, dice: Sequence[int] = (), picks: Sequence[int] = ()
    ) -> Any:
        self.rng.dice, self.rng.picks = list(dice), list(picks)
        left = list(answers)
        value: Any = None
        while True:
            try:
                request = script.send(value)
            except StopIteration as end:
                assert not left, f"not asked: {left}"
                assert not self.rng.dice, f"dice not rolled: {self.rng.dice}"
                return end.value
            value = None
            if isinstance(request, Window):
                value = {}
                for question in request.questions:
                    asked = question.build()
                    assert left, f"asked {asked.prompt}: {[o.id for o in asked.options]}"
                    given = left.pop(0)
                    answer = (given,) if isinstance(given, str) else given
                    reason = asked.refusal(answer)
                    if reason:
                        raise Refused(f"{answer}: {reason} of {[o.id for o in asked.options]}")
                    value[question.seat] = answer

    def board(self, *dice: int, picks: Sequence[int] = ()) -> None:
        self.rng.dice, self.rng.picks = list(dice), list(picks)
        self.state.step = "board"
        board_turn(self.g)
        assert not self.rng.dice, f"dice not rolled: {self.rng.dice}"

    def quest_die(self, *dice: int, picks: Sequence[int] = ()) -> None:
        self.rng.dice, self.rng.picks = list(dice), list(picks)
        self.state.step = "quest_die"
        turn.quest_dice(self.g)
        assert not self.rng.dice, f"dice not rolled: {self.rng.dice}"

    def log(self) -> str:
        return "\n".join(line.text for line in self.g.lines)

    def over(self) -> str:
        over(self.state)
        return self.state.result

    def session(self, seed: str = "chance") -> Session[State]:
        return Session(GAME, Base(GAME.version, self.state.seats, 0, Rng(seed), encode_state(self.state)))


def start(seats: int = 2, seed: str = "biome", **options: Any) -> Session[State]:
    return Session.start(GAME, seats=seats, options=options, seed=seed)


def choose(session: Session[State], *values: str) -> None:
    """The only open question gets this answer."""
    (seat,) = session.asks
    session.answer(seat, session.asks[seat].id, values)
