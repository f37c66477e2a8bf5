"""What the coach introduces when it first appears. It points and never forbids (ISS-046), and says only what lies open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.games.vanguard.content import MISSION
from app.games.vanguard.people import owner, team
from app.games.vanguard.pools import available, dice_in
from app.games.vanguard.state import Explorer, State
from app.kernel import Intro

BADLY = 3  # injuries; the fourth calls the lander


def introductions(state: State, seat: int) -> Sequence[Intro]:
    """The most urgent first: what is asked now, what has happened to my crew, what could be done."""
    if state.ending or not state.options.tips:
        return ()
    if state.x is not None and not state.x.over and state.step in ("explore", "landing", "tutorial"):
        return (*_check(state, seat), *_landing(state), *_hurt(state, seat), *_ground(state, seat))
    return tuple(_aboard(state, seat))


# On the ground -------------------------------------------------------------------------------------------------------


def _mine(state: State, seat: int) -> list[Explorer]:
    return [crew for crew in team(state) if owner(state, crew.section) == seat]


def _check(state: State, seat: int) -> Iterator[Intro]:
    check = state.check
    if check is None:
        return
    if check.step <= 2 and owner(state, check.actor) == seat:
        yield Intro(
            "dice",
            "Choose dice, then everything is rolled",
            "Take dice that fit the rows you want. Whatever you roll is spent afterwards, so do not take all of them.",
            f"crew-{check.actor}",
            "ISS-097",
        )
    elif check.step <= 2:
        yield Intro(
            "pledge",
            "You can help with one die",
            "Crew in the same sector may pledge a die each to somebody else's check. It is spent like theirs.",
            None,
            "ISS-098",
        )
    if check.step == 4:
        yield Intro(
            "change",
            "Now the dice can be changed",
            "The upper half of a card, a piece of equipment or a skill changes what was rolled. Only what helps is listed.",
            None,
            "ISS-103",
        )
    if check.step == 5:
        yield Intro(
            "combine",
            "Dice pay for combinations",
            "The lower half of a card takes dice for an effect of its own. What is paid no longer counts for the result.",
            None,
            "ISS-107",
        )
    if check.step == 8:
        yield Intro(
            "rows",
            "One row is the result",
            "Read from the top: the first that your icons meet counts. For one above it you may use Valid or a conversion.",
            "row-0",
            "ISS-132",
        )


def _landing(state: State) -> Iterator[Intro]:
    if state.step == "landing":
        yield Intro(
            "landing",
            "Three tests on the way down",
            "The lander has a number for each. Everybody may roll one die for it; that die is spent when you arrive.",
            None,
            "ISS-311",
        )


def _hurt(state: State, seat: int) -> Iterator[Intro]:
    for crew in sorted(_mine(state, seat), key=lambda crew: -len(crew.injuries))[:1]:
        if len(crew.injuries) >= BADLY:
            yield Intro(
                "badly",
                "One more injury ends the mission",
                "The fourth calls the lander for everybody. Let others take the dangers, or go home: the planet remembers.",
                f"crew-{crew.section}",
                "ISS-197",
            )
        elif crew.injuries:
            yield Intro(
                "injury",
                "An injury rolls along",
                "Its die fills a slot and is rolled with every check of this crew. Press the injury to see what it does.",
                f"injury-{crew.section}-{crew.injuries[0].kind}",
                "ISS-191",
            )


def _ground(state: State, seat: int) -> Iterator[Intro]:
    x = state.exploration
    mine = _mine(state, seat)
    acting = next((crew for crew in mine if crew.section == x.turn and x.stage == "act"), None)
    if acting is not None:
        yield Intro(
            "turn",
            "Two actions, then an Event",
            "Travel, do what a place offers, prepare or rest. Only one of the two may be a Special Action.",
            f"crew-{acting.section}",
            "ISS-051",
        )
    if x.tutorial and "M01" in x.missions:
        yield Intro(
            "spindle",
            "Wake the spindle",
            "Travel to the Spindle shaft, a lit place can be pressed, and turn the crank with Haul dice.",
            "sector-s3",
            "ISS-060",
        )
    if acting is not None and not available(state, acting.section):
        yield Intro(
            "rest",
            "No dice left",
            "Rest takes 1 Supply and brings half back. Exertion brings 5 at once, but one die is lost.",
            "number-supplies",
            "ISS-082",
        )
    elif any(dice_in(state, crew.section, "spent") for crew in mine):
        yield Intro(
            "spent",
            "Spent dice come back",
            "A Rest takes 1 Supply and refreshes half of all your dice in play.",
            "number-supplies",
            "ISS-082",
        )
    if any(crew.hand for crew in mine):
        yield Intro(
            "cards",
            "Cards have two halves",
            "The upper half is played at its time. The lower half is paid with dice in a check. Press one to read it.",
            f"card-{next(card for crew in mine for card in crew.hand)}",
            "ISS-146",
        )
    if x.threats:
        yield Intro(
            "threat",
            "Something hunts here",
            "A Threat moves on its own track at the end of every round. In its sector it can be driven off.",
            f"threat-{x.threats[0].id}",
            "ISS-186",
        )
    if not x.tutorial and not [key for key in x.missions if not MISSION[key].optional]:
        yield Intro(
            "liftoff",
            "The mission is done",
            "Bring everybody to the lander. There one of you proposes Lift-Off, and all must agree.",
            f"sector-{x.lander_sector}",
            "ISS-086",
        )


# Aboard --------------------------------------------------------------------------------------------------------------


def _aboard(state: State, seat: int) -> Iterator[Intro]:
    if state.step == "draft":
        first = f"person-{state.offered[0]}" if state.offered else None
        yield Intro(
            "recruits",
            "Two of three are yours",
            "Each turns Blanks of one colour into an icon and has a skill. You are asked for each of your sections.",
            first,
            "ISS-021",
        )
    if state.step in ("tutorial", "launch"):
        yield Intro(
            "team",
            "Who goes down",
            "One crew member for each player, two to four if you play alone. Whoever stays or worked aboard rests.",
            None,
            "ISS-302",
        )
    if state.step == "debriefing":
        yield Intro(
            "market",
            "Success buys dice",
            "A die for every section at once; the price rises with the dice you have. What is left is kept.",
            "number-success",
            "ISS-222",
        )
    if state.step == "starmap":
        yield Intro(
            "starmap",
            "Energy takes you there",
            "The number at a place is its price. Choose a world, and how much of it is scanned; Ready says that you agree.",
            "number-energy",
            "ISS-259",
        )
    if state.step == "scan":
        yield Intro(
            "scan",
            "Each part shows a step of the landing",
            "And a fact about the world. What you have scanned also counts one more in that step.",
            "number-energy",
            "ISS-266",
        )
    if state.step == "facilities":
        yield Intro(
            "rooms",
            "Command opens doors",
            "Each visit to a room costs one, and what is left is lost. Nobody works before their own player is ready.",
            "number-command",
            "ISS-270",
        )
        if state.ship.open_situations:
            yield Intro(
                "situation",
                "Trouble aboard",
                "Unsolved Situations strike at every Bridge. A visit to the Situation Room solves one.",
                "room-situation",
                "ISS-291",
            )
