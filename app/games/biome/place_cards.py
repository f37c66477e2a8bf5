"""The cards of tiles, camps, buildings and what nobody has seen yet."""

from __future__ import annotations

import msgspec

from app.games.biome.components import (
    ALLY_USED,
    RAID_ONE,
    RAID_TWO,
    RAZED,
    SECRET_NAMES,
    TERRAIN,
    TILE_NAMES,
    Cell,
)
from app.games.biome.dock import own_of
from app.games.biome.hexes import camp_at, camp_by_id, is_face_down, spot, tile_at, walled_in
from app.games.biome.map_views import cells_drawn, halted, stands
from app.games.biome.places import WINDS, camp_name, capital, joined, place
from app.games.biome.quest_cards import face_at, quest_card
from app.games.biome.quest_views import valued
from app.games.biome.state import Building, Camp, State, Tile
from app.games.biome.stock import FRIENDLY, who
from app.kernel import Card, Fact, Gauge

LAND_TEXT = {
    "grassland": "Open land. A smithy works fastest on it.",
    "farmland": "Open land. A farm works fastest on it.",
    "forest": "Open land. New forests hide a second secret more often than other land.",
    "quarry": "Open land with cliffs on some of its edges: crossing one costs a Supply, in both directions.",
    "desert": "Exploring from here, and picking up or laying down, costs two actions.",
    "mountain": "Coming here costs two actions, and so does looking at a secret.",
    "lake": "Water. Nobody can go there, and it lies between you and the far side.",
    "fallen": "What is left of the ruins. Nobody can go there, and every step beside it costs a Supply.",
    "sunken": "Where Atlantis stood. Nobody can go there any more.",
    "lava": "Burnt ground. Nobody can go there any more.",
    "gang_tile": "Where the Roaming Gang made its fire. It is a grassland otherwise.",
    "exit": "The way out. Keys are used here, and in the end everybody has to stand here together.",
    "main_camp": "Home. The injured wake up here, and what lies in its store can be used by everybody who stands here.",
}
LAND_RULES = {"quarry": "BIO-044", "desert": "BIO-036", "mountain": "BIO-034", "lake": "BIO-025", "forest": "BIO-054"}


def cell(text: str) -> Cell | None:
    q, _, r = text.partition(",")
    if not (q.lstrip("-").isdecimal() and r.lstrip("-").isdecimal()) or len(text) > 8:
        return None
    return int(q), int(r)


def cell_card(state: State, seat: int | None, rest: str) -> Card | None:
    at = cell(rest)
    if at is None or rest != f"{at[0]},{at[1]}":
        return None
    tile = tile_at(state, at)
    if tile is None:
        return unseen_card(state, at)
    camp = camp_at(state, at)
    if camp is not None:
        return camp_card(state, seat, camp, tile)
    face = face_at(state, at)
    if face:
        card = quest_card(state, seat, face.removeprefix("quest-"))
        if card is not None:
            return with_names(card, (spot(at), face, *things_on(state, tile)))
    return land_card(state, seat, tile)


def with_names(card: Card, also: tuple[str, ...]) -> Card:
    return msgspec.structs.replace(card, also=tuple(dict.fromkeys((*card.also, *also))))


def things_on(state: State, tile: Tile) -> tuple[str, ...]:
    """What lies on a tile by names of its own: what can be done with those belongs on its card, too."""
    gang = ("gang",) if state.gang is not None and state.gang.at == tile.at else ()
    parties = tuple(f"party-{party.id}" for party in state.parties if party.at == tile.at)
    return (*(f"secret-{hidden.label}" for hidden in tile.secrets), *gang, *parties)


def unseen_card(state: State, at: Cell) -> Card | None:
    """Only cells that are drawn have a card; the unknown is the same everywhere."""
    if at in state.walls:
        return Card(
            kind="The edge of the acre",
            title="The glass",
            text="Here the acre ends. Nothing can be explored next to the exit.",
            rule="BIO-281",
        )
    if is_face_down(state, at):
        return Card(
            kind="One of seven",
            title="A face-down tile",
            text="One of the seven tiles of the Fountain's area is the Fountain itself. Nobody knows which.",
            use="It lies beside the exit, and nothing is explored there any more."
            if walled_in(state, at)
            else "Explore it from beside it, as any unknown land. Whoever first stands on the Fountain wins its key.",
            places=(spot(at),),
            rule="BIO-225",
        )
    if not near_known(state, at):
        return None
    return Card(
        kind=capital(place(state, at)),
        title="The unknown",
        text="Nobody has been here. Whoever explores it rolls a D8: seven kinds of land, and on an 8 a quest begins.",
        use="Stand beside it and explore: one action, two from a desert, and a Supply over a cliff.",
        places=(spot(at),),
        rule="BIO-050",
    )


def near_known(state: State, at: Cell) -> bool:
    return at in cells_drawn(state)


# Land ---------------------------------------------------------------------------------------------------------------


def land_card(state: State, seat: int | None, tile: Tile) -> Card:
    where = place(state, tile.at)
    building = next((b for b in state.buildings if b.at == tile.at), None)
    return Card(
        kind="Land" if tile.kind in TERRAIN else "A place",
        title=capital(where.removeprefix("the ")),
        text=LAND_TEXT.get(tile.kind, f"Once {TILE_NAMES[tile.kind]}."),
        does=building_next(state, building) if building is not None else "",
        facts=tuple(land_facts(state, seat, tile)),
        places=(spot(tile.at),),
        also=(*things_on(state, tile), *((f"building-{building.id}",) if building is not None else ())),
        rule=LAND_RULES.get(tile.kind, "BIO-043"),
    )


def land_facts(state: State, seat: int | None, tile: Tile) -> list[Fact]:
    facts = here_facts(state, tile)
    cliffs = [WINDS[edge] for edge, mark in enumerate(tile.cliffs) if mark == "1"]
    if cliffs:
        facts.append(Fact("Cliffs", f"to the {joined(cliffs)}", "a Supply to cross", better=False))
    own = set(own_of(state, seat))
    known = [hidden for hidden in tile.secrets if own & set(hidden.seen)]
    unseen = len(tile.secrets) - len(known)
    if unseen:
        facts.append(
            Fact("Face-down", "1 secret" if unseen == 1 else f"{unseen} secrets", "look at them when you stand here")
        )
    facts += [Fact("You know", SECRET_NAMES[hidden.kind], "say nothing of it") for hidden in known]
    return facts


def here_facts(state: State, tile: Tile) -> list[Fact]:
    """Who and what is on it."""
    people = [who(state, n) for n, person in enumerate(state.players) if stands(person) == tile.at]
    facts = [Fact("Here", joined(people))] if people else []
    if state.gang is not None and state.gang.at == tile.at:
        facts.append(Fact("Danger", "the Roaming Gang", "whoever comes here is injured", better=False))
    if any(party.at == tile.at for party in state.parties):
        facts.append(Fact("Passing", "raiders", "they harm nobody on the way"))
    facts += [Fact(f"Hint of {{{hint.seat}}}", HINT_WORDS[hint.hint]) for hint in state.hints if hint.at == tile.at]
    return facts


HINT_WORDS = {"avoid": "do not go there", "useful": "super useful", "later": "fine but not now"}


# Camps --------------------------------------------------------------------------------------------------------------

CAMP_TEXT = {
    "main": LAND_TEXT["main_camp"],
    "built": "A camp of our own. Picking up and laying down is free here, and everybody sees what lies in its store.",
    "ally": "Friends. Unless they rest, their store is open to us; once their war is won they have something to offer.",
    "stealer": "Thieves. When they wake they raid the nearest store again and again, and hold captives.",
    "killer": "Killers. When they wake they raid our camps, destroy what they take, and raze a camp whose store is empty.",
}
CAMP_RULES = {"main": "BIO-090", "built": "BIO-114", "ally": "BIO-163", "stealer": "BIO-166", "killer": "BIO-172"}


def camp_card(state: State, seat: int | None, camp: Camp, tile: Tile) -> Card:
    face = face_at(state, camp.at)
    stored = tuple(f"store-{camp.id}-{kind}" for kind in dict.fromkeys(camp.store))
    also = (spot(camp.at), *things_on(state, tile), *stored, *((face,) if face else ()))
    return Card(
        kind="A camp of ours"
        if camp.kind in ("main", "built")
        else "Our friends"
        if camp.kind == "ally"
        else "An enemy camp",
        title=capital(camp_name(state, camp).removeprefix("the ")),
        text=CAMP_TEXT[camp.kind],
        does=camp_next(state, camp),
        use=CAMP_USE.get(camp.trades, "") or camp_how(state, camp),
        gauge=Gauge(camp.cooldown, 0, 19, "acts", "just begun")
        if camp.cooldown and camp.kind not in ("main", "built")
        else None,
        facts=tuple(camp_facts(state, camp, tile)),
        places=(spot(camp.at),),
        also=also,
        rule=CAMP_RULES[camp.kind],
    )


CAMP_USE = {
    "mercenaries": "Stand here and hire mercenaries: for a rescue, against raiders, or against the gang.",
    "goods": "Stand here and trade two Supplies for a secret of choice.",
}
CAMP_HOW = {
    "main": "Standing here keeps the Roaming Gang out. Without the main camp the game is lost.",
    "built": "Standing here keeps the Roaming Gang out. An empty store is what killers raze.",
    "ally": "Standing here keeps the Roaming Gang out. If their war is lost, the camp falls.",
    "stealer": "It harms nobody who visits. Two Supplies ransom a captive there.",
    "killer": "It harms nobody who visits. What its raiders carry home is destroyed: stop them on the way.",
}


FETCHED = {
    True: "Stand there to take things back out of its store, an action each; mercenaries fetch them, too.",
    False: "Only mercenaries fetch what lies in its store.",
}


def camp_how(state: State, camp: Camp) -> str:
    words = CAMP_HOW[camp.kind]
    return f"{words} {FETCHED[state.options.take_back]}" if camp.kind == "stealer" else words


def camp_next(state: State, camp: Camp) -> str:
    if state.result or camp.kind in ("main", "built"):
        return ""
    if halted(state, camp.at):
        return "The Roaming Gang stands here: nothing goes on."
    if camp.dormant:
        return "It sleeps while its quest runs, and wakes when that is over or the exit is found."
    if camp.kind == "ally":
        ready = ally_next(state, camp)
        return ready if camp.trades else f"{ready} It offers something once its war is won."
    if any(party.home == camp.id and not party.quest for party in state.parties):
        return "Its raiders are out; it does nothing until they are home."
    if camp.cooldown:
        return f"Raids when its cool-down of {camp.cooldown} is off: a die comes off in every board's turn."
    return "Raids in the next board's turn."


def ally_next(state: State, camp: Camp) -> str:
    if any(band.camp == camp.id for band in state.bands):
        return "Its mercenaries are out: nothing can be done here until they are back and have rested."
    if camp.cooldown:
        return f"It rests for {camp.cooldown}, and is of no use till then: a die comes off in every board's turn."
    return "Ready."


def camp_facts(state: State, camp: Camp, tile: Tile) -> list[Fact]:
    facts = here_facts(state, tile)
    held = [who(state, n) for n, p in enumerate(state.players) if p.status == "captured" and p.captor == camp.id]
    if held:
        facts.append(Fact("Holds", joined(held), "captured", better=False))
    store = valued(camp.store)
    words = [many(kind, store.count(kind)) for kind in dict.fromkeys(store)]
    facts.append(Fact("In its store", joined(words) or "nothing", "open to all"))
    for building in state.buildings:
        if building.feeds == camp.id:
            what = f"{building.kind} in {place(state, building.at)}"
            facts.append(Fact("Fed by", what, f"cool-down {building.cooldown}", better=camp.kind in FRIENDLY))
    if camp.kind in ("stealer", "killer"):
        facts.append(Fact("After a raid", f"cool-down {RAID_ONE} or {RAID_TWO}", f"{RAZED} after razing a camp"))
    if camp.kind == "ally" and camp.trades:
        facts.append(Fact("After a deal", f"cool-down {ALLY_USED}"))
    return facts


def many(kind: str, count: int) -> str:
    return SECRET_NAMES[kind] if count == 1 else f"{count} × {SECRET_NAMES[kind]}"


# Buildings ----------------------------------------------------------------------------------------------------------


def building_card(state: State, seat: int | None, rest: str) -> Card | None:
    building = next((b for b in state.buildings if str(b.id) == rest), None)
    if building is None:
        return None
    camp = camp_by_id(state, building.feeds)
    ours = camp is not None and camp.kind in FRIENDLY
    product = "a Supply" if building.kind == "farm" else "Repair Tools"
    return Card(
        kind=f"In {place(state, building.at)}",
        title="A farm" if building.kind == "farm" else "A blacksmith",
        text=f"It makes {product} for {camp_name(state, camp) if camp is not None else 'nobody'}, again and again.",
        does=building_next(state, building),
        use="Repair Tools hurry it. The Roaming Gang stops it while it stands there."
        if ours
        else "It feeds our enemies.",
        gauge=Gauge(building.cooldown, 0, max(16, building.cooldown), "done", "begun"),
        places=(spot(building.at),),
        rule="BIO-127" if building.kind == "farm" else "BIO-132",
    )


def building_next(state: State, building: Building) -> str:
    if halted(state, building.at):
        return "The Roaming Gang stands here: it does not work."
    product = "a Supply" if building.kind == "farm" else "Repair Tools"
    return f"A die comes off its cool-down of {building.cooldown} in every board's turn. At 0 it makes {product}."
