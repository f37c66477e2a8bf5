"""Lint of campaigns: CL-03 to CL-28 of the campaign guide, one module per topic. CL-01 and CL-02 are the compiler's,
CL-24 is played (`app.packs.campaign.play`)."""

from __future__ import annotations

from pathlib import Path

import msgspec

from app.games.vanguard.content.structs import Campaign
from app.packs.campaign.compile import compile_campaign
from app.packs.campaign.lint import boards, budget, frames, story, structure, texts
from app.packs.campaign.lint.walk import CHECKS
from app.packs.lint import Finding

__all__ = ["lint", "lint_campaign"]
assert {boards, budget, frames, story, structure, texts}  # importing them registers the checks


def lint(campaign: Campaign) -> list[Finding]:
    return sorted({finding for one in CHECKS for finding in one(campaign)})


def lint_campaign(folder: Path) -> tuple[Campaign, list[Finding]]:
    """The findings, each with the file in which its subject stands."""
    compiled = compile_campaign(folder)
    found = []
    for finding in lint(compiled.campaign):
        parts = finding.where.split()
        names = (" ".join(parts[:3]), " ".join(parts[:2]), f"planet {parts[0]}")
        file = next((compiled.files[name] for name in names if name in compiled.files), "")
        text = f"{finding.text} ({file})" if file else finding.text
        found.append(msgspec.structs.replace(finding, text=text))
    return compiled.campaign, found
