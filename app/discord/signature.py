"""Whether a request really comes from Discord. Discord tries us with bad signatures on purpose."""

from __future__ import annotations

from collections.abc import Mapping

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def signed(public_key: str, headers: Mapping[str, str], raw: bytes) -> bool:
    """Checks the raw body, never a re-serialised one."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        signature = bytes.fromhex(headers["x-signature-ed25519"])
        key.verify(signature, headers["x-signature-timestamp"].encode() + raw)
    except (InvalidSignature, ValueError, KeyError):
        return False
    return True
