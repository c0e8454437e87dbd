"""Real Edison processes on free ports with their own home folders, which tests can kill."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import psutil

from tests.support.sql import execute

READY_WITHIN_S = 180.0
STOP_WITHIN_S = 60.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(
    is_so: Callable[[], bool], within_s: float, what: str, every_s: float = 0.05
) -> None:
    """Poll until a condition of another process holds; there are no events across processes."""
    deadline = time.monotonic() + within_s
    while not is_so():
        assert time.monotonic() < deadline, f"not within {within_s:.0f} s: {what}"
        time.sleep(every_s)


class EdisonProcess:
    """One `edison` command with its own home, port and log."""

    def __init__(
        self,
        home: Path,
        *command: str,
        database_url: str | None = None,
        port: int | None = None,
        program: Sequence[str] = (sys.executable, "-m", "edison"),
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.home = home
        self.port = port or free_port()
        self.address = f"http://localhost:{self.port}"
        self.log = home / f"{'-'.join(command)}.out"
        home.mkdir(parents=True, exist_ok=True)
        kept = {
            name: value
            for name, value in os.environ.items()  # noqa: TID251 - the child gets ours but for settings
            if not name.startswith("EDISON_") and name != "DATABASE_URL"
        }
        given = {f"EDISON_{name.upper()}": value for name, value in (settings or {}).items()}
        if database_url:
            given["EDISON_DATABASE_URL"] = database_url
        environment = {
            **kept,
            **given,
            "EDISON_HOME": str(home),
            "EDISON_PORT": str(self.port),
            "PYTHONUNBUFFERED": "1",
        }
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*program, *command],
                env=environment,
                cwd=home,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    @property
    def output(self) -> str:
        return self.log.read_text(errors="replace")

    def answers(self, path: str = "/readiness") -> bool:
        # Cheap polling, which does not slow down the start that it waits for.
        connection = HTTPConnection("localhost", self.port, timeout=20)
        try:
            connection.request("GET", path)
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    def wait_until_ready(self, within_s: float = READY_WITHIN_S, path: str = "/readiness") -> None:
        def ready() -> bool:
            assert self.process.poll() is None, f"ended: {self.output[-2000:]}"
            return self.answers(path)

        wait_until(ready, within_s, f"{self.address}{path} answers", every_s=0.02)

    def wait(self, within_s: float = STOP_WITHIN_S) -> int:
        return self.process.wait(within_s)

    def stop(self) -> int:
        """Send the stop signal of a service manager."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def kill(self) -> None:
        """Kill the process without a chance to clean up, as the kernel does when memory runs out."""
        self.process.kill()
        self.process.wait(STOP_WITHIN_S)

    def descendants(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)


@contextmanager
def running(process: EdisonProcess) -> Generator[EdisonProcess]:
    """End all processes, even if the test failed."""
    family: Sequence[psutil.Process] = []
    try:
        yield process
        if process.process.poll() is None:
            family = process.descendants()
        process.stop()
    finally:
        for member in family:
            if member.is_running() and member.status() != psutil.STATUS_ZOMBIE:
                member.kill()
        if process.process.poll() is None:
            process.kill()


@contextmanager
def edison_serve(home: Path, database_url: str, **settings: str) -> Generator[EdisonProcess]:
    """Start a web process with rate limits that allow many accounts."""
    relaxed = {"sign_ups_per_address": "100000", "sign_ins_per_address": "100000"}
    chosen = {"log_level": "warning", "requests_per_minute": "1000000", **relaxed, **settings}
    serving = EdisonProcess(home, "serve", database_url=database_url, settings=chosen)
    with running(serving):
        serving.wait_until_ready()
        yield serving


@contextmanager
def edison_alone(home: Path, database_url: str) -> Generator[EdisonProcess]:
    """Start a web process with a worker that is reported as alive but does not run."""
    with edison_serve(home, database_url, credential_test_s="0.01") as serving:
        execute(
            database_url,
            "INSERT INTO workers (id, version, started_at, seen_at) "
            "VALUES ('nobody', 'test', now(), now() + interval '1 day')",
        )
        serving.wait_until_ready(path="/health")
        yield serving
