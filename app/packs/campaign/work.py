"""What the command line does with a campaign pack."""

from __future__ import annotations

from pathlib import Path

from app.packs.campaign.compile import compile_campaign
from app.packs.campaign.library import BUILT, build, publish
from app.packs.campaign.lint import lint_campaign
from app.packs.campaign.map import draw
from app.packs.campaign.play import play_campaign
from app.packs.read import PackError
from app.packs.report import deliver, progress, report, seat_counts

RANDOM = 2000  # campaigns by chance (CL-24)
MOST_SEATS = 4


def work_on_campaign(action: str, folder: Path, out: Path | None, seats: str = "1-4", share: float = 1.0) -> int:
    """0 if all is well, 1 if there are errors; PackError if the pack cannot be read. Warnings alone are no error."""
    if action == "build":
        print(build(folder, out or BUILT))
        return 0
    if action == "publish":
        print(publish(folder, out or BUILT))
        return 0
    if action == "lint":
        campaign, findings = lint_campaign(folder)
        logs = len(campaign.logs) + sum(len(planet.logs) for planet in campaign.planets)
        return report(findings, f"{len(campaign.planets)} planets, {logs} logs")
    if action == "play":
        counts = seat_counts(seats, MOST_SEATS)
        return report(play_campaign(folder, counts, max(1, round(RANDOM * share)), tell=progress), "Played")
    if action == "map":
        return deliver(draw(compile_campaign(folder).campaign), out)
    raise PackError(f"{action} is not for campaigns")
