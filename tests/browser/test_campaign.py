"""A campaign over several evenings, in browsers: away in the midst of a check and back, players come and go, sections
change hands, a newer version of the content is agreed on, a line branches off."""

from __future__ import annotations

import msgspec
import pytest
from playwright.async_api import Browser, Page, expect

from app.games import GAMES
from app.games.vanguard.people import owner
from app.games.vanguard.state import State
from app.kernel import Line, Session
from app.tables.entries import Entry, encode_entry
from app.tables.replay import FILE_VERSION, TableFile
from tests.browser import looks, test_vanguard
from tests.browser.looks import Axe
from tests.browser.seats import Seat
from tests.browser.test_vanguard import NAMES, answered, at, choosing_dice, shot, show, table
from tests.rules import rule
from tests.servers import Server


def at_save_point(session: Session[State]) -> bool:
    return session.state.step == "save" and session.state.x is None and session.state.missions_flown > 1


def just_ended(session: Session[State]) -> bytes:
    """The table's file at the end of a chapter, with the row that ended it."""
    base = msgspec.msgpack.encode(session.rebase(lambda state: state, session.seats))
    names = ("Ana (Security, Science)", "Ben (Recon, Engineering)")
    row = Entry(1, lines=(Line("Mission 2, Brackwater", chapter=True),), moment=1, names=names)
    return msgspec.msgpack.encode(
        TableFile(
            FILE_VERSION, "vanguard", GAMES["vanguard"].version, {}, "browser", "playing", NAMES, (False, False), 1, 1,
            base, None, ((1, base),), ((1, encode_entry(row)),),
        )
    )  # fmt: skip


async def offer(page: Page, option: str) -> None:
    await page.locator(f'#r-offers form:has(input[name=option][value="{option}"]) button').click()


async def newcomer(browser: Browser, link: str, name: str) -> Seat:
    context = await browser.new_context(viewport={"width": 1366, "height": 768})
    seat = Seat(context, await context.new_page(), name)
    await seat.page.goto(link)
    await seat.page.get_by_role("link", name="Join the campaign").click()
    await seat.page.get_by_label("Your name").fill(name)
    await seat.page.get_by_role("button", name="Join the campaign").click()
    await expect(seat.page.locator("#connection")).to_have_text("connected")
    return seat


@rule("ISS-EX96", "ISS-333", "ISS-248")
async def test_a_closed_browser_finds_the_check_as_it_was(browser: Browser, server: Server) -> None:
    session = at(choosing_dice)
    actor = owner(session.state, session.state.now.actor)
    async with table(browser, server, session) as seats:
        me, friend = seats[actor], seats[1 - actor]
        before = await me.page.locator("#r-check .vdie.pledged").count()
        await friend.page.locator('#r-offers form:has(input[name=option][value^="pledge:"]) button').first.click()
        await expect(me.page.locator("#r-check .vdie.pledged")).to_have_count(before + 1)
        boxes = me.page.locator('#r-ask input[type="checkbox"]')
        await boxes.nth(0).check()
        await boxes.nth(1).check()
        choosing = await me.page.locator("#r-ask").get_attribute("data-asked")
        await me.page.get_by_role("button", name="Roll").click()
        await expect(me.page.locator(f'#r-ask[data-asked="{choosing}"]')).to_have_count(0)
        await expect(me.page.locator("#r-check .vg-pool .vdie").first).to_be_visible()
        pool = await me.page.locator("#r-check .vg-pool").inner_html()
        question = await me.page.locator("#r-ask").get_attribute("data-asked")
        assert question
        link = me.page.url
        who = await me.context.storage_state()
        await me.context.close()
        again = await browser.new_context(storage_state=who, viewport={"width": 390, "height": 844})
        me.context, me.page = again, await again.new_page()
        await me.page.goto(link)
        await expect(me.page.locator("#r-ask")).to_have_attribute("data-asked", question)
        assert await me.page.locator("#r-check .vg-pool").inner_html() == pool
        await shot(me.page, "back-in-the-check")
        await answered(me.page, "done")


@rule("ISS-328", "ISS-EX126", "ISS-331", "ISS-332", "ISS-351", "ISS-EX138")
async def test_an_evening_ends_and_others_go_on(
    browser: Browser, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(test_vanguard, "file_of", just_ended)
    async with table(browser, server, at(at_save_point)) as seats:
        ana, ben = seats[0].page, seats[1].page
        link = ana.url
        calm: dict[str, str | float | bool] = {"table.soft_seconds": "60", "table.clock_minutes": "0"}
        calm |= {"table.spectators": "public", "table.pace": "live", "table.on_time": "nudge"}
        reply = await seats[0].context.request.post(f"{link}/configure", form=calm, headers={"origin": server.url})
        assert reply.ok, await reply.text()
        await shot(ana, "save-laptop")
        await show(ana, "Story")
        await shot(ana, "save-story")

        await answered(ana, "bridge")  # proposed, and taken back before anybody has answered
        await ana.locator("#r-undo button").click()
        await expect(ana.locator('#r-ask button[value="bridge"]')).to_be_visible()

        await ana.goto(f"{link}/chapters")
        await expect(ana.locator("main")).to_contain_text("Security, Science")
        await ana.get_by_role("button", name="Offer a seat").click()
        await expect(ana.locator("main")).to_contain_text("A free seat")
        await shot(ana, "chapters-offered")
        cleo = await newcomer(browser, link, "Cleo")
        await expect(cleo.page.locator("#r-ask")).to_contain_text("Save point")
        await expect(ben.locator("#r-log, #log")).to_contain_text("Cleo joins.")

        await cleo.page.goto(f"{link}/replay?at=1")  # before her time
        await expect(cleo.page.locator(".vanguard")).to_contain_text("Save point")
        await cleo.page.goto(link)
        await show(cleo.page, "Story")  # whoever joins late may read everything
        await expect(cleo.page.locator("#r-library")).to_contain_text("Log 0")

        await ben.locator("#r-offers summary", has_text="Exchange sections").click()
        await offer(ben, "exchange:1:3")  # Recon for Engineering
        await expect(cleo.page.locator("#r-ask")).to_contain_text("offers Recon for Engineering")
        await answered(cleo.page, "yes")
        await expect(ben.locator("#log")).to_contain_text("has Engineering now")

        await ana.goto(f"{link}/chapters")
        await ana.get_by_role("button", name="Leave").click()
        await expect(ana.locator("main")).to_contain_text("has left")
        await ana.goto(link)
        await expect(ana.locator("#prompt")).to_contain_text("You have left this campaign")
        await ben.goto(f"{link}/chapters")
        await expect(ben.locator("main")).to_contain_text("Ana leaves.")
        await expect(ben.locator("main")).to_contain_text("Cleo joins.")
        await looks.shot(ben, "vanguard-chapters-laptop", full_page=True)
        results = await Axe().run(ben)
        assert not [one["id"] for one in results.response["violations"] if one["impact"] in ("serious", "critical")]
        await ben.set_viewport_size({"width": 390, "height": 844})
        await shot(ben, "chapters-phone")
        assert await ben.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        await ben.get_by_role("button", name="Branch from here").click()
        await ben.wait_for_url(lambda url: url != f"{link}/chapters")
        await expect(ben.locator("main")).to_contain_text("empty seat")
        branch = ben.url
        assert branch != link, "a table of its own"
        await ben.goto(link)
        await expect(ben.locator("#r-header [aria-current=step]")).to_be_in_viewport(ratio=1)
        await shot(ben, "save-phone")
        await answered(ben, "bridge")
        await answered(cleo.page, "object")
        after = await ben.locator("#r-ask").get_attribute("data-asked")
        await ben.locator("#r-undo button").click()  # somebody has answered since: it takes their consent
        await cleo.page.locator("#r-requests").get_by_role("button", name="Agree").click()
        await expect(ben.locator("#r-ask")).not_to_have_attribute("data-asked", str(after))
        await expect(ben.locator("#r-ask")).to_contain_text("Save point")
        await answered(ben, "bridge")
        await answered(cleo.page, "agree")
        await expect(ben.locator("#r-header [aria-current=step]")).not_to_have_text("Save")
        assert cleo.problems == []
        await cleo.context.close()
