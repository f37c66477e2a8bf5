"""The cards of quests: what it is, what happens next and when, how it is won or lost, and what cannot be done now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.games.biome.components import (
    ATLANTIS_TOP,
    ERUPTION,
    FRONT_LOST,
    FRONT_WON,
    PRIESTS,
    QUEST_TITLES,
    RUINS_GOAL,
    SECRET_NAMES,
    WAR_HEALTH,
    Cell,
    keys_needed,
)
from app.games.biome.dock import own_of
from app.games.biome.hexes import around, camp_by_id, distance, spot
from app.games.biome.map_views import on_turn
from app.games.biome.places import joined, place
from app.games.biome.quest_views import valued
from app.games.biome.state import (
    Atlantis,
    Dragon,
    Escape,
    Fountain,
    Quest,
    RoamingGang,
    Ruins,
    State,
    Tomb,
    TradeWar,
    TugOfWar,
    Vesuvius,
)
from app.games.biome.stock import Price, affords
from app.games.biome.telling import signed
from app.kernel import Card, Fact, Gauge

War = TugOfWar | TradeWar


def face_at(state: State, at: Cell) -> str:
    """The name of the quest that lies on a cell, if one does."""
    return next((f"quest-{face}" for face, quest in enumerate(state.quests, 1) if quest.at == at), "")


def face_of_kind(state: State, kind: str) -> str:
    found = (face for face, quest in enumerate(state.quests, 1) if quest.__struct_config__.tag == kind)
    return next((f"quest-{face}" for face in found), "")


def quest_card(state: State, seat: int | None, rest: str) -> Card | None:
    face = int(rest) if rest.isdecimal() and len(rest) < 3 else 0
    if not 1 <= face <= len(state.quests):
        return None
    quest = state.quests[face - 1]
    name = str(quest.__struct_config__.tag)
    closed = tuple(shut(state, seat, quest)) if quest.active else ()
    return Card(
        kind=f"Quest {face} · {place(state, quest.at)}",
        title=QUEST_TITLES[name],
        text=ABOUT[name],
        does=next_words(state, quest, face),
        use=END_WORDS[name] if quest.active or isinstance(quest, Escape) else "",
        gauge=track(quest) if quest.active else None,
        facts=tuple(facts(state, quest)),
        closed=closed,
        places=places(state, quest),
        also=(f"quest-{face}", *pieces(state, quest)),
        rule=RULES[name],
    )


RULES = {
    "tug_of_war": "BIO-209",
    "trade_war": "BIO-219",
    "fountain": "BIO-224",
    "tomb": "BIO-234",
    "gang": "BIO-241",
    "dragon": "BIO-251",
    "ruins": "BIO-257",
    "atlantis": "BIO-263",
    "vesuvius": "BIO-269",
    "escape": "BIO-279",
}
ABOUT = {
    "tug_of_war": "Two camps pull at one front. Push it to our side, and the key lies in the ally camp.",
    "trade_war": "Two camps bleed each other. Bring the killers to 0, and the key lies in the ally camp.",
    "fountain": "A wishing well under one of seven tiles. Thieves are on their way; first there gets its key.",
    "tomb": "A key and three secrets behind a stone door. Thieves are on their way to empty it.",
    "gang": "Robbers with a key around their neck. They go where the die sends them, and hurt whom they meet.",
    "dragon": "A hoard with a key in it, and what sleeps on it. It flies out and steals from camps.",
    "ruins": "Walls that fall stone by stone. Mend them faster than they fall, and the key is ours.",
    "atlantis": "A sunken city that came up, with a key and five secrets. It is going down again.",
    "vesuvius": "A mountain that counts down, a hidden temple, three priests. Save all three for the key.",
    "escape": "The way out. Put the keys into its lock, then stand here all together.",
}
END_WORDS = {
    "tug_of_war": f"Won at {signed(FRONT_WON)}, lost at {signed(FRONT_LOST)}: then the ally camp falls, and the key too. "
    "Every fighter and a Supply add 1 to the die; fighters of a lost battle are injured.",
    "trade_war": "Won when the killers are at 0, lost when our friends are: then their camp falls, and the key with it. "
    "Every fighter and a Supply add 1 to the die; fighters of a lost battle are injured.",
    "fountain": "Explore the seven tiles and stand on the Fountain first: a key, a secret of choice, a ride home. If the "
    "thieves turn it up first, the key is lost.",
    "tomb": "Stand on it and plunder, for two actions: a 6 is the key, 3 to 5 a secret. If the thieves arrive and it moves "
    "on again, what is left is lost.",
    "gang": "Stand beside them and attack: 5 or 6 beats them and takes the key, 1 or 2 injures you. When the exit is found "
    "they throw the key away.",
    "dragon": "Stand there and attack: die and 1 for each friend. 6 or more takes two things of the hoard, 4 or less burns "
    "everybody. The key is never lost here.",
    "ruins": f"Won at {RUINS_GOAL}, lost at 0. Repair Tools mend 2, two Supplies mend 1, for one action each. "
    "Mended, they can be built on.",
    "atlantis": "Stand there and plunder, for two actions: a 6 is the key, 1 to 5 what lies in that place. Lost when it "
    "sinks with the key in it. Repair Tools or two Supplies keep the water out once.",
    "vesuvius": "Search for the temple: 5 or 6 finds it. Lead priests away and put them down on another tile. The first one "
    "who is lost takes the key along.",
    "escape": "It opens with enough keys in its lock. Raiders steal keys from it: use them when everybody is near.",
}


def track(quest: Quest) -> Gauge | None:
    match quest:
        case TugOfWar():
            return Gauge(quest.front, FRONT_LOST, FRONT_WON, "key lost", "won")
        case TradeWar():
            value = quest.ally_health - quest.killer_health
            return Gauge(value, -WAR_HEALTH, WAR_HEALTH, "killers ahead", "we are ahead")
        case Ruins():
            return Gauge(quest.health, 0, RUINS_GOAL, "key lost", "won")
        case Atlantis():
            return Gauge(quest.level, 0, ATLANTIS_TOP, "sunk", "high")
        case Vesuvius():
            return Gauge(quest.counter, 0, ERUPTION, "eruption", "calm")
    return None


# What happens next --------------------------------------------------------------------------------------------------


def when(state: State, face: int) -> str:
    if state.options.pace == "board":
        return "In every board's turn"
    if state.options.pace == "die":
        return f"When the quest die shows {face}"
    running = sum(quest.active for quest in state.quests)
    if running <= (2 if state.exit is not None else 1):
        return "At the start of every turn"
    chosen = "two of them move" if state.exit is not None else "one of them moves"
    return f"{running} quests run, and {chosen} at the start of every turn. When it is this one"


def next_words(state: State, quest: Quest, face: int) -> str:
    if isinstance(quest, Escape):
        missing = keys_needed(state.quest_count) - state.lock
        if missing <= 0:
            return "The lock is open. Everybody who stands here together is free."
        return f"{missing} more {'key' if missing == 1 else 'keys'} into the lock."
    if not quest.active:
        word = "Over" if quest.won is None else "Won" if quest.won else "Lost"
        return f"{word}. It moves no more."
    return f"{when(state, face)}, {UPDATES[str(quest.__struct_config__.tag)](state, quest)}"


def battle_words(state: State, quest: Quest) -> str:
    assert isinstance(quest, TugOfWar | TradeWar)
    if quest.supplied:
        return "they fight without you: 4 to 6 gains ground with the Supply, 1 to 3 loses it."
    return "they fight without you: 5 or 6 gains ground, 1 to 4 loses it."


def thieves_words(state: State, quest: Quest) -> str:
    assert isinstance(quest, Fountain | Tomb)
    name = "fountain" if isinstance(quest, Fountain) else "tomb"
    party = next((party for party in state.parties if party.quest == name), None)
    if party is None:
        return "new thieves set out from their camp."
    if isinstance(quest, Tomb) and party.at == quest.at:
        return "the thieves, who are there, take all that is left."
    goal = quest.at if isinstance(quest, Tomb) else quest.fountain or quest.centre
    steps = distance(party.at, goal)
    return f"the thieves move two steps. They are {steps} {'step' if steps == 1 else 'steps'} away."


def gang_words(state: State, quest: Quest) -> str:
    mode = state.gang.mode if state.gang is not None else "roaming"
    return {
        "roaming": "they go up to two steps in a direction that a die says.",
        "subdued": "they come a little closer to a rage.",
        "pinned": "nothing happens: mercenaries hold them.",
        "enraged": "they move twice in directions that a die says.",
    }[mode]


def atlantis_words(state: State, quest: Quest) -> str:
    assert isinstance(quest, Atlantis)
    if quest.protected:
        return "it holds once more: it is protected."
    after = quest.level - 1
    return "it sinks, and what is in it is lost." if after == 0 else f"it sinks to {after}."


def vesuvius_words(state: State, quest: Quest) -> str:
    assert isinstance(quest, Vesuvius)
    if quest.counter > 1:
        return f"it counts down to {quest.counter - 1}."
    return "it erupts" + (
        ": a tile beside it burns." if quest.erupted else ", and priests who are still up there are lost."
    )


UPDATES = {
    "tug_of_war": battle_words,
    "trade_war": battle_words,
    "fountain": thieves_words,
    "tomb": thieves_words,
    "gang": gang_words,
    "dragon": lambda state, quest: "the dragon takes the two best things out of a random store.",
    "ruins": lambda state, quest: "a die: 1 or 2 costs them 2, anything else 1.",
    "atlantis": atlantis_words,
    "vesuvius": vesuvius_words,
}


# Facts --------------------------------------------------------------------------------------------------------------


def facts(state: State, quest: Quest) -> Iterator[Fact]:
    if quest.won is not None:
        yield Fact("It was", "won" if quest.won else "lost", better=quest.won)
    held = quest.key or (isinstance(quest, Dragon) and "key" in quest.hoard)
    if held:
        yield Fact("Its key", "still here")
    match quest:
        case TugOfWar() if quest.supplied and quest.active:
            yield Fact("Next battle", "+1", "a Supply was brought", better=True)
        case TradeWar() if quest.active:
            yield Fact("Our friends", f"{quest.ally_health} of {WAR_HEALTH}", "lost at 0")
            yield Fact("The killers", f"{quest.killer_health} of {WAR_HEALTH}", "won at 0")
            if quest.supplied:
                yield Fact("Next battle", "+1", "a Supply was brought", better=True)
        case Tomb() if quest.active:
            yield Fact(
                "Inside",
                "1 secret" if len(quest.secrets) == 1 else f"{len(quest.secrets)} secrets",
                "nobody knows which",
            )
        case Fountain() if quest.active:
            yield Fact("The Fountain", "is found" if quest.fountain else "not found yet")
        case Dragon():
            yield Fact(
                "The hoard", joined([SECRET_NAMES[kind] for kind in valued(quest.hoard)]) or "empty", "open to all"
            )
        case Atlantis() if quest.active:
            left = [str(number) for number, kind in enumerate(quest.places, 1) if kind]
            yield Fact("Places not searched", joined(left) or "none")
            if quest.protected:
                yield Fact("Protected", "once", better=True)
        case Vesuvius():
            yield Fact("The temple", "is found" if quest.temple else "not found yet", better=quest.temple or None)
            yield Fact("Priests", f"{quest.saved} of {PRIESTS} saved", f"{quest.priests} still up there")
        case Escape():
            yield Fact("In the lock", f"{state.lock} of {keys_needed(state.quest_count)} keys")
        case _:
            pass


def places(state: State, quest: Quest) -> tuple[str, ...]:
    """Where it lies: its tile, its camps and movers."""
    camps = [camp_by_id(state, number) for number in camps_of(quest)]
    tag = str(quest.__struct_config__.tag)
    movers = [spot(party.at) for party in state.parties if party.quest == tag]
    gang = [spot(state.gang.at)] if isinstance(quest, RoamingGang) and state.gang is not None else []
    found = [spot(quest.at), *gang, *(spot(camp.at) for camp in camps if camp is not None), *movers]
    return tuple(dict.fromkeys(found))


def camps_of(quest: Quest) -> tuple[int, ...]:
    if isinstance(quest, TugOfWar | TradeWar):
        return quest.ally, quest.killer
    return (quest.stealer,) if isinstance(quest, Fountain | Tomb) else ()


def pieces(state: State, quest: Quest) -> tuple[str, ...]:
    return ("gang",) if isinstance(quest, RoamingGang) and state.gang is not None else ()


# What cannot be done now --------------------------------------------------------------------------------------------


class Deed(NamedTuple):
    title: str
    where: tuple[Cell, ...]  # where one has to stand
    words: str  # the same in words
    price: Price


def deeds(state: State, quest: Quest) -> Iterator[Deed]:
    here = (quest.at,), f"in {place(state, quest.at)}"
    match quest:
        case TugOfWar() | TradeWar():
            ally = camp_by_id(state, quest.ally)
            yield Deed("Fight here", *here, Price())
            if ally is not None and not quest.supplied:
                yield Deed("Supply the allies, +1", (ally.at,), f"in {place(state, ally.at)}", Price(1, 1))
        case Tomb():
            yield Deed("Plunder the Tomb", *here, Price(2))
        case Dragon():
            yield Deed("Attack the dragon", *here, Price())
        case Ruins():
            yield Deed("Repair with Repair Tools, +2", *here, Price(1, 0, 1))
            yield Deed("Repair with Supplies, +1", *here, Price(1, 2))
        case Atlantis():
            yield Deed("Plunder Atlantis", *here, Price(2))
        case Vesuvius():
            yield Deed("Lead a priest away" if quest.temple else "Search for the temple", *here, Price())
        case RoamingGang() if state.gang is not None and state.gang.mode != "enraged":
            yield Deed("Attack the gang", tuple(around(state.gang.at)), "beside them", Price())
        case _:
            pass


def shut(state: State, seat: int | None, quest: Quest) -> Iterator[Fact]:
    """What people look for here and cannot do now, with the reason; for whoever is on turn."""
    player = on_turn(state)
    if player is None or player not in own_of(state, seat) or state.step != "turn" or state.result:
        return
    at = state.players[player].at
    for deed in deeds(state, quest):
        if at not in deed.where:
            steps = min(distance(at, cell) for cell in deed.where)
            yield Fact(deed.title, "", f"only {deed.words}, {steps} {'step' if steps == 1 else 'steps'} from here")
        elif not affords(state, player, deed.price):
            yield Fact(deed.title, "", f"it costs {deed.price}")
        elif deed.title == "Fight here" and str(quest.__struct_config__.tag) in state.players[player].battles:
            yield Fact(deed.title, "", "once in a turn")
