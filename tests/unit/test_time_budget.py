"""A time budget bounds samples, keeps their minimum and reports what was left out."""

from dataclasses import dataclass

from tests.load.time_budget import UNLIMITED, TimeBudget


@dataclass
class FakeClock:
    now: float = 1_000.0

    def __call__(self) -> float:
        return self.now


def sample(budget: TimeBudget, clock: FakeClock, items: int, each_s: float, at_least: int) -> int:
    """Take items that need so many seconds each; return how many were taken."""
    taken = 0
    for _ in budget.take(range(items), at_least=at_least):
        clock.now += each_s
        taken += 1
    return taken


def test_seconds_pass_and_never_become_negative() -> None:
    clock = FakeClock()
    budget = TimeBudget.start(60, clock)

    clock.now += 45
    assert (budget.elapsed_s, budget.left_s, budget.is_spent) == (45, 15, False)
    clock.now += 45
    assert (budget.elapsed_s, budget.left_s, budget.is_spent) == (90, 0, True)


def test_a_sample_that_fits_is_taken_whole() -> None:
    clock = FakeClock()

    assert sample(TimeBudget.start(60, clock), clock, items=5, each_s=10, at_least=1) == 5


def test_an_item_that_would_not_fit_is_left_out() -> None:
    """After four items of 20 s there are 10 s left: a fifth would end too late."""
    clock = FakeClock()
    budget = TimeBudget.start(90, clock)

    assert sample(budget, clock, items=10, each_s=20, at_least=1) == 4
    assert budget.left_s == 10


def test_the_minimum_is_taken_though_it_takes_longer() -> None:
    clock = FakeClock()

    assert sample(TimeBudget.start(60, clock), clock, items=10, each_s=50, at_least=4) == 4


def test_without_a_minimum_nothing_is_taken_once_the_time_is_spent() -> None:
    clock = FakeClock()
    budget = TimeBudget.start(60, clock)
    clock.now += 60

    assert sample(budget, clock, items=10, each_s=1, at_least=0) == 0


def test_a_minimum_above_the_sample_takes_the_sample() -> None:
    clock = FakeClock()

    assert sample(TimeBudget.start(0, clock), clock, items=3, each_s=1, at_least=10) == 3


def test_time_before_the_sample_counts_for_the_end_but_not_for_the_mean() -> None:
    clock = FakeClock()
    budget = TimeBudget.start(60, clock)
    clock.now += 40

    assert sample(budget, clock, items=10, each_s=5, at_least=1) == 4


def test_what_is_left_out_is_reported() -> None:
    clock = FakeClock()
    lines: list[str] = []
    budget = TimeBudget.start(20, clock)

    for _ in budget.take(range(30), what="seeds", say=lines.append):
        clock.now += 5

    assert lines == ["seeds: 4 of 30; 26 left out for time"]


def test_nothing_is_reported_when_nothing_is_left_out() -> None:
    clock = FakeClock()
    lines: list[str] = []

    taken = list(TimeBudget.start(20, clock).take("abc", say=lines.append))

    assert (taken, lines) == (["a", "b", "c"], [])


def test_a_split_begins_now_with_its_share_of_what_is_left() -> None:
    clock = FakeClock()
    budget = TimeBudget.start(100, clock)
    clock.now += 20

    part = budget.split(0.5)
    clock.now += 30

    assert (part.seconds, part.left_s, budget.left_s) == (40, 10, 50)


def test_as_many_as_fit_at_a_speed_within_the_bounds() -> None:
    clock = FakeClock()
    budget = TimeBudget.start(100, clock)
    clock.now += 40

    assert budget.fit(50, at_most=100_000) == 3_000
    assert budget.fit(50, at_most=2_000) == 2_000
    assert budget.fit(50, at_most=100_000, at_least=5_000) == 5_000


def test_without_a_limit_everything_is_taken() -> None:
    assert list(UNLIMITED.take(range(1_000), at_least=0)) == list(range(1_000))
    assert UNLIMITED.split(0.5).fit(0.001, at_most=7) == 7
