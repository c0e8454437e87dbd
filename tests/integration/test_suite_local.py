"""`edison run` on a machine where nothing runs: it starts an installation, uses it, and leaves the data."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest
import yaml

from edison.processes.installation_address import (
    read_installation_address,
    save_installation_address,
)
from edison.settings import Settings
from tests.support.processes import EdisonProcess, free_port, running
from tests.support.suites import a_suite

WITHIN_S = 240


def edison_run(
    home: Path, port: int | None, suite: dict[str, Any], *options: str
) -> dict[str, Any]:
    home.mkdir(parents=True, exist_ok=True)
    path = home / "suite.yaml"
    path.write_text(yaml.safe_dump(suite))
    kept = {
        name: value
        for name, value in os.environ.items()  # noqa: TID251 - the child gets ours but for settings
        if not name.startswith("EDISON_") and name != "DATABASE_URL"
    }
    given = {} if port is None else {"EDISON_PORT": str(port)}
    done = subprocess.run(
        [sys.executable, "-m", "edison", "run", str(path), "--json", *options],
        env={**kept, **given, "EDISON_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=WITHIN_S,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return {**json.loads(done.stdout), "said": done.stderr}


@pytest.mark.nightly
def test_a_suite_on_an_empty_machine_and_again_on_the_edison_that_runs(tmp_path: Path) -> None:
    home, port = tmp_path / "home", free_port()

    first = edison_run(home, port, a_suite())

    assert first["exit_code"] == 0, first["said"]
    assert "Starting Edison" in first["said"]
    assert "edison reset-password owner@edison.local" in first["said"]
    left = [each for each in psutil.process_iter() if str(home) in " ".join(_words(each))]
    assert left == [], "it stopped what it started"

    up = EdisonProcess(home, "up", port=port)
    with running(up):
        up.wait_until_ready(path="/health")
        second = edison_run(home, port, a_suite())

    assert second["exit_code"] == 0, second["said"]
    assert "Starting Edison" not in second["said"]
    assert second["run"]["number"] == first["run"]["number"] + 1, "the data of the first is there"
    assert second["run"]["prompt_version"] == 1


@pytest.mark.nightly
def test_the_edison_that_runs_in_this_home_is_found_at_whatever_port(tmp_path: Path) -> None:
    home, port = tmp_path / "home", free_port()
    up = EdisonProcess(home, "up", port=port)
    with running(up):
        up.wait_until_ready(path="/health")
        found = edison_run(home, None, a_suite())
    record = home / "installation.json"

    assert found["exit_code"] == 0, found["said"]
    assert "Starting Edison" not in found["said"]
    assert found["run"]["address"].startswith(f"http://localhost:{port}/projects/suites/runs/")
    assert not record.exists(), "who stopped in good order left no address behind"


def test_an_address_of_a_process_that_has_ended_is_not_believed(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    path = tmp_path / "installation.json"

    save_installation_address(settings, "http://localhost:9999")
    assert read_installation_address(settings) == "http://localhost:9999"
    path.write_text(json.dumps({"address": "http://localhost:9999", "pid": ended.pid}))
    assert read_installation_address(settings) is None
    path.write_text("{broken")
    assert read_installation_address(settings) is None


@pytest.mark.nightly
def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        document = edison_run(tmp_path / "home", taken.getsockname()[1], a_suite())

    assert document["exit_code"] == 3
    assert "is not free" in document["said"]


def _words(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return []
