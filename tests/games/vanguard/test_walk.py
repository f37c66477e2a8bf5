"""A walk through everything: every log, row, track, step and ending of the campaign is performed where it happens, in
several worlds and with every choice, and what it says is what becomes of the state. That the rules lead to all of it is
played in `test_played`."""

from __future__ import annotations

from typing import Any

from app.games.vanguard.content import CAMPAIGN, CONDITION, LOG, PLANETS, POI, THREAT
from app.games.vanguard.language import Effect
from app.games.vanguard.state import State
from app.packs.campaign.perform import WORLDS, Performed, Scene, perform, placed, scenes
from tests.games.vanguard.situations import carried_out
from tests.rules import rule

SCENES = list(scenes())


def expected(done: list[Effect], before: State) -> dict[str, Any]:
    """What a row of effects must have made of the parts of the state that nothing else changes."""
    x = before.x
    counters = dict(before.counters)
    pois = {key: list(cards) for key, cards in x.pois.items()} if x else {}
    facts: dict[str, Any] = {"flags": set(before.flags), "logs": set(before.logs), "done": set(before.done)}
    opened, finished, missions = set(), set(x.finished) if x else set(), list(x.missions) if x else []
    for effect in done:
        verb, args = effect.verb, effect.args
        if verb in counters:
            counters[verb] = min(10, max(0, counters[verb] + effect.n))
        elif verb == "flag":
            facts["flags"].add(args[0])
        elif verb == "log":
            facts["logs"].add(effect.n)
        elif verb == "poi":
            pois[args[1]] = [int(args[0])]
            finished.discard(args[1])
        elif verb == "finish" and args[0] != "here":
            finished.add(args[0])
        elif verb == "open":
            opened.add(args[0])
        elif verb == "close":
            opened.discard(args[0])
        elif verb == "condition":
            facts["condition"] = args[0]
        elif verb == "ending":
            facts["ending"] = args[0]
        elif verb == "unlock":
            facts.setdefault("unlocked", set()).add(f"{args[0]}:{args[1]}")
        elif verb == "mission" and args[1] == "add":
            missions += [args[0]] if args[0] not in missions else []
        elif verb == "mission":
            missions = [key for key in missions if key != args[0]]
            if args[1] == "complete":
                facts["done"].add(args[0])
    return {**facts, "counters": counters, "pois": pois, "opened": opened, "finished": finished, "missions": missions}


def verify(result: Performed, done: list[Effect], before: State) -> None:
    state, told = result.state, expected(done, before)
    assert set(state.flags) == told["flags"]
    moved = any(effect.verb == "move" for effect in done)  # into a sector with a log, perhaps
    assert set(state.logs) >= told["logs"] if moved else set(state.logs) == told["logs"]
    assert set(state.done) == told["done"]
    assert state.counters == told["counters"]
    assert told.get("unlocked", set()) <= set(state.unlocked)
    assert state.ending == told.get("ending", "")
    if state.x:
        assert state.x.pois == told["pois"]
        assert told["opened"] <= set(state.x.opened)
        assert told["finished"] <= set(state.x.finished)
        assert state.x.missions == told["missions"]
        assert state.x.condition == told.get("condition", before.exploration.condition)


def walk(listed: list[Scene]) -> tuple[set[int], set[str]]:
    logs: set[int] = set()
    endings: set[str] = set()
    for scene in listed:
        for world in WORLDS:
            before = placed(scene, world)
            with carried_out() as done:
                for result in perform(scene, world):
                    verify(result, list(done), before)
                    done.clear()
                    logs.update(result.logs)
                    endings.add(result.ending)
    return logs, endings


@rule("ISS-203", "ISS-334")
def test_every_log_every_row_and_every_ending() -> None:
    logs, endings = walk(SCENES)
    assert logs == set(LOG)
    assert endings == {"", *CAMPAIGN.endings}


def test_nothing_is_left_out() -> None:
    names = [scene.where for scene in SCENES]
    actions = [action for poi in POI.values() for action in poi.actions]
    actions += [threat.action for threat in THREAT.values()] + [one.travel for one in CONDITION.values()]
    rows = sum(len(action.rows) for action in actions)
    assert sum(" row " in name for name in names) == rows == 161
    assert sum(" track " in name for name in names) == sum(len(action.tracks) for action in actions)
    assert sum(name.endswith(" plain") for name in names) == sum(bool(action.plain) for action in actions)
    steps = [step for threat in THREAT.values() for step in threat.time.steps]
    steps += [step for one in CONDITION.values() for track in one.time for step in track.steps]
    assert sum(" time " in name for name in names) == len(steps)
    assert sum(name.startswith("landing") for name in names) == 3 * len(PLANETS)
