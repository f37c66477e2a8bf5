"""What stands on the box of The Fate of Fantos."""

from app.kernel.box import Box, Panel, Pick, Piece, Wording

BOX = Box(
    mood="Loud and scheming",
    stage="below",
    promise="Hire legends, start wars, buy votes, and answer every blow with a card nobody saw coming.",
    lead="Hire legends out of the past, start wars, buy votes, and answer every blow with a card that nobody saw coming, "
    "until Zodraz comes for all of you.",
    time="75 min",
    long="About seventy-five minutes",
    weight=4,
    sentence="{title} for {seats}, {trials}, {votes}, {table.pace}",
    like="Nothing that you announce is certain until everybody has had their say. A harvest is interrupted, the "
    "interruption is undone, a vote is bought, and somebody at the end of the table has been waiting for exactly that.",
    like_if="you enjoy bluffing, bargaining and groaning aloud.",
    not_if="you want your plans left alone.",
    best="Best with four or five and a voice call.",
    evening=(
        Panel("You announce", "a harvest, and everybody looks at their cards.", list=("*harvest", "war", "reign")),
        Panel("Somebody answers.", "A card is laid on yours.", quote=("Not today.",)),
        Panel("You answer that.", "So does somebody else.", quote=("Oh, but today.", "Wait. I have something, too.")),
        Panel("It resolves", "from the top, and half the table has lost Shards.", quote=("Who started this?",)),
    ),
    cover="games/fantos.svg",
    hero=Piece(
        "games/fantos.svg", "Cards before a ringed planet and a castle", "Legends for hire. They do not come cheap."
    ),
    first=("trials", "reserve", "votes", "table.pace", "trading"),
    place=5,
    lesson=12,
    company=4,
    options={
        "trials": Wording(
            "How hard are the Trials?",
            "Trials are what the world does to all of you.",
            {
                "tiered": Pick("They grow", "Mild ones first, the worst at the end.", "with Trials that [grow]"),
                "medium": Pick("Middling", "A fair mix from the start.", "with [middling] Trials"),
                "hard": Pick("Hard", "Few of them are kind.", "with [hard] Trials"),
                "extreme": Pick("Extreme", "None of them is kind.", "with [extreme] Trials"),
            },
        ),
        "reserve": Wording(
            "Shards to begin with",
            "What each Citadel has at the start. Whoever runs out is in trouble.",
            brief="{} Shards each",
        ),
        "votes": Wording(
            "How do you vote?",
            "Votes decide about everybody's fate, and can be bought.",
            {
                "open": Pick("Openly, in turn", "Everybody hears what was said before them.", "voting [openly]"),
                "sealed": Pick("Sealed", "All votes are shown at once.", "voting [sealed]"),
            },
        ),
        "even": Wording(
            "An even start",
            "Going first is made up for: nobody is attacked before a turn of their own, and with four or more, who had the "
            "first turn never has the last.",
            {
                "true": Pick("Yes", "Going first is paid for.", brief="an even start"),
                "false": Pick("No", "As it is printed.", brief="the start as it is printed"),
            },
        ),
        "zodraz_last": Wording(
            "Zodraz comes last",
            "Zodraz is the last card of the deck, so the end is never sudden.",
            {
                "true": Pick("Yes", "You see the end coming.", brief="Zodraz comes last"),
                "false": Pick("No", "The end may come early.", brief="Zodraz comes when he comes"),
            },
        ),
        "legacies": Wording(
            "Legends to begin with",
            "How many you hire before the first turn.",
            {
                "3": Pick("Three", "Three hires each before the first turn.", brief="three legends each"),
                "4": Pick("Four", "Four hires each: stronger from the start.", brief="four legends each"),
            },
        ),
        "removed": Wording(
            "Trials taken out",
            "So many are removed at random, for a shorter game.",
            brief="{} Trials are taken out",
            usual="no Trial is taken out",
        ),
        "per_round": Wording(
            "Trials in a round, at most",
            "Keeps rounds with many players from drowning in Trials.",
            {
                "by seats": Pick(
                    "As it fits", "Four with four or five players, three with six.", brief="Trials as it fits"
                ),
                "3": Pick("Three", "At most three in a round.", brief="at most three Trials a round"),
                "4": Pick("Four", "At most four in a round.", brief="at most four Trials a round"),
                "no limit": Pick("Any number", "As many as the dice bring.", brief="any number of Trials a round"),
            },
        ),
        "elimination": Wording(
            "One can be knocked out",
            "Whoever has no Shards left is out. Otherwise all receive ten Shards, and nobody is.",
            {
                "true": Pick("Yes", "No Shards, no Citadel.", brief="one can be knocked out"),
                "false": Pick("No", "Everybody plays to the end.", brief="nobody is knocked out"),
            },
        ),
        "discard_fee": Wording(
            "Throwing cards away costs",
            "Each card thrown away costs a Shard.",
            {
                "true": Pick("Yes", "A Shard for each card.", brief="throwing cards away costs"),
                "false": Pick("No", "Cards are thrown away for nothing.", brief="throwing cards away is free"),
            },
        ),
        "trading": Wording(
            "Trading",
            "Shards and cards may change hands, if both agree.",
            {
                "true": Pick("Yes", "Bargain as you like.", brief="you may trade"),
                "false": Pick("No", "What is yours stays yours.", brief="no trading"),
            },
        ),
        "two": Wording(
            "A table for two",
            "Allows two players. The game is made for more.",
            {
                "true": Pick("Yes", "Two may play.", brief="two may play"),
                "false": Pick("No", "Three at least.", brief="three at least"),
            },
        ),
        "bots": Wording(
            "How well do bots play?",
            "Only matters if a bot sits with you.",
            {
                "competent": Pick("Well", "They plan, and they remember.", brief="bots play well"),
                "easy": Pick("Gently", "They leave you time to find your feet.", brief="bots play gently"),
            },
        ),
    },
)
