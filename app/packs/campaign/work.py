"""What the command line does with a campaign pack."""

from __future__ import annotations

import sys
from pathlib import Path

from app.packs.campaign.compile import compile_campaign
from app.packs.campaign.library import BUILT, build
from app.packs.campaign.lint import lint_campaign
from app.packs.campaign.map import draw
from app.packs.campaign.play import play_campaign
from app.packs.lint import Finding
from app.packs.read import PackError

RANDOM = 2000  # campaigns by chance (CL-24)


def work_on_campaign(action: str, folder: Path, out: Path | None, seats: str = "1-4", share: float = 1.0) -> int:
    """0 if all is well, 1 if there are errors; PackError if the pack cannot be read. Warnings alone are no error."""
    if action == "build":
        print(build(folder, out or BUILT))
        return 0
    if action == "lint":
        campaign, findings = lint_campaign(folder)
        logs = len(campaign.logs) + sum(len(planet.logs) for planet in campaign.planets)
        return _report(findings, f"{len(campaign.planets)} planets, {logs} logs")
    if action == "play":
        low, _, high = seats.partition("-")
        counts = range(int(low), min(4, int(high or low)) + 1)
        return _report(play_campaign(folder, counts, max(1, round(RANDOM * share)), tell=_progress), "Played")
    if action == "map":
        text = draw(compile_campaign(folder).campaign)
        if out is None:
            print(text)
        else:
            out.write_text(text + "\n", encoding="utf-8")
        return 0
    raise PackError(f"{action} is not for campaigns")


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text:<60}", end="", file=sys.stderr, flush=True)


def _report(findings: list[Finding], what: str) -> int:
    if sys.stderr.isatty():
        print(file=sys.stderr)
    for finding in findings:
        print(finding)
    errors = sum(not finding.warning for finding in findings)
    print(f"{what}: {errors} errors, {len(findings) - errors} warnings.")
    return 1 if errors else 0
