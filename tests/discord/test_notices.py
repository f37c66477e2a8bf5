"""Other ways to be told: browsers and mailboxes, once for each turn, after the same grace."""

from __future__ import annotations

from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from sqlalchemy import text

from app.kernel import Refused
from app.notices.centre import Wishes
from app.notices.mail import check_address
from app.notices.push import Pusher, check_endpoint, decode, encode, encrypt
from app.people.identity import BadLink
from tests.discord.world import World


class Phone:
    """A browser's side of web push: it can read what was encrypted for it."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"
        form = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        self.point = self.key.public_key().public_bytes(*form)

    def read(self, body: bytes) -> bytes:
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        info = b"WebPush: info\0" + self.point + sender
        secret = HKDF(hashes.SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        return AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\x02")


async def quiet_table(world: World) -> tuple[str, str, str]:
    """A table nobody on Discord knows of."""
    ana, ben = await world.people.welcome("Ana"), await world.people.welcome("Ben")
    info = await world.lobby.create("whisper", 2, {}, ana.id)
    await world.lobby.sit(info.id, ben.id)
    await world.lobby.begin(info.id)
    return info.id, ana.id, ben.id


async def test_a_browser_that_agreed_is_told_in_secret_and_forgotten_when_it_withdraws(world: World) -> None:
    table_id, _, ben = await quiet_table(world)
    phone = Phone()
    endpoint = "https://fcm.googleapis.com/fcm/send/abc"
    await world.centre.subscribe(ben, endpoint, encode(phone.point), encode(phone.auth))
    async with world.hub.store.changing(table_id):
        pass  # as the page does that subscribes: from now on somebody outside hears of this table
    await world.move(table_id)
    await world.wait(65)
    (request,) = world.pushed
    assert b'"title": "Your turn at Whisper"' in phone.read(request.content)
    assert b"Whisper" not in request.content
    assert request.headers["authorization"].startswith("vapid t=")
    world.push_status = 410
    await world.move(table_id)
    await world.move(table_id)
    await world.wait(65)
    world.push_status = 201
    await world.move(table_id)
    await world.move(table_id)
    await world.wait(65)
    assert len(world.pushed) == 2, "after the browser said it was gone nothing more is sent"


def test_push_keys_follow_from_the_secret_and_endpoints_are_checked() -> None:
    assert Pusher("a", "x").public_key == Pusher("a", "x").public_key
    assert Pusher("a", "x").public_key != Pusher("b", "x").public_key
    assert len(decode(Pusher("a", "x").public_key)) == 65
    for bad in ("http://fcm.googleapis.com/x", "https://169.254.169.254/", "https://evil.example/fcm.googleapis.com"):
        with pytest.raises(Refused):
            check_endpoint(bad)
    phone = Phone()
    assert phone.read(encrypt(b"hello", phone.point, phone.auth)) == b"hello"


async def test_mail_goes_to_confirmed_addresses_of_those_who_want_it_here(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(world.mailer, "_deliver", sent.append)
    table_id, _, ben = await quiet_table(world)
    token = world.people.mail_token(ben, "ben@example.org")
    assert await world.people.confirm_mail(token) == ben
    with pytest.raises(BadLink):
        await world.people.confirm_mail(token + "x")
    await world.move(table_id)
    await world.wait(65)
    assert sent == [], "nobody gets mail unasked"
    await world.move(table_id)
    await world.centre.wish(table_id, 1, Wishes(mail=True))
    await world.move(table_id)
    await world.wait(300, step=10)
    assert [message["To"] for message in sent] == ["ben@example.org"]
    assert "Your turn at Whisper" in sent[0]["Subject"]
    for bad in ("nobody", "a@b", "a b@example.org", "a@example.org\nBcc: all@example.org"):
        with pytest.raises(Refused):
            check_address(bad)


async def test_a_mail_server_that_is_down_is_tried_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []

    def broken(message: Any) -> None:
        raise OSError("no server")

    monkeypatch.setattr(world.mailer, "_deliver", broken)
    table_id, _, ben = await quiet_table(world)
    await world.people.set_mail(ben, "ben@example.org")
    await world.centre.wish(table_id, 1, Wishes(mail=True))
    await world.move(table_id)
    await world.wait(65)
    monkeypatch.setattr(world.mailer, "_deliver", sent.append)
    async with world.engine.begin() as connection:
        await connection.execute(text("UPDATE outbox SET due_at = now()"))
    await world.wait(5)
    assert len(sent) == 1
