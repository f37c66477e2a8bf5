"""Postgres's own programs, and databases beside the one we use.

A password never stands on a command line, where every user of the machine could read it: it goes by the environment.
"""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import subprocess
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from app.storage.database import async_url
from app.storage.embedded import wheel_binaries

# What pg_dump of one version writes and servers of another refuse: a setting that is new in 17, and marks that it puts
# at the columns of older servers.
NOT_UNDERSTOOD = re.compile(
    rb"SET transaction_timeout = 0;|ALTER TABLE ONLY \S+ ALTER COLUMN \S+ SET \(pg_attver=\d+\);"
)


class BackupError(Exception):
    """What went wrong with a backup or its return, in words for the person who hosts."""


class MayNotCreate(BackupError):
    """The account of the database is not allowed to make another one beside it."""


async def run_tool(name: str, url: str, *arguments: str) -> None:
    address = make_url(async_url(url)).set(drivername="postgresql")
    environment = dict(os.environ)
    if address.password:
        environment["PGPASSWORD"] = str(address.password)
    # Not `set(password=None)`, which changes nothing.
    bare = URL.create("postgresql", address.username, None, address.host, address.port, address.database, address.query)
    words = [str(wheel_binaries() / "bin" / name), f"--dbname={bare.render_as_string()}", *arguments]
    done = await asyncio.to_thread(
        subprocess.run, words, capture_output=True, text=True, check=False, env=environment, stdin=subprocess.DEVNULL
    )
    if done.returncode != 0:
        raise BackupError(f"{name} failed: {done.stderr.strip()}")


async def dump(url: str, file: Path, snapshot: str = "") -> None:
    """All of a database as Postgres's own archive, as of one moment."""
    of_a_moment = [f"--snapshot={snapshot}"] if snapshot else []
    await run_tool("pg_dump", url, "--no-owner", "--no-privileges", "--format=custom", f"--file={file}", *of_a_moment)


async def load(url: str, dumped: Path) -> None:
    """Such an archive into an empty database of any version that we support: all of it or nothing."""
    script = dumped.with_name("database.sql")
    words = [
        str(wheel_binaries() / "bin" / "pg_restore"),
        "--no-owner",
        "--no-privileges",
        f"--file={script}",
        str(dumped),
    ]
    done = await asyncio.to_thread(subprocess.run, words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BackupError(f"The dump in it is damaged: {done.stderr.strip()}")
    await asyncio.to_thread(_for_any_server, script)
    await run_tool(
        "psql", url, "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", f"--file={script}"
    )


def _for_any_server(script: Path) -> None:
    """Leave out what servers of other versions refuse. The rows themselves are not looked at: they are people's words."""
    made = script.with_suffix(".made")
    among_rows = False
    with script.open("rb") as source, made.open("wb") as sink:
        for line in source:
            if not among_rows and NOT_UNDERSTOOD.fullmatch(line.strip()):
                continue
            sink.write(line)
            begins = line.startswith(b"COPY ") and line.endswith(b" FROM stdin;\n")
            among_rows = line != b"\\.\n" if among_rows else begins
    made.replace(script)


# Databases beside the one we use -------------------------------------------------------------------------------------


def beside(url: str, name: str) -> str:
    return make_url(async_url(url)).set(database=name).render_as_string(hide_password=False)


@asynccontextmanager
async def maintenance(url: str) -> AsyncGenerator[AsyncEngine]:
    """A connection to the server from outside its databases, so that they can be made, renamed and removed."""
    trouble: Exception | None = None
    for name in ("postgres", "template1"):
        engine = create_async_engine(beside(url, name), isolation_level="AUTOCOMMIT", pool_size=1)
        try:
            async with engine.connect():
                pass
        except (OSError, DBAPIError) as error:
            trouble = error
            await engine.dispose()
            continue
        try:
            yield engine
        finally:
            await engine.dispose()
        return
    raise MayNotCreate(f"No way into the database server from outside the database: {trouble}")


async def create_beside(url: str, purpose: str) -> str:
    """An empty database beside ours; returns its name."""
    name = f"{make_url(async_url(url)).database}_{purpose}_{secrets.token_hex(3)}"
    async with maintenance(url) as engine, engine.connect() as connection:
        try:
            await connection.execute(text(f"CREATE DATABASE \"{name}\" TEMPLATE template0 ENCODING 'UTF8'"))
        except DBAPIError as error:
            raise MayNotCreate(f"The database server makes no other database: {error.orig}") from None
    return name


async def drop_beside(url: str, name: str) -> None:
    async with maintenance(url) as engine, engine.connect() as connection:
        await connection.execute(text(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'))


@asynccontextmanager
async def copy_of(url: str, folder: Path) -> AsyncGenerator[str]:
    """The address of a copy of the database, made while others go on working with it, and removed in the end."""
    await dump(url, folder / "copy.dump")
    name = await create_beside(url, "copy")
    try:
        await load(beside(url, name), folder / "copy.dump")
        yield beside(url, name)
    finally:
        await drop_beside(url, name)
