"""The lesson of The Glass Acre: three rounds for two characters, a dragon beaten by hand, and the way out."""

from __future__ import annotations

from app.kernel import Do, Lesson, Step

FIRST = Lesson(
    id="first",
    title="A first acre",
    minutes=12,
    seats=1,
    options={"boards": ["dragon", "ruins"]},
    seed="a first acre 3718659",
    steps=(
        Step(
            "Aim",
            "One key opens this gate",
            "Two quests lie somewhere in this acre, and each has a key. Here one key is enough. Find it, find the exit, and "
            "stand there together: you lead Ash and Birch. If both are down at once, it is over.",
            look="keys",
            label="The keys",
            rule="BIO-290",
        ),
        Step(
            "Pack",
            "Each takes one thing along",
            "What is taken here is seen by all. Everything else in this game is a secret until it is used. Extra Action "
            "gives two more actions in every turn.",
            (
                Do("Give Ash an Extra Action", "Take Extra Action", ("take:extra_action",), "one thing each"),
                Do("Give Birch the same", "Take Extra Action", ("take:extra_action",), "one thing each"),
            ),
            look="hex-0,0",
            label="The main camp",
            rule="BIO-016",
        ),
        Step(
            "Wear",
            "A buff works when it is worn",
            "A turn has three actions. Putting something on costs one of them, and this one gives two back at once. What is "
            "worn weighs nothing.",
            (Do("Let Ash put on the Extra Action", "Put it on", ("use:own:extra_action",), "one action"),),
            look="pack-0-extra_action",
            label="In Ash's pack",
            rule="BIO-098",
        ),
        Step(
            "Walk",
            "A step is an action",
            "Plain land costs one action, a mountain two, a cliff a Supply besides. Nobody walks on water.",
            (Do("Send Ash north, to the grassland", "Go north", ("move:0,-1",), "one action"),),
            look="hex-0,-1",
            label="The grassland",
            rule="BIO-034",
        ),
        Step(
            "Look",
            "Something lies under the land",
            "Every new land hides a secret. Whoever stands on it may look, and is the only one who sees it. A few of them "
            "are traps. This one is not.",
            (Do("Look at the secret", "Look at it", ("discover:s3",), "one action"),),
            look="secret-3",
            label="Face-down",
            rule="BIO-067",
        ),
        Step(
            "Take",
            "Now it is yours, and still a secret",
            "It lets you carry more. The others would see that you took something, never what. You may not say it either: "
            "whoever names a secret loses it.",
            (Do("Pick it up", "Pick it up", ("pick:s3",), "one action, weight 2 of 4"),),
            look="secret-3",
            label="Extra Carry",
            rule="BIO-070",
        ),
        Step(
            "Explore",
            "The unknown is a die with eight sides",
            "Seven faces are kinds of land; an 8 begins a quest. Exploring does not move you, and it cannot be taken back.",
            (Do("Explore the land to the north", "Explore north", ("explore:0,-2",), "Ash's last action"),),
            look="hex-0,-2",
            label="The unknown",
            rule="BIO-050",
        ),
        Step(
            "Birch",
            "A 3: a forest. Now Birch",
            "Ash had no action left, so that turn is over. Birch begins in the main camp, and gets ready the same way.",
            (Do("Let Birch put on the Extra Action", "Put it on", ("use:own:extra_action",), "one action"),),
            look="pack-1-extra_action",
            label="In Birch's pack",
            rule="BIO-028",
        ),
        Step(
            "Far",
            "A far tile is one press, too",
            "Press any tile within reach: its card says the way and the price. Birch walks over the grassland, past Ash, "
            "into the new forest.",
            (Do("Walk to the forest", "Walk there", ("walk:0,-2",), "two actions"),),
            look="hex-0,-2",
            label="The forest",
            rule="BIO-350",
        ),
        Step(
            "Quest",
            "Birch explores on",
            "One more step into the unknown. Watch the die.",
            (Do("Explore the land to the north", "Explore north", ("explore:0,-3",), "one action"),),
            look="hex-0,-3",
            label="The unknown",
            rule="BIO-051",
        ),
        Step(
            "Dragon",
            "An 8: the Dragon's Lair",
            "Its hoard lies open, and a key is in it. Whenever its quest moves on, it steals from a store. Press a quest at "
            "any time: its card says how it is won. Birch waits for Ash; two fight better.",
            (Do("End Birch's turn", "End the turn", ("end",), "one action stays unused"),),
            look="quest-1",
            label="The quest",
            rule="BIO-251",
        ),
        Step(
            "Board",
            "After everybody, the acre moves",
            "You saw it: the farm rolled, and the dragon flew out and stole our Supplies. In every turn one quest that runs "
            "moves on first. Now bring Ash along.",
            (
                Do(
                    "Walk Ash to the lair",
                    "Walk there",
                    ("walk:0,-3",),
                    "two of five actions",
                    look="hex-0,-3",
                    label="The lair",
                ),
                Do(
                    "Put on what Ash found",
                    "Put it on",
                    ("use:own:extra_carry",),
                    "one action",
                    look="pack-0-extra_carry",
                    label="In Ash's pack",
                ),
                Do("End Ash's turn", "End the turn", ("end",), "two actions stay unused"),
            ),
            look="hex-0,-3",
            label="The lair",
            rule="BIO-155",
        ),
        Step(
            "Fight",
            "It has been out stealing",
            "Our Supplies are in the hoard. An attack is a die and 1 for each friend: 6 or more "
            "takes two things, 4 or less burns everybody there.",
            (
                Do("Send Birch to Ash", "Go north", ("move:0,-3",), "one action", look="hex-0,-3", label="The lair"),
                Do("Attack the dragon", "Attack", ("attack:dragon",), "one action; 6 or more wins"),
                Do("Let Ash join", "Join the fight", ("join",), "free, and one more on the die"),
            ),
            look="quest-1",
            label="The quest",
            rule="BIO-254",
        ),
        Step(
            "Key",
            "7: the hoard is open",
            "Two things of your choice. The key is what we came for. A Supply is light, and never wrong.",
            (
                Do("Take the key", "The key for Birch", ("take:key:1",), "weight 2"),
                Do("Take a Supply", "A Supply for Birch", ("take:supply:1",), "weight 1"),
            ),
            look="quest-1",
            label="The hoard",
            rule="BIO-255",
        ),
        Step(
            "Exit",
            "Where is the way out?",
            "It comes when all other quests are found. Whoever is injured loses a key that they carry, so do not dawdle.",
            (
                Do(
                    "Explore to the north",
                    "Explore north",
                    ("explore:0,-4",),
                    "one action",
                    look="hex-0,-4",
                    label="The unknown",
                ),
                Do("Explore to the north-east", "Explore north-east", ("explore:1,-4",), "one action"),
                Do("Go to the exit", "Go there", ("move:1,-4",), "Birch's last action"),
                Do("End Birch's turn", "End the turn", ("end",), "the last step could still be taken back"),
            ),
            look="hex-1,-4",
            label="The unknown",
            rule="BIO-279",
        ),
        Step(
            "Free",
            "All at the door, and the key in the lock",
            "The other quest crumbles behind you; its key is not needed. In a larger game every lost key brings you closer "
            "to losing. Ash comes along, and Birch turns the key.",
            (
                Do("Bring Ash to the exit", "Go there", ("move:1,-4",), "one action"),
                Do("End Ash's turn", "End the turn", ("end",), "four actions stay unused"),
                Do(
                    "Turn the key",
                    "Use the key",
                    ("use:own:key",),
                    "one action",
                    look="pack-1-key",
                    label="In Birch's pack",
                ),
            ),
            look="hex-1,-4",
            label="The exit",
            rule="BIO-286",
        ),
    ),
    replies=(),
    farewell="With friends the secrets become real: you plan aloud, and never say what you have seen. Three quests are a "
    "good first evening.",
)

LESSONS = {FIRST.id: FIRST}
