"""ISS Vanguard as people meet it: a check step by step, the ship, the phone, and what stays hidden.

The moments are played by bots from fixed seeds up to the question that is wanted and brought to the server as a table's
file, so that nothing depends on luck.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from functools import cache

import msgspec
import pytest
from playwright.async_api import Browser, Page, expect

from app.games import GAMES
from app.games.vanguard.cargo import card_name
from app.games.vanguard.content import LOG, log_text
from app.games.vanguard.data.planetside import EVENT
from app.games.vanguard.people import owner
from app.games.vanguard.state import State
from app.kernel import Session
from app.tables.entries import Entry, encode_entry
from app.tables.replay import FILE_VERSION, TableFile
from app.web.who import COOKIE
from tests.browser import looks
from tests.browser.looks import Axe
from tests.browser.seats import WHOLE, Seat, post, press
from tests.games.vanguard.test_endings import at_the_first_bed, decide_there
from tests.servers import Server, lay

NAMES = ("Ana", "Ben")
TABS = ("Planet", "Places", "Crew", "Ship", "Chart", "Story")
Wanted = Callable[[Session[State]], bool]


async def shot(page: Page, name: str) -> None:
    await looks.shot(page, f"vanguard-{name}")


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
    return session.state.step == "facilities" and session.asks[min(session.asks)].kind == "plan"


def planning(session: Session[State]) -> bool:
    return session.state.step == "launch" and session.asks[0].kind == "plan"


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
            session.apply(game.bot(session, session.next_seat))
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
    browser: Browser,
    server: Server,
    session: Session[State],
    size: tuple[int, int] = (1366, 768),
    present: tuple[int, ...] = (0, 1),
) -> AsyncGenerator[list[Seat]]:
    """The moment as a table, with a browser in each of these seats; it belongs to the first of them."""
    found: list[Seat] = []
    link = ""
    for number in present:
        context = await browser.new_context(viewport={"width": size[0], "height": size[1]})
        await context.add_init_script(WHOLE)
        seat = Seat(context, await context.new_page(), NAMES[number])
        found.append(seat)
        if not link:  # who opens a table is known from then on
            await post(context, f"{server.url}/tables", game="vanguard", name=seat.name, seats="2")
            cookies = {cookie.get("name"): cookie.get("value") for cookie in await context.cookies()}
            link = server.url + await lay(server, file_of(session), cookies[COOKIE] or "")
        await post(context, f"{link}/sit", seat=str(number), name=seat.name)
    for seat in found:
        await seat.page.goto(link)
        await expect(seat.page.locator("#connection")).to_have_text("connected")
    yield found
    for seat in found:
        assert seat.problems == [], seat.problems
        await seat.context.close()


async def answered(page: Page, answer: str) -> None:
    """Give this answer, and wait until the question has gone."""
    await press(page, page.locator(f'#r-ask button[value="{answer}"]'))


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
        done = page.locator('#r-ask button[value="done"], #r-ask button[value="ready"]')
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
        choosing = await me.locator("#r-ask").get_attribute("data-asked")
        await me.get_by_role("button", name="Roll").click()
        await expect(me.locator(f'#r-ask[data-asked="{choosing}"]')).to_have_count(0)
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
        await shot(me, "ship")
        barracks = me.locator(".vg-plan li", has=me.get_by_text("Barracks", exact=True))
        if await barracks.locator("summary").get_by_text("Stay out").count():
            await barracks.locator("summary").click()
            await answered(me, "barracks/enter")
        for room in ("Situation Room", "Research Laboratory", "Production Complex"):
            line = me.locator(".vg-plan li", has=me.get_by_text(room, exact=True))
            if await line.count() and not await line.locator("summary").get_by_text("Stay out").count():
                await line.locator("summary").click()
                await answered(me, f"{room.split()[0].lower()}/stay")
        await expect(friend.locator(".vg-plan")).to_contain_text("Barracks")
        await answered(friend, "ready")
        await answered(me, "ready")
        for page in (me, friend):
            await expect(page.locator("#rooms-barracks")).to_have_class(re.compile("now"))
            await expect(page.locator("#rooms-barracks")).to_contain_text("You are here")
            await expect(page.locator("#rooms-research")).to_contain_text("One room at a time")


@pytest.mark.parametrize("wanted", [acting, choosing_a_row, facilities, starmap])
async def test_a_phone_shows_everything_without_scrolling_the_page(
    browser: Browser, server: Server, wanted: Wanted
) -> None:
    session = at(wanted)
    async with table(browser, server, session, (390, 844), (min(session.asks),)) as (seat,):
        page = seat.page
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
        (planning, ("Ship",)),
    ],
)
async def test_axe_finds_nothing_serious(
    browser: Browser, server: Server, wanted: Wanted, tabs: tuple[str, ...]
) -> None:
    session = at(wanted)
    async with table(browser, server, session, (820, 1180), (min(session.asks),)) as (seat,):
        page = seat.page
        for scheme in ("light", "dark"):
            await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            for tab in tabs:
                await show(page, tab)
                where = {"include": [["#board"], ["#prompt"]]}
                results = await Axe().run(page, where, colours=scheme == "dark")
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
        await answered(me, "choice:0")
        await answered(friend, "agree")
        for page in (me, friend):
            await expect(page.locator("#verdict")).to_contain_text("The Line is followed to its end: “Answer”")
            assert await page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        results = await Axe().run(me, context={"include": [["#board"], ["#prompt"]]})
        assert not [one["id"] for one in results.response["violations"] if one["impact"] in ("serious", "critical")]
        await shot(me, "finale")


async def test_the_coach_introduces_one_thing_after_the_other(browser: Browser, server: Server) -> None:
    session = at(first_turn)
    async with table(browser, server, session) as seats:
        page = seats[min(session.asks)].page
        await expect(page.locator("#r-intro")).to_contain_text("Two actions, then an Event")
        await page.get_by_role("button", name="I see").click()
        await expect(page.locator("#r-intro")).to_contain_text("Wake the spindle")


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


IN_VIEW = """() => {
  const floor = document.querySelector(".ask .pinned").getBoundingClientRect().top;
  const lines = [...document.querySelectorAll(".vg-plan > li")].map((one) => one.getBoundingClientRect());
  return lines.filter((one) => one.bottom <= floor + 1).length;
}"""


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["laptop", "phone"])
@pytest.mark.parametrize("wanted", [facilities, starmap, planning])
async def test_a_plan_is_in_view_with_its_budgets(
    browser: Browser, server: Server, wanted: Wanted, size: tuple[int, int]
) -> None:
    session = at(wanted)
    ask = session.asks[0]
    async with table(browser, server, session, size) as seats:
        page = seats[0].page
        await expect(page.locator(".vg-plan > li")).to_have_count(len(ask.ledger))
        await looks.still(page)
        await shot(page, f"{wanted.__name__}-budgets-{size[0]}")
        assert await page.evaluate(IN_VIEW) >= min(3, len(ask.ledger))
        shown = await page.locator(".vg-budget b").all_inner_texts()
        assert shown == [fact.value for fact in ask.budgets]
        pips = [int(fact.value.split(" → ")[0]) for fact in ask.budgets]
        assert await page.locator(".vg-left i").count() == sum(pips)


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["laptop", "phone"])
async def test_two_players_plan_a_launch(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    session = at(planning)
    async with table(browser, server, session, size) as seats:
        ana, ben = seats[0].page, seats[1].page
        await expect(ana.locator(".vg-plan li")).to_have_count(len(session.asks[0].ledger))
        await shot(ana, f"plan-{size[0]}")
        await answered(ben, "ready")
        await expect(ana.locator(".vg-ready")).to_contain_text("Ben is ready")
        locker = ana.locator(".vg-plan li", has=ana.get_by_text("Locker 1"))
        await locker.locator("summary").click()
        await shot(ana, f"plan-open-{size[0]}")
        await answered(ana, "personal:0/none")
        await expect(ben.locator(".vg-plan li", has=ben.get_by_text("Locker 1"))).to_contain_text("Ana chose")
        await expect(ben.locator(".vg-ready")).to_contain_text("Nobody is ready")  # the plan is another one now
        await answered(ben, "ready")
        await answered(ana, "ready")
        await expect(ana.locator("#r-ask .vg-plan")).to_have_count(0)
