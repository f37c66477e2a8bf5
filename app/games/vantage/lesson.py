"""The lesson of Vantage: one evening on the small shore of the Sampler, in which everything is done once by hand."""

from __future__ import annotations

from app.kernel import Do, Lesson, Step, Values

LAMPS, KEEPERS = "feature-e1", "feature-e3"
FEMI, ODA = "card-803", "card-986"


def _all(*answers: str) -> tuple[Values, ...]:
    return tuple((answer,) for answer in answers)


FIRST = Lesson(
    id="first",
    title="Five small lamps",
    minutes=12,
    seats=2,
    options={"pack": "sampler"},
    seed="five small lamps 520",
    steps=(
        Step(
            "Aim",
            "A dark shore wants five lamps",
            "You and {1} crash apart on a strange planet, and you play together: what either of you lights counts for "
            "both. Whatever you do works. It only has its price.",
            rule="VAN-001",
        ),
        Step(
            "Strength",
            "Time, morale and health pay for it",
            "Dice say what a deed takes of them. When one of yours stands at 0, there is a crisis for both of you. "
            "Daring is the usual way to begin.",
            (Do("Choose how daring you begin", "Begin daring", ("level:daring",), "4 of each"),),
            rule="VAN-017",
        ),
        Step(
            "Somebody",
            "You are one of six",
            "They differ in what they can do and in which dice they can catch. Femi is a medic: she is good at helping, "
            "and catches what would hurt your health.",
            (Do("Be Femi Larkspur, the medic", "Be Femi", ("card:803",), "{1} takes another of the six"),),
            look=FEMI,
            rule="VAN-018",
        ),
        Step(
            "Told",
            "What happens is told over the picture",
            "Why you came, who the others are, how you fall: one thing after the other. A passage stays until you go on, "
            "and what was told before stands beside it.",
            look="centre-1704",
            rule="VAN-021",
        ),
        Step(
            "Look",
            "Only you see this",
            "You came down on a quay. {1} stands elsewhere and sees another picture. Nobody is ever sent yours: at a "
            "table of people you tell each other, in your own words.",
            look="picture",
            label="Where you stand",
            rule="VAN-031",
        ),
        Step(
            "Act",
            "You choose by the verb alone",
            "Six things can be done here. What one of them costs is read afterwards, and then there is no way back. "
            "Begin with a look at the lamps.",
            (Do("Watch the lamps: look-WATCH", "Watch them", ("here:look-WATCH",), "its cost is unread"),),
            look=LAMPS,
            label="Lamps",
            rule="VAN-064",
        ),
        Step(
            "Slots",
            "A slot catches a die",
            "It cost 2 dice. They show time and health, and each would take 1 from you. But Femi has a slot for health: "
            "a die that lies there takes nothing.",
            (Do("Place the health die on Femi's slot", "Place it so", ("so",), "then you lose 1 time"),),
            look="slot-803.1",
            label="For a health die",
            rule="VAN-105",
        ),
        Step(
            "Tokens",
            "A token is one die fewer",
            "Far away {1} rang a bell, a lamp was lit, and both of you took heart. One of five. Here is the lamp that "
            "they skip; lighting it is help, and you have a help token.",
            (
                Do("Light the skipped lamp: help-LIGHT", "Light it", ("here:help-LIGHT",), "its cost is unread", LAMPS),
                Do("Pay your help token", "Pay 1 help, roll 2", ("roll:1",), "instead of 3 dice"),
            ),
            look="token-help",
            label="Your help token",
            rule="VAN-090",
        ),
        Step(
            "Boost",
            "Some slots give boost",
            "Both dice show time. Femi's other slot takes any die while you help, and gives her 1 boost for it: a store "
            "from which her powers are paid.",
            (Do("Place one of the dice on that slot", "Place it so", ("so",), "then you lose 1 time"),),
            look="slot-803.0",
            label="Any die, when you help",
            rule="VAN-118",
        ),
        Step(
            "Story",
            "What came of it may ask",
            "Two lamps burn. A result gives something, and now and then more for a token. Anybody may pay it for anybody, "
            "however far away they are.",
            (
                Do(
                    "Pay the look token that you found",
                    "Pay 1 look",
                    ("pay:look:0",),
                    "for a point of strength",
                    "token-look",
                    "Your look token",
                ),
                Do("Take back the time that you lost", "Gain 1 time", ("pick:time",), "time, morale or health"),
            ),
            look="stat-time",
            label="Your time",
            rule="VAN-146",
        ),
        Step(
            "Meet",
            "Companions share what they see",
            "{1} has walked over to you, for one die. Together you see the same, and use each other's slots. Now ask the "
            "people with the aprons.",
            (
                Do("Ask the keepers: engage-ASK", "Ask them", ("here:engage-ASK",), "its cost is unread"),
                Do(
                    "Place the health die on the slot of your companion",
                    "Place it so",
                    ("so",),
                    "nothing is lost",
                    "die-1",
                    "A health die",
                ),
            ),
            look=KEEPERS,
            label="The keepers",
            rule="VAN-106",
        ),
        Step(
            "Cards",
            "What you find goes into your grid",
            "Work or company: what lies behind is learnt only for the one you choose. A card brings slots, powers and "
            "deeds of its own, and is never moved afterwards.",
            (
                Do("Ask for company", "Company", ("pick:0",), "somebody comes with you"),
                Do("Put Oda above Femi", "Above Femi", ("cell:1",), "she brings 2 boost", "cell-0-1", "An open cell"),
            ),
            look=KEEPERS,
            label="The keepers",
            rule="VAN-181",
        ),
        Step(
            "Walk",
            "A number is a known way",
            "{1} has lit the third lamp, with a die on Oda. West lies 041, where the bell is: one die, and that is the "
            "whole turn. A star would be a way unread.",
            (Do("Walk west to 041", "Walk west", ("depart:west",), "1 die"),),
            look="compass-west",
            label="To 041",
            rule="VAN-048",
        ),
        Step(
            "Powers",
            "Boost turns your luck",
            "The die would take 1 time. For 1 boost Femi rolls it again. Powers stand below the answers, and are used "
            "whenever you like, on anybody's turn.",
            (
                Do("Roll the time again", "Roll it again", ("again:time:803:1",), "1 of Femi's boost"),
                Do("Ask your companion to come along", "Come along", ("seat:1",), "for nothing, if they like"),
            ),
            look=FEMI,
            label="Femi and her boost",
            rule="VAN-169",
        ),
        Step(
            "Mission",
            "The mission has deeds of its own",
            "A setback hurts nobody. {1} has come along and lit the fourth lamp. What stands on the mission can be done "
            "anywhere; Femi and Oda both catch dice of a light.",
            (
                Do(
                    "Light the last one: help-LIGHT of the mission",
                    "Light a lamp",
                    ("centre:1704:help-LIGHT",),
                    "its cost is unread",
                ),
                Do("Roll the dice", "Roll 4 dice", ("roll:0",), "your slots can catch what they take", ODA, "Oda"),
                Do("Let slots take all that hurts", "Place them so", ("so",), "nothing is lost", ODA, "Oda"),
            ),
            look="centre-1704",
            label="What you are after",
            rule="VAN-201",
        ),
        Step(
            "End",
            "You say when it is over",
            "Five lamps: the mission is won, for both of you. A table may play on and look for a destiny, at its own "
            "risk. This shore has had enough of you.",
            (Do("End the session here", "End here", ("yes",), "the mission stays won"),),
            rule="VAN-204",
        ),
    ),
    replies=_all(
        *("level:daring", "card:805"),
        *("here:overpower-PUSH", "roll:2", "done"),
        *("depart:east", "done"),
        *("here:help-LIGHT", "so"),
        "come",
        *("centre:1704:help-LIGHT", "so"),
        "yes",
    ),
    farewell="That is Vantage, but for its rides, its giants and its secrets. Oriel has a hundred and sixty places.",
)
LESSONS = {FIRST.id: FIRST}
