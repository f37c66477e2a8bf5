"""Events: section 17."""

from __future__ import annotations

from app.games.vanguard import board, wording
from app.games.vanguard.asking import G, openly
from app.games.vanguard.data.planetside import EVENT
from app.games.vanguard.decks import draw_event
from app.games.vanguard.effects import Ctx, run, who
from app.games.vanguard.people import explorer, owner
from app.kernel import Option, Script, choosing


def resolve_event(g: G, section: int) -> Script[None]:
    """One Event may bring another, which is resolved within it."""
    x = g.state.exploration
    outer = x.event, x.event_cancelled
    card = draw_event(g)
    if not card:
        return
    event = EVENT[card]
    x.event, x.event_cancelled, x.event_waits = card, False, True
    g.tell(f"{who(g, section)} draws the Event {event.name}.", rule="ISS-160")
    main = matches(g, section, card)
    what = wording.say(event.main if main else event.secondary, wording.sight_of(g.state))
    question = choosing(  # ISS-161
        owner(g.state, section), f"Event: {event.name}", [Option("resolve", "Resolve it", note=what)], rule="ISS-161"
    )
    yield from openly(g, question)
    x.event_waits = False
    main = matches(g, section, card)  # a response may have moved the crew
    if main or not x.event_cancelled:
        text = event.main if main else event.secondary
        g.tell(
            f"{event.name}, {'main' if main else 'secondary'} effect: {wording.say(text, wording.sight_of(g.state))}.",
            rule="ISS-163" if main else "ISS-162",
        )
        yield from run(g, text, Ctx(section))
    if f"gone:{card}" not in g.state.unlocked:
        g.state.event_discard.append(card)
    x.event, x.event_cancelled = outer


def matches(g: G, section: int, card: str) -> bool:
    """ISS-162, ISS-163"""
    here = board.biomes(g.state.exploration, explorer(g.state, section).sector)
    return any(biome in here for biome in EVENT[card].biomes)
