"""What stands on the box of Vantage. The pictures are of the few places of Oriel that may be shown to everybody."""

from app.kernel.box import Box, Panel, Pick, Piece, Wording

BOX = Box(
    mood="Wonder, together",
    stage="over",
    lesson=12,
    promise="You crash apart on a strange planet. Each of you sees another part of it, and you find your way by telling.",
    lead="You crash apart on Oriel, a planet of six lights and six hours. Each of you sees another part of it. You find "
    "your way, and each other, by telling.",
    time="2 hours",
    long="About two hours",
    weight=3,
    sentence="{title} {pack} for {seats}, {table.pace}, {reading}, {hints}",
    like="A big atlas that nobody has seen. A hundred and sixty painted places, no map, and a mission you may ignore. "
    "You will describe a bell to people who stand in a wood, and one of them will say: wait, I can hear it.",
    like_if="you enjoy telling, exploring, and talking about it for a week.",
    not_if="you want to beat somebody. Here nobody loses alone.",
    best="Best with three or four and a voice call. Works alone, and over days, too.",
    evening=(
        Panel(
            "You look.",
            "A lane lit by snails that carry lamps. Nobody else sees it.",
            "show/vantage/544-snail-lamps.svg",
        ),
        Panel(
            "You tell.",
            "In your own words; that is the whole trick.",
            quote=("There is a timetable on a tree. And a snail with a lamp.", "Can you take the lamp?"),
        ),
        Panel(
            "You choose",
            "one of six things to do. It always works.",
            list=("move WANDER", "look READ", "*help FEED", "take CATCH"),
        ),
        Panel(
            "The dice say the price,",
            "in time, morale and health. Friends may pay a part.",
            quote=("It costs you some time.", "I can spare a die for that."),
        ),
    ),
    cover="games/vantage.svg",
    hero=Piece(
        "show/vantage/147-clapper.svg",
        "A great bell in a wooden frame, houses on shelves around it, people in hoods before it",
        "147 Clapper. Only whoever stands here sees this. The others hear about it.",
    ),
    shows=(
        Piece("show/vantage/549-fungus-stairs.svg", "Stairs of glowing fungus round a tree"),
        Piece("show/vantage/723-counting-loft.svg", "A loft of jars round a covered bell"),
    ),
    shows_caption="Two of the hundred and sixty places. The rest is yours to find.",
    first=("pack", "reading", "table.pace", "hints"),
    place=1,
    company=3,
    options={
        "pack": Wording(
            "Where do you crash?",
            "The planet decides what there is to find.",
            {
                "oriel": Pick(
                    "Oriel",
                    "The planet behind the window. Six lights, six hours, 160 places. About two hours.",
                    "on [Oriel]",
                ),
                "sampler": Pick(
                    "The Sampler",
                    "A very small world to learn the table with. Eleven places, forty minutes.",
                    "on [the Sampler]",
                ),
            },
        ),
        "reading": Wording(
            "Who reads the story?",
            "What happens is told in short passages.",
            {
                "text": Pick("Everybody, silently", "The passage appears for all at once.", "read [silently]"),
                "aloud": Pick(
                    "One of you, aloud",
                    "Best with a voice call. A new reader every turn; the others listen, and see it afterwards.",
                    "read [aloud]",
                ),
            },
        ),
        "hints": Wording(
            "How much help?",
            "Hints never tell what a thing costs.",
            {
                "off": Pick("None", "You are on your own out there.", "[without hints]"),
                "soft": Pick("Gentle hints", "A direction, when nobody knows one.", "with [gentle hints]"),
                "plain": Pick("Plain hints", "What to try next, in so many words.", "with [plain hints]"),
            },
        ),
        "reroll_hard_mission": Wording(
            "Hard missions may be rolled again",
            "Doubles are the six hardest missions. Whoever does not want one rolls again.",
            {
                "true": Pick("Yes", "A double may be rolled again.", brief="Hard missions may be rolled again"),
                "false": Pick("No", "The first roll counts.", brief="The first mission rolled counts"),
            },
        ),
        "reroll_hard_crash": Wording(
            "Harsh landings may be rolled again",
            "A double means a harsh place to crash. Whoever does not want it rolls again.",
            {
                "true": Pick("Yes", "A double may be rolled again.", brief="harsh landings may be rolled again"),
                "false": Pick("No", "You crash where you crash.", brief="you crash where you crash"),
            },
        ),
        "extra_dice": Wording(
            "Extra dice",
            "One more die for all at somebody's third and sixth card: a little easier. Not with six players.",
            {
                "true": Pick("Yes", "Two dice join in the course of the game.", brief="extra dice join"),
                "false": Pick("No", "The dice stay as many as they are.", brief="no extra dice"),
            },
        ),
        "reserve_keeps_boost": Wording(
            "Cards in reserve keep their boost",
            "A card that you lay aside keeps the boost it has, so nothing is lost by waiting.",
            {
                "true": Pick("Yes", "Reserved cards keep their boost.", brief="cards in reserve keep their boost"),
                "false": Pick("No", "Boost is lost in reserve.", brief="cards in reserve lose their boost"),
            },
        ),
    },
)
