"""What quests share (BIO-201 to BIO-208)."""

from __future__ import annotations

from typing import TypeVar

from app.games.biome.components import LAND, QUEST_TITLES, Cell
from app.games.biome.hexes import around, camp_at, tile_at, way_stays_open
from app.games.biome.state import Quest, State, TugOfWar
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


def muster(g: Play[State], player: int, what: str, rule: str) -> Script[list[int]]:
    """BIO-206: the player on turn fights; every other active player on the tile is asked to join for free."""
    state = g.state
    at = state.players[player].at
    others = [
        n for n, person in enumerate(state.players) if n != player and person.status == "active" and person.at == at
    ]
    options = [Option("no", "Stay out of it"), Option("join", "Join the fight")]
    questions = [
        choosing(
            seat_of(state, other),
            f"{who(state, player)} starts {what}. {who(state, other)}: join?",
            options,
            soft=True,
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


def eligible(state: State, at: Cell) -> list[Cell]:
    """BIO-268: neighbours that may sink or burn; BIO-027: not those that would close the way."""
    cells = []
    for cell in around(at):
        tile = tile_at(state, cell)
        if tile is None or tile.kind not in (*LAND, "gang_tile"):
            continue
        if camp_at(state, cell) is None and cell != battlefield(state) and way_stays_open(state, cell):
            cells.append(cell)
    return cells
