"""Dice, crew boards and everybody aboard."""

from __future__ import annotations

from app.games.vanguard import language, wording
from app.games.vanguard.data.cards import CARD
from app.games.vanguard.data.crew import COLOURS, CREW, HAND_LIMIT, SLOTS
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.data.gear import EQUIPMENT
from app.games.vanguard.people import SECTION_NAMES, name, owner
from app.games.vanguard.pools import available, colour, die_label, icons
from app.games.vanguard.state import Die, Exploration, Explorer, Person, State
from app.games.vanguard.views.shapes import (
    CardView,
    CrewView,
    DieView,
    HandCard,
    PersonView,
)
from app.games.vanguard.wording import Sight


def die_view(die: Die) -> DieView:
    kind = KIND[die.kind]
    sides = " · ".join(wording.icons(face) for face in kind.faces)
    return DieView(die.id, die.kind, die_label(die), colour(die) or "wild", tuple(icons(die)), die.section, sides)


def hand_card(card: str, sight: Sight) -> HandCard:
    it = CARD[card]
    return HandCard(card, it.name, wording.top(card), language.need(it.need), wording.say(it.combo, sight))


def gear_view(item: str) -> CardView:
    it = EQUIPMENT[item.rstrip("!")]
    return CardView(it.id, it.name, wording.gear(it.id), "exhausted" if item.endswith("!") else "")


def crew_view(state: State, x: Exploration, crew: Explorer) -> CrewView:
    card = CREW[crew.person]
    turn = "now" if x.turn == crew.section and x.stage == "act" else "ended" if crew.turn_ended else "waiting"
    columns = tuple(
        (
            tint,
            SLOTS[crew.section][crew.rank - 1][number],
            crew.injury_columns[number],
            tuple(die_view(die) for die in available(state, crew.section, tint)),
        )
        for number, tint in enumerate(COLOURS)
    )
    spent = tuple(die_view(die) for die in state.dice if die.section == crew.section and die.zone == "spent")
    return CrewView(
        crew.section,
        SECTION_NAMES[crew.section],
        owner(state, crew.section),
        crew.person,
        name(crew.person),
        crew.rank,
        crew.sector,
        card.skill,
        wording.skill(card.skill),
        (card.colour, card.icon),
        crew.charges,
        turn,
        x.start == crew.section,
        crew.dead,
        columns,
        spent,
        tuple(hand_card(one, wording.sight_of(state)) for one in crew.hand),
        HAND_LIMIT[crew.rank],
        len(crew.deck),
        tuple(CARD[one].name for one in crew.discard),
        tuple((injury.kind, injury.flipped, wording.injury(injury.kind)) for injury in crew.injuries),
        tuple((status, wording.STATUS[status]) for status in crew.statuses),
        tuple(gear_view(item) for item in crew.gear),
        wording.die_name(state.standing[str(crew.section)]) if str(crew.section) in state.standing else "",
    )


def person_view(one: Person) -> PersonView:
    card = CREW[one.id]
    section = one.section if one.section >= 0 else one.wall
    group = SECTION_NAMES[section] if section >= 0 else ""
    return PersonView(one.id, name(one.id), section, group, one.rank, one.place, (card.colour, card.icon), card.skill)


def roster(state: State) -> tuple[PersonView, ...]:
    return tuple(person_view(one) for one in state.people if one.section >= 0)
