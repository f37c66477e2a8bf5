"""Challenge dice: the pool, rolling, slots, penalties (sections 8 to 10)."""

from __future__ import annotations

from typing import NamedTuple

from app.games.vantage.cards import add_boost
from app.games.vantage.core import AFTER, Game, run
from app.games.vantage.facts import Source
from app.games.vantage.powers import could_save, rerolls
from app.games.vantage.state import Die, Held, Open, State
from app.games.vantage.telling import count, dice_settled, joined, note, show_dice
from app.games.vantage.travel import here
from app.games.vantage.words import effects_text, gift_text, slot_text
from app.games.vantage.world import CATEGORIES, STATS, Slot
from app.kernel import Fact, Option, Script, ask, choosing

LOST_TO = {
    "penalty": "dice that no slot took",
    "arrival": "what waits where one arrives",
    "result": "what came of it",
}


UNASKED = 12  # seconds after which a suggestion that costs nothing is taken
GOES_BY_ITSELF = "No more can be saved than like this. It goes on by itself in a while, unless you stop the clock."


class Fit(NamedTuple):
    """A slot that is open to the actor for a face."""

    owner: int
    held: Held
    number: int
    slot: Slot

    @property
    def name(self) -> str:
        return f"{self.held.id}.{self.number}"


def refresh_all(state: State) -> None:
    """All dice on all players' cards and in the penalty area back to the pool (VAN-098)."""
    for who in state.seats:
        for held in who.grid:
            if held is not None:
                state.pool += sum(face != "" for face in held.dice)
                held.dice = [""] * len(held.dice)
    state.pool += state.penalty
    state.penalty = 0


def take_from_pool(g: Game, wanted: int) -> int:
    """Refresh if, and only if, the pool holds fewer; never more than there are (VAN-098, VAN-099, VAN-101)."""
    state = g.state
    if state.pool < wanted:
        before = state.pool
        refresh_all(state)
        g.tell("The pool is short: all dice are refreshed.", rule="VAN-098")
        g.change("dice in the pool", before, state.pool, "too few for this roll, so all came back")
    taken = min(wanted, state.pool)
    state.pool -= taken
    return taken


def roll(g: Game, seat: int, dice: int) -> None:
    """As many dice from the pool as the remaining cost (VAN-096)."""
    state = g.state
    if dice <= 0:  # VAN-097
        return
    taken = take_from_pool(g, dice)
    state.blanks += dice - taken
    faces = _throw(g, seat, taken)
    state.roll += [Die(face) for face in faces]
    show_dice(g)


def _throw(g: Game, seat: int, dice: int) -> list[str]:
    faces = g.state.world.challenge
    if dice == 0:
        return []
    numbers = [g.rng.roll(len(faces), "challenge") for _ in range(dice)]
    thrown = [faces[n - 1] for n in numbers]
    g.tell(f"{{{seat}}} rolls {joined(thrown)}.", rule="VAN-096")
    return thrown


def reroll(g: Game, seat: int, index: int) -> str:
    """Only unplaced dice of the current roll (VAN-104)."""
    die = g.state.roll[index]
    die.face = _throw(g, seat, 1)[0]
    show_dice(g)
    return die.face


def unplaced(state: State) -> list[int]:
    return [index for index, die in enumerate(state.roll) if not die.slot]


# Slots -----------------------------------------------------------------------------------------------------------


def slot_allows(state: State, slot: Slot, action: Open) -> bool:
    """All restrictions of a slot must be met by the actor's action (VAN-110 to VAN-117)."""
    when = slot.when
    if when.category and when.category != action.category:
        return False
    if when.verb and when.verb != action.act:
        return False
    if when.group and action.verb not in state.world.groups.get(when.group, []):
        return False
    if when.composition and when.composition not in action.involves:
        return False
    return not when.terrain or here(state, action.seat).terrain == when.terrain  # whoever owns the slot


def face_fits(slot: Slot, face: str) -> bool:
    return slot.face in ("any", face)  # VAN-114, VAN-115


def permitted(state: State, action: Open, owner: int, name: str, slot: Slot) -> bool:
    """The owner's permission (VAN-123, VAN-247); what stood open at the roll stays open (VAN-248)."""
    if owner == action.seat:
        return True
    if not slot.impact and owner not in state.companions(action.seat):
        return False
    mode = permission(state, owner, name, slot)
    if mode == "open" or (action.stage == "place" and name not in action.closed):
        return True
    return mode == "last" and desperate(state, action.seat)


def permission(state: State, owner: int, name: str, slot: Slot) -> str:
    """What its owner has said of a slot; unsaid, it is open unless it costs their boost (VAN-247)."""
    return state.me(owner).permits.get(name, "closed" if slot.cost.get("boost") else "open")


def kept_from(state: State, actor: int) -> list[str]:
    """The slots of others that are not simply open now, as the dice fall."""
    return sorted(
        f"{held.id}.{index}"
        for owner in range(len(state.seats))
        if owner != actor
        for held in state.in_grid(owner)
        for index, slot in enumerate(state.world.card(held.id).slots)
        if permission(state, owner, f"{held.id}.{index}", slot) != "open"
    )


def desperate(state: State, seat: int) -> bool:
    """Whether the unplaced dice would bring one of the actor's stats to 0."""
    faces = [die.face for die in state.roll if not die.slot]
    return any(faces.count(name) >= state.me(seat).stats[name] > 0 for name in STATS if name in faces)


def open_slots(state: State) -> list[Fit]:
    """Every slot on which the actor may place some die now (VAN-106)."""
    action = state.action
    if action is None:
        return []
    fits = []
    for owner in range(len(state.seats)):
        for held in state.in_grid(owner):
            for index, slot in enumerate(state.world.card(held.id).slots):
                if held.dice[index] or held.boost < slot.cost.get("boost", 0):  # VAN-108, VAN-120
                    continue
                if slot_allows(state, slot, action) and permitted(state, action, owner, f"{held.id}.{index}", slot):
                    fits.append(Fit(owner, held, index, slot))
    return fits


def consequences(fit: Fit) -> list[str]:
    """What placing a die there means, besides that it does not hurt."""
    slot = fit.slot
    paid = [f"costs {slot.cost['boost']} boost"] if slot.cost.get("boost") else []
    gained = [gift_text(slot)] if slot.gives else []
    return [f"{slot_text(slot)} slot", *paid, *gained]


def placements(state: State) -> list[Option]:
    faces = list(dict.fromkeys(state.roll[index].face for index in unplaced(state)))
    options = []
    for fit in open_slots(state):
        card = state.world.card(fit.held.id)
        whose = "" if fit.owner == state.actor else f"{{{fit.owner}}}'s "
        for face in faces:
            if face_fits(fit.slot, face):
                note = ", ".join(consequences(fit))
                options.append(
                    Option(
                        f"put:{face}:{fit.name}",
                        f"{face.capitalize()} on {whose}{card.name}",
                        target=f"slot-{fit.name}",
                        note=note,
                        rule="VAN-105",
                    )
                )
    return options


def reroll_options(state: State) -> list[Option]:
    """What a reroll costs and of which die: one for every face that lies unplaced; and all that no slot would catch, with
    one press (VAN-104, VAN-C12)."""
    faces = list(dict.fromkeys(state.roll[index].face for index in unplaced(state)))
    hurting = uncaught(state)
    together = [
        Option(
            f"again:{'+'.join(hurting)}:{held.id}:{index}",
            "Roll again all that hurts",
            note=f"{loss_words({face: hurting.count(face) for face in hurting})}; {state.world.card(held.id).name}",
            price=f"−{power.cost['boost'] * len(hurting)} boost",
            rule="VAN-104",
        )
        for held, index, power in rerolls(state, state.actor)
        if len(hurting) > 1 and power.cost.get("boost") and held.boost >= power.cost["boost"] * len(hurting)
    ]
    each = [
        Option(
            f"again:{face}:{held.id}:{index}",
            f"Roll the {face} again",
            target=f"die-{next(i for i in unplaced(state) if state.roll[i].face == face)}",
            note=f"{state.world.card(held.id).name}: {power.text}",
            price=f"−{power.cost.get('boost', 0)} boost",
            rule="VAN-104",
        )
        for held, index, power in rerolls(state, state.actor)
        for face in faces
    ]
    return [*until_nothing_hurts(state, hurting), *together, *each]


def until_nothing_hurts(state: State, hurting: list[str]) -> list[Option]:
    """Where boost is there for more than one roll of each die, one press goes on until nothing hurts (VAN-104)."""
    return [
        Option(
            f"until:{held.id}:{index}",
            "Roll again until nothing hurts",
            note=f"as long as there is boost; {state.world.card(held.id).name}",
            price=f"up to −{held.boost // power.cost['boost'] * power.cost['boost']} boost",
            rule="VAN-104",
        )
        for held, index, power in rerolls(state, state.actor)
        if hurting and power.cost.get("boost") and held.boost >= power.cost["boost"] * (len(hurting) + 1)
    ]


def uncaught(state: State) -> list[str]:
    """The faces that hurt and that the suggestion leaves lying."""
    left = [state.roll[index].face for index in unplaced(state) if state.roll[index].face in STATS]
    for face, _ in suggestion(state):
        left.remove(face)
    return left


def suggestion(state: State) -> list[tuple[str, Fit]]:
    """What would hurt goes on slots, the scarcest stat first: on the slot that will be missed least, and costs least."""
    stats = state.me(state.actor).stats
    harmful = sorted(
        (state.roll[index].face for index in unplaced(state) if state.roll[index].face in STATS),
        key=lambda face: stats[face],
    )
    left, plan = open_slots(state), []
    for face in harmful:
        fitting = [fit for fit in left if face_fits(fit.slot, face)]
        if not fitting:
            continue
        best = min(fitting, key=lambda fit: _missed(state, fit))
        plan.append((face, best))
        spent = best.slot.cost.get("boost", 0)
        left = [
            fit
            for fit in left
            if fit is not best
            and not (spent and fit.held is best.held and fit.held.boost - spent < fit.slot.cost.get("boost", 0))
        ]
    return plan


def _missed(state: State, fit: Fit) -> tuple[int, bool, bool, bool]:
    return (
        fit.slot.cost.get("boost", 0),
        fit.slot.face == "any",
        fit.owner != state.actor,
        not fit.slot.gives,
    )


def worth_placing(state: State, careful: bool) -> bool:
    """Whether step 5 has a choice in it: something hurts and can be caught or changed, or a slot would give something."""
    if careful:
        return bool(unplaced(state))
    if losses(state):
        return bool(placements(state)) or could_save(state, state.actor)
    faces = {state.roll[index].face for index in unplaced(state)}
    return any(
        fit.slot.gives and _gains(state, fit) and any(face_fits(fit.slot, face) for face in faces)
        for fit in open_slots(state)
    )


def _gains(state: State, fit: Fit) -> bool:
    """Whether the bonus of a slot would bring anything: boost on a full card does not (VAN-175)."""
    only_boost = all(name == "gain_boost" for effect in fit.slot.gives for name in effect)
    return not only_boost or fit.held.boost < state.world.card(fit.held.id).capacity


def needs_no_finger(state: State) -> bool:
    """Whether the suggestion costs no boost and catches all that hurts, or as much as anything could: no slot that it
    uses would take another of the dice that hurt, and nothing can change them any more."""
    plan = suggestion(state)
    if any(fit.slot.cost.get("boost") for _, fit in plan):
        return False
    if penalty_text(state, [face for face, _ in plan]) == "no loss":
        return True
    contested = any(face != other and face_fits(fit.slot, other) for face, fit in plan for other in uncaught(state))
    return not contested and not reroll_options(state) and not could_save(state, state.actor)


def places_by_itself(state: State, action: Open) -> bool:
    """Whether the suggestion is taken after a while: not if its actor has stopped the clock, or wants to be asked."""
    return not state.me(action.seat).careful and not action.unhurried and needs_no_finger(state)


def ways_to_place(state: State) -> list[Option]:
    """The suggestion is one press; every die can be placed by hand instead, or left (VAN-105, VAN-109)."""
    plan = suggestion(state)
    if not plan:
        words = f"Accept {penalty_text(state)}" if losses(state) else "Place none, go on"
        accept = Option("done", words, weight="main", rule="VAN-109")
        return [*placements(state), *reroll_options(state), accept]
    after = penalty_text(state, [face for face, _ in plan])
    so = Option("so", "Place them so" if len(plan) > 1 else "Place it so", note=f"then {after}", weight="main")
    leave = Option("done", f"Place none: {penalty_text(state)}", rule="VAN-109")
    return [*placements(state), *reroll_options(state), leave, so]


def plan_rows(state: State) -> list[Fact]:
    """Where the suggestion puts each die, and what becomes of the rest."""
    planned = suggestion(state)
    rows = []
    for face, fit in planned:
        name = state.world.card(fit.held.id).name
        why = ", ".join(consequences(fit)[1:])
        rows.append(Fact(f"{face} → {name}", "caught", why, None if fit.owner == state.actor else fit.owner))
    faces = [state.roll[index].face for index in unplaced(state)]
    for face, _ in planned:
        faces.remove(face)
    for face in dict.fromkeys(faces):
        number = faces.count(face)
        lost = f"−{number} {face}" if face in STATS else "back to the pool" if face == "setback" else "nothing"
        rows.append(Fact(f"{number} {face}" if number > 1 else face, lost))
    left = dict(losses(state))
    for face, _ in planned:
        left[face] -= 1
    rest = loss_words({name: number for name, number in left.items() if number > 0})
    return [*rows, Fact("then you lose", rest or "nothing")]


def place_dice(g: Game) -> Script[None]:
    """Step 5: one at a time, in the order the actor likes; placing is optional (VAN-105, VAN-109)."""
    state = g.state
    action = state.action
    assert action is not None
    careful = state.me(action.seat).careful
    while unplaced(state) and worth_placing(state, careful):
        values = yield from ask(
            choosing(
                action.seat,
                lambda: f"You would lose {loss_words(losses(state))}" if losses(state) else "Nothing hurts",
                lambda: ways_to_place(state),
                default=lambda: ("so",) if suggestion(state) else ("done",),
                rule="VAN-105",
                topic="place",
                kicker=lambda: f"{action.act}: {count(len(unplaced(state)), 'die', 'dice')} to place",
                text=lambda: GOES_BY_ITSELF if places_by_itself(state, action) else "",
                ledger=lambda: plan_rows(state),
                seconds=lambda: UNASKED if places_by_itself(state, action) else 0,
                stop=True,
                public="places dice",
            )
        )
        if values[0] == "done":
            break
        if values[0] == "so":
            for face, fit in suggestion(state):
                yield from put(g, face, fit.name)
            break
        if values[0].startswith("until:"):
            card, number = (int(part) for part in values[0].split(":")[1:])
            roll_until(g, card, number)
            continue
        word, face, rest = values[0].split(":", 2)
        if word == "again":
            card, number = (int(part) for part in rest.split(":"))
            roll_again(g, face.split("+"), card, number)
        else:
            yield from put(g, face, rest)


def roll_again(g: Game, faces: list[str], card: int, number: int) -> None:
    """Dice again, each for its boost; the same symbol consoles with a token (VAN-104, VAN-C12)."""
    state = g.state
    found = state.find(card)
    assert found is not None
    power = state.world.card(card).powers[number]
    name = state.world.card(card).name
    left = unplaced(state)
    for face in faces:
        found[2].boost -= power.cost.get("boost", 0)
        paid = f" for {power.cost['boost']} boost" if power.cost.get("boost") else ""
        g.tell(f"{{{state.actor}}} uses {name}{paid}: {power.text or effects_text(power.do)}.", rule="VAN-169")
        note(g, f"paid for {name}")
        index = next(i for i in left if state.roll[i].face == face)
        left.remove(index)  # a die that shows the same again is not the next one
        if reroll(g, state.actor, index) == face and "consolation" in power.do[0]["reroll"]:
            gain_skill(g, state.actor, power.do[0]["reroll"]["consolation"])
            note(g, "the same symbol again")


def roll_until(g: Game, card: int, number: int) -> None:
    """One die after the other that no slot would catch, each for its boost, until none is left or no boost is."""
    state = g.state
    while hurting := uncaught(state):
        if not any((held.id, index) == (card, number) for held, index, _ in rerolls(state, state.actor)):
            return
        roll_again(g, hurting[:1], card, number)


def put(g: Game, face: str, name: str) -> Script[None]:
    """Pay, place, gain (VAN-120); bonus and cost are the owner's (VAN-121, VAN-122)."""
    state = g.state
    number, _, index_text = name.partition(".")
    index = int(index_text)
    found = state.find(int(number))
    assert found is not None
    owner, _, held = found
    slot = state.world.card(held.id).slots[index]
    die = next(die for die in state.roll if not die.slot and die.face == face)
    held.boost -= slot.cost.get("boost", 0)
    held.dice[index] = face
    die.slot = name
    name_of = state.world.card(held.id).name
    whose = "" if owner == state.actor else f"{{{owner}}}'s "
    paid = f" for {slot.cost['boost']} boost" if slot.cost.get("boost") else ""
    g.tell(f"{{{state.actor}}} places {face} on {whose}{name_of}{paid}.", rule="VAN-105")
    show_dice(g)
    note(g, f"the slot of {name_of}")
    if state.world.card(held.id).kind == "lesson" and slot.face != "any":
        state.tried.append(f"learnt:{held.id}")  # VAN-C41
    yield from run(g, Source(owner, "card", held.id), slot.gives)  # VAN-118
    for other in state.in_grid(state.actor):
        yield from run(g, Source(state.actor, "card", other.id), state.world.card(other.id).hooks.get("die_placed", []))


# Penalties -------------------------------------------------------------------------------------------------------


def losses(state: State) -> dict[str, int]:
    """What the unplaced dice would take, curses included (VAN-127, VAN-C44)."""
    faces = [die.face for die in state.roll if not die.slot]
    lost = {name: faces.count(name) for name in STATS}
    action = state.action
    for who in state.seats:
        for held in who.grid:
            card = state.world.card(held.id) if held is not None else None
            if card and card.kind == "curse" and action and card.composition in action.involves:
                lost[card.stat] += faces.count("setback")
    return {name: number for name, number in lost.items() if number}


def loss_words(lost: dict[str, int]) -> str:
    return joined(f"{number} {name}" for name, number in lost.items())


def penalty_text(state: State, caught: list[str] | None = None) -> str:
    """What the unplaced dice take, if those with these faces are caught."""
    lost = dict(losses(state))
    for face in caught or []:
        lost[face] -= 1
    lost = {name: number for name, number in lost.items() if number}
    return f"the loss of {loss_words(lost)}" if lost else "no loss"


def suffer(g: Game) -> Script[None]:
    """Step 6: all losses at the same time (VAN-128); where the dice go (VAN-127, VAN-129 to VAN-131)."""
    state = g.state
    action = state.action
    assert action is not None
    lost = losses(state)
    for die in state.roll:
        if not die.slot:
            if die.face == "setback":
                state.pool += 1
            else:
                state.penalty += 1
    dice_settled(g)
    state.roll, state.blanks = [], 0
    apply_losses(g, action.seat, lost, "penalty")
    for look in AFTER:
        yield from look(g)


def apply_losses(g: Game, seat: int, lost: dict[str, int], against: str, why: str = "") -> None:
    """Simultaneously, after what was guarded; nothing goes below 0 (VAN-132, VAN-134)."""
    who = g.state.me(seat)
    taken = []
    for name, threat in lost.items():
        left = threat - guard(g.state, seat, name, threat, against)
        floor = 1 if g.state.setting_up else 0  # VAN-029
        left = min(left, max(0, who.stats[name] - floor))
        who.stats[name] -= left
        who.lost += left
        if left:
            taken.append(f"{left} {name}")
    if taken:
        g.tell(f"{{{seat}}} loses {joined(taken)}.", rule="VAN-127")
        note(g, why or LOST_TO[against])


def guard(state: State, seat: int, stat: str, threat: int, against: str) -> int:
    """How many points are prevented: by guards, and by shields against arrivals (VAN-C36)."""
    who = state.me(seat)
    saved = 0
    for one in list(who.guards):
        if one.against == against and one.stat in ("any", stat):
            use = min(one.amount, threat - saved)
            one.amount -= use
            saved += use
            if one.amount == 0:
                who.guards.remove(one)
    if against == "arrival" and stat == "health":
        for held in state.in_grid(seat):
            if state.world.card(held.id).sub == "shield":
                use = min(held.boost, threat - saved)
                held.boost -= use
                saved += use
    return saved


# Stats and tokens ------------------------------------------------------------------------------------------------


def gain_stat(g: Game, seat: int, stat: str, amount: int) -> None:
    """Each point above the maximum becomes one random skill (VAN-142, VAN-143)."""
    who, most = g.state.me(seat), g.state.world.stat_max
    raised = min(amount, most - who.stats[stat])
    who.stats[stat] += raised
    if raised:
        g.tell(f"{{{seat}}} gains {raised} {stat}.", rule="VAN-142")
    for _ in range(amount - raised):
        random_skill(g, seat)


def gain_skill(g: Game, seat: int, skill: str, amount: int = 1) -> int:
    """Limited by the supply: none left, none gained (VAN-093)."""
    gained = min(amount, g.state.tokens[skill])
    g.state.tokens[skill] -= gained
    g.state.me(seat).skills[skill] += gained
    if gained:
        g.tell(f"{{{seat}}} gains {gained} {skill}.", rule="VAN-147")
    return gained


def skill_dice(g: Game, seat: int, number: int, text: str = "rolls skill dice") -> list[str]:
    thrown = [CATEGORIES[g.rng.roll(6, "skill") - 1] for _ in range(number)]
    g.tell(f"{{{seat}}} {text}: {', '.join(thrown)}.", rule="VAN-148")
    return thrown


def random_skill(g: Game, seat: int) -> None:
    """One skill die; of an exhausted kind it is rolled once more, then lost (VAN-093, VAN-148)."""
    for _ in range(2):
        (skill,) = skill_dice(g, seat, 1)
        if gain_skill(g, seat, skill):
            return


def boost_character(g: Game, seat: int, amount: int) -> int:
    return add_boost(g.state, g.state.character(seat), amount)
