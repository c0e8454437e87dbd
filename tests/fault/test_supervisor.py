"""`edison up` keeps its children alive, takes them along when it dies, and stops all of it when asked."""

import time
from collections.abc import Generator
from pathlib import Path

import psutil
import pytest

from tests.support.processes import EdisonProcess, running, wait_until

# As long as a service manager waits before it kills.
STOPS_WITHIN_S = 30.0
# Only ends the wait for what never comes.
PATIENCE_S = 60.0


@pytest.fixture
def up(tmp_path: Path) -> Generator[EdisonProcess]:
    """With a PostgreSQL of its own, as on a laptop."""
    process = EdisonProcess(tmp_path / "home", "up")
    with running(process):
        process.wait_until_ready()
        # It watches its children from the moment it says so; a page is answered a little earlier.
        wait_until(lambda: "ready" in process.output, PATIENCE_S, "edison up says that it is ready")
        yield process


def child(up: EdisonProcess, command: str) -> psutil.Process | None:
    found = [one for one in up.descendants() if _command_of(one)[-1:] == [command]]
    return found[0] if found else None


def _command_of(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.NoSuchProcess:
        return []


def gone(process: psutil.Process) -> bool:
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def postgres_processes(home: Path) -> list[psutil.Process]:
    folder = str(home / "postgres")
    return [
        process
        for process in psutil.process_iter()
        if any(folder in part for part in _command_of(process))
    ]


@pytest.mark.parametrize("command", ["serve", "worker"])
def test_a_killed_child_is_started_again(up: EdisonProcess, command: str) -> None:
    wait_until(lambda: child(up, command) is not None, PATIENCE_S, f"{command} runs")
    first = child(up, command)
    assert first
    first.kill()

    wait_until(lambda: gone(first), PATIENCE_S, "it is dead")
    wait_until(lambda: child(up, command) not in {None, first}, PATIENCE_S, "another has started")
    up.wait_until_ready()
    assert f"{command} ended" in up.output


@pytest.mark.nightly
def test_children_end_when_edison_up_is_killed(up: EdisonProcess) -> None:
    wait_until(lambda: child(up, "worker") is not None, PATIENCE_S, "worker runs")
    children = [child(up, "serve"), child(up, "worker")]

    up.kill()

    for one in children:
        assert one
        wait_until(lambda one=one: gone(one), PATIENCE_S, f"{one} ends by itself")
    assert not up.answers()
    again = EdisonProcess(up.home, "up", port=up.port)
    with running(again):
        again.wait_until_ready()
    assert postgres_processes(up.home) == [], "it outlived the one that took over"


@pytest.mark.nightly
def test_sigterm_stops_everything(up: EdisonProcess) -> None:
    family = [*up.descendants(), *postgres_processes(up.home)]
    assert postgres_processes(up.home)

    began = time.monotonic()
    code = up.stop()
    took = time.monotonic() - began

    assert code == 0, up.output
    assert took < STOPS_WITHIN_S
    wait_until(lambda: all(gone(one) for one in family), PATIENCE_S, "all of it ends")
    assert postgres_processes(up.home) == []


@pytest.mark.nightly
def test_a_killed_database_is_started_again(up: EdisonProcess) -> None:
    postmaster = int((up.home / "postgres" / "postmaster.pid").read_text().split()[0])
    psutil.Process(postmaster).kill()

    wait_until(lambda: "the database had ended" in up.output, PATIENCE_S, "edison up notices")
    wait_until(up.answers, PATIENCE_S, "the page is served")
    wait_until(lambda: up.answers("/health"), 60, "web and worker are healthy again")


def test_a_home_with_spaces_is_refused_in_one_sentence(tmp_path: Path) -> None:
    process = EdisonProcess(tmp_path / "my home", "up")
    with running(process):
        wait_until(lambda: "must not contain spaces" in process.output, PATIENCE_S, "it says so")
        assert "Traceback" not in process.output
