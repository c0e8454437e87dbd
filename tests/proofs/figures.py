"""The figures that Edison claims, measured anew with the same code that the tests run."""

import asyncio
import json
import logging
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import structlog

from tests.fault.sign_up_wave import kill_amid_sign_ups
from tests.load.project_list import measure
from tests.proofs.fuzz import fuzz, fuzzed_operations
from tests.proofs.matrix import run_matrix
from tests.proofs.wheel import ROOT, build_wheel, install, measure_starts
from tests.support.postgres import TestServer
from tests.support.processes import edison_alone

WAVE = 200
AXE_WITHIN_S = 300

Figures = dict[str, float | int | None]


def measure_all(say: Callable[[str], None]) -> Figures:
    """Measure one thing after another, the timings first. What cannot be measured is None, never a guess."""
    figures: Figures = dict.fromkeys(
        (
            "first_up_s",
            "second_up_s",
            "routes",
            "matrix_cases",
            "matrix_failures",
            "api_fuzz_cases",
            "api_fuzz_failures",
            "axe_violations",
            "projects_p95_ms",
            "half_made_accounts",
        )
    )
    # Thousands of lines about requests would bury the progress.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with tempfile.TemporaryDirectory(prefix="edison-house-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        server = TestServer(folder, "show")
        steps: dict[str, Callable[[], Figures]] = {
            "wheel, empty environment, edison up twice": lambda: _starts(folder),
            "1,000 projects of 100 members": lambda: _project_list(server, folder, say),
            "kill -9 amid 200 sign-ups": lambda: _sign_ups(server, folder, say),
            "permission matrix": lambda: _matrix(server, say),
            "API fuzz": lambda: _api_fuzz(server, folder, say),
            "axe on every screen": _axe,
        }
        for title, step in steps.items():
            say(f"{title} ...")
            began = time.monotonic()
            figures |= _measured(step, say)
            say(f"{title}: {time.monotonic() - began:.0f} s")
    return figures


def _measured(step: Callable[[], Figures], say: Callable[[str], None]) -> Figures:
    try:
        return step()
    except Exception:
        say(traceback.format_exc())
        return {}


def _starts(folder: Path) -> Figures:
    edison = install(build_wheel(folder / "wheel"), folder)
    starts = measure_starts(edison, folder / "first-home")
    return {
        "first_up_s": round(starts.first_up_s, 2),
        "second_up_s": round(starts.second_up_s, 2),
    }


def _project_list(server: TestServer, folder: Path, say: Callable[[str], None]) -> Figures:
    with server.database() as url:
        timing = measure(url, folder / "list-home")
    slowest = {kind: round(timing.p95(kind), 1) for kind in timing.milliseconds}
    say(f"  p95 in ms: {slowest}")
    return {"projects_p95_ms": slowest["first page"]}


def _sign_ups(server: TestServer, folder: Path, say: Callable[[str], None]) -> Figures:
    with server.database() as url:
        aftermath = asyncio.run(kill_amid_sign_ups(url, folder / "wave-home", WAVE))
    say(
        f"  answered {len(aftermath.answered)}, cut off {len(aftermath.unanswered)}, "
        f"of those made all the same {len(aftermath.made_silently)}"
    )
    _list(aftermath.half_made, say)
    return {"half_made_accounts": len(aftermath.half_made)}


def _matrix(server: TestServer, say: Callable[[str], None]) -> Figures:
    with server.database() as url:
        routes, findings = asyncio.run(run_matrix(url))
    _list(findings.failures, say)
    return {
        "routes": routes,
        "matrix_cases": findings.cases,
        "matrix_failures": len(findings.failures),
    }


def _api_fuzz(server: TestServer, folder: Path, say: Callable[[str], None]) -> Figures:
    with server.database() as url, edison_alone(folder / "fuzz-home", url) as serving:
        findings = fuzz(serving.address, url, fuzzed_operations(serving.address))
    _list(findings.failures, say)
    return {"api_fuzz_cases": findings.cases, "api_fuzz_failures": len(findings.failures)}


def _axe() -> Figures:
    done = subprocess.run(
        [sys.executable, "-m", "tests.e2e.axe_count"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        timeout=AXE_WITHIN_S,
        check=True,
    )
    counted: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    if not counted["screens"]:
        raise RuntimeError("no screen was looked at")
    return {"axe_violations": int(counted["violations"])}


def _list(failures: list[str], say: Callable[[str], None]) -> None:
    for failure in failures[:20]:
        say(f"  {failure}")
