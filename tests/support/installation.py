"""A whole installation: `edison up` with a new home folder on a free port."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import httpx

from edison.store.local_server import DATABASE

READY_WITHIN_S = 180.0

# Tests make many requests from one address, so the rate limits are higher.
GENEROUS = {
    "EDISON_SIGN_INS_PER_ADDRESS": "1000000",
    "EDISON_SIGN_UPS_PER_ADDRESS": "1000000",
    "EDISON_REQUESTS_PER_MINUTE": "1000000",
}


class Installation:
    """A running `edison up`."""

    def __init__(self, home: Path, *, edison: str | None = None, **settings: str) -> None:
        self.home = home
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        clean = {
            name: value
            for name, value in os.environ.items()  # noqa: TID251 - a child's environment
            if not name.startswith("EDISON_") and name != "DATABASE_URL"
        }
        self._environment = {**clean, **GENEROUS, "EDISON_HOME": str(home), **settings}
        self._command = [edison] if edison else [sys.executable, "-m", "edison"]
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def database(self) -> str:
        """Return the address of its PostgreSQL, which is valid while it runs."""
        socket_folder = (self.home / "postgres" / "postmaster.pid").read_text().splitlines()[4]
        return f"postgresql://postgres@/{DATABASE}?host={socket_folder}"

    def start(self) -> float:
        """Start it and return the seconds until the first page was served."""
        began = time.monotonic()
        with (self.home.parent / f"{self.home.name}.out").open("ab") as out:
            self.process = subprocess.Popen(
                [*self._command, "up", "--port", str(self.port)],
                env=self._environment,
                stdout=out,
                stderr=out,
            )
        while time.monotonic() - began < READY_WITHIN_S:
            if self.process.poll() is not None:
                raise AssertionError(f"edison up ended with {self.process.returncode}")
            try:
                if httpx.get(self.url, timeout=5).status_code == 200:
                    return time.monotonic() - began
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("edison up was not ready in time")

    def stop(self) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@contextmanager
def running(home: Path, **settings: str) -> Generator[Installation]:
    installation = Installation(home, **settings)
    installation.start()
    try:
        yield installation
    finally:
        installation.stop()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
