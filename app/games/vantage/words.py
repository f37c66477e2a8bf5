"""Cards in words: what everybody may read on a card."""

from __future__ import annotations

from typing import Any

import msgspec

from app.games.vantage.actions import cost_text
from app.games.vantage.world import Act, Card, Effects, Slot


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
    prints: str = ""


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


def kind_of(card: Card) -> str:
    """What sort of card it is: "Item, tool; stone"."""
    kind = card.kind.replace("_", " ") + (f", {card.sub}" if card.sub else "")
    return f"{kind.capitalize()}; {card.composition}" if card.composition else kind.capitalize()


def slot_words(slot: Slot) -> str:
    """A slot as a sentence says it: "look: any die, gives 1 boost"."""
    die = "any die" if slot.face == "any" else f"a {slot.face} die"
    cost = f", costs {slot.cost['boost']} boost" if slot.cost.get("boost") else ""
    gives = f", {gift_text(slot)}" if slot.gives else ""
    open_to = ", open to everybody" if slot.impact else ""
    return f"{slot_text(slot)}: {die}{cost}{gives}{open_to}"


def gift_text(slot: Slot) -> str:
    """What a die on it brings: "gives 1 boost"."""
    return f"gives {effects_text(slot.gives).removeprefix('gain ')}"


def card_words(card: Card) -> str:
    """What a card does, in a few sentences: what people want to know before they place it."""
    parts = [card.text] if card.text else []
    if card.when_placed:
        parts.append(f"When placed: {effects_text(card.when_placed)}.")
    if card.slots:
        parts.append(f"{'Slot' if len(card.slots) == 1 else 'Slots'}: {'; '.join(slot_words(s) for s in card.slots)}.")
    for power in card.powers:
        parts.append(f"For {power.cost.get('boost', 0)} boost: {power.text or effects_text(power.do)}.")
    if card.actions:
        parts.append(f"You can {', '.join(action.act for action in card.actions)} with it.")
    if card.reserve:
        parts.append("It makes room for a card in reserve.")
    return " ".join(parts)


_FACES: dict[int, tuple[Card, CardFace]] = {}


def face(card: Card) -> CardFace:
    """Worked out once for every card of a loaded world."""
    known = _FACES.get(id(card))
    if known is None or known[0] is not card:
        known = _FACES[id(card)] = (card, _face(card))
    return known[1]


def action_face(action: Act) -> ActionFace:
    """In full where it is printed; category and verb alone where it is an entry (VAN-C14)."""
    if not action.prints:
        return ActionFace(action.act, "", "")
    return ActionFace(action.act, action.line, cost_text(action.cost), action.prints)


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
    actions = tuple(action_face(action) for action in card.actions)
    if card.ride is not None:
        guide = "; ".join(
            f"{terrain}: {cost_text(dice)}, reach {reach}" for terrain, (dice, reach) in card.ride.from_.items()
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
