"""What Whisper says about itself: the card of each thing, and the ending."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from app.games.whisper.state import DECK, HAND, KINDS, TILES, State, count, lead, score
from app.kernel import Card, Chapter, Ending, Fact, Gauge, Line, Moment, Outcome, Score

NUMBER = re.compile(r"0|[1-9][0-9]{0,3}")

# What is this? ------------------------------------------------------------------------------------------------------


def explain(state: State, seat: int | None, name: str) -> Card | None:
    """Everything here is made from what the seat sees; a name that it does not see has no card."""
    kind, _, rest = name.partition("-")
    number = int(rest) if NUMBER.fullmatch(rest) else -1
    makers: dict[str, Callable[[State, int | None, int], Card | None]] = {
        "tile": tile_card,
        "card": hand_card,
        "player": player_card,
    }
    return makers[kind](state, seat, number) if kind in makers else None


def tile_card(state: State, seat: int | None, number: int) -> Card | None:
    if not 0 <= number < TILES:
        return None
    tile = state.tiles[number]
    owned = "Nobody owns it yet" if tile.owner is None else f"It belongs to {{{tile.owner}}}"
    alike = [other for other in state.tiles if other.kind == tile.kind]
    mine = sum(other.owner == tile.owner for other in alike)
    facts = [Fact("flag", "up" if tile.flag else "down", "turned each time a card is laid on it")]
    if tile.owner is not None:
        facts.append(Fact(f"tiles of {tile.kind}", f"{mine} of {len(alike)}", "what its owner has", tile.owner))
    return Card(
        kind=f"Tile of {tile.kind}",
        title=f"Tile {number + 1}",
        text=f"{owned}. Its verse: {state.verses[number].partition(': ')[2]}",
        does="Counts as one tile for its owner when the game is over.",
        use="Whoever lays a card on it takes it, whoever had it before.",
        facts=tuple(facts),
        rule="WHI-005",
        seat=tile.owner,
    )


def hand_card(state: State, seat: int | None, number: int) -> Card | None:
    if seat is None or number not in state.hands[seat]:
        return None
    hand = sorted(state.hands[seat])
    heaviest = len(state.hands) * HAND + DECK
    lighter = hand.index(number)
    return Card(
        kind="Card in your hand",
        title=f"Card {number}",
        text="Only you see it. All cards take a tile alike; the number is its weight.",
        does="When the tiles are equal at the end, the heavier hand wins.",
        use="Laid on a tile it goes into the deck, and another comes by chance: give the light ones.",
        gauge=Gauge(number, 1, heaviest, "lightest", "heaviest"),
        facts=(
            Fact("in your hand", f"{count(lighter, 'card')} lighter, {HAND - lighter - 1} heavier"),
            Fact("your hand weighs", str(sum(hand)), "all its cards together"),
        ),
        rule="WHI-006",
        seat=seat,
    )


def player_card(state: State, seat: int | None, number: int) -> Card | None:
    if not 0 <= number < len(state.hands):
        return None
    owned = score(state).tiles
    best = max(owned)
    standing = "leads" if owned[number] == best and best else f"is {best - owned[number]} behind"
    return Card(
        kind="You" if seat == number else "Player",
        title=f"{{{number}}}",
        text=lead(owned, number) if seat == number else f"{{{number}}} {standing if best else 'has no tile yet'}.",
        does="Lays a card now." if state.to_move == number and state.moves_left else "",
        facts=(
            Fact("tiles", str(owned[number]), f"of {TILES}", number),
            Fact("cards", str(HAND), "yours to see" if seat == number else "hidden from you", number),
        ),
        places=tuple(f"tile-{tile.id}" for tile in state.tiles if tile.owner == number),
        rule="WHI-009",
        seat=number,
    )


# The ending ---------------------------------------------------------------------------------------------------------


def ending(state: State, outcome: Outcome, told: Sequence[Line]) -> Ending:
    owned, weights = score(state).tiles, [sum(hand) for hand in state.hands]
    taken = [line.moment for line in told if line.moment is not None and line.moment.kind == "gain"]
    ranks = sorted(range(len(owned)), key=lambda seat: (-owned[seat], -weights[seat]))
    return Ending(
        verdict=_verdict(outcome),
        why=_why(owned, weights, ranks, outcome),
        kicker=f"An ending · {count(state.moves, 'move')}" if state.moves else "",
        scores=tuple(_score(state, seat, owned, weights, outcome) for seat in ranks),
        decided=_decided(taken, len(owned), outcome),
        chapters=tuple(_chapter(seat, owned, taken) for seat in range(len(owned))),
        hidden=tuple(_hidden(state, seat, weights) for seat in range(len(owned))),
        numbers=(Fact("tiles that nobody took", str(TILES - sum(owned)), f"of {TILES}"),),
    )


def _names(seats: Sequence[int]) -> str:
    words = [f"{{{seat}}}" for seat in seats]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _verdict(outcome: Outcome) -> str:
    return f"{_names(outcome.winners)} {'wins' if len(outcome.winners) == 1 else 'win together'}"


def _why(owned: Sequence[int], weights: Sequence[int], ranks: Sequence[int], outcome: Outcome) -> str:
    first, most = ranks[0], owned[ranks[0]]
    if len(outcome.winners) > 1:
        return f"Each of them owns {count(most, 'tile')}, and their hands weigh the same: {weights[first]}."
    second = ranks[1]
    if owned[second] == most:
        equal = _names(sorted(seat for seat in ranks if owned[seat] == most))
        weighed = f"{weights[first]} against {weights[second]}"
        return f"{equal} own {count(most, 'tile')} each. Among equals the heavier hand wins: {weighed}."
    return f"{count(most, 'tile')} of {TILES}, {most - owned[second]} more than {{{second}}}."


def _score(state: State, seat: int, owned: Sequence[int], weights: Sequence[int], outcome: Outcome) -> Score:
    """A tile is a point, so the points are told by kind; the hand only where it decided."""
    mine = Counter(tile.kind for tile in state.tiles if tile.owner == seat)
    parts = [Fact(kind, str(mine[kind])) for kind in KINDS if mine[kind]]
    if owned[seat] == max(owned) and owned.count(max(owned)) > 1:
        parts.append(Fact("weight of the hand", str(weights[seat]), "decides among equals"))
    return Score(seat, owned[seat], tuple(parts), seat in outcome.winners)


def _decided(taken: Sequence[Moment], seats: int, outcome: Outcome) -> Moment | None:
    """The last moment that brought the winners where they stood at the end: ahead alone, or level with others."""
    leads = list(_leads(taken, seats))
    winners = set(outcome.winners)
    alone = leads[-1:] == [winners]
    there = [leaders == winners if alone else leaders >= winners for leaders in leads]
    turns = [moment for moment, before, now in zip(taken, [False, *there], there, strict=False) if now and not before]
    return turns[-1] if turns else None


def _leads(taken: Sequence[Moment], seats: int) -> Iterator[set[int]]:
    """Who was ahead after each of these moments."""
    owners: dict[str | None, int] = {}
    for moment in taken:
        actor = _taker(moment)
        if actor is not None:
            owners[moment.about] = actor
        owned = Counter(owners.values())
        most = max(owned.values(), default=0)
        yield {seat for seat in range(seats) if owned[seat] == most}


def _taker(moment: Moment) -> int | None:
    """Who took the tile; None if it was theirs before."""
    return next((change.seat for change in moment.changes if change.better), None)


def _robbed(moment: Moment) -> int | None:
    return next((change.seat for change in moment.changes if change.better is False), None)


def _chapter(seat: int, owned: Sequence[int], taken: Sequence[Moment]) -> Chapter:
    raids = Counter(_taker(moment) for moment in taken if _robbed(moment) is not None)
    losses = Counter(_robbed(moment) for moment in taken if _robbed(moment) is not None)
    free = sum(_taker(moment) == seat and _robbed(moment) is None for moment in taken)
    if raids[seat] and raids[seat] == max(raids.values()):
        title = "who took from others"
    elif losses[seat] and losses[seat] == max(losses.values()):
        title = "whom the others took from"
    elif not losses[seat]:
        title = "who was left in peace"
    else:
        title = "who found free ground"
    deeds = [
        f"took {count(free, 'free tile')}" * bool(free),
        f"took {raids[seat]} from others" * bool(raids[seat]),
        f"lost {losses[seat]}" * bool(losses[seat]),
        f"had {owned[seat]} at the end",
    ]
    text = ", ".join(filter(None, deeds))
    return Chapter(seat, f"{{{seat}}}, {title}", f"{text[0].upper()}{text[1:]}.")


def _hidden(state: State, seat: int, weights: Sequence[int]) -> Fact:
    hand = state.hands[seat]
    return Fact("hand", f"cards {min(hand)} to {max(hand)}", f"{weights[seat]} in all", seat)
