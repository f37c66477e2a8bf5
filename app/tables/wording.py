"""The settings of a table in words for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from app.kernel.box import Pick, Wording

TABLE_WORDS: Final[Mapping[str, Wording]] = {
    "pace": Wording(
        "When do you play?",
        "Together, or one move now and then.",
        {
            "live": Pick(
                "Together, at one time",
                "Everybody is here and talks. Best with a voice call.",
                "[live]",
                "live",
            ),
            "slow": Pick(
                "Over days",
                "Each moves when they can. Whoever is waited for gets a message.",
                "[over days]",
                "over days",
            ),
        },
    ),
    "listed": Wording(
        "Anybody may join",
        "The table stands on the first page, and whoever comes by may take a free chair.",
        {
            "true": Pick("Yes", "Everybody in this house sees it.", brief="anybody may join"),
            "false": Pick("No", "Only people with the link find it.", brief="only people with the link join"),
        },
    ),
    "spectators": Wording(
        "Who may watch?",
        "People without a chair, who have the link.",
        {
            "off": Pick("Nobody", "Only players see the table.", brief="nobody watches"),
            "public": Pick("What the table knows", "They see what all players see.", brief="one may watch"),
            "player": Pick(
                "Over a shoulder",
                "They also see through the eyes of players who allow it.",
                brief="one may watch closely",
            ),
            "after": Pick("Afterwards", "They see everything, once it is over.", brief="one may watch afterwards"),
        },
    ),
    "story": Wording(
        "How fast do bots go on?",
        "Bots wait until what they did has been read.",
        {
            "brisk": Pick("Briskly", "They wait half as long.", brief="bots go on briskly"),
            "normal": Pick(
                "As one reads", "They wait as long as reading takes.", brief="bots wait until you have read"
            ),
            "slow": Pick("Slowly", "They wait twice as long.", brief="bots go slowly"),
        },
    ),
    "soft_seconds": Wording(
        "Seconds to react",
        "How long everybody has to answer what somebody does, before it counts: 5 to 120. 0 waits for everybody.",
        brief="{} seconds to react",
        usual="reactions wait for everybody",
    ),
    "turn_minutes": Wording(
        "Minutes for a turn",
        "When they are used up, the safe choices are made for the rest of the turn. 0 means as long as it takes.",
        brief="{} minutes for a turn",
        usual="no limit for a turn",
    ),
    "silent": Wording(
        "No table talk",
        "Nobody writes in the chat while the game is played.",
        {
            "false": Pick("No", "Talk, promise, threaten.", brief="you may talk"),
            "true": Pick("Yes", "The chat is closed until the end.", brief="no table talk"),
        },
    ),
    "clock_minutes": Wording(
        "Minutes for a decision", "0 means as long as it takes.", brief="{} minutes for a decision", usual="no clock"
    ),
    "on_time": Wording(
        "When the time is up",
        "Only matters with a clock.",
        {
            "nudge": Pick("They are reminded", "Nothing is decided for them.", brief="late ones are reminded"),
            "default": Pick("The safe choice is made", "The game goes on without them.", brief="late ones play safe"),
            "bot": Pick("A bot decides", "The bot chooses as it would.", brief="a bot decides for late ones"),
        },
    ),
    "discord_server": Wording(
        "Only for one Discord server",
        "The number of the server whose members may take a chair. Empty: everybody.",
        brief="only for one Discord server",
    ),
    "discord_role": Wording(
        "Only for one Discord role",
        "The number of the role that one needs besides. Empty: none.",
        brief="only for one Discord role",
    ),
}
