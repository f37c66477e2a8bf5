"""The Fate of Fantos in browsers: a War with nested cancellations, secrets, the coach, and what axe says."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from playwright.async_api import Browser, Locator, Page, expect

from app.games.fantos.components import LABOR
from app.games.fantos.game import GAME
from app.games.fantos.state import Legacy, State
from app.kernel import Base, Rng, encode_state
from app.tables.entries import Entry, encode_entry
from app.tables.replay import FILE_VERSION, TableFile
from tests.browser.seats import Seat
from tests.servers import Client, Server

NAMES = ("Ana", "Ben", "Cleo")
HANDS = (
    ["iron-pick", "mercenaries", "raid", "strip-mine", "zradas"],
    ["a-time-of-peace", "alms", "loaded-die", "scavengers", "shell-game"],
    ["bled-dry", "bulwark", "gilded-mask", "shackles", "shell-game"],
)
LEGACIES = (["executioner", "knight", "cook"], ["shirazad", "archivist", "bishop"], ["oracle", "diver", "tinker"])


# A table in the middle of a game, set up as wanted ----------------------------------------------------------------


def situation(**options: Any) -> State:
    """Three Citadels; the first is about to choose its Fantos Action. Every card is still in exactly one place."""
    state = GAME.setup(3, GAME.read_options(options, 3), Rng("situation"))
    labor = sorted([*state.labor_deck, *(card for citadel in state.citadels for card in citadel.hand)])
    legacies = sorted([*state.legacy_deck, *(slot.card for slot in state.pool if slot.card)])
    for citadel, hand, names in zip(state.citadels, HANDS, LEGACIES, strict=True):
        for card in hand:
            labor.remove(card)
        for name in names:
            legacies.remove(name)
        citadel.hand = list(hand)
        citadel.legacies = [Legacy(name, 5) for name in names]
        citadel.reserve, citadel.hires = 25, 3
    state.labor_deck = labor
    for slot in state.pool:
        slot.card = legacies.pop(0)
    state.legacy_deck = legacies
    state.first = state.active = 0
    state.phase, state.step, state.turn, state.round = "action", "", 1, 1
    return state


def as_file(state: State, options: dict[str, Any]) -> bytes:
    base = msgspec.msgpack.encode(Base(GAME.version, 3, 0, Rng("situation"), encode_state(state)))
    return msgspec.msgpack.encode(
        TableFile(
            parallax=FILE_VERSION,
            game=GAME.id,
            state_version=GAME.version,
            options=options,
            seed="situation",
            status="playing",
            names=NAMES,
            bots=(False, False, False),
            seq=1,
            base_seq=1,
            base=base,
            outcome=None,
            checkpoints=((1, base),),
            entries=((1, encode_entry(Entry(0))),),
        )
    )


async def sit_down(
    browser: Browser, server: Server, options: dict[str, Any] | None = None, size: tuple[int, int] = (1440, 900)
) -> list[Seat]:
    """A browser for each seat of the prepared table."""
    keeper: Client = await server.person("Keeper")
    files = {"file": ("war.parallax", as_file(situation(**(options or {})), options or {}))}
    reply = await keeper.http.post("/import", files=files)
    assert reply.status_code in (302, 303), reply.text
    link = server.url + reply.headers["location"].removeprefix(server.base)
    seats = []
    for number, name in enumerate(NAMES):
        context = await browser.new_context(viewport={"width": size[0], "height": size[1]})
        seat = Seat(context, await context.new_page(), name)
        taken = await context.request.post(f"{link}/sit", form={"name": name, "seat": str(number)})
        assert taken.ok, await taken.text()
        await seat.page.goto(link)
        await expect(seat.page.locator("#connection")).to_have_text("connected")
        seats.append(seat)
    return seats


def ask(page: Page) -> Locator:
    return page.locator("#r-ask[data-asked]")


async def answer(page: Page, words: str) -> None:
    """Press the option that says this."""
    await page.locator("#r-ask button, #r-ask label").filter(has_text=re.compile(words)).first.click()


async def hold(page: Page) -> None:
    """Stop the countdown of the open window, so that slow machines play the same game."""
    button = page.get_by_role("button", name="Hold")
    if await button.count():
        await button.click()
        await expect(page.get_by_role("button", name="Go on")).to_be_visible()


# ------------------------------------------------------------------------------------------------------------------


async def test_a_war_with_two_nested_cancellations_and_no_hand_leaks(browser: Browser, server: Server) -> None:
    seats = await sit_down(browser, server)
    ana, ben, cleo = (seat.page for seat in seats)
    await pass_until(ana, seats, "Fantos Action Phase")
    await answer(ana, "Declare War")
    await expect(ask(ana)).to_contain_text("Who is tasked to the War")
    await ana.locator("[data-name=legacy-knight]").click()  # the board is the form
    await ana.get_by_role("button", name="Confirm").click()
    await expect(ben.locator("#r-stage")).to_contain_text("War")
    await expect(cleo.locator("#r-stage .side-box").first).to_contain_text("Knight")
    # Ben cancels the War; Cleo cancels that; Ben cancels Cleo's card. Ana is always asked first, and passes.
    await play(ben, "a-time-of-peace", "Shirazad", before=ana, pile=1)
    await play(cleo, "shell-game", "Oracle", before=ana, pile=2)
    await play(ben, "shell-game", "Bishop", "Cancel Shell Game", before=ana, pile=3)
    await expect(ana.locator("#r-stack .pending")).to_have_count(3)
    for seat in seats:
        titles = await seat.page.locator("#r-stack .pending-title").all_text_contents()
        assert titles == ["Shell Game", "Shell Game", "A Time of Peace"], "the newest on top, the same for everyone"
        places = await seat.page.locator("#r-stack .place").all_text_contents()
        assert places == ["1", "2", "3"]
    await expect(ana.locator("#r-stack .pending").first).to_contain_text("Ben")
    await expect(ana.locator("#r-stack .pending").nth(1)).to_contain_text("A Time of Peace on the stack")
    await pass_if_asked(ana)
    await pass_if_asked(cleo)
    log = ana.locator("#log")
    await expect(log).to_contain_text("The War is cancelled")
    await expect(ana.locator("#r-stack .pending")).to_have_count(0)
    await expect(ana.locator("[data-name=legacy-knight]")).to_have_class(re.compile("is-tasked"))  # FAN-186
    await expect(ben.locator("#citadels-1 .count")).to_contain_text("3")  # two cards of five were played
    public = {"a-time-of-peace", "shell-game"}
    for mine, seat in enumerate(seats):
        await expect(seat.page.locator("#r-hand .lab")).to_have_count(len(set(HANDS[mine]) - public) or 1)
        assert_no_leak(seat, mine, public)
        assert seat.problems == [], seat.problems
        await seat.context.close()


def assert_no_leak(seat: Seat, mine: int, public: set[str]) -> None:
    """Whatever this browser was sent besides the list of all cards: no title of another hand that was not played."""
    text = re.sub(r'<article class="entry".*?</article>', "", "\n".join(seat.received), flags=re.S)
    text = re.sub(r'<symbol id="a-.*?</symbol>', "", text)
    for card in HANDS[mine]:
        assert card in text, f"the search finds what is there: {card}"
    for other, hand in enumerate(HANDS):
        for card in set(hand) - set(HANDS[mine]) - public:
            if other != mine:
                assert not re.search(rf"[-:]{card}\b", text), f"{NAMES[mine]} was sent {card} of {NAMES[other]}"
                assert LABOR[card].title not in text, f"{NAMES[mine]} was sent {card} of {NAMES[other]}"


async def play(page: Page, card: str, payer: str, aim: str = "", *, before: Page, pile: int) -> None:
    """Play a card from the hand on the board, while the seat that is asked before this one passes."""
    await expect(ask(page)).to_contain_text(LABOR[card].title)
    await hold(page)
    await page.locator(f"[data-name=labor-{card}]").click()
    await pass_if_asked(before)
    for _ in range(100):  # at what it aims and who pays: asked where there is a choice
        if await page.locator("#r-stack .pending").count() == pile:
            return
        for words in (aim, payer):
            option = page.locator("#r-ask button").filter(has_text=re.compile(words or "^$"))
            if await option.count():
                number = await ask(page).get_attribute("data-asked")
                await option.first.click()
                await expect(page.locator(f'#r-ask[data-asked="{number}"]')).to_have_count(0)
        await page.wait_for_timeout(100)
    raise AssertionError(f"{card} never came onto the stack")


async def pass_if_asked(page: Page) -> None:
    box = page.locator("#r-ask[data-asked]")
    await page.wait_for_timeout(150)
    if await box.count() and "Pass" in await box.inner_text():
        number = await box.get_attribute("data-asked")
        await page.locator("#r-ask button").filter(has_text=re.compile("Pass")).first.click()
        await expect(page.locator(f'#r-ask[data-asked="{number}"]')).to_have_count(0)


async def pass_until(page: Page, seats: list[Seat], words: str) -> None:
    for _ in range(10):
        if await page.locator("#r-ask[data-asked]").filter(has_text=words).count():
            return
        for seat in seats:
            await pass_if_asked(seat.page)
    await expect(ask(page)).to_contain_text(words)
