"""A campaign keeps the version of the content that it began with, and takes a newer one only by consent (ISS-025)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from app.games.vanguard.asking import G
from app.games.vanguard.content import EDITIONS, edition, newest
from app.games.vanguard.decks import show
from app.games.vanguard.state import Entry, State
from app.games.vanguard.telling import settle
from app.kernel import Option, Question, Script, Window

T = TypeVar("T")


def in_edition(g: G, script: Script[T]) -> Script[T]:
    """Runs a script with the content that this campaign plays; its questions look up theirs when they are built. What
    has changed when it asks is told before it asks."""
    state = g.state
    value: Any = None
    while True:
        with edition(state.content):
            try:
                request = script.send(value)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]
            if isinstance(request, Window) and g.scene is not None:
                settle(g)
        if isinstance(request, Window):
            questions = tuple(_in_edition(state, question) for question in request.questions)
            request = replace(request, questions=questions)
        value = yield request


def _in_edition(state: State, question: Question) -> Question:
    def inside(work: Any) -> Any:
        def run(*args: Any) -> Any:
            with edition(state.content):
                return work(*args)

        return run

    edit = None if question.edit is None else inside(question.edit)
    work = {name: inside(getattr(question, name)) for name in ("build", "check", "why")}
    return replace(question, **work, edit=edit)


def offers(state: State, seat: int) -> list[Option]:
    """At a save point every seat may agree to the newest version, and change its mind. Nobody has to say anything."""
    if state.content == newest():
        return []
    campaign = EDITIONS[newest()].campaign
    group = f"{campaign.title}, version {campaign.version}"
    names = ", ".join(f"{{{one}}}" for one in sorted(state.consents))
    wanted = f" (wanted by {names})" if names else ""
    if seat in state.consents:
        label = f"Rather stay with version {state.content}{wanted}"
        return [Option("stay", label, note="It takes everybody", rule="ISS-025", group=group)]
    everybody = "It takes everybody" if state.seat_count > 1 else ""
    note = "\n".join(text for text in (campaign.news, everybody) if text)
    return [Option("renew", f"Go on with version {campaign.version}{wanted}", note=note, rule="ISS-025", group=group)]


def take(g: G, seat: int, option: str) -> None:
    state = g.state
    if option == "stay":
        state.consents.remove(seat)
        return
    state.consents.append(seat)
    if len(state.consents) < state.seat_count:
        return
    state.content, state.consents = newest(), []
    show(state)  # what was read may be worded anew
    text = f"Version {state.content} of {EDITIONS[state.content].campaign.title} from here on."
    state.chronicle.append(Entry("version", text))
    g.tell(text, rule="ISS-025")
