"""Campaigns: where chapters ended, who was there, lines that branch off, lines that are given up, deputies."""

from __future__ import annotations

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games import GAMES
from app.kernel import Answer, Refused, Session, encode_state
from app.people.identity import People, Person
from app.tables.chapters import Chapters
from app.tables.facts import TableInfo
from app.tables.hub import Hub
from app.tables.lobby import Lobby
from app.tables.replay import Archive
from tests.rules import rule

GAME = GAMES["vanguard"]


class Campaign:
    def __init__(self, engine: AsyncEngine, hub: Hub) -> None:
        self.engine, self.hub, self.people, self.lobby = engine, hub, People(engine, "key"), Lobby(hub)
        self.chapters = Chapters(hub, Archive(engine, hub.store))

    async def begin(self, *names: str) -> tuple[TableInfo, list[Person]]:
        """A campaign that stands at the end of an exploration."""
        players = [await self.people.welcome(name) for name in names]
        info = await self.lobby.create("vanguard", len(names), {"skip_tutorial": True}, players[0].id)
        for person in players[1:]:
            await self.lobby.sit(info.id, person.id)
        await self.lobby.begin(info.id)
        return info, players

    async def play_until_chapter(self, table_id: str) -> int:
        """Bots play until a chapter has ended; the moment of it."""
        while not await self.chapters.of(table_id):
            for _ in range(200):
                live = await self.hub.live(table_id)
                assert live.session is not None
                if GAME.between_chapters(live.session.state):
                    break
                await self.hub.act(table_id, GAME.bot(live.session, min(live.session.asks)))
        return (await self.chapters.of(table_id))[-1].moment

    async def session(self, table_id: str) -> Session:  # type: ignore[type-arg]
        live = await self.hub.live(table_id)
        assert live.session is not None
        return live.session


@pytest.fixture
def campaign(engine: AsyncEngine, hub: Hub) -> Campaign:
    return Campaign(engine, hub)


@rule("ISS-331", "ISS-332", "ISS-EX128", "ISS-327", "ISS-328", "ISS-EX126")
async def test_a_campaign_is_branched_from_a_save_point(campaign: Campaign) -> None:
    info, (ada, ben) = await campaign.begin("Ada", "Ben")
    with pytest.raises(Refused, match="only where a chapter ended"):
        await campaign.chapters.branch(info.id, 1, 2, ada.id)
    moment = await campaign.play_until_chapter(info.id)
    (chapter,) = await campaign.chapters.of(info.id)
    assert chapter.names == ("Ada", "Ben"), "who was there"
    assert chapter.title.startswith("Mission 1, ")
    original = encode_state((await campaign.session(info.id)).state)
    with pytest.raises(Refused, match="Only its players"):
        await campaign.chapters.branch(info.id, moment, 2, (await campaign.people.welcome("Eve")).id)

    new = await campaign.chapters.branch(info.id, moment, 2, ben.id)
    assert new.status == "lobby"
    assert new.owner_id == ben.id, "seats of its own"
    assert new.branch_of is not None
    assert (new.branch_of.code, new.branch_of.title) == (info.code, chapter.title)
    await campaign.lobby.sit(new.id, ada.id)
    await campaign.lobby.begin(new.id)
    branch = await campaign.session(new.id)
    assert encode_state(branch.state) == original, "the same state"
    assert branch.base.rng.seed == new.seed != info.seed, "chance of its own"
    before = (await campaign.hub.live(info.id)).seq
    await campaign.hub.act(new.id, Answer(0, branch.asks[0].id, ("bridge",)))
    assert (await campaign.hub.live(info.id)).seq == before, "the original is unchanged"
    told = (await campaign.hub.live(new.id)).lines_for(0)
    assert f"goes on from {info.code}" in told[0].line.text

    more = await campaign.chapters.branch(info.id, moment, 3, ada.id)
    for name in ("Ben", "Cleo"):
        await campaign.lobby.sit(more.id, (await campaign.people.welcome(name)).id)
    await campaign.lobby.begin(more.id)
    state = (await campaign.session(more.id)).state
    assert (state.seat_count, state.team_size, state.owners) == (3, 3, [0, 1, 2, 0]), "a third player joins"

    await campaign.chapters.abandon(info.id, True)
    asked = (await campaign.session(info.id)).asks
    with pytest.raises(Refused, match="given up"):
        await campaign.hub.act(info.id, Answer(0, asked[0].id, ("bridge",)))
    assert (await campaign.chapters.of(info.id)) == [chapter], "the record stays readable"
    assert (await campaign.hub.live(info.id)).lines_for(0)
    await campaign.chapters.abandon(info.id, False)
    await campaign.hub.act(info.id, Answer(0, asked[0].id, ("bridge",)))


@rule("ISS-329", "ISS-EX127", "ISS-330")
async def test_a_deputy_finishes_the_turn_of_somebody_who_is_away(campaign: Campaign) -> None:
    info, (ada, cleo) = await campaign.begin("Ada", "Cleo")
    before = (await campaign.session(info.id)).state
    team = before.team_size
    await campaign.lobby.lend(info.id, 1, ada.id)
    changed = await campaign.hub.store.info(info.id)
    assert changed.seats_of(ada.id) == [0, 1], "Ada plays for Cleo, too"
    while 1 not in (await campaign.session(info.id)).asks:
        session = await campaign.session(info.id)
        await campaign.hub.act(info.id, GAME.bot(session, min(session.asks)))
    session = await campaign.session(info.id)
    await campaign.hub.act(info.id, GAME.bot(session, 1), by="Ada")
    assert (await campaign.session(info.id)).state.team_size == team, "the team does not change"
    assert info.settings.on_time == "nudge", "no rule depends on speed: a timer only notifies"
    await campaign.lobby.lend(info.id, 1, None)
    assert (await campaign.hub.store.info(info.id)).seats_of(cleo.id) == [1], "and Cleo takes it back"
