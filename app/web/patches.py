"""Patches: a region that changed a little is sent as what changed in its text.

A page keeps the text of each region as it was last sent over the same connection (static/js/connection.js), puts what is new
between the stretches that have stayed, and goes on as if it had been sent the whole. A page says that it can do this when it
connects; others are sent the whole.
"""

from __future__ import annotations

import re
from functools import lru_cache

SMALL = 300  # characters; what is smaller is sent whole
WORTH = 0.7  # the part of the whole that a patch may be at most
ANCHOR = 48  # characters that are looked for in the new text; a stretch that stays is at least as long
DEEPEST = 2  # how often what is between two stretches is looked through again
BETWEEN = "\x1f"  # stands between what is new in one place and in the next
PARTIAL = re.compile(
    r'<hx-partial hx-target="#(r-[\w-]+)" hx-swap="outerMorph"(?: data-keep="([\d ]+)")?>(.*?)</hx-partial>', re.S
)


def whole(name: str, html: str) -> str:
    return f'<hx-partial hx-target="#r-{name}" hx-swap="outerMorph">{html}</hx-partial>'


def is_kept(target: str, html: str) -> bool:
    """Whether the page keeps this text. Between two questions nothing is asked: it is the last question that is kept."""
    return target != "r-ask" or " data-asked=" in html


@lru_cache(maxsize=512)  # some regions go to and fro between few forms
def patch(name: str, before: str, now: str) -> str | None:
    """What makes this text of the earlier one; None if that is not worth it. Places are counted as browsers count."""
    if len(now) < SMALL or BETWEEN in now or not _counted_alike(before):
        return None
    stays = stretches(before, now)
    keep = " ".join([f"{place} {place + length}" for place, _, length in stays])
    ends = [place + length for _, place, length in stays]
    new = [now[end:place] for end, (_, place, _) in zip(ends, stays[1:], strict=False)]
    if sum(map(len, new)) + len(keep) > WORTH * len(now):
        return None
    return f'<hx-partial hx-target="#r-{name}" hx-swap="outerMorph" data-keep="{keep}">{BETWEEN.join(new)}</hx-partial>'


def stretches(before: str, now: str) -> list[tuple[int, int, int]]:
    """What has stayed: places in both texts and lengths, in order; the first at the beginning and the last at the end,
    though they may be empty."""
    old, new = len(before), len(now)
    start = _ahead(before, 0, now, 0, min(old, new))
    end = _back(before, old, now, new, min(old, new) - start)
    found = [(0, 0, start)]
    _look_between(before, now, (start, old - end), (start, new - end), found, DEEPEST)
    found.append((old - end, new - end, end))
    return found


def _look_between(
    before: str, now: str, old: tuple[int, int], new: tuple[int, int], found: list[tuple[int, int, int]], deeper: int
) -> None:
    """Look for something from the middle of the earlier text in the new one, and beside it again."""
    if not deeper or old[1] - old[0] < 2 * ANCHOR or new[1] - new[0] < 2 * ANCHOR:
        return
    for part in (2, 1, 3):  # the middle, and where that is new something before or behind it
        at = old[0] + (old[1] - old[0]) * part // 4 - ANCHOR // 2
        there = now.find(before[at : at + ANCHOR], *new)
        if there >= 0:
            break
    else:
        return
    left = _back(before, at, now, there, min(at - old[0], there - new[0]))
    right = _ahead(before, at, now, there, min(old[1] - at, new[1] - there))
    _look_between(before, now, (old[0], at - left), (new[0], there - left), found, deeper - 1)
    found.append((at - left, there - left, left + right))
    _look_between(before, now, (at + right, old[1]), (there + right, new[1]), found, deeper - 1)


def _ahead(one: str, at: int, other: str, there: int, most: int) -> int:
    """How many characters are the same in both texts from these places on. By halves: comparing many is no dearer than
    comparing one."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if one[at + low : at + middle] == other[there + low : there + middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _back(one: str, at: int, other: str, there: int, most: int) -> int:
    """How many are the same before these places."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if one[at - middle : at - low] == other[there - middle : there - low]:
            low = middle
        else:
            high = middle - 1
    return low


def _counted_alike(text: str) -> bool:
    """Whether browsers count as many characters in it as we do: not if there are some that take two places there."""
    return text.isascii() or len(text.encode("utf-16-le")) == 2 * len(text)


class Text:
    """The text of a region in one version, and what makes it of the version that was sent before."""

    __slots__ = ("_patch", "before", "html", "mixed", "name", "version")

    def __init__(self, name: str, version: int, html: str, before: Text | None) -> None:
        self.name, self.version, self.html = name, version, html
        self.mixed = False  # it was sent in two forms, because somebody changed their name
        self.before = (before.version, before.html) if before is not None and not before.mixed else None
        self._patch: str | None = None

    def since(self, seen: int, began: int) -> str:
        """For a page that has been sent everything from one version up to another."""
        if self.before is None or not began < self.before[0] <= seen:
            return whole(self.name, self.html)
        if self._patch is None:
            self._patch = patch(self.name, self.before[1], self.html) or whole(self.name, self.html)
        return self._patch


class Page:
    """The texts that a page has, for what reads frames without a browser."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def read(self, frame: str) -> str:
        """The frame with everything whole."""
        return PARTIAL.sub(self._whole, frame)

    def _whole(self, found: re.Match[str]) -> str:
        target, keep, text = found.groups()
        if keep is not None:
            places = [int(place) for place in keep.split()]
            stays = [self._texts[target][start:end] for start, end in zip(places[::2], places[1::2], strict=True)]
            text = "".join(part for pair in zip(stays, [*text.split(BETWEEN), ""], strict=True) for part in pair)
        if is_kept(target, text):
            self._texts[target] = text
        return whole(target.removeprefix("r-"), text)
