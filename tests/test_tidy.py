"""Style sheets and templates are written for people to read: one declaration a line, one element a line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tidy import crowded, faults, name, pieces, sheets, templates, tidy_css


def meaning(text: str) -> list[str]:
    """The tokens of a style sheet, without comments and without the white space that says nothing."""
    tokens: list[str] = []
    for piece in pieces(text):
        if piece.kind == "comment":
            continue
        tokens.append(" " if piece.kind == "space" else piece.text)
    line = "\x00".join(tokens)
    line = re.sub("(?:\x00? \x00?)+", "\x00 \x00", line)
    for mark in "{};,":
        line = re.sub(f"(?:\x00| )*\x00{re.escape(mark)}\x00(?:\x00| )*", f"\x00{mark}\x00", line)
    line = re.sub("(?:\x00;)+\x00}", "\x00}", line)
    line = re.sub("\\(\x00 \x00", "(\x00", re.sub("\x00 \x00\\)", "\x00)", line))
    # Between a property and its value white space says nothing; between `a` and `:hover` it does.
    line = re.sub("([{;}]\x00[-a-z]+\x00:)\x00 \x00", "\\1\x00", line)
    return line.strip("\x00 ").split("\x00")


def jammed(text: str) -> str:
    """The style sheet with all of its rules on one line."""
    return re.sub(r"\s*\n\s*", " ", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))


@pytest.mark.parametrize("sheet", sheets(), ids=name)
def test_a_style_sheet_has_one_declaration_a_line(sheet: Path) -> None:
    assert faults(sheet) == []


@pytest.mark.parametrize("sheet", sheets(), ids=name)
def test_tidying_changes_no_meaning(sheet: Path) -> None:
    text = jammed(sheet.read_text())
    tidy = tidy_css(text)
    assert meaning(tidy) == meaning(text)
    assert tidy_css(tidy) == tidy


NASTY = """/* head */ @import url(other.css) layer(x);
a:hover,a :focus{color:red;background:url(data:image/png;base64,AA{;}==)}/* behind */
b::before{content:"; } /* no comment */ {";/* alone */ margin:0 /* within */ auto}
@media (min-width:40rem) and (hover){.x>y,.z:is(p,q r){grid-template:"a b" auto "c  d" 1fr/1fr 2fr;&:hover{top:0}}}
"""

TIDY = """/* head */
@import url(other.css) layer(x);

a:hover, a :focus {
  color: red;
  background: url(data:image/png;base64,AA{;}==);
} /* behind */

b::before {
  content: "; } /* no comment */ {";
  /* alone */
  margin: 0 /* within */ auto;
}

@media (min-width:40rem) and (hover) {
  .x>y, .z:is(p, q r) {
    grid-template:
      "a b" auto
      "c  d" 1fr/1fr 2fr;

    &:hover {
      top: 0;
    }
  }
}
"""


def test_strings_addresses_and_comments_stay_as_they_are() -> None:
    assert tidy_css(NASTY) == TIDY
    assert tidy_css(TIDY) == TIDY
    assert meaning(TIDY) == meaning(NASTY)


def test_a_change_of_meaning_is_seen() -> None:
    assert meaning("a :hover { top: 0 }") != meaning("a:hover { top: 0 }")
    assert meaning("a { margin: 0 0 }") != meaning("a { margin: 00 }")
    assert meaning("a { top: 0; left: 0 }") != meaning("a { left: 0; top: 0 }")


def test_a_long_list_of_selectors_is_one_a_line() -> None:
    selectors = [f".a-rather-long-name-{number}" for number in range(5)]
    assert tidy_css(", ".join(selectors) + "{top:0}") == ",\n".join(selectors) + " {\n  top: 0;\n}\n"


@pytest.mark.parametrize("template", templates(), ids=name)
def test_a_template_has_one_element_a_line(template: Path) -> None:
    assert faults(template) == []


def test_a_crowded_line_is_seen() -> None:
    assert crowded("<p>" + "word " * 22 + "</p>") == ""
    assert crowded("<p>" + "word " * 24 + "</p>") == "127 characters in a line"
    assert crowded("<li>a</li><li>b</li>") == "several elements in a line"
    assert crowded('<path d="M0 0"/><path d="M1 1"/>') == "several elements in a line"
    assert crowded("<li><b>a</b> <i>b</i></li>") == ""


def test_a_drawing_may_be_longer() -> None:
    assert crowded('<path d="' + "M0 0l1 1" * 20 + '"/>') == ""
    assert crowded('<path d="' + "M0 0l1 1" * 25 + '"/>') == "212 characters in a line"


def test_an_untidy_file_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.tidy.ROOT", tmp_path)
    sheet, template = tmp_path / "a.css", tmp_path / "a.html"
    sheet.write_text("a { top: 0; left: 0; }\n")
    template.write_text("<ul>\n  <li>a</li><li>b</li>\n</ul>\n")
    assert faults(sheet) == ["a.css: not one declaration a line"]
    assert faults(template) == ["a.html:2: several elements in a line"]
