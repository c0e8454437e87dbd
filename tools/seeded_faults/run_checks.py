"""Runs tests in a working copy and returns which passed and which failed."""

import json
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4
from xml.etree import ElementTree

import psutil
from tools.seeded_faults.fault import SCREENS, Check
from tools.seeded_faults.working_copy import MARK, WorkingCopy

# Time for a clean end: pytest stops the database that it started.
GRACE_S = 15.0
SOME_FAILED = 1
# Some tests need no shared fixtures, whose imports take longer than the tests. Maps path prefixes to options.
OPTIONS: dict[str, tuple[str, ...]] = {
    "tests/unit/": ("--noconftest", "-p", "tests.unit.conftest"),
    "tests/contract/test_ssrf.py": ("--noconftest",),
    "tests/contract/test_every_scorer.py": ("--noconftest",),
}
TAIL_LINES = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """The result of one test run."""

    exit_code: int | None
    passed: frozenset[str]
    failed: frozenset[str]
    # Other outcomes: errors outside of the test itself, and skipped tests.
    other: frozenset[str]
    seconds: float
    tail: str

    @property
    def timed_out(self) -> bool:
        return self.exit_code is None

    @property
    def found_a_failure(self) -> bool:
        """Return whether a test ran and failed. An error in collection, a fixture or the command does not count."""
        return self.exit_code == SOME_FAILED and bool(self.failed)


def run_checks(
    copy: WorkingCopy, checks: Sequence[Check], limit_s: float, *, stop_early: bool
) -> list[Ran]:
    """Run tests, grouped by their options; if requested, only until one of them fails."""
    kinds: dict[tuple[str, ...] | None, list[Check]] = {}
    for check in checks:
        kinds.setdefault(_options_of(check), []).append(check)
    runs: list[Ran] = []
    for options, chosen in kinds.items():
        if stop_early and any(ran.found_a_failure for ran in runs):
            break
        if options is None:
            runs.append(_run_vitest(copy, chosen, limit_s, stop_early))
        else:
            runs.append(_run_pytest(copy, chosen, options, limit_s, stop_early))
    return runs


def _options_of(check: Check) -> tuple[str, ...] | None:
    """Return the pytest options for this test; None if Vitest runs it."""
    if check.runs_in_vitest:
        return None
    fitting = [more for start, more in OPTIONS.items() if check.file.startswith(start)]
    return fitting[0] if fitting else ()


def names_of(check: Check, names: frozenset[str]) -> frozenset[str]:
    """Return the results of this test: for a parametrised test those of all its parameters."""
    prefix = f"{check.file}::"
    mine = {name for name in names if name.startswith(prefix)}
    if check.runs_in_vitest:
        return frozenset(name for name in mine if check.name in name.removeprefix(prefix))
    whole = str(check)
    return frozenset(name for name in mine if name == whole or name.startswith(f"{whole}["))


def _run_pytest(
    copy: WorkingCopy,
    checks: Sequence[Check],
    options: Sequence[str],
    limit_s: float,
    stop_early: bool,
) -> Ran:
    folder = copy.root.parent
    report = folder / "pytest.xml"
    command = [
        str(copy.python),
        "-m",
        "pytest",
        *(str(check) for check in checks),
        # Use the same order and random numbers with and without the fault.
        "--randomly-seed=1",
        "--tb=short",
        "--no-header",
        *options,
        # A new folder each time: an aborted run may have left its database running in the old one.
        f"--basetemp={folder / f'pytest-{uuid4().hex[:8]}'}",
        f"--junitxml={report}",
        *(["--exitfirst"] if stop_early else []),
    ]
    code, seconds, tail = _execute(copy, command, copy.root, report, limit_s)
    return _ran(code, _pytest_results(report), seconds, tail)


def _run_vitest(
    copy: WorkingCopy, checks: Sequence[Check], limit_s: float, stop_early: bool
) -> Ran:
    report = copy.root.parent / "vitest.json"
    files = dict.fromkeys(check.file.removeprefix(SCREENS) for check in checks)
    names = "|".join(re.escape(check.name) for check in checks)
    command = [
        shutil.which("node") or "node",
        "node_modules/vitest/vitest.mjs",
        "run",
        *files,
        f"--testNamePattern={names}",
        *(["--bail=1"] if stop_early else []),
        "--reporter=json",
        f"--outputFile={report}",
    ]
    code, seconds, tail = _execute(copy, command, copy.root / SCREENS, report, limit_s)
    return _ran(code, _vitest_results(report, copy.root), seconds, tail)


def _ran(code: int | None, results: dict[str, str], seconds: float, tail: str) -> Ran:
    def named(result: str) -> frozenset[str]:
        return frozenset(name for name, found in results.items() if found == result)

    return Ran(
        exit_code=code,
        passed=named("passed"),
        failed=named("failed"),
        other=named("other"),
        seconds=seconds,
        tail=tail,
    )


def _execute(
    copy: WorkingCopy, command: Sequence[str], folder: Path, report: Path, limit_s: float
) -> tuple[int | None, float, str]:
    """Run a command; return its exit code (None: timeout), duration in seconds and last lines."""
    report.unlink(missing_ok=True)
    output = copy.root.parent / "output.txt"
    began = time.monotonic()
    with output.open("wb") as stream:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=copy.environment,
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=stream,
            start_new_session=True,
        )
        try:
            code = _wait(process, limit_s)
        finally:
            _end_leftovers(copy)
    lines = output.read_text(errors="replace").splitlines()
    return code, time.monotonic() - began, "\n".join(lines[-TAIL_LINES:])


def _wait(process: subprocess.Popen[bytes], limit_s: float) -> int | None:
    try:
        return process.wait(limit_s)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    try:
        process.wait(GRACE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    return None


def _end_leftovers(copy: WorkingCopy) -> None:
    """End processes that the tests left behind: they have the mark of this copy, or its Python."""
    for process in psutil.process_iter():
        try:
            command = process.cmdline()
            marked = process.environ().get(MARK) == str(copy.root)
            if marked or (command and Path(command[0]).is_relative_to(copy.root)):
                process.kill()
        except psutil.Error:
            continue


def _pytest_results(report: Path) -> dict[str, str]:
    """Read each test's result by its id from the JUnit report."""
    if not report.is_file():
        return {}
    results: dict[str, str] = {}
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        file = case.get("classname", "").replace(".", "/") + ".py"
        name = f"{file}::{case.get('name', '')}"
        kinds = {part.tag for part in case}
        if "failure" in kinds:
            results[name] = "failed"
        elif kinds & {"error", "skipped"}:
            results[name] = "other"
        else:
            results.setdefault(name, "passed")
    return results


def _vitest_results(report: Path, root: Path) -> dict[str, str]:
    """Read each test's result by its file and full name from Vitest's JSON report."""
    if not report.is_file():
        return {}
    results: dict[str, str] = {}
    written: dict[str, Any] = json.loads(report.read_text())
    for file in written["testResults"]:
        place = Path(file["name"]).relative_to(root)
        for case in file["assertionResults"]:
            # Tests that the pattern leaves out are reported as skipped.
            if case["status"] in {"passed", "failed"}:
                results[f"{place}::{case['fullName']}"] = case["status"]
    return results
