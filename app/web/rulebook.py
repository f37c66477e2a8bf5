"""Rules references as pages: `docs/rules/<game>.md` with an anchor per rule number, and a search."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup

ROOT = Path(__file__).resolve().parents[2]
NUMBER = re.compile(r"<strong>([A-Z]{3}-(?:EX)?\d+[a-z]?)</strong>")
LINE = re.compile(r"^- \*\*([A-Z]{3}-(?:EX)?\d+[a-z]?)\*\*:?\s+(.*)$", re.MULTILINE)
HEADING = re.compile(r"<h2>(.*?)</h2>")


class Rulebook:
    def __init__(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        self.lines: dict[str, str] = dict(LINE.findall(text))
        html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
        html = NUMBER.sub(r'<a class="rule-number" id="\1" href="#\1">\1</a>', html)
        self.sections: list[tuple[str, str]] = []
        self.html = Markup(HEADING.sub(self._section, html))

    def _section(self, match: re.Match[str]) -> str:
        anchor = f"s{len(self.sections) + 1}"
        self.sections.append((anchor, match[1]))
        return f'<h2 id="{anchor}">{match[1]}</h2>'

    def search(self, words: str) -> list[tuple[str, str]]:
        """The rules that hold all of these words."""
        wanted = words.lower().split()
        return [
            (number, text)
            for number, text in self.lines.items()
            if all(word in f"{number} {text}".lower() for word in wanted)
        ]


@cache
def rulebook(game: str) -> Rulebook | None:
    path = ROOT / "docs" / "rules" / f"{game}.md"
    return Rulebook(path) if path.exists() else None


def one_sentence(game: str, number: str | None) -> str:
    """What a rule says, for tooltips."""
    book = rulebook(game)
    return book.lines.get(number, "").replace("**", "").replace("`", "") if book and number else ""
