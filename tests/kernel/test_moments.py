"""Moments: what a line shows besides its words, how it grows, and who sees it."""

from __future__ import annotations

import msgspec
import pytest

from app.kernel import Change, Die, Line, Moment, Option, Outcome, Play, Refused, Result, Rng, Script, Session, choose
from tests.contract.toys import Parley, State

HURT = [Option("left", "The left arm"), Option("right", "The right arm")]


def play() -> Play[State]:
    return Play(Parley().setup(2, None, Rng("moments")), Rng("moments"))


def test_everything_inside_is_one_moment_on_the_first_line_told() -> None:
    g = play()
    with g.moment("fight", "{0} strikes {1}", about="unit-1", rule="TOY-001") as fight:
        g.tell("{0} strikes.")
        (rolled,) = g.roll(1, 4, "Damage: {dice}.", owner=0)
        fight.fate("hurts", "is the damage")
        g.change("Health", 5, 5 - rolled, "the blow", seat=1)
    first, second = g.lines
    assert first.moment == Moment(
        "fight",
        "{0} strikes {1}",
        "unit-1",
        dice=(Die(str(rolled), 4, 0, "hurts", "is the damage"),),
        changes=(Change("Health", "5", str(5 - rolled), "the blow", 1, False),),
        rule="TOY-001",
    )
    assert second.moment is None
    assert second.dice == (rolled,)


def test_a_moment_without_a_line_tells_its_title() -> None:
    g = play()
    with g.moment("gain", "{0} finds a key"):
        pass
    assert [line.text for line in g.lines] == ["{0} finds a key."]


def test_a_moment_inside_another_is_part_of_it_unless_others_read_it() -> None:
    g = play()
    with g.moment("event", "The storm comes"):
        g.tell("The storm comes.")
        with g.moment("loss", "{0} loses a sail"):
            g.change("sails", 3, 2, "the storm", seat=0)
        with g.moment("reveal", "You see the shore", to=[1]):
            g.tell("You see the shore.", to=[1])
    told = [(line.to, line.moment.title if line.moment else None) for line in g.lines]
    assert told == [(None, "The storm comes"), ((1,), "You see the shore")]
    assert g.lines[0].moment is not None
    assert [change.what for change in g.lines[0].moment.changes] == ["sails"]


def test_a_change_outside_of_a_moment_is_one_of_its_own() -> None:
    g = play()
    g.change("Morale", 3, 2, "the night", seat=0)
    assert g.lines[0].moment is not None
    assert g.lines[0].moment.changes[0].better is False


def test_a_moment_that_was_refused_tells_nothing() -> None:
    g = play()
    with pytest.raises(Refused), g.moment("fight", "{0} strikes"):
        raise Refused("Not now.")
    assert g.lines == []
    assert g.scene is None


class Growing(Parley):
    """A check that asks in the middle."""

    takes_single_answers = False

    def script(self, g: Play[State]) -> Script[Outcome]:
        with g.moment("check", "{0} climbs") as climb:
            g.tell("{0} climbs.")
            climb.change("height", 0, 1, "the first step", seat=0)
            arm = yield from choose(0, "Which arm is hurt?", HURT)
            g.tell(f"The {arm} arm is hurt.")
            climb.change("arm", "whole", "hurt", "the rock", seat=0, better=False)
        yield from choose(0, "And now?", HURT)
        return Outcome((), "")


def test_a_moment_that_asks_is_shown_so_far_and_grows() -> None:
    session = Session.start(Growing(), seats=2, seed="x")
    before = session.opening_lines[0].moment
    (line,) = session.answer(0, session.asks[0].id, ["left"])
    assert before is not None
    assert line.moment is not None
    assert len(before.changes) == 1
    assert len(line.moment.changes) == 2
    assert before.id
    assert line.moment.id == before.id, "the later one takes the place of the earlier"


def test_what_somebody_does_meanwhile_is_not_part_of_it() -> None:
    session = Session.start(Growing(), seats=2, seed="x")
    pledge = session.use(1, "pledge")
    assert all(line.moment is None for line in pledge)


def test_a_grown_moment_is_the_same_after_loading_and_taking_back() -> None:
    session = Session.start(Growing(), seats=2, seed="x")
    first = session.answer(0, session.asks[0].id, ["left"])
    loaded = Session.load(Growing(), session.save())
    assert loaded.log(None)[-1].moment == first[0].moment
    session.undo(0)
    assert session.answer(0, session.asks[0].id, ["left"]) == first


def test_a_private_line_is_told_in_the_third_person_when_it_is_revealed() -> None:
    line = Line("You draw a key.", (0,), later=True, moment=Moment("gain", "You draw a key"), others="{0} drew a key.")
    assert line.as_read_by(0) is line
    assert line.as_read_by(1).text == "{0} drew a key."
    assert line.as_read_by(None).moment is None, "its moment speaks to one player"
    older = Line("You draw a key.", (0,), later=True)
    assert older.as_read_by(1).text == "{0} read: You draw a key."


def test_lines_stored_before_there_were_moments_load() -> None:
    stored = msgspec.msgpack.encode({"text": "{0} walks.", "to": [0], "later": True, "dice": [3], "proof": "dice:1"})
    line = msgspec.msgpack.decode(stored, type=Line)
    assert line == Line("{0} walks.", (0,), later=True, dice=(3,), proof="dice:1")


class Interrupted(Parley):
    """A climb in the middle of which something else is told."""

    takes_single_answers = False

    def script(self, g: Play[State]) -> Script[Outcome]:
        with g.moment("check", "{0} climbs") as climb:
            climb.change("height", 0, 1, "the first step", seat=0)
            with g.aside(), g.moment("event", "A stone falls") as fall:
                fall.change("stones", 3, 2, "the wind")
                yield from choose(0, "Do you duck?", HURT)
            climb.change("height", 1, 2, "the second step", seat=0)
        yield from choose(0, "And now?", HURT)
        return Outcome((), "")


def test_an_aside_is_told_by_itself_and_the_moment_goes_on() -> None:
    session = Session.start(Interrupted(), seats=2, seed="x")
    first, second = (line.moment for line in session.opening_lines)
    assert first is not None
    assert second is not None
    assert (first.title, second.title) == ("{0} climbs", "A stone falls")
    assert first.id != second.id
    later = [line.moment for line in session.answer(0, session.asks[0].id, ["left"])]
    grown = next(moment for moment in later if moment is not None and moment.id == first.id)
    assert [change.after for change in grown.changes] == ["1", "2"]


def test_a_moment_apart_is_told_alone_and_the_other_grows_on() -> None:
    g = play()
    with g.moment("check", "{0} opens the door") as door:
        g.tell("{0} rolls.")
        with g.moment("story", "A letter lies there", text="Dear all", apart=True):
            g.tell("A letter is read.")
            g.change("courage", 2, 1, "the letter")
        door.change("keys", 1, 0, "it broke")
    first, second = g.lines
    assert first.moment is not None
    assert second.moment is not None
    assert (first.moment.title, second.moment.title) == ("{0} opens the door", "A letter lies there")
    assert [change.what for change in first.moment.changes] == ["keys"]
    assert [change.what for change in second.moment.changes] == ["courage"]
    assert second.moment.text == "Dear all"


def test_a_moment_says_what_came_of_it_and_whose_deed_it_is() -> None:
    g = play()
    with g.moment("check", "Ondine turns the wheel", actor=1) as check:
        check.result("Row met: Haul", "The tide falls", good=True)
    (line,) = g.lines
    assert line.moment is not None
    assert line.moment.actor == 1
    assert line.moment.results == (Result("Row met: Haul", "The tide falls", True),)


def test_a_die_that_is_known_by_a_key_keeps_its_place() -> None:
    g = play()
    with g.moment("check", "Ondine turns the wheel") as check:
        check.show("a", Die("Blank"))
        check.show("b", Die("Haul"))
        check.show("a", Die("Valid"))
        check.became("b", "counts", "pays the row")
        check.became("c", "hurts")
    (line,) = g.lines
    assert line.moment is not None
    assert line.moment.dice == (Die("Valid"), Die("Haul", fate="counts", note="pays the row"))
