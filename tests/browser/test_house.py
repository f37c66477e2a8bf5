"""The house as people meet it: what stands above the fold, two presses to the first decision, nothing for axe to find."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from tests.browser.looks import Axe, wear
from tests.browser.seats import NAME, START, post
from tests.servers import Server

SIZES = {"laptop": (1440, 900), "phone": (390, 844)}
LISTED = ("vantage", "biome", "stratos", "vanguard", "fantos")


async def visitor(browser: Browser, size: str) -> Page:
    width, height = SIZES[size]
    context = await browser.new_context(viewport={"width": width, "height": height}, has_touch=size == "phone")
    return await context.new_page()


async def foot_of(page: Page, selector: str) -> float:
    box = await page.locator(selector).first.bounding_box()
    assert box, selector
    return box["y"] + box["height"]


async def test_the_folds_of_the_first_page(browser: Browser, server: Server) -> None:
    laptop = await visitor(browser, "laptop")
    await laptop.goto(server.url)
    for game in LISTED:
        assert await foot_of(laptop, f".g-{game} .do") <= 900, f"{game} stands on the shelf with its buttons"
    phone = await visitor(browser, "phone")
    await phone.goto(server.url)
    for selector in (".window", "h1", "#name"):
        assert await foot_of(phone, selector) <= 844
    assert await foot_of(phone, ".box .cover") <= 844
    for page in (laptop, phone):
        assert await page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        await page.context.close()


async def test_two_presses_to_the_first_decision(browser: Browser, server: Server) -> None:
    page = await visitor(browser, "phone")
    await page.goto(server.url)
    await page.get_by_label(NAME).fill("Mara")
    await page.locator(".g-stratos").get_by_role("button", name="Play now").click()
    await expect(page.locator("#r-ask[data-asked]")).to_be_visible()
    await page.goto(server.url)
    await expect(page.get_by_text("Your turn").first).to_be_visible()
    assert await foot_of(page, ".first .btn") <= 844
    await page.context.close()


async def test_who_gives_a_name_late_gets_what_was_pressed(browser: Browser, server: Server) -> None:
    page = await visitor(browser, "phone")
    await page.goto(server.url)
    await page.locator(".g-stratos").get_by_role("button", name="Learn").click()
    assert await page.locator("#name").evaluate("field => field.validationMessage") == (
        "First your name. Then Enter: Learn, Stratos."
    )
    await page.locator("#name").press_sequentially("Bea")
    await page.locator("#name").press("Enter")
    await expect(page.locator("#r-lesson")).to_be_attached()
    await expect(page.locator(".table-page.g-stratos")).to_be_attached()
    await page.context.close()


async def test_an_empty_name_is_pointed_at(browser: Browser, server: Server) -> None:
    page = await visitor(browser, "laptop")
    await page.goto(server.url)
    await page.locator(".g-stratos").get_by_role("button", name="Play now").click()
    assert await page.evaluate("document.activeElement.id") == "name"
    assert page.url.rstrip("/") == server.url
    await page.context.close()


async def test_the_sentence_follows_what_is_chosen(browser: Browser, server: Server) -> None:
    page = await visitor(browser, "laptop")
    await page.goto(f"{server.url}/new/stratos")
    await page.get_by_text("Sacred Cathedral").click()
    await expect(page.locator("#sentence")).to_contain_text("Stratos for two, at the Sacred Cathedral")
    await page.get_by_role("group", name="How many of you?").get_by_text("4", exact=True).click()
    await expect(page.locator("#sentence")).to_contain_text("Stratos for four, everybody for themselves")
    await page.context.close()


async def gather(browser: Browser, server: Server, size: str) -> tuple[Page, Page]:
    host, guest = await visitor(browser, size), await visitor(browser, size)
    await host.goto(f"{server.url}/new/vantage")
    await host.get_by_label(NAME).fill("Mara")
    await host.get_by_role("button", name="Open the table").click()
    await host.wait_for_url("**/t/*")
    await guest.goto(host.url)
    return host, guest


async def test_a_guest_on_a_phone_sits_down_and_talks(browser: Browser, server: Server) -> None:
    host, guest = await gather(browser, server, "phone")
    assert await foot_of(guest, ".ticket") <= 844, "the invitation fits on a phone"
    await guest.get_by_label(NAME).fill("Wen")
    await guest.get_by_role("button", name="Take a seat").click()
    await host.context.request.post(
        f"{host.url}/say", form={"words": "The kettle is on, and we begin in five minutes."}
    )
    newest = guest.locator("[data-newest]")
    await expect(newest).to_have_text("1 newMara The kettle is on, and we begin in five minutes.")
    await expect(newest).to_be_in_viewport(ratio=1)
    assert await guest.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    await newest.click()
    await expect(guest.locator("#chat")).to_be_in_viewport()
    await expect(newest).to_be_hidden()
    await guest.get_by_label("Say something to the table").fill("Do I need to know anything first?")
    await guest.get_by_role("button", name="Say", exact=True).click()
    await expect(host.locator("#chat")).to_contain_text("Do I need to know")
    await expect(host.locator("[data-newest]")).to_contain_text("2 newWen Do I need to know")
    await expect(host.locator("[data-newest]")).to_be_in_viewport(ratio=1)
    await guest.reload()
    await expect(guest.locator("[data-newest]")).to_have_text("Wen Do I need to know anything first?")
    await expect(host.locator(".place").filter(has_text="Wen")).to_contain_text("not yet")
    await guest.get_by_role("button", name="I am ready").click()
    await expect(host.locator(".place").filter(has_text="Wen").get_by_text("ready", exact=True)).to_be_visible()
    assert await foot_of(host, ".startbar") <= 844, "the one thing this page is for stays at the foot"
    await host.get_by_role("button", name="Start with two").click()
    await expect(guest.locator("#root.table-page")).to_be_visible()
    for page in (host, guest):
        await page.context.close()


async def clean(page: Page, what: str) -> None:
    """In all themes; they differ in nothing but colours."""
    for theme in ("light", "night", "contrast"):
        await wear(page, theme)
        found = await Axe().run(page, colours=theme != "light")
        problems = [
            (one["id"], [node["html"][:160] for node in one["nodes"][:3]]) for one in found.response["violations"]
        ]
        assert problems == [], f"{what} {theme}"
    await wear(page, "light")


@pytest.mark.parametrize("size", SIZES)
async def test_axe_finds_nothing_around_the_games(browser: Browser, server: Server, size: str) -> None:
    page = await visitor(browser, size)
    for path in (
        "/",
        "/games/vantage",
        "/games/stratos",
        "/games/stratos/guide",
        "/rules/stratos?q=lagoon",
        "/new/fantos",
    ):
        await page.goto(f"{server.url}{path}")
        await clean(page, path)
    host, guest = await gather(browser, server, size)
    await clean(guest, "invitation")
    await guest.get_by_label(NAME).fill("Wen")
    await guest.get_by_role("button", name="Take a seat").click()
    await expect(guest.get_by_role("button", name="I am ready")).to_be_visible()
    await clean(guest, "lobby of a guest")
    await host.reload()
    await clean(host, "lobby of a host")
    await host.get_by_role("button", name=START).click()
    await expect(host.get_by_text("Start all the same?")).to_be_visible()
    await clean(host, "lobby of a host who is asked")
    await host.goto(f"{server.url}/games")
    await clean(host, "games")
    await host.goto(server.url)
    await clean(host, "shelf")
    for one in (page, host, guest):
        await one.context.close()


async def test_what_the_host_sees_chosen_is_what_is_played(browser: Browser, server: Server) -> None:
    host, guest = await visitor(browser, "laptop"), await visitor(browser, "phone")
    link = server.url + await post(host.context, f"{server.url}/tables", game="stratos", name="Ana", seats="2")
    await post(guest.context, f"{link}/sit", name="Ben")
    for page in (host, guest):
        await page.goto(link)
    ben, changed = host.locator(".place", has_text="Ben"), guest.locator(".changed li")
    await host.locator(".change > summary").click()
    # Who is ready is seen by a host who has the form open, and the form stays open.
    await guest.get_by_role("button", name="I am ready").click()
    await expect(ben.get_by_text("ready", exact=True)).to_be_visible()
    await expect(host.locator("#setup")).to_be_visible()
    # What is for another number of people is out of reach, and says so.
    await expect(host.get_by_label("The Reclusive Sorcerer")).to_be_disabled()
    # Each change holds at once, and the guest is told of all of them together, and asked again.
    await host.get_by_label("As printed").check()
    await expect(changed).to_have_count(1)
    await host.get_by_label("Points to win").fill("7")
    await host.get_by_label("Deal the land anew").check()
    await expect(changed).to_have_count(3)
    await expect(guest.get_by_text("Are you ready with that?")).to_be_visible()
    await expect(ben.get_by_text("not yet", exact=True)).to_be_visible()
    # What was changed back is no change.
    await host.get_by_label("Deal the land anew").uncheck()
    await expect(changed).to_have_count(2)
    # What does not fit is refused in words, and is not what is played.
    await host.get_by_label("Points to win").fill("99")
    await host.get_by_role("button", name=START).click()
    await expect(guest.locator("#lobby")).to_be_visible()
    await host.get_by_label("Points to win").fill("8")
    await host.get_by_role("button", name=START).click()  # at once: it waits for what was just typed
    # Ben was asked again and has not said yes: the host is told, and asked once.
    await expect(host.get_by_text("Ben is not ready yet. Start all the same?")).to_be_visible()
    await expect(guest.locator("#lobby")).to_be_visible()
    await host.get_by_role("button", name="Start without waiting").click()
    await expect(guest.locator("#r-status")).to_be_attached()
    await expect(guest.locator("#log")).to_contain_text("0 of 8 Prosperity")
    for page in (host, guest):
        await page.context.close()
