"""Every condition of the effect language from both sides, and every cost to the last token."""

from __future__ import annotations

import pytest

from app.games.vanguard.conditions import holds, payable
from app.games.vanguard.people import explorer
from app.games.vanguard.state import State
from tests.games.vanguard.situations import on_planet, spend_all
from tests.games.vanguard.test_choices import gather
from tests.games.vanguard.test_ship import staffed
from tests.rules import rule


def there() -> State:
    """On Brackwater in round 4, Security in s1 at the lander, Recon of rank 2 in s5."""
    state = on_planet("P2", ("s1", "s5"))
    x = state.exploration
    x.round, x.supplies, x.cargo, x.uniques, x.finished = 4, 3, ["a", "b"], [2, 34], ["s3"]
    explorer(state, 1).rank = 2
    state.flags, state.visited, state.done = ["known"], ["P1"], ["M01"]
    state.counters = {"signal": 3, "accord": 2, "wake": 1}
    return state


TRUE = (
    "flag known", "signal>=3", "accord>=2", "wake>=1", "cargo 2", "item 34", "crew-in s1", "crew-in s5", "crew-in lander",
    "finished s3", "discoveries>=2", "round>=4", "visited P1", "done M01", "supply>=3", "morale>=medium", "morale>=low",
    "section security", "rank>=1", "not flag other", "flag other or flag known", "flag known and signal>=3",
)  # fmt: skip
FALSE = (
    "flag other", "signal>=4", "accord>=3", "wake>=2", "cargo 3", "item 35", "crew-in s2", "all-in s1", "finished s4",
    "discoveries>=3", "round>=5", "visited P2", "done M05", "supply>=4", "morale>=high", "section recon", "rank>=2",
    "not flag known", "flag known and signal>=4", "lost", "first-bridge",
)  # fmt: skip


@rule("ISS-064", "ISS-200", "ISS-264")
@pytest.mark.parametrize(("text", "true"), [*((text, True) for text in TRUE), *((text, False) for text in FALSE)])
def test_conditions_on_a_planet(text: str, true: bool) -> None:
    assert holds(there(), text, 0) == true


@rule("ISS-064")
def test_conditions_look_at_the_acting_crew() -> None:
    state = there()
    assert holds(state, "section recon and rank>=2", 1)
    assert not holds(state, "section security", None)
    assert not holds(state, "rank>=1", None)
    assert holds(state, "", None)
    explorer(state, 1).sector = "s1"
    assert holds(state, "all-in s1", 0)


def test_conditions_aboard() -> None:
    state = staffed()
    for text in ("cargo 2", "crew-in s1", "round>=1", "supply>=1", "discoveries>=1"):
        assert not holds(state, text, None)
    state.ship.bridges = 1
    assert holds(state, "first-bridge", None)
    state.ship.bridges = 2
    assert not holds(state, "first-bridge", None)


@rule("ISS-257")
def test_when_all_is_lost() -> None:
    """Morale Very Low, and no section with more than three dice."""
    state = staffed()
    for section in range(4):
        for die in [die for die in state.dice if die.section == section][3:]:
            die.zone, die.section = "box", -1
    assert not holds(state, "lost", None)
    state.ship.morale = 0
    assert holds(state, "lost", None)
    die = next(die for die in state.dice if die.zone == "box")
    die.zone, die.section = "compartment", 3
    assert not holds(state, "lost", None)


@rule("ISS-013", "ISS-164", "ISS-EX03", "ISS-EX56")
def test_costs_to_the_last_token_on_a_planet() -> None:
    state = there()
    state.exploration.success = 2
    spend_all(state, 0, keep=2)  # a red and a green one, or two of a colour
    explorer(state, 0).hand = ["SE01"]
    able = ("spend 2", "discard 1", "supply -3", "success -2", "lose-discovery 2", "item 34", "spend 2; supply -3")
    unable = ("spend 3", "discard 2", "supply -4", "success -3", "lose-discovery 3", "item 35", "spend 2; supply -4")
    assert [cost for cost in able if not payable(state, cost, 0)] == []
    assert [cost for cost in unable if payable(state, cost, 0)] == []


@rule("ISS-013")
def test_costs_to_the_last_token_aboard() -> None:
    state = staffed()
    state.ship.success = 2
    gather(state, "DO1.1")
    assert payable(state, "success -2", None)
    assert not payable(state, "success -3", None)
    assert payable(state, "lose-discovery 1", None)
    assert not payable(state, "lose-discovery 2", None)
    assert not payable(state, "supply -1", None)
    assert not payable(state, "item 34", None)
    state = on_planet()
    state.exploration.over, state.exploration.success, state.ship.success = "liftoff", 5, 1
    assert not payable(state, "success -2", None)  # what lies on the lander is not in the pool yet
