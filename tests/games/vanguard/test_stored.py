"""Stored campaigns of every version load and go on; from their moments the contract is kept, on the planet and aboard,
and nothing hidden is in any view."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.games.vanguard.content import CONDITION, LANDING, LOG, MISSION, PLANET, POI, THREAT
from app.games.vanguard.content.structs import LandingStep
from app.games.vanguard.game import GAME
from app.games.vanguard.state import State
from app.games.vanguard.views import story as builders
from app.kernel import Game, Session
from tests.contract.checks import CHECKS, Setting
from tests.games.vanguard.store import EVERYWHERE, MOMENTS, STORED, path_of
from tests.rules import rule

FILES = sorted(STORED.glob("v*/*.bin"))


def load(path: Path) -> Session[State]:
    return Session.load(GAME, path.read_bytes())


@rule("ISS-333", "ISS-025")
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_stored_campaign_loads_and_goes_on(path: Path) -> None:
    session = load(path)
    if path.parent.name == f"v{GAME.version}":
        assert MOMENTS[path.stem.partition("-")[0]](session.state)
        assert session.save() == path.read_bytes()
    for _ in range(60):
        if session.outcome:
            break
        session.apply(GAME.bot(session, session.next_seat))
    GAME.invariants(session.state)


def test_there_are_campaigns_of_this_version() -> None:
    """A new version of the state adds a folder (`python -m tests.games.vanguard.store`) and leaves the old ones."""
    for version in range(1, GAME.version + 1):
        for moment in MOMENTS:
            assert path_of(moment, 2, version).exists()


# The contract, in the middle of things ----------------------------------------------------------------------------


class Moment(Setting, frozen=True):
    """Starts from a stored campaign instead of from the beginning."""

    moment: str = ""

    def start(self, game: Game[Any]) -> Session[Any]:
        return Session.load(game, path_of(self.moment, self.seats).read_bytes())


@rule("ISS-335", "ISS-336", "ISS-351", "ISS-355")
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("moment", EVERYWHERE)
def test_the_contract_on_the_planet_and_aboard(moment: str, seats: int, check: Any) -> None:
    check(GAME, Moment(seats, {}, f"{moment} {seats}", 14, moment))


# What nobody may know ---------------------------------------------------------------------------------------------


def views(session: Session[State]) -> list[bytes]:
    for thing in vars(builders).values():
        if hasattr(thing, "cache_clear"):
            thing.cache_clear()  # the content may have been disguised
    seats: list[int | None] = [None, *range(session.seats)]
    return [
        msgspec.json.encode((session.view(seat), session.asks.get(seat or 0) if seat is not None else None))
        for seat in seats
    ]


def disguise(patch: pytest.MonkeyPatch, state: State) -> int:
    """Changes everything that this campaign has not revealed; gives how many things that were."""
    changed = 0
    replace = msgspec.structs.replace
    for number in [number for number in LOG if number not in state.logs]:
        patch.setitem(LOG, number, replace(LOG[number], text="another story", do="ending END6"))
        changed += 1
    placed = {card for cards in state.x.pois.values() for card in cards} if state.x else set()
    for number in [number for number in POI if number not in placed]:
        patch.setitem(POI, number, replace(POI[number], name="another place", actions=(), biomes=("ice",)))
        changed += 1
    figures = {figure.id for figure in state.x.threats} if state.x else set()
    for key in [key for key in THREAT if key not in figures]:
        patch.setitem(THREAT, key, replace(THREAT[key], name="another beast"))
        changed += 1
    for key, planet in list(PLANET.items()):
        seen = state.ship.scanned.get(planet.landing.id, 0)
        if state.landing and state.landing.planet == key:
            seen = max(seen, state.landing.step + 1)
        hidden = LandingStep("agility", 9, "kill")
        steps = tuple(step if number < seen else hidden for number, step in enumerate(planet.landing.steps))
        other = replace(planet, landing=replace(planet.landing, steps=steps))
        patch.setitem(PLANET, key, other)
        patch.setitem(LANDING, planet.landing.id, other)
        changed += 3 - min(3, seen)
        if seen < 2 and not (state.x and state.x.planet == key) and key not in state.visited:
            for condition in planet.conditions:
                patch.setitem(CONDITION, condition.id, replace(condition, name="another sky"))
                changed += 1
            for mission in planet.missions:
                patch.setitem(MISSION, mission.id, replace(mission, name="another errand", text="", when="round>=99"))
                changed += 1
    return changed


@rule("ISS-337", "ISS-338", "ISS-340", "ISS-341", "ISS-EX129", "ISS-EX131")
@pytest.mark.parametrize("path", [path_of(moment, 2) for moment in MOMENTS], ids=lambda path: path.stem)
def test_no_view_depends_on_what_is_not_revealed(path: Path) -> None:
    session = load(path)
    for _ in range(12):
        if session.outcome:
            break
        before = views(session)
        with pytest.MonkeyPatch.context() as patch:
            assert disguise(patch, session.state) > 100
            assert views(session) == before
        views(session)
        session.apply(GAME.bot(session, session.next_seat))


def test_views_do_depend_on_what_is_revealed() -> None:
    """The test above can fail."""
    session = load(path_of("exploring", 2))
    before = views(session)
    with pytest.MonkeyPatch.context() as patch:
        number = session.state.logs[-1]
        patch.setitem(LOG, number, msgspec.structs.replace(LOG[number], text="another story"))
        assert views(session) != before
    assert views(session) == before
