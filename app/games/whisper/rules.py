"""Whisper: lay a card on a tile, and never say which.

The rules are in docs/rules/whisper.md; the numbers stand beside the code that follows them.
"""

from __future__ import annotations

from functools import cache

import msgspec

from app.games.whisper.state import DECK, HAND, KINDS, TILES, Options, State, Tile, score
from app.kernel import Option, Outcome, Play, Rng, Script, assign, checkpoint

PLACES = ("the north gate", "a dry well", "the third bridge", "an empty market", "the long wall", "a roof garden")
SOUNDS = ("a reed bends", "stones settle", "an ember turns", "the tide counts", "moss drinks")
ENDINGS = (
    "and nobody near it looks up from what they are doing",
    "as if it had waited the whole afternoon for somebody to pass by",
)


def verse(number: int) -> str:
    sound, place, ending = SOUNDS[number % 5], PLACES[number % 6], ENDINGS[number % 2]
    return f"Verse {number + 1}: by {place} {sound}, {ending}."


def setup(seats: int, options: Options, rng: Rng) -> State:
    cards = rng.shuffled(range(1, seats * HAND + DECK + 1), "deck")
    return State(
        tiles=[Tile(number, KINDS[number % len(KINDS)]) for number in range(TILES)],
        verses=[verse(number) for number in range(TILES)],
        hands=[cards[seat * HAND : (seat + 1) * HAND] for seat in range(seats)],  # WHI-002
        deck=cards[seats * HAND :],
        to_move=0,
        moves_left=options.moves,
        moves=options.moves,
    )


def script(g: Play[State]) -> Script[Outcome]:
    while g.state.moves_left > 0:  # WHI-008
        yield from move(g, g.state.to_move)
        g.state.to_move = (g.state.to_move + 1) % len(g.state.hands)  # WHI-007
        g.state.moves_left -= 1
        yield from checkpoint()
    return outcome(g.state)


def move(g: Play[State], seat: int) -> Script[None]:
    laid = yield from assign(  # WHI-004
        seat,
        "Lay one of your cards on a tile",
        [card_option(card) for card in sorted(g.state.hands[seat])],
        [tile_option(tile.id, tile.kind) for tile in g.state.tiles],
        least=1,
        most=1,
        default=(f"card:{min(g.state.hands[seat])}>tile:0",),
        rule="WHI-004",
        public="lays a card",
    )
    (card_id, tile_id), *_ = laid.items()
    flip(g, seat, int(tile_id.removeprefix("tile:")))
    swap(g, seat, int(card_id.removeprefix("card:")))


@cache
def card_option(card: int) -> Option:
    return Option(f"card:{card}", f"Card {card}", target=f"card-{card}")


@cache
def tile_option(number: int, kind: str) -> Option:
    return Option(f"tile:{number}", f"Tile {number + 1}, {kind}", target=f"tile-{number}")


def flip(g: Play[State], seat: int, number: int) -> None:
    tile, before = g.state.tiles[number], score(g.state).tiles
    g.state.tiles[number] = msgspec.structs.replace(tile, owner=seat, flag=not tile.flag)  # WHI-005
    after = score(g.state).tiles
    title = f"{{{seat}}} takes tile {number + 1}"
    place = f"{tile.kind}, the flag goes {'down' if tile.flag else 'up'}"
    with g.moment("gain", title, about=f"tile-{number}", scene=place, rule="WHI-005") as taken:
        g.tell(f"{title} ({tile.kind}).", rule="WHI-005")
        for player, (had, has) in enumerate(zip(before, after, strict=True)):
            if had != has:
                why = "a card was laid on it" if player == seat else f"{{{seat}}} took it away"
                taken.change("tiles", had, has, why, seat=player)


def swap(g: Play[State], seat: int, card: int) -> None:
    place = g.rng.below(len(g.state.deck), "deck")
    drawn, g.state.deck[place] = g.state.deck[place], card  # WHI-006
    hand = g.state.hands[seat]
    hand[hand.index(card)] = drawn
    later = f"{{{seat}}} gave card {card} to the deck and drew card {drawn}."
    with g.moment("reveal", f"You draw card {drawn}", about=f"card-{drawn}", rule="WHI-006", to=[seat]) as mine:
        g.tell(f"You give card {card} to the deck and draw card {drawn}.", to=[seat], rule="WHI-006", later=later)
        mine.change("in your hand", f"card {card}", f"card {drawn}", "the one you laid went into the deck", seat=seat)


def outcome(state: State) -> Outcome:
    owned = score(state).tiles  # WHI-009
    best = max((tiles, sum(state.hands[seat])) for seat, tiles in enumerate(owned))
    winners = tuple(s for s, tiles in enumerate(owned) if (tiles, sum(state.hands[s])) == best)
    return Outcome(winners, "most tiles, then the heavier hand", dict(enumerate(owned)))
