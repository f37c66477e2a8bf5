"""The reference of each game, `docs/rules/<game>.md`, with an anchor per rule and a search; and its guide,
`docs/guide/<game>.md`. Both are written in Markdown and drawn once."""

from __future__ import annotations

import re
from functools import cache, cached_property
from pathlib import Path

import msgspec
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from app.web.inquiry import SMALL, Entry, Inquiry, nearest, words_of

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "docs" / "rules"
GUIDES = ROOT / "docs" / "guide"
LONGEST_SEARCH = 80
MOST_HITS = 50
NOTHING = r"(?!)"  # matches nowhere
ANSWERS = 3  # rules that stand above the book, for whoever asked
NUMBER = re.compile(r"<strong>([A-Z]{3}-(EX)?0*(\d+[a-z]?))</strong>:?")
RULE_ID = re.compile(r'(<a class="rule-number") id="[^"]+"')
LINE = re.compile(r"^- \*\*([A-Z]{3}-(?:EX)?\d+[a-z]?)\*\*:?\s+(.*)$", re.MULTILINE)
HEADING = re.compile(r"<h2>(.*?)</h2>")
OTHER_WORDS = re.compile(r"^## In other words\n(.*?)^## ", re.MULTILINE | re.DOTALL)
OTHER_WORD = re.compile(r"^\| ([a-z][^|]*) \| ([^|]*) \|$", re.MULTILINE)
FILE = re.compile(r"<code>(?:docs/rules/)?([a-z-]+)\.md</code>")
RULING = re.compile(r"\s*\(ruling\)")
TEXT = re.compile(r"(<[^>]*>)")
FIGURES = re.compile(r"<ul>\n((?:<li><img.*?</li>\n)+)</ul>", re.DOTALL)
FIGURE = re.compile(r"<li>(<img[^>]*>)\s*(.*?)</li>", re.DOTALL)


class Section(msgspec.Struct, frozen=True):
    anchor: str
    title: Markup


class Found(msgspec.Struct, frozen=True):
    """What a search found: the rules, how many in each section, and the book with them marked. `best` are those to read
    first, `answers` what they say; `whole`: they hold the words as they were written, not only some of them."""

    hits: tuple[str, ...]
    best: tuple[str, ...]
    answers: tuple[Markup, ...]
    whole: bool
    counts: dict[str, int]
    more: bool
    html: Markup


@cache
def other_words(game: str) -> dict[str, tuple[str, ...]]:
    """What people call things, and what the book of this game calls them, from the table in the book."""
    listed = OTHER_WORDS.search((RULES / f"{game}.md").read_text(encoding="utf-8"))
    return {
        said: tuple(written.split(", "))
        for row in OTHER_WORD.findall(listed[1] if listed else "")
        for said, written in ((said, row[1]) for said in row[0].split(", "))
    }


def _drawn(text: str) -> str:
    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))


class Rulebook:
    def __init__(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        self.name = path.stem
        self.game = path.stem.partition("-")[0]
        self.lines: dict[str, str] = dict(LINE.findall(text))
        html = _drawn(text)
        first, heading, rest = html.partition("</h1>")
        html = first + heading + rest.replace("<h1>", '<p class="part">').replace("</h1>", "</p>")
        html = NUMBER.sub(self._number, html)
        html = RULING.sub(self._ruling, html)
        html = FILE.sub(self._file, html)
        html = html.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")
        self.sections: list[Section] = []
        self.html = Markup(HEADING.sub(self._section, html))
        self.section_of = self._places()

    @staticmethod
    def _number(match: re.Match[str]) -> str:
        """The number is the anchor; people read it without the letters of the game."""
        example = "<small>example</small> " if match[2] else ""
        name = match[1]
        return f'<a class="rule-number" id="{name}" href="#{name}" title="{name}">{example}{match[3]}</a>'

    @staticmethod
    def _ruling(_: re.Match[str]) -> str:
        return ' <span class="house" title="A decision of this house">Ours.</span>'

    def _file(self, match: re.Match[str]) -> str:
        words = match[1].removeprefix(f"{self.game}-").replace("-", " ")
        return f'<a href="{match[1]}">{words}</a>' if (RULES / f"{match[1]}.md").exists() else match[0]

    def _section(self, match: re.Match[str]) -> str:
        anchor = f"s{len(self.sections) + 1}"
        self.sections.append(Section(anchor, Markup(match[1])))
        return f'<h2 class="ruled" id="{anchor}">{match[1]}</h2>'

    def _places(self) -> dict[str, str]:
        """The section in which each rule stands."""
        found, here = {}, ""
        for anchor in re.findall(r' id="([^"]+)"', self.html):
            if anchor in self.lines:
                found[anchor] = here
            elif re.fullmatch(r"s\d+", anchor):
                here = anchor
        return found

    @cached_property
    def inquiry(self) -> Inquiry:
        """The book as one that can be asked. Its other words are those of the game, which its main book lists."""
        place = self._order()
        entries = {
            number: Entry(_plain(text), self.title_of(number), place[number], "-EX" in number)
            for number, text in self.lines.items()
        }
        return Inquiry(entries, other_words(self.game))

    def search(self, words: str) -> Found | None:
        """The rules that hold these words as they are; for a question, those that come nearest to it."""
        wanted = " ".join(words[:LONGEST_SEARCH].lower().split())
        if not wanted:
            return None
        weights = self.inquiry.ask(wanted)
        asked = any(word in SMALL for word in words_of(wanted))
        texts = {number: f"{number} {_plain(text)}".lower() for number, text in self.lines.items()}
        hits = [] if asked and weights else [number for number, text in texts.items() if wanted in text]
        if hits:
            best = sorted(hits, key=lambda number: -weights.get(number, 0.0))
            return self._found(hits, best[:ANSWERS], [wanted], whole=True)
        best = nearest(weights)
        near = set(best)
        hits = [number for number in self.lines if number in near]
        return self._found(hits, best[:ANSWERS], self.inquiry.written(wanted), whole=False)

    def _order(self) -> dict[str, int]:
        """How far from the beginning of its chapter each rule stands."""
        counts: dict[str, int] = {}
        order = {}
        for number in self.lines:
            section = self.section_of.get(number, "")
            order[number] = counts.get(section, 0)
            counts[section] = order[number] + 1
        return order

    def title_of(self, number: str) -> str:
        """The chapter in which a rule stands, in words."""
        place = self.section_of.get(number, "")
        return next((str(one.title) for one in self.sections if one.anchor == place), "")

    def _found(self, hits: list[str], best: list[str], words: list[str], *, whole: bool) -> Found:
        shown = tuple(hits[:MOST_HITS])
        counts: dict[str, int] = {}
        for number in shown:
            counts[self.section_of.get(number, "")] = counts.get(self.section_of.get(number, ""), 0) + 1
        texts = [re.escape(str(escape(word))) for word in sorted(words, key=len, reverse=True)]
        edge = "" if whole else r"\b"
        wanted = re.compile(f"{edge}(?:{'|'.join(texts) or NOTHING}){edge}", re.IGNORECASE)
        html, rules = self._marked({*shown, *best}, wanted)
        answers = tuple(Markup(RULE_ID.sub(r"\1", rules[number])) for number in best if number in rules)
        return Found(shown, tuple(best), answers, whole, counts, len(hits) > MOST_HITS, html)

    def _marked(self, numbers: set[str], wanted: re.Pattern[str]) -> tuple[Markup, dict[str, str]]:
        """The book with these rules lit, and the words in them; and what each of them says."""
        parts, rules = str(self.html).split("<li>"), {}
        for index, part in enumerate(parts[1:], 1):
            found = re.search(r'<a class="rule-number" id="([^"]+)"', part)
            if found and found[1] in numbers:
                rule, end, rest = part.partition("</li>")
                rules[found[1]] = _mark(rule, wanted)
                parts[index] = f"\0{rules[found[1]]}{end}{rest}"
        return Markup("<li>".join(parts).replace("<li>\0", '<li class="at">')), rules


def _plain(text: str) -> str:
    return text.replace("**", "").replace("`", "").replace(" (ruling)", "")


def _mark(html: str, wanted: re.Pattern[str]) -> str:
    """Every place of these words outside of tags."""
    pieces = TEXT.split(html)
    pieces[::2] = [wanted.sub(r"<mark>\g<0></mark>", text) for text in pieces[::2]]
    return "".join(pieces)


class Guide(msgspec.Struct, frozen=True):
    title: str
    opening: Markup  # what stands before its first chapter
    html: Markup
    sections: tuple[Section, ...]


def rulebook(name: str) -> Rulebook | None:
    """The rulebook of that name, drawn once. Strangers ask for any name: what there is not, is not kept in mind."""
    return _rulebook(name) if name in names() else None


@cache
def names() -> frozenset[str]:
    return frozenset(path.stem for path in RULES.glob("*.md"))


@cache
def _rulebook(name: str) -> Rulebook:
    return Rulebook(RULES / f"{name}.md")


@cache
def guide(game: str) -> Guide | None:
    """The guide to a game, if it has one. A list of pictures becomes a strip of panels. Pictures are named by their way
    from the file, `../../static/guide/`, which is the same way from the page."""
    path = GUIDES / f"{game}.md"
    if not path.exists():
        return None
    title, _, text = path.read_text(encoding="utf-8").partition("\n")
    html = _drawn(text)
    html = FIGURES.sub(lambda match: f'<div class="round" tabindex="0">{match[1]}</div>', html)
    html = FIGURE.sub(r'<figure><div class="plated">\1</div><figcaption>\2</figcaption></figure>', html)
    sections: list[Section] = []

    def section(match: re.Match[str]) -> str:
        sections.append(Section(f"g{len(sections) + 1}", Markup(match[1])))
        return f'<h2 class="ruled" id="{sections[-1].anchor}">{match[1]}</h2>'

    html = HEADING.sub(section, html)
    opening, chapter, rest = html.partition("<h2")
    return Guide(title.lstrip("# "), Markup(opening), Markup(chapter + rest), tuple(sections))


def one_sentence(game: str, number: str | None) -> str:
    """What a rule says, for tooltips."""
    book = rulebook(game)
    return _plain(book.lines.get(number, "")) if book and number else ""
