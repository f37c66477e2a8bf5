"""A secret in an archive, readable only with a passphrase."""

from __future__ import annotations

import base64
import os

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

SALT_BYTES = 16


class WrongPassphrase(Exception):
    pass


def _locksmith(passphrase: str, salt: bytes) -> Fernet:
    derived = Scrypt(salt=salt, length=32, n=2**15, r=8, p=1).derive(passphrase.encode())
    return Fernet(base64.urlsafe_b64encode(derived))


def seal(secret: str, passphrase: str) -> bytes:
    salt = os.urandom(SALT_BYTES)
    return salt + _locksmith(passphrase, salt).encrypt(secret.encode())


def unseal(sealed: bytes, passphrase: str) -> str:
    try:
        return _locksmith(passphrase, sealed[:SALT_BYTES]).decrypt(sealed[SALT_BYTES:]).decode()
    except InvalidToken:
        raise WrongPassphrase("The passphrase does not fit.") from None
