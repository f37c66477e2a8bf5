"""Setting out in browsers: mission, pod and fall are read over their own pictures, and each is alone with theirs."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from app.games.vantage.setup import setup
from app.games.vantage.state import Options, State
from app.games.vantage.world import World, world
from app.kernel import Rng
from tests.browser.looks import shot
from tests.browser.seats import WHOLE, Seat
from tests.browser.test_vantage import choose, leave, sent, sit_down
from tests.browser.test_vantage_places import read_on
from tests.games.vantage.situations import begin, reply
from tests.rules import rule
from tests.servers import Server

SAMPLER: World = world("sampler")
ABOUT = ("outset-ship", "outset-pod", "picture")
PASSAGE = "#open .moment.k-story"
CHOSEN = (("level:daring", "level:daring"), ("card:800", "card:801"))


async def picture_in_view(page: Page) -> str:
    """The picture that lies on top where the window is seen best: a little under its upper edge."""
    return str(
        await page.evaluate(
            """() => {
              const box = document.querySelector("#r-picture").getBoundingClientRect();
              const under = document.elementsFromPoint(box.left + box.width / 4, box.top + 40);
              return under.map((one) => one.closest(".v-picture")?.dataset.name).find(Boolean) || "";
            }"""
        )
    )


async def set_out(seat: Seat, size: tuple[int, int]) -> str:
    """Read on from moment to moment; my pod comes back."""
    page, pod = seat.page, ""
    for about in ABOUT:
        passage = page.locator(f'{PASSAGE}[data-about="{about}"]')
        await expect(passage).to_be_visible()
        await expect(passage.locator(".passage")).to_be_in_viewport()
        assert await picture_in_view(page) == about
        compass = page.locator(".v-compass")
        await (expect(compass).to_be_visible() if about == "picture" else expect(compass).to_be_hidden())
        if about == "outset-pod":
            pod = await passage.locator("h3").inner_text()
        await shot(page, f"vantage-{about}-{seat.name}-{size[0]}", animations="disabled")
        await read_on(page)
    await expect(page.locator('#r-outset [data-name="outset-pod"]')).to_be_hidden()
    return pod.removeprefix("You board ").strip()


def aboard() -> State:
    return setup(2, Options(pack="sampler", reroll_hard_mission=False, reroll_hard_crash=False), Rng("aboard"))


def a_quiet_fall() -> str:
    """A seed with which nothing waits where they come down, so that nobody is asked before all have fallen."""
    for number in range(200):
        session = begin(aboard(), f"outset {number}")
        for answer in CHOSEN:
            for seat in (0, 1):
                reply(session, answer[seat], seat=seat)
        if not session.state.setting_up:
            return f"outset {number}"
    raise AssertionError("no such seed")


@rule("VAN-021", "VAN-024", "VAN-025", "VAN-026", "VAN-232")
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
async def test_mission_pod_and_fall_are_read_over_their_pictures(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    seats = await sit_down(browser, server, aboard(), size, a_quiet_fall())
    for seat in seats:
        await seat.context.add_init_script(WHOLE)
        await seat.page.reload()
        await seat.page.evaluate("localStorage.setItem('pace', '0')")
    for answer in CHOSEN:
        for number, seat in enumerate(seats):
            await choose(seat.page, answer[number])
    pods = [await set_out(seat, size) for seat in seats]
    assert pods[0] != pods[1]
    for seat, mine in zip(seats, pods, strict=True):
        for place in SAMPLER.places.values():
            if place.terrain == "pod":
                assert (place.text in sent(seat)) == (place.name == mine), f"{seat.name} sat in {mine}"
    await leave(seats)
