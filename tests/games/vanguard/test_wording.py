"""Nobody ever sees the effect language: all of it has words, and only words reach asks, offers, views and the log."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from app.games.vanguard import language, wording
from app.games.vanguard.content import CAMPAIGN, PLANETS
from app.games.vanguard.content.structs import Action, Condition, Log, Mission, Threat, Time
from app.games.vanguard.data import cards, crew, gear, planetside, ship
from app.games.vanguard.data.cards import CARD
from app.games.vanguard.data.crew import CREW, SKILL
from app.games.vanguard.data.gear import EQUIPMENT, MOD
from app.games.vanguard.data.planetside import DISCOVERY, INJURY
from app.games.vanguard.data.ship import BRIDGE, FACILITY, RANK_UP, RESEARCH, SECONDARY
from app.games.vanguard.language import FORMS, effects
from app.games.vanguard.state import State
from app.games.vanguard.wording import Sight, say
from app.kernel import Ask, Option, Session
from app.web.markup import Unbroken
from tests.games.vanguard.situations import campaign, on_planet
from tests.games.vanguard.store import at_moment
from tests.rules import rule

VERBS = "|".join(verb for verb in FORMS if "-" in verb)
REMNANT = re.compile(
    rf"; ?(?:{'|'.join(FORMS)})\b|"
    r"[{}@_]|>=|\bs\d+\b|\b(?:[TMGSPLREFBCO]|LM|LN|SO|SY|TL|END|RU|EQ-[A-Z]|D[SROBX])\d+\b|"
    rf"\b(?:{VERBS})\b|\b(?:{'|'.join(language.ICONS)}|Ba|Ac|ANY)\b|"
    rf"\b(?:{'|'.join(FORMS)})(?: [a-z]+)? [+-]\d|"
    r"\b(?:log|unique|item|poi|flag|threat|mission|condition) [A-Z]?\d+\b|"
    r"\b(?:spend|sacrifice|refresh|draw|discard|reroll|exhaust|ready|heal|recruit|match|progress) \d+(?! \w)|"
    r"\b(?:one-here|not-in|for prey)\b"
)
EVERYTHING = Sight("P2", told=True)


def clean(text: str) -> None:
    found = REMNANT.search(text)
    assert found is None, f"{found[0]!r} in {text!r}"


def worded(text: str) -> None:
    """Prose may have semicolons, words for effects never do. Braces around a number name a seat."""
    text = re.sub(r"\{(\d+|dice)\}", "", text)
    clean(text)
    assert ";" not in text, text


@pytest.mark.parametrize(
    "text",
    [
        "spend 1; injure bruised",
        "move s3",
        "a Threat T02",
        "injury-die",
        "HAUL dice",
        "turn to Ba",
        "success +1",
        "read log 413",
        "refresh 2",
        "flag door_open",
        "signal>=3",
    ],
)
def test_remnants_are_recognised(text: str) -> None:
    assert REMNANT.search(text)


# All that is written ------------------------------------------------------------------------------------------------


def things(thing: Any) -> Iterator[msgspec.Struct]:
    if isinstance(thing, msgspec.Struct):
        yield thing
        for field in thing.__struct_fields__:
            yield from things(getattr(thing, field))
    elif isinstance(thing, dict):
        for part in thing.values():
            yield from things(part)
    elif isinstance(thing, tuple):
        for part in thing:
            yield from things(part)


EFFECTS = ("do", "top", "combo", "ache", "strain", "crisis", "triangle", "square", "circle", "pentagon", "secondary",
           "main", "planet", "unloaded", "effect", "solved", "plain", "pay", "fail")  # fmt: skip


def texts() -> Iterator[str]:
    """Every effect string of the components and of the campaign."""
    parts = [part for module in (cards, crew, gear, planetside, ship) for part in vars(module).values()]
    for thing in (*things(tuple(part for part in parts if isinstance(part, tuple | dict))), *things(CAMPAIGN)):
        for field in set(EFFECTS) & set(thing.__struct_fields__):
            value = getattr(thing, field)
            if isinstance(value, str) and getattr(thing, "when", "") != "convert":
                yield value
        if isinstance(thing, Time):
            yield from thing.steps.values()
    yield from (bonus for row in ship.MEMORIAL.values() for bonus in row)


def test_every_effect_has_words() -> None:
    written = list(texts())
    assert len(written) > 700
    for text in written:
        worded(say(text, Sight()))
        worded(say(text, EVERYTHING))


def test_every_verb_and_target_has_words() -> None:
    samples = {
        "spend": "spend 2 red", "reroll": "reroll 1 assist", "set": "set 2 green LINK", "add": "add V", "move": "move s4",
        "peek": "peek any 2", "status": "status deaf", "track": "track door +1", "time": "time all -2", "log": "log 13",
        "token": "token lamp @ here", "poi": "poi 201 @ s3", "threat": "threat T02 @ s6", "mission": "mission M05 fail",
        "situation": "situation solve 1", "unlock": "unlock dice wild", "remove": "remove event E30", "item": "item 34",
    }  # fmt: skip
    for verb in FORMS:
        assert verb in wording.PHRASES
    for text in samples.values():
        assert effects(text)
        worded(say(text, Sight()))
        worded(say(text, EVERYTHING))
    for target in ("each", "here", "one-here", "other", "any", "prey", "in s3", "not-in s3"):
        worded(say(f"spend 1 for {target}", EVERYTHING))


CONDITIONS = (
    "flag x_y", "not flag x_y", "signal>=3", "accord>=1", "wake>=8", "rank>=2", "discoveries>=3", "round>=6", "supply>=1",
    "morale>=medium", "morale>=verylow", "section recon", "cargo 2", "item 34", "crew-in lander", "crew-in s3",
    "all-in s1", "finished s4", "visited P3", "done M05", "first-bridge", "lost",
)  # fmt: skip


def test_every_condition_has_words() -> None:
    written = [thing.need for thing in things(CAMPAIGN) if isinstance(thing, Action) and thing.need]
    written += [thing.when for thing in things(CAMPAIGN) if isinstance(thing, Mission) and thing.when]
    for text in (*CONDITIONS, *written):
        worded(wording.condition(text, Sight()))
        worded(wording.condition(text, EVERYTHING))
        worded(wording.requirement(text, EVERYTHING))


def test_every_card_and_board_has_words() -> None:
    for key in CARD:
        worded(wording.whole_card(key))
    for key in EQUIPMENT:
        worded(wording.gear(key))
    for key in SKILL:
        worded(wording.skill(key))
    for key in CREW:
        worded(wording.crew(key))
    for key in DISCOVERY:
        worded(wording.find(key, Sight()))
    for key in INJURY:
        for _, text in wording.injury(key):
            worded(text)
    for project in RESEARCH.values():
        worded(wording.find_costs(project.cost) + wording.need(project.lab))
    printed = [*map(wording.mod, MOD), *map(wording.bridge, BRIDGE), *map(wording.rank_up, RANK_UP)]
    printed += [*(card.text for card in FACILITY.values()), *(card.text for card in SECONDARY.values())]
    for text in printed:
        worded(text)
    for planet in PLANETS:
        sight = Sight(planet.id, told=True)
        for thing in things(planet):
            if isinstance(thing, Action):
                worded(wording.action(thing, sight))
            elif isinstance(thing, Log):
                for text in wording.log(thing.do, planet.id):
                    worded(text)
                    assert "a sector" not in text, "the planet of a log is known"
            elif isinstance(thing, Threat | Condition):
                worded(thing.name)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("spend 1; injure bruised", "Spend 1 die. Take the injury Bruised"),
        ("draw 1 for here", "Each crew member here draws 1 card"),
        ("refresh 2 for other; charge +1", "Another crew member here refreshes 2 dice. Gain 1 Charge"),
        ("ready 1 for one-here", "One crew member here readies 1 exhausted item"),
        ("lead any 2; supply -1", "Place 2 leads on a Discovery deck of your choice. Lose 1 Supply"),
        ("choose{Rest: refresh 2 / Eat (pay spend 1): supply +1}",
         "Choose: “Rest”: refresh 2 dice, or “Eat” (cost: spend 1 die): gain 1 Supply"),
        ("if signal>=3 {success +1} else {wake +1}",
         "If Signal is at least 3: gain 1 Success, otherwise: Wake rises by 1"),
        ("set 2 blue any; set accident Ba", "Turn 2 blue dice to any face. Turn 1 Accident to Blank"),
    ],
)  # fmt: skip
def test_words_of_effects(text: str, words: str) -> None:
    assert say(text, Sight()) == words


def test_words_of_needs() -> None:
    assert wording.need("READ+READ/LINK") == "Read + Read or Link"
    assert wording.need("ANY+ANY") == "2 alike"
    assert wording.need("") == "Otherwise"


# What nobody may know yet ------------------------------------------------------------------------------------------


@rule("ISS-336", "ISS-338", "ISS-340", "ISS-341")
def test_words_name_only_what_is_revealed() -> None:
    state = on_planet("P2")
    text = "unique 34; threat T03 @ s4; log 413; mission M06 add; unlock research R03; flag door_open; poi 204 @ s4"
    assert say(text, wording.sight_of(state)) == (
        "Gain a Unique Discovery. A Threat appears in Sunken gallery. The story goes on. A new mission begins. "
        "Unlock a new research project. Something new appears in Sunken gallery"
    )
    state.exploration.uniques.append(34)
    assert say("item 34", wording.sight_of(state)) == "Hand in the Tide key"
    assert say("flag door_open", wording.sight_of(state)) == "It will be remembered"


@rule("ISS-338")
def test_a_project_shows_no_far_side() -> None:
    session = at_moment("facilities", 1)
    rooms = {room.id: room for room in session.view(0).public.rooms}
    assert session.state.ship.ready
    for thing in (*rooms["research"].things, *rooms["production"].things):
        assert "nlock" not in thing.text


# What is on the screens --------------------------------------------------------------------------------------------

ROOT = Path(__file__).parents[3] / "templates"
ENV = Environment(loader=FileSystemLoader(ROOT), autoescape=True, undefined=StrictUndefined, extensions=[Unbroken])
ENV.filters["named"] = lambda text, names: re.sub(r"\{\d+\}", "Ada", text)
ENV.globals["rule_text"] = lambda rule: ""


def shown(html: str) -> Iterator[str]:
    """What can be read or heard: the text, and what attributes say."""
    for _, text in re.findall(r'\b(title|aria-label)="([^"]*)"', html):
        yield unescape(text)
    for text in re.findall(r">([^<]+)", html):
        yield unescape(text)


def drawn(session: Session[State], seat: int) -> Iterator[str]:
    view = session.view(seat)
    context: dict[str, Any] = {"names": ("Ada", "Ben", "Cy", "Dora"), "seat": seat, "rules": "", "base": ""}
    context["table"] = {"code": "x"}
    for part in (view.public, view.private):
        for name in part.__struct_fields__:
            if name in ("help", "now"):  # drawn by every game alike
                continue
            value, items = getattr(part, name), Markup("")
            if (ROOT / "games" / "vanguard" / f"{name}.item.html").exists():
                item = ENV.get_template(f"games/vanguard/{name}.item.html")
                items = Markup("").join(Markup(item.render(item=thing, value=value, **context)) for thing in value)
            yield ENV.get_template(f"games/vanguard/{name}.html").render(value=value, items=items, **context)
    for intro in session.game.introductions(session.state, seat):
        yield f">{intro.title}: {intro.text}"
    if view.public.help:
        yield f">{view.public.help.title}: {view.public.help.cost}"
    yield ENV.get_template("games/vanguard/offers.html").render(value=session.offers(seat), **context)
    if seat in session.asks:
        yield ENV.get_template("games/vanguard/ask.html").render(value=session.asks[seat], **context)


def said(ask: Ask) -> Iterator[str]:
    yield ask.prompt
    for option in ask.options:
        yield from offered(option)


def offered(option: Option) -> Iterator[str]:
    yield option.label
    yield from option.note.split("\n")
    if option.form:
        yield from said(option.form)


STARTS: dict[str, Any] = {
    "the tutorial": lambda: campaign(2, "words"),
    "the first ship phase": lambda: campaign(1, "words", skip_tutorial=True),
    **{moment: (lambda moment=moment: at_moment(moment, 2)) for moment in ("exploring", "starmap", "debriefing")},
    "facilities of four": lambda: at_moment("facilities", 4),
}


@pytest.mark.parametrize("start", STARTS)
def test_no_screen_shows_the_language(start: str) -> None:
    session: Session[State] = STARTS[start]()
    for number in range(300):
        if session.outcome:
            break
        seat = session.next_seat
        for ask in session.asks.values():
            for text in said(ask):
                worded(text)
        for option in session.offers(seat):
            for text in offered(option):
                worded(text)
        if number % 6 == 0:
            for html in drawn(session, seat):
                for text in shown(html):
                    clean(text)
        for line in session.apply(session.game.bot(session, seat)):
            worded(line.text)
