"""docs/adding-a-game.md, followed literally: the files as they stand there, in a copy of this repository, end green."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import ROOT

FILE = re.compile(r"^`([\w/.-]+)`(?:: *\n\n```\w+\n(.*?)^```| is empty\.)$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy with the game of the guide in it."""
    copy = tmp_path_factory.mktemp("guide") / "parallax"
    parts = ("app", "docs", "migrations", "packs", "static", "templates", "tests", "bench", "pyproject.toml", "run.py")
    for name in parts:
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "recorded", "stored")
            )
        else:
            copy.mkdir(exist_ok=True)
            shutil.copyfile(ROOT / name, copy / name)
    written = FILE.findall((ROOT / "docs" / "adding-a-game.md").read_text())
    assert len(written) > 10
    for path, text in written:
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        (copy / path).write_text(text)
    return copy


def run(house: Path, *words: str) -> str:
    done = subprocess.run([sys.executable, *words], cwd=house, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_promises_of_every_game_are_kept(house: Path) -> None:
    told = run(
        house, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/contract", "tests/games/pebbles", "-k", "pebbles"
    )
    assert re.search(r"\b1\d\d passed", told), told


def test_lint_format_and_types_are_in_order(house: Path) -> None:
    run(house, "-m", "ruff", "check", ".")
    run(house, "-m", "ruff", "format", "--check", ".")
    run(house, "-m", "mypy", "app/games/pebbles", "tests/games/pebbles", "--cache-dir", str(ROOT / ".mypy_cache"))


def test_templates_and_styles_are_tidy(house: Path) -> None:
    run(house, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_tidy.py", "-k", "pebbles")


def test_every_rule_has_a_test(house: Path) -> None:
    told = run(house, "-m", "tests.rule_report")
    assert re.search(r"pebbles\D+4\D+4", told), told


def test_bots_play_it(house: Path) -> None:
    assert "pebbles" in run(house, "-m", "app.cli", "simulate", "pebbles", "--seats", "3", "--games", "3")
