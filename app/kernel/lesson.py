"""Lessons: a fixed start, a fixed course of chance and opponents, and steps that each want one thing done and say why.

A lesson is played at a table like any other game. What the learner does is what the present step wants; whatever else
is tried is put off with the words of the step. So a lesson cannot be lost before its end, and always takes the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from app.kernel.ask import Refused, Values
from app.kernel.session import Answer, Choice


class Do(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that the learner does by hand."""

    say: str  # the imperative: "Let your Explorer search the forest it stands on"
    button: str  # "Search here"
    answer: Values
    note: str = ""  # what it costs or leaves
    look: str | None = None  # the data-name of what it is about, if that is another than the step's
    label: str = ""


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One idea. A step with nothing to do is read, and gone on from."""

    name: str  # a word for the row of steps: "Search"
    title: str  # the idea, as a headline
    text: str
    does: tuple[Do, ...] = ()
    look: str | None = None  # the data-name of what it is about
    label: str = ""  # what that is called on the board
    rule: str | None = None
    button: str = "Go on"  # of a step that is only read


class Lesson(msgspec.Struct, frozen=True):
    id: str
    title: str
    minutes: int
    seats: int
    options: Mapping[str, Any]
    seed: str
    steps: tuple[Step, ...]
    replies: tuple[Values, ...]  # what the others choose, in the order in which they are asked
    farewell: str  # the last word: what to do next

    def place(self, done: int) -> Place | None:
        """Where the learner is after so many things done or read; None at the end."""
        for number, step in enumerate(self.steps, 1):
            things = max(1, len(step.does))
            if done < things:
                return Place(number, step, step.does[done] if step.does else None)
            done -= things
        return None

    @property
    def things(self) -> int:
        return sum(max(1, len(step.does)) for step in self.steps)


class Place(msgspec.Struct, frozen=True):
    number: int
    step: Step
    do: Do | None

    def examine(self, choice: Choice) -> None:
        """Put off whatever is not wanted now."""
        if self.do is None:
            raise Refused(f"First read: {self.step.title}.")
        if not isinstance(choice, Answer) or choice.values != self.do.answer:
            raise Refused(f"That comes later. Now: {self.do.say}.")


class LessonView(msgspec.Struct, frozen=True):
    """The present step as the learner sees it; without a step the lesson is at its end."""

    number: int
    names: tuple[str, ...]  # of all steps
    step: Step | None
    do: Do | None
    ask: str  # the question that the answer belongs to; empty while others act
    farewell: str

    @property
    def open(self) -> bool:
        """Whether the learner can do or read it now."""
        return self.step is not None and (self.do is None or bool(self.ask))

    @property
    def look(self) -> str | None:
        return (self.do.look if self.do else None) or (self.step.look if self.step else None)

    @property
    def label(self) -> str:
        return (self.do.label if self.do else "") or (self.step.label if self.step else "")


class Intro(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that has appeared, for whoever has not met it before."""

    key: str  # what it is called in what a person has learnt: "injury"
    title: str
    text: str
    target: str | None = None  # the data-name of what to look at
    rule: str | None = None
    used: tuple[str, ...] = ()  # whoever chooses an option whose id begins so has understood: "hire" for "hire:mage"
