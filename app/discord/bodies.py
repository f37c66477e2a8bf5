"""The pieces that messages are made of. Nobody is pinged but by id, in a notice that is for them."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

EPHEMERAL = 64
NOBODY: dict[str, list[str]] = {"parse": []}
BLUE, GREY, GREEN, RED, LINK = 1, 2, 3, 4, 5
MESSAGE, UPDATE, CHOICES, FORM, LAUNCH = 4, 7, 8, 9, 12

Body = dict[str, Any]


def digest(body: Body) -> str:
    """What a message says, in a few letters: two that say the same have the same."""
    return hashlib.sha256(msgspec.json.encode(body, order="deterministic")).hexdigest()[:32]


def nonce(*parts: object) -> Body:
    """Discord makes one message of two that carry the same word, if they come within some minutes."""
    word = hashlib.sha256(":".join(map(str, parts)).encode()).hexdigest()[:24]
    return {"nonce": word, "enforce_nonce": True}


def button(style: int, label: str, custom_id: str) -> Body:
    return {"type": 2, "style": style, "label": label, "custom_id": custom_id}


def way_to(address: str, label: str) -> Body:
    return {"type": 2, "style": LINK, "label": label, "url": address}


def row(*parts: Body) -> Body:
    return {"type": 1, "components": list(parts)}


def menu(custom_id: str, placeholder: str, options: list[Body]) -> Body:
    return row({"type": 3, "custom_id": custom_id, "placeholder": placeholder[:150], "options": options[:25]})


def pick(label: str, value: str, about: str = "", *, chosen: bool = False) -> Body:
    made: Body = {"label": label[:100], "value": value}
    if about:
        made["description"] = about[:100]
    return made | ({"default": True} if chosen else {})


def message(words: str, *rows: Body) -> Body:
    """Words for a channel or a person."""
    return {"content": words[:2000], "allowed_mentions": NOBODY, "components": list(rows)}


def whispered(words: str, *rows: Body) -> Body:
    """An answer that only the caller sees."""
    return {"type": MESSAGE, "data": message(words, *rows) | {"flags": EPHEMERAL}}


def instead(words: str, *rows: Body) -> Body:
    """What stands from now on in the message whose button was pressed, where that was a whisper."""
    return {"type": UPDATE, "data": message(words, *rows)}
