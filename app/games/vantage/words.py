"""Cards in words: what everybody may read on a card."""

from __future__ import annotations

from typing import Any

import msgspec

from app.games.vantage.actions import cost_text
from app.games.vantage.world import Card, Effects, Slot


class SlotFace(msgspec.Struct, frozen=True):
    id: str
    text: str
    face: str
    impact: bool
    cost: int
    gives: str


class PowerFace(msgspec.Struct, frozen=True):
    id: str
    text: str
    cost: int
    window: str


class ActionFace(msgspec.Struct, frozen=True):
    act: str
    line: str
    cost: str


class CardFace(msgspec.Struct, frozen=True):
    id: int
    name: str
    kind: str
    composition: str
    text: str
    value: int
    capacity: int
    reserve: int
    placed: str
    slots: tuple[SlotFace, ...]
    powers: tuple[PowerFace, ...]
    actions: tuple[ActionFace, ...]


def _names(value: Any) -> str:
    return " or ".join(value) if isinstance(value, list) else str(value)


def effect_text(name: str, a: Any) -> str:
    a = a if isinstance(a, dict) else {}
    count = a.get("amount", 1)
    match name:
        case "gain_stat":
            return f"gain {count} {_names(a['stat'])}"
        case "gain_skill":
            return f"gain {count} {_names(a['skill'])}"
        case "gain_coin":
            return f"gain {count} coin"
        case "gain_boost" | "boost_each":
            return f"{count} boost"
        case "random_skill":
            return f"gain {count} random skill"
        case "choice":
            return " or ".join(one["label"] for one in a["options"])
        case "reroll":
            return "reroll an unplaced die"
        case "fetch_card":
            return "a reserved card into the grid"
        case "open_page":
            return "open a page for your eyes only"
    return name.replace("_", " ")


def effects_text(effects: Effects) -> str:
    return ", ".join(effect_text(name, a) for effect in effects for name, a in effect.items())


def slot_text(slot: Slot) -> str:
    when = slot.when
    parts = [when.verb or when.category, when.group, when.composition, when.terrain]
    return " ".join(part for part in parts if part) or "any action"


_FACES: dict[int, tuple[Card, CardFace]] = {}


def face(card: Card) -> CardFace:
    """Worked out once for every card of a loaded world."""
    known = _FACES.get(id(card))
    if known is None or known[0] is not card:
        known = _FACES[id(card)] = (card, _face(card))
    return known[1]


def _face(card: Card) -> CardFace:
    slots = tuple(
        SlotFace(
            f"{card.id}.{index}",
            slot_text(slot),
            slot.face,
            slot.impact,
            slot.cost.get("boost", 0),
            effects_text(slot.gives),
        )
        for index, slot in enumerate(card.slots)
    )
    powers = tuple(
        PowerFace(f"{card.id}-{index}", power.text or effects_text(power.do), power.cost.get("boost", 0), power.window)
        for index, power in enumerate(card.powers)
    )
    actions = tuple(ActionFace(action.act, action.line, cost_text(action.cost)) for action in card.actions)
    if card.ride is not None:
        guide = "; ".join(
            f"{terrain}: {dice} dice, reach {reach}" for terrain, (dice, reach) in card.ride.from_.items()
        )
        actions = (*actions, ActionFace("move-RIDE", "Ride", guide))
    kind = f"{card.kind}: {card.sub}" if card.sub else card.kind
    placed = effects_text(card.when_placed)
    return CardFace(
        card.id,
        card.name,
        kind,
        card.composition,
        card.text,
        card.value,
        card.capacity,
        card.reserve,
        placed,
        slots,
        powers,
        actions,
    )
