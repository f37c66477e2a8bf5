"""Who may help a check, and what the action of a check is."""

from __future__ import annotations

from app.games.vanguard import board
from app.games.vanguard.asking import G
from app.games.vanguard.content import CONDITION, POI, SECTOR, THREAT
from app.games.vanguard.content.structs import Action, Track
from app.games.vanguard.people import explorer, team
from app.games.vanguard.state import Check, Explorer, State

MOD_ACTIONS = {
    "LM08": Action("Call the names on the plate", plain="draw 1 for here"),
    "LM10": Action("Use the sick cot", plain="injury-die -1 for here"),
    "LM11": Action("Light the field forge", plain="ready 2; refresh 2", once=True),
}
PREPARE = Action("Prepare")


def action_of(reference: str) -> Action:
    kind, _, rest = reference.partition(":")
    if kind == "poi":
        number, _, place = rest.partition(":")
        return POI[int(number)].actions[int(place)]
    if kind == "threat":
        return THREAT[rest].action
    if kind == "travel":
        return CONDITION[rest].travel
    if kind == "mod":
        return MOD_ACTIONS[rest]
    return PREPARE


def track_key(reference: str, track: str) -> str:
    return f"{reference.split(':')[1]}:{track}"


def tracks_of(state: State) -> tuple[Track, ...]:
    return action_of(state.check.action).tracks if state.check else ()


def progress(g: G, track: str, amount: int) -> None:
    """ISS-135: surplus is lost."""
    check, x = g.state.now, g.state.exploration
    it = next(one for one in tracks_of(g.state) if one.id == track)
    key = track_key(check.action, track)
    x.tracks[key] = min(it.length, x.tracks.get(key, 0) + amount)
    g.tell(f"Track {track}: {x.tracks[key]} of {it.length}.", rule="ISS-135")


def may_help(state: State, check: Check, crew: Explorer) -> bool:
    """Each other crew in the actor's sector (ISS-098), or reached by a beacon or from afar."""
    x = state.exploration
    actor = explorer(state, check.actor)
    if crew.section == check.actor or crew.dead or "deaf" in crew.statuses or "deaf" in actor.statuses:
        return False
    if crew.sector == actor.sector or crew.section in check.reach:
        return True
    if check.far and board.near(x, actor.sector, crew.sector):
        return True
    beacon = x.tokens.get("beacon")
    if beacon is None:
        return False
    near = [beacon, *(key for key in SECTOR[x.planet] if board.near(x, beacon, key))]
    return actor.sector in near and crew.sector in near  # EQ-M01


def helpers(state: State) -> list[Explorer]:
    return [crew for crew in team(state) if state.check and may_help(state, state.check, crew)]
