"""The style page: every component of the design system in every theme. Developer mode only."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException
from fastapi.responses import HTMLResponse

from app.kernel import Ask, HelpBar, Line, Option, Pledge
from app.tables.facts import COLOURS, EMBLEMS
from app.tables.live import Player, Status, Told
from app.web.who import Anyone, InHouse

router = APIRouter(include_in_schema=False)
NAMES = ("Ana", "Ben", "Cleo", "Dov", "Esi", "Femi", "Gus", "Hana")


def samples() -> dict[str, object]:
    """Values for the shared regions, so that they can be looked at without a game."""
    options = (Option("a", "Move north", note="costs 1 action"), Option("b", "Rest"), Option("c", "Trade with {1}"))
    dice = (Option("die:1", "Die 4"), Option("die:2", "Die 6"))
    slots = (Option("left", "Shield", note="saves 1 health"), Option("right", "Net", takes=("die:2",)))
    return {
        "players": [
            Player(n, NAMES[n], n, n, n == 2, True, n != 3, n == 1, n % 2 == 0, "Ana" if n == 3 else "")
            for n in range(6)
        ],
        "status": Status((1,), "chooses defenders", True, None, 4_102_444_800_000, 6000, None),
        "help": HelpBar(1, "help-MEND", "4 dice", (Pledge(0, "1 help"), Pledge(3, "1 craft"))),
        "asks": [
            Ask("What do you do?", options, rule="WHI-004", id="1"),
            Ask("Choose two", options, least=2, most=2, id="2"),
            Ask("How many?", (), "number", 1, 6, default=("2",), id="3"),
            Ask("Divide the damage", tuple(Option(o.id, o.label, room=3) for o in options), "split", 5, 5, id="4"),
            Ask("Place your dice", slots, "assign", 0, 2, items=dice, id="5"),
            Ask("Your caption", (), "text", 0, 40, id="6"),
        ],
        "offers": (Option("boost", "Spend boost"), Option("help", "Pledge 1 help", group="help")),
        "log": [
            Told(1, Line("{0} moves north.", rule="WHI-004")),
            Told(2, Line("You find a key.", to=(0,))),
            Told(3, Line("You and {1} trade.", to=(0, 1))),
            Told(4, Line("You hide it well.", to=(0,), later=True, others="{0} hid it well.")),
            Told(5, Line("{2} rolls 4 6.", dice=(4, 6), proof="dice:12")),
        ],
    }


@router.get("/style")
async def style(house: InHouse, person: Anyone) -> HTMLResponse:
    if not house.settings.developer_mode:
        raise HTTPException(404)
    context = {
        "person": person,
        "rule_text": lambda number: "",
        "names": NAMES,
        "colours": COLOURS,
        "emblems": EMBLEMS,
        **samples(),
    }
    return HTMLResponse(house.painter.page("pages/style.html", **context))
