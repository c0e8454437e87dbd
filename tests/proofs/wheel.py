"""Builds the wheel, installs it into an empty environment and measures how long `edison up` takes from there."""

import os
import subprocess
import sys
import time
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.support.processes import EdisonProcess, running
from tests.support.world import API

ROOT = Path(__file__).parents[2]
REQUIREMENTS = ROOT / "requirements" / "runtime.txt"
STEP_WITHIN_S = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Starts:
    """Seconds from the command to the first page, database initialisation included in the first."""

    first_up_s: float
    second_up_s: float


def build_wheel(folder: Path) -> Path:
    """Build with what is installed here, so that no network is needed."""
    _uv("build", "--wheel", "--no-build-isolation", "--python", sys.executable, "-o", str(folder))
    (wheel,) = folder.glob("edison_workbench-*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """Make an empty environment with the locked dependencies and the wheel; give its `edison`."""
    environment = folder / "environment"
    _uv("venv", "--python", sys.executable, str(environment))
    python = str(environment / "bin" / "python")
    locked = ("--require-hashes", "-r", str(REQUIREMENTS))
    # As pip does: otherwise each start compiles anew on a machine that forbids writing bytecode.
    compiled = ("--compile-bytecode",)
    try:
        _uv("pip", "install", *compiled, "--offline", "--python", python, *locked)
    except subprocess.CalledProcessError:
        # A machine whose cache does not hold them yet.
        _uv("pip", "install", *compiled, "--python", python, *locked)
    _uv("pip", "install", *compiled, "--offline", "--no-deps", "--python", python, str(wheel))
    _uv("pip", "check", "--python", python)
    return environment / "bin" / "edison"


def content_of(wheel: Path) -> Mapping[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def measure_starts(edison: Path, home: Path) -> Starts:
    return Starts(first_up_s=first_page(edison, home), second_up_s=first_page(edison, home))


def first_page(edison: Path, home: Path) -> float:
    """Start `edison up`, check its first page, and return the seconds until it was there."""
    began = time.monotonic()
    process = EdisonProcess(home, "up", program=(str(edison),))
    with running(process):
        process.wait_until_ready(path="/")
        process.wait_until_ready(path=f"{API}/session")
        took = time.monotonic() - began
        page = httpx.get(f"{process.address}/", timeout=60)
        assert page.headers["content-type"].startswith("text/html")
        assert '<div id="root"' in page.text
    return took


def _uv(*arguments: str) -> None:
    kept = {
        name: value
        for name, value in os.environ.items()  # noqa: TID251 - uv needs the user's, but not our environment
        if name not in {"VIRTUAL_ENV", "PYTHONPATH"}
    }
    done = subprocess.run(
        ["uv", *arguments],
        cwd=ROOT,
        env=kept,
        capture_output=True,
        text=True,
        timeout=STEP_WITHIN_S,
        check=False,
    )
    if done.returncode:
        print(done.stdout, done.stderr, file=sys.stderr)
        done.check_returncode()
