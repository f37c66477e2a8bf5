"""The Glass Acre: the game as the table knows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, ClassVar

from app.games.biome import bot, cards, epilogue, knowledge, stored, talk, turn
from app.games.biome.box import BOX
from app.games.biome.components import BANKED, COPIES, DROWNED, QUEST_TITLES, QUESTS, STORE_LIMITS
from app.games.biome.ending import keys_left, outcome
from app.games.biome.hexes import inside, the_tile
from app.games.biome.introductions import introductions
from app.games.biome.lesson import LESSONS
from app.games.biome.map_views import on_turn
from app.games.biome.setup import check_options, setup
from app.games.biome.state import Atlantis, Dragon, Options, State, Tomb, Vesuvius
from app.games.biome.stock import capacity, load
from app.games.biome.views import Private, Public, private, public
from app.kernel import (
    Card,
    Ending,
    Game,
    Intro,
    Lesson,
    Line,
    Move,
    Option,
    Outcome,
    Play,
    Rng,
    Script,
    Seats,
    Session,
    Values,
)


class GlassAcre(Game[State]):
    id = "biome"
    together = True
    title = "The Glass Acre"
    about = "Explore a sealed biome together, keep your secrets, fetch the keys and find the way out."
    seats = Seats(1, 5)
    state = State
    options = Options
    version = 2
    upgrades: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {1: stored.keep_earlier_readings}
    box = BOX

    def setup(self, seats: int, options: Any, rng: Rng) -> State:
        return setup(seats, options, rng)

    def read_options(self, raw: Mapping[str, Any], seats: int) -> Any:
        options = super().read_options(raw, seats)
        check_options(seats, options)
        return options

    def script(self, play: Play[State]) -> Script[Outcome]:
        return turn.script(play)

    def offers(self, state: State, seat: int) -> Sequence[Option]:
        return talk.offers(state, seat)

    def take(self, play: Play[State], seat: int, option: str, values: Values) -> Script[None]:
        return talk.take(play, seat, option, values[0] if values else "")

    def verdict(self, state: State) -> Outcome | None:
        return outcome(state) if state.result else None

    def public(self, state: State) -> Public:
        return public(state)

    def private(self, state: State, seat: int) -> Private:
        return private(state, seat)

    def known(self, state: State, seat: int | None) -> frozenset[Hashable]:
        return frozenset({state.shown})  # it grows whenever anything hidden comes out, to whomever

    def resample(self, state: State, seat: int | None, rng: Rng) -> State:
        return knowledge.resample(state, seat, rng)

    def reshuffle(self, state: State, rng: Rng) -> State:
        return knowledge.reshuffle(state, rng)

    def explain(self, state: State, seat: int | None, name: str) -> Card | None:
        return cards.explain(state, seat, name)

    def ending(self, state: State, told: Sequence[Line]) -> Ending | None:
        return epilogue.ending(state, told)

    def lessons(self) -> Mapping[str, Lesson]:
        return LESSONS

    def introductions(self, state: State, seat: int) -> Sequence[Intro]:
        return introductions(state, seat)

    def bot(self, session: Session[State], seat: int) -> Move:
        return bot.bot(session, seat)

    def scenarios(self) -> Sequence[Mapping[str, Any]]:
        return (
            {},
            {"quests": 2, "pace": "board"},
            {"quests": 3, "pace": "die"},
            {"boards": ["tug_of_war", "fountain", "gang", "vesuvius"]},
            {"boards": ["trade_war", "tomb", "dragon", "ruins", "atlantis"]},
            {"quests": 9},
            {"quests": 4, "strict_book": True, "one_of_a_kind": True, "take_back": False},
        )

    def tally(self, session: Session[State]) -> Mapping[str, float]:
        state = session.state
        return {
            "rounds": state.round,
            "exit found": float(state.exit is not None),
            "keys in lock": state.lock,
            "quests drawn": len(state.quests),
        }

    def breakdown(self, session: Session[State]) -> Mapping[str, str]:
        """For the simulator: how games end by number of players, by quest in the game and by named set; and how each
        quest itself ended where it was drawn."""
        state = session.state
        drawn = {str(quest.__struct_config__.tag): quest for quest in state.quests}
        boards = [board for board in QUESTS if board in drawn or board in state.quest_stack]
        ends = {f"{state.seats} players" if state.seats > 1 else "1 player": state.result}
        ends |= {f"with {QUEST_TITLES[board]}": state.result for board in boards}
        if state.named:
            ends[f"set {' + '.join(boards)}"] = state.result
        words = {True: "won", False: "lost", None: "open"}
        return ends | {f"quest {QUEST_TITLES[board]}": words[drawn[board].won] for board in boards if board in drawn}

    def where(self, state: State, seat: int | None) -> str:
        keys = f"{state.lock} of {state.quest_count} keys in the lock" if state.exit else "The way out is not found yet"
        return f"Round {state.round}. {keys}."

    def this_turn(self, state: State) -> tuple[int, int, bool]:
        return state.round, state.turn, state.step == "board"

    def whose_turn(self, state: State) -> int | None:
        player = on_turn(state)
        return None if player is None else state.players[player].seat

    def invariants(self, state: State) -> None:
        assert state.busy or kinds_in_play(state) == full_count(state), "every secret is in exactly one place"
        keys = keys_left(state) + state.gone.count("key")
        assert state.busy or keys == state.quest_count, "every key is somewhere"
        cells = [tile.at for tile in state.tiles] + [tile.at for tile in state.face_down] + state.walls
        assert len(set(cells)) == len(cells), "one tile per cell"
        assert all(inside(cell) for cell in cells), "only inside the V"
        assert len({camp.at for camp in state.camps}) == len(state.camps), "one camp per tile"
        for camp in state.camps:
            assert all(camp.store.count(kind) <= most for kind, most in STORE_LIMITS.items()), (
                "stores keep their limits"
            )
            assert 0 <= camp.cooldown <= 19
        assert state.stacks["quarry"] == len(state.quarries)
        assert len(state.queue) >= 5, "explore results are ready"
        for player, person in enumerate(state.players):
            assert person.actions >= 0
            assert state.busy or load(person) <= capacity(state, player), "nobody carries too much"
            assert person.status != "active" or the_tile(state, person.at).kind not in DROWNED, "on solid ground"
            assert person.status != "injured" or person.at == (0, 0)


def kinds_in_play(state: State) -> Counter[str]:
    kinds = [unseen.kind for unseen in state.box] + state.discard + state.gone + [state.group_buff]
    kinds += [hidden.kind for tile in state.tiles for hidden in tile.secrets]
    kinds += [kind for person in state.players for kind in (*person.inventory, *person.worn)]
    kinds += [kind for camp in state.camps for kind in camp.store]
    kinds += [loot.kind for party in state.parties for loot in party.cargo] + [held.kind for held in state.held]
    for quest in state.quests:
        if isinstance(quest, Tomb | Vesuvius):
            kinds += quest.secrets
        elif isinstance(quest, Atlantis):
            kinds += quest.places
        elif isinstance(quest, Dragon):
            kinds += quest.hoard
    return Counter(kind for kind in kinds if kind and kind != "key" and kind not in BANKED)


def full_count(state: State) -> Counter[str]:
    column = len(state.players) - 2
    return Counter({kind: copies[column] for kind, copies in COPIES.items() if kind not in BANKED})


GAME = GlassAcre()
