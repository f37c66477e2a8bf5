"""The prose: CL-23, by the writing guide."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.games.vanguard.content.structs import Campaign, Log
from app.packs.campaign.lint.walk import check, everything, flat, logs_of
from app.packs.lint import Finding

# words of the rules and names of counters; `wake` is a word of the story and is banned as a noun only
BANNED = re.compile(
    r"\b(dice|die roll|success tokens?|supplies track|section cards?|energy cost|command pool|discovery deck|lead tokens?|"
    r"global condition|special action|threat card|outcome row|spent pool|rank-?up|accord|signal|the wake|wakefulness)\b",
    re.IGNORECASE,
)
FILLED = re.compile(r"\{(\w*)\}")
OPENING = 0
LISTS = (991, 999)  # kept by the ship's clerk, not read aloud
LIMITS = {
    "result": (30, 80),
    "choice": (40, 120),
    "briefing": (40, 100),
    "farewell": (25, 60),
    "break": (150, 300),
}


def kind_of(log: Log, campaign: Campaign) -> str:
    for planet in campaign.planets:
        landing = planet.landing
        if log.id in (landing.briefing, landing.again):
            return "briefing"
        if log.id in (landing.liftoff, landing.evac):
            return "farewell"
    listed = list(flat(log.do))
    turns = (effect.verb in ("ending", "condition") or effect.args[:1] == ("objective",) for effect in listed)
    if log.id == OPENING or any(turns):
        return "break"
    return "choice" if any(effect.choices for effect in listed) else "result"


@check
def prose(campaign: Campaign) -> Iterator[Finding]:
    for log in logs_of(campaign).values():
        if log.id in LISTS:
            continue
        kind = kind_of(log, campaign)
        low, high = LIMITS[kind]
        count = len(log.text.split())
        if not low <= count <= high:
            yield Finding("CL-23", f"log {log.id}", f"{count} words; a {kind} has {low} to {high}", warning=True)
        yield from _words(f"log {log.id}", log.text, ("actor", "section"))


@check
def short_texts(campaign: Campaign) -> Iterator[Finding]:
    """What missions say, and the labels of choices; nothing is filled in there."""
    for missions in (campaign.missions, *(planet.missions for planet in campaign.planets)):
        for mission in missions:
            yield from _words(f"mission {mission.id}", mission.text, ())
    for where, text, _ in everything(campaign):
        for effect in flat(text):
            for choice in effect.choices:
                yield from _words(where, choice.label, ())


def _words(where: str, text: str, filled: tuple[str, ...]) -> Iterator[Finding]:
    for match in BANNED.finditer(text):
        yield Finding("CL-23", where, f"{match.group()!r} is a word of the rules", warning=True)
    for name in FILLED.findall(text):
        if name not in filled:
            yield Finding("CL-23", where, f"{{{name}}} is never filled in", warning=True)
