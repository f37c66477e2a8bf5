"""The lesson of Whisper: five moves, of which the learner makes three."""

from __future__ import annotations

from app.kernel import Do, Lesson, Step

FIRST = Lesson(
    id="first",
    title="A first whisper",
    minutes=2,
    seats=2,
    options={"moves": 5},
    seed="a first whisper",
    steps=(
        Step(
            "Aim",
            "Own the most tiles",
            "Sixty tiles lie open, and nobody owns one yet. After five moves whoever owns the most tiles wins.",
            rule="WHI-009",
        ),
        Step(
            "Lay",
            "A card takes a tile",
            "You hold twenty cards that nobody else sees. Lay one on a tile and the tile is yours; the card goes back "
            "into the deck, and you draw another.",
            (Do("Lay your card 10 on tile 12", "Lay it there", ("card:10>tile:11",)),),
            look="tile-11",
            label="Tile 12",
            rule="WHI-004",
        ),
        Step(
            "Take",
            "Nothing is safe",
            "Your neighbour has taken tile 13. A tile that somebody owns can be taken like any other.",
            (Do("Take tile 13 away with your card 11", "Take it", ("card:11>tile:12",)),),
            look="tile-12",
            label="Theirs, for now",
            rule="WHI-005",
        ),
        Step(
            "Win",
            "The last move counts",
            "You own two tiles and your neighbour one. Heavy cards decide between equals, so give away a light one.",
            (Do("Lay your card 12 on tile 14", "Lay it and win", ("card:12>tile:13",), "the last move"),),
            look="tile-13",
            label="Tile 14",
            rule="WHI-009",
        ),
    ),
    replies=(("card:3>tile:12",), ("card:21>tile:30",)),
    farewell="That is all of Whisper. Open a table, and say nothing.",
)
LESSONS = {FIRST.id: FIRST}
