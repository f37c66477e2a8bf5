"""The Travel action: section 7."""

from __future__ import annotations

from app.games.vanguard import board, wording
from app.games.vanguard.asking import G, openly, pick
from app.games.vanguard.changing import use_gear
from app.games.vanguard.check import make_check
from app.games.vanguard.data.cards import CARD
from app.games.vanguard.data.crew import CREW, SKILL
from app.games.vanguard.data.gear import EQUIPMENT
from app.games.vanguard.effects import Ctx, apply_danger, has_upgrade, move_crew, roll_danger, run, use_card, who
from app.games.vanguard.events import resolve_event
from app.games.vanguard.people import explorer, in_sector, owner
from app.games.vanguard.pools import spend
from app.games.vanguard.state import Exploration, Explorer, State
from app.games.vanguard.telling import because, came
from app.kernel import Option, Refused, Script, choosing


def no_travel(state: State, crew: Explorer) -> Refused | None:
    """Why this crew cannot take the Travel action."""
    if "pinned" in crew.statuses:
        return Refused("Pinned: no Travel", "ISS-066")
    if board.stuck(state, crew.sector):
        return Refused("No Travel from this sector", "ISS-066")
    return None


def travel(g: G, section: int, goal: str, icons: tuple[str, ...]) -> Script[None]:
    state, x = g.state, g.state.exploration
    crew = explorer(state, section)
    x.traveller, x.travel_from, x.moved = section, crew.sector, False
    g.tell(f"{who(g, section)} travels towards {board.sector(x, goal).name}.", rule="ISS-067")
    if "slow" in crew.statuses:
        yield from spend(g, section, 1)
        because(g, "slow: each Travel costs a die")
    if icons:
        x.starting = True
        yield from start_plays(g, crew)
        x.starting = False
    skips, crew.ignore_icons = crew.ignore_icons, 0  # what comes on arrival is for the next path
    if not ended(x, crew):
        yield from follow(g, crew, goal, icons, skips)
    x.traveller, x.travel_from, x.moved = -1, "", False


def ended(x: Exploration, crew: Explorer) -> bool:
    """Whether something has moved the crew elsewhere, or ended more than its Travel (ISS-076)."""
    return bool(x.moved or x.over or x.evac or crew.dead)


def follow(g: G, crew: Explorer, goal: str, icons: tuple[str, ...], skips: int) -> Script[None]:
    """Icon after icon to the far end (ISS-069 to ISS-072)."""
    left = yield from skip_icons(g, crew, goal, icons, skips)
    for icon in left:
        yield from resolve_icon(g, crew, goal, icon)
        if ended(g.state.exploration, crew) or icon == "T":
            return
    yield from move_crew(g, crew.section, goal)


def start_plays(g: G, crew: Explorer) -> Script[None]:
    """What may be played when a crew starts a Travel."""
    state = g.state
    while True:
        options = play_options(state, crew)
        if not options:
            return
        build = lambda: [Option("go", "Go"), *own_options(state, crew)]  # noqa: E731
        question = choosing(owner(state, crew.section), "Before you travel", build, rule="ISS-146")
        (answer,) = yield from openly(g, question)
        if answer == "go":
            return
        kind, _, key = answer.partition(":")
        if kind == "play":
            yield from use_card(g, crew.section, key, CARD[key].top)
        elif kind == "gear":
            yield from use_gear(g, crew, key)
        else:
            yield from guide(g, int(key))


def guide(g: G, section: int) -> Script[None]:
    """The Guide's Charge helps the crew that starts to travel."""
    explorer(g.state, section).charges -= 1
    g.tell(f"{who(g, section)} uses Guide.", rule="ISS-157")
    came(g, f"{who(g, section)} uses Guide", wording.skill("Guide"), good=True)
    yield from run(g, SKILL["Guide"].do, Ctx(g.state.exploration.traveller, why="Guide"))


def guides(state: State, crew: Explorer) -> list[Explorer]:
    """Crew in the traveller's sector that may guide it."""
    return [one for one in in_sector(state, crew.sector) if CREW[one.person].skill == "Guide" and one.charges]


def play_options(state: State, crew: Explorer) -> list[Option]:
    """Everything that somebody may still use as this crew starts to travel."""
    return [*own_options(state, crew), *(guide_option(one) for one in guides(state, crew))]


def guide_option(one: Explorer) -> Option:
    return Option(
        f"guide:{one.section}", f"Guide: {CREW[one.person].name}", note="Skip 1 icon of the path", rule="ISS-157"
    )


def own_options(state: State, crew: Explorer) -> list[Option]:
    options = [
        Option(
            f"play:{card}",
            CARD[card].name,
            note=wording.say(CARD[card].top, wording.sight_of(state)),
            target=f"card-{card}",
        )
        for card in crew.hand
        if CARD[card].when == "travel"
    ]
    for item in crew.gear:
        if not item.endswith("!") and EQUIPMENT[item].when == "travel":
            options.append(Option(f"gear:{item}", EQUIPMENT[item].name, note=wording.gear(item), target=f"gear-{item}"))
    seat = owner(state, crew.section)
    return [*options, *(guide_option(one) for one in guides(state, crew) if owner(state, one.section) == seat)]


def skip_icons(g: G, crew: Explorer, goal: str, icons: tuple[str, ...], skips: int) -> Script[tuple[str, ...]]:
    x = g.state.exploration
    if x.tokens.get("tether") in (crew.sector, goal):
        skips += 2 if has_upgrade(g, "EQ-U04") else 1
    left = list(icons)
    while skips and left:
        if skips >= len(left):
            return ()
        options = [Option(f"icon:{n}", wording.path_icon(icon)) for n, icon in enumerate(left)]
        answer = yield from pick(g, owner(g.state, crew.section), "Skip which path icon?", options, rule="ISS-069")
        del left[int(answer.removeprefix("icon:"))]
        skips -= 1
    return tuple(left)


def resolve_icon(g: G, crew: Explorer, goal: str, icon: str) -> Script[None]:
    """ISS-070, ISS-071"""
    x, section = g.state.exploration, crew.section
    if icon == "T":
        yield from make_check(g, section, "travel", f"travel:{x.condition}", goal)
    elif icon == "S":
        yield from spend(g, section, 1)
        because(g, "the path costs a die")
    elif icon == "U":
        if x.supplies:
            yield from run(g, "supply -1", Ctx(section, why="the path costs a Supply"))
        else:
            yield from spend(g, section, 2)
            because(g, "the path, without Supplies")
    elif icon == "E":
        yield from resolve_event(g, section)
    else:
        for danger in roll_danger(g, int(icon[1:]), 1, section):
            yield from apply_danger(g, section, danger)
