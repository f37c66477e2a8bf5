"""The card of a table: lobby, then game, then result. A pure function of what everybody may know."""

from __future__ import annotations

import msgspec

from app.discord.bodies import BLUE, GREEN, GREY, NOBODY, Body, button, row, way_to
from app.discord.words import FREE, cut, escape, in_words, listed, of_several, shape

GATHERING, PLAYING, OVER = 0xB48AE0, 0xF0A94E, 0x86C994
NOT_READY, EMPTY = 0x80848E, 0x4E5058
LONGEST_TITLE, LONGEST_TEXT, LONGEST_FIELD = 250, 2000, 1000
MOST_SCORES, MOST_PLACES = 8, 8


class Chair(msgspec.Struct, frozen=True):
    """A seat, as everybody may know it."""

    name: str = ""  # empty: nobody sits here
    user: str = ""  # their id on Discord
    emblem: int = 0
    bot: bool = False
    ready: bool = False
    host: bool = False
    played_by: str = ""  # a friend, who plays it for now
    face: str = ""  # the picture on Discord of who plays it; empty: none, or not connected with Discord

    @property
    def known(self) -> str:
        return f"<@{self.user}>" if self.user else f"**{escape(self.name)}**"


class Result(msgspec.Struct, frozen=True):
    verdict: str
    why: str = ""
    kicker: str = ""
    decided: str = ""  # the moment that decided it: a sentence of the story
    scores: tuple[tuple[str, int], ...] = ()
    rematch: str = ""
    winners: tuple[int, ...] = ()  # seats


class Standing(msgspec.Struct, frozen=True):
    """How a table stands, for everybody."""

    code: str
    title: str
    status: str
    address: str  # of the table's page
    chairs: tuple[Chair, ...]
    promise: str = ""
    length: str = ""  # "About two hours"
    sentence: str = ""  # its options in words
    changed: tuple[str, ...] = ()  # what the host changed since people were ready
    art: str = ""
    progress: str = ""
    waited: tuple[int, ...] = ()  # seats
    doing: str = ""  # "chooses a secret"
    since: int = 0  # seconds since 1970: since when they have been waited for
    just_now: str = ""
    result: Result | None = None
    watchable: bool = True
    inside: bool = False  # the pages also open inside Discord

    @property
    def stage(self) -> str:
        """What it has come to. When that changes, the card must be in sight."""
        if self.status != "lobby":
            return self.status
        return "complete" if all(chair.name for chair in self.chairs) and not self.late else "lobby"

    @property
    def late(self) -> list[Chair]:
        """Who sits there and has not said that they are ready."""
        return [chair for chair in self.chairs if chair.name and not (chair.ready or chair.host or chair.bot)]

    @property
    def free(self) -> int:
        return sum(not chair.name for chair in self.chairs)

    @property
    def host(self) -> Chair | None:
        return next((chair for chair in self.chairs if chair.host), None)

    @property
    def in_the_light(self) -> tuple[int, ...]:
        """Whose face belongs on the card: who is waited for, then who has won."""
        return self.waited if self.status == "playing" else self.result.winners if self.result is not None else ()


def card(s: Standing) -> Body:
    embed = {"lobby": _gathering, "playing": _playing, "finished": _over}[s.status](s)
    embed |= {"url": s.address}
    if s.art:
        embed["image"] = {"url": s.art}
    if s.host is not None and s.status == "lobby":
        embed["author"] = _with_face(f"{s.host.name} opened a table", s.host.face)
    looked_at = [s.chairs[seat].face for seat in s.in_the_light]
    if len(looked_at) == 1 and looked_at[0]:
        embed["thumbnail"] = {"url": looked_at[0]}
    places = _places(s) if s.status == "lobby" else []
    return {"content": "", "embeds": [embed, *places], "allowed_mentions": NOBODY, "components": _buttons(s)}


def _with_face(words: str, face: str) -> Body:
    """Discord draws the picture small and round before the words, which it takes as they are."""
    return {"name": cut(words, LONGEST_TITLE)} | ({"icon_url": face} if face else {})


# Gathering ----------------------------------------------------------------------------------------------------------


def _gathering(s: Standing) -> Body:
    if s.free:
        state = f"{in_words(s.free)} chair{' is' if s.free == 1 else 's are'} free"
    elif s.late:
        state = f"waiting for {listed([chair.name for chair in s.late])} to be ready"
    else:
        state = "everybody is ready"
    fields = [_field("At the table", ", ".join(_seated(s)))]
    if s.sentence:
        fields.append(_field("Agreed on", s.sentence))
    if s.changed:
        fields.append(_field("The host changed", "\n".join(s.changed)))
    words = " ".join(filter(None, (s.promise, f"{s.length}." if s.length else "")))
    return _embed(f"{s.title}: {state}", words, GATHERING, fields, f"code {s.code}")


def _seated(s: Standing) -> list[str]:
    """Everybody as they are known here: a name that can be pressed, where they are on Discord."""
    sitting = [chair.known for chair in s.chairs if chair.name]
    if s.free:
        sitting.append("a free chair" if s.free == 1 else f"{in_words(s.free)} free chairs")
    return sitting


def _places(s: Standing) -> list[Body]:
    """A place card for everybody who sits there: their face, or the shape that stands for it, and whether they are
    ready. Discord takes ten parts in all, the card itself among them; no game has that many chairs."""
    taken = [chair for chair in s.chairs if chair.name][:MOST_PLACES]
    places = [_place(chair) for chair in taken]
    if s.free:
        words = f"{FREE} {'a free chair' if s.free == 1 else f'{in_words(s.free)} free chairs'}"
        places.append({"author": {"name": words}, "color": EMPTY})
    return places


def _place(chair: Chair) -> Body:
    state = "a bot" if chair.bot else "host" if chair.host else "ready ✓" if chair.ready else "not ready yet"
    words = f"{chair.name}, {state}" if chair.face else f"{shape(chair.emblem)} {chair.name}, {state}"
    good = chair.bot or chair.host or chair.ready
    return {"author": _with_face(words, chair.face), "color": OVER if good else NOT_READY}


# In play ------------------------------------------------------------------------------------------------------------


def _playing(s: Standing) -> Body:
    waited = [s.chairs[seat] for seat in s.waited]
    names = [chair.played_by or chair.name for chair in waited]
    everybody = len(waited) == len(s.chairs) > 2
    who = "everybody" if everybody else listed(names)
    state = f"{who} {'is' if everybody or len(names) == 1 else 'are'} at it" if names else "in play"
    fields = []
    if waited:
        known = listed([f"{chair.known}{_for(chair)}" for chair in waited])
        doing = s.doing.strip()
        doing = of_several(doing) if len(waited) > 1 else doing
        since = f"\nasked <t:{s.since}:R>" if s.since else ""
        fields.append(_field("Waited for", f"{known} {doing}".strip() + since))
    fields.append(_field("At the table", ", ".join(f"{shape(c.emblem)} {escape(c.name)}" for c in s.chairs)))
    if s.just_now:
        fields.append(_field("Just now", s.just_now))
    foot = f"Only what the whole table knows is shown here. Code {s.code}"
    return _embed(f"{s.title}: {state}", s.progress, PLAYING, fields, foot)


def _for(chair: Chair) -> str:
    return f" (played by {escape(chair.played_by)})" if chair.played_by else ""


# Over ---------------------------------------------------------------------------------------------------------------


def _over(s: Standing) -> Body:
    result = s.result or Result("it is over")
    words = " ".join(filter(None, (result.why, result.decided)))
    fields = [
        _field(name, f"{points} point{'' if points == 1 else 's'}", inline=True) for name, points in result.scores
    ]
    if not fields:
        fields.append(_field("At the table", listed([escape(chair.name) for chair in s.chairs])))
    if result.rematch:
        fields.append(_field("Again", f"The same people gather at `{result.rematch}`."))
    foot = " · ".join(filter(None, (result.kicker, f"code {s.code}")))
    return _embed(f"{s.title}: {result.verdict}", words, OVER, fields[: MOST_SCORES + 1], foot)


# Pieces -------------------------------------------------------------------------------------------------------------


def _field(name: str, value: str, *, inline: bool = False) -> Body:
    return {"name": cut(name, LONGEST_TITLE), "value": cut(value, LONGEST_FIELD) or "-", "inline": inline}


def _embed(title: str, words: str, colour: int, fields: list[Body], foot: str) -> Body:
    made: Body = {"title": cut(title, LONGEST_TITLE), "color": colour, "fields": fields}
    if words:
        made["description"] = cut(words, LONGEST_TEXT)
    return made | {"footer": {"text": cut(foot, LONGEST_TEXT)}}


def _buttons(s: Standing) -> list[Body]:
    def act(style: int, label: str, name: str) -> Body:
        return button(style, label, f"lobby:{s.code}:{name}")

    inside = [act(GREY, "Inside Discord", "launch")] if s.inside else []
    if s.status == "lobby":
        first = [act(GREEN, "Take a seat", "join"), act(GREY, "Leave", "leave"), act(GREY, "I am ready", "ready")]
        return [
            row(*first, act(BLUE, "Start", "start")),
            row(act(GREY, "Open", "open"), *inside, act(GREY, "Set it up", "setup")),
        ]
    if s.status == "playing":
        watch = [act(GREY, "Watch", "watch")] if s.watchable else []
        ways = [act(BLUE, "Play here", "play"), act(GREY, "Open", "open"), *inside, *watch]
        return [row(*ways, act(GREY, "The story so far", "story"))]
    over = s.result or Result("")
    again = act(BLUE, "To the rematch" if over.rematch else "Rematch", "rematch")
    ways = [way_to(f"{s.address}/replay", "Watch it"), way_to(f"{s.address}/story", "Read the story")]
    return [row(again, *(ways if s.watchable else []))]
