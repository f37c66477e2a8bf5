"""Carrying out the effect language: one small function for each verb."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import msgspec

from app.games.vanguard import board, cargo, decks, language, poolfx, shipfx, threatfx, wording
from app.games.vanguard.asking import G, decide, openly, pick
from app.games.vanguard.conditions import holds, payable
from app.games.vanguard.content import CONDITION, LOG, MISSION, POI, SECTOR
from app.games.vanguard.data.cards import CARD
from app.games.vanguard.data.crew import COLOURS
from app.games.vanguard.data.dice import DANGER_FACES
from app.games.vanguard.data.gear import EQUIPMENT
from app.games.vanguard.data.planetside import DANGER, EVENT, UNIQUE
from app.games.vanguard.language import Choice, Effect
from app.games.vanguard.people import (
    RECON,
    SECTION_NAMES,
    explorer,
    in_sector,
    name,
    owner,
    person,
    team,
)
from app.games.vanguard.pools import injure, refresh, sacrifice, spend
from app.games.vanguard.rankups import note
from app.games.vanguard.state import Choosing, Danger, Entry, Reading
from app.games.vanguard.telling import came, of_danger, reading_log, reason, settle, show_plain
from app.games.vanguard.titles import log_title
from app.kernel import Option, Script, ask, choosing


@dataclass(frozen=True)
class Ctx:
    """For whom and whence an effect is carried out."""

    section: int | None = None
    target: str = ""  # the far end of the path being travelled
    prey: str = ""  # the sector of the Threat that acts
    card: str = ""  # the section card in play
    danger: bool = False  # a Danger result (LM05)
    log: int = 0  # the log being read
    place: str = ""  # the sector of the action, though the crew may have been moved since (ISS-124)
    seat: int | None = None  # who chooses aboard, if not the table
    why: str = ""  # the reason that is told with whatever it changes
    entered: list[str] = field(default_factory=list)  # sectors that crew moved by the same effect has entered (ISS-074)

    def of(self, section: int) -> Ctx:
        return replace(self, section=section)


Each = Callable[[G, Effect, int, Ctx], Script[None]]
All = Callable[[G, Effect, Ctx], Script[None]]


def run(g: G, what: str | tuple[Effect, ...], ctx: Ctx) -> Script[None]:
    """In printed order, as far as possible (ISS-013)."""
    for effect in language.effects(what) if isinstance(what, str) else what:
        if g.state.ending:
            return
        with reason(g, ctx.why):
            if effect.verb in EACH:
                yield from _for_each(g, effect, ctx)
            else:
                yield from ALL[effect.verb](g, effect, ctx)


def _for_each(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    if g.state.x is None:
        return
    sections = yield from targets(g, effect, ctx)
    ctx = replace(ctx, entered=[])
    for section in sections:
        if not explorer(g.state, section).dead:
            yield from EACH[effect.verb](g, effect, section, ctx)


def targets(g: G, effect: Effect, ctx: Ctx) -> Script[list[int]]:
    """Whom `for X` means; without it the acting crew (ISS-142)."""
    state, target = g.state, effect.target
    everyone = team(state)
    if not target:
        return [] if ctx.section is None else [ctx.section]
    here = explorer(state, ctx.section).sector if ctx.section is not None else ""
    if target == "each":
        return [one.section for one in everyone]
    if target == "here":
        return [one.section for one in in_sector(state, here)]
    if target == "prey":
        return [one.section for one in in_sector(state, ctx.prey)]
    if target.startswith("in "):
        return [one.section for one in in_sector(state, target[3:])]
    if target.startswith("not-in "):
        return [one.section for one in everyone if one.sector != target[7:]]
    able = everyone
    if target == "one-here":
        able = in_sector(state, here) if here else everyone
    elif target == "other":
        able = [one for one in in_sector(state, here) if one.section != ctx.section]
    if effect.verb == "move" and effect.args == ("here",) and ctx.section is not None:
        able = [one for one in able if here in board.connected(state.exploration, one.sector)]
    if not able:
        return []
    seat = owner(state, ctx.section if ctx.section is not None else RECON)  # ISS-014
    options = [Option(f"crew:{one.section}", name(one.person), target=f"crew-{one.section}") for one in able]
    deed = wording.phrase((msgspec.structs.replace(effect, target=""),), wording.sight_of(state))
    answer = yield from pick(g, seat, f"Who is to {deed}?", options)
    return [int(answer.removeprefix("crew:"))]


# Effects on one crew -----------------------------------------------------------------------------------------------


def _tint(effect: Effect) -> str:
    return effect.args[1] if len(effect.args) > 1 else ""


def _spend(g: G, effect: Effect, section: int, ctx: Ctx) -> Script[None]:
    g.tell(f"{who(g, section)} spends {effect.n} {'die' if effect.n == 1 else 'dice'}.", rule="ISS-005")
    yield from spend(g, section, effect.n, _tint(effect))


def _sacrifice(g: G, effect: Effect, section: int, ctx: Ctx) -> Script[None]:
    yield from sacrifice(g, section, effect.n, _tint(effect))


def _refresh(g: G, effect: Effect, section: int, ctx: Ctx) -> Script[None]:
    yield from refresh(g, section, effect.n, _tint(effect))


def _draw(g: G, effect: Effect, section: int, ctx: Ctx) -> Script[None]:
    yield from decks.draw_cards(g, section, effect.n)


def _discard(g: G, effect: Effect, section: int, ctx: Ctx) -> Script[None]:
    hand = explorer(g.state, section).hand
    count = len(hand) if effect.args == ("hand",) else effect.n
    yield from decks.discard_cards(g, section, count)


def _recall(g: G, effect: Effect, section: int, ctx: Ctx) -> Script[None]:
    crew = explorer(g.state, section)
    options = [decks.card_option(card) for card in crew.discard]
    if options:
        answer = yield from pick(g, owner(g.state, section), "Take which card back?", options)
        card = answer.removeprefix("card:")
        crew.discard.remove(card)
        crew.hand.append(card)
        yield from decks.keep_limit(g, section)


def _ignore_icon(g: G, effect: Effect, section: int, ctx: Ctx) -> Script[None]:
    explorer(g.state, section).ignore_icons += effect.n
    g.tell(f"{who(g, section)} may skip {effect.n} icons on the next path.", rule="ISS-069")
    yield from ()


def _status(g: G, effect: Effect, section: int, ctx: Ctx) -> Script[None]:
    """How long a status lasts is told by the round at whose end it goes; 0 means until it is used."""
    crew, kind, x = explorer(g.state, section), effect.args[0], g.state.exploration
    lasting = {"slow": x.round, "deaf": x.round, "sleepless": x.round + 1}
    crew.statuses[kind] = lasting.get(kind, 0)
    g.tell(f"{who(g, section)} is now {kind}.")
    yield from ()


def _ready(g: G, effect: Effect, section: int, ctx: Ctx) -> Script[None]:
    yield from _turn_gear(g, section, effect.n, exhaust=False)


def _exhaust(g: G, effect: Effect, section: int, ctx: Ctx) -> Script[None]:
    yield from _turn_gear(g, section, effect.n, exhaust=True)


def _turn_gear(g: G, section: int, count: int, *, exhaust: bool) -> Script[None]:
    crew = explorer(g.state, section)
    for _ in range(count):
        able = [card for card in crew.gear if card.endswith("!") != exhaust]
        if not able:
            return
        options = [Option(f"gear:{card.rstrip('!')}", EQUIPMENT[card.rstrip("!")].name) for card in able]
        answer = yield from pick(g, owner(g.state, section), "Exhaust which?" if exhaust else "Ready which?", options)
        turn_gear(crew.gear, answer.removeprefix("gear:"), exhaust=exhaust)


def turn_gear(gear: list[str], card: str, *, exhaust: bool) -> None:
    """An exhausted card carries an exclamation mark (ISS-174)."""
    gear[gear.index(card if exhaust else f"{card}!")] = f"{card}!" if exhaust else card


def _move(g: G, effect: Effect, section: int, ctx: Ctx) -> Script[None]:
    """A move is not the Travel action (ISS-077)."""
    x, crew, where = g.state.exploration, explorer(g.state, section), effect.args[0]
    if where in ("adjacent", "random"):
        ends = board.connected(x, crew.sector)
        if not ends:
            return
        if where == "random":
            goal = g.rng.pick(ends, "moves")
        else:
            seat = owner(g.state, section if not effect.target or ctx.section is None else ctx.section)
            options = [Option(f"to:{end}", board.sector(x, end).name, target=f"sector-{end}") for end in ends]
            answer = yield from pick(g, seat, f"Where does {name(crew.person)} move?", options)
            goal = answer.removeprefix("to:")
    elif where == "here":
        goal = explorer(g.state, ctx.section).sector if ctx.section is not None else crew.sector
    else:
        gone = x.traveller == section and x.moved  # carried off before: the Travel has ended there (ISS-076)
        goal = {"lander": x.lander_sector, "target": "" if gone else ctx.target}.get(where, where)
    if goal:
        yield from move_crew(g, section, goal, ctx.entered)


def move_crew(g: G, section: int, goal: str, entered: list[str] | None = None) -> Script[None]:
    state, x = g.state, g.state.exploration
    crew = explorer(state, section)
    if crew.sector == goal:
        return
    crew.sector = goal
    if x.traveller == section:
        x.moved = True  # ISS-076
    g.tell(f"{name(crew.person)} moves to {board.sector(x, goal).name}.", rule="ISS-072")
    if entered is None or goal not in entered:
        yield from arrive(g, section)
    if entered is not None:
        entered.append(goal)


def arrive(g: G, section: int) -> Script[None]:
    """ISS-073, ISS-074"""
    x, crew = g.state.exploration, explorer(g.state, section)
    number = board.sector(x, crew.sector).log
    if number and (number not in g.state.logs or LOG[number].repeat) and not x.over:
        yield from read_log(g, number, Ctx(section))


def _charge(g: G, effect: Effect, section: int, ctx: Ctx) -> Script[None]:
    crew = explorer(g.state, section)
    if not g.state.exploration.tutorial:  # where the slots stay empty (ISS-043)
        crew.charges = max(0, crew.charges + effect.n)  # ISS-158
        g.tell(f"{who(g, section)} has {crew.charges} Charges.", rule="ISS-158")
    yield from ()


def _injure(g: G, effect: Effect, section: int, ctx: Ctx) -> Script[None]:
    yield from injure(g, section, effect.args[0])


def _injury_die(g: G, effect: Effect, section: int, ctx: Ctx) -> Script[None]:
    """Only the die; the card stays (ISS-195). In its own check a crew's dice lie in the pool until step 6 is done."""
    crew, check = explorer(g.state, section), g.state.check
    rolled = check.injury if check and check.actor == section else []
    for _ in range(-effect.n):
        options = [
            Option(f"column:{n}", f"The die of the {COLOURS[n]} column") for n in range(3) if crew.injury_columns[n]
        ]
        options += [Option(f"rolled:{face}", f"The die that shows {face}") for face in dict.fromkeys(rolled)]
        if not options:
            return
        answer = yield from pick(g, owner(g.state, section), "Remove which injury die?", options, rule="ISS-195")
        where, _, which = answer.partition(":")
        if where == "column":
            crew.injury_columns[int(which)] = False
        elif check:
            rolled.remove(which)
            check.injury_dice -= 1


def _pick_injury(g: G, section: int, prompt: str, *, active: bool) -> Script[int]:
    crew = explorer(g.state, section)
    able = [n for n, injury in enumerate(crew.injuries) if not active or not injury.flipped]
    if not able:
        return -1
    options = [Option(f"injury:{n}", crew.injuries[n].kind.capitalize()) for n in able]
    answer = yield from pick(g, owner(g.state, section), prompt, options, rule="ISS-195")
    return int(answer.removeprefix("injury:"))


def _injury_card(g: G, effect: Effect, section: int, ctx: Ctx) -> Script[None]:
    crew = explorer(g.state, section)
    for _ in range(-effect.n):
        number = yield from _pick_injury(g, section, "Remove which injury card?", active=False)
        if number >= 0:
            gone = crew.injuries.pop(number)
            g.state.injury_deck[gone.kind] += 1


def _flip_injury(g: G, effect: Effect, section: int, ctx: Ctx) -> Script[None]:
    crew = explorer(g.state, section)
    for _ in range(effect.n):
        number = yield from _pick_injury(g, section, "Turn which injury face down?", active=True)
        if number >= 0:
            crew.injuries[number].flipped = True  # ISS-196


def _danger(g: G, effect: Effect, section: int, ctx: Ctx) -> Script[None]:
    """Danger dice outside of a check."""
    category, count = int(effect.args[0]), int(effect.args[1])
    for danger in roll_danger(g, category, count, section):
        yield from apply_danger(g, section, danger)


def roll_danger(g: G, category: int, count: int, section: int) -> list[Danger]:
    row = DANGER[category]
    rolls = g.roll(count, 8, f"{who(g, section)} faces danger ({row.name}): {{dice}}.", rule="ISS-122") if count else []
    found = [Danger(category, DANGER_FACES[value - 1]) for value in rolls]
    threatens = {danger.face: wording.danger_face(category, danger.face) for danger in found}
    show_plain(g, [danger.face for danger in found], "danger", "vi-face-*", threatens)
    return found


def apply_danger(g: G, section: int, danger: Danger) -> Script[None]:
    """ISS-122"""
    kind = DANGER[danger.category].name
    if danger.face == "blank":
        of_danger(g, danger, "ignored", kind, "passes")
        g.tell("The danger passes: blank.", rule="ISS-122")
        return
    text = getattr(DANGER[danger.category], danger.face)
    says = wording.danger_face(danger.category, danger.face)
    of_danger(g, danger, "hurts", kind, says)
    g.tell(f"Danger ({kind}), {danger.face}: {says}.", rule="ISS-122")
    yield from run(g, text, Ctx(section, danger=True, why=f"danger: {kind}"))


def _skip_event(g: G, effect: Effect, section: int, ctx: Ctx) -> Script[None]:
    explorer(g.state, section).skip_event = True
    yield from ()


def _kill(g: G, effect: Effect, section: int, ctx: Ctx) -> Script[None]:
    kill(g, section)
    yield from ()


def kill(g: G, section: int) -> None:
    """ISS-209"""
    crew, x = explorer(g.state, section), g.state.exploration
    crew.dead = True
    x.deaths += 1
    one = person(g.state, crew.person)
    one.place, one.rank, one.section = "fallen", 0, -1
    one.wall = crew.section
    g.state.ship.armory.extend(card.rstrip("!") for card in crew.gear)  # ISS-174
    crew.gear = []
    for injury in crew.injuries:
        g.state.injury_deck[injury.kind] += 1
    crew.injuries = []
    g.tell(f"{name(crew.person)} dies.", rule="ISS-209")
    came(g, f"{name(crew.person)} dies", "The name goes to the Memorial Wall", good=False, kind="loss")


def _set_aside(g: G, effect: Effect, section: int, ctx: Ctx) -> Script[None]:
    crew = explorer(g.state, section)
    if ctx.card in crew.playing:
        crew.playing.remove(ctx.card)
        crew.aside.append(ctx.card)
    yield from ()


# Effects on the board ----------------------------------------------------------------------------------------------


def _none(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    yield from ()


def _supply(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    x = g.state.x
    if x is None:
        return
    lost = effect.n
    sealed = "LM05" in g.state.ship.fitted and not x.damage_soaked and not x.tutorial
    if lost < 0 and x.supplies and ctx.danger and sealed:
        x.damage_soaked = True
        lost += 1
    x.supplies = min(9, max(0, x.supplies + lost))  # ISS-167
    g.tell(f"Supplies are at {x.supplies}.", rule="ISS-167")
    yield from ()


def _success(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    state = g.state
    if state.x and not state.x.over:
        state.x.success = max(0, state.x.success + effect.n)
        g.tell(f"Success {effect.n:+d}: {state.x.success} on the lander.")
    else:
        state.ship.success = max(0, state.ship.success + effect.n)
    yield from ()


def _poi(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    """ISS-201, ISS-202"""
    x, number, place = g.state.exploration, int(effect.args[0]), effect.args[1]
    _drop_tracks(x.tracks, x.pois.get(place, []))
    x.pois[place] = [number]
    if place in x.finished:
        x.finished.remove(place)
    decks.show(g.state)
    g.tell(f"{POI[number].name} is placed in {SECTOR[x.planet][place].name}.", rule="ISS-201")
    came(g, f"New in {SECTOR[x.planet][place].name}: {POI[number].name}", "There is something to do", good=True)
    yield from ()


def _drop_tracks(tracks: dict[str, int], cards: list[int]) -> None:
    for key in [key for key in tracks if key.split(":")[0] in {str(card) for card in cards}]:
        del tracks[key]


def _poi_remove(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    x = g.state.exploration
    _drop_tracks(x.tracks, x.pois.get(effect.args[0], []))
    x.pois[effect.args[0]] = []
    yield from ()


def _finish(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    x, place = g.state.exploration, effect.args[0]
    if place == "here":
        place = ctx.place or (explorer(g.state, ctx.section).sector if ctx.section is not None else "")
    if place and place not in x.finished:
        x.finished.append(place)
        g.tell(f"{SECTOR[x.planet][place].name} is finished.", rule="ISS-065")
        came(g, f"{SECTOR[x.planet][place].name} is finished", good=True)
        note(g, "finished")
    yield from ()


def _open(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    x, key = g.state.exploration, effect.args[0]
    if key in x.closed:
        x.closed.remove(key)
    if key not in x.opened:
        x.opened.append(key)
    g.tell(f"{wording.say((effect,), wording.sight_of(g.state))}.", rule="ISS-067")
    yield from ()


def _close(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    x, key = g.state.exploration, effect.args[0]
    if key in x.opened:
        x.opened.remove(key)
    if key not in x.closed:
        x.closed.append(key)
    g.tell(f"{wording.say((effect,), wording.sight_of(g.state))}.", rule="ISS-067")
    yield from ()


def _track(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    """A track not in play is ignored. One that is filled outside of a check has its outcome at once (ISS-135)."""
    x, word, amount = g.state.exploration, effect.args[0], int(effect.args[1])
    numbers = [number for cards in x.pois.values() for number in cards]
    for number in numbers:
        for track in (track for action in POI[number].actions for track in action.tracks if track.id == word):
            key = f"{number}:{word}"
            x.tracks[key] = min(track.length, max(0, x.tracks.get(key, 0) + amount))
            g.tell(f"{word.capitalize()} track: {x.tracks[key]} of {track.length}.", rule="ISS-135")
            if x.tracks[key] == track.length and amount > 0 and not g.state.check:
                x.tracks[key] = 0
                yield from run(g, track.do, ctx)


def _time(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    x, word, amount = g.state.exploration, effect.args[0], int(effect.args[1])
    tracks = board.time_tracks(x)
    if word == "any":
        if not tracks:
            return
        options = [Option(f"time:{key}", wording.time_name(key), target=f"time-{key}") for key in tracks]
        seat = owner(g.state, ctx.section if ctx.section is not None else RECON)
        answer = yield from pick(
            g, seat, f"Which Time Track moves {'on' if amount > 0 else 'back'} {abs(amount)}?", options, rule="ISS-138"
        )
        tracks = [answer.removeprefix("time:")]
    elif word != "all":
        tracks = [key for key in tracks if key == word]
    yield from move_times(g, tracks, amount, owner(g.state, RECON if ctx.section is None else ctx.section))


def move_times(g: G, tracks: list[str], amount: int, seat: int) -> Script[None]:
    """Several Time Tracks progress in the order of choice (ISS-138, ISS-014)."""
    while tracks and not g.state.exploration.over:
        options = [Option(f"time:{key}", wording.time_name(key), target=f"time-{key}") for key in tracks]
        key = options[0].id
        if amount > 0:
            key = yield from pick(g, seat, "Which Time Track progresses first?", options, rule="ISS-138")
        tracks = [other for other in tracks if f"time:{other}" != key]
        yield from move_time(g, key.removeprefix("time:"), amount)


def move_time(g: G, key: str, amount: int) -> Script[None]:
    """ISS-138, ISS-139"""
    x = g.state.exploration
    if amount < 0:
        board.set_time(x, key, max(0, board.time_now(x, key) + amount))
        g.tell(f"{wording.time_name(key)}: back to {board.time_now(x, key)}.", rule="ISS-139")
        return
    for _ in range(amount):
        track = board.time_track(x, key)
        if track is None or x.over or board.time_now(x, key) >= track.length:
            return
        board.set_time(x, key, board.time_now(x, key) + 1)
        now = board.time_now(x, key)
        g.tell(f"{wording.time_name(key)}: {now} of {track.length}.", rule="ISS-138")
        figure = board.threat(x, key)
        settle(g, "time passes")
        if now in track.steps:
            why = f"{wording.time_name(key)} at {now}"
            ctx = Ctx(prey=figure.sector if figure else "", card=key if figure else "", why=why)
            came(g, why, wording.say(track.steps[now], wording.sight_of(g.state)), good=False)
            for one in language.effects(track.steps[now]):  # the figure may move between two effects
                figure = board.threat(x, key)
                yield from run(g, (one,), replace(ctx, prey=figure.sector if figure else ctx.prey))


def _token(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    """ISS-173"""
    x = g.state.exploration
    if effect.args[0] not in x.tokens and ctx.section is not None:
        x.tokens[effect.args[0]] = explorer(g.state, ctx.section).sector
        if effect.args[0] == "cache":
            x.cache_rests = 3 if has_upgrade(g, "EQ-U02") else 2
    yield from ()


def has_upgrade(g: G, card: str) -> bool:
    return any(card in one.gear for one in team(g.state))


def _condition(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    x = g.state.exploration
    x.condition, x.time = effect.args[0], {}
    g.tell(f"Global Condition: {CONDITION[x.condition].name}.", rule="ISS-198")
    yield from ()


def _mission(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    """ISS-199"""
    state, (key, what) = g.state, effect.args
    x = state.exploration
    if what == "add":
        if key not in x.missions:
            x.missions.append(key)
            decks.show(state)
            g.tell(f"Mission: {MISSION[key].name}.", rule="ISS-199")
            came(g, f"Mission: {MISSION[key].name}", MISSION[key].text.replace("*", ""))
        return
    if key in x.missions:
        x.missions.remove(key)
    if what == "fail":
        x.failed = True
        came(g, f"Mission lost: {MISSION[key].name}", good=False, kind="loss")
        return
    if key not in state.done:
        state.done.append(key)
    x.done_here.append(key)
    state.chronicle.append(Entry("mission", f"{MISSION[key].name}: done."))
    g.tell(f"Mission complete: {MISSION[key].name}.", rule="ISS-199")
    came(g, f"Mission complete: {MISSION[key].name}", good=True, kind="gain")
    if x.round <= 6:
        note(g, "mission")
    yield from ()


def _rankup(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    g.state.exploration.rankup_done = True
    yield from ()


def _log(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    yield from read_log(g, effect.n, ctx)


def read_log(g: G, number: int, ctx: Ctx) -> Script[None]:
    """Read by all; effects in order, choices by the owner of the crew that triggered it (ISS-203, ISS-357)."""
    state = g.state
    crew = explorer(state, ctx.section) if state.x and ctx.section is not None else None
    reading = Reading(number, name(crew.person) if crew else "", SECTION_NAMES[crew.section] if crew else "")
    state.reading.append(reading)
    if number not in state.logs:
        state.logs.append(number)
    decks.show(state)
    with reading_log(g, reading, ctx.section):
        g.tell(f"Log {number} is read: {log_title(number)}.", rule="ISS-203")
        yield from run(g, LOG[number].do, replace(ctx, log=number, why="the log"))
    del state.reading[:-1]  # the latest stays on the page


def _end(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    """ISS-206"""
    x = g.state.exploration
    if not x.over:
        x.over = effect.args[0]
        x.failed = x.failed or effect.args[0] == "fail"
    yield from ()


def _event(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    from app.games.vanguard.events import resolve_event

    if ctx.section is not None:
        yield from resolve_event(g, ctx.section)


def _cancel_secondary(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    g.state.exploration.event_cancelled = True
    yield from ()


# Choices and conditions --------------------------------------------------------------------------------------------


def _if(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    yield from run(g, effect.then if holds(g.state, effect.when, ctx.section) else effect.other, ctx)


def _takeable(g: G, choice: Choice, ctx: Ctx) -> bool:
    """ISS-164, ISS-013"""
    return holds(g.state, choice.need, ctx.section) and payable(g.state, choice.pay, ctx.section)


def _choose(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    def build() -> list[Option]:
        """What can be paid may change: exertion is open beside the question (ISS-349)."""
        sight = wording.sight_of(g.state)
        return [
            Option(f"choice:{n}", choice.label, note=wording.choice_note(choice, sight, reading=ctx.log > 0))
            for n, choice in enumerate(effect.choices)
            if _takeable(g, choice, ctx)
        ]

    options = build()
    if not options:
        return
    seat = ctx.seat if ctx.section is None else owner(g.state, ctx.section)
    outer, g.state.choosing = g.state.choosing, Choosing(effect.text, ctx.log > 0)
    if effect.verb == "together" or seat is None:
        answer = yield from decide(g, "What do we do?", options, rule="ISS-203")
    else:
        event = g.state.x.event if g.state.x and not ctx.log else ""
        prompt = f"{EVENT[event].name}: what do you do?" if event else "What do you do?"
        question = choosing(seat, prompt, build, rule="ISS-203")
        # inside of an any-time effect no other is opened
        (answer,) = yield from (ask(question) if g.state.taking else openly(g, question))
    g.state.choosing = outer
    choice = effect.choices[int(answer.removeprefix("choice:"))]
    g.tell(f"Chosen: {choice.label}.", rule="ISS-203")
    came(g, choice.label, "chosen")
    yield from pay(g, choice.pay, ctx)
    yield from run(g, choice.do, ctx)


def pay(g: G, cost: str | tuple[Effect, ...], ctx: Ctx) -> Script[None]:
    yield from run(g, cost, ctx)


def _item(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    """ISS-180"""
    x = g.state.exploration
    if effect.n in x.uniques:
        x.uniques.remove(effect.n)
        g.tell(f"{UNIQUE[effect.n].name} is used.", rule="ISS-180")
    yield from ()


def who(g: G, section: int) -> str:
    return name(explorer(g.state, section).person)


def use_card(g: G, section: int, card: str, text: str) -> Script[None]:
    """From a hand, which for a lent card is another's; to its owner's discard pile once resolved (ISS-104, ISS-147)."""
    holder = next(one for one in team(g.state) if card in one.hand)
    holder.hand.remove(card)
    holder.playing.append(card)
    says = wording.say(text, wording.sight_of(g.state))
    g.tell(f"{who(g, section)} plays {CARD[card].name}: {says}.", rule="ISS-104")
    came(g, f"{CARD[card].name} is played", says, good=True)
    yield from run(g, text, Ctx(section, card=card, why=CARD[card].name))
    if card in holder.playing:
        holder.playing.remove(card)
        holder.discard.append(card)


EACH: dict[str, Each] = {
    "spend": _spend,
    "sacrifice": _sacrifice,
    "refresh": _refresh,
    "draw": _draw,
    "discard": _discard,
    "recall": _recall,
    "ignore-icon": _ignore_icon,
    "status": _status,
    "ready": _ready,
    "exhaust": _exhaust,
    "move": _move,
    "charge": _charge,
    "injure": _injure,
    "injury-die": _injury_die,
    "injury-card": _injury_card,
    "flip-injury": _flip_injury,
    "danger": _danger,
    "skip-event": _skip_event,
    "kill": _kill,
    "set-aside": _set_aside,
}
ALL: dict[str, All] = {
    "none": _none,
    "supply": _supply,
    "success": _success,
    "poi": _poi,
    "poi-remove": _poi_remove,
    "finish": _finish,
    "open": _open,
    "close": _close,
    "track": _track,
    "time": _time,
    "token": _token,
    "condition": _condition,
    "mission": _mission,
    "rankup": _rankup,
    "log": _log,
    "end": _end,
    "event": _event,
    "cancel-secondary": _cancel_secondary,
    "if": _if,
    "choose": _choose,
    "together": _choose,
    "item": _item,
    **cargo.VERBS,
    **poolfx.VERBS,
    **shipfx.VERBS,
    **threatfx.VERBS,
}
