"""Cards of people and what they carry: crew boards, dice, section cards, equipment, injuries."""

from __future__ import annotations

from app.games.vanguard import board, wording
from app.games.vanguard.data.cards import CARD
from app.games.vanguard.data.crew import CREW, HAND_LIMIT, SKILL
from app.games.vanguard.data.dice import INJURY_FACES, KIND
from app.games.vanguard.data.gear import EQUIPMENT
from app.games.vanguard.data.planetside import INJURY
from app.games.vanguard.people import SECTION_NAMES, name, owner, team
from app.games.vanguard.pools import available, colour, dice_in, die_label
from app.games.vanguard.state import Die, Explorer, Person, State
from app.kernel import Card, Fact, Gauge

PLACES = {
    "resting": "resting aboard",
    "available": "aboard and free to go",
    "team": "on the planet",
    "light": "in Medbay, lightly hurt",
    "moderate": "in Medbay, hurt",
    "critical": "in Medbay, critical",
    "fallen": "dead",
    "wall": "on the Memorial Wall",
    "recruits": "a recruit",
    "gone": "no longer aboard",
    "locked": "not aboard yet",
}
MOST_INJURIES = 4


def times(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"


def crew_card(state: State, seat: int | None, rest: str) -> Card | None:
    crew = next((one for one in state.x.crew if str(one.section) == rest), None) if state.x else None
    if crew is None or state.x is None:
        return None
    where = board.sector(state.x, crew.sector).name if crew.sector else "aboard"
    skill = SKILL[CREW[crew.person].skill]
    return Card(
        kind=f"{SECTION_NAMES[crew.section]}, rank {crew.rank}, at {where}" if not crew.dead else "Died here",
        title=name(crew.person),
        text=f"{skill.name}: {wording.skill(skill.name)}. It costs 1 Charge each time.",
        does=next_turn(state, crew),
        use=f"{wording.convert(CREW[crew.person].colour, CREW[crew.person].icon).capitalize()} in checks of this crew.",
        gauge=Gauge(MOST_INJURIES - len(crew.injuries), 0, MOST_INJURIES, "evacuation", "unhurt"),
        facts=tuple(crew_facts(state, crew)),
        places=(f"crew-{crew.section}", f"sector-{crew.sector}") if crew.sector and not crew.dead else (),
        rule="ISS-051",
        seat=owner(state, crew.section),
    )


def next_turn(state: State, crew: Explorer) -> str:
    x = state.x
    if crew.dead or x is None or x.over:
        return ""
    if x.turn == crew.section and x.stage == "act":
        return f"Acts now: {times(x.actions, 'action')} left of 2."
    return "Has acted this round." if crew.turn_ended else "Acts later this round: two actions, then an Event."


def crew_facts(state: State, crew: Explorer) -> list[Fact]:
    spent = dice_in(state, crew.section, "spent")
    ready = available(state, crew.section)
    facts = [
        Fact("Ready dice", str(len(ready)), ", ".join(die_label(die) for die in ready) or "none: only a Rest helps"),
        Fact("Spent dice", str(len(spent)), "a Rest, exertion or an effect brings them back"),
        Fact("Charges", str(crew.charges), "for the skill"),
        Fact("Hand", f"{len(crew.hand)} of {HAND_LIMIT[crew.rank]}", ", ".join(CARD[card].name for card in crew.hand)),
    ]
    if crew.gear:
        carried = ", ".join(EQUIPMENT[item.rstrip("!")].name for item in crew.gear)
        facts.append(Fact("Equipment", str(len(crew.gear)), carried))
    for injury in crew.injuries:
        words = "face down: does nothing" if injury.flipped else injury_words(injury.kind)
        facts.append(Fact(injury.kind.capitalize(), "injury", words, better=False))
    facts += [Fact(kind.capitalize(), "now", wording.STATUS[kind]) for kind in crew.statuses]
    return facts


def injury_words(kind: str) -> str:
    return ". ".join(f"{face.capitalize()}: {does.lower()}" for face, does in wording.injury(kind))


def person_card(state: State, seat: int | None, rest: str) -> Card | None:
    one = next((person for person in state.people if person.id == rest and is_known(state, person)), None)
    if one is None:
        return None
    skill = SKILL[CREW[rest].skill]
    section = one.section if one.section >= 0 else one.wall
    of = f"{SECTION_NAMES[section]}, rank {one.rank}" if section >= 0 and one.rank else "Crew"
    return Card(
        kind=f"{of}, {PLACES[one.place]}",
        title=name(rest),
        text=f"{skill.name}, {times(skill.charges, 'Charge')}: {wording.skill(skill.name)}.",
        use=f"{wording.convert(CREW[rest].colour, CREW[rest].icon).capitalize()}; aboard the same icon does work.",
        facts=(Fact("Came with", times(one.injuries, "injury", "injuries"), better=False),) if one.injuries else (),
        rule="ISS-232" if one.place in ("light", "moderate", "critical") else "ISS-214",
        seat=owner(state, one.section) if one.section >= 0 else None,
    )


def is_known(state: State, one: Person) -> bool:
    """Those aboard, the dead, and recruits that lie open."""
    return one.section >= 0 or one.place in ("fallen", "wall") or one.id in state.offered


# Dice ----------------------------------------------------------------------------------------------------------------


ZONES = {
    "slot": "ready in its slot",
    "spent": "spent: a Rest, exertion or an effect brings it back",
    "pool": "in the check at hand",
    "compartment": "aboard, out of play until the next mission",
}


def die_card(state: State, seat: int | None, rest: str) -> Card | None:
    die = next((one for one in state.dice if str(one.id) == rest and one.section >= 0), None)
    if die is None:
        return None
    kind = KIND[die.kind]
    return Card(
        kind=f"Die of {SECTION_NAMES[die.section]}, {colour(die) or 'any column'}",
        title=f"{die_label(die)} die",
        text=f"Its faces: {faces_in_words(die)}.",
        does=f"Now {ZONES[die.zone]}.",
        use="Valid counts as any icon, if you like. A Blank counts as what the crew's own ability says. "
        "An Accident counts as nothing, and may set off what the place does with Accidents.",
        facts=tuple(Fact(face, f"{count} in 6") for face, count in face_counts(kind.id)),
        rule="ISS-149",
        seat=owner(state, die.section),
    )


def faces_in_words(die: Die) -> str:
    return ", ".join(f"{face} {count}" for face, count in face_counts(die.kind))


def face_counts(kind: str) -> list[tuple[str, int]]:
    shown = [wording.icons(face) for face in KIND[kind].faces]
    return [(face, shown.count(face)) for face in dict.fromkeys(shown)]


# What a crew holds ---------------------------------------------------------------------------------------------------


def hand_card(state: State, seat: int | None, rest: str) -> Card | None:
    holder = next((one for one in team(state) if rest in (*one.hand, *one.discard, *one.playing)), None)
    if holder is None:
        return None
    it = CARD[rest]
    where = "in the hand" if rest in holder.hand else "discarded, in the pile"
    return Card(
        kind=f"Section card, {where} of {name(holder.person)}",
        title=it.name,
        text=f"{wording.top(rest)}.",
        use=f"Or, in step 5 of a check, as a combination: {wording.combo(rest)}.",
        facts=(Fact("Rank", str(it.rank)),),
        rule="ISS-146",
        seat=owner(state, holder.section),
    )


def gear_card(state: State, seat: int | None, rest: str) -> Card | None:
    it = EQUIPMENT.get(rest)
    if it is None:
        return None
    holder = next((one for one in team(state) if rest in [item.rstrip("!") for item in one.gear]), None)
    if holder is None and rest not in state.ship.armory:
        return None
    tired = holder is not None and f"{rest}!" in holder.gear
    return Card(
        kind=f"{it.kind.capitalize()} equipment, {f'with {name(holder.person)}' if holder else 'in the armory'}",
        title=it.name,
        text=f"{wording.gear(rest)}.",
        does="Exhausted: it must be readied first." if tired else "",
        use=f"Only {it.section.capitalize()} can carry it." if it.section else "Crew in one sector may hand it over.",
        rule="ISS-172",
        seat=owner(state, holder.section) if holder else None,
    )


def injury_card(state: State, seat: int | None, rest: str) -> Card | None:
    """injury-0-venom: the injury of a section's crew."""
    section, _, kind = rest.partition("-")
    crew = next((one for one in state.x.crew if str(one.section) == section), None) if state.x else None
    held = [one for one in crew.injuries if one.kind == kind] if crew and kind in INJURY else []
    if crew is None or not held:
        return None
    return Card(
        kind=f"Injury of {name(crew.person)}",
        title=kind.capitalize(),
        text="Each injury brings an injury die. It fills a slot and rolls along with every check of this crew."
        if not all(one.flipped for one in held)
        else "Face down: its die still fills a slot, but its faces do nothing.",
        use="Cards, gear and the Medbay take off the die or the card. The fourth injury calls the lander home.",
        facts=tuple(
            Fact(face.capitalize(), f"{INJURY_FACES.count(face)} in 6", does, better=False)
            for face, does in wording.injury(kind)
        ),
        rule="ISS-191",
        seat=owner(state, crew.section),
    )


MAKERS = {
    "crew": crew_card,
    "person": person_card,
    "die": die_card,
    "card": hand_card,
    "gear": gear_card,
    "injury": injury_card,
}
