"""Write the list of published sixes anew: `python -m app.packs.lint OWN_RULES TEXT...` (see `published.py`)."""

from __future__ import annotations

import sys
from pathlib import Path

from app.packs.lint.findings import words
from app.packs.lint.published import LIST, digest, names, sixes


def main(own: Path, texts: list[Path]) -> None:
    ours = {six for path in own.glob("*.md") for six in sixes(path.read_text(encoding="utf-8"))}
    hashes: set[bytes] = set()
    for path in texts:
        text = path.read_text(encoding="utf-8")
        hashes |= {digest(six) for six in sixes(text) if six not in ours}
        hashes |= {digest(["name", *words(name)]) for name in names(text)}
    LIST.write_bytes(b"".join(sorted(hashes)))
    print(f"{len(hashes)} hashes in {LIST.name}")


main(Path(sys.argv[1]), [Path(argument) for argument in sys.argv[2:]])
