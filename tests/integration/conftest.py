"""What several files of tests need for as long as each of them runs."""

from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio

from tests.support.gateway import Gateway, a_gateway_of_its_own
from tests.support.postgres import TestServer


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def gateway(
    postgres: TestServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Gateway]:
    """A web application, a worker and a simulated provider. Tests that use it share the loop of their file."""
    async with a_gateway_of_its_own(postgres, tmp_path_factory.mktemp("worker")) as gateway:
        yield gateway
