"""The Fate of Fantos in browsers: a War with nested cancellations, secrets, the coach, and what axe says."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from playwright.async_api import Browser, Locator, Page, expect

from app.games.fantos.components import LABOR
from app.games.fantos.game import GAME
from app.games.fantos.state import Legacy, State
from app.kernel import Base, Rng, encode_state
from app.tables.entries import Entry, encode_entry
from app.tables.replay import FILE_VERSION, TableFile
from tests.browser.looks import Axe
from tests.browser.seats import WHOLE, Seat
from tests.patience import Patiently
from tests.servers import Client, Server, lay

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
        citadel.reserve, citadel.hires, citadel.turns = 25, 3, 1
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
    rings: bool = True,
) -> list[Seat]:
    """A browser for each of the first seats of the prepared table. Without rings everybody who is asked is waited for, and
    a window that nobody has an answer to takes no time."""
    keeper: Client = await server.person("Keeper")
    link = server.url + await lay(server, as_file(state, options or {}, len(names)), keeper.token)
    if not rings:
        rules = {"soft_seconds": "0", "clock_minutes": "0", "spectators": "public", "pace": "slow", "on_time": "nudge"}
        form = {f"table.{name}": value for name, value in rules.items()}
        reply = await keeper.http.post(f"{link.removeprefix(server.url)}/configure", data=form)
        assert reply.status_code in (302, 303), reply.text
    seats = []
    for number, name in enumerate(names):
        context = await browser.new_context(viewport={"width": size[0], "height": size[1]})
        await context.add_init_script(WHOLE)
        seat = Seat(context, await context.new_page(), name)
        taken = await context.request.post(f"{link}/sit", form={"name": name, "seat": str(number)})
        assert taken.ok, await taken.text()
        # These games are about every single reaction.
        wish: dict[str, str | float | bool] = {"control": "full", "stop_when_targeted": "on"}
        asked = await context.request.post(f"{link}/pilot?seat={number}", form=wish)
        assert asked.ok, await asked.text()
        await seat.page.goto(link)
        await expect(seat.page.locator("#connection")).to_have_text("connected")
        seats.append(seat)
    return seats


def ask(page: Page) -> Locator:
    return page.locator("#r-ask[data-asked]")


async def rested(page: Page) -> None:
    """Changed buttons do nothing for a moment, so that a finger is safe."""
    await expect(page.locator(".settling")).to_have_count(0)


async def answer(page: Page, words: str) -> None:
    """Press the option that says this."""
    await rested(page)
    await page.locator("#r-ask button, #r-ask label").filter(has_text=re.compile(words)).first.click()


async def hold(page: Page) -> None:
    """Stop the countdown of the open window, so that slow machines play the same game."""
    button = page.locator("[data-hold]")
    if await button.count():
        await rested(page)
        await button.click()
        await expect(button).to_have_text(re.compile("Go on"))


async def unfold(offer: Locator) -> None:
    """Open the groups that an offer is folded into, and then the offer itself."""
    await offer.evaluate("el => { for (let d = el; d; d = d.parentElement.closest('details')) d.open = true; }")


# ------------------------------------------------------------------------------------------------------------------


async def test_a_war_with_two_nested_cancellations_and_no_hand_leaks(browser: Browser, server: Server) -> None:
    seats = await sit_down(browser, server, situation())
    ana, ben, cleo = (seat.page for seat in seats)
    await declare_war(seats)
    await expect(ben.locator("#r-stage")).to_contain_text("War")
    glows = ben.locator("#dock .lab.lit")  # what could be played glows in the hand, and comes first
    await expect(glows.locator(".lab-title")).to_have_text(["A Time of Peace"])
    await expect(glows).to_have_css("outline-style", "solid")
    await expect(glows).to_have_css("order", "-1")
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
    async for _ in Patiently("the War is cancelled"):
        if await ana.locator("#log").get_by_text("The War is cancelled").count():
            break
        await pass_if_asked(ana)
        await pass_if_asked(cleo)
    await expect(ana.locator("#r-stack .pending")).to_have_count(0)
    await expect(ana.locator("#dock [data-name=legacy-knight]")).to_have_class(re.compile("is-tasked"))  # FAN-186
    await expect(ben.locator("#citadels-1 .count")).to_contain_text("3")  # two cards of five were played
    public = {"a-time-of-peace", "shell-game"}
    for mine, seat in enumerate(seats):
        await expect(seat.page.locator("#r-hand .lab")).to_have_count(len(set(HANDS[mine]) - public) or 1)
        assert_no_leak(seat, mine, public)
        assert seat.problems == [], seat.problems
        await seat.context.close()


def assert_no_leak(seat: Seat, mine: int, public: set[str]) -> None:
    """Whatever this browser was sent besides the list of all cards: no title of another hand that was not played."""
    text = re.sub(r'<article class="entry.*?</article>', "", "\n".join(seat.received), flags=re.S)
    text = re.sub(r'<symbol id="a-.*?</symbol>', "", text)
    text = re.sub(r'<div class="yields.*?</details></div>', "", text, flags=re.S)  # what anybody might hold
    text = re.sub(
        r'name="(card|mark|shown)" value="[^"]*"[^>]*>(<span>[^<]*)?', "", text
    )  # a part of it, sent as a change
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
    await answer(ana, "Declare War and choose")
    await expect(ask(ana)).to_contain_text("Who goes to the War")
    await expect(ana.locator("#r-ask :checked")).to_have_count(3)  # everybody, unless one says otherwise
    await rested(ana)
    for stays in ("Executioner", "Cook"):
        await ana.locator("#r-ask label").filter(has_text=stays).click()
    await expect(ana.locator("#r-ask :checked")).to_have_count(1)
    await ana.get_by_role("button", name="Confirm").click()


async def play(page: Page, card: str, payer: str, aim: str = "", *, before: Page, pile: int) -> None:
    """Play a card from the hand on the board, while the seat that is asked before this one passes."""
    await expect(ask(page)).to_contain_text(LABOR[card].title)
    await hold(page)
    await rested(page)
    await page.locator("#r-ask button").filter(has_text=f"Play {LABOR[card].title}").first.click()
    async for _ in Patiently(f"{card} on the stack"):  # at what it aims and who pays: asked where there is a choice
        if await page.locator("#r-stack .pending").count() == pile:
            return
        await pass_if_asked(before)
        for words in (aim, payer):
            option = page.locator("#r-ask button").filter(has_text=re.compile(words or "^$"))
            if await option.count():
                number = await ask(page).get_attribute("data-asked")
                await rested(page)
                await option.first.click()
                await expect(page.locator(f'#r-ask[data-asked="{number}"]')).to_have_count(0)


LET_PASS = """() => {
  const ask = document.querySelector("#r-ask[data-asked]:not(.settling)");
  const button = [...(ask?.querySelectorAll("button") ?? [])].find((one) => one.textContent.includes("Let it pass"));
  button?.click();
  return button ? ask.dataset.asked : null;
}"""


async def pass_if_asked(page: Page) -> None:
    """At once, for the window may close by itself meanwhile."""
    number = await page.evaluate(LET_PASS)
    if number:
        await expect(page.locator(f'#r-ask[data-asked="{number}"]')).to_have_count(0)


async def pass_until(page: Page, seats: list[Seat], words: str) -> None:
    async for _ in Patiently(words):
        if await page.locator("#r-ask[data-asked]").filter(has_text=words).count():
            return
        for seat in seats:
            await pass_if_asked(seat.page)


async def test_one_click_passes_the_whole_action(browser: Browser, server: Server) -> None:
    seats = await sit_down(browser, server, situation())
    _ana, ben, cleo = (seat.page for seat in seats)
    await declare_war(seats)
    await expect(ask(cleo)).to_contain_text("The action is declared")
    await hold(cleo)
    await cleo.get_by_role("button", name="Let this whole action pass").click()
    await expect(ask(cleo)).to_have_count(0)
    await expect(cleo.locator("#r-pilot summary")).to_contain_text("lets things pass")
    await pass_until(ben, seats[:2], "Who defends")
    await rested(ben)
    ticked = ben.locator("#r-ask input[type=checkbox]:checked")
    for _ in range(await ticked.count() - 1):  # one defends, the others stay to pay for cards
        await ticked.last.uncheck()
    await ben.get_by_role("button", name="Confirm").click()
    await expect(cleo.locator("#r-stage")).to_contain_text("scores are open")
    await expect(ask(cleo)).to_have_count(0)  # not asked again in this War
    await pass_until(ben, seats[:1], "The dice are rolled")
    for seat in seats:
        assert seat.problems == [], seat.problems
        await seat.context.close()


# Between two players, and no other sees it ------------------------------------------------------------------------


async def test_a_trade_by_two_of_three(browser: Browser, server: Server) -> None:
    seats = await sit_down(browser, server, situation())
    ana, ben, cleo = (seat.page for seat in seats)
    await pass_until(ana, seats, "Your Fantos Action Phase")
    form = ana.locator("#offer-trade-1")
    await expect(form.get_by_role("spinbutton").first).to_be_hidden()  # folded until it is wanted
    await unfold(form)
    await expect(form.locator(".pick .lab-title")).to_have_text([LABOR[card].title for card in HANDS[0]])
    await expect(form.locator(".pick").first).to_contain_text(
        LABOR[HANDS[0][0]].text
    )  # cards, to be read while choosing
    await rested(ana)
    for _ in range(3):
        await form.locator("[data-by='1']").first.click()
    await expect(form.get_by_label("Shards you give")).to_have_value("3")
    await expect(form.locator(".theirs")).to_have_count(len(HANDS[1]))  # backs, and no title
    await form.locator(".theirs").first.click()
    await form.locator("button.answer").click()
    await expect(cleo.locator("#r-trades")).to_contain_text("Ana offers Ben 3 Shards for 1 card")
    await expect(cleo.locator("#r-offers")).not_to_contain_text("Accept")
    answer = ben.locator("#offer-accept-1")  # an offer to oneself stands open
    await expect(answer.locator(".pick .lab-title")).to_have_text([LABOR[card].title for card in HANDS[1]])
    await rested(ben)
    await answer.locator(".pick").filter(has_text="Alms").click()
    await answer.locator("button.answer").click()
    await expect(ana.locator("#r-hand")).to_contain_text("Alms")
    await expect(ben.locator("#r-hand")).not_to_contain_text("Alms")
    await expect(cleo.locator("#citadels-0 .reserve")).to_contain_text("22")
    await expect(cleo.locator("#citadels-1 .reserve")).to_contain_text("28")
    await expect(cleo.locator("#log")).to_contain_text("Traded")
    assert_no_leak(seats[2], 2, set())
    for seat in seats:
        assert seat.problems == [], seat.problems
        await seat.context.close()


async def test_a_bot_answers_an_offer_and_says_why_not(browser: Browser, server: Server) -> None:
    (ana,) = await sit_down(browser, server, situation(), names=("Ana",), rings=False)
    page = ana.page
    await pass_until(page, [ana], "Your Fantos Action Phase")
    form = page.locator("#offer-trade-1")
    await unfold(form)
    await form.get_by_label("Shards you want").fill("9")
    await rested(page)
    await form.locator("button.answer").click()
    await expect(page.locator("#log")).to_contain_text(re.compile("declines the offer of Ana: “.+”"))
    await expect(page.locator("#citadels-1 .reserve")).to_contain_text("25")
    await expect(page.locator("#offer-trade-1")).to_be_attached()  # one may ask again
    assert ana.problems == [], ana.problems
    await ana.context.close()


async def test_a_hand_that_is_looked_at_is_seen_by_one(browser: Browser, server: Server) -> None:
    state = situation()
    state.legacy_deck.append(state.citadels[0].legacies.pop().id)
    state.legacy_deck.remove("inquisitor")
    state.citadels[0].legacies.append(Legacy("inquisitor", 5))
    state.phase = "secondary"
    seats = await sit_down(browser, server, state)
    ana, ben, cleo = (seat.page for seat in seats)
    await expect(ask(ana)).to_contain_text("You have the floor")
    await rested(ana)
    await answer(ana, "Use Inquisitor")
    await expect(ask(ana)).not_to_contain_text("You have the floor")
    await rested(ana)
    await answer(ana, "Ben")
    async for _ in Patiently("Ana sees the hand"):  # both may react, and are asked when the card has been read
        if await ana.locator("#r-secrets > *").count():
            break
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


# The coach ------------------------------------------------------------------------------------------------------------


async def test_the_coach_introduces_each_thing_when_it_is_there(browser: Browser, server: Server) -> None:
    (ana,) = await sit_down(browser, server, situation(), names=("Ana",), rings=False)
    card = ana.page.locator("#r-intro .intro")
    for heading in ("Most Shards win when Zodraz comes", "One Fantos Action a turn"):
        await expect(card).to_contain_text(heading)
        await expect(ana.page.locator(".coach-look:visible").first).to_be_visible()
        await card.get_by_role("button", name="I see").click()
    await expect(card).to_have_count(0)  # Ana holds no instant, nothing is in play yet
    assert ana.problems == [], ana.problems
    await ana.context.close()


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
        results = await Axe().run(ana, {"include": [["#board"], ["#prompt"]]}, colours=theme == "dark")
        found = [(v["id"], [node["html"][:160] for node in v["nodes"][:3]]) for v in results.response["violations"]]
        grave = [one for one, v in zip(found, results.response["violations"], strict=True) if v["impact"] in GRAVE]
        assert not grave, (theme, grave)
    beyond = "[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"
    assert await ana.evaluate(beyond) == [0, 0], "no page scroll during play"
    board = "document.querySelector('.board')"
    assert await ana.evaluate(f"{board}.scrollWidth - {board}.clientWidth") == 0
    # Reading a card: a tap on what is no choice opens it, Escape closes it again.
    await ana.locator("#citadels-1 [data-name=legacy-archivist]").click()
    await expect(ana.locator("#explain")).to_contain_text("from the Labor discard pile into your hand")
    await ana.keyboard.press("Escape")
    await expect(ana.locator("#explain > *")).to_have_count(0)
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
            box = await page.locator(f"[data-name=legacy-{legacy.id}]:visible").bounding_box()
            assert box is not None
            shapes[legacy.status] = (box["width"] < box["height"], await crossed(page, legacy.id))
        assert shapes == {"untasked": (True, 0), "tasked": (False, 0), "disabled": (True, 1)}
    await page.goto(f"{page.url}/replay")  # the same board when looking back
    await expect(page.locator(".fantos [data-name=legacy-knight]")).to_be_visible()
    await expect(page.locator("#r-hand").first.locator(".lab")).to_have_count(5)
    assert seats[1].problems == [], seats[1].problems
    for one in seats:
        await one.context.close()


async def crossed(page: Page, legacy: str) -> int:
    return await page.locator(f"[data-name=legacy-{legacy}]:visible .cross").count()


GRAVE = ("serious", "critical")
