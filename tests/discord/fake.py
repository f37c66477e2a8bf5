"""A Discord of our own that keeps Discord's rules, also those that its published schema does not state.

`schema.json` is the part of Discord's published OpenAPI description that we use: the bodies of the calls we make.
"""

from __future__ import annotations

import base64
import hashlib
import itertools
import json
import re
import time
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import jsonschema
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

BOT, APP, SECRET = "bot-token", "900000000000000000", "client-secret"
WINDOW = 0.2  # seconds
GUILD, CHANNEL = "300000000000000000", "400000000000000000"
SCHEMA = json.loads((Path(__file__).parent / "schema.json").read_text())


@cache
def _validator(call: str) -> Any:
    return jsonschema.Draft202012Validator({**SCHEMA["requests"][call], "components": SCHEMA["components"]})


def problems(call: str, body: Any) -> list[str]:
    """What Discord would object to in a body."""
    found = [error.message for error in _validator(call).iter_errors(body)]
    messages = [body] if not isinstance(body, list) else []
    if call.startswith("POST /interactions") and isinstance(body, dict):
        if body.get("type") in (4, 7, 8, 9) and "data" not in body:
            found.append("data is required")
        messages = [body.get("data", {})]
    for message in messages:
        found += _message_problems(message)
    return found


def _message_problems(message: dict[str, Any]) -> list[str]:
    found = []
    if len(message.get("content") or "") > 2000:
        found.append("content is longer than 2000")
    ids = re.findall(r'"custom_id": "([^"]*)"', json.dumps(message.get("components", [])))
    if len(set(ids)) != len(ids):
        found.append("duplicate custom_id")
    allowed = message.get("allowed_mentions") or {}
    if "users" in allowed.get("parse", []) and allowed.get("users"):
        found.append("allowed_mentions: parse and users exclude each other")
    if message.get("flags", 0) & 32768 and (message.get("content") or message.get("embeds")):
        found.append("components v2 with content")
    return found


class Token:
    """What Discord remembers of an interaction: when it was sent, and whether it was answered."""

    def __init__(self, sent: float, command: bool) -> None:
        self.sent, self.command = sent, command
        self.acknowledged = False
        self.message: str | None = None  # the original answer


class FakeDiscord:
    def __init__(self) -> None:
        self.now = 0.0  # seconds on Discord's clock
        self.tokens: dict[str, Token] = {}
        self.instances: dict[str, dict[str, Any]] = {}  # where somebody has the Activity open
        self.servers = [{"id": GUILD, "name": "Friday group", "permissions": str(2**53 - 1)}]
        self.private_key = Ed25519PrivateKey.generate()
        self.messages: dict[str, dict[str, Any]] = {}
        self.deleted: list[str] = []
        self.commands: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.threads: list[dict[str, Any]] = []
        self.members: dict[str, list[str]] = {}  # user -> roles, in the one server there is
        self.codes: dict[str, dict[str, Any]] = {}  # sign-in code -> user
        self.closed_to: set[str] = set()  # users who take no direct messages
        self.webhooks = {"555": "hook-token"}
        self.objections: list[str] = []
        self.limit_next = 0
        self.bucket_size = 0  # calls per bucket and window that are allowed; 0: no such limit
        self.overruns = 0  # calls that came although the bucket was empty
        self._buckets: dict[str, tuple[float, int]] = {}  # begin of the window, calls in it
        self.down = False
        self.calls: list[str] = []
        self._ids = itertools.count(600000000000000000)
        self._nonces: dict[str, str] = {}
        v = "/api/v10"
        self.app: Any = Starlette(
            routes=[
                Route(f"{v}/channels/{{c}}/messages", self.post_message, methods=["POST"]),
                Route(f"{v}/channels/{{c}}/messages/{{m}}", self.edit_message, methods=["PATCH", "DELETE"]),
                Route(f"{v}/channels/{{c}}/messages/{{m}}/threads", self.start_thread, methods=["POST"]),
                Route(f"{v}/users/@me/channels", self.open_direct, methods=["POST"]),
                Route(f"{v}/users/@me", self.me),
                Route(f"{v}/applications/@me", self.my_application),
                Route(f"{v}/applications/{{a}}/commands", self.set_commands, methods=["PUT", "GET"]),
                Route(f"{v}/guilds/{{g}}/scheduled-events", self.new_event, methods=["POST"]),
                Route(f"{v}/guilds/{{g}}/members/{{u}}", self.member),
                Route(f"{v}/users/@me/guilds", self.my_servers),
                Route(f"{v}/applications/{{a}}/activity-instances/{{i}}", self.instance),
                Route(f"{v}/interactions/{{i}}/{{t}}/callback", self.callback, methods=["POST"]),
                Route(f"{v}/webhooks/{{a}}/{{t}}/messages/@original", self.original, methods=["GET", "PATCH"]),
                Route(f"{v}/webhooks/{{a}}/{{t}}", self.post_webhook, methods=["POST"]),
                Route(f"{v}/webhooks/{{a}}/{{t}}/messages/{{m}}", self.edit_webhook, methods=["PATCH", "DELETE"]),
                Route(f"{v}/oauth2/token", self.token, methods=["POST"]),
            ]
        )

        self.routes = self.app.router.routes
        self.app = self._limited(self.app)

    def _limited(self, app: Any) -> Any:
        """Buckets per method and top-level resource, with the headers that tell of them."""

        async def answer(scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] != "http" or not self.bucket_size:
                await app(scope, receive, send)
                return
            bucket = f"{scope['method']} {'/'.join(scope['path'].split('/')[3:5])}"
            began, calls = self._buckets.get(bucket, (0.0, 0))
            if time.monotonic() - began > WINDOW:
                began, calls = time.monotonic(), 0
            self._buckets[bucket] = began, calls + 1
            left = max(0.0, began + WINDOW - time.monotonic())
            headers = {
                "X-RateLimit-Limit": str(self.bucket_size),
                "X-RateLimit-Remaining": str(max(0, self.bucket_size - calls - 1)),
                "X-RateLimit-Reset-After": f"{left + 0.001:.3f}",
                "X-RateLimit-Bucket": hashlib.sha256(bucket.encode()).hexdigest()[:16],
            }
            if calls >= self.bucket_size:
                self.overruns += 1
                slow = {"message": "You are being rate limited.", "retry_after": left, "global": False}
                await JSONResponse(slow, 429, {**headers, "Retry-After": "1", "X-RateLimit-Scope": "user"})(
                    scope, receive, send
                )
                return

            async def with_headers(message: Any) -> None:
                if message["type"] == "http.response.start":
                    message["headers"] += [(name.lower().encode(), value.encode()) for name, value in headers.items()]
                await send(message)

            await app(scope, receive, with_headers)

        return answer

    @property
    def public_key(self) -> str:
        raw = self.private_key.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
        return raw.hex()

    def sign(self, body: bytes, timestamp: str = "1700000000") -> dict[str, str]:
        signature = self.private_key.sign(timestamp.encode() + body).hex()
        return {"X-Signature-Ed25519": signature, "X-Signature-Timestamp": timestamp}

    def sent(self, channel: str = CHANNEL) -> list[dict[str, Any]]:
        return [m for m in self.messages.values() if m["channel_id"] == channel and m["id"] not in self.deleted]

    # Rules ---------------------------------------------------------------------------------------------------------

    async def _enter(self, request: Request, call: str = "", bot: bool = True) -> tuple[Any, Response | None]:
        self.calls.append(f"{request.method} {request.url.path}")
        if self.down:
            return None, Response(status_code=503)
        if "DiscordBot" not in request.headers.get("user-agent", ""):
            return None, _error(403, 40333, "bad user agent")
        if self.limit_next:
            self.limit_next -= 1
            slow = {"message": "You are being rate limited.", "retry_after": 0.05, "global": False}
            return None, JSONResponse(slow, 429, {"Retry-After": "1", "X-RateLimit-Scope": "user"})
        if bot and request.headers.get("authorization") != f"Bot {BOT}":
            return None, _error(401, 0, "401: Unauthorized")
        body = await request.json() if request.method in ("POST", "PUT", "PATCH") else None
        if call:
            found = problems(call, body)
            if found:
                self.objections += found
                return None, _error(400, 50035, f"Invalid Form Body: {found}")
        return body, None

    def _keep(self, channel: str, body: dict[str, Any]) -> dict[str, Any]:
        nonce = body.get("nonce")
        if nonce and body.get("enforce_nonce") and nonce in self._nonces:
            return self.messages[self._nonces[nonce]]
        message = {**body, "id": str(next(self._ids)), "channel_id": channel}
        self.messages[message["id"]] = message
        if nonce:
            self._nonces[nonce] = message["id"]
        return message

    async def post_message(self, request: Request) -> Response:
        body, refusal = await self._enter(request, "POST /channels/{channel_id}/messages")
        if refusal is None and request.path_params["c"].removeprefix("dm-") in self.closed_to:
            return _error(403, 50007, "Cannot send messages to this user")
        return refusal or JSONResponse(self._keep(request.path_params["c"], body))

    async def edit_message(self, request: Request) -> Response:
        call = "PATCH /channels/{channel_id}/messages/{message_id}" if request.method == "PATCH" else ""
        body, refusal = await self._enter(request, call)
        return refusal or self._change(request, body)

    def _change(self, request: Request, body: Any) -> Response:
        message = self.messages.get(request.path_params["m"])
        if message is None or message["id"] in self.deleted:
            return _error(404, 10008, "Unknown Message")
        if request.method == "DELETE":
            self.deleted.append(message["id"])
            return Response(status_code=204)
        message.update(body)
        return JSONResponse(message)

    async def start_thread(self, request: Request) -> Response:
        body, refusal = await self._enter(request, "POST /channels/{channel_id}/messages/{message_id}/threads")
        if refusal is None:
            self.threads.append(body)
        return refusal or JSONResponse({"id": request.path_params["m"], "type": 11}, 201)

    async def open_direct(self, request: Request) -> Response:
        body, refusal = await self._enter(request, "POST /users/@me/channels")
        return refusal or JSONResponse({"id": f"dm-{body['recipient_id']}", "type": 1})

    async def me(self, request: Request) -> Response:
        token = request.headers.get("authorization", "")
        if token == f"Bot {BOT}":
            return JSONResponse({"id": APP, "username": "parallax"})
        user = next((user for code, user in self.codes.items() if token == f"Bearer access-{code}"), None)
        return _error(401, 0, "401: Unauthorized") if user is None else JSONResponse(user)

    async def my_application(self, request: Request) -> Response:
        _, refusal = await self._enter(request)
        return refusal or JSONResponse({"id": APP, "interactions_endpoint_url": None})

    async def set_commands(self, request: Request) -> Response:
        call = "PUT /applications/{application_id}/commands" if request.method == "PUT" else ""
        body, refusal = await self._enter(request, call)
        if refusal is None and request.method == "PUT":
            self.commands = body
        return refusal or JSONResponse(self.commands)

    async def new_event(self, request: Request) -> Response:
        body, refusal = await self._enter(request, "POST /guilds/{guild_id}/scheduled-events")
        if refusal is None:
            self.events.append(body)
        return refusal or JSONResponse({"id": "1", **(body or {})})

    async def member(self, request: Request) -> Response:
        _, refusal = await self._enter(request)
        user = request.path_params["u"]
        if refusal is None and (request.path_params["g"] != GUILD or user not in self.members):
            return _error(404, 10007, "Unknown Member")
        return refusal or JSONResponse({"roles": self.members[user], "user": {"id": user}})

    # Interactions --------------------------------------------------------------------------------------------------

    def send(self, token: str, *, command: bool) -> None:
        """An interaction goes out."""
        self.tokens[token] = Token(self.now, command)

    def acknowledge(self, token: str, answer: dict[str, Any]) -> tuple[int, int]:
        """The first answer to an interaction: status and code. Within three seconds, and once."""
        found = self.tokens.get(token)
        if found is None or self.now - found.sent > 3:
            return 404, 10062
        if found.acknowledged:
            return 400, 40060
        objections = problems("POST /interactions/{interaction_id}/{interaction_token}/callback", answer)
        if objections:
            self.objections += objections
            return 400, 50035
        found.acknowledged = True
        if found.command and answer["type"] in (4, 5):
            found.message = self._keep(CHANNEL, answer.get("data") or {})["id"]
        return 200, 0

    async def callback(self, request: Request) -> Response:
        status, code = self.acknowledge(request.path_params["t"], await request.json())
        return Response(status_code=204) if status == 200 else _error(status, code, "refused")

    def _dead(self, token: str) -> Response | None:
        """Follow-ups need an answered interaction, and its token lives for fifteen minutes."""
        found = self.tokens.get(token)
        if found is None or not found.acknowledged:
            return _error(404, 10062, "Unknown interaction")
        if self.now - found.sent > 15 * 60:
            return _error(401, 50027, "Invalid Webhook Token")
        return None

    async def original(self, request: Request) -> Response:
        call = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}" if request.method == "PATCH" else ""
        body, refusal = await self._enter(request, call, bot=False)
        token = request.path_params["t"]
        refusal = refusal or self._dead(token)
        if refusal is not None:
            return refusal
        known = self.tokens[token].message
        if known is None:  # the card whose button was pressed
            known = self.tokens[token].message = self._keep(CHANNEL, {})["id"]
        self.messages[known].update(body or {})
        return JSONResponse(self.messages[known])

    async def my_servers(self, request: Request) -> Response:
        _, refusal = await self._enter(request)
        return refusal or JSONResponse(self.servers)

    async def instance(self, request: Request) -> Response:
        _, refusal = await self._enter(request)
        found = self.instances.get(request.path_params["i"])
        if refusal is None and found is None:
            return _error(404, 10093, "Unknown activity instance")
        return refusal or JSONResponse(found)

    async def post_webhook(self, request: Request) -> Response:
        body, refusal = await self._enter(request, "POST /webhooks/{webhook_id}/{webhook_token}", bot=False)
        if refusal is None and request.path_params["a"] == APP:
            return self._dead(request.path_params["t"]) or JSONResponse(self._keep("follow-up", body))
        if refusal is None and self.webhooks.get(request.path_params["a"]) != request.path_params["t"]:
            return _error(404, 10015, "Unknown Webhook")
        return refusal or JSONResponse(self._keep("hook", body))

    async def edit_webhook(self, request: Request) -> Response:
        call = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}" if request.method == "PATCH" else ""
        body, refusal = await self._enter(request, call, bot=False)
        return refusal or self._change(request, body)

    async def token(self, request: Request) -> Response:
        if "x-www-form-urlencoded" not in request.headers.get("content-type", ""):
            return JSONResponse({"error": "invalid_request"}, 400)
        basic = base64.b64encode(f"{APP}:{SECRET}".encode()).decode()
        if request.headers.get("authorization") != f"Basic {basic}":
            return JSONResponse({"error": "invalid_client"}, 401)
        form = {name: values[0] for name, values in parse_qs((await request.body()).decode()).items()}
        user = self.codes.get(form.get("code", ""))
        expected = None if user and user.get("inside") else "https://play.example.org/discord/callback"
        if user is None or user.get("used") or form.get("redirect_uri") != expected:
            return JSONResponse({"error": "invalid_grant"}, 400)
        user["used"] = True
        return JSONResponse({"access_token": f"access-{form['code']}", "token_type": "Bearer", "expires_in": 604800})


def _error(status: int, code: int, message: str) -> JSONResponse:
    return JSONResponse({"code": code, "message": message}, status)
