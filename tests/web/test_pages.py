"""Pages over HTTP: who may see what, chat, links, administration, hosting."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from websockets.asyncio.client import connect

from app.kernel import Rng, commitment
from tests.servers import Client, Server, whisper_table


class Browser(Client):
    """A client with cookies that follows redirects, as a browser does."""

    async def form(self, path: str, status: int = 200, /, **fields: str) -> str:
        reply = await self.http.post(path, data=fields, follow_redirects=True)
        assert reply.status_code == status, (reply.status_code, reply.text[:400])
        return reply.text

    async def page(self, path: str, status: int = 200) -> str:
        reply = await self.http.get(path, follow_redirects=True)
        assert reply.status_code == status, (reply.status_code, reply.text[:400])
        return reply.text


async def open_room(server: Server, **fields: str) -> tuple[Browser, str]:
    ana = Browser(server)
    page = await ana.form("/tables", 200, game="whisper", seats="2", name="Ana", with_options="1", **fields)
    found = re.search(r'class="code">([a-z]+-[a-z]+-\d+)', page)
    assert found
    return ana, found[1]


async def play_room(server: Server, **fields: str) -> tuple[Browser, Browser, str]:
    ana, code = await open_room(server, **fields)
    ben = Browser(server)
    await ben.form(f"/t/{code}/sit", name="Ben")
    await ana.form(f"/t/{code}/start", anyway="yes")
    return ana, ben, code


async def test_a_form_is_made_from_the_options_of_the_game(server: Server) -> None:
    page = await Browser(server).page("/new/whisper")
    assert 'name="option.moves"' in page
    assert 'max="100000"' in page
    assert "How many moves the game lasts in all." in page
    assert 'name="table.spectators"' in page
    ana, code = await open_room(server, **{"option.moves": "7", "table.pace": "slow"})
    lobby = await ana.page(f"/t/{code}")
    assert re.search(r'name="option.moves" value="7"', lobby)
    refused = await Browser(server).form(
        "/tables", 400, game="whisper", seats="2", name="Zed", with_options="1", **{"option.moves": "0"}
    )
    assert "choose a whole number from" in refused


async def test_codes_are_found_however_they_are_typed(server: Server) -> None:
    _, code = await open_room(server)
    for typed in (code.upper(), code.replace("-", " "), f"{server.url}/t/{code}/"):
        assert code in await Browser(server).form("/join", code=typed)
    assert "no such table" in await Browser(server).form("/join", 404, code="amber-otter-00")


async def test_only_listed_tables_are_on_the_front_page(server: Server) -> None:
    _, private = await open_room(server)
    _, listed = await open_room(server, **{"table.listed": "true"})
    page = await Browser(server).page("/")
    assert listed in page
    assert private not in page


@pytest.mark.parametrize(("policy", "status"), [("off", 403), ("public", 200), ("player", 200), ("after", 403)])
async def test_spectators_see_what_the_table_allows(server: Server, policy: str, status: int) -> None:
    ana, _, code = await play_room(server, **{"table.spectators": policy})
    watcher = Browser(server)
    page = await watcher.page(f"/t/{code}", status)
    assert "r-dock" not in page
    await watcher.page(f"/t/{code}?seat=0", status)
    assert "r-dock" not in await watcher.page(f"/t/{code}?seat=0", status), "nobody has allowed it"
    if policy == "player":
        await ana.form(f"/t/{code}/show", shown="yes")
        assert "r-dock" in await watcher.page(f"/t/{code}?seat=0")
        assert "r-dock" not in await watcher.page(f"/t/{code}?seat=1")


async def test_a_whisper_is_read_by_two(server: Server) -> None:
    ana, ben, code = await play_room(server)
    watcher = Browser(server)
    await ana.http.post(f"/t/{code}/say", data={"words": "for all to read"})
    await ana.http.post(f"/t/{code}/say", data={"words": "for Ben alone", "to": "1"})
    assert "for Ben alone" in await ben.page(f"/t/{code}/chat")
    assert "for Ben alone" in await ana.page(f"/t/{code}/chat")
    page = await watcher.page(f"/t/{code}/chat")
    assert "for all to read" in page
    assert "for Ben alone" not in page
    reply = await ana.http.post(f"/t/{code}/say", data={"words": "  "})
    assert reply.status_code == 400


async def test_notes_are_for_one_seat(server: Server) -> None:
    ana, ben, code = await play_room(server)
    await ana.http.post(f"/t/{code}/notes", data={"words": "my plan"})
    assert "my plan" in await ana.page(f"/t/{code}")
    assert "my plan" not in await ben.page(f"/t/{code}")


async def test_a_device_link_moves_a_person_and_a_seat_link_a_seat(server: Server) -> None:
    ana, _ben, code = await play_room(server)
    page = await ana.form("/me/link")
    word = re.search(r"/link/([\w-]+)", page)
    assert word
    phone = Browser(server)
    assert "Sign in on this device" in await phone.page(f"/link/{word[1]}")
    await phone.form(f"/link/{word[1]}")
    assert "r-dock" in await phone.page(f"/t/{code}")
    assert "used already" in await Browser(server).form(f"/link/{word[1]}", 400)
    page = await ana.form(f"/t/{code}/seat-link", seat="1")
    word = re.search(r"/link/([\w-]+)", page)
    assert word
    lost = Browser(server)
    await lost.form(f"/link/{word[1]}", name="Ben again")
    assert "r-dock" in await lost.page(f"/t/{code}")
    stranger = await server.person("Eve")
    reply = await stranger.http.post(f"/t/{code}/seat-link", data={"seat": "0"})
    assert reply.status_code == 400


async def test_looking_back_shows_each_seat_its_own(server: Server) -> None:
    code, clients = await whisper_table(server, seats=2, moves=4)
    for number in range(3):
        view = await clients[number % 2].get(f"/api/tables/{code}/view")
        await clients[number % 2].post(
            f"/api/tables/{code}/answer", {"ask": view["ask"]["id"], "values": view["ask"]["default"]}
        )
    hand = (await clients[1].get(f"/api/tables/{code}/view"))["view"]["private"]["dock"]["hand"]
    back = (await clients[0].http.get(f"/t/{code}/replay?at=2&eyes=1")).text
    assert all(f'data-name="card-{card}"' not in back for card in hand), "no other eyes while the game goes on"
    assert 'max="4" value="2"' in back
    assert (await Client(server).http.get(f"/t/{code}/replay")).status_code == 403
    file = await clients[0].http.get(f"/t/{code}/file")
    assert file.status_code == 400
    view = await clients[1].get(f"/api/tables/{code}/view")
    await clients[1].post(f"/api/tables/{code}/answer", {"ask": view["ask"]["id"], "values": view["ask"]["default"]})
    everybody = (await clients[0].http.get(f"/t/{code}/replay?at=2&eyes=all")).text
    assert everybody.count('id="r-dock"') == 2
    assert everybody.count('id="r-tiles"') == 1, "one board for those who see the same"
    assert "see the same board" in everybody
    assert (await clients[0].http.get(f"/t/{code}/file")).status_code == 200


async def test_a_roll_can_be_checked_once_the_seed_is_known(server: Server) -> None:
    page = await Browser(server).page("/fair?seed=kernel&stream=dice&first=3&count=4&sides=6")
    rng = Rng("kernel", {"dice": 3})
    assert f"The dice: {' '.join(str(rng.roll()) for _ in range(4))}" in page
    assert commitment("kernel") in page
    await Browser(server).page("/fair?seed=x&count=1000000", 400)
    ana, _, code = await play_room(server)
    assert "Seed:" not in await ana.page(f"/t/{code}")


async def test_rules_have_an_anchor_each_and_can_be_searched(server: Server) -> None:
    page = await Browser(server).page("/rules/whisper")
    assert 'id="WHI-005"' in page
    found = await Browser(server).page("/rules/whisper?q=flag")
    assert re.search(r'<li class="at"><a class="rule-number" id="WHI-005"', found)
    assert not re.search(r'<li class="at"><a class="rule-number" id="WHI-008"', found)
    await Browser(server).page("/rules/chess", 400)


@pytest.mark.slow
async def test_a_host_can_look_after_the_server(serve: Any) -> None:
    server: Server = await asyncio.to_thread(serve, METRICS="1", SECRET_KEY="hidden-key")
    client = Browser(server)
    assert await client.page("/readyz") == "ready"
    assert "parallax_connections" in await client.page("/metrics")
    assert "Websocket" in await client.page("/status")
    assert (await client.http.get("/admin")).status_code == 401
    code, clients = await whisper_table(server, seats=2)
    assert (await clients[0].http.get("/admin")).status_code == 403
    assert server.process is not None
    assert server.process.stdout is not None
    words = ""
    while "/link/" not in words:
        words = server.process.stdout.readline().decode()
    link = words.strip().rsplit("/link/", 1)[1]
    await client.form(f"/link/{link}", name="Host")
    page = await client.page("/admin/tables")
    assert code in page
    settings = await client.page("/admin/settings")
    assert "hidden-key" not in settings
    assert "environment (METRICS)" in settings
    eve = await server.person("Eve")
    listed = await client.page("/admin/people")
    target = re.search(r"Eve.*?name=\"who\" value=\"([\w-]+)\"", listed, re.DOTALL)
    assert target
    await client.form("/admin/ban", who=target[1], banned="yes")
    assert (await eve.http.post("/api/tables", json={"game": "whisper", "seats": 2})).status_code == 403
    await client.form("/admin/close", 400, code=code, sure="no")
    await client.form("/admin/close", code=code, sure=code)
    assert (await clients[0].http.get(f"/t/{code}")).status_code == 404


@pytest.mark.slow
async def test_metrics_and_style_are_off_unless_asked_for(serve: Any) -> None:
    server: Server = await asyncio.to_thread(serve, DEVELOPER_MODE="0")
    client = Browser(server)
    await client.page("/metrics", 404)
    await client.page("/style", 404)
    assert "Whisper" not in await client.page("/")
    assert "no such game" in await client.form("/tables", 400, game="whisper", seats="2", name="Ana")


async def test_a_move_of_four_is_less_than_ten_kilobytes(server: Server) -> None:
    """What the next player's page is sent of a move, with the question that is theirs now."""
    code, (ana, ben, *_) = await whisper_table(server, seats=4)
    headers = {"Authorization": f"Bearer {ben.token}"}
    async with connect(f"{server.ws}/t/{code}/ws", additional_headers=headers, proxy=None) as socket:
        await asyncio.wait_for(socket.recv(), 60)
        ask = (await ana.get(f"/api/tables/{code}/view"))["ask"]
        await ana.post(f"/api/tables/{code}/answer", {"ask": ask["id"], "values": ask["default"]})
        size = 0
        while True:
            fragments = str(await asyncio.wait_for(socket.recv(), 60))
            size += len(fragments.encode())
            if "data-asked" in fragments:
                break
    assert size < 10 * 1024
