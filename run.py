#!/usr/bin/env python3
"""Run Parallax with nothing but Python 3.11 or newer.

    python3 run.py              the server, on an embedded Postgres; prints the address to open
    python3 run.py test         the whole test suite; brings up what it needs by itself
    python3 run.py test --quick the part for every day, in about a minute: see QUICK in tests/conftest.py
    python3 run.py rules        which numbered rules are proved by a test
    python3 run.py bench NAME   a benchmark of bench/
    python3 run.py install      only what every first run does: the packages, into .venv
    python3 run.py COMMAND ...  any other `parallax` command, such as `simulate whisper`

The first run makes a virtual environment in .venv and installs the locked packages into it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
DEVELOPER_COMMANDS = {"test", "rules", "bench"}


def main(arguments: list[str]) -> int:
    if sys.version_info < (3, 11):  # noqa: UP036
        print(f"Parallax needs Python 3.11 or newer; this is {sys.version.split()[0]}.", file=sys.stderr)
        return 2
    if os.name == "nt":
        print(
            "Parallax does not run on Windows by itself yet. It runs in WSL: open an Ubuntu window (`wsl --install`), clone "
            "it there, and run the same command.",
            file=sys.stderr,
        )
        return 2
    command = arguments[0] if arguments else "serve"
    python = prepare("dev" if command in DEVELOPER_COMMANDS else "server")
    if command == "install":
        return 0
    environment = dict(os.environ, PYTHONPATH=str(ROOT))
    environment.setdefault("DATA_DIR", str(ROOT / "data"))  # wherever one calls from; other paths are the caller's own
    if command == "test":
        if "--quick" not in arguments:
            find_chromium()
        if environment.pop("PYTHONDONTWRITEBYTECODE", ""):  # many processes start: compile once, beside the packages
            environment.setdefault("PYTHONPYCACHEPREFIX", str(VENV / "bytecode"))
        os.chdir(ROOT)
        words = [python, "-m", "pytest", *spread(arguments[1:]), *arguments[1:]]
    elif command == "rules":
        words = [python, "-m", "tests.rule_report", *arguments[1:]]
    elif command == "bench":
        words = [python, "-m", f"bench.{arguments[1] if len(arguments) > 1 else 'all'}", *arguments[2:]]
    else:
        words = [python, "-m", "app.cli", command, *arguments[1:]]
    if command == "serve":
        os.execve(python, words, environment)  # signals reach the server itself
    return subprocess.run(words, env=environment, check=False).returncode


def spread(arguments: list[str]) -> list[str]:
    """The tests run on all cores, four at most; in one process when that is asked for, or serves to look at one file."""
    alone = ("-n", "--numprocesses", "--dist", "-x", "--exitfirst", "--maxfail", "--pdb", "--trace", "-s", "--capture")
    if any(word.startswith(alone) for word in arguments):
        return []
    named = [word for word in arguments if (ROOT / word.split("::")[0]).exists() and not word.startswith("-")]
    if len(named) == 1 and (ROOT / named[0].split("::")[0]).is_file():
        return []
    cores = min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, 4)
    return ["-n", str(cores), "--dist", "worksteal"] if cores > 1 else []


def prepare(group: str) -> str:
    """The Python of a virtual environment that has the locked packages of this group."""
    if (VENV / "installed-dev").exists():
        group = "dev"  # the developer's packages include the server's; both are renewed together
    wanted = ROOT / "requirements" / f"{group}.txt"
    python = VENV / "bin" / "python"
    stamp = VENV / f"installed-{group}"
    digest = hashlib.sha256(wanted.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == digest:
        return str(python)
    again = "again, because they have changed" if stamp.exists() else "once; it takes a minute or two"
    print(f"Installing packages into {VENV.name} ({again}) ...", file=sys.stderr, flush=True)
    install(python, wanted)
    stamp.write_text(digest)
    return str(python)


def install(python: Path, requirements: Path) -> None:
    uv = shutil.which("uv")
    if uv:
        if not python.exists():
            check([uv, "venv", "--quiet", "--python", sys.executable, str(VENV)])
        # It shows its own progress.
        check([uv, "pip", "install", "--python", str(python), "--require-hashes", "-r", str(requirements)])
        return
    if not python.exists():
        make_venv()
    pip = [str(python), "-m", "pip", "install", "--disable-pip-version-check", "--progress-bar=off", "--require-hashes"]
    watch([*pip, "-r", str(requirements)], total=requirements.read_text().count("=="))


def watch(words: list[str], total: int) -> None:
    """Run pip and say how far it is: a first install on a slow line should not look as if nothing happened."""
    lines: list[str] = []
    done = 0
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:
        assert running.stdout is not None
        for line in running.stdout:
            lines.append(line)
            if line.startswith("Collecting "):
                done += 1
                name = line.split()[1].split("==")[0]
                print(f"\r  {done} of {total}: {name:<40}", end="", file=sys.stderr, flush=True)
            elif line.startswith("Installing collected"):
                print(f"\r  unpacking {total} packages {'':<40}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    if running.returncode != 0:
        sys.exit("".join(lines[-20:]) + f"This failed: {' '.join(words)}")


def make_venv() -> None:
    """Debian's own Python comes without the venv module: then its package is installed, or asked for."""
    if subprocess.run([sys.executable, "-m", "venv", str(VENV)], capture_output=True, check=False).returncode == 0:
        return
    shutil.rmtree(VENV, ignore_errors=True)
    if may_install():
        apt("python3-venv")
        check([sys.executable, "-m", "venv", str(VENV)])
        return
    sys.exit(
        "Python's venv module is missing. Install it (Debian, Ubuntu: apt-get install python3-venv) or install uv."
    )


def find_chromium() -> None:
    """The browser tests need a Chromium: found, or installed where we may; else the tests say loudly what was not run."""
    if os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome"):
        return
    if may_install():
        print("Installing Chromium for the browser tests ...", file=sys.stderr, flush=True)
        apt("chromium")
        return
    print(
        "\n*** No Chromium found: THE BROWSER TESTS WILL NOT RUN. Install chromium. ***\n",
        file=sys.stderr,
    )


def may_install() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt(package: str) -> None:
    quiet = {"stdout": subprocess.DEVNULL, "env": dict(os.environ, DEBIAN_FRONTEND="noninteractive")}
    subprocess.run(["apt-get", "update", "-qq"], check=False, **quiet)  # type: ignore[call-overload]
    subprocess.run(["apt-get", "install", "-y", "-qq", package], check=True, **quiet)  # type: ignore[call-overload]


def check(words: list[str]) -> None:
    done = subprocess.run(words, check=False)
    if done.returncode != 0:
        sys.exit(f"This failed: {' '.join(words)}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
