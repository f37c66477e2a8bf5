"""What a seat may do at any time: hints, the slip button, conceding (BIO-086 to BIO-089, BIO-311 to BIO-320)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from app.games.biome.components import HINTS, SECRET_NAMES, Cell
from app.games.biome.ending import over
from app.games.biome.harm import capture, keys_change
from app.games.biome.hexes import around, inside, name, parse, spot
from app.games.biome.places import capital, place, place_words
from app.games.biome.secrets import put_to_use, usable
from app.games.biome.state import Hint, State, Tile
from app.games.biome.stock import Price, destroy, discard, disclose, friendly_camp, news, pay, put_down, reveal, who
from app.kernel import Ask, Option, Play, Script


def offers(state: State, seat: int) -> list[Option]:
    if state.result:
        return []
    found = [*hint_offers(state, seat), *slip_offers(state, seat)]
    if seat in state.conceding:
        found.append(Option("fight on", "Fight on after all", rule="BIO-320"))
    else:
        note = "the game ends when all seats agree"
        found.append(Option("concede", "Concede", rule="BIO-320", note=note, weight="leave"))
    return found


def take(g: Play[State], seat: int, option: str, value: str) -> Script[None]:
    verb, _, argument = option.partition(":")
    if verb == "hint":
        pin_hint(g, seat, parse(value), argument)
    elif verb == "unpin":
        g.state.hints = [hint for hint in g.state.hints if (hint.seat, name(hint.at)) != (seat, value)]
    elif verb == "concede":
        concede(g, seat)
    elif verb == "fight on":
        g.state.conceding.remove(seat)
    else:
        yield from slip(g, seat, value)


# Hints ----------------------------------------------------------------------------------------------------------------


def places(state: State) -> list[Cell]:
    """Tiles, face-down tiles, and the empty cells that touch them."""
    laid = {tile.at for tile in state.tiles} | {tile.at for tile in state.face_down}
    return sorted(laid | {cell for tile in laid for cell in around(tile) if inside(cell) and cell not in state.walls})


def place_options(state: State, cells: Iterable[Cell]) -> tuple[Option, ...]:
    words = place_words(state)
    return tuple([_place_option(cell, words(cell)) for cell in cells])


@lru_cache(maxsize=4096)
def _place_option(cell: Cell, words: str) -> Option:
    return Option(name(cell), capital(words), spot(cell))


def hint_offers(state: State, seat: int) -> list[Option]:
    cells = place_options(state, places(state))
    found = [
        Option(f"hint:{key}", f'Hint: "{text}"', rule="BIO-311", group="Hints", form=Ask("Where?", cells))
        for key, text in HINTS.items()
    ]
    mine = place_options(state, [hint.at for hint in state.hints if hint.seat == seat])
    if mine:
        found.append(Option("unpin", "Remove a hint", rule="BIO-312", group="Hints", form=Ask("Where?", mine)))
    return found


def pin_hint(g: Play[State], seat: int, at: Cell, hint: str) -> None:
    """BIO-312: one per seat and tile; a new one replaces it."""
    state = g.state
    state.hints = [old for old in state.hints if (old.seat, old.at) != (seat, at)]
    state.hints.append(Hint(seat, at, hint))
    where = place(state, at)
    with g.moment("event", f"{{{seat}}} about {where}: {HINTS[hint]}", about=spot(at), rule="BIO-311"):
        g.tell(f'{{{seat}}} about {where}: "{HINTS[hint]}".', rule="BIO-311")


# "I said too much" ----------------------------------------------------------------------------------------------------


def sayable(state: State, player: int) -> dict[str, str]:
    """Hidden secrets that a player carries or knows, as source: words."""
    person = state.players[player]
    found = {f"own:{kind}": f"My {SECRET_NAMES[kind]}" for kind in person.inventory}
    for tile in state.tiles:
        for hidden in tile.secrets:
            if player in hidden.seen:
                found[f"tile:s{hidden.label}"] = f"The {SECRET_NAMES[hidden.kind]} in {place(state, tile.at)}"
    for number, unseen in enumerate(state.box, 1):
        if player in unseen.seen:
            found[f"box:{number}"] = f"{SECRET_NAMES[unseen.kind]}, number {number} in the box"
    return found


def slip_offers(state: State, seat: int) -> list[Option]:
    """BIO-314; alone there is nobody to tell (BIO-319). While an action is carried out the button waits for its end."""
    if state.seats == 1 or state.step != "turn" or state.busy:
        return []
    words = sayable(state, seat)
    if not words:
        return []
    form = Ask("Which secret?", tuple(Option(source, text) for source, text in words.items()))
    return [Option("slip", "I said too much", rule="BIO-314", group="Slip", form=form)]


def slip(g: Play[State], player: int, source: str) -> Script[None]:
    """BIO-086 to BIO-089."""
    state = g.state
    with g.moment("reveal", f"{who(state, player)} said too much", rule="BIO-086"):
        yield from carry_out_slip(g, player, source)
    over(state)


def carry_out_slip(g: Play[State], player: int, source: str) -> Script[None]:
    state = g.state
    person = state.players[player]
    kind = kind_of(state, player, source)
    g.change(SECRET_NAMES[kind], "a secret", "known to all", "a slip of the tongue", better=False)
    disclose(g, f"{who(state, player)} said too much: {SECRET_NAMES[kind]}.", rule="BIO-086")
    if kind == "captured" and person.status == "active":
        remove(state, player, source)
        discard(state, kind)
        capture(g, player)  # BIO-089
    elif source.startswith("own:") and friendly_camp(state, person.at) is not None:
        remove(state, player, source)
        put_down(g, player, kind)  # BIO-088
    elif must_use(state, player, source, kind):
        state.busy = True
        pay(g, player, Price())
        yield from put_to_use(g, player, source)  # BIO-086
        state.busy = False
    else:
        remove(state, player, source)
        news(g, f"The {SECRET_NAMES[kind]} is destroyed.", rule="BIO-087")
        if kind == "key":
            keys_change(g, -1, "a slip of the tongue")
        g.change(SECRET_NAMES[kind], "ours", "destroyed", "it could not be used here", better=False)
        if kind == "captured":
            discard(state, kind)
        else:
            destroy(state, kind)


def must_use(state: State, player: int, source: str, kind: str) -> bool:
    person = state.players[player]
    if state.order[state.turn] != player or person.actions < 1 or friendly_camp(state, person.at) is not None:
        return False
    in_reach = source.startswith("own:") or (source.startswith("tile:") and tile_of(state, source).at == person.at)
    return in_reach and usable(state, player, kind, source)


def tile_of(state: State, source: str) -> Tile:
    label = source.removeprefix("tile:s")
    return next(tile for tile in state.tiles if any(str(hidden.label) == label for hidden in tile.secrets))


def kind_of(state: State, player: int, source: str) -> str:
    where, _, which = source.partition(":")
    if where == "own":
        return which
    if where == "box":
        return state.box[int(which) - 1].kind
    return next(hidden.kind for hidden in tile_of(state, source).secrets if f"s{hidden.label}" == which)


def remove(state: State, player: int, source: str) -> None:
    where, _, which = source.partition(":")
    if where == "own":
        state.players[player].inventory.remove(which)
    elif where == "box":
        del state.box[int(which) - 1]
    else:
        tile = tile_of(state, source)
        tile.secrets = [hidden for hidden in tile.secrets if f"s{hidden.label}" != which]


# Conceding ------------------------------------------------------------------------------------------------------------


def concede(g: Play[State], seat: int) -> None:
    """BIO-320."""
    state = g.state
    state.conceding = sorted([*state.conceding, seat])
    with g.moment("vote", f"{{{seat}}} would concede", rule="BIO-320"):
        g.tell(f"{{{seat}}} would concede.", rule="BIO-320")
    if len(state.conceding) == state.seats:
        state.result = "conceded"
        reveal(state)
