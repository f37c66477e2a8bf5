"""Ways over a planet board, as dear as their icons make them to a crew."""

from __future__ import annotations

from typing import NamedTuple

from app.games.vanguard import board, forecast
from app.games.vanguard.content import SECTOR
from app.games.vanguard.pools import dice_in
from app.games.vanguard.state import Explorer, State

STEP = 1.5  # what an action is worth
CHECK = 1.5  # what the dice of a Travel check are worth
UNKNOWN_CHECK = (3.0, 0.4)
ICON = {"S": 0.8, "U": 2.5, "E": 1.5}


class Way(NamedTuple):
    """What a way costs: actions, dice and supplies, and the injuries to be expected on it."""

    weight: float
    effort: float
    injuries: float

    def then(self, other: Way) -> Way:
        return Way(self.weight + other.weight, self.effort + other.effort, self.injuries + other.injuries)


Paths = dict[str, dict[str, Way]]


class Ways:
    """The board as one crew sees it: what every path would cost it (ISS-069 to ISS-071)."""

    def __init__(self, state: State, crew: Explorer) -> None:
        x = state.exploration
        price = forecast.harm(1.0, len(crew.injuries) + 1)
        check = _travel_check(state, crew)
        self.paths: Paths = {start: {} for start in SECTOR[x.planet]}
        for start, ends in self.paths.items():
            for end, icons in board.ways(x, start):
                tolls = [check if icon == "T" else _toll(icon) for icon in icons]
                effort, injuries = STEP + sum(toll[0] for toll in tolls), sum(toll[1] for toll in tolls)
                ends[end] = Way(effort + price * injuries, effort, injuries)

    def distances(self, start: str) -> dict[str, Way]:
        return _distances(self.paths, start)

    def back(self, goal: str) -> dict[str, Way]:
        """What the way to a sector costs from every other."""
        turned: Paths = {start: {} for start in self.paths}
        for start, ends in self.paths.items():
            for end, way in ends.items():
                turned[end][start] = way
        return _distances(turned, goal)

    def step(self, start: str, goal: str) -> str:
        """The first step of the cheapest way."""
        left = self.back(goal)
        steps = [(way.weight + left[end].weight, end) for end, way in self.paths[start].items() if end in left]
        return min(steps)[1] if steps and start != goal else ""


def _distances(paths: Paths, start: str) -> dict[str, Way]:
    away, waiting = {start: Way(0.0, 0.0, 0.0)}, [start]
    while waiting:
        place = min(waiting, key=lambda key: away[key].weight)
        waiting.remove(place)
        for end, way in paths[place].items():
            whole = away[place].then(way)
            if end not in away or whole.weight < away[end].weight:
                away[end] = whole
                waiting.append(end)
    return away


def _toll(icon: str) -> tuple[float, float]:
    """Effort and injuries of a path icon."""
    if not icon.startswith("D"):
        return ICON[icon], 0.0
    injuries, losses = forecast.harm_of(int(icon[1:]))
    return losses, injuries


def _travel_check(state: State, crew: Explorer) -> tuple[float, float]:
    """A check that fails is made again; before the Global Condition lies on the table, a guess."""
    if not state.exploration.condition:
        return UNKNOWN_CHECK
    action = board.condition(state.exploration).travel
    kinds = tuple(sorted(die.kind for die in dice_in(state, crew.section, "slot", "spent")))
    moves = forecast.chance_of(action, kinds, forecast.convert_of(crew), "move")
    injuries, losses = forecast.harm_of(action.category) if action.dice else (0.0, 0.0)
    tries = 1 / max(moves, 0.25)
    return tries * (CHECK + action.dice * losses) + (tries - 1) * STEP, tries * action.dice * injuries
