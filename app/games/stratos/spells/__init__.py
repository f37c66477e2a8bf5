"""All spells by id, and how one is cast (section 8)."""

from __future__ import annotations

from app.games.stratos.board import form, whose
from app.games.stratos.components import SPELLS
from app.games.stratos.decks import active_spell
from app.games.stratos.effects import Effect, Plan, possible
from app.games.stratos.spells.mage import MAGE_SPELLS
from app.games.stratos.spells.sorcerer import SORCERER_SPELLS
from app.games.stratos.state import Spell, State, Unit
from app.games.stratos.telling import place, step, unit_name
from app.games.stratos.victory import settle
from app.kernel import Play, Script
from app.kernel.moments import MomentKind

EFFECTS: dict[str, Effect] = {**MAGE_SPELLS, **SORCERER_SPELLS}


def castable(state: State, unit: Unit) -> list[Spell]:
    """STR-073, STR-074: what this unit could cast now."""
    if unit.cls != "mage":
        return []
    return [
        spell
        for spell in state.players[unit.seat].spells
        if not spell.lost
        and (spell.kind == "mage" or unit.promoted)
        and unit.spirit >= SPELLS[spell.title].spirit
        and possible(state, EFFECTS[spell.title], unit)
    ]


def cast(g: Play[State], unit: Unit, title: str, plan: Plan) -> Script[None]:
    """STR-075 to STR-079."""
    spell = active_spell(g.state, unit.seat, title)
    assert spell is not None
    was_up = spell.up
    data, effect = SPELLS[title], EFFECTS[title]
    words = f"{whose(unit)} casts {data.title}"
    where = f"{data.title}, from {place(g.state, unit.at)}"
    kind: MomentKind = "fight" if effect.harm or title in ("meteor", "wither") else "event"
    with step(g, kind, words, about=unit_name(unit), scene=where, rule="STR-075"):
        spell.up = True
        g.tell(f"{words} for {data.spirit} Spirit.", rule="STR-075")
        unit.spirit -= data.spirit
        effective = effect.resolve(g, unit, plan)
        left, caster = unit.spirit, form(unit)
        g.change(f"{caster}'s Spirit", left + data.spirit, left, f"the price of {data.title}", seat=unit.seat)
        if effect.after is not None:
            yield from effect.after(g, unit, plan)
        if not effective and not was_up:  # STR-079
            spell.up, spell.named = False, True
        if not effective:
            g.tell(f"{data.title} has no effect.", rule="STR-078")
            lost = "it changed nothing" if was_up else "it changed nothing, so it earns nothing and is not learned"
            g.change(data.title, "cast", "no effect", lost, seat=unit.seat, better=False)
        settle(g, unit.seat)
