"""From the files of a campaign pack to a campaign: shapes checked, every effect, condition and need read once, ids
unique (CL-01, CL-02)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from app.games.vanguard import language
from app.games.vanguard.content import structs
from app.games.vanguard.content.structs import Campaign, decode_campaign
from app.games.vanguard.language import Unreadable
from app.packs.campaign import shapes
from app.packs.read import Mistakes, PackError, check_files, read

T = TypeVar("T")
__all__ = ["Compiled", "compile_campaign", "decode_campaign", "encode_campaign"]


class Compiled(msgspec.Struct):
    """A campaign, and the file in which each thing stands: `log 205` is in planets/p02.yaml."""

    campaign: Campaign
    files: dict[str, str]


def compile_campaign(folder: Path) -> Compiled:
    """Read and compile a pack; PackError names everything that is wrong, with its file and, where it is known, its line."""
    try:
        return _compiled(folder)
    except PackError:
        check_files(folder)  # a file that cannot be read is not the only one, perhaps
        raise


def _compiled(folder: Path) -> Compiled:
    head = _shaped(folder, folder / "pack.yaml", shapes.Head)
    book = _Book(folder)
    planets: list[structs.Planet] = []
    systems: list[structs.System] = []
    logs: list[structs.Log] = []
    for path in _files(folder, "planets"):
        with book.mistakes.gathered():
            planets.append(book.planet(path))
    for path in _files(folder, "systems"):
        with book.mistakes.gathered():
            systems.append(book.system(path))
    for path in _files(folder, "logs"):
        with book.mistakes.gathered():
            logs += book.ship_logs(path)
    book.mistakes.raise_all()
    path = folder / "story.yaml"
    story = _shaped(folder, path, shapes.Story)
    book.path = path
    campaign = Campaign(
        pack=head.pack,
        title=head.title,
        version=head.version,
        about=head.about,
        news=head.news,
        planets=tuple(planets),
        systems=tuple(systems),
        logs=tuple(logs),
        missions=book.missions(story.missions),
        triggers=tuple(structs.Trigger(book.condition(one.when), one.log, one.repeat) for one in story.triggers),
        endings=story.endings,
    )
    book.mistakes.raise_all()
    return Compiled(campaign, book.files)


def encode_campaign(campaign: Campaign) -> bytes:
    return msgspec.json.encode(campaign)


def _files(folder: Path, name: str) -> list[Path]:
    found = sorted((folder / name).glob("*.yaml"))
    if not found:
        raise PackError(f"{folder.name} has no {name}/*.yaml (CL-01)")
    return found


def _shaped(folder: Path, path: Path, kind: type[T]) -> T:
    where = path.relative_to(folder)
    if not path.exists():
        raise PackError(f"{where} is missing (CL-01)")
    try:
        return msgspec.convert(read(path), kind, strict=True)
    except msgspec.ValidationError as error:
        raise PackError(f"{where}: {error} (CL-01)") from None


def joined(effects: Iterable[Any]) -> str:
    """A list of effects, with choices and conditions as mappings, as one string of the effect language."""
    return "; ".join(_written(one) for one in effects)


def _written(one: Any) -> str:
    if isinstance(one, str):
        return one
    if isinstance(one, dict):
        keys = set(one)
        if keys in ({"choose"}, {"together"}):
            ((verb, choices),) = one.items()
            return f"{verb}{{{' / '.join(_choice(choice) for choice in choices)}}}"
        if {"if", "then"} <= keys <= {"if", "then", "else"}:
            other = f" else {{{joined(one['else'])}}}" if "else" in one else ""
            return f"if {one['if']} {{{joined(one['then'])}}}{other}"
    raise Unreadable(str(one))


def _choice(raw: dict[str, Any]) -> str:
    if not {"label", "do"} <= set(raw) <= {"label", "need", "pay", "do"}:
        raise Unreadable(str(raw))
    need = f" (need {raw['need']})" if "need" in raw else ""
    pay = f" (pay {joined(raw['pay'])})" if "pay" in raw else ""
    return f"{raw['label']}{need}{pay}: {joined(raw['do'])}"


class _Book:
    """Compiles one file after the other, and keeps the ids that are taken."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder
        self.files: dict[str, str] = {}
        self.mistakes = Mistakes()

    # What is written in the effect language

    def _checked(self, text: str, reader: Callable[[str], object]) -> str:
        try:
            reader(text)
        except Unreadable as error:
            where = self.path.relative_to(self.folder)
            self.mistakes.add(f"{where}{self._line(str(error))}: {error} is not of the effect language (CL-02)")
        return text

    def _line(self, text: str) -> str:
        lines = self.path.read_text(encoding="utf-8").splitlines()
        return next((f", line {number}" for number, line in enumerate(lines, 1) if text in line), "")

    def effects(self, listed: Iterable[Any]) -> str:
        try:
            text = joined(listed)
        except Unreadable as error:
            raise PackError(f"{self.path.relative_to(self.folder)}: {error} is no effect (CL-02)") from None
        return self._checked(text, language.effects)

    def condition(self, text: str) -> str:
        return self._checked(text, language.condition) if text else ""

    def need(self, text: str) -> str:
        return self._checked(text, language.need)

    # Ids

    def take(self, kind: str, number: int | str) -> None:
        key = f"{kind} {number}"
        where = str(self.path.relative_to(self.folder))
        if key in self.files:
            self.mistakes.add(f"{where}: {key} is used twice; it stands in {self.files[key]} (CL-01)")
        self.files[key] = where

    # Things

    def planet(self, path: Path) -> structs.Planet:
        self.path = path
        raw = _shaped(self.folder, path, shapes.Planet)
        head = raw.planet
        self.take("planet", head.id)
        conditions = tuple(self.global_condition(one) for one in raw.global_conditions)
        if not conditions:
            raise PackError(f"{path.relative_to(self.folder)}: there is no global condition (CL-01)")
        self._unique_here("sector", [one.id for one in raw.sectors])
        return structs.Planet(
            id=head.id,
            name=head.name,
            system=head.system,
            about=head.about,
            sectors=tuple(self.sector(one) for one in raw.sectors),
            paths=tuple(
                structs.Path(one.start, one.to, one.one_way, tuple(self.icon(icon) for icon in one.icons), one.closed)
                for one in raw.paths
            ),
            condition=conditions[0].id,
            conditions=conditions,
            missions=self.missions(raw.missions),
            pois=tuple(self.poi(one) for one in raw.pois),
            threats=tuple(self.threat(one) for one in raw.threats),
            landing=self.landing(raw.landing),
            uniques=tuple(head.uniques),
            uniques_again=tuple(head.uniques_second_visit),
            logs=self.logs(raw.logs),
            act=head.act,
            optional=head.optional,
            hard=head.hard,
        )

    def _unique_here(self, kind: str, ids: list[str]) -> None:
        twice = sorted({one for one in ids if ids.count(one) > 1})
        if twice:
            raise PackError(f"{self.path.relative_to(self.folder)}: {kind} {twice[0]} is used twice (CL-01)")

    def icon(self, text: str) -> str:
        if not re.fullmatch(r"[TSUE]|D[1-9]", text):
            self.mistakes.add(f"{self.path.relative_to(self.folder)}{self._line(text)}: no path icon {text!r} (CL-02)")
        return text

    def sector(self, raw: shapes.Sector) -> structs.Sector:
        until = self.condition(raw.no_travel_until)
        return structs.Sector(raw.id, raw.name, raw.at, tuple(raw.biomes), raw.lander, until, raw.log, raw.poi)

    def global_condition(self, raw: shapes.Condition) -> structs.Condition:
        self.take("global condition", raw.id)
        return structs.Condition(
            raw.id,
            raw.name,
            self.action(raw.travel),
            tuple(self.fx(one) for one in raw.fx),
            tuple(self.fx(one) for one in raw.combos),
            tuple(self.time(one, one.id) for one in raw.time),
        )

    def action(self, raw: shapes.Action) -> structs.Action:
        return structs.Action(
            raw.name,
            category=raw.danger.category if raw.danger else 0,
            dice=raw.danger.dice if raw.danger else 0,
            fx=tuple(self.fx(one) for one in raw.fx),
            rows=tuple(self.row(one) for one in raw.rows),
            tracks=tuple(
                structs.Track(one.id, one.length, self.need(one.need), self.effects(one.do)) for one in raw.tracks
            ),
            plain=self.effects(raw.plain),
            need=self.condition(raw.need),
            pay=self.effects(raw.pay),
            once=raw.once,
            always=raw.always,
        )

    def fx(self, raw: shapes.Fx) -> structs.Fx:
        return structs.Fx(self.need(raw.need), self.effects(raw.do), raw.immediate)

    def row(self, raw: shapes.Row) -> structs.Row:
        if raw.red == bool(raw.need):
            self.mistakes.add(f"{self.path.relative_to(self.folder)}: a row has either a need or red: true (CL-14)")
        return structs.Row(self.need(raw.need), self.effects(raw.do), raw.arrow)

    def time(self, raw: shapes.Time, key: str) -> structs.Time:
        steps = {int(step): self.effects(do) for step, do in raw.steps.items()}
        return structs.Time(key, raw.length, steps, raw.advance == "by_effect")

    def missions(self, raws: list[shapes.Mission]) -> tuple[structs.Mission, ...]:
        found = []
        for raw in raws:
            self.take("mission", raw.id)
            when = self.condition(raw.complete.when) if raw.complete else ""
            do = self.effects(raw.complete.do) if raw.complete else ""
            found.append(structs.Mission(raw.id, raw.name, raw.optional, when, do, raw.text))
        return tuple(found)

    def poi(self, raw: shapes.Poi) -> structs.Poi:
        self.take("poi", raw.id)
        return structs.Poi(raw.id, raw.name, tuple(self.action(one) for one in raw.actions), tuple(raw.biomes))

    def threat(self, raw: shapes.Threat) -> structs.Threat:
        self.take("threat", raw.id)
        time, action = self.time(raw.time, raw.id), self.action(raw.action)
        return structs.Threat(raw.id, raw.name, time, action, tuple(raw.secondary), raw.removable)

    def landing(self, raw: shapes.Landing) -> structs.Landing:
        self.take("landing", raw.id)
        facts = [one.fact for one in raw.scan]
        if raw.scan and facts != ["biomes", "global_condition", "missions"]:
            raise PackError(
                f"{self.path.relative_to(self.folder)}: a scan shows biomes, global_condition, missions (CL-01)"
            )
        steps = tuple(structs.LandingStep(one.stat, one.difficulty, self.effects(one.fail)) for one in raw.steps)
        again = raw.briefing_again or raw.briefing
        scan = tuple(one.energy for one in raw.scan) or (1, 2, 2)
        return structs.Landing(raw.id, steps, raw.briefing, again, raw.liftoff, raw.evac, scan)

    def logs(self, raws: list[shapes.Log]) -> tuple[structs.Log, ...]:
        found = []
        for raw in raws:
            self.take("log", raw.id)
            text = raw.text.replace("\n", "\n\n")  # an empty line in the file begins a paragraph
            found.append(structs.Log(raw.id, self.effects(raw.do), text, raw.repeat, raw.title))
        return tuple(found)

    def ship_logs(self, path: Path) -> tuple[structs.Log, ...]:
        self.path = path
        return self.logs(_shaped(self.folder, path, shapes.Logs).logs)

    def system(self, path: Path) -> structs.System:
        self.path = path
        raw = _shaped(self.folder, path, shapes.System).system
        self.take("system", raw.id)
        routes = tuple(
            structs.Route(one.to, one.energy, self.condition(one.need), one.first_log) for one in raw.outbound
        )
        self._unique_here("destination", [one.name for one in raw.destinations])
        return structs.System(raw.id, raw.name, routes, tuple(self.destination(one) for one in raw.destinations))

    def destination(self, raw: shapes.Destination) -> structs.Destination:
        limit = {"once_per_phase": "phase"}.get(raw.limit, raw.limit)
        log = 0
        if raw.do:
            read_log = re.fullmatch(r"log (\d+)", self.effects(raw.do))
            if not read_log:
                raise PackError(f"{self.path.relative_to(self.folder)}: {raw.name} must read one log (CL-01)")
            log = int(read_log.group(1))
        slug = re.sub(r"[^a-z0-9]+", "-", raw.name.lower()).strip("-")
        return structs.Destination(slug, raw.name, raw.energy, raw.landing, log, limit)
