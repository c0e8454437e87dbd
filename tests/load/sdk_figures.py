"""Figures of the Python SDK and the command line: import, start, and the cost of evaluating a function."""

import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import httpx

import edison_sdk
from edison_sdk import Edison, OpenCell
from tests.support.client import browser_at, done, sign_up
from tests.support.world import API

REPETITIONS = 7
CASES = 1_000
FUNCTION_S = 0.2
CONCURRENCY = 20
# What evaluating a function through the SDK may take, relative to a bare loop.
FUNCTION_TARGET_LIMIT = 1.3
IMPORT_LIMIT_MS = 150.0


def sdk_import_ms() -> float:
    """Return the median time that `import edison_sdk` adds to the start of Python."""
    bare = _median_ms([sys.executable, "-c", "pass"])
    return round(max(0.0, _median_ms([sys.executable, "-c", "import edison_sdk"]) - bare), 1)


def cli_help_ms() -> float:
    """Return the median time of `edison --help`."""
    return round(_median_ms([sys.executable, "-m", "edison", "--help"]), 1)


def function_target_ratio(address: str, cases: int = CASES) -> float:
    """Return how long an evaluation takes relative to a bare loop over the same function.

    The function takes 200 ms and runs in as many threads in both. `address` is the address of a server on which an
    account can be made; a worker is not needed.
    """
    with browser_at(address) as browser:
        sign_up(browser)
        edison, dataset = _stage(browser, address, cases)
        with edison:
            bare = _bare_s(cases)
            began = time.perf_counter()
            result = edison_sdk.evaluate(
                dataset, _function, ["exact"], client=edison, concurrency=CONCURRENCY, wait=False
            )
            took = time.perf_counter() - began
    assert result.stored == cases, f"{result.stored} of {cases} outputs are stored"
    return round(took / bare, 3)


def _stage(browser: httpx.Client, address: str, cases: int) -> tuple[Edison, str]:
    """Create a project with a token and a dataset."""
    project = done(browser.post(f"{API}/projects", json={"name": "SDK figures"}))["slug"]
    body = {"name": "figures", "role": "EDITOR", "expires_in_days": 1}
    token = done(browser.post(f"{API}/projects/{project}/tokens", json=body))["secret"]
    edison = Edison(address, token, project)
    dataset = edison.datasets.create("Function")
    edison.datasets.add_cases(
        dataset.id, [{"values": {"n": str(n)}, "expected": str(n)} for n in range(cases)]
    )
    return edison, dataset.id


def _function(case: OpenCell) -> str:
    time.sleep(FUNCTION_S)
    return str(case["n"])


def _bare_s(cases: int) -> float:
    """Return how long the function takes for all cases without Edison."""
    all_cases = [OpenCell(cell_id=n, values={"n": str(n)}) for n in range(cases)]
    began = time.perf_counter()
    with ThreadPoolExecutor(CONCURRENCY) as threads:
        assert len(list(threads.map(_function, all_cases))) == cases
    return time.perf_counter() - began


def _median_ms(command: Sequence[str]) -> float:
    def once() -> float:
        began = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return (time.perf_counter() - began) * 1000

    once()
    return statistics.median(once() for _ in range(REPETITIONS))
