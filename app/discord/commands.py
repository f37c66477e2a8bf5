"""The commands, as they are registered with Discord."""

from __future__ import annotations

from typing import Any

from app.discord.bodies import Body

GUILD, DIRECT = 0, 1
REPEATS = (("every week", "weekly"), ("every second week", "fortnightly"), ("every month", "monthly"))
NOTICES = (("mention me in the channel", "mention"), ("direct message", "direct"), ("not at all", "off"))


def commands(*, launch: bool = False) -> list[Body]:
    """All are replaced at once, so the one that launches the Activity must be among them where it is on."""

    def command(name: str, words: str, *options: Body, only_here: bool = False) -> Body:
        about = {"name": name, "type": 1, "description": words, "options": list(options)}
        return about | {"integration_types": [0], "contexts": [GUILD] if only_here else [GUILD, DIRECT]}

    def text(name: str, words: str, **more: Any) -> Body:
        return {"type": 3, "name": name, "description": words, **more}

    def chosen(pairs: tuple[tuple[str, str], ...]) -> list[Body]:
        return [{"name": words, "value": value} for words, value in pairs]

    code = text("code", "Which table", autocomplete=True)
    inside = {"name": "launch", "type": 4, "description": "Play inside Discord", "handler": 2}
    return [
        *([inside | {"integration_types": [0], "contexts": [GUILD]}] if launch else []),
        command(
            "play",
            "Open a table in this channel",
            text("game", "Which game", required=True, autocomplete=True),
            {"type": 4, "name": "seats", "description": "How many seats", "min_value": 1, "max_value": 8},
        ),
        command("tables", "Your tables, and those that wait for players in this channel"),
        command("join", "Take a seat at a table", code | {"required": True}),
        command("status", "How a table stands", code),
        command("nudge", "Remind whoever is waited for", code),
        command("link", "Connect your Discord account with the website"),
        command(
            "notify",
            "How you want to hear that it is your turn",
            text("how", "Where", choices=chosen(NOTICES)),
            {"type": 4, "name": "after", "description": "Seconds to wait before", "min_value": 0, "max_value": 86400},
            text("zone", "Your time zone", autocomplete=True),
        ),
        command(
            "schedule",
            "Plan an evening, and ask who comes",
            text("when", "Such as Friday 8pm, by your own clock", required=True, max_length=40),
            code,
            text("title", "What to call it", max_length=80),
            {"type": 4, "name": "seats", "description": "For how many", "min_value": 1, "max_value": 50},
            text("repeat", "Again and again", choices=chosen(REPEATS)),
            text("zone", "Your time zone, if it is not the one you told us", autocomplete=True),
            only_here=True,
        ),
        command("story", "Post what has happened so far to a thread", code | {"required": True}, only_here=True),
    ]
