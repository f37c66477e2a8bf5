"""The lesson of Stratos: three turns of a small match, in which everything is done once by hand."""

from __future__ import annotations

from app.kernel import Do, Lesson, Step, Values

PEASANT, EXPLORER, MAGE, SOLDIER, ARCHER, HIRED = "unit-1", "unit-2", "unit-3", "unit-4", "unit-6", "unit-7"


def _all(*answers: str) -> tuple[Values, ...]:
    return tuple((answer,) for answer in answers)


FIRST = Lesson(
    id="first",
    title="A first land",
    minutes=12,
    seats=2,
    options={"scenario": "lesson", "target": 5},
    seed="a first land 59",
    steps=(
        Step(
            "Aim",
            "Five points of Prosperity win",
            "Treasures are points, and so are spells, defeated enemies and hoarded goods. A match goes to ten; this "
            "one goes to five. You lead four units in the north-west, {1} leads two in the south-east.",
            look="tribe-0",
            label="Your Prosperity",
            rule="STR-143",
            button="Begin",
        ),
        Step(
            "Harvest",
            "The land feeds you",
            "In each turn every unit may do two different things. Your Peasant stands on a prairie, and prairies give Corn.",
            (Do("Let your Peasant harvest the prairie", "Harvest 1 Corn", ("harvest",), "one of its two actions"),),
            look=PEASANT,
            label="Your Peasant",
            rule="STR-046",
        ),
        Step(
            "Travel",
            "One step is one action",
            "Units walk to a free tile beside theirs, never across a corner. Forests give Oak, deserts Spice, "
            "mountains Nickel. Of Nickel you have none.",
            (
                Do(
                    "Send your Peasant to the mountain",
                    "Travel there",
                    ("travel:1,0",),
                    "its second action, so it is done for this turn",
                ),
            ),
            look="tile-1-0",
            label="The mountain",
            rule="STR-039",
        ),
        Step(
            "Search",
            "Something lies under the tiles",
            "Your Explorer can look. What is found there is yours: tools, riches, and now and then a treasure, which "
            "is worth a point. Each tile is searched once.",
            (
                Do(
                    "Let your Explorer search the forest it stands on",
                    "Search here",
                    ("search",),
                    "one of its two actions. It may still travel",
                ),
            ),
            look=EXPLORER,
            label="Your Explorer",
            rule="STR-089",
        ),
        Step(
            "Choose",
            "You say who acts",
            "A Golden Idol: your first point. Your units act in any order, and you may leave one and come back to it. "
            "Press a unit on the land to hear what it can do.",
            (Do("Choose your Mage", "To the Mage", ("unit:3",), "costs nothing"),),
            look=MAGE,
            label="Your Mage",
            rule="STR-201",
        ),
        Step(
            "Cast",
            "A spell that works is a point",
            "Spells cost Spirit; a Mage regains 1 in each turn. Bounty brings two of what the ground gives, here "
            "Spice. Once a spell has worked it lies open in your book and counts.",
            (
                Do(
                    "Let your Mage cast Bounty in the desert",
                    "Cast Bounty",
                    ("cast:bounty",),
                    "an action and 1 of 3 Spirit",
                ),
            ),
            look=MAGE,
            label="Your Mage, 3 Spirit",
            rule="STR-076",
        ),
        Step(
            "Close in",
            "A Soldier strikes the next tile",
            "{1}'s Archer is two steps from your Soldier. It shoots at two or three steps, and cannot shoot at "
            "whoever stands beside it.",
            (
                Do("Choose your Soldier", "To the Soldier", ("unit:4",), "costs nothing"),
                Do(
                    "Step beside the Archer",
                    "Travel to the mountain",
                    ("travel:2,3",),
                    "one of its two actions",
                    "tile-2-3",
                    "Beside the Archer",
                ),
            ),
            look=SOLDIER,
            label="Your Soldier",
            rule="STR-060",
        ),
        Step(
            "Fight",
            "The die is the damage",
            "A Soldier rolls six sides: 1 to 5 is the Health that the enemy loses, a 6 is a miss. The Archer has 5 "
            "Health. Whoever defeats an enemy gets a point.",
            (Do("Attack the Archer", "Roll and attack", ("attack:own:6",), "its second action"),),
            look=ARCHER,
            label="Their Archer, 5 Health",
            rule="STR-060",
        ),
        Step(
            "Hire",
            "After acting, you buy",
            "A hit for 3. Your Corn and two of your Spice pay another Mage, who brings a spell of their own. New "
            "units stand beside one that has acted.",
            (
                Do("Go on to the Buy Phase", "Go and buy", ("buy",), "then nobody acts any more in this turn"),
                Do("Hire a Mage", "Hire a Mage", ("hire:mage",), "1 Corn and 2 Spice"),
                Do(
                    "Set the Mage two steps from the Archer",
                    "Set it on the prairie",
                    ("tile:2,2",),
                    "you can have five units",
                    "tile-2-2",
                    "Two steps away",
                ),
            ),
            look="resource-spice",
            label="Your Spice",
            rule="STR-114",
        ),
        Step(
            "End",
            "A turn ends when nothing is left to buy",
            "Else you press End turn. Your new Mage brought Spark: 2 damage, at one or two steps. It acts in your next "
            "turn; until then it defended, and what struck it did 1 less.",
            look=HIRED,
            label="Your new Mage",
            rule="STR-114",
            button="To my next turn",
        ),
        Step(
            "Power",
            "Peasants may try for more",
            "The Archer shot a 3: your Mage lost 2, for it defended. Now your Peasant. A Power Harvest rolls four "
            "sides and brings what they show, but a 4 brings nothing.",
            (
                Do(
                    "Take a Power Harvest on the mountain",
                    "Roll for Nickel",
                    ("power",),
                    "its Harvest of this turn. Only Peasants can",
                ),
            ),
            look=PEASANT,
            label="Your Peasant",
            rule="STR-049",
        ),
        Step(
            "Defeat",
            "Two points with one spell",
            "Three Nickel. Spark does 2 damage, and 2 Health is what the Archer has left: a point for the defeat, and "
            "one for a spell that works.",
            (
                Do("Choose your new Mage", "To the new Mage", ("unit:7",), "costs nothing"),
                Do(
                    "Cast Spark at the Archer, the only one in its reach",
                    "Cast Spark",
                    ("cast:spark",),
                    "an action and 1 of 3 Spirit, for 2 damage",
                    ARCHER,
                    "Their Archer, 2 Health",
                ),
            ),
            look=HIRED,
            label="Your new Mage",
            rule="STR-144",
        ),
        Step(
            "Discover",
            "Four tiles lie face down",
            "The first to stand on one turns it over and keeps what it brings: Academy, Fortress, Cathedral or "
            "Quarry. Units on three of them at once are worth two points.",
            (
                Do(
                    "Choose your first Mage", "To the first Mage", ("unit:3",), "costs nothing", MAGE, "Your first Mage"
                ),
                Do("Send it onto the covered tile", "Travel there", ("travel:2,1",), "one of its two actions"),
            ),
            look="tile-2-1",
            label="Nobody has been here",
            rule="STR-131",
        ),
        Step(
            "Promote",
            "Better, rather than more",
            "The Quarry: two Gems, and a Gem pays for any good. What a unit costs to hire it costs to promote. A "
            "Knight has 2 more Health and never misses.",
            (
                Do("Go on to the Buy Phase", "Go and buy", ("buy",), "then nobody acts any more in this turn"),
                Do("Promote your Soldier to Knight", "Promote", ("promote:4",), "1 Oak and 2 Nickel"),
                Do(
                    "Let a Gem stand for the Oak",
                    "Pay 2 Nickel and a Gem",
                    ("pay:nickel*2,gems*1",),
                    "leaves 1 Nickel and 1 Gem",
                ),
                Do("End your turn", "End turn", ("pass",), "then {1} plays", label="Your Knight"),
            ),
            look=SOLDIER,
            label="Your Soldier",
            rule="STR-121",
        ),
        Step(
            "Gather",
            "Everybody can harvest",
            "Four points. One of each good makes a hoard, and a hoard is a point. Gems could stand for Oak and Corn, "
            "but those are free: your Explorer stands in a forest, your new Mage on a prairie.",
            (
                Do("Choose your Explorer", "To the Explorer", ("unit:2",), "costs nothing"),
                Do("Harvest the forest", "Harvest 1 Oak", ("harvest",), "one of its two actions"),
                Do("Choose your new Mage", "To the new Mage", ("unit:7",), "costs nothing", HIRED, "Your new Mage"),
                Do(
                    "Harvest the prairie",
                    "Harvest 1 Corn",
                    ("harvest",),
                    "one of its two actions",
                    HIRED,
                    "Your new Mage",
                ),
            ),
            look=EXPLORER,
            label="Your Explorer",
            rule="STR-046",
        ),
        Step(
            "Hoard",
            "The fifth point",
            "Corn, Nickel, Spice and Oak, one of each: give them back, and the point is yours for good. Nobody can "
            "strike at it, burn it or steal it.",
            (
                Do("Go on to the Buy Phase", "Go and buy", ("buy",), "then nobody acts any more in this turn"),
                Do("Hoard one of each", "Hoard and win", ("hoard",), "1 Corn, 1 Nickel, 1 Spice and 1 Oak"),
            ),
            look="tribe-0",
            label="Your Prosperity",
            rule="STR-129",
        ),
    ),
    replies=_all(
        *("unit:6", "shoot:7", "harvest", "harvest", "buy"),
        *("travel:5,4", "harvest", "hire:peasant", "tile:5,3"),
    ),
    farewell="That is Stratos, but for its traps, its calamities and its people. A match goes to ten.",
)
LESSONS = {FIRST.id: FIRST}
