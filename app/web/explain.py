"""What is this? A card for anything on the board, built for the one who asks."""

from __future__ import annotations

from functools import partial
from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from app.kernel import Ask, Card, Option
from app.tables.live import LiveTable
from app.web.rulebook import one_sentence
from app.web.table_pages import find, vantage
from app.web.who import Anyone, InHouse

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
LONGEST_NAME = 80
NOTHING = "There is nothing to say about that here."


def card_of(live: LiveTable, seat: int | None, name: str) -> Card | None:
    """The card. None, and then one and the same refusal, for what does not exist and for what this seat may not know."""
    if live.session is None or not name.isprintable() or len(name) > LONGEST_NAME:
        return None
    return live.game.explain(live.session.state, seat, name)


def uses_of(
    live: LiveTable, seat: int | None, name: str, card: Card | None
) -> tuple[Ask | None, list[tuple[Option, str]]]:
    """What this seat can do with it now: the answers and the offers that aim at it, by any of its names."""
    if live.session is None or seat is None:
        return None, []
    ask = live.session.asks.get(seat)
    names = {name, *(card.also if card is not None else ())}
    aimed: list[tuple[Option, str]] = []
    if ask is not None:
        aimed += [(option, "answer") for option in (*ask.options, *ask.items) if option.target in names]
    aimed += [(option, "use") for option in live.offers(seat) if option.target in names]
    return ask, [(option, how) for option, how in aimed if option.weight != "leave" and live.wants(option)]


@router.get("/t/{code}/what")
async def what(house: InHouse, person: Anyone, code: str, name: str = "", seat: int | None = None) -> HTMLResponse:
    live = await find(house, code)
    eyes = vantage(house, live.info, person, seat)
    playing = person is not None and eyes in live.info.seats_of(person.id)
    async with live.lock:  # while a commit is under way memory is ahead of what may be shown
        card = card_of(live, eyes, name)
        ask, uses = uses_of(live, eyes if playing else None, name, card)
    if card is None:
        return HTMLResponse(house.painter.page("regions/no_card.html", words=NOTHING), 404)
    context: dict[str, Any] = {
        "value": card,
        "name": name,
        "ask": ask,
        "options": uses,
        "names": tuple(live.info.name(info.number) for info in live.info.seats),
        "seat": eyes,
        "table": live.info,
        "rules": f"{house.painter.base}/rules/{live.info.game}",
        "rule_text": partial(one_sentence, live.info.game),
        "emblems": house.painter.emblems(live),
    }
    return HTMLResponse(house.painter.page("regions/card.html", **context))
