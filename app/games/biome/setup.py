"""Setting up: boards, stacks, box, the four start tiles and who begins (BIO-001 to BIO-018)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from app.games.biome.components import (
    COPIES,
    EXPLORE_FACES,
    FARM_ON_FARMLAND,
    HOME,
    QUARRY_PATTERNS,
    QUESTS,
    QUESTS_BY_PLAYERS,
    QuestName,
    terrain_stacks,
)
from app.games.biome.state import Building, Camp, Hidden, Options, Player, State, Tile, Unseen
from app.kernel import Refused, Rng

READY = 8  # explore results made ready in advance; at least the five that Foresight shows (BIO-057)


def characters(seats: int) -> int:
    return max(2, seats)  # BIO-319


def quest_count(seats: int, options: Options) -> int:
    if options.boards:
        return len(options.boards)
    return options.quests or QUESTS_BY_PLAYERS[characters(seats)]  # BIO-002, BIO-296


def check_options(seats: int, options: Options) -> None:
    if len(set(options.boards)) != len(options.boards):
        raise Refused("Each quest board is there once.", "BIO-005")
    count = quest_count(seats, options)
    if not 2 <= count <= 9:
        raise Refused("The game uses 2 to 9 quest boards.", "BIO-296")
    if options.boards and options.quests not in (0, len(options.boards)):
        raise Refused("The number of quests and the boards named do not agree.", "BIO-296")


def setup(seats: int, options: Options, rng: Rng) -> State:
    check_options(seats, options)
    players = characters(seats)
    count = quest_count(seats, options)
    boards = list(options.boards) or chance_selection(count, rng, strict=options.strict_book)
    stacks = terrain_stacks(count)  # BIO-007
    order, rolls = starting_order(players, rng)
    state = State(
        options=options,
        seats=seats,
        players=[Player(seat if seats > 1 else 0) for seat in range(players)],  # BIO-018
        order=order,
        start_rolls=rolls,
        quest_count=count,
        named=sorted(options.boards),
        quest_stack=[*rng.shuffled(boards, "quests"), "escape"],  # BIO-006
        stacks=stacks,
        quarries=rng.shuffled(QUARRY_PATTERNS, "quarries")[: stacks["quarry"]],  # BIO-008
        box=[Unseen(kind) for kind in rng.shuffled(full_box(players), "box")],
        queue=[Unseen(explore_face(rng)) for _ in range(READY)],
        tiles=[Tile(HOME, "main_camp"), Tile((-1, 0), "forest"), Tile((0, -1), "grassland"), Tile((1, -1), "farmland")],
        camps=[Camp(1, "main", HOME, ["supply", "supply"])],  # BIO-012
        buildings=[Building(2, "farm", (1, -1), 1, FARM_ON_FARMLAND)],
        next_id=3,
    )
    for tile, number in ((state.tiles[1], 2), (state.tiles[2], 1)):  # BIO-013
        for _ in range(number):
            tile.secrets.append(Hidden(state.next_label, state.box.pop(0).kind))
            state.next_label += 1
    return state


def chance_selection(count: int, rng: Rng, *, strict: bool = False) -> list[QuestName]:
    """BIO-005: one of all sets that hold Fountain, Tomb or both, each equally likely; by the strict book one of all."""
    sets = [boards for boards in combinations(QUESTS, count) if strict or has_thieves(boards)]
    return list(rng.pick(sets, "quests"))


def has_thieves(boards: Iterable[str]) -> bool:
    return bool({"fountain", "tomb"} & set(boards))


def full_box(players: int) -> list[str]:
    return [kind for kind, copies in COPIES.items() for _ in range(copies[players - 2])]  # BIO-009


def explore_face(rng: Rng) -> str:
    return EXPLORE_FACES[rng.roll(8, "explore") - 1]


def starting_order(players: int, rng: Rng) -> tuple[list[int], list[list[int]]]:
    """BIO-014, BIO-015."""
    rolls: list[list[int]] = []
    best = list(range(players))
    while len(best) > 1:
        rolls.append([rng.roll(6, "dice") if player in best else 0 for player in range(players)])
        best = [player for player in best if rolls[-1][player] == max(rolls[-1])]
    return [(best[0] + turn) % players for turn in range(players)], rolls
