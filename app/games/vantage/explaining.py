"""What is this? A card for everything that has a name on the screen, from what the asking seat may know."""

from __future__ import annotations

from collections.abc import Callable

from app.games.vantage.actions import location_actions, marks
from app.games.vantage.album import outset
from app.games.vantage.dice import permission
from app.games.vantage.dock import goals
from app.games.vantage.facts import Source
from app.games.vantage.facts import number as evaluate
from app.games.vantage.scene import seen
from app.games.vantage.state import Held, State
from app.games.vantage.telling import beginning, count, joined
from app.games.vantage.travel import here
from app.games.vantage.words import action_face, effects_text, kind_of, slot_words
from app.games.vantage.world import CARDINALS, CATEGORIES, STATS, Act, shown
from app.kernel import Card, Fact

Explain = Callable[[State, int | None, str], Card | None]
FACES = {
    "time": "Unplaced it takes 1 time.",
    "morale": "Unplaced it takes 1 morale.",
    "health": "Unplaced it takes 1 health.",
    "setback": "Unplaced it costs nothing and goes back to the pool, so the next refresh comes later.",
    "blank": "Unplaced it costs nothing and lies spent until the next refresh.",
}
PERMITS = {"open": "open", "last": "only to keep somebody from 0", "closed": "closed"}
STAT_WORDS = {
    "time": "How much longer you can go on like this.",
    "morale": "How much you still believe in it.",
    "health": "How much of you is whole.",
}


def explain(state: State, seat: int | None, name: str) -> Card | None:
    kind, _, rest = name.partition("-")
    found = KINDS.get(kind)
    return found(state, seat, rest) if found is not None else None


def number(text: str, most: int) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 and int(text) < most else None


# People and what they have ------------------------------------------------------------------------------------------


def _seat(state: State, seat: int | None, rest: str) -> Card | None:
    who = number(rest, len(state.seats))
    if who is None:
        return None
    one = state.me(who)
    character = state.world.card(one.character) if one.character else None
    together = [f"{{{other}}}" for other in state.companions(who)] if not state.setting_up else []
    facts = [Fact(name, str(one.stats[name])) for name in STATS]
    facts.append(Fact("stands at", shown(one.place), f"with {joined(together)}" if together else ""))
    kept = [f"{one.standing[skill]} {skill}" for skill in CATEGORIES if one.standing.get(skill)]
    if kept:
        facts.append(Fact("pledges", joined(kept), "at most, for whoever acts"))
    return Card(
        character.name if character else "Traveller",
        f"{{{who}}}",
        character.about if character and character.about else "One of the crew. What they see, only they see.",
        use="Ask them what they see; offer them tokens when they act.",
        facts=tuple(facts),
        rule="VAN-037",
        seat=who,
    )


def _stat(state: State, seat: int | None, rest: str) -> Card | None:
    if rest not in STATS:
        return None
    facts = [Fact("now", str(who.stats[rest]), seat=other) for other, who in enumerate(state.seats)]
    return Card(
        "One of three stats",
        rest.capitalize(),
        f"{STAT_WORDS[rest]} It goes from 0 to {state.world.stat_max}.",
        does="At 0 there is a crisis. The first one you may survive, the second ends the session.",
        use=f"A {rest} die on a slot takes nothing. A point gained above {state.world.stat_max} becomes a random token.",
        facts=tuple(facts),
        rule="VAN-208",
    )


def _token(state: State, seat: int | None, rest: str) -> Card | None:
    if rest not in CATEGORIES:
        return None
    held = [Fact("has", str(who.skills[rest]), seat=other) for other, who in enumerate(state.seats) if who.skills[rest]]
    return Card(
        "Skill token",
        f"{rest.capitalize()} token",
        f"Paid for {'an' if rest[0] in 'aeo' else 'a'} {rest} action of anybody's, it is one die fewer.",
        use="Pay when you roll, or pledge it to whoever acts, wherever they are.",
        facts=(*held, Fact("left in the supply", str(state.tokens[rest]))),
        rule="VAN-090",
    )


def _coins(state: State, seat: int | None, rest: str) -> Card | None:
    held = [Fact("has", count(who.coins, "coin"), seat=other) for other, who in enumerate(state.seats)]
    text = "Somebody wants them for something, sooner or later."
    return None if rest else Card("Money of no country", "Coins", text, facts=tuple(held), rule="VAN-013")


# Cards, slots, powers -----------------------------------------------------------------------------------------------


def held_by(state: State, text: str) -> tuple[int, str, Held] | None:
    card = number(text, 100_000)
    return state.find(card) if card is not None else None


def _card(state: State, seat: int | None, rest: str) -> Card | None:
    found = held_by(state, rest)
    if found is None:
        return _character(state, rest)
    owner, zone, held = found
    card = state.world.card(held.id)
    facts = [Fact("slot", slot_words(slot)) for slot in card.slots]
    facts += [
        Fact(f"for {power.cost.get('boost', 0)} boost", power.text or effects_text(power.do)) for power in card.powers
    ]
    facts += [action_fact(action) for action in card.actions]
    if card.capacity:
        facts.append(Fact("boost on it", f"{held.boost} of {card.capacity}"))
    if zone == "supply" and card.goal and not card.goal.cond:
        need = evaluate(state, Source(owner, "card", held.id), card.goal.need)
        facts.append(Fact("so far", f"{held.count} of {need}"))
    if card.reserve:
        facts.append(Fact("reserve", f"room for {count(card.reserve, 'card')}"))
    if card.value:
        facts.append(Fact("worth", count(card.value, "coin")))
    if held.bound is not None:
        facts.append(Fact("stands at", shown(held.bound), "for anybody there"))
    where = {"grid": "in the grid", "reserve": "in the reserve", "supply": "in the supply"}[zone]
    return Card(
        f"{kind_of(card)}, {where} of {{{owner}}}",
        card.name,
        card.text or card.about or "It has little to say for itself.",
        does=f"When placed: {effects_text(card.when_placed)}" if card.when_placed else "",
        facts=tuple(facts),
        rule="VAN-193" if zone == "reserve" else "VAN-198",
        seat=owner,
    )


def action_fact(action: Act) -> Fact:
    """A printed action in full, an entry by its category and verb (VAN-C14)."""
    face = action_face(action)
    if not face.prints:
        return Fact("action", face.act, "what it costs and brings is read when it is chosen")
    return Fact("action", face.act, f"{face.line}. {beginning(face.cost)}: {face.prints}.")


def _character(state: State, text: str) -> Card | None:
    """While characters are chosen, those that nobody has can be looked at."""
    chosen = number(text, 100_000)
    card = state.world.cards.get(chosen) if chosen is not None and state.step == "character" else None
    if card is None or card.kind != "character":
        return None
    facts = [Fact("slot", slot_words(slot)) for slot in card.slots]
    facts += [
        Fact(f"for {power.cost.get('boost', 0)} boost", power.text or effects_text(power.do)) for power in card.powers
    ]
    facts += [action_fact(action) for action in card.actions]
    text = card.about or card.text
    return Card("One of the six of the crew", card.name, text, facts=tuple(facts), rule="VAN-018")


def _slot(state: State, seat: int | None, rest: str) -> Card | None:
    card_text, _, index_text = rest.partition(".")
    found = held_by(state, card_text)
    if found is None:
        return None
    card = state.world.card(found[2].id)
    index = number(index_text, len(card.slots))
    if index is None:
        return None
    slot, die = card.slots[index], found[2].dice[index]
    facts = [Fact("takes", slot_words(slot)), Fact("now", f"a {die} die lies on it" if die else "open")]
    permit = permission(state, found[0], rest, slot)
    if len(state.seats) > 1:
        facts.append(Fact("for others", PERMITS[permit]))
    return Card(
        f"Slot of {card.name}, {{{found[0]}}}'s",
        "A slot for a die",
        "A die that is placed here takes nothing. It stays until all dice are refreshed.",
        use="Place a die on it after the roll; everybody may use slots that say so.",
        facts=tuple(facts),
        rule="VAN-105",
        seat=found[0],
    )


def _cell(state: State, seat: int | None, rest: str) -> Card | None:
    who_text, _, index_text = rest.partition("-")
    who, index = number(who_text, len(state.seats)), number(index_text, 9)
    if who is None or index is None or state.me(who).grid[index] is not None:
        return None
    return Card(
        f"A cell of {{{who}}}'s grid",
        "An open cell",
        "Cards that are gained go into cells. Each brings slots, powers or actions, and none is moved afterwards.",
        use="Whoever first fills all nine finds a destiny for everybody.",
        rule="VAN-181",
        seat=who,
    )


def _power(state: State, seat: int | None, rest: str) -> Card | None:
    card_text, _, index_text = rest.partition("-")
    found = held_by(state, card_text)
    if found is None:
        return None
    card = state.world.card(found[2].id)
    index = number(index_text, len(card.powers))
    if index is None:
        return None
    power = card.powers[index]
    return Card(
        f"Power of {card.name}, {{{found[0]}}}'s",
        f"For {power.cost.get('boost', 0)} boost",
        beginning(power.text or effects_text(power.do)) + ".",
        use="Whenever its owner likes, on anybody's turn, as long as boost lies on the card.",
        facts=(Fact("boost on it", f"{found[2].boost} of {card.capacity}"),),
        rule="VAN-169",
        seat=found[0],
    )


# What we are after, and dice ----------------------------------------------------------------------------------------


def _centre(state: State, seat: int | None, rest: str) -> Card | None:
    wanted = number(rest, 100_000)
    goal = next((goal for goal in goals(state) if goal.id == wanted), None)
    if goal is None:
        return None
    card = state.world.missions[goal.id] if goal.kind == "mission" else state.world.destinies[goal.id]
    done = goal.state == "complete"
    return Card(
        "The mission, for all" if goal.kind == "mission" else "A destiny, for all",
        card.name,
        card.text,
        does="It is complete." if done else "It is ready: fulfil it on your turn." if goal.state == "ready" else "",
        facts=(
            Fact("so far", f"{goal.done} of {goal.need}"),
            *(Fact("action", action.act, action.line) for action in card.actions),
        ),
        rule="VAN-201" if goal.kind == "mission" else "VAN-205",
    )


def cursed(state: State, face: str) -> str:
    """A setback that hurts after all, because of a curse in somebody's grid (VAN-C44)."""
    action = state.action
    if face != "setback" or action is None:
        return ""
    curses = [
        card
        for seat in range(len(state.seats))
        for held in state.in_grid(seat)
        if (card := state.world.card(held.id)).kind == "curse" and card.composition in action.involves
    ]
    return joined(f"Unplaced it takes 1 {card.stat}: {card.name} lies in a grid" for card in curses) + "." * bool(
        curses
    )


def _die(state: State, seat: int | None, rest: str) -> Card | None:
    index = number(rest, len(state.roll))
    if index is None:
        return None
    die = state.roll[index]
    return Card(
        f"A die of {{{state.actor}}}'s roll",
        die.face.capitalize(),
        "It lies on a slot and takes nothing." if die.slot else cursed(state, die.face) or FACES[die.face],
        use="Faces are time, morale, health, setback and twice blank.",
        rule="VAN-102",
        seat=state.actor,
    )


def _boost(state: State, seat: int | None, rest: str) -> Card | None:
    """The boost on one card: what it is, and what it could be spent on there."""
    found = held_by(state, rest)
    if found is None or not state.world.card(found[2].id).capacity:
        return None
    owner, _, held = found
    card = state.world.card(held.id)
    spent = [
        Fact(f"for {power.cost['boost']}", power.text or effects_text(power.do))
        for power in card.powers
        if power.cost.get("boost")
    ]
    spent += [Fact(f"for {slot.cost['boost']}", f"slot, {slot_words(slot)}") for slot in card.slots if slot.cost]
    return Card(
        f"On {card.name}, {{{owner}}}'s",
        "Boost",
        "What a card can do beyond its slots is paid with the boost that lies on it. It is no use to any other card.",
        does=f"This card holds {held.boost} of at most {card.capacity}; what goes beyond is not gained.",
        use="Powers can be used at any time, on anybody's turn. Some dice, results and cards bring more boost.",
        facts=tuple(spent),
        rule="VAN-171",
        seat=owner,
    )


def _crisis(state: State, seat: int | None, rest: str) -> Card | None:
    if rest:
        return None
    low = [
        Fact(f"{name} at {who.stats[name]}", "", seat=other)
        for other, who in enumerate(state.seats)
        for name in STATS
        if who.character and who.stats[name] <= 1
    ]
    passed = count(state.crises, "crisis", "crises") if state.crises else "none yet"
    return Card(
        "When a stat is at 0",
        "A crisis",
        "One stat of one of you at 0 is a crisis for all. The first time you may go on: what is at 0 becomes 2, and each of "
        "you gives 1 of a stat or two tokens for it.",
        does="A second crisis ends the session.",
        use="Catch what would hurt on slots, pledge tokens, tell the others who is low.",
        facts=(Fact("so far", passed), *low),
        rule="VAN-210",
    )


def _pool(state: State, seat: int | None, rest: str) -> Card | None:
    if rest:
        return None
    return Card(
        "Challenge dice",
        "The pool",
        "All rolls are made from here. When it holds fewer dice than a roll needs, all dice come back first, from cards "
        "and from the penalty area.",
        facts=(
            Fact("in the pool", str(state.pool)),
            Fact("spent", str(state.penalty), "until the next refresh"),
            Fact("in all", str(state.total)),
        ),
        rule="VAN-098",
    )


# My place -----------------------------------------------------------------------------------------------------------


def _picture(state: State, seat: int | None, rest: str) -> Card | None:
    if seat is None or rest:
        return None
    place = here(state, seat)
    return Card(
        "Only you see this",
        place.name,
        "The place where you stand, as you see it, looking north. Nobody elsewhere is ever sent it.",
        use="Tell the others in your own words; tap a thing to ask about it, a side to leave or to name it.",
        rule="VAN-034",
    )


def _feature(state: State, seat: int | None, rest: str) -> Card | None:
    if seat is None:
        return None
    place = here(state, seat)
    elements = place.scene.elements()
    index = number(rest.removeprefix("e"), len(elements)) if rest.startswith("e") else None
    if index is None or f"feature-{rest}" not in state_features(state, seat):
        return None
    one = next(element for element in seen(state, seat, place.scene) if element.index == index)
    acts = [act for act in location_actions(state, seat, place) if act.target == f"feature-{rest}"]
    closed = tuple(Fact(act.label, "", act.because) for act in acts if act.because)
    entries = {action.act: marks(action) for action in place.actions}
    facts = tuple(Fact(act.act, entries.get(act.act) or "unread until you do it") for act in acts if not act.because)
    text = one.detail or f"{one.kind.replace('_', ' ').capitalize()}."
    return Card(
        "In your picture", one.kind.replace("_", " ").capitalize(), text, facts=facts, closed=closed, rule="VAN-260"
    )


def state_features(state: State, seat: int) -> set[str]:
    """The things of the picture as they are now: those that a condition has taken away have no card."""
    return {f"feature-e{one.index}" for one in seen(state, seat, here(state, seat).scene)}


def _compass(state: State, seat: int | None, rest: str) -> Card | None:
    if seat is None or rest not in CARDINALS:
        return None
    side = here(state, seat).compass.get(rest)
    if side is None or side.blocked:
        return Card("A side of this place", rest.capitalize(), "Blocked: there is no way out here.", rule="VAN-050")
    if side.star:
        text = "A star: the cost and what it takes are read when you choose it, and then there is no way back."
        return Card("A side of this place", rest.capitalize(), text, rule="VAN-049")
    text = f"A listed way to {shown(side.to or 0)}. It costs 1 die, and arriving is the whole turn."
    return Card("A side of this place", f"{rest.capitalize()} {shown(side.to or 0)}", text, rule="VAN-048")


def _outset(state: State, seat: int | None, rest: str) -> Card | None:
    """What I have left behind on the way down, as long as its picture is with me."""
    if seat is None:
        return None
    for one in outset(state, seat):
        place = state.world.places[int(one.number)]
        if place.terrain == rest:
            whose = "All of you were here" if rest == "ship" else "Only you were here"
            return Card(f"Where you come from, {one.number}", place.name, place.text, use=f"{whose}.", rule="VAN-015")
    return None


KINDS: dict[str, Explain] = {
    "seat": _seat,
    "stat": _stat,
    "token": _token,
    "coins": _coins,
    "card": _card,
    "slot": _slot,
    "cell": _cell,
    "power": _power,
    "boost": _boost,
    "centre": _centre,
    "crisis": _crisis,
    "die": _die,
    "pool": _pool,
    "picture": _picture,
    "feature": _feature,
    "compass": _compass,
    "outset": _outset,
}
