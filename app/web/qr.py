"""QR codes of links, for people who sit beside each other."""

from __future__ import annotations

from functools import lru_cache

import msgspec
import segno


class QrCode(msgspec.Struct, frozen=True):
    size: int
    path: str  # of the dark squares, each one unit wide


@lru_cache(maxsize=256)
def qr_path(text: str) -> QrCode:
    rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix]
    runs = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            length = next((n for n, dark in enumerate(row[x:]) if not dark), len(row) - x)
            if length:
                runs.append(f"M{x} {y}h{length}v1h-{length}z")
            x += max(1, length)
    return QrCode(len(rows), "".join(runs))
