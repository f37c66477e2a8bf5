"""The report at the end of a mission: what was wanted, what was found, who was hurt (ISS-212)."""

from __future__ import annotations

from app.games.vanguard.asking import G
from app.games.vanguard.cargo import card_name
from app.games.vanguard.content import MISSION, PLANET
from app.games.vanguard.data.planetside import UNIQUE
from app.games.vanguard.people import name
from app.games.vanguard.state import Exploration
from app.kernel import Scene


def title(x: Exploration, *, failed: bool) -> str:
    return f"Home from {PLANET[x.planet].name}: the mission {'has failed' if failed else 'is done'}"


def scene(x: Exploration) -> str:
    rounds = f"{x.round} {'round' if x.round == 1 else 'rounds'}"
    return f"{rounds}, {x.success} Success on the lander"


def write(g: G, made: Scene) -> None:
    x = g.state.exploration
    for key in x.done_here:
        made.result(f"Done: {MISSION[key].name}", good=True)
    for key in x.missions:
        made.result(f"Not done: {MISSION[key].name}", good=False)
    found = [*(UNIQUE[number].name for number in x.uniques), *(card_name(card) for card in x.cargo)]
    if found:
        made.result(f"Brought home: {len(found)}", ", ".join(found), good=True)
    for crew in x.crew:
        if crew.dead:
            made.result(f"{name(crew.person)} did not come back", good=False)
        elif crew.injuries:
            hurt = ", ".join(injury.kind.capitalize() for injury in crew.injuries)
            made.result(f"{name(crew.person)} comes back hurt", f"{hurt}: to the Medbay", good=False)
    if x.lander_damaged:
        made.result("The lander is damaged", "It can be repaired in the Hangar", good=False)
