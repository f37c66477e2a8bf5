"""Requirements, conversions and V: ISS-112 to ISS-118, ISS-129."""

from __future__ import annotations

from app.games.vanguard.language import need
from app.games.vanguard.needs import Rolled, meets, sets, strength
from tests.rules import rule


def die(*icons: str, colour: str = "", converts: tuple[str, ...] = ()) -> Rolled:
    return Rolled("+".join((colour, *icons)), icons, colour, converts)


@rule("ISS-112", "ISS-113", "ISS-EX34", "ISS-153")
def test_any_takes_one_icon_and_v_and_never_an_accident() -> None:
    track, v, ba, ac = die("TRACK"), die("V"), die("Ba", colour="green"), die("Ac")
    both = need("ANY+ANY")
    assert meets([track, v], both)
    assert meets([ba, v], both)
    assert meets([v, die("V")], both)
    assert meets([die("Ba", colour="red"), ba], both)
    assert not meets([track, die("READ")], both)
    assert not meets([track, ac], both)
    assert not meets([ac, v], both)
    assert {len(found) for found in sets([track, v, ba, ac], both)} == {2}
    assert len(sets([track, v, ba, ac], both)) == 2


@rule("ISS-114", "ISS-EX35")
def test_two_icons_of_one_die() -> None:
    expert = die("PROBE", "MEND", colour="blue")
    assert meets([expert], need("PROBE+MEND"))
    assert meets([expert], need("PROBE"))
    assert not meets([expert], need("PROBE+PROBE"))
    assert meets([expert, die("PROBE")], need("PROBE+PROBE"))


@rule("ISS-115", "ISS-116", "ISS-118", "ISS-152")
def test_a_converted_ba_counts_as_one_icon() -> None:
    ba = die("Ba", colour="blue", converts=("TRACK", "PROBE"))
    assert meets([ba], need("TRACK"))
    assert meets([ba], need("PROBE"))
    assert not meets([ba], need("TRACK+PROBE"))
    assert not meets([ba], need("TRACK"), natural=True)
    assert not meets([die("Ba", colour="blue")], need("TRACK"))


@rule("ISS-129", "ISS-EX50")
def test_plus_slash_and_plain_colours() -> None:
    red, blue = die("Ac", colour="red"), die("LINK", colour="blue")
    assert meets([red, blue], need("red+blue"))
    assert not meets([red], need("red+blue"))
    assert meets([die("READ")], need("READ/HAUL"))
    assert meets([die("HAUL")], need("READ/HAUL"))
    assert meets([die("READ"), die("HAUL")], need("READ+HAUL"))
    assert not meets([die("READ")], need("READ+HAUL"))
    assert meets([die("Ac", colour="blue"), red], need("red+blue"))


@rule("ISS-151")
def test_v_stands_for_any_icon_but_not_for_v_demanded_twice() -> None:
    assert meets([die("V")], need("LINK"))
    assert meets([die("V"), die("V")], need("V+V"))
    assert not meets([die("TRACK"), die("V")], need("V+V"))
    assert not meets([die("V")], need("Ac"))


@rule("ISS-127")
def test_a_die_with_two_fitting_icons_meets_an_effect_twice() -> None:
    assert strength(die("GUARD", "HAUL"), need("GUARD/HAUL")) == 2
    assert strength(die("GUARD", "HAUL"), need("GUARD")) == 1
    assert strength(die("GUARD", "HAUL"), need("GUARD+HAUL")) == 1
