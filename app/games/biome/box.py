"""What stands on the box of The Glass Acre."""

from app.kernel.box import Box, Panel, Pick, Piece, Wording


def _boards(count: int) -> Pick:
    return Pick(str(count), f"{count} quest boards lie somewhere in the acre.", f"[{count}] quests", f"{count} quests")


BOX = Box(
    mood="Tense and whispering",
    stage="below",
    promise="Captives under glass, and the glass listens. Find the keys without ever saying what you found.",
    lead="You are captives under a glass sky, and the glass listens. Explore the acre, fetch the keys and find the way "
    "out, without ever saying what you found.",
    time="90 min",
    long="About ninety minutes",
    weight=4,
    sentence="{title} for {seats}, {quests}, {pace}, {table.pace}",
    like="A map that nobody has drawn grows tile by tile under your feet. On it lie secrets that only you have seen, and "
    "the rules forbid you to name them. So you point, you stop short, you look meaningfully at a mountain.",
    like_if="you enjoy planning together while half of it must stay unsaid.",
    not_if="you want to talk freely. Here silence is a rule.",
    best="Best with three or four. Works alone, too.",
    evening=(
        Panel(
            "You explore.",
            "A tile is turned up: a lake, and no way in.",
            list=("grassland 1", "*mountain 2", "desert 1"),
        ),
        Panel("You find", "something under the tile. Nobody else may know what.", quote=("Well. That is something.",)),
        Panel(
            "You hint.",
            "Stop, useful, later: three tokens are all that may be said.",
            list=("stop", "*useful", "later"),
        ),
        Panel(
            "The acre moves.",
            "After every round the quests stir: a gang, a fire, a hungry dragon.",
            quote=("It is your turn.", "And it was the dragon's."),
        ),
    ),
    cover="games/biome.svg",
    hero=Piece("games/biome.svg", "Tiles of land under a dome of glass", "The acre, as far as anybody has seen it."),
    lesson=12,
    first=("quests", "pace", "table.pace"),
    place=2,
    company=3,
    options={
        "quests": Wording(
            "How many quests?",
            "More of them make a longer and harder game.",
            {
                "0": Pick(
                    "As it fits",
                    "As many as suit the number of you.",
                    "with [as many quests as fit]",
                    "quests as it fits",
                ),
                **{str(count): _boards(count) for count in range(2, 10)},
            },
        ),
        "boards": Wording(
            "Choose the quests yourselves",
            "Tick two to nine. Tick none, and chance picks them, and nobody knows which.",
            {
                "atlantis": Pick("Atlantis", "A sunken city, and the water rises."),
                "dragon": Pick("The Dragon", "It wakes, it flies, it is hungry."),
                "fountain": Pick("The Fountain", "Find the water that mends."),
                "gang": Pick("The Gang", "Robbers who follow whoever carries most."),
                "ruins": Pick("The Ruins", "Old walls, and something under them."),
                "tomb": Pick("The Tomb", "It has a door, and a reason for it."),
                "trade_war": Pick("The Trade War", "Caravans between camps that would rather fight."),
                "tug_of_war": Pick("The Tug of War", "Two tribes pull, and you stand between."),
                "vesuvius": Pick("Vesuvius", "A mountain that counts down."),
            },
            brief="the quests {}",
            usual="chance picks the quests",
        ),
        "pace": Wording(
            "How fast do the quests move?",
            "Quests are the clock of this game.",
            {
                "turn": Pick(
                    "One in every turn", "In every turn one of the running quests moves on.", "[one quest a turn]"
                ),
                "die": Pick(
                    "By a face of the die",
                    "Every quest has its face of a die; faces of quests that are not found or over move nothing.",
                    "[a quest by the die]",
                ),
                "board": Pick("All of them", "Every quest moves in every round.", "[all quests moving]"),
            },
        ),
        "turn_quarries": Wording(
            "Who turns a quarry?",
            "A quarry has cliffs on some of its edges, and nobody sees them before it lies.",
            {
                "false": Pick(
                    "Nobody", "Its first cliff lies away from whoever found it.", brief="quarries lie as found"
                ),
                "true": Pick("The finder", "Whoever explores it says how it lies.", brief="the finder turns quarries"),
            },
        ),
        "strict_book": Wording(
            "Strict book",
            "Seven kindnesses of this house are not in the printed rules; the guide names them.",
            {
                "false": Pick(
                    "With our kindnesses", "Nobody is cut off for ever.", brief="with the kindnesses of the house"
                ),
                "true": Pick(
                    "By the book alone",
                    "The way may close, the box may run dry, and nobody may give up.",
                    brief="strictly by the book",
                ),
            },
        ),
        "one_of_a_kind": Wording(
            "Two buffs of a kind",
            "Buffs are worn, and two Extra Actions make four more actions in a turn.",
            {
                "false": Pick("Can be worn", "Wear as many as you find.", brief="buffs of a kind add up"),
                "true": Pick("One is enough", "Nobody wears two of the same kind.", brief="one buff of a kind"),
            },
        ),
        "take_back": Wording(
            "What lies in an enemy camp",
            "Raiders carry home what they take.",
            {
                "true": Pick(
                    "Can be taken back",
                    "Whoever stands in that camp takes a thing out of its store for one action.",
                    brief="stolen things can be taken back",
                ),
                "false": Pick(
                    "Stays there",
                    "Only mercenaries and the dragon get it out.",
                    brief="stolen things stay with enemies",
                ),
            },
        ),
    },
)
