"""Templates that are drawn often: Jinja compiles them to Python, and here that Python is made quicker.

Some things cost more than they need to: escaping makes markup of every word though the words are only joined; every call
looks for decorators that none of our functions has; macros sort their arguments as if they had been given by name; every
attribute is looked up by a method. What is drawn stays the same, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable
from keyword import iskeyword
from typing import Any

from jinja2 import Environment, Undefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import EvalContext
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup, escape

try:
    from markupsafe._speedups import _escape_inner as escaped  # what `escape` does, without making markup of it
except ImportError:  # where there is no compiled one
    from markupsafe._native import _escape_inner as escaped

NOTHING = Undefined("an inline `if` without `else` was not true")
NUMBERS = frozenset((int, bool, float))
_markup = str.__new__


def said(thing: Any) -> str:
    """What stands in the page for a thing: text is escaped, markup stays as it is. Only to be joined with the rest."""
    kind = type(thing)
    if kind is str:
        return escaped(thing)
    if kind is Markup:
        return thing  # type: ignore[no-any-return]
    if kind in NUMBERS:
        return str(thing)
    return "" if thing is NOTHING else escape(thing)


def nothing(_why: str) -> Undefined:
    return NOTHING


class QuickMacro(Macro):
    """A macro that is mostly called with its arguments in order."""

    def __call__(self, *args: Any, **named: Any) -> str:
        given, wanted = len(args), self._argument_count
        if named or given > wanted or self.caller or self.catch_kwargs or self.catch_varargs:
            return super().__call__(*args, **named)
        return _markup(
            Markup, self._func(*args) if given == wanted else self._func(*args, *[missing] * (wanted - given))
        )


class QuickContext(Context):
    """What a template sees. Functions in it are called as they are: none of them asks for the context itself."""

    def __init__(
        self,
        environment: Environment,
        parent: dict[str, Any],
        name: str | None,
        blocks: dict[str, Callable[[Context], Any]],
        globals: Any = None,
    ) -> None:
        self.parent, self.vars = parent, {}
        self.environment, self.name = environment, name
        self.eval_ctx = EvalContext(environment, name)
        self.exported_vars, self.globals_keys = set(), set(globals or ())
        self.blocks = {block: [draw] for block, draw in blocks.items()}

    @staticmethod
    def call(function: Callable[..., Any], /, *args: Any, **named: Any) -> Any:
        return function(*args, **named)


class QuickCode(CodeGenerator):
    """The Python of a template. While it is written it is known what the template reads: the environment learns that."""

    markup = frozenset(("named", "safe"))  # filters that give markup: nothing is left to escape
    _reads: set[str]

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        self._reads = set()
        super().visit_Template(node, frame)
        learn: Callable[[str, nodes.Template, set[str]], None] | None = getattr(self.environment, "learn", None)
        if learn is not None and self.name is not None:
            learn(self.name, node, self._reads)

    def enter_frame(self, frame: Frame) -> None:
        super().enter_frame(frame)
        for action, name in frame.symbols.loads.values():
            if action == "resolve" and name is not None and name not in self.environment.globals:
                self._reads.add(name)

    def write_commons(self) -> None:
        """Names of Jinja's own that stand for the quick ones inside of what is written."""
        super().write_commons()
        self.writeline("escape, Macro, cond_expr_undefined = environment.quick")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        if forward_caller or node.dyn_args or node.dyn_kwargs or any(iskeyword(one.key) for one in node.kwargs):
            self.write("context.call(")
            self.visit(node.node, frame)
            self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
            self.write(")")
            return
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        self.write(")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        """Python's own way first; what has no such attribute may be a dictionary, or undefined."""
        thing, value = self.temporary_identifier(), self.temporary_identifier()
        self.write(f"({value} if ({value} := getattr({thing} := ")
        self.visit(node.node, frame)
        self.write(f", {node.attr!r}, missing)) is not missing else environment.getattr({thing}, {node.attr!r}))")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if isinstance(node, nodes.Filter) and node.name in self.markup:
            self.write("(")
        else:
            super()._output_child_pre(node, frame, finalize)
