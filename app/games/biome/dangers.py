"""How soon each quest would be lost, for the bot: what is nearest to its end is looked after first."""

from __future__ import annotations

from math import inf

from app.games.biome.components import FRONT_LOST, HOME, Cell
from app.games.biome.hexes import distance
from app.games.biome.state import Atlantis, Fountain, Quest, Ruins, State, Tomb, TradeWar, TugOfWar, Vesuvius
from app.games.biome.stock import ENEMY, per_turn
from app.games.biome.tribes import has_party, targets

CRUMBLES = 4 / 3  # what an update costs the ruins on average (BIO-258)
FALLS_BACK = 1 / 3  # how far an update sets a war back on average (BIO-213)


def updates_left(state: State, quest: Quest) -> float:
    """Updates that it still bears before its key is lost, about; for some it never is."""
    match quest:
        case Tomb() if quest.key:
            return 1 + thieves_away(state, "tomb", quest.at) / 2
        case Fountain():
            return thieves_away(state, "fountain", quest.fountain or quest.centre) / 2
        case Atlantis() if quest.key:
            return quest.level + quest.protected
        case Ruins():
            return quest.health / CRUMBLES
        case TugOfWar():
            return (quest.front - FRONT_LOST) / FALLS_BACK / 2
        case TradeWar():
            return quest.ally_health / FALLS_BACK / 2
        case Vesuvius() if quest.key and not quest.erupted:
            return quest.counter
    return inf


def thieves_away(state: State, quest: str, goal: Cell) -> int:
    return min((distance(party.at, goal) for party in state.parties if party.quest == quest), default=4)


def rounds_left(state: State, quest: Quest) -> float:
    """The same in rounds of the table."""
    updates, players = updates_left(state, quest), len(state.players)
    pairs = 2 if state.exit is not None else 1
    if state.options.pace == "board":
        return updates / pairs
    running = sum(other.active for other in state.quests)
    faces = running if state.options.pace == "turn" else state.quest_count + 1
    return updates * max(1, faces / pairs) / players


def press(state: State, quest: Quest) -> float:
    """How much more a deed is worth because its quest will not wait: 1 to 2.5."""
    return 1 + 1.5 / (1 + rounds_left(state, quest))


def time_left(state: State, player: int, quest: Quest) -> float:
    """Actions this player has before it is lost: those of this turn, and of the rounds that are left."""
    return state.players[player].actions + per_turn(state, player) * rounds_left(state, quest)


# Ground that will not hold --------------------------------------------------------------------------------------------


def updates_a_round(state: State) -> float:
    """How often one quest moves on before this player acts again, about."""
    pairs = 2 if state.exit is not None else 1
    if state.options.pace == "board":
        return pairs
    running = sum(other.active for other in state.quests)
    faces = running if state.options.pace == "turn" else state.quest_count + 1
    return pairs * len(state.players) / max(pairs, faces)


def doomed(state: State, at: Cell, *, laden: bool) -> bool:
    """Whether who ends a turn here will probably fall with the ground; with a key nobody takes much of a risk."""
    moves = updates_a_round(state) * (1.5 if laden else 1)
    for quest in state.quests:
        if not quest.active or distance(quest.at, at) > 1:
            continue
        here = quest.at == at
        match quest:
            case Atlantis() if here or laden:
                left: float = quest.level + quest.protected
            case Ruins() if here:
                left = quest.health / CRUMBLES
            case Vesuvius() if here or (quest.erupted and laden):
                left = quest.counter
            case _:
                continue
        if left <= max(1, moves):
            return True
    return False


# The main camp --------------------------------------------------------------------------------------------------------


def first_wave(state: State) -> int:
    """Secrets that the main camp's store must hold, if the exit were found now, so that no killers find it empty: every
    enemy camp without a raid under way takes two at once, in order of reveal (BIO-283)."""
    takers, needed = 0, 0
    for camp in state.camps:
        if camp.kind not in ENEMY or has_party(state, camp) or HOME not in targets(state, camp):
            continue
        if camp.kind == "killer":
            needed = 2 * takers + 1
        takers += 1
    return needed
