"""Leaving the planet, docking, debriefing, unloading: sections 27 to 29."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.vanguard import reports, wording
from app.games.vanguard.asking import G, decide
from app.games.vanguard.cargo import check_row, discard_find, find_option, kind_of
from app.games.vanguard.content import MISSION, PLANET
from app.games.vanguard.data.gear import LANDER
from app.games.vanguard.data.planetside import DISCOVERY, UNIQUE
from app.games.vanguard.data.ship import RANK_UP
from app.games.vanguard.data.structs import Discovery, Unique
from app.games.vanguard.decks import shuffle_in
from app.games.vanguard.effects import Ctx, run
from app.games.vanguard.people import SECURITY, crew_in, free_sleeves, name, owner, person, team
from app.games.vanguard.pools import choose_dice, die_label, owned
from app.games.vanguard.ship.crew import assign, assignable, owners_of
from app.games.vanguard.shipfx import box_dice, change_morale, gain_die, to_box
from app.games.vanguard.state import Entry, Exploration, State
from app.games.vanguard.telling import because, came, happening
from app.kernel import Option, Script, ask, choosing


def leave(g: G) -> Script[None]:
    """Clean-up (ISS-210, ISS-211)."""
    state, x = g.state, g.state.exploration
    for die in state.dice:
        if die.zone in ("slot", "spent", "pool"):
            die.zone, die.colour = "compartment", ""
    for crew in x.crew:
        state.ship.armory += [card.rstrip("!") for card in crew.gear]
        crew.gear = crew.hand = crew.deck = crew.discard = crew.aside = []
    state.lead_side += [token for deck in state.lead_decks.values() for token in deck]
    state.lead_bag = g.rng.shuffled([*state.lead_bag, *state.lead_side], "leads")
    state.lead_side = []
    state.lead_decks = {deck: [] for deck in state.lead_decks}
    x.missions = [key for key in x.missions if not MISSION[key].optional]
    x.uniques = [number for number in x.uniques if number <= 32]
    if x.tutorial:
        state.events, x.kept_events, state.event_discard = x.kept_events, [], []
    state.missions_flown += 1
    if x.planet not in state.visited:
        state.visited.append(x.planet)
    state.ship.safe_returns = 0 if x.deaths else state.ship.safe_returns + 1
    if x.lander_damaged:
        for card in state.ship.landers:
            card.damaged = card.damaged or card.id == state.ship.lander
    state.check = None
    state.ship.used = {}  # a new phase aboard begins
    state.step = "docking"
    yield from ()


def dock(g: G) -> Script[None]:
    """ISS-212 to ISS-214"""
    state, x = g.state, g.state.exploration
    failed = bool(x.missions) or x.failed
    outcome = "failed" if failed else "done"
    state.chronicle.append(Entry("exploration", f"{PLANET[x.planet].name}: {outcome}, {x.success} Success."))
    told = happening(g, "end", reports.title(x, failed=failed), scene=reports.scene(x), rule="ISS-212", apart=True)
    with told as report:
        reports.write(g, report)
        if failed:
            g.tell("The mission has failed.", rule="ISS-212")
            if x.rankup and not x.tutorial:
                state.rankups = shuffle_in(g, state.rankups, x.rankup, "rankups")
            x.rankup, x.rankup_done, x.missions = "", False, []
            yield from change_morale(g, -1)
            because(g, "the mission has failed")
    yield from drop_excess(g, x)
    for one in crew_in(state, "resting"):
        one.place = "available"
    state.step = "debriefing"


def cargo_room(state: State, x: Exploration) -> int:
    if x.tutorial or not state.ship.lander:
        return 99
    return LANDER[state.ship.lander].cargo + 2 * ("LM04" in state.ship.fitted)


def drop_excess(g: G, x: Exploration) -> Script[None]:
    while x.cargo and len(x.cargo) + len(x.uniques) > cargo_room(g.state, x):
        options = [find_option(card) for card in x.cargo]
        answer = yield from decide(g, "Too much aboard: leave one behind", options, rule="ISS-213")
        card = answer.removeprefix("find:")
        x.cargo.remove(card)
        discard_find(g.state, card)


def debrief(g: G) -> Script[None]:
    """Rank-ups once, then the dice market until the table is done (ISS-216 to ISS-225)."""
    state = g.state
    if "debriefed" not in state.ship.used:
        state.ship.used["debriefed"] = 1
        home = PLANET[state.exploration.planet].name
        with happening(g, "turn", f"Debriefing after {home}", scene="Success buys dice, people rise in rank"):
            promote(g)
            state.ship.success += state.exploration.success + state.ship.bag  # ISS-220
            state.ship.bag = 0
            because(g, f"brought home from {home}")
        return
    options = market_options(state)
    answer = yield from decide(
        g,
        f"Dice market: {state.ship.success} Success tokens",
        options,
        default="done",
        rule="ISS-222",
        consent=owners_of(state),
    )
    if answer == "done":
        state.step = "unloading"
    elif answer == "sell":
        yield from sell(g)
    else:
        yield from buy(g, answer.removeprefix("buy:"))


def promote(g: G) -> None:
    """ISS-216 to ISS-219"""
    state, x = g.state, g.state.exploration
    if not x.rankup:
        return
    card, promoted = RANK_UP[x.rankup], False
    if x.rankup_done:
        for crew in team(state):
            asked = {1: card.rank1, 2: card.rank2}.get(crew.rank)
            if asked is not None and x.success >= asked and free_sleeves(state, crew.section, crew.rank + 1) > 0:
                crew.rank += 1
                person(state, crew.person).rank = crew.rank
                promoted = True
                g.tell(f"{name(crew.person)} is promoted to rank {crew.rank}.", rule="ISS-216")
                done = f"{wording.rank_up(x.rankup)}, with {x.success} Success"
                came(g, f"{name(crew.person)} is promoted to rank {crew.rank}", done, good=True, kind="gain")
                because(g, "promoted")
    if x.tutorial:
        pass  # the tutorial card belongs to no deck
    elif promoted:
        state.removed_rankups.append(x.rankup)
    else:
        state.rankups = shuffle_in(g, state.rankups, x.rankup, "rankups")
    x.rankup = ""


def price(state: State) -> int:
    return max(len(owned(state, section)) for section in range(4))


def market_options(state: State) -> list[Option]:
    options = [Option("done", "Leave the market")]
    cost, pool = price(state), state.ship.success
    if "sold" not in state.ship.used and all(len(owned(state, s)) > 4 for s in range(4)):  # ISS-221
        options.append(Option("sell", "Sell one die of each section", note="Gain 4 Success", rule="ISS-221"))
    if len(box_dice(state)) < 4:  # every section gets one, or none does (ISS-224, ISS-225)
        return options
    if pool >= cost:
        options.append(Option("buy:none", "Buy one die for each section", note=f"{cost} Success", rule="ISS-222"))
    for one in assignable(state):  # ISS-223
        cheaper = max(1, cost - (one.rank - 1))
        if one.rank > 1 and pool >= cheaper:
            options.append(
                Option(
                    f"buy:{one.id}",
                    f"Buy, with {name(one.id)} as Instructor",
                    note=f"{cheaper} Success",
                    rule="ISS-223",
                )
            )
    return options


def sell(g: G) -> Script[None]:
    state = g.state
    state.ship.used["sold"] = 1
    with happening(g, "turn", "Every section sells a die", rule="ISS-221", why="sold"):
        for section in range(4):
            dice = owned(state, section)
            picked = yield from choose_dice(g, section, dice, 1, "Which die is sold?", "ISS-221")
            for die in picked:
                g.tell(f"A {die_label(die)} die is sold.", rule="ISS-221")
                to_box(die)
        state.ship.success += 4


def buy(g: G, instructor: str) -> Script[None]:
    state = g.state
    cost = price(state)
    with happening(g, "gain", "Every section gains a die", rule="ISS-222", why="bought with Success"):
        if instructor != "none":
            cost = max(1, cost - (person(state, instructor).rank - 1))
            assign(g, instructor, "Instructor")
        state.ship.success -= cost
        because(g, "a die for each section")
        for section in range(4):
            yield from gain_die(g, section)


def in_order(g: G, cards: Mapping[str, Unique | Discovery]) -> Script[list[str]]:
    """Security's owner says in which order what was brought home is unloaded (ISS-226, ISS-228, ISS-014)."""
    if len({card.unloaded for card in cards.values() if card.unloaded != "none"}) < 2:
        return list(cards)
    sight = wording.sight_of(g.state)
    options = [
        Option(f"unload:{key}", card.name, note=wording.say(card.unloaded, sight)) for key, card in cards.items()
    ]
    count = len(options)
    question = choosing(
        owner(g.state, SECURITY), "In which order are they unloaded?", options,
        least=count, most=count, ordered=True, rule="ISS-226",
    )  # fmt: skip
    values = yield from ask(question)
    return [value.removeprefix("unload:") for value in values]


def unload(g: G) -> Script[None]:
    """ISS-226 to ISS-230"""
    state, ship, x = g.state, g.state.ship, g.state.exploration
    if "unloading" not in ship.used:
        ship.used["unloading"] = 1
        x.uniques = [int(key) for key in (yield from in_order(g, {str(n): UNIQUE[n] for n in x.uniques}))]
        x.cargo = yield from in_order(g, {card: DISCOVERY[kind_of(card)] for card in x.cargo})
        beds = any(crew_in(state, column) for column in ("light", "moderate", "critical"))
        ship.beds_free = not beds and ship.morale >= 2  # SO4
    if x.uniques:
        number = x.uniques.pop(0)
        ship.uniques.append(number)
        with happening(g, "gain", f"{UNIQUE[number].name} comes aboard", rule="ISS-226"):
            g.tell(f"Unloaded: {UNIQUE[number].name}.", rule="ISS-226")
            check_row(g, UNIQUE[number].row)
            yield from run(g, UNIQUE[number].unloaded, Ctx(why=UNIQUE[number].name))
        return
    if x.cargo:
        card = x.cargo.pop(0)
        ship.gathered.append(card)
        it = DISCOVERY[kind_of(card)]
        with happening(g, "gain", f"{it.name} comes aboard", scene=f"{it.tier} {it.deck}", rule="ISS-228"):
            g.tell(f"Unloaded: {it.name}.", rule="ISS-228")
            yield from run(g, it.unloaded, Ctx(why=it.name))
        return
    ship.awaiting.setdefault("mod", []).extend(ship.fitted)
    ship.fitted, ship.lander = [], ""
    state.step = "medbay"
