"""One way to write style sheets and templates, and the check that they are written so.

`python -m tests.tidy` rewrites the style sheets (all of them, or the files named) with one declaration a line.
`python -m tests.tidy --check` changes nothing and says what is not tidy, in templates too: those are written by hand, one
element a line, with the line breaks that app/web/markup.py takes out again.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parents[1]
WIDTH = 120
SELECTORS = 80
"""A list of selectors longer than this is written one a line."""

PIECE = re.compile(
    r"""
      (?P<comment>/\*.*?\*/)
    | (?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
    | (?P<url>\burl\(\s*[^"'\s)][^)]*\))
    | (?P<space>\s+)
    | (?P<word>\\.|[^\s"'/{};:,()\[\]]+)
    | (?P<mark>.)
    """,
    re.VERBOSE | re.DOTALL,
)


class Piece(msgspec.Struct, frozen=True):
    kind: str
    text: str


class Declaration(msgspec.Struct):
    """A declaration or an at-rule without a block."""

    text: str
    aside: str = ""


class Comment(msgspec.Struct):
    text: str


class Rule(msgspec.Struct):
    prelude: str
    body: list[Item]
    aside: str = ""
    """A comment that stands behind it on the same line."""


Item = Declaration | Comment | Rule


def pieces(text: str) -> list[Piece]:
    return [Piece(str(match.lastgroup), match[0]) for match in PIECE.finditer(text)]


# Reading -------------------------------------------------------------------------------------------------------------


class Reader:
    def __init__(self, text: str) -> None:
        self.pieces = pieces(text)
        self.at = 0

    def items(self) -> list[Item]:
        found: list[Item] = []
        while self.at < len(self.pieces) and self.pieces[self.at].text != "}":
            piece = self.pieces[self.at]
            if piece.kind == "space" or piece.text == ";":
                self.at += 1
            elif piece.kind == "comment":
                self.at += 1
                found.append(Comment(piece.text))
            else:
                found.append(self._statement())
        return found

    def _statement(self) -> Item:
        """What stands up to the next `;`, block or end of the block around it, whichever comes first."""
        depth = 0
        taken: list[Piece] = []
        while self.at < len(self.pieces):
            piece = self.pieces[self.at]
            if depth == 0 and piece.text in "{;}":
                break
            depth += (piece.text in ("(", "[")) - (piece.text in (")", "]"))
            taken.append(piece)
            self.at += 1
        text = _joined(taken)
        if self.at < len(self.pieces) and self.pieces[self.at].text == "{":
            self.at += 1
            rule = Rule(text, self.items())
            self.at += 1
            rule.aside = self._aside()
            return rule
        if self.at < len(self.pieces) and self.pieces[self.at].text == ";":
            self.at += 1
        return Declaration(_declaration(text), self._aside())

    def _aside(self) -> str:
        """A comment on the same line with nothing but the end of the line behind it."""
        at = self.at
        if at < len(self.pieces) and self.pieces[at].kind == "space" and "\n" not in self.pieces[at].text:
            at += 1
        if at >= len(self.pieces) or self.pieces[at].kind != "comment":
            return ""
        behind = self.pieces[at + 1] if at + 1 < len(self.pieces) else Piece("space", "\n")
        if "\n" not in behind.text and behind.text != "}":
            return ""
        self.at = at + 1
        return self.pieces[at].text


def _joined(taken: list[Piece]) -> str:
    """The text with single spaces, none before a comma and one behind it."""
    text = ""
    for piece in taken:
        if piece.kind == "space":
            text += "" if text.endswith((" ", "(")) else " "
        elif piece.text in (",", ")"):
            text = text.rstrip(" ") + piece.text + (" " if piece.text == "," else "")
        else:
            text += piece.text
    return text.strip()


def _declaration(text: str) -> str:
    if text.startswith("@"):
        return text
    name, colon, value = text.partition(":")
    return f"{name.strip()}{colon} {value.strip()}" if colon else text


def parts(text: str, mark: str) -> list[str]:
    """The text cut at a mark (a comma, a space) that stands in no brackets and in no string."""
    depth = 0
    found = [""]
    for piece in pieces(text):
        depth += (piece.text in ("(", "[")) - (piece.text in (")", "]"))
        if depth == 0 and piece.text == mark:
            found.append("")
        else:
            found[-1] += piece.text
    return [part.strip() for part in found]


# Writing -------------------------------------------------------------------------------------------------------------


def _selectors(prelude: str, indent: str) -> str:
    if prelude.startswith("@") or len(indent + prelude) <= SELECTORS:
        return indent + prelude
    return ",\n".join(indent + _filled(part.split(" "), indent + "  ") for part in parts(prelude, ","))


def _filled(words: list[str], indent: str) -> str:
    lines = [""]
    for word in words:
        if lines[-1] and len(f"{indent}{lines[-1]} {word}") >= WIDTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return f"\n{indent}".join(lines)


def _value(text: str, indent: str) -> str:
    """A declaration; one that is too long goes on over several lines, by rows, by commas or word by word."""
    name, _, value = text.partition(": ")
    deeper = indent + "  "
    words = parts(value, " ")
    if name.startswith("grid-template") and sum(word.startswith('"') for word in words) > 1:
        rows = re.sub(r' (?=")', f"\n{deeper}", " ".join(words))
        return f"{indent}{name}:\n{deeper}{rows}"
    if len(indent + text) < WIDTH:
        return indent + text
    several = parts(value, ",")
    if len(several) > 1 and name != "unicode-range":
        return f"{indent}{name}:\n{deeper}" + f",\n{deeper}".join(
            _filled(parts(p, " "), deeper + "  ") for p in several
        )
    return f"{indent}{name}:\n{deeper}{_filled(words, deeper)}"


def _behind(aside: str) -> str:
    return f" {aside}" if aside else ""


def _written(items: list[Item], indent: str) -> list[str]:
    lines: list[str] = []
    before: Item | None = None
    for item in items:
        apart = isinstance(before, Rule) or (isinstance(item, Rule) and isinstance(before, Declaration))
        if apart or (not indent and isinstance(item, Comment) and before):
            lines.append("")
        match item:
            case Comment(text):
                lines.append(indent + text)
            case Declaration(text, aside):
                lines.append(_value(text, indent) + ";" + _behind(aside))
            case Rule(prelude, body, aside):
                lines.append(_selectors(prelude, indent) + " {")
                lines += _written(body, indent + "  ")
                lines.append(indent + "}" + _behind(aside))
        before = item
    return lines


def tidy_css(text: str) -> str:
    return "\n".join(_written(Reader(text).items(), "")) + "\n"


# Templates -----------------------------------------------------------------------------------------------------------

DRAWING = re.compile(r"[MmLlHhVvCcSsQqTtAaZz\d\s.,|-]{60,}")
WIDTH_OF_DRAWINGS = 200
BLOCKS = (
    "article|aside|dd|details|div|dl|dt|fieldset|footer|form|g|h1|h2|h3|header|li|main|nav|ol|p|path|section|summary|symbol"
    "|table|tbody|td|th|thead|tr|ul"
)
CROWDED = re.compile(rf"(</(?:{BLOCKS})>|<path[^>]*/>)\s*<(?:{BLOCKS})\b")


def crowded(line: str) -> str:
    """What is wrong with a line of a template; nothing if it can be read."""
    if len(line) > (WIDTH_OF_DRAWINGS if DRAWING.search(line) else WIDTH):
        return f"{len(line)} characters in a line"
    return "several elements in a line" if CROWDED.search(line) else ""


# The command ---------------------------------------------------------------------------------------------------------


def name(path: Path) -> str:
    return path.resolve().relative_to(ROOT).as_posix()


def _watched(folder: str, ending: str) -> list[Path]:
    return sorted((ROOT / folder).rglob(f"*{ending}"))


def sheets() -> list[Path]:
    return _watched("static/css", ".css")


def templates() -> list[Path]:
    return _watched("templates", ".html")


def faults(path: Path) -> list[str]:
    text = path.read_text()
    if path.suffix == ".html":
        lines = ((number, crowded(line)) for number, line in enumerate(text.splitlines(), 1))
        return [f"{name(path)}:{number}: {fault}" for number, fault in lines if fault]
    long = [number for number, line in enumerate(text.splitlines(), 1) if len(line) > WIDTH and "url(" not in line]
    found = [f"{name(path)}:{number}: a long line" for number in long]
    return found if tidy_css(text) == text else [*found, f"{name(path)}: not one declaration a line"]


def main(arguments: list[str]) -> int:
    files = [Path(argument) for argument in arguments if argument != "--check"]
    if "--check" in arguments:
        found = [fault for path in files or [*sheets(), *templates()] for fault in faults(path)]
        print("\n".join(found) or "Tidy.")
        return 1 if found else 0
    for path in files or sheets():
        path.write_text(tidy_css(path.read_text()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
