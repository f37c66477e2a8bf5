"""The planet board, what is done on it, and the check at hand."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from app.games.vanguard import board as graph
from app.games.vanguard import helpers, language, wording
from app.games.vanguard.cargo import kind_of, token_name
from app.games.vanguard.check import pledged, rolled
from app.games.vanguard.content import (
    CONDITION,
    MISSION,
    PLANET,
    POI,
    THREAT,
)
from app.games.vanguard.content.structs import Action, Fx, Row
from app.games.vanguard.data.cards import CARD
from app.games.vanguard.data.gear import LANDER, MOD
from app.games.vanguard.data.planetside import DANGER, DISCOVERY, EVENT, LEADS, UNIQUE
from app.games.vanguard.needs import sets
from app.games.vanguard.people import name, owner
from app.games.vanguard.pools import die_label
from app.games.vanguard.ship.docking import cargo_room
from app.games.vanguard.state import Exploration, State
from app.games.vanguard.views.crew import die_view
from app.games.vanguard.views.shapes import (
    ActionView,
    BoardView,
    CardView,
    CheckView,
    EventView,
    PathView,
    PlanetView,
    RowView,
    SectorView,
    TimeView,
    TrackView,
)
from app.games.vanguard.wording import Sight
from app.kernel import HelpBar, Pledge

GRID, EDGE = 200, 120


def _at(x: Exploration, key: str) -> tuple[int, int]:
    """Where a sector lies; a little off the grid, as places do."""
    column, row = graph.sector(x, key).at
    number = int(key.removeprefix("s"))
    return EDGE + column * GRID + (number * 37 % 5 - 2) * 9, EDGE + row * GRID + (number * 53 % 5 - 2) * 9


def board_view(state: State, x: Exploration) -> BoardView:
    planet = PLANET[x.planet]
    left, top = (min(place) for place in zip(*(_at(x, one.id) for one in planet.sectors), strict=True))
    dx, dy = EDGE - left, EDGE - top

    def at(key: str) -> tuple[int, int]:
        across, down = _at(x, key)
        return across + dx, down + dy

    sectors = []
    for one in planet.sectors:
        place = at(one.id)
        lander = "here" if one.id == x.lander_sector else "icon" if one.lander else ""
        sectors.append(
            SectorView(
                one.id,
                one.name,
                *place,
                one.biomes,
                lander,
                graph.stuck(state, one.id),
                one.id in x.finished,
                not graph.poi_cards(x, one.id) and not (one.log and one.log not in state.logs),
                one.log if one.log and one.log not in state.logs else 0,
                tuple(POI[number].name for number in graph.poi_cards(x, one.id)),
                tuple(crew.section for crew in x.crew if crew.sector == one.id and not crew.dead),
                tuple(
                    (f.id, THREAT[f.id].name)
                    for f in x.threats
                    if f.sector == one.id or one.id in THREAT[f.id].secondary
                ),
                tuple(token for token, where in x.tokens.items() if where == one.id),
            )
        )
    paths = tuple(
        PathView(
            *at(path.a),
            *at(path.b),
            tuple((icon, wording.path_icon(icon)) for icon in path.icons),
            path.one_way,
            path.id in x.closed,
        )
        for path in planet.paths
        if graph.is_open(x, path) or path.id in x.closed
    )
    width = max(one.x for one in sectors) + EDGE
    height = max(one.y for one in sectors) + EDGE
    return BoardView(planet.name, planet.id, width, height, tuple(sectors), paths)


def row_views(rows: Iterable[Row | Fx], sight: Sight) -> tuple[RowView, ...]:
    return tuple(RowView(language.need(row.need), wording.say(row.do, sight)) for row in rows)


def track_views(x: Exploration, card: str, action: Action, sight: Sight) -> tuple[TrackView, ...]:
    return tuple(
        TrackView(
            it.id, language.need(it.need), x.tracks.get(f"{card}:{it.id}", 0), it.length, wording.say(it.do, sight)
        )
        for it in action.tracks
    )


def action_view(state: State, x: Exploration, reference: str, key: str, action: Action) -> ActionView:
    card, sight = reference.split(":")[1], wording.sight_of(state)
    return ActionView(
        reference,
        key,
        graph.sector(x, key).name if key else "",
        action.name,
        wording.danger(action),
        wording.phrase(action.pay, sight) if action.pay else "",
        wording.requirement(action.need, sight),
        wording.say(action.plain, sight) if action.plain else "",
        row_views(action.fx, sight),
        row_views(action.rows, sight),
        track_views(x, card, action, sight),
        reference.startswith("threat:"),
    )


def action_views(state: State, x: Exploration) -> tuple[ActionView, ...]:
    found = []
    for key, cards in sorted(x.pois.items()):
        for number in cards:
            for place, action in enumerate(POI[number].actions):
                reference = f"poi:{number}:{place}"
                if (key in x.finished and not action.always) or (action.once and reference in state.once):
                    continue
                found.append(action_view(state, x, reference, key, action))
    for figure in x.threats:
        found.append(action_view(state, x, f"threat:{figure.id}", figure.sector, THREAT[figure.id].action))
    return tuple(found)


def time_views(state: State, x: Exploration) -> tuple[TimeView, ...]:
    found, sight = [], wording.sight_of(state)
    for key in graph.time_tracks(x):
        track = graph.time_track(x, key)
        if track:
            own = msgspec.structs.replace(sight, it=key if key in THREAT else "")
            steps = tuple(sorted((int(step), wording.say(text, own)) for step, text in track.steps.items()))
            found.append(
                TimeView(
                    key,
                    wording.time_name(key),
                    graph.time_now(x, key),
                    track.length,
                    steps,
                    key in THREAT,
                    track.by_effect,
                )
            )
    return tuple(found)


def planet_view(state: State, x: Exploration) -> PlanetView:
    condition, sight = CONDITION[x.condition] if x.condition else None, wording.sight_of(state)
    leads = tuple(
        (deck, sum(LEADS[token].value for token in tokens), ", ".join(token_name(token) for token in tokens))
        for deck, tokens in state.lead_decks.items()
    )
    event = EVENT[x.event] if x.event else None
    lander = LANDER.get(state.ship.lander) if not x.tutorial else None
    return PlanetView(
        condition.name if condition else "",
        action_view(state, x, f"travel:{condition.id}", "", condition.travel) if condition else None,
        row_views(condition.fx, sight) if condition else (),
        row_views(condition.combos, sight) if condition else (),
        tuple(
            CardView(key, MISSION[key].name, MISSION[key].text, "optional" if MISSION[key].optional else "")
            for key in x.missions
        ),
        time_views(state, x),
        action_views(state, x),
        lander.name if lander else "",
        tuple(CardView(key, MOD[key].name, wording.mod(key)) for key in state.ship.fitted) if lander else (),
        x.supplies,
        max(x.supplies, lander.supplies if lander else 3),
        cargo_room(state, x),
        x.lander_damaged,
        x.success,
        tuple(
            CardView(
                card,
                DISCOVERY[kind_of(card)].name,
                wording.find(kind_of(card), sight),
                f"{DISCOVERY[kind_of(card)].tier} {DISCOVERY[kind_of(card)].deck}",
            )
            for card in x.cargo
        ),
        tuple(UNIQUE[number].name for number in x.uniques),
        leads,
        tuple((deck, len(cards)) for deck, cards in state.finds.items()),
        len(state.events),
        EventView(event.name, event.biomes, wording.say(event.main, sight), wording.say(event.secondary, sight))
        if event
        else None,
        wording.rank_up(x.rankup) if x.rankup else "",
        x.rankup_done,
        len(x.unique_stack),
        len(state.rankups),
        len(state.lead_bag),
        tuple(EVENT[card].name for card in state.event_discard),
        tuple(token_name(token) for token in x.leads_drawn),
    )


def check_view(state: State) -> CheckView | None:
    check = state.check
    if check is None or state.x is None:
        return None
    action = helpers.action_of(check.action)
    key = check.action.split(":")[1] if ":" in check.action else ""
    dice = rolled(state)
    sight = wording.sight_of(state)
    rows = tuple(
        msgspec.structs.replace(row, met=not row.need or bool(sets(dice, row.need)))
        for row in row_views(action.rows, sight)
    )
    helping = pledged(state) if check.step <= 2 else []
    return CheckView(
        name(next(one.person for one in state.x.crew if one.section == check.actor)),
        check.actor,
        check.name,
        check.step,
        tuple(die_view(die) for die in state.dice if die.zone == "pool"),
        tuple(check.loose),
        tuple(check.injury),
        tuple(
            (DANGER[danger.category].name, danger.face, wording.danger_face(danger.category, danger.face))
            for danger in check.danger
        ),
        row_views(action.fx, sight),
        rows,
        track_views(state.x, key, action, sight),
        tuple(CARD[card].name for card in check.lent.values()),
        tuple(die_view(die) for die in state.dice if die.id in helping),
        wording.danger(action),
    )


def help_bar(state: State) -> HelpBar | None:
    check = state.check
    if check is None or check.step > 4:
        return None
    dice = {die.id: die for die in state.dice}
    pledges = [Pledge(owner(state, int(section)), die_label(dice[die])) for section, die in check.pledges.items()]
    pledges += [Pledge(owner(state, int(section)), CARD[card].name) for section, card in check.lent.items()]
    action = helpers.action_of(check.action)
    return HelpBar(owner(state, check.actor), check.name, wording.danger(action) or "no danger", tuple(pledges))
