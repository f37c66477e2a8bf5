"""Asking a book of rules in one's own words. Every rule is weighed by the words of the question that it holds: rarer ones
count more (the known measure BM25), those that it begins with or that its chapter is named after count more again, and a
rule that holds many different ones comes before one that repeats a single one. What people say and what the book says are
brought together by two lists: `EVERYDAY` here, and the table of other words in the game's own book."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

import msgspec

WORD = re.compile(r"[^\W_]+")
OWNER = re.compile(r"['’]s?\b")
# Words of a question that no rule is about.
SMALL = frozenset(
    "a about actually all always am an and any anybody anyone are as at back be been being but by can come comes could did"
    " do does doing done else ever every everybody everyone exactly for from game get gets getting go goes going good got"
    " had happen happens has have having how i if in into is it its just let many may me mean means might much must my of"
    " okay on only or others our out own please put really right rule rules she should so some somebody somehow someone"
    " something still than that the their them then there these they thing things this those through to up us want was we"
    " were what when where whether which while who whom whose why will with work works would you your".split()
)
# Words that many questions hold and few are about.
FAINT = frozenset(
    "after another away before during first keep last long make one other play player reach same start take ten three time"
    " together turn two use".split()
)
# What people say, and what rulebooks say for it, in whatever game.
EVERYDAY: Mapping[str, tuple[str, ...]] = {
    "have to": ("must", "optional", "binding", "forced"),
    "undo": ("takeback", "take back", "taken back"),
    "take back": ("takeback", "taken back"),
    "dice": ("die",),
    "alone": ("solo",),
    "begins, starts, go first, goes first": ("first turn", "first player", "starts", "begins"),
    "finish": ("end",),
    "game end, game over": ("game ends", "session ends", "match ends", "wins at once"),
    "same": ("equal", "twice", "one"),
    "twice, second, again": ("twice", "again", "another", "repeated", "once"),
    "tie, tied": ("draw", "tied", "equal"),
    "zero": ("0",),
    "nothing": ("0", "none"),
    "run out, used up": ("at 0", "empty", "none left", "runs out"),
    "right away, at once, immediately": ("at once", "immediately", "first actions", "next turn"),
    "cost, price, pay, expensive": ("cost", "price", "pay"),
    "buy": ("price", "pay", "purchase"),
    "tell, say, describe": ("tell", "say", "describe", "name"),
    "show, see, look": ("shown", "see", "seen", "look"),
    "swap, trade, exchange": ("trade", "exchange", "change hands"),
    "give": ("give", "handed over", "exchange"),
    "lose, lost, loss": ("lose", "loss", "lost"),
    "win, won, victory": ("win", "victory"),
    "dies, died, dead, death": ("dead", "dies", "death"),
    "skip, pass": ("pass", "skip", "passing"),
    "quit, give up, resign": ("concede", "resign", "give up"),
    "away, missing, absent": ("absent", "away", "leaves", "disconnected"),
    "left behind": ("abandoned", "not in"),
    "friend, friends": ("friendly", "other player", "companion", "allied"),
    "help": ("assist", "help", "aid"),
}
# Questions that are about a number rather than a thing; a hint, not what is asked for.
HINTS: Mapping[str, tuple[str, ...]] = {
    "how many": ("at most", "limit", "maximum", "up to", "number of"),
    "when can, when may": ("whenever", "at any time", "any turn", "only in"),
    "how long": ("lasts", "until", "minutes", "hours"),
    "how much": ("at most", "limit", "maximum", "price", "cost"),
}
# Forms that no ending tells.
FORMS = dict(
    pair.split(":")
    for pair in (
        "used:use using:use found:find won:win lost:lose losing:lose said:say told:tell seen:see shown:show drew:draw"
        " drawn:draw gave:give given:give took:take taken:take fought:fight bought:buy paid:pay built:build held:hold"
        " began:begin begun:begin threw:throw thrown:throw chose:choose chosen:choose"
    ).split()
)
# What counts how much. Found by trying, with the questions of tests/web/questions.py.
OPENING, BEGINNING = 8, 3  # words of a rule: what it says first, and what it is about
AT_FIRST, SUBJECT = 0.8, 1.2  # what a word counts more there, where a word anywhere counts 1
IN_TITLE, WHOLE = 1.0, 3  # what it counts in the title of the chapter, and how many times that if nothing else is in it
NAMED, OTHERS = (
    1.0,
    0.6,
)  # a rule that begins with a name and a colon is about that, or, not asked about, of something else
OTHERWISE, FAINTLY, HINT = 0.85, 0.4, 0.2  # what another word for the same counts, a faint one, and a hint
SATED, LENGTH = 2.0, 0.3  # BM25: how soon repeating a word helps no more, and how much long rules are held back
ALONE = 0.5  # what is left of the weight of a rule that holds next to nothing of what was asked
EXAMPLE = 0.5  # an example is read after the rule that it is about
LATER = 0.01  # by which each rule of a chapter comes behind the one before: what is general stands first
NEAR = 0.4  # of the best: as far as rules are near to a question
NAME = re.compile(r"(?!Step )((?:[\w()'-]+,? ){0,3}[\w()'-]+):")
DOUBLED = re.compile(r"([^aeiouyls])\1$")
VOWEL = re.compile(r"[aeiouy]")


class Entry(msgspec.Struct, frozen=True):
    """A rule as it is asked about."""

    text: str
    chapter: str
    place: int  # in its chapter, counted from 0
    example: bool = False


class Wish(msgspec.Struct, frozen=True):
    """A word of the question, and what it may be called in the book, with what each of these counts."""

    words: tuple[tuple[tuple[str, ...], float], ...]
    hint: bool = False


def stem(word: str) -> str:
    """A word without its endings, so that *harvests*, *harvested* and *harvesting* are the same."""
    word = FORMS.get(word, word)
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif re.search(r"(?:s|x|z|ch|sh)es$", word) and len(word) > 4:
        word = word[:-2]
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending, shortest in (("ing", 3), ("ed", 3), ("ion", 5)):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= shortest and VOWEL.search(rest):
            word = DOUBLED.sub(r"\1", rest)
            break
    word = word.removesuffix("ly") if len(word) > 5 else word
    word = word.removesuffix("e") if len(word) > 3 else word
    word = word.removesuffix("at") if len(word) > 6 else word
    return word[:-1] if len(word) > 4 and word.endswith(("y", "i")) else word


def words_of(text: str) -> list[str]:
    return WORD.findall(OWNER.sub("", text.lower()))


def stems_of(text: str) -> tuple[str, ...]:
    return tuple(map(stem, words_of(text)))


class Inquiry:
    """A book that can be asked. Made once for each book; a question costs as much as its words, which are few."""

    def __init__(self, entries: Mapping[str, Entry], other_words: Mapping[str, Iterable[str]]) -> None:
        self.entries = entries
        self.forms: dict[str, set[str]] = defaultdict(set)  # how each word is written in the book
        self.texts: dict[str, tuple[str, ...]] = {}
        self.counts: dict[str, Counter[str]] = {}
        self.titles: dict[str, frozenset[str]] = {}
        self.names: dict[str, frozenset[str]] = {}
        for number, entry in entries.items():
            for word in words_of(entry.text):
                self.forms[stem(word)].add(word)
            self.texts[number] = stems_of(entry.text)
            self.counts[number] = Counter(self.texts[number])
            self.titles[number] = frozenset(
                one for one in stems_of(entry.chapter) if one not in SMALL and not one.isdigit()
            )
            named = NAME.match(entry.text)
            self.names[number] = frozenset(stems_of(named[1])) if named else frozenset()
        self.spread = Counter(one for counts in self.counts.values() for one in counts)
        self.long = sum(map(len, self.texts.values())) / max(1, len(self.texts))
        self.same: dict[tuple[str, ...], list[tuple[str, ...]]] = defaultdict(list)
        for listed in (EVERYDAY, HINTS, other_words):
            for row, written in listed.items():
                for said in row.split(", "):
                    self.same[stems_of(said)] += [stems_of(one) for one in written]
        self.hints = frozenset(stems_of(said) for row in HINTS for said in row.split(", "))
        self.longest = max(map(len, self.same))

    def ask(self, question: str) -> dict[str, float]:
        """What each rule weighs for this question; those that do not weigh anything are left out."""
        wishes = self.wishes(question)
        found: dict[str, float] = defaultdict(float)
        met: dict[str, float] = defaultdict(float)
        whole = 0.0
        asked = {word for wish in wishes for words, _ in wish.words for word in words}
        for wish in wishes:
            best: dict[str, float] = {}
            rarest = 0.0
            for words, counts in wish.words:
                held = self._held(words, asked)
                rare = math.log(1 + (len(self.texts) - len(held) + 0.5) / (len(held) + 0.5))
                for number, weight in held.items():
                    best[number] = max(best.get(number, 0.0), counts * rare * weight)
                rarest = max(rarest, counts * rare if held else 0.0)
            whole += 0.0 if wish.hint else rarest
            for number, weight in best.items():
                found[number] += weight
                met[number] += 0.0 if wish.hint else rarest
        return {
            number: self._weight(number, weight, met[number] / whole if whole else 1.0, asked)
            for number, weight in found.items()
        }

    def _weight(self, number: str, weight: float, share: float, asked: set[str]) -> float:
        entry = self.entries[number]
        weight *= (ALONE + (1 - ALONE) * share) / (1 + LATER * entry.place)
        if self.names[number] and not self.names[number] & asked:
            weight *= OTHERS
        return weight * EXAMPLE if entry.example else weight

    def _held(self, words: tuple[str, ...], asked: set[str]) -> dict[str, float]:
        """The rules that hold these words, one after the other, and how much they are about them."""
        held = {}
        for number, counts in self.counts.items():
            often = 0
            if all(one in counts for one in words):
                often = counts[words[0]] if len(words) == 1 else _times(words, self.texts[number])
            if often or self.titles[number].issuperset(words):
                held[number] = self._about(number, words, often, asked)
        return held

    def _about(self, number: str, words: tuple[str, ...], often: int, asked: set[str]) -> float:
        text = self.texts[number]
        first = AT_FIRST if _times(words, text[: OPENING + len(words) - 1]) else 0.0
        first += SUBJECT if _times(words, text[: BEGINNING + len(words) - 1]) else 0.0
        title = IN_TITLE if self.titles[number].issuperset(words) else 0.0
        title *= WHOLE if self.titles[number] <= asked else 1
        name = NAMED if self.names[number].issuperset(words) else 0.0
        count = often + first + title + name
        return count * (SATED + 1) / (count + SATED * (1 - LENGTH + LENGTH * len(text) / self.long))

    def wishes(self, question: str) -> list[Wish]:
        """What a question asks for. Several words that are listed together are taken together (*left behind*)."""
        said = words_of(question)
        stems = tuple(map(stem, said))
        wishes: dict[tuple[str, ...], Wish] = {}
        at = 0
        while at < len(said):
            size = next((n for n in range(self.longest, 1, -1) if stems[at : at + n] in self.same), 1)
            words = stems[at : at + size]
            if size > 1 or (
                not {said[at], said[at].removesuffix("s")} & SMALL and (len(said[at]) > 1 or words[0] in self.spread)
            ):
                hint = words in self.hints
                others = [one for one in self.same.get(words, []) if one != words]
                own = [words] if not hint and (size == 1 or self._held(words, set())) else []
                less = HINT if hint else OTHERWISE
                much = FAINTLY if size == 1 and said[at] in FAINT else 1.0
                listed = (*((one, much) for one in own), *((one, much * less) for one in dict.fromkeys(others)))
                wishes[words] = Wish(listed, hint)
            at += size
        return list(wishes.values())

    def written(self, question: str) -> list[str]:
        """The words of a question as they are written in the book, and those that stand for them, to be marked."""
        stems = {one for wish in self.wishes(question) if not wish.hint for words, _ in wish.words for one in words}
        return sorted({form for one in stems for form in self.forms.get(one, ()) if form not in SMALL})


def nearest(weights: Mapping[str, float]) -> list[str]:
    """The rules that come near to a question, the nearest first."""
    least = NEAR * max(weights.values(), default=0.0)
    return sorted((one for one, weight in weights.items() if weight >= least), key=lambda one: -weights[one])


def _times(words: tuple[str, ...], text: tuple[str, ...]) -> int:
    size = len(words)
    return sum(text[at : at + size] == words for at in range(len(text) - size + 1))
