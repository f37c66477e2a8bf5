"""What can be seen of a match (STR-189 to STR-199). Each field of the two parts is a region of the screen.

`public` is built without a seat, so that nothing hidden can slip in. When the match is over, it shows all (STR-199).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from app.games.stratos import components as box
from app.games.stratos.actions import actions_left
from app.games.stratos.board import (
    count,
    defending,
    form,
    has_equipment,
    immune,
    max_health,
    max_spirit,
    spot,
    units_of,
)
from app.games.stratos.combat import Profile, attacks, shot
from app.games.stratos.dock import (
    DECKS,
    CardView,
    Dock,
    Point,
    Purse,
    SpellView,
    card_view,
    data_of,
    dock,
    my_points,
    permanent_view,
    purse_of,
    spell_view,
)
from app.games.stratos.state import Player, Spell, Square, State, Tile, Unit
from app.games.stratos.telling import names
from app.games.stratos.turn import listed_unit
from app.games.stratos.victory import goal_of

TERRAIN_ART = {"P": "prairie", "M": "mountain", "D": "desert", "F": "forest", "L": "lagoon"}
SPECIAL_BONUS = {
    "academy": "first to land is promoted free; while held, promotions cost 1 less",
    "fortress": "first to land defends for the rest of the match; while held, defends and takes 1 less physical damage",
    "cathedral": "first to land is immune to spells for the rest of the match; while held, no spell affects it",
    "quarry": "first to land gains 2 Gems; while held, 1 Gem at each turn start",
}
GROUPS = {"?": "", "q": "the Cathedral or the Quarry", "a": "the Academy or the Fortress"}
PHASES = {"start": "turn begins", "action": "Action Phase", "buy": "Buy Phase", "end": "turn ends"}
# The map and what stands on it ---------------------------------------------------------------------------------------


class TileView(msgspec.Struct, frozen=True):
    id: str  # "2-3", the square; what lies there may change
    row: int
    col: int
    spot: str  # as the edge of the map counts: "D3"
    terrain: str  # the name of its art; "covered" for a covered special
    title: str
    about: str = ""
    special: bool = False
    covered: bool = False
    searched: bool = False
    sign: str = ""  # known to all only when searched, or when the match is over
    looked: tuple[int, ...] = ()  # who looked at the underside, not what they saw
    goal: str = ""  # what the scenario makes of this square
    fresh: bool = False  # it lies open, and nobody has landed on it yet


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
    spot: str
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
    arrival: bool  # whether standing on the goal is enough in scenario 4
    gem_hoards: bool


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
    now: str  # one sentence: what is going on
    turn: Turn
    tiles: tuple[TileView, ...]
    units: tuple[UnitView, ...]
    tribes: tuple[TribeView, ...]
    piles: Piles
    lists: Lists


class Look(msgspec.Struct, frozen=True):
    id: str  # "2-3"
    row: int
    col: int
    sign: str


class Private(msgspec.Struct, frozen=True):
    dock: Dock
    looks: tuple[Look, ...]  # undersides this seat has seen and others have not
    active: Square | None  # where the unit stands whose actions are listed


# Public --------------------------------------------------------------------------------------------------------------


def public(state: State) -> Public:
    over = state.result is not None
    return Public(
        now=_now(state),
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


def _now(state: State) -> str:
    if state.result is not None:
        return f"The match is over after {count(state.turn, 'turn')}"
    seats = [seat for seat in state.slots[state.slot] if not state.players[seat].eliminated]
    verb = {"action": "plays", "buy": "buys"}.get(state.phase, "begins")
    return f"Turn {state.turn} · {names(seats)} {verb if len(seats) == 1 else verb[:-1]}"


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
        tuple((tuple(side), goal_of(state, number)) for number, side in enumerate(state.sides)),
        state.arrival,
        state.gem_hoards,
    )


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
        tile.fresh,
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
    fresh: bool,
) -> TileView:
    hidden = kind == "S" and not special
    return TileView(
        id=f"{row}-{col}",
        row=row,
        col=col,
        spot=spot((row, col)),
        terrain="covered" if hidden else special or TERRAIN_ART[kind],
        title="Covered special tile" if hidden else box.SPECIAL_NAMES.get(special) or box.TERRAIN[kind],
        about=GROUPS.get(group, "") if hidden else SPECIAL_BONUS.get(special, ""),
        special=kind == "S",
        covered=covered,
        searched=searched,
        sign=sign,
        looked=looked,
        goal=_square_goal(scenario, special, row, col),
        fresh=fresh,
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
        spot=spot(unit.at),
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
    data = data_of(card)
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
    points = my_points(state, player.seat)
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
        purse=purse_of(pool),
        points=points,
        total=sum(point.points for point in points),
        goal=goal_of(state, player.side),
        units=tuple(_in_words(unit) for unit in units_of(state, player.seat)),
        spells=tuple(spell_view(spell) for spell in shown),
        face_down=_by_kind(spell for spell in hidden if not spell.lost),
        lost=_by_kind(spell for spell in hidden if spell.lost),
        items=len(player.items),
        shown_items=tuple(card_view(card) for card in player.items) if over else (),
        used=tuple(card_view(card) for card in player.used),
        permanents=tuple(permanent_view(held) for held in player.permanents),
    )


def _in_words(unit: Unit) -> str:
    spirit = f", Spirit {unit.spirit}/{max_spirit(unit)}" if max_spirit(unit) else ""
    worn = "".join(f", {data_of(card).title}" for card in unit.equipment)
    return f"{form(unit)} at {spot(unit.at)}, Health {unit.health}/{max_health(unit)}{spirit}{worn}"


def _by_kind(spells: Iterable[Spell]) -> dict[str, int]:
    kinds = [spell.kind for spell in spells]
    return {kind: kinds.count(kind) for kind in ("mage", "sorcerer") if kind in kinds}


def _piles(state: State) -> Piles:
    decks = tuple(
        Pile(title, len(state.decks[deck]), tuple(data_of(card).title for card in state.discards.get(deck, ())))
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
    goal = goal_of(state, player.side) if box.SCENARIOS[state.scenario].goals else ""
    unit = _commanded(state, seat)
    return Private(
        dock=dock(state, seat, goal, unit.id if unit is not None else None),
        looks=tuple(_looks(state, seat)),
        active=unit.at if unit is not None else None,
    )


def _commanded(state: State, seat: int) -> Unit | None:
    """The unit whose actions this seat is asked about."""
    if state.phase != "action" or state.actor != seat or state.result is not None:
        return None
    return listed_unit(state)


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
