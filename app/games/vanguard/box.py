"""What stands on the box of ISS Vanguard."""

from app.kernel.box import Box, Panel, Pick, Piece, Wording

BOX = Box(
    mood="A long voyage",
    promise="A line of dead lamps lit up for one night. You crew the ship that goes to ask who was called.",
    lead="A line of dead lamps between the stars lit up for one night. You crew the ship that goes to ask who was called, "
    "planet by planet, over many evenings.",
    time="90 min a mission",
    long="About ninety minutes a mission, over many evenings",
    weight=5,
    sentence="{title} for {seats}, {skip_tutorial}, {table.pace}, {tips}",
    like="A ship with four sections, each with its own people and its own dice. You land, you look, you take what the "
    "hold can carry, and the ship is never quite the same afterwards. It remembers everything you did.",
    like_if="you want one story that lasts for weeks, with people you come to know by name.",
    not_if="you have one evening only.",
    best="Best with two to four who meet again. Works alone.",
    evening=(
        Panel(
            "You land",
            "where the lander fits, and somebody has to stay with it.",
            list=("hangar", "*landing", "bridge"),
        ),
        Panel(
            "You choose dice",
            "for what you are about to try; each kind can do something else.",
            list=("command", "*science", "engineering"),
        ),
        Panel(
            "You roll,",
            "together. Friends turn a die that you could not.",
            quote=("I have one blue left.", "Spend it."),
        ),
        Panel(
            "The planet answers.",
            "It costs a breath, or a person, or it opens.",
            quote=("Something lit up behind us.",),
        ),
    ),
    cover="games/vanguard.svg",
    hero=Piece(
        "games/vanguard.svg",
        "A long ship under a row of lamps, a planet behind it",
        "The ship, on the way to the first lamp.",
    ),
    first=("skip_tutorial", "table.pace", "tips"),
    place=4,
    company=2,
    options={
        "skip_tutorial": Wording(
            "Where does your story begin?",
            "The first mission teaches the game while it tells how all this began.",
            {
                "false": Pick(
                    "With the first mission",
                    "It teaches as it goes. For everybody who is new.",
                    "from the [first mission]",
                ),
                "true": Pick(
                    "Aboard, after it", "For people who know how a mission goes.", "[after the first mission]"
                ),
            },
        ),
        "tips": Wording(
            "A coach on the first missions",
            "A word of advice where something is new.",
            {
                "true": Pick("Yes", "Hints stand beside what is new.", "with [a coach]", "with a coach"),
                "false": Pick("No", "You know your ship.", "[without a coach]", "without a coach"),
            },
        ),
        "mentor": Wording(
            "Mentors",
            "A visit to the Barracks may also raise one of the crew to rank 2. A rule of this house.",
            {
                "true": Pick("Yes", "Somebody of rank 2 or 3 rests for it.", "with [mentors]", "with mentors"),
                "false": Pick("No", "As the book has it.", brief="without mentors"),
            },
        ),
        "wild": Wording(
            "Wild dice from the start",
            "They can be bought from the first Debriefing on. Checks go better, and the campaign is easier.",
            {
                "true": Pick("Yes", "Nothing has to be found for it.", "with [Wild dice]", "with Wild dice"),
                "false": Pick("No", "The campaign unlocks them.", brief="Wild dice as they are found"),
            },
        ),
        "solo_team": Wording(
            "People on a planet, if you play alone",
            "How many of the crew a single player takes down.",
            said="",
            brief="alone, one takes {} people down",
        ),
    },
)
