"""Unit tests touch nothing outside the process: no socket, no subprocess, no examples kept on disk."""

import os
import sys
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import settings

FORBIDDEN = ("socket.connect", "socket.bind", "socket.getaddrinfo", "subprocess.Popen")

# The same examples every time, so that a failure is caused by the change and not by chance.
# The nightly tier sets EXPLORE=1: other examples at every run, and ten times as many.
EXPLORES = "EXPLORE" in os.environ  # noqa: TID251 - set by whoever runs the tests
settings.register_profile(
    "unit",
    database=None,
    deadline=None,
    derandomize=not EXPLORES,
    max_examples=500 if EXPLORES else 50,
)
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
