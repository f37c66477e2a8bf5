"""Ways to ask: the owner of a section, or the whole table (ISS-344, ISS-345)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence

from app.games.vanguard.people import SECURITY, owner, seats_of
from app.games.vanguard.state import State
from app.kernel import PASS, Option, Play, Question, Script, Values, ask, choosing, window

G = Play[State]
Consent = Callable[[str], Collection[int]]  # the seats without which an option cannot be taken


def openly(g: G, question: Question) -> Script[Values]:
    """A question beside which exertion, skills and other any-time effects may be used (ISS-349)."""
    g.state.window = True
    values = yield from ask(question)
    g.state.window = False
    return values


def pick(
    g: G,
    seat: int,
    prompt: str,
    options: Sequence[Option] | Callable[[], Sequence[Option]],
    *,
    rule: str | None = None,
    default: str | None = None,
    public: str = "",
) -> Script[str]:
    """One option of a closed list; a single one is no question, what it does is told as it happens (ISS-356)."""
    listed = options() if callable(options) else options
    if len(listed) == 1:
        return listed[0].id
    safe = None if default is None else (default,)
    values = yield from ask(choosing(seat, prompt, listed, rule=rule, default=safe, public=public))
    return values[0]


def decide(
    g: G,
    prompt: str,
    options: Sequence[Option],
    *,
    rule: str | None = "ISS-344",
    default: str | None = None,
    single: bool = False,
    consent: Consent = lambda option: (),
    planned: bool = False,
) -> Script[str]:
    """A decision of the whole table: proposed by any seat, carried unless somebody objects, then voted on. No vote
    disposes of a crew against its owner (ISS-345). What belongs to a shared plan goes by it, where there is one."""
    state = g.state
    if planned and state.agenda is not None:
        said = _on_the_agenda(state.agenda, [option.id for option in options])
        if said:
            return said
    if len(options) == 1 and single:
        return options[0].id
    seats = seats_of(state)
    safe = (default or options[0].id,)
    if state.seat_count == 1:
        values = yield from openly(g, choosing(seats[0], prompt, options, rule=rule, default=safe, stop=True))
        return values[0]
    wait = Option(PASS, "Leave it to the others")
    steward = owner(state, SECURITY)
    questions = [
        choosing(
            seat,
            prompt,
            [*options, wait],
            rule=rule,
            default=safe if seat == steward else (PASS,),
            group=True,
            public="confer",
        )
        for seat in seats
    ]
    state.window = True
    proposals = yield from window(questions, "first", shows_progress=True)
    state.window = False
    chosen = [(seat, values[0]) for seat, values in proposals.items() if values != (PASS,)]
    if not chosen:
        free = [option for option in options if {steward}.issuperset(consent(option.id))]
        values = yield from ask(choosing(steward, prompt, free, rule=rule, default=safe, public="decides"))
        return values[0]
    proposer, proposal = chosen[0]
    label = next(option.label for option in options if option.id == proposal)
    agreed = yield from _agreed(g, proposer, label)
    if agreed or len(options) == 1:
        return proposal
    return (yield from _vote(g, prompt, options, proposal, consent))


def _on_the_agenda(agenda: list[str], ids: list[str]) -> str:
    """The next of these that all were ready for, else to do no more; nothing where something else must be chosen."""
    found = next((one for one in agenda if one in ids), "")
    if not found:
        return "done" if "done" in ids else ""
    agenda.remove(found)
    return found


def _agreed(g: G, proposer: int, label: str) -> Script[bool]:
    answers = [Option("agree", "Agree"), Option("object", "Object: put it to a vote")]
    questions = [
        choosing(
            seat,
            f"{{{proposer}}} proposes: {label}",
            answers,
            soft=True,
            group=True,
            topic="proposal",
            rule="ISS-344",
            public="weigh a proposal",
        )
        for seat in seats_of(g.state)
        if seat != proposer
    ]
    # Who has answered is seen: until somebody has, the proposal can be taken back (ISS-351).
    said = yield from window(questions, "all", shows_progress=True)
    return all(values == ("agree",) for values in said.values())


def _vote(g: G, prompt: str, options: Sequence[Option], proposal: str, consent: Consent) -> Script[str]:
    state = g.state
    questions = [
        choosing(seat, f"Vote: {prompt}", options, default=(proposal,), group=True, rule="ISS-344", public="vote")
        for seat in seats_of(state)
    ]
    votes = yield from window(questions, "all")
    count = Counter(values[0] for values in votes.values())
    able = [option.id for option in options if all(votes[seat] == (option.id,) for seat in consent(option.id))]
    best = max(count[key] for key in able)
    leading = [key for key in able if count[key] == best]
    casting = votes[owner(state, SECURITY)][0]
    chosen = casting if casting in leading else leading[0]
    label = next(option.label for option in options if option.id == chosen)
    g.tell(f"The vote decides: {label}.", rule="ISS-344")
    return chosen


def agree(g: G, seats: Sequence[int], prompt: str, *, rule: str) -> Script[bool]:
    """Whether all these seats agree; one refusal closes the vote (ISS-342)."""
    options = [Option("no", "No"), Option("yes", "Yes")]
    if not seats:
        return True
    questions = [choosing(seat, prompt, options, rule=rule, public="vote") for seat in seats]
    votes = yield from window(questions, "first", shows_progress=True, passing=("yes",))
    return all(values == ("yes",) for values in votes.values())
