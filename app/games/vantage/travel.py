"""Being somewhere and getting elsewhere: arrivals, companions, interiors, the sky (sections 4 and 11, VAN-C57 to C68)."""

from __future__ import annotations

from app.games.vantage.core import AFTER, Game, run
from app.games.vantage.facts import Source
from app.games.vantage.state import Footstep, State
from app.games.vantage.telling import note
from app.games.vantage.world import Place
from app.kernel import Option, Script, ask, choosing, window


def here(state: State, seat: int) -> Place:
    return state.world.places[state.me(seat).place]


def go(g: Game, seat: int, to: int, *, companions: bool = True) -> Script[None]:
    """The seat and willing companions move together; arrival instructions run at once (VAN-139, VAN-150)."""
    state = g.state
    if to == state.me(seat).place:  # VAN-055
        return
    target = state.world.places[to]
    if target.terrain == "trial" and target.welcome and f"{target.welcome}#{seat}" not in state.flags:
        g.tell(f"{{{seat}}} is not welcome there yet.", rule="VAN-C66")
        return
    travellers = [seat]
    if companions and not state.setting_up:
        travellers += yield from willing(g, seat)
    for one in travellers:
        leave_place(state, one)
        enter_place(state, one, to)
    together = " and ".join(f"{{{one}}}" for one in travellers)
    g.tell(f"{together} {'comes' if len(travellers) == 1 else 'come'} to {to:03d}.", rule="VAN-038")
    note(g, "the way taken")
    for one in travellers:  # VAN-055
        yield from arrive(g, one)


def willing(g: Game, seat: int) -> Script[list[int]]:
    """The mover says whom to take along; they consent, and pay nothing (VAN-150)."""
    others = g.state.companions(seat)
    if not others:
        return []
    invited = yield from ask(
        choosing(
            seat,
            "Whom do you ask to come along?",
            [Option(f"seat:{other}", f"{{{other}}}", target=f"seat-{other}") for other in others],
            least=0,
            most=len(others),
            default=(),
            rule="VAN-150",
            kicker="You move on",
            public="may ask others along",
        )
    )
    asked = [int(value.removeprefix("seat:")) for value in invited]
    answers = yield from window(
        [
            choosing(
                other,
                f"{{{seat}}} moves on. Do you come along?",
                [Option("stay", "Stay here"), Option("come", "Come along")],
                rule="VAN-150",
                public="decides whether to come along",
            )
            for other in asked
        ]
    )
    return [other for other in asked if answers[other] == ("come",)]


def leave_place(state: State, seat: int) -> None:
    """The old picture goes, with caption and pins; what I wrote stays in my route (VAN-232, VAN-254)."""
    who = state.me(seat)
    if who.route:
        step = who.route[-1]
        who.route[-1] = Footstep(step.turn, step.place, who.caption, tuple(who.pins))
    who.caption, who.pins, who.read_out = "", [], []
    who.puzzle, who.shared_puzzle = "", False
    who.rose = None


def enter_place(state: State, seat: int, to: int) -> None:
    who = state.me(seat)
    old, new = state.world.places.get(who.place), state.world.places[to]
    if new.terrain != "interior":  # a result that moves one away ends the stay (VAN-C59)
        who.back, who.stayed = None, 0
    if new.terrain == "cave" and (old is None or old.terrain not in ("cave", "barrier", "warren")):
        who.caves = who.place  # VAN-C65
    who.place = to
    who.route.append(Footstep(state.number, to))
    for sign in new.scene.signs:
        state.flags[f"sign_{sign.skill}#{seat}"] = 1
    if new.voice and f"voice@{to}" not in state.flags:
        state.flags[f"voice@{to}"] = 1
        if "voices" in state.world.counters:
            state.counters["voices"] = state.counters.get("voices", 0) + 1


def arrive(g: Game, seat: int) -> Script[None]:
    """The warning mark: carried out at once, by every arriving seat, on every arrival unless once (VAN-054, VAN-055)."""
    state, who = g.state, g.state.me(seat)
    place = here(state, seat)
    state.readings += 1
    if place.terrain in ("deep", "sky"):  # VAN-C61, VAN-C62
        yield from run(g, Source(seat, why="thin air"), [{"damage": {"kind": "hypoxia"}}])
    lair = place.terrain == "lair"
    fresh = place.id not in who.arrived
    fought = state.giants.get(str(place.id)) == "fight" and bool(state.lairs.get(str(place.id)))
    strikes = (fresh or fought) if lair else fresh or not place.arrival_once  # VAN-C46, VAN-C67
    if fresh:
        who.arrived.append(place.id)
    if place.arrival and strikes:
        if seat in state.hold:  # Roan, HOLD
            state.hold.remove(seat)
            g.tell(f"{{{seat}}} holds against it.")
        else:
            yield from run(g, Source(seat, why=f"arriving at {place.id:03d}"), guarded(place.arrival))
    for held in state.in_grid(seat):
        yield from run(g, Source(seat, "card", held.id), state.world.card(held.id).hooks.get("arrival", []))
    if lair and fresh and place.repel is not None and who.place == place.id:
        yield from go(g, seat, place.repel, companions=False)
    for look in AFTER:
        yield from look(g)


def guarded(effects: list[dict[str, object]]) -> list[dict[str, object]]:
    """Losses of an arrival are marked, so that shields may prevent them (VAN-C36)."""
    return [
        {name: {**arguments, "arrival": True} if isinstance(arguments, dict) else arguments}
        if name == "lose_stat"
        else {name: arguments}
        for effect in effects
        for name, arguments in effect.items()
    ]


def put_back(g: Game, seat: int) -> Script[None]:
    """After `stay` actions inside, an interior puts one back; that is an arrival (VAN-C59)."""
    who = g.state.me(seat)
    place = here(g.state, seat)
    if place.terrain != "interior" or who.back is None:
        return
    who.stayed += 1
    if who.stayed >= place.stay:
        back, who.back, who.stayed = who.back, None, 0
        yield from go(g, seat, back)
