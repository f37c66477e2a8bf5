"""Prints, per game, how many numbered rules have a test that names them, and lists those that have none."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NUMBER = r"[A-Z]{3}-(?:[CL](?=[\dE]))?(?:EX)?\d+"  # VAN-041, VAN-EX16, VAN-C41, VAN-CEX05, VAN-L35
RULE = re.compile(rf"\*\*({NUMBER})\*\*")
MARK = re.compile(r"@rule\(([^)]*)\)", re.DOTALL)


def proved() -> set[str]:
    found: set[str] = set()
    for path in (ROOT / "tests").rglob("*.py"):
        for marks in MARK.findall(path.read_text(encoding="utf-8")):
            found.update(re.findall(NUMBER, marks))
    return found


def main() -> int:
    tested = proved()
    for page in sorted((ROOT / "docs" / "rules").glob("*.md")):
        numbers = list(dict.fromkeys(RULE.findall(page.read_text(encoding="utf-8"))))
        missing = [number for number in numbers if number not in tested]
        if numbers:
            share = 100 * (len(numbers) - len(missing)) / len(numbers)
            print(
                f"{page.stem:>10}: {len(numbers) - len(missing)} of {len(numbers)} rules proved ({share:.1f} per cent)"
            )
            if missing:
                print("            not proved: " + " ".join(missing))
    return 0


if __name__ == "__main__":
    sys.exit(main())
