"""The order of the proofs."""

from math import ceil
from typing import Any

import pytest

# What takes minutes comes first: at the end everybody would wait for it.
LONG = ("test_api_fuzz.py", "test_canary.py", "test_foreign_connections.py")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deal out the long ones: who works at the same time begins with an equal share of the list each."""
    about_this_worker: dict[str, Any] = getattr(config, "workerinput", {})
    workers: int = about_this_worker.get("workercount", 1)
    long = [item for item in items if item.path.name in LONG]
    short = [item for item in items if item.path.name not in LONG]
    share = ceil(len(short) / workers)
    items[:] = [
        item
        for worker in range(workers)
        for item in (*long[worker::workers], *short[worker * share :][:share])
    ]
