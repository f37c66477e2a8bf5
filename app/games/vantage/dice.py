"""Challenge dice: the pool, rolling, slots, penalties (sections 8 to 10)."""

from __future__ import annotations

from typing import NamedTuple

from app.games.vantage.cards import add_boost
from app.games.vantage.core import AFTER, Game, run
from app.games.vantage.facts import Source
from app.games.vantage.state import Die, Held, Open, State
from app.games.vantage.travel import here
from app.games.vantage.words import effects_text, slot_text
from app.games.vantage.world import CATEGORIES, STATS, Slot
from app.kernel import Option, Script, ask, choosing


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
        refresh_all(state)
        g.tell("The pool is short: all dice are refreshed.", rule="VAN-098")
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


def _throw(g: Game, seat: int, dice: int) -> list[str]:
    faces = g.state.world.challenge
    if dice == 0:
        return []
    numbers = [g.rng.roll(len(faces), "challenge") for _ in range(dice)]
    thrown = [faces[n - 1] for n in numbers]
    g.tell(f"{{{seat}}} rolls {', '.join(thrown)}.", rule="VAN-096")
    return thrown


def reroll(g: Game, seat: int, index: int) -> str:
    """Only unplaced dice of the current roll (VAN-104)."""
    die = g.state.roll[index]
    die.face = _throw(g, seat, 1)[0]
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
    mode = state.me(owner).permits.get(name, "open")
    if name in action.closed and mode != "open":
        return False
    if mode == "last":
        return desperate(state, action.seat)
    return mode == "open" or name not in action.closed


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
    gained = [effects_text(slot.gives)] if slot.gives else []
    return [f"{slot_text(slot)} slot", *paid, *gained]


def placements(state: State) -> list[Option]:
    faces = list(dict.fromkeys(state.roll[index].face for index in unplaced(state)))
    options = []
    for fit in open_slots(state):
        card = state.world.card(fit.held.id)
        for face in faces:
            if face_fits(fit.slot, face):
                note = ", ".join(consequences(fit))
                options.append(
                    Option(
                        f"put:{face}:{fit.name}",
                        f"{face.capitalize()} on {card.name}",
                        target=f"slot-{fit.name}",
                        note=note,
                        rule="VAN-105",
                    )
                )
    return options


def place_dice(g: Game) -> Script[None]:
    """Step 5: one at a time, in the order the actor likes; placing is optional (VAN-105, VAN-109)."""
    state = g.state
    action = state.action
    assert action is not None
    while unplaced(state):
        values = yield from ask(
            choosing(
                action.seat,
                lambda: "Place dice, or accept " + penalty_text(state),
                lambda: [Option("done", "Suffer what is left", note=penalty_text(state)), *placements(state)],
                rule="VAN-105",
                topic="place",
                public="places dice",
            )
        )
        if values[0] == "done":
            break
        _, face, name = values[0].split(":")
        yield from put(g, face, name)


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
    g.tell(f"{{{state.actor}}} places {face} on {state.world.card(held.id).name}.", rule="VAN-105")
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
    return {name: count for name, count in lost.items() if count}


def penalty_text(state: State) -> str:
    lost = losses(state)
    return "the loss of " + ", ".join(f"{count} {name}" for name, count in lost.items()) if lost else "no loss"


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
    state.roll, state.blanks = [], 0
    apply_losses(g, action.seat, lost, "penalty")
    for look in AFTER:
        yield from look(g)


def apply_losses(g: Game, seat: int, lost: dict[str, int], against: str) -> None:
    """Simultaneously, after what was guarded; nothing goes below 0 (VAN-132, VAN-134)."""
    who = g.state.me(seat)
    taken = []
    for name, count in lost.items():
        count -= guard(g.state, seat, name, count, against)
        floor = 1 if g.state.setting_up else 0  # VAN-029
        count = min(count, max(0, who.stats[name] - floor))
        who.stats[name] -= count
        who.lost += count
        if count:
            taken.append(f"{count} {name}")
    if taken:
        g.tell(f"{{{seat}}} loses {' and '.join(taken)}.", rule="VAN-127")


def guard(state: State, seat: int, stat: str, count: int, against: str) -> int:
    """How many points are prevented: by guards, and by shields against arrivals (VAN-C36)."""
    who = state.me(seat)
    saved = 0
    for one in list(who.guards):
        if one.against == against and one.stat in ("any", stat):
            use = min(one.amount, count - saved)
            one.amount -= use
            saved += use
            if one.amount == 0:
                who.guards.remove(one)
    if against == "arrival" and stat == "health":
        for held in state.in_grid(seat):
            if state.world.card(held.id).sub == "shield":
                use = min(held.boost, count - saved)
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


def skill_dice(g: Game, seat: int, count: int, text: str = "rolls skill dice") -> list[str]:
    thrown = [CATEGORIES[g.rng.roll(6, "skill") - 1] for _ in range(count)]
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
