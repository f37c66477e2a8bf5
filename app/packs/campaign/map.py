"""A campaign as a picture: every planet's sectors and paths, one board beside the other, as the guide draws them."""

from __future__ import annotations

from html import escape

from app.games.vanguard.content.structs import Campaign, Path, Planet

CELL = 150
BOARD = (5 * CELL, 5 * CELL)
ACROSS = 3
HALO = 'paint-order="stroke" stroke="#f7f4ea" stroke-width="5"'


def draw(campaign: Campaign) -> str:
    """SVG: lander sectors are blue, those that hold a traveller amber; closed paths dashed, one-way paths with an arrow."""
    rows = -(-len(campaign.planets) // ACROSS)
    width, height = ACROSS * BOARD[0], rows * BOARD[1]
    boards = "".join(
        f'<g transform="translate({number % ACROSS * BOARD[0]} {number // ACROSS * BOARD[1]})">{_planet(planet)}</g>'
        for number, planet in enumerate(campaign.planets)
    )
    arrow = (
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="9" markerHeight="9" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="#444"/></marker></defs>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">{arrow}'
        f'<rect width="{width}" height="{height}" fill="#f7f4ea"/>{boards}</svg>'
    )


def _planet(planet: Planet) -> str:
    spots = {sector.id: (CELL + sector.at[0] * CELL, CELL + sector.at[1] * CELL) for sector in planet.sectors}
    parts = [
        f'<rect x="8" y="8" width="{BOARD[0] - 16}" height="{BOARD[1] - 16}" rx="12" fill="none" stroke="#999"/>',
        f'<text x="30" y="50" font-size="26">{escape(planet.id)} {escape(planet.name)}</text>',
        f'<text x="30" y="72" font-size="13">{escape(planet.about.replace("*", ""))}</text>',
    ]
    parts += [_path(path, spots) for path in planet.paths if path.a in spots and path.b in spots]
    for sector in planet.sectors:
        x, y = spots[sector.id]
        colour = "#8fb7cf" if sector.lander else "#e4bd6a" if sector.no_travel_until else "#d9d4c3"
        marks = [f"log {sector.log}" if sector.log else "", f"POI {sector.poi}" if sector.poi else ""]
        parts.append(
            f'<g><circle cx="{x}" cy="{y}" r="40" fill="{colour}" stroke="#444"/>'
            f'<text x="{x}" y="{y - 12}" font-size="14" text-anchor="middle">{escape(sector.id)}</text>'
            f'<text x="{x}" y="{y + 4}" font-size="10" text-anchor="middle">{escape(sector.name)}</text>'
            f'<text x="{x}" y="{y + 20}" font-size="9" text-anchor="middle">{" ".join(filter(None, marks))}</text>'
            f'<text x="{x}" y="{y + 54}" font-size="10" text-anchor="middle" {HALO}>{", ".join(sector.biomes)}</text></g>'
        )
    return "".join(parts)


def _path(path: Path, spots: dict[str, tuple[int, int]]) -> str:
    (x1, y1), (x2, y2) = spots[path.a], spots[path.b]
    length = max(1.0, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
    dx, dy = round((x2 - x1) / length * 42), round((y2 - y1) / length * 42)
    dash = ' stroke-dasharray="6 6"' if path.closed else ""
    head = ' marker-end="url(#arrow)"' if path.one_way else ""
    line = f'<path d="M{x1 + dx} {y1 + dy}L{x2 - dx} {y2 - dy}" stroke="#444" stroke-width="2"{dash}{head}/>'
    icons = f'<text x="{(x1 + x2) // 2}" y="{(y1 + y2) // 2 + 5}" font-size="15" {HALO}>{" ".join(path.icons)}</text>'
    return line + (icons if path.icons else "")
