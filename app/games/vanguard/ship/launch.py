"""From the Hangar to the launch: sections 2, 4, 38 and 39."""

from __future__ import annotations

from app.games.vanguard import wording
from app.games.vanguard.asking import G, decide, pick
from app.games.vanguard.content import LANDING, PLANET
from app.games.vanguard.data.cards import CARD, PREFIX, SECTION_CARDS
from app.games.vanguard.data.crew import COLOURS, CREW, OPENING_HAND, SKILL
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.data.gear import EQUIPMENT, LANDER, LANDER_SLOTS, MOD, MOD_SLOTS
from app.games.vanguard.data.planetside import DISCOVERY, TUTORIAL_EVENTS
from app.games.vanguard.decks import card_option, draw_cards, show
from app.games.vanguard.effects import Ctx, read_log
from app.games.vanguard.people import (
    SECTION_NAMES,
    crew_in,
    free_sleeves,
    name,
    owner,
    person,
)
from app.games.vanguard.pools import choose_dice, dice_in, fits, room, to_slot
from app.games.vanguard.setup import skip_tutorial
from app.games.vanguard.ship import muster
from app.games.vanguard.ship.facilities import pay_finds
from app.games.vanguard.shipfx import lose_dice
from app.games.vanguard.state import Die, Exploration, Explorer, LanderCard, Landing, Record, Ship, State, ThreatFigure
from app.games.vanguard.telling import came, happening
from app.kernel import Option, Script, ask, checkpoint, choosing

LOST = 79


# The crew of a new campaign ----------------------------------------------------------------------------------------


def draft(g: G) -> Script[None]:
    """ISS-021, ISS-022"""
    state = g.state
    section = state.ship.used.get("draft", 0)
    if section == 4:
        state.recruits = g.rng.shuffled([*state.recruits, *state.draft], "recruits")
        state.draft, state.ship.used = [], {}
        if state.options.skip_tutorial:
            with happening(g, "turn", "The first mission lies behind the crew", why="as if it had been flown"):
                skip_tutorial(state)
        state.step = "bridge" if state.options.skip_tutorial else "tutorial"
        return
    if not state.offered:
        state.offered, state.recruits = state.recruits[:3], state.recruits[3:]
        show(state)
    yield from checkpoint()
    options = [
        Option(f"crew:{key}", name(key), note=wording.crew(key), target=f"person-{key}") for key in state.offered
    ]
    question = choosing(
        owner(state, section),
        f"{SECTION_NAMES[section]}: keep two of three recruits",
        options,
        least=2,
        most=2,
        rule="ISS-021",
    )
    values = yield from ask(question)
    kept = [name(key) for key in state.offered if f"crew:{key}" in values]
    with happening(
        g,
        "gain",
        f"{SECTION_NAMES[section]} takes on {' and '.join(kept)}",
        rule="ISS-021",
        actor=owner(state, section),
    ):
        pass
    for key in state.offered:
        if f"crew:{key}" in values:
            one = person(state, key)
            one.place, one.section, one.rank = "available", section, 1
        else:
            state.draft.append(key)
    state.offered = []
    state.ship.used["draft"] = section + 1


# Crew boards -------------------------------------------------------------------------------------------------------


def board_crew(g: G, key: str, *, charges: bool) -> Script[Explorer]:
    """A crew board with dice, deck and Charges (ISS-306, ISS-307)."""
    state, one = g.state, person(g.state, key)
    one.place = "team"
    crew = Explorer(one.section, key, one.rank, charges=SKILL[CREW[key].skill].charges if charges else 0)
    if not fits(state, crew, dice_in(state, one.section, "compartment")):
        yield from place_wild(g, crew)
    for tint in COLOURS:
        dice = [die for die in dice_in(state, one.section, "compartment") if KIND[die.kind].colour == tint]
        slots = room(state, crew, tint)
        placed = yield from choose_dice(g, one.section, dice, slots, f"{slots} {tint} dice have a slot", "ISS-306")
        for die in placed:
            yield from to_slot(g, crew, die)
    for die in wild_dice(state, one.section):
        yield from to_slot(g, crew, die)
    crew.deck = yield from build_deck(g, crew)
    return crew


def wild_dice(state: State, section: int) -> list[Die]:
    return [die for die in dice_in(state, section, "compartment") if die.kind == "wild"]


def place_wild(g: G, crew: Explorer) -> Script[None]:
    """Where not all dice have a slot, a Wild die may take that of another (ISS-155, ISS-306)."""
    for die in wild_dice(g.state, crew.section):
        free = [tint for tint in COLOURS if room(g.state, crew, tint) > 0]
        options = [
            *(Option(f"column:{tint}", f"The {tint} column") for tint in free),
            Option("none", "Only where a slot is left over"),
        ]
        prompt = f"A Wild die of {SECTION_NAMES[crew.section]}: not all dice have a slot"
        answer = yield from pick(g, owner(g.state, crew.section), prompt, options, rule="ISS-306")
        if answer != "none":
            die.zone, die.colour, die.face = "slot", answer.removeprefix("column:"), KIND[die.kind].bracket


def build_deck(g: G, crew: Explorer) -> Script[list[str]]:
    """ISS-144"""
    able = [card.id for card in SECTION_CARDS if card.id.startswith(PREFIX[crew.section]) and card.rank <= crew.rank]
    chosen = able
    if len(able) > 10:
        values = yield from ask(
            choosing(
                owner(g.state, crew.section),
                f"Section deck of {name(crew.person)}",
                [card_option(card) for card in able],
                least=10,
                most=len(able),
                default=tuple(f"card:{card}" for card in able),
                rule="ISS-144",
            )
        )
        chosen = [value.removeprefix("card:") for value in values]
    return g.rng.shuffled([card for card in able if card in chosen and card in CARD], "section cards")


# The tutorial ------------------------------------------------------------------------------------------------------


def tutorial(g: G) -> Script[None]:
    """ISS-038 to ISS-045"""
    state = g.state
    yield from muster.make_plan(g)
    keys = muster.team_of(state)
    with happening(
        g, "turn", f"{names_of(keys)} go aboard the dead buoy", scene=PLANET["P1"].name, why="the first hand"
    ):
        yield from first_landing(g, keys)
    yield from read_log(g, 1, Ctx())
    state.step = "explore"


def names_of(keys: list[str]) -> str:
    names = [name(key) for key in keys]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def first_landing(g: G, keys: list[str]) -> Script[None]:
    state = g.state
    crew = []
    for key in keys:
        crew.append((yield from board_crew(g, key, charges=False)))  # ISS-043
    for one in crew_in(state, "available"):
        one.place = "resting"
    x = Exploration("P1", True, crew, supplies=3, condition="G01", rankup="RU00")
    state.x = x
    lay_board(state, x)
    x.lander_sector, x.missions = "s1", ["M01"]
    x.kept_events, state.events = state.events, g.rng.shuffled([card.id for card in TUTORIAL_EVENTS], "events")
    for place, _, _ in muster.places(state):
        figure = next(one for one in crew if one.person == muster.sent(state, place))
        figure.sector = muster.value(state.plan[f"at:{place}"])  # ISS-041
    for figure in x.crew:
        yield from draw_cards(g, figure.section, OPENING_HAND)


def lay_board(state: State, x: Exploration) -> None:
    """ISS-317, ISS-318"""
    planet = PLANET[x.planet]
    old = state.records.get(x.planet)
    if old and x.planet != "P1":
        restore(x, old)
        x.unique_stack += [n for n in planet.uniques_again if n not in state.ship.uniques and n not in x.unique_stack]
        return
    x.pois = {sector.id: [sector.poi] for sector in planet.sectors if sector.poi} if not old else {}
    x.unique_stack = [number for number in planet.uniques if number not in state.ship.uniques]


def restore(x: Exploration, old: Record) -> None:
    x.pois = {key: list(cards) for key, cards in old.pois.items()}
    x.finished = list(old.finished)
    x.threats = [ThreatFigure(key, place) for key, place in old.threats.items()]
    x.unique_stack = list(old.uniques)


# Hangar ------------------------------------------------------------------------------------------------------------


def hangar(g: G) -> Script[None]:
    """ISS-297 to ISS-300"""
    state, ship = g.state, g.state.ship
    yield from new_landers(g)
    yield from new_mods(g)
    yield from repairs(g)
    fit = face_up(ship) or [card for card in ship.landers if card.id == "LN1"]  # ISS-168
    options = [
        Option(
            f"lander:{card.id}",
            LANDER[card.id].name,
            note=lander_note(card),
            target=f"lander-{card.id}",
            rule="ISS-300",
        )
        for card in fit
    ]
    answer = yield from decide(g, "Which lander flies?", options, rule="ISS-300", single=True)
    ship.lander = answer.removeprefix("lander:")
    yield from fit_mods(g)
    state.step = "launch"


def face_up(ship: Ship) -> list[LanderCard]:
    return [card for card in ship.landers if not card.damaged]


def lander_note(card: LanderCard) -> str:
    it = LANDER[card.id]
    state = ", damaged" if card.damaged else ""
    return (
        f"Armor {it.armor}, Sensors {it.sensors}, Agility {it.agility}, Supplies {it.supplies}, cargo {it.cargo}{state}"
    )


def new_landers(g: G) -> Script[None]:
    ship = g.state.ship
    for key in ship.awaiting.pop("lander", []):
        ship.landers.append(LanderCard(key))
        if len(ship.landers) > LANDER_SLOTS:
            options = [Option(f"lander:{card.id}", LANDER[card.id].name) for card in ship.landers if card.id != "LN1"]
            answer = yield from decide(g, "No room: which lander is given up?", options, rule="ISS-297")
            ship.landers = [card for card in ship.landers if card.id != answer.removeprefix("lander:")]


def new_mods(g: G) -> Script[None]:
    """ISS-298"""
    ship = g.state.ship
    waiting = ship.awaiting.setdefault("mod", [])
    while waiting and len(ship.mods) < MOD_SLOTS:
        ship.mods.append(waiting.pop(0))
    while waiting:
        options = [
            Option("keep", "Leave them waiting"),
            *(Option(f"mod:{key}", f"Give up {MOD[key].name}") for key in ship.mods),
        ]
        answer = yield from decide(g, "The mod slots are full", options, rule="ISS-298")
        if answer == "keep":
            return
        ship.mods[ship.mods.index(answer.removeprefix("mod:"))] = waiting.pop(0)


def repairs(g: G) -> Script[None]:
    """ISS-299"""
    ship = g.state.ship
    while True:
        ores = [card for card in ship.gathered if DISCOVERY[card.split(".")[0]].deck == "ores"]
        options = [Option("done", "No repairs")] if face_up(ship) else []  # one must fly (ISS-168)
        for card in ship.landers:
            if card.damaged and ship.bag >= 2:
                options.append(Option(f"success:{card.id}", f"Repair the {LANDER[card.id].name}", note="2 Success"))
            if card.damaged and len(ores) >= 2:
                options.append(Option(f"ores:{card.id}", f"Repair the {LANDER[card.id].name}", note="2 Ores"))
        if not [option for option in options if option.id != "done"]:
            return
        answer = yield from decide(g, "Repair a lander?", options, rule="ISS-299", single=True)
        if answer == "done":
            return
        kind, _, key = answer.partition(":")
        with happening(g, "gain", f"The {LANDER[key].name} is repaired", rule="ISS-299", why="the repair"):
            if kind == "success":
                ship.bag -= 2
            else:
                yield from pay_finds(g, ("ores c", "ores c"))
            next(card for card in ship.landers if card.id == key).damaged = False


def fit_mods(g: G) -> Script[None]:
    ship = g.state.ship
    while True:
        lander = LANDER[ship.lander]
        free = {
            kind: getattr(lander, kind) - sum(MOD[key].kind == kind for key in ship.fitted)
            for kind in ("structural", "utility")
        }
        able = [key for key in ship.mods if free[MOD[key].kind] > 0]
        if not able:
            return
        options = [
            Option("done", "Fly as it is"),
            *(Option(f"mod:{key}", MOD[key].name, note=wording.mod(key)) for key in able),
        ]
        answer = yield from decide(g, "Fit a mod?", options, rule="ISS-300")
        if answer == "done":
            return
        key = answer.removeprefix("mod:")
        ship.mods.remove(key)
        ship.fitted.append(key)


def stat(state: State, key: str) -> int:
    """ISS-166, ISS-168"""
    ship = state.ship
    lander = LANDER[ship.lander]
    bonus = {"armor": "LM02", "agility": "LM03", "sensors": "LM09"}[key] in ship.fitted
    damaged = any(card.damaged for card in ship.landers if card.id == ship.lander)
    value: int = getattr(lander, key)
    return max(0, value + bonus - damaged)


def supplies(state: State) -> int:
    """ISS-167, ISS-168"""
    ship = state.ship
    damaged = any(card.damaged for card in ship.landers if card.id == ship.lander)
    extra = 2 * ("LM01" in ship.fitted) + ("LM05" in ship.fitted)
    return min(9, max(0, LANDER[ship.lander].supplies + extra - damaged))


# Launch ------------------------------------------------------------------------------------------------------------


def launch(g: G) -> Script[None]:
    """ISS-301 to ISS-310"""
    state, ship = g.state, g.state.ship
    if not muster.legal_team(state):
        yield from shortage(g)
        if not muster.legal_team(state):
            yield from read_log(g, LOST, Ctx())  # ISS-304
            return
    yield from muster.make_plan(g)
    keys = muster.team_of(state)
    state.team_size = len(keys)
    planet = LANDING[ship.scanner]
    with happening(g, "turn", f"{names_of(keys)} go down to {planet.name}", scene=LANDER[ship.lander].name) as start:
        crew = []
        for key in keys:
            crew.append((yield from board_crew(g, key, charges=True)))
        for one in crew_in(state, "available"):
            one.place = "resting"  # ISS-305
        state.x = Exploration(planet.id, False, crew, supplies=supplies(state))
        state.landing = Landing(planet.id, marker=LANDER[ship.lander].start)
        ship.adrift = 0
        muster.hand_out(state, crew)
        state.plan = {}
        for figure in crew:
            carried = ", ".join(EQUIPMENT[item].name for item in figure.gear)
            start.result(
                name(figure.person), f"{len(dice_in(state, figure.section, 'slot'))} dice, {carried or 'no gear'}"
            )
    yield from brief(g)
    state.step = "landing"


def shortage(g: G) -> Script[None]:
    """ISS-303"""
    state = g.state
    state.ship.shortages += 1
    g.tell("Not enough crew: every section may call up a recruit.", rule="ISS-303")
    came(g, "Not enough crew", "Every section may call up a recruit", good=False, kind="loss")
    for section in range(4):
        if state.recruits and free_sleeves(state, section, 1) > 0:
            options = [Option("yes", "Call up a recruit"), Option("no", "Nobody")]
            answer = yield from pick(g, owner(state, section), SECTION_NAMES[section], options, rule="ISS-303")
            if answer == "no":
                continue
            one = person(state, state.recruits.pop(0))
            one.place, one.section, one.rank = "available", section, 1
            show(state)
    if state.ship.shortages > 1:
        with happening(g, "loss", "The shortage costs every section a die", rule="ISS-303", why="another shortage"):
            yield from lose_dice(g, 1)


def brief(g: G) -> Script[None]:
    """The briefing log is read before the landing (ISS-310): the board that it speaks of is laid out first."""
    state, x = g.state, g.state.exploration
    planet = PLANET[x.planet]
    again = x.planet in state.visited and x.planet != "P1"
    lay_board(state, x)
    x.condition = planet.condition  # ISS-319
    yield from read_log(g, planet.landing.again if again else planet.landing.briefing, Ctx())
