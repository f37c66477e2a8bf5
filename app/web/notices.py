"""Choosing how to be told: this browser, e-mail, Discord; per table."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.requests import Request

from app.kernel import Refused
from app.notices.centre import Unsent, Wishes
from app.notices.mail import check_address
from app.web.pages import Text, go, posted
from app.web.rulebook import ROOT
from app.web.table_pages import find, playing_seat
from app.web.who import Anyone, InHouse, Somebody

router = APIRouter(include_in_schema=False)


@router.get("/worker.js")
async def worker() -> Response:
    """The service worker must be served from the root of what it may act for."""
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"}
    return FileResponse(ROOT / "static" / "js" / "worker.js", media_type="text/javascript", headers=headers)


@router.get("/manifest.webmanifest")
async def manifest(house: InHouse) -> Response:
    """So that phones can install the site as an app."""
    base = house.settings.base_path
    icon = {"src": house.painter.static("icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    about = {
        "name": "Parallax",
        "short_name": "Parallax",
        "start_url": f"{base}/",
        "scope": f"{base}/",
        "icons": [icon],
    }
    look = {"display": "standalone", "background_color": "#f6f1e6", "theme_color": "#1f5c52"}
    return JSONResponse(about | look, media_type="application/manifest+json")


@router.get("/me/push")
async def push_key(house: InHouse, person: Somebody) -> dict[str, str]:
    return {"key": house.centre.pusher.public_key}


@router.post("/me/push")
async def subscribe(
    house: InHouse,
    person: Somebody,
    endpoint: Annotated[str, Body(max_length=1000)],
    p256dh: Annotated[str, Body(max_length=200)],
    auth: Annotated[str, Body(max_length=60)],
) -> Response:
    try:
        await house.centre.subscribe(person.id, endpoint, p256dh, auth)
    except ValueError:
        raise Refused("That subscription does not fit.") from None
    await _facts_changed(house, person.id)
    return Response(status_code=204)


@router.post("/me/push/stop")
async def unsubscribe(house: InHouse, person: Somebody, endpoint: Annotated[str, Body(embed=True)]) -> Response:
    await house.centre.unsubscribe(endpoint, person.id)
    await _facts_changed(house, person.id)
    return Response(status_code=204)


@router.post("/me/mail")
async def ask_mail(request: Request, house: InHouse, person: Somebody, mail: Text = "") -> Response:
    """An address counts once its owner has opened the link sent there."""
    if not mail:
        await house.people.set_mail(person.id, None)
        return go(house, "/me")
    if not house.centre.mailer.ready:
        raise Refused("This host has not set up e-mail.")
    link = house.address(request, f"/mail/{house.people.mail_token(person.id, check_address(mail))}")
    try:
        await house.centre.mailer.send(mail, "Your address for Parallax", f"Open this to get notices here:\n\n{link}\n")
    except (OSError, Unsent) as error:
        raise Refused(f"The mail could not be sent: {error}") from None
    words = f"A mail is on its way to {mail}. Open the link in it."
    return HTMLResponse(house.painter.page("pages/said.html", person=person, words=words))


@router.get("/mail/{token}")
async def confirm_mail(house: InHouse, person: Anyone, token: str) -> Response:
    person_id = await house.people.confirm_mail(token)
    await _facts_changed(house, person_id)
    words = "Your address is confirmed. At each table you can choose whether to hear there (More, Notices)."
    return HTMLResponse(house.painter.page("pages/said.html", person=person, words=words))


async def _facts_changed(house: InHouse, person_id: str) -> None:
    """Whether anybody outside hears of their tables is looked at again."""
    for info in await house.hub.store.tables_of(person_id):
        async with house.hub.store.changing(info.id):
            pass


@router.post("/t/{code}/notices")
async def wishes(request: Request, house: InHouse, person: Somebody, code: str) -> Response:
    live = await find(house, code)
    form = await posted(request)
    wanted = Wishes(discord="discord" in form, push="push" in form, mail="mail" in form)
    await house.centre.wish(live.info.id, playing_seat(live.info, person), wanted)
    return Response(status_code=204) if "hx-request" in request.headers else go(house, f"/t/{code}")
