"""Schedules that are due in the same minute: each runs once, also when a worker is killed in the middle of it."""

from tests.fault.schedule_storm import storm

WITHIN_S = 60.0


async def test_two_hundred_schedules_start_once_each_though_a_worker_is_killed() -> None:
    seen = await storm(200, kill=True)

    assert seen.kills == 1
    assert seen.refused == {}
    assert seen.more_than_once == 0
    assert seen.run_once == 200
    assert 0 < seen.spread_s <= WITHIN_S
