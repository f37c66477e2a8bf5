"""The end, told: which keys, which quest was lost and by what, and what it was for each of you (BIO-290 to BIO-295)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from app.games.biome.components import QUEST_TITLES, SECRET_NAMES, keys_needed
from app.games.biome.ending import keys_left
from app.games.biome.places import joined, place
from app.games.biome.state import Dragon, Quest, State
from app.games.biome.stock import who
from app.kernel import Chapter, Ending, Fact, Line, Moment

VERDICTS = {
    "escaped": "Free: the gate stands open, and nobody is left behind",
    "keys": "Lost: too few keys are left for the gate",
    "camp": "Lost: the main camp is gone",
    "all-down": "Lost: nobody is left standing",
    "conceded": "You let the acre keep you",
}
KEYS_LEFT = "keys left in the game"
# How a key came out of its quest, or was lost in it: the reasons that the rules give, by quest.
WON_BY = {
    "first at the Fountain": "fountain",
    "a 6 in the Tomb": "tomb",
    "taken from the Roaming Gang": "gang",
    "taken from the hoard": "dragon",
    "the ruins stand again": "ruins",
    "a 6 in Atlantis": "atlantis",
    "a priest is saved": "vesuvius",
}
LOST_BY = {
    "the thieves drank first": "fountain",
    "it was still in the Tomb": "tomb",
    "the Roaming Gang threw it away": "gang",
    "it was still in the ruins": "ruins",
    "it was still in Atlantis": "atlantis",
    "its key goes with the first priest lost": "vesuvius",
}
WARS = {"Tug of War": "tug_of_war", "Trade War": "trade_war"}


class Told(NamedTuple):
    """A moment, and the round in which it was told."""

    round: int
    moment: Moment


def ending(state: State, lines: Sequence[Line]) -> Ending | None:
    if not state.result:
        return None
    told = list(moments_of(lines))
    fates = key_fates(told)
    return Ending(
        verdict=VERDICTS[state.result],
        why=why(state),
        kicker=f"An ending, after {count(state.round, 'round')}",
        good=state.result == "escaped",
        reasons=tuple(reasons(state, told, fates)),
        decided=decided(state, told),
        chapters=tuple(chapter(state, seat, told) for seat in range(state.seats)),
        hidden=tuple(hidden(state)),
        numbers=tuple(numbers(state, told)),
    )


def count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def moments_of(lines: Sequence[Line]) -> Iterator[Told]:
    """What everybody was told, once each: of a moment that grew, its last form."""
    grown: dict[str, Told] = {}
    found: list[Told | str] = []
    number = 1
    for line in lines:
        if line.rule == "BIO-028" and line.text.startswith("Round "):
            number = int(line.text.removeprefix("Round ").partition(":")[0])
        if line.moment is None or line.to is not None:
            continue
        if not line.moment.id:
            found.append(Told(number, line.moment))
        else:
            if line.moment.id not in grown:
                found.append(line.moment.id)
            grown[line.moment.id] = Told(number, line.moment)
    return (grown[one] if isinstance(one, str) else one for one in found)


def why(state: State) -> str:
    need, lost = keys_needed(state.quest_count), state.gone.count("key")
    left = keys_left(state)
    open_it = f"{need} keys open the gate, and {state.quest_count} were in the acre."
    if state.result == "escaped":
        return f"{open_it} {count(state.lock, 'key')} in the lock, and all of you at the door."
    if state.result == "keys":
        return f"{open_it} With the last one gone, {'none is' if not left else '1 is' if left == 1 else f'{left} are'} left."
    if state.result == "camp":
        return "Its store was empty, and killers raze what they cannot rob. Without a camp nobody finds the way."
    if state.result == "all-down":
        gone = f" {count(lost, 'key')} {'was' if lost == 1 else 'were'} lost on the way." if lost else ""
        return f"Injured or captured, all of you at once.{gone}"
    return "All of you agreed to stop here."


# Keys ---------------------------------------------------------------------------------------------------------------


def key_fates(told: Sequence[Told]) -> dict[str, Told]:
    """For each quest the moment in which its key was won or lost."""
    fates: dict[str, Told] = {}
    for one in told:
        war = next((tag for title, tag in WARS.items() if one.moment.title.startswith(title)), "")
        for change in one.moment.changes:
            if change.what == KEYS_LEFT:
                tag = LOST_BY.get(change.why) or (war if change.why == "it went down with the ally camp" else "")
            elif change.what in ("a key", "a Key"):
                tag = WON_BY.get(change.why) or (war if change.why == "the war is won" else "")
            else:
                continue
            if tag:
                fates.setdefault(tag, one)
    return fates


def reasons(state: State, told: Sequence[Told], fates: dict[str, Told]) -> Iterator[Fact]:
    """Every key with its fate, and each one that was lost after it was won."""
    for quest in state.quests:
        tag = str(quest.__struct_config__.tag)
        if tag != "escape":
            yield key_row(quest, tag, fates.get(tag))
    for tag in state.quest_stack[:-1]:
        yield Fact(QUEST_TITLES[tag], "never found", "its key lay where nobody explored")
    inside = {id(one) for one in fates.values()}
    for one in told:
        for change in one.moment.changes:
            if change.what == KEYS_LEFT and id(one) not in inside:
                gone = int(change.before) - int(change.after)
                what = "A key we had" if gone == 1 else f"{gone} keys we had"
                yield Fact(what, "lost", f"round {one.round}: {one.moment.title}", better=False)


def key_row(quest: Quest, tag: str, fate: Told | None) -> Fact:
    inside = quest.key or (isinstance(quest, Dragon) and "key" in quest.hoard)
    value = "won" if quest.won else "lost" if quest.won is False else "still inside" if inside else "over"
    told = f"round {fate.round}: {fate.moment.title}" if fate is not None else "nobody took it" if inside else ""
    return Fact(QUEST_TITLES[tag], value, told, better=quest.won)


def decided(state: State, told: Sequence[Told]) -> Moment | None:
    """The last moment that led to this end."""

    def leads(moment: Moment) -> bool:
        if state.result == "keys":
            return any(change.what == KEYS_LEFT for change in moment.changes)
        if state.result == "camp":
            return any(change.what == "the main camp" and change.after == "destroyed" for change in moment.changes)
        if state.result == "all-down":
            return any(change.after.startswith(("injured", "captured")) for change in moment.changes)
        return state.result == "escaped" or moment.kind == "vote"

    return next((one.moment for one in reversed(told) if leads(one.moment)), None)


# Players ------------------------------------------------------------------------------------------------------------


def chapter(state: State, seat: int, told: Sequence[Told]) -> Chapter:
    names = [who(state, number) for number, person in enumerate(state.players) if person.seat == seat]
    deeds = [one.moment for one in told if one.moment.title.startswith(tuple(names))]

    def did(*words: str) -> int:
        return sum(any(word in moment.title for word in words) for moment in deeds)

    explored, looked = did(" explores", " finds a quest", " finds the way out"), did(" looks at")
    keys = sum(change.what == "a key" for moment in deeds for change in moment.changes)
    built, fought = did(" builds", " lays a Caravan"), sum(moment.kind == "fight" for moment in deeds)
    hurt = sum(
        change.seat == seat and change.after.startswith("injured") for one in told for change in one.moment.changes
    )
    slips = sum(change.why == "a slip of the tongue" for moment in deeds for change in moment.changes[:1])
    parts = [
        (explored, f"explored {times(explored)}"),
        (looked, f"looked at {count(looked, 'secret')}"),
        (keys, f"won {count(keys, 'key')}"),
        (built, f"built {count(built, 'thing')}"),
        (fought, f"fought {times(fought)}"),
        (hurt, f"was injured {times(hurt)}"),
        (slips, f"said too much {times(slips)}"),
    ]
    carried = [SECRET_NAMES[kind] for person in state.players if person.seat == seat for kind in person.inventory]
    words = joined([text for number, text in parts if number]) or "watched"
    pack = f" Carried at the end: {joined(carried)}." if carried else " Carried nothing at the end."
    return Chapter(
        seat,
        f"{{{seat}}}, {character(keys, fought, built, explored, looked)}",
        f"{words[:1].upper()}{words[1:]}.{pack}",
    )


def character(keys: int, fought: int, built: int, explored: int, looked: int) -> str:
    if keys:
        return "who won a key" if keys == 1 else "who won the keys"
    if fought > max(built, 1):
        return "who fought"
    if built:
        return "who built"
    return "who explored" if explored >= looked else "who looked under every stone"


def hidden(state: State) -> Iterator[Fact]:
    """What lay there all along, unseen."""
    for tile in state.tiles:
        unseen = [SECRET_NAMES[secret.kind] for secret in tile.secrets if not secret.seen]
        if unseen and any(secret.kind == "key" for secret in tile.secrets):
            yield Fact(f"In {place(state, tile.at)}", joined(unseen), "nobody looked")
    below = sum(not secret.seen for tile in state.tiles for secret in tile.secrets)
    if below:
        yield Fact("Secrets that nobody looked at", str(below), "face-down to the end")
    traps = sum(secret.kind == "captured" for tile in state.tiles for secret in tile.secrets)
    if traps:
        yield Fact("Traps among them", str(traps), "whoever had looked would have been captured")
    undrawn = [QUEST_TITLES[tag] for tag in state.quest_stack]
    if undrawn:
        yield Fact("Never found", joined(undrawn))


def numbers(state: State, told: Sequence[Told]) -> Iterator[Fact]:
    yield Fact("the exit", "found" if state.exit is not None else "never found")
    yield Fact("land explored", str(len(state.tiles) - 4), "beyond the first four")
    yield Fact("raids", str(sum(" raids " in one.moment.title for one in told)))
