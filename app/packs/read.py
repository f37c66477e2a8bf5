"""Strict YAML: no anchors, no duplicate keys, string keys only, no numbers with leading zeros
(VAN-L01, VAN-L05). The bare words on, off, yes and no are words here, as in YAML 1.2."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml

NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)")
LEADING_ZERO = re.compile(r"-?0[0-9]+")
FLOAT = re.compile(r"-?[0-9]+\.[0-9]+")
BARE = {"true": True, "false": False, "null": None, "~": None, "": None}


class PackError(Exception):
    """A pack that cannot be read or compiled; says the files and what is wrong, a line for each mistake."""


class Mistakes:
    """What is wrong with a pack. All of it is said at once: nobody wants to hear of one mistake at a time."""

    def __init__(self) -> None:
        self._said: list[str] = []

    @contextmanager
    def gathered(self) -> Iterator[None]:
        """A mistake in here does not keep the rest from being looked at."""
        try:
            yield
        except PackError as error:
            self.add(str(error))

    def add(self, words: str) -> None:
        if words not in self._said:
            self._said.append(words)

    def raise_all(self) -> None:
        if self._said:
            raise PackError("\n".join(self._said))


def check_files(folder: Path) -> None:
    """Every file of a pack can be read; if not, all that is wrong in all of them is said."""
    mistakes = Mistakes()
    for path in sorted(folder.rglob("*.yaml")):
        with mistakes.gathered():
            read(path)
    mistakes.raise_all()


def _value(node: yaml.Node, wrong: list[str]) -> Any:
    """What a node means. The tree is composed by the quick C parser, and read here without YAML 1.1's surprises."""
    if isinstance(node, yaml.MappingNode):
        return _mapping(node, wrong)
    if isinstance(node, yaml.SequenceNode):
        return [_value(part, wrong) for part in node.value]
    assert isinstance(node, yaml.ScalarNode)
    text = str(node.value)
    if node.style:  # quoted, or a block
        return text.strip()
    if text in BARE:
        return BARE[text]
    if text[0] in "-0123456789":
        if LEADING_ZERO.fullmatch(text):
            wrong.append(f"line {node.start_mark.line + 1}: {text} has a leading zero (VAN-L05)")
        if NUMBER.fullmatch(text):
            return int(text)
        if FLOAT.fullmatch(text):
            return float(text)
    return text


def _mapping(node: yaml.MappingNode, wrong: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key_node, value_node in node.value:
        key, where = _value(key_node, wrong), f"line {key_node.start_mark.line + 1}"
        if not isinstance(key, str):
            wrong.append(f"{where}: the key {key!r} must be a word; put quotes around it (VAN-L05)")
            continue
        if key in found:
            wrong.append(f"{where}: {key!r} is there twice (VAN-L01)")
        found[key] = _value(value_node, wrong)
    return found


def read(path: Path) -> Any:
    try:
        text = path.read_text(encoding="utf-8")
        if "&" in text or "*" in text:
            for event in yaml.parse(text, Loader=yaml.CSafeLoader):
                if getattr(event, "anchor", None):
                    raise PackError(f"{path.name}: anchors and references are not used here (VAN-L05)")
        node = yaml.compose(text, Loader=yaml.CSafeLoader)
        wrong: list[str] = []
        value = None if node is None else _value(node, wrong)
        if wrong:
            raise PackError("\n".join(f"{path.name}: {words}" for words in wrong))
        return value
    except yaml.YAMLError as error:
        raise PackError(f"{path.name}: {error}") from None
    except UnicodeDecodeError:
        raise PackError(f"{path.name}: is not text in UTF-8") from None


def read_all(folder: Path) -> list[tuple[Path, dict[str, Any]]]:
    """Every thing in a folder of files; a file may hold one thing or a list of them."""
    found: list[tuple[Path, dict[str, Any]]] = []
    mistakes = Mistakes()
    for path in sorted(folder.rglob("*.yaml")) if folder.is_dir() else []:
        with mistakes.gathered():
            content = read(path)
            for one in content if isinstance(content, list) else [content]:
                if one is not None and (not isinstance(one, dict) or "id" not in one):
                    raise PackError(f"{path.name}: everything here needs an id (VAN-L01)")
                found += [(path, one)] if one else []
    mistakes.raise_all()
    return found
