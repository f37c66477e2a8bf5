from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from app.kernel import Rng


@given(st.text(max_size=20), st.integers(1, 1000))
def test_numbers_stay_within_their_bound(seed: str, bound: int) -> None:
    rng = Rng(seed)
    assert all(0 <= rng.below(bound, "dice") < bound for _ in range(20))


def test_streams_do_not_disturb_each_other() -> None:
    one, other = Rng("seed"), Rng("seed")
    one.roll(6, "dice")
    assert one.below(1000, "deck") == other.below(1000, "deck")


def test_the_state_of_chance_is_the_seed_and_the_counters() -> None:
    rng = Rng("seed")
    rng.shuffled(range(10), "deck")
    again = Rng("seed", dict(rng.counters))
    assert rng.shuffled(range(50), "deck") == again.shuffled(range(50), "deck")


def test_dice_are_fair_enough() -> None:
    rng = Rng("fair")
    counts = Counter(rng.roll() for _ in range(6000))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert all(900 < count < 1100 for count in counts.values())


@given(st.lists(st.integers()))
def test_shuffling_keeps_every_thing(things: list[int]) -> None:
    assert sorted(Rng("x").shuffled(things, "deck")) == sorted(things)
