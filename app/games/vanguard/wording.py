"""The effect language in English, as a printed card would say it. The one way in which effects, choices, conditions,
needs and costs reach a screen; nobody sees the language itself.

Words never tell more than the reader may know: a Sight names what the campaign has revealed, all else stays general.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

import msgspec

from app.games.vanguard import language
from app.games.vanguard.content import LANDING, MISSION, PLANET, SECTOR, SYSTEM, THREAT
from app.games.vanguard.content.structs import Action, Track
from app.games.vanguard.data.cards import CARD
from app.games.vanguard.data.crew import COLOURS, CREW, SKILL
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.data.gear import EQUIPMENT, LANDER, MOD
from app.games.vanguard.data.planetside import DANGER, DISCOVERY, INJURY, UNIQUE
from app.games.vanguard.data.ship import (
    BRIDGE,
    FACILITY,
    MORALE,
    OBJECTIVE,
    PRODUCTION,
    RANK_UP,
    RESEARCH,
    SECONDARY,
    TECH,
)
from app.games.vanguard.language import Atom, Choice, Condition, Effect
from app.games.vanguard.state import State

Effects = str | Iterable[Effect]


class Sight(msgspec.Struct, frozen=True):
    """Where the reader stands, and what may be named."""

    planet: str = ""
    named: frozenset[str] = frozenset()  # T02, M05, unique:34, research:R03
    it: str = ""  # the Threat whose track speaks
    told: bool = False  # a log that was read: what it has done is on the table


def sight_of(state: State) -> Sight:
    x = state.x
    named = {f"unique:{number}" for number in (*state.ship.uniques, *(x.uniques if x else ()))}
    named |= {*state.unlocked, *state.done, *state.visited}
    if x:
        named |= {*(figure.id for figure in x.threats), *x.missions}
    return Sight(x.planet if x else "", frozenset(named))


# Icons and needs ---------------------------------------------------------------------------------------------------

ICON_NAMES = {icon: icon.capitalize() for icon in language.ICONS} | {
    "V": "Valid",
    "Ba": "Blank",
    "Ac": "Accident",
    "ANY": "Alike",
    **{colour: f"any {colour} die" for colour in COLOURS},
}
OTHERWISE = "Otherwise"  # the red row


def icons(shown: Iterable[str]) -> str:
    """A face of a die."""
    return " + ".join(ICON_NAMES[icon] for icon in shown)


def need(text: str) -> str:
    """`Read + Link or Mend`; every part is wanted, of a part any."""
    parts = [" or ".join(ICON_NAMES[word] for word in part) for part in language.need(text)]
    if len(parts) > 1 and set(parts) == {ICON_NAMES["ANY"]}:
        return f"{len(parts)} alike"
    return " + ".join(parts) or OTHERWISE


def die_name(kind: str) -> str:
    """Breach (red), Universal red, Wild."""
    it = KIND[kind]
    return f"{ICON_NAMES[it.name]} ({it.colour})" if it.group == "basic" else it.name


# Effects -----------------------------------------------------------------------------------------------------------


def _some(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"


def _dice(effect: Effect) -> str:
    count, *tint = effect.args
    return _some(int(count), *((f"{tint[0]} die", f"{tint[0]} dice") if tint else ("die", "dice")))


def _all_or(effect: Effect, one: str) -> str:
    return f"all {one} dice" if effect.args == ("all",) else _some(effect.n, f"{one} die", f"{one} dice")


def _change(effect: Effect, one: str, many: str = "") -> str:
    return f"{'gain' if effect.n > 0 else 'lose'} {_some(abs(effect.n), one, many)}"


def _rise(effect: Effect) -> str:
    return f"{effect.verb.capitalize()} {'rises' if effect.n > 0 else 'falls'} by {abs(effect.n)}"


def _by(amount: int) -> str:
    return f"moves {'on' if amount > 0 else 'back'} {abs(amount)}"


def place(key: str, sight: Sight) -> str:
    """A sector by its name; where the planet is not at hand it stays somewhere."""
    sector = SECTOR.get(sight.planet, {}).get(key)
    return sector.name if sector else "a sector"


def threat(key: str, sight: Sight) -> str:
    return THREAT[key].name if key in sight.named else "a Threat"


def time_name(key: str) -> str:
    """A Time Track in play: a Threat's, or one of the Global Condition."""
    return THREAT[key].name if key in THREAT else key.capitalize()


def mission(key: str, sight: Sight) -> str:
    return MISSION[key].name if sight.told or key in sight.named else "a mission"


def unique(number: int, sight: Sight) -> str:
    """Face-down Unique Discoveries have no names yet (ISS-336)."""
    return f"the {UNIQUE[number].name.removeprefix('The ')}" if sight.told or f"unique:{number}" in sight.named else ""


STATUS = {  # what a status means to the crew that has it
    "slow": "each Travel costs 1 die this round",
    "pinned": "no Travel until the end of the next turn",
    "sleepless": "no Rest until the end of the next round",
    "deaf": "no help to or from others this round",
    "rattled": "no combinations in the next check",
    "shielded": "1 danger die of the next check is ignored",
    "steady": "Accidents of the next check turn to Blank",
}
_PUBLIC_MARKS = {"jitters": ("every landing step is 1 harder", "landings are as easy as before")}  # of Situations
_MOVES = {
    "adjacent": "move to a connected sector",
    "random": "move to a random connected sector",
    "lander": "move to the lander",
    "target": "arrive at the end of the path",
    "here": "come here from a connected sector",
}
_GOALS = {"nearest": "towards the nearest crew", "here": "towards this sector", "lander": "towards the lander"}
_KINDS = {  # what is unlocked: in general, and the cards by their names
    "equipment": ("a new piece of equipment", {key: card.name for key, card in EQUIPMENT.items()}),
    "research": ("a new research project", {key: card.name for key, card in RESEARCH.items()}),
    "production": ("a new production project", {key: card.name for key, card in PRODUCTION.items()}),
    "lander": ("a new lander", {key: card.name for key, card in LANDER.items()}),
    "mod": ("a new lander mod", {key: card.name for key, card in MOD.items()}),
    "dice": ("a new kind of dice", {group: f"{group.capitalize()} dice" for group in ("universal", "expert", "wild")}),
    "system": ("a new system", {}),
    "landing": ("a new landing", {}),
    "crew": ("new recruits", {}),
    "facility": ("a new facility upgrade", {key: card.name for key, card in FACILITY.items()}),
    "bridge": ("a new bridge upgrade", {key: card.name for key, card in BRIDGE.items()}),
    "objective": ("a new objective", {key: card.name for key, card in OBJECTIVE.items()}),
    "secondary": ("a new side objective", {key: card.name for key, card in SECONDARY.items()}),
    "tech": ("a new reactor level", {key: card.name for key, card in TECH.items()}),
    "event": ("a new Event", {}),
}


def kinds(kind: str, count: int) -> str:
    """3 research projects"""
    return _some(count, _KINDS[kind][0].removeprefix("a new "))


def component(kind: str, key: str, sight: Sight | None = None) -> str:
    """What is unlocked; by its name once it is."""
    general, names = _KINDS[kind]
    if kind in ("system", "landing"):  # the campaign's, of the version that is played
        name = SYSTEM[key].name if kind == "system" else LANDING[key].name
    else:
        name = names.get(key, "")
    if name and (sight is None or sight.told or f"{kind}:{key}" in sight.named):
        return f"{name} ({general.removeprefix('a new ')})"
    return general


def _set(effect: Effect, sight: Sight) -> str:
    count, *words = effect.args
    if count == "accident":
        return "turn 1 Accident to Blank"
    if count == "accidents":
        return "turn all Accidents to Blank"
    faces = {"bracket": "its bracketed face", "any": "any face", "Ba": "Blank"}
    many = {**faces, "bracket": "their bracketed faces"} if int(count) > 1 else faces
    tint = f"{words[0]} " if len(words) > 1 else ""
    return f"turn {_some(int(count), f'{tint}die', f'{tint}dice')} to {many.get(words[-1]) or ICON_NAMES[words[-1]]}"


def _reroll(effect: Effect, sight: Sight) -> str:
    if effect.args == ("accidents",):
        return "reroll all Accidents"
    if effect.args[-1] == "assist":
        return f"reroll {_some(int(effect.args[0]), 'die', 'dice')} of those who help"
    return f"reroll {_dice(effect)}"


def _deck(word: str) -> str:
    return "a Discovery deck of your choice" if word == "any" else word.capitalize()


def _peek(effect: Effect, sight: Sight) -> str:
    what, count = effect.args[0], effect.n
    if what in ("event", "situation"):
        return f"look at the top {what.capitalize() if count == 1 else f'{count} {what.capitalize()}s'}"
    return f"look at the top {'card' if count == 1 else f'{count} cards'} of {_deck(what)}"


def _time(effect: Effect, sight: Sight) -> str:
    key, amount = effect.args[0], effect.n
    if key == "any":
        return f"a Time Track of your choice {_by(amount)}"
    if key == "all":
        return f"every Time Track {_by(amount)}"
    name = "its track" if key == sight.it else threat(key, sight) if key in THREAT else f"the {time_name(key)} track"
    return f"{name} {_by(amount)}"


def _mission(effect: Effect, sight: Sight) -> str:
    key, what = effect.args
    if what == "add":
        return f"the mission {MISSION[key].name} begins" if sight.told or key in sight.named else "a new mission begins"
    return f"{mission(key, sight)} is {'complete' if what == 'complete' else 'lost'}"


def _threat_remove(effect: Effect, sight: Sight) -> str:
    return "neutralise a Threat here" if effect.args == ("here",) else f"{threat(effect.args[0], sight)} is neutralised"


def _threat_move(effect: Effect, sight: Sight) -> str:
    rule = effect.args[0]
    who = "it" if sight.it else "a Threat"
    if rule == "random":
        return f"{who} moves to a random connected sector"
    return f"{who} moves a step {_GOALS.get(rule) or f'towards {place(rule, sight)}'}"


def _path(effect: Effect, sight: Sight) -> str:
    one, other = (place(key, sight) for key in effect.args[0].split("-"))
    return f"the path between {one} and {other} {'opens' if effect.verb == 'open' else 'closes'}"


def _situation(effect: Effect, sight: Sight) -> str:
    first, second = effect.args
    if first in ("draw", "solve"):
        return f"{'reveal' if first == 'draw' else 'solve'} {_some(int(second), 'Situation')}"
    return "a new Situation may come"


def _unique(effect: Effect, sight: Sight) -> str:
    if effect.args == ("top",):
        return "gain the top Unique Discovery"
    return f"gain {unique(effect.n, sight) or 'a Unique Discovery'}"


def _remove(effect: Effect, sight: Sight) -> str:
    kind = effect.args[0]
    return f"{'this Event' if kind == 'event' else f'a {kind}'} leaves the campaign"


def _flag(effect: Effect, sight: Sight) -> str:
    """Marks that only the story reads are not told."""
    return _PUBLIC_MARKS.get(effect.args[0], ("", ""))[effect.verb == "unflag"]


def _danger(effect: Effect, sight: Sight) -> str:
    count = _some(int(effect.args[1]), "danger die", "danger dice")
    return f"{'face' if effect.verb == 'danger' else 'add'} {count} ({DANGER[int(effect.args[0])].name})"


PHRASES: dict[str, str | Callable[[Effect, Sight], str]] = {
    "none": "nothing happens",
    "spend": lambda e, s: f"spend {_dice(e)}",
    "sacrifice": lambda e, s: f"sacrifice {_dice(e)}",
    "refresh": lambda e, s: f"refresh {_dice(e)}",
    "draw": lambda e, s: f"draw {_some(e.n, 'card')}",
    "discard": lambda e, s: "discard all cards" if e.args == ("hand",) else f"discard {_some(e.n, 'card')}",
    "recall": "take back a discarded card",
    "reroll": _reroll,
    "set": _set,
    "match": lambda e, s: f"turn {_some(e.n, 'die', 'dice')} to an icon that another die shows",
    "add": lambda e, s: f"add 1 {ICON_NAMES[e.args[0]]}",
    "ignore-danger": lambda e, s: f"ignore {_all_or(e, 'danger')}",
    "ignore-injury": lambda e, s: f"ignore {_all_or(e, 'injury')}",
    "add-danger": _danger,
    "far-assist": "crew in connected sectors may help this check",
    "extra-assist": lambda e, s: f"one who helps rolls {_some(e.n, 'more die', 'more dice')}",
    "progress": lambda e, s: f"move a track of this action on {e.n}",
    "ignore-icon": lambda e, s: f"skip {_some(e.n, 'icon')} of the next path",
    "status": lambda e, s: f"become {e.args[0]} ({STATUS[e.args[0]]})",
    "set-aside": "this card is set aside for the rest of the mission",
    "ready": lambda e, s: f"ready {_some(e.n, 'exhausted item')}",
    "exhaust": lambda e, s: f"exhaust {_some(e.n, 'item')}",
    "move": lambda e, s: _MOVES.get(e.args[0]) or f"move to {place(e.args[0], s)}",
    "supply": lambda e, s: _change(e, "Supply", "Supplies"),
    "success": lambda e, s: _change(e, "Success", "Success"),
    "charge": lambda e, s: _change(e, "Charge"),
    "lead": lambda e, s: f"place {_some(e.n, 'lead')} on {_deck(e.args[0])}",
    "discovery": lambda e, s: f"gain a Discovery from {_deck(e.args[0])}",
    "lose-discovery": lambda e, s: f"give up {_some(e.n, 'Discovery', 'Discoveries')}",
    "unique": _unique,
    "peek": _peek,
    "injure": lambda e, s: f"take the injury {e.args[0].capitalize()}",
    "injury-die": lambda e, s: f"remove {_some(-e.n, 'injury die', 'injury dice')}",
    "injury-card": lambda e, s: f"remove {_some(-e.n, 'injury', 'injuries')}",
    "flip-injury": lambda e, s: f"turn {_some(e.n, 'injury', 'injuries')} face down",
    "danger": _danger,
    "event": "draw an Event",
    "skip-event": "draw no Event this turn",
    "cancel-secondary": "the Event's secondary effect is cancelled",
    "poi": lambda e, s: f"something new appears in {place(e.args[1], s)}",
    "poi-remove": lambda e, s: f"what was to be done in {place(e.args[0], s)} is gone",
    "finish": lambda e, s: f"{'this place' if e.args == ('here',) else place(e.args[0], s)} is finished",
    "open": _path,
    "close": _path,
    "threat": lambda e, s: f"a Threat appears in {place(e.args[1], s)}",
    "threat-remove": _threat_remove,
    "threat-move": _threat_move,
    "track": lambda e, s: f"the {e.args[0].capitalize()} track {_by(e.n)}",
    "time": _time,
    "token": lambda e, s: f"place the {e.args[0]} here",
    "condition": "the Global Condition changes",
    "mission": _mission,
    "rankup": "the Rank-Up card is completed",
    "log": "the story goes on",
    "end": lambda e, s: f"the exploration ends in {'success' if e.args == ('success',) else 'failure'}",
    "flag": _flag,
    "unflag": _flag,
    "signal": lambda e, s: _rise(e),
    "accord": lambda e, s: _rise(e),
    "wake": lambda e, s: _rise(e),
    "morale": lambda e, s: _rise(e),
    "energy": lambda e, s: _change(e, "Energy", "Energy"),
    "command": lambda e, s: _change(e, "Command", "Command"),
    "penalty": "take the Penalty token",
    "situation": _situation,
    "unlock": lambda e, s: f"unlock {component(e.args[0], e.args[1], s)}",
    "remove": _remove,
    "damage-lander": "the lander is damaged",
    "repair-lander": "repair a damaged lander",
    "heal": lambda e, s: f"{_some(e.n, 'Medbay patient')} get{'s' if e.n == 1 else ''} one step better",
    "recruit": lambda e, s: f"{_some(e.n, 'recruit')} join{'s' if e.n == 1 else ''} the crew",
    "gain-die": lambda e, s: f"every section gains {_some(e.n, 'die', 'dice')}",
    "lose-die": lambda e, s: f"every section loses {_some(e.n, 'die', 'dice')}",
    "kill": "die",
    "ending": "the campaign ends",
    "item": lambda e, s: f"hand in {unique(e.n, s) or 'a Unique Discovery you have not found'}",
}
_WHO = {
    "each": "each crew member",
    "here": "each crew member here",
    "one-here": "one crew member here",
    "other": "another crew member here",
    "any": "one crew member",
    "prey": "each crew member in its sector",
}


def who(target: str, sight: Sight) -> str:
    word, _, key = target.partition(" ")
    if key:
        return f"each crew member {'in' if word == 'in' else 'outside'} {place(key, sight)}"
    return _WHO[target]


def _does(phrase: str) -> str:
    """`spend 1 die`: spends 1 die."""
    verb, space, rest = phrase.partition(" ")
    ending = "es" if verb.endswith(("s", "sh", "x")) else "s"
    return (f"{verb[:-1]}ies" if verb == "ready" else verb + ending) + space + rest


def _phrase(effect: Effect, sight: Sight) -> str:
    if effect.choices:
        head = "decide together" if effect.verb == "together" else "choose"
        return f"{head}: {', or '.join(_choice(choice, sight) for choice in effect.choices)}"
    if effect.when is not None:
        return _if(effect, sight)
    form = PHRASES[effect.verb]
    phrase = form if isinstance(form, str) else form(effect, sight)
    return f"{who(effect.target, sight)} {_does(phrase)}" if effect.target else phrase


def _if(effect: Effect, sight: Sight) -> str:
    assert effect.when is not None
    then, other = phrase(effect.then, sight), phrase(effect.other, sight)
    text = f"if {condition(effect.when, sight)}: {then}"
    return f"{text}, otherwise: {other}" if effect.other else text


def _choice(choice: Choice, sight: Sight) -> str:
    terms = [f"cost: {phrase(choice.pay, sight)}"] if choice.pay else []
    terms += [f"only if {condition(choice.need, sight)}"] if choice.need else []
    price = f" ({', '.join(terms)})" if terms else ""
    return f"“{choice.label}”{price}: {phrase(choice.do, sight)}"


def _phrases(what: Effects, sight: Sight) -> list[str]:
    listed = language.effects(what) if isinstance(what, str) else what
    return [text for text in (_phrase(effect, sight) for effect in listed) if text]


def phrase(what: Effects, sight: Sight) -> str:
    """Inside of a sentence: spend 1 die, draw 1 card."""
    return ", ".join(_phrases(what, sight)) or "it will be remembered"


def say(what: Effects, sight: Sight) -> str:
    """Sentence after sentence, without the last full stop: Spend 1 die. Draw 1 card"""
    texts = _phrases(what, sight) or ["it will be remembered"]
    return ". ".join(_capital(text) for text in texts)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# Conditions and costs ----------------------------------------------------------------------------------------------


def condition(what: Condition | str, sight: Sight) -> str:
    rows = (language.condition(what) if isinstance(what, str) else what).rows
    texts = (" and ".join(dict.fromkeys(_atom(atom, sight) for atom in row)) for row in rows)
    return ", or ".join(dict.fromkeys(texts))


def _atom(atom: Atom, sight: Sight) -> str:
    text = _fact(atom, sight)
    return f"it is not so that {text}" if atom.negated else text


def _fact(atom: Atom, sight: Sight) -> str:
    word, *rest = atom.words
    if rest and rest[0] == ">=":
        return _at_least(word, rest[1])
    key = rest[0] if rest else ""
    if word in ("cargo", "item"):
        name = unique(int(key), sight)
        return f"you have {name}" if name else "you have a Unique Discovery that is still to be found"
    if word == "done":
        return f"{mission(key, sight)} is done" if key in sight.named else "an earlier mission is done"
    return {
        "flag": "something happened before",  # what, only the story knows
        "section": f"the acting crew is of {key.capitalize()}",
        "crew-in": f"somebody is {'at the lander' if key == 'lander' else f'in {place(key, sight)}'}",
        "all-in": f"everybody is in {place(key, sight)}",
        "finished": f"{place(key, sight)} is finished",
        "visited": f"you have been to {PLANET[key].name}" if key in sight.named else "you have been to a certain world",
        "first-bridge": "this is the first time at the Bridge",
        "lost": "the ship is at its end",
    }[word]


def _at_least(word: str, value: str) -> str:
    if word == "morale":
        steps = {step.replace(" ", "").lower(): step for step in MORALE}
        return f"Morale is at least {steps[value.lower()]}"
    if word == "rank":
        return f"the acting crew has rank {value} or more"
    if word == "round":
        return f"it is round {value} or later"
    what = {"discoveries": ("Discovery", "Discoveries"), "supply": ("Supply", "Supplies")}.get(word)
    return f"you have at least {_some(int(value), *what)}" if what else f"{word.capitalize()} is at least {value}"


def requirement(what: str, sight: Sight) -> str:
    """The printed condition of an action (ISS-064)."""
    if what.startswith("flag "):
        return "Something else must happen first"
    return f"Only if {condition(what, sight)}" if what else ""


def choice_note(choice: Choice, sight: Sight, *, reading: bool = False) -> str:
    """Costs and needs come first; what a choice in a log brings is told only afterwards (ISS-358)."""
    lines = [f"Cost: {phrase(choice.pay, sight)}"] if choice.pay else []
    lines += [f"Possible because {condition(choice.need, sight)}"] if choice.need else []
    lines += [] if reading else [say(choice.do, sight)]
    return "\n".join(lines)


# Cards and boards --------------------------------------------------------------------------------------------------

WHEN = {
    "check": "In a check",
    "check, a red die was rolled": "In a check, if a red die was rolled",
    "check, holding the Start token": "In a check, if you hold the Start token",
    "any": "At any time",
    "travel": "When you travel",
    "rest": "On your Rest",
    "event": "Before an Event",
    "action": "As an action",
    "far": "In a check in a connected sector",
    "leads": "When leads are drawn",
    "convert": "Always",
    "passive": "Always",
}


# What cards say beyond their effects; the printed tables give the rest in the language itself.
_GEAR = {
    "EQ-P02": "Once per check",
    "EQ-P04": "Once per check, ignore 1 danger die of the kind toxin",
    "EQ-P09": "The first injury of each exploration is placed face down, but its injury die is added",
    "EQ-M01": "Crew there and in connected sectors may help each other",
    "EQ-M02": "It is not exhausted",
    "EQ-M04": "The next 2 Rests in that sector cost no Supply",
    "EQ-M05": "Travel from or to that sector skips 1 icon of the path",
    "EQ-M06": "Checks there ignore danger dice of the kinds machine and mind",
    "EQ-U01": "When the beacon is placed, each crew member draws 1 card",
    "EQ-U02": "The cache holds 3 Rests instead of 2",
    "EQ-U03": "The rig is exhausted only at its second use",
    "EQ-U04": "The tether skips 2 icons instead of 1",
    "EQ-U05": "When the lamp is placed, each crew member there refreshes 1 die",
    "EQ-U06": "The still gives 3 Supplies",
}
_SKILL = {
    "Far Voice": "Help with 1 die and 1 card as if you were there",
    "Guide": "A crew here that starts to travel skips 1 icon of the path",
    "Collector": "Put 1 of the lead tokens back and draw another",
}
_MOD = {
    "LM05": "Supplies +1, and the first Supply that a danger die takes each exploration is not lost",
    "LM07": "1 more piece of personal equipment",
    "LM08": "Special action at the lander, no check: each crew member there draws 1 card",
    "LM10": "Special action at the lander, no check: each crew member there removes 1 injury die",
    "LM11": "Special action at the lander, no check, once: ready 2 items and refresh 2 dice",
    "LM12": "1 more piece of mission equipment",
}
_BRIDGE = {"B11": "Once per phase 1 Medbay patient gets one step better without a Therapist"}
_RANK_UP = {"RU00": "The lamp was lit"}


def mod(key: str) -> str:
    return _capital(_MOD.get(key) or MOD[key].text)


def bridge(key: str) -> str:
    return _capital(_BRIDGE.get(key) or BRIDGE[key].text)


def rank_up(key: str) -> str:
    return _capital(_RANK_UP.get(key) or RANK_UP[key].text)


def convert(colour: str, icon: str) -> str:
    """A Convert Ability (ISS-115)."""
    return f"{colour} Blanks count as {ICON_NAMES[icon]}"


def _then(head: str, says: str) -> str:
    """In a check: Reroll 1 die; At any time, choose: this or that."""
    return f"{head}, c{says[1:]}" if says.startswith("Choose: ") else f"{head}: {says}"


def top(card: str) -> str:
    """The upper half of a section card."""
    return _then(WHEN[CARD[card].when], say(CARD[card].top, Sight()))


def combo(card: str) -> str:
    """The lower half of a section card."""
    return f"{need(CARD[card].need)}: {say(CARD[card].combo, Sight())}"


def whole_card(card: str) -> str:
    return f"{top(card)}\n{combo(card)}"


@cache
def gear(item: str) -> str:
    it = EQUIPMENT[item]
    if it.when == "convert":
        return f"{WHEN['convert']}: {convert(*it.do.split())}"
    does = say(it.do, Sight()) if it.do and it.when != "passive" else ""
    says = ". ".join(part for part in (does, _GEAR.get(item, "")) if part)
    return f"{WHEN[it.when]}{', exhaust this' if it.exhaust else ''}: {says}"


def skill(name: str) -> str:
    it = SKILL[name]
    return _then(WHEN[it.when], _SKILL.get(name) or say(it.do, Sight()))


@cache
def crew(key: str) -> str:
    """A recruit: what its Blanks count as, and its skill."""
    card = CREW[key]
    able = SKILL[card.skill]
    turns = convert(card.colour, card.icon)
    return f"{_capital(turns)}\n{card.skill}, {_some(able.charges, 'Charge')}. {skill(card.skill)}"


_USE = {"discard": "discard it", "once": "once"}


def find(card: str, sight: Sight) -> str:
    """What a Discovery does on the planet."""
    it = DISCOVERY[card]
    if not it.planet:
        return ""
    return f"{'In a check' if it.in_check else 'At any time'}, {_USE[it.use]}: {say(it.planet, sight)}"


def find_costs(cost: Iterable[str]) -> str:
    """`spores c`: common Spores."""
    tiers = {"c": "common", "r": "rare", "u": "ultra"}
    words = (part.split() for part in cost)
    return ", ".join(f"1 {tiers[tier]} {deck.capitalize()}" for deck, tier in words)


def injury(kind: str) -> tuple[tuple[str, str], ...]:
    """What each face of an injury die does on this card."""
    it = INJURY[kind]
    faces = (("ache", it.ache), ("strain", it.strain), ("crisis", it.crisis))
    return tuple((face, say(text, Sight())) for face, text in faces if text)


def log(do: str, planet: str) -> tuple[str, ...]:
    """What a log did, sentence by sentence; of choices only what could be chosen, of conditions nothing."""
    sentences: list[str] = []
    for effect in language.effects(do):
        if effect.choices:
            sentences.append("A choice: " + ", or ".join(choice.label for choice in effect.choices))
        elif effect.when is not None:
            sentences.append("It depends on what was done before")
        elif effect.verb != "none" and _phrase(effect, Sight(planet, told=True)):
            sentences.append(say((effect,), Sight(planet, told=True)))
    return tuple(dict.fromkeys(sentences))


def hurt(injuries: int) -> str:
    return f"Came with {_some(injuries, 'injury', 'injuries')}" if injuries else ""


def beds(free: int) -> str:
    return f"{_some(free, 'bed')} free" if free else "No bed free"


def danger(action: Action) -> str:
    """The danger dice that are rolled with a check."""
    return f"{_some(action.dice, 'danger die', 'danger dice')} ({DANGER[action.category].name})" if action.dice else ""


def danger_face(category: int, face: str) -> str:
    return "Nothing happens" if face == "blank" else say(getattr(DANGER[category], face), Sight())


def track(it: Track, sight: Sight) -> str:
    return f"fills the {it.id.capitalize()} track, {it.length} long, then: {phrase(it.do, sight)}"


def action(it: Action, sight: Sight) -> str:
    """An action as an option tells it, line by line: cost, danger, rows, tracks."""
    lines = [f"Cost: {phrase(it.pay, sight)}"] if it.pay else []
    lines += [danger(it)] if it.dice else []
    lines += [f"{need(row.need)}: {say(row.do, sight)}" for row in it.rows]
    lines += [f"{need(one.need)}: {track(one, sight)}" for one in it.tracks]
    lines += [say(it.plain, sight)] if it.plain else []
    return "\n".join(lines)


PATH_ICONS = {"T": "Travel check", "S": "spend 1 die", "U": "lose 1 Supply", "E": "an Event"}


def path(shown: Iterable[str]) -> str:
    """What a path costs, icon after icon."""
    return _capital(", ".join(path_icon(icon) for icon in shown))


def path_icon(icon: str) -> str:
    return PATH_ICONS.get(icon) or f"1 danger die ({DANGER[int(icon[1:])].name})"
