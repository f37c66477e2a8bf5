"""Plays the table file of a stranger again: `python -m app.admitter <data folder>`. Started by the server."""

from __future__ import annotations

import os
import resource
import sys
from pathlib import Path

from app.packs.library import load_host_packs
from app.tables.admission import MEMORY, WORK, judge_for_the_server

if __name__ == "__main__":
    os.nice(10)  # everybody who plays goes first
    resource.setrlimit(resource.RLIMIT_CPU, (WORK, WORK))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    load_host_packs(Path(sys.argv[1]))
    judge_for_the_server()
