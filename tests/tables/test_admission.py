"""A table file from a stranger: only what the rules say when its choices are played again is believed."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.kernel import Answer, Refused, Undo, encode_state, state_hash
from app.people.identity import People
from app.tables import admission
from app.tables.admission import Admitter, judge
from app.tables.chapters import Chapters
from app.tables.entries import Entry, decode_entry, encode_entry
from app.tables.hub import Hub
from app.tables.replay import Archive
from tests.browser.positions import Position, recording, whisper_recording
from tests.tables.test_hub import move, session_of, start_table

NOW = 2_000_000_000_000


@cache
def honest() -> dict[str, Any]:
    blob = Position(whisper_recording(), 0.5).file()
    return msgspec.msgpack.decode(blob)  # type: ignore[no-any-return]


def verdict(**lies: Any) -> admission.Verdict:
    return judge(msgspec.msgpack.encode(honest() | lies), NOW)


def refusal(**lies: Any) -> str:
    found = verdict(**lies)
    assert found.table is None
    return found.refusal


def test_an_honest_file_is_played_again() -> None:
    found = verdict()
    assert found.table is not None, found.refusal
    position = Position(whisper_recording(), 0.5)
    base = msgspec.msgpack.decode(found.table.base)
    assert found.table.seq == len(position.rows) + 1, "the opening is a row of its own"
    assert base["version"] == position.game.version


@pytest.mark.parametrize("recorded", [("stratos", "treasure4"), ("fantos", None), ("biome", None), ("vantage", None)])
def test_files_of_every_game_are_played_again(recorded: tuple[str, str | None]) -> None:
    game, name = recorded
    if name is None:
        folder = Path(__file__).resolve().parents[1] / "games" / game / "recorded"
        name = min(folder.glob("*.json"), key=lambda path: path.stat().st_size).stem
    found = judge(Position(recording(game, name), 0.3).file(), NOW)
    assert found.table is not None, found.refusal


def test_what_a_file_claims_of_the_game_is_not_believed() -> None:
    """State, lines, moments, status, outcome and bases are made anew."""
    lie = Entry(NOW * 2, decode_entry(honest()["entries"][0][1]).choice, lines=(), moment=10**9, by="Mara")
    rows = [[10**12, encode_entry(lie)], *honest()["entries"][1:]]
    found = verdict(status="invented", seq=10**12, base_seq=-5, base=b"x", outcome={"a": 1}, entries=rows)
    assert found.table is not None, found.refusal
    assert found.table.status == "playing"
    assert found.table.outcome is None
    first = decode_entry(found.table.entries[1][1])
    assert (first.at, first.moment, first.by) == (NOW, 2, "")
    assert first.lines


def test_what_does_not_fit_is_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judge(b"nonsense", NOW).refusal == "That is not a table of Parallax."
    assert judge(b"\x91" * 100_000, NOW).table is None
    assert "not on this shelf" in refusal(game="chess")
    assert "newer" in refusal(state_version=10**6)
    assert "more seats" in refusal(names=["x"] * 3000, bots=[False] * 3000)
    assert "more seats" in refusal(bots=[False] * 2)
    assert refusal(options={"moves": 10**9}), "options have bounds"
    assert refusal(options={"unheard": 1})
    assert "asks for more" in refusal(seed="x" * (admission.LONGEST_SEED + 1))
    assert "asks for more" not in refusal(seed="x" * admission.LONGEST_SEED)
    assert "Row 1 " in refusal(entries=[[1, b"garbage"]])
    assert "do not allow choice 1 " in refusal(seed="another")
    undone = encode_entry(Entry(0, Undo(0)))
    assert "do not allow" in refusal(entries=[[1, undone]] * 3)
    foreign = encode_entry(Entry(0, Answer(99, "1.x", ("card:1",))))
    assert refusal(entries=[[1, foreign]])
    assert "came and went" in refusal(entries=[[1, encode_entry(Entry(0, rebased=True))]])
    fewer = len(honest()["entries"]) * 2 // 3
    monkeypatch.setattr(admission, "MOST_CHOICES", fewer)
    assert refusal() == f"That file holds more than {fewer} choices."
    monkeypatch.setattr(admission, "MOST_CHOICES", len(honest()["entries"]) // 3)
    assert "asks for more" in refusal(), "rows without a choice count as well"


async def test_a_file_that_takes_too_long_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "PATIENCE", 0.01)
    with pytest.raises(Refused, match="takes too long"):
        await Admitter(tmp_path).admit(Position(whisper_recording(), 1).file())
    with pytest.raises(Refused, match="too large"):
        await Admitter(tmp_path).admit(bytes(admission.LARGEST + 1))


async def test_a_table_from_a_file_says_so_for_ever(hub: Hub, engine: AsyncEngine, tmp_path: Path) -> None:
    table_id = await start_table(hub, engine)
    for _ in range(70):
        await move(hub, table_id)
    archive = Archive(engine, hub.store)
    owner = await People(engine, "key").welcome("Zoe")
    admitted = await Admitter(tmp_path).admit(await archive.export(table_id))
    info = await archive.bring_in(admitted, owner.id)
    assert info.imported
    assert not (await hub.store.info(table_id)).imported
    copy, live = await hub.live(info.id), await hub.live(table_id)
    assert state_hash(session_of(copy).state) == state_hash(session_of(live).state)
    assert "came from a file" in copy.lines_for(None)[-1].line.text
    assert b'"imported":true' in copy.public.encoded("about")
    assert (await archive.moment(info.id, 3)).moment == 3
    await move(hub, info.id)


async def test_fresh_chance_decides_what_nobody_could_know(hub: Hub, engine: AsyncEngine, tmp_path: Path) -> None:
    table_id = await start_table(hub, engine)
    archive = Archive(engine, hub.store)
    chapters = Chapters(hub, archive)
    with pytest.raises(Refused, match="Nobody knows the seed"):
        await chapters.decide_by_fresh_chance(table_id)
    owner = await People(engine, "key").welcome("Zoe")
    info = await archive.bring_in(await Admitter(tmp_path).admit(await archive.export(table_id)), owner.id)
    state = session_of(await hub.live(info.id)).state
    before, undealt = encode_state(state), list(state.deck)
    await chapters.decide_by_fresh_chance(info.id)
    live = await hub.live(info.id)
    assert live.info.seed != info.seed
    assert session_of(live).rng.seed == live.info.seed
    after = session_of(live).state
    assert after.deck != undealt, "what nobody has seen lies otherwise"
    assert sorted(after.deck) == sorted(undealt)
    after.deck = undealt
    assert encode_state(after) == before, "and all else as it was"
    assert "fresh chance" in live.lines_for(None)[-1].line.text
    hub.forget(info.id)
    await move(hub, info.id)
