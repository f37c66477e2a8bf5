"""What stands on Discord compared with what should stand there: the steps from the one to the other, and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal

import msgspec

from app.discord.bodies import Body, digest

EDIT_EVERY = 3.0  # seconds: changes that come close together are one edit

Key = tuple[str, str, int, int]


class Want(msgspec.Struct, frozen=True):
    """A message that should stand somewhere."""

    kind: str  # card, ping, reminder
    body: Body
    address: str = ""  # /channels/1; of a ping: found when it is said
    person_id: str = ""
    turn: int = 0
    number: int = 0
    stage: str = ""

    @property
    def key(self) -> Key:
        return self.kind, self.person_id, self.turn, self.number


class Post(msgspec.Struct, frozen=True):
    """A message of ours that stands there, as far as we know."""

    id: int
    about: str
    kind: str
    person_id: str
    turn: int
    number: int
    address: str
    message_id: str | None
    digest: str | None
    stage: str
    again: bool
    sent_at: float | None
    edited_at: float | None

    @property
    def key(self) -> Key:
        return self.kind, self.person_id, self.turn, self.number

    @property
    def said(self) -> bool:
        """It was said once, and perhaps taken away again."""
        return self.sent_at is not None


class Step(msgspec.Struct, frozen=True):
    """What is to be done. show: edit it, or post it anew at the bottom if it has scrolled away."""

    act: Literal["send", "edit", "show", "renew", "remove", "forget"]
    want: Want | None = None
    post: Post | None = None


def differences(
    wants: Iterable[Want], posts: Iterable[Post], now: float, going_on: Collection[int] = ()
) -> tuple[list[Step], float | None]:
    """The steps, and when there will be more of them. `going_on` are the turns that are not over: of those it is kept
    that they were spoken of, so that nothing is said twice."""
    by_key = {want.key: want for want in wants}
    steps: list[Step] = []
    later: float | None = None
    for post in posts:
        want = by_key.pop(post.key, None)
        if want is None:
            if post.message_id is not None:
                steps.append(Step("remove", post=post))
            elif post.turn not in going_on or not (post.said or post.again):
                steps.append(Step("forget", post=post))
        elif post.message_id is None:
            if want.kind != "ping" or not post.said or post.again:
                steps.append(Step("send", want, post))
        elif post.again or (want.kind == "card" and want.address != post.address):
            steps.append(Step("renew", want, post))
        elif post.digest != digest(want.body) or post.stage != want.stage:
            free = max(post.edited_at or 0.0, post.sent_at or 0.0) + EDIT_EVERY
            if free > now:
                later = free if later is None else min(later, free)
            else:
                steps.append(Step("edit" if want.stage == post.stage else "show", want, post))
    steps += [Step("send", want) for want in by_key.values()]
    order = {"forget": 0, "remove": 1, "edit": 2, "show": 2, "renew": 2, "send": 3}
    return sorted(steps, key=lambda step: order[step.act]), later
