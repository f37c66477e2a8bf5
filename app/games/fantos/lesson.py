"""The lesson of Fantos: the last two rounds before Zodraz, in which everything is done once by hand."""

from __future__ import annotations

from app.kernel import Do, Lesson, Step, Values

PASS: Values = ("pass",)
END: Values = ("end",)

FIRST = Lesson(
    id="first",
    title="The last two rounds",
    minutes=12,
    seats=3,
    options={"lesson": True, "even": False},
    seed="a first dusk 29",
    steps=(
        Step(
            "Aim",
            "Most Shards win when Zodraz comes",
            "Shards in your Reserve and on your Legacies count the same. You hold Lumen Spire and have hired three "
            "Legacies; {1} and {2} have hired theirs. A Reserve that is empty is the end of a Citadel.",
            look="citadel-0",
            label="Your Citadel",
            rule="FAN-203",
        ),
        Step(
            "Ring",
            "Everybody may answer everything",
            "Whenever something happens, a ring runs for all of you. Whoever has something to play may lean in. Your one "
            "Labor card does nothing here, and doing nothing is an answer too.",
            (Do("Let the ring run out", "Let it pass", PASS, "nobody sees what you hold"),),
            look="hand",
            label="Your Labor, only for your eyes",
            rule="FAN-184",
        ),
        Step(
            "Harvest",
            "Harvest, War or Tribute: one a turn",
            "A Harvest takes Shards from the Trove: a Legacy's first number and a die for each that goes. Who goes is "
            "tasked until your next turn, so keep Diver back.",
            (
                Do("Declare a Harvest", "Harvest", ("declare:harvest",), "your Fantos Action of this turn"),
                Do(
                    "Send Tinker and Navigator",
                    "Send these two",
                    ("legacy:tinker", "legacy:navigator"),
                    "1 each, and two dice",
                    "legacy-tinker",
                    "Harvest 1",
                ),
            ),
            look="legacy-navigator",
            label="Harvest 1",
            rule="FAN-069",
        ),
        Step(
            "Labor",
            "Before it counts, it can be changed",
            "Two threes: the Harvest stands at 8. Now your card fits. An untasked Legacy pays for it with the Shards it "
            "holds, and keeps working.",
            (Do("Play Strip Mine", "Play Strip Mine: 3 more", ("labor:strip-mine",), "Diver pays 1"),),
            look="labor-strip-mine",
            label="Fits after the dice",
            rule="FAN-161",
        ),
        Step(
            "Vote",
            "A Harvest wakes Trials",
            "11 Shards wake two. The first is put to the vote: with Overtime every Harvest rolls one die more. Your rivals "
            "harvest next, so you have no use for it.",
            (Do("Vote against Overtime", "Vote nay", ("nay",), "more yeas than nays keep it"),),
            look="vote",
            label="Two nays, and it is gone",
            rule="FAN-124",
        ),
        Step(
            "Hire",
            "One hire a turn",
            "Overtime fell, and Shard Rain brought everybody 2. What you pay for a Legacy lies on it: its purse and its "
            "health, and still yours in the end. Knight has War 3.",
            (Do("Hire Knight", "Hire Knight", ("hire:knight",), "6 Shards go onto him"),),
            look="pool-0",
            label="Knight, cost 6",
            rule="FAN-027",
        ),
        Step(
            "Reaction",
            "In the turns of others you have a say",
            "{1} has harvested 5. Your Diver is free, and this is his hour: tasked now, he takes 2 of them out of their "
            "Reserve into yours.",
            (Do("Answer with Diver", "Use Diver", ("ability:diver",), "tasked until your next turn"),),
            look="legacy-diver",
            label="Free, and just in time",
            rule="FAN-156",
        ),
        Step(
            "Duel",
            "A Duel moves Shards between two Legacies",
            "In the Secondary Actions of any turn Knight may challenge anybody. Both roll and add their War. Castellan has "
            "1 and cannot refuse.",
            (
                Do("Let Knight challenge somebody", "Use Knight", ("ability:knight",), "tasked until your next turn"),
                Do(
                    "Challenge Castellan",
                    "Challenge Castellan",
                    ("legacy:castellan",),
                    "3 and a die against 1 and a die",
                    "legacy-castellan",
                    "War 1, 5 Shards",
                ),
            ),
            look="legacy-knight",
            label="War 3",
            rule="FAN-134",
        ),
        Step(
            "War",
            "A War is on the neighbour to the left",
            "Knight took 4. Your Legacies are free again, while all of {1} are tasked and cannot defend: only dice roll on "
            "the walls. The difference is yours. Navigator stays: free at the end, he brings 2.",
            (
                Do("Declare War", "Declare War on {1}", ("declare:war",), "your Fantos Action of this turn"),
                Do(
                    "Send Tinker and Knight",
                    "Send these two",
                    ("legacy:tinker", "legacy:knight"),
                    "War 2 and 3, and two dice",
                    "legacy-knight",
                    "War 3",
                ),
            ),
            look="citadel-1",
            label="Nobody is free to defend",
            rule="FAN-076",
        ),
        Step(
            "Zodraz",
            "The end is in sight",
            "8 to 4: four Shards for you. The First Citadel draws a Trial in every turn, and this was Zodraz: one more turn "
            "for everybody, without Harvests. Own people cost 2 less.",
            (Do("Hire Alchemist", "Hire Alchemist for 3", ("hire:alchemist",), "of your own people, the Enlightened"),),
            look="turn",
            label="The final round",
            rule="FAN-197",
        ),
        Step(
            "Ability",
            "Many abilities wait for their phase",
            "S on a card means the Secondary Actions, of any turn, and {1} has come to theirs. Alchemist makes 3 Shards out "
            "of 1.",
            (Do("Answer with Alchemist", "Use Alchemist", ("ability:alchemist",), "1 of the Shards on Alchemist"),),
            look="legacy-alchemist",
            label="Spend 1, task, take 3",
            rule="FAN-156",
        ),
        Step(
            "Tribute",
            "Who reigns takes from whom it likes",
            "Your last action. One Legacy stands for the title with its third number and a die; others may challenge. Who "
            "reigns breaks ties and attacks anybody.",
            (
                Do("Declare a Tribute", "Declare a Tribute", ("declare:tribute",), "your Fantos Action of this turn"),
                Do(
                    "Nominate Alchemist",
                    "Nominate Alchemist",
                    ("legacy:alchemist",),
                    "2 and a die",
                    "legacy-alchemist",
                    "Tribute 2",
                ),
                Do(
                    "Let both pay 2",
                    "Take 2 from each",
                    ("seat:1=2", "seat:2=2"),
                    "nobody challenged, so the whole 4 are yours",
                    "citadel-2",
                    "They pay, too",
                ),
            ),
            look="citadel-0",
            label="Your last turn",
            rule="FAN-090",
        ),
    ),
    replies=(
        ("nay",),
        ("yea",),
        PASS,
        ("declare:harvest",),
        ("legacy:vizier", "legacy:champion", "legacy:castellan"),
        END,
        (),
        *(END, END),  # the third Citadel keeps still
        *(PASS, END, PASS, PASS, PASS, END, PASS, (), PASS),
        *(PASS, END, PASS, PASS, END, PASS, PASS),
        *(PASS, PASS, ("stay",), ("stay",), PASS),
    ),
    farewell="That is Fantos, but for fifty cards, promises and people. A game begins with 40 Shards and three hires.",
)
LESSONS = {FIRST.id: FIRST}
