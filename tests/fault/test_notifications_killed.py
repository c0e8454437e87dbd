"""No notification is lost or doubled when the worker is killed, and the count finds it if one is."""

from pathlib import Path

import pytest

from tests.load.notification_worlds import FORGET_MARKS, LOSE_SOME, measure_notifications
from tests.support.world import World


async def test_a_killed_worker_loses_and_doubles_nothing(world: World, tmp_path: Path) -> None:
    found = await measure_notifications(world, tmp_path, events=200, people=20, kills=1)

    assert found.kills == 1
    assert found.notifications_sent > 200 * 2
    assert found.notifications_lost == 0
    assert found.notifications_duplicated == 0
    assert found.out_of_order == 0


@pytest.mark.nightly
async def test_the_count_finds_mails_that_are_not_marked_as_sent(
    world: World, tmp_path: Path
) -> None:
    found = await measure_notifications(
        world, tmp_path, events=20, people=5, kills=0, fault=FORGET_MARKS
    )

    assert found.notifications_duplicated > 0
    assert found.notifications_lost == 0


@pytest.mark.nightly
async def test_the_count_finds_mails_that_are_never_sent(world: World, tmp_path: Path) -> None:
    found = await measure_notifications(
        world, tmp_path, events=20, people=5, kills=0, fault=LOSE_SOME
    )

    assert found.notifications_lost > 0
    assert found.notifications_duplicated == 0
