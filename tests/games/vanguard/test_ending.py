"""How a campaign ends is told: verdict, missions, a chapter for each player; and where it stands, on the shelf."""

from __future__ import annotations

import pytest

from app.games.vanguard.game import GAME
from app.games.vanguard.state import Entry
from app.kernel import Line, Moment, Result
from tests.games.vanguard.situations import fresh, on_planet
from tests.rules import rule


@rule("ISS-334")
@pytest.mark.parametrize(("key", "won"), [("END1", True), ("END6", False)])
def test_an_ending_tells_missions_chapters_and_the_moment_that_decided(key: str, won: bool) -> None:
    state = on_planet("P2")
    state.ending, state.step = key, "save"
    state.chronicle = [Entry("exploration", "Brackwater: done, 5 Success."), Entry("death", "Ilse Varga died.")]
    hurt = Moment("check", "Ilse Varga: Turn it", actor=0, results=(Result("Ilse Varga is Chilled", "", False),))
    last = Moment("story", "The beat over home", text="It comes back.")
    told = [Line("a", moment=hurt), Line("b", moment=last)]
    ending = GAME.ending(state, told)
    assert ending is not None
    assert ending.good is won
    assert ending.decided == last
    assert ("Brackwater", "done") in [(fact.what, fact.value) for fact in ending.reasons]
    assert [chapter.seat for chapter in ending.chapters] == [0, 1]
    assert "1 check" in ending.chapters[0].text
    assert "1 injury" in ending.chapters[0].text
    assert "1 name on the Memorial Wall" in ending.why


def test_a_campaign_that_goes_on_has_no_ending() -> None:
    assert GAME.ending(fresh(), []) is None


def test_the_shelf_says_what_was_before_and_where_we_are() -> None:
    state = on_planet()
    state.chronicle = [Entry("exploration", "Hollow Lamp: done, 3 Success.")]
    state.exploration.missions = ["M05"]
    where = GAME.where(state, 0)
    assert where == (
        "Previously: Hollow Lamp: done, 3 Success. Brackwater, round 1 · Ilse Varga acts. Mission: The mast's heart."
    )
