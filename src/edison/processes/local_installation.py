"""Edison on this machine for one command: uses the running installation or starts a temporary one."""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from edison.processes.all_in_one import InstallationStartFailed
from edison.processes.installation_address import read_installation_address
from edison.settings import Settings

READY_WITHIN_S = 200.0
STOP_WITHIN_S = 30.0


def find_running(settings: Settings) -> str | None:
    """Return the address of the running installation of this home folder, or None."""
    recorded, by_port = read_installation_address(settings), settings.local_address
    # A port that was set explicitly takes precedence.
    both = (by_port, recorded) if "port" in settings.model_fields_set else (recorded, by_port)
    return next((address for address in both if address and answers(address)), None)


def is_running(settings: Settings) -> bool:
    return find_running(settings) is not None


def answers(address: str, path: str = "/readiness") -> bool:
    request = urllib.request.Request(address + path)
    try:
        with urllib.request.urlopen(request, timeout=5) as answer:
            return answer.status == 200
    except (urllib.error.URLError, OSError, ValueError):
        return False


def must_be_of_this_home(settings: Settings, address: str) -> None:
    """Raise an error if the server does not use the database of this home folder."""
    if settings.database_url is None and not (settings.local_database / "postmaster.pid").exists():
        raise RuntimeError(
            f"The Edison at {address} does not store its data in {settings.home}. "
            "Set EDISON_TOKEN to a token of a project"
        )


@contextmanager
def started(settings: Settings, say: Callable[[str], None]) -> Generator[None]:
    """Context manager that runs `edison up` for its duration. The data is kept afterwards."""
    logs = settings.home / "logs"
    logs.mkdir(parents=True, exist_ok=True, mode=0o700)
    log = logs / "up.log"
    say(f"Starting Edison in {settings.home}")
    environment = {
        name: value
        for name, value in os.environ.items()  # noqa: TID251 - the child inherits the rest
        if name != "EDISON_TOKEN"
    }
    with log.open("wb") as out:
        child = subprocess.Popen(
            [sys.executable, "-m", "edison", "up", "--port", str(settings.port)],
            env={**environment, "EDISON_HOME": str(settings.home)},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            # Ctrl-C must reach only this process, which then stops the child.
            start_new_session=True,
        )
    try:
        _wait_until_healthy(settings, child, log)
        yield
    finally:
        _stop(child)


def _wait_until_healthy(settings: Settings, child: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until the installation is healthy and a worker is running."""
    deadline = time.monotonic() + READY_WITHIN_S
    while not answers(settings.local_address, "/health"):
        if child.poll() is not None:
            words = log.read_text(errors="replace").strip().splitlines()
            raise InstallationStartFailed(
                f"Edison did not start: {words[-1] if words else 'its log is empty'}"
            )
        if time.monotonic() > deadline:
            raise InstallationStartFailed(
                f"Edison was not ready after {READY_WITHIN_S:.0f} s; see {log}"
            )
        time.sleep(0.1)


def _stop(child: subprocess.Popen[bytes]) -> None:
    if child.poll() is None:
        child.send_signal(signal.SIGTERM)
    try:
        child.wait(STOP_WITHIN_S)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
