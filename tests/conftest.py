"""Shared fixtures: one PostgreSQL per test run, one database per test, and a `World` on it."""

from collections.abc import AsyncGenerator, Generator

import pytest

from edison.kit.log_setup import configure_logging
from edison.kit.loop_watchdog import enable_gc
from tests.support.postgres import TestServer
from tests.support.world import World


def pytest_collection_finish() -> None:
    """Exclude collected tests from garbage collection: they live until the end."""
    enable_gc()


@pytest.fixture(scope="session", autouse=True)
def plain_logs() -> None:
    """Log as the product does; rich tracebacks of a developer's console take seconds each."""
    configure_logging(level="error", service="test")


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> TestServer:
    folder = tmp_path_factory.getbasetemp()
    shared = folder if worker_id == "master" else folder.parent
    return TestServer.for_run(str(shared), worker_id)


@pytest.fixture
def database_url(postgres: TestServer) -> Generator[str]:
    with postgres.database() as url:
        yield url


@pytest.fixture
async def world(database_url: str) -> AsyncGenerator[World]:
    world = World(database_url)
    yield world
    await world.close()
