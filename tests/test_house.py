"""The house itself: lint, types, and the arrows between rooms."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CHECKS = {
    "ruff": [sys.executable, "-m", "ruff", "check", "."],
    "format": [sys.executable, "-m", "ruff", "format", "--check", "."],
    "mypy": [sys.executable, "-m", "mypy"],
    "imports": [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
}


@pytest.mark.parametrize("check", CHECKS)
def test_the_house_is_in_order(check: str) -> None:
    done = subprocess.run(CHECKS[check], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
