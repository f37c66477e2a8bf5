"""Drawing: pages, and regions of the table as HTML fragments.

A region is drawn by `templates/games/<game>/<region>.html`, else by `templates/regions/<region>.html`. Its root element has
the id `r-<region>`. If there is a `<region>.item.html`, the region is a list of things with ids, each drawn alone with
the root id `<region>-<id>`, and a change of one of them sends that one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Hashable
from functools import cached_property, lru_cache, partial
from typing import Any

import msgspec
from jinja2 import FileSystemLoader, StrictUndefined, Template, TemplateNotFound
from markupsafe import Markup, escape

from app.config import Settings
from app.kernel import Line, Moment
from app.tables.facts import EMBLEMS, TableInfo
from app.tables.live import LiveTable, Told
from app.tables.regions import Regions
from app.web.markup import Unbroken
from app.web.once import Drawings, OnceEnvironment, Same
from app.web.quick import said
from app.web.rulebook import ROOT, one_sentence
from app.web.wire import Piece

ROOM_FOR_PIECES = 8_000_000  # characters; most are of use for a moment only, while a change goes to all connections
TONE = "\ue000"  # stands for the one word of a moment that depends on who reads it
NO_ITEMS = Markup("")
SEAT = re.compile(r"\{(\d+)\}")


class Drawn:
    """A region as it is drawn in one version. The whole of it is drawn when somebody needs the whole."""

    __slots__ = ("_draw", "_whole", "items", "names", "version")

    def __init__(self, version: int, names: tuple[str, ...], draw: Callable[[], str], items: dict[str, str]) -> None:
        self.version = version
        self.names = names
        self.items = items
        self._draw: Callable[[], str] | None = draw
        self._whole = ""

    @property
    def html(self) -> str:
        if self._draw is not None:
            self._whole = self._draw()
            self._draw = None
        return self._whole


def tone_of(moment: Moment, seat: int | None) -> str:
    """How a moment feels to this seat: by what it changes for that seat, or else for anybody."""
    mine = [change.better for change in moment.changes if seat is not None and change.seat == seat]
    felt = mine or [change.better for change in moment.changes if moment.kind in ("fight", "event", "check")]
    felt += [result.good for result in moment.results]
    worse, better = False in felt, True in felt
    if moment.kind == "loss" or (worse and not better):
        return "hurt"
    return "gain" if moment.kind == "gain" or (better and not worse) else ""


class Around:
    """What every drawing of a table may use, as long as the table's facts are the same; and the lines of its newest
    moment, which go out again and again while that is the newest."""

    __slots__ = ("info", "lines", "moment", "values")

    def __init__(self, info: TableInfo, values: dict[str, Any]) -> None:
        self.info, self.values = info, values
        self.moment = -1
        self.lines: dict[tuple[int, str, str], tuple[Line, Piece]] = {}


class Content:
    """Something that is compared by its content."""

    __slots__ = ("_thing",)

    def __init__(self, thing: Any) -> None:
        self._thing = thing

    def digest(self) -> bytes:
        """What stands for it in a key: if it is large, it would be kept for that alone."""
        data = msgspec.json.encode(self._thing)
        return data if len(data) < 64 else hashlib.blake2b(data, digest_size=20).digest()


def _stand(thing: Hashable) -> Hashable:
    return thing.digest() if type(thing) is Content else thing


@lru_cache(maxsize=16_384, typed=True)  # typed: markup is not escaped again, a text that reads the same is
def named(text: str, names: tuple[str, ...]) -> Markup:
    """A text of the rules with the players' names for {0}, {1}, ..."""

    safe = said(text)
    return Markup(SEAT.sub(partial(_name, names), safe) if "{" in safe else safe)


def _name(names: tuple[str, ...], match: re.Match[str]) -> str:
    seat = int(match[1])
    return f'<b class="who s{seat}">{escape(names[seat])}</b>' if seat < len(names) else match[0]


class Painter:
    def __init__(self, settings: Settings, environment: type[OnceEnvironment] = OnceEnvironment) -> None:
        self.base = settings.base_path
        self._env = environment(
            loader=FileSystemLoader(ROOT / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            extensions=[Unbroken],
            auto_reload=False,  # files are read once and never looked at again
            cache_size=-1,
        )
        self._env.globals.update(base=self.base, static=self.static, developer_mode=settings.developer_mode)
        self._env.globals["finger_rest"] = settings.finger_rest_ms
        self._env.globals["tone_of"] = tone_of
        self._env.filters["named"] = named
        self._found: dict[tuple[str, str], Template | None] = {}
        self._pieces: Drawings[Piece] = Drawings(ROOM_FOR_PIECES)
        self._sentences: dict[str, Callable[[str], str]] = {}  # of the rules of each game

    @property
    def drawings(self) -> Drawings[str]:
        return self._env.drawings

    def piece(self, html: str) -> Piece:
        """A text that goes to several connections, encoded and compressed once."""
        return self._pieces.find(html) or self._pieces.keep(html, Piece(html))

    def compile(self) -> None:
        """Read and compile every template now, so that nobody waits for it later."""
        for name in self._env.list_templates():
            self._env.get_template(name)
            if name.startswith(("games/", "regions/")):
                self._env.needs(name)

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

    @staticmethod
    def emblems(live: LiveTable) -> tuple[int, ...]:
        """The shape of each seat: its player's own, or one by the number of the seat."""
        return tuple(info.emblem if info.person_id else info.number % len(EMBLEMS) for info in live.info.seats)

    # Regions -----------------------------------------------------------------------------------------------------

    def _template(self, game: str, name: str) -> Template | None:
        key = (game, name)
        if key not in self._found:
            try:
                self._found[key] = self._env.select_template([f"games/{game}/{name}.html", f"regions/{name}.html"])
            except TemplateNotFound:
                self._found[key] = None
        return self._found[key]

    def _draw(self, template: Template, context: dict[str, Any], stands_for: dict[str, Hashable]) -> str:
        """Draw a template, or take the drawing that was made of the same things. `stands_for` holds what is compared
        in the place of some values: their content, or that something is the very same thing."""
        needs = self._env.needs(template.name or "")
        if needs is None:
            return template.render(context)
        parts = [_stand(stands_for[name]) if name in stands_for else context.get(name) for name in needs]
        key, drawings = (template.name, *parts), self.drawings
        found = drawings.find(key)
        if found is None:
            return drawings.keep(key, template.render(context))
        return drawings.draw(key, lambda: template.render(context)) if drawings.checking else found

    def _around(self, live: LiveTable) -> Around:
        """Worked out once for each change of the table's facts."""
        found: Around | None = live.around
        if found is None or found.info is not live.info:
            game = live.info.game
            if game not in self._sentences:
                self._sentences[game] = partial(one_sentence, game)
            values = {
                "names": live.names,
                "emblems": self.emblems(live),
                "rules": f"{self.base}/rules/{game}",
                "rule_text": self._sentences[game],
            }
            found = live.around = Around(live.info, values)
        return found

    def region(self, live: LiveTable, regions: Regions, name: str, seat: int | None) -> Drawn:
        """The region as it is now; drawn once per change and kept with it. `seat` is None for public regions."""
        names = live.names
        before: Drawn | None = regions.drawn.get(name)
        version = regions.versions[name]
        if before is not None and before.version == version and before.names == names:
            return before
        value, game = regions.value(name), live.info.game
        context = self._around(live).values | {
            "value": value,
            "seat": seat,
            "table": live.info,
            "name": name,
            "items": NO_ITEMS,
        }
        stands_for: dict[str, Hashable] = {"value": Content(value), "table": Same(live.info)}
        item = self._template(game, f"{name}.item")
        items: dict[str, str] = {}
        if item is not None and value:
            things = regions.items[name]
            kept = before if before is not None and before.names == names else None
            changed = things.changed_since(kept.version) if kept is not None else None
            if kept is not None and changed is not None:
                items = dict(kept.items)
            for key, thing in things.some(value, changed):
                items[key] = self._draw(item, context | {"item": thing}, stands_for | {"item": Content(thing)})
        template = self._template(game, name) or self._template(game, "any")
        assert template is not None
        whole = partial(self._whole, template, context, stands_for, items)
        drawn = Drawn(version, names, whole, items)
        regions.drawn[name] = drawn
        return drawn

    def _whole(
        self, template: Template, context: dict[str, Any], stands_for: dict[str, Hashable], items: dict[str, str]
    ) -> str:
        if items:  # a large list is put together from its things; keeping it as well would keep everything twice
            return template.render(context | {"items": Markup("".join(items.values()))})
        if context["name"] == "ask" and context["value"] is not None:
            return template.render(context)  # every question has an id of its own
        return self._draw(template, context, stands_for)

    def log_lines(self, live: LiveTable, lines: list[Told], seat: int | None) -> str:
        return "".join(self.each_line(live, lines, seat))

    def each_line(self, live: LiveTable, lines: list[Told], seat: int | None) -> list[str]:
        values = self._around(live).values
        return [self._line(live.info.game, values, told, _tone(told.line, seat)) for told in lines]

    def new_lines(self, live: LiveTable, lines: list[Told], seat: int | None, head: str) -> list[Piece]:
        """The same as pieces, the first of them behind some words. A line of the newest moment is kept with the table:
        whoever is handed the very same line, and feels it alike, gets the same piece."""
        around = self._around(live)
        pieces: list[Piece] = []
        if around.moment != live.moment:
            around.moment, around.lines = live.moment, {}
        for told in lines:
            line, tone = told.line, _tone(told.line, seat)
            key = (id(line), tone, head)
            kept = around.lines.get(key)
            if kept is None:
                html = head + self._line(live.info.game, around.values, told, tone)
                as_told = line.to is None or seat in line.to  # what is retold for one reader is nobody else's
                if as_told and told.moment == live.moment and self.drawings.room:
                    kept = around.lines[key] = (line, Piece(html))
                else:
                    kept = (line, self.piece(html))
            pieces.append(kept[1])
            head = ""
        return pieces

    def _line(self, game: str, values: dict[str, Any], told: Told, tone: str) -> str:
        """A line is drawn once for all who may read it; how its moment feels to them is put in afterwards."""
        template = self._template(game, "log_line")
        assert template is not None
        context = {"told": told, "line": told.line, "seat": None, "tone": TONE, **values}
        html = self._draw(
            template, context, {"told": told.moment, "line": Same(told.line)} if told.line.to is None else {}
        )
        return html.replace(TONE, tone)


def _tone(line: Line, seat: int | None) -> str:
    return tone_of(line.moment, seat) if line.moment is not None else ""
