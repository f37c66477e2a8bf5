"""Every effect on the Roll Pool, and every section card once for its top and once for its combination."""

from __future__ import annotations

import pytest

from app.games.vanguard import check
from app.games.vanguard.data.cards import CARD, PREFIX, SECTION_CARDS
from app.games.vanguard.data.structs import SectionCard
from app.games.vanguard.effects import Ctx, run, use_card
from app.games.vanguard.game import invariants
from app.games.vanguard.people import explorer
from app.games.vanguard.pools import icons
from app.games.vanguard.state import Danger, State, ThreatFigure
from tests.games.vanguard.situations import Driver, checking, dice, die_of, hurt, on_planet, show, spend_all
from tests.rules import rule

DOOR = "poi:203:0"


def at_door() -> State:
    state = on_planet("P2", ("s4", "s4", "s4"), 3)
    checking(state, DOOR, step=4)
    return state


def number(key: str) -> int:
    return int(key[1:])


def shown(state: State, *keys: str) -> list[str]:
    return ["+".join(icons(state.dice[number(key)])) for key in keys]


def do(state: State, text: str, *answers: tuple[str, ...], section: int = 0) -> Driver:
    driver = Driver(state)
    driver.run(run(driver.g, text, Ctx(section)), *answers)
    return driver


def rerolled(state: State, text: str, *answers: tuple[str, ...]) -> set[int]:
    """The dice that some roll or other has changed."""
    changed: set[int] = set()
    before = {die.id: die.face for die in state.dice}
    for seed in range(12):
        for die in state.dice:
            die.face = before[die.id]
        driver = Driver(state, f"reroll {seed}")
        driver.run(run(driver.g, text, Ctx(0)), *answers)
        changed |= {die.id for die in state.dice if die.face != before[die.id]}
    for die in state.dice:
        die.face = before[die.id]
    return changed


@rule("ISS-103", "ISS-104")
def test_reroll() -> None:
    state = at_door()
    mine, other = show(state, 0, "breach", "Ba"), show(state, 1, "track", "READ")
    first, second = show(state, 0, "haul", "Ac"), show(state, 1, "probe", "Ac")
    every = {mine, other, first, second}
    assert rerolled(state, "reroll accidents") == {number(first), number(second)}
    assert rerolled(state, "reroll 2", (f"die:{number(mine)}", f"die:{number(other)}")) == {number(mine), number(other)}
    assert rerolled(state, "reroll 1", ()) == set()  # up to one
    for text, able in (("reroll 1", every), ("reroll 1 red", {mine, first}), ("reroll 1 assist", {other, second})):
        (ask,) = do(state, text).asked
        assert {option.id for option in ask.options} == {f"die:{number(key)}" for key in able}
        assert (ask.least, ask.most) == (0, 1)
    assert do(state, "reroll 1 blue", ()).asked


@rule("ISS-103", "ISS-104")
def test_set_and_match() -> None:
    state = at_door()
    breach, track = show(state, 0, "breach", "Ac"), show(state, 1, "track", "Ba")
    (ask,) = do(state, "set 1 bracket", (f"die:{number(breach)}",)).asked
    assert ask.most == 1
    assert shown(state, breach, track) == ["BREACH", "Ba"]
    (ask,) = do(state, "set 1 red Ba", (f"die:{number(breach)}",)).asked
    assert [option.id for option in ask.options] == [f"die:{number(breach)}"]
    assert shown(state, breach) == ["Ba"]
    faces = do(state, "set 1 green any", (f"die:{number(track)}",), ("face:V",)).asked[1]
    assert [option.label for option in faces.options] == ["Track", "Read", "Blank", "Valid", "Accident"]
    assert shown(state, track) == ["V"]
    do(state, "set 1 PROBE", (f"die:{number(track)}",))
    assert shown(state, track) == ["V"]  # a die without that face is not changed
    (ask,) = do(state, "match 1", (f"match:{number(breach)}:V",)).asked
    assert {option.id for option in ask.options} == {"stop", f"match:{number(breach)}:V", f"match:{number(track)}:Ba"}
    assert shown(state, breach) == ["V"]
    haul = show(state, 0, "haul", "HAUL")
    do(state, "match 2", (f"match:{number(haul)}:V",))
    assert shown(state, haul, breach) == ["V", "V"]  # nothing more to match
    show(state, 0, "probe", "PROBE")
    (ask,) = do(state, "match 1", ("stop",)).asked
    assert not [option.id for option in ask.options if option.id.endswith("PROBE")]  # none of the others has that face


@rule("ISS-103", "ISS-153")
def test_accidents_are_turned_one_or_all() -> None:
    state = at_door()
    keys = [show(state, 0, "breach", "Ac"), show(state, 1, "haul", "Ac"), show(state, 0, "guard", "GUARD")]
    wild = show(state, 0, "wild", "Ac")
    (ask,) = do(state, "set accident Ba", (f"die:{number(keys[1])}",)).asked
    assert {option.id for option in ask.options} == {f"die:{number(key)}" for key in keys[:2]}
    assert shown(state, *keys, wild) == ["Ac", "Ba", "GUARD", "Ac"]
    assert not do(state, "set accident Ba").asked  # only one is left
    assert shown(state, *keys, wild) == ["Ba", "Ba", "GUARD", "Ac"]
    for key in keys[:2]:
        state.dice[number(key)].face = 5
    do(state, "set accidents Ba")
    assert shown(state, *keys, wild) == ["Ba", "Ba", "GUARD", "Ac"]  # the Wild die has no such face


@rule("ISS-121", "ISS-122")
def test_dangers_and_injury_dice_may_be_ignored() -> None:
    state = at_door()
    now = state.now
    now.danger = [Danger(1, "square"), Danger(1, "square"), Danger(2, "blank")]
    do(state, "ignore-danger 1", ("danger:1:square",))
    assert now.danger == [Danger(1, "square"), Danger(2, "blank")]
    do(state, "ignore-danger 3")
    assert now.danger == []
    now.danger = [Danger(1, "square"), Danger(2, "blank")]
    do(state, "ignore-danger all")
    assert now.danger == []
    now.injury, now.injury_dice = ["ache", "crisis", "ache"], 3
    do(state, "ignore-injury 1", ("injury:crisis",))
    assert (now.injury, now.injury_dice) == (["ache", "ache"], 3)  # unread in the Spent Pool, back on the board later
    do(state, "ignore-injury all")
    assert now.injury == []
    do(state, "add-danger 6 2")
    assert [danger.category for danger in now.danger] == [6, 6]


@rule("ISS-105", "ISS-098", "ISS-EX37")
def test_an_assistant_of_the_actors_choice_rolls_a_further_die() -> None:
    state = at_door()
    spend_all(state, 2)
    haul = die_of(state, 1, "haul")
    driver = do(state, "extra-assist 1", (f"die:{haul}",))
    assert [ask.rule for ask in driver.asked] == ["ISS-105"]  # Science has no die left, so Recon it is
    assert state.dice[haul].zone == "pool"
    assert any("Tobias Lund adds" in line.text for line in driver.g.lines)  # it is rolled
    state = at_door()
    link = die_of(state, 2, "link")
    driver = do(state, "extra-assist 1", ("crew:2",), (f"die:{link}",))
    assert [option.id for option in driver.asked[0].options] == ["crew:1", "crew:2"]
    assert state.dice[link].zone == "pool"
    explorer(state, 1).sector = explorer(state, 2).sector = "s1"
    assert not do(state, "extra-assist 1").asked


@rule("ISS-135")
def test_progress_on_one_track_of_the_action() -> None:
    state = at_door()
    do(state, "progress 2")
    assert state.exploration.tracks == {"203:door": 2}
    do(state, "progress 2")
    assert state.exploration.tracks == {"203:door": 3}  # surplus is lost
    checking(state, "poi:604:0", step=5)
    driver = do(state, "progress 1", ("track:tune",))
    assert [option.id for option in driver.asked[0].options] == ["track:set", "track:tune"]
    assert state.exploration.tracks == {"203:door": 3, "604:tune": 1}
    checking(state, "prepare", kind="prepare", step=5)
    do(state, "progress 1")  # a Prepare check has no tracks
    state.check = None
    do(state, "progress 1; add V; far-assist; extra-assist 1; reroll 1; set 1 bracket; match 1; ignore-danger 1")
    assert state.exploration.tracks == {"203:door": 3, "604:tune": 1}


# Every card ------------------------------------------------------------------------------------------------------------


def with_card(card: SectionCard) -> tuple[Driver, int]:
    """Everything a card could touch is there: dice everywhere, injuries, discards, gear, Threats, Discoveries."""
    state = on_planet("P2", ("s4", "s4", "s4", "s4"), 4, rank=3)
    section = PREFIX.index(card.id[:2])
    x = state.exploration
    x.turn = x.start = section
    x.threats = [ThreatFigure("T04", "s6", 2), ThreatFigure("T02", "s4", 2)]
    x.time["tide"] = 3
    x.cargo = [state.finds["ores"].pop(0), state.finds["spores"].pop(0)]
    for crew in x.crew:
        hurt(state, crew.section, "bruised")
        crew.injury_columns[2] = True
        crew.gear = ["EQ-S02!", "EQ-S03"]
        cards = [key for key in CARD if key.startswith(PREFIX[crew.section]) and key != card.id]
        crew.deck, crew.discard = cards[:3], cards[3:5]
        spend_all(state, crew.section, keep=2)
    x.crew[(section + 1) % 4].sector = "s6"  # next to the others
    explorer(state, section).hand = [card.id]
    now = checking(state, DOOR, actor=section, step=4)
    now.danger, now.injury, now.injury_dice = [Danger(1, "square")], ["strain"], 1
    for kind, icon in (("ered", "BREACH"), ("egreen", "READ"), ("eblue", "LINK"), ("ublue", "Ba")):
        show(state, section, kind, icon)
    return Driver(state, card.id), section


def facts(state: State, card: str) -> tuple[object, ...]:
    """All that a card may change, but for its own place and the Roll Pool."""
    x, now = state.exploration, state.now
    return (
        [len(dice(state, crew.section, "slot")) for crew in x.crew],
        [([key for key in crew.hand if key != card], list(crew.deck)) for crew in x.crew],
        [(crew.sector, crew.charges, list(crew.injury_columns), list(crew.gear)) for crew in x.crew],
        [[(injury.kind, injury.flipped) for injury in crew.injuries] for crew in x.crew],
        [(dict(crew.statuses), crew.skip_event, crew.ignore_icons) for crew in x.crew],
        (x.supplies, x.success, dict(x.time), dict(x.tracks), list(x.cargo), x.event_cancelled),
        [(figure.id, figure.sector, figure.time) for figure in x.threats],
        (list(now.danger), list(now.injury), list(now.loose), now.far),
        sorted(state.lead_bag),
    )


@rule("ISS-104", "ISS-146", "ISS-147")
@pytest.mark.parametrize("card", SECTION_CARDS, ids=lambda card: card.id)
def test_every_card_can_be_played(card: SectionCard) -> None:
    driver, section = with_card(card)
    state = driver.g.state
    before = facts(state, card.id)
    driver.run(use_card(driver.g, section, card.id, card.top))
    crew = explorer(state, section)
    assert card.id not in (*crew.hand, *crew.deck, *crew.playing)
    assert card.id in crew.discard
    if not card.top.startswith(("reroll", "match", "set", "peek")):  # on the pool, and by default on none of its dice
        assert facts(state, card.id) != before
    invariants(state)


@rule("ISS-107", "ISS-108")
@pytest.mark.parametrize("card", SECTION_CARDS, ids=lambda card: card.id)
def test_every_combination_can_be_used(card: SectionCard) -> None:
    driver, section = with_card(card)
    state = driver.g.state
    for _ in range(3):
        show(state, section, "wild", "V")
    key = next(option.id for option in check.combo_options(state) if option.id.startswith(f"combo:{card.id}:"))
    before = facts(state, card.id)
    _, source, which = key.split(":")
    driver.run(check.use_combo(driver.g, source, which))
    crew = explorer(state, section)
    assert card.id not in (*crew.hand, *crew.deck, *crew.playing)
    assert card.id in (crew.aside if "set-aside" in card.combo else crew.discard)
    assert all(state.dice[number(one)].zone != "pool" for one in which.split("+"))
    if card.combo != "peek any 2":
        assert facts(state, card.id) != before
    invariants(state)
