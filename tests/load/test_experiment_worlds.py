"""The short version of `just show experiment`.

In each simulated world the loop finds what is missing within four iterations.
"""

from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio

from tests.load.experiment_worlds import WORLDS, improved_in, table
from tests.support.gateway import Gateway, a_gateway_of_its_own
from tests.support.postgres import TestServer

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def gateway(
    postgres: TestServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Gateway]:
    async with a_gateway_of_its_own(postgres, tmp_path_factory.mktemp("worker")) as gateway:
        yield gateway


async def test_unseen_cases_score_better_after_four_iterations_in_every_world(
    gateway: Gateway,
) -> None:
    results = await improved_in(
        WORLDS, seeds=1, null=False, gateway=gateway, stop_rules={"max_iterations": 4}
    )

    assert [each.world for each in results] == [world.name for world in WORLDS]
    assert all(each.improved for each in results), table(results)
    assert {each.iterations for each in results} == {4}
    assert {each.end for each in results} == {"max_iterations"}
