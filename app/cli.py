"""The operator's command line: parallax serve | simulate | doctor | migrate."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
import time
from collections import Counter
from typing import Any

import uvicorn

from app.config import BadSetting, Settings, load_settings
from app.games import GAMES
from app.kernel import Refused, Session
from app.main import make_app, open_database
from app.storage.database import WrongSchema, current_revision, migrate, newest_revision
from app.storage.embedded import EmbeddedError
from app.tables.doctor import examine_tables
from app.web.limits import LARGEST_MESSAGE


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="parallax", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("serve", help="run the server").set_defaults(run=serve)
    commands.add_parser("migrate", help="bring the database up to date").set_defaults(run=run_migrate)
    commands.add_parser("doctor", help="load every live table with this release and report").set_defaults(run=doctor)
    sim = commands.add_parser("simulate", help="let bots play whole games")
    sim.add_argument("game", choices=sorted(GAMES))
    sim.add_argument("--seats", type=int)
    sim.add_argument("--games", type=int, default=10)
    sim.add_argument("--seed", default="simulation")
    sim.add_argument("--options", default="{}", help="table options as JSON")
    sim.add_argument("--json", action="store_true")
    sim.set_defaults(run=simulate)
    chosen = parser.parse_args(arguments)
    try:
        settings, _ = load_settings()
        code: int = chosen.run(settings, chosen)
    except (BadSetting, EmbeddedError, WrongSchema, Refused) as problem:
        print(f"parallax: {problem}", file=sys.stderr)
        return 2
    return code


def serve(settings: Settings, _: argparse.Namespace) -> int:
    logging.basicConfig(level=settings.log_level.upper(), format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("alembic").setLevel("WARNING")
    host = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0") else settings.host
    address = settings.origin or f"http://{host}:{settings.port}"
    print(f"Parallax: open {address}{settings.base_path}/", flush=True)
    uvicorn.run(
        make_app(settings),
        host=settings.host,
        port=settings.port,
        log_level="warning" if settings.log_level == "info" else settings.log_level,
        ws_max_size=2 * LARGEST_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=30,
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_graceful_shutdown=5,
    )
    return 0


def run_migrate(settings: Settings, _: argparse.Namespace) -> int:
    async def work() -> None:
        async with open_database(settings) as (engine, _url):
            before, after = await migrate(engine)
            print(f"The database was at {before or 'nothing'} and is at {after}.")

    asyncio.run(work())
    return 0


def doctor(settings: Settings, _: argparse.Namespace) -> int:
    async def work() -> int:
        async with open_database(settings) as (engine, _url):
            revision, newest = await current_revision(engine), newest_revision()
            print(f"Schema: {revision or 'empty'}" + ("" if revision == newest else f", this release wants {newest}"))
            if revision is None:
                return 0
            troubles = 0
            async for report in examine_tables(engine):
                troubles += report.trouble != ""
                print(f"{report.code} ({report.game}, row {report.seq}): {report.trouble or 'ok'}")
            print("No trouble found." if not troubles else f"{troubles} tables with trouble.")
            return 1 if troubles else 0

    return asyncio.run(work())


def simulate(_: Settings, chosen: argparse.Namespace) -> int:
    game = GAMES[chosen.game]
    seats = chosen.seats or game.seats.min
    totals: Counter[str] = Counter()
    winners: Counter[int] = Counter()
    reasons: Counter[str] = Counter()
    lengths: list[int] = []
    began = time.perf_counter()
    for number in range(chosen.games):
        session = Session.start(
            game, seats=seats, options=json.loads(chosen.options), seed=f"{chosen.seed} {number}", keep_log=False
        )
        lengths.append(_play(session, totals))
        assert session.outcome is not None
        winners.update(session.outcome.winners)
        reasons[session.outcome.reason] += 1
        _progress(number + 1, chosen.games, quiet=chosen.json)
    seconds = time.perf_counter() - began
    report: dict[str, Any] = {
        "game": game.id,
        "seats": seats,
        "games": chosen.games,
        "choices_per_game": round(sum(lengths) / len(lengths), 1),
        "shortest": min(lengths),
        "longest": max(lengths),
        "turns_per_game": round(totals["turns"] / chosen.games, 1),
        "prompts_per_turn": round(totals["prompts"] / max(1, totals["turns"]), 2),
        "wins_by_seat": {seat: round(winners[seat] / chosen.games, 3) for seat in range(seats)},
        "endings": dict(reasons.most_common()),
        "choices_per_second": round(sum(lengths) / seconds),
    }
    if chosen.json:
        print(json.dumps(report))
    else:
        for name, value in report.items():
            print(f"{name.replace('_', ' '):>20}  {value}")
    return 0


def _play(session: Session[Any], totals: Counter[str]) -> int:
    """One game by bots. A turn is a run of questions to the same seat."""
    choices = 0
    last: int | None = None
    while session.outcome is None:
        seat = min(session.asks)
        totals["prompts"] += 1
        if seat != last and len(session.asks) == 1:
            totals["turns"] += 1
            last = seat
        session.apply(session.game.bot(session, seat))
        choices += 1
    return choices


def _progress(done: int, total: int, *, quiet: bool) -> None:
    if quiet or not sys.stderr.isatty():
        return
    filled = 30 * done // total
    print(f"\r[{'#' * filled}{'.' * (30 - filled)}] {done}/{total}", end="\n" if done == total else "", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
