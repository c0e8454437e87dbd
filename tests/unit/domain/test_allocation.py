"""One exchange at a time: what is granted, what a refusal teaches, and what is forgotten."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from edison.domain.rate_limits.allocation import (
    FORGOTTEN_AFTER_S,
    HORIZON_S,
    UNSET,
    Grant,
    Pace,
    RateLimitReport,
    RateLimits,
    SlotRequest,
    exchange_slots,
)
from edison.domain.rate_limits.call_history import time_step_of
from edison.domain.rate_limits.leases import LEASE_S
from edison.domain.rate_limits.limit_state import FIRST_WINDOW, ONE_CALLER, UNDER, probe_height

NOW = 1_800_000_000.0
LEARNED = Pace(at=NOW, ceiling=50.0, patience_s=20.0, next_request=NOW)


def ask(
    pace: Pace, wanted: int = 100, *, at: float = NOW, limits: RateLimits = UNSET, **more: object
) -> tuple[Pace, Grant]:
    told = {"process": "a", "wanted": (0,) * wanted, "waiting": wanted, **more}
    return exchange_slots(pace, SlotRequest(**told), limits, at)  # pyright: ignore[reportArgumentType]


def refused(pace: Pace, at: float, *starts: float, retry_after_s: float = 0.0) -> Pace:
    resume_at = at + retry_after_s if retry_after_s else 0.0
    return ask(pace, 0, at=at, report=RateLimitReport(refused=starts, resume_at=resume_at))[0]


def spaced(grant: Grant) -> list[float]:
    times = [slot.at for slot in grant.slots]
    return [round(later - earlier, 4) for earlier, later in pairwise(times)]


def test_the_first_call_of_all_may_start_at_once() -> None:
    _, grant = ask(Pace(), 1)

    assert [slot.at for slot in grant.slots] == [NOW]
    assert grant.share == 1


def filled(at: float = NOW) -> tuple[Pace, list[float]]:
    """A first window that is full, half at a time."""
    pace, first = ask(Pace(), 200, at=at)
    pace, second = ask(pace, 200, at=at + 0.03)
    return pace, [slot.at for slot in (*first.slots, *second.slots)]


def test_before_anything_is_known_a_first_window_may_start_and_no_more() -> None:
    pace, starts = filled()
    pace, more = ask(pace, 200, at=NOW + 0.05)

    assert len(starts) == FIRST_WINDOW
    assert more.slots == ()


def test_answers_widen_the_window() -> None:
    pace, starts = filled()

    pace, _ = ask(
        pace, 0, at=NOW + 0.3, report=RateLimitReport(answered=Counter(map(time_step_of, starts)))
    )

    assert pace.window == 1.5 * FIRST_WINDOW


def test_a_window_that_nobody_fills_does_not_grow() -> None:
    pace = Pace()
    for number in range(200):
        at = NOW + number * 0.1
        pace, grant = ask(pace, 1, at=at)
        report = RateLimitReport(answered={time_step_of(grant.slots[0].at): 1})
        pace, _ = ask(pace, 0, at=at + 0.05, report=report)

    assert pace.window == FIRST_WINDOW


def test_who_was_not_refused_within_a_second_was_let_in() -> None:
    pace, _ = filled()

    _, more = ask(pace, 200, at=NOW + 1.5)

    assert len(more.slots) == FIRST_WINDOW / 2


def test_slots_are_spaced_by_the_rate_and_reach_no_further_than_the_horizon() -> None:
    _, grant = ask(LEARNED)

    assert set(spaced(grant)) == {round(1 / (50 * UNDER), 4)}
    assert grant.slots[-1].at <= NOW + HORIZON_S + 1 / 50


def test_processes_share_one_clock() -> None:
    pace, first = ask(LEARNED, waiting=50)
    _, second = ask(pace, process="b", waiting=50)

    assert second.slots[0].at > first.slots[-1].at


def test_who_competes_gets_its_part_of_the_horizon_only() -> None:
    pace, _ = ask(LEARNED, 0, waiting=50)
    pace, _ = ask(pace, 0, process="b", waiting=50)
    _, grant = ask(pace, process="c", waiting=50)

    assert len(grant.slots) == 4  # a fifth of a second at 48.5 starts a second, among three


@pytest.mark.parametrize("limit", [60.0, 3000.0])
def test_a_configured_rate_is_kept_from_the_first_call_on(limit: float) -> None:
    pace, slots, report = Pace(), 0, RateLimitReport()
    limits = RateLimits(requests_per_minute=limit)
    for step in range(100):
        pace, grant = ask(pace, at=NOW + step * 0.1, limits=limits, report=report)
        report = RateLimitReport(answered=Counter(time_step_of(slot.at) for slot in grant.slots))
        slots += len(grant.slots)

    assert slots == pytest.approx(10 * limit / 60, rel=0.05, abs=2)


def test_what_the_provider_tells_of_its_limit_is_kept() -> None:
    pace, grant = ask(Pace(), report=RateLimitReport(told_requests=600.0))

    assert grant.rate == 10.0
    assert set(spaced(grant)) == {0.1}
    assert pace.told_requests == 600.0


def test_tokens_have_a_clock_of_their_own() -> None:
    limits = RateLimits(tokens_per_minute=60_000)

    _, grant = exchange_slots(
        Pace(), SlotRequest(process="a", wanted=(1000, 1000, 1000, 1000), waiting=4), limits, NOW
    )

    assert len(grant.slots) == 3, "two seconds' worth at once, then a thousand a second"
    assert grant.slots[-1].at - NOW < 0.01


def test_tokens_that_were_not_used_are_given_to_others() -> None:
    limits = RateLimits(tokens_per_minute=60_000)
    pace, _ = exchange_slots(
        Pace(), SlotRequest(process="a", wanted=(30_000,), waiting=1), limits, NOW
    )
    _, without = exchange_slots(
        pace, SlotRequest(process="a", wanted=(10,), waiting=1), limits, NOW + 1
    )
    report = RateLimitReport(tokens_off=-29_000)
    _, after = exchange_slots(
        pace, SlotRequest(process="a", wanted=(10,), waiting=1, report=report), limits, NOW + 1
    )

    assert without.slots == ()
    assert len(after.slots) == 1


def test_a_refusal_halves_the_rate_for_a_moment_and_remembers_what_was_let_in() -> None:
    pace, now = LEARNED, NOW
    while now < NOW + 2:
        pace, _ = ask(pace, at=now)
        now += 0.1

    pace = refused(pace, now, now - 0.05)

    assert pace.ceiling == pytest.approx(50, rel=0.05)
    assert pace.ceiling is not None
    assert pace.rate(UNSET) == pytest.approx(pace.ceiling * UNDER / 2, rel=0.01)
    later = replace(pace, at=pace.slow_until)
    assert later.rate(UNSET) == pytest.approx(pace.ceiling * UNDER, rel=0.01)


def test_refusals_of_the_same_episode_count_once() -> None:
    once = refused(LEARNED, NOW + 1, NOW + 0.9)
    twice = refused(once, NOW + 1.1, NOW + 0.95, NOW + 1.05)

    assert (twice.ceiling, twice.slow_until) == (once.ceiling, once.slow_until)


def test_a_refusal_after_the_episode_counts_again() -> None:
    once = refused(LEARNED, NOW + 1, NOW + 0.9)
    again = refused(once, NOW + 3, NOW + 2.9)

    assert again.slow_until > once.slow_until
    assert again.ceiling is not None
    assert once.ceiling is not None
    assert again.ceiling < once.ceiling


def test_retry_after_stops_everyone_until_then() -> None:
    pace = refused(LEARNED, NOW + 1, NOW + 0.9, retry_after_s=1.5)

    _, other = ask(pace, process="b", at=NOW + 1.1)
    _, later = ask(pace, process="b", at=NOW + 2.4)

    assert all(slot.at >= NOW + 2.5 for slot in (*other.slots, *later.slots))
    assert later.slots[0].at == pytest.approx(NOW + 2.5)


def test_a_long_retry_after_gives_no_slots_before_its_time_is_near() -> None:
    pace = refused(LEARNED, NOW + 1, NOW + 0.9, retry_after_s=30)

    _, grant = ask(pace, at=NOW + 2)

    assert grant.slots == ()
    assert grant.ask_again_at == pytest.approx(NOW + 31, abs=0.5)


def test_the_rate_climbs_only_while_callers_wait() -> None:
    idle, busy = LEARNED, LEARNED
    for step in range(1, 300):
        idle, _ = ask(idle, 1, at=NOW + step * 0.1)
        busy, _ = ask(busy, 100, at=NOW + step * 0.1)

    assert idle.probed_s == 0.0
    assert busy.rate(UNSET) > 50.0


def test_the_climb_is_flat_near_the_ceiling_and_steep_far_above() -> None:
    assert probe_height(0) == UNDER
    assert probe_height(1) == pytest.approx(1.0)
    assert probe_height(0.5) - probe_height(0) < 0.01
    assert probe_height(2) > 1.5
    steps = [probe_height(number / 20) for number in range(60)]
    assert steps == sorted(steps)


def test_what_was_learned_is_kept_for_minutes_and_forgotten_after_ten() -> None:
    soon, _ = ask(LEARNED, 0, at=NOW + 300)
    late, _ = ask(LEARNED, 0, at=NOW + FORGOTTEN_AFTER_S + 1)

    assert soon.ceiling == 50.0
    assert late.ceiling is None


def test_a_clock_that_steps_back_does_not_go_back_here() -> None:
    pace, _ = ask(LEARNED, at=NOW + 1)
    pace, grant = ask(pace, at=NOW - 60)

    assert grant.now == NOW + 1
    assert all(slot.at >= NOW + 1 for slot in grant.slots)


def test_a_rare_refusal_far_below_what_was_let_in_before_is_a_bad_moment() -> None:
    pace, now = replace(LEARNED, proven=200.0), NOW
    while now < NOW + 4:
        pace, _ = ask(pace, at=now)
        now += 0.1

    assert refused(pace, now, now - 0.05).ceiling == 50.0
    many = refused(pace, now, *(now - 0.05 for _ in range(20)))
    assert many.ceiling is not None
    assert many.ceiling < 50.0


def test_where_refusals_come_at_any_rate_they_cost_a_moment_only() -> None:
    pace, now = replace(LEARNED, noise=0.02), NOW
    while now < NOW + 4:
        pace, _ = ask(pace, at=now)
        now += 0.1

    pace = refused(pace, now, now - 0.05)

    assert pace.rate(UNSET) == pytest.approx(50 * UNDER / 2, rel=0.01)
    assert replace(pace, at=now + 0.2).rate(UNSET) >= 50 * UNDER


def test_many_refusals_are_the_rate_even_where_some_come_at_any_rate() -> None:
    pace, now = replace(LEARNED, noise=0.02, proven=50.0), NOW
    while now < NOW + 4:
        pace, _ = ask(pace, at=now)
        now += 0.1

    pace = refused(pace, now, *(now - 0.05 * number for number in range(1, 13)))

    assert replace(pace, at=now + 1).rate(UNSET) < 45


def test_a_few_refusals_do_not_slow_one_caller_down() -> None:
    pace, now = Pace(), NOW
    for _ in range(3):
        pace, grant = ask(pace, 1, at=now)
        now = max(now, grant.slots[0].at) + 0.1
        pace = refused(pace, now, now - 0.1)

    assert pace.rate(UNSET) >= UNDER * ONE_CALLER


def test_who_refuses_nearly_everything_is_asked_less_than_one_caller_would() -> None:
    pace, now = Pace(), NOW
    for _ in range(12):
        pace, grant = ask(pace, 1, at=now)
        now = max(now, *(slot.at for slot in grant.slots)) + 0.1 if grant.slots else now + 1
        pace = refused(pace, now, *(slot.at for slot in grant.slots))

    assert pace.rate(UNSET) < ONE_CALLER / 2


def test_slots_given_back_before_their_time_are_handed_out_again() -> None:
    pace, first = ask(LEARNED, 8)
    report = RateLimitReport(unused=Counter(time_step_of(slot.at) for slot in first.slots[4:]))
    _, again = ask(pace, 8, report=report)

    assert again.slots[0].at == pytest.approx(first.slots[4].at, abs=0.01)


def test_slots_that_went_by_unused_are_made_up_for_little_by_little() -> None:
    pace, first = ask(LEARNED, 8)
    report = RateLimitReport(unused=Counter(time_step_of(slot.at) for slot in first.slots))
    pace, late = ask(pace, 8, at=NOW + 0.5, report=report)

    assert 1 / (50 * 1.1) <= spaced(late)[0] + 0.0001 < 1 / (50 * UNDER)
    pace, _ = ask(pace, 0, at=NOW + 10)
    assert pace.owed < 0.1, "and not for long"


def test_the_places_of_a_dead_process_are_free_after_its_lease() -> None:
    limits = RateLimits(concurrency=10)
    pace, _ = ask(Pace(), process="dead", limits=limits, in_flight=10)

    assert ask(pace, at=NOW + 1, limits=limits)[1].share == 0
    assert ask(pace, at=NOW + LEASE_S, limits=limits)[1].share == 10
