"""Schedules that are due in the same minute: each runs once, also when a worker is killed in the middle of it."""

import pytest

from tests.fault.schedule_storm import storm

WITHIN_S = 60.0


async def test_schedules_start_once_each_though_a_worker_is_killed() -> None:
    await seconds_until_all_have_started(60)


@pytest.mark.nightly
async def test_two_hundred_schedules_start_within_a_minute() -> None:
    assert await seconds_until_all_have_started(200) <= WITHIN_S


async def seconds_until_all_have_started(schedules: int) -> float:
    seen = await storm(schedules, kill=True)

    assert seen.kills == 1
    assert seen.refused == {}
    assert seen.more_than_once == 0
    assert seen.run_once == schedules
    assert seen.spread_s > 0, "they did not start while we waited"
    return seen.spread_s
