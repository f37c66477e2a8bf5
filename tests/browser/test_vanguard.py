"""ISS Vanguard as people meet it: a check step by step, the ship, the phone, and what stays hidden.

The moments are played by bots from fixed seeds up to the question that is wanted and brought to the server as a table's
file, so that nothing depends on luck.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import msgspec
import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, FilePayload, Page, expect

from app.games import GAMES
from app.games.vanguard.cargo import card_name
from app.games.vanguard.content import LOG, log_text
from app.games.vanguard.data.planetside import EVENT
from app.games.vanguard.people import owner
from app.games.vanguard.state import State
from app.kernel import Session
from app.tables.entries import Entry, encode_entry
from app.tables.replay import FILE_VERSION, TableFile
from tests.browser.seats import Seat
from tests.games.vanguard.test_endings import at_the_first_bed, decide_there
from tests.servers import ROOT, Server

SHOTS = ROOT / "shots"
NAMES = ("Ana", "Ben")
TABS = ("Planet", "Crew", "Ship", "Chart", "Story")
Wanted = Callable[[Session[State]], bool]


async def shot(page: Page, name: str) -> None:
    """Pictures for people to look at: shots/ is not kept in the repository."""
    Path(SHOTS).mkdir(exist_ok=True)
    await page.screenshot(path=str(SHOTS / f"vanguard-{name}.png"))


# Moments -----------------------------------------------------------------------------------------------------------


def kinds(session: Session[State]) -> set[str]:
    """What the open question is about: the first words of its options."""
    return {option.id.split(":")[0] for ask in session.asks.values() for option in ask.options}


def acting(session: Session[State]) -> bool:
    x = session.state.x
    return x is not None and x.planet == "P2" and x.round >= 2 and "end" in kinds(session)


def first_turn(session: Session[State]) -> bool:
    x = session.state.x
    return x is not None and x.tutorial and "end" in kinds(session)


def choosing_dice(session: Session[State]) -> bool:
    """A check for which somebody at another seat may pledge a die."""
    check = session.state.check
    if check is None or check.step != 1 or check.kind != "action":
        return False
    other = 1 - owner(session.state, check.actor)
    return any(option.id.startswith("pledge:") for option in session.offers(other))


def choosing_a_row(session: Session[State]) -> bool:
    return session.state.check is not None and "row" in kinds(session)


def facilities(session: Session[State]) -> bool:
    return session.state.step == "facilities" and "visit" in kinds(session) and len(session.asks) == 2


def starmap(session: Session[State]) -> bool:
    return session.state.step == "starmap" and "fly" in kinds(session)


def looking(session: Session[State]) -> bool:
    """A seat looks at hidden cards whose names stand nowhere else."""
    look = session.state.look
    if look is None or look.seat not in session.asks:
        return False
    public = msgspec.json.encode(session.view(None)).decode()
    return all(card_name(card) not in public for card in look.cards)


@cache
def moment(wanted: Wanted) -> bytes:
    game = GAMES["vanguard"]
    for number in range(40):
        session = Session.start(game, seats=2, options={}, seed=f"browser {number}", keep_log=False)
        for _ in range(1500):
            if session.outcome is not None:
                break
            if wanted(session):
                return session.save()
            session.apply(game.bot(session, min(session.asks)))
    raise AssertionError(f"bots never come to {wanted.__name__}")


def at(wanted: Wanted) -> Session[State]:
    return Session.load(GAMES["vanguard"], moment(wanted), keep_log=False)


def file_of(session: Session[State]) -> bytes:
    base = msgspec.msgpack.encode(session.base)
    rows = tuple((n, encode_entry(Entry(1, choice, moment=n))) for n, choice in enumerate(session.choices, 1))
    version = GAMES["vanguard"].version
    return msgspec.msgpack.encode(
        TableFile(
            FILE_VERSION, "vanguard", version, {}, "browser", "playing", NAMES, (False, False), len(rows), 0, base, None,
            ((0, base),), rows,
        )
    )  # fmt: skip


@asynccontextmanager
async def table(
    browser: Browser, server: Server, session: Session[State], size: tuple[int, int] = (1366, 768), seats: int = 2
) -> AsyncGenerator[list[Seat]]:
    """The moment as a table, with a browser in each seat."""
    found: list[Seat] = []
    link = ""
    for number, name in enumerate(NAMES[:seats]):
        context = await browser.new_context(viewport={"width": size[0], "height": size[1]})
        seat = Seat(context, await context.new_page(), name)
        if not link:
            await seat.page.goto(f"{server.url}/new/vanguard")
            await seat.page.get_by_label("Your name").fill(name)
            await seat.page.get_by_role("button", name="Open the table").click()
            await seat.page.wait_for_url("**/t/*")
            await seat.page.goto(f"{server.url}/")
            packed = FilePayload(name="t.parallax", mimeType="application/octet-stream", buffer=file_of(session))
            await seat.page.set_input_files("#file", packed)
            await seat.page.get_by_role("button", name="Import").click()
            await seat.page.wait_for_url("**/t/*")
            link = seat.page.url
        else:
            await seat.page.goto(link)
        form: dict[str, str | float | bool] = {"seat": str(number), "name": name}
        reply = await context.request.post(f"{link}/sit", form=form, headers={"origin": server.url})
        assert reply.ok, await reply.text()
        seat.received.clear()
        found.append(seat)
    for seat in found:
        await seat.page.goto(link)
        await expect(seat.page.locator("#connection")).to_have_text("connected")
    yield found
    for seat in found:
        assert seat.problems == [], seat.problems
        await seat.context.close()


async def answered(page: Page, answer: str) -> None:
    """Give this answer, and wait until the question has gone."""
    question = await page.locator("#r-ask").get_attribute("data-asked")
    await page.locator(f'#r-ask button[value="{answer}"]').click()
    await expect(page.locator(f'#r-ask[data-asked="{question}"]')).to_have_count(0)


async def go_on(page: Page) -> None:
    """The simplest answer to whatever is asked."""
    question = await page.locator("#r-ask").get_attribute("data-asked")
    boxes = page.locator('#r-ask input[type="checkbox"]')
    if await boxes.count():
        words = await page.locator("#r-ask form > p").inner_text()
        for number in range(int(re.findall(r"\d+", words)[0])):
            await boxes.nth(number).check()
        await page.locator("#r-ask button.primary").click()
    else:
        done = page.locator('#r-ask button[value="done"]')
        await (done if await done.count() else page.locator("#r-ask button").first).click()
    await expect(page.locator(f'#r-ask[data-asked="{question}"]')).to_have_count(0)


async def show(page: Page, tab: str) -> None:
    await page.locator(".vg-tabs label").filter(has_text=tab).click()
    await expect(page.locator(f".vg-pane.p-{tab.lower()}")).to_be_visible()


# Tests -------------------------------------------------------------------------------------------------------------


async def test_two_players_take_a_check_through_its_steps(browser: Browser, server: Server) -> None:
    session = at(choosing_dice)
    check = session.state.now
    actor = owner(session.state, check.actor)
    async with table(browser, server, session) as seats:
        me, friend = seats[actor].page, seats[1 - actor].page
        for page in (me, friend):
            await expect(page.locator("#r-check [aria-current=step]")).to_contain_text("Choose")
            await expect(page.locator("#r-check h3")).to_have_text(check.name)
        before = await me.locator("#r-check .vdie.pledged").count()
        pledge = friend.locator('#r-offers form:has(input[name=option][value^="pledge:"]) button').first
        await pledge.click()
        await expect(me.locator("#r-check .vdie.pledged")).to_have_count(before + 1)
        boxes = me.locator('#r-ask input[type="checkbox"]')
        await boxes.nth(0).check()
        await boxes.nth(1).check()
        await shot(me, "check-choose")
        await me.get_by_role("button", name="Roll").click()
        steps: list[str] = []
        for _ in range(30):
            await expect(me.locator("#r-ask[data-asked], #r-check:not(:has(header))").first).to_be_attached()
            now = me.locator("#r-check [aria-current=step]")
            if not await now.count():
                break
            step = await now.inner_text()
            if step not in steps:
                steps.append(step)
                dice = await me.locator("#r-check .vg-pool .vdie").count()
                await expect(friend.locator("#r-check .vg-pool .vdie")).to_have_count(dice)  # both see the same pool
                await shot(me, f"check-{len(steps)}")
            asked = me if await me.locator("#r-ask[data-asked]").count() else friend
            await go_on(asked)
        assert steps, "something was decided between the roll and its outcome"
        for page in (me, friend):
            await expect(page.locator("#r-check header")).to_have_count(0)


async def test_a_room_of_the_ship_is_visited_together(browser: Browser, server: Server) -> None:
    async with table(browser, server, at(facilities)) as seats:
        me, friend = seats[0].page, seats[1].page
        await expect(me.locator(".p-ship")).to_be_visible()
        await expect(me.locator("#r-header [aria-current=step]")).to_have_text("Facilities")
        await expect(me.locator("#rooms-barracks")).to_contain_text("Can be visited now")
        await expect(me.locator("#rooms-medbay")).to_contain_text("Its time is the step Medbay")
        await expect(me.locator("#rooms-barracks")).to_have_class(re.compile("lit"))
        await shot(me, "ship")
        await answered(me, "visit:barracks")
        await expect(friend.locator("#r-ask")).to_contain_text("Barracks")
        await answered(friend, "agree")
        for page in (me, friend):
            await expect(page.locator("#rooms-barracks")).to_have_class(re.compile("now"))
            await expect(page.locator("#rooms-barracks")).to_contain_text("You are here")
            await expect(page.locator("#rooms-research")).to_contain_text("One room at a time")


@pytest.mark.parametrize("wanted", [acting, choosing_a_row, facilities, starmap])
async def test_a_phone_shows_everything_without_scrolling_the_page(
    browser: Browser, server: Server, wanted: Wanted
) -> None:
    session = at(wanted)
    async with table(browser, server, session, (390, 844)) as seats:
        page = seats[min(session.asks)].page
        await shot(page, f"phone-{wanted.__name__}")
        for tab in TABS:
            await show(page, tab)
            assert await page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, tab
            assert await page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, tab
            wider = "(() => { const b = document.querySelector('#board'); return b.scrollWidth - b.clientWidth })()"
            assert await page.evaluate(wider) <= 0, tab


@pytest.mark.parametrize(
    ("wanted", "tabs"),
    [
        (acting, ("Planet", "Crew")),
        (choosing_a_row, ("Planet",)),
        (facilities, ("Ship", "Story")),
        (starmap, ("Chart",)),
    ],
)
async def test_axe_finds_nothing_serious(
    browser: Browser, server: Server, wanted: Wanted, tabs: tuple[str, ...]
) -> None:
    session = at(wanted)
    async with table(browser, server, session, (820, 1180)) as seats:
        page = seats[min(session.asks)].page
        for scheme in ("light", "dark"):
            await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            await page.wait_for_timeout(300)  # colours change gently
            for tab in tabs:
                await show(page, tab)
                results = await Axe().run(page, context={"include": [["#board"], ["#prompt"]]})
                serious = [
                    (one["id"], [node["html"][:200] for node in one["nodes"][:3]])
                    for one in results.response["violations"]
                    if one["impact"] in ("serious", "critical")
                ]
                assert not serious, (scheme, tab, serious)
            await shot(page, f"{wanted.__name__}-{scheme}")


async def test_the_end_of_a_campaign_has_a_screen_of_its_own(browser: Browser, server: Server) -> None:
    session = decide_there(at_the_first_bed(7, 6, 0))
    async with table(browser, server, session, (390, 844)) as seats:
        me, friend = seats[0].page, seats[1].page
        await expect(me.locator("#r-finale")).to_be_hidden()
        await answered(me, "choice:0")
        await answered(friend, "agree")
        for page in (me, friend):
            await expect(page.locator("#r-finale h2")).to_have_text("Answer")
            await expect(page.locator("#r-finale")).to_contain_text("The campaign is won")
            await expect(page.locator("#r-page")).to_contain_text("Log 80")
            assert await page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        results = await Axe().run(me, context={"include": [["#board"], ["#prompt"]]})
        assert not [one["id"] for one in results.response["violations"] if one["impact"] in ("serious", "critical")]
        await shot(me, "finale")


async def test_the_coach_points_at_the_first_way_and_explains_a_check(browser: Browser, server: Server) -> None:
    session = at(first_turn)
    async with table(browser, server, session) as seats:
        page = seats[min(session.asks)].page
        await expect(page.locator("#r-coach")).to_contain_text("Wake the spindle")
        await expect(page.locator('#r-ground [data-name="sector-s3"]')).to_have_class(re.compile("coach-look"))
    session = at(choosing_dice)
    async with table(browser, server, session) as seats:
        await expect(seats[0].page.locator("#r-coach")).to_contain_text("A dice check")


async def test_what_is_hidden_never_reaches_a_browser(browser: Browser, server: Server) -> None:
    session = at(looking)
    look = session.state.look
    assert look is not None
    shown = [card_name(card) for card in look.cards]
    unread = [
        log_text(number)[:40] for number in LOG if number not in session.state.logs and len(log_text(number)) > 60
    ]
    public = msgspec.json.encode([session.view(0), session.view(1)]).decode()
    decks = [EVENT[card].name for card in session.state.events if EVENT[card].name not in public]
    assert len(unread) > 50
    async with table(browser, server, session) as seats:
        me, friend = seats[look.seat], seats[1 - look.seat]
        await expect(me.page.locator("#r-look")).to_contain_text(shown[0])
        await expect(friend.page.locator("#r-look")).to_be_empty()
        await friend.page.reload()
        await expect(friend.page.locator("#connection")).to_have_text("connected")
        assert any(name in "\n".join(me.received) for name in shown), "the search looks where it was sent"
        theirs = "\n".join(friend.received)
        assert "r-crew" in theirs
        for name in shown:
            assert name not in theirs, f"{friend.name} was sent {name}, which only {me.name} may see"
        for seat in seats:
            sent = "\n".join(seat.received)
            for text in (*unread, *decks):
                assert text not in sent, f"{seat.name} was sent {text!r}"
