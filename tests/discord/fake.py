"""A Discord of our own that keeps Discord's rules, also those that its published schema does not state.

`schema.json` is the part of Discord's published OpenAPI description that we use: the bodies of the calls we make. Time is
the fake's own (`now`), so that an hour passes when a test says so.
"""

from __future__ import annotations

import base64
import hashlib
import itertools
import json
import re
import time
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import jsonschema
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

BOT, APP, SECRET = "bot-token", "900000000000000000", "client-secret"
HOOK_ID, HOOK_TOKEN = "555", "hook-token"
WINDOW = 0.2  # seconds of a bucket, by the clock on the wall
GUILD, CHANNEL = "300000000000000000", "400000000000000000"
VIEW, SEND, EMBED, HISTORY, IN_THREADS = 1 << 10, 1 << 11, 1 << 14, 1 << 16, 1 << 38
EVERYTHING = 2**53 - 1
HOUR, OLD_EDITS, NONCE_SECONDS = 3600, 3, 300
EPHEMERAL = 64
SCHEMA = json.loads((Path(__file__).parent / "schema.json").read_text())
PAGE = "<!DOCTYPE html><html><body><h1>{} error</h1>cloudflare</body></html>"


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
    if any(not part.get("components") for part in message.get("components", []) if part.get("type") == 1):
        found.append("an empty row")
    allowed = message.get("allowed_mentions") or {}
    if "users" in allowed.get("parse", []) and allowed.get("users"):
        found.append("allowed_mentions: parse and users exclude each other")
    if message.get("flags", 0) & 32768 and (message.get("content") or message.get("embeds")):
        found.append("components v2 with content")
    if sum(len(json.dumps(embed, ensure_ascii=False)) for embed in message.get("embeds", [])) > 6000:
        found.append("embeds are longer than 6000")
    return found


class Token:
    """What Discord remembers of an interaction: when it was sent, and whether it was answered."""

    def __init__(self, sent: float, command: bool, user: str, pressed: str | None) -> None:
        self.sent, self.command, self.user, self.pressed = sent, command, user, pressed
        self.acknowledged = False
        self.message: str | None = None  # the original answer


class FakeDiscord:
    def __init__(self, now: float = 0.0) -> None:
        self.now = now  # seconds on Discord's clock
        self.tokens: dict[str, Token] = {}
        self.instances: dict[str, dict[str, Any]] = {}  # where somebody has the Activity open
        self.servers = [{"id": GUILD, "name": "Friday group", "permissions": str(EVERYTHING)}]
        self.channels: dict[str, int] = {CHANNEL: EVERYTHING}  # what the bot may do in each
        self.asleep: dict[str, bool] = {}  # thread -> archived
        self.locked: set[str] = set()  # threads that only moderators wake up
        self.private_key = Ed25519PrivateKey.generate()
        self.messages: dict[str, dict[str, Any]] = {}
        self.deleted: list[str] = []
        self.whispers: list[tuple[str, dict[str, Any]]] = []  # user, answer that only they see
        self.commands: list[dict[str, Any]] = []
        self.events: dict[str, dict[str, Any]] = {}
        self.threads: list[dict[str, Any]] = []
        self.members: dict[str, list[str]] = {}  # user -> roles, in the one server there is
        self.codes: dict[str, dict[str, Any]] = {}  # sign-in code -> user
        self.closed_to: set[str] = set()  # users who take no direct messages
        self.webhooks = {HOOK_ID: HOOK_TOKEN}
        self.objections: list[str] = []
        self.limit_next = 0
        self.gate_next = 0  # so many calls are answered by a page of the gate instead: 429 without JSON
        self.bucket_size = 0  # calls per bucket and window that are allowed; 0: no such limit
        self.overruns = 0  # calls that came although the bucket was empty
        self._buckets: dict[str, tuple[float, int]] = {}  # begin of the window, calls in it
        self.down = False
        self.vanish_next = 0  # so many posts arrive though their answers are lost on the way
        self.calls: list[str] = []
        self.diary: list[tuple[float, str, dict[str, Any]]] = []  # when, what, message: for transcripts
        self._ids = itertools.count(600000000000000000)
        self._nonces: dict[str, tuple[float, str]] = {}
        v = "/api/v10"
        self.app: Any = Starlette(
            routes=[
                Route(f"{v}/channels/{{c}}", self.change_channel, methods=["PATCH"]),
                Route(f"{v}/channels/{{c}}/messages", self.post_message, methods=["POST"]),
                Route(f"{v}/channels/{{c}}/messages", self.read_messages, methods=["GET"]),
                Route(f"{v}/channels/{{c}}/messages/{{m}}", self.edit_message, methods=["PATCH", "DELETE", "GET"]),
                Route(f"{v}/channels/{{c}}/messages/{{m}}/threads", self.start_thread, methods=["POST"]),
                Route(f"{v}/users/@me/channels", self.open_direct, methods=["POST"]),
                Route(f"{v}/users/@me", self.me),
                Route(f"{v}/applications/@me", self.my_application),
                Route(f"{v}/applications/{{a}}/commands", self.set_commands, methods=["PUT", "GET"]),
                Route(f"{v}/guilds/{{g}}/scheduled-events", self.calendar, methods=["POST", "GET"]),
                Route(f"{v}/guilds/{{g}}/scheduled-events/{{e}}", self.change_event, methods=["PATCH", "DELETE"]),
                Route(f"{v}/guilds/{{g}}/members/{{u}}", self.member),
                Route(f"{v}/users/@me/guilds", self.my_servers),
                Route(f"{v}/applications/{{a}}/activity-instances/{{i}}", self.instance),
                Route(f"{v}/interactions/{{i}}/{{t}}/callback", self.callback, methods=["POST"]),
                Route(f"{v}/webhooks/{{a}}/{{t}}/messages/@original", self.original, methods=["GET", "PATCH"]),
                Route(f"{v}/webhooks/{{a}}/{{t}}", self.post_webhook, methods=["POST"]),
                Route(
                    f"{v}/webhooks/{{a}}/{{t}}/messages/{{m}}", self.edit_webhook, methods=["PATCH", "DELETE", "GET"]
                ),
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

    def sign(self, body: bytes, timestamp: str = "") -> dict[str, str]:
        timestamp = timestamp or str(int(time.time()))
        signature = self.private_key.sign(timestamp.encode() + body).hex()
        return {"X-Signature-Ed25519": signature, "X-Signature-Timestamp": timestamp}

    # What people see and do ------------------------------------------------------------------------------------------

    def sent(self, channel: str = CHANNEL, *, ours: bool = True) -> list[dict[str, Any]]:
        """The messages of a channel, the newest last; without those that were deleted."""
        found = [m for m in self.messages.values() if m["channel_id"] == channel and m["id"] not in self.deleted]
        return [m for m in found if m["author"] == APP] if ours else found

    def direct(self, user: str) -> list[dict[str, Any]]:
        return self.sent(f"dm-{user}")

    def chatter(self, count: int, channel: str = CHANNEL) -> None:
        """People talk."""
        for _ in range(count):
            self._keep(channel, {"content": "hm"}, author="somebody")

    def delete(self, message_id: str) -> None:
        """A moderator takes a message away."""
        self.deleted.append(message_id)
        self._note("somebody deletes", self.messages[message_id])

    def _note(self, what: str, message: dict[str, Any]) -> None:
        self.diary.append((self.now, what, dict(message)))

    # Rules -------------------------------------------------------------------------------------------------------------

    async def _enter(self, request: Request, call: str = "", bot: bool = True) -> tuple[Any, Response | None]:
        self.calls.append(f"{request.method} {request.url.path}")
        if self.down:
            return None, HTMLResponse(PAGE.format(503), 503)
        if "DiscordBot" not in request.headers.get("user-agent", ""):
            return None, _error(403, 40333, "bad user agent")
        if self.gate_next:
            self.gate_next -= 1
            return None, HTMLResponse(PAGE.format(1015), 429, {"Retry-After": "1"})
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

    def _may(self, channel: str, *needed: int) -> Response | None:
        """Permissions, channel by channel."""
        if channel.startswith("dm-"):
            return _error(403, 50007, "Cannot send messages to this user") if channel[3:] in self.closed_to else None
        if channel not in self.channels:
            return _error(404, 10003, "Unknown Channel")
        if not self.channels[channel] & VIEW:
            return _error(403, 50001, "Missing Access")
        if channel in self.asleep:  # speaking in threads is a permission of its own
            needed = tuple(IN_THREADS if bit == SEND else bit for bit in needed)
        if any(not self.channels[channel] & bit for bit in needed):
            return _error(403, 50013, "Missing Permissions")
        return None

    def _keep(self, channel: str, body: dict[str, Any], author: str = APP) -> dict[str, Any]:
        nonce = body.get("nonce")
        if nonce and body.get("enforce_nonce"):
            at, known = self._nonces.get(nonce, (0.0, ""))
            if known and self.now - at < NONCE_SECONDS:
                return self.messages[known]
        message = {**body, "id": str(next(self._ids)), "channel_id": channel, "author": author, "at": self.now}
        message["old_edits"] = []
        self.messages[message["id"]] = message
        if nonce:
            self._nonces[nonce] = self.now, message["id"]
        if author == APP:
            self._note("posts", message)
        return message

    async def post_message(self, request: Request) -> Response:
        body, refusal = await self._enter(request, "POST /channels/{channel_id}/messages")
        channel = request.path_params["c"]
        needed = (SEND, EMBED) if body and body.get("embeds") else (SEND,)
        refusal = refusal or self._may(channel, *needed)
        if refusal is None and self.asleep.get(channel) and channel in self.locked:
            refusal = _error(400, 50083, "Thread is archived")
        if refusal is not None:
            return refusal
        if channel in self.asleep:
            self.asleep[channel] = False  # what is new wakes it up
        kept = self._keep(channel, body)
        if self.vanish_next:
            self.vanish_next -= 1
            return HTMLResponse(PAGE.format(502), 502)
        return JSONResponse(kept)

    async def read_messages(self, request: Request) -> Response:
        """Without the permission to read what was said before, there is nothing to read."""
        _, refusal = await self._enter(request)
        channel = request.path_params["c"]
        refusal = refusal or self._may(channel)
        if refusal is not None:
            return refusal
        if not self.channels.get(channel, EVERYTHING) & HISTORY:
            return JSONResponse([])
        after, limit = request.query_params.get("after", "0"), int(request.query_params.get("limit", "50"))
        below = [m for m in self.sent(channel, ours=False) if int(m["id"]) > int(after)]
        shown = below[:limit] if "after" in request.query_params else below[-limit:]
        return JSONResponse([{**m, "author": {"id": m["author"]}} for m in shown[::-1]])

    def open_thread(self, thread: str) -> None:
        """Somebody begins a thread in the channel."""
        self.channels[thread], self.asleep[thread] = EVERYTHING, False

    async def change_channel(self, request: Request) -> Response:
        """Waking up a thread: whoever may speak in it may, unless it is locked."""
        body, refusal = await self._enter(request, "PATCH /channels/{channel_id}")
        thread = request.path_params["c"]
        refusal = refusal or self._may(thread, SEND)
        if refusal is None and thread in self.locked:
            refusal = _error(403, 50013, "Missing Permissions")
        if refusal is None and thread not in self.asleep:
            refusal = _error(403, 50013, "Missing Permissions")  # the channel itself is not ours to change
        if refusal is not None:
            return refusal
        self.asleep[thread] = body["archived"]
        return JSONResponse({"id": thread, "type": 11})

    async def edit_message(self, request: Request) -> Response:
        call = "PATCH /channels/{channel_id}/messages/{message_id}" if request.method == "PATCH" else ""
        body, refusal = await self._enter(request, call)
        needed = (HISTORY,) if request.method == "GET" else ()
        refusal = refusal or self._may(request.path_params["c"], *needed)
        if refusal is None and request.method != "GET" and self.asleep.get(request.path_params["c"]):
            refusal = _error(400, 50083, "Thread is archived")
        return refusal or self._change(request, body)

    def _change(self, request: Request, body: Any) -> Response:
        message = self.messages.get(request.path_params["m"])
        if message is None or message["id"] in self.deleted:
            return _error(404, 10008, "Unknown Message")
        if request.method == "GET":
            return JSONResponse(message)
        if request.method == "DELETE":
            self.deleted.append(message["id"])
            self._note("takes away", message)
            return Response(status_code=204)
        if message["author"] != APP:
            return _error(403, 50005, "Cannot edit a message authored by another user")
        if self.now - message["at"] > HOUR:
            message["old_edits"] = [at for at in message["old_edits"] if self.now - at < HOUR] + [self.now]
            if len(message["old_edits"]) > OLD_EDITS:
                old = {"message": "Maximum number of edits to messages older than 1 hour reached.", "code": 30046}
                return JSONResponse(old | {"retry_after": 0.3, "global": False}, 429)
        message.update(body)
        self._note("edits", message)
        return JSONResponse(message)

    async def start_thread(self, request: Request) -> Response:
        body, refusal = await self._enter(request, "POST /channels/{channel_id}/messages/{message_id}/threads")
        if refusal is None and request.path_params["m"] not in self.messages:
            refusal = _error(404, 10008, "Unknown Message")
        if refusal is None and request.path_params["c"] in self.asleep:
            refusal = _error(400, 50024, "Cannot execute action on this channel type")
        if refusal is None and request.path_params["m"] in self.asleep:
            refusal = _error(400, 160004, "A thread has already been created for this message")
        if refusal is not None:
            return refusal
        self.threads.append(body)
        self.open_thread(request.path_params["m"])
        if self.vanish_next:
            self.vanish_next -= 1
            return HTMLResponse(PAGE.format(502), 502)
        return JSONResponse({"id": request.path_params["m"], "type": 11}, 201)

    async def open_direct(self, request: Request) -> Response:
        body, refusal = await self._enter(request, "POST /users/@me/channels")
        return refusal or JSONResponse({"id": f"dm-{body['recipient_id']}", "type": 1})

    async def me(self, request: Request) -> Response:
        if self.down:
            return HTMLResponse(PAGE.format(503), 503)
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

    # The calendar ------------------------------------------------------------------------------------------------------

    async def calendar(self, request: Request) -> Response:
        call = "POST /guilds/{guild_id}/scheduled-events" if request.method == "POST" else ""
        body, refusal = await self._enter(request, call)
        refusal = refusal or self._may_plan()
        if refusal is not None:
            return refusal
        if request.method == "GET":
            return JSONResponse(list(self.events.values()))
        if self._is_over(body):
            return _error(400, 50035, "Cannot schedule event in the past")
        event = {**body, "id": str(next(self._ids)), "creator_id": APP}
        self.events[event["id"]] = event
        return JSONResponse(event)

    def _may_plan(self) -> Response | None:
        may = int(str(self.servers[0]["permissions"]))
        return None if may & (1 << 44) else _error(403, 50013, "Missing Permissions")

    async def change_event(self, request: Request) -> Response:
        path = "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}"
        body, refusal = await self._enter(request, f"PATCH {path}" if request.method == "PATCH" else "")
        number = request.path_params["e"]
        if refusal is None and number not in self.events:
            refusal = _error(404, 10070, "Unknown Guild Scheduled Event")
        if refusal is not None:
            return refusal
        if request.method == "DELETE":
            del self.events[number]
            return Response(status_code=204)
        if self._is_over(body) or self._is_over(self.events[number]):
            return _error(400, 50035, "Cannot schedule event in the past, nor one that has begun")
        self.events[number].update(body)
        return JSONResponse(self.events[number])

    def _is_over(self, event: dict[str, Any]) -> bool:
        return datetime.fromisoformat(event["scheduled_start_time"]).timestamp() <= self.now

    async def member(self, request: Request) -> Response:
        _, refusal = await self._enter(request)
        user = request.path_params["u"]
        if refusal is None and (request.path_params["g"] != GUILD or user not in self.members):
            return _error(404, 10007, "Unknown Member")
        return refusal or JSONResponse({"roles": self.members[user], "user": {"id": user}})

    # Interactions --------------------------------------------------------------------------------------------------------

    def send(self, token: str, *, command: bool, user: str = "", pressed: str | None = None) -> None:
        """An interaction goes out."""
        self.tokens[token] = Token(self.now, command, user, pressed)

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
        data = answer.get("data") or {}
        if answer["type"] == 7 and found.pressed in self.messages and found.pressed not in self.deleted:
            self.messages[found.pressed].update(data)
            self._note("answers with", self.messages[found.pressed])
        if answer["type"] in (4, 5) and data.get("flags", 0) & EPHEMERAL:
            found.message = self._keep(f"whispers-{found.user}", data)["id"]
            self.whispers.append((found.user, data))
        elif found.command and answer["type"] in (4, 5):
            found.message = self._keep(CHANNEL, data)["id"]
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
        found = self.tokens[token]
        known = found.message or found.pressed
        if known is None or known not in self.messages:
            return _error(404, 10008, "Unknown Message")
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
        refusal = refusal or self._hook_is_gone(request)
        if refusal is None and body.get("components"):
            refusal = _error(400, 50035, "a webhook of somebody else cannot send components")
        return refusal or JSONResponse(self._keep("hook", body))

    def _hook_is_gone(self, request: Request) -> Response | None:
        right = self.webhooks.get(request.path_params["a"]) == request.path_params["t"]
        return None if right else _error(404, 10015, "Unknown Webhook")

    async def edit_webhook(self, request: Request) -> Response:
        call = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}" if request.method == "PATCH" else ""
        body, refusal = await self._enter(request, call, bot=False)
        return refusal or self._hook_is_gone(request) or self._change(request, body)

    async def token(self, request: Request) -> Response:
        if self.down:
            return HTMLResponse(PAGE.format(503), 503)
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
