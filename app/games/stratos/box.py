"""What stands on the box of Stratos."""

from app.kernel.box import Box, Panel, Pick, Piece, Wording

BOX = Box(
    mood="Open rivalry",
    promise="Five tribes on one small land. Harvest, hire, strike and search your way past your neighbours.",
    lead="Five tribes on one small land of tiles. Harvest it, hire people, strike at your neighbours, cast spells and "
    "turn the ground over, until somebody has points enough to win.",
    time="60 min",
    long="About an hour",
    weight=3,
    sentence="{title} for {seats}, {scenario}, {target}, {start}, {table.pace}",
    like="Everything lies open but what is under the tiles and in the hand. Two actions for each of your people, five kinds "
    "to hire, and a neighbour who counts your soldiers as carefully as you count theirs.",
    like_if="you enjoy open plans, short turns and taking what somebody left unguarded.",
    not_if="you would rather not be attacked at all.",
    best="Best with three or four. Quick with two.",
    evening=(
        Panel("You travel", "to a forest that nobody has touched.", "guide/stratos-1-travel.svg"),
        Panel("You harvest.", "Oak today, and the forest is none the worse.", "guide/stratos-2-harvest.svg"),
        Panel("You hire", "an archer with it, and she stands beside you.", "guide/stratos-3-hire.svg"),
        Panel("You shoot", "before he strikes. One point, and a neighbour who remembers.", "guide/stratos-4-shoot.svg"),
    ),
    cover="games/stratos.svg",
    hero=Piece(
        "games/stratos.svg", "A land of tiles with round figures on it", "One land, and somebody else wants it."
    ),
    shows=(
        Piece("show/stratos/play.jpg", "A table of Stratos: the land with three tribes on it, and what can be done"),
    ),
    shows_caption="A real table, half way: Mara decides, Jonas and Wen look on.",
    lesson=12,
    first=("scenario", "target", "start", "table.pace", "bots"),
    place=3,
    company=3,
    options={
        "scenario": Wording(
            "Which land?",
            "A land decides who fights whom, and for how many it is.",
            {
                "ffa": Pick(
                    "Free-for-all",
                    "Everybody for themselves, on the map that fits the number of you.",
                    "[everybody for themselves]",
                ),
                "cathedral2": Pick(
                    "Sacred Cathedral",
                    "For two. One of you guards the cathedral, the other has to reach it.",
                    "at the [Sacred Cathedral]",
                    seats=2,
                ),
                "sorcerer3": Pick(
                    "The Reclusive Sorcerer",
                    "For three. Two allies have to take the quarry from one sorcerer.",
                    "against the [Reclusive Sorcerer]",
                    seats=3,
                ),
                "rush4": Pick(
                    "Rush the Mountains",
                    "For four. All the mountains lie in the middle, and everybody wants them.",
                    "[rushing the mountains]",
                    seats=4,
                ),
                "treasure4": Pick(
                    "Treasures and Treachery",
                    "For four. Everybody begins with an explorer, and the ground is full.",
                    "with [treasures and treachery]",
                    seats=4,
                ),
                "tombolo5": Pick(
                    "Battle at the Tombolo",
                    "For five. Attackers and defenders on one strip of sand.",
                    "in the [battle at the Tombolo]",
                    seats=5,
                ),
                "ffa2": Pick("Free-for-all for two", "The map for two.", "[one against one]", seats=2),
                "ffa3": Pick("Free-for-all for three", "The map for three.", "[everybody for themselves]", seats=3),
                "ffa4": Pick("Free-for-all for four", "The map for four.", "[everybody for themselves]", seats=4),
                "ffa5": Pick("Free-for-all for five", "The map for five.", "[everybody for themselves]", seats=5),
                "lesson": Pick("The lesson", "For one of you and a patient bot.", "[the lesson]", seats=2),
            },
            hidden=("ffa2", "ffa3", "ffa4", "ffa5", "lesson"),
        ),
        "target": Wording(
            "Points to win",
            "The usual match goes to ten. Five is a short one.",
            said="first to [{}] points",
            brief="{} points win",
        ),
        "random_map": Wording(
            "Deal the land anew",
            "Forest, desert, mountain and prairie are dealt at random; water and special places stay.",
            {
                "true": Pick("Yes", "No two games have the same land.", brief="the land is dealt anew"),
                "false": Pick("No", "The land is as it is drawn.", brief="the land is as it is drawn"),
            },
        ),
        "bots": Wording(
            "How well do bots play?",
            "Only matters if a bot sits with you.",
            {
                "easy": Pick("Gently", "They leave you time to find your feet.", brief="bots play gently"),
                "steady": Pick(
                    "Steadily", "They know what they want and take what lies near.", brief="bots play steadily"
                ),
                "strong": Pick(
                    "Strongly", "They look ahead to your answer before they move.", brief="bots play strongly"
                ),
            },
        ),
        "start": Wording(
            "How do you begin?",
            "Whoever begins first is ahead. A balanced start makes up for it.",
            {
                "balanced": Pick(
                    "Balanced",
                    "Whoever begins later, or has the harder task, begins with a little more.",
                    "with a [balanced] start",
                    brief="later starters have a little more",
                ),
                "printed": Pick(
                    "As printed",
                    "Nobody has more than the book says.",
                    "with the start [as printed]",
                    brief="nobody has more than the book says",
                ),
            },
        ),
        "quarry": Wording(
            "How is the quarry taken?",
            "Where the Reclusive Sorcerer sits.",
            {
                "arrival": Pick(
                    "Reach it",
                    "Whoever stands there has won at once.",
                    brief="the quarry is won on arrival",
                ),
                "round": Pick(
                    "Hold it for a round",
                    "Whoever stands there at the start of a turn has won. The sorcerer gets a turn to answer.",
                    brief="the quarry is held for a round",
                ),
            },
            only=("scenario", "sorcerer3"),
        ),
        "gem_hoards": Wording(
            "May gems be hoarded?",
            "A hoard is one of each good, for a point.",
            {
                "true": Pick("Yes", "A gem stands for a good that you lack.", brief="gems count in a hoard"),
                "false": Pick("No", "A hoard takes the four goods themselves.", brief="gems do not count in a hoard"),
            },
        ),
    },
)
