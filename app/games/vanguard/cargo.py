"""Leads, Discoveries, Unique Discoveries, and looking at hidden cards: sections 20 and 21."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.games.vanguard import decks, wording
from app.games.vanguard.asking import G, pick
from app.games.vanguard.data.planetside import DECKS, DISCOVERY, EVENT, LEADS, ROW_GIVES, UNIQUE
from app.games.vanguard.data.ship import ROW_SIZE, SITUATION
from app.games.vanguard.language import Effect
from app.games.vanguard.people import RECON, SCIENCE, SECURITY, explorer, name, owner, team
from app.games.vanguard.rankups import note
from app.games.vanguard.state import Look, State
from app.games.vanguard.telling import came
from app.kernel import Option, Script, ask, choosing

if TYPE_CHECKING:
    from app.games.vanguard.effects import Ctx


def kind_of(card: str) -> str:
    """A card of which there are copies is named DS1.2: the second DS1."""
    return card.split(".")[0]


def seat_of(state: State, ctx: Ctx) -> int:
    """The actor's owner; without one Recon's on a planet and Security's on the ship (ISS-014)."""
    if ctx.section is not None:
        return owner(state, ctx.section)
    if ctx.seat is not None:
        return ctx.seat
    return owner(state, RECON if state.x and not state.x.over else SECURITY)


def _name_deck(g: G, ctx: Ctx, word: str) -> Script[str]:
    if word != "any":
        return word
    options = [Option(f"deck:{deck}", deck.capitalize(), target=f"deck-{deck}") for deck in DECKS]
    answer = yield from pick(g, seat_of(g.state, ctx), "Which Discovery deck?", options, rule="ISS-182")
    return answer.removeprefix("deck:")


def _lead(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    """ISS-182 to ISS-185"""
    state = g.state
    if state.x is None:
        return
    deck = yield from _name_deck(g, ctx, effect.args[0])
    count = min(effect.n, len(state.lead_bag))
    drawn = [state.lead_bag.pop(0) for _ in range(count)]
    if not drawn:
        return
    decks.show(state)
    x = state.x
    x.leads_drawn = drawn
    yield from _collector(g)
    returned: list[int] = []
    order = yield from _order(g, ctx, x.leads_drawn)  # all see what was drawn until it is placed
    x.leads_drawn = []
    for token in order:
        returned += yield from _place(g, deck, token)
    state.lead_bag = g.rng.shuffled([*state.lead_bag, *returned], "leads") if returned else state.lead_bag  # ISS-184


def _collector(g: G) -> Script[None]:
    """Crew with the skill Collector may change one token that was drawn and not yet placed."""
    state, x = g.state, g.state.exploration
    from app.games.vanguard.data.crew import CREW

    for crew in team(state):
        while CREW[crew.person].skill == "Collector" and crew.charges and state.lead_bag:
            options = [Option("keep", "Keep them all")]
            options += [Option(f"swap:{n}", f"Swap the {token_name(token)}") for n, token in enumerate(x.leads_drawn)]
            prompt = f"{name(crew.person)}, Collector: swap a lead token for 1 Charge?"
            (answer,) = yield from ask(choosing(owner(state, crew.section), prompt, options, rule="ISS-157"))
            if answer == "keep":
                break
            crew.charges -= 1
            place = int(answer.removeprefix("swap:"))
            token = state.lead_bag.pop(0)
            state.lead_bag = g.rng.shuffled([*state.lead_bag, x.leads_drawn[place]], "leads")
            x.leads_drawn[place] = token
            decks.show(state)


def token_name(token: int) -> str:
    lead = LEADS[token]
    extra = {"": "", "card": " and a card", "charge": " and a Charge"}[lead.extra]
    return f"{lead.value}{extra}"


def _order(g: G, ctx: Ctx, tokens: list[int]) -> Script[list[int]]:
    if len({LEADS[token] for token in tokens}) < 2:
        return tokens
    options = [Option(f"token:{token}", f"Lead {token_name(token)}") for token in tokens]
    count = len(tokens)
    values = yield from ask(
        choosing(
            seat_of(g.state, ctx),
            "In which order are the leads placed?",
            options,
            least=count,
            most=count,
            ordered=True,
            rule="ISS-182",
        )
    )
    return [int(value.removeprefix("token:")) for value in values]


def _place(g: G, deck: str, token: int) -> Script[list[int]]:
    """Places one token; gives back those that return to the bag."""
    state = g.state
    state.lead_decks[deck].append(token)
    g.tell(f"A lead of {token_name(token)} on {deck}.", rule="ISS-182")
    came(g, f"A lead on {deck.capitalize()}", f"worth {token_name(token)}; at 3 something is found", good=True)
    extra = LEADS[token].extra
    if extra:
        yield from _extra(g, extra)
    total = sum(LEADS[one].value for one in state.lead_decks[deck])
    if total < 3 or not state.finds[deck]:
        return []
    return gain(g, deck)


def _extra(g: G, extra: str) -> Script[None]:
    """Science's owner chooses (ISS-034, ISS-185)."""
    crew = [] if extra == "charge" and g.state.exploration.tutorial else team(g.state)  # ISS-043
    options = [Option(f"crew:{one.section}", name(one.person), target=f"crew-{one.section}") for one in crew]
    if not options:
        return
    what = "draws a card" if extra == "card" else "gets a Charge"
    answer = yield from pick(g, owner(g.state, SCIENCE), f"Who {what}?", options, rule="ISS-034")
    section = int(answer.removeprefix("crew:"))
    if extra == "card":
        yield from decks.draw_cards(g, section, 1)
    else:
        explorer(g.state, section).charges += 1


def gain(g: G, deck: str) -> list[int]:
    """Clears the leads of a deck and takes its top card (ISS-175, ISS-183). Gives what returns to the bag."""
    state = g.state
    if not state.finds[deck]:
        return []
    cleared, state.lead_decks[deck] = state.lead_decks[deck], []
    returned = [token for token in cleared if LEADS[token].returns]
    state.lead_side += [token for token in cleared if not LEADS[token].returns]
    card = state.finds[deck].pop(0)
    decks.show(state)
    if state.x and not state.x.over:
        state.x.cargo.append(card)
        note(g, "discovery")
    else:
        state.ship.gathered.append(card)  # ISS-229
    it = DISCOVERY[kind_of(card)]
    g.tell(f"Discovery: {it.name} ({deck}).", rule="ISS-175")
    came(
        g,
        f"Found: {it.name}",
        wording.find(it.id, wording.sight_of(state)) or "Worth bringing home",
        good=True,
        kind="gain",
    )
    return returned


def _discovery(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    deck = yield from _name_deck(g, ctx, effect.args[0])
    returned = gain(g, deck)
    if returned:
        g.state.lead_bag = g.rng.shuffled([*g.state.lead_bag, *returned], "leads")


def discard_find(state: State, card: str) -> None:
    """To the bottom of its deck (ISS-176)."""
    state.finds[DISCOVERY[kind_of(card)].deck].append(card)


def find_option(card: str) -> Option:
    it = DISCOVERY[kind_of(card)]
    return Option(f"find:{card}", f"{it.name} ({it.tier} {it.deck})", target=f"find-{card}")


def _lose_discovery(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    state = g.state
    pile = state.x.cargo if state.x and not state.x.over else state.ship.gathered
    count = min(effect.n, len(pile))
    if count < len(pile):
        options = [find_option(card) for card in pile]
        prompt = f"Give up {count}"
        values = yield from ask(choosing(seat_of(state, ctx), prompt, options, least=count, most=count))
        going = [value.removeprefix("find:") for value in values]
    else:
        going = list(pile)
    for card in going:
        pile.remove(card)
        discard_find(state, card)


def _unique(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    """ISS-181; if it is gone, nothing."""
    state, x = g.state, g.state.x
    if x is None or x.over:
        if effect.args != ("top",):  # no stack lies open aboard
            gain_aboard(g, effect.n)
        yield from ()
        return
    number = (x.unique_stack[-1] if x.unique_stack else 0) if effect.args == ("top",) else effect.n
    if not number or number in x.uniques or number in state.ship.uniques:
        return
    if number in x.unique_stack:
        x.unique_stack.remove(number)
    x.uniques.append(number)
    decks.show(state)
    g.tell(f"Unique Discovery: {UNIQUE[number].name}.", rule="ISS-181")
    came(g, f"Found: {UNIQUE[number].name}", "There is only one of it", good=True, kind="gain")


def gain_aboard(g: G, number: int) -> None:
    """A Unique gained aboard goes straight to its slot (ISS-229)."""
    ship = g.state.ship
    if number in ship.uniques:
        return
    ship.uniques.append(number)
    g.tell(f"Unique Discovery aboard: {UNIQUE[number].name}.", rule="ISS-229")
    came(g, f"Found: {UNIQUE[number].name}", "There is only one of it", good=True, kind="gain")
    check_row(g, UNIQUE[number].row)


def check_row(g: G, row: str) -> None:
    """ISS-227"""
    ship = g.state.ship
    filled = sum(1 for number in ship.uniques if UNIQUE[number].row == row)
    if row and filled == ROW_SIZE and row not in ship.rows:
        ship.rows.append(row)
        ship.awaiting.setdefault("bridge", []).append(ROW_GIVES[row])
        g.tell(f"Row {row} of the Ship Book is complete.", rule="ISS-227")


def card_name(card: str) -> str:
    kind = kind_of(card)
    if kind in EVENT:
        return EVENT[kind].name
    return SITUATION[kind].name if kind in SITUATION else DISCOVERY[kind].name


def _peek(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    """Only the owner sees the cards, until the effect is done (ISS-339)."""
    deck = effect.args[0]
    if deck not in ("event", "situation"):
        deck = yield from _name_deck(g, ctx, deck)
    yield from look(g, seat_of(g.state, ctx), deck, effect.n)


def look(g: G, seat: int, deck: str, count: int, *, sink: bool = False) -> Script[None]:
    """Back in any order, one at the bottom if liked; or else one must sink and the others stay (ISS-295)."""
    state = g.state
    cards = decks.pile(state, deck)[:count]
    if not cards:
        return
    state.look = Look(seat, deck, list(cards))
    g.tell(f"{{{seat}}} looks at the top {len(cards)} of the {deck} deck.", rule="ISS-339")
    options = [Option(f"top:{n}", card_name(card)) for n, card in enumerate(cards)]
    prompt = "Put them back on top, the first named uppermost"
    values = tuple(option.id for option in options)
    if len(cards) > 1 and not sink:
        question = choosing(
            seat,
            prompt,
            options,
            least=len(cards),
            most=len(cards),
            ordered=True,
            rule="ISS-339",
            public="looks at cards",
        )
        values = yield from ask(question)
    below = [Option(f"bottom:{n}", card_name(card)) for n, card in enumerate(cards)]
    if not sink:
        below.insert(0, Option("none", "None"))
    prompt = "Which one goes to the bottom?" if sink else "Put one of them at the bottom?"
    (last,) = yield from ask(choosing(seat, prompt, below, rule="ISS-339", public="looks at cards"))
    ordered = [cards[int(value.removeprefix("top:"))] for value in values]
    pile = decks.pile(state, deck)
    rest = pile[len(cards) :]
    if last != "none":
        low = cards[int(last.removeprefix("bottom:"))]
        ordered.remove(low)
        rest.append(low)
    pile[:] = [*ordered, *rest]
    state.look = None


VERBS: dict[str, Callable[..., Script[None]]] = {
    "lead": _lead,
    "discovery": _discovery,
    "lose-discovery": _lose_discovery,
    "unique": _unique,
    "peek": _peek,
}
