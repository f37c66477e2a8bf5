"""Writes parallax.env.example from the settings: `python -m tests.env_example`. A test says when that is to be done."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from app.config import Settings

FILE = Path(__file__).resolve().parents[1] / "parallax.env.example"
HEAD = """\
# Every setting of Parallax, as it is without this file. Copy it to parallax.env, take the # away where you want something
# else, and start the server again. docs/hosting.md says more. A secret may be a file: SECRET_KEY_FILE=/run/secrets/key.
"""


def example() -> str:
    parts = [HEAD]
    for entry in fields(Settings):
        default = str(entry.default).lower() if isinstance(entry.default, bool) else str(entry.default)
        parts.append(f"# {entry.metadata['about']}\n#{entry.name.upper()}={default}\n")
    return "\n".join(parts)


if __name__ == "__main__":
    FILE.write_text(example(), encoding="utf-8")
