"""The counters over the whole story: CL-26."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.vanguard import language
from app.games.vanguard.content.structs import Campaign
from app.games.vanguard.language import Effect
from app.packs.campaign.lint.walk import check, log_texts, logs_of, planet_texts
from app.packs.campaign.lint.ways import main_way, sure_wake
from app.packs.lint import Finding

ACCORD, WAKE = 8, 3
LAST_ACT = 4


def most(effects: tuple[Effect, ...], counter: str) -> int:
    """What effects may add to a counter with the best choices."""
    total = 0
    for effect in effects:
        if effect.verb == counter:
            total += max(0, effect.n)
        elif effect.choices:
            total += max(most(choice.do, counter) for choice in effect.choices)
        elif effect.verb == "if":
            total += max(most(effect.then, counter), most(effect.other, counter))
    return total


@check
def counters(campaign: Campaign) -> Iterator[Finding]:
    """On the way to the last act, without the optional planets."""
    planets = [planet for planet in campaign.planets if planet.act < LAST_ACT and not planet.optional]
    texts = [text for _, text in log_texts(campaign.logs)]
    for planet in planets:
        texts += [text for _, text in (*planet_texts(planet), *log_texts(planet.logs))]
    accord = sum(most(language.effects(text), "accord") for text in texts)
    if accord < ACCORD:
        yield Finding("CL-26", "accord", f"it can rise by {accord} only, not {ACCORD}", warning=True)
    logs = logs_of(campaign)
    wake = sum(
        max(0, sure_wake(logs[one.log].do, logs)) for one in campaign.triggers if one.log in logs and not one.repeat
    )
    for planet in planets:
        wake += max(0, sum(source.wake for source in main_way(campaign, planet, lambda source: 100 * source.wake + 1)))
    if wake > WAKE:
        yield Finding("CL-26", "wake", f"{wake} of it cannot be avoided, at most {WAKE}", warning=True)
