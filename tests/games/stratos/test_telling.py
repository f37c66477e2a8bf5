"""Nothing happens off stage: every change is told once, in a moment with its reason, and tells nobody too much."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from app.games.stratos.components import CLASSES
from app.games.stratos.scoring import points
from app.games.stratos.state import State
from app.kernel import Change, Line, Moment, Session, encode_state
from tests.games.stratos.situations import (
    GAME,
    SEATS,
    Table,
    add,
    board,
    give,
    purse,
    set_sign,
    set_special,
    stack,
    teach,
    tile,
)
from tests.rules import rule

RESOURCES = {"Corn": "corn", "Nickel": "nickel", "Spice": "spice", "Oak": "oak", "Gems": "gems"}
WRONG_PLURAL = re.compile(r"\b1 (units|Gems|spells|cards|actions|turns|items|tiles)\b")
ENGINE = re.compile(r"[#_]|\bNone\b|unit:|tile:|\bPP\b")


def told(table: Table, seat: int | None = None) -> list[Moment]:
    return [line.moment for line in table.session.log(seat) if line.moment is not None]


def last(table: Table, kind: str = "", seat: int | None = None) -> Moment:
    return next(moment for moment in reversed(told(table, seat)) if not kind or moment.kind == kind)


def change_of(moment: Moment, what: str, seat: int | None = None) -> Change:
    return next(c for c in moment.changes if c.what == what and seat in (None, c.seat))


# Whole games --------------------------------------------------------------------------------------------------------


def plays(scenario: str, seed: str, choices: int = 400) -> Iterator[tuple[Session[State], State, tuple[Line, ...]]]:
    """A game by bots: after each choice the session, the state before it, and the lines that were told."""
    session: Session[State] = Session.start(GAME, seats=SEATS[scenario], options={"scenario": scenario}, seed=seed)
    for _ in range(choices):
        if session.outcome is not None:
            return
        before = GAME.decode(GAME.version, encode_state(session.state))
        lines = session.apply(GAME.bot(session, min(session.asks)))
        yield session, before, lines


class Ledger:
    """What the moments say has changed; a moment that grows counts with what is new in it."""

    def __init__(self) -> None:
        self.grown: dict[str, Counter[Change]] = {}

    def new(self, lines: tuple[Line, ...]) -> list[Change]:
        found: list[Change] = []
        for line in lines:
            if line.moment is None or line.to is not None:
                continue
            changes = Counter(line.moment.changes)
            known = self.grown.get(line.moment.id, Counter()) if line.moment.id else Counter()
            if line.moment.id:
                self.grown[line.moment.id] = changes
            found += list((changes - known).elements())
        return found


def difference(changes: list[Change], what: str, seats: list[int]) -> int:
    return sum(int(c.after) - int(c.before) for c in changes if c.what.endswith(what) and c.seat in seats)


def really(before: State, after: State, seat: int, value: str) -> int:
    """The sum of what became of each unit's Health or Spirit; a new unit begins with that of its class."""
    then = {unit.id: getattr(unit, value) for unit in before.units if unit.seat == seat}
    now = {unit.id: unit for unit in after.units if unit.seat == seat}
    kept: int = sum(getattr(unit, value) - then.get(n, getattr(CLASSES[unit.cls], value)) for n, unit in now.items())
    fallen: int = sum(amount for n, amount in then.items() if n not in now) if value == "health" else 0
    return kept - fallen


def check_told(before: State, after: State, changes: list[Change]) -> None:
    for number, pool in enumerate(after.pools):
        seats = [player.seat for player in after.players if player.pool == number]
        if any(after.players[seat].eliminated for seat in seats):
            continue
        for what, name in RESOURCES.items():
            grown = getattr(pool, name) - getattr(before.pools[number], name)
            assert difference(changes, what, seats) == grown, (what, changes)
    for player in after.players:
        seat = player.seat
        if player.eliminated:
            continue
        assert difference(changes, "Prosperity", [seat]) == points(after, seat) - points(before, seat), changes
        assert difference(changes, "'s Health", [seat]) == really(before, after, seat, "health"), changes
        if len([u for u in before.units if u.seat == seat]) <= len([u for u in after.units if u.seat == seat]):
            assert difference(changes, "'s Spirit", [seat]) == really(before, after, seat, "spirit"), changes


@rule("STR-213")
@pytest.mark.parametrize("scenario", ["ffa2", "cathedral2", "sorcerer3", "treasure4", "tombolo5"])
def test_every_change_of_points_stores_health_and_spirit_is_told(scenario: str) -> None:
    ledger = Ledger()
    since: State | None = None
    changes: list[Change] = []
    for session, before, lines in plays(scenario, f"told {scenario}"):
        since = since or before
        changes += ledger.new(lines)
        if session._frames[-1].scenes:  # in the middle of a moment: the rest is told when it is over
            continue
        check_told(since, session.state, changes)
        since, changes = None, []


@rule("STR-213")
@pytest.mark.parametrize("scenario", ["ffa2", "ffa3", "rush4", "tombolo5"])
def test_moments_are_sentences_for_people(scenario: str) -> None:
    for session, _, lines in plays(scenario, f"words {scenario}", 300):
        for line in lines:
            if line.moment is None:
                continue
            moment = line.moment
            assert moment.title[0] in "{TY", moment.title  # somebody, a turn, or you
            assert moment.rule, moment.title
            texts = [line.text, moment.title, moment.scene]
            texts += [word for c in moment.changes for word in (c.what, c.before, c.after, c.why)]
            for text in texts:
                assert not ENGINE.search(text), text
                assert not WRONG_PLURAL.search(text), text
            assert all(c.why for c in moment.changes if moment.kind != "end"), moment
            about = moment.about
            if about is not None and about.startswith(("unit-", "tile-")):
                assert GAME.explain(session.state, None, about) is not None or moment.kind == "fight", moment


@rule("STR-213", "STR-149")
def test_the_winning_step_is_told_before_the_end() -> None:
    state = board(target=5)
    add(state, 0, "peasant", (0, 0))
    purse(state, 0, 1, 1, 1, 1)
    state.players[0].hoard = 4
    table = Table(state).do("buy", "hoard")
    hoard, end = told(table)[-2:]
    assert (hoard.title, end.kind, end.title) == ("{0} hoards for Prosperity", "end", "{0} wins the match")
    assert change_of(hoard, "Prosperity").after == "5"
    assert table.log().splitlines()[-1] == "{0} wins: 5 Prosperity Points."


# Single steps --------------------------------------------------------------------------------------------------------


@rule("STR-028", "STR-086", "STR-133", "STR-141")
def test_a_turn_begins_with_what_it_gives() -> None:
    state = board()
    set_special(state, (2, 1), "quarry", covered=False)
    add(state, 0, "mage", (2, 1), spirit=1, defend=True)
    add(state, 1, "peasant", (5, 5))
    state.phase = "start"
    moment = next(line.moment for line in reversed(Table(state).session.opening_lines) if line.moment is not None)
    assert moment.title == "Turn 1: {0}"
    assert [(c.what, c.before, c.after) for c in moment.changes] == [
        ("Mage", "defends", "no longer"),
        ("Mage's Spirit", "1", "2"),
        ("Mage", "", "occupies the Quarry"),
        ("Gems", "0", "1"),
    ]


@rule("STR-060", "STR-068")
def test_a_fight_tells_its_die_and_every_reason() -> None:
    state = board()
    soldier = add(state, 0, "soldier", (3, 3), equipment=["steel_blade"])
    foe = add(state, 1, "soldier", (3, 2), defend=True, equipment=["oak_shield"])
    table = Table(state).d6(5).act(soldier, f"attack:own:{foe.id}")
    moment = last(table, "fight")
    assert moment.title == "{0}'s Soldier hits {1}'s Soldier"
    assert moment.about == f"unit-{foe.id}"
    (die,) = moment.dice
    assert (die.face, die.fate, die.note, die.why) == ("5", "hurts", "is the damage", "1 more by the Steel Blade")
    health = change_of(moment, "Soldier's Health")
    assert (health.seat, health.before, health.after, health.better) == (1, "6", "3", False)
    assert health.why == "5 rolled and 1 more by the Steel Blade, 2 less by its defence and 1 less by its Oak Shield"


@rule("STR-060")
def test_a_miss_is_told_with_the_number_that_misses() -> None:
    state = board()
    soldier, foe = add(state, 0, "soldier", (3, 3)), add(state, 1, "peasant", (3, 2))
    moment = last(Table(state).d6(6).act(soldier, f"attack:own:{foe.id}"), "fight")
    assert moment.title == "{0}'s Soldier misses {1}'s Peasant"
    assert (moment.dice[0].fate, moment.dice[0].note) == ("ignored", "a miss")
    assert change_of(moment, "Peasant's Health").why == "a 6 misses"


@rule("STR-070", "STR-071", "STR-143", "STR-145")
def test_a_defeat_tells_who_fell_what_was_lost_and_whose_point_it_is() -> None:
    state = board()
    soldier = add(state, 0, "soldier", (3, 3), promoted=True)
    foe = add(state, 1, "mage", (3, 2), health=1, equipment=["coral_mail"])
    add(state, 1, "peasant", (5, 5))
    teach(state, 1, "spark", up=True)
    moment = last(Table(state).d6(5).act(soldier, f"attack:own:{foe.id}"), "fight")
    assert moment.title == "{0}'s Knight defeats {1}'s Mage"
    assert moment.about == "tile-3-2", "the board looks where it stood"
    assert change_of(moment, "Prosperity", 0).why == "Defeat: {1}'s Mage fell"
    lost = [c.why for c in moment.changes if c.what == "Prosperity" and c.seat == 1]
    assert lost == ["Knowledge: the spellbook is lost with the last Mage; Treasure: Coral Mail is gone"]
    assert change_of(moment, "spellbook").after == "lost"
    assert change_of(moment, "Mage").why == "no Health is left, and Coral Mail with it"


@rule("STR-075", "STR-076", "STR-088")
def test_a_spell_tells_its_price_its_die_and_the_point_for_knowledge() -> None:
    state = board()
    mage, foe = add(state, 1, "mage", (3, 3)), add(state, 0, "explorer", (3, 4))
    state.slot, state.actor = 1, 1
    teach(state, 1, "firebolt")
    table = Table(state).d4(4).act(mage, "cast:firebolt", f"unit:{foe.id}")
    moment = last(table, "fight")
    assert moment.title == "{1}'s Mage burns {0}'s Explorer"
    assert moment.scene == "Firebolt, from the prairie at E4"
    assert [(c.what, c.before, c.after, c.why) for c in moment.changes] == [
        ("Explorer's Health", "5", "1", "Firebolt rolled 4, nothing lessens it"),
        ("Mage's Spirit", "3", "1", "the price of Firebolt"),
        ("Prosperity", "0", "1", "Knowledge: Firebolt lies face-up in the book"),
    ]


@rule("STR-078", "STR-079")
def test_a_spell_without_effect_says_so() -> None:
    state = board()
    mage, foe = add(state, 0, "mage", (3, 3)), add(state, 1, "mage", (3, 2), defend=True)
    teach(state, 0, "spark")
    moment = last(Table(state).act(mage, "cast:spark", f"unit:{foe.id}"), "fight")
    assert change_of(moment, "Spark").after == "no effect"
    assert not any(c.what == "Prosperity" for c in moment.changes)


@rule("STR-095", "STR-102", "STR-193")
def test_a_found_item_is_told_to_its_finder_alone() -> None:
    state = board()
    explorer = add(state, 0, "explorer", (0, 3))
    set_sign(state, (0, 3), "I")
    stack(state, "land", "war_horn")
    table = Table(state).act(explorer, "search")
    assert last(table, "reveal").title == "{0}'s Explorer finds a one-use item"
    assert "War Horn" not in str(told(table, 1))
    assert "War Horn" not in str(told(table, None))
    assert last(table, "reveal", 0).title == "You find War Horn"


@rule("STR-106", "STR-108", "STR-213")
def test_traps_and_calamities_tell_whom_they_hit_and_why() -> None:
    state = board()
    explorer = add(state, 0, "explorer", (0, 3))
    other = add(state, 1, "soldier", (2, 3))
    set_sign(state, (0, 3), "II")
    stack(state, "land", "pitfall", "earthquake")
    moment = last(Table(state).act(explorer, "search"), "loss")
    assert moment.title == "{0}'s Explorer finds the Pitfall and the calamity Earthquake"
    assert change_of(moment, "Explorer's Health").why == "Pitfall; nothing lessens a trap"
    assert change_of(moment, "Soldier's Health").seat == other.seat
    assert change_of(moment, "Soldier's Health").why == "Earthquake, on the mountain at E3"


@rule("STR-131", "STR-140")
def test_a_discovery_is_a_reveal_with_its_bonus() -> None:
    state = board()
    set_special(state, (2, 1), "quarry")
    walker = add(state, 0, "peasant", (1, 1))
    moment = last(Table(state).act(walker, "travel:2,1"))
    assert (moment.kind, moment.title) == ("reveal", "{0}'s Peasant discovers the Quarry")
    assert change_of(moment, "Gems").why == "the first on the Quarry"


@rule("STR-111", "STR-114", "STR-121", "STR-192")
def test_what_is_bought_is_told_with_its_price() -> None:
    state = board()
    peasant = add(state, 0, "peasant", (0, 0))
    purse(state, 0, corn=3, oak=1, spice=2)
    table = Table(state).do("buy", f"promote:{peasant.id}")
    moment = last(table, "gain")
    assert moment.title == "{0} promotes the Peasant to Cultivator"
    assert change_of(moment, "Corn").why == "the price of the promotion"
    assert change_of(moment, "Cultivator's Health").after == "5"
    table.do("hire:mage", "tile:0,1")
    moment = last(table, "gain")
    assert moment.title == "{0} hires a Mage"
    assert change_of(moment, "spells").why == "a Mage Spell, face-down"
    assert "for 1 Corn and 2 Spice." in table.log()
    mine = last(table, "reveal", 0)
    assert mine.title.startswith("You draw ")
    assert mine.title not in str(told(table, 1))


@rule("STR-146", "STR-147", "STR-145")
def test_goal_tokens_come_and_go_with_their_reason() -> None:
    state = board()
    for at, special in (((1, 4), "quarry"), ((2, 1), "academy"), ((4, 1), "fortress")):
        set_special(state, at, special, covered=False)
    add(state, 0, "peasant", (1, 4), fortress=True)
    add(state, 0, "peasant", (2, 1))
    walker = add(state, 0, "peasant", (5, 1))
    table = Table(state).act(walker, "travel:4,1")
    assert change_of(last(table), "Prosperity").why == "Occupy 3: units on three special tiles"
    table.act(walker, "travel:5,1")
    gone = change_of(last(table), "Prosperity")
    assert (gone.before, gone.after, gone.better) == ("2", "0", False)


@rule("STR-153", "STR-155")
def test_who_leaves_is_told_with_what_goes() -> None:
    state = board("ffa3")
    for seat, at in enumerate(((0, 0), (0, 6), (6, 3))):
        add(state, seat, "peasant", at)
    table = Table(state).do("concede")
    moment = last(table, "loss")
    assert (moment.title, moment.scene) == ("{0} is out of the match", "Conceded")
    assert change_of(moment, "Peasant").after == "gone"


@rule("STR-194")
def test_a_look_is_told_to_who_looked() -> None:
    state = board()
    add(state, 0, "explorer", (0, 3))
    set_sign(state, (0, 4), "II")
    give(state, 0, "surveyors_map")
    table = Table(state).do("map", "tile:0,4")
    assert last(table, "reveal", 0).title == "You see 2 cards under the prairie at F1"
    assert "2 cards" not in str(told(table, 1))
    assert tile(table.state, (0, 4)).seen == [0]


# Questions -----------------------------------------------------------------------------------------------------------


@rule("STR-201", "STR-210")
def test_the_menu_says_why_now_and_what_is_shut() -> None:
    state = board()
    explorer = add(state, 0, "explorer", (0, 3), actions=["travel"])
    tile(state, explorer.at).searched = True
    ask = Table(state).session.asks[0]
    assert ask.kicker == "Your Action Phase · Explorer, 1 of 2 actions left"
    assert ask.prompt == "What does your Explorer on the mountain do?"
    assert [(fact.what, fact.why) for fact in ask.closed] == [("Search", "This tile was searched already")]
    weights = {option.id: option.weight for option in ask.options}
    assert (weights["buy"], weights["concede"]) == ("end", "leave")


@rule("STR-203", "STR-111")
def test_the_shop_says_prices_and_what_is_missing() -> None:
    state = board()
    add(state, 0, "peasant", (0, 0))
    purse(state, 0, corn=2, oak=1, nickel=1)
    ask = Table(state).do("buy").session.asks[0]
    assert ask.kicker == "Your Buy Phase · 2 Corn, 1 Nickel, 1 Oak"
    prices = {option.id: option.price for option in ask.options}
    assert prices["hire:peasant"] == "2 Corn + 1 Oak"
    shut = {fact.what: fact.why for fact in ask.closed}
    assert shut["Hire a Soldier"] == "1 Nickel short"
    assert shut["Learn a Mage Spell"] == "Mage Spells need a Mage on the board"
    assert shut["Hoard"] == "Hoarding takes one of each; you have no Spice"
