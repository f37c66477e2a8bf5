"""Victory and the three losses (BIO-290 to BIO-295)."""

from __future__ import annotations

from app.games.biome.components import keys_needed
from app.games.biome.state import Dragon, Result, State
from app.kernel import Outcome


def keys_left(state: State) -> int:
    """BIO-291: every key that is not destroyed, wherever it is."""
    return (
        sum(board != "escape" for board in state.quest_stack)
        + sum(quest.key for quest in state.quests)
        + sum(quest.hoard.count("key") for quest in state.quests if isinstance(quest, Dragon))
        + sum(person.inventory.count("key") for person in state.players)
        + sum(hidden.kind == "key" for tile in state.tiles for hidden in tile.secrets)
        + sum(camp.store.count("key") for camp in state.camps)
        + sum(loot.kind == "key" for party in state.parties for loot in party.cargo)
        + sum(held.kind == "key" for held in state.held)
        + state.lock
    )


def exit_open(state: State) -> bool:
    return state.exit is not None and state.lock >= keys_needed(state.quest_count)  # BIO-287


def judged(state: State) -> Result:
    """BIO-294: victory, then loss 2, 3, 1."""
    if exit_open(state) and all(person.status == "active" and person.at == state.exit for person in state.players):
        return "escaped"  # BIO-290
    if not any(camp.kind == "main" for camp in state.camps):
        return "camp"  # BIO-292
    if all(person.status != "active" for person in state.players):
        return "all-down"  # BIO-293
    if keys_left(state) < keys_needed(state.quest_count):
        return "keys"
    return ""


def over(state: State) -> bool:
    """Look whether the game has ended, and remember it. Called after every event."""
    if not state.result:
        state.result = judged(state)
        state.shown += bool(state.result)  # BIO-307: everything is shown
    return bool(state.result)


def outcome(state: State) -> Outcome:
    seats = tuple(range(state.seats)) if state.result == "escaped" else ()
    return Outcome(seats, state.result)
