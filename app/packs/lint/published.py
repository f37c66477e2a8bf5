"""No sentence and no name of a published game (VAN-L35).

The list that is kept with the tool holds no text: it is a sorted file of hashes, one for every six words in a row of the
published rules and one for every published name. `python -m app.packs.lint OWN_RULES TEXT...` writes it anew from
texts that lie elsewhere; sixes that our own rules use as well are rules terms and are left out.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from app.packs.lint.findings import Finding, Pack, check, words
from app.packs.lint.texts import every_text, own_names

LIST = Path(__file__).with_name("published.bin")
SIZE = 6  # bytes of a hash: about one accident in ten billion


def digest(spoken: Iterable[str]) -> bytes:
    return hashlib.blake2b(" ".join(spoken).encode(), digest_size=SIZE).digest()


def sixes(text: str) -> Iterator[tuple[str, ...]]:
    spoken = words(text)
    return (tuple(spoken[start : start + 6]) for start in range(len(spoken) - 5))


@cache
def published() -> frozenset[bytes]:
    content = LIST.read_bytes()
    return frozenset(content[start : start + SIZE] for start in range(0, len(content), SIZE))


def names(text: str) -> Iterator[str]:
    """Two or more words with capitals in a row, in the middle of a sentence."""
    for found in re.finditer(r"(?<=[a-z,:] )[A-Z][a-z]+(?: [A-Z][a-z]+)+", text):
        yield found.group(0)


@check
def foreign(pack: Pack) -> Iterator[Finding]:
    known = published()
    for where, text in every_text(pack.world):
        for six in sixes(text):
            if digest(six) in known:
                yield Finding("VAN-L35", where, f"{' '.join(six)!r} stands in a published text")
    for text in own_names(pack.world):
        spoken = words(text)
        pieces = [spoken[a:b] for a in range(len(spoken)) for b in range(a + 2, len(spoken) + 1)]
        if any(digest(["name", *piece]) in known for piece in pieces):
            yield Finding("VAN-L35", text, "is a published name")
