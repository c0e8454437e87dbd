"""Ten thousand events while the worker is killed five times: nothing is lost or doubled, and all is in order."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.load.notification_worlds import measure_notifications
from tests.support.world import World

EVENTS = 10_000
PEOPLE = 200
KILLS = 5


@pytest.mark.nightly
async def test_no_notification_is_lost_or_doubled_while_workers_are_killed(
    world: World, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    found = await measure_notifications(world, tmp_path, events=EVENTS, people=PEOPLE, kills=KILLS)
    for name, figure in asdict(found).items():
        record_property(name, figure)

    assert found.kills >= KILLS
    assert found.notifications_lost == 0
    assert found.notifications_duplicated == 0
    assert found.out_of_order == 0
