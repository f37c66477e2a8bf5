"""Three people and a bot play a whole mission of Vantage with reading aloud; no page ever holds another's place."""

from __future__ import annotations

from typing import Any, NamedTuple

from playwright.async_api import Browser, Page, expect
from playwright.async_api import Error as PlaywrightError

from app.games.vantage.world import Place, World, world
from tests.browser.looks import shot
from tests.browser.seats import Seat, open_seats
from tests.browser.test_vantage import private_words, sent, unread_words
from tests.browser.test_vantage_places import read_on
from tests.patience import PATIENCE, Patiently
from tests.servers import Server

NAMES = ("Ana", "Ben", "Cleo")
SAMPLER: World = world("sampler")
DEEDS = (
    "here:help-LIGHT",
    "centre:1704:help-LIGHT",
    "here:look-READ",
    "centre:1706:look-READ",
    "centre:1706:take-UNTIE",
)
MOST = 200  # answers; it takes about a fifth of that


class Traveller:
    """One of the three, with what they have seen for themselves."""

    def __init__(self, seat: Seat) -> None:
        self.seat, self.page = seat, seat.page
        self.stood: set[str] = set()
        self.read: list[str] = []  # passages that were read aloud
        self.proved = 0  # how often nobody else had the words while they were read
        self.known: set[str] = set()  # things whose card was looked at

    async def look(self) -> None:
        """Where I stand, and the cards of all that is on my board."""
        self.stood |= set(await self.page.locator(".v-words .v-number").all_inner_texts())
        names = await self.page.locator(".game [data-name]").evaluate_all("all => all.map(one => one.dataset.name)")
        fresh = [name for name in dict.fromkeys(names) if f"{max(self.stood, default='')}{name}" not in self.known]
        self.known |= {f"{max(self.stood, default='')}{name}" for name in fresh}
        await self.page.evaluate(
            """(names) => Promise.all(names.map((name) => {
              const query = new URLSearchParams({ name, seat: parallax.root.dataset.seat });
              return fetch(`${parallax.root.dataset.base}/t/${parallax.root.dataset.code}/what?${query}`);
            }))""",
            fresh,
        )

    async def go_on(self) -> None:
        """What was told is read."""
        await read_on(self.page)

    async def asked(self) -> Asked:
        """What is asked now, read in one look: the next moment it may be another question."""
        found: dict[str, Any] = await self.page.evaluate(
            """() => {
              const ask = document.querySelector("#r-ask");
              const buttons = [...ask.querySelectorAll("button[name=values]")];
              return { question: ask.dataset.asked || "", values: buttons.map((one) => one.value), words: ask.innerText };
            }"""
        )
        return Asked(**found)

    async def press(self, button: str, question: str) -> None:
        """A press on a button of this very question. Some questions go by themselves after a while, and then there is
        nothing left to press; a press that reached the table changes the question."""
        asked = self.page.locator(f'#r-ask[data-asked="{question}"]')
        async for _ in Patiently(f"{self.seat.name} is past {question}"):
            if not await asked.count():
                return
            try:
                await asked.locator(button).click(timeout=3000)
            except PlaywrightError:  # it has gone while it was aimed at
                continue
            await expect(asked).to_have_count(0)


class Asked(NamedTuple):
    question: str
    values: list[str]
    words: str


async def answer(one: Traveller, others: list[Traveller]) -> bool:
    """Whatever is asked now; False where nothing is."""
    question, values, words = await one.asked()
    if not question:
        return False
    if "read" in values:
        await read_aloud(one, others, question)
        return True
    if not values:  # several may be chosen, or none: none is
        await one.press(".pinned button", question)
        return True
    deed = next((value for value in DEEDS if value in values), None)
    done = "mission is complete" in words
    wanted = ("level:sheltered", "yes" if done else "no", "so", "roll:0", "keep", "done", "stay")
    value = deed or next((value for value in wanted if value in values), values[0])
    if deed or value.startswith(("here:", "depart:")):
        await one.look()
    await one.press(f'button[value="{value}"]', question)
    return True


async def read_aloud(reader: Traveller, others: list[Traveller], question: str) -> None:
    """The words are with the reader alone until they have been read, or their 30 seconds are over. On a slow machine the
    time may run out while all this is looked at: then everybody has them, the log of the reader too."""
    page = reader.page
    passage = page.locator("#r-reading .v-passage")
    words = await passage.inner_text()
    begins = words.split("\n")[0]
    listened = [one.seat.name for one in others if words in sent(one.seat)]
    alone = (await reader.asked()).question == question and begins not in await page.locator("#log").inner_text()
    if alone:
        assert not listened, f"{listened} should have listened"
        reader.proved += 1
    if not any(one.read for one in [reader, *others]):
        await shot(page, "vantage-mission-reader")
        await shot(others[0].page, "vantage-mission-listens")
    await reader.press('button[value="read"]', question)
    reader.read.append(words)
    for one in others:
        await expect(one.page.locator("#log")).to_contain_text(begins)
    slow = page.locator('#r-offers form:has([value="aloud"]) button')
    if await slow.count():  # it stayed in front of whoever was too slow
        await page.locator("#r-offers details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
        await slow.click()
    async for _ in Patiently("the page is put away, or the next one is there already"):
        if not await page.locator("#r-reading").is_visible() or "read" in (await reader.asked()).values:
            break


async def test_a_mission_from_the_fall_to_the_end(browser: Browser, server: Server) -> None:
    options = {"pack": "sampler", "reading": "aloud"}
    seats = await open_seats(browser, server, "vantage", NAMES, options, bots=1, whole=True)
    people = [Traveller(seat) for seat in seats]
    for one in people:
        await one.page.evaluate("localStorage.setItem('pace', '0')")
    answers = 0
    async for _ in Patiently("the end of the mission", 5 * PATIENCE):
        for one in people:
            await one.go_on()
            answers += await answer(one, [other for other in people if other is not one])
        if await over(people[0].page):
            break
        assert answers < MOST, "the mission goes on and on"
    assert sum(len(one.read) for one in people) >= 4, "passages were read aloud"
    assert sum(one.proved for one in people) >= 1, "and nobody had them before"
    assert len({one.seat.name for one in people if one.read}) >= 2, "the voice goes round"
    for one in people:
        await expect(one.page.locator("#r-ending")).to_contain_text("is done")
    await shot(people[0].page, "vantage-mission-end")
    for one in people:
        check_bytes(one)
        assert one.seat.problems == [], one.seat.problems
        await one.seat.context.close()


async def over(page: Page) -> bool:
    return bool(await page.locator("#r-ending .endsheet").count())


def check_bytes(one: Traveller) -> None:
    """Pages, messages and cards: nothing of a place where I never stood, nothing of an entry that nobody read."""
    text = sent(one.seat)
    told = "\n".join(part for part in one.seat.received if "log" in part)
    for place in SAMPLER.places.values():
        if f"{place.id:03d}" not in one.stood and place.terrain not in ("pod", "ship"):
            found = [words for words in private_words(place) if words in text]
            assert not found, f"{one.seat.name} was never at {place.name}: {found}"
        elif f"{place.id:03d}" in one.stood:
            assert place.text in text, "what I did see is found by the same search"
        for words in unread_words(place):
            assert words not in text or performed(told, place, words), f"{one.seat.name}, {place.name}: {words}"


def performed(told: str, place: Place, words: str) -> bool:
    """A line or passage may be with me if the log tells that it was read."""
    entries = [*place.actions, *place.departs.values()]
    lines = [entry.line for entry in entries if words in (entry.line, entry.tell)]
    return any(line in told for line in lines)
