"""Step 1: what the player on turn may do (section 5, VAN-C57 to VAN-C68)."""

from __future__ import annotations

import msgspec

from app.games.vantage.facts import Source, holds
from app.games.vantage.state import Held, Open, State
from app.games.vantage.telling import joined
from app.games.vantage.travel import here
from app.games.vantage.world import CARDINALS, REPEATED, WET, Act, Place, neighbour, shown
from app.kernel import Option


class Possible(msgspec.Struct, frozen=True):
    """An action as it is listed; struck out where there is a reason against it."""

    id: str
    kind: str
    origin: int
    act: str
    label: str
    line: str = ""
    direction: str = ""
    target: str = ""
    note: str = ""
    because: str = ""
    price: str = ""
    known: bool = False  # its cost is known before it is chosen
    paid: int = 0  # tokens that are paid with the choice

    @property
    def open(self) -> bool:
        return not self.because


def possible(state: State, seat: int) -> list[Possible]:
    """All three types: location, card and depart actions (VAN-063), struck-out ones included."""
    place = here(state, seat)
    if place.terrain in ("pod", "ship"):  # VAN-025
        return []
    listed = [*location_actions(state, seat, place), *departs(state, seat, place)]
    listed += [*centre_actions(state, seat), *card_actions(state, seat)]
    again = state.again
    if again and again.only:
        listed = [one for one in listed if _fits(one, again.only)]
    return listed


def _fits(one: Possible, only: list[str]) -> bool:
    kind = {"place": "location", "card": "card", "centre": "card", "depart": "depart"}.get(one.kind, one.kind)
    return kind in only or one.act in only or one.id.removesuffix("+1") in only


def legal(state: State, seat: int) -> list[Possible]:
    return [one for one in possible(state, seat) if one.open]


# Location actions ------------------------------------------------------------------------------------------------


def location_actions(state: State, seat: int, place: Place) -> list[Possible]:
    source = Source(seat)
    listed = []
    # Element ids are replaced by neutral ones before anything is sent (VAN-233).
    features = {element.id: f"feature-e{index}" for index, element in enumerate(place.scene.elements())}
    for action in place.actions:
        if not holds(state, source, action.cond):
            continue
        listed.append(
            Possible(
                f"here:{action.act}",
                "place",
                place.id,
                action.act,
                action.act,  # the line is read in step 2 (VAN-081)
                target=features.get(action.feature, ""),
                note=marks(action),
                because=against(state, seat, place, action),
            )
        )
    for part in state.lairs.get(str(place.id), []):  # VAN-C46
        for action in state.world.card(part).actions:
            listed.append(
                Possible(
                    f"part:{part}",
                    "card",
                    part,
                    action.act,
                    action.act,
                    action.line,
                    note=action.prints,
                    price=cost_text(action.cost),
                )
            )
    return listed


def against(state: State, seat: int, place: Place, action: Act) -> str:
    """Why a location action is struck out; empty if it may be performed."""
    if action.forbid_if is not None and holds(state, Source(seat), action.forbid_if):  # VAN-070, VAN-071
        return action.because
    key = f"{place.id}:{action.act}"
    if key in state.forbidden:
        return state.forbidden[key]
    if unpayable(state, seat, action, None):
        return "You cannot pay for it."
    done = state.me(seat).done.get(str(place.id), [])
    if action.always:  # VAN-068, VAN-069
        return "Not twice in one turn." if f"turn:{key}" in state.tried else ""
    if place.terrain in REPEATED:  # VAN-C60, VAN-C65
        return "Not twice in one turn." if f"turn:{key}" in state.tried else ""
    if action.act in done and place.terrain != "sky":
        return "You have done this here."
    if place.terrain == "city":  # VAN-C58
        if f"turn:{place.id}" in state.tried and not (state.again and state.again.lifted):
            return "One action here each turn."
        return ""
    if done and not (state.again and state.again.lifted):  # VAN-066, VAN-160
        return "You have acted here already."
    return ""


def unpayable(state: State, seat: int, action: Act, card: Held | None) -> str:
    """A printed cost of any kind that cannot be paid in full makes the action unavailable (VAN-083)."""
    if not isinstance(action.cost, dict) or card is None:
        return ""
    if action.cost.get("boost", 0) > card.boost:
        return "There is not enough boost on it."
    return "You lack the coins." if action.cost.get("coin", 0) > state.me(seat).coins else ""


# Card actions ----------------------------------------------------------------------------------------------------


def card_actions(state: State, seat: int) -> list[Possible]:
    """Cards in the grid, in the supply, and location-specific ones of anybody here; never in a reserve (VAN-072, 075)."""
    listed = []
    place = here(state, seat)
    for owner in range(len(state.seats)):
        who = state.me(owner)
        piles = [*state.in_grid(owner), *who.supply] if owner == seat else who.supply
        for held in piles:
            card = state.world.card(held.id)
            bound = held.bound if held.bound is not None else card.bound
            if (owner != seat and bound is None) or (bound is not None and bound != place.id):
                continue
            for action in card.actions:
                if not holds(state, Source(seat, "card", held.id), action.cond):
                    continue
                listed.append(_card_option(state, seat, held, action))
            if card.ride is not None and place.terrain in card.ride.from_:
                dice = card.ride.from_[place.terrain][0]
                listed.append(
                    Possible(
                        f"ride:{held.id}",
                        "card",
                        held.id,
                        "move-RIDE",
                        card.name,
                        "Ride",
                        "",
                        f"card-{held.id}",
                        price=cost_text(dice),
                        known=True,
                    )
                )
    return listed


def _card_option(state: State, seat: int, held: Held, action: Act) -> Possible:
    card = state.world.card(held.id)
    reason = unpayable(state, seat, action, held) if action.prints else ""  # an entry tells nothing beforehand
    if not reason and action.forbid_if is not None and holds(state, Source(seat, "card", held.id), action.forbid_if):
        reason = action.because
    if not reason and action.once and f"{held.id}:{action.act}#{seat}" in state.tried:
        reason = "Once per session."
    return Possible(
        f"card:{held.id}:{action.act}",
        "card",
        held.id,
        action.act,
        f"{card.name}: {action.act}",
        action.line if action.prints else "",
        target=f"card-{held.id}",
        note=action.prints,
        because=reason,
        price=cost_text(action.cost) if action.prints else "",
    )


def cost_text(cost: int | str | dict[str, int]) -> str:
    """A cost that is printed on a card everybody may read."""
    if isinstance(cost, dict):
        parts = [("die" if name == "dice" and value == 1 else name, value) for name, value in cost.items() if value]
        return " and ".join(f"{value} {name}" for name, value in parts) or "no dice"
    return "as many dice as you like" if cost == "X" else "1 die" if cost == 1 else f"{cost} dice"


def centre_actions(state: State, seat: int) -> list[Possible]:
    """The mission's actions until it is complete (VAN-201, VAN-202); destinies; a ready one to read (VAN-207)."""
    listed = []
    cards: list[tuple[int, str, list[Act], str]] = []
    if state.mission is not None:
        mission = state.world.missions[state.mission]
        why = "The mission is complete." if state.mission_done else ""
        cards.append((mission.id, mission.name, mission.actions, why))
    cards += [(d, state.world.destinies[d].name, state.world.destinies[d].actions, "") for d in state.destinies]
    for number, name, actions, why in cards:
        for action in actions:
            if holds(state, Source(seat, "centre"), action.cond):
                listed.append(
                    Possible(
                        f"centre:{number}:{action.act}",
                        "centre",
                        number,
                        action.act,
                        f"{name}: {action.act}",
                        action.line,
                        target=f"centre-{number}",
                        because=why,
                    )
                )
    for number in state.ready:
        name = state.world.destinies[number].name
        listed.append(
            Possible(f"final:{number}", "final", number, "engage-TELL", f"Fulfil {name}", target=f"centre-{number}")
        )
    return listed


# Departs ---------------------------------------------------------------------------------------------------------


def departs(state: State, seat: int, place: Place) -> list[Possible]:
    """A number is known and costs 1, a star is unread, nothing is blocked (VAN-048 to VAN-050, VAN-076)."""
    listed = []
    for direction in CARDINALS:
        side = place.compass.get(direction)
        forced = state.forced == direction and neighbour(place.id, direction) in state.world.places
        if side is None or (side.blocked and not forced):
            continue
        verb = "move-SWIM" if place.terrain in WET else "move-WALK"
        if side.star:
            act, note, price, label = "move-DEPART", "a star: its cost is unread", "", f"Leave {direction}"
        else:
            to = side.to if side.to is not None else neighbour(place.id, direction)
            act, note, price = verb, f"to {shown(to)}" if to is not None else "", "1 die"
            label = f"{'Swim' if place.terrain in WET else 'Walk'} {direction}"
        listed.append(
            Possible(
                f"depart:{direction}",
                "depart",
                place.id,
                act,
                label,
                direction=direction,
                target=f"compass-{direction}",
                note=note,
                price=price,
                known=not side.star,
            )
        )
        if not side.star and state.me(seat).skills["move"]:  # a known price can be paid with the same press
            paid = msgspec.structs.replace(
                listed[-1], id=f"depart:{direction}+1", paid=1, price="1 move token", target=""
            )
            listed.append(paid)
    return listed


def marks(action: Act) -> str:
    """What stands at an action before it is chosen: its compositions, and whether it stays open (VAN-056, VAN-068)."""
    parts = [f"with {joined(action.involves)}"] if action.involves else []
    return "; ".join([*parts, "stays open"] if action.always else parts)


def as_options(listed: list[Possible], announced: Open | None = None) -> list[Option]:
    """The answers to "What do you do?". What I have announced comes first."""
    options = [
        Option(
            one.id,
            one.line or one.label,
            target=one.target or None,
            note=", ".join(part for part in (one.label if one.line else "", one.note) if part),
            price=one.price,
            weight="main" if announced is not None and is_announced(one, announced) else "",
        )
        for one in listed
    ]
    return sorted(options, key=lambda option: not option.weight)


def is_announced(one: Possible, announced: Open) -> bool:
    same = (one.kind, one.origin, one.act, one.direction)
    return not one.paid and same == (announced.kind, announced.origin, announced.act, announced.direction)
