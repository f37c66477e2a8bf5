"""Strict YAML: no anchors, no duplicate keys, string keys only, no numbers with leading zeros
(VAN-L01, VAN-L05). The bare words on, off, yes and no are words here, as in YAML 1.2."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml


class PackError(Exception):
    """A pack that cannot be read or compiled; says the file and what is wrong."""


class _Loader(yaml.CSafeLoader):
    """The quick SafeLoader without YAML 1.1's bare on, off, yes and no, octal numbers and dates."""


_Loader.yaml_implicit_resolvers = {
    letter: [(tag, pattern) for tag, pattern in pairs if tag in ("tag:yaml.org,2002:null", "tag:yaml.org,2002:float")]
    for letter, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))
_Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^-?(?:0|[1-9][0-9]*)$"), list("-0123456789"))


def _mapping(loader: _Loader, node: yaml.MappingNode) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        where = f"line {key_node.start_mark.line + 1}"
        if not isinstance(key, str):
            raise PackError(f"{where}: the key {key!r} must be a word; put quotes around it (VAN-L05)")
        if key in found:
            raise PackError(f"{where}: {key!r} is there twice (VAN-L01)")
        found[key] = loader.construct_object(value_node, deep=True)
    return found


def _text(loader: _Loader, node: yaml.ScalarNode) -> str:
    if not node.style and re.fullmatch(r"-?0[0-9]+", node.value):
        raise PackError(f"line {node.start_mark.line + 1}: {node.value} has a leading zero (VAN-L05)")
    return str(node.value).strip()


_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)
_Loader.add_constructor("tag:yaml.org,2002:str", _text)


def read(path: Path) -> Any:
    try:
        text = path.read_text(encoding="utf-8")
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            if getattr(event, "anchor", None):
                raise PackError("anchors and references are not used here (VAN-L05)")
        return yaml.load(text, Loader=_Loader)
    except PackError as error:
        raise PackError(f"{path.name}: {error}") from None
    except yaml.YAMLError as error:
        raise PackError(f"{path.name}: {error}") from None


def read_all(folder: Path) -> list[tuple[Path, dict[str, Any]]]:
    """Every thing in a folder of files; a file may hold one thing or a list of them."""
    found: list[tuple[Path, dict[str, Any]]] = []
    for path in sorted(folder.rglob("*.yaml")) if folder.is_dir() else []:
        content = read(path)
        for one in content if isinstance(content, list) else [content]:
            if one is not None and (not isinstance(one, dict) or "id" not in one):
                raise PackError(f"{path.name}: everything here needs an id (VAN-L01)")
            found += [(path, one)] if one else []
    return found
