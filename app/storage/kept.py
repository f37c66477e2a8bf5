"""The backups that lie in the data folder, for the host: made, listed, looked through."""

from __future__ import annotations

import asyncio
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.config import Settings
from app.storage.backup import Manifest, backup, make_room, next_name, unpack
from app.storage.embedded import wheel_binaries
from app.storage.schedule import MAKING
from app.storage.tools import BackupError

KINDS = {"auto": "by itself", "hand": "by hand", "before": "before an upgrade"}


@dataclass(frozen=True)
class Kept:
    name: str
    kind: str  # in words
    at: float  # seconds since 1970
    size: int  # bytes


class Backups:
    def __init__(self, engine: AsyncEngine, url: str, settings: Settings, key: str) -> None:
        self._engine, self._url, self._settings, self._key = engine, url, settings, key
        self.folder = settings.data_dir / "backups"

    def all(self) -> list[Kept]:
        """The newest first."""
        found = []
        for path in self.folder.glob("*.parallax") if self.folder.is_dir() else ():
            about = path.stat()
            kind = KINDS.get(path.name.partition("-")[0], "brought here")
            found.append(Kept(path.name, kind, about.st_mtime, about.st_size))
        return sorted(found, key=lambda one: -one.at)

    def path(self, name: str) -> Path:
        """Where a backup of this name lies; only those that are listed have a path."""
        if name not in {one.name for one in self.all()}:
            raise BackupError("There is no such backup any more.")
        return self.folder / name

    async def make(self) -> Kept:
        """One more, made by hand; those from before make room as scheduled ones do."""
        async with self._engine.connect() as connection:
            if not await connection.scalar(text("SELECT pg_try_advisory_xact_lock(:ours)"), {"ours": MAKING}):
                raise BackupError("A backup is being made just now. Look again in a moment.")
            file = next_name(self.folder, "hand")
            passphrase = self._settings.backup_passphrase
            await backup(self._engine, self._url, self._settings.data_dir, file, key=self._key, passphrase=passphrase)
            make_room(self.folder, "hand", self._settings.backup_keep)
        return next(one for one in self.all() if one.name == file.name)

    async def check(self, name: str) -> Manifest:
        """Read a backup back, to its last row; BackupError says what is wrong with it."""
        return await asyncio.to_thread(self._check, self.path(name))

    def _check(self, file: Path) -> Manifest:
        with tempfile.TemporaryDirectory() as folder:
            manifest = unpack(file, Path(folder), self._settings.backup_passphrase)
            dumped = Path(folder) / "database.dump"
            words = [str(wheel_binaries() / "bin" / "pg_restore"), "--file=/dev/null", str(dumped)]
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise BackupError(f"The dump in it is damaged: {done.stderr.strip()}")
        return manifest
