"""What results and cards are worth, in points; one point is one stat (section 9 of the world guide)."""

from __future__ import annotations

from typing import Any

from app.games.vantage.world import Act, Card, Effects, Slot, World

TARGETS = (0.2, 0.45, 0.8, 1.15, 1.5, 1.85, 2.2, 2.6, 3.0, 3.5)
KINDS = {
    "flora": 1.2,
    "animal": 1.2,
    "ability": 1.4,
    "sentient": 1.3,
    "structure": 1.1,
    "tree": 1.1,
    "seed": 0.8,
    "lesson": 0.8,
    "quest": 0.6,
    "objective": 0.6,
    "giant": 2.2,
    "giant_part": 1.4,
    "vehicle": 1.3,
    "spell": 1.9,
    "curse": -1.2,
    "alternate": 2.2,
    "experience": 1.0,
}
ITEMS = {
    "book": 1.2,
    "map": 1.2,
    "tool": 1.4,
    "bow": 1.4,
    "artifact": 2.2,
    "emblem": 2.2,
    "shield": 1.1,
    "arrow": 0.8,
    "keepsake": 0.7,
}
SUMS = {
    "flora": (0.9, 1.4),
    "wild": (0.9, 1.4),
    "loyal": (2.0, 2.8),
    "tool": (1.1, 1.8),
    "artifact": (1.6, 2.6),
    "emblem": (1.6, 2.6),
    "sentient": (2.0, 2.9),
    "ability": (0.9, 1.9),
    "book": (0.9, 1.5),
    "map": (0.9, 1.5),
}


def card_worth(card: Card) -> float:
    if card.kind == "animal":
        return 2.2 if card.sub == "loyal" else 1.2
    return ITEMS.get(card.sub, 1.4) if card.kind == "item" else KINDS.get(card.kind, 1.0)


def _count(a: dict[str, Any]) -> float:
    amount = a.get("amount", 1)
    return float(amount) if isinstance(amount, int) else 1.0


def worth(world: World, effects: Effects) -> float:
    """The value of a result; flags and knowledge count once."""
    total = 0.0
    known = False
    for effect in effects:
        for name, arguments in effect.items():
            a = arguments if isinstance(arguments, dict) else {}
            if name in ("flag", "count", "unflag", "forbid", "later", "quest"):
                known = True
                if name == "later":
                    total += worth(world, a.get("do", []))
                continue
            total += _effect(world, name, a)
    return total + (0.2 if known else 0.0)


def _effect(world: World, name: str, a: dict[str, Any]) -> float:
    many = isinstance(a.get("stat", a.get("skill")), list)
    match name:
        case "gain_stat":
            return _count(a) * (1.1 if many else 1.0)
        case "lose_stat":
            return -_count(a) * (0.9 if many else 1.0)
        case "damage":
            return -0.9 * _count(a)
        case "gain_skill":
            return _count(a) * (0.55 if many else 0.5)
        case "random_skill":
            return 0.45 * _count(a)
        case "lose_skill":
            return -0.5 * _count(a)
        case "gain_coin":
            return 0.3 * _count(a)
        case "lose_coin":
            return -0.3 * _count(a)
        case "gain_boost" | "split_boost" | "boost_each":
            return 0.33 * _count(a)
        case "gain_card":
            card = world.cards.get(a["id"])
            return card_worth(card) if card else 1.0
        case "gain_from":
            return 1.2
        case "go_choice":
            return 0.15
        case "enter" | "rise":
            return 0.3
        case "go":
            target = world.places.get(a.get("to", -1)) if isinstance(a.get("to"), int) else None
            return 0.3 if target is not None and target.id > 600 else 0.0
        case "continue":
            return 0.3 if a.get("mode") == "may" else 0.0
        case "hint" | "peek" | "name_place" | "mark_map":
            return 0.2
        case "open_page":
            return 0.4
        case "cut_cost":
            return 0.3 * _count(a)
        case "immune":
            return 1.0 if a.get("until") == "session" else 0.2
        case "curse":
            return -1.2
        case "mission":
            return 0.8
        case "destiny" | "place_centre":
            return 0.6
        case "roll_more":
            return -0.35 * float(a.get("dice", 1))
        case "bind_here":
            return 1.1
        case "choice":
            options = a["options"]
            return sum(_option(world, one) for one in options) / len(options)
        case "pay_skill" | "pay_coin" | "pay_boost":
            price = {"pay_skill": 0.5, "pay_coin": 0.3, "pay_boost": 0.33}[name] * _count(a)
            return 0.7 * (worth(world, a.get("then", [])) - price) + 0.3 * worth(world, a.get("else", []))
        case "if":
            return (worth(world, a.get("then", [])) + worth(world, a.get("else", []))) / 2
        case "roll_skill":
            branches = [worth(world, one["do"]) for one in a.get("then", [])]
            gained = 0.5 * float(a.get("dice", 1)) / 6 if "gain" in a else 0.0
            return gained + (0.3 * branches[0] + 0.7 * branches[-1] if branches else 0.0)
        case "refresh":
            return 0.1 * (_count(a) if a.get("amount") != "all" else 5)
        case "sell_card":
            return 0.3 * float(a.get("bonus", 0)) + 0.2
    return 0.0


def _option(world: World, one: dict[str, Any]) -> float:
    cost = one.get("cost", {})
    return worth(world, one.get("do", [])) - 0.3 * float(cost.get("coin", 0)) - 0.33 * float(cost.get("boost", 0))


def judged_by_hand(entry: Act) -> bool:
    """Puzzles, replacements, trials and giants have budgets of their own."""
    names = {name for effect in entry.result for name in effect}
    return bool(names & {"puzzle", "replace_card", "trial", "giant", "duel", "learn", "set_down", "go_table"})


def slot_worth(slot: Slot) -> float:
    when = slot.when
    parts = [
        value
        for key, value in (("category", 0.9), ("composition", 0.7), ("verb", 0.5), ("group", 0.65), ("terrain", 0.6))
        if getattr(when, key)
    ]
    value = min(parts) * 0.6 ** (len(parts) - 1) if parts else 1.3 if slot.face == "any" else 1.0
    if parts and slot.face != "any":
        value *= 0.6
    value += 0.4 if slot.impact else 0.0
    value -= 0.3 * slot.cost.get("boost", 0)
    return value + (0.25 if slot.gives else 0.0)


def card_sum(card: Card) -> float:
    value = sum(slot_worth(slot) for slot in card.slots)
    for effect in card.when_placed:
        value += 0.25 * _count(effect.get("gain_boost", {})) if "gain_boost" in effect else 0.0
    value += 0.4 * card.reserve + 0.4 * len(card.powers) + 0.3 * len(card.actions) + 1.0 * len(card.immune)
    return value - (1.0 if card.leaves_when == "no_boost" else 0.0) + 0.6 * ride_level(card)


def ride_level(card: Card) -> int:
    """Lines of three levels follow each other in the numbers (1382 and on); without a guide there is nothing to ride."""
    return (card.id - 1382) % 3 + 1 if card.ride is not None and card.kind == "vehicle" else int(card.ride is not None)
