"""The eight Feral Legacies."""

from __future__ import annotations

from app.games.fantos.printed.sorts import LegacyCard

FERAL = (
    LegacyCard(
        "shirazad",
        "Shirazad",
        "Feral",
        0,
        3,
        3,
        8,
        "F",
        "Task",
        "in your Fantos Action Phase, before or after the dice",
        "Untask one or two other tasked Legacies of your own Citadel.",
    ),
    LegacyCard(
        "vizier",
        "Vizier",
        "Feral",
        0,
        1,
        3,
        6,
        "N",
        "none",
        "always",
        "When his last Shard leaves him he falls instead of being discarded: he is set aside, is not "
        "hired, holds no Shards, loses attached Labor and the Tribute Marker. In the first Hiring Phase "
        "of your Citadel that begins after he fell you may pay 6 from your Reserve (leaving at least 1; "
        "no discount): he is hired again, untasked, with 6 Shards, and this does not use up the hire of "
        "the phase. If you do not, he goes to the Legacy discard pile when that phase ends. A discard "
        "while he still holds Shards is an ordinary discard; if his Citadel is eliminated while he is "
        "fallen he is discarded.",
    ),
    LegacyCard(
        "freeman",
        "Freeman",
        "Feral",
        1,
        0,
        1,
        4,
        "F",
        "Task",
        "after the dice of any Harvest",
        "Cancel that Harvest.",
    ),
    LegacyCard(
        "brigands",
        "Brigands",
        "Feral",
        0,
        2,
        1,
        4,
        "F",
        "Task",
        "after a Tribute that paid 1 or more to another Citadel",
        "Take Shards from the receiving Citadel's Reserve to yours: 3, or the whole reward if it was less than 3.",
    ),
    LegacyCard(
        "quarryman",
        "Quarryman",
        "Feral",
        2,
        1,
        1,
        5,
        "F",
        "Task",
        "after the dice of a War in which your Citadel defends",
        "+3 to your War Score. He is tasked to this ability, not to the War: no die, no damage.",
    ),
    LegacyCard(
        "cook",
        "Cook",
        "Feral",
        1,
        1,
        2,
        4,
        "S",
        "Task",
        "in the Secondary Actions",
        "Move 1 or 2 Shards from your Reserve (leaving at least 1) to one of your own Legacies, herself included.",
    ),
    LegacyCard(
        "houndkeeper",
        "Houndkeeper",
        "Feral",
        0,
        2,
        0,
        5,
        "F",
        "Spend 1",
        "while being tasked to a War, attack or defence",
        "Your War Score rolls one extra Shard Die, bound to Houndkeeper.",
    ),
    LegacyCard(
        "outrider",
        "Outrider",
        "Feral",
        1,
        2,
        1,
        5,
        "S",
        "Task",
        "in the Secondary Actions",
        "Look at the top 2 cards of the Trials Deck (fewer if fewer remain) and put them back on top in "
        "the order you choose. You alone see them.",
    ),
)
