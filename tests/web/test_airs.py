"""Every game's own light can be read: contrast of text and lines in every air, light, dark and with high contrast."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.games import GAMES

CSS = Path(__file__).resolve().parents[2] / "static" / "css"
Tokens = dict[str, str]
THEMES = ("light", "dark", "contrast")
TEXT = 4.5
LINE = 3.0
PAIRS = (
    ("ink", "sheet", TEXT),
    ("ink", "sunken", TEXT),
    ("ink", "raised", TEXT),
    ("ink", "lit-soft", TEXT),
    ("ink-soft", "sheet", TEXT),
    ("ink-soft", "sunken", TEXT),
    ("ink-soft", "raised", TEXT),
    ("ink-faint", "sheet", TEXT),
    ("bar-ink", "bar", TEXT),
    ("accent-ink", "accent", TEXT),
    ("accent-text", "sheet", TEXT),
    ("good", "sheet", TEXT),
    ("good", "good-soft", TEXT),
    ("good-ink", "good", TEXT),
    ("bad", "sheet", TEXT),
    ("bad", "bad-soft", TEXT),
    ("bad-ink", "bad", TEXT),
    ("warn", "sheet", TEXT),
    ("seal-ink", "seal", TEXT),
    ("die-ink", "die", TEXT),
    ("trail-ink", "trail", TEXT),
    ("trail-soft", "trail", TEXT),
    ("line-strong", "sheet", LINE),
    ("lit", "sheet", LINE),
)


def blocks(text: str) -> list[tuple[str, Tokens]]:
    """Selectors and their custom properties; what stands in an at-rule is left out."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"@[^{]*\{(?:[^{}]|\{[^{}]*\})*\}", "", text)
    return [
        (" ".join(selector.split()), dict(re.findall(r"--([\w-]+):\s*([^;]+);", body)))
        for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text)
    ]


def house(theme: str) -> Tokens:
    """What :root says with this theme."""
    tokens: Tokens = {}
    for sheet in ("tokens.css", "airs.css"):
        for selector, found in blocks((CSS / sheet).read_text()):
            parts = [part.strip() for part in selector.split(",")]
            if ":root" in parts or f':root[data-theme="{theme}"]' in parts:
                tokens |= found
    return tokens


def tokens_of(air: str, theme: str) -> Tokens:
    """What the root of a table says. High contrast beats every air."""
    tokens = house(theme)
    if theme == "contrast" or not air:
        return tokens
    for selector, found in blocks((CSS / "airs.css").read_text()):
        one = f':root:not([data-theme="contrast"]) .air-{air}'
        if selector in (one, f':root[data-theme="{theme}"] .air-{air}'):
            tokens |= found
    return tokens


def colour(tokens: Tokens, name: str, theme: str) -> str:
    value = tokens[name].strip()
    both = re.fullmatch(r"light-dark\((#\w+), (#\w+)\)", value)
    if both:
        value = both[2 if theme == "dark" else 1]
    other = re.fullmatch(r"var\(--([\w-]+)\)", value)
    if other:
        return colour(tokens, other[1], theme)
    assert re.fullmatch("#[0-9a-f]{6}", value), f"--{name}: {value}"
    return value


def brightness(value: str) -> float:
    parts = [int(value[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


def airs() -> list[str]:
    return sorted(set(re.findall(r"\.air-(\w+) \{", (CSS / "airs.css").read_text())))


def test_every_game_has_an_air() -> None:
    assert {game.id for game in GAMES.values() if game.listed} <= set(airs()) <= set(GAMES)


def test_contrast_is_measured_as_everywhere() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("air", ["", *airs()])
def test_an_air_can_be_read(air: str, theme: str) -> None:
    tokens = tokens_of(air, theme)
    weak = []
    for one, other, least in PAIRS:
        found = contrast(colour(tokens, one, theme), colour(tokens, other, theme))
        if found < least:
            weak.append(f"{one} on {other}: {found:.2f} < {least}")
    assert not weak


@pytest.mark.parametrize("air", airs())
def test_high_contrast_beats_every_air(air: str) -> None:
    for selector, _ in blocks((CSS / "airs.css").read_text()):
        if re.search(rf"\.air-{air}$", selector):
            assert re.match(r":root(:not\(\[data-theme=\"contrast\"\]\)|\[data-theme=\"dark\"\]) ", selector), selector


@pytest.mark.parametrize("air", airs())
def test_an_air_says_everything_that_the_house_says(air: str) -> None:
    """So that nothing of the house's light is left over on a dark sheet."""
    asked = {name for name, value in house("light").items() if name in {"paper", "sheet"} or "var(--" in value}
    own = tokens_of(air, "light").keys() - (house("light").keys() - asked)
    said: set[str] = set()
    for selector, found in blocks((CSS / "airs.css").read_text()):
        if selector.endswith(f".air-{air}"):
            said |= found.keys()
    seats = {name for name in own if name.startswith("seat-")}
    assert own - seats <= said, own - seats - said
