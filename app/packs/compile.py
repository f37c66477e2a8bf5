"""From the files of a pack to a world: shapes checked, references to unbuilt things bound, everything by number."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from app.games.vantage.world import (
    CATEGORIES,
    Card,
    Destiny,
    DuelCard,
    Giant,
    Hint,
    Mission,
    Page,
    Place,
    Puzzle,
    Region,
    Row,
    Trial,
    World,
    pair,
)
from app.glass.cartoon import Wrong
from app.glass.cartoon import read as read_cartoon
from app.packs.read import Mistakes, PackError, check_files, read, read_all

KEYS = tuple(pair(a, b) for i, a in enumerate(CATEGORIES) for b in CATEGORIES[i:])
GROUPS = {
    "water": ["SWIM", "WADE", "DIVE", "SURFACE", "SAIL"],
    "craft": ["CRAFT", "CREATE", "BUILD", "UPGRADE"],
    "stealth": ["SNEAK", "HIDE"],
    "music": ["SING", "PLAY", "LISTEN"],
    "hunt": ["TRACK", "CATCH", "FISH", "SLAY"],
    "trade": ["BUY", "BARTER", "TRADE"],
}  # VAN-C70
LEVELS = {"reckless": 3, "daring": 4, "steady": 5, "sheltered": 6}
FOLDERS = "places cards missions destinies puzzles pages regions flags hints tables glossary cartoons".split()
INDENT = re.compile(r"\n[ \t]+")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
CHALLENGE = ["time", "morale", "health", "setback", "blank", "blank"]


def compile_pack(folder: Path, slices: Iterable[int] | None = None, files: dict[str, str] | None = None) -> World:
    """Read and compile a pack; PackError names all that is wrong, with its file. `files` is filled with where everything
    stands: "48", "card 990", "mission 1704"."""
    try:
        return _compiled(folder, slices, {} if files is None else files)
    except PackError:
        check_files(folder)  # a file that cannot be read is not the only one, perhaps
        raise
    except (AttributeError, KeyError, TypeError, ValueError) as error:  # a list where names should be, and the like
        raise PackError(f"{folder.name} is not shaped like a pack: {error!r} (VAN-L01)") from error


def _compiled(folder: Path, slices: Iterable[int] | None, files: dict[str, str]) -> World:
    mistakes = Mistakes()
    head = read(folder / "pack.yaml")
    loaded = set(slices if slices is not None else head.get("slices", [1]))
    flags = _merged(folder, "flags")
    if head.get("game", "vantage") != "vantage":
        raise PackError(f"{folder.name} is a pack for {head['game']}, not a world for Vantage")
    raw_places = [(p, one) for p, one in read_all(folder / "places") if one.get("slice", 1) in loaded]
    numbers = {one["id"] for _, one in raw_places}
    raw_cards = [(p, one) for p, one in read_all(folder / "cards") if one.get("slice", 1) in loaded]
    cards = {one["id"] for _, one in raw_cards}
    bind = Binder(numbers, cards)
    world = World(
        pack=head["pack"],
        title=head.get("title", head["pack"].capitalize()),
        version=head.get("version", 1),
        about=head.get("about", ""),
        slices=sorted(loaded),
        levels=head.get("levels", LEVELS),
        challenge=head.get("dice", {}).get("challenge", CHALLENGE),
        dice=head.get("dice", {}).get("challenge_in_play", "8 + 2 * players"),
        stat_max=head.get("stats", {}).get("max", 6),
        own_tokens=head.get("start_tokens", {}).get("own_category", 1),
        random_tokens=head.get("start_tokens", {}).get("random", 1),
        tokens_each=head.get("tokens_each", 10),
        full_grid=head.get("full_grid_destiny"),
        flags=flags.get("flags", {}),
        counters=flags.get("counters", {}),
        selectors=head.get("selectors", {}),
        groups={**GROUPS, **head.get("verb_groups", {})},
    )
    for path, one in raw_places:
        files[str(one["id"])] = _short(path)
        with mistakes.gathered():
            _add(world.places, path, _place(one, bind), Place)
    for path, one in raw_cards:
        files[f"card {one['id']}"] = _short(path)
        with mistakes.gathered():
            _add(world.cards, path, bind.bound(one), Card)
    folders: list[tuple[str, Any, dict[Any, Any]]] = [
        ("missions", Mission, world.missions),
        ("destinies", Destiny, world.destinies),
        ("puzzles", Puzzle, world.puzzles),
        ("pages", Page, world.pages),
        ("regions", Region, world.regions),
    ]
    for name, kind, target in folders:
        for path, one in read_all(folder / name):
            if one.get("slice", 1) in loaded:
                label = {"missions": "mission", "destinies": "destiny"}.get(name, name[:-1])
                files[f"{label} {one['id']}"] = files[f"centre {one['id']}"] = _short(path)
                with mistakes.gathered():
                    _add(target, path, bind.bound(one), kind)
    single: list[tuple[str, Any, dict[Any, Any]]] = [
        ("giants", Giant, world.giants),
        ("trials", Trial, world.trials),
        ("duel", DuelCard, world.duel),
    ]
    for name, kind, target in single:
        for one in _optional(folder / f"{name}.yaml", []):
            with mistakes.gathered():
                _add(target, folder / f"{name}.yaml", bind.bound(one), kind)
    for name in ("flags", "hints", "tables"):
        _index(folder, name, files)
    world.glossary = _merged(folder, "glossary")
    with mistakes.gathered():
        world.hints = _shape(_merged(folder, "hints"), dict[str, Hint], folder / "hints")
    with mistakes.gathered():
        world.tables = _shape(bind.bound(_merged(folder, "tables")), dict[str, list[Row]], folder / "tables")
    with mistakes.gathered():
        world.pods = _pods(_optional(folder / "pods.yaml", {}), numbers, folder)
    world.cartoons = _cartoons(folder / "cartoons", mistakes, files)
    mistakes.raise_all()
    world.mission_keys = _mission_keys(world)
    if world.full_grid not in world.destinies:
        world.full_grid = None
    return world


def _cartoons(folder: Path, mistakes: Mistakes, files: dict[str, str]) -> dict[str, str]:
    """Every cartoon by the name of its file; all that is wrong with any of them is said, with its line (VAN-L53)."""
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("*.xml")) if folder.is_dir() else []:
        if path.stem in found:
            mistakes.add(f"{_short(path)}: there is a cartoon {path.stem!r} twice (VAN-L53)")
        files[f"cartoon {path.stem}"] = _short(path)
        try:
            text = path.read_text(encoding="utf-8")
            read_cartoon(text, "kit" if path.stem.startswith("kit-") else "cartoon")
        except UnicodeDecodeError:
            mistakes.add(f"{_short(path)}: is not text in UTF-8")
            continue
        except Wrong as error:
            for line in str(error).splitlines():
                mistakes.add(f"{_short(path)}: {line} (VAN-L53)")
            continue
        found[path.stem] = INDENT.sub("\n", COMMENT.sub(_lines, text)).rstrip()  # lines stay where they are
    return found


def _lines(comment: re.Match[str]) -> str:
    return "\n" * comment[0].count("\n")


def _optional(path: Path, default: Any) -> Any:
    return (read(path) if path.exists() else default) or default


def _merged(folder: Path, name: str) -> dict[str, Any]:
    """A list of named things: in `name.yaml`, or in the files of a folder of that name, or in both."""
    found: dict[str, Any] = {}
    for path in _lists(folder, name):
        for key, value in _optional(path, {}).items():
            if name == "flags":  # two lists in one file: flags and counters
                _join(found.setdefault(key, {}), value or {}, path)
            else:
                _join(found, {key: value}, path)
    return found


def _lists(folder: Path, name: str) -> list[Path]:
    return [folder / f"{name}.yaml", *sorted((folder / name).glob("*.yaml"))]


def _join(found: dict[str, Any], more: dict[str, Any], path: Path) -> None:
    for key in more:
        if key in found:
            raise PackError(f"{_short(path)}: {key!r} is there twice (VAN-L01)")
    found.update(more)


def _shape(value: Any, kind: Any, path: Path) -> Any:
    try:
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as error:
        which = f" {value['id']}:" if isinstance(value, dict) and "id" in value else ""
        wrong = _wrong_parts(value, kind) if isinstance(value, dict) else []
        lines = [f"{_short(path)}:{which} {words} (VAN-L01)" for words in wrong or [str(error)]]
        raise PackError("\n".join(lines)) from None


def _wrong_parts(value: dict[str, Any], kind: Any) -> list[str]:
    """Everything that is wrong with the keys of one thing; of what is wrong inside one of them, the first."""
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return []
    known = {entry.encode_name: entry for entry in msgspec.structs.fields(kind)}
    wrong = [f"Object contains unknown field `{name}`" for name in value if name not in known]
    wrong += [
        f"Object missing required field `{name}`"
        for name, entry in known.items()
        if entry.required and name not in value
    ]
    for name in value.keys() & known.keys():
        try:
            msgspec.convert(value[name], known[name].type, strict=True)
        except msgspec.ValidationError as error:
            inside = str(error).replace("at `$", f"at `{name}")
            wrong.append(inside if "at `" in inside else f"{inside} - at `{name}`")
    return sorted(wrong)


def _add(target: dict[Any, Any], path: Path, raw: dict[str, Any], kind: Any) -> None:
    thing = _shape(raw, kind, path)
    if thing.id in target:
        raise PackError(f"{_short(path)}: {thing.id} is used twice (VAN-L02)")
    target[thing.id] = thing


def _index(folder: Path, name: str, files: dict[str, str]) -> None:
    for path in _lists(folder, name):
        for key, value in _optional(path, {}).items():
            for thing in (value or {}) if name == "flags" else [key]:
                files[thing if name == "flags" else f"{name[:-1]} {thing}"] = _short(path)


def _short(path: Path) -> str:
    """Enough of a path to find the file in a pack."""
    parts = path.parts
    start = max((i for i, part in enumerate(parts) if part in FOLDERS), default=len(parts) - 1)
    return "/".join(parts[start:])


class Binder:
    """Late binding: a reference to something in another slice takes its `unbuilt` fallback if that is not loaded."""

    def __init__(self, places: set[int], cards: set[int]) -> None:
        self.places = places
        self.cards = cards

    def bound(self, value: Any) -> Any:
        if isinstance(value, list):
            return [part for one in value for part in self._item(one)]
        if isinstance(value, dict):
            return {name: self.bound(part) for name, part in value.items()}
        return value

    def _item(self, one: Any) -> list[Any]:
        """One part of a list; an effect whose target is unbuilt becomes its fallback effects."""
        if isinstance(one, dict) and len(one) == 1:
            ((name, arguments),) = one.items()
            if name in ("gain_card", "go", "enter") and isinstance(arguments, dict) and "unbuilt" in arguments:
                there = arguments.get("id") in self.cards or arguments.get("to") in self.places
                if not there:
                    return list(self.bound(arguments["unbuilt"]))
                one = {name: {key: part for key, part in arguments.items() if key != "unbuilt"}}
        if (
            isinstance(one, dict)
            and "label" in one
            and "to" in one
            and "unbuilt" in one
            and one["to"] not in self.places
        ):
            return [self.bound({**one, "to": one["unbuilt"]})]
        return [self.bound(one)]


def _place(raw: dict[str, Any], bind: Binder) -> dict[str, Any]:
    compass: dict[str, Any] = {}
    for direction, side in raw.get("compass", {}).items():
        if side == "blocked":
            compass[direction] = {}
        elif side == "star":
            compass[direction] = {"star": True}
        else:
            target = side.get("to", side.get("star"))
            unbuilt = side.get("unbuilt")
            if unbuilt and target not in bind.places:
                compass[direction] = {}
            else:
                compass[direction] = {name: part for name, part in side.items() if name != "unbuilt"}
    departs = {
        name: entry for name, entry in raw.get("departs", {}).items() if compass.get(name, {}).get("star") is not None
    }
    done = bind.bound({**raw, "departs": departs})
    done["compass"] = compass
    done.pop("unbuilt", None)
    return dict(done)


def _pods(raw: dict[str, Any], places: set[int], folder: Path) -> dict[int, dict[str, int]]:
    """Each pod has 21 keys; one without a site of its own points to a built one (VAN-L16)."""
    pods: dict[int, dict[str, int]] = {}
    for number, table in raw.items():
        mild = [site for site in table.get("mild", []) if site in places]
        harsh = [site for site in table.get("harsh", []) if site in places]
        own = {key: site for key, site in table.get("keys", {}).items() if site in places}
        if not mild:
            raise PackError(f"pods.yaml: pod {number} has no mild site that is built (VAN-L16)")
        filled: dict[str, int] = {}
        mixed = 0
        for key in KEYS:
            one, _, two = key.partition("-")
            if key in own:
                filled[key] = own[key]
            elif one == two and harsh:
                filled[key] = harsh[len(filled) % len(harsh)]
            else:
                filled[key] = mild[mixed % len(mild)]
                mixed += 1
        pods[int(number)] = filled
    return pods


def _mission_keys(world: World) -> dict[str, int]:
    """Until its own mission is built a key points to a built one, doubles to a hard one."""
    own = {mission.key: mission.id for mission in world.missions.values()}
    hard = sorted(m.id for m in world.missions.values() if m.hard)
    plain = sorted(m.id for m in world.missions.values() if not m.hard) or hard
    keys: dict[str, int] = {}
    for index, key in enumerate(KEYS):
        one, _, two = key.partition("-")
        others = hard if one == two and hard else plain
        if others:
            keys[key] = own.get(key, others[index % len(others)])
    return keys


def encode_world(world: World) -> bytes:
    return msgspec.json.encode(world)
