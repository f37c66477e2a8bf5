"""Small questions: what to lose, to gain, to place, and for whom."""

from __future__ import annotations

from app.games.vantage.bot.mind import Mind
from app.games.vantage.bot.tolls import TOKEN, price
from app.games.vantage.views import CardView
from app.games.vantage.world import CATEGORIES, STATS, STEPS
from app.kernel import Ask


def lose_least(ids: list[str], mind: Mind) -> str:
    """The cheapest loss; two tokens before a stat that is low."""
    second = mind.public.table.crises > 0
    stats = mind.me.stats

    def harm(one: str) -> float:
        kind, _, what = one.partition(":")
        if kind == "lose":
            return price(stats[what], second)
        if kind == "drop":
            return 2 * TOKEN
        if one == "both":
            return price(stats["time"], second) + price(stats["morale"], second)
        return price(stats["health"], second)

    return min(ids, key=harm)


def pick(ids: list[str], ask: Ask, mind: Mind) -> str:
    names = [one.removeprefix("pick:") for one in ids]
    stats = [name for name in names if name in STATS]
    if stats:
        rising = "Lose" not in ask.prompt
        return "pick:" + (min if rising else max)(stats, key=lambda name: mind.me.stats[name])
    skills = [name for name in names if name in CATEGORIES]
    if skills:
        return f"pick:{best_skill(skills, ask, mind)}"
    tokens = [option.id for option in ask.options if option.label.lower().split(" ")[-1] in CATEGORIES]
    return tokens[0] if tokens else ids[-1]  # what needs something comes last, mostly


def best_skill(skills: list[str], ask: Ask, mind: Mind) -> str:
    """What the mission's deeds take, and not what I have many of."""
    wanted = [action.act.partition("-")[0] for card in mind.public.centre for action in card.actions]
    value = {skill: wanted.count(skill) + (skill == "move") - mind.me.skills[skill] for skill in skills}
    return (min if "Lose" in ask.prompt else max)(skills, key=lambda skill: value[skill])


def neediest(ids: list[str], mind: Mind) -> str:
    def least(one: str) -> tuple[int, int]:
        who = mind.public.seats[int(one.removeprefix("seat:"))]
        return min(who.stats.values()), sum(who.stats.values())

    return min(ids, key=least)


def most_dreaded(ids: list[str], mind: Mind) -> str:
    faces = {f"die:{die.id}": die.face for die in mind.public.dice}
    second = mind.public.table.crises > 0
    return max(ids, key=lambda one: price(mind.me.stats[faces[one]], second) if faces.get(one) in STATS else 0.0)


def card_worth(held: CardView) -> float:
    slots = sum(1.0 if slot.text == "any action" else 0.7 for slot in held.face.slots)
    return slots + 0.4 * held.face.reserve + 0.3 * len(held.face.powers) + 0.1 * held.boost


def held_cards(mind: Mind) -> dict[int, CardView]:
    piles = [*(card for card in mind.me.grid if card is not None), *mind.me.reserve, *mind.me.supply]
    return {card.face.id: card for card in piles}


def some_card(ids: list[str], ask: Ask, mind: Mind) -> str:
    """The least useful to part with, the most useful for all else."""
    cards = held_cards(mind)
    parting = any(word in ask.prompt for word in ("Lose", "lose", "Sell", "Move 1 boost"))
    if parting and "none" in ids and "Sell" not in ask.prompt:
        return "none"
    named = [one for one in ids if one != "none"]
    rank = {one: card_worth(cards[int(one[5:])]) if int(one[5:]) in cards else 0.5 for one in named}
    return (min if parting else max)(named, key=lambda one: rank[one])


def best_cell(ids: list[str], mind: Mind) -> str:
    """Beside as many cards as possible; with a full grid in place of the least useful, if that is little."""
    cells = [one for one in ids if one.startswith("cell:")]
    grid = mind.me.grid
    if cells:
        return max(cells, key=lambda one: sum(grid[index] is not None for index in beside(int(one[5:]))))
    cards = held_cards(mind)
    over = [one for one in ids if one.startswith("over:")]
    worst = min(over, key=lambda one: card_worth(cards[int(one[5:])]), default="")
    if worst and (card_worth(cards[int(worst[5:])]) < 1.0 or len(ids) == len(over)):
        return worst
    return "reserve" if "reserve" in ids else ids[-1]


def beside(index: int) -> list[int]:
    row, column = divmod(index, 3)
    return [3 * (row + dy) + column + dx for dx, dy in STEPS.values() if 0 <= row + dy < 3 and 0 <= column + dx < 3]
