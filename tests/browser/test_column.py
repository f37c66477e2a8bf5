"""The decision column: a finger is safe, ticks stay with their question, giving up asks for a word, the log follows."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from tests.browser.positions import Position, bring, recording, sit, whisper_recording
from tests.browser.seats import Seat
from tests.conftest import Servers
from tests.patience import Patiently
from tests.servers import Server

SIZE = (1440, 900)


@pytest.fixture
async def server(servers: Servers) -> Server:
    """One whose buttons rest for a moment when they have changed, as they do for people."""
    return await servers(FINGER_REST_MS="400")


async def at(browser: Browser, server: Server, game: str, name: str, part: float, size: tuple[int, int] = SIZE) -> Seat:
    position = Position(recording(game, name), part)
    return await sit(browser, await bring(server, position), position.asked, size)


async def question(page: Page) -> str:
    return await page.locator("#r-ask").get_attribute("data-asked") or ""


async def another_than(page: Page, before: str) -> None:
    await expect(page.locator(f'#r-ask[data-asked="{before}"]')).to_have_count(0)


async def test_changed_buttons_do_nothing_for_a_moment(browser: Browser, server: Server) -> None:
    seat = await at(browser, server, "stratos", "ffa2", 0.3)
    page = seat.page
    # A finger and a key that come down again as soon as the next question is there.
    await page.evaluate("""() => {
      window.pressed = null;
      parallax.on("asked", (id) => {
        if (window.pressed) return;
        window.pressed = id;
        document.querySelector("#r-ask button[name=values]").click();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "1", bubbles: true }));
      });
    }""")
    before = await question(page)
    await page.locator("#r-ask [data-digit]").first.click()
    await another_than(page, before)
    await page.wait_for_timeout(700)
    pressed = str(await page.evaluate("window.pressed"))
    assert await question(page) == pressed, "the second press answered a question that nobody had seen"
    await expect(page.locator(".settling")).to_have_count(0)
    # A moment later the same buttons work.
    await page.locator("#r-ask button[name=values]").first.click()
    await another_than(page, pressed)
    assert seat.problems == []
    await seat.context.close()


async def test_the_first_page_can_be_pressed_at_once(browser: Browser, server: Server) -> None:
    seat = await at(browser, server, "stratos", "ffa2", 0.3)
    await expect(seat.page.locator(".settling")).to_have_count(0)
    await seat.context.close()


async def test_ticks_do_not_carry_over_to_the_next_question(browser: Browser, server: Server) -> None:
    seat = await at(browser, server, "vanguard", "alone", 0)
    page = seat.page
    boxes = page.locator("#r-ask input[type=checkbox]")
    await boxes.nth(0).check()
    await expect(page.locator("#r-ask .pinned")).to_contain_text("1 of 2 chosen")
    await boxes.nth(1).check()
    before = await question(page)
    await page.get_by_role("button", name="Confirm").click()
    await another_than(page, before)
    await expect(boxes).not_to_have_count(0)
    assert await page.locator("#r-ask :checked").count() == 0
    await expect(page.locator("#r-ask .pinned")).to_contain_text("0 of 2 chosen")
    await seat.context.close()


BOXES = """() => Object.fromEntries(Object.entries({
  back: document.querySelector("[data-undo]"), end: document.querySelector("#r-ask .pinned button"),
  last: [...document.querySelectorAll("#r-ask .answers > *")].at(-1), foot: document.querySelector("#r-ask .pinned"),
}).map(([name, el]) => [name, el.getBoundingClientRect().toJSON()]))"""


@pytest.mark.parametrize("size", [SIZE, (390, 844)])
async def test_taking_back_and_the_way_to_all_answers_are_in_sight(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    seat = await at(browser, server, "stratos", "ffa2", 0.3, size)
    page = seat.page
    further = page.locator("[data-further]")
    await expect(further).to_be_visible()
    found = await page.evaluate(BOXES)
    assert 0 <= found["back"]["left"] < found["back"]["right"] <= found["end"]["left"] - 8, (
        "side by side, none over another"
    )
    assert found["back"]["bottom"] <= size[1]
    assert found["last"]["bottom"] > found["foot"]["top"], "some answers lie below"
    async for _ in Patiently("the last answer is in sight"):
        if not await further.is_visible():
            break
        await further.click()
    found = await page.evaluate(BOXES)
    assert found["last"]["top"] + 0.6 * found["last"]["height"] <= found["foot"]["top"]
    await expect(page.locator("[data-undo]")).to_be_in_viewport(ratio=1)
    assert seat.problems == []
    await seat.context.close()


async def test_ending_while_something_is_left_asks_first(browser: Browser, server: Server) -> None:
    seat = await at(
        browser, server, "stratos", "ffa2", 0.025
    )  # a Peasant has an action left, and nothing can be bought
    page = seat.page
    before = await question(page)
    asks = page.locator("#sure")
    await page.locator("#r-ask .pinned button").click()
    await expect(asks).to_contain_text("has 1 action")
    await page.get_by_role("button", name="Not yet").click()
    await expect(asks).to_be_hidden()
    assert await question(page) == before, "nothing has happened"
    await page.locator("#r-ask .pinned button").click()
    await page.keyboard.press("Escape")
    await expect(asks).to_be_hidden()
    await page.locator("#r-ask .pinned button").click()
    await page.get_by_role("button", name="End turn all the same").click()
    await another_than(page, before)
    assert seat.problems == []
    await seat.context.close()


async def test_giving_up_is_under_more_and_asks_for_a_word(browser: Browser, server: Server) -> None:
    seat = await at(browser, server, "stratos", "ffa2", 0.3)
    page = seat.page
    await expect(page.locator("#r-ask").get_by_text("Concede")).to_be_hidden()
    assert await page.locator('#r-ask [data-digit][value="concede"]').count() == 0
    await page.get_by_role("button", name="More", exact=True).click()
    await page.locator("#leaving summary").click()
    button = page.locator("#leaving button")
    await expect(button).to_be_disabled()
    await page.locator("#leaving input").fill("conc")
    await expect(button).to_be_disabled()
    before = await question(page)
    await page.locator("#leaving input").fill("Concede")
    await button.click()
    await another_than(page, before)
    await seat.context.close()


async def test_a_word_that_was_written_is_not_asked_for_again(browser: Browser, server: Server) -> None:
    """While somebody writes it, the question comes anew."""
    seat = await at(browser, server, "stratos", "ffa2", 0.3, (390, 844))
    page = seat.page
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name="More", exact=True).click()
    await page.locator("#leaving summary").click()
    await page.locator("#leaving input").fill("concede")
    await page.evaluate("""() => {
      const form = document.querySelector("form[data-leave]");
      form.dataset.which = `another-question ${form.dataset.which.split(" ").pop()}`;
      parallax.emit("changed");
      parallax.settle("#r-ask");
    }""")
    await expect(page.locator("#leaving input")).to_have_value("concede")
    before = await question(page)
    await page.locator("#leaving button").click()
    await another_than(page, before)
    await seat.context.close()


async def test_digits_belong_to_answers_alone(browser: Browser, server: Server) -> None:
    for game, name in (("stratos", "ffa2"), ("biome", "win"), ("vanguard", "two")):
        seat = await at(browser, server, game, name, 0.4)
        found = await seat.page.locator("#r-ask [data-digit]").evaluate_all("all => all.map(b => b.dataset.digit)")
        assert found == [str(number) for number in range(1, len(found) + 1)], game
        assert await seat.page.locator("#r-ask .pinned [data-digit]").count() == 0
        await seat.context.close()


# A burst of lines as a message brings it.
BURST = """(count) => {
  document.dispatchEvent(new CustomEvent("htmx:ws:before:message:incoming"));
  for (let n = 0; n < count; n += 1) {
    const line = document.createElement("li");
    line.textContent = `A line of the burst, ${n}`;
    document.querySelector("#log").append(line);
  }
  document.dispatchEvent(new CustomEvent("htmx:ws:after:message:incoming"));
}"""
SCROLL_UP = """(list) => new Promise((done) => {
  list.addEventListener("scroll", () => requestAnimationFrame(done), { once: true });
  list.scrollTop = 0;
})"""
DISTANCE = """() => {
  const list = document.querySelector("#panel-log [data-follows]");
  return Math.round(list.scrollHeight - list.scrollTop - list.clientHeight);
}"""


async def test_the_log_follows_its_end_and_counts_what_is_new(browser: Browser, server: Server) -> None:
    position = Position(whisper_recording(), 0.5)
    seat = await sit(browser, await bring(server, position), position.asked, SIZE)
    page = seat.page
    await page.evaluate(BURST, 1)
    await expect(page.locator("[data-latest]")).to_have_text("A line of the burst, 0")
    await page.get_by_role("button", name="Log", exact=True).click()
    assert await page.evaluate(DISTANCE) <= 1
    for _ in range(3):  # one burst does not stop it for good
        await page.evaluate(BURST, 60)
        assert await page.evaluate(DISTANCE) <= 1
    await page.locator("#panel-log [data-follows]").evaluate(SCROLL_UP)
    await page.evaluate(BURST, 3)
    assert await page.evaluate(DISTANCE) > 500, "who reads further up is left in peace"
    more = page.get_by_role("button", name="3 new")
    await more.click()
    await expect(more).to_be_hidden()
    assert await page.evaluate(DISTANCE) <= 1
    # The drawer lies over the column and never over the board.
    drawer, board = await page.locator("#panel-log").bounding_box(), await page.locator("#board").bounding_box()
    assert drawer is not None
    assert board is not None
    assert drawer["x"] >= board["x"] + board["width"] - 1
    await page.keyboard.press("Escape")
    await expect(page.locator("#panel-log")).to_be_hidden()
    await seat.context.close()


async def test_a_reaction_is_a_quiet_ring(browser: Browser, server: Server) -> None:
    recorded = recording("fantos", "three-players")
    position = Position(recorded, 0)
    for choice in recorded.choices:
        soft = [seat for seat, ask in position.session.asks.items() if ask.soft and len(ask.options) > 2]
        if soft:
            break
        position.play(choice)
    seat = await sit(browser, await bring(server, position), soft[0], SIZE)
    page = seat.page
    await page.locator("[data-hold]").click()  # at once: the ring runs
    await expect(page.locator("#prompt")).to_contain_text("leans in")
    ask = position.session.asks[soft[0]]
    offered = await page.locator("#r-ask .answers button").evaluate_all("all => all.map(b => b.value)")
    assert offered == [option.id for option in ask.options if option.id not in ask.default], "no Pass among them"
    await expect(page.get_by_role("button", name="Go on").last).to_be_visible()
    await page.get_by_role("button", name="Let this pass").click()
    await another_than(page, ask.id)
    assert seat.problems == []
    await seat.context.close()


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
@pytest.mark.parametrize("part", [0.12, 0.3, 0.5])
async def test_vanguards_map_and_dice_are_in_view_with_the_answer(
    browser: Browser, server: Server, part: float, size: tuple[int, int]
) -> None:
    """On a planet the map is whole, my dice are in the dock and the pinned answer is in reach, none over another."""
    recorded = recording("vanguard", "two")
    position = Position(recorded, part)
    for choice in recorded.choices[len(position.rows) :]:
        x = position.session.state.x
        asked = position.session.asks[position.asked]
        if x is not None and x.stage == "act" and not position.session.state.check and asked.rule == "ISS-051":
            break
        position.play(choice)
    seat = await sit(browser, await bring(server, position), position.asked, size)
    page = seat.page
    ground = page.locator("#r-ground")
    boxes = {}
    for name, place in (("map", "#r-ground"), ("dock", "#dock"), ("answer", "#r-ask .pinned button")):
        await expect(page.locator(place).first).to_be_visible()
        box = await page.locator(place).first.bounding_box()
        assert box is not None, name
        assert box["y"] >= 0, name
        assert box["y"] + box["height"] <= size[1] + 1, f"{name} is cut off"
        assert box["x"] + box["width"] <= size[0] + 1, f"{name} is cut off"
        boxes[name] = box
    assert boxes["map"]["height"] >= 110
    assert boxes["map"]["y"] + boxes["map"]["height"] <= boxes["dock"]["y"] + 1, "the dock lies over the map"
    whole = await ground.evaluate("svg => svg.getAttribute('viewBox').split(' ').map(Number)")
    assert whole[:2] == [0, 0], "the planet is fitted"
    mine = "#r-dock .vg-mydice .vdie, #r-dock .vg-mydice .vg-empty" if size[0] > 720 else "#r-dock .dockline"
    await expect(page.locator(mine).first).to_be_in_viewport()
    assert seat.problems == []
    await seat.context.close()


COUNT_ANSWERS = """() => {
  window.answers = 0;
  document.addEventListener("htmx:ws:before:message:outgoing", (event) => {
    window.answers += event.detail.message.values.do === "answer";
  });
}"""


async def test_space_presses_nothing_that_took_the_place_of_an_answer(browser: Browser, server: Server) -> None:
    """The button that was pressed lives on as another answer: neither a mouse nor a key leaves the focus on it."""
    seat = await at(browser, server, "stratos", "ffa2", 0.3)
    page = seat.page
    await page.evaluate(COUNT_ANSWERS)
    for presses, by in enumerate(("mouse", "keyboard"), 1):
        before = await question(page)
        answer = page.locator("#r-ask button[data-digit]").first
        await expect(page.locator(".settling")).to_have_count(0)
        if by == "mouse":
            await answer.click()
        else:
            await answer.focus()
            await page.keyboard.press("Enter")
        await another_than(page, before)
        await expect(page.locator("#r-ask[data-asked]")).to_have_count(1)
        assert await page.evaluate("document.activeElement.closest('#r-ask, #r-offers')") is None
        await expect(page.locator("#prompt")).to_be_focused()
        await page.keyboard.press("Space")
        assert await page.evaluate("window.answers") == presses, f"Space answered what nobody had read, after the {by}"
        # Who plays by keyboard has the decision one Tab away.
        await page.keyboard.press("Tab")
        assert await page.evaluate("document.activeElement.closest('#prompt') !== null")
    assert seat.problems == []
    await seat.context.close()


IN_SIGHT = """(selector) => {
  const shown = [...document.querySelectorAll(selector)].find((el) => el.checkVisibility());
  const box = shown.getBoundingClientRect();
  const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return shown === hit || shown.contains(hit);
}"""


@pytest.mark.parametrize("size", [SIZE, (390, 844)])
async def test_no_panel_hides_the_question(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    seat = await at(browser, server, "stratos", "ffa2", 0.3, size)
    page = seat.page
    for panel in ("log", "chat", "notes", "more"):
        await page.evaluate(f"parallax.showPanel('{panel}')")
        await expect(page.locator(f"#panel-{panel} .panel-title")).to_be_in_viewport()
        for what in ("#r-ask .question h2", "#r-ask .pinned button", f"#panel-{panel} [data-shut]"):
            assert await page.evaluate(IN_SIGHT, what), f"{panel} hides {what}"
    # The close mark stays when the panel is scrolled, and works.
    await page.locator("#panel-more").evaluate("(panel) => { panel.scrollTop = panel.scrollHeight; }")
    assert await page.evaluate(IN_SIGHT, "#panel-more [data-shut]")
    await page.locator("#panel-more [data-shut]").click()
    await expect(page.locator("#panel-more")).to_be_hidden()
    assert seat.problems == []
    await seat.context.close()


async def test_all_that_is_mine_opens_at_its_beginning_and_shows_its_end(browser: Browser, server: Server) -> None:
    seat = await at(browser, server, "stratos", "ffa2", 0.3, (390, 844))
    page = seat.page
    await page.get_by_role("button", name="All that is mine").click()
    parts = page.locator("#dock .dock-parts")
    assert await parts.evaluate("(box) => box.scrollTop") == 0
    await expect(page.locator("#dock .st-me")).to_be_in_viewport(ratio=1)
    await parts.evaluate("(box) => { box.scrollTop = box.scrollHeight; }")
    last, line = page.locator("#dock .part").last, page.locator("#dock .dockline")
    bottom = await last.evaluate("(el) => el.getBoundingClientRect().bottom")
    assert bottom <= await line.evaluate("(el) => el.getBoundingClientRect().top") + 1, "the line hides the end"
    await seat.context.close()
