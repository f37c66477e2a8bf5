"""What can be seen of a match (STR-189 to STR-199). Each field of the two parts is a region of the screen.

`public` is built without a seat, so that nothing hidden can slip in. When the match is over, it shows all (STR-199).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from app.games.stratos import components as box
from app.games.stratos.actions import actions_left
from app.games.stratos.board import defending, form, has_equipment, immune, max_health, max_spirit, units_of
from app.games.stratos.coach import tip
from app.games.stratos.combat import Profile, attacks, shot
from app.games.stratos.scoring import sources
from app.games.stratos.state import Permanent, Player, Pool, Spell, Square, State, Tile, Unit
from app.games.stratos.turn import listed_unit
from app.kernel import Tip

TERRAIN_ART = {"P": "prairie", "M": "mountain", "D": "desert", "F": "forest", "L": "lagoon"}
SPECIAL_BONUS = {
    "academy": "first to land is promoted free; while held, promotions cost 1 less",
    "fortress": "first to land defends for the rest of the match; while held, defends and takes 1 less physical damage",
    "cathedral": "first to land is immune to spells for the rest of the match; while held, no spell affects it",
    "quarry": "first to land gains 2 Gems; while held, 1 Gem at each turn start",
}
GROUPS = {"?": "", "q": "the Cathedral or the Quarry", "a": "the Academy or the Fortress"}
PHASES = {"start": "turn begins", "action": "Action Phase", "buy": "Buy Phase", "end": "turn ends"}
DECKS = {
    "mage": "Mage Spells",
    "sorcerer": "Sorcerer Spells",
    "land": "Land Exploration",
    "lagoon": "Lagoon Exploration",
}
POINTS = {
    "hoard": ("Hoard", "one of each resource returned, 1 each"),
    "defeats": ("Defeat", "enemy units defeated, 1 each"),
    "spells": ("Knowledge", "spells face-up in the book, 1 each"),
    "treasures": ("Treasure", "equipment, permanent and used items, 1 each"),
    "promote": ("Promote All", "2 while five of your units are promoted"),
    "occupy": ("Occupy 3", "2 while you stand on three special tiles"),
}


# The map and what stands on it ---------------------------------------------------------------------------------------


class TileView(msgspec.Struct, frozen=True):
    id: str  # "2-3", the square; what lies there may change
    row: int
    col: int
    terrain: str  # the name of its art; "covered" for a covered special
    title: str
    about: str = ""
    special: bool = False
    covered: bool = False
    searched: bool = False
    sign: str = ""  # known to all only when searched, or when the match is over
    looked: tuple[int, ...] = ()  # who looked at the underside, not what they saw
    goal: str = ""  # what the scenario makes of this square


class Marker(msgspec.Struct, frozen=True):
    id: str
    title: str


class Worn(msgspec.Struct, frozen=True):
    id: str
    title: str
    text: str
    works: bool  # whether its bearer fits the card


class Strike(msgspec.Struct, frozen=True):
    title: str
    low: int
    high: int
    die: int
    miss: int  # the number that misses; 0: none does


class UnitView(msgspec.Struct, frozen=True):
    id: int
    seat: int
    cls: str
    title: str
    row: int
    col: int
    health: int
    max_health: int
    spirit: int
    max_spirit: int
    promoted: bool
    defends: bool
    lasting: bool  # its Defend does not end with a turn
    markers: tuple[Marker, ...]
    equipment: tuple[Worn, ...]
    strikes: tuple[Strike, ...]
    step: int  # how far one Travel may take it
    swims: bool
    actions: int | None  # left in this Action Phase; None when it is not its turn
    taken: tuple[str, ...]  # this turn; with a plus those beyond the normal two
    extra: tuple[str, ...]  # what extra actions are open: "any" or "no_cast"
    occupies: str  # the special tile whose bonus is running for it


# What lies before each player ----------------------------------------------------------------------------------------


class Purse(msgspec.Struct, frozen=True):
    corn: int
    nickel: int
    spice: int
    oak: int
    gems: int


class Point(msgspec.Struct, frozen=True):
    title: str
    why: str
    points: int


class CardView(msgspec.Struct, frozen=True):
    id: str
    title: str
    text: str
    note: str = ""


class SpellView(msgspec.Struct, frozen=True):
    id: str
    title: str
    kind: str
    spirit: int
    choice: str
    text: str
    up: bool = False
    named: bool = False
    lost: bool = False


class TribeView(msgspec.Struct, frozen=True):
    id: int  # the seat
    tribe: str
    side: tuple[int, ...]  # the seats that win together, this one included
    shared: bool  # whether the purse is the side's
    on_turn: bool
    eliminated: bool
    purse: Purse
    points: tuple[Point, ...]
    total: int
    goal: str
    units: tuple[str, ...]  # in words
    spells: tuple[SpellView, ...]  # face-up ones, and titles known from ineffective casts
    face_down: dict[str, int]  # by kind, in the active book
    lost: dict[str, int]  # by kind, set aside and of unknown title
    items: int  # unused one-use items
    shown_items: tuple[CardView, ...]  # what they were, when the match is over
    used: tuple[CardView, ...]
    permanents: tuple[CardView, ...]


class Turn(msgspec.Struct, frozen=True):
    number: int
    seats: tuple[int, ...]  # who is on turn
    actor: int
    phase: str
    scenario: str
    map: str  # the id of the scenario
    target: int
    bots: str  # how well they play
    goals: tuple[tuple[tuple[int, ...], str], ...]  # seats of each side, and how they win


class Pile(msgspec.Struct, frozen=True):
    title: str
    size: int
    discards: tuple[str, ...] = ()


class Piles(msgspec.Struct, frozen=True):
    decks: tuple[Pile, ...]
    supply: tuple[Pile, ...]


class ClassView(msgspec.Struct, frozen=True):
    id: str
    title: str
    promoted: str
    health: int
    bonus: int
    spirit: int
    spirit_bonus: int
    cost: str
    summary: str
    promoted_summary: str


class ListedCard(msgspec.Struct, frozen=True):
    title: str
    type: str
    copies: int
    text: str


class Lists(msgspec.Struct, frozen=True):
    """The reference cards and the full card lists (STR-023, STR-191)."""

    classes: tuple[ClassView, ...]
    spells: tuple[ListedCard, ...]
    land: tuple[ListedCard, ...]
    lagoon: tuple[ListedCard, ...]
    learn: tuple[str, ...]


class Public(msgspec.Struct, frozen=True):
    turn: Turn
    tiles: tuple[TileView, ...]
    units: tuple[UnitView, ...]
    tribes: tuple[TribeView, ...]
    piles: Piles
    lists: Lists


class Hand(msgspec.Struct, frozen=True):
    spells: tuple[SpellView, ...]
    items: tuple[CardView, ...]
    permanents: tuple[CardView, ...]


class Look(msgspec.Struct, frozen=True):
    id: str  # "2-3"
    row: int
    col: int
    sign: str


class Peek(msgspec.Struct, frozen=True):
    deck: str
    place: str
    title: str
    text: str


class Private(msgspec.Struct, frozen=True):
    hand: Hand
    looks: tuple[Look, ...]  # undersides this seat has seen and others have not
    peeks: tuple[Peek, ...]
    active: Square | None  # where the unit stands whose actions are listed
    coach: Tip | None


# Public --------------------------------------------------------------------------------------------------------------


def public(state: State) -> Public:
    over = state.result is not None
    return Public(
        turn=_turn(state),
        tiles=tuple(
            _tile(state.scenario, tile, row, col, over)
            for row, line in enumerate(state.grid)
            for col, tile in enumerate(line)
            if tile is not None
        ),
        units=tuple(_unit(state, unit) for unit in state.units),
        tribes=tuple(_tribe(state, player, over) for player in state.players),
        piles=_piles(state),
        lists=LISTS,
    )


def _turn(state: State) -> Turn:
    scenario = box.SCENARIOS[state.scenario]
    return Turn(
        state.turn,
        tuple(state.slots[state.slot]),
        state.actor,
        PHASES[state.phase] if state.result is None else "match over",
        scenario.title,
        scenario.id,
        state.target,
        state.bots,
        tuple((tuple(side), _goal(state, number)) for number, side in enumerate(state.sides)),
    )


def _goal(state: State, side: int) -> str:
    goals = box.SCENARIOS[state.scenario].goals
    text = goals[side] if goals else "reach the target"
    return text.replace("the target", f"{state.target} Prosperity")


def _tile(scenario: str, tile: Tile, row: int, col: int, over: bool) -> TileView:
    """What is hidden is left out before anything else is asked (STR-195)."""
    covered = tile.covered and not over
    return _drawn(
        scenario,
        row,
        col,
        tile.kind,
        "" if covered else tile.special,
        tile.covered,
        tile.group if covered else "",
        tile.searched,
        tile.sign if tile.searched or over else "",
        () if tile.searched else tuple(tile.seen),
    )


@lru_cache(maxsize=4096)  # most tiles are as they were a moment ago
def _drawn(
    scenario: str,
    row: int,
    col: int,
    kind: str,
    special: str,
    covered: bool,
    group: str,
    searched: bool,
    sign: str,
    looked: tuple[int, ...],
) -> TileView:
    hidden = kind == "S" and not special
    return TileView(
        id=f"{row}-{col}",
        row=row,
        col=col,
        terrain="covered" if hidden else special or TERRAIN_ART[kind],
        title="Covered special tile" if hidden else box.SPECIAL_NAMES.get(special) or box.TERRAIN[kind],
        about=GROUPS.get(group, "") if hidden else SPECIAL_BONUS.get(special, ""),
        special=kind == "S",
        covered=covered,
        searched=searched,
        sign=sign,
        looked=looked,
        goal=_square_goal(scenario, special, row, col),
    )


def _square_goal(scenario: str, special: str, row: int, col: int) -> str:
    if scenario == "tombolo5" and (row, col) in box.TOMBOLO:
        return "Tombolo"
    wanted = {"cathedral2": "cathedral", "sorcerer3": "quarry"}.get(scenario)
    return "the attackers' goal" if special and special == wanted else ""


def _unit(state: State, unit: Unit) -> UnitView:
    lasting = (unit.fortress or unit.occupies == "fortress") and not unit.wither  # STR-136, STR-137
    boots = has_equipment(unit, "trail_boots") and not {"travel", "+travel"} & set(unit.actions)
    return UnitView(
        id=unit.id,
        seat=unit.seat,
        cls=unit.cls,
        title=form(unit),
        row=unit.at[0],
        col=unit.at[1],
        health=unit.health,
        max_health=max_health(unit),
        spirit=unit.spirit,
        max_spirit=max_spirit(unit),
        promoted=unit.promoted,
        defends=defending(unit),
        lasting=lasting,
        markers=tuple(_markers(unit)),
        equipment=tuple(_worn(unit, card) for card in unit.equipment),
        strikes=tuple(_strikes(unit)),
        step=0 if unit.snare or unit.net else 2 if boots else 1,
        swims=unit.cls == "explorer",
        actions=_actions_left(state, unit),
        taken=tuple(unit.actions),
        extra=tuple(unit.extra),
        occupies=unit.occupies,
    )


def _markers(unit: Unit) -> list[Marker]:
    shown = (
        (unit.net > 0, Marker("net", "netted: no actions")),
        (unit.snare, Marker("snare", "snared: no Travel")),
        (unit.ward, Marker("ward", "warded: magical damage 1 less")),
        (unit.wither, Marker("wither", "withered: no automatic Defend")),
        (immune(unit), Marker("immune", "immune to spells")),
        (bool(unit.extra), Marker("extra", "an extra action")),
    )
    return [marker for here, marker in shown if here]


FITS = {"pitchfork": ("peasant", "mage", "explorer"), "longbow": ("archer",)}  # other equipment fits any class


def _worn(unit: Unit, card: str) -> Worn:
    data = _data(card)
    works = unit.cls in FITS.get(data.id, (unit.cls,)) and (data.id != "steel_blade" or bool(attacks(unit)))
    return Worn(data.id, data.title, data.text, works)


def _strikes(unit: Unit) -> list[Strike]:
    bow = shot(unit)
    return [_strike(profile) for profile in (*attacks(unit), *([bow] if bow else ()))]


def _strike(profile: Profile) -> Strike:
    title = {"own": "Attack", "bow": "Shoot"}.get(profile.id) or box.CARDS[profile.id].title
    return Strike(title, profile.near, profile.far, profile.sides, profile.sides if profile.misses else 0)


def _actions_left(state: State, unit: Unit) -> int | None:
    if state.phase != "action" or unit.seat not in state.slots[state.slot] or state.result is not None:
        return None
    return actions_left(unit)


def _tribe(state: State, player: Player, over: bool) -> TribeView:
    points = tuple(_points(state, player.seat))
    shown = [spell for spell in player.spells if spell.up or spell.named or over]  # STR-190, STR-192
    hidden = [spell for spell in player.spells if not (spell.up or spell.named or over)]
    pool = state.pools[player.pool]
    return TribeView(
        id=player.seat,
        tribe=player.tribe,
        side=tuple(state.sides[player.side]),
        shared=any(other.pool == player.pool for other in state.players if other.seat != player.seat),
        on_turn=player.seat in state.slots[state.slot] and not over,
        eliminated=player.eliminated,
        purse=_purse(pool),
        points=points,
        total=sum(point.points for point in points),
        goal=_goal(state, player.side),
        units=tuple(_in_words(unit) for unit in units_of(state, player.seat)),
        spells=tuple(_spell(spell) for spell in shown),
        face_down=_by_kind(spell for spell in hidden if not spell.lost),
        lost=_by_kind(spell for spell in hidden if spell.lost),
        items=len(player.items),
        shown_items=tuple(_card(card) for card in player.items) if over else (),
        used=tuple(_card(card) for card in player.used),
        permanents=tuple(_permanent(held) for held in player.permanents),
    )


def _purse(pool: Pool) -> Purse:
    return Purse(pool.corn, pool.nickel, pool.spice, pool.oak, pool.gems)


def _points(state: State, seat: int) -> list[Point]:
    """STR-143, STR-190: where the Prosperity comes from."""
    return [Point(*POINTS[name], points) for name, points in sources(state, seat).items()]


def _in_words(unit: Unit) -> str:
    spirit = f", Spirit {unit.spirit}/{max_spirit(unit)}" if max_spirit(unit) else ""
    worn = "".join(f", {_data(card).title}" for card in unit.equipment)
    return f"{form(unit)} ({unit.at[0]},{unit.at[1]}), Health {unit.health}/{max_health(unit)}{spirit}{worn}"


def _spell(spell: Spell) -> SpellView:
    data = box.SPELLS[spell.title]
    return SpellView(
        data.id, data.title, spell.kind, data.spirit, data.choice, data.text, spell.up, spell.named, spell.lost
    )


def _by_kind(spells: Iterable[Spell]) -> dict[str, int]:
    kinds = [spell.kind for spell in spells]
    return {kind: kinds.count(kind) for kind in ("mage", "sorcerer") if kind in kinds}


def _data(card: str) -> box.CardData:
    """What is printed on it, whichever copy it is."""
    return box.CARDS[card.partition("#")[0]]


def _card(card: str, note: str = "") -> CardView:
    data = _data(card)
    return CardView(data.id, data.title, data.text, note)


def _permanent(held: Permanent) -> CardView:
    return _card(held.id, "used this turn" if held.used else "")


def _piles(state: State) -> Piles:
    decks = tuple(
        Pile(title, len(state.decks[deck]), tuple(_data(card).title for card in state.discards.get(deck, ())))
        for deck, title in DECKS.items()
    )
    return Piles(decks, tuple(Pile(box.TERRAIN[kind], len(tiles)) for kind, tiles in state.supply.items()))


def _price(cost: dict[str, int]) -> str:
    return " + ".join(f"{count} {box.RESOURCE_NAMES[kind]}" for kind, count in cost.items())


LISTS = Lists(
    classes=tuple(
        ClassView(
            c.id,
            c.name,
            c.promoted,
            c.health,
            c.bonus,
            c.spirit,
            c.spirit_bonus,
            _price(c.cost),
            c.summary,
            c.promoted_summary,
        )
        for c in box.CLASSES.values()
    ),
    spells=tuple(
        ListedCard(s.title, f"{s.kind.title()}, Spirit {s.spirit}", s.copies, f"{s.choice} {s.text}")
        for s in box.SPELLS.values()
    ),
    land=tuple(
        ListedCard(c.title, box.TYPE_NAMES[c.type], c.copies, c.text) for c in box.CARDS.values() if c.deck == "land"
    ),
    lagoon=tuple(
        ListedCard(c.title, box.TYPE_NAMES[c.type], c.copies, c.text) for c in box.CARDS.values() if c.deck == "lagoon"
    ),
    learn=tuple(f"{kind.title()} Spell: {_price(cost)}" for kind, cost in box.LEARN_COST.items()),
)


# Private -------------------------------------------------------------------------------------------------------------


def private(state: State, seat: int) -> Private:
    player = state.players[seat]
    return Private(
        hand=Hand(
            tuple(_spell(spell) for spell in player.spells),
            tuple(_card(card) for card in player.items),
            tuple(_permanent(held) for held in player.permanents),
        ),
        looks=tuple(_looks(state, seat)),
        peeks=tuple(_peeks(state, seat)),
        active=_active(state, seat),
        coach=tip(state, seat),
    )


def _active(state: State, seat: int) -> Square | None:
    if state.phase != "action" or state.actor != seat or state.result is not None:
        return None
    unit = listed_unit(state)
    return unit.at if unit is not None else None


def _looks(state: State, seat: int) -> list[Look]:
    """Undersides that this seat alone knows, as long as they are hidden from the others (STR-194)."""
    if state.result is not None:
        return []
    return [
        Look(f"{row}-{col}", row, col, tile.sign)
        for row, line in enumerate(state.grid)
        for col, tile in enumerate(line)
        if tile is not None and seat in tile.seen and not tile.searched
    ]


def _peeks(state: State, seat: int) -> list[Peek]:
    """Cards of a deck that this seat has seen and that still lie there (STR-194)."""
    return [
        Peek(DECKS[deck], _place(number, len(state.decks[deck])), _data(card.id).title, _data(card.id).text)
        for deck in ("land", "lagoon")
        for number, card in enumerate(state.decks[deck])
        if seat in card.seen
    ]


def _place(number: int, size: int) -> str:
    if number == 0:
        return "on top"
    return "at the bottom" if number == size - 1 else f"{number + 1} from the top"
