"""Whether a request really comes from Discord. Discord tries us with bad signatures on purpose."""

from __future__ import annotations

import time
from collections.abc import Mapping

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

LATEST = 300  # seconds after which a request is a repetition of an old one, whoever sends it


def signed(public_key: str, headers: Mapping[str, str], raw: bytes, now: float | None = None) -> bool:
    """Checks the raw body, never a re-serialised one."""
    try:
        said = headers["x-signature-timestamp"]
        if not said.isascii() or abs((time.time() if now is None else now) - int(said[:20])) > LATEST:
            return False
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        signature = bytes.fromhex(headers["x-signature-ed25519"])
        key.verify(signature, headers["x-signature-timestamp"].encode() + raw)
    except (InvalidSignature, ValueError, KeyError):
        return False
    return True
