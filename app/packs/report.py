"""What the command line says of a pack, whichever game it is for."""

from __future__ import annotations

import sys
from pathlib import Path

from app.packs.lint import Finding


def progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text:<60}", end="", file=sys.stderr, flush=True)


def report(findings: list[Finding], what: str) -> int:
    """0 if all is well, 1 if there are errors; warnings alone are no error."""
    if sys.stderr.isatty():
        print(file=sys.stderr)
    for finding in findings:
        print(finding)
    errors = sum(not finding.warning for finding in findings)
    print(f"{what}: {errors} errors, {len(findings) - errors} warnings.")
    return 1 if errors else 0


def deliver(text: str, out: Path | None) -> int:
    """On the screen, or into a file."""
    if out is None:
        print(text)
    else:
        out.write_text(text + "\n", encoding="utf-8")
    return 0


def seat_counts(text: str, most: int) -> range:
    """`2-4`, or one number."""
    low, _, high = text.partition("-")
    return range(int(low), min(most, int(high or low)) + 1)
