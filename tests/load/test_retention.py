"""Retention keeps up with 500 calls a second, with room to catch up."""

import pytest

from tests.load.retention_speed import CALLS_A_SECOND, measure, say
from tests.support.world import World


@pytest.mark.nightly
async def test_deletion_is_ten_times_as_fast_as_what_500_calls_a_second_leave(world: World) -> None:
    speed = await measure(world, 200_000)

    print(say(speed))
    assert speed.rows_a_second > 10 * 2 * CALLS_A_SECOND
    assert speed.answers_a_second > 10 * CALLS_A_SECOND
