"""A simulator in a process of its own, which browser tests use as if it were a provider elsewhere."""

import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager

import httpx

from tests.support.installation import free_port

READY_WITHIN_S = 90.0
KEY = "sk-simulated-key-0000abcd"
# The simulator refuses keys that say so themselves.
WRONG_KEY = "sk-invalid-key-000000000"


@contextmanager
def simulating() -> Generator[str]:
    """Start one and give its address, without a path."""
    port = free_port()
    url = f"http://localhost:{port}"
    process = subprocess.Popen(
        [sys.executable, "-m", "edison", "simulate", "--port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_until_ready(url, process)
        yield url
    finally:
        process.terminate()
        process.wait(30)


def _wait_until_ready(url: str, process: subprocess.Popen[bytes]) -> None:
    began = time.monotonic()
    while time.monotonic() - began < READY_WITHIN_S:
        assert process.poll() is None, "the simulator ended"
        try:
            headers = {"authorization": f"Bearer {KEY}"}
            if httpx.get(f"{url}/v1/models", headers=headers, timeout=5).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError("the simulator was not ready in time")
