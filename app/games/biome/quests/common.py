"""What quests share (BIO-201 to BIO-208)."""

from __future__ import annotations

from typing import TypeVar

from app.games.biome.components import HOME, QUEST_TITLES, Cell
from app.games.biome.hexes import around, passable, tile_at, way_stays_open
from app.games.biome.state import Fountain, Quest, State, Tomb, TradeWar, TugOfWar
from app.games.biome.stock import news, seat_of, who
from app.kernel import Option, Play, Script, choosing, window

Q = TypeVar("Q", bound=Quest)


def title(quest: Quest) -> str:
    return QUEST_TITLES[quest.__struct_config__.tag or ""]  # type: ignore[index]


def find(state: State, kind: type[Q]) -> Q | None:
    return next((quest for quest in state.quests if isinstance(quest, kind)), None)


def finish(g: Play[State], quest: Quest, *, won: bool | None) -> None:
    quest.active = False
    if won is not None:
        quest.won = won
    word = {True: "won", False: "lost", None: "over"}[quest.won]
    news(g, f"{title(quest)}: {word}.", quest.at, "BIO-204")
    better = {True: True, False: False, None: None}[quest.won]
    g.change(title(quest), "running", word, "the quest is over", better=better)


MEANS = {"tools": "Repair Tools", "supplies": "Supplies"}


def face_of(state: State, quest: Quest) -> str:
    """The `data-name` of a quest: its face of the quest die."""
    return f"quest-{state.quests.index(quest) + 1}"


def won_key(g: Play[State], player: int, why: str) -> None:
    g.change("a key", "in the quest", f"with {who(g.state, player)}", why, seat=seat_of(g.state, player), better=True)


def muster(g: Play[State], player: int, what: str, rule: str) -> Script[list[int]]:
    """BIO-206: the player on turn fights; every other active player on the tile is asked to join for free."""
    state = g.state
    at = state.players[player].at
    others = [
        n for n, person in enumerate(state.players) if n != player and person.status == "active" and person.at == at
    ]
    options = [Option("no", "Stay out of it"), Option("join", "Join the fight", note="free; whoever loses is injured")]
    questions = [
        choosing(
            seat_of(state, other),
            f"{who(state, player)} starts {what}. {who(state, other)}: join?",
            options,
            soft=state.seats > 1,  # alone, the same person decides for both
            rule=rule,
            topic="fight",
            public="decides whether to join the fight",
        )
        for other in others
    ]
    answers = yield from window(questions)
    joined = [other for other in others if answers.get(seat_of(state, other)) == ("join",)]
    return [player, *joined]


def battlefield(state: State) -> Cell | None:
    war = find(state, TugOfWar)
    return war.at if war is not None and war.active else None


def quest_tiles(state: State) -> set[Cell]:
    """Tiles of quests that are not finished: their own, and those of the camps and the Fountain that belong to them."""
    cells: set[Cell] = set()
    for quest in state.quests:
        if not quest.active:
            continue
        cells.add(quest.at)
        numbers: tuple[int, ...] = ()
        if isinstance(quest, TugOfWar | TradeWar):
            numbers = quest.ally, quest.killer
        elif isinstance(quest, Fountain | Tomb):
            numbers = (quest.stealer,)
        if isinstance(quest, Fountain) and quest.fountain is not None:
            cells.add(quest.fountain)
        cells.update(camp.at for camp in state.camps if camp.id in numbers)
    return cells


def may_ever_change(state: State, at: Cell) -> bool:
    """BIO-268: everything but the main camp, the exit and what is impassable already."""
    return passable(tile_at(state, at)) and at not in (HOME, state.exit)


def eligible(state: State, at: Cell) -> list[Cell]:
    """BIO-268: neighbours that may sink or burn now; BIO-027: not those that would close the way."""
    spared = quest_tiles(state)
    return [
        cell
        for cell in around(at)
        if may_ever_change(state, cell) and cell not in spared and way_stays_open(state, cell)
    ]
