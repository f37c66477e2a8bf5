"""Effects on Threats: section 22."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.games.vanguard import board, decks
from app.games.vanguard.asking import G, pick
from app.games.vanguard.content import SECTOR, THREAT
from app.games.vanguard.language import Effect
from app.games.vanguard.people import RECON, explorer, owner, team
from app.games.vanguard.rankups import note
from app.games.vanguard.state import ThreatFigure
from app.games.vanguard.telling import came
from app.kernel import Option, Script

if TYPE_CHECKING:
    from app.games.vanguard.effects import Ctx


def _threat(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    x, key, place = g.state.exploration, effect.args[0], effect.args[1]
    if board.threat(x, key) is None:
        x.threats.append(ThreatFigure(key, place))
        decks.show(g.state)
        g.tell(f"{THREAT[key].name} appears in {SECTOR[x.planet][place].name}.", rule="ISS-186")
        came(g, f"Threat: {THREAT[key].name}", f"It appears in {SECTOR[x.planet][place].name}", good=False)
    yield from ()


def _threat_remove(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    """ISS-190"""
    x, which = g.state.exploration, effect.args[0]
    here = explorer(g.state, ctx.section).sector if ctx.section is not None else ""
    able = [f for f in (board.threats_at(x, here) if which == "here" else x.threats) if which in ("here", f.id)]
    able = [figure for figure in able if THREAT[figure.id].removable]
    if able:
        options = [Option(f"threat:{one.id}", THREAT[one.id].name, target=f"threat-{one.id}") for one in able]
        seat = owner(g.state, ctx.section if ctx.section is not None else RECON)
        answer = yield from pick(g, seat, "Which Threat is neutralised?", options, rule="ISS-190")
        gone = next(figure for figure in able if f"threat:{figure.id}" == answer)
        x.threats.remove(gone)
        g.tell(f"{THREAT[gone.id].name} is neutralised.", rule="ISS-190")
        came(g, f"{THREAT[gone.id].name} is neutralised", good=True)
        note(g, "threat")


def _threat_move(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    """One step (ISS-189, ISS-190). The Threat whose track it is, or one of the players' choice."""
    x, rule = g.state.exploration, effect.args[0]
    if not x.threats:
        return
    seat = owner(g.state, ctx.section if ctx.section is not None else RECON)
    if ctx.card.startswith("T"):
        figure = board.threat(x, ctx.card)
    else:
        options = [Option(f"threat:{one.id}", THREAT[one.id].name, target=f"threat-{one.id}") for one in x.threats]
        answer = yield from pick(g, seat, "Which Threat moves?", options, rule="ISS-190")
        figure = board.threat(x, answer.removeprefix("threat:"))
    if figure is None:
        return
    ends = _threat_ends(g, figure, rule, ctx)
    if ends:
        options = [Option(f"to:{end}", board.sector(x, end).name, target=f"sector-{end}") for end in ends]
        answer = yield from pick(g, seat, f"Where does {THREAT[figure.id].name} go?", options, rule="ISS-190")
        figure.sector = answer.removeprefix("to:")
        g.tell(f"{THREAT[figure.id].name} moves to {board.sector(x, figure.sector).name}.", rule="ISS-189")
        came(g, f"{THREAT[figure.id].name} moves to {board.sector(x, figure.sector).name}", good=False)


def _threat_ends(g: G, figure: ThreatFigure, rule: str, ctx: Ctx) -> list[str]:
    x = g.state.exploration
    if rule == "random":
        ends = board.connected(x, figure.sector)
        return [g.rng.pick(ends, "moves")] if ends else []
    if rule == "nearest":
        goals = [one.sector for one in team(g.state)]
    elif rule == "here":
        goals = [explorer(g.state, ctx.section).sector] if ctx.section is not None else []
    else:
        goals = [x.lander_sector if rule == "lander" else rule]
    return board.steps_towards(x, figure.sector, goals)


VERBS: dict[str, Callable[..., Script[None]]] = {
    "threat": _threat,
    "threat-remove": _threat_remove,
    "threat-move": _threat_move,
}
