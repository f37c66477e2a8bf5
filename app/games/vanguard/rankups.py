"""Rank-Up cards: what counts towards them since landing (ISS-204, ISS-205)."""

from __future__ import annotations

from app.games.vanguard.asking import G
from app.games.vanguard.people import team

# what each card counts, and how often
WANTED: dict[str, tuple[str, int]] = {
    "RU01": ("finished", 2),
    "RU02": ("special", 6),
    "RU03": ("discovery", 3),
    "RU04": ("colours", 3),
    "RU05": ("combo", 4),
    "RU06": ("assist", 5),
    "RU07": ("spread", 1),
    "RU08": ("threat", 1),
    "RU09": ("row", 3),
    "RU10": ("mission", 1),
}


def note(g: G, what: str) -> None:
    x = g.state.x
    if x is None:
        return
    x.counts[what] = x.counts.get(what, 0) + 1
    wanted = WANTED.get(x.rankup)
    if wanted and wanted[0] == what and x.counts[what] >= wanted[1] and not x.rankup_done:
        x.rankup_done = True  # never back
        g.tell("The Rank-Up card is completed.", rule="ISS-204")


def note_round_end(g: G) -> None:
    x = g.state.exploration
    places = [one.sector for one in team(g.state)]
    if len(set(places)) == len(places) and x.lander_sector not in places:
        note(g, "spread")


def note_round_start(g: G) -> None:
    x = g.state.exploration
    if x.round == 7 and x.threats:
        note(g, "threat")
