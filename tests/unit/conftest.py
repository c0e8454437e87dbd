"""Unit tests touch nothing outside the process: no socket, no subprocess, no examples kept on disk."""

import sys
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import settings

FORBIDDEN = ("socket.connect", "socket.bind", "socket.getaddrinfo", "subprocess.Popen")

settings.register_profile("unit", database=None, deadline=None)
settings.load_profile("unit")

_guarding = False


def _refuse(event: str, _: tuple[Any, ...]) -> None:
    if _guarding and event in FORBIDDEN:
        raise RuntimeError(f"{event} in a unit test; a test that needs it belongs in integration")


# A hook cannot be taken out again, so it is put in once and switched.
sys.addaudithook(_refuse)


@pytest.fixture(autouse=True)
def no_outside_world() -> Generator[None]:
    global _guarding
    _guarding = True
    yield
    _guarding = False
