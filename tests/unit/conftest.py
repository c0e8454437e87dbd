"""Unit tests touch nothing outside the process: no socket, no subprocess, no examples kept on disk."""

import os
import sys
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import settings

FORBIDDEN = ("socket.connect", "socket.bind", "socket.getaddrinfo", "subprocess.Popen")

# The same examples every time, so that a red build is the fault of a change and not of chance.
# `EXPLORE=1 just test unit` draws others.
EXPLORES = "EXPLORE" in os.environ  # noqa: TID251 - whoever runs the tests says so
settings.register_profile("unit", database=None, deadline=None, derandomize=not EXPLORES)
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
