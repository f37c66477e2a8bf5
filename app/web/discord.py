"""Discord's doors: the interactions endpoint, sign-in, and the host's page."""

from __future__ import annotations

import secrets
from typing import Annotated

import msgspec
from fastapi import APIRouter, Form, HTTPException
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.requests import Request

from app.discord.activity import STAY_SECONDS
from app.discord.client import DiscordDown, DiscordError
from app.discord.signature import signed
from app.discord.speaker import WEBHOOK
from app.kernel import Refused
from app.people.identity import BadLink
from app.web.pages import Text, go
from app.web.table_pages import owned
from app.web.who import (
    COOKIE,
    HERE,
    YEAR,
    Administrator,
    Anyone,
    House,
    InHouse,
    Somebody,
    cookie_of,
    set_cookie,
    set_framed_cookie,
)

router = APIRouter(prefix="/discord", include_in_schema=False)
NONCE = "parallax_discord"


@router.post("/interactions")
async def interactions(request: Request, house: InHouse) -> Response:
    """Commands and buttons. Every request is checked; Discord sends wrong signatures on purpose."""
    if not house.discord.can_answer:
        raise HTTPException(404)
    raw = await request.body()
    if not signed(house.settings.discord_public_key, request.headers, raw):
        return Response(status_code=401)
    try:
        interaction = msgspec.json.decode(raw)
    except msgspec.DecodeError:
        return Response(status_code=400)
    return JSONResponse(await house.discord.bot.answer(interaction))


@router.get("/signin")
async def sign_in(house: InHouse, to: str = "") -> Response:
    if not house.discord.can_sign_in:
        raise Refused("This host has not set up sign-in with Discord.")
    nonce = secrets.token_urlsafe(16)
    response = RedirectResponse(house.discord.authorize_address(nonce, to), 303)
    path = house.settings.base_path or "/"
    secure = house.settings.origin.startswith("https://")
    response.set_cookie(NONCE, nonce, max_age=600, path=path, httponly=True, samesite="lax", secure=secure)
    return response


@router.get("/callback")
async def callback(
    request: Request, house: InHouse, person: Anyone, code: str = "", state: str = "", error: str = ""
) -> Response:
    if error or not code:
        raise Refused("You were not signed in: Discord was told no.")
    nonce = cookie_of(request.headers, NONCE)
    person_id, goal = await house.discord.signed_in(code, state, nonce, person.id if person else None)
    response = _to_table(house, goal)
    set_cookie(response, house, person_id)
    response.delete_cookie(NONCE, path=house.settings.base_path or "/")
    return response


def _to_table(house: House, code: str) -> RedirectResponse:
    """Only to a table or home: nobody is sent elsewhere by a link."""
    if code == "me":
        return go(house, "/me")
    safe = code if code and all(c.isalnum() or c == "-" for c in code) else ""
    return go(house, f"/t/{safe}" if safe else "/")


@router.post("/activity")
async def enter_activity(
    house: InHouse, person: Anyone, code: Text, state: Text, instance_id: Text = ""
) -> JSONResponse:
    """From the page inside Discord: who is there is now known to this frame."""
    if not house.settings.discord_frame:
        raise HTTPException(404)
    try:
        visit = await house.discord.activity.enter(code, state, instance_id, person.id if person else None)
    except Refused as refusal:
        return JSONResponse({"error": str(refusal)}, 400)
    path = f"/t/{visit.code}" if visit.code else "/"
    response = JSONResponse({"to": f"{house.settings.base_path}{path}"})
    set_framed_cookie(response, house, COOKIE, house.people.token(visit.person_id), YEAR)
    if visit.here is not None:
        set_framed_cookie(response, house, HERE, house.discord.activity.pass_for(visit.here), STAY_SECONDS)
    return response


@router.get("/enter/{word}")
async def enter_page(house: InHouse, person: Anyone, word: str, to: str = "") -> HTMLResponse:
    """Who comes in, and whether somebody else is here already. Looking uses nothing up: previews look, too."""
    comer = await house.people.get((await house.people.look_at_link(word)).person_id or "")
    if comer is None:
        raise BadLink("This link was used already, or it has expired. Ask for a new one.")
    context = {"person": person, "comer": comer, "word": word, "to": to}
    return HTMLResponse(house.painter.page("pages/discord_enter.html", **context))


@router.post("/enter/{word}")
async def enter(house: InHouse, person: Anyone, word: str, to: Text = "") -> Response:
    link = await house.people.use_link(word, ("device",))
    comer = await house.people.get(link.person_id or "")
    assert comer is not None, "the link goes with its person"
    person_id = await house.discord.door.enter(comer, person)
    response = _to_table(house, to)
    set_cookie(response, house, person_id)
    return response


@router.post("/unlink")
async def unlink(house: InHouse, person: Somebody) -> Response:
    await house.discord.directory.unlink(person.id)
    return go(house, "/me")


@router.post("/t/{code}/webhook")
async def webhook(house: InHouse, person: Somebody, code: str, address: Annotated[str, Form()] = "") -> Response:
    """Notices of a table to a channel, by a webhook that the owner pastes. Only Discord's own addresses are taken."""
    live = await owned(house, person, code)
    if address and not WEBHOOK.fullmatch(address):
        raise Refused("Paste the address of a channel webhook: https://discord.com/api/webhooks/…")
    await house.discord.directory.put(live.info.id, webhook=address or None)
    await house.hub.facts_changed(live.info.id)
    return go(house, f"/t/{code}")


@router.get("")
async def overview(request: Request, house: InHouse, person: Administrator) -> HTMLResponse:
    discord = house.discord
    context = {
        "person": person,
        "checks": await discord.checks(),
        "redirect": house.address(request, "/discord/callback"),
        "endpoint": house.address(request, "/discord/interactions"),
        "install": discord.install_address() if house.settings.discord_application_id else "",
        "frame": house.settings.discord_frame,
    }
    return HTMLResponse(house.painter.page("pages/discord.html", **context))


@router.post("/register")
async def register(house: InHouse, person: Administrator) -> Response:
    try:
        await house.discord.register()
    except (DiscordError, DiscordDown) as error:
        raise Refused(f"The commands were not registered: {error}") from None
    return go(house, "/discord")


@router.post("/test")
async def test_message(house: InHouse, person: Administrator, channel: Text) -> Response:
    if not (channel.isascii() and channel.isdecimal() and len(channel) <= 20):
        raise Refused("Give the id of a channel.")
    words = {"content": "Parallax can speak here.", "allowed_mentions": {"parse": []}}
    try:
        await house.discord.client.call("POST", f"/channels/{channel}/messages", words)
    except (DiscordError, DiscordDown) as error:
        raise Refused(f"The test message did not arrive: {error}") from None
    return go(house, "/discord")
