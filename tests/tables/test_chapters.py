"""Campaigns: where chapters ended, who was there, lines that branch off, lines that are given up, deputies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import msgspec
import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games import GAMES
from app.games.vanguard.content import CAMPAIGN, EDITIONS, Edition
from app.games.vanguard.people import seats_of
from app.kernel import Answer, Base, Refused, Session, encode_state
from app.people.identity import People, Person
from app.storage.schema import checkpoints, journal
from app.tables.chapters import Chapters
from app.tables.facts import TableInfo, TableSettings
from app.tables.hub import Hub
from app.tables.lobby import Lobby
from app.tables.replay import Archive, TableFile
from tests.games.vanguard.test_renewal import NEWER, renamed
from tests.rules import rule

GAME = GAMES["vanguard"]
SLOW = TableSettings(pace="slow")  # nobody waits for a reaction window


class Campaign:
    def __init__(self, engine: AsyncEngine, hub: Hub) -> None:
        self.engine, self.hub, self.people, self.lobby = engine, hub, People(engine, "key"), Lobby(hub)
        self.chapters = Chapters(hub, Archive(engine, hub.store))

    async def begin(self, *names: str) -> tuple[TableInfo, list[Person]]:
        """A campaign that stands at the end of an exploration."""
        players = [await self.people.welcome(name) for name in names]
        info = await self.lobby.create("vanguard", len(names), {"skip_tutorial": True}, players[0].id, SLOW)
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
                await self.hub.act(table_id, GAME.bot(live.session, live.session.next_seat))
        return (await self.chapters.of(table_id))[-1].moment

    async def session(self, table_id: str) -> Session:  # type: ignore[type-arg]
        live = await self.hub.live(table_id)
        assert live.session is not None
        return live.session


@pytest.fixture
async def second_hub(engine: AsyncEngine, database_url: str) -> AsyncGenerator[Hub]:
    """Another process that serves the same tables."""
    other = Hub(engine, database_url)
    await other.start()
    yield other
    await other.stop()


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
    async with campaign.engine.connect() as connection:
        ended = select(journal.c.seq).where(journal.c.table_id == info.id, journal.c.moment == moment)
        kept = select(checkpoints.c.seq).where(checkpoints.c.table_id == info.id)
        rows, bases = set((await connection.scalars(ended)).all()), set((await connection.scalars(kept)).all())
    assert rows <= bases, "a base is kept there: branching needs no replay, whatever becomes of the rules"
    assert chapter.names == ("Ada (Security, Science)", "Ben (Recon, Engineering)"), "who was there, and as what"
    assert chapter.title.startswith("Mission 1, ")
    original = encode_state((await campaign.session(info.id)).state)
    with pytest.raises(Refused, match="Only its players"):
        await campaign.chapters.branch(info.id, moment, 2, (await campaign.people.welcome("Eve")).id)

    new = await campaign.chapters.branch(info.id, moment, 2, ben.id)
    assert new.status == "lobby"
    assert new.owner_id == ben.id, "seats of its own"
    assert new.branch_of is not None
    assert (new.branch_of.code, new.branch_of.title) == (info.code, chapter.title)
    assert [line.code for line in await campaign.chapters.branches(info.id, ben.id)] == [new.code]
    assert await campaign.chapters.branches(info.id, ada.id) == [], "a line of others is theirs"
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
    assert (state.seat_count, state.team_size, state.owners) == (3, 3, [0, 1, 0, 2]), "with a third player"

    await campaign.chapters.abandon(info.id, True)
    asked = (await campaign.session(info.id)).asks
    with pytest.raises(Refused, match="given up"):
        await campaign.hub.act(info.id, Answer(0, asked[0].id, ("bridge",)))
    assert (await campaign.chapters.of(info.id)) == [chapter], "the record stays readable"
    assert (await campaign.hub.live(info.id)).lines_for(0)
    await campaign.chapters.abandon(info.id, False)
    await campaign.hub.act(info.id, Answer(0, asked[0].id, ("bridge",)))


async def test_who_comes_and_goes_at_the_same_time_does_so_one_by_one(campaign: Campaign) -> None:
    info, (_, ben, cleo) = await campaign.begin("Ada", "Ben", "Cleo")
    table, chapters = info.id, campaign.chapters
    await campaign.play_until_chapter(table)
    done = await asyncio.gather(*(chapters.leave(table, seat) for seat in (1, 2, 2)), return_exceptions=True)
    assert sorted(isinstance(one, Refused) for one in done) == [False, False, True], "one pressed twice"
    now = await campaign.hub.store.info(table)
    assert [seat.number for seat in now.inside] == [0]
    assert set(seats_of((await campaign.session(table)).state)) == {0}, "the game knows the same"
    back = await asyncio.gather(*(chapters.join(table, who.id) for who in (ben, cleo, cleo)))
    assert back == [1, 2, 2]
    assert set(seats_of((await campaign.session(table)).state)) == {0, 1, 2}
    await campaign.lobby.remove(table, 2)
    await chapters.offer_seat(table, True)
    with pytest.raises(Refused, match="taken out of this game"):
        await chapters.join(table, cleo.id)


@rule("ISS-328", "ISS-EX126", "ISS-327")
async def test_players_join_and_leave_between_missions(campaign: Campaign, second_hub: Hub) -> None:
    info, (ada, ben) = await campaign.begin("Ada", "Ben")
    table, chapters = info.id, campaign.chapters
    cleo, dora = await campaign.people.welcome("Cleo"), await campaign.people.welcome("Dora")
    with pytest.raises(Refused, match="No seat is offered"):
        await chapters.join(table, cleo.id)
    await chapters.offer_seat(table, True)
    await chapters.offer_seat(table, True)  # it is offered already
    assert len((await campaign.hub.store.info(table)).seats) == 3
    with pytest.raises(Refused, match="only between missions"):
        await chapters.join(table, cleo.id)  # the crew is being chosen
    assert not (await campaign.hub.store.info(table)).seats[2].taken, "nothing has changed"

    await campaign.play_until_chapter(table)
    await second_hub.live(table)
    session = await campaign.session(table)
    await campaign.hub.act(table, Answer(0, session.asks[0].id, ("bridge",)))
    with pytest.raises(Refused, match="under way"):
        await chapters.join(table, cleo.id)  # a proposal stands
    await campaign.hub.undo(table, 0)
    assert await chapters.join(table, cleo.id) == 2
    assert await chapters.join(table, cleo.id) == 2, "who sits there sits there"
    with pytest.raises(Refused, match="No seat is offered"):
        await chapters.join(table, dora.id)
    session = await campaign.session(table)
    assert session.rng.seed == info.seed, "chance goes on as it was sealed (ISS-025)"
    assert session.state.owners == [0, 1, 0, 2]
    assert (session.state.team_size, set(session.asks)) == (3, {0, 1, 2})
    assert "Cleo joins." in [told.line.text for told in (await campaign.hub.live(table)).lines_for(0)]

    await campaign.hub.use(table, 1, "exchange:1:3")  # Cleo takes Recon from Ben
    await campaign.hub.act(table, Answer(2, (await campaign.session(table)).asks[2].id, ("yes",)))
    assert (await campaign.session(table)).state.owners == [0, 2, 0, 1]
    session = await until_same(campaign, second_hub, table)
    assert session.state.owners == [0, 2, 0, 1], "other processes follow"
    campaign.hub.forget(table)
    assert (await campaign.session(table)).state.owners == [0, 2, 0, 1], "and it is stored"

    await chapters.leave(table, 0)
    left = await campaign.hub.store.info(table)
    assert left.owner_id == ben.id, "somebody has to keep the house"
    assert [seat.number for seat in left.inside] == [1, 2]
    session = await campaign.session(table)
    assert session.state.owners == [1, 2, 2, 1]
    assert (session.state.team_size, set(session.asks)) == (2, {1, 2})
    assert left.seat_of(ada.id) == 0, "who has left may read on"
    await chapters.leave(table, 2)
    with pytest.raises(Refused, match="Somebody has to stay"):
        await chapters.leave(table, 1)
    with pytest.raises(Refused, match="Nobody in the game"):
        await chapters.leave(table, 0)
    assert await chapters.join(table, ada.id) == 0, "and come back"
    session = await campaign.session(table)
    assert seats_of(session.state) == [0, 1]

    while len([chapter for chapter in await chapters.of(table) if chapter.ended]) < 2:
        for _ in range(50):
            session = await campaign.session(table)
            assert set(session.asks) <= {0, 1}
            await campaign.hub.act(table, GAME.bot(session, session.next_seat))
    told = await chapters.of(table)
    assert [chapter.title for chapter in told if not chapter.ended] == [
        "Cleo joins.", "Ada leaves.", "Cleo leaves.", "Ada joins."
    ]  # fmt: skip
    assert told[0].names == ("Ada (Security, Science)", "Ben (Recon, Engineering)")
    assert [name.split(" ")[0] for name in told[-1].names] == ["Ada", "Ben"]
    early = await Archive(campaign.engine, campaign.hub.store).moment(table, told[0].moment)
    assert early.session is not None
    assert early.session.state.owners == [0, 1, 0, 1], "looking back shows who had what"
    file = await Archive(campaign.engine, campaign.hub.store).export(table)
    copy = await Archive(campaign.engine, campaign.hub.store).restore(file, ada.id)
    assert [seat.number for seat in copy.inside] == [0, 1], "a table's file knows who has left"
    branch = await chapters.branch(table, told[0].moment, 2, cleo.id)
    assert branch.owner_id == cleo.id, "of a line that one was part of"


@rule("ISS-025")
async def test_a_table_whose_content_is_not_here_is_not_brought_in(campaign: Campaign) -> None:
    info, (ada,) = await campaign.begin("Ada")
    archive = Archive(campaign.engine, campaign.hub.store)
    file = msgspec.msgpack.decode(await archive.export(info.id), type=TableFile)
    assert file.base is not None
    base = msgspec.msgpack.decode(file.base, type=Base)
    state = GAME.decode(base.version, base.state)
    state.content = 99
    newer = msgspec.structs.replace(base, state=encode_state(state))
    file = msgspec.structs.replace(file, base=msgspec.msgpack.encode(newer))
    with pytest.raises(Refused, match="version 99 of its content"):
        await archive.restore(msgspec.msgpack.encode(file), ada.id)


@rule("ISS-025", "ISS-333")
async def test_a_stored_campaign_meets_a_newer_version(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server is upgraded while a campaign is under way: it goes on as it was, until its players agree."""
    info, (_, ben) = await campaign.begin("Ada", "Ben")
    moment = await campaign.play_until_chapter(info.id)
    before = encode_state((await campaign.session(info.id)).state)
    monkeypatch.setitem(EDITIONS, NEWER, Edition(renamed(CAMPAIGN)))
    campaign.hub.forget(info.id)  # as after a start of the new release
    session = await campaign.session(info.id)
    assert encode_state(session.state) == before, "byte for byte"
    system = session.view(0).public.header.system
    assert not system.startswith("New ")
    await campaign.hub.use(info.id, 1, "renew")
    assert (await campaign.session(info.id)).state.content == CAMPAIGN.version
    await campaign.hub.use(info.id, 0, "renew")
    campaign.hub.forget(info.id)
    session = await campaign.session(info.id)
    assert session.state.content == NEWER
    assert session.view(0).public.header.system == f"New {system}"
    told = (await campaign.hub.live(info.id)).lines_for(None)
    assert f"Version {NEWER} of The Quiet Line from here on." in [one.line.text for one in told]
    early = await Archive(campaign.engine, campaign.hub.store).moment(info.id, moment)
    assert early.session is not None
    assert early.session.view(0).public.header.system == system, "what was played stays what it was"
    branch = await campaign.chapters.branch(info.id, moment, 1, ben.id)
    await campaign.lobby.begin(branch.id)
    assert (await campaign.session(branch.id)).state.content == CAMPAIGN.version, "a branch is the same state"


async def until_same(campaign: Campaign, hub: Hub, table: str) -> Session:  # type: ignore[type-arg]
    """The other process has caught up."""
    wanted = (await campaign.hub.live(table)).seq
    for _ in range(1200):
        live = await hub.live(table)
        if live.seq == wanted:
            break
        await asyncio.sleep(0.05)
    assert live.session is not None
    return live.session


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
        await campaign.hub.act(info.id, GAME.bot(session, session.next_seat))
    session = await campaign.session(info.id)
    await campaign.hub.act(info.id, GAME.bot(session, 1), by="Ada")
    assert (await campaign.session(info.id)).state.team_size == team, "the team does not change"
    assert info.settings.on_time == "nudge", "no rule depends on speed: a timer only notifies"
    await campaign.lobby.lend(info.id, 1, None)
    assert (await campaign.hub.store.info(info.id)).seats_of(cleo.id) == [1], "and Cleo takes it back"
