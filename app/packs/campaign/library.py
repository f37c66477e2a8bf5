"""The campaign of the house as modules of the game, one for each version; a published version never changes (ISS-025)."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from pathlib import Path

from app.games.vanguard.content.structs import Campaign, decode_campaign
from app.packs.campaign.compile import compile_campaign, encode_campaign
from app.packs.campaign.lint import lint_campaign
from app.packs.library import module_of
from app.packs.read import PackError

BUILT = Path(__file__).resolve().parents[2] / "games" / "vanguard" / "built"
PUBLISHED = "published.txt"  # in the pack: a line for each version, its number and its digest


def build(folder: Path, target: Path = BUILT) -> Path:
    """Compile the campaign into a module; one with errors is not built. When its version goes up, the module of the
    version before is kept beside it."""
    campaign, findings = lint_campaign(folder)
    errors = [finding for finding in findings if not finding.warning]
    if errors:
        raise PackError(f"{errors[0]}; {len(errors)} errors in all")
    path = target / f"{campaign.pack}.py"
    if path.exists():
        _follow(folder, campaign, path)
    path.write_text(module_text(folder.name, campaign), encoding="utf-8")
    return path


def _follow(folder: Path, campaign: Campaign, path: Path) -> None:
    """What is built already may be replaced, kept, or not be touched."""
    before = built(path)
    number = before.version
    if campaign.version < number:
        raise PackError(f"version {number} is built already, {campaign.version} cannot follow it")
    if campaign.version == number:
        if number in published(folder) and campaign != before:
            raise PackError(
                f"version {number} is published and stays as it is: set `version: {number + 1}` in pack.yaml"
            )
        return
    lost = sorted(ids(before) - ids(campaign))
    if lost:
        raise PackError(f"version {campaign.version} lacks {', '.join(lost)}: running campaigns may stand there")
    path.with_name(f"{path.stem}_{number}.py").write_text(path.read_text(encoding="utf-8"), encoding="utf-8")


def publish(folder: Path, target: Path = BUILT) -> str:
    """From now on this version does not change any more. It must be what is built."""
    campaign = compile_campaign(folder).campaign
    path = target / f"{campaign.pack}.py"
    if not path.exists() or built(path) != campaign:
        raise PackError("what is built is not what is in the files: `parallax packs build` it first")
    seal = digest(compiled_text(path))
    known = published(folder)
    if campaign.version in known:
        return f"Version {campaign.version} is published already."
    lines = [f"{number} {mark}\n" for number, mark in sorted({**known, campaign.version: seal}.items())]
    (folder / PUBLISHED).write_text("".join(lines), encoding="utf-8")
    return f"Version {campaign.version} of {campaign.title} is published: {seal}"


def published(folder: Path) -> dict[int, str]:
    path = folder / PUBLISHED
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {int(number): seal for number, seal in (line.split() for line in lines)}


def digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=10).hexdigest()


def compiled_text(path: Path) -> str:
    """What a module holds. The module is read and not run."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    (text,) = (ast.literal_eval(node.value) for node in body if isinstance(node, ast.Assign))
    return str(text)


def built(path: Path) -> Campaign:
    return decode_campaign(compiled_text(path))


def ids(campaign: Campaign) -> set[str]:
    """Everything that a saved campaign may name."""
    return set(_ids(campaign))


def _ids(campaign: Campaign) -> Iterator[str]:
    yield from (f"ending {key}" for key in campaign.endings)
    yield from (f"log {log.id}" for log in campaign.logs)
    yield from (f"mission {mission.id}" for mission in campaign.missions)
    for system in campaign.systems:
        yield f"system {system.id}"
        yield from (f"{place.id} of {system.id}" for place in system.destinations)
    for planet in campaign.planets:
        yield from (f"planet {planet.id}", f"landing {planet.landing.id}")
        yield from (f"sector {planet.id} {sector.id}" for sector in planet.sectors)
        yield from (f"POI {poi.id}" for poi in planet.pois)
        yield from (f"threat {threat.id}" for threat in planet.threats)
        yield from (f"condition {condition.id}" for condition in planet.conditions)
        yield from (f"mission {mission.id}" for mission in planet.missions)
        yield from (f"log {log.id}" for log in planet.logs)


def module_text(name: str, campaign: Campaign) -> str:
    return module_of(name, "CAMPAIGN", encode_campaign(campaign))
