"""Line breaks in templates are for whoever reads the template."""

from __future__ import annotations

import pytest
from jinja2 import Environment, TemplateSyntaxError

from app.web.markup import Unbroken

ENV = Environment(extensions=[Unbroken], autoescape=True)


def drawn(source: str, **context: object) -> str:
    return ENV.from_string(source).render(**context)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<ul>\n  <li>\n    a\n  </li>\n</ul>\n", "<ul><li>a</li></ul>"),
        ("\n  <p>a</p>\n", "<p>a</p>"),
        ("{% if x %}\n  a\n{% else %}\n  b\n{% endif %}\n", "a"),
        ("{# why #}\n  a\n  {# why #}\n", "a"),
        ("<!-- why -->\n  a", "<!-- why -->a"),
        ("{% if '%}' and '>' %}\n  a\n{% endif %}", "a"),
    ],
)
def test_a_break_next_to_a_tag_or_a_statement_is_nothing(source: str, expected: str) -> None:
    assert drawn(source, x=1) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("one\n   two", "one two"),
        ("one\n\n  {{ x }}", "one 1"),
        ("{{ x }}\n  one", "1 one"),
        ("{{ x }}\n  {{ x }}", "1 1"),
        ("1 < 2\n  and 3 > 2\n  too", "1 < 2 and 3 > 2 too"),
    ],
)
def test_a_break_between_words_is_one_space(source: str, expected: str) -> None:
    assert drawn(source, x=1) == expected


def test_white_space_in_a_line_stays() -> None:
    assert drawn("<b>a</b> <i> b</i>  {% if 1 %} c{% endif %}") == "<b>a</b> <i> b</i>   c"


def test_a_space_is_said_where_one_is_wanted_at_the_end_of_a_line() -> None:
    assert drawn("<b>a</b>{{ ' ' }}\n<i>b</i>") == "<b>a</b> <i>b</i>"
    assert drawn("<b>a</b>&#32;\n<i>b</i>") == "<b>a</b>&#32;<i>b</i>"


def test_a_dash_takes_the_space_away() -> None:
    assert drawn("{{ x -}}\n  {{ x }}", x=1) == "11"
    assert drawn("{{ x }}\n  {{- x }}", x=1) == "11"
    assert drawn('<a title="a\n  {%- if x %}, b{% endif -%}\n  , c">', x=1) == '<a title="a, b, c">'


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('<a\n  id="x"\n  href="y"\n>\n  z\n</a>', '<a id="x" href="y">z</a>'),
        ('<path\n  d="M0 0\n    L1 1"\n/>', '<path d="M0 0 L1 1" />'),
        ('<a title="a > b\n  c"\n>', '<a title="a > b c">'),
        ("<a title='{{ \"'\" if x }}\n  b'>", "<a title='&#39; b'>"),
        ('<a {{ "\n" if x }}\n  b>', "<a \n b>"),
    ],
)
def test_a_break_inside_a_tag_is_one_space(source: str, expected: str) -> None:
    assert drawn(source, x=1) == expected


def test_a_statement_may_stand_on_a_line_of_its_own_inside_a_tag() -> None:
    source = '<div\n  {% if x %}\n    class="y"\n  {% endif %}\n  hidden\n>'
    assert drawn(source, x=1).split() == ["<div", 'class="y"', "hidden>"]
    assert drawn(source, x=0).split() == ["<div", "hidden>"]


@pytest.mark.parametrize("tag", ["pre", "textarea", "script"])
def test_what_is_written_as_it_is_read_stays(tag: str) -> None:
    source = f'<{tag} id="x">\n  a\n    <b>\n</{tag}>'
    assert drawn(f"{source}\n<p>\n") == f"{source}<p>"


def test_an_error_names_the_line_it_is_on() -> None:
    with pytest.raises(TemplateSyntaxError) as caught:
        drawn("<p>\n  a\n  b\n\n  <a\n    href='x'\n  >\n{% nonsense %}")
    assert caught.value.lineno == 8
