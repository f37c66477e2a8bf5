"""The host's pages: the house told in a sentence; people and tables found; backups made, read back, taken away."""

from __future__ import annotations

import asyncio
import re
import tomllib
from collections.abc import AsyncGenerator
from pathlib import Path

import httpx2
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.config import Settings
from app.notices.waiting import depth, say_again, unsaid
from app.storage.kept import Backups
from app.storage.tools import BackupError
from app.tables.measures import Timing
from app.tables.overview import Standing, find_tables
from app.version import VERSION
from app.web.admin import QUIET, quiet_days
from app.web.draw import Painter
from tests.conftest import Serve
from tests.servers import Server, frame, whisper_table
from tests.web.test_order import host_of

PAGES = ("", "/tables", "/people", "/backups", "/outbox", "/deeds", "/settings")


@pytest.fixture
async def house(serve: Serve) -> AsyncGenerator[tuple[Server, httpx2.AsyncClient]]:
    server = await asyncio.to_thread(lambda: serve(METRICS="1", SECRET_KEY="hidden-key"))
    host = await host_of(server)
    yield server, host
    await host.aclose()


async def page(host: httpx2.AsyncClient, path: str) -> str:
    reply = await host.get(path)
    assert reply.status_code == 200, reply.text
    return reply.text


async def test_the_pages_are_the_hosts_alone(house: tuple[Server, httpx2.AsyncClient]) -> None:
    server, host = house
    guest = await server.person("Guest")
    for path in PAGES:
        assert (await guest.http.get(f"/admin{path}")).status_code == 403
        found = await page(host, f"/admin{path}")
        assert "hidden-key" not in found
    for path in ("/", "/me", "/status", "/discord", "/rules/whisper", "/games/whisper"):
        assert '/admin">The house</a>' in (await host.get(path)).text, f"{path} has no way to the host's pages"
    assert "/admin" not in (await guest.http.get("/")).text


async def test_people_are_found_leafed_through_sent_away_and_let_back(house: tuple[Server, httpx2.AsyncClient]) -> None:
    server, host = house
    eve = await server.person("Eve 100%")
    for number in range(33):
        await server.person(f"Guest {number}")
    first, second = await page(host, "/admin/people"), await page(host, "/admin/people?page=2")
    assert "Page 1 of 2" in first
    assert "Eve 100%" in second
    assert "Eve 100%" not in first
    found = await page(host, "/admin/people?q=100%25")
    assert "1 person" in found, "a sign is itself"
    who = re.findall(r'name="who" value="([^"]+)"', found)[0]
    assert (await host.post("/admin/ban", data={"who": who, "banned": "yes"})).status_code == 303
    assert (await eve.http.get("/api/people/me")).status_code in (403, 404)
    assert (await eve.http.post("/api/tables", json={"game": "whisper", "seats": 2})).status_code == 403
    assert "sent away" in await page(host, "/admin/people?q=Eve")
    await host.post("/admin/ban", data={"who": who, "banned": "no"})
    assert (await eve.http.post("/api/tables", json={"game": "whisper", "seats": 2})).status_code == 201
    assert "allowed again: Eve 100%" in await page(host, "/admin/deeds")


async def test_whom_and_what_nobody_knows_is_refused_and_nothing_changes(
    house: tuple[Server, httpx2.AsyncClient], engine: AsyncEngine
) -> None:
    _, host = house

    async def everything() -> list[object]:
        wanted = ("people", "links", "audit", "complaints", "tables", "outbox")
        async with engine.connect() as connection:
            found = [(await connection.execute(text(f"SELECT * FROM {name} ORDER BY 1"))).all() for name in wanted]
        return [*found, re.findall(r"needs? you|is well", await page(host, "/admin"))]

    await page(host, "/admin")  # it is kept that the host is here
    before = await everything()
    for unknown in ("nobody", "1' OR '1'='1", "a\0b", "x" * 5000):
        for act in ("ban", "approve", "fresh-link"):
            reply = await host.post(f"/admin/{act}", data={"who": unknown, "banned": "yes"})
            assert reply.status_code == 400, (act, unknown)
            assert "Nobody of that name is known here" in reply.text, (act, unknown)
        for act, form in (
            ("try-again", {"table": unknown}),
            ("put-aside", {"code": unknown}),
            ("close", {"code": unknown, "sure": unknown}),
        ):
            assert (await host.post(f"/admin/{act}", data=form)).status_code in (400, 404), (act, unknown)
    for act in ("settle", "outbox"):
        assert (await host.post(f"/admin/{act}", data={"number": "2147483647"})).status_code == 400, act
    for where in ("people", "tables"):
        assert (await host.get(f"/admin/{where}?q=a%00b")).status_code in (200, 400), "no database holds that letter"
    assert await everything() == before


async def test_a_table_is_found_closed_for_now_and_opened_again(house: tuple[Server, httpx2.AsyncClient]) -> None:
    server, host = house
    code, clients = await whisper_table(server, seats=2)
    await clients[1].post("/api/tables", {"game": "whisper", "seats": 2}, 201)
    for words in (code, "Player 0", "whisper playing"):
        assert code in await page(host, f"/admin/tables?q={words}"), words
    assert code not in await page(host, "/admin/tables?q=nobody")
    await host.post("/admin/put-aside", data={"code": code})
    told = await clients[0].http.get(f"/api/tables/{code}/view")
    assert told.status_code == 503
    assert "The host has closed this table for now" in told.text
    assert "Something needs you" in await page(host, "/admin")
    table = re.findall(r'name="table" value="([^"]+)"', await page(host, f"/admin/tables?q={code}"))[0]
    await host.post("/admin/try-again", data={"table": table})
    assert (await clients[0].http.get(f"/api/tables/{code}/view")).status_code == 200
    deeds = await page(host, "/admin/deeds")
    assert "closed the table for now" in deeds
    assert "opened the table again" in deeds


async def test_a_table_is_put_away_and_taken_out_again(
    house: tuple[Server, httpx2.AsyncClient], engine: AsyncEngine
) -> None:
    server, host = house
    code, clients = await whisper_table(server, seats=2)
    assert "quiet for" not in await page(host, "/admin")
    await host.post("/admin/put-away", data={"code": code})
    assert "put away" in await page(host, f"/admin/tables?q={code}")
    assert code not in (await clients[0].http.get("/")).text, "it is on nobody's shelf"
    for client in clients:
        asked = (await client.get(f"/api/tables/{code}/view"))["ask"]
        if asked is not None:
            move = {"ask": asked["id"], "values": [asked["options"][0]["id"]]}
            assert "put away" in (await client.http.post(f"/api/tables/{code}/answer", json=move)).text
            break
    else:
        raise AssertionError("nobody is asked anything")
    await host.post("/admin/put-away", data={"code": code, "away": "no"})
    assert code in (await clients[0].http.get("/")).text
    deeds = await page(host, "/admin/deeds")
    assert "put the table away" in deeds
    assert "took the table out again" in deeds


async def test_quiet_tables_are_offered_to_be_put_away() -> None:
    now = 1_800_000_000.0
    day = 24 * 3600
    one = Standing("id", "code", "whisper", "playing", 2, 2, ("Ana", "Ben"), now - 34 * day - 60, away=False)
    assert quiet_days(one, now) == 34
    painter = Painter(Settings())
    shown = {"quiet": lambda _: 34, "QUIET": QUIET, "one": one}
    words = "{% import 'host/pieces.html' as host with context %}{{ host.stands(one, {}) }}"
    assert painter._env.from_string(words).render(**shown).strip() == "quiet for 34 days"


async def test_the_host_sees_who_was_here_when_and_which_version_this_is(
    house: tuple[Server, httpx2.AsyncClient], engine: AsyncEngine
) -> None:
    server, host = house
    eve = await server.person("Eve")
    await server.person("Ben")
    await eve.http.get("/me")
    async with engine.begin() as connection:
        at = await connection.scalar(text("SELECT seen_at FROM people WHERE name = 'Eve'"))
        assert at is not None
        assert await connection.scalar(text("SELECT seen_at FROM people WHERE name = 'Ben'")) is None
        await connection.execute(text("UPDATE people SET seen_at = now() - interval '1 hour' WHERE name = 'Eve'"))
    found = await page(host, "/admin/people?q=Eve")
    assert "an hour ago" in " ".join(found.split()) or "yesterday" in found
    await eve.http.get("/me")
    assert "just now" not in await page(host, "/admin/people?q=Eve"), "it is noted once in some minutes"
    assert "not seen" in await page(host, "/admin/people?q=Ben")
    code, clients = await whisper_table(server, seats=2)
    async with clients[0].socket(code) as socket:
        await frame(socket)  # they are at the table
        assert re.search(r">\s*now\s*<", await page(host, "/admin/people?q=Player+0"))
    assert VERSION in await page(host, "/admin")


def test_the_version_is_that_of_the_release() -> None:
    said = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    assert said["project"]["version"] == VERSION


async def test_a_backup_is_made_read_back_and_taken_away(house: tuple[Server, httpx2.AsyncClient]) -> None:
    _, host = house
    assert "no backup yet" in await page(host, "/admin")
    made = await host.post("/admin/backups")
    assert made.status_code == 303
    name = made.headers["location"].partition("made=")[2]
    assert name in await page(host, "/admin/backups")
    said = await host.post("/admin/backups/check", data={"name": name})
    assert "was read back and is whole" in said.text
    taken = await host.get(f"/admin/backups/{name}")
    assert taken.content[:2] == b"\x1f\x8b"
    assert (await host.get("/admin/backups/..%2Fsecret_key")).status_code in (400, 404)
    assert "the newest backup is of today" in await page(host, "/admin")


async def test_a_damaged_backup_is_said_to_be_damaged(engine: AsyncEngine, database_url: str, tmp_path: Path) -> None:
    backups = Backups(engine, database_url, Settings(data_dir=tmp_path), "key")
    made = await backups.make()
    assert (await backups.check(made.name)).rows["people"] == 0
    whole = backups.path(made.name).read_bytes()
    for broken in (whole[: len(whole) // 2], whole[:-40], b"nothing of the kind"):
        backups.path(made.name).write_bytes(broken)
        with pytest.raises(BackupError, match="damaged"):
            await backups.check(made.name)
    with pytest.raises(BackupError, match="no such backup"):
        backups.path("../secret_key")


async def test_what_could_not_be_said_is_listed_and_tried_again(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        table = {"id": "t", "code": "amber-otter-1", "game": "whisper", "seed": "s"}
        await connection.execute(
            text("INSERT INTO tables (id, code, game, seed, options) VALUES (:id, :code, :game, :seed, '{}')"), table
        )
        for key, more in (("fresh", "NULL, now(), NULL"), ("late", "NULL, now() - interval '1 hour', 'mail: refused'")):
            words = (
                f"INSERT INTO outbox (key, table_id, kind, done_at, due_at, error) VALUES (:key, 't', 'mail', {more})"
            )
            await connection.execute(text(words), {"key": key})
        lost = "INSERT INTO outbox (key, table_id, kind, done_at, error) VALUES ('lost', 't', 'push', now(), 'gone')"
        await connection.execute(text(lost))
    before = await depth(engine)
    assert (before.waiting, before.late, before.given_up) == (2, 1, 1)
    lost_one = next(one for one in await unsaid(engine) if one.given_up)
    assert (lost_one.code, lost_one.way, lost_one.why) == ("amber-otter-1", "a browser", "gone")
    await say_again(engine, lost_one.id)
    assert (await depth(engine)).given_up == 0
    assert (await depth(engine)).waiting == 3


async def test_the_metrics_say_how_long_moves_and_drawings_take(house: tuple[Server, httpx2.AsyncClient]) -> None:
    server, host = house
    code, (ana, ben) = await whisper_table(server, seats=2)
    async with ben.socket(code) as socket:
        await asyncio.wait_for(socket.recv(), 60)
        ask = (await ana.get(f"/api/tables/{code}/view"))["ask"]
        await ana.post(f"/api/tables/{code}/answer", {"ask": ask["id"], "values": ask["default"]})
        await asyncio.wait_for(socket.recv(), 60)
        told = await page(host, "/metrics")
    numbers = dict(line.rsplit(" ", 1) for line in told.splitlines() if not line.startswith("#"))
    assert float(numbers["parallax_move_seconds_count"]) == 1
    assert float(numbers["parallax_drawing_seconds_count"]) >= 2
    assert float(numbers["parallax_connections"]) == 1
    for name in ("moves_waiting_for_commit", "database_connections_in_use", "outbox_waiting", "stalls_total"):
        assert f"parallax_{name}" in numbers


def test_a_timing_tells_bounds() -> None:
    timing = Timing()
    assert timing.within(0.5) is None
    for seconds in (0.0005, 0.003, 0.003, 0.3):
        timing.add(seconds)
    assert (timing.within(0.25), timing.within(0.5), timing.within(0.75), timing.within(1)) == (
        0.001,
        0.005,
        0.005,
        0.5,
    )
    assert 'moves_bucket{le="0.005"} 3' in timing.exposition("moves")
    timing.add(60)
    assert timing.within(1) is None


async def test_an_empty_house_has_no_tables(engine: AsyncEngine) -> None:
    assert await find_tables(engine) == (0, [])
