"""The rules for proxies in docs/hosting.md, run as they stand there: whatever is of one table goes to one process.

They need nginx and Caddy on the PATH; what is not there is said and skipped.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx2
import pytest

from tests.servers import ROOT, free_port

CODES = [f"amber-otter-{number}" for number in range(40)]
PATHS = ("/t/{}", "/t/{}/ws", "/t/{}/replay", "/api/tables/{}/view", "/api/tables/{}/ws", "/discord/t/{}/webhook")


class Process(BaseHTTPRequestHandler):
    """Stands for a server process: says which one it is."""

    def do_GET(self) -> None:
        words = str(self.connection.getsockname()[1]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(words)))
        self.end_headers()
        self.wfile.write(words)

    def log_message(self, format: str, *args: object) -> None:
        """Quietly."""


@contextlib.contextmanager
def two_processes() -> Iterator[list[int]]:
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), Process) for _ in range(2)]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    yield [int(server.server_address[1]) for server in servers]
    for server in servers:
        server.shutdown()
        server.server_close()


def rule(name: str, port: int, processes: list[int]) -> str:
    """The block of the guide, with the ports of this test."""
    page = (ROOT / "docs" / "hosting.md").read_text().partition("## Several processes")[2]
    found = re.search(rf"^{name}:\n\n```\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert found
    text = found[1].replace("listen 80;", f"listen 127.0.0.1:{port};").replace(":80 {", f"http://127.0.0.1:{port} {{")
    for number, process in zip((8001, 8002), processes, strict=True):
        text = text.replace(f"127.0.0.1:{number}", f"127.0.0.1:{process}")
    return text


def write(name: str, folder: Path, port: int, processes: list[int]) -> list[str]:
    file = folder / f"{name}.conf"
    text = rule(name, port, processes)
    if name == "Caddy":
        file.write_text(f"{{\n    admin off\n    auto_https off\n}}\n{text}")
        return ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]
    places = "".join(
        f"{what}_temp_path {folder}/{what};\n" for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    head = f"daemon off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
    file.write_text(f"{head}http {{\naccess_log off;\n{places}{text}}}\n")
    return ["nginx", "-e", "stderr", "-p", str(folder), "-c", str(file)]


@pytest.mark.parametrize("name", ["nginx", "Caddy"])
def test_all_of_a_table_goes_to_one_process(name: str, tmp_path: Path) -> None:
    if shutil.which(name.lower()) is None:
        pytest.skip(f"NOT RUN: {name} is not installed, so its rule in docs/hosting.md was not tried")
    port = free_port()
    with two_processes() as processes:
        words = write(name, tmp_path, port, processes)
        proxy = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            with httpx2.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False) as http:
                wait_for(http, proxy)
                went = {code: {http.get(path.format(code)).text for path in PATHS} for code in CODES}
                elsewhere = {http.get(path).text for path in ("/", "/me", "/games/whisper")}
        finally:
            proxy.terminate()
            proxy.communicate()
    assert all(len(found) == 1 for found in went.values()), went
    assert len(elsewhere) == 1, "one address goes to one process, too"
    share = Counter(found.pop() for found in went.values())
    assert len(share) == 2
    assert min(share.values()) >= len(CODES) // 8, share


def wait_for(http: httpx2.Client, proxy: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and proxy.poll() is None:
        with contextlib.suppress(httpx2.TransportError):
            if http.get("/").status_code == 200:
                return
        time.sleep(0.05)
    proxy.kill()
    raise AssertionError(proxy.communicate()[0])
