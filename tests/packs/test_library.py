"""Packs of a host: found, kept, left out when broken, and offered by the form for new tables."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from app.config import Settings
from app.games.vantage.state import Options
from app.games.vantage.world import WORLDS, worlds
from app.main import make_app
from app.packs import library
from app.packs.library import load, load_host_packs
from app.web.forms import fields_of
from bench.packs import full_size
from tests.packs.test_packs import SAMPLER, change


@pytest.fixture(autouse=True)
def shelf() -> Iterator[None]:
    before = dict(WORLDS)
    yield
    WORLDS.clear()
    WORLDS.update(before)


def put(data: Path, name: str) -> Path:
    folder = Path(copytree(SAMPLER, data / "packs" / name))
    change(folder, "pack.yaml", "pack: sampler", f"pack: {name}")
    return folder


def test_packs_of_the_host_are_loaded_and_offered(tmp_path: Path) -> None:
    put(tmp_path, "ours")
    assert [world.pack for world in load_host_packs(tmp_path)] == ["ours"]
    (field,) = [field for field in fields_of(Options) if field.name == "pack"]
    assert field.kind == "choice"
    assert field.choices == tuple(worlds())
    assert "ours" in field.choices


def test_every_server_loads_them(tmp_path: Path) -> None:
    put(tmp_path, "served")
    make_app(Settings(data_dir=tmp_path))
    assert "served" in WORLDS


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("places/shore.yaml", "terrain: city", "terrain: [city", "shore.yaml: while parsing"),
        ("places/shore.yaml", "name: Bell Stile", "nome: Bell Stile", "places/shore.yaml: 41: Object contains unknown"),
        ("flags.yaml", "flags:", "- flags:", "flags.yaml"),
        ("pack.yaml", "pack: broken", "pock: broken", "broken is not shaped like a pack: KeyError('pack')"),
        ("pack.yaml", "pack: broken", "pack: sampler", "belongs to a pack of the house"),
        (
            "places/shore.yaml",
            "name: Bell Stile\n  region: B",
            "name: Bell Stile\n  region: C",
            "it has errors:\nVAN-L",
        ),
    ],
)
def test_a_broken_one_is_named_and_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, file: str, old: str, new: str, says: str
) -> None:
    put(tmp_path, "ours")
    change(put(tmp_path, "broken"), file, old, new)
    with caplog.at_level(logging.ERROR):
        assert [world.pack for world in load_host_packs(tmp_path)] == ["ours"]
    (line,) = caplog.messages
    assert line.startswith(f"the pack {tmp_path / 'packs' / 'broken'} is left out: ")
    assert says in line
    assert says in library.LEFT_OUT["broken"]
    (field,) = [field for field in fields_of(Options) if field.name == "pack"]
    assert "broken" not in field.choices


def test_what_is_compiled_is_kept_until_a_file_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = put(tmp_path, "ours")
    first = load(folder, tmp_path / "cache")
    with monkeypatch.context() as patch:
        patch.setattr(library, "compile_pack", lambda folder: pytest.fail("it was compiled again"))
        assert load(folder, tmp_path / "cache") == first
    change(folder, "pack.yaml", "title: Sampler", "title: Another")
    assert load(folder, tmp_path / "cache").title == "Another"
    assert len(list((tmp_path / "cache").iterdir())) == 1
    for kept in (tmp_path / "cache").iterdir():
        kept.write_text("{}")
    assert load(folder, tmp_path / "cache").title == "Another"


def test_a_world_of_full_size_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How long it takes is measured by `bench.packs`."""
    folder = full_size(tmp_path)
    assert len(load(folder, tmp_path / "cache").places) == 800
    monkeypatch.setattr(library, "compile_pack", lambda folder: pytest.fail("it was compiled again"))
    assert len(load(folder, tmp_path / "cache").places) == 800
