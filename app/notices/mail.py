"""E-mail, where the host has set up a server for it."""

from __future__ import annotations

import asyncio
import re
import smtplib
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from app.kernel import Refused

ADDRESS = re.compile(r"[^@\s<>\"']{1,64}@[A-Za-z0-9.-]{1,190}\.[A-Za-z]{2,}")


def check_address(address: str) -> str:
    if not ADDRESS.fullmatch(address):
        raise Refused("That does not look like an e-mail address.")
    return address


class Mailer:
    """`smtp://user:password@host:587`, with STARTTLS where offered; `smtps://` for TLS from the start."""

    def __init__(self, url: str, sender: str) -> None:
        self._parts = urlsplit(url)
        self._sender = sender
        self.ready = bool(url and sender)

    async def send(self, to: str, subject: str, words: str) -> None:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._sender, check_address(to), subject
        message.set_content(words)
        await asyncio.to_thread(self._deliver, message)

    def _deliver(self, message: EmailMessage) -> None:
        parts = self._parts
        secure = parts.scheme == "smtps"
        kind = smtplib.SMTP_SSL if secure else smtplib.SMTP
        with kind(parts.hostname or "localhost", parts.port or (465 if secure else 587), timeout=15) as server:
            if not secure and server.has_extn("starttls"):
                server.starttls()
            if parts.username:
                server.login(unquote(parts.username), unquote(parts.password or ""))
            server.send_message(message)
