"""Versions of a campaign: what is published stays, what follows it keeps what saved campaigns may name (ISS-025)."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree

import msgspec
import pytest

from app.cli import main
from app.games.vanguard.content import EDITIONS
from app.games.vanguard.content.structs import Log
from app.packs.campaign.library import BUILT, build, built, compiled_text, digest, module_text, publish, published
from app.packs.read import PackError
from tests.packs.test_campaigns import QUIET_LINE, quick
from tests.packs.test_packs import change
from tests.rules import rule

assert quick  # files are parsed once
PLACE = ("planets/p02.yaml", "name: Brackwater", "name: Freshwater")


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    copy = Path(copytree(QUIET_LINE, tmp_path / "quiet-line"))
    (copy / "published.txt").unlink(missing_ok=True)
    head = copy / "pack.yaml"
    head.write_text(re.sub(r"version: \d+", "version: 1", head.read_text(encoding="utf-8")), encoding="utf-8")
    return copy


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    (tmp_path / "built").mkdir()
    return tmp_path / "built"


@rule("ISS-025")
def test_what_is_published_is_here_as_it_was_published() -> None:
    here = {built(path).version: compiled_text(path) for path in BUILT.glob("quiet_line*.py")}
    assert set(here) == set(EDITIONS)
    for version, seal in published(QUIET_LINE).items():
        assert digest(here[version]) == seal, f"version {version} is published: raise `version` in pack.yaml instead"


@rule("ISS-025")
def test_a_published_version_does_not_change(pack: Path, shelf: Path) -> None:
    build(pack, shelf)
    change(pack, *PLACE)
    build(pack, shelf)  # still in the making
    assert built(shelf / "quiet_line.py").planets[1].name == "Freshwater"
    assert "Version 1 of The Quiet Line is published" in publish(pack, shelf)
    assert publish(pack, shelf) == "Version 1 is published already."
    build(pack, shelf)  # nothing has changed
    change(pack, "planets/p02.yaml", "name: Freshwater", "name: Sweetwater")
    with pytest.raises(PackError, match="version 1 is published and stays as it is: set `version: 2`"):
        build(pack, shelf)
    with pytest.raises(PackError, match="build` it first"):
        publish(pack, shelf)
    assert built(shelf / "quiet_line.py").planets[1].name == "Freshwater"


@rule("ISS-025")
def test_the_version_before_is_kept(pack: Path, shelf: Path) -> None:
    build(pack, shelf)
    publish(pack, shelf)
    first = compiled_text(shelf / "quiet_line.py")
    change(pack, *PLACE)
    change(pack, "pack.yaml", "version: 1", "version: 2\nnews: Brackwater has another name.")
    build(pack, shelf)
    publish(pack, shelf)
    assert compiled_text(shelf / "quiet_line_1.py") == first
    second = built(shelf / "quiet_line.py")
    assert (second.version, second.planets[1].name, second.news) == (2, "Freshwater", "Brackwater has another name.")
    assert list(published(pack)) == [1, 2]
    change(pack, "pack.yaml", "version: 2", "version: 1")
    with pytest.raises(PackError, match="version 2 is built already"):
        build(pack, shelf)


@rule("ISS-025")
def test_a_version_keeps_what_running_campaigns_may_name(pack: Path, shelf: Path) -> None:
    module = build(pack, shelf)
    first = built(module)
    richer = msgspec.structs.replace(
        first, logs=(*first.logs, Log(4321, "none")), endings={**first.endings, "END9": ""}
    )
    module.write_text(module_text("quiet-line", richer), encoding="utf-8")
    change(pack, "pack.yaml", "version: 1", "version: 2")
    with pytest.raises(PackError, match="version 2 lacks ending END9, log 4321: running campaigns may stand there"):
        build(pack, shelf)
    assert built(shelf / "quiet_line.py").version == 1, "nothing was written"
    assert not (shelf / "quiet_line_1.py").exists()


def test_the_command_line_publishes(pack: Path, shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["packs", "publish", str(pack), "--out", str(shelf)]) == 2
    assert "build` it first" in capsys.readouterr().err
    assert main(["packs", "build", str(pack), "--out", str(shelf)]) == 0
    assert main(["packs", "publish", str(pack), "--out", str(shelf)]) == 0
    assert "is published: " in capsys.readouterr().out
    assert main(["packs", "publish", str(QUIET_LINE.parent / "sampler")]) == 2
    assert "only campaigns" in capsys.readouterr().err
