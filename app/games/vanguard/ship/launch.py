"""From the Hangar to the ground: sections 2, 4 and 38 to 41."""

from __future__ import annotations

from app.games.vanguard import board, wording
from app.games.vanguard.asking import G, decide, openly, pick
from app.games.vanguard.content import LANDING, PLANET
from app.games.vanguard.data.cards import CARD, PREFIX, SECTION_CARDS
from app.games.vanguard.data.crew import COLOURS, CREW, OPENING_HAND, SKILL
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.data.gear import EQUIPMENT, LANDER, LANDER_SLOTS, MOD, MOD_SLOTS
from app.games.vanguard.data.planetside import DISCOVERY, TUTORIAL_EVENTS
from app.games.vanguard.decks import card_option, draw_cards, show
from app.games.vanguard.effects import Ctx, read_log, run
from app.games.vanguard.people import (
    RECON,
    SECTION_NAMES,
    by_section,
    crew_in,
    explorer,
    free_sleeves,
    name,
    owner,
    person,
    team,
)
from app.games.vanguard.pools import choose_dice, dice_in, die_option, fits, icons, injure, room, to_slot
from app.games.vanguard.setup import skip_tutorial
from app.games.vanguard.ship.facilities import pay_finds
from app.games.vanguard.shipfx import lose_dice
from app.games.vanguard.state import Die, Exploration, Explorer, LanderCard, Landing, Record, State, ThreatFigure
from app.kernel import Option, Question, Script, ask, checkpoint, choosing

STAT_ICONS = {  # ISS-313
    "armor": ("GUARD", "HAUL", "MEND"),
    "sensors": ("READ", "PROBE", "LINK"),
    "agility": ("TRACK", "REACH", "BREACH"),
}
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
            skip_tutorial(state)
        state.step = "bridge" if state.options.skip_tutorial else "tutorial"
        return
    if not state.offered:
        state.offered, state.recruits = state.recruits[:3], state.recruits[3:]
        show(state)
    yield from checkpoint()
    options = [Option(f"crew:{key}", name(key), note=wording.crew(key)) for key in state.offered]
    question = choosing(
        owner(state, section),
        f"{SECTION_NAMES[section]}: keep two of three recruits",
        options,
        least=2,
        most=2,
        rule="ISS-021",
    )
    values = yield from ask(question)
    for key in state.offered:
        if f"crew:{key}" in values:
            one = person(state, key)
            one.place, one.section, one.rank = "available", section, 1
        else:
            state.draft.append(key)
    state.offered = []
    state.ship.used["draft"] = section + 1


# The team ----------------------------------------------------------------------------------------------------------


def legal_team(state: State) -> bool:
    """Whether Available crew suffice for a team (ISS-029, ISS-030)."""
    able = {one.section for one in crew_in(state, "available")}
    if state.seat_count == 1:
        return len(able) >= state.team_size
    return all(any(section in able for section in sections) for sections in by_section(state).values())


def choose_team(g: G) -> Script[list[str]]:
    state = g.state
    chosen: list[str] = []
    for seat, sections in by_section(state).items():
        count = state.team_size if state.seat_count == 1 else 1
        for _ in range(count):
            taken = [person(state, key).section for key in chosen]
            able = [one for one in crew_in(state, "available") if one.section in sections and one.section not in taken]
            options = [
                Option(
                    f"crew:{one.id}",
                    f"{name(one.id)}, {SECTION_NAMES[one.section]}",
                    note=f"Rank {one.rank}\n{wording.crew(one.id)}",
                )
                for one in able
            ]
            answer = yield from pick(g, seat, "Who goes down?", options, rule="ISS-302")
            chosen.append(answer.removeprefix("crew:"))
    return sorted(chosen, key=lambda key: person(state, key).section)


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
    keys = yield from choose_team(g)
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
    yield from place_figures(g)
    for figure in x.crew:
        yield from draw_cards(g, figure.section, OPENING_HAND)
    yield from read_log(g, 1, Ctx())
    state.step = "explore"


def place_figures(g: G) -> Script[None]:
    """At least one figure in each of the sectors 1 and 2 (ISS-041)."""
    state, x = g.state, g.state.exploration
    for number, one in enumerate(x.crew):
        places = ["s1", "s2"]
        last = number == len(x.crew) - 1
        held = {other.sector for other in x.crew[:number]}
        if last and len(held) == 1:
            places = [place for place in places if place not in held]
        options = [Option(f"to:{place}", board.sector(x, place).name, target=f"sector-{place}") for place in places]
        answer = yield from pick(
            g, owner(state, one.section), f"Where does {name(one.person)} start?", options, rule="ISS-041"
        )
        one.sector = answer.removeprefix("to:")


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
    fit = [card for card in ship.landers if not card.damaged or card.id == "LN1"]  # ISS-168
    options = [
        Option(f"lander:{card.id}", LANDER[card.id].name, note=lander_note(card), rule="ISS-300") for card in fit
    ]
    answer = yield from decide(g, "Which lander flies?", options, rule="ISS-300", single=True)
    ship.lander = answer.removeprefix("lander:")
    yield from fit_mods(g)
    state.step = "launch"


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
        options = [Option("done", "No repairs")]
        for card in ship.landers:
            if card.damaged and ship.bag >= 2:
                options.append(Option(f"success:{card.id}", f"Repair the {LANDER[card.id].name}", note="2 Success"))
            if card.damaged and len(ores) >= 2:
                options.append(Option(f"ores:{card.id}", f"Repair the {LANDER[card.id].name}", note="2 Ores"))
        if len(options) == 1:
            return
        answer = yield from decide(g, "Repair a lander?", options, rule="ISS-299")
        if answer == "done":
            return
        kind, _, key = answer.partition(":")
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
    if not legal_team(state):
        yield from shortage(g)
        if not legal_team(state):
            yield from read_log(g, LOST, Ctx())  # ISS-304
            return
    keys = yield from choose_team(g)
    crew = []
    for key in keys:
        crew.append((yield from board_crew(g, key, charges=True)))
    for one in crew_in(state, "available"):
        one.place = "resting"  # ISS-305
    planet = LANDING[ship.scanner]
    state.x = Exploration(planet.id, False, crew, supplies=supplies(state))
    state.landing = Landing(planet.id, marker=LANDER[ship.lander].start)
    ship.adrift = 0
    yield from load(g)
    yield from brief(g)
    state.step = "landing"


def shortage(g: G) -> Script[None]:
    """ISS-303"""
    state = g.state
    state.ship.shortages += 1
    g.tell("Not enough crew: every section may call up a recruit.", rule="ISS-303")
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
        yield from lose_dice(g, 1, floor=1)


def loadable(state: State, kind: str) -> list[str]:
    sections = [("security", "recon", "science", "engineering")[crew.section] for crew in team(state)]
    return [
        key for key in state.ship.armory if EQUIPMENT[key].kind == kind and EQUIPMENT[key].section in ("", *sections)
    ]  # ISS-309


def gear_option(key: str) -> Option:
    it = EQUIPMENT[key]
    note = f"{wording.gear(key)}\n{it.section.capitalize()} only" if it.section else wording.gear(key)
    return Option(f"gear:{key}", it.name, note=note, rule="ISS-308")


def load(g: G) -> Script[None]:
    """ISS-308, ISS-309, ISS-323"""
    state, ship = g.state, g.state.ship
    for crew in team(state):
        options = [Option("none", "Nothing small"), *(gear_option(key) for key in loadable(state, "small"))]
        answer = yield from pick(
            g, owner(state, crew.section), f"Small equipment for {name(crew.person)}", options, rule="ISS-308"
        )
        if answer != "none":
            take_gear(state, crew, answer.removeprefix("gear:"))
    lander = LANDER[ship.lander]
    rooms = {"personal": lander.personal + ("LM07" in ship.fitted), "mission": lander.mission + ("LM12" in ship.fitted)}
    for kind, limit in rooms.items():
        for _ in range(limit):
            cards = loadable(state, kind)
            if not cards:
                break
            options = [Option("none", "No more"), *(gear_option(key) for key in cards)]
            answer = yield from decide(g, f"Load {kind} equipment ({limit} at most)", options, rule="ISS-308")
            if answer == "none":
                break
            yield from hand_out(g, answer.removeprefix("gear:"))


def take_gear(state: State, crew: Explorer, key: str) -> None:
    state.ship.armory.remove(key)
    crew.gear.append(key)


def hand_out(g: G, key: str) -> Script[None]:
    """Who carries it; Recon's owner settles it (ISS-323). Upgrades come along."""
    state = g.state
    only = EQUIPMENT[key].section
    able = [crew for crew in team(state) if only in ("", ("security", "recon", "science", "engineering")[crew.section])]
    options = [Option(f"crew:{crew.section}", name(crew.person)) for crew in able]
    answer = yield from pick(g, owner(state, RECON), f"Who carries the {EQUIPMENT[key].name}?", options, rule="ISS-323")
    crew = explorer(state, int(answer.removeprefix("crew:")))
    take_gear(state, crew, key)
    for upgrade in [one for one in state.ship.armory if EQUIPMENT[one].of == key]:
        take_gear(state, crew, upgrade)


def brief(g: G) -> Script[None]:
    """The briefing log is read before the landing (ISS-310): the board that it speaks of is laid out first."""
    state, x = g.state, g.state.exploration
    planet = PLANET[x.planet]
    again = x.planet in state.visited and x.planet != "P1"
    lay_board(state, x)
    x.condition = planet.condition  # ISS-319
    yield from read_log(g, planet.landing.again if again else planet.landing.briefing, Ctx())


# Landing -----------------------------------------------------------------------------------------------------------


def landing(g: G) -> Script[None]:
    """One step of the landing sequence (ISS-311 to ISS-314)."""
    state = g.state
    sequence = state.landing
    assert sequence is not None
    steps = PLANET[sequence.planet].landing.steps
    if sequence.step == len(steps):
        yield from touch_down(g)
        return
    step = steps[sequence.step]
    key = PLANET[sequence.planet].landing.id
    scanned = sequence.step < state.ship.scanned.get(key, 0)
    if not scanned:
        show(state)
    difficulty = step.difficulty + (len(team(state)) == 4) + ("jitters" in state.flags)
    score = yield from roll_step(g, step.stat, difficulty)
    total = stat(state, step.stat) + score + scanned
    sequence.step += 1
    if total >= difficulty:
        sequence.marker += 1
        g.tell(f"{step.stat.capitalize()} {total} against {difficulty}: passed.", rule="ISS-314")
    else:
        sequence.marker -= 1
        g.tell(f"{step.stat.capitalize()} {total} against {difficulty}: failed.", rule="ISS-314")
        yield from run(g, step.fail, Ctx())
    state.ship.scanned[key] = max(sequence.step, state.ship.scanned.get(key, 0))


def roll_step(g: G, key: str, difficulty: int) -> Script[int]:
    """Every team crew may roll exactly one Available die, which is then spent (ISS-312)."""
    state = g.state
    rolled = []
    goal = f"{key.capitalize()} must reach {difficulty}, the lander has {stat(state, key)}"
    helpful = ", ".join(wording.icons((icon,)) for icon in STAT_ICONS[key])
    for crew in team(state):
        question = _which_die(
            state,
            crew,
            f"Landing: {goal}. Which die does {name(crew.person)} roll? {helpful} and Valid add 1, an Accident takes 1",
        )
        (answer,) = yield from openly(g, question)
        if answer != "none":
            rolled.append(next(die for die in state.dice if die.id == int(answer.removeprefix("die:"))))
    rolled = [die for die in rolled if die.zone == "slot"]  # it may have been sacrificed since (ISS-090)
    score = yield from roll_landing(g, key, [die.id for die in rolled])
    for die in rolled:
        die.zone, die.colour = "spent", ""
    return score


def _which_die(state: State, crew: Explorer, prompt: str) -> Question:
    def build() -> list[Option]:
        return [Option("none", "No die"), *(die_option(die) for die in dice_in(state, crew.section, "slot"))]

    seat = owner(state, crew.section)
    return choosing(seat, prompt, build, default=lambda: (build()[-1].id,), rule="ISS-312")


def roll_landing(g: G, key: str, numbers: list[int]) -> Script[int]:
    state = g.state
    dice = [die for die in state.dice if die.id in numbers]
    while True:
        values = g.roll(len(dice), 6, f"Landing dice for {key}: {{dice}}.", rule="ISS-312") if dice else []
        for die, value in zip(dice, values, strict=True):
            die.face = value - 1
        score = sum(face_score(icons(die), key) for die in dice)
        assert state.landing is not None
        if "B07" not in state.ship.upgrades.values() or state.landing.rerolled or not dice:
            return score
        options = [Option("keep", f"Keep the score of {score}"), Option("again", "Roll all of them again")]
        answer = yield from decide(g, "Hammered keel: roll again?", options)
        if answer == "keep":
            return score
        state.landing.rerolled = True


def face_score(face: tuple[str, ...], key: str) -> int:
    """ISS-313"""
    if "Ac" in face:
        return -1
    return 1 if "V" in face or any(icon in STAT_ICONS[key] for icon in face) else 0


def touch_down(g: G) -> Script[None]:
    """ISS-315, ISS-316"""
    state, x = g.state, g.state.exploration
    assert state.landing is not None
    marker = state.landing.marker
    places = [sector.id for sector in PLANET[x.planet].sectors if sector.lander]
    if marker <= -1:
        x.lander_sector = g.rng.pick(places, "landing")
        x.supplies = max(0, x.supplies - (2 if marker <= -2 else 1))
    else:
        options = [Option(f"land:{place}", board.sector(x, place).name, target=f"sector-{place}") for place in places]
        answer = yield from decide(g, "Where do we land?", options, rule="ISS-316", single=True)
        x.lander_sector = answer.removeprefix("land:")
    kind = (
        "crash"
        if marker <= -2
        else "hard landing"
        if marker == -1
        else "normal landing"
        if marker <= 1
        else "precise landing"
    )
    g.tell(f"Marker at {marker}: a {kind} in {board.sector(x, x.lander_sector).name}.", rule="ISS-315")
    if marker <= -2 and "LM06" not in state.ship.fitted:
        x.lander_damaged = True
        for crew in team(state):
            yield from injure(g, crew.section, "bruised")
    x.counts["precise"] = int(marker >= 2)
    for crew in x.crew:
        crew.sector = x.lander_sector  # ISS-321
    state.landing = None
    state.step = "disembark"


def disembark(g: G) -> Script[None]:
    """ISS-320 to ISS-325"""
    state, x = g.state, g.state.exploration
    if not x.condition:
        yield from brief(g)  # a campaign stored in a landing when the briefing still came after it
    if state.events or state.event_discard:
        state.events = g.rng.shuffled([*state.events, *state.event_discard], "events")  # ISS-320
        state.event_discard = []
    for deck in state.finds:
        state.finds[deck] = g.rng.shuffled(state.finds[deck], deck)
    if not state.rankups:  # ISS-322
        state.rankups, state.removed_rankups = g.rng.shuffled(state.removed_rankups, "rankups"), []
    x.rankup = state.rankups.pop(0)
    show(state)
    for crew in x.crew:
        yield from draw_cards(g, crew.section, OPENING_HAND)  # ISS-324
    if x.counts.pop("precise", 0):
        for crew in x.crew:
            yield from draw_cards(g, crew.section, 1)
    state.step = "explore"
