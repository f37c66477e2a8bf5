"""Step 1: what the player on turn may do (section 5, VAN-C57 to VAN-C68)."""

from __future__ import annotations

import msgspec

from app.games.vantage.facts import Source, holds
from app.games.vantage.state import Held, State
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

    @property
    def open(self) -> bool:
        return not self.because


def possible(state: State, seat: int) -> list[Possible]:
    """All three types: location, card and depart actions (VAN-063), struck-out ones included."""
    place = here(state, seat)
    if place.terrain in ("pod", "ship"):  # VAN-025
        return []
    listed = [*location_actions(state, seat, place), *card_actions(state, seat), *centre_actions(state, seat)]
    listed += departs(state, seat, place)
    again = state.again
    if again and again.only:
        listed = [one for one in listed if _fits(one, again.only)]
    return listed


def _fits(one: Possible, only: list[str]) -> bool:
    kind = {"place": "location", "card": "card", "centre": "card", "depart": "depart"}.get(one.kind, one.kind)
    return kind in only or one.act in only or one.id in only


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
                because=against(state, seat, place, action),
            )
        )
    for part in state.lairs.get(str(place.id), []):  # VAN-C46
        for action in state.world.card(part).actions:
            listed.append(Possible(f"part:{part}", "card", part, action.act, action.act, action.line))
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
                        f"{dice} dice",
                    )
                )
    return listed


def _card_option(state: State, seat: int, held: Held, action: Act) -> Possible:
    card = state.world.card(held.id)
    reason = unpayable(state, seat, action, held)
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
        action.line,
        target=f"card-{held.id}",
        note=cost_text(action.cost),
        because=reason,
    )


def cost_text(cost: int | str | dict[str, int]) -> str:
    """A cost that is printed on a card everybody may read."""
    if isinstance(cost, dict):
        return ", ".join(f"{value} {name}" for name, value in cost.items())
    return f"{cost} dice"


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
            act, note = "move-DEPART", "a star"
        else:
            to = side.to if side.to is not None else neighbour(place.id, direction)
            act, note = verb, f"to {shown(to)}, cost 1" if to is not None else ""
        listed.append(
            Possible(
                f"depart:{direction}",
                "depart",
                place.id,
                act,
                f"Depart {direction}",
                direction=direction,
                target=f"compass-{direction}",
                note=note,
            )
        )
    return listed


def as_options(listed: list[Possible]) -> list[Option]:
    return [
        Option(one.id, f"{one.label}: {one.line}" if one.line else one.label, target=one.target or None, note=one.note)
        for one in listed
    ]
