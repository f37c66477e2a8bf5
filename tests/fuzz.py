"""Strange requests and messages over all routes and sockets of a running server: `python -m tests.fuzz --count 20000`.

Whatever comes, the answer is no error of ours (500), the server never stands still, and it stays healthy.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import httpx2
from fastapi.routing import APIRoute
from starlette.routing import WebSocketRoute
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from app.config import Settings, load_settings
from app.main import open_database
from app.people.identity import People
from app.web.app import create_app
from tests.servers import Client, Server, whisper_table

STRANGE = (
    *("", " ", "0", "1", "-1", "²", "\u0663", "9" * 5000, "1e999", "NaN", "null", "true", "\0", "a\0b"),
    *("\u202e", "\u200b", "\ufdfa" * 50, "../../etc/passwd", "%2e%2e%2f", "'; DROP TABLE people; --"),
    *("<script>alert(1)</script>", "{{7*7}}", "{0}", "{seat}", "x" * 100_000, "http://[", "//evil.example"),
    *("2147483648", "9223372036854775808", "1" + "0" * 30, "-2147483649", "0x10", "1_000"),
    *("\U0001f469\u200d\U0001f680", "[" * 6000, '{"a":' * 3000, "amber-otter-4217"),
)
DEEP = "[" * 5000 + "]" * 5000
HALVES = '{"name": "\\ud800", "game": "whisper\\udfff", "key": "\\ud800", "values": ["\\ud800"], "option": "\\ud800"}'
WIDE = "&".join(f"a{number}=1" for number in range(20_000))
FRESH = 1000  # requests and messages after which others sit at other tables
DOES = ("answer", "use", "undo", "agree", "refuse", "hold", "release", "nudge", "without", "seen", "read", "fly")

LIKELY = {
    "seat": ("0", "1", "2", "-1"),
    "other": ("0", "1"),
    "seats": ("2", "3"),
    "moment": ("0", "1", "2"),
    "number": ("1", "2"),
    "sure": ("remove", "yes"),
    "words": ("hello",),
    "name": ("Ana",),
    "game": ("whisper", "stratos"),
    "to": ("", "0,1"),
    "do": DOES,
}


class Routes:
    """What there is to be asked, with the names of what each wants."""

    def __init__(self) -> None:
        app = create_app(Settings(developer_mode=True), nullcontext)  # type: ignore[arg-type]
        self.http: list[tuple[str, str, list[str], list[str]]] = []
        self.required: dict[str, set[str]] = {}  # what a form must have, or it is refused before anybody reads it
        self.sockets: list[str] = []
        for route in _all(app.routes):
            if isinstance(route, APIRoute):
                wanted = [field.name for field in route.dependant.query_params]
                fields = [field.name for field in route.dependant.body_params]
                self.required[route.path] = {
                    field.name for field in route.dependant.body_params if field.field_info.is_required()
                }
                for method in sorted(route.methods or ()):
                    self.http.append((method, route.path, wanted, fields))
            elif isinstance(route, WebSocketRoute):
                self.sockets.append(route.path)


def _all(routes: Any) -> Iterator[Any]:
    for route in routes:
        inner = getattr(route, "original_router", None) or getattr(route, "routes", None)
        if isinstance(route, APIRoute | WebSocketRoute):
            yield route
        elif inner is not None:
            yield from _all(inner.routes if hasattr(inner, "routes") else inner)


class Fuzzer:
    def __init__(self, server: Server, codes: list[str], tokens: list[str], seed: str) -> None:
        self.server, self.codes, self.tokens = server, codes, tokens
        self.rng = random.Random(seed)
        self.routes = Routes()
        self.statuses: Counter[int] = Counter()
        self.faults: list[str] = []

    def value(self) -> str:
        return self.rng.choice((*STRANGE, *self.codes, "whisper", "stratos", "yes", str(self.rng.randint(-9, 9))))

    def likely(self, name: str) -> str:
        """Half of the time what the field is for: what comes after the first look at a form meets strange things, too."""
        known = LIKELY.get(name)
        return self.rng.choice(known) if known and self.rng.random() < 0.5 else self.value()

    def path(self, pattern: str) -> str:
        def fill(match: re.Match[str]) -> str:
            known = match[1].startswith("code") and self.rng.random() < 0.7
            return self.rng.choice(self.codes) if known else quote(self.value()[:2000], safe="") or "x"

        return re.sub(r"\{([^}]+)\}", fill, pattern)

    def headers(self) -> dict[str, str]:
        made: dict[str, str] = {}
        if self.rng.random() < 0.7:
            made["Authorization"] = f"Bearer {self.rng.choice(self.tokens)}"
        if self.rng.random() < 0.1:
            made["Origin"] = self.rng.choice(("http://[", "null", "https://evil.example", self.server.url))
        if self.rng.random() < 0.1:
            made["HX-Request"] = "true"
        if self.rng.random() < 0.1:
            ours = f"parallax_who={quote(self.value()[:500])}"
            made["Cookie"] = self.rng.choice((ours, 'a="' + '\\"' * 4000 + '"', "a=1;" * 3000))
        return made

    async def request(self, http: httpx2.AsyncClient) -> None:
        method, pattern, wanted, fields = self.rng.choice(self.routes.http)
        if pattern.endswith("/events"):
            return  # a stream without an end
        query = {name: self.value()[:4000] for name in wanted if self.rng.random() < 0.6}
        names = [*fields, "name", "seats", "game", "words", "seat", "values", "option.moves", "wish.theme"]
        body: dict[str, Any] = {}
        made = self.headers()
        if pattern.startswith("/admin") and self.rng.random() < 0.7:
            made["Authorization"] = f"Bearer {self.tokens[-1]}"  # the host, if there is one
        if method != "GET":
            shape = self.rng.random()
            needed = self.routes.required.get(pattern, set())
            form = {name: self.likely(name) for name in names if self.rng.random() < (0.95 if name in needed else 0.6)}
            if shape < 0.6:
                body["data"] = form
            elif shape < 0.8:
                body["json"] = form
            elif shape < 0.9:
                body["content"] = self.rng.choice((DEEP, HALVES, WIDE, "&" * 200_000, "%41" * 60_000))
                kind = self.rng.choice(("application/json", "application/x-www-form-urlencoded", "multipart/form-data"))
                made["Content-Type"] = kind
            else:
                body["files"] = {"file": ("t", self.value().encode("utf-8", "replace"))}
        try:
            reply = await http.request(method, self.path(pattern), params=query, headers=made, **body)
        except (httpx2.RemoteProtocolError, httpx2.ReadError, httpx2.WriteError):
            self.statuses[0] += 1  # cut off, as a body that is too large is
            return
        except (UnicodeEncodeError, ValueError):
            return  # the client itself does not send this
        self.statuses[reply.status_code] += 1
        if reply.status_code == 500:
            self.faults.append(f"{method} {reply.url!s:.200} {str(body)[:200]}")

    async def messages(self, count: int) -> None:
        token = self.rng.choice(self.tokens)
        path = self.path(self.rng.choice(self.routes.sockets))
        headers = {"Authorization": f"Bearer {token}"}
        try:
            async with connect(
                f"{self.server.ws}{path}", additional_headers=headers, proxy=None, max_size=2**23, open_timeout=60
            ) as socket:
                for _ in range(count):
                    await socket.send(self.message())
                    self.statuses[1] += 1
        except (ConnectionClosed, InvalidStatus, UnicodeEncodeError):
            return

    def message(self) -> str | bytes:
        shape = self.rng.random()
        if shape < 0.2:
            return self.rng.choice((DEEP, "", "nonsense", b"\xff\xfe", "{}", "[]", '{"do":' * 2000, "1" * 15_000))
        fields = ("ask", "option", "values", "key", "kind", "seat", "moment", "part:a", "put:b")
        data = {name: self.value()[:3000] for name in fields if self.rng.random() < 0.5}
        data["do"] = self.rng.choice((*DOES, self.value()[:50]))
        return httpx2.Request("POST", "http://x/", json=data).read()


async def company(server: Server) -> tuple[list[str], list[Client]]:
    """A table in play, one whose game is over and one that was never begun; and all who sit there."""
    code, clients = await whisper_table(server, seats=3)
    over, players = await whisper_table(server, seats=2, moves=1)
    view = await players[0].get(f"/api/tables/{over}/view")
    await players[0].post(f"/api/tables/{over}/answer", {"ask": view["ask"]["id"], "values": view["ask"]["default"]})
    waiting = (await clients[0].post("/api/tables", {"game": "stratos", "seats": 3}, 201))["code"]
    return [code, over, waiting], [*clients, *players]


async def fuzz(server: Server, count: int, seed: str = "fuzz", *, host: str = "", progress: bool = False) -> Fuzzer:
    """Half as requests, half as messages, some of them by the host of the house; healthy throughout."""
    fuzzer = Fuzzer(server, [], [], seed)
    limits = httpx2.Limits(max_connections=8)
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False, timeout=120, limits=limits) as http:
        done = 0
        while done < count:
            if done % FRESH == 0:  # much of what is sent takes people out, and tables away
                fuzzer.codes, clients = await company(server)
                fuzzer.tokens = [client.token for client in clients] + ([host] if host else [])
                for client in clients:
                    await client.http.aclose()
            await asyncio.gather(*(fuzzer.request(http) for _ in range(20)), fuzzer.messages(20))
            done += 40
            health = await http.get("/healthz")
            if health.status_code != 200:
                fuzzer.faults.append(f"health: {health.status_code}")
            if progress:
                print(f"\r{done} of {count}, {len(fuzzer.faults)} faults", end="", file=sys.stderr, flush=True)
    return fuzzer


async def main(count: int, seed: str, log: Path | None = None) -> int:
    with tempfile.TemporaryDirectory(prefix="parallax-fuzz-") as home:
        Path(home).chmod(0o755)
        server = Server({"DATA_DIR": home, "SECRET_KEY": "fuzz", "DEVELOPER_MODE": "1"})
        await asyncio.to_thread(server.start)
        found = await fuzz(server, count, seed, host=await token_of_host(server), progress=True)
        output = await asyncio.to_thread(server.stop)
    if log is not None:
        log.write_text(output)
    stalls = stalls_in(output)
    print(f"\nanswers: {dict(sorted(found.statuses.items()))}")
    ours = [stall for stall in stalls if stall.work > 0.2]
    print(f"faults: {len(found.faults)}; tracebacks: {output.count('Traceback')}")
    print(f"stalls over 200 ms: {len(stalls)} by the clock, {len(ours)} of them of our own making")
    for fault in found.faults[:20]:
        print(" ", fault)
    for stall in stalls[:10]:
        print(f"  {stall}")
    return 1 if found.faults or ours or "Traceback" in output else 0


async def token_of_host(server: Server) -> str:
    """Somebody who has the rights of the administrator, as the operator's command gives them."""
    client = await server.person("Host")
    async with open_database(load_settings(server.settings)[0]) as (engine, _):
        people = People(engine, server.settings["SECRET_KEY"])
        person = people.read_token(client.token)
        assert person is not None
        await people.set_admin(person)
    await client.http.aclose()
    return client.token


class Stall(NamedTuple):
    seconds: float  # by the clock
    work: float  # of the processor: where there is little of it, the machine was busy with something else
    where: str


def stalls_in(output: str) -> list[Stall]:
    found = re.findall(r"everybody waits since ([\d.]+) s, ([\d.]+) s of work, for:\n((?:  .*\n)+)", output)
    return [
        Stall(float(seconds), float(work), where.strip().splitlines()[-2].strip())
        for seconds, work, where in found
        if "jinja2" not in where  # in developer mode a template is compiled when it is first used
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", default="fuzz")
    parser.add_argument("--log", type=Path, help="where to keep what the server said")
    chosen = parser.parse_args()
    sys.exit(asyncio.run(main(chosen.count, chosen.seed, chosen.log)))
