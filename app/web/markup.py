"""White space in templates: a line break is for the reader of the template and not for the reader of the page.

Templates are written one element a line. A run of white space with a line break in it

- is one space inside a tag (and nothing before the tag's end),
- is nothing next to a tag, a statement or a comment,
- is one space between words and `{{ expressions }}`.

White space without a line break stays as it is. Where a line ends next to a tag and a space is wanted all the same, the
template says `{{ ' ' }}`; where none is wanted, a dash takes it away as everywhere in Jinja: `{{ a -}}`, `{%- if b %}`.
What stands in <pre>, <textarea> and <script> stays as it is.
"""

from __future__ import annotations

import re

from jinja2.ext import Extension

STRING = r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'"""
COMMENT = r"\{#.*?#\}|<!--.*?-->"
STATEMENT = rf"\{{%(?:{STRING}|(?!%\}}).)*%\}}"
EXPRESSION = rf"\{{\{{(?:{STRING}|(?!\}}\}}).)*\}}\}}"
INSERTED = rf"{COMMENT}|{STATEMENT}|{EXPRESSION}"
"""What belongs to the template language: its own quotes, brackets and line breaks are not the page's."""

KEPT = rf"<(?P<name>pre|textarea|script)\b(?:{INSERTED}|[^>])*>.*?</(?P=name)>"
TAG = rf"""</?[a-zA-Z!](?:{INSERTED}|"(?:{INSERTED}|[^"])*"|'(?:{INSERTED}|[^'])*'|[^>"'])*>"""
BREAK = r"[ \t]*\n\s*"

OUTSIDE = re.compile(
    rf"(?P<kept>{KEPT})|(?P<silent>{COMMENT}|{STATEMENT})|(?P<tag>{TAG})|(?P<said>{EXPRESSION})|(?P<broken>{BREAK})|.",
    re.DOTALL,
)
INSIDE = re.compile(rf"(?P<inserted>{INSERTED})|{BREAK}", re.DOTALL)
SILENT = ("kept", "silent", "tag")
"""Next to these a line break is nothing."""


def _counted(run: str) -> str:
    """A comment with the line breaks of the run, so that an error names the line on which it is."""
    return "{#" + "\n" * run.count("\n") + "#}"


def _dashed(match: re.Match[str]) -> bool:
    dash_before = match.string.endswith(("-%}", "-}}", "-#}"), 0, match.start())
    return dash_before or match.string.startswith(("{%-", "{{-", "{#-"), match.end())


def _in_tag(match: re.Match[str]) -> str:
    if match["inserted"]:
        return match[0]
    silent = match.string[match.end()] == ">" or _dashed(match)
    return ("" if silent else " ") + _counted(match[0])


def without_breaks(source: str) -> str:
    """The source of a template with the line breaks taken out that are there for its own reader."""
    written: list[str] = []
    silent = True
    for match in OUTSIDE.finditer(source):
        kind = match.lastgroup
        if kind == "broken":
            following = OUTSIDE.match(source, match.end())
            silent = silent or following is None or following.lastgroup in SILENT or _dashed(match)
            written.append(("" if silent else " ") + _counted(match[0]))
        elif kind == "tag":
            written.append(INSIDE.sub(_in_tag, match[0]))
        else:
            written.append(match[0])
        silent = kind in SILENT
    return "".join(written)


class Unbroken(Extension):
    """Takes line breaks and indentation out of templates before they are compiled."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return without_breaks(source)
