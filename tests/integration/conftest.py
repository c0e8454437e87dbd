"""Integration tests log as the product does; a developer's console with whole tracebacks is slow."""

import pytest

from edison.kit.logging import configure_logging


@pytest.fixture(scope="session", autouse=True)
def plain_logs() -> None:
    configure_logging(level="error", service="test")
