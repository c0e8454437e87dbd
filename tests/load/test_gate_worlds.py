"""The simulations of the baseline gate, each night: a few trials, failures, and a hundred trials."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.load.gate_worlds import gate_trials, misread_failures
from tests.load.time_budget import TimeBudget
from tests.support.gateway import Gateway, a_gateway_of_its_own
from tests.support.postgres import TestServer

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def served(
    postgres: TestServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[tuple[Gateway, str]]:
    async with (
        a_gateway_of_its_own(postgres, tmp_path_factory.mktemp("worker")) as gateway,
        gateway.world.served() as address,
    ):
        yield gateway, address


@pytest.mark.nightly
async def test_a_few_trials(served: tuple[Gateway, str], tmp_path: Path) -> None:
    counts = await gate_trials(*served, tmp_path, 2, TimeBudget.start(600))

    # By chance alone two false alarms of two happen in less than 1 of 1,000 changes.
    assert counts.aa[1] <= 1
    assert counts.losses == {1: 2}


@pytest.mark.nightly
async def test_a_failure_of_the_infrastructure_is_never_a_result(
    served: tuple[Gateway, str], tmp_path: Path
) -> None:
    assert await misread_failures(*served, tmp_path) == []


@pytest.mark.nightly
async def test_a_hundred_trials(served: tuple[Gateway, str], tmp_path: Path) -> None:
    counts = await gate_trials(*served, tmp_path, 100, TimeBudget.start(3600))

    assert counts.aa.total() == counts.losses.total() == 100
    assert counts.aa[1] <= 5
    assert counts.losses[1] >= 95
    assert counts.stopped >= 50
