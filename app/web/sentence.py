"""The table in one sentence, as it stands on the form, in the lobby and on the invitation; and its finer points.

*Vantage on [Oriel] for [four], [together], read [aloud], with [gentle hints].* Brackets are what was chosen.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from markupsafe import Markup, escape

from app.kernel import Game, Refused
from app.tables.facts import TableInfo, TableSettings
from app.tables.wording import TABLE_WORDS
from app.web.forms import Field, fields_of

NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()
HOLE = re.compile(r"\{([\w.]+)\}")
CHOSEN = re.compile(r"\[(.*?)\]")


def in_words(number: int) -> str:
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


class Questions(msgspec.Struct, frozen=True):
    """The form of a table: what matters, and the rest."""

    first: list[Field]
    rest: list[Field]

    @property
    def all(self) -> list[Field]:
        return self.first + self.rest

    @property
    def finer(self) -> str:
        """The present values of the rest, in one line."""
        parts = [part for part in map(brief, filter(matters, self.rest)) if part]
        text = ", ".join(parts)
        return f"{text[:1].upper()}{text[1:]}." if text else ""


def matters(field: Field) -> bool:
    return field.applies


def questions(game: Game[Any], options: Mapping[str, Any], settings: TableSettings) -> Questions:
    own = fields_of(game.options, options, "option.", game.wording())
    table = fields_of(TableSettings, plain(settings), "table.", TABLE_WORDS)
    by_name = {field.name.removeprefix("option."): field for field in [*own, *table]}
    first = [by_name[name] for name in game.box.first if name in by_name]
    return Questions(first, [field for field in by_name.values() if field not in first])


def plain(settings: TableSettings) -> dict[str, Any]:
    """The settings with those that are as usual, too."""
    return {name: getattr(settings, name) for name in settings.__struct_fields__}


def sentence(game: Game[Any], seats: int, options: Mapping[str, Any], settings: TableSettings) -> Markup:
    known = {field.name.removeprefix("option."): field for field in questions(game, options, settings).all}

    def fill(match: re.Match[str]) -> str:
        name = match[1]
        if name in ("title", "seats"):
            return game.title if name == "title" else f"[{in_words(seats)}]"
        return said(known[name]) if name in known else ""

    parts = (HOLE.sub(fill, part).strip() for part in game.box.sentence.split(","))
    text = ", ".join(part for part in parts if part)
    return Markup(CHOSEN.sub(r"<b>\1</b>", str(escape(f"{text}."))))


def sentence_of(game: Game[Any], info: TableInfo) -> Markup:
    return sentence(game, len(info.inside), info.options, info.settings)


def length_of(game: Game[Any], seats: int, options: Mapping[str, Any]) -> str:
    """How long such a table takes; where the options do not fit yet, how long it usually takes."""
    try:
        return game.how_long(game.read_options(options, seats))
    except Refused:
        return game.box.long


def plain_words(marked: Markup) -> str:
    return marked.striptags()


def said(field: Field) -> str:
    if field.choices and field.kind != "several":
        return field.pick(field.chosen).said
    return field.words.said.format(in_words(field.value)) if field.kind == "number" and field.words.said else ""


def brief(field: Field) -> str:
    """What the line of finer points says of it; nothing where there is nothing to say."""
    if field.kind == "several":
        names = ", ".join(field.pick(one).title for one in field.value)
        return field.words.brief.format(names) if field.value else field.words.usual
    if field.kind == "text":
        return field.words.brief if field.value else ""
    if field.choices:
        pick = field.pick(field.chosen)
        return pick.brief or CHOSEN.sub(r"\1", pick.said) or f"{field.title}: {pick.title}"
    return (
        field.words.usual if not field.value and field.words.usual else field.words.brief.format(in_words(field.value))
    )


def changes(before: Questions, after: Questions) -> list[str]:
    """What a host has just changed, in words: what it was and what it is."""
    told = []
    for old, new in zip(before.all, after.all, strict=True):
        if new.applies and old.value != new.value and (was := brief(old)) != (now := brief(new)):
            told.append(f"{now[:1].upper()}{now[1:]} (was: {was})" if was else f"{now[:1].upper()}{now[1:]}")
    return told
