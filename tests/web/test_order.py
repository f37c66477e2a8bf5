"""Order in the house: bans, ways back, closed doors, complaints, muted words."""

from __future__ import annotations

import asyncio
import json
import re

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed

from app.people.identity import BadLink, BadName, People, tidy_name
from app.people.words import WORDS
from tests.conftest import Serve
from tests.servers import Client, Server, frame, whisper_table


async def host_of(server: Server) -> httpx2.AsyncClient:
    """The administrator, by the link that the server printed. Needs a server of its own."""
    assert server.process is not None
    assert server.process.stdout is not None
    found = None
    while found is None:
        line = await asyncio.to_thread(server.process.stdout.readline)
        server.output += line
        found = re.search(rb"/link/(\S+)", line)
    http = httpx2.AsyncClient(base_url=server.url, trust_env=False)
    reply = await http.post(f"/link/{found[1].decode()}", data={"name": "Host"})
    assert reply.status_code == 303, reply.text
    return http


async def test_a_ban_closes_open_sockets_at_once(serve: Serve) -> None:
    server = await asyncio.to_thread(serve)
    host = await host_of(server)
    code, clients = await whisper_table(server, seats=2)
    who = (await clients[1].get("/api/tables/" + code))["seats"][1]
    assert who
    page = (await host.get("/admin/people")).text
    person = re.findall(r'name="who" value="([^"]+)"', page[page.index("Player 1") :])[0]
    async with clients[1].socket(code) as socket:
        await frame(socket)
        assert (await host.post("/admin/ban", data={"who": person, "banned": "yes"})).status_code == 303
        with pytest.raises(ConnectionClosed):
            while True:
                await frame(socket)
    assert (await clients[1].http.get(f"/api/tables/{code}")).status_code == 403
    assert "banned: Player 1" in (await host.get("/admin/deeds")).text, "it is written down"
    await host.aclose()


async def test_a_person_comes_back_by_twelve_words_and_signs_out_elsewhere(server: Server) -> None:
    ana = await server.person("Ana")
    page = (await ana.http.post("/me/words")).text
    words = " ".join(re.findall(r"<li>([a-z]+)</li>", page[page.index('<ol class="twelve">') :])[:12])
    assert len(words.split()) == 12
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False) as elsewhere:
        wrong = await elsewhere.post("/back", data={"words": "acorn " * 12})
        assert wrong.status_code == 400
        assert (await elsewhere.post("/back", data={"words": words.upper() + " "})).status_code == 303
        assert "Ana" in (await elsewhere.get("/me")).text
        # On the other device they sign out everywhere else: this one stays, that one is a stranger.
        assert (await elsewhere.post("/me/sign-out")).status_code == 303
        assert (await elsewhere.get("/me")).status_code == 200
    assert (await ana.http.get("/me")).status_code == 401
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False) as late:
        assert (await late.post("/back", data={"words": words})).status_code == 400, "and the words are void"


async def test_tokens_are_dated_renewed_and_end(engine: object, monkeypatch: pytest.MonkeyPatch) -> None:
    people = People(engine, "key")  # type: ignore[arg-type]
    old = people._signer.dumps("somebody")
    found = people.read(old)
    assert found is not None, "cookies from before they were dated go on"
    assert found.is_old(10**13)
    token = people.token("somebody")
    fresh = people.read(token)
    assert fresh is not None
    assert not fresh.is_old(fresh.issued + 1000)
    monkeypatch.setattr("app.people.identity._now_ms", lambda: fresh.issued + 401 * 24 * 3600 * 1000)
    assert people.read(token) is None
    assert people.read("nonsense") is None
    assert people.read(people._signer.dumps([1, 2])) is None


async def test_a_link_is_bound_to_its_purpose(server: Server) -> None:
    code, clients = await whisper_table(server, seats=2)
    page = (await clients[0].http.post(f"/t/{code}/seat-link", data={"seat": "1"})).text
    word = re.search(r"/link/([\w-]+)", page)
    assert word
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False) as http:
        assert (await http.post(f"/discord/enter/{word[1]}", data={})).status_code == 400
        assert (await http.get(f"/link/{word[1]}")).status_code == 200, "it was not spent"


async def test_pages_are_kept_by_nobody_between_us(server: Server) -> None:
    ana = await server.person("Ana")
    assert (await ana.http.get("/me")).headers["cache-control"] == "no-store"
    assert (await ana.http.get("/")).headers["cache-control"] == "no-store"
    page = (await ana.http.get("/")).text
    sheet = re.search(r'/static/css/[^"]+', page)
    assert sheet
    assert "immutable" in (await ana.http.get(sheet[0])).headers["cache-control"]


async def test_a_closed_house_lets_in_by_link_or_by_its_host(serve: Serve) -> None:
    server = await asyncio.to_thread(lambda: serve(DOOR="closed", OPEN_TABLES="host"))
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False) as early:
        assert (await early.post("/play/stratos", data={"name": "Eve"})).status_code == 400
    # The first host comes by the printed link, which is no invitation for others.
    people_only = httpx2.AsyncClient(base_url=server.url, trust_env=False)
    assert (await people_only.post("/api/people", json={"name": "Bot"})).status_code == 403
    knocked = await people_only.post("/open/stratos", data={"name": "Eve"})
    assert knocked.status_code == 403
    assert "Its host sees that you are at the door" in knocked.text
    assert (await people_only.get("/me")).status_code == 403
    await people_only.aclose()


async def test_the_talk_of_whom_one_has_muted_is_not_shown(server: Server) -> None:
    code, clients = await whisper_table(server, seats=2)
    await clients[1].http.post(f"/t/{code}/say", data={"words": "first rude words"})
    assert "rude" in (await clients[0].http.get(f"/t/{code}/chat")).text
    assert (await clients[0].http.post(f"/t/{code}/mute", data={"seat": "1", "muted": "yes"})).status_code == 303
    assert "rude" not in (await clients[0].http.get(f"/t/{code}/chat")).text
    async with clients[0].socket(code) as socket:
        await frame(socket)
        await clients[1].http.post(f"/t/{code}/say", data={"words": "second rude words"})
        await clients[0].http.post(f"/t/{code}/say", data={"words": "mine"})
        while (said := await frame(socket))["type"] != "chat":
            pass
        assert said["text"] == "mine"
    assert (await clients[0].http.post(f"/t/{code}/mute", data={"seat": "0"})).status_code == 400


async def test_whom_one_has_blocked_does_not_sit_down_at_ones_tables(server: Server) -> None:
    code, clients = await whisper_table(server, seats=2)
    block = {"seat": "1", "muted": "yes"}
    assert (await clients[0].http.post(f"/t/{code}/mute", data=block)).status_code == 303
    mine = (await clients[0].post("/api/tables", {"game": "whisper", "seats": 3}, 201))["code"]
    refused = await clients[1].post(f"/api/tables/{mine}/join", status=400)
    assert refused["error"] == "There is no seat for you at this table."
    theirs = (await clients[1].post("/api/tables", {"game": "whisper", "seats": 2}, 201))["code"]
    await clients[0].post(f"/api/tables/{theirs}/join")
    page = (await clients[0].http.get("/me")).text
    assert "Whom you have blocked" in page
    who = re.search(r'name="who" value="([^"]+)"', page)
    assert who
    assert (await clients[0].http.post("/me/unblock", data={"who": who[1]})).status_code == 303
    assert "Whom you have blocked" not in (await clients[0].http.get("/me")).text
    await clients[1].post(f"/api/tables/{mine}/join")


async def test_whom_one_has_blocked_does_not_ring_at_ones_screen(server: Server) -> None:
    code, clients = await whisper_table(server, seats=3)
    asks = [(await client.get(f"/api/tables/{code}/view"))["ask"] for client in clients]
    rude, kind, asked = sorted(range(3), key=lambda seat: asks[seat] is not None)
    await clients[asked].http.post(f"/t/{code}/mute", data={"seat": str(rude), "muted": "yes"})
    async with clients[asked].socket(code) as socket, clients[rude].socket(code) as rudes:
        await frame(socket)
        for _ in range(2):  # the second is refused: then the first was done
            await rudes.send(json.dumps({"do": "nudge", "seat": asked}))
        while (told := await frame(rudes))["type"] != "refused":
            pass
        assert "reminded a moment ago" in told["reason"]
        await clients[kind].http.post(f"/t/{code}/say", data={"words": "hello"})
        while (heard := await frame(socket))["type"] != "chat":
            assert heard["type"] != "nudge"
        assert heard["text"] == "hello"


async def test_strangers_say_who_they_are_before_they_watch(serve: Serve) -> None:
    server = await asyncio.to_thread(lambda: serve(STRANGERS_WATCH="0"))
    code, _ = await whisper_table(server, seats=2)
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False) as nobody:
        assert (await nobody.get(f"/t/{code}")).status_code == 403
    somebody = await server.person("Zoe")
    assert (await somebody.http.get(f"/t/{code}")).status_code == 200


async def complain(client: Client, code: str) -> int:
    reply = await client.http.post(f"/t/{code}/complain", data={"words": "They swear", "seat": "1"})
    return reply.status_code


async def test_the_host_hears_complaints_with_what_was_said(serve: Serve) -> None:
    server = await asyncio.to_thread(serve)
    host = await host_of(server)
    code, clients = await whisper_table(server, seats=2)
    await clients[1].http.post(f"/t/{code}/say", data={"words": "rude words"})
    assert await complain(clients[0], code) == 303
    page = (await host.get("/admin/deeds")).text
    assert "They swear" in page
    assert "Player 1: rude words" in page
    number = re.search(r'name="number" value="(\d+)"', page)
    assert number
    await host.post("/admin/settle", data={"number": number[1]})
    assert "They swear" not in (await host.get("/admin/deeds")).text
    await host.aclose()


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "\u3164", "\u2800\u2800", "\u200d", "a\u202eb", "x" * 41])
def test_names_can_be_seen(name: str) -> None:
    with pytest.raises(BadName):
        tidy_name(name)


@pytest.mark.parametrize("name", ["Ana", "Łucja", "می\u200cخواهم", "👩\u200d🚀", "村上", "O'Neill"])
def test_names_of_every_script_are_taken(name: str) -> None:
    assert tidy_name(f" {name} ") == name


async def test_broken_origins_are_other_sites(server: Server) -> None:
    ana = await server.person("Ana")
    assert (await ana.http.post("/me/words", headers={"Origin": "http://["})).status_code == 403


async def test_links_do_not_carry_a_host_that_somebody_made_up(server: Server) -> None:
    ana = await server.person("Ana")
    page = (await ana.http.post("/me/link", headers={"Host": "evil.example"})).text
    assert "evil.example" not in page
    page = (await ana.http.post("/me/link", headers={"Host": "games.local:8000"})).text
    assert "http://games.local:8000/link/" in page


async def test_the_last_twelve_words_count_and_they_are_no_link(engine: object) -> None:
    assert len(set(WORDS)) ** 12 > 2**80, "they cannot be guessed"
    people = People(engine, "key")  # type: ignore[arg-type]
    ana = await people.welcome("Ana")
    first, second = await people.make_words(ana.id), await people.make_words(ana.id)
    with pytest.raises(BadLink):
        await people.come_back(first)
    with pytest.raises(BadLink):
        await people.use_link(second)
    with pytest.raises(BadLink):
        await people.come_back(" ".join(second.split()[:11]))
    for typed in (second, f"  {second.upper()}\n", second.replace(" ", "-")):
        assert await people.come_back(typed) == ana.id, "they are not used up"


async def test_words_of_nobody_lead_nowhere(engine: object, monkeypatch: pytest.MonkeyPatch) -> None:
    people = People(engine, "key")  # type: ignore[arg-type]
    with pytest.raises(BadLink):
        await people.come_back("acorn")
    ana = await people.welcome("Ana")
    monkeypatch.setattr("app.people.identity.secrets.token_urlsafe", lambda length: "acorn")
    link = await people.make_link("device", person_id=ana.id)
    with pytest.raises(BadLink):
        await people.come_back(link)  # a link is no list of words
