"""A campaign keeps the version of the content it began with; a newer one comes at a save point, if everybody wants it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from app.games.vanguard.content import CAMPAIGN, EDITIONS, Edition
from app.games.vanguard.content.structs import Campaign, Content
from app.games.vanguard.game import GAME
from app.kernel import Base, Refused, Rng, Session, Use, encode_state
from tests.games.vanguard.situations import Sess, answer, campaign, options
from tests.games.vanguard.store import path_of
from tests.rules import rule

NEWER = CAMPAIGN.version + 1
replace = msgspec.structs.replace


def renamed(campaign: Campaign) -> Campaign:
    """The next version: every log is told anew, every place has another name."""
    planets = tuple(
        replace(
            planet,
            name=f"New {planet.name}",
            logs=tuple(replace(log, text=f"Anew. {log.text}") for log in planet.logs),
            pois=tuple(replace(poi, name=f"New {poi.name}") for poi in planet.pois),
            missions=tuple(replace(one, name=f"New {one.name}") for one in planet.missions),
        )
        for planet in campaign.planets
    )
    logs = tuple(replace(log, text=f"Anew. {log.text}") for log in campaign.logs)
    systems = tuple(replace(one, name=f"New {one.name}") for one in campaign.systems)
    return replace(
        campaign, version=NEWER, planets=planets, logs=logs, systems=systems, news="Every place has a new name."
    )


def overturned(campaign: Campaign) -> Campaign:
    """A version in which nothing is as it was: whoever looks something up in it goes astray."""

    def turn(thing: Content) -> Content:
        changes: dict[str, object] = {}
        for name in thing.__struct_fields__:
            value = getattr(thing, name)
            if isinstance(value, tuple) and value and isinstance(value[0], Content):
                changes[name] = tuple(turn(one) for one in value)
            elif isinstance(value, Content):
                changes[name] = turn(value)
            elif name in ("name", "text", "about", "title"):
                changes[name] = f"Elsewhere {value}"
            elif name in ("do", "plain", "fail"):
                changes[name] = "ending END6"
            elif name in ("when", "no_travel_until", "need") and value:
                changes[name] = "flag never" if name != "need" else value
            elif name in ("energy", "difficulty", "dice", "category"):
                changes[name] = 9
        return replace(thing, **changes)

    turned = turn(campaign)
    assert isinstance(turned, Campaign)
    return replace(turned, version=NEWER)


@pytest.fixture
def second(monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """The next version is installed."""
    newer = renamed(CAMPAIGN)
    monkeypatch.setitem(EDITIONS, NEWER, Edition(newer))
    return newer


def at_save_point(seats: int) -> Sess:
    """At the save point after a mission, with the content of today."""
    state = Session.load(GAME, path_of("save", 2).read_bytes()).state
    if seats != 2:
        state = GAME.reseat(state, range(seats))
    return Session(GAME, Base(GAME.version, seats, 0, Rng("renewal"), encode_state(state)))


def offered(game: Sess, seat: int) -> list[str]:
    return [offer.id for offer in game.offers(seat) if offer.id in ("renew", "stay")]


def shown(game: Sess) -> bytes:
    views = [game.view(seat) for seat in (None, *range(game.seats))]
    return msgspec.json.encode((views, game.asks, [game.offers(seat) for seat in range(game.seats)]))


@rule("ISS-025")
@pytest.mark.parametrize("skip", [True, False])
def test_a_campaign_goes_on_with_its_content_whatever_is_installed(monkeypatch: pytest.MonkeyPatch, skip: bool) -> None:
    old = campaign(2, "edition", skip_tutorial=skip)
    with_newer = campaign(2, "edition", skip_tutorial=skip)
    assert old.state.content == CAMPAIGN.version
    saves = 0
    for number in range(700):
        if old.outcome:
            break
        move = GAME.bot(old, old.next_seat)
        old.apply(move)
        before = shown(old) if number % 5 == 0 else b""
        save = old.save()
        with monkeypatch.context() as patch:
            patch.setitem(EDITIONS, NEWER, Edition(overturned(CAMPAIGN)))
            assert GAME.bot(with_newer, with_newer.next_seat) == move
            with_newer.apply(move)
            assert with_newer.save() == save
            if before and old.state.step != "save":
                assert shown(with_newer) == before
            if number % 50 == 0:
                assert Session.load(GAME, save).asks == old.asks
        saves += old.state.step == "save"
    assert saves, "a save point was passed, and nothing changed there either"
    assert with_newer.state.content == CAMPAIGN.version


@rule("ISS-025")
def test_a_new_campaign_begins_with_the_newest(second: Campaign) -> None:
    game = campaign(2)
    assert game.state.content == NEWER
    assert game.view(0).public.library[0].text.startswith("Anew. ")


@rule("ISS-025")
def test_two_campaigns_of_different_versions_side_by_side(second: Campaign) -> None:
    """Questions, offers and views of each are built from its own content, whichever was played last."""
    new = campaign(1, "side by side", skip_tutorial=True)
    old = Session.load(GAME, path_of("exploring", 1).read_bytes())
    for _ in range(80):
        for game, is_new in ((old, False), (new, True)):
            if not game.outcome:
                game.apply(GAME.bot(game, 0))
                assert game.view(0).public.header.system.startswith("New ") == is_new
                if not is_new:
                    assert b'"New ' not in msgspec.json.encode((game.view(0), game.asks))


@rule("ISS-025", "ISS-243")
def test_with_everybodys_consent_the_newest_is_taken_at_the_save_point(second: Campaign) -> None:
    game = at_save_point(3)
    assert game.state.content == CAMPAIGN.version
    system = game.view(0).public.header.system
    offer = game.offers(1)[0]
    assert (offer.id, offer.rule) == ("renew", "ISS-025")
    assert offer.note == "Every place has a new name.\nIt takes everybody"
    game.use(1, "renew")
    game.use(0, "renew")
    assert game.offers(2)[0].label.endswith("(wanted by {0}, {1})")
    assert game.state.content == CAMPAIGN.version, "two of three are not everybody"
    assert list(game.asks) == [0, 1, 2], "nobody has to answer"
    game.use(2, "renew")
    assert game.state.content == NEWER
    assert offered(game, 0) == []
    assert game.view(0).public.header.system == f"New {system}"
    assert game.view(None).public.chronicle.lines[-1] == (
        "version",
        f"Version {NEWER} of The Quiet Line from here on.",
    )
    assert game.log(None)[-1].rule == "ISS-025"
    with pytest.raises(Refused):
        game.undo(2)
    again = Session.load(GAME, game.save())
    assert again.state.content == NEWER
    for _ in range(200):
        if not again.outcome:
            again.apply(GAME.bot(again, again.next_seat))
    GAME.invariants(again.state)


@rule("ISS-025")
def test_a_refusal_or_silence_changes_nothing(second: Campaign) -> None:
    game = at_save_point(2)
    game.use(0, "renew")
    assert offered(game, 0) == ["stay"]
    game.use(0, "stay")
    game.use(1, "renew")
    assert game.state.consents == [1]
    assert game.state.content == CAMPAIGN.version
    answer(game, "bridge", seat=0)  # seat 0 has said nothing more about it
    answer(game, "agree", seat=1)
    assert game.state.step != "save"
    assert game.state.content == CAMPAIGN.version
    assert game.state.consents == [], "at the next save point it is asked anew"
    with pytest.raises(Refused):
        game.use(0, "renew")
    assert offered(game, 1) == []


@rule("ISS-025")
def test_alone_one_word_is_enough_and_bots_follow(second: Campaign) -> None:
    game = at_save_point(1)
    game.use(0, "renew")
    assert game.state.content == NEWER
    game = at_save_point(2)
    assert GAME.volunteer(game, 1) is None, "a bot does not begin"
    game.use(0, "renew")
    assert GAME.volunteer(game, 1) == Use(1, "renew")


@rule("ISS-025")
def test_nothing_is_offered_where_there_is_nothing_newer() -> None:
    game = at_save_point(2)
    assert offered(game, 0) == []
    assert "bridge" in options(game)


@rule("ISS-025")
@pytest.mark.parametrize("path", sorted(path_of("save", 2).parent.glob("*.bin")), ids=lambda path: path.stem)
def test_stored_campaigns_go_on_with_the_first_version(path: Path, second: Campaign) -> None:
    game = Session.load(GAME, path.read_bytes())
    assert game.state.content == 1
    for _ in range(30):
        if game.outcome:
            break
        game.apply(GAME.bot(game, game.next_seat))
        assert not any(page.text.startswith("Anew. ") for page in game.view(0).public.library)
    assert game.state.content == 1


@rule("ISS-025")
def test_a_campaign_whose_content_is_not_here_is_refused() -> None:
    state = campaign(2).state
    state.content = 99
    with pytest.raises(Refused, match="version 99 of its content, which is not here"):
        Session(GAME, Base(GAME.version, 2, 0, Rng("any"), encode_state(state)))
