"""Every region of the screen can be drawn at every moment of a campaign, and nothing unread is in it."""

from __future__ import annotations

from pathlib import Path

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.games.vanguard.content import LOG, log_text
from app.games.vanguard.data.crew import CREW
from app.games.vanguard.effects import Ctx, run
from app.games.vanguard.views import public
from app.kernel import Play, Rng
from app.web.markup import Unbroken
from tests.games.vanguard.situations import campaign, fresh
from tests.rules import rule

ROOT = Path(__file__).parents[3] / "templates"
SHARED = {"help", "now"}


@rule("ISS-338", "ISS-340", "ISS-359")
def test_regions_draw_and_hold_no_unread_log() -> None:
    env = Environment(loader=FileSystemLoader(ROOT), autoescape=True, undefined=StrictUndefined, extensions=[Unbroken])
    session = campaign(2)
    for number in range(160):
        if session.outcome:
            break
        session.apply(session.game.bot(session, session.next_seat))
        view = session.view(0)
        if number % 8 == 0:
            _draw(env, view.public, None)
            _draw(env, view.private, 0)
        text = msgspec.json.encode(view).decode()
        unread = [key for key in LOG if key not in session.state.logs]
        assert not any(log_text(key)[:40] in text for key in unread)
        assert {page.id for page in view.public.library} == set(session.state.logs)


@rule("ISS-340")
def test_a_recruit_that_is_asked_about_is_seen_by_all() -> None:
    state = fresh()
    state.step = "facilities"
    first = state.recruits[0]
    script = run(Play(state, Rng("recruit")), "recruit 1", Ctx())
    next(script)
    barracks = next(room for room in public(state).rooms if room.id == "barracks")
    assert [thing.name for thing in barracks.things if thing.group == "Shown"] == [CREW[first].name]


def _draw(env: Environment, part: msgspec.Struct, seat: int | None) -> None:
    for name in part.__struct_fields__:
        if name in SHARED:
            continue
        value = getattr(part, name)
        context = {"value": value, "names": ("Ada", "Ben"), "seat": seat}
        items = ""
        if (ROOT / "games" / "vanguard" / f"{name}.item.html").exists():
            item = env.get_template(f"games/vanguard/{name}.item.html")
            items = "".join(item.render(item=thing, **context) for thing in value)
        drawn = env.get_template(f"games/vanguard/{name}.html").render(items=items, **context)
        assert f'id="r-{name}"' in drawn
