"""Drawing once: what a template or a macro made is kept by everything it was made from, and used again.

A template reads some names from its context and nothing else; which ones is known when it is compiled, with those of the
templates that it imports and includes. So the values of these names (and the template) say what it draws. The key of a
drawing is made of them and nothing else: what depends on a seat has the seat in its key, and what was drawn for one seat
is used for another only where both would be drawn the same. `Drawings.checking` draws everything anew as well and compares;
the suite plays whole games with it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, MutableMapping, Sized
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec
from jinja2 import Environment, Template, meta, nodes
from jinja2.compiler import CodeGenerator
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Macro
from markupsafe import Markup

from app.web.quick import QuickCode, QuickContext, QuickMacro, nothing, said

ROOM = 24_000_000  # characters of drawings that one process keeps
MOST_MODULES = 256  # of imported macros; one for each set of names that they use
ENTRY = 400  # what an entry weighs besides its text
MISSING = object()


T = TypeVar("T", bound=Sized)


class Drawings(Generic[T]):
    """The latest drawings, by what they were made from. When half of the room is taken, those that were not asked for
    since it was taken the last time are dropped: finding one costs no more than looking it up."""

    def __init__(self, room: int = ROOM) -> None:
        self.room = room
        self.checking = False
        self._young: dict[Hashable, T] = {}
        self._old: dict[Hashable, T] = {}
        self._weight = 0  # of the young ones

    def find(self, key: Hashable) -> T | None:
        found = self._young.get(key)
        if found is None and self._old:
            found = self._old.pop(key, None)
            if found is not None:
                self.keep(key, found)
        return found

    def keep(self, key: Hashable, made: T) -> T:
        self._weight += len(made) + ENTRY
        if 2 * self._weight > self.room:
            self._old, self._young = self._young, {}
            self._weight = len(made) + ENTRY
        if self._weight <= self.room:
            self._young[key] = made
        return made

    def draw(self, key: Hashable, draw: Callable[[], T]) -> T:
        found = self.find(key)
        if found is None:
            return self.keep(key, draw())
        if self.checking:
            assert found == draw(), f"a drawing was used where another belongs: {str(key)[:200]}"
        return found

    def __len__(self) -> int:
        return len(self._young) + len(self._old)


class Same:
    """Something that is compared by being the same thing, where its content is too much to compare."""

    __slots__ = ("thing",)

    def __init__(self, thing: object) -> None:
        self.thing = thing

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.thing is other.thing


# Macros -------------------------------------------------------------------------------------------------------------

PLAIN = (str, Markup, int, bool, type(None), float)


@cache
def _is_value(kind: type) -> bool:
    """Whether things of this type are values, which never change. Where one holds something that can, it has no hash."""
    return kind in PLAIN or kind is tuple or (issubclass(kind, msgspec.Struct) and kind.__struct_config__.frozen)


@cache
def _are_values(kinds: tuple[type, ...]) -> bool:
    return all(map(_is_value, kinds))


class Kept:
    """A macro of an imported template whose drawings are kept. Its module is made for one set of names, so what it draws
    depends on its arguments alone. Equal arguments of different types (a text, and markup) are not the same."""

    __slots__ = ("_drawings", "_macro")

    def __init__(self, macro: Macro, drawings: Drawings[str]) -> None:
        self._macro = macro
        self._drawings = drawings

    def __call__(self, *args: Any, **named: Any) -> str:
        parts = (*args, *named.values()) if named else args
        kinds = (type(parts[0]),) if len(parts) == 1 else tuple(map(type, parts))
        key = (self, kinds, parts, *named) if named else (self, kinds, parts)
        drawings = self._drawings
        try:
            found = drawings.find(key)
        except TypeError:  # something in it has no hash
            return self._macro(*args, **named)
        if found is not None and not drawings.checking:
            return found
        if not _are_values(kinds):
            return self._macro(*args, **named)
        return drawings.draw(key, lambda: self._macro(*args, **named))


# Templates ----------------------------------------------------------------------------------------------------------


class OnceTemplate(Template):
    """A template whose macros are made once for all who import it with the same values of the names that it reads."""

    environment: OnceEnvironment

    def render(self, *args: Any, **named: Any) -> str:
        values = {**self.globals, **dict(*args, **named)}
        context = self.environment.context_class(self.environment, values, self.name, self.blocks)
        try:
            return "".join(self.root_render_func(context))
        except Exception:
            self.environment.handle_exception()  # says where in the template it was

    def make_module(
        self,
        vars: dict[str, Any] | None = None,
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,
    ) -> TemplateModule:
        environment = self.environment
        needs = environment.needs(self.name or "")
        if needs is None:
            return super().make_module(vars, shared, locals)
        around, near = vars or {}, locals or {}
        values = tuple([near[name] if name in near else around.get(name, MISSING) for name in needs])
        try:
            found = environment.modules.get((self.name, values))
        except TypeError:
            return super().make_module(vars, shared, locals)
        if found is not None:
            return found
        plain = (value for name, value in zip(needs, values, strict=True) if name not in environment.functions)
        if not _are_values(tuple(map(type, plain))):
            return super().make_module(vars, shared, locals)
        module = super().make_module(vars, shared, locals)
        for name, value in vars_of(module).items():
            if isinstance(value, Macro) and not value.caller:
                setattr(module, name, Kept(value, environment.drawings))
        if len(environment.modules) >= MOST_MODULES:
            environment.modules.pop(next(iter(environment.modules)))
        environment.modules[self.name, values] = module
        return module


def vars_of(module: TemplateModule) -> dict[str, Any]:
    return dict(module.__dict__)


class OnceEnvironment(Environment):
    template_class = OnceTemplate
    code_generator_class: type[CodeGenerator] = QuickCode
    context_class: type[Context] = QuickContext
    quick = (said, QuickMacro, nothing)  # for the code of templates
    # Names whose values are functions of other names in the context: they are compared as they are.
    functions: tuple[str, ...] = ("rule_text",)

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.drawings: Drawings[str] = Drawings()
        self.modules: dict[Hashable, TemplateModule] = {}
        self._known: dict[str, Template] = {}
        self._needs: dict[str, tuple[str, ...] | None] = {}
        self._reads: dict[str, tuple[set[str], list[str | None]]] = {}

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """A plain dict: every drawing copies it. All globals are there before the first template is read."""
        return {**self.globals, **(d or {})}

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,
    ) -> Template:
        """Every import asks for its template again: the short way to what was read before."""
        known = self._known.get(name) if type(name) is str and globals is None else None
        if known is None:
            known = super().get_template(name, parent, globals)
            if type(name) is str and globals is None:
                self._known[name] = known
        return known

    def needs(self, name: str) -> tuple[str, ...] | None:
        """What this template and those it refers to read from the context; None if that cannot be known."""
        if name not in self._needs:
            found = self._look_for_needs(name, set())
            self._needs[name] = None if found is None else tuple(sorted(found - self.globals.keys()))
        return self._needs[name]

    def _look_for_needs(self, name: str, seen: set[str]) -> set[str] | None:
        if self.loader is None or name in seen:
            return set()
        seen.add(name)
        if name not in self._reads:
            self.get_template(name)  # what it reads is learnt while its code is written
        if name not in self._reads:
            tree = self.parse(self.loader.get_source(self, name)[0], name)
            self.learn(name, tree, meta.find_undeclared_variables(tree))
        own, references = self._reads[name]
        found = set(own)
        for reference in references:
            inside = None if reference is None else self._look_for_needs(reference, seen)
            if inside is None:
                return None
            found |= inside
        return found

    def learn(self, name: str, tree: nodes.Template, reads: set[str]) -> None:
        """What a template reads itself, and to which it refers; None for one that is not known beforehand."""
        kinds = (nodes.Import, nodes.FromImport, nodes.Include, nodes.Extends)
        templates = [reference.template for reference in tree.find_all(kinds)]  # type: ignore[attr-defined]
        self._reads[name] = (reads, [str(one.value) if isinstance(one, nodes.Const) else None for one in templates])
