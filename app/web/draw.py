"""Drawing: pages, and regions of the table as HTML fragments.

A region is drawn by `templates/games/<game>/<region>.html`, else by `templates/regions/<region>.html`. Its root element has
the id `r-<region>`. If there is a `<region>.item.html`, the region is a list of things with ids, each drawn alone with
the root id `<region>-<id>`, and a change of one of them sends that one.
"""

from __future__ import annotations

import hashlib
import re
from functools import cached_property, partial
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, TemplateNotFound
from markupsafe import Markup, escape

from app.config import Settings
from app.tables.live import LiveTable, Told
from app.tables.regions import Regions
from app.web.rulebook import ROOT, one_sentence

SEAT = re.compile(r"\{(\d+)\}")


class Drawn(msgspec.Struct):
    version: int
    names: tuple[str, ...]
    html: str
    items: dict[str, str] = {}


def named(text: str, names: tuple[str, ...]) -> Markup:
    """A text of the rules with the players' names for {0}, {1}, ..."""

    def name(match: re.Match[str]) -> str:
        seat = int(match[1])
        return f'<b class="who s{seat}">{escape(names[seat])}</b>' if seat < len(names) else match[0]

    return Markup(SEAT.sub(name, str(escape(text))))


class Painter:
    def __init__(self, settings: Settings) -> None:
        self.base = settings.base_path
        self._env = Environment(
            loader=FileSystemLoader(ROOT / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._env.globals.update(base=self.base, static=self.static, developer_mode=settings.developer_mode)
        self._env.filters["named"] = named
        self._found: dict[tuple[str, str], Template | None] = {}

    def page(self, template: str, **context: Any) -> str:
        return self._env.get_template(template).render(**context)

    @cached_property
    def _digests(self) -> dict[str, str]:
        folder = ROOT / "static"
        files = (path for path in folder.rglob("*") if path.is_file())
        return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest()[:10] for p in files}

    def static(self, path: str) -> str:
        """The address of a static file; it changes with the content, so that browsers may keep it for ever."""
        return f"{self.base}/static/{path}?v={self._digests[path]}"

    # Regions -----------------------------------------------------------------------------------------------------

    def _template(self, game: str, name: str) -> Template | None:
        key = (game, name)
        if key not in self._found:
            try:
                self._found[key] = self._env.select_template([f"games/{game}/{name}.html", f"regions/{name}.html"])
            except TemplateNotFound:
                self._found[key] = None
        return self._found[key]

    def region(self, live: LiveTable, regions: Regions, name: str, seat: int | None) -> Drawn:
        """The region as it is now; drawn once per change and kept with it. `seat` is None for public regions."""
        names = tuple(live.info.name(info.number) for info in live.info.seats)
        before: Drawn | None = regions.drawn.get(name)
        version = regions.versions[name]
        if before is not None and before.version == version and before.names == names:
            return before
        value = regions.value(name)
        game = live.info.game
        context = {
            "value": value,
            "names": names,
            "seat": seat,
            "table": live.info,
            "rules": f"{self.base}/rules/{game}",
        }
        context["rule_text"] = partial(one_sentence, game)
        item = self._template(game, f"{name}.item")
        items: dict[str, str] = {}
        if item is not None:
            kept = before if before is not None and before.names == names else None
            for thing in value:
                key = str(thing.id)
                same = kept is not None and regions.items[name].versions[key] <= kept.version and key in kept.items
                items[key] = kept.items[key] if kept and same else item.render(item=thing, **context)
            context["items"] = Markup("".join(items.values()))
        template = self._template(game, name) or self._template(game, "any")
        assert template is not None
        drawn = Drawn(version, names, template.render(name=name, **context), items)
        regions.drawn[name] = drawn
        return drawn

    def log_lines(self, live: LiveTable, lines: list[Told], seat: int | None) -> str:
        template = self._template(live.info.game, "log_line")
        assert template is not None
        names = tuple(live.info.name(info.number) for info in live.info.seats)
        rules = f"{self.base}/rules/{live.info.game}"
        sentence = partial(one_sentence, live.info.game)
        context = {"names": names, "seat": seat, "rules": rules, "rule_text": sentence}
        return "".join(template.render(told=told, line=told.line, **context) for told in lines)
