"""A worker dies in the middle of an experiment.

Nothing is lost, nothing is paid twice, and the timeline is true. All stages in one go are part of
`just show experiment`; runs, which are most of an experiment, have chaos tests of their own.
"""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.fault.experiment_chaos import kill_in_every_stage
from tests.support.gateway import Gateway, a_simulated_world
from tests.support.world import World


@pytest.fixture
async def gateway(world: World) -> AsyncGenerator[Gateway]:
    async with a_simulated_world(world) as gateway:
        yield gateway


async def test_a_worker_that_dies_between_the_run_and_the_review_costs_nothing_but_a_doubt(
    gateway: Gateway, tmp_path: Path
) -> None:
    stages = frozenset({"aggregating", "asking", "saving"})
    killed = await kill_in_every_stage(gateway, tmp_path, stages)

    assert set(killed.kills) == stages
    assert killed.wrong == []
    assert (killed.answers_lost, killed.calls_repaid) == (0, 0)
    # The refiner had been asked when its worker died: that is the one call in doubt.
    assert killed.in_flight == 1
