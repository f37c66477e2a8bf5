"""The card of every game on the shelf: where it stands, what is decided, how it ended; and nothing that is secret."""

from __future__ import annotations

import pytest

from app.discord.card import card
from app.games import GAMES
from tests.discord.fake import problems
from tests.discord.world import ADA, World, said, title

MOVES = 20


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_in_play_every_card_says_where_it_stands_and_what_they_decide(world: World, game: str) -> None:
    await world.command("tables")
    ada = await world.person(ADA)
    info = await world.lobby.create(game, 3, {}, ada.id)
    for name in ("Ben", "Cleo"):
        await world.lobby.sit(info.id, (await world.people.welcome(name)).id)
    await world.lobby.begin(info.id)
    reader = world.house.bot._reader
    for _ in range(MOVES):
        standing = await reader.standing(info.id)
        if standing.status != "playing":
            break
        assert standing.progress.strip(), "the round, the score or how far it is"
        assert "{" not in standing.progress + standing.doing + standing.just_now, "names, no holes"
        if standing.waited:
            assert standing.doing.strip(), f"{game}: what they decide"
        made = card(standing)
        assert problems("POST /channels/{channel_id}/messages", made) == []
        assert title(made).startswith(GAMES[game].title)
        await world.move(info.id)


async def test_at_the_end_the_card_has_winner_points_and_a_sentence_of_the_story(world: World) -> None:
    code, table_id = await world.start_table()
    for _ in range(60):
        await world.move(table_id)
    await world.wait(5)
    shown = world.card()
    assert "win" in title(shown)
    assert "point" in said(shown)
    assert len(shown["embeds"][0]["description"].split()) >= 4, shown["embeds"][0]["description"]
    assert code in said(shown)
