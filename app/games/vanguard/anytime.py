"""What may be done beside every open question: exertion, skills, cards, pledges, trades (ISS-346 to ISS-350)."""

from __future__ import annotations

import msgspec

from app.games.vanguard import board, helpers, language, renewal, sections, travel, wording
from app.games.vanguard.asking import G, agree, pick
from app.games.vanguard.cargo import kind_of
from app.games.vanguard.changing import join, late_helpers, lendable, use_find, use_gear
from app.games.vanguard.content import MISSION
from app.games.vanguard.data.cards import CARD
from app.games.vanguard.data.crew import CREW, SKILL
from app.games.vanguard.data.gear import EQUIPMENT
from app.games.vanguard.data.planetside import DISCOVERY
from app.games.vanguard.effects import EACH, Ctx, run, use_card, who
from app.games.vanguard.people import explorer, in_sector, name, owner, team
from app.games.vanguard.pools import (
    can_exert,
    choose_dice,
    dice_in,
    die_label,
    in_play,
    injure,
    joinable,
    refresh,
    sacrificeable,
)
from app.games.vanguard.setup import CHANGING
from app.games.vanguard.state import Explorer, State
from app.games.vanguard.telling import because, came, happening
from app.games.vanguard.turns import completable
from app.kernel import Ask, Option, Refused, Script, Values


def offers(state: State, seat: int) -> list[Option]:
    x = state.x
    if state.window and x is None and state.step in CHANGING:
        return [*(renewal.offers(state, seat) if state.step == "save" else ()), *sections.offers(state, seat)]
    if not state.window or x is None or x.over or x.evac or state.ending:
        return []
    mine = [crew for crew in team(state) if owner(state, crew.section) == seat]
    if state.step == "landing":
        return [exertion(crew) for crew in mine if can_exert(state, crew)]  # ISS-090
    if state.step != "explore":
        return []
    result: list[Option] = []
    for crew in mine:
        result += [*_pledges(state, crew), *_lends(state, crew), *_own(state, crew)]
    if mine:
        result += [*_missions(state), *_finds(state, mine[0]), *_trades(state, seat)]
    return result


# Help --------------------------------------------------------------------------------------------------------------


def _pledges(state: State, crew: Explorer) -> list[Option]:
    check = state.check
    if check is None or check.step != 1 or not helpers.may_help(state, check, crew):
        return []
    now = check.pledges.get(str(crew.section))
    options = []
    for die in joinable(state, crew.section):
        if die.id != now:
            label = f"{name(crew.person)} pledges {die_label(die)}"
            options.append(
                Option(f"pledge:{crew.section}:{die.id}", label, target=f"die-{die.id}", group="help", rule="ISS-346")
            )
    if now is not None:
        options.append(Option(f"withdraw:{crew.section}", f"{name(crew.person)} withdraws the pledge", group="help"))
    return options


def _lends(state: State, crew: Explorer) -> list[Option]:
    check = state.check
    if check is None or check.step != 4:
        return []
    sight = wording.sight_of(state)
    options = [
        Option(
            f"lend:{section}:{card}",
            f"Offer {CARD[card].name}",
            group="help",
            note=wording.say(CARD[card].top, sight),
            target=f"card-{card}",
            rule="ISS-348",
        )
        for section, card in lendable(state)
        if section == crew.section and check.lent.get(str(section)) != card
    ]
    if crew in late_helpers(state):
        options += [
            Option(
                f"join:{crew.section}:{die.id}",
                f"Add {die_label(die)}",
                target=f"die-{die.id}",
                group="help",
                rule="ISS-098",
            )
            for die in joinable(state, crew.section)
        ]
    if str(crew.section) in check.lent:
        options.append(Option(f"unlend:{crew.section}", "Withdraw the card", group="help", rule="ISS-348"))
    return options


# One's own crew ----------------------------------------------------------------------------------------------------


def exertion(crew: Explorer) -> Option:
    return Option(
        f"exert:{crew.section}",
        f"{name(crew.person)} exerts",
        rule="ISS-091",
        note="Sacrifice 1 die, then refresh 5 dice",
        target=f"crew-{crew.section}",
        group="Crew",
    )


def _own(state: State, crew: Explorer) -> list[Option]:
    x, section = state.exploration, crew.section
    options = [exertion(crew)] if can_exert(state, crew) else []
    skill = SKILL[CREW[crew.person].skill]
    if crew.charges and (skill.when in ("any", "event") or (skill.when == "far" and _can_reach(state, crew))):
        options.append(
            Option(
                f"skill:{section}",
                f"{name(crew.person)}: {skill.name}",
                note=wording.skill(skill.name),
                target=f"crew-{section}",
                rule="ISS-157",
                group="Crew",
            )
        )
    for card in crew.hand:
        when = CARD[card].when
        if when == "any" or (when == "event" and x.event_waits):
            label = f"{name(crew.person)} plays {CARD[card].name}"
            options.append(
                Option(
                    f"card:{card}",
                    label,
                    note=wording.say(CARD[card].top, wording.sight_of(state)),
                    target=f"card-{card}",
                    rule="ISS-146",
                    group="Crew",
                )
            )
    for item in crew.gear:
        if not item.endswith("!") and EQUIPMENT[item].when in ("any", "event"):
            label = f"{name(crew.person)}: {EQUIPMENT[item].name}"
            options.append(
                Option(
                    f"gear:{section}:{item}",
                    label,
                    note=wording.gear(item),
                    target=f"gear-{item}",
                    rule="ISS-172",
                    group="Crew",
                )
            )
    if x.starting and crew in travel.guides(state, explorer(state, x.traveller)):
        options.append(msgspec.structs.replace(travel.guide_option(crew), group="Crew"))
    options.append(_standing(state, crew))
    return options


def _can_reach(state: State, crew: Explorer) -> bool:
    """Far Voice: steps 1 to 4 of a check in a connected sector."""
    check = state.check
    if check is None or check.step > 4 or crew.section in check.reach or crew.section == check.actor:
        return False
    return board.near(state.exploration, explorer(state, check.actor).sector, crew.sector)


def _standing(state: State, crew: Explorer) -> Option:
    """ISS-350"""
    kinds = list(dict.fromkeys(die.kind for die in state.dice if die.section == crew.section))
    choices = {"none": "no die"} | {kind: wording.die_name(kind) for kind in kinds}
    now = state.standing.get(str(crew.section), "none")
    now = now if now in choices else "none"  # its last die of that kind is gone
    prompt = f"Standing pledge of {name(crew.person)} (now: {choices[now]})"
    form = Ask(prompt, tuple(Option(kind, label) for kind, label in choices.items()), default=(now,))
    return Option(f"standing:{crew.section}", "Set", form=form, rule="ISS-350", group="Standing pledges")


# The team ----------------------------------------------------------------------------------------------------------


def _missions(state: State) -> list[Option]:
    """Completion texts, before or after any Action (ISS-200)."""
    x = state.exploration
    if x.stage != "act" or state.check or x.traveller >= 0 or x.event:
        return []
    return [
        Option(
            f"complete:{key}",
            f"Complete {MISSION[key].name}",
            rule="ISS-200",
            note=wording.say(MISSION[key].do, wording.sight_of(state)),
            target=f"mission-{key}",
            group="Missions",
        )
        for key in completable(state)
    ]


def _finds(state: State, crew: Explorer) -> list[Option]:
    x = state.exploration
    return [
        Option(
            f"find:{card}",
            it.name,
            note=wording.find(it.id, wording.sight_of(state)),
            target=f"find-{card}",
            rule="ISS-177",
            group="Discoveries",
        )
        for card in x.cargo
        for it in (DISCOVERY[kind_of(card)],)
        if it.planet and not it.in_check and card not in x.used_finds
    ]


def _trades(state: State, seat: int) -> list[Option]:
    """ISS-171"""
    if state.check:
        return []
    return [
        Option(
            f"give:{crew.section}:{other.section}:{item.rstrip('!')}",
            f"{name(crew.person)} gives {EQUIPMENT[item.rstrip('!')].name} to {name(other.person)}",
            target=f"gear-{item.rstrip('!')}",
            rule="ISS-171",
            group="Equipment",
        )
        for crew in team(state)
        if owner(state, crew.section) == seat
        for item in crew.gear
        if not EQUIPMENT[item.rstrip("!")].section
        for other in in_sector(state, crew.sector)
        if other.section != crew.section
    ]


# Taking them -------------------------------------------------------------------------------------------------------


def take(g: G, seat: int, option: str, values: Values) -> Script[None]:
    state = g.state
    if option in ("renew", "stay"):
        renewal.take(g, seat, option)
        return
    kind, *rest = option.split(":")
    if kind in ("exchange", "hand"):
        state.window = False
        yield from sections.take(g, seat, kind, int(rest[0]), int(rest[1]))
        state.window = True
        return
    if state.x is None:
        raise Refused("There is nobody on a planet now.")
    state.window, state.taking = False, True  # what is begun is finished first
    if kind in ("pledge", "withdraw", "lend", "unlend", "standing"):
        _help(state, kind, rest, values)
    else:
        with happening(g, "turn", deed(state, seat, kind, rest), actor=seat):
            yield from _do(g, seat, kind, rest)
    state.window, state.taking = True, False


def deed(state: State, seat: int, kind: str, rest: list[str]) -> str:
    """What somebody does unasked, as the title of its moment."""
    if kind == "card":
        return f"{name(next(one for one in team(state) if rest[0] in one.hand).person)} plays {CARD[rest[0]].name}"
    if kind == "find":
        return f"{{{seat}}} uses {DISCOVERY[kind_of(rest[0])].name}"
    if kind == "complete":
        return f"{{{seat}}} completes {MISSION[rest[0]].name}"
    crew = explorer(state, int(rest[0]))
    does = {
        "exert": "exerts",
        "join": "adds a die",
        "skill": f"uses {CREW[crew.person].skill}",
        "gear": f"uses the {EQUIPMENT[rest[1]].name}" if kind == "gear" else "",
        "guide": "guides the way",
        "give": "hands something over",
    }
    return f"{name(crew.person)} {does[kind]}"


def _do(g: G, seat: int, kind: str, rest: list[str]) -> Script[None]:
    state = g.state
    if kind == "exert":
        yield from exert(g, int(rest[0]))
    elif kind == "join":
        join(g, int(rest[0]), int(rest[1]))
    elif kind == "skill":
        yield from use_skill(g, int(rest[0]))
    elif kind == "card":
        crew = next(one for one in team(state) if rest[0] in one.hand)
        yield from use_card(g, crew.section, rest[0], CARD[rest[0]].top)
    elif kind == "gear":
        yield from use_gear(g, explorer(state, int(rest[0])), rest[1])
    elif kind == "find":
        section = yield from finder(g, seat, rest[0])
        yield from use_find(g, section, rest[0])
    elif kind == "guide":
        yield from travel.guide(g, int(rest[0]))
    elif kind == "complete":
        yield from run(g, MISSION[rest[0]].do, Ctx(crew_of(state, seat)[0].section, why=MISSION[rest[0]].name))
    else:
        yield from give(g, int(rest[0]), int(rest[1]), rest[2])


def _help(state: State, kind: str, rest: list[str], values: Values) -> None:
    if kind == "pledge":
        state.now.pledges[rest[0]] = int(rest[1])
    elif kind == "withdraw":
        del state.now.pledges[rest[0]]
    elif kind == "lend":
        state.now.lent[rest[0]] = rest[1]
    elif kind == "unlend":
        del state.now.lent[rest[0]]
    elif values[0] == "none":
        state.standing.pop(rest[0], None)
    else:
        state.standing[rest[0]] = values[0]


def exert(g: G, section: int) -> Script[None]:
    """ISS-091, ISS-092"""
    state = g.state
    crew = explorer(state, section)
    g.tell(f"{name(crew.person)} exerts.", rule="ISS-091")
    if in_play(state, section) <= 3:
        yield from injure(g, section, "exhausted")
    else:
        able = set(sacrificeable(state, crew))
        dice = [die for die in dice_in(state, section, "spent", "slot") if die.id in able]
        picked = yield from choose_dice(g, section, dice, 1, "Sacrifice which die?", "ISS-091")
        for die in picked:
            die.zone, die.colour = "compartment", ""
            came(g, f"A {die_label(die)} die is sacrificed", "It is out of play until the next mission", good=False)
        because(g, "sacrificed")
    yield from refresh(g, section, 5)
    because(g, "exertion")


def crew_of(state: State, seat: int) -> list[Explorer]:
    """The crew of a seat, the one whose turn it is first."""
    mine = [crew for crew in team(state) if owner(state, crew.section) == seat]
    return sorted(mine, key=lambda crew: crew.section != state.exploration.turn)


def finder(g: G, seat: int, card: str) -> Script[int]:
    """Which of a seat's crew uses a Discovery, if that makes a difference (ISS-177)."""
    mine = crew_of(g.state, seat)
    if not any(effect.verb in EACH for effect in language.effects(DISCOVERY[kind_of(card)].planet)):
        return mine[0].section
    options = [Option(f"crew:{crew.section}", name(crew.person), target=f"crew-{crew.section}") for crew in mine]
    answer = yield from pick(g, seat, "Who uses it?", options, rule="ISS-177")
    return int(answer.removeprefix("crew:"))


def use_skill(g: G, section: int) -> Script[None]:
    crew = explorer(g.state, section)
    skill = SKILL[CREW[crew.person].skill]
    crew.charges -= 1
    g.tell(f"{who(g, section)} uses {skill.name}.", rule="ISS-157")
    because(g, skill.name)
    if skill.when == "far":
        g.state.now.reach.append(section)
    else:
        yield from run(g, skill.do, Ctx(section, why=skill.name))


def give(g: G, giver: int, taker: int, item: str) -> Script[None]:
    state = g.state
    one, other = explorer(state, giver), explorer(state, taker)
    if owner(state, giver) != owner(state, taker):
        prompt = f"{name(other.person)} takes {EQUIPMENT[item].name} from {name(one.person)}?"
        agreed = yield from agree(g, [owner(state, taker)], prompt, rule="ISS-171")
        if not agreed:
            return
    card = item if item in one.gear else f"{item}!"
    if card in one.gear:
        one.gear.remove(card)
        other.gear.append(card)
        came(g, f"{name(other.person)} carries the {EQUIPMENT[item].name} now")
