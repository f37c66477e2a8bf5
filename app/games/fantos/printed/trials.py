"""The 17 Trials, from the first tier to Zodraz."""

from __future__ import annotations

from app.games.fantos.printed.sorts import TrialCard

TRIALS = (
    TrialCard(
        "overtime",
        "Overtime",
        1,
        "Diplomacy",
        "stays",
        "FANTOS ACTION",
        "Every Harvest rolls one Shard Die more in total, bound to no Legacy.",
    ),
    TrialCard(
        "stimulus",
        "Stimulus",
        1,
        "Diplomacy",
        "stays",
        "UNTASK & DRAW UP",
        "After drawing up, the active Citadel may draw up to 2 more Labor, spending 1 Shard from its "
        "Reserve for each (leaving at least 1), as long as its hand is below 7.",
    ),
    TrialCard(
        "shard-rain",
        "Shard Rain",
        1,
        "Cosmic",
        "removed at once",
        "TRIALS",
        "Every Citadel takes 2 Shards from the Trove to its Reserve.",
    ),
    TrialCard(
        "red-comet",
        "Red Comet",
        1,
        "Cosmic",
        "stays",
        "SECONDARY ACTIONS",
        "In the Secondary Actions, any untasked Legacy may challenge another Legacy to a Duel as a Secondary Action of "
        "its Citadel, without a card and without cost.",
    ),
    TrialCard(
        "bad-blood",
        "Bad Blood",
        2,
        "Diplomacy",
        "stays",
        "FANTOS ACTION",
        "War is aimed at the Citadel to the right. The Citadel of the Reigning Tribute may still attack "
        "any Citadel. When this Trial leaves, War points left again.",
    ),
    TrialCard(
        "dark-unions",
        "Dark Unions",
        2,
        "Diplomacy",
        "stays",
        "HIRING",
        "Instead of hiring from the Pool, the active Citadel may reveal the top card of the Legacy Deck "
        "and hire it; the Trove pays 2 of the cost. If it does not hire it, the card is discarded and "
        "the Citadel may not hire again until its next Hiring Phase.",
    ),
    TrialCard(
        "iridium-fog",
        "Iridium Fog",
        2,
        "Cosmic",
        "stays",
        "FANTOS ACTION",
        "In a Harvest every die that shows 1 counts 0.",
    ),
    TrialCard(
        "gravity-well",
        "Gravity Well",
        2,
        "Cosmic",
        "stays",
        "UNTASK & DRAW UP",
        "If the active Citadel has two or more tasked Legacies when its turn begins, one of them, its "
        "choice, stays tasked.",
    ),
    TrialCard(
        "star-witch",
        "Star Witch",
        3,
        "Cosmic",
        "one round",
        "ALL PHASES",
        "No Labor may be played; attached Labor keeps working. Removed when the Citadel that drew it "
        "completes its next Fantos Action Phase, or when play would reach that Citadel if it has been "
        "eliminated.",
    ),
    TrialCard(
        "rationing",
        "Rationing",
        3,
        "Diplomacy",
        "stays",
        "UNTASK & DRAW UP",
        "Draw up to 3 cards instead of 5.",
    ),
    TrialCard(
        "void-leeches",
        "Void Leeches",
        3,
        "Cosmic",
        "stays",
        "END OF TURN",
        "The active Citadel's non-disabled Legacy with the most Shards (its choice if tied) loses 1 "
        "Shard to the Trove.",
    ),
    TrialCard(
        "trial-of-champions",
        "Trial of Champions",
        3,
        "Cosmic",
        "removed at once",
        "TRIALS",
        "Hold a Special Tribute among all Citadels.",
    ),
    TrialCard(
        "cull-of-kytu",
        "Cull of Kytu",
        4,
        "Cosmic",
        "removed at once",
        "TRIALS",
        "Each Citadel with two or more non-disabled Legacies discards the one with the most Shards (its "
        "choice if tied); those Shards go to the Trove.",
    ),
    TrialCard(
        "black-sun",
        "Black Sun",
        4,
        "Cosmic",
        "stays",
        "FANTOS ACTION",
        "The final Harvest Score is halved, rounded up.",
    ),
    TrialCard(
        "wardens-tithe",
        "Warden's Tithe",
        4,
        "Cosmic",
        "stays",
        "END OF TURN",
        "The active Citadel spends from its Reserve 1 Shard for each non-disabled hired Legacy beyond two.",
    ),
    TrialCard(
        "great-levy",
        "Great Levy",
        4,
        "Diplomacy",
        "stays",
        "END OF TURN",
        "If the active Citadel's Reserve is strictly larger than every other, it gives 2 Shards from it "
        "to the Citadel with the smallest Reserve (its choice if tied).",
    ),
    TrialCard(
        "zodraz",
        "Zodraz",
        4,
        "Zodraz",
        "stays",
        "END GAME",
        "The final round begins: no Harvest, no new Trials; Trials in play keep their effect.",
    ),
)
