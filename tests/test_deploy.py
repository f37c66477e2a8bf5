"""What a host starts it with beside `run.py`: the env file, compose, the unit of systemd, the image."""

from __future__ import annotations

import configparser
import ipaddress
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import httpx2
import pytest
import yaml

from app.config import load_settings
from app.packs import begin
from app.storage.database import async_url
from tests.env_example import FILE, example
from tests.servers import ROOT, Server


def env_file(path: Path) -> dict[str, str]:
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def test_the_env_file_lists_every_setting_as_it_is() -> None:
    assert FILE.read_text() == example(), "run `python -m tests.env_example`"
    taken = dict(
        line[1:].split("=", 1) for line in FILE.read_text().splitlines() if line.startswith("#") and line[1] != " "
    )
    assert load_settings(taken)[0] == load_settings({})[0]


def test_the_password_of_the_database_comes_from_a_file(tmp_path: Path) -> None:
    secret = tmp_path / "database_password"
    secret.write_text("a/b@c:d\n")
    given = env_file(ROOT / "deploy" / "compose.env") | {"DATABASE_PASSWORD_FILE": str(secret)}
    settings, sources = load_settings(given)
    assert sources["database_password"] == "file (DATABASE_PASSWORD_FILE)"
    assert async_url(settings.database) == "postgresql+asyncpg://parallax:a%2Fb%40c%3Ad@database/parallax"
    mine = {"DATABASE_URL": "postgresql://me:mine@elsewhere/x", "DATABASE_PASSWORD_FILE": ""}
    assert load_settings(given | mine)[0].database == "postgresql://me:mine@elsewhere/x"


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    return found


def test_compose_takes_every_setting_from_the_env_file_and_secrets_from_files(compose: dict[str, Any]) -> None:
    app, database = compose["services"]["app"], compose["services"]["database"]
    assert "environment" not in app, "it would win over parallax.env"
    assert app["env_file"] == ["deploy/compose.env", {"path": "parallax.env", "required": False}]
    assert not any("PASSWORD" in name and "FILE" not in name for name in database["environment"])
    for service in (app, database):
        assert service["secrets"] == ["database_password"]
        assert service["cap_drop"] == ["ALL"]
    assert app["read_only"]


def test_compose_believes_the_gateway_of_its_network_alone(compose: dict[str, Any]) -> None:
    trusted = env_file(ROOT / "deploy" / "compose.env")["TRUSTED_PROXIES"]
    (network,) = compose["networks"]["parallax"]["ipam"]["config"]
    assert ipaddress.ip_address(trusted) == next(ipaddress.ip_network(network["subnet"]).hosts())
    assert compose["services"]["app"]["ports"] == ["${BIND:-127.0.0.1}:${PORT:-8000}:8000"]


@pytest.mark.parametrize(
    ("trusted", "believed"), [("127.0.0.0/8", True), ("10.87.66.1,127.0.0.1", True), ("10.9.9.9", False)]
)
def test_a_proxy_is_believed_if_it_is_named(database_url: str, tmp_path: Path, trusted: str, believed: bool) -> None:
    settings = {"DATABASE_URL": database_url, "DATA_DIR": str(tmp_path), "PUBLIC_URL": "https://play.example.org"}
    server = Server(settings | {"TRUSTED_PROXIES": trusted}, plain=True)
    server.start()
    try:
        headers = {"Host": "play.example.org", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
        page = httpx2.get(f"{server.url}/status", headers=headers, trust_env=False).text
    finally:
        server.stop()
    assert ("This page came as https://play.example.org" in page) == believed


def test_the_image_holds_all_that_the_program_reads() -> None:
    held = re.findall(r"^COPY (?!--from)(\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    for path in ("app", "migrations", "templates", "static", "docs", begin.SAMPLER.relative_to(ROOT).as_posix()):
        assert path in held


def test_the_unit_of_systemd() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[method-assign,assignment]
    unit.read(ROOT / "deploy" / "parallax.service")
    service = unit["Service"]
    assert service["ExecStart"].endswith("-m app.cli serve")
    assert service["EnvironmentFile"] == "-/etc/parallax/parallax.env"
    assert (service["User"], service["StateDirectory"]) == ("parallax", "parallax")
    if shutil.which("systemd-analyze"):
        words = ["systemd-analyze", "verify", str(ROOT / "deploy" / "parallax.service")]
        said = subprocess.run(words, capture_output=True, text=True, check=False).stderr
        wrong = [line for line in said.splitlines() if "parallax.service" in line and "is not executable" not in line]
        assert wrong == []
