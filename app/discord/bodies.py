"""What we say on Discord. Nothing private is ever in it; nobody is pinged but by id in a turn notice."""

from __future__ import annotations

from typing import Any

from app.games import GAMES
from app.kernel import Waiting
from app.tables.facts import TableInfo

EPHEMERAL = 64
NOBODY: dict[str, list[str]] = {"parse": []}
GREEN, GREY, BLUE, LINK = 3, 2, 1, 5

Body = dict[str, Any]


def commands(*, launch: bool = False) -> list[Body]:
    """The commands, as they are registered. All are replaced at once, so the one that launches the Activity must be among
    them where it is on."""

    def command(name: str, words: str, *options: Body) -> Body:
        about = {"name": name, "type": 1, "description": words, "options": list(options)}
        return about | {"integration_types": [0], "contexts": [0]}

    def text(name: str, words: str, **more: Any) -> Body:
        return {"type": 3, "name": name, "description": words, **more}

    inside = {"name": "launch", "type": 4, "description": "Play here, inside Discord", "handler": 2}
    return [
        *([inside | {"integration_types": [0], "contexts": [0]}] if launch else []),
        command(
            "play",
            "Open a table in this channel",
            text("game", "Which game", required=True, autocomplete=True),
            {"type": 4, "name": "seats", "description": "How many seats", "min_value": 1, "max_value": 8},
        ),
        command("tables", "Your tables, and those that wait for players here"),
        command("join", "Take a seat at a table", text("code", "The room code", required=True)),
        command("link", "Connect your Discord account with the website"),
        command(
            "notify",
            "How you want to hear that it is your turn",
            text(
                "how",
                "Where",
                required=True,
                choices=[
                    {"name": "mention me in the channel", "value": "mention"},
                    {"name": "direct message", "value": "direct"},
                    {"name": "not at all", "value": "off"},
                ],
            ),
        ),
        command(
            "schedule",
            "Plan an evening, and ask who comes",
            text("when", "Date and time, such as 2026-12-01 19:30", required=True),
            text("code", "For which table"),
        ),
        command("story", "Post what has happened so far to a thread", text("code", "The room code", required=True)),
    ]


def mention_or_name(info: TableInfo, seat: int, users: dict[str, str]) -> str:
    person_id = info.seats[seat].person_id
    user = users.get(person_id or "")
    return f"<@{user}>" if user else f"**{escape(info.name(seat))}**"


def escape(text: str) -> str:
    """Names are people's own words: they must not become formatting or mentions."""
    return "".join(f"\\{c}" if c in "\\*_~`|>#[]()<@" else c for c in text)


def lobby_card(info: TableInfo, address: str, users: dict[str, str], *, inside: bool = False) -> Body:
    """The card of a table, true at this moment. `users` maps people to their Discord ids; `inside` adds a way to play
    inside Discord."""
    game = GAMES[info.game]
    taken = [seat for seat in info.inside if seat.taken]
    lines = [f"**{game.title}** · `{info.code}`", f"{len(taken)} of {len(info.inside)} seats"]
    for seat in info.inside:
        who = mention_or_name(info, seat.number, users) if seat.taken else "—"
        tick = " ✓" if seat.taken and (seat.ready or seat.person_id == info.owner_id) else ""
        lines.append(f"{seat.number + 1}. {who}{tick}")
    lines.append({"lobby": "Waiting for players.", "playing": "In play.", "finished": "Finished."}[info.status])
    buttons: list[Body] = []
    if info.status == "lobby":
        buttons = [
            _button(GREEN, "Join", f"lobby:{info.code}:join"),
            _button(GREY, "Leave", f"lobby:{info.code}:leave"),
            _button(GREY, "Ready", f"lobby:{info.code}:ready"),
            _button(BLUE, "Start", f"lobby:{info.code}:start"),
        ]
    buttons.append({"type": 2, "style": LINK, "label": "Open", "url": address})
    rows = [{"type": 1, "components": buttons}]
    if inside and info.status != "finished":
        rows.append({"type": 1, "components": [_button(BLUE, "Play here", f"lobby:{info.code}:launch")]})
    return {"content": "\n".join(lines)[:2000], "allowed_mentions": NOBODY, "components": rows}


def _button(style: int, label: str, custom_id: str) -> Body:
    return {"type": 2, "style": style, "label": label, "custom_id": custom_id}


def whispered(words: str, *buttons: Body) -> Body:
    """An answer that only the caller sees."""
    data: Body = {"content": words[:2000], "flags": EPHEMERAL, "allowed_mentions": NOBODY}
    if buttons:
        data["components"] = [{"type": 1, "components": list(buttons)}]
    return {"type": 4, "data": data}


def open_button(address: str, label: str = "Open") -> Body:
    return {"type": 2, "style": LINK, "label": label, "url": address}


def status_post(info: TableInfo, waiting: Waiting, address: str, users: dict[str, str]) -> Body:
    """The one post that always says how a table stands."""
    title = GAMES[info.game].title
    if info.status == "finished":
        words = f"**{title}** · `{info.code}` · finished. {address}"
    else:
        names = ", ".join(mention_or_name(info, seat, users) for seat in waiting.seats) or "nobody"
        words = f"**{title}** · `{info.code}` · waiting for {names}. {address}"
    return {"content": words[:2000], "allowed_mentions": NOBODY}


def turn_ping(info: TableInfo, user: str, address: str, *, reminder: bool = False, last: bool = False) -> Body:
    words = f"<@{user}> " if user else ""
    words += "still your turn" if reminder else "it is your turn"
    if last:
        words += " (everybody else has decided)"
    words += f" at {GAMES[info.game].title} `{info.code}`. {address}"
    return {"content": words[:2000], "allowed_mentions": {"users": [user]} if user else NOBODY}
