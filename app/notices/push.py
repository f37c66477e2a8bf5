"""Web push: messages to installed browsers, encrypted for each (RFC 8291) and signed by this host (RFC 8292)."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import struct
import time
from urllib.parse import urlsplit

import httpx2
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from app.kernel import Refused

# A browser's word for where to send is not trusted: only the push services of browsers are called.
SERVICES = ("fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com")
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256


class Gone(Exception):
    """The browser has withdrawn its permission; the subscription is to be forgotten."""


def encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def check_endpoint(endpoint: str, services: tuple[str, ...] = SERVICES) -> None:
    parts = urlsplit(endpoint)
    host = parts.hostname or ""
    if parts.scheme != "https" or not any(host == name or host.endswith(f".{name}") for name in services):
        raise Refused("That is not a push service we know.")


class Pusher:
    def __init__(self, secret: str, contact: str, transport: httpx2.AsyncBaseTransport | None = None) -> None:
        # The key follows from the host's secret, so every process has the same and nothing more has to be kept.
        number = int.from_bytes(hashlib.sha256(f"web push {secret}".encode()).digest(), "big") % (ORDER - 1) + 1
        self._key = ec.derive_private_key(number, ec.SECP256R1())
        self._contact = contact
        self._http = httpx2.AsyncClient(timeout=8, transport=transport, follow_redirects=False)

    @property
    def public_key(self) -> str:
        """What browsers need to subscribe."""
        return encode(_point(self._key.public_key()))

    async def close(self) -> None:
        await self._http.aclose()

    async def send(self, endpoint: str, p256dh: str, auth: str, message: dict[str, str]) -> None:
        check_endpoint(endpoint)
        body = encrypt(json.dumps(message).encode(), decode(p256dh), decode(auth))
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(endpoint))
        headers = {
            "Content-Encoding": "aes128gcm",
            "TTL": "86400",
            "Urgency": "normal",
            "Authorization": f"vapid t={self._token(origin)}, k={self.public_key}",
        }
        reply = await self._http.post(endpoint, content=body, headers=headers)
        if reply.status_code in (404, 410):
            raise Gone
        reply.raise_for_status()

    def _token(self, audience: str) -> str:
        claims = {"aud": audience, "exp": int(time.time()) + 12 * 3600, "sub": self._contact}
        words = ".".join(encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._key.sign(words.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{words}.{encode(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encrypt(text: bytes, receiver: bytes, auth: bytes) -> bytes:
    """One record for one browser, by RFC 8291."""
    own = ec.generate_private_key(ec.SECP256R1())
    own_point = _point(own.public_key())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), receiver))
    secret = _derive(auth, shared, b"WebPush: info\0" + receiver + own_point, 32)
    salt = os.urandom(16)
    key = _derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, text + b"\x02", None)
    return salt + struct.pack("!IB", 4096, len(own_point)) + own_point + sealed
