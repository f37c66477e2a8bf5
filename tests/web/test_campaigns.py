"""The page of a campaign over HTTP: who may offer a seat, join, leave, branch, give up."""

from __future__ import annotations

import re

import pytest

from tests.rules import rule
from tests.servers import Server
from tests.web.test_pages import Browser


async def begin(server: Server, **fields: str) -> tuple[Browser, Browser, str]:
    """A campaign of two that has just begun."""
    ana, ben = Browser(server), Browser(server)
    options = {"option.skip_tutorial": "true", **fields}
    page = await ana.form("/tables", 200, game="vanguard", seats="2", name="Ana", with_options="1", **options)
    found = re.search(r'class="code">([a-z]+-[a-z]+-\d+)', page)
    assert found
    await ben.form(f"/t/{found[1]}/sit", name="Ben")
    await ana.form(f"/t/{found[1]}/start", anyway="yes")
    return ana, ben, found[1]


@rule("ISS-327")
async def test_the_host_offers_seats_and_nobody_else(server: Server) -> None:
    ana, ben, code = await begin(server)
    page = await ana.page(f"/t/{code}/chapters")
    assert "Security, Science" in page
    assert "Players join and leave between missions" in page
    assert "Only the owner" in await ben.form(f"/t/{code}/offer-seat", 400, offered="yes")
    cleo = Browser(server)
    assert "No seat is offered" in await cleo.page(f"/t/{code}/join")
    assert f"/t/{code}/join" not in await Browser(server).page(f"/t/{code}")
    page = await ana.form(f"/t/{code}/offer-seat", offered="yes")
    assert f"/t/{code}/join</code>" in page
    assert f"/t/{code}/join" in await Browser(server).page(f"/t/{code}")
    refused = await cleo.form(f"/t/{code}/join", 400, name="Cleo")
    assert "only between missions" in refused, "the crew is being chosen"
    assert "A free seat" in await ana.page(f"/t/{code}/chapters")
    page = await ana.form(f"/t/{code}/offer-seat", offered="no")
    assert "A free seat" not in page


@rule("ISS-328")
async def test_players_leave_by_themselves(server: Server) -> None:
    ana, ben, code = await begin(server)
    assert "Only the owner" in await ben.form(f"/t/{code}/leave", 400, seat="0")
    assert "only between missions" in await ben.form(f"/t/{code}/leave", 400, seat="1")
    for seat in ("7", "-1"):
        assert "no such seat" in await ana.form(f"/t/{code}/leave", 400, seat=seat)
    stranger = Browser(server)
    await stranger.form("/tables", 200, game="whisper", seats="2", name="Zed", with_options="1")
    await stranger.page(f"/t/{code}/chapters", 400)


async def test_an_invitation_shows_nothing_of_a_closed_game(server: Server) -> None:
    ana, _, code = await begin(server, **{"table.spectators": "off"})
    await ana.form(f"/t/{code}/offer-seat", offered="yes")
    newcomer = Browser(server)
    await newcomer.page(f"/t/{code}", 403)
    page = await newcomer.page(f"/t/{code}/join")
    assert "Join the campaign" in page
    assert "Ana" in page
    assert "vg-" not in page


@pytest.mark.parametrize("path", ["offer-seat", "leave", "join", "branch"])
async def test_other_games_have_no_campaign(server: Server, path: str) -> None:
    ana, ben = Browser(server), Browser(server)
    page = await ana.form("/tables", 200, game="whisper", seats="2", name="Ana", with_options="1")
    code = re.search(r'class="code">([a-z]+-[a-z]+-\d+)', page)
    assert code
    await ben.form(f"/t/{code[1]}/sit", name="Ben")
    await ana.form(f"/t/{code[1]}/start", anyway="yes")
    fields = {"offered": "yes", "seat": "0", "moment": "1", "seats": "2", "name": "Cleo"}
    await (Browser(server) if path == "join" else ana).form(f"/t/{code[1]}/{path}", 400, **fields)
