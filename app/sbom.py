"""What this software is made of, as a CycloneDX document: `parallax sbom`. Read from the locked requirements."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LOCKED = re.compile(r"^([A-Za-z0-9_.\-]+)(?:\[[^\]]*\])?==([^\s;\\]+)(.*?)(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def bill_of_materials(requirements: Path = ROOT / "requirements" / "server.txt") -> dict[str, Any]:
    components = [
        {
            "type": "library",
            "name": name.lower(),
            "version": version,
            "purl": f"pkg:pypi/{name.lower()}@{version}",
            "hashes": [{"alg": "SHA-256", "content": digest} for digest in HASH.findall(rest)],
        }
        for name, version, rest in LOCKED.findall(requirements.read_text(encoding="utf-8"))
    ]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "parallax"}},
        "components": components,
    }


def write_sbom() -> str:
    return json.dumps(bill_of_materials(), indent=2)
