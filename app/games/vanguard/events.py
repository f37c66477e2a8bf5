"""Events: section 17."""

from __future__ import annotations

from app.games.vanguard import board, wording
from app.games.vanguard.asking import G, openly
from app.games.vanguard.data.cards import CARD
from app.games.vanguard.data.gear import EQUIPMENT
from app.games.vanguard.data.planetside import EVENT
from app.games.vanguard.decks import draw_event
from app.games.vanguard.effects import Ctx, run, who
from app.games.vanguard.people import explorer, name, owner, team
from app.games.vanguard.state import State
from app.games.vanguard.telling import came, happening
from app.kernel import Option, Script, choosing


def resolve_event(g: G, section: int) -> Script[None]:
    """One Event may bring another, which is resolved within it."""
    x = g.state.exploration
    outer = x.event, x.event_cancelled
    card = draw_event(g)
    if not card:
        return
    event, crew = EVENT[card], explorer(g.state, section)
    x.event, x.event_cancelled, x.event_waits = card, False, True
    with happening(
        g,
        "event",
        f"{name(crew.person)} meets an Event: {event.name}",
        about=f"sector-{crew.sector}",
        scene=f"{board.sector(x, crew.sector).name}; it looks for {' or '.join(event.biomes)}",
        rule="ISS-160",
        actor=owner(g.state, section),
        apart=True,
        why=event.name,
    ):
        g.tell(f"{who(g, section)} draws the Event {event.name}.", rule="ISS-160")
        if answerable(g.state):
            yield from let_it_happen(g, section, card)
        x.event_waits = False
        main = matches(g, section, card)  # a response may have moved the crew
        if main or not x.event_cancelled:
            text = event.main if main else event.secondary
            says = wording.say(text, wording.sight_of(g.state))
            which = "main" if main else "secondary"
            g.tell(f"{event.name}, {which} effect: {says}.", rule="ISS-163" if main else "ISS-162")
            found = "The land here is what it looks for" if main else "Elsewhere it does less"
            came(g, f"{found}, the {which} effect", says)
            yield from run(g, text, Ctx(section, why=event.name))
        else:
            came(g, "Its secondary effect is cancelled", good=True)
    if f"gone:{card}" not in g.state.unlocked:
        g.state.event_discard.append(card)
    x.event, x.event_cancelled = outer


def answerable(state: State) -> bool:
    """Whether somebody holds what is played before an Event; without it there is nothing to stop for (ISS-161)."""
    cards = (CARD[card].when for crew in team(state) for card in crew.hand)
    ready = (EQUIPMENT[item].when for crew in team(state) for item in crew.gear if not item.endswith("!"))
    return "event" in (*cards, *ready)


def let_it_happen(g: G, section: int, card: str) -> Script[None]:
    text = EVENT[card].main if matches(g, section, card) else EVENT[card].secondary
    what = wording.say(text, wording.sight_of(g.state))
    question = choosing(
        owner(g.state, section),
        f"Event: {EVENT[card].name}",
        [Option("resolve", "Let it happen", note=what, weight="main")],
        kicker="Somebody holds an answer to Events",
        rule="ISS-161",
        stop=True,
    )
    yield from openly(g, question)


def matches(g: G, section: int, card: str) -> bool:
    """ISS-162, ISS-163"""
    here = board.biomes(g.state.exploration, explorer(g.state, section).sector)
    return any(biome in here for biome in EVENT[card].biomes)
