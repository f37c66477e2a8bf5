"""Who may help a check, and what the action of a check is."""

from __future__ import annotations

from app.games.vanguard import board
from app.games.vanguard.asking import G
from app.games.vanguard.content import CONDITION, POI, SECTOR, THREAT
from app.games.vanguard.content.structs import Action, Track
from app.games.vanguard.data.cards import CARD
from app.games.vanguard.data.crew import CREW, SKILL
from app.games.vanguard.data.gear import EQUIPMENT
from app.games.vanguard.data.planetside import DISCOVERY
from app.games.vanguard.people import explorer, owner, team
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
    g.tell(f"{track.capitalize()} track: {x.tracks[key]} of {it.length}.", rule="ISS-135")


def timely(state: State) -> bool:
    """Whether the actor's seat could use something at any time that matters between the roll and step 6: to draw a card
    for this check, or to take away an injury die before it is read (ISS-157, ISS-146)."""
    check, x = state.now, state.exploration
    actor = explorer(state, check.actor)
    words = ("draw", "recall") + (("injury-",) if any(face != "calm" for face in check.injury) else ())
    team_of_seat = [one for one in team(state) if owner(state, one.section) == owner(state, check.actor)]
    texts = [text for one in team_of_seat if one.sector == actor.sector for text in any_time(one)]
    finds = (DISCOVERY[card.split(".")[0]] for card in x.cargo if card not in x.used_finds)
    texts += [find.planet for find in finds if not find.in_check]
    return any(text.startswith(words) for text in texts)


def any_time(crew: Explorer) -> list[str]:
    """The effects this crew may use at any time."""
    skill = SKILL[CREW[crew.person].skill]
    texts = [skill.do] if skill.when == "any" and crew.charges else []
    texts += [CARD[card].top for card in crew.hand if CARD[card].when == "any"]
    ready = [EQUIPMENT[item] for item in crew.gear if not item.endswith("!")]
    return [*texts, *(item.do for item in ready if item.when == "any")]


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
