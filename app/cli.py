"""The operator's command line: parallax serve | doctor | backup | restore | migrate | people | tables | simulate | packs."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import uvicorn
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.config import BadSetting, Settings, load_settings
from app.games import GAMES
from app.kernel import Refused
from app.main import address, make_app, open_database
from app.packs.games import work_on_pack
from app.packs.library import load_host_packs
from app.packs.read import PackError
from app.people.identity import People, secret_key
from app.simulate import print_report, simulate
from app.storage.backup import BackupError, backup, restore
from app.storage.database import WrongSchema, current_revision, migrate, newest_revision
from app.storage.embedded import EmbeddedError
from app.storage.schema import people as people_table
from app.storage.schema import tables as tables_table
from app.tables.doctor import examine_tables
from app.tables.replay import Archive
from app.tables.store import Store
from app.web.limits import LARGEST_MESSAGE

Work = Callable[[AsyncEngine, str, Settings, argparse.Namespace], Coroutine[Any, Any, int]]


def main(arguments: list[str] | None = None) -> int:
    chosen = _parser().parse_args(arguments)
    try:
        settings, _ = load_settings()
        if chosen.command != "serve":  # the server loads them itself
            load_host_packs(settings.data_dir)
        code: int = chosen.run(settings, chosen)
    except (BadSetting, EmbeddedError, WrongSchema, BackupError, PackError, Refused) as problem:
        print(f"parallax: {problem}", file=sys.stderr)
        return 2
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="parallax", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("serve", help="run the server").set_defaults(run=serve)
    for name, work, words in (
        ("migrate", run_migrate, "bring the database up to date"),
        ("doctor", doctor, "load every live table with this release and report"),
    ):
        commands.add_parser(name, help=words).set_defaults(run=_with_database(work))
    keep = commands.add_parser("backup", help="everything into one file, while the server runs")
    keep.add_argument("file", type=Path)
    keep.set_defaults(run=_with_database(run_backup))
    back = commands.add_parser("restore", help="put a backup in the place of what is there")
    back.add_argument("file", type=Path)
    back.add_argument("--force", action="store_true", help="even if there are tables already")
    back.set_defaults(run=_with_database(run_restore))
    who = commands.add_parser("people", help="list people, make an administrator's link, ban and allow")
    who.add_argument("action", choices=["list", "admin-link", "ban", "allow"])
    who.add_argument("id", nargs="?", help="whom, by the id from the list")
    who.set_defaults(run=_with_database(run_people))
    tab = commands.add_parser("tables", help="list, export, import and delete tables")
    tab.add_argument("action", choices=["list", "export", "import", "delete"])
    tab.add_argument("code", nargs="?", help="the code of the table; for import the id of its new owner")
    tab.add_argument("file", nargs="?", type=Path)
    tab.set_defaults(run=_with_database(run_tables))
    sim = commands.add_parser("simulate", help="let bots play whole games")
    sim.add_argument("game", choices=sorted(GAMES))
    sim.add_argument("--seats", type=int)
    sim.add_argument("--games", type=int, default=10)
    sim.add_argument("--seed", default="simulation")
    sim.add_argument("--options", default="{}", help="table options as JSON")
    sim.add_argument("--json", action="store_true")
    sim.set_defaults(run=run_simulate)
    pack = commands.add_parser("packs", help="check, draw and compile packs of places and cards")
    pack.add_argument("action", choices=["lint", "play", "map", "words", "build", "publish"])
    pack.add_argument("path", type=Path, help="the folder of the pack")
    pack.add_argument("--out", type=Path, help="where the map or the words go; standard output without it")
    pack.add_argument("--seats", default="1-6", help="play: numbers of players, such as 3 or 1-6")
    pack.add_argument("--share", type=float, default=1.0, help="play: which part of the usual number of sessions")
    pack.set_defaults(run=run_packs)
    return parser


def _with_database(work: Work) -> Callable[[Settings, argparse.Namespace], int]:
    def run(settings: Settings, chosen: argparse.Namespace) -> int:
        async def go() -> int:
            async with open_database(settings) as (engine, url):
                return await work(engine, url, settings, chosen)

        return asyncio.run(go())

    return run


def serve(settings: Settings, _: argparse.Namespace) -> int:
    logging.basicConfig(level=settings.log_level.upper(), format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("alembic").setLevel("WARNING")
    print(f"Parallax: open {address(settings)}/", flush=True)
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


async def run_migrate(engine: AsyncEngine, url: str, settings: Settings, _: argparse.Namespace) -> int:
    before, after = await migrate(engine)
    print(f"The database was at {before or 'nothing'} and is at {after}.")
    return 0


async def doctor(engine: AsyncEngine, url: str, settings: Settings, _: argparse.Namespace) -> int:
    revision, newest = await current_revision(engine), newest_revision()
    print(f"Schema: {revision or 'empty'}" + ("" if revision == newest else f", this release wants {newest}"))
    if revision != newest:
        return 0 if revision is None else 1
    troubles = 0
    async for report in examine_tables(engine):
        troubles += report.trouble != ""
        print(f"{report.code} ({report.game}, row {report.seq}): {report.trouble or 'ok'}")
    print("No trouble found." if not troubles else f"{troubles} tables with trouble.")
    return 1 if troubles else 0


async def run_backup(engine: AsyncEngine, url: str, settings: Settings, chosen: argparse.Namespace) -> int:
    await backup(engine, url, settings.data_dir, chosen.file)
    print(
        f"Everything is in {chosen.file} ({chosen.file.stat().st_size // 1024} KiB). Keep it safe: it holds all secrets."
    )
    return 0


async def run_restore(engine: AsyncEngine, url: str, settings: Settings, chosen: argparse.Namespace) -> int:
    schema = await restore(engine, url, settings.data_dir, chosen.file, force=chosen.force)
    _, after = await migrate(engine)
    print(f"Restored from schema {schema}; the database is at {after}.")
    return 0


async def run_people(engine: AsyncEngine, url: str, settings: Settings, chosen: argparse.Namespace) -> int:
    people = People(engine, secret_key(settings.secret_key, settings.data_dir))
    if chosen.action == "list":
        async with engine.connect() as connection:
            for row in await connection.execute(select(people_table).order_by(people_table.c.created_at)):
                marks = "".join(f" [{mark}]" for mark in ("admin", "banned") if getattr(row, mark))
                print(f"{row.id}  {row.created_at:%Y-%m-%d}  {row.name}{marks}")
    elif chosen.action == "admin-link":
        print(f"{address(settings)}/link/{await people.make_link('admin')}")
    else:
        if chosen.id is None or await people.get(chosen.id) is None:
            raise Refused("Say whom, by the id from `parallax people list`.")
        await people.set_banned(chosen.id, chosen.action == "ban")
    return 0


async def run_tables(engine: AsyncEngine, url: str, settings: Settings, chosen: argparse.Namespace) -> int:
    store = Store(engine, "operator")
    archive = Archive(engine, store)
    if chosen.action == "list":
        async with engine.connect() as connection:
            for row in await connection.execute(select(tables_table).order_by(tables_table.c.created_at)):
                print(f"{row.code:<24} {row.game:<10} {row.status:<9} row {row.seq:<6} {row.created_at:%Y-%m-%d}")
        return 0
    if chosen.code is None or (chosen.action in ("export", "import") and chosen.file is None):
        raise Refused("Say which table and, for export and import, which file.")
    if chosen.action == "import":
        info = await archive.restore(chosen.file.read_bytes(), chosen.code)
        print(info.code)
        return 0
    table_id = await store.find(chosen.code)
    if chosen.action == "export":
        chosen.file.write_bytes(await archive.export(table_id))
    else:
        async with engine.begin() as connection:
            await connection.execute(delete(tables_table).where(tables_table.c.id == table_id))
    return 0


def run_simulate(_: Settings, chosen: argparse.Namespace) -> int:
    options = json.loads(chosen.options)
    report = simulate(chosen.game, chosen.seats, chosen.games, chosen.seed, options, quiet=chosen.json)
    print_report(report, as_json=chosen.json)
    return 0


def run_packs(_: Settings, chosen: argparse.Namespace) -> int:
    return work_on_pack(chosen.action, chosen.path, chosen.out, chosen.seats, chosen.share)


if __name__ == "__main__":
    sys.exit(main())
