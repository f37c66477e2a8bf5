"""Sections change hands between missions, if both seats want it (ISS-028, ISS-328)."""

from __future__ import annotations

from app.games.vanguard.asking import G, agree
from app.games.vanguard.people import SECTION_NAMES, by_section, owner
from app.games.vanguard.state import State
from app.kernel import Option, Script

GROUP = "Sections"


def offers(state: State, seat: int) -> list[Option]:
    held = by_section(state)
    mine = held.get(seat, [])
    result = [
        Option(
            f"exchange:{own}:{other}",
            f"My {SECTION_NAMES[own]} for the {SECTION_NAMES[other]} of {{{owner(state, other)}}}",
            rule="ISS-328",
            group=GROUP,
        )
        for own in mine
        for other in range(4)
        if owner(state, other) != seat
    ]
    if state.seat_count == 3 and len(mine) == 2:  # ISS-028: who has two is a matter of agreement
        result += [
            Option(f"hand:{own}:{other}", f"Hand {SECTION_NAMES[own]} to {{{other}}}", rule="ISS-028", group=GROUP)
            for own in mine
            for other in held
            if other != seat
        ]
    return result


def take(g: G, seat: int, kind: str, section: int, other: int) -> Script[None]:
    """`other` is a section for an exchange, a seat to hand a section to."""
    state = g.state
    asked = other if kind == "hand" else owner(state, other)
    if kind == "hand":
        prompt = f"{{{seat}}} hands you {SECTION_NAMES[section]}: take it?"
    else:
        prompt = f"{{{seat}}} offers {SECTION_NAMES[section]} for {SECTION_NAMES[other]}: exchange?"
    agreed = yield from agree(g, [asked], prompt, rule="ISS-328")
    if not agreed:
        return
    state.owners[section] = asked
    g.tell(f"{{{asked}}} has {SECTION_NAMES[section]} now.", rule="ISS-328")
    if kind == "exchange":
        state.owners[other] = seat
        g.tell(f"{{{seat}}} has {SECTION_NAMES[other]} now.", rule="ISS-328")
