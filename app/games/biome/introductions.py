"""What the coach introduces when it first appears: what wins and loses from the start, then each thing in its time.

All of it follows from what the seat may know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from app.games.biome.components import BUFFS, CAPACITY, HOME, QUEST_TITLES, keys_needed
from app.games.biome.dock import own_of
from app.games.biome.hexes import around, camp_by_id, is_empty, spot, tile_at
from app.games.biome.map_views import on_turn
from app.games.biome.quest_cards import ABOUT, RULES, face_of_kind
from app.games.biome.state import Player, State
from app.games.biome.stock import ENEMY, known_here
from app.kernel import Intro


def introductions(state: State, seat: int) -> Sequence[Intro]:
    """The most urgent first: the aim, what has happened to me, what I can do, what has appeared."""
    if state.result:
        return ()
    found = (intro for introduce in IN_ORDER for intro in introduce(state, seat))
    return tuple({intro.key: intro for intro in found}.values())


def _mine(state: State, seat: int) -> tuple[int, Player] | None:
    """My character on turn, if one is."""
    player = on_turn(state)
    if player is None or player not in own_of(state, seat) or state.step != "turn":
        return None
    return player, state.players[player]


def _aim(state: State, seat: int) -> Iterator[Intro]:
    need = keys_needed(state.quest_count)
    yield Intro(
        "aim",
        f"{need} keys open the gate",
        f"{state.quest_count} quests hold a key each, {need} of them are enough. Find the exit, fill its lock, stand there "
        "together. Too few keys left, everybody down, or the main camp lost: then it is over.",
        "keys",
        "BIO-290",
    )


def _picks(state: State, seat: int) -> Iterator[Intro]:
    if state.step == "picks" and state.order[state.turn] in own_of(state, seat):
        yield Intro(
            "pick",
            "Take something along",
            "One secret of your choice, and everybody sees it. Extra Action gives two more actions in every turn: a good "
            "first one.",
            rule="BIO-016",
        )


def _silence(state: State, seat: int) -> Iterator[Intro]:
    if state.seats > 1 and state.step == "turn" and _mine(state, seat) is None:
        yield Intro(
            "silence",
            "Plan aloud, but name no secret",
            "What only you have seen, you may never say. Pin a hint to a tile instead: stop, useful, or later.",
            rule="BIO-082",
        )


def _harm(state: State, seat: int) -> Iterator[Intro]:
    for number in own_of(state, seat):
        person = state.players[number]
        if person.status == "injured":
            yield Intro(
                "injured",
                "Injured is not out",
                "You lie in the main camp. In every board's turn a die comes off the ten; then you stand up. What you "
                "carried is lost, what you wear stays.",
                f"player-{number}",
                "BIO-141",
            )
        if person.status == "captured":
            yield Intro(
                "captured",
                "Captured for two rounds",
                "Then you come home injured, unless friends pay a ransom or send mercenaries.",
                f"player-{number}" if person.captor > 0 else None,
                "BIO-145",
            )


def _turn(state: State, seat: int) -> Iterator[Intro]:
    mine = _mine(state, seat)
    if mine is None:
        return
    player, person = mine
    yield Intro(
        "turn",
        "Three actions in a turn",
        "A step, a look at a secret, exploring: one action each, more on rough ground. Press a tile to hear its price.",
        f"player-{player}",
        "BIO-029",
    )
    for kind in person.inventory:
        if kind in BUFFS:
            yield Intro(
                "buff",
                "Put on what you carry",
                "A buff works as soon as it is worn, and weighs nothing then. At the main camp it can be put up for all.",
                f"pack-{player}-{kind}",
                "BIO-098",
            )
    unknown = [cell for cell in around(person.at) if is_empty(state, cell)]
    if unknown:
        yield Intro(
            "explore",
            "Explore the unknown",
            "Press a pale cell beside you. A die says which land appears, with a secret on it; on an 8 a quest begins.",
            spot(unknown[0]),
            "BIO-050",
        )
    tile = tile_at(state, person.at)
    hidden = [one for one in tile.secrets if player not in one.seen] if tile is not None else []
    if hidden:
        yield Intro(
            "secret",
            "Something lies under this land",
            "Look at it for an action: only you will see what it is. A few of them are traps that capture whoever looks.",
            f"secret-{hidden[0].label}",
            "BIO-067",
        )
    known = known_here(state, player)
    if known:
        yield Intro(
            "known",
            "Take it, or use it where it lies",
            f"You carry a weight of {CAPACITY}. The others see how many secrets you have, and never which.",
            f"secret-{known[0].label}",
            "BIO-070",
        )
    if "key" in person.inventory:
        yield Intro(
            "key",
            "You carry a key",
            "It is lost if you are injured with it. Bring it into a store, or to the exit when that is found.",
            f"pack-{player}-key",
            "BIO-106",
        )


def _quests(state: State, seat: int) -> Iterator[Intro]:
    for quest in reversed(state.quests):
        tag = str(quest.__struct_config__.tag)
        yield Intro(f"quest {tag}", f"A quest: {QUEST_TITLES[tag]}", ABOUT[tag], face_of_kind(state, tag), RULES[tag])


def _things(state: State, seat: int) -> Iterator[Intro]:
    if any(camp.kind in ENEMY and not camp.dormant for camp in state.camps):
        camp = next(camp for camp in state.camps if camp.kind in ENEMY and not camp.dormant)
        yield Intro(
            "enemies",
            "An enemy camp is awake",
            "Its number is its cool-down. When that is off, it raids. Killers destroy what they take; stealers keep it"
            + (", and whoever goes there takes it back." if state.options.take_back else "."),
            spot(camp.at),
            "BIO-160",
        )
    loose = next((party for party in state.parties if not party.quest), None)
    if loose is not None:
        yield Intro(
            "raiders",
            "Raiders carry our things home",
            "Two steps in every board's turn. Mercenaries can stop them; then everything goes back where it was.",
            f"party-{loose.id}",
            "BIO-177",
        )
    friends = next((camp for camp in state.camps if camp.trades), None)
    if friends is not None:
        yield Intro(
            "friends",
            "Friends who owe us something",
            "Stand in their camp: they fight for us, or trade, and then rest for a while.",
            spot(friends.at),
            "BIO-182",
        )
    main = camp_by_id(state, 1)
    if state.round > 1 and main is not None:
        yield Intro(
            "board",
            "After everybody, the board moves",
            "Farms, wounds, friends, mercenaries, enemies: each in its order, and all of it is told. The numbers on the map "
            "are cool-downs.",
            spot(HOME),
            "BIO-155",
        )


IN_ORDER: tuple[Callable[[State, int], Iterator[Intro]], ...] = (
    _aim,
    _picks,
    _harm,
    _turn,
    _quests,
    _things,
    _silence,
)
