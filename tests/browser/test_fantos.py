"""The Fate of Fantos in browsers: a War with nested cancellations, secrets, the coach, and what axe says."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Locator, Page, expect
from playwright.async_api import TimeoutError as Trouble

from app.games.fantos.coach import tip
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


def as_file(state: State, options: dict[str, Any], people: int) -> bytes:
    """The table as a file; the seats after the first few are bots'."""
    count = len(state.citadels)
    base = msgspec.msgpack.encode(Base(GAME.version, count, 0, Rng("situation"), encode_state(state)))
    return msgspec.msgpack.encode(
        TableFile(
            parallax=FILE_VERSION,
            game=GAME.id,
            state_version=GAME.version,
            options=options,
            seed="situation",
            status="playing",
            names=tuple(f"Player {seat}" for seat in range(count)),
            bots=tuple(seat >= people for seat in range(count)),
            seq=1,
            base_seq=1,
            base=base,
            outcome=None,
            checkpoints=((1, base),),
            entries=((1, encode_entry(Entry(0))),),
        )
    )


async def sit_down(
    browser: Browser,
    server: Server,
    state: State,
    options: dict[str, Any] | None = None,
    names: tuple[str, ...] = NAMES,
    size: tuple[int, int] = (1440, 900),
) -> list[Seat]:
    """A browser for each of the first seats of the prepared table."""
    keeper: Client = await server.person("Keeper")
    files = {"file": ("table.parallax", as_file(state, options or {}, len(names)))}
    reply = await keeper.http.post("/import", files=files)
    assert reply.status_code in (302, 303), reply.text
    link = server.url + reply.headers["location"].removeprefix(server.base)
    seats = []
    for number, name in enumerate(names):
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
    seats = await sit_down(browser, server, situation())
    ana, ben, cleo = (seat.page for seat in seats)
    await declare_war(seats)
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
        await expect(seat.page.locator("#r-coach")).to_be_empty()  # nobody asked for the guided round
        assert seat.problems == [], seat.problems
        await seat.context.close()


def assert_no_leak(seat: Seat, mine: int, public: set[str]) -> None:
    """Whatever this browser was sent besides the list of all cards: no title of another hand that was not played."""
    text = re.sub(r'<article class="entry.*?</article>', "", "\n".join(seat.received), flags=re.S)
    text = re.sub(r'<symbol id="a-.*?</symbol>', "", text)
    text = re.sub(r'<div class="yields".*?</details></div>', "", text, flags=re.S)  # what anybody might hold
    for card in HANDS[mine]:
        assert card in text, f"the search finds what is there: {card}"
    for other, hand in enumerate(HANDS):
        for card in set(hand) - set(HANDS[mine]) - public:
            if other != mine:
                assert not re.search(rf"[-:]{card}\b", text), f"{NAMES[mine]} was sent {card} of {NAMES[other]}"
                assert LABOR[card].title not in text, f"{NAMES[mine]} was sent {card} of {NAMES[other]}"


async def declare_war(seats: list[Seat]) -> None:
    ana = seats[0].page
    await pass_until(ana, seats, "Fantos Action Phase")
    await answer(ana, "Declare War")
    await expect(ask(ana)).to_contain_text("Who is tasked to the War")
    await ana.locator("[data-name=legacy-knight]").click()  # the board is the form
    await ana.get_by_role("button", name="Confirm").click()


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
        with suppress(Trouble):  # the window may close by itself meanwhile
            await page.locator("#r-ask button").filter(has_text=re.compile("Pass")).first.click(timeout=2000)
        await expect(page.locator(f'#r-ask[data-asked="{number}"]')).to_have_count(0)


async def pass_until(page: Page, seats: list[Seat], words: str) -> None:
    for _ in range(10):
        if await page.locator("#r-ask[data-asked]").filter(has_text=words).count():
            return
        for seat in seats:
            await pass_if_asked(seat.page)
    await expect(ask(page)).to_contain_text(words)


async def test_one_click_passes_the_whole_action(browser: Browser, server: Server) -> None:
    seats = await sit_down(browser, server, situation())
    _ana, ben, cleo = (seat.page for seat in seats)
    await declare_war(seats)
    await expect(ask(cleo)).to_contain_text("The action is declared")
    await hold(cleo)
    await cleo.get_by_role("button", name="Pass this whole action").click()
    await expect(ask(cleo)).to_have_count(0)
    await expect(cleo.locator("#r-pilot summary")).to_contain_text("passing")
    await pass_until(ben, seats[:2], "Who defends")
    await ben.get_by_role("button", name="Confirm").click()
    await expect(cleo.locator("#r-stage")).to_contain_text("scores are open")
    await expect(ask(cleo)).to_have_count(0)  # not asked again in this War
    await expect(ask(ben)).to_contain_text("The dice are rolled")
    for seat in seats:
        assert seat.problems == [], seat.problems
        await seat.context.close()


# Between two players, and no other sees it ------------------------------------------------------------------------


async def test_a_trade_by_two_of_three(browser: Browser, server: Server) -> None:
    seats = await sit_down(browser, server, situation())
    ana, ben, cleo = (seat.page for seat in seats)
    await pass_until(ana, seats, "Fantos Action Phase")
    form = ana.locator("#offer-trade-1")
    await expect(form.get_by_role("spinbutton").first).to_be_hidden()  # folded until it is wanted
    await form.locator("summary").click()
    await form.get_by_label("Shards you give").fill("3")
    await form.get_by_label("Cards you want").fill("1")
    await form.get_by_role("button").click()
    await expect(cleo.locator("#r-trades")).to_contain_text("Ana offers Ben 3 Shards for 1 card")
    await expect(cleo.locator("#r-offers")).not_to_contain_text("Accept")
    answer = ben.locator("#offer-accept-1")
    await answer.locator("summary").click()
    await answer.get_by_role("combobox").select_option(label="Alms")
    await answer.get_by_role("button").click()
    await expect(ana.locator("#r-hand")).to_contain_text("Alms")
    await expect(ben.locator("#r-hand")).not_to_contain_text("Alms")
    await expect(cleo.locator("#citadels-0 .reserve")).to_contain_text("22")
    await expect(cleo.locator("#citadels-1 .reserve")).to_contain_text("28")
    await expect(cleo.locator("#log")).to_contain_text("Traded")
    assert_no_leak(seats[2], 2, set())
    for seat in seats:
        assert seat.problems == [], seat.problems
        await seat.context.close()


async def test_a_hand_that_is_looked_at_is_seen_by_one(browser: Browser, server: Server) -> None:
    state = situation()
    state.legacy_deck.append(state.citadels[0].legacies.pop().id)
    state.legacy_deck.remove("inquisitor")
    state.citadels[0].legacies.append(Legacy("inquisitor", 5))
    state.phase = "secondary"
    seats = await sit_down(browser, server, state)
    ana, ben, cleo = (seat.page for seat in seats)
    await expect(ask(ana)).to_contain_text("you have the floor")
    await ana.locator("[data-name=legacy-inquisitor]").click()
    await ana.locator("#citadels-1 .c-head").click()
    for page in (ben, cleo):
        await pass_if_asked(page)
    await expect(ana.locator("#r-secrets")).to_contain_text("The hand of Ben: A Time of Peace, Alms, Loaded Die")
    for page in (ben, cleo):
        await expect(page.locator("#r-turn")).to_contain_text("Ana looks at the hand of Ben; nobody else sees")
        await expect(page.locator("#r-secrets")).to_be_empty()
    await answer(ana, "Alms")
    await expect(cleo.locator("#log")).to_contain_text("Ben loses Alms")
    await expect(ana.locator("#r-secrets")).to_be_empty()
    assert_no_leak(seats[2], 2, {"alms"})
    for seat in seats:
        assert seat.problems == [], seat.problems
        await seat.context.close()


# The guided first round ----------------------------------------------------------------------------------------------


async def test_the_coach_guides_the_first_turn_and_then_falls_silent(browser: Browser, server: Server) -> None:
    options = {"coach": True}
    fresh = GAME.setup(3, GAME.read_options(options, 3), Rng("situation"))
    (ana,) = await sit_down(browser, server, fresh, options, names=("Ana",))
    heard, _ = await listen(ana.page, "Your first Legacies")
    assert set(heard) <= {"Welcome to Fantos", "Your first Legacies"}
    await ana.context.close()
    (ana,) = await sit_down(browser, server, situation(**options), options, names=("Ana",))
    heard, looked = await listen(ana.page, "Discard")
    wanted = ["Your Fantos Action", "Secondary actions", "Hiring", "Discard"]
    own = [heading for number, heading in enumerate(heard) if heading in wanted and heading not in heard[:number]]
    assert own == wanted, f"the first turn from the Fantos Action to the discard: {heard}"
    assert "Your Fantos Action" in looked, "the coach points at the Legacy it speaks of"
    assert ana.problems == [], ana.problems
    await ana.context.close()
    later = situation(**options)
    assert tip(later, 0) is not None
    later.round = 2  # everybody has had a first turn
    assert [tip(later, seat) for seat in range(3)] == [None, None, None]


async def listen(page: Page, last: str) -> tuple[list[str], set[str]]:
    """What the coach says at each question until this one, and where it points at something on the board."""
    heard: list[str] = []
    looked: set[str] = set()
    answered = ""
    for _ in range(600):
        await page.wait_for_timeout(100)
        number = await ask(page).get_attribute("data-asked") if await ask(page).count() else None
        if number is None or number == answered:
            continue
        answered = number
        heard.append(await page.locator("#r-coach b").first.inner_text())
        if await page.locator(".coach-look").count():
            looked.add(heard[-1])
        await step_on(page)
        if heard[-1] == last:
            return heard, looked
    raise AssertionError(f"the coach never came to {last}: {heard}")


async def step_on(page: Page) -> None:
    """A sensible choice: hire while it is asked for, harvest with one Legacy, else end, pass or confirm."""
    for words in ("Declare a Harvest", "^.?End the", "Pass", "Keep your cards", ""):
        option = page.locator("#r-ask .options button").filter(has_text=re.compile(words))
        if await option.count():
            await option.first.click()
            return
    boxes = page.locator("#r-ask input[type=checkbox]")
    if await boxes.count():
        await boxes.first.check()
    await page.locator("#r-ask button").filter(has_text="Confirm").click()


# For everybody's eyes and hands ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(360, 640), (1440, 900)], ids=["phone", "laptop"])
async def test_axe_finds_nothing_serious_and_nothing_overflows(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    seats = await sit_down(browser, server, situation(), size=size)
    ana, ben, _cleo = (seat.page for seat in seats)
    await declare_war(seats)
    await play(ben, "a-time-of-peace", "Shirazad", before=ana, pile=1)
    await hold(ana)
    for theme in ("light", "dark"):
        await ana.emulate_media(color_scheme=theme)
        await ana.wait_for_timeout(400)  # colours change over a moment
        results = await Axe().run(ana, context={"include": [["#board"], ["#prompt"]]})
        found = [(v["id"], [node["html"][:160] for node in v["nodes"][:3]]) for v in results.response["violations"]]
        grave = [one for one, v in zip(found, results.response["violations"], strict=True) if v["impact"] in GRAVE]
        assert not grave, (theme, grave)
    beyond = "[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"
    assert await ana.evaluate(beyond) == [0, 0], "no page scroll during play"
    board = "document.querySelector('.board')"
    assert await ana.evaluate(f"{board}.scrollWidth - {board}.clientWidth") == 0
    # Reading a card: a tap on what is no choice opens it, Escape closes it again.
    await ana.locator("#citadels-1 [data-name=legacy-archivist]").click()
    await expect(ana.locator(".card-sheet")).to_contain_text("from the Labor discard pile into your hand")
    await ana.keyboard.press("Escape")
    await expect(ana.locator(".card-sheet")).to_be_hidden()
    # A row of another Citadel opens, and stays open when it is drawn anew.
    card = ana.locator("#citadels-1 [data-name=legacy-archivist] .nm")
    await expect(card).to_be_hidden()
    await ana.get_by_role("button", name=re.compile("^Open")).first.click()
    await expect(card).to_be_visible()
    for seat in seats:
        assert seat.problems == [], seat.problems
        await seat.context.close()


async def test_states_of_a_legacy_differ_in_shape(browser: Browser, server: Server) -> None:
    state = situation()
    shown = state.citadels[0].legacies
    shown[1].status, shown[1].task, shown[2].status = "tasked", "war", "disabled"
    seats = await sit_down(browser, server, state)
    page = seats[0].page
    for seat in (0, 1):  # large in one's own Citadel and small in the row that Ben sees
        page = seats[seat].page
        shapes = {}
        for legacy in shown:
            box = await page.locator(f"[data-name=legacy-{legacy.id}]").bounding_box()
            assert box is not None
            shapes[legacy.status] = (box["width"] < box["height"], await crossed(page, legacy.id))
        assert shapes == {"untasked": (True, 0), "tasked": (False, 0), "disabled": (True, 1)}
    await page.goto(f"{page.url}/replay")  # the same board when looking back
    await expect(page.locator(".fantos [data-name=legacy-knight]")).to_be_visible()
    await expect(page.locator("#r-hand .lab")).to_have_count(5)
    assert seats[1].problems == [], seats[1].problems
    for one in seats:
        await one.context.close()


async def crossed(page: Page, legacy: str) -> int:
    return await page.locator(f"[data-name=legacy-{legacy}] .cross").count()


GRAVE = ("serious", "critical")
