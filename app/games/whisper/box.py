"""What stands on the box of Whisper."""

from app.kernel.box import Box, Panel, Piece, Wording

BOX = Box(
    mood="Small and quiet",
    promise="Lay a card, take a tile, say nothing. A small game to learn the table with.",
    lead="Lay a card, take a tile, say nothing. A small game to learn the table with.",
    time="10 min",
    long="About ten minutes",
    weight=1,
    sentence="{title} for {seats}, {moves}, {table.pace}",
    like="As much game as fits on a tray.",
    like_if="you want to see how the table works.",
    not_if="you want an evening.",
    best="For two to eight.",
    evening=(Panel("You lay a card", "and take a tile.", list=("*4", "7", "9")),),
    cover="games/whisper.svg",
    hero=Piece("games/whisper.svg", "Tiles and a card"),
    first=("moves", "table.pace"),
    company=2,
    options={
        "moves": Wording(
            "Moves", "How many moves the game lasts in all.", said="for [{}] moves", brief="{} moves in all"
        )
    },
)
