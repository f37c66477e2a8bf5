"""The words of the pages for those who speak of tables elsewhere: the sentence of a table, and its options as questions."""

from __future__ import annotations

from typing import Any

import msgspec

from app.discord.lobbying import Change, Question
from app.games import GAMES
from app.kernel import Refused
from app.tables.facts import TableInfo, TableSettings
from app.tables.wording import TABLE_WORDS
from app.web.forms import Field, convert
from app.web.sentence import changes, plain, plain_words, questions, sentence_of

MOST_VALUES = 25


class Spoken:
    def sentence(self, info: TableInfo) -> str:
        return plain_words(sentence_of(GAMES[info.game], info))

    def questions(self, info: TableInfo) -> list[Question]:
        """What matters most about a table, with what can be chosen."""
        asked = questions(GAMES[info.game], info.options, info.settings).first
        return [made for field in asked if len((made := _question(field)).choices) > 1]

    def change(self, info: TableInfo, name: str, value: str) -> Change:
        """What becomes of a table if this is chosen, and how that is told."""
        game, agreed = GAMES[info.game], info.agreed
        before = questions(game, info.options, info.settings)
        field = next((one for one in before.first if one.name == name), None)
        if field is None or value not in [one for one, _, _ in _question(field).choices]:
            raise Refused("That is not among the choices any more.")
        options, settings = dict(info.options), plain(info.settings)
        own = name.startswith("option.")
        (options if own else settings)[name.split(".", 1)[1]] = _value(field, value)
        made = convert(TableSettings, settings, TABLE_WORDS)
        told = changes(questions(game, agreed.options, agreed.settings), questions(game, options, made))
        return Change(options, made, tuple(told), agreed)


def _question(field: Field) -> Question:
    if field.offered:
        picks = [(one, field.pick(one).title, field.pick(one).text) for one in field.offered]
    elif field.kind == "number" and field.low is not None and field.high is not None:
        step = max(1, (field.high - field.low) // (MOST_VALUES - 2))
        values = sorted({*range(field.low, field.high + 1, step), int(field.value)})[:MOST_VALUES]
        picks = [(str(one), str(one), "") for one in values]
    else:
        picks = []
    return Question(field.name, field.title, tuple(picks), field.chosen)


def _value(field: Field, text: str) -> Any:
    if field.kind == "tick":
        return text == "true"
    if field.kind == "number" or isinstance(field.value, int):
        return msgspec.convert(text, int, strict=False)
    return text
