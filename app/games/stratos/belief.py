"""The match as one seat sees it: a state made from its view alone, for the bot to think with.

What the seat cannot see is left blank here, so no thought can hang on it.
"""

from __future__ import annotations

from app.games.stratos import dock, views
from app.games.stratos.state import Card, Permanent, Phase, Player, Pool, Spell, Square, State, Tile, Unit

KINDS = {art: kind for kind, art in views.TERRAIN_ART.items()}
PHASES: dict[str, Phase] = {"turn begins": "start", "Action Phase": "action", "Buy Phase": "buy", "turn ends": "end"}
DECKS = tuple(dock.DECKS)


def believe(seen: views.Public, mine: views.Private, seat: int) -> State:
    units = [_unit(unit) for unit in seen.units]
    active = next((unit.id for unit in units if unit.at == mine.active), None)
    sides = [list(seats) for seats, _ in seen.turn.goals]
    return State(
        scenario=seen.turn.map,
        target=seen.turn.target,
        bots=seen.turn.bots,
        grid=_grid(seen, mine, seat),
        units=units,
        players=[_player(tribe, sides, mine.dock.hand if tribe.id == seat else None) for tribe in seen.tribes],
        pools=[_pool(tribe.purse) for tribe in seen.tribes],
        sides=sides,
        slots=[list(seen.turn.seats)],
        decks={name: [Card("")] * pile.size for name, pile in zip(DECKS, seen.piles.decks, strict=True)},
        discards={},
        supply={kind: [Tile(0, kind)] * pile.size for kind, pile in zip("PMDFL", seen.piles.supply, strict=True)},
        gone=[],
        unused=[],
        phase=PHASES[seen.turn.phase],
        actor=seen.turn.actor,
        turn=seen.turn.number,
        selected=active,
        arrival=seen.turn.arrival,
        gem_hoards=seen.turn.gem_hoards,
    )


def _grid(seen: views.Public, mine: views.Private, seat: int) -> list[list[Tile | None]]:
    rows, cols = max(tile.row for tile in seen.tiles) + 1, max(tile.col for tile in seen.tiles) + 1
    grid: list[list[Tile | None]] = [[None] * cols for _ in range(rows)]
    for tile in seen.tiles:
        kind = "S" if tile.special else KINDS[tile.terrain]
        special = tile.terrain if tile.special and not tile.covered else ""
        grid[tile.row][tile.col] = Tile(0, kind, tile.sign, tile.searched, special, tile.covered, fresh=tile.fresh)
    for look in mine.looks:
        known = grid[look.row][look.col]
        assert known is not None
        known.sign, known.seen = look.sign, [seat]
    return grid


def _unit(unit: views.UnitView) -> Unit:
    at: Square = (unit.row, unit.col)
    markers = {marker.id for marker in unit.markers}
    return Unit(
        unit.id,
        unit.seat,
        unit.cls,
        at,
        unit.health,
        unit.spirit,
        unit.promoted,
        defend=unit.defends,
        ward="ward" in markers,
        wither="wither" in markers,
        snare="snare" in markers,
        net=int("net" in markers),
        cathedral="immune" in markers,
        occupies=unit.occupies,
        equipment=[worn.id for worn in unit.equipment],
        actions=list(unit.taken),
        extra=list(unit.extra),
    )


def _player(tribe: views.TribeView, sides: list[list[int]], hand: dock.Hand | None) -> Player:
    hoard, defeats, _, _, promote, occupy = (point.points for point in tribe.points)
    return Player(
        tribe.id,
        tribe.tribe,
        side=next(number for number, side in enumerate(sides) if tribe.id in side),
        pool=tribe.id,
        eliminated=tribe.eliminated,
        spells=[
            Spell(spell.id, spell.kind, spell.up, spell.named, spell.lost)
            for spell in (hand.spells if hand is not None else tribe.spells)
        ],
        items=[card.id for card in hand.items] if hand is not None else [],
        used=[card.id for card in tribe.used],
        permanents=[Permanent(card.id, bool(card.note)) for card in tribe.permanents],
        hoard=hoard,
        defeats=defeats,
        promote_token=promote > 0,
        occupy_token=occupy > 0,
    )


def _pool(purse: dock.Purse) -> Pool:
    return Pool(purse.corn, purse.nickel, purse.spice, purse.oak, purse.gems)
