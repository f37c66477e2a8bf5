"""Cards of the planet: sectors, what is done there, threats, tracks, finds, missions."""

from __future__ import annotations

from app.games.vanguard import board, forecast, helpers, wording
from app.games.vanguard.cards.crew import times
from app.games.vanguard.cargo import kind_of, token_name
from app.games.vanguard.content import CONDITION, MISSION, PLANET, POI, SECTOR, THREAT
from app.games.vanguard.content.structs import Action
from app.games.vanguard.data.planetside import DANGER, DECKS, DISCOVERY, EVENT, LEADS, UNIQUE
from app.games.vanguard.people import name, owner, team
from app.games.vanguard.pools import available
from app.games.vanguard.state import Explorer, State
from app.kernel import Card, Fact, Gauge

FACES = {"triangle": 3, "square": 2, "circle": 1, "pentagon": 1}  # of a danger die, of eight


def sector_card(state: State, seat: int | None, rest: str) -> Card | None:
    x = state.x
    if x is None or rest not in SECTOR[x.planet]:
        return None
    it = board.sector(x, rest)
    places = [POI[number].name for number in board.poi_cards(x, rest)]
    unread = bool(it.log and it.log not in state.logs)
    text = (
        "There is work here." if places else "An unread log waits here." if unread else "There is nothing to do here."
    )
    if rest in x.finished:
        text = "What was to be done here is done."
    facts = [Fact("Land", ", ".join(board.biomes(x, rest)), "Events look at it")]
    facts += [Fact("To be done", place, why="; ".join(deeds(state, rest, place))) for place in places]
    facts += [Fact("Threat", THREAT[figure.id].name, better=False) for figure in board.threats_at(x, rest)]
    facts += [
        Fact("Way to", board.sector(x, end).name, wording.path(icons) or "free") for end, icons in board.ways(x, rest)
    ]
    here = [one for one in team(state) if one.sector == rest]
    facts += [Fact("Here", name(one.person), seat=owner(state, one.section)) for one in here]
    return Card(
        kind=f"Sector of {PLANET[x.planet].name}{', the lander stands here' if rest == x.lander_sector else ''}",
        title=it.name,
        text=text,
        does="Whoever arrives reads the log." if unread else "",
        use="No Travel from here yet."
        if board.stuck(state, rest)
        else "A crew here may help the checks of others here.",
        facts=tuple(facts),
        places=(f"sector-{rest}",),
        rule="ISS-067",
    )


def deeds(state: State, key: str, place: str) -> list[str]:
    x = state.exploration
    return [
        action.name
        for number in board.poi_cards(x, key)
        for index, action in enumerate(POI[number].actions)
        if POI[number].name == place
        and (key not in x.finished or action.always)
        and not (action.once and f"poi:{number}:{index}" in state.once)
    ]


def threat_card(state: State, seat: int | None, rest: str) -> Card | None:
    figure = board.threat(state.x, rest) if state.x else None
    if figure is None or state.x is None:
        return None
    it = THREAT[rest]
    sight = wording.sight_of(state)
    steps = sorted((int(step), text) for step, text in it.time.steps.items())
    return Card(
        kind=f"Threat, in {board.sector(state.x, figure.sector).name}",
        title=it.name,
        text="It moves on its own track at the end of every round, and does what the track says.",
        use=f"{it.action.name}: a Special Action in its sector.",
        gauge=Gauge(it.time.length - figure.time, 0, it.time.length, "its end", "far"),
        facts=(*(Fact(f"Step {step}", "", wording.say(text, sight)) for step, text in steps),
               *action_facts(state, seat, it.action, "")),
        places=(f"sector-{figure.sector}",),
        rule="ISS-186",
    )  # fmt: skip


# What is done --------------------------------------------------------------------------------------------------------


def action_card(state: State, seat: int | None, rest: str) -> Card | None:
    found = lies_open(state, rest)
    if found is None:
        return None
    action, place = found
    sight = wording.sight_of(state)
    danger = (
        f" {times(action.dice, 'danger die', 'danger dice')} ({DANGER[action.category].name}) roll along."
        if action.dice
        else ""
    )
    return Card(
        kind=f"Special Action{f' in {place}' if place else ''}" if not rest.startswith("travel:") else "Travel check",
        title=action.name,
        text=f"{wording.say(action.plain, sight)}. No dice." if action.plain else f"A check with dice.{danger}",
        does=f"Cost: {wording.phrase(action.pay, sight)}." if action.pay else "",
        use=wording.requirement(action.need, sight),
        facts=tuple(action_facts(state, seat, action, rest)),
        rule="ISS-060",
    )


def lies_open(state: State, reference: str) -> tuple[Action, str] | None:
    """An action that everybody can see, and where."""
    x = state.x
    if x is None:
        return None
    kind, _, key = reference.partition(":")
    if kind == "poi":
        for sector in x.pois:
            for number in board.poi_cards(x, sector):
                for index, action in enumerate(POI[number].actions):
                    if f"{number}:{index}" == key:
                        return action, board.sector(x, sector).name
    if kind == "threat" and board.threat(x, key):
        return THREAT[key].action, ""
    if kind == "travel" and key == x.condition and key:
        return CONDITION[key].travel, ""
    if kind == "mod" and key in helpers.MOD_ACTIONS and key in state.ship.fitted:
        return helpers.MOD_ACTIONS[key], "the lander"
    return None


def mine(state: State, seat: int | None) -> Explorer | None:
    """The crew of this seat, first the one whose turn it is."""
    own = [one for one in team(state) if owner(state, one.section) == seat]
    acting = state.x.turn if state.x else -1
    return min(own, key=lambda one: one.section != acting, default=None)


def action_facts(state: State, seat: int | None, action: Action, reference: str) -> list[Fact]:
    """Rows from the top with their odds, special effects, tracks, and what danger dice do."""
    sight, crew = wording.sight_of(state), mine(state, seat)
    kinds = tuple(sorted(die.kind for die in available(state, crew.section))) if crew else ()
    facts = [
        Fact(wording.need(fx.need), "", f"{wording.say(fx.do, sight)}{', and the check ends' if fx.immediate else ''}")
        for fx in action.fx
    ]
    for row in action.rows:
        odds = percent(forecast.chance(kinds, row.need, forecast.convert_of(crew))) if crew and row.need else ""
        facts.append(Fact(wording.need(row.need), odds, wording.say(row.do, sight), better=None if row.need else False))
    for track in action.tracks:
        card = reference.partition(":")[2].split(":")[0]
        now = state.exploration.tracks.get(f"{card}:{track.id}", 0)
        facts.append(Fact(wording.need(track.need), f"{now} of {track.length}", wording.track(track, sight)))
    if crew and any(row.need for row in action.rows):
        facts.append(
            Fact(
                "The odds",
                "",
                f"that all {times(len(kinds), 'ready die', 'ready dice')} of {name(crew.person)} show it",
            )
        )
    return [*facts, *danger_facts(action)]


def percent(share: float) -> str:
    return f"{round(share * 100)} %"


def danger_facts(action: Action) -> list[Fact]:
    if not action.dice:
        return []
    return [
        Fact(f"Danger, {face}", f"{eighths} in 8", wording.danger_face(action.category, face), better=False)
        for face, eighths in FACES.items()
    ]


def row_card(state: State, seat: int | None, rest: str) -> Card | None:
    check = state.check
    rows = helpers.action_of(check.action).rows if check and state.x else ()
    row = next((one for number, one in enumerate(rows) if str(number) == rest), None)
    if row is None or check is None:
        return None
    return Card(
        kind=f"Row of the check, {check.name}",
        title=wording.need(row.need),
        text=f"{wording.say(row.do, wording.sight_of(state))}.",
        use="Rows are read from the top: the first that the icons meet counts."
        if row.need
        else "It holds if no other row does.",
        rule="ISS-132",
    )


def track_card(state: State, seat: int | None, rest: str) -> Card | None:
    check = state.check
    tracks = helpers.action_of(check.action).tracks if check and state.x else ()
    track = next((one for one in tracks if one.id == rest), None)
    if track is None or check is None:
        return None
    now = state.exploration.tracks.get(helpers.track_key(check.action, track.id), 0)
    return Card(
        kind=f"Track of the check, {check.name}",
        title=f"{track.id.capitalize()} track",
        text=f"Each {wording.need(track.need)} moves it on by one. "
        f"Full: {wording.phrase(track.do, wording.sight_of(state))}.",
        gauge=Gauge(now, 0, track.length, "empty", "full"),
        rule="ISS-135",
    )


# Time, finds, missions -----------------------------------------------------------------------------------------------


def time_card(state: State, seat: int | None, rest: str) -> Card | None:
    x = state.x
    track = board.time_track(x, rest) if x and rest in board.time_tracks(x) else None
    if x is None or track is None:
        return None
    sight = wording.sight_of(state)
    steps = sorted((int(step), text) for step, text in track.steps.items())
    now = board.time_now(x, rest)
    coming = next((f"At {step}: {wording.phrase(text, sight)}." for step, text in steps if step > now), "")
    return Card(
        kind="Time Track",
        title=wording.time_name(rest),
        text="Only effects move it." if track.by_effect else "It moves on by one at the end of every round.",
        does=coming,
        gauge=Gauge(now, 0, track.length, "the beginning", "the end"),
        facts=tuple(
            Fact(f"At {step}", "past" if step <= now else "", wording.say(text, sight)) for step, text in steps
        ),
        rule="ISS-138",
    )


def find_card(state: State, seat: int | None, rest: str) -> Card | None:
    carried = state.x is not None and rest in state.x.cargo
    if not carried and rest not in state.ship.gathered:
        return None
    it = DISCOVERY[kind_of(rest)]
    sight = wording.sight_of(state)
    used = state.x is not None and rest in state.x.used_finds
    return Card(
        kind=f"Discovery, {it.tier} {it.deck}, {'in the hold' if carried else 'in the stores'}",
        title=it.name,
        text=f"{wording.find(it.id, sight)}." if it.planet else "It is worth bringing home.",
        does=f"Unloaded aboard: {wording.phrase(it.unloaded, sight)}." if it.unloaded else "",
        use="Used on this mission." if used else "Aboard it pays for research and repairs.",
        rule="ISS-177",
    )


def unique_card(state: State, seat: int | None, rest: str) -> Card | None:
    known = [*(state.x.uniques if state.x else ()), *state.ship.uniques]
    number = next((one for one in known if str(one) == rest), None)
    if number is None:
        return None
    it = UNIQUE[number]
    return Card(
        kind="Unique Discovery",
        title=it.name,
        text=f"There is only one. Unloaded aboard: {wording.phrase(it.unloaded, wording.sight_of(state))}."
        if number <= 32
        else "There is only one. It is of use on this planet.",
        facts=(Fact("Row", it.row, "four of a row bring an upgrade of the Bridge"),) if it.row else (),
        rule="ISS-180",
    )


def deck_card(state: State, seat: int | None, rest: str) -> Card | None:
    if rest not in DECKS:
        return None
    tokens = state.lead_decks[rest]
    total = sum(LEADS[token].value for token in tokens)
    return Card(
        kind="Discovery deck",
        title=rest.capitalize(),
        text="Leads are laid here. When they come to 3 or more, they are cleared and the top card is found.",
        gauge=Gauge(min(3, total), 0, 3, "no lead", "a find"),
        facts=(
            Fact("Leads", str(total), ", ".join(token_name(token) for token in tokens) or "none yet"),
            Fact("Cards left", str(len(state.finds[rest])), "nobody knows their order"),
        ),
        rule="ISS-182",
    )


def mission_card(state: State, seat: int | None, rest: str) -> Card | None:
    if state.x is None or rest not in state.x.missions:
        return None
    it = MISSION[rest]
    return Card(
        kind="Optional mission" if it.optional else "Mission",
        title=it.name,
        text=it.text.replace("*", ""),
        does=f"Once done: {wording.phrase(it.do, wording.sight_of(state))}." if it.do else "",
        use="It may be left open." if it.optional else "The exploration fails if you leave without it.",
        rule="ISS-199",
    )


def event_card(state: State, seat: int | None, rest: str) -> Card | None:
    if rest != "now" or state.x is None or not state.x.event:
        return None
    it, sight = EVENT[state.x.event], wording.sight_of(state)
    return Card(
        kind="Event, drawn at the end of a turn",
        title=it.name,
        text=f"In {' or '.join(it.biomes)}: {wording.phrase(it.main, sight)}. "
        f"Elsewhere: {wording.phrase(it.secondary, sight)}.",
        rule="ISS-160",
    )


def condition_card(state: State, seat: int | None, rest: str) -> Card | None:
    if rest != "now" or state.x is None or not state.x.condition:
        return None
    it, sight, x = CONDITION[state.x.condition], wording.sight_of(state), state.x
    facts = [Fact(wording.need(fx.need), "in every check", wording.say(fx.do, sight)) for fx in it.fx]
    facts += [Fact(wording.need(fx.need), "combination", wording.say(fx.do, sight)) for fx in it.combos]
    facts += [
        Fact(
            "Events left",
            str(len(state.events)),
            f"gone: {', '.join(EVENT[card].name for card in state.event_discard) or 'none'}",
        ),
        Fact("Uniques to find", str(len(x.unique_stack))),
        Fact("Leads in the bag", str(len(state.lead_bag))),
    ]
    return Card(
        kind="Global Condition",
        title=it.name,
        text=f"It holds on all of {PLANET[x.planet].name}.",
        use=f"A Travel check here: {it.travel.name}." if it.travel.name else "",
        facts=tuple(facts),
        rule="ISS-198",
    )


MAKERS = {
    "sector": sector_card,
    "threat": threat_card,
    "action": action_card,
    "row": row_card,
    "track": track_card,
    "time": time_card,
    "find": find_card,
    "unique": unique_card,
    "deck": deck_card,
    "mission": mission_card,
    "event": event_card,
    "condition": condition_card,
}
