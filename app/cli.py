"""The operator's command line: parallax serve, doctor, backup, restore, migrate, people, tables, simulate, packs, sbom."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.config import BadSetting, Settings, load_settings
from app.games import GAMES
from app.kernel import Refused
from app.launcher import Launcher
from app.main import address, open_database
from app.packs.begin import begin_pack
from app.packs.games import work_on_pack
from app.packs.library import load_host_packs
from app.packs.read import PackError
from app.people.identity import People, secret_key
from app.prompts import count_prompts
from app.sbom import write_sbom
from app.serve import OneOfMany, serve
from app.simulate import print_report, simulate
from app.storage.backup import backup
from app.storage.database import Unreachable, WrongSchema, connect, current_revision, migrate, newest_revision
from app.storage.embedded import EmbeddedError
from app.storage.restore import forget, kept_databases, restore, take_back
from app.storage.schema import people as people_table
from app.storage.schema import tables as tables_table
from app.storage.tools import BackupError, copy_of
from app.tables.doctor import examine_tables
from app.tables.replay import Archive
from app.tables.store import Store

Work = Callable[[AsyncEngine, str, Settings, argparse.Namespace], Coroutine[Any, Any, int]]


def main(arguments: list[str] | None = None) -> int:
    chosen = _parser().parse_args(arguments)
    try:
        settings, _ = load_settings()
        if chosen.command != "serve":  # the server loads them itself
            load_host_packs(settings.data_dir)
        code: int = chosen.run(settings, chosen)
    except (BadSetting, EmbeddedError, Unreachable, WrongSchema, BackupError, PackError, Refused) as problem:
        print(f"parallax: {problem}", file=sys.stderr)
        return 2
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="parallax", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    server = commands.add_parser("serve", help="run the server")
    server.add_argument("--processes", type=int, default=0, metavar="N", help="so many, behind one port")
    server.add_argument("--among", help=argparse.SUPPRESS)  # what the launcher gives each of them
    server.set_defaults(run=run_serve)
    for name, work, words in (
        ("migrate", run_migrate, "bring the database up to date"),
        ("doctor", doctor, "load every live table with this release and report"),
    ):
        commands.add_parser(name, help=words).set_defaults(run=_with_database(work))
    keep = commands.add_parser("backup", help="everything into one file, while the server runs")
    keep.add_argument("file", type=Path)
    keep.set_defaults(run=_with_database(run_backup))
    back = commands.add_parser("restore", help="put a backup in the place of what is there")
    back.add_argument("file", type=Path, nargs="?")
    back.add_argument("--force", action="store_true", help="even if there are tables already; they are kept")
    back.add_argument("--kept", action="store_true", help="list what was there before earlier restores")
    back.add_argument("--take-back", metavar="NAME", help="put back what was there before")
    back.add_argument("--forget", metavar="NAME", help="remove what was there before, for good")
    back.set_defaults(run=_with_database(run_restore))
    commands.add_parser("sbom", help="what this software is made of, as CycloneDX").set_defaults(run=run_sbom)
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
    sim.add_argument("--prompts", action="store_true", help="count how much is asked of a person, per turn of the game")
    sim.set_defaults(run=run_simulate)
    pack = commands.add_parser("packs", help="begin, check, draw and compile packs of places and cards")
    pack.add_argument("action", choices=["new", "lint", "play", "map", "words", "pictures", "build", "publish"])
    pack.add_argument("path", type=Path, help="the folder of the pack")
    pack.add_argument("--out", type=Path, help="where the map, the words or the pictures go")
    pack.add_argument("--only", default="", help="pictures: names or beginnings of names, such as 146,card-9")
    pack.add_argument("--near", action="store_true", help="pictures: list the pairs that look most alike")
    pack.add_argument("--seats", default="1-6", help="play: numbers of players, such as 3 or 1-6")
    pack.add_argument("--share", type=float, default=1.0, help="play: which part of the usual number of sessions")
    pack.set_defaults(run=run_packs)
    return parser


def _with_database(work: Work) -> Callable[[Settings, argparse.Namespace], int]:
    def run(settings: Settings, chosen: argparse.Namespace) -> int:
        async def go() -> int:
            async with open_database(settings) as (engine, url):
                if chosen.command in ("people", "tables") and await current_revision(engine) is None:
                    raise Unreachable("The database is empty. Start the server once, or run `migrate`.")
                return await work(engine, url, settings, chosen)

        return asyncio.run(go())

    return run


def run_serve(settings: Settings, chosen: argparse.Namespace) -> int:
    if chosen.among is not None:
        serve(settings, load_settings()[1], msgspec.json.decode(chosen.among, type=OneOfMany))
        return 0
    count = chosen.processes or settings.processes
    if count > 1:
        return Launcher(settings, count).run()
    serve(settings, load_settings()[1])
    return 0


async def run_migrate(engine: AsyncEngine, url: str, settings: Settings, _: argparse.Namespace) -> int:
    before, after = await migrate(engine)
    print(f"The database was at {before or 'nothing'} and is at {after}.")
    return 0


async def doctor(engine: AsyncEngine, url: str, settings: Settings, _: argparse.Namespace) -> int:
    revision, newest = await current_revision(engine), newest_revision()
    print(f"Schema: {revision or 'empty'}" + ("" if revision == newest else f", this release wants {newest}"))
    if revision is None:
        return 0
    if revision == newest:
        return 1 if await _examine(engine) else 0
    print("A copy of the database is changed and examined; the database itself stays as it is.")
    with tempfile.TemporaryDirectory() as folder:
        async with copy_of(url, Path(folder)) as copied:
            other = connect(copied, pool=2)
            try:
                await migrate(other)
                return 1 if await _examine(other) else 0
            finally:
                await other.dispose()


async def _examine(engine: AsyncEngine) -> list[str]:
    """Say of every live table what its players would meet; returns the troubles."""
    troubles = []
    async for report in examine_tables(engine):
        line = f"{report.code} ({report.game}, row {report.seq}): {report.trouble or 'ok'}"
        print(line)
        if report.trouble:
            troubles.append(line)
    print("No trouble found." if not troubles else f"{len(troubles)} tables with trouble.")
    return troubles


async def run_backup(engine: AsyncEngine, url: str, settings: Settings, chosen: argparse.Namespace) -> int:
    key = secret_key(settings.secret_key, settings.data_dir)
    await backup(engine, url, settings.data_dir, chosen.file, key=key, passphrase=settings.backup_passphrase)
    print(
        f"Everything is in {chosen.file} ({chosen.file.stat().st_size // 1024} KiB). Keep it safe: it holds all secrets."
    )
    return 0


async def run_restore(engine: AsyncEngine, url: str, settings: Settings, chosen: argparse.Namespace) -> int:
    if chosen.kept:
        print("\n".join(await kept_databases(url)) or "Nothing is kept.")
    elif chosen.forget:
        await forget(url, chosen.forget)
        print(f"{chosen.forget} is gone.")
    elif chosen.take_back:
        print(f"It is back. The other is kept as {await take_back(engine, url, chosen.take_back)}.")
    elif chosen.file is None:
        raise BackupError("Say which file to restore.")
    else:
        await _restore(engine, url, settings, chosen)
    return 0


async def _restore(engine: AsyncEngine, url: str, settings: Settings, chosen: argparse.Namespace) -> None:
    done = await restore(
        engine,
        url,
        settings.data_dir,
        chosen.file,
        force=chosen.force,
        passphrase=settings.backup_passphrase,
        examine=_examine,
    )
    print(f"Restored from schema {done.schema}; the database is at {newest_revision()}.")
    if done.kept:
        print(
            f"What was there is kept as {done.kept}: `restore --take-back {done.kept}` or `restore --forget {done.kept}`."
        )
    if settings.secret_key:
        print("SECRET_KEY is set in the environment and is used instead of the one in the backup.")


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
    if chosen.prompts:
        counted = count_prompts(chosen.game, chosen.seats, chosen.games, chosen.seed, options)
        print_report(counted, as_json=chosen.json)
        return 0
    report = simulate(chosen.game, chosen.seats, chosen.games, chosen.seed, options, quiet=chosen.json)
    print_report(report, as_json=chosen.json)
    return 0


def run_sbom(_: Settings, __: argparse.Namespace) -> int:
    print(write_sbom())
    return 0


def run_packs(_: Settings, chosen: argparse.Namespace) -> int:
    if chosen.action == "new":
        print(begin_pack(chosen.path))
        return 0
    return work_on_pack(
        chosen.action, chosen.path, chosen.out, chosen.seats, chosen.share, chosen.only, near=chosen.near
    )


if __name__ == "__main__":
    sys.exit(main())
