"""What everybody sees, and what one seat sees besides (sections 3 and 19)."""

from __future__ import annotations

import msgspec

from app.games.vantage.actions import location_actions
from app.games.vantage.album import Leaf, album, outset
from app.games.vantage.chart import Chart, chart
from app.games.vantage.dice import open_slots
from app.games.vantage.dock import Dock, dock
from app.games.vantage.facts import Source, measure
from app.games.vantage.paying import pledged
from app.games.vantage.reading import breaths
from app.games.vantage.scene import alt_text, picture
from app.games.vantage.setup import free_characters
from app.games.vantage.state import Entry, Footstep, Held, Pin, State
from app.games.vantage.telling import dice_words
from app.games.vantage.words import ActionFace, CardFace, effects_text, face, slot_words
from app.games.vantage.world import CARDINALS, CATEGORIES, STATS, Condition, hour, shown
from app.kernel import HelpBar, Pledge


class CardView(msgspec.Struct, frozen=True):
    face: CardFace
    boost: int
    dice: tuple[str, ...]
    count: int = 0
    bound: str = ""


class SeatView(msgspec.Struct, frozen=True):
    id: int
    character: str
    level: str
    stats: dict[str, int]
    skills: dict[str, int]
    coins: int
    place: str
    together: tuple[int, ...]
    grid: tuple[CardView | None, ...]
    reserve: tuple[CardView, ...]
    supply: tuple[CardView, ...]
    caption: str
    pins: tuple[Pin, ...]
    read_out: tuple[str, ...]
    standing: dict[str, int]
    permits: dict[str, str]
    route: tuple[Footstep, ...] = ()  # when the session is over
    chart: Chart | None = None  # if they show it (VAN-254)


class Table(msgspec.Struct, frozen=True):
    step: str
    turn: int
    number: int
    first: int
    storyteller: int
    pool: int
    penalty: int
    total: int
    tokens: dict[str, int]
    crises: int
    ended: str
    own_success: str


class DieView(msgspec.Struct, frozen=True):
    id: int
    face: str
    slot: str


class CentreCard(msgspec.Struct, frozen=True):
    id: int
    kind: str
    name: str
    text: str
    progress: str
    ready: bool
    done: bool
    actions: tuple[ActionFace, ...]


class Moment(msgspec.Struct, frozen=True):
    """One moment of the story as everybody may read it when the session is over (VAN-255)."""

    turn: int
    seat: int
    place: str
    title: str
    text: str
    pins: tuple[str, ...] = ()


class Story(msgspec.Struct, frozen=True):
    passage: str
    hints: tuple[str, ...]
    peeks: tuple[str, ...]
    map: tuple[str, ...]
    log: tuple[Entry, ...]
    tale: tuple[Moment, ...] = ()  # everyone's vantages merged, at the end


class Applicant(msgspec.Struct, frozen=True):
    """One of the six, as long as nobody is them: what there is to choose between."""

    id: int
    name: str
    category: str
    text: str
    slots: tuple[str, ...]
    powers: tuple[str, ...]


class Public(msgspec.Struct, frozen=True):
    now: str
    crew: tuple[Applicant, ...]
    table: Table
    seats: tuple[SeatView, ...]
    dice: tuple[DieView, ...]
    lit: tuple[str, ...]  # open slots that fit the action at hand (VAN-124)
    centre: tuple[CentreCard, ...]
    help: HelpBar | None
    story: Story
    puzzles: tuple[str, ...]


class ActionView(msgspec.Struct, frozen=True):
    id: str
    name: str
    feature: str
    because: str
    marks: str = ""  # compositions, and whether it stays open (VAN-056, VAN-068)


class SideView(msgspec.Struct, frozen=True):
    name: str
    shows: str  # a number, a star, or nothing


class PlaceView(msgspec.Struct, frozen=True):
    number: str
    name: str
    hour: str
    region: str
    terrain: str
    text: str
    voice: str
    compass: tuple[SideView, ...]
    actions: tuple[ActionView, ...]
    alt: tuple[str, ...]
    south: bool  # the Reverse is seen facing south (VAN-C68)
    pins: tuple[Pin, ...]  # my own, drawn on my picture
    caption: str
    again: str = ""  # that one may act here again, where that is so (VAN-C58, VAN-C60, VAN-C65)


class PageView(msgspec.Struct, frozen=True):
    name: str
    text: str
    picture: str


class Known(msgspec.Struct, frozen=True):
    """What I know of a place where I stood: its name and my own words, never its picture (VAN-254)."""

    number: str
    name: str
    here: bool
    caption: str
    pins: tuple[str, ...]
    note: str


class Mine(msgspec.Struct, frozen=True):
    named: tuple[str, ...]
    pages: tuple[PageView, ...]
    puzzle: str
    telling: str  # the passage that I am to read out
    glossary: dict[str, str]
    known: tuple[Known, ...]


class Reading(msgspec.Struct, frozen=True):
    """What I am to read aloud, and to whom."""

    breaths: tuple[str, ...]  # the passage, in pieces that one breath carries
    actor: int
    act: str
    place: str  # where they are: a number, never a name
    done: bool  # the others have it already: it stays until I put it away


class Private(msgspec.Struct, frozen=True):
    dock: Dock
    reading: Reading | None
    chart: Chart
    picture: str
    outset: tuple[Leaf, ...]  # the ship and my pod, while setting out is told
    place: PlaceView | None
    mine: Mine
    album: tuple[Leaf, ...]


def card_view(state: State, held: Held) -> CardView:
    bound = shown(held.bound) if held.bound is not None else ""
    return CardView(face(state.world.card(held.id)), held.boost, tuple(held.dice), held.count, bound)


def seat_view(state: State, seat: int) -> SeatView:
    who = state.me(seat)
    return SeatView(
        id=seat,
        character=state.world.card(who.character).name if who.character else "",
        level=who.level,
        stats={name: who.stats[name] for name in STATS},
        skills={name: who.skills[name] for name in CATEGORIES},
        coins=who.coins,
        place=shown(who.place),
        together=tuple(state.companions(seat)) if not state.setting_up else (),
        grid=tuple(card_view(state, held) if held is not None else None for held in who.grid),
        reserve=tuple(card_view(state, held) for held in who.reserve),
        supply=tuple(card_view(state, held) for held in who.supply),
        caption=who.caption,
        pins=tuple(who.pins),
        read_out=tuple(who.read_out),
        standing=dict(sorted(who.standing.items())),
        permits=dict(sorted(who.permits.items())),
        route=tuple(who.route) if state.ended else (),  # VAN-255
        chart=chart(state, seat) if who.charted or state.ended else None,
    )


def progress_of(state: State, goal: Condition) -> str:
    done, need = measure(state, Source(state.turn, "centre"), goal)
    return f"{done} of {need}"


def centre(state: State) -> tuple[CentreCard, ...]:
    cards = []
    if state.mission is not None:
        mission = state.world.missions[state.mission]
        progress = progress_of(state, mission.goal)
        actions = tuple(ActionFace(a.act, a.line, "") for a in mission.actions)
        cards.append(
            CentreCard(mission.id, "mission", mission.name, mission.text, progress, False, state.mission_done, actions)
        )
    for one in state.destinies:
        card = state.world.destinies[one]
        actions = tuple(ActionFace(a.act, a.line, "") for a in card.actions)
        cards.append(
            CentreCard(
                one,
                "destiny",
                card.name,
                card.text,
                progress_of(state, card.goal),
                one in state.ready,
                one in state.completed,
                actions,
            )
        )
    return tuple(cards)


def help_bar(state: State) -> HelpBar | None:
    action = state.action
    if action is None or action.stage not in ("declared", "pay"):
        return None
    offered = tuple(Pledge(p.seat, f"{p.amount} {action.category}") for p in pledged(state, action))
    cost = dice_words(action.cost) if action.stage == "pay" else "cost unread"
    return HelpBar(action.seat, action.act, cost, offered)


def public(state: State) -> Public:
    """Built without a seat: no picture, no description, no cost that was not read (VAN-231, VAN-235)."""
    table = Table(
        state.step,
        state.turn,
        state.number,
        state.first,
        state.storyteller,
        state.pool,
        state.penalty,
        state.total,
        {name: state.tokens[name] for name in CATEGORIES},
        state.crises,
        state.ended,
        state.own_success,
    )
    marks = tuple(f"{shown(n)} {state.world.places[n].name}" for n in state.marks)
    hidden = 1 if state.told and state.log else 0
    log = tuple(state.log[: len(state.log) - hidden][-40:])
    whole = tale(state) if state.ended else ()
    stage = state.action.stage if state.action else ""
    return Public(
        now=now(state),
        crew=crew(state),
        table=table,
        seats=tuple(seat_view(state, seat) for seat in range(len(state.seats))),
        dice=tuple(DieView(i, die.face, die.slot) for i, die in enumerate(state.roll)),
        lit=tuple(fit.name for fit in open_slots(state)) if stage in ("pay", "place") else (),
        centre=centre(state),
        help=help_bar(state),
        story=Story(state.passage, tuple(state.hints), tuple(state.peeks), marks, log if not whole else (), whole),
        puzzles=tuple(state.world.puzzles[who.puzzle].shown for who in state.seats if who.puzzle and who.shared_puzzle),
    )


def crew(state: State) -> tuple[Applicant, ...]:
    if state.step != "character":
        return ()
    return tuple(
        Applicant(
            card.id,
            card.name,
            card.category,
            card.about or card.text,
            tuple(slot_words(slot) for slot in card.slots),
            tuple(
                f"{power.cost.get('boost', 0)} boost: {power.text or effects_text(power.do)}" for power in card.powers
            ),
        )
        for card in free_characters(state)
    )


def now(state: State) -> str:
    """The sentence in the bar."""
    if state.ended:
        return "The journey is over"
    if state.setting_up:
        return "Setting out"
    if state.in_crisis:
        return f"Turn {max(1, state.number)} · a crisis for all of you"
    doing = {"declared": "thinks aloud", "pay": "is about to roll", "place": "places dice", "result": "sees what comes"}
    stage = state.action.stage if state.action else ""
    return f"Turn {max(1, state.number)} · {{{state.turn}}} {doing.get(stage, 'acts')}"


def tale(state: State) -> tuple[Moment, ...]:
    """All routes, captions and pins, between the passages as they were read (VAN-253, VAN-255)."""
    moments = [
        (step.turn, 0, seat, Moment(step.turn, seat, _named(state, step.place), "", step.caption, _texts(step.pins)))
        for seat, who in enumerate(state.seats)
        for step in _closed(who.route, who.caption, who.pins)
    ]
    moments += [
        (one.turn, 1, one.id, Moment(one.turn, one.seat, shown(one.place), one.title, one.text)) for one in state.log
    ]
    moments += [
        (turn, 2, seat, Moment(turn, seat, place, "a private note", text))
        for seat, who in enumerate(state.seats)
        if who.published
        for turn, place, text in _noted(state, seat)
    ]
    return tuple(moment for *_, moment in sorted(moments, key=lambda one: one[:3]))


def _noted(state: State, seat: int) -> list[tuple[int, str, str]]:
    """What somebody wrote for themselves, where they stood last when they wrote it."""
    who = state.me(seat)
    last = {shown(step.place): step for step in who.route}
    return [
        (last[place].turn, _named(state, last[place].place), text)
        for place, text in who.notes.items()
        if text and place in last
    ]


def _named(state: State, place: int) -> str:
    return f"{shown(place)} {state.world.places[place].name}"


def _texts(pins: tuple[Pin, ...]) -> tuple[str, ...]:
    return tuple(pin.text for pin in pins)


def _closed(route: list[Footstep], caption: str, pins: list[Pin]) -> list[Footstep]:
    """The words about the last place are still with the seat."""
    if not route:
        return []
    return [*route[:-1], Footstep(route[-1].turn, route[-1].place, caption, tuple(pins))]


def place_view(state: State, seat: int) -> PlaceView:
    place = state.world.places[state.me(seat).place]
    sides = []
    for direction in CARDINALS:
        side = place.compass.get(direction)
        shows = "" if side is None or side.blocked else "★" if side.star else shown(side.to or 0)
        sides.append(SideView(direction, shows))
    actions = tuple(
        ActionView(one.id, one.act, one.target, one.because, one.note) for one in location_actions(state, seat, place)
    )
    return PlaceView(
        number=shown(place.id),
        name=place.name,
        hour=hour(place.id),
        region=state.world.regions[place.region].name if place.region in state.world.regions else "",
        terrain=place.terrain,
        text=place.text,
        voice=place.voice,
        compass=tuple(sides),
        actions=actions,
        alt=alt_text(state, seat, place),
        south=place.terrain == "reverse",
        pins=tuple(state.me(seat).pins),
        caption=state.me(seat).caption,
        again=AGAIN.get(place.terrain, ""),
    )


AGAIN = {
    "city": "In a city there is another action every turn, never the same twice.",
    "sea": "At sea you may act again on later turns.",
    "warren": "In a warren you may act again on later turns.",
    "sky": "In the sky you may steer again on later turns.",
}


def mine(state: State, seat: int) -> Mine:
    who = state.me(seat)
    pages = tuple(
        PageView(page.name, page.text, picture(state, seat, page.scene, f"page-{page.id}", ""))
        for page in (state.world.pages[name] for name in who.pages)
    )
    puzzle = state.world.puzzles[who.puzzle].shown if who.puzzle else ""
    return Mine(
        named=tuple(who.named),
        pages=pages,
        puzzle=puzzle,
        telling=state.told if state.told and state.storyteller == seat else who.reading,
        glossary=glossary(state),
        known=known_places(state, seat),
    )


def reading(state: State, seat: int) -> Reading | None:
    who = state.me(seat)
    if state.told and state.storyteller == seat:
        at = shown(state.me(state.actor).place)
        return Reading(breaths(state.told), state.actor, state.action.act if state.action else "", at, False)
    return Reading(breaths(who.reading), state.actor, "", "", True) if who.reading else None


def known_places(state: State, seat: int) -> tuple[Known, ...]:
    who = state.me(seat)
    words: dict[int, list[Footstep]] = {}
    for step in who.route:
        words.setdefault(step.place, []).append(step)
    found = []
    for number, steps in words.items():
        captions = [step.caption for step in steps if step.caption]
        pins = [pin.text for step in steps for pin in step.pins]
        if number == who.place:
            captions += [who.caption] if who.caption else []
            pins += [pin.text for pin in who.pins]
        name = state.world.places[number].name
        note = who.notes.get(shown(number), "")
        last = captions[-1] if captions else ""
        found.append(Known(shown(number), name, number == who.place, last, tuple(dict.fromkeys(pins)), note))
    return tuple(found)


def glossary(state: State) -> dict[str, str]:
    """A term becomes readable when it has been met (VAN-227): kinds of cards that lie in the open."""
    met = {
        state.world.card(held.id).kind
        for who in state.seats
        for held in [*(h for h in who.grid if h is not None), *who.reserve, *who.supply]
    }
    met |= {"mission"} if state.mission is not None else set()
    met |= {"destiny"} if state.destinies else set()
    return {term: text for term, text in state.world.glossary.items() if term in met}


def private(state: State, seat: int) -> Private:
    """The occupant's alone (VAN-231, VAN-232)."""
    place = state.world.places[state.me(seat).place]
    return Private(
        dock=dock(state, seat),
        reading=reading(state, seat),
        chart=chart(state, seat),
        picture=picture(state, seat, place.scene, str(place.id), hour(place.id), place.region),
        outset=outset(state, seat),
        place=place_view(state, seat),
        mine=mine(state, seat),
        album=album(state, seat),
    )
