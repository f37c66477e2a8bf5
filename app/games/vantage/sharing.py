"""What a seat tells the others of its place, and keeps for itself: captions, pins, notes, reading out, its map, pages and
puzzles (sections 3, 18 and 19)."""

from __future__ import annotations

from app.games.vantage.actions import location_actions
from app.games.vantage.core import Game
from app.games.vantage.state import Pin, State
from app.games.vantage.travel import here
from app.games.vantage.world import CARDINALS, shown
from app.kernel import Ask, Option, Refused, Script, Values

MOST_PINS = 12


def words(state: State, seat: int) -> list[Option]:
    """Caption, pins, reading out, private notes (VAN-236 to VAN-238, VAN-043)."""
    who = state.me(seat)
    listed = [
        Option(
            "caption",
            "A caption for all",
            form=Ask("What you see, in your own words", (), "text", 0, 400, default=("",)),
            rule="VAN-237",
            group="Tell the others",
        ),
        Option(
            "note",
            "My note about this place",
            form=Ask("Only you read this", (), "text", 0, 600, default=("",)),
            rule="VAN-043",
            group="Tell the others",
        ),
    ]
    if len(who.pins) < MOST_PINS:
        listed.append(
            Option(
                "pin",
                "Pin a word on the picture",
                form=Ask("Tap the spot, or write it: 20 80 ringing", (), "text", 5, 48, default=("50 50 here",)),
                rule="VAN-238",
                group="Tell the others",
            )
        )
    if who.pins:
        listed.append(Option("unpin", "Take the last pin away", rule="VAN-238", group="Tell the others"))
    if "text" not in who.read_out:
        listed.append(Option("read:text", "Read out the description", rule="VAN-236", group="Tell the others"))
    listed += [
        Option(f"read:{one.act}", f"Name {one.act}", one.target or None, rule="VAN-236", group="Tell the others")
        for one in location_actions(state, seat, here(state, seat))
        if one.kind == "place" and one.act not in who.read_out
    ]
    listed += [
        Option(f"read:{side}", f"Name the {side} side", f"compass-{side}", rule="VAN-236", group="Tell the others")
        for side in CARDINALS
        if side not in who.read_out
    ]
    if who.route:
        listed.append(
            Option(
                "chart",
                "Keep my map to myself again" if who.charted else "Show my map to all",
                note="the places where you were, by name, and the ways between them",
                rule="VAN-254",
                group="Tell the others",
            )
        )
    if who.pages:
        listed.append(Option("close", "Close the page", rule="VAN-041", group="Mine alone"))
    if who.puzzle and not who.shared_puzzle:
        listed.append(Option("share", "Share the puzzle", rule="VAN-228", group="Tell the others"))
    if who.reading:
        listed.append(Option("aloud", "I have read it: put it away", rule="VAN-241", group="Mine alone"))
    return listed if len(state.seats) > 1 else [one for one in listed if one.group != "Tell the others" or alone(one)]


def alone(offer: Option) -> bool:
    """What is of use without anybody to tell: my own notes, captions and pins for the story."""
    return offer.id in ("caption", "note", "pin", "unpin")


# Taking them -----------------------------------------------------------------------------------------------------


def _caption(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    g.state.me(seat).caption = values[0]


def _note(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    who = g.state.me(seat)
    who.notes[shown(who.place)] = values[0]


def _pin(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    x, _, tail = values[0].partition(" ")
    y, _, text = tail.partition(" ")
    if not (x.isascii() and x.isdigit() and y.isascii() and y.isdigit() and int(x) <= 100 and int(y) <= 100):
        raise Refused("Two numbers from 0 to 100 and your words, please.", "VAN-238")
    if not 1 <= len(text.strip()) <= 40:
        raise Refused("A pin has 1 to 40 characters.", "VAN-238")
    g.state.me(seat).pins.append(Pin(int(x), int(y), text.strip()))


def _unpin(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    g.state.me(seat).pins.pop()


def _read(g: Game, seat: int, what: str, values: Values) -> Script[None]:
    """Word for word, to all (VAN-236)."""
    yield from ()
    state = g.state
    state.me(seat).read_out.append(what)
    state.readings += 1
    place = here(state, seat)
    if what == "text":
        words = place.text
    elif what in CARDINALS:
        side = place.compass.get(what)
        words = f"{what}: " + (
            "blocked" if side is None or side.blocked else "a star" if side.star else shown(side.to or 0)
        )
    else:
        words = what
    g.tell(f"{{{seat}}} reads out: {words}", rule="VAN-236")


def _close(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    g.state.me(seat).pages = []


def _share(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    g.state.me(seat).shared_puzzle = True
    g.state.readings += 1


def _aloud(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    g.state.me(seat).reading = ""


def _chart(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    """Names of places are learnt by it, so there is no way back behind it."""
    yield from ()
    who = g.state.me(seat)
    who.charted = not who.charted
    if who.charted:
        g.state.readings += 1
        g.tell(f"{{{seat}}} shows the map of where they have been.", rule="VAN-254")


TOLD = {
    "caption": _caption,
    "note": _note,
    "pin": _pin,
    "unpin": _unpin,
    "read": _read,
    "close": _close,
    "share": _share,
    "aloud": _aloud,
    "chart": _chart,
}
