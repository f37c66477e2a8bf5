"""Step 4 of a check: cards, equipment and skills change the dice (section 10)."""

from __future__ import annotations

from app.games.vanguard import helpers, odds, wording
from app.games.vanguard.asking import G, openly
from app.games.vanguard.cargo import discard_find, kind_of
from app.games.vanguard.data.cards import CARD
from app.games.vanguard.data.crew import CREW, SKILL
from app.games.vanguard.data.gear import EQUIPMENT
from app.games.vanguard.data.planetside import DISCOVERY
from app.games.vanguard.effects import Ctx, run, turn_gear, use_card, who
from app.games.vanguard.people import explorer, name, owner
from app.games.vanguard.poolfx import ignore_one, pool, roll_dice
from app.games.vanguard.pools import colour, die_label, icons, joinable
from app.games.vanguard.rankups import note
from app.games.vanguard.state import Explorer, State
from app.games.vanguard.telling import because, came
from app.games.vanguard.useful import helps
from app.kernel import Option, Script, choosing


def card_playable(state: State, card: str, holder: int) -> bool:
    when = CARD[card].when
    if not when.startswith("check") or not helps(state, CARD[card].top):
        return False
    if "red die was rolled" in when:
        return any(die.zone == "pool" and colour(die) == "red" for die in state.dice)
    if "Start token" in when:
        return state.exploration.start == holder
    return True


def modify_options(state: State) -> list[Option]:
    check = state.now
    crew = explorer(state, check.actor)
    options = []
    for card in crew.hand:
        if card_playable(state, card, crew.section):
            options.append(
                Option(
                    f"play:{card}",
                    CARD[card].name,
                    target=f"card-{card}",
                    note=wording.say(CARD[card].top, wording.sight_of(state)),
                )
            )
    for section, card in lent(state).items():
        label = f"{CARD[card].name}, lent by {CREW[explorer(state, int(section)).person].name}"
        note_ = wording.say(CARD[card].top, wording.sight_of(state))
        options.append(Option(f"accept:{section}", label, note=note_, target=f"card-{card}", rule="ISS-348"))
    for item in crew.gear:
        if (
            not item.endswith("!")
            and EQUIPMENT[item].when == "check"
            and item not in check.gear_used
            and gear_helps(state, item)
        ):
            options.append(Option(f"gear:{item}", EQUIPMENT[item].name, note=wording.gear(item), target=f"gear-{item}"))
    skill = SKILL[CREW[crew.person].skill]
    if skill.when == "check" and crew.charges and helps(state, skill.do):
        options.append(
            Option("skill", f"{skill.name} (1 Charge)", note=wording.skill(skill.name), target=f"crew-{crew.section}")
        )
    for find in state.exploration.cargo:
        it = DISCOVERY[kind_of(find)]
        if it.in_check and it.planet and find not in state.exploration.used_finds and helps(state, it.planet):
            says = wording.find(it.id, wording.sight_of(state))
            options.append(Option(f"find:{find}", it.name, note=says, target=f"find-{find}"))
    return options


def gear_helps(state: State, item: str) -> bool:
    if item == "EQ-P04":  # only against toxin
        return any(danger.category == 5 and danger.face != "blank" for danger in state.now.danger)
    return helps(state, EQUIPMENT[item].do)


def lent(state: State) -> dict[str, str]:
    """The offers that still hold: the card is in hand, and its owner may help (ISS-348)."""
    able = {(str(section), card) for section, card in lendable(state)}
    return {section: card for section, card in state.now.lent.items() if (section, card) in able}


def lendable(state: State) -> list[tuple[int, str]]:
    """ISS-105, ISS-348"""
    check = state.now
    able = [crew for crew in helpers.helpers(state) if crew.section not in check.helped]
    return [(crew.section, card) for crew in able for card in crew.hand if card_playable(state, card, crew.section)]


def late_helpers(state: State) -> list[Explorer]:
    """Crew reached from afar after the roll: each may still add its one die (ISS-098)."""
    check = state.now
    able = [one for one in helpers.helpers(state) if one.section not in (*check.near, *check.joined)]
    return [one for one in able if joinable(state, one.section)]


def join(g: G, section: int, number: int) -> None:
    """A die added in step 4 is rolled at once."""
    state, check = g.state, g.state.now
    die = next(one for one in state.dice if one.id == number)
    die.zone = "pool"
    check.joined.append(section)
    roll_dice(g, [die], f"{who(g, section)} adds a {die_label(die)} die: {{dice}}.")
    if len(check.joined) == 1 and not any(one.zone == "pool" and one.section in check.near for one in state.dice):
        note(g, "assist")


def modify(g: G) -> Script[None]:
    """Step 4 ends when the actor says so (ISS-103 to ISS-106)."""
    state, check = g.state, g.state.now
    check.step = 4
    while modify_options(state) or lendable(state) or late_helpers(state) or helpers.timely(state):
        options = lambda: [*modify_options(state), Option("done", "Go on with these dice", weight="end")]  # noqa: E731
        question = choosing(
            owner(state, check.actor), lambda: f"{pool_text(g)}: change the dice?", options,
            kicker=f"{name(explorer(state, check.actor).person)} · {check.name}",
            ledger=lambda: odds.still_wanted(state),
            default=("done",), rule="ISS-103", public="may change the dice",
        )  # fmt: skip
        (answer,) = yield from openly(g, question)
        if answer == "done":
            break
        yield from _modify(g, answer)


def pool_text(g: G) -> str:
    shown = [wording.icons(icons(die)) for die in pool(g)] + [wording.icons((icon,)) for icon in g.state.now.loose]
    return ", ".join(shown) or "No dice"


def _modify(g: G, answer: str) -> Script[None]:
    state, check = g.state, g.state.now
    crew = explorer(state, check.actor)
    kind, _, key = answer.partition(":")
    if kind == "play":
        yield from use_card(g, crew.section, key, CARD[key].top)
    elif kind == "accept":
        card = check.lent.pop(key)
        check.helped.append(int(key))
        yield from use_card(g, crew.section, card, CARD[card].top)  # as if the actor had played it (ISS-105)
    elif kind == "gear":
        yield from use_gear(g, crew, key)
    elif kind == "skill":
        crew.charges -= 1
        skill = SKILL[CREW[crew.person].skill]
        g.tell(f"{who(g, crew.section)} uses {skill.name}.", rule="ISS-157")
        came(g, f"{who(g, crew.section)} uses {skill.name}", wording.skill(skill.name), good=True)
        because(g, skill.name)
        yield from run(g, skill.do, Ctx(crew.section, why=skill.name))
    else:
        yield from use_find(g, crew.section, key)


def use_gear(g: G, crew: Explorer, key: str) -> Script[None]:
    state, item = g.state, EQUIPMENT[key]
    g.tell(f"{who(g, crew.section)} uses the {item.name}.", rule="ISS-172")
    came(g, f"{who(g, crew.section)} uses the {item.name}", wording.gear(key), good=True)
    if state.check:
        state.check.gear_used.append(key)
    exhausted = item.exhaust
    if key == "EQ-M03" and "EQ-U03" in crew.gear:
        state.exploration.rig_uses += 1
        exhausted = state.exploration.rig_uses % 2 == 0
    if exhausted:
        turn_gear(crew.gear, key, exhaust=True)
    if key == "EQ-P04" and state.check:
        yield from ignore_one(g, state.check, [danger for danger in state.check.danger if danger.category == 5])
        return
    text = "supply +3" if key == "EQ-M08" and "EQ-U06" in crew.gear else item.do
    yield from run(g, text, Ctx(crew.section, why=item.name))
    upgrade = {"EQ-M01": "EQ-U01", "EQ-M06": "EQ-U05"}.get(key, "")
    if upgrade in crew.gear:
        yield from run(g, EQUIPMENT[upgrade].do, Ctx(crew.section, why=EQUIPMENT[upgrade].name))


def use_find(g: G, section: int, card: str) -> Script[None]:
    """ISS-177"""
    x, it = g.state.exploration, DISCOVERY[kind_of(card)]
    if it.use == "discard":
        x.cargo.remove(card)
        discard_find(g.state, card)
    else:
        x.used_finds.append(card)
    says = wording.say(it.planet, wording.sight_of(g.state))
    g.tell(f"{who(g, section)} uses {it.name}: {says}.", rule="ISS-177")
    came(g, f"{who(g, section)} uses {it.name}", says, good=True)
    yield from run(g, it.planet, Ctx(section, why=it.name))
