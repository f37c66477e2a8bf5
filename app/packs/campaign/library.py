"""The campaign of the house as a module of the game; the module is made as every other pack's."""

from __future__ import annotations

from pathlib import Path

from app.games.vanguard.content.structs import Campaign
from app.packs.campaign.compile import encode_campaign
from app.packs.campaign.lint import lint_campaign
from app.packs.library import module_of
from app.packs.read import PackError

BUILT = Path(__file__).resolve().parents[2] / "games" / "vanguard" / "built"


def build(folder: Path, target: Path = BUILT) -> Path:
    """Compile the campaign into a module; one with errors is not built."""
    campaign, findings = lint_campaign(folder)
    errors = [finding for finding in findings if not finding.warning]
    if errors:
        raise PackError(f"{errors[0]}; {len(errors)} errors in all")
    path = target / f"{campaign.pack}.py"
    path.write_text(module_text(folder.name, campaign), encoding="utf-8")
    return path


def module_text(name: str, campaign: Campaign) -> str:
    return module_of(name, "CAMPAIGN", encode_campaign(campaign))
