"""Texts: lengths, repetition, what they may not say, spelling and names (VAN-L33, VAN-L34, VAN-L36 to VAN-L38)."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from app.games.vantage.world import STATS, Act, World, cell
from app.packs.lint.findings import Finding, Pack, check, entries, walk, words

TERMS = frozenset("boost boosts token tokens dice die skill skills stat stats grid penalty".split())
PAST = re.compile(
    r"\byou (went|found|saw|took|came|made|felt|heard|gave|stood|walked|looked|turned|reached|opened)\b", re.I
)
NUMBER = re.compile(r"\b\d{2,4}\b")
OPENING = frozenset("a an the and but of in on to at for from with by or if as it is not no".split())


def passages(world: World) -> Iterator[tuple[str, str]]:
    """Everything that is read aloud. An alternate is the same person and may say the same."""
    same_person = tuple(f"card {card.id} " for card in world.cards.values() if card.kind == "alternate")
    for place in world.places.values():
        yield f"{place.id} text", place.text
    for where, entry, _ in entries(world):
        if where.startswith(same_person):
            continue
        yield where, entry.tell
        yield from ((f"{where} variant", variant.tell) for variant in entry.variants if variant.tell)
        if entry.diagonal:
            yield f"{where} diagonal", entry.diagonal.tell
        yield from ((f"{where} {label}", tell) for label, tell in _told(entry.result))
    for mission in world.missions.values():
        yield from ((f"mission {mission.id}", text) for text in (mission.text, mission.crisis, mission.done))
    for destiny in world.destinies.values():
        yield from ((f"destiny {destiny.id}", text) for text in (destiny.text, *destiny.final.values()))
    for page in world.pages.values():
        yield f"page {page.id}", page.text


def _told(effects: Any) -> Iterator[tuple[str, str]]:
    for name, value in walk(effects):
        if name == "options":
            yield from ((one["label"], one["tell"]) for one in value if one.get("tell"))
        if name == "say" and isinstance(value, dict):
            yield "say", value["text"]


def labels(entry: Act) -> list[str]:
    return [one["label"] for name, value in walk(entry.result) if name in ("options", "list") for one in value]


# Lengths (VAN-L33) -----------------------------------------------------------------------------------------------


def _long(where: str, what: str, text: str, low: int, high: int) -> Iterator[Finding]:
    count = len(words(text))
    if not low <= count <= high:
        yield Finding("VAN-L33", where, f"{what} of {count} words, not {low} to {high}")


@check
def lengths(pack: Pack) -> Iterator[Finding]:
    world = pack.world
    for place in world.places.values():
        yield from _long(str(place.id), "a name", place.name, 1, 5)
        if place.terrain not in ("ship", "pod"):
            for element in place.scene.elements():
                for detail in [element.detail, *(look.detail for look in element.states if look.detail)]:
                    yield from _long(f"{place.id} scene {element.id}", "a detail", detail, 3, 18)
            yield from _long(str(place.id), "a description", place.text, 25, 45)
            yield from _long(f"{place.id} voice", "the voice, a text", place.voice, 0, 20)
    for card in world.cards.values():
        yield from _long(f"card {card.id}", "a card text", card.text, 1, 16)
    for mission in world.missions.values():
        yield from _long(f"mission {mission.id}", "a crisis text", mission.crisis, 30, 60)
    for destiny in world.destinies.values():
        for final in destiny.final.values():
            yield from _long(f"destiny {destiny.id}", "a final text", final, 20, 60)
    yield from _entry_lengths(world)


def _entry_lengths(world: World) -> Iterator[Finding]:
    told: dict[str, list[int]] = defaultdict(list)
    for where, entry, stands in entries(world):
        inside = stands is not None and not any(entry is depart for depart in stands.departs.values())
        low, high = (12, 55) if inside else (10, 35) if stands is not None else (8, 35)
        yield from _long(where, "a line", entry.line, 3, 9)
        yield from _long(where, "a passage", entry.tell, low, high)
        for label in labels(entry):
            yield from _long(where, f"the label {label!r}", label, 1, 6)
        for variant in entry.variants:
            if variant.line is not None:
                yield from _long(f"{where} variant", "a line", variant.line, 3, 9)
            if variant.tell is not None:
                yield from _long(f"{where} variant", "a passage", variant.tell, low, high)
        if entry.diagonal:
            yield from _long(f"{where} diagonal", "a line", entry.diagonal.line, 3, 9)
            yield from _long(f"{where} diagonal", "a passage", entry.diagonal.tell, 10, 35)
        if inside and stands is not None and cell(stands.id):
            told[stands.region].append(len(words(entry.tell)))
    for region, counts in told.items():
        mean = sum(counts) / len(counts)
        if not 26 <= mean <= 40:
            yield Finding("VAN-L33", f"region {region}", f"passages have {mean:.0f} words on average, not 26 to 40")


# Repetition (VAN-L34) --------------------------------------------------------------------------------------------


@check
def repetition(pack: Pack) -> Iterator[Finding]:
    world = pack.world
    listed = [(where, words(text)) for where, text in passages(world)]
    seen: dict[tuple[str, ...], int] = {}
    for index, (where, spoken) in enumerate(listed):
        for start in range(len(spoken) - 7):
            first = seen.setdefault(tuple(spoken[start : start + 8]), index)
            if first != index:
                yield Finding("VAN-L34", where, f"shares eight words with {listed[first][0]}")
                break
    yield from _overlaps(listed)
    begins: dict[tuple[str, ...], int] = {}
    for place in world.places.values():
        if place.terrain not in ("ship", "pod"):
            start3 = (place.region, *words(place.text)[:3])
            if start3 in begins:
                yield Finding("VAN-L34", str(place.id), f"begins like {begins[start3]:03d}")
            begins[start3] = place.id
    lines = Counter(entry.line for _, entry, place in entries(world) if place is not None)
    for line, times in lines.items():
        if times > 2:
            where = next(where for where, entry, _ in entries(world) if entry.line == line)
            yield Finding("VAN-L34", where, f"the line {line!r} is used {times} times")


def _overlaps(listed: list[tuple[str, list[str]]]) -> Iterator[Finding]:
    """Three words in a row that two passages share: below a fifth of the shorter one."""
    pieces = [{tuple(spoken[i : i + 3]) for i in range(len(spoken) - 2)} for _, spoken in listed]
    holders: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for index, own in enumerate(pieces):
        for piece in own:
            holders[piece].append(index)
    shared: Counter[tuple[int, int]] = Counter()
    for held in holders.values():
        shared.update((held[a], held[b]) for a in range(len(held)) for b in range(a + 1, len(held)))
    for (one, two), count in shared.items():
        share = count / min(len(pieces[one]), len(pieces[two]))
        if count >= 4 and share >= 0.2:
            where, other = listed[max(one, two)][0], listed[min(one, two)][0]
            yield Finding("VAN-L34", where, f"shares {100 * share:.0f} % of its threes of words with {other}")


# What is not said (VAN-L36, VAN-L37) -----------------------------------------------------------------------------


def betrayed(text: str, effects: Any) -> str:
    """A word of a line, label or reason that gives away what comes of it."""
    spoken = words(text.replace("_", " "))
    if re.search(r"\d", text):
        return "a number"
    told: set[str] = set()
    for name, a in walk(effects):
        if not isinstance(a, dict):
            continue
        if name in ("gain_stat", "lose_stat", "set_stat"):
            stat = a.get("stat", "")
            told |= {one for one in STATS if one in (stat if isinstance(stat, list) else [stat])}
        if name in ("gain_coin", "lose_coin"):
            told |= {"coin", "coins"}
    return next((repr(word) for word in spoken if word in TERMS or word in told), "")


@check
def outcomes(pack: Pack) -> Iterator[Finding]:
    """What can be read before choosing says nothing of cost or outcome (VAN-L36)."""
    world = pack.world

    def look(where: str, what: str, text: str, effects: Any) -> Iterator[Finding]:
        word = betrayed(text, effects)
        if word:
            yield Finding("VAN-L36", where, f"{what} {text!r} says {word}")

    for where, entry, place in entries(world):
        yield from look(where, "the line", entry.line, entry.result)
        for name in _gained(world, entry) if place is not None else ():
            if name.lower() in entry.line.lower():
                yield Finding("VAN-L36", where, f"the line {entry.line!r} names what is gained: {name}", warning=True)
        yield from look(where, "the reason", entry.because, [])
        for variant in entry.variants:
            yield from look(where, "the line", variant.line or "", variant.result or entry.result)
        if entry.diagonal:
            yield from look(where, "the line", entry.diagonal.line, entry.diagonal.result)
        for name, value in walk(entry.result):
            for one in value if name == "options" else []:
                yield from look(where, "the label", one["label"], _unseen(one))
    for place in world.places.values():
        yield from look(str(place.id), "the name", place.name, [])
        yield from look(f"{place.id} text", "the description", place.text, [])
        for element in place.scene.elements():
            own = [action.result for action in place.actions if action.feature == element.id]
            yield from look(f"{place.id} scene", "the element", element.id.rstrip("0123456789"), own)


def _gained(world: World, entry: Act) -> Iterator[str]:
    for name, a in walk(entry.result):
        if name == "gain_card" and isinstance(a, dict) and a.get("id") in world.cards:
            own = world.cards[a["id"]].name.partition(",")[0]
            if len(own.split()) > 1:
                yield own


def _unseen(option: dict[str, Any]) -> Any:
    """What is bought is shown before it is paid, so its label may name it."""
    return [] if option.get("cost") else option.get("do", [])


@check
def voices(pack: Pack) -> Iterator[Finding]:
    """Second person, present tense (VAN-L37)."""
    for where, text in passages(pack.world):
        spoken = re.sub(r"[\"“][^\"”]*[\"”]", "", text)
        if re.search(r"\byou find nothing\b", text, re.I):
            yield Finding("VAN-L37", where, "nothing is never found")
        if NUMBER.search(text):
            yield Finding("VAN-L37", where, "numbers of places are not spoken")
        if re.search(r"\bI\b|\bwe\b|\bmy\b", spoken):
            yield Finding("VAN-L37", where, "is not in the second person", warning=True)
        past = PAST.search(spoken)
        if past:
            yield Finding("VAN-L37", where, f"{past.group(0)!r}: not the present tense", warning=True)


# Spelling and names (VAN-L38) ------------------------------------------------------------------------------------


def every_text(world: World) -> Iterator[tuple[str, str]]:
    """Passages and everything else that players can read."""
    yield from passages(world)
    for where, entry, _ in entries(world):
        yield from ((where, text) for text in (entry.line, entry.because, *labels(entry)))
        yield from ((where, variant.line) for variant in entry.variants if variant.line)
    for place in world.places.values():
        yield f"{place.id} voice", place.voice
        for element in place.scene.elements():
            yield f"{place.id} scene", element.detail
            yield from ((f"{place.id} scene", look.detail) for look in element.states if look.detail)
    for card in world.cards.values():
        yield f"card {card.id}", card.text
    for name, hint in world.hints.items():
        yield from ((f"hint {name}", text) for text in (hint.soft, hint.plain))
    for puzzle in world.puzzles.values():
        yield from ((f"puzzle {puzzle.id}", text) for text in (puzzle.shown, puzzle.wrong))


def own_names(world: World) -> Iterator[str]:
    yield from (place.name for place in world.places.values())
    yield from (card.name for card in world.cards.values())
    yield from (region.name for region in world.regions.values())
    yield from (mission.name for mission in world.missions.values())
    yield from (destiny.name for destiny in world.destinies.values())


def unknown_words(pack: Pack) -> dict[str, str]:
    """Words that are not in the pack's list yet, with where they stand first."""
    known = pack.words or frozenset()
    found: dict[str, str] = {}
    for where, text in [*every_text(pack.world), *(("names", name) for name in own_names(pack.world))]:
        for word in words(text):
            plain = word.strip("'").removesuffix("'s")
            if plain and plain not in known:
                found.setdefault(plain, where)
    return found


@check
def spelling(pack: Pack) -> Iterator[Finding]:
    if pack.words is None:
        yield Finding("VAN-L38", "words.txt", "there is no list of words: spelling is not checked", warning=True)
    else:
        for word, where in sorted(unknown_words(pack).items()):
            yield Finding("VAN-L38", where, f"{word!r} is not in words.txt")
    if pack.cast is None:
        yield Finding("VAN-L38", "cast.yaml", "there is no cast: names are not checked", warning=True)
        return
    known = {
        word for name in [*pack.cast, *own_names(pack.world), "Twice-Met"] for word in re.findall(r"[A-Za-z]+", name)
    }
    known |= {"I"}
    for where, text in every_text(pack.world):
        for name in sorted(set(_names(text)) - known):
            yield Finding("VAN-L38", where, f"{name} is not in the cast")


def _names(text: str) -> Iterator[str]:
    """Capitals that do not begin a sentence."""
    for found in re.finditer(r"(?<=[a-z,;] )[A-Z][a-z]+", text):
        name = found.group(0)
        if name.lower() not in OPENING:
            yield name
