"""Every card of the game by its id: what is printed on them is in printed/, what they do in legacies/, labor/, trials/."""

from __future__ import annotations

from app.games.fantos.printed import labor, trials
from app.games.fantos.printed.cult import CULT
from app.games.fantos.printed.enlightened import ENLIGHTENED
from app.games.fantos.printed.feral import FERAL
from app.games.fantos.printed.hollow import HOLLOW
from app.games.fantos.printed.marked import MARKED
from app.games.fantos.printed.sorts import CitadelMat, LaborCard, LegacyCard, TrialCard
from app.games.fantos.printed.wayward import WAYWARD

DIE = (1, 1, 1, 2, 2, 3)  # FAN-010

RACES = ("Feral", "Cult", "Hollow", "Enlightened", "Marked", "Wayward")

CITADELS: dict[str, CitadelMat] = {
    mat.id: mat
    for mat in (
        CitadelMat("thornhold", "Thornhold", "Feral"),
        CitadelMat("tempest-gate", "Tempest Gate", "Cult"),
        CitadelMat("rime-maze", "Rime Maze", "Hollow"),
        CitadelMat("lumen-spire", "Lumen Spire", "Enlightened"),
        CitadelMat("brand-keep", "Brand Keep", "Marked"),
        CitadelMat("caravan-rook", "Caravan Rook", "Wayward"),
    )
}

LEGACIES: dict[str, LegacyCard] = {
    card.id: card for race in (FERAL, CULT, HOLLOW, ENLIGHTENED, MARKED, WAYWARD) for card in race
}
LABOR: dict[str, LaborCard] = {card.id: card for card in labor.LABOR}
TRIALS: dict[str, TrialCard] = {card.id: card for card in trials.TRIALS}

_TITLE = {card.id: card.title for cards in (LEGACIES, LABOR, TRIALS) for card in cards.values()}
TITLES = {words: name for name, words in _TITLE.items()}


def title(card: str) -> str:
    """The printed title of any card."""
    return _TITLE.get(card, card)
