"""Room codes that can be said over a voice call: "amber-otter-4217". There are 33 million of them, and an address that
tries codes that lead nowhere is slowed down (app/web/budgets.py), so nobody finds a table by trying."""

import secrets

FIRST = (
    "amber basil birch blue bold brave bright calm cedar clear cloud coral crisp dawn deep dusty early easy ember fair "
    "fern fine frost gentle glad gold grand green happy hazel honey ivory jolly keen kind lemon light lilac little lucky "
    "maple mellow merry mild mint misty noble olive opal pearl plum proud quick quiet rapid royal ruby silver sunny swift"
).split()
SECOND = (
    "anchor apple arrow badger beacon bear bell bridge brook canyon castle comet crane deer dragon eagle falcon field "
    "finch forest fox garden glacier harbor hare hawk heron hill island kite lagoon lake lantern lark lion lynx meadow "
    "moon mountain oak ocean otter owl panda pine planet pond raven reef river robin rocket sail seal shore spruce star"
).split()


def room_code() -> str:
    return f"{secrets.choice(FIRST)}-{secrets.choice(SECOND)}-{secrets.randbelow(9000) + 1000}"


def tidy_code(typed: str) -> str:
    """What people type for a code: spaces for dashes, capitals, a whole link."""
    last = typed.strip().rstrip("/").rsplit("/", 1)[-1]
    return "-".join(last.lower().replace("-", " ").split())
