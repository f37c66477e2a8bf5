"""Effects on the Roll Pool of the check under way; without a check they do nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.games.vanguard import helpers, wording
from app.games.vanguard.asking import G, pick
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.data.planetside import DANGER
from app.games.vanguard.language import Effect
from app.games.vanguard.people import explorer, name, owner
from app.games.vanguard.pools import choose_dice, chosen, colour, die_label, icons, joinable
from app.games.vanguard.state import Check, Danger, Die
from app.games.vanguard.telling import came, of_danger, of_plain, reface, show_dice
from app.kernel import Option, Script, ask, choosing

if TYPE_CHECKING:
    from app.games.vanguard.effects import Ctx


def face_text(die: Die) -> str:
    return wording.icons(icons(die))


def pool_option(die: Die) -> Option:
    return Option(f"die:{die.id}", f"{face_text(die)} on the {die_label(die)} die", target=f"die-{die.id}")


def pool(g: G) -> list[Die]:
    return [die for die in g.state.dice if die.zone == "pool"]


def roll_dice(g: G, dice: list[Die], what: str) -> None:
    if not dice:
        return
    values = g.roll(len(dice), 6, what, rule="ISS-101")
    for die, value in zip(dice, values, strict=True):
        die.face = value - 1
    show_dice(g, dice)
    g.tell("They show " + ", ".join(face_text(die) for die in dice) + ".", rule="ISS-101")


def _up_to(g: G, check: Check, dice: list[Die], count: int, prompt: str) -> Script[list[Die]]:
    if not dice:
        return []
    options = [pool_option(die) for die in dice]
    values = yield from ask(choosing(owner(g.state, check.actor), prompt, options, least=0, most=count, default=()))
    return chosen(values, dice)


def _reroll(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    check = g.state.check
    if check is None:
        return
    dice = pool(g)
    if effect.args == ("accidents",):
        picked = [die for die in dice if icons(die) == ("Ac",)]
    else:
        word = effect.args[1] if len(effect.args) > 1 else ""
        if word == "assist":
            dice = [die for die in dice if die.section != check.actor]
        elif word:
            dice = [die for die in dice if colour(die) == word]
        picked = yield from _up_to(g, check, dice, int(effect.args[0]), f"Reroll up to {effect.args[0]} dice")
    roll_dice(g, picked, f"{len(picked)} dice are rolled again: {{dice}}.")


def _set(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    check = g.state.check
    if check is None:
        return
    if effect.args[0] in ("accident", "accidents"):
        dice = [die for die in pool(g) if icons(die) == ("Ac",) and _face(die, "Ba") is not None]
        if effect.args[0] == "accident" and len(dice) > 1:
            dice = yield from choose_dice(g, check.actor, dice, 1, "Which Accident is turned?", "ISS-103")
        for die in dice[: 1 if effect.args[0] == "accident" else None]:
            turn(die, "Ba")
        reface(g, dice)
        return
    count, *words = effect.args
    tint = words[0] if len(words) > 1 else ""
    dice = [die for die in pool(g) if tint in ("", colour(die))]
    picked = yield from _up_to(g, check, dice, int(count), f"Turn up to {count} dice")
    for die in picked:
        yield from _turn(g, check, die, words[-1])
    reface(g, picked)


def _turn(g: G, check: Check, die: Die, word: str) -> Script[None]:
    if word == "bracket":
        die.face = KIND[die.kind].bracket
    elif word == "any":
        faces = list(dict.fromkeys(KIND[die.kind].faces))
        options = [Option(f"face:{'+'.join(face)}", wording.icons(face)) for face in faces]
        answer = yield from pick(g, owner(g.state, check.actor), f"Turn the {die_label(die)} die to", options)
        die.face = KIND[die.kind].faces.index(tuple(answer.removeprefix("face:").split("+")))
    else:
        turn(die, word)


def _face(die: Die, icon: str) -> int | None:
    return next((number for number, face in enumerate(KIND[die.kind].faces) if icon in face), None)


def turn(die: Die, icon: str) -> None:
    """A die without that face is not changed."""
    number = _face(die, icon)
    if number is not None:
        die.face = number


def _match(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    check = g.state.check
    if check is None:
        return
    for _ in range(effect.n):
        options = [Option("stop", "Leave them")]
        for die in pool(g):
            shown = {icon for other in pool(g) if other.id != die.id for icon in icons(other)}
            for icon in sorted(shown):
                if _face(die, icon) is not None and icon not in icons(die):
                    options.append(
                        Option(f"match:{die.id}:{icon}", f"{die_label(die)} die to {wording.icons((icon,))}")
                    )
        answer = yield from pick(g, owner(g.state, check.actor), "Match a die to an icon in the pool", options)
        if answer == "stop":
            return
        _, number, icon = answer.split(":")
        turned = next(die for die in pool(g) if die.id == int(number))
        turn(turned, icon)
        reface(g, [turned])


def _add(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    if g.state.check:
        g.state.check.loose.append(effect.args[0])
        came(g, f"1 {wording.icons(effect.args)} is added", good=True)
    yield from ()


def _ignore_danger(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    check = g.state.check
    if check is None:
        return
    if effect.args == ("all",):
        for danger in check.danger:
            of_danger(g, danger, "ignored", "warded off")
        check.danger = []
        return
    for _ in range(effect.n):
        yield from ignore_one(g, check, check.danger)


def ignore_one(g: G, check: Check, able: list[Danger]) -> Script[None]:
    options = danger_options(able)
    if not options:
        return
    answer = yield from pick(g, owner(g.state, check.actor), "Ignore which danger die?", options)
    check.danger.remove(danger_named(answer))
    of_danger(g, danger_named(answer), "ignored", "warded off")


def danger_options(dice: list[Danger]) -> list[Option]:
    """One for each kind and face."""
    kinds = dict.fromkeys((danger.category, danger.face) for danger in dice)
    return [
        Option(
            f"danger:{category}:{face}",
            f"Danger ({DANGER[category].name}): {face}",
            note=wording.danger_face(category, face),
        )
        for category, face in kinds
    ]


def danger_named(option: str) -> Danger:
    _, category, face = option.split(":")
    return Danger(int(category), face)


def unlit(g: G, check: Check, dangers: list[Danger]) -> list[Danger]:
    """In a check beside the courtesy lamp danger dice of the categories 6 and 7 are ignored."""
    lit = g.state.exploration.tokens.get("lamp") == explorer(g.state, check.actor).sector
    return [danger for danger in dangers if not (lit and danger.category in (6, 7))]


def ward_off(g: G, check: Check) -> Script[None]:
    """A shielded crew ignores one danger die of its choice, one that does something if there is any."""
    if check.shielded and check.danger:
        check.shielded = False
        told = [danger for danger in check.danger if danger.face != "blank"]
        yield from ignore_one(g, check, told or check.danger)


def _ignore_injury(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    check = g.state.check
    if check is None:
        return
    count = len(check.injury) if effect.args == ("all",) else effect.n
    for _ in range(min(count, len(check.injury))):
        faces = list(dict.fromkeys(check.injury))
        options = [Option(f"injury:{face}", face.capitalize()) for face in faces]
        answer = yield from pick(g, owner(g.state, check.actor), "Ignore which injury die?", options)
        check.injury.remove(answer.removeprefix("injury:"))
        of_plain(g, answer.removeprefix("injury:"), "hurt", "ignored", "not felt")


def _add_danger(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    from app.games.vanguard.effects import roll_danger

    check = g.state.check
    if check:
        added = roll_danger(g, int(effect.args[0]), int(effect.args[1]), check.actor)
        check.danger += unlit(g, check, added)
        yield from ward_off(g, check)


def _far_assist(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    if g.state.check:
        g.state.check.far = True
    yield from ()


def _extra_assist(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    """One assistant chosen by the actor rolls more of its dice into the pool now."""
    check = g.state.check
    if check is None:
        return
    able = [crew for crew in helpers.helpers(g.state) if joinable(g.state, crew.section)]
    if not able:
        return
    options = [Option(f"crew:{one.section}", name(one.person)) for one in able]
    answer = yield from pick(g, owner(g.state, check.actor), "Who rolls a further die?", options, rule="ISS-105")
    section = int(answer.removeprefix("crew:"))
    dice = yield from choose_dice(g, section, joinable(g.state, section), effect.n, "Which die do you add?", "ISS-105")
    for die in dice:
        die.zone = "pool"
    roll_dice(g, dice, f"{name(explorer(g.state, section).person)} adds {{dice}}.")


def _progress(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    check = g.state.check
    tracks = helpers.tracks_of(g.state) if check else []
    if check is None or not tracks:
        return
    options = [Option(f"track:{track.id}", track.id.capitalize(), target=f"track-{track.id}") for track in tracks]
    answer = yield from pick(g, owner(g.state, check.actor), "Which track progresses?", options)
    helpers.progress(g, answer.removeprefix("track:"), effect.n)


VERBS: dict[str, Callable[..., Script[None]]] = {
    "reroll": _reroll,
    "set": _set,
    "match": _match,
    "add": _add,
    "ignore-danger": _ignore_danger,
    "ignore-injury": _ignore_injury,
    "add-danger": _add_danger,
    "far-assist": _far_assist,
    "extra-assist": _extra_assist,
    "progress": _progress,
}
