"""One simulator for all contract tests, and the real client before it."""

from collections.abc import AsyncGenerator, Generator

import pytest
import pytest_asyncio

from edison.domain.ids import ProjectId
from edison.kit.log_setup import configure_logging
from edison.network.guarded_http import GuardedHttp
from edison.providers.call_attempt import CallAttempts
from tests.contract.lab import Lab
from tests.support.limits import new_project
from tests.support.postgres import TestServer
from tests.support.simulated import Simulated, simulator


@pytest.fixture(scope="session", autouse=True)
def plain_logs() -> None:
    configure_logging(level="error", service="test")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def running_simulator() -> AsyncGenerator[Simulated]:
    async with simulator() as running:
        yield running


@pytest.fixture
async def sim(running_simulator: Simulated) -> Simulated:
    """The simulator as it was at first: it has seen nobody and fails nobody."""
    await running_simulator.reset()
    return running_simulator


@pytest.fixture
async def attempts() -> AsyncGenerator[CallAttempts]:
    attempts = CallAttempts(GuardedHttp())
    yield attempts
    await attempts.close()


@pytest.fixture(scope="session")
def place(postgres: TestServer) -> Generator[tuple[str, ProjectId]]:
    """One database and project for all: limits and circuits belong to a credential, and each test has new ones."""
    with postgres.database() as url:
        yield url, new_project(url)


@pytest.fixture
async def lab(place: tuple[str, ProjectId], sim: Simulated) -> AsyncGenerator[Lab]:
    lab = Lab(*place, sim)
    yield lab
    await lab.close()
