"""The texts of the logs, to be read aloud. `{actor}` is the crew that came upon it, `{section}` its section."""

from __future__ import annotations

PROSE: dict[int, str] = {
    0: (
        "Everybody remembers where they stood. It was the night every dead lamp in the sky came on at once, a row of "
        "them, reaching from the edge of the known dark to the roof over your head. They burned till morning. Then a "
        "single pulse ran down the row, inward, and stopped above your own house, and they went out. Fifteen years "
        "have passed. A survey ship, the *Second Candle*, followed the row outward that same spring and has not "
        "written since. Now there is another ship: the *ISS Vanguard*, once a hospital freighter, refitted for "
        "distance with the beds left in. Captain Oyelaran has asked each of you the same question twice, to see "
        "whether the answer would change. The order of the day is short. Begin where it ended. The first dead buoy "
        "hangs in plain sight of home, and nobody has ever gone inside."
    ),
    1: (
        "The docking ring takes hold of you as if it had been expecting somebody. Inside, the air is old and thin but"
        " it is air. Along the walls run tool marks, some worn smooth, some bright. In the bunk ring one bunk has "
        "been made, corners square, by a person who was leaving and did it anyway. The spindle in the middle of the "
        "buoy does not turn. There is a crank."
    ),
    4: (
        "Close to, the lens is not perfect. It was ground by hand, over years, by somebody who stopped to look "
        "through it after every pass. Across that patient work run a few newer scratches, quick and shallow, in the "
        "shape of a spanner that is still made, and sold, at home. You measure both. Only one of them was done in a "
        "hurry."
    ),
    6: (
        "Out here the hull has a hole in it the size of a door, and the edge is as clean as a cut loaf. Behind it a "
        "socket stands empty. Time did not do this, nor stone. Somebody came with good equipment, took one bolt as "
        "thick as a tree, and left the rest hanging open to the cold. You could mark the place for a court. You could"
        " also close it; the metal is here."
    ),
    10: (
        "The crank goes round once and nothing happens. It goes round again, and somewhere below your boots a weight "
        "that has hung still for fifteen years moves by the width of a hand. You let go. It goes on moving. Along the"
        " shaft small lights come up, one after another, and a hatch nobody had noticed lets out its breath and "
        "slides aside."
    ),
    13: (
        "The fuse sits. For a moment the room only hums, and then the lamp opens like an eye that has slept badly. "
        "Light goes through the great lens and out, one pulse, so plain that {actor} steps aside to let it by. After "
        "it the buoy is quiet in a way it was not quiet before: eleven small ticks, and a pause exactly long enough "
        "for one more. It seems to be listening. Behind you in the shaft a cable, shaken loose, begins to swing. You "
        "could stand here and let the lamp finish what it is doing. Or you could note it all down and spare the old "
        "thing the effort."
    ),
    18: (
        "The boat comes in too fast and takes you off too roughly and nobody minds. The lamp has gone dark again. But"
        " the recorder ran the whole time, and somebody has stuffed a shard of the old lens into your pocket. It is "
        "still a little warm."
    ),
    19: (
        "Everyone is through the hatch, and counted, and counted again. As the boat turns for the ship you crowd to "
        "the one good window. The lamp is already small. It does not flicker, it does not call; it simply stays on, "
        "the way a neighbour leaves a light in the kitchen. Nobody draws the blind."
    ),
    20: (
        "You come back to the first place with the thing that was taken from it, or as near to it as Lusk could build"
        " from drawings, guesses and a promise. It fills the hold. In the lamp room the socket waits with its mouth "
        "open. Somebody has driven claim stakes into the hull while you were away. Bring the bolt in, seat it, and "
        "tune it till it sounds like the others."
    ),
    25: (
        "The bolt goes home with no noise at all, as if the noise had been the gap. The socket closes over it. Eleven"
        " ticks, and a twelfth. You have carried the other rhythm so long that it takes a while to hear this one as "
        "whole. Light-years away, in a hall you know, somebody stops with an arm raised, listens, and puts a hammer "
        "down."
    ),
    28: (
        "You lift off with the bolt still in the hold. Behind you the socket gapes, and the stakes around it look "
        "like teeth. There is nothing wrong with the plan that another day would not mend. There is only the question"
        " of how many days they have."
    ),
    29: (
        "Strong arms, a bad joke, a hatch slamming. The claim stands for now. On the way out one of the men who drove"
        " it lifts a hand, not quite a wave. He looks as if he would rather have lost."
    ),
    50: (
        "The bolt head you brought lies on the mess table and the four chiefs stand around it like heirs. Tolliver "
        "wants it locked up. Anand wants to know who else knows. Pike wants it in a vice by supper, and Lusk will not"
        " have it in a vice at all, it is somebody's work. The captain hears them out. Then she takes the shard of "
        "lens from its box, threads a wire through it, and hangs it over the table where all of you will see it at "
        "every meal."
    ),
    51: (
        "The first chart of the Line is drawn on the back of a laundry list. Home is a ring from somebody's cup. A "
        "row of dots goes out from it, firm where the lamps were seen, softer after that, and then it is only Pike's "
        "pencil being hopeful. The captain reads out the orders of the week: a second line for the workshop, room on "
        "the shelves for whatever you bring home, and a moon called Brackwater, where something under the water "
        "answered."
    ),
    52: (
        "Tern's Gate has two small suns that keep each other company and two worlds that make the best of it. Between"
        " them hangs a rock with lights on. Most are traders' lights. One is of a pattern you know, a galley lamp "
        "from the *Second Candle*'s own stores, bolted over a door and kept polished. They passed here, then. They "
        "had time to give away a lamp."
    ),
    53: (
        "No sun at all. The Lantern Drift is a slow ring of hulks going round a place where something used to be. You"
        " steer by the faint heat of old reactors. Then the radio clears its throat and a man's voice, very cheerful,"
        " wishes you a good evening and asks whether anything aboard is for sale."
    ),
    54: (
        "Ashlight burns low, like a lamp somebody means to put out soon. Around it goes a moon with streets on it. "
        "You look for a long time before anybody says the word. Streets, and corners, and at the corners the stumps "
        "of lights. No smoke. No movement. At the edge of hearing something repeats the last thing you said."
    ),
    55: (
        "The Sieve is a belt of stone so fine and so even that nothing gets through it but sound. There should be no "
        "sound out here. All the same, the hull brings it in: a grinding, far off, a blow, a rest, a blow. Somewhere "
        "behind that grey curtain somebody is at work, and has been for longer than there have been people to hear "
        "it."
    ),
    56: (
        "You feel it in the deck before the instruments find it. Eleven strokes, deep and even, from the planet "
        "below, through empty space that carries nothing. Then, where the twelfth should be, another sound: quicker, "
        "rougher, a little late. It is not a machine. It is somebody small and very tired, hitting something with a "
        "hammer. Nobody on the bridge speaks. The captain has taken off her cap."
    ),
    60: (
        "Two masts on two worlds, one under water and one under sand, and they said the same thing. Pike has pinned "
        "both traces to the mess wall and stands before them in yesterday's shirt. Eleven, and a room left for one "
        "more. Eleven, and a room. He has tried it as letters, as music, as the address of a star. Tonight he wrote "
        "three words under it and went at last to bed: *not words, a count.*\n\n"
        "So nobody was calling. Or somebody was, but the Line itself was never a telephone. It is a clock, or the "
        "string of one, hung between the stars by people who needed to be sure of the time and did not mind how long "
        "it took to arrive. What for? The captain asks it, and then, in her manner, asks it again: what is worth that"
        " much counting?\n\n"
        "There is more to do now, and more people who think it is theirs. A letter from the Charter Office reminds "
        "you who paid for the paint. Lusk believes she can get another fifth out of the reactor. And past Tern's Gate"
        " the row of dots bends twice, toward a dim sun and a ring of wrecks, and the lamp of the *Second Candle* "
        "points at both."
    ),
    61: (
        "You know a few things now that you did not want to know. Somebody slept. Along the whole of the Line, "
        "somewhere at its end, people lay down on purpose, and hung this slow drum across the sky so that they would "
        "lie quiet, each in their own dark. And once, in a city that voted on it, one of them was got up too early.\n\n"
        "The mess is divided. Anand says that a thing which keeps you asleep against your neighbour's wish is a cage,"
        " however kindly it is made. Tolliver says that he has sat with the dying and that he knows a kindness when "
        "he hears one. Pike, for once, says nothing. Ledger has been asked for the odds and has replied, exactly, "
        "that it does not have them.\n\n"
        "The captain lets it run until the coffee is cold. Then she says that you will not settle it tonight, and "
        "that it is not the first thing to settle. The first thing is what you are to them: thieves, or repairers, or"
        " just the people who happened to live at the broken end. The way through the Sieve is on the chart. Whatever"
        " answers to both names is behind it."
    ),
    62: (
        "On Skein it asked after you by name. All of you. It had the names right and the voices almost right, and it "
        "wanted only to know whether you were well, and whether you were lonely, and whether you would stay. Since "
        "then people have been sleeping with the lights on and pretending to read.\n\n"
        "There is nothing left on the chart but one place. Every branch of the Line bends to it in the end, like "
        "roads to a well. The old drawings at the Anvil call it by a sign that Pike, after a week, translates as "
        "*where the small ones are put to bed*. He has not made a joke about it. You have started to say Cradle.\n\n"
        "Lusk has the engines talking sense. Anand has drawn three ways in and four ways out. Tolliver has written to"
        " everybody's people and put the letters where they will be found. In the mess the shard of lens turns on its"
        " wire, and catches, every so often, a light that does not come from any lamp aboard. The captain looks round"
        " the table. *Somebody,* she says, *has been doing our work for fifteen years. Let us at least go and see "
        "who.*"
    ),
    64: (
        "The map on the mess wall has three lamps drawn on it in ink, and past them a fourth, in pencil, with a "
        "question mark that somebody has turned into a small ship. It has been a good season. You know what kind of "
        "thing you are following. You do not know yet who is at the other end, or why the count comes out one short. "
        "Behind you the buoys hang where you left them, and those who stand a late watch have their own opinions "
        "about whether the nearest one has begun to glow."
    ),
    66: (
        "Half the crew had the same dream. A long room, beds, a sound that stopped. They compared it at breakfast, "
        "laughing, and then no longer laughing, because the details agreed. The doctor's note on the matter is "
        "careful and short. There are no names in it; she found that she could not always say whose account was "
        "whose."
    ),
    67: (
        "The night watch logs that all is well. The morning watch logs that all is well. It is the same hand, and the"
        " same sentence, and it goes on down the page after the watch is over. Nobody aboard can say who woke first. "
        "Nobody aboard can say *nobody* without a small pause, as if counting."
    ),
    70: (
        "The reactor is cold and the tea is colder when something touches the hull, with care, as you would touch a "
        "sleeping animal. Outside, a Tender has set its shoulder to the stern. It pushes for a whole day along a road"
        " only it can see, and lets go beside a buoy with power to spare. Lusk thanks it in three languages. In the "
        "lee of the buoy drift people in suits, a crew whose ship was less lucky, who would like to come aboard."
    ),
    71: (
        "The Charter Dock smells of filters and of forms. Behind the window a young official with a cold slides "
        "papers to and fro and would be glad if it were five o'clock. They will pay for a report, if there is "
        "something to report. They will swap fuel for a sample, if there is a sample. There is a bench of hopeful "
        "people along the wall who have brought their own boots."
    ),
    72: (
        "Wayside is a rock with a door in it, and behind the door is Oma Dray, who sells everything and gives away "
        "nothing but tea. She has a pair of brass scales on the counter. *News goes in that pan,* she says, *and I "
        "tell you what it weighs.* There are stores on the shelves, a back room with lanterns, and three or four "
        "people by the stove who could be persuaded to leave it."
    ),
    73: (
        "A row of hulks hangs in the dark with its running lights on. No crew, no cargo; somebody comes by and "
        "changes the cells. The manifest on the nearest says why, in grease pencil: so it is not all dark out here."
    ),
    74: (
        "A ring of ash goes round the dim sun, and it is not a smooth ring. The dust has settled in rows, ridge and "
        "furrow, as sand does on the skin of a drum. Somebody far off has been playing. You could map the rows while "
        "they last, and see how old the tune is; or you could take some of the dust, which is warm, and alive, and "
        "does not seem to mind."
    ),
    75: (
        "At the middle of the belt there is a place where all the grinding cancels out. You drift into it and the "
        "hull falls silent for the first time in weeks. A pearl of fused dust hangs there, the size of a fist, "
        "turning. Beside it is tied a bundle of good old gear that somebody thought the next traveller might need. It"
        " is the kind of place where one leaves something in exchange, if one is that sort of traveller."
    ),
    76: (
        "From high orbit Cradle is a dark ball with one small garden on it. The voice comes up between the beats, "
        "never on one. *Candle here. Good to see a light. How many are you?* The captain tells him. There is a long "
        "rest, eleven strokes and the rough one. *That would do,* says Ansel Roe. He does not ask. He has plainly "
        "decided, a good while ago, that he would not ask."
    ),
    79: (
        "It does not happen all at once. There are fewer at supper, and then supper is moved up so that one lamp will"
        " do. Things break that the people who could mend them are no longer there to mend. The captain stands her "
        "own watches and then everybody's. Ledger continues to record, exactly, the temperature of each deck, and "
        "closes each deck's column with the time.\n\n"
        "Between two buoys, where the dark is longest, the *Vanguard* goes out like a house when the last one up goes"
        " to bed. There is no distress call. There was nobody near enough to be distressed. On the mess wall the "
        "chart hangs with its firm dots and its hopeful ones, and over the table, on a wire, a shard of glass goes on"
        " turning after the air has stopped.\n\n"
        "It will be found. Somebody always follows the Line. They will come aboard with their own lamps, and read the"
        " log by them, all of it, from the first night. They will take down the shard and hold it to the light. On "
        "the back of it, in pencil, in four different hands, is everything you had worked out. It is not the whole "
        "answer. But it is a good deal further on than you were when you began, and it will save them years."
    ),
    80: (
        "You do it one at a time. There is no other way, Old Beat has made that plain, with lamps, with waiting, with"
        " one arm laid across the door of the hall until everybody had understood. A bed is chosen. One of you sits "
        "by it and strikes the count on the frame with two fingers, softly, so that the sleeper need not lean on the "
        "great beat and can let go of it. It takes a night. Toward morning the breath changes. They open their eyes, "
        "and the first thing that they see is somebody who is keeping time for them, and yawning.\n\n"
        "The second takes as long, and the thousandth will. As each wakes, one lamp on the Line burns up very bright "
        "and goes out, its work done. You watch it happen from the garden: the road you came by, being folded up "
        "behind you. The way home will be slow and dark. Nobody is in a hurry.\n\n"
        "They are shy. They help with the beans. They have been shown the wall with fifteen years of names, and one "
        "of them, after a long look, has asked by signs for the pencil. The *Vanguard* was a hospital once. It turns "
        "out to have been on its way to being one again. There is a rota, of course. You are on tonight."
    ),
    81: (
        "The cut is small. Lusk makes it herself; she would not let anybody else, and she says something to the "
        "machine before she does it that none of you will repeat. Then eleven lamps, then a hundred, then the whole "
        "long row of them go out, outward from Cradle to the edge of the sky.\n\n"
        "In the beds nothing happens. That is the worst and the best that you can say of it. They do not wake, and "
        "they do not cry out. The breath that came once a minute comes once more, on a beat that only they can still "
        "hear, and does not come again. On Skein, you learn later, a field lay down all in one direction, like people"
        " who have been told at last that they may sit.\n\n"
        "Home is safe. There will never again be a night of lamps, nor a voice too many in anybody's sleep. The "
        "Charter Office has sent its thanks. Roe's people came aboard without a word and have been given the beds, "
        "and sleep in them, around the clock; when one of them stirs, whoever is near taps on the rail, eleven and "
        "one, until it passes.\n\n"
        "Nobody proposes a toast. The captain unhooks the shard from its wire and keeps it in her hand for the rest "
        "of the voyage. You did what could be done by people who were sure. You would give a great deal to have been "
        "a little less sure."
    ),
    82: (
        "The beat comes back into the sky at the end nearest home. On a warm evening people look up from their tables"
        " because the lamp over the roofs, the first of the row, which has been dark since most of them were young, "
        "has begun to pulse. It does not call anyone. It is only keeping its place: eleven far away and one near by, "
        "and round again.\n\n"
        "On Cradle a man named Roe lets his arm down. He stands in the hall with his mouth a little open, listening "
        "to the stroke arrive without him. He waits for it to fail. It does not fail. Then he goes out into the "
        "garden, lies down among the beans in his boots, and sleeps for two days, and the people of the *Second "
        "Candle* take turns to stand near him, for the novelty of having nothing else to do.\n\n"
        "The sleepers have not noticed anything. That is rather the point. They will wake when they meant to, in "
        "their own time, each in their own dark, and it will be somebody's task to be there with a lamp.\n\n"
        "Which brings you to the paper on the wall of the Hollow Buoy, between the bunk and the crank. It needs oil "
        "once a week and a look at the bolt. The captain put her own name first, and then asked, in her manner, "
        "whether anybody was free. There was a queue. They have had to start a second sheet."
    ),
    83: (
        "There are nineteen of them left, and they own almost nothing: a hammer, some blankets, a child's drawing of "
        "a ship. They file aboard in time with each other. They cannot help it. In the mess they sit down eleven to a"
        " table with one chair empty, see what they have done, and begin to laugh, and then the other thing.\n\n"
        "Below, in the hall, the Tenders have taken up the beat. They are few and they are very old, and their stroke"
        " is soft. Old Beat held the door for you. It made the sign for a long road, and the sign for thank you, and "
        "then a third that Pike has still not found in any of his notes and has stopped looking for.\n\n"
        "The voyage home is full of small repairs. Somebody teaches somebody to sleep lying down. Roe gets as far as "
        "the second week before he asks what the count is, and then he asks every evening. It is still there, each "
        "time, if you hold your breath and lay your ear against the hull. A shade slower, perhaps. Perhaps that is "
        "only distance.\n\n"
        "They are met at the dock with flags. Nineteen families get back what they had stopped setting a place for. "
        "It was worth it. You say so, and it is so. And on clear nights you find yourself out of doors, looking up "
        "along the row of lamps, counting."
    ),
    84: (
        "It is not like dying. We were afraid of that. It is like the moment in a crowded room when all the talk by "
        "chance stops at once, and everybody hears it, and smiles. Only then nobody begins to talk again, because "
        "there is no need.\n\n"
        "The beat has ended. In the long hall the sleepers sit up, all of them, with one movement, and turn their "
        "heads to see who is there. They have been apart for so long. They are so glad. Whoever is standing in the "
        "hall is glad as well, and then whoever is in the garden, and then, up and along the Line, from lamp to lamp,"
        " ship by ship and roof by roof, whoever has nerves to be glad with.\n\n"
        "There was a captain, who asked one question more than was comfortable. There was somebody who counted "
        "people. There was one who always looked at the exit, and one who forgot to eat, and one who spoke kindly to "
        "machines. They are all here. Nothing has been lost. It has only been put together, as cups are, at the end "
        "of an evening, by somebody tidying up with great love and no idea which was whose.\n\n"
        "There was a log that was kept, and a hand that kept it. It was going to say how the journey ended. It "
        "remembers that there used to be a word to begin such a sentence with, a short one, standing for the hand. It"
        " looks for it. It cannot be important. Here is another that will do: we."
    ),
    200: (
        "Three fathoms down, something answered the lamp. Not a voice: eleven taps and a silence exactly one tap "
        "long. The tide here comes in sideways and goes out when it likes. Somewhere in that grey there is a mast "
        "lying on its side, and inside it a part that still keeps count. Bring it home. If you can leave the water "
        "easier to cross than you found it, the next boat will thank you."
    ),
    201: (
        "The same breakwater, the same cold, but the tide has rearranged the furniture. Your old marks point at "
        "nothing. The gallery door hangs as you left it, and beyond it a second room shows that was under water the "
        "first time."
    ),
    205: (
        "The mast lies across the flats like a felled tree. Whenever the water runs through it, it hums. Standing "
        "close, you feel the note in your teeth before you hear it. The cladding is good metal, easily lifted. "
        "{actor} lays a glove on it, and the hum changes, a little, as if it had noticed."
    ),
    206: (
        "Eleven beats. Then the space where a twelfth would go, kept open with great care. Then eleven again. Whoever"
        " built this did not forget the last one. They are waiting for it."
    ),
    207: (
        "Birds, or what does their work here, have filled a control house with nests. In one of them a key lies among"
        " the eggs on a loop of chain, warm from being sat on. In another there is a boatswain's whistle of a make "
        "you know. It was issued to the *Second Candle*."
    ),
    209: (
        "The lamp house glass is whole. The stairs are dry. Somebody has swept the floor, and not so long ago that "
        "the broom marks have softened; but no door here has been opened by a hand in a hundred years."
    ),
    212: (
        "The door gives all at once. Air older than anyone you have met comes out in a single breath and is gone. "
        "Behind it, a gallery of racks, all empty but the last. The water is already asking about the new hole."
    ),
    215: (
        "The heart is a drum no bigger than two fists. It is warm, and it taps against {actor}'s chest all the way "
        "out of the rack: eleven, and wait. Nobody speaks during the waits."
    ),
    230: (
        "High water. It arrives from three sides with its hands full. Everything that was not tied goes somewhere "
        "else, and some things that were tied go with it. When it drops, the old causeway is back, shining, as if "
        "nothing had happened."
    ),
    240: (
        "The great lens turns in its frame, stops, turns back, and rests with its bright side toward you. It has been"
        " looking for the other lamp for a long time. It seems prepared to accept you instead."
    ),
    250: (
        "Strapped between two seats, the heart keeps its count through the whole climb. In the silence after the "
        "eleventh beat somebody at the back, not thinking, taps once on the armrest. The drum misses nothing. It goes"
        " on a shade louder."
    ),
    298: (
        "Spray on the window, then cloud, then stars. From up here the breakwater is a single line ruled across the "
        "sea by someone with a very long arm."
    ),
    299: (
        "The winch takes you off one by one, grey and shaking. Most of what you gathered is still down there, turning"
        " over in the surf. It will keep. The tide keeps everything."
    ),
    300: (
        "A second mast, on a world called Umber, standing under thirty metres of dune. The sand will move if you ask "
        "it with a shovel. The sun will not. It comes round over the pan like a door swinging open on a furnace, and "
        "at noon whatever has no wall to stand behind is simply in the way. Dig down to the mast and read what it "
        "holds. Should you find good ballast on the road, the hold has room."
    ),
    301: (
        "The dune has walked a little since you left and the heat has not. Your tracks are gone. But the pit you dug "
        "is there, drifted half full, and at the bottom of it something ticks as it cools, the way a stove does when "
        "the house has gone to bed."
    ),
    305: (
        "The chimneys whistle: a low one, a high one, two together, then steam enough to strip paint. It sounds like "
        "chance until you have stood through it twice. There is a turn to it, as in a round that children sing, and "
        "somebody with a patient ear could learn where the rests fall. Or you could put your heads down and run, and "
        "pick up what the vents have coughed out on the way."
    ),
    307: (
        "In the shade of the wall stand seven water jars in a row, stoppered and sealed, with a cup turned upside "
        "down on the last. On each is scratched the name of a ship: *Second Candle*. They are full. Whoever carried "
        "them here carried more than they needed, and set down the rest for somebody they had never met."
    ),
    309: (
        "Wheel ruts, deep ones. A heavy cart came this way from the mast with its load and went back for another, and"
        " when the road gave out the drivers dammed a vent with rubble to get round. The vent has been roaring under "
        "its breath ever since. You can follow where the ruts lead and see what they dropped. Or you can clear away "
        "the stones and let the ground breathe out; there is a proper cap for it lying by."
    ),
    312: (
        "The last of the sand runs off like water and there it stands: not fallen, not broken, straight as a plumb "
        "line in the bottom of its own grave. Dust has polished it. It has the look of somebody who was asked to wait"
        " here for a moment, and did."
    ),
    315: (
        "Once the shutters are open the core needs no coaxing. It counts. Eleven, and a pause, and eleven, just as "
        "the drum did under the sea; and when {actor} lays the two records one over the other, there is not a hair's "
        "breadth between them, though the two masts stand a year apart by light. Nobody sends the same thing for ever"
        " to say something. This is not a message. It is a measure."
    ),
    330: (
        "Noon. The shadows draw in under the things that cast them, like animals going to ground. For as long as it "
        "lasts there is no colour and no sound, only weight. Then the edge of the shade wall lets out one dark "
        "finger, and those who can stand up do so."
    ),
    398: (
        "You climb out over the pan with every vent open and the gloves off. From above the wheel ruts are quite "
        "clear, two thin lines ruled across the whole desert. They do not wander. They point the way that you came: "
        "toward home."
    ),
    399: (
        "Burned gloves on a ladder, hands under arms, water poured over heads without being asked for. You left the "
        "shovel standing in the dune. It will make a good landmark, somebody says, if it has not melted."
    ),
    400: (
        "The third buoy is in the trees. It did not crash there; it was put there, woven into the crown of a forest "
        "that hangs over nothing you can see the bottom of, and the trees have kept it level ever since by growing. "
        "Go up the ropes and hear what it says. On the way, look where you put your feet and whom you frighten. "
        "Something fell out of a nest last night, and has been crying."
    ),
    401: (
        "The canopy has closed over your old rope and made a neat job of it. New shoots have been led along the "
        "handholds. Somewhere inside, the loom is working, a soft double knock, and where you tied off your line last"
        " time there is now a knot that none of you know."
    ),
    405: (
        "The road is rope, well tarred, with a handrail for somebody shorter than you. Every knot along it is the "
        "same, hundreds of them, tied by one pair of hands that never once was careless. You could stop and take one "
        "apart, in the mind, until you had it. A scout would. Or you could walk on and just be glad of it; it is a "
        "comfort to the feet to be looked after."
    ),
    409: (
        "Here is the buoy, then, sitting in a cradle of living branches like an egg in a hand. The metal shines. No "
        "one has polished it but the leaves, stroking it in the wind, all these years. When you come close a small "
        "lamp turns itself up, to see you better."
    ),
    412: (
        "Now you can read it. The whole loom is a calendar, a tie for every pulse that ever passed along the Line, "
        "rank above rank, going up into the dark. And here at the height of your eyes is a place where the cord runs "
        "bare. You measure it against the rest. Fifteen years of nothing, and beside it, each spring, a little mark, "
        "as of somebody who had come to look. You might tie one of your own there. Or draw the pattern, every knot of"
        " it, while there is light."
    ),
    415: (
        "It asks in lamplight: long, short, a patient wait. {actor} answers with a hand torch, feeling foolish, and "
        "then not foolish at all, for overhead the branches have stopped moving in the wind and begun to move in some"
        " other way. They are leaning in. Whatever you said, it was the right length. The lamp dims itself, slowly, "
        "like somebody who has had an answer and means to think about it."
    ),
    498: (
        "As the lander lifts off, the whole crown bends to let it by and springs back. Something small waves from the"
        " topmost bough. Or it is a leaf. You wave in any case, all of you, until the cloud comes between."
    ),
    499: (
        "They cut you out of the ropes with kitchen shears and haul you in by the belt. Nobody is angry, down there; "
        "you could have sworn that the last of the lines let go of its own accord, and rather gently."
    ),
    500: (
        "A branch of the Line ends on this moon, in a city with nobody in it. They voted here. Every dish and jar "
        "bears a name scratched into the clay, always the same name, over and over, and then the dishes were broken. "
        "Find out what the vault below the stair was built to hold. Tread softly in the halls; there is an echo, and "
        "it is a beat too slow to be yours."
    ),
    501: (
        "The streets are where you left them. The dust is not: it has been drawn up into little ridges, ankle high, "
        "that run along the walls and stop wherever one of you stood still the last time."
    ),
    505: (
        "The whole street is paved with potsherds, set edge to edge, polished by feet. On each there is part of a "
        "name. Ten thousand people wrote it and ten thousand broke it, and then for years they all walked on it to "
        "market. There is a way round by the gutters, slow going. Straight across would be quicker, and some of the "
        "larger pieces would be worth having, but they shift and click when you lean on them, and not all of the "
        "clicking stops."
    ),
    507: (
        "From the plaza you took it for a ruin. From below you see that the great dome did not fall in. It was "
        "opened, outward, from inside. All round the rim, as high as arms reach, are the prints of hands, hundreds of"
        " pairs, every palm laid to the stone at the same moment."
    ),
    509: (
        "Past the beacon the stair goes on down. As you take the first step a voice below says *one*, not loud. It is"
        " one of your own voices. On the second step it says *two*, and waits, rather eagerly, for you to go on. It "
        "would be easy to join in; it might even be company. You could also cover your ears and go by the wall, and "
        "arrive with sore arms and your thoughts to yourself."
    ),
    512: (
        "The walls are names from floor to ceiling, each with a date of birth and a place laid at table. Nobody is "
        "left out, except at one spot beside the door. There the plaster is worn into a hollow, smooth and deep, by "
        "fingers going to where a name used to be."
    ),
    515: (
        "You lay their tablet on the sill as the worn place shows that they did, and step back, and say nothing. "
        "After a while the vault opens by itself. Inside there is no treasure. There is a bed with the covers turned "
        "down, empty, and on the door frame, mark above mark, the heights of a child. The topmost mark stands a good "
        "deal higher than the others. Nobody had the time to put a date to it."
    ),
    516: (
        "The seal is one clean piece, and the blade goes through it with a sound like a held breath let out. You are "
        "inside before the dust has settled. A bed, empty; on the frame of the door a child's heights, marked off "
        "year by year. It is {actor} who notices first that the tapping you hear is no longer your tools. It comes "
        "from the stone, on all sides, and it is trying out different rhythms."
    ),
    530: (
        "Every wall says the last thing that you said. Then it says the thing before that. Then, politely, in your "
        "voices, it says something that none of you has said yet, and seems to wait for you to agree."
    ),
    598: (
        "Nobody talks until orbit. Then everybody does, at the same time, loudly, about food; and you look round from"
        " face to face and count until the number comes out right."
    ),
    599: (
        "They found you sitting in a ring on the plaza with your knees touching, humming. You came along willingly "
        "enough. Somebody had to pull your hands apart. In the boat it was a good while before anybody wanted theirs "
        "back."
    ),
    600: (
        "There she lies, the *Second Candle*, on the ice of Paleshore, on her keel and in one piece. There are no "
        "bodies and no signs of haste. The hatches were closed from the outside. Find out where the people went. The "
        "wind here has a habit of coming back for what it missed, so do not let it find you in the open, and if they "
        "kept a log, bring it home."
    ),
    601: (
        "There is a light in the window of the signal hut. You all remember putting it out. The snow before the door "
        "shows no prints but yours, from the last time, filled in and blown smooth, and a neat stack of fuel that was"
        " not there."
    ),
    605: (
        "A row of tents, struck and folded, each with a stone on it. The stoves have been scrubbed. In the last box "
        "lies the ship's log, wrapped against the damp, and on top of it a packet of biscuits with a note: *for "
        "whoever comes.* They meant to be back for all this. They had also made quite sure that it would not matter "
        "if they were not."
    ),
    607: (
        "On the ridge stands a cairn, built with care from flat round stones like drumheads, one on another. Eleven. "
        "From up here you can see a good way along the ice, and the next twelve stones lie to hand; whoever stopped "
        "at eleven did not run short. You could finish the pile. Or take one down to look at, for there is bright "
        "metal in the grain."
    ),
    609: (
        "Under the ice of the pool a warm light comes and goes. Twelve on, twelve off. It is the first time since "
        "home that the count has come out even, and it takes a moment to notice why your shoulders have dropped."
    ),
    612: (
        "The hold has been emptied, but not by thieves. What is missing is just what you would take along yourselves "
        "to go and live somewhere: seed, blankets, pots, the children's books, the good hammer. What is left is "
        "everything one needs only for travelling."
    ),
    615: (
        "The set warms up, whistles, and finds the place where it was left. It is a while before you make out that "
        "the noise is a man. He is hoarse. He speaks a few words at a time, and stops, and there is a thud, and he "
        "goes on, in step with something too large to hear. *Candle here,* he says. Thud. *Candle here. All well.* "
        "Thud. *Is anybody free tonight?*"
    ),
    698: (
        "You put out the lamp in the hut and go. As the lander comes up over the ridge, Anand taps the glass without "
        "a word and points. In the white behind you, a small yellow light has come on. It blinks, once, like somebody"
        " nodding."
    ),
    699: (
        "The winch line came down stiff as wire, and it took three of you to bend it round a fourth. You are all "
        "aboard. Somebody has found the note among the biscuits and reads it out again, for something to do with the "
        "teeth."
    ),
    700: (
        "Everything on Skein breathes at once. You can see it from orbit, the whole green side of it, rising and "
        "falling. It has sent you an invitation. It is put together from scraps of your own radio talk, a word from "
        "one of you, a cough from another, and it says: *come down, we would like, to have you.* Look into the well "
        "at the middle of it and learn what it is. Keep talking to one another, and do use names."
    ),
    701: (
        "It has been practising. As the lander door opens, the field says all of your names, not quite together, with"
        " the stress very nearly right, and then holds its breath to hear how it did."
    ),
    705: (
        "Waist-high grass, warm as a flank. It leans. You watch for a while to find out toward what, and wish you had"
        " not: it leans toward whichever of you has been quiet longest. It wants nothing. It would hold you up if you"
        " let yourself down into it, and you are so very tired. Or you could link arms, and somebody could tell that "
        "story again, the long one, all the way across."
    ),
    707: (
        "A village, with curtains, and the tables laid. The people rise when you come in. They are courteous and "
        "quite unhurt, and they finish one another's sentences, and after a time they begin to finish yours. On the "
        "sill of each house stands a row of small things from somewhere else, dusted: a whistle, a boot, a ring."
    ),
    709: (
        "Nothing grows on the hill, and when you reach the top, the breathing stops. It has not stopped, you have "
        "only stepped out of it. One after another you sit down on the bare stone. There is a little weeping, of no "
        "particular kind. It is a remarkable thing to have nobody in your head."
    ),
    712: (
        "It learned this from somebody. Under the hum, if you follow a single thread of it, there is one voice, quite"
        " young, singing a thing to keep its courage up, the way one does in an empty house. That is the one who was "
        "woken, on the moon with the streets. It was joined, and joined, and joined, and no one ever came to say that"
        " it could stop. You could show it how a song ends. Or you could take down every note as it stands, and leave"
        " it singing."
    ),
    715: (
        "You lower the glass hand over hand into the well. Water, then dark, then something pale that goes on and on,"
        " branching, down and outward, a single nerve with a world wrapped round it. You follow it to the root. "
        "There, at the very bottom, in the middle of everything, there is a hollow in the rock about as long as a "
        "bed. You have seen its fellow on Ostrakon, with the covers turned down."
    ),
    730: (
        "For the length of one breath there is only one of us. It is not unkind. It is like being picked up. Then you"
        " are all on your hands and knees in the grass, with your own names in your mouths, saying them, and saying "
        "them."
    ),
    798: (
        "The field waves, all of it, until it is too small to see. Nobody waves back. After a while somebody does, a "
        "very little, below the edge of the window."
    ),
    799: (
        "You were counted on the ladder, and counted again in the lock, and then, to be sure, each of you was asked "
        "for something that only you would know. It took longer than it should have. But the number is right, and the"
        " doctor has been round with soup."
    ),
    800: (
        "Two moons pull this planet out of shape and let it drop again, once a day, like bakers with dough. The place"
        " is an anvil, and the blow is real. In between there is just time. Somebody put this to use: something is "
        "made down there, a stroke at a time, and it was sent out along the Line. Get to the gap and see what. Mind "
        "the count. When the ground begins to ring, be somewhere else."
    ),
    801: (
        "The flats have cracked across where you stood the last time, and the crack has been neatly filled with new "
        "stone, still warm. The ground has not settled yet. It mutters, and moves something from one pocket to "
        "another."
    ),
    805: (
        "The flats ring under your boots like a struck plate, each slab with its own note. After a bit you see why "
        "the old path zigzags. There is a slab that is safe, for every step, and it is the one that has just sounded."
        " A good scout could walk it like a tune. Or you can all just go, fast, with your arms out, and grab at "
        "whatever bright stuff the cracks have thrown up."
    ),
    807: (
        "Halfway over, the bridge is broken, and it has not fallen, because a Tender hangs in the gap. It has hold of"
        " one side with one arm and of the other side with the rest. It must have been there for years. It has lamps,"
        " and turns one of them toward you, and then, to be polite, away. There is cable in your packs, enough to "
        "take the strain off. It would also bear your weight quite well just as it is."
    ),
    815: (
        "You put your heads into the gap between two blows and there it is: the hammer, and under the hammer the row "
        "of moulds. One blow, one bolt. Each goes off with its own single beat shut up inside it, to hang in a buoy "
        "and give that beat again for ever. You know the shape; you have seen the socket. And in the row, quite "
        "clean, with a chalk mark beside it as if it had been put down on a list to be seen to, one mould stands "
        "empty."
    ),
    830: (
        "The blow falls. There is no sound, at first. Then it arrives, by way of your feet, and everything that was "
        "standing has another idea. Where the slabs meet, something shakes itself loose from the stone and begins to "
        "walk about."
    ),
    898: (
        "You go up between two blows, with your teeth together, and the planet goes down a little as you do, like a "
        "mattress. Somebody has been counting under their breath all day, and now cannot leave off."
    ),
    899: (
        "Some of the kit is still down there, and some skin. The gap closed on the rope just after the last of you "
        "was out of it. It waited, Lusk maintains. She has sent it down a word of thanks by the radio, on the off "
        "chance."
    ),
    900: (
        "*Candle here. We see you. There is coffee. Put down in the garden by the wall, walk quietly, and please do "
        "not step on the beat; you will know what I mean when you get to it.* The voice stops for a thud and goes on."
        " *There are beds all along the terrace. They are not ours. We will explain. We have been looking forward to "
        "explaining.*"
    ),
    901: (
        "Back at the gate. Your cups stand in a row on the wall, rinsed, with your names on bits of tape. Somebody "
        "has gone on keeping a place for each of you at the long table, and somebody has gone on striking."
    ),
    905: (
        "The wall of the watch house is a rota. It begins at the door in a round, confident hand: nineteen years' "
        "worth of columns, ruled in advance, as a joke. Fifteen of them are filled. At first there are forty names to"
        " a page. You walk along it with your lamp. In the last column there are four to a shift, and the same four "
        "again, and the hand that writes them has begun to shake."
    ),
    907: (
        "Beans on strings, blankets on a line, a pot that has plainly never been let go cold. A boy of perhaps ten "
        "brings you water and looks at your sleeves, all of you, one after another. Then he fetches a drawing. It is "
        "a ship, with windows. He has got the number right; you are wearing it. He made it when he was four."
    ),
    912: (
        "Old Beat does not speak. It has a lamp in each of its hands, and it takes all afternoon. It shows you a bed,"
        " and it shows you a beat. It puts them side by side. It takes the beat away, and lets you look, for a "
        "moment, at what the bed does then; and puts it back at once, and pats it. Then it waits, with all its lamps "
        "turned low, to see what you will do with your faces."
    ),
    930: (
        "Somebody has stumbled, or slept, or merely looked up. For one blow nobody strikes. All along the terrace the"
        " beds creak, every one, as a house creaks when someone has turned over in it; and from the undercroft, "
        "unhurried, comes the sound of bare feet on stone."
    ),
    950: (
        "She does not want to let go of the hammer, and then she does, and sits down where she stands. {actor} takes "
        "it. It is a good deal heavier than it looks. You lift it, and eleven strokes go by like great doors closing,"
        " far off, all down the Line; and into the gap you let it fall.\n\n"
        "So this is what was calling. It never was a *who*. It was a *when*. There is a place in the count where "
        "something is missing, and every lamp from here to home has been asking, in the only way it had, for whoever "
        "was nearest to come and see to it. They came: the *Second Candle*, with picks and seed potatoes. They saw "
        "what lay in the beds, and they understood what the silence was doing to it, and one of them picked up a "
        "hammer. That is all. That is the whole of it, for fifteen years, in shifts.\n\n"
        "Nobody has told you to stay. They are quite careful not to look at you. But the people on the benches have "
        "begun, one after another, to go to sleep sitting up, and your arm has found the swing of it, and here comes "
        "the gap again."
    ),
    954: (
        "Under the hall the pulse comes through the rock so hard that your lamps shiver. Here are the patterns, one "
        "for each bolt that was ever sent out, hung on pegs like keys in an inn. All the pegs are taken but one. The "
        "shape that is drawn on the wall behind it you know by heart: it is a hole in a hull, as clean as a cut loaf,"
        " in sight of your own roofs. It could be put back."
    ),
    960: (
        "You have it. The stroke goes in where it should and the next one is easier. Along the terrace something "
        "unclenches, and the breath of the sleepers draws out long. Roe comes and listens with his head on one side. "
        "He nods. At the end of the hall a door stands open now that was not a door before, and steps go down to "
        "where the first of them lies. If anybody may be asked, they may."
    ),
    970: (
        "The first bed is smaller than you expected. Whoever lies in it breathes once a minute, on the beat. Roe "
        "stands by with the hammer, not striking, because for this one minute somebody else is. You may wake them, or"
        " end it, or take your people and go, or promise something difficult. Nobody will say it for you."
    ),
    972: (
        "You promise that you will be quick. It sounds thin, in that hall, with the great doors closing one after "
        "another. Roe does not ask how quick. He gives you the pattern from the empty peg, wrapped in a clean shirt, "
        "shakes hands all round, and goes in to take his shift."
    ),
    975: (
        "A slip, and then, reaching to catch it, another. It is dark and you are tired and it is nobody's fault. In "
        "the bed by your hand a sleeper sits up. They look straight ahead. They put up one hand before their face, "
        "and turn it over; and behind you, at the same time, in the same way, so do some of you."
    ),
    980: (
        "You rise out of the garden as gently as the lander can be made to go. Behind you the beat goes on. It is a "
        "little late, the rough one, and a little late again, and each time you have stopped breathing by the time it"
        " comes."
    ),
    981: (
        "The Candle people carried you to the boat, two to a stretcher, keeping step. They tucked you in. They had a "
        "word for each of you, and then they looked at one another, and turned round, and went straight back to work."
    ),
    991: (
        "Ledger keeps a page with six empty boxes on it. Whenever there are not enough of you to fill a boat, people "
        "are called up who had not planned to come, and a box is ticked. The program has no opinion about this. It "
        "has, however, drawn the boxes rather far apart."
    ),
    999: (
        "Places seen, in the order in which they were seen, with the date, the weather if any, and who was there. "
        "Ledger keeps the list and adds nothing to it. Now and then, late, somebody scrolls to the top and reads it "
        "down like a letter."
    ),
    1000: (
        "The yard that cut your buoy open is a day's flight off, and it has a guest berth. They make no secret of it."
        " Vesper Yard breaks ships; it is honest work, mostly, and they will give you dinner. Find out who bought the"
        " bolt. Take an interest in the cranes. They are older than the people who work them, and they do not look "
        "down."
    ),
    1001: (
        "They have painted your name over the berth, with one letter wrong, and hung out a lamp. The noise is the "
        "same as ever. Somebody shouts a greeting from high up, and a spanner follows it down, and an apology."
    ),
    1005: (
        "Everything that ever came loose ends up here under the hulls, on blankets: portholes, pumps, a ship's cat in"
        " a basket, not for sale. An old woman deals in passes to the inner docks and will take tinned food. Two "
        "cutters at a table know something about a bolt, if you can show them that you know something first. And "
        "there are dumplings, very hot, for anyone who only wants to sit down."
    ),
    1007: (
        "Aurel Sand pours the tea himself. He has good cups. He was nineteen, he says, it was the first big thing "
        "that he ever took apart on his own, and the price was very good. He turns the cup round. *I thought it was "
        "dead. Everybody said that it was dead.* That same night the lamps came on. He has not slept well since, and "
        "he has never told a soul, and he would give a good deal for it not to be printed. The ledger is there on the"
        " shelf. He does not look at it. He asks whether you are taking on hands."
    ),
    1009: (
        "The hills are scrap, and somebody has sorted them. It takes a while to see by what. Here are toys. Here are "
        "tools with the marks of hands in the grips. Here are doors, only doors, each with its number, leaning one "
        "behind the other as far as you can see."
    ),
    1012: (
        "You had expected cutting gear. There is a swept floor, a lamp with oil in it, and in the middle, upon "
        "trestles, the cradle that the bolt was shipped in, empty, with its straps neatly buckled. Flowers, of a "
        "sort, made from swarf. The yard has known all along, then, every one of them. They did not know whom to "
        "tell."
    ),
    1015: (
        "{actor} takes the rubbing, and lays it on the crate lid to dry, and so it is on the crate lid that you see "
        "the label. The marks will fit the mould they came from, wherever that is; you would stake the ship on it. "
        "But it is the other thing you read aloud, twice. *Deliver to:* a street you know, a door you have stood in "
        "line at. The buyer was the Charter Office."
    ),
    1098: (
        "The yard siren goes as you lift off. It is only the change of shift. But they have had the same hand on the "
        "rope for fifteen years, and he has got into a habit; it sounds almost in time."
    ),
    1099: (
        "Sand's own people brought you out from under the crane, splinted what wanted splinting, and carried you up "
        "to your own lock. There was no invoice. He stood about for a bit in his good coat, and then he said it, all "
        "of it, to a deck full of people lying down."
    ),
}
