"""The world as a picture: places on the grid with their ways, the rest in rows below."""

from __future__ import annotations

from html import escape

from app.games.vantage.world import HEIGHT, STEPS, WIDTH, World, cell, shown
from app.packs.lint import links

CELL = 64
COLOURS = {"city": "#f2c879", "sea": "#6fa3b8", "land": "#b9c29a"}


def draw(world: World) -> str:
    """SVG: each cell with number and name, listed ways as lines, stars as dots, blocked sides as bars, results dashed."""
    off_grid = [number for number in sorted(world.places) if cell(number) is None]
    spots = {number: _spot(number, off_grid) for number in world.places}
    height = (HEIGHT + 2 + -(-len(off_grid) // WIDTH) * 2) * CELL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH * CELL} {height}" font-family="sans-serif">',
        f'<rect width="{WIDTH * CELL}" height="{height}" fill="#f7f4ea"/>',
        *(f'<path d="M{x * 5 * CELL} 0V{HEIGHT * CELL}" stroke="#999" stroke-width="3"/>' for x in range(7)),
    ]
    for number, place in sorted(world.places.items()):
        x, y = spots[number]
        for target in sorted(links(world, place, results=True)):
            tx, ty = spots[target]
            if abs(tx - x) > 5 * CELL or abs(ty - y) > 5 * CELL:
                continue
            listed = any(way.to == target for way in place.compass.values())
            dash = "" if listed else ' stroke-dasharray="4 4"'
            parts.append(f'<path d="M{x} {y}L{tx} {ty}" stroke="#5a5a5a" stroke-width="1.5" opacity="0.5"{dash}/>')
    for number, place in sorted(world.places.items()):
        x, y = spots[number]
        colour = COLOURS.get(place.terrain, "#d5cfe0")
        parts.append(
            f"<g><title>{shown(number)} {escape(place.name)} ({place.terrain})</title>"
            f'<rect x="{x - 27}" y="{y - 27}" width="54" height="54" rx="6" fill="{colour}" stroke="#444"/>'
            f'<text x="{x}" y="{y - 8}" font-size="14" text-anchor="middle">{shown(number)}</text>'
            f'<text x="{x}" y="{y + 10}" font-size="7" text-anchor="middle">{escape(place.name[:16])}</text>'
        )
        for side, way in place.compass.items():
            dx, dy = STEPS[side]
            if way.star:
                parts.append(f'<circle cx="{x + 22 * dx}" cy="{y + 22 * dy}" r="4" fill="#b3541e"/>')
            elif way.blocked:
                cx, cy = x + 27 * dx, y + 27 * dy
                start, end = f"{cx - dy * 14} {cy - dx * 14}", f"{cx + dy * 14} {cy + dx * 14}"
                parts.append(f'<path d="M{start}L{end}" stroke="#111" stroke-width="4"/>')
        parts.append("</g>")
    parts.append("</svg>")
    return "".join(parts)


def _spot(number: int, off_grid: list[int]) -> tuple[int, int]:
    at = cell(number)
    if at is not None:
        return at[0] * CELL + CELL // 2, at[1] * CELL + CELL // 2
    index = off_grid.index(number)
    return (index % WIDTH) * CELL + CELL // 2, (HEIGHT + 1 + 2 * (index // WIDTH)) * CELL + CELL // 2
