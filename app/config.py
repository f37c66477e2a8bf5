"""Settings: every one is an environment variable, described here once; docs/hosting.md and the settings page list them.

A secret may also be given as a file: `SECRET_KEY_FILE=/run/secrets/key`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from sqlalchemy.engine import make_url


class BadSetting(Exception):
    pass


def setting(default: Any, about: str, *, secret: bool = False) -> Any:
    return field(default=default, metadata={"about": about, "secret": secret})


@dataclass(frozen=True)
class Settings:
    data_dir: Path = setting(Path("data"), "Folder for the embedded database, the secret key, backups and packs.")
    database_url: str = setting("", "A Postgres to use instead of the embedded one.", secret=True)
    database_password: str = setting(
        "", "The password of that Postgres, if it should not stand in its address.", secret=True
    )
    public_url: str = setting("", "The address people open, such as https://play.example.org. Needed behind a proxy.")
    base_path: str = setting("", "A path in front of every page when a proxy serves this under one, such as /parallax.")
    host: str = setting("127.0.0.1", "Address to listen on; 0.0.0.0 for all.")
    port: int = setting(8000, "Port to listen on.")
    secret_key: str = setting("", "Signs cookies. Generated and kept in the data folder if not given.", secret=True)
    developer_mode: bool = setting(False, "Shows unlisted games and the style page.")
    trusted_proxies: str = setting(
        "127.0.0.1", "Addresses or networks whose X-Forwarded headers are believed, with commas; * for all."
    )
    metrics: bool = setting(False, "Serves /metrics in the Prometheus format.")
    log_level: str = setting("info", "How much is logged: debug, info, warning or error.")
    log_format: str = setting("text", "How it is logged: text, or json with one object a line.")
    discord_application_id: str = setting("", "Discord: the id of your application.")
    discord_public_key: str = setting("", "Discord: its public key, to know that commands come from Discord.")
    discord_client_secret: str = setting("", "Discord: its client secret, for sign-in.", secret=True)
    discord_bot_token: str = setting("", "Discord: its bot token, for cards, notices and direct messages.", secret=True)
    discord_activity: bool = setting(False, "Discord: the pages also open inside Discord, as an Activity.")
    discord_api_base: str = setting("https://discord.com/api/v10", "Discord: where its API is; tests use a fake.")
    smtp_url: str = setting("", "A mail server for notices: smtp://user:password@host:587 or smtps://…", secret=True)
    mail_from: str = setting("", "The sender of those mails, such as Parallax <play@example.org>.")
    door: str = setting(
        "open", "open: whoever has the address may come in; closed: only who has a link of the host, or is let in."
    )
    open_tables: str = setting("anyone", "Who may open tables: anyone, or only the host.")
    strangers_watch: bool = setting(
        False,
        "People who have not said who they are may watch tables that are not listed, where spectators are allowed.",
    )
    budget_percent: int = setting(
        100, "How much one address and one person may ask of this server, in percent of the usual; 0 for no limits."
    )
    messages_per_second: int = setting(20, "How many messages one connection may send per second, beyond short bursts.")
    bot_pause_ms: int = setting(400, "How long a bot seems to think, so that people can follow it.")
    bot_workers: int = setting(1, "Processes in which bots think, so that no table waits for them; 0: in the server.")
    finger_rest_ms: int = setting(400, "How long changed buttons do nothing, so that no press lands on a new one.")
    backup_hours: int = setting(0, "A backup into the data folder every so many hours; 0 for none.")
    backup_keep: int = setting(7, "How many of those backups are kept.")
    backup_passphrase: str = setting("", "Seals the secret key in backups, and opens it in restores.", secret=True)
    sweep_days: int = setting(
        30, "Tables that were never begun and people who never sat down go after so many days; 0 for never."
    )
    idle_minutes: int = setting(30, "A table without connections leaves memory after this many minutes.")
    database_pool: int = setting(8, "Connections to the database that one server process keeps.")
    processes: int = setting(1, "Server processes behind the one port; each table is played in one of them.")

    @property
    def database(self) -> str:
        """The whole address of the Postgres to use, with its password; empty for the embedded one."""
        if not (self.database_url and self.database_password):
            return self.database_url
        return make_url(self.database_url).set(password=self.database_password).render_as_string(hide_password=False)

    @property
    def origin(self) -> str:
        return self.public_url.rstrip("/")

    @property
    def discord_frame(self) -> str:
        """The origin of our pages inside Discord; empty unless the Activity is on."""
        wanted = self.discord_activity and self.discord_application_id
        return f"https://{self.discord_application_id}.discordsays.com" if wanted else ""

    @property
    def discord_parents(self) -> list[str]:
        """Who may show our pages in a frame: Discord's clients, and nobody unless the Activity is on."""
        if not self.discord_frame:
            return []
        root = self.discord_api_base.rsplit("/api", 1)[0]
        if root != "https://discord.com":
            return [root]
        return [root, "https://canary.discord.com", "https://ptb.discord.com"]


def _read(name: str, kind: str, env: Mapping[str, str]) -> tuple[Any, str] | None:
    source = f"environment ({name})"
    raw = env.get(name)
    if raw is None and (path := env.get(f"{name}_FILE")):
        source = f"file ({name}_FILE)"
        try:
            raw = Path(path).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise BadSetting(f"{name}_FILE: cannot read {path}: {error.strerror}") from None
    if raw is None:
        return None
    if kind == "int":
        if not raw.isdigit():
            raise BadSetting(f"{name} must be a whole number, not {raw!r}.")
        return int(raw), source
    if kind == "bool":
        if raw.lower() not in ("1", "0", "true", "false", "yes", "no", "on", "off", ""):
            raise BadSetting(f"{name} must be true or false, not {raw!r}.")
        return raw.lower() in ("1", "true", "yes", "on"), source
    return (Path(raw) if kind == "Path" else raw), source


def load_settings(env: Mapping[str, str] | None = None) -> tuple[Settings, dict[str, str]]:
    """The settings in force, and for each where it comes from."""
    env = os.environ if env is None else env
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    for entry in fields(Settings):
        found = _read(entry.name.upper(), str(entry.type), env)
        sources[entry.name] = found[1] if found else "default"
        if found:
            values[entry.name] = found[0]
    _check(values)
    return Settings(**values), sources


def _check(values: dict[str, Any]) -> None:
    base = values.get("base_path", "")
    if base:
        values["base_path"] = "/" + base.strip("/") if base.strip("/") else ""
    url = values.get("public_url", "")
    if url and not url.startswith(("http://", "https://")):
        raise BadSetting(f"PUBLIC_URL must start with http:// or https://, not {url!r}.")
    if values.get("log_level", "info") not in ("debug", "info", "warning", "error"):
        raise BadSetting(f"LOG_LEVEL must be debug, info, warning or error, not {values['log_level']!r}.")
    if values.get("log_format", "text") not in ("text", "json"):
        raise BadSetting(f"LOG_FORMAT must be text or json, not {values['log_format']!r}.")
    for name, allowed in (("door", ("open", "closed")), ("open_tables", ("anyone", "host"))):
        if values.get(name, allowed[0]) not in allowed:
            raise BadSetting(f"{name.upper()} must be {' or '.join(allowed)}, not {values[name]!r}.")
    if not 0 <= values.get("port", 8000) < 65536:
        raise BadSetting(f"PORT must be below 65536, not {values['port']}.")
