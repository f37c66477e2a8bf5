"""The storage tests under every Python of 3.11 or newer that this machine has, each in a clean clone with an empty
environment, as on a fresh machine.

    python3 -m tests.every_python [tests to run instead of tests/storage]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OLDEST = (3, 11)


def pythons() -> dict[str, str]:
    """The interpreters that are found, by version."""
    found: dict[str, str] = {}
    for path in _candidates():
        words = [path, "-c", "import sys; print('.'.join(map(str, sys.version_info[:3])))"]
        said = subprocess.run(words, capture_output=True, text=True, check=False)
        version = said.stdout.strip()
        if said.returncode == 0 and tuple(map(int, version.split(".")))[:2] >= OLDEST:
            found.setdefault(version, path)
    return found


def _candidates() -> Iterator[str]:
    folders = [Path("/usr/bin"), Path("/usr/local/bin"), *sorted(Path.home().glob(".pyenv/versions/*/bin"))]
    folders += [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    for folder in folders:
        for path in sorted(folder.glob("python3*")):
            if path.name.replace("python3", "").replace(".", "").isdigit() or path.name == "python3":
                yield str(path)


def run(python: str, tests: list[str]) -> int:
    with tempfile.TemporaryDirectory(prefix="parallax-clone-") as folder:
        subprocess.run(["git", "clone", "--quiet", str(ROOT), f"{folder}/clone"], check=True)
        clean = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder, "LANG": "C.UTF-8"}
        os.chmod(folder, 0o755)  # the database runs as another user
        return subprocess.run(
            [python, "run.py", "test", *tests], cwd=f"{folder}/clone", env=clean, check=False
        ).returncode


def main(tests: list[str]) -> int:
    results = {}
    for version, python in sorted(pythons().items()):
        print(f"== Python {version} ({python})", flush=True)
        results[version] = run(python, tests or ["tests/storage", "-q", "-n", "0"])
    for version, code in results.items():
        print(f"Python {version}: {'passed' if code == 0 else f'FAILED ({code})'}")
    return max(results.values(), default=1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
