"""What is this? A card for everything that The Glass Acre draws, for one seat and from what it knows (BIO-298 to BIO-307).

Tiles and camps are in place_cards.py, quests in quest_cards.py; here are secrets, people, movers and the rest.
"""

from __future__ import annotations

from collections.abc import Callable

from app.games.biome.components import (
    ACTIONS,
    BUFFS,
    HINTS,
    HOME,
    INJURY,
    PRIEST_WEIGHT,
    PRIESTS,
    SECRET_NAMES,
    WEIGHTS,
    keys_needed,
)
from app.games.biome.dock import own_of
from app.games.biome.hexes import camp_by_id, parse, spot
from app.games.biome.map_views import alias, halted, on_turn, stands
from app.games.biome.place_cards import building_card, cell_card
from app.games.biome.places import camp_name, capital, joined, place
from app.games.biome.quest_cards import face_of_kind, quest_card
from app.games.biome.state import Hidden, State, Tile, TradeWar, TugOfWar, Vesuvius
from app.games.biome.stock import FRIENDLY, capacity, load, per_turn, who
from app.games.biome.views import keys as keys_of
from app.games.biome.views import timers
from app.kernel import Card, Fact, Gauge

RULES = {
    "key": "BIO-106",
    "extra_action": "BIO-107",
    "extra_carry": "BIO-108",
    "extra_sight": "BIO-109",
    "ease_of_passage": "BIO-110",
    "captured": "BIO-111",
    "supply": "BIO-112",
    "farm_kit": "BIO-113",
    "camp_kit": "BIO-114",
    "caravan_kit": "BIO-117",
    "repair_tools": "BIO-118",
    "blacksmith_kit": "BIO-120",
    "clairvoyance": "BIO-121",
    "foresight": "BIO-124",
    "teleport": "BIO-125",
}
IS = {
    "key": "One of the keys of the gate. It stays a secret while it is carried, and nobody can use it anywhere but there.",
    "extra_action": "Two more actions in every turn of whoever wears it, from the moment it is put on.",
    "extra_carry": "Whoever wears it carries a weight of 2 more.",
    "extra_sight": "Whoever wears it explores up to two steps away, and over cliffs for nothing.",
    "ease_of_passage": "Mountains and deserts cost its wearer no more than grassland.",
    "captured": "A trap. Whoever comes across it is taken to the nearest stealer camp with everything they carry.",
    "supply": "Food and rope. It pays for cliffs, fights and friends, or gives a whole turn's actions again.",
    "farm_kit": "A farm beside a camp makes a Supply for it again and again.",
    "camp_kit": "A camp of our own: a store, a place to rest things, and all around it is explored at once.",
    "caravan_kit": "A road between two friendly camps: a ride over it is one action, however far.",
    "repair_tools": "Speeds up one cool-down by a die, and mends what falls apart.",
    "blacksmith_kit": "A smithy beside a camp makes Repair Tools for it again and again.",
    "clairvoyance": "Shows every face-down secret here and on the tiles around, to the user alone.",
    "foresight": "Shows the next five explorations, or the next five secrets of the box, and lets the user order them.",
    "teleport": "Carries the user to any tile that is explored.",
}
USED = {
    "key": "Carry it to the exit and use it there: it stays in the lock.",
    "captured": "It cannot be used. Beware of laying it where a friend may look.",
    "supply": "Use it for actions, or keep it: cliffs, battles, mercenaries and trade cost Supplies.",
    "farm_kit": "Stand on land beside a camp and use it. On farmland it works fastest.",
    "camp_kit": "Stand on open land without anything on it and use it.",
    "caravan_kit": "Stand on a friendly camp with another one at most four tiles on, and use it.",
    "repair_tools": "Use it where a building, an ally camp or an injured friend is. Ruins and Atlantis take it, too.",
    "blacksmith_kit": "Stand on land beside a camp and use it. On grassland it works fastest.",
    "clairvoyance": "Use it anywhere, for one action.",
    "foresight": "Use it anywhere, for one action.",
    "teleport": "Use it anywhere, for one action. Never aim at water.",
}
BUFF_USE = "Put it on, for one action: it weighs nothing then. At the main camp it can be put up for everybody."


def explain(state: State, seat: int | None, name: str) -> Card | None:
    if name in WHOLE:
        return WHOLE[name](state, seat)
    kind, _, rest = name.partition("-")
    make = MAKERS.get(kind)
    return make(state, seat, rest) if make is not None else None


def whole(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 6 else None


# Secrets ------------------------------------------------------------------------------------------------------------


def secret_of(kind: str, where: str, *facts: Fact, places: tuple[str, ...] = ()) -> Card:
    """What a kind of secret is, wherever it lies."""
    return Card(
        kind=where,
        title=SECRET_NAMES[kind],
        text=IS[kind],
        use=USED.get(kind, BUFF_USE),
        facts=(Fact("Weight", str(WEIGHTS[kind]), "nothing while it is worn" if kind in BUFFS else ""), *facts),
        places=places,
        rule=RULES[kind],
    )


def find_secret(state: State, label: int | None) -> tuple[Tile, Hidden] | None:
    return next(((t, hidden) for t in state.tiles for hidden in t.secrets if hidden.label == label), None)


def secret_card(state: State, seat: int | None, rest: str) -> Card | None:
    found = find_secret(state, whole(rest))
    if found is None:
        return None
    tile, hidden = found
    where, places = place(state, tile.at), (spot(tile.at),)
    own = own_of(state, seat)
    if state.result:
        return secret_of(hidden.kind, f"It lay in {where}", places=places)
    if set(own) & set(hidden.seen):  # BIO-302
        knows = Fact("Known to", "you alone", "say nothing of it; hints are allowed")
        return secret_of(hidden.kind, f"A secret that you know, in {where}", knows, places=places)
    laid = "Somebody has laid it there." if hidden.placed else "It came with the land."
    return Card(
        kind=f"Face-down, in {where}",
        title="A secret",
        text=f"Nobody may say what it is. {laid}",
        use="Stand on its tile and look at it: one action, two on a mountain. Only you will see it.",
        facts=(Fact("Beware", "a few of them capture", "whoever looks at such a one is taken away", better=False),),
        places=places,
        rule="BIO-067",
    )


def my_character(state: State, seat: int | None, rest: str) -> tuple[int, str] | None:
    """`0-farm_kit`: one of my characters, and a kind."""
    number, _, kind = rest.partition("-")
    player = whole(number)
    return (player, kind) if player is not None and player in own_of(state, seat) else None


def whose_pack(state: State, player: int) -> str:
    return f"In {alias(state, player)}'s pack" if state.seats == 1 else "In your pack, and only you know it"


def pack_card(state: State, seat: int | None, rest: str) -> Card | None:
    """My own things only; what others carry is nobody's business (BIO-301)."""
    mine = my_character(state, seat, rest)
    if mine is None:
        return None
    player, kind = mine
    person = state.players[player]
    if kind == "priest":
        return priest_card(state, player) if person.priests else None
    count = person.inventory.count(kind)
    if not count:
        return None
    facts = (Fact("How many", str(count)),) if count > 1 else ()
    return secret_of(kind, whose_pack(state, player), *facts)


def priest_card(state: State, player: int) -> Card:
    return Card(
        kind=f"With {who(state, player)}",
        title="A priest",
        text="One of the three who live on the Volcano. He walks along as long as you stand.",
        use="Put him down on any other tile: then he is safe, and gives his reward to a camp of ours.",
        facts=(Fact("Weight", str(PRIEST_WEIGHT)),),
        rule="BIO-274",
    )


def worn_card(state: State, seat: int | None, rest: str) -> Card | None:
    mine = my_character(state, seat, rest)
    if mine is None or mine[1] not in state.players[mine[0]].worn:
        return None
    player, kind = mine
    whose = alias(state, player) if state.seats == 1 else "you"
    works = Fact("It works", "now, and in every turn", "until it is taken off", better=True)
    return secret_of(kind, f"Worn by {whose}", works)


def store_card(state: State, seat: int | None, rest: str) -> Card | None:
    number, _, kind = rest.partition("-")
    camp = camp_by_id(state, whole(number) or 0)
    if camp is None or kind not in camp.store:
        return None
    where = camp_name(state, camp)
    if camp.kind in FRIENDLY:
        take = Fact("To take it", "stand there", "taking it costs nothing there")
    elif state.options.take_back:
        take = Fact("To take it back", "stand there", "one action")
    else:
        take = Fact("To take it", "no", "out of reach: only mercenaries fetch it")
    count = Fact("How many", str(camp.store.count(kind)), "open to all")
    return secret_of(kind, f"In the store of {where}", count, take, places=(spot(camp.at),))


# People -------------------------------------------------------------------------------------------------------------


def player_card(state: State, seat: int | None, rest: str) -> Card | None:
    number = whole(rest)
    if number is None or number >= len(state.players):
        return None
    person = state.players[number]
    at = stands(person)
    mine = person.seat == seat
    whose = "One of your two" if state.seats == 1 and mine else "You" if mine else "One of the crew"
    where = "held where nobody can reach" if at is None else f"in {place(state, at)}"
    carries = (
        f"a weight of {load(person)}, of {capacity(state, number)}" if mine else count_words(len(person.inventory))
    )
    facts = [
        Fact("Carries", carries, "what it is, only the owner knows"),
        *(Fact("Wears", SECRET_NAMES[kind], "works in every turn", better=True) for kind in person.worn),
        *(
            [Fact("Leads", "a priest" if person.priests == 1 else f"{person.priests} priests")]
            if person.priests
            else []
        ),
        Fact("Actions in a turn", str(per_turn(state, number)), f"{ACTIONS} for everybody, and what buffs add"),
    ]
    return Card(
        kind=f"{whose}, {where}",
        title=who(state, number),
        text=CONDITION[person.status],
        does=condition_next(state, number),
        gauge=healing_track(person.healing) if person.status == "injured" else None,
        facts=tuple(facts),
        places=(f"player-{number}",) if at is not None else (),
        rule={"active": "BIO-028", "injured": "BIO-141", "captured": "BIO-145"}[person.status],
        seat=person.seat,
    )


def healing_track(left: int) -> Gauge:
    return Gauge(max(0, INJURY - left), 0, INJURY, "just hurt", "well")


CONDITION = {
    "active": "Up and about. Everybody plans together, and nobody says what a secret is that only they have seen.",
    "injured": "Hurt, and in the main camp. Whoever is injured has no turn; worn buffs stay, what was carried is lost.",
    "captured": "Held by a stealer camp. Whoever is captured has no turn, and their things lie in that camp's store.",
}


def count_words(count: int) -> str:
    return "nothing" if count == 0 else "1 secret" if count == 1 else f"{count} secrets"


def condition_next(state: State, number: int) -> str:
    person = state.players[number]
    if state.result:
        return "The game is over."
    if person.status == "injured":
        return f"In every board's turn a die comes off the {person.healing} that are left. At 0 they stand up."
    if person.status == "captured":
        rounds = "in this board's turn" if person.captive == 1 else f"after {person.captive} board's turns"
        return f"Let go {rounds}, injured. Friends can pay a ransom there, or send mercenaries."
    if on_turn(state) == number:
        left = person.actions
        return f"On turn, with {'no action' if left == 0 else '1 action' if left == 1 else f'{left} actions'} left."
    return "Has the next turn when it comes round."


# What moves ---------------------------------------------------------------------------------------------------------


def party_card(state: State, seat: int | None, rest: str) -> Card | None:
    party = next((party for party in state.parties if party.id == whole(rest)), None)
    if party is None:
        return None
    home = camp_by_id(state, party.home)
    cargo = joined([SECRET_NAMES[loot.kind] for loot in party.cargo])
    base = camp_name(state, home) if home is not None else "nowhere"
    also: tuple[str, ...] = ()
    if party.quest:
        face = face_of_kind(state, party.quest)
        goal = "the Fountain" if party.quest == "fountain" else "the Ancient Tomb"
        text = f"Thieves on their way to {goal}. If they are first, its key is lost."
        does = "They move two steps whenever their quest moves on."
        also = (face,) if face else ()
    else:
        text = f"They have raided and carry {cargo} home." if cargo else "They are on their way home."
        does = f"In every board's turn they move two steps towards {base}."
    return Card(
        kind=f"Raiders of {base}, in {place(state, party.at)}",
        title="A raiding party",
        text=text,
        does=does,
        use="Mercenaries destroy it, and what it carries goes back. The Roaming Gang destroys it with all it has.",
        facts=(Fact("Carries", cargo, "to its camp", better=False),) if cargo else (),
        places=(spot(party.at), *((spot(home.at),) if home is not None else ())),
        also=also,
        rule="BIO-177",
    )


def band_card(state: State, seat: int | None, rest: str) -> Card | None:
    band = next((band for band in state.bands if band.id == whole(rest)), None)
    if band is None:
        return None
    camp = camp_by_id(state, band.camp)
    wanted = [*(who(state, number) for number in band.captives), *(SECRET_NAMES[kind] for kind in band.wants)]
    task = {
        "rescue": f"They go to bring back {joined(wanted)}.",
        "party": "They are after a raiding party; what it carries will go back.",
        "gang": "They are after the Roaming Gang, to pin it where it stands.",
    }[band.task]
    return Card(
        kind=f"On our side, in {place(state, band.at)}",
        title="Mercenaries",
        text=task,
        does="In every board's turn they move two steps, over Caravan Routes, too.",
        use="They go home when their task is done or has gone. The gang destroys those who are not after it.",
        facts=(Fact("Hired from", camp_name(state, camp)),) if camp is not None else (),
        places=(spot(band.at),),
        rule="BIO-182",
    )


MODES = {
    "roaming": "They go wherever the die sends them.",
    "subdued": "Beaten for a while: whoever stands beside them can take their key.",
    "pinned": "Held by our mercenaries: whoever stands beside them can take their key.",
    "enraged": "In a rage they move twice, and nobody can attack them.",
}


def gang_card(state: State, seat: int | None) -> Card | None:
    gang = state.gang
    if gang is None:
        return None
    face = face_of_kind(state, "gang")
    counts = {
        "subdued": "more moves of their quest, then a rage",
        "pinned": "more rounds, then a rage",
        "enraged": "more moves",
    }
    left = (Fact("For", str(gang.count), counts[gang.mode]),) if gang.count > 0 else ()
    return Card(
        kind=f"They move over the map, in {place(state, gang.at)}",
        title="The Roaming Gang",
        text=f"Whoever meets them is injured; a store loses a secret, raiders are destroyed. {MODES[gang.mode]}",
        does="When their quest moves on: a die for the direction, then up to two steps straight on.",
        use="Stand beside them and attack: 5 or 6 beats them, 1 or 2 injures you. Somebody on a camp keeps them out of it.",
        facts=(Fact("They are", gang.mode, better=gang.mode in ("subdued", "pinned")), *left),
        places=(spot(gang.at),),
        also=(face,) if face else (),
        rule="BIO-191",
    )


def front_card(state: State, seat: int | None) -> Card | None:
    face = face_of_kind(state, "tug_of_war")
    running = any(isinstance(quest, TugOfWar) and quest.active for quest in state.quests)
    return quest_card(state, seat, face.removeprefix("quest-")) if face and running else None


def warrior_card(state: State, seat: int | None, rest: str) -> Card | None:
    war = next((quest for quest in state.quests if isinstance(quest, TradeWar) and quest.active), None)
    if war is None or whole(rest) not in (war.ally, war.killer):
        return None
    face = face_of_kind(state, "trade_war")
    return quest_card(state, seat, face.removeprefix("quest-"))


def priests_card(state: State, seat: int | None) -> Card | None:
    volcano = next((quest for quest in state.quests if isinstance(quest, Vesuvius)), None)
    if volcano is None or not volcano.priests:
        return None
    return Card(
        kind=f"On {place(state, volcano.at)}",
        title="The priests" if volcano.priests > 1 else "The last priest",
        text=f"{volcano.priests} of {PRIESTS} live in the temple. Each one saved rewards a camp; the third brings the key.",
        does="When the mountain erupts for the first time, whoever is still up there is lost, and the key with the first.",
        use="Find the temple, lead them down one by one, and put each down on another tile.",
        places=(spot(volcano.at),),
        also=(face_of_kind(state, "vesuvius"),),
        rule="BIO-273",
    )


def route_card(state: State, seat: int | None, rest: str) -> Card | None:
    route = next((route for route in state.routes if route.id == whole(rest)), None)
    if route is None:
        return None
    start, end = place(state, route.cells[0]), place(state, route.cells[-1])
    closed = any(halted(state, cell) for cell in route.cells)
    return Card(
        kind=f"Between {start} and {end}",
        title="Caravan Route",
        text="A ride from one end to the other is one action. A Supply sends a secret along it, and nobody needs to go.",
        does="Closed: the Roaming Gang stands on it." if closed else "",
        places=(spot(route.cells[0]), spot(route.cells[-1])),
        rule="BIO-137",
    )


# What concerns all --------------------------------------------------------------------------------------------------


def keys_card(state: State, seat: int | None) -> Card | None:
    found = keys_of(state)
    left = state.quest_count - found.lost
    need = keys_needed(state.quest_count)
    spare = left - need
    lose = (
        "The next key that is lost loses the game."
        if spare == 0
        else f"{spare + 1} more keys lost, and the game is lost."
    )
    return Card(
        kind="What wins and what loses",
        title=f"{need} keys open the gate",
        text="Every quest has one key. Find the exit, put the keys into its lock, and stand there all together: that wins.",
        does="" if state.result else lose,
        use="The game is lost, too, when nobody is left standing, or when the main camp is destroyed.",
        gauge=Gauge(left, 0, state.quest_count, "none left", "all left") if state.quest_count <= 9 else None,
        facts=(
            Fact("In the lock", f"{found.lock} of {need}"),
            Fact("Out of their quests", str(found.ours), "carried, stored or in the lock"),
            Fact("In quests we know", str(found.open)),
            Fact("In quests not found yet", str(found.hidden)),
            Fact("Lost for good", str(found.lost), better=False if found.lost else None),
        ),
        places=(spot(state.exit),) if state.exit is not None else (),
        rule="BIO-290",
    )


def group_card(state: State, seat: int | None) -> Card | None:
    kind = state.group_buff
    if not kind:
        return None
    works = Fact("Works for", "everybody", "as long as the main camp stands", better=True)
    return secret_of(kind, "Put up at the main camp", works, places=(spot(HOME),))


def box_card(state: State, seat: int | None) -> Card | None:
    return Card(
        kind="Beside the map",
        title="The box of secrets",
        text="Every land that is explored gets its secrets from here, unseen. What is used goes to the discard pile.",
        does="When it is empty, the discard pile is shuffled into it.",
        facts=(Fact("In the box", str(len(state.box))), Fact("Discarded", str(len(state.discard)), "open to all")),
        rule="BIO-054",
    )


def cooldowns_card(state: State, seat: int | None) -> Card | None:
    return Card(
        kind="The clock of camps, buildings and wounds",
        title="Cool-downs",
        text="Whatever lies on this ring waits. In every board's turn a die comes off each number; at 0 something happens.",
        does="Farms and smithies make something, the injured stand up, allies are ready again, enemies raid.",
        use="Repair Tools take another die off one of them.",
        facts=tuple(Fact(row.text, "asleep" if row.dormant else str(row.value)) for row in timers(state)),
        rule="BIO-151",
    )


def timer_card(state: State, seat: int | None, rest: str) -> Card | None:
    kind, _, number = rest.partition("-")
    which = whole(number)
    if kind == "building":
        return building_card(state, seat, number)
    if kind == "healing" and which is not None:
        return player_card(state, seat, number) if is_injured(state, which) else None
    camp = camp_by_id(state, which or 0) if kind == "camp" else None
    return cell_card(state, seat, f"{camp.at[0]},{camp.at[1]}") if camp is not None else None


def is_injured(state: State, number: int) -> bool:
    return number < len(state.players) and state.players[number].status == "injured"


def hint_card(state: State, seat: int | None, rest: str) -> Card | None:
    number, _, cell = rest.partition("-")
    hint = next((h for h in state.hints if str(h.seat) == number and f"{h.at[0]},{h.at[1]}" == cell), None)
    if hint is None:
        return None
    return Card(
        kind=f"A hint of {{{hint.seat}}}",
        title=capital(HINTS[hint.hint]),
        text=f"That is all that may be said about {place(state, parse(cell))} without naming a secret.",
        places=(spot(hint.at),),
        rule="BIO-311",
        seat=hint.seat,
    )


WHOLE: dict[str, Callable[[State, int | None], Card | None]] = {
    "gang": gang_card,
    "front": front_card,
    "priests": priests_card,
    "keys": keys_card,
    "group": group_card,
    "box": box_card,
    "cooldowns": cooldowns_card,
}
MAKERS: dict[str, Callable[[State, int | None, str], Card | None]] = {
    "hex": cell_card,
    "secret": secret_card,
    "pack": pack_card,
    "worn": worn_card,
    "store": store_card,
    "player": player_card,
    "party": party_card,
    "band": band_card,
    "warrior": warrior_card,
    "route": route_card,
    "building": building_card,
    "quest": quest_card,
    "timer": timer_card,
    "hint": hint_card,
}
