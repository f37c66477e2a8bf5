"""The card as a pure function: lobby, game, result; in words, and always one that Discord takes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.discord.bodies import digest
from app.discord.card import Chair, Result, Standing, card
from app.discord.standing import ART
from app.discord.words import escape, listed, named
from app.games import GAMES
from tests.discord.fake import problems
from tests.discord.world import ADA, BEN, faces, labels, said, title

ADA_SITS = Chair("Ada", ADA, 0, host=True, face="https://cdn.discordapp.com/avatars/1/a.png")
BEN_SITS = Chair("Ben", BEN, 1, ready=True, face="https://cdn.discordapp.com/avatars/2/b.png")
LOBBY = Standing(
    "amber-otter-42", "Vantage", "lobby", "https://play.example.org/t/amber-otter-42", (ADA_SITS, BEN_SITS, Chair()),
    promise="You crash apart on a strange planet.", length="About two hours", sentence="Vantage on Oriel for three.",
    art="https://play.example.org/static/discord/vantage.jpg",
)  # fmt: skip
PLAYING = msgspec.structs.replace(
    LOBBY, status="playing", chairs=(ADA_SITS, BEN_SITS, Chair("Wen", "", 3)), waited=(1,), doing="chooses a secret",
    since=1_800_000_000, progress="Turn 14 on Oriel.", just_now="Wen knocked, and something drew back.",
)  # fmt: skip
OVER = msgspec.structs.replace(
    PLAYING, status="finished",
    result=Result("Ada wins", "7 against 5.", "An ending · 25 moments, 40 minutes", "", (("Ada", 7), ("Ben", 1))),
)  # fmt: skip


def fits(body: dict[str, Any]) -> None:
    assert problems("POST /channels/{channel_id}/messages", body) == []
    assert problems("PATCH /channels/{channel_id}/messages/{message_id}", body) == []


def test_the_lobby_says_who_sits_who_is_ready_and_what_was_agreed() -> None:
    made = card(LOBBY)
    fits(made)
    assert title(made) == "Vantage: one chair is free"
    assert f"At the table: <@{ADA}>, <@{BEN}>, a free chair" in said(made)
    assert "\nAda, host" in said(made)
    assert "\nBen, ready ✓" in said(made)
    assert "○ a free chair" in said(made)
    assert "Agreed on: Vantage on Oriel for three." in said(made)
    assert "About two hours." in said(made)
    assert "code amber-otter-42" in said(made)
    assert made["embeds"][0]["image"]["url"].endswith("vantage.jpg")
    assert made["embeds"][0]["author"]["icon_url"].endswith("a.png")
    assert labels(made) == ["Take a seat", "Leave", "I am ready", "Start", "Open", "Set it up"]
    assert made["allowed_mentions"] == {"parse": []}, "a card pings nobody"


def test_ready_is_in_the_title() -> None:
    full = msgspec.structs.replace(LOBBY, chairs=(ADA_SITS, msgspec.structs.replace(BEN_SITS, ready=False)))
    assert title(card(full)) == "Vantage: waiting for Ben to be ready"
    assert (full.stage, LOBBY.stage) == ("lobby", "lobby")
    ready = msgspec.structs.replace(LOBBY, chairs=(ADA_SITS, BEN_SITS))
    assert title(card(ready)) == "Vantage: everybody is ready"
    assert ready.stage == "complete", "that is worth being seen"


def test_in_play_it_says_whose_turn_it_is_what_they_decide_and_since_when() -> None:
    made = card(PLAYING)
    fits(made)
    assert title(made) == "Vantage: Ben is at it"
    assert f"Waited for: <@{BEN}> chooses a secret\nasked <t:1800000000:R>" in said(made)
    assert "Turn 14 on Oriel." in said(made)
    assert "Just now: Wen knocked" in said(made)
    assert labels(made) == ["Play here", "Open", "Watch", "The story so far"]
    inside = card(msgspec.structs.replace(PLAYING, inside=True))
    fits(inside)
    assert labels(inside) == ["Play here", "Open", "Inside Discord", "Watch", "The story so far"]
    assert labels(card(msgspec.structs.replace(PLAYING, watchable=False))) == ["Play here", "Open", "The story so far"]


def test_players_have_their_faces_and_ready_marks() -> None:
    wen = Chair("Wen", "", 3)
    made = card(msgspec.structs.replace(LOBBY, chairs=(ADA_SITS, BEN_SITS, wen, Chair("Bot", "", 4, bot=True))))
    fits(made)
    places = [(one["author"].get("icon_url", ""), one["author"]["name"]) for one in made["embeds"][1:]]
    assert places == [
        (ADA_SITS.face, "Ada, host"), (BEN_SITS.face, "Ben, ready ✓"),
        ("", "◆ Wen, not ready yet"), ("", "⬢ Bot, a bot"),
    ]  # fmt: skip
    assert made["embeds"][2]["color"] != made["embeds"][3]["color"], "the mark is in the colour, too"
    assert faces(card(PLAYING)) == [BEN_SITS.face], "whose turn it is"
    assert faces(card(msgspec.structs.replace(PLAYING, waited=(2,)))) == [], "who is not connected has no face"
    assert faces(card(msgspec.structs.replace(PLAYING, waited=(0, 1)))) == []
    won = msgspec.structs.replace(OVER, result=Result("Ada wins", winners=(0,)))
    assert faces(card(won)) == [ADA_SITS.face], "and who has won"
    fits(card(won))
    full = tuple(Chair(f"P{n}" * 20, BEN, n, face=BEN_SITS.face) for n in range(8))
    fits(card(msgspec.structs.replace(LOBBY, chairs=full)))
    assert len(card(msgspec.structs.replace(LOBBY, chairs=(*full, Chair())))["embeds"]) == 10


@pytest.mark.parametrize(
    ("waited", "doing", "expected"),
    [
        ((0, 1), "chooses a secret", f"<@{ADA}> and <@{BEN}> choose a secret"),
        ((0, 1), "weigh a proposal", f"<@{ADA}> and <@{BEN}> weigh a proposal"),
        ((0, 1), "tries an answer", f"<@{ADA}> and <@{BEN}> try an answer"),
        ((0, 1), "is washed ashore", f"<@{ADA}> and <@{BEN}> are washed ashore"),
        ((0, 1), "passes", f"<@{ADA}> and <@{BEN}> pass"),
        ((2,), "buys", "**Wen** buys"),
    ],
)
def test_several_are_waited_for_in_good_english(waited: tuple[int, ...], doing: str, expected: str) -> None:
    made = card(msgspec.structs.replace(PLAYING, waited=waited, doing=doing))
    assert expected in said(made)


def test_everybody_is_everybody_and_a_borrower_is_named() -> None:
    assert title(card(msgspec.structs.replace(PLAYING, waited=(0, 1, 2)))) == "Vantage: everybody is at it"
    lent = (ADA_SITS, msgspec.structs.replace(BEN_SITS, played_by="Wen"), Chair("Wen", "", 3))
    made = card(msgspec.structs.replace(PLAYING, chairs=lent))
    assert title(made) == "Vantage: Wen is at it"
    assert f"<@{BEN}> (played by Wen)" in said(made)


def test_at_the_end_it_says_who_won_and_how_to_go_on() -> None:
    made = card(OVER)
    fits(made)
    assert title(made) == "Vantage: Ada wins"
    assert "Ada: 7 points" in said(made)
    assert "Ben: 1 point" in said(made)
    assert "1 points" not in said(made)
    assert labels(made) == ["Rematch", "Watch it", "Read the story"]
    ways = [part.get("url") for part in made["components"][0]["components"]]
    assert ways[1] == "https://play.example.org/t/amber-otter-42/replay"
    again = msgspec.structs.replace(OVER, result=Result("Ada wins", rematch="green-fox-7"))
    assert labels(card(again))[0] == "To the rematch"
    assert "green-fox-7" in said(card(again))


def test_whatever_people_are_called_discord_takes_the_card() -> None:
    names = [
        "Cleo *bold* @everyone",
        "[x](http://evil.example)",
        "अनन्या",
        "👩‍👩‍👧‍👦 family",
        "x" * 40,
        "\u202eevil",
        "<@1>",
        "`",
    ]
    chairs = tuple(Chair(name, "", number) for number, name in enumerate(names))
    for made in (LOBBY, PLAYING, OVER):
        body = card(msgspec.structs.replace(made, chairs=chairs, waited=tuple(range(8)), just_now="x" * 900))
        fits(body)
    words = said(card(msgspec.structs.replace(LOBBY, chairs=chairs)))
    assert "Cleo \\*bold\\* \\@everyone" in words
    assert "\\[x\\]\\(http\\://evil.example\\)" in words, "no link can be made of a name"
    assert "अनन्या" in words


def test_small_words() -> None:
    assert listed([]) == ""
    assert listed(["Ada", "Ben", "Cleo"]) == "Ada, Ben and Cleo"
    assert named("{0} beats {1} and {9}", ["Ada", "Ben"]) == "Ada beats Ben and somebody"
    assert escape("a_b") == "a\\_b"
    assert digest(card(LOBBY)) == digest(card(LOBBY))
    assert digest(card(LOBBY)) != digest(card(PLAYING))


def test_every_game_on_the_shelf_has_a_picture_that_discord_can_show() -> None:
    for game in GAMES.values():
        picture = ART / f"{game.id}.jpg"
        assert picture.read_bytes()[:3] == b"\xff\xd8\xff", (
            f"make it with: python -m tests.pictures discord ({game.id})"
        )
        assert picture.stat().st_size < 300_000
