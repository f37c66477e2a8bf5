"""Learning in a browser: lessons to their win, by one finger and by the keyboard alone, and the coach."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from app.games import GAMES
from app.kernel import Lesson
from tests.browser.looks import Axe, shot, wear
from tests.browser.seats import Seat, open_seats
from tests.servers import Server

TAUGHT = ("stratos", "vantage")


def lesson_of(game: str) -> Lesson:
    return next(iter(GAMES[game].lessons().values()))


async def newcomer(browser: Browser, server: Server, size: tuple[int, int], game: str = "stratos") -> Seat:
    """Somebody who has come for the first time, given a name, and pressed Learn."""
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", has_touch=size[0] < 720
    )
    seat = Seat(context, await context.new_page(), "Ana")
    await seat.page.goto(server.url)
    await seat.page.evaluate(
        """([address, game]) => {
          localStorage.setItem("pace", "0");
          const form = document.createElement("form");
          form.method = "post";
          form.action = `${address}/learn/${game}`;
          form.innerHTML = '<input name="name" value="Ana">';
          document.body.append(form);
          form.requestSubmit();
        }""",
        [server.url, game],
    )
    await seat.page.wait_for_url("**/t/*")
    await expect(seat.page.locator("#connection")).to_have_text("connected")
    return seat


async def shoot(page: Page, name: str) -> None:
    await shot(page, f"lesson/{name}", animations="disabled")


async def the_button(page: Page, words: str, step: int | None = None) -> None:
    """It can be pressed: the step is open (several have the same words), and the finger is safe."""
    open_step = f'="{step}"' if step else ""
    await expect(page.locator(f"#r-lesson[data-open{open_step}] .do-it button")).to_have_text(words)
    await expect(page.locator("#r-lesson.settling")).to_have_count(0)


async def fits(page: Page) -> bool:
    """The idea, what to do and its button are there without scrolling."""
    return bool(
        await page.evaluate(
            """() => {
              const body = document.querySelector(".ask-body").getBoundingClientRect();
              return [...document.querySelectorAll("#r-lesson h2, #r-lesson .idea, #r-lesson button")].every((el) => {
                const box = el.getBoundingClientRect();
                return box.top >= body.top - 1 && box.bottom <= body.bottom + 1;
              });
            }"""
        )
    )


UNDER_THE_LABEL = """() => {
  const label = document.querySelector(".lesson-label");
  if (!label || !label.checkVisibility()) return [];
  const over = label.getBoundingClientRect(), line = document.querySelector(".lesson-line").getBoundingClientRect();
  const covers = (one, it) => Math.min(one.right, it.right) - Math.max(one.left, it.left) > 2
    && Math.min(one.bottom, it.bottom) - Math.max(one.top, it.top) > 2;
  return [...document.querySelectorAll('[data-name^="unit-"], [data-name^="resource-"], [data-name^="tribe-"]')]
    .filter((piece) => !piece.closest("#stage") && piece.checkVisibility() && !piece.classList.contains("lesson-look"))
    .filter((piece) => [over, line].some((one) => covers(one, piece.getBoundingClientRect())))
    .map((piece) => piece.dataset.name);
}"""


async def is_won(page: Page, game: str) -> None:
    await expect(page.locator("#r-lesson[data-over]")).to_be_visible()
    await expect(page.locator("#r-lesson")).to_contain_text(lesson_of(game).farewell)
    await expect(page.locator("#r-lesson").get_by_role("link", name="Open a table")).to_be_visible()
    await expect(page.locator("#r-ending")).to_contain_text({"stratos": "Ana wins"}.get(game, "is done"))


def presses(game: str) -> list[tuple[str, str]]:
    """Every press of the lesson: the step, and the words on its button."""
    return [
        (f"{number:02}-{step.name.lower().replace(' ', '-')}-{count}", do.button if do else step.button)
        for number, step in enumerate(lesson_of(game).steps, 1)
        for count, do in enumerate(step.does or (None,), 1)
    ]


@pytest.mark.parametrize("game", TAUGHT)
async def test_on_a_phone_by_pressing_only_the_lessons_button(browser: Browser, server: Server, game: str) -> None:
    seat = await newcomer(browser, server, (390, 844), game)
    page = seat.page
    for number, (name, words) in enumerate(presses(game)):
        await the_button(page, words, int(name[:2]))
        if number == 1:
            assert name.startswith("02"), "Learn and Begin: two presses to the first decision"
        assert await fits(page), name
        assert await page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        await shoot(page, f"{game}-phone-{name}")
        await page.locator("#r-lesson .do-it button").tap()
    await is_won(page, game)
    await shoot(page, f"{game}-phone-won")
    assert seat.problems == [], seat.problems
    await seat.context.close()


@pytest.mark.parametrize("game", TAUGHT)
async def test_with_the_keyboard_alone(browser: Browser, server: Server, game: str) -> None:
    seat = await newcomer(browser, server, (1440, 900), game)
    page = seat.page
    await the_button(page, presses(game)[0][1])
    await page.keyboard.press("p")
    for name, words in presses(game):
        await the_button(page, words, int(name[:2]))
        await expect(page.locator("#r-lesson .do-it button")).to_be_focused()
        assert await fits(page), name
        assert await page.evaluate(UNDER_THE_LABEL) == [], f"the label of {name} lies on nobody and on nothing"
        await shoot(page, f"{game}-laptop-{name}")
        await page.keyboard.press("Enter")
    await is_won(page, game)
    await shoot(page, f"{game}-laptop-won")
    assert seat.problems == [], seat.problems
    await seat.context.close()


async def test_the_board_does_what_the_lesson_wants_and_nothing_else(browser: Browser, server: Server) -> None:
    seat = await newcomer(browser, server, (1440, 900))
    page = seat.page
    await the_button(page, "Begin")
    await page.locator("#r-lesson .do-it button").dblclick()
    await the_button(page, "Harvest 1 Corn")
    await expect(page.locator("#refusal")).to_be_empty()  # a second press of the same button is no second wish
    await expect(page.locator(".lesson-label")).to_have_text("Your Peasant")
    assert await page.locator(".game .lit").count() == 1, "only what is meant is lit"
    assert not await page.locator("#r-ask").is_visible(), "the answers of the question are not listed"
    await page.locator('.game [data-name="unit-4"]').click()
    await expect(page.locator("#explain")).to_contain_text("Soldier")
    await expect(page.locator("#explain button", has_text="The Soldier")).to_have_count(0)  # that comes later
    await page.keyboard.press("Escape")
    await page.locator('.game [data-name="unit-1"]').click()
    await the_button(page, "Travel there")
    await page.locator('.game [data-name="tile-1-0"]').click()
    await the_button(page, "Search here")
    await page.reload()
    await the_button(page, "Search here")
    assert seat.problems == [], seat.problems
    await seat.context.close()


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["laptop", "phone"])
async def test_axe_finds_nothing_in_a_lesson(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    seat = await newcomer(browser, server, size)
    page = seat.page
    for words in ("Begin", "Harvest 1 Corn"):
        await the_button(page, words)
        for theme in ("light", "dark", "contrast"):
            await wear(page, theme)
            results = await Axe().run(page, colours=theme != "light")
            found = [
                (one["id"], [node["html"][:160] for node in one["nodes"][:3]]) for one in results.response["violations"]
            ]
            assert found == [], (theme, found)
        await page.locator("#r-lesson .do-it button").click()
    await seat.context.close()


async def test_on_a_phone_a_hint_is_put_away_only_by_who_has_read_it(browser: Browser, server: Server) -> None:
    wish = {"scenario": "cathedral2"}
    (seat,) = await open_seats(browser, server, "stratos", ("Ana",), wish, bots=1, viewport=(390, 844))
    card = seat.page.locator("#r-intro .intro")
    await expect(card).to_contain_text("10 points of Prosperity win")
    await expect(card.get_by_role("button", name="I see")).to_be_hidden()
    cut = await card.locator("h3").evaluate("words => words.scrollWidth - words.clientWidth")
    assert cut <= 0, "no word of the heading is cut off"
    await card.get_by_text("Read", exact=True).click()
    await expect(card.locator(".words")).to_be_visible()
    await shoot(seat.page, "phone-coach")
    await card.get_by_role("button", name="I see").click()
    await expect(card).to_contain_text("Every unit may do two different things")
    await expect(card.get_by_role("button", name="I see")).to_be_hidden()
    assert seat.problems == [], seat.problems
    await seat.context.close()


async def test_the_coach_introduces_is_silenced_and_comes_back(browser: Browser, server: Server) -> None:
    (seat,) = await open_seats(browser, server, "stratos", ("Ana",), {"scenario": "cathedral2"}, bots=1)
    page = seat.page
    card = page.locator("#r-intro .intro")
    await expect(card).to_contain_text("10 points of Prosperity win")
    await expect(page.locator('[data-name="tribe-0"].coach-look').first).to_be_visible()
    await shoot(page, "laptop-coach")
    await card.get_by_role("button", name="I see").click()
    await expect(card).to_contain_text("Every unit may do two different things")
    await expect(page.locator('[data-name="unit-1"].coach-look').first).to_be_visible()
    results = await Axe().run(page, context={"include": [["#r-intro"]]})
    assert results.response["violations"] == []
    await card.get_by_role("button", name="No more hints").click()
    await expect(card).to_have_count(0)
    await expect(page.locator(".coach-look")).to_have_count(0)
    await page.get_by_role("button", name="More", exact=True).click()
    switch = page.get_by_role("switch", name="Hints about what is new")
    await expect(switch).to_have_attribute("aria-checked", "false")
    await switch.click()
    await expect(switch).to_have_attribute("aria-checked", "true")
    await expect(card).to_contain_text("10 points of Prosperity win")
    assert seat.problems == [], seat.problems
    await seat.context.close()
