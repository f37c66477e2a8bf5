"""A worker in which bots think: `python -m app.thinker <data folder>`. Started by the server, never by hand."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from app.packs.library import load_host_packs
from app.tables.thinking import answer_for_ever

if __name__ == "__main__":
    os.nice(5)  # people's moves go first
    load_host_packs(Path(sys.argv[1]))
    answer_for_ever()
