"""The server process: its port, its log, its start and its end. What a host may get wrong is said in words."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
from collections.abc import Callable
from contextlib import nullcontext, suppress
from datetime import UTC, datetime

import msgspec
import uvicorn

from app.config import BadSetting, Settings
from app.main import address, open_house
from app.packs.library import load_host_packs
from app.web.app import create_app, warm
from app.web.doorstep import Doorstep, take_all_connections
from app.web.handing import Neighbours, Place
from app.web.limits import LARGEST_MESSAGE
from app.web.numbers import tell_neighbours
from app.web.who import House
from app.web.wire import Wire

A_MOMENT = 0.2  # seconds


class OneOfMany(msgspec.Struct, frozen=True):
    """What a process is given that was started by the launcher."""

    place: Place
    port: int  # the socket that all of them share, as a file
    leash: int  # says to the launcher that it can be reached; ends when there is no launcher any more

    def end_with_the_launcher(self) -> None:
        if not os.read(self.leash, 1):
            asyncio.get_running_loop().remove_reader(self.leash)
            os.kill(os.getpid(), signal.SIGTERM)


class JsonLines(logging.Formatter):
    """One JSON object a line, for machines that gather logs."""

    def __init__(self, process: int | None = None) -> None:
        super().__init__()
        self._process = {} if process is None else {"process": process}

    def format(self, record: logging.LogRecord) -> str:
        fields = self._process | {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage(),
        }
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


def set_up_log(settings: Settings, process: int | None = None) -> None:
    """Of several processes each says which one it is."""
    handler = logging.StreamHandler()
    if settings.log_format == "json":
        handler.setFormatter(JsonLines(process))
    else:
        which = "" if process is None else f" [{process}]"
        handler.setFormatter(logging.Formatter(f"%(asctime)s{which} %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=settings.log_level.upper(), handlers=[handler])
    logging.getLogger("alembic").setLevel("WARNING")
    logging.getLogger("uvicorn.error").addFilter(not_of_strangers)


def not_of_strangers(record: logging.LogRecord) -> bool:
    """Whoever sends nonsense would else write into the log as often as they want."""
    return record.msg not in ("Invalid HTTP request received.", "Unsupported upgrade request.")


def bind(settings: Settings) -> socket.socket:
    """The port, before anything else is started: one that is taken is the commonest trouble."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    bound = socket.socket(family)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((settings.host, settings.port))
    except OSError as error:
        bound.close()
        raise BadSetting(
            f"Port {settings.port} on {settings.host} cannot be used: {error.strerror}. Is Parallax running already? Stop "
            "what has it, or set PORT to another one."
        ) from None
    bound.set_inheritable(True)
    return bound


def serve(settings: Settings, sources: dict[str, str], among: OneOfMany | None = None) -> None:
    """Until a signal comes. Trouble at the start is raised to who called, before any request is taken."""
    set_up_log(settings, None if among is None else among.place.number + 1)
    take_all_connections()
    load_host_packs(settings.data_dir)
    port = bind(settings) if among is None else socket.socket(fileno=among.port)
    place = None if among is None else among.place
    config = uvicorn.Config(
        "app.main:make_app",  # not used: the application is made when the house is open
        log_level="warning" if settings.log_level == "info" else settings.log_level,
        log_config=None,
        http=Doorstep,
        ws=Wire,
        ws_max_size=2 * LARGEST_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=30,
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_graceful_shutdown=5,
    )

    async def run() -> None:
        loop, starting = asyncio.get_running_loop(), asyncio.current_task()
        assert starting is not None
        loop.add_signal_handler(signal.SIGTERM, starting.cancel)
        opened: list[House] = []
        config.app = app = create_app(settings, lambda: nullcontext(opened[0]))
        Doorstep.ledger = app.state.ledger
        warm(app)
        async with open_house(settings, sources, place) as house:
            opened.append(house)
            loop.remove_signal_handler(signal.SIGTERM)
            for number in (signal.SIGINT, signal.SIGTERM):
                # Uvicorn takes them while it serves, and raises them again when it has ended: then we leave in order.
                signal.signal(number, lambda *_: None)
            if among is None:
                server = Reachable(config, lambda: print(f"Parallax: open {address(settings)}/", flush=True))
                await server.serve(sockets=[port])
            else:
                await serve_among(among, house, config, port)

    with (
        suppress(KeyboardInterrupt, asyncio.CancelledError),
        asyncio.Runner(loop_factory=config.get_loop_factory()) as runner,
    ):
        runner.run(run())


async def serve_among(among: OneOfMany, house: House, config: uvicorn.Config, port: socket.socket) -> None:
    """As one of several processes, until it is told to end or the launcher is gone."""
    loop = asyncio.get_running_loop()
    loop.add_reader(among.leash, among.end_with_the_launcher)
    telling: list[asyncio.Task[None]] = []

    def reachable() -> None:
        os.write(among.leash, b".")
        telling.append(loop.create_task(tell_neighbours(house, among.place)))

    await Reachable(config, reachable, Neighbours(among.place)).serve(sockets=[port])
    for task in telling:
        task.cancel()


class Reachable(uvicorn.Server):
    """Says when it can be reached; has neighbours, if it is one of several."""

    def __init__(self, config: uvicorn.Config, say: Callable[[], object], neighbours: Neighbours | None = None) -> None:
        super().__init__(config)
        self._say, self._neighbours = say, neighbours
        self._coming: set[asyncio.Task[object]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._neighbours is not None:
            self._neighbours.open(self._adopt)
            Doorstep.neighbours = self._neighbours
        self._say()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._neighbours is not None:
            Doorstep.neighbours = None
            self._neighbours.close()
            for server in self.servers:
                server.close()
            await asyncio.sleep(A_MOMENT)  # whoever has just come in has said what they want by then, and is answered
        await super().shutdown(sockets)

    def _adopt(self, connection: socket.socket, begun: bytes) -> None:
        """A connection that a neighbour has taken, with what was read of it."""
        connection.setblocking(False)
        loop = asyncio.get_running_loop()

        def protocol() -> Doorstep:
            return Doorstep(self.config, self.server_state, self.lifespan.state, loop, begun=begun)

        task: asyncio.Task[object] = loop.create_task(loop.connect_accepted_socket(protocol, connection))
        self._coming.add(task)
        task.add_done_callback(self._coming.discard)
