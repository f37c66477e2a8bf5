"""Settings come from the environment or from files, and what does not fit is said in words."""

from pathlib import Path

import pytest

from app.config import BadSetting, load_settings


def test_defaults_and_sources(tmp_path: Path) -> None:
    secret = tmp_path / "key"
    secret.write_text("from a file\n")
    settings, sources = load_settings({"PORT": "9000", "SECRET_KEY_FILE": str(secret), "BASE_PATH": "games/"})
    assert (settings.port, settings.secret_key, settings.base_path) == (9000, "from a file", "/games")
    assert sources["port"] == "environment (PORT)"
    assert sources["secret_key"] == "file (SECRET_KEY_FILE)"
    assert sources["host"] == "default"


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("PORT", "many", "whole number"),
        ("PORT", "70000", "below 65536"),
        ("DEVELOPER_MODE", "perhaps", "true or false"),
        ("PUBLIC_URL", "play.example.org", "https://"),
        ("LOG_LEVEL", "loud", "debug, info"),
        ("LOG_FORMAT", "verse", "text or json"),
        ("SECRET_KEY_FILE", "/no/such/file", "cannot read"),
    ],
)
def test_wrong_settings_are_explained(name: str, value: str, words: str) -> None:
    with pytest.raises(BadSetting, match=words):
        load_settings({name: value})


def test_every_setting_is_on_the_page_for_hosts() -> None:
    settings, _ = load_settings({})
    page = (Path(__file__).parents[1] / "docs" / "hosting.md").read_text()
    for name in settings.__dataclass_fields__:
        assert f"`{name.upper()}`" in page, f"{name.upper()} is not described in docs/hosting.md"
