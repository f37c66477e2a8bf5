"""The pages around the games: options in words, the sentence of a table, the shelf, gathering, guide and reference."""

from __future__ import annotations

import re
from typing import Any

import httpx2
import pytest

from app.games import GAMES
from app.kernel import Game, Outcome, Refused, Rng, Session, encode_state
from app.tables.facts import SeatInfo, TableInfo, TableSettings
from app.tables.wording import TABLE_WORDS
from app.web.forms import Field, fields_of
from app.web.inquiry import stem
from app.web.qr import qr_path
from app.web.rulebook import guide, other_words, rulebook
from app.web.sentence import changes, length_of, plain_words, questions, sentence
from app.web.shelf import verdict, when
from tests.pictures import GUIDE, guide_pictures
from tests.servers import Server
from tests.web.questions import QUESTIONS
from tests.web.test_pages import Browser, open_room, play_room

LISTED = [game for game in GAMES.values() if game.listed]


def by_id(game: Game[Any]) -> str:
    return game.id


# Words --------------------------------------------------------------------------------------------------------------


def in_words(field: Field, where: str) -> None:
    assert field.words.title, f"{where} {field.name} has no title"
    assert field.words.text, f"{where} {field.name} has no sentence"
    assert field.title[0].isupper()
    for choice in field.choices:
        assert choice in field.picks, f"{where} {field.name} has no words for {choice!r}"
        pick = field.picks[choice]
        assert pick.title
        assert pick.title[0].isupper() or pick.title[0].isdigit()
        assert pick.text.endswith("."), f"{where} {field.name} {choice}: a sentence"
        assert "_" not in pick.title + pick.text
    assert not re.search(r"[A-Z]{3}-\d", field.title + field.about), "no rule numbers"


@pytest.mark.parametrize("game", GAMES.values(), ids=by_id)
def test_an_option_that_does_not_fit_is_refused_in_words(game: Game[Any]) -> None:
    for field in fields_of(game.options, words=game.wording()):
        wrong: Any = {"number": (field.high or 99) + 1, "tick": "perhaps", "several": ["moon"]}.get(field.kind, "moon")
        if field.name == "pack":
            continue  # which packs there are is known when the table is laid
        with pytest.raises(Refused) as refusal:
            game.read_options({field.name: wrong}, game.seats.min)
        words = str(refusal.value)
        assert words.startswith(field.title.rstrip("?")), "it says which"
        assert not re.search(r"[`$_<>=]|Expected|moon", words), words
        if field.kind == "number" and field.high is not None:
            assert f"from {field.low} to {field.high}" in words


@pytest.mark.parametrize("game", LISTED, ids=by_id)
def test_every_option_of_every_game_has_words(game: Game[Any]) -> None:
    fields = fields_of(game.options, words=game.wording())
    assert {field.name for field in fields} == set(game.wording()), "words for the options there are, and for no others"
    for field in fields:
        in_words(field, game.title)


def test_every_setting_of_a_table_has_words() -> None:
    fields = fields_of(TableSettings, words=TABLE_WORDS)
    assert {field.name for field in fields} == set(TABLE_WORDS)
    for field in fields:
        in_words(field, "table")


@pytest.mark.parametrize("game", LISTED, ids=by_id)
def test_a_box_says_enough_and_not_too_much(game: Game[Any]) -> None:
    box = game.box
    assert len(box.promise) <= 130
    assert 1 <= box.weight <= 5
    assert 1 <= len(box.evening) <= 4
    assert 2 <= len(box.mood.split()) <= 4
    asked = questions(game, {}, TableSettings())
    assert len(asked.first) <= 5, "five questions at most"
    assert asked.finer.endswith(".")
    words = " ".join([box.promise, box.lead, box.like, box.like_if, box.not_if, box.best])
    assert "!" not in words
    assert not re.search(r"\b(just|simply|easy)\b", words)
    game.seats_for(game.read_options({}, box.company))


def test_a_table_is_one_sentence() -> None:
    game = GAMES["vantage"]
    told = plain_words(sentence(game, 4, {"reading": "aloud"}, TableSettings()))
    assert told == "Vantage on Oriel for four, live, read aloud, with gentle hints."
    assert "<b>four</b>" in sentence(game, 4, {}, TableSettings())
    told = plain_words(sentence(GAMES["stratos"], 3, {"scenario": "sorcerer3"}, TableSettings(pace="slow")))
    words = "Stratos for three, against the Reclusive Sorcerer, first to ten points, with a balanced start, over days."
    assert told == words


@pytest.mark.parametrize("game", LISTED, ids=by_id)
def test_where_a_game_stands_is_told_from_what_the_seat_may_know(game: Game[Any]) -> None:
    session = Session.start(game, seats=game.box.company, options={}, seed="where")
    for _ in range(40):
        session.apply(game.bot(session, session.next_seat))
    for seat in range(game.box.company):
        told = game.where(session.state, seat)
        assert told
        other = game.resample(game.decode(game.version, encode_state(session.state)), seat, Rng("another world"))
        assert game.where(other, seat) == told


def test_times_as_people_say_them() -> None:
    now = 1_800_000_000.0
    assert when(now - 5, now) == "just now"
    assert when(now - 360, now) == "6 minutes ago"
    assert when(now - 119, now) == "just now"
    assert when(now - 120, now) == "2 minutes ago"
    assert when(now - 26 * 3600, now) == "yesterday"


def test_two_of_one_name_are_told_apart() -> None:
    seats = (
        SeatInfo(0, "a", "Ann", emblem=0),
        SeatInfo(1, "b", "ann", emblem=1),
        SeatInfo(2, "c", "Ann", emblem=1),
        SeatInfo(3, bot=True),
    )
    info = TableInfo("t", "c", "whisper", {}, "lobby", "a", "seed", seats)
    names = [info.name(number) for number in range(4)]
    assert names[0] == "Ann"
    assert names[1] == "ann of the square"
    assert len(set(names)) == 4
    assert verdict(Outcome((1,), "most"), info, 0) == "Over: ann of the square won"
    assert verdict(Outcome((0,), "most"), info, 0) == "Over: you won"


def test_a_qr_code_is_square_and_has_its_corners() -> None:
    code = qr_path("https://play.example/t/amber-otter-42")
    assert code.size >= 21
    assert code.path.startswith("M0 0h7v1h-7z"), "the top edge of the first corner"


# Guide and reference ------------------------------------------------------------------------------------------------


def test_the_pictures_of_guides_are_as_the_templates_draw_them() -> None:
    """If this fails: python -m tests.pictures guide"""
    for name, text in guide_pictures().items():
        assert (GUIDE / name).read_text(encoding="utf-8") == text, f"{name} is out of date"


@pytest.mark.parametrize(("game", "figures"), [("stratos", 4), ("vantage", 3), ("fantos", 4), ("vanguard", 3)])
def test_the_guide_is_short_and_has_no_rule_numbers(game: str, figures: int) -> None:
    found = guide(game)
    assert found is not None
    words = (found.opening + found.html).striptags().split()
    assert 300 < len(words) <= 700
    assert not re.search(r"[A-Z]{3}-\d", found.opening + found.html)
    assert found.html.count("<figure>") == figures
    for name in re.findall(r"static/guide/([\w-]+\.svg)", found.html):
        assert (GUIDE / name).exists()


@pytest.mark.parametrize("game", LISTED, ids=by_id)
def test_a_reference_begins_with_words_for_players(game: Game[Any]) -> None:
    book = rulebook(game.id)
    assert book is not None
    opening = re.sub(r"<[^>]+>", "", str(book.html).split("<h2")[0])
    assert "test" not in opening
    assert "ledger" not in opening
    assert "You" in opening or "you" in opening
    for section in book.sections:
        assert len(re.findall(r"^\d+\.", section.title)) <= 1
    for name in re.findall(r"<code>([\w/-]+\.md)</code>", str(book.html)):
        raise AssertionError(f"{name} is mentioned and not linked")


def test_a_search_is_plain_bounded_and_marked_in_place() -> None:
    book = rulebook("stratos")
    assert book is not None
    found = book.search("lagoon")
    assert found is not None
    assert 5 < len(found.hits) <= 50
    assert sum(found.counts.values()) == len(found.hits)
    assert found.html.count('<li class="at"') == len(found.hits)
    assert len(found.answers) == 3
    assert not any("id=" in answer for answer in found.answers), "an anchor is the rule's own place in the book"
    assert found.whole
    assert "<mark>" in found.html
    everything = book.search("e")
    assert everything is not None
    assert everything.more
    assert len(everything.hits) == 50
    assert book.search("   ") is None
    nothing = book.search("(.*)+$<script>")
    assert nothing is not None
    assert not nothing.hits


@pytest.mark.parametrize(
    ("book", "question", "speaks_of", "answer"),
    [
        ("stratos", "How do I win the game?", "win", "STR-149"),
        ("stratos", "Can my unit cross a lagoon?", "lagoon", "STR-040"),
        ("stratos", "Does defending help in combat?", "defend", "STR-052"),
        ("stratos", "How do I get points?", "point", "STR-143"),
        ("biome", "What happens when I travel?", "travel", ""),
    ],
)
def test_a_question_finds_the_rules_that_answer_it(book: str, question: str, speaks_of: str, answer: str) -> None:
    rules = rulebook(book)
    assert rules is not None
    found = rules.search(question)
    assert found is not None
    assert found.hits
    assert not found.whole
    assert set(found.best) <= set(found.hits)
    assert speaks_of in rules.lines[found.best[0]].lower()
    assert answer in ("", *found.best)
    assert f"<mark>{speaks_of}" in found.answers[0].lower()


@pytest.mark.parametrize("book", QUESTIONS)
def test_people_ask_in_their_own_words_and_get_the_rule_that_answers(book: str) -> None:
    rules = rulebook(book)
    assert rules is not None
    assert len(QUESTIONS[book]) >= 12
    for question, answers in QUESTIONS[book]:
        assert set(answers.split()) <= set(rules.lines)
        found = rules.search(question)
        assert found is not None
        assert set(found.best) & set(answers.split()), f"{question} finds {found.best}, and not {answers}"


@pytest.mark.parametrize("word", ["harvest", "promotion", "injury", "carry", "explore", "ability", "use", "tile"])
def test_endings_do_not_matter(word: str) -> None:
    forms = {
        "harvest": "harvests harvested harvesting",
        "promotion": "promote promoted promotes",
        "injury": "injuries injured",
        "carry": "carries carried carrying",
        "explore": "explored exploring exploration",
        "ability": "abilities",
        "use": "used uses using",
        "tile": "tiles",
    }
    assert {stem(form) for form in forms[word].split()} == {stem(word)}


def test_the_words_of_a_question_cost_little_however_many_they_are() -> None:
    rules = rulebook("vanguard")
    assert rules is not None
    asked = rules.inquiry.wishes("run out, give up, go first, take back, left behind, away, swap, tell, pay, tie"[:80])
    assert len(asked) <= 20
    assert sum(len(wish.words) for wish in asked) <= 80
    assert rules.inquiry.ask("of the and") == {}


def test_a_game_lists_other_words_and_the_search_knows_them() -> None:
    assert "lagoon" in [word.lower() for word in other_words("stratos")["water"]]
    assert other_words("whisper") == {}
    rules = rulebook("stratos")
    assert rules is not None
    found = rules.search("swim")
    assert found is not None
    assert "<mark>Lagoon" in found.answers[0]


def test_a_question_of_small_words_finds_nothing_and_marks_nothing() -> None:
    rules = rulebook("stratos")
    assert rules is not None
    found = rules.search("how is it with them then whose")
    assert found is not None
    assert not found.hits
    assert "<mark>" not in found.html
    assert not found.answers


async def test_a_search_that_is_too_long_is_refused_in_words(server: Server) -> None:
    assert "at most 80" in await Browser(server).page(f"/rules/stratos?q={'a' * 81}", 400)
    page = await Browser(server).page("/rules/stratos?q=lagoon")
    assert "rules speak of it" in page
    assert 'action="#found"' in page, "the page opens where something was found"
    assert 'id="STR-040"' in page
    assert "no rules of that name" in await Browser(server).page("/rules/chess", 400)
    assert "Stratos" in await Browser(server).page("/rules/stratos-components")


async def test_a_missing_guide_is_said_kindly(server: Server) -> None:
    assert "still being written" in await Browser(server).page("/games/whisper/guide")
    assert "no such game" in await Browser(server).page("/games/chess/guide", 400)


# The shelf ----------------------------------------------------------------------------------------------------------


async def test_a_newcomer_gives_a_name_once(server: Server) -> None:
    page = await Browser(server).page("/")
    assert page.count('name="name"') == 1
    for game in LISTED:
        assert game.box.promise in page or game.box.promise.replace("'", "&#39;") in page
    ana = Browser(server)
    await ana.form("/play/whisper", name="Ana")
    assert 'name="name"' not in await ana.page("/")
    assert "Your turn" in await ana.page("/")
    assert "Take your turn" in await ana.page("/")


@pytest.mark.parametrize("game", LISTED, ids=by_id)
async def test_a_game_with_bots_begins_at_once(server: Server, game: Game[Any]) -> None:
    ana = Browser(server)
    page = await ana.form(f"/play/{game.id}", name="Ana")
    assert 'id="r-status"' in page
    shelf = await ana.page("/")
    assert game.title in shelf


@pytest.mark.parametrize("game", LISTED, ids=by_id)
async def test_a_page_for_every_game(server: Server, game: Game[Any]) -> None:
    page = await Browser(server).page(f"/games/{game.id}")
    assert "One minute of play" in page
    assert ("/learn/" in page) == bool(game.box.lesson)


async def test_bad_input_is_refused_in_words(server: Server) -> None:
    zed = Browser(server)
    assert "no such game" in await zed.page("/games/chess", 400)
    assert "no such game" in await zed.form("/play/chess", 400, name="Zed")
    assert "at most 40" in await zed.form("/play/whisper", 400, name="Z" * 41)
    assert "give a name" in await zed.form("/play/whisper", 400, name=" ")
    assert "no such game" in await zed.page("/new/chess", 400)
    assert "how many" in await zed.page("/new/whisper?seats=many", 400)
    refused = await zed.page("/new/stratos?option.scenario=moon", 400)
    assert "choose " in refused
    assert "moon" not in refused
    assert "takes" in await zed.page("/new/stratos?seats=3&option.scenario=cathedral2", 400)
    assert "no such game" in await zed.page("/sentence/chess", 400)
    assert "takes" in await zed.page("/sentence/stratos?seats=3&option.scenario=cathedral2")


# Gathering ----------------------------------------------------------------------------------------------------------


async def test_whoever_is_invited_sees_the_game_before_a_seat(server: Server) -> None:
    _, code = await open_room(server, **{"option.moves": "7"})
    page = await Browser(server).page(f"/t/{code}")
    assert "Ana keeps a chair for you" in page
    assert "for <b>seven</b> moves" in page
    assert "About ten minutes" in page
    assert "I am ready" not in page


async def test_a_lesson_on_the_shelf_is_no_game_that_waits(server: Server) -> None:
    ana = Browser(server)
    await ana.form("/learn/stratos", name="Ana")
    shelf = await ana.page("/")
    assert "A lesson" in shelf
    assert "Goes on where you left it" in shelf
    assert "Your turn" not in shelf
    assert 'formaction="/learn/stratos"' in shelf, "who has not finished it goes on with it"
    await ana.form("/learn/stratos")
    assert (await ana.page("/")).count("Goes on where you left it") == 1, "it is the one that was left"
    assert "Self-test" not in shelf, "that is for whoever runs the house"


async def test_changes_until_somebody_is_ready_again_are_told_as_one(server: Server) -> None:
    ana, code = await open_room(server)
    ben = Browser(server)
    await ben.form(f"/t/{code}/sit", name="Ben")
    await ana.form(f"/t/{code}/configure", **{"option.moves": "9", "table.pace": "live"})
    await ana.form(f"/t/{code}/configure", **{"option.moves": "9", "table.pace": "slow"})
    page = await ben.page(f"/t/{code}")
    assert "Nine moves in all" in page
    assert page.count("(was: ") == 2
    await ana.form(f"/t/{code}/configure", **{"option.moves": "60", "table.pace": "slow"})
    page = await ben.page(f"/t/{code}")
    assert page.count("(was: ") == 1, "what was changed back is no change"
    await ben.form(f"/t/{code}/ready", ready="yes")
    await ana.form(f"/t/{code}/configure", **{"option.moves": "7", "table.pace": "slow"})
    page = await ben.page(f"/t/{code}")
    assert page.count("(was: ") == 1, "what Ben was ready with is not told again"
    assert "Seven moves in all" in page
    assert "Are you ready with that?" in page


async def test_a_change_is_told_and_takes_readiness_back(server: Server) -> None:
    ana, code = await open_room(server)
    ben = Browser(server)
    await ben.form(f"/t/{code}/sit", name="Ben")
    assert "Not ready after all" in await ben.form(f"/t/{code}/ready", ready="yes")
    await ana.form(f"/t/{code}/configure", **{"option.moves": "9", "table.pace": "live"})
    page = await ben.page(f"/t/{code}")
    assert "I am ready" in page
    assert "Ana changed this" in page
    assert "Nine moves in all (was: 60 moves in all)" in page


async def test_a_removed_guest_cannot_sit_down_again_at_once(server: Server) -> None:
    ana, code = await open_room(server)
    ben = Browser(server)
    await ben.form(f"/t/{code}/sit", name="Ben")
    await ana.form(f"/t/{code}/stand", seat="1")
    assert "asked you to stand up" in await ben.form(f"/t/{code}/sit", 400)
    lobby = await ana.page(f"/t/{code}")
    who = re.search(r'name="who" value="([\w-]+)"', lobby)
    assert who
    assert "Let Ben in again" in lobby
    stranger = Browser(server)
    await stranger.form("/play/whisper", name="Eve")
    await stranger.form(f"/t/{code}/let-in", 400, who=who[1])
    await ana.form(f"/t/{code}/let-in", who=who[1])
    assert "I am ready" in await ben.form(f"/t/{code}/sit")
    await ben.form(f"/t/{code}/stand", seat="1")
    assert "I am ready" in await ben.form(f"/t/{code}/sit"), "who leaves may come back"


async def test_starting_is_always_possible(server: Server) -> None:
    ana = Browser(server)
    page = await ana.form("/tables", game="whisper", seats="4", name="Ana", with_options="1")
    code = re.search(r'class="code">([a-z]+-[a-z]+-\d+)', page)
    assert code
    assert "Start with three bots" in page, "one alone is too few, and the button says with whom"
    assert "Nobody else is here yet. Bots take the free chairs." in " ".join(page.split())
    ben = Browser(server)
    await ben.form(f"/t/{code[1]}/sit", name="Ben", seat="3")
    await ben.http.post(f"/t/{code[1]}/say", data={"words": "hello there"})
    page = await ana.page(f"/t/{code[1]}")
    assert "Start with two" in page
    assert "The free chairs go away" in page
    # Who is not ready is named, and the host asked once.
    page = " ".join((await ana.form(f"/t/{code[1]}/start")).split())
    assert "Ben is not ready yet. Start all the same?" in page
    assert (await ben.http.get(f"/api/tables/{code[1]}")).json()["status"] == "lobby"
    page = await ana.form(f"/t/{code[1]}/start", anyway="yes")
    assert "Ben" in page
    assert "hello there" in page
    view = await ben.http.get(f"/api/tables/{code[1]}")
    assert [seat["name"] for seat in view.json()["seats"]] == ["Ana", "Ben"]


async def test_people_talk_before_the_start(server: Server) -> None:
    ana, code = await open_room(server)
    ben = Browser(server)
    await ben.form(f"/t/{code}/sit", name="ana")
    await ben.http.post(f"/t/{code}/say", data={"words": "kettle is on"})
    page = await ana.page(f"/t/{code}")
    assert "kettle is on" in page
    assert re.search(r"ana (of the \w+|the second)", page), "told apart"


async def test_my_tables_say_where_and_for_whom_they_wait(server: Server) -> None:
    ana, ben, _ = await play_room(server)
    mine, theirs = await ana.page("/"), await ben.page("/")
    assert ("Take your turn" in mine) != ("Take your turn" in theirs)
    assert "Waiting for" in mine + theirs


async def test_who_gives_a_name_and_presses_enter_stays_at_the_shelf(server: Server) -> None:
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False) as http:
        page = (await http.get("/")).text
        form = page[page.index('id="newcomer"') :]
        assert form.index("<button hidden>") < form.index("formaction="), "the first button is what Enter presses"
        reply = await http.post("/hello", data={"name": "Ana"})
        assert (reply.status_code, reply.headers["location"]) == (303, "/")
        page = (await http.get("/")).text
        assert "Ana" in page
        assert 'id="newcomer"' not in page


def test_the_length_of_a_table_follows_what_was_chosen() -> None:
    game = GAMES["stratos"]
    assert length_of(game, 3, {}) == "About an hour"
    assert length_of(game, 3, {"target": 5}) == "About half an hour"
    assert length_of(game, 3, {"target": 20}) == "About two hours"
    assert length_of(game, 3, {"target": 99}) == game.box.long, "what does not fit has the usual length"
    for other in LISTED:
        assert length_of(other, other.box.company, {}) == other.box.long
    words = f"{game.box.promise} {game.box.lead}"
    assert "ten" not in re.findall(r"\w+", words), "how many points win is chosen at the table"


def test_what_does_not_matter_at_a_table_is_not_told_there() -> None:
    game = GAMES["stratos"]
    assert "quarry" not in questions(game, {}, TableSettings()).finer
    sorcerer = {"scenario": "sorcerer3"}
    assert "the quarry is won on arrival" in questions(game, sorcerer, TableSettings()).finer

    def told(options: dict[str, str]) -> list[str]:
        changed = questions(game, {**options, "quarry": "round"}, TableSettings())
        return changes(questions(game, options, TableSettings()), changed)

    assert told({}) == []
    assert told(sorcerer) == ["The quarry is held for a round (was: the quarry is won on arrival)"]


async def test_the_links_of_the_masthead_lead_where_they_say(server: Server) -> None:
    ana = Browser(server)
    await ana.form("/play/stratos", name="Ana")
    mine, games = await ana.page("/"), await ana.page("/games")
    assert 'href="/games"' in mine
    assert "My tables" in mine
    assert 'class="slip' in mine
    assert 'class="slip' not in games
    assert "<h1>The games</h1>" in games
    assert "What do your friends call you?" in await Browser(server).page("/games"), "a newcomer is asked for a name"


async def test_the_ways_to_a_game_stand_in_the_same_places_on_every_shelf(server: Server) -> None:
    def ways(page: str) -> list[str]:
        box = page.partition('class="box g-stratos"')[2].partition("</article>")[0]
        return re.findall(r'formaction="/(\w+)/stratos"', box)

    ana = Browser(server)
    assert ways(await ana.page("/")) == ["play", "learn", "open"]
    await ana.form("/learn/stratos", name="Ana")
    await ana.form("/play/stratos")
    for path in ("/", "/games"):
        assert ways(await ana.page(path)) == ["play", "learn", "open"], path


async def test_the_server_does_not_guess_what_time_it_is_where_somebody_sits(server: Server) -> None:
    ana = Browser(server)
    await ana.form("/hello", name="Ana")
    assert "<h1><span data-hail>Hello</span>, Ana</h1>" in await ana.page("/")


async def test_my_turn_says_what_happened_last(server: Server) -> None:
    ana = Browser(server)
    await ana.form("/play/stratos", name="Ana")
    assert "Last: " in await ana.page("/")
