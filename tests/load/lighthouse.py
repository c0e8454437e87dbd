"""Lighthouse on a page that needs a session, with the browser of the other tests."""

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from tests.e2e.browser import CHROMIUM
from tests.e2e.stage import Visitor

SCRIPT = Path(__file__).parents[2] / "tools/lighthouse/node_modules/lighthouse/cli/index.js"
FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-background-networking"
WITHIN_S = 120.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PageScores:
    """From 0 to 100; `failed` names the accessibility audits that were not passed."""

    performance: float
    accessibility: float
    failed: tuple[str, ...]


def measure_page(visitor: Visitor, path: str, *, times: int = 3) -> PageScores:
    """Return the median performance of several loads as on a desktop, and the lowest accessibility."""
    reports = [_report(visitor, path) for _ in range(times)]
    return PageScores(
        performance=median(_score(report, "performance") for report in reports),
        accessibility=min(_score(report, "accessibility") for report in reports),
        failed=tuple(sorted({name for report in reports for name in _failed(report)})),
    )


def _report(visitor: Visitor, path: str) -> dict[str, Any]:
    cookies = "; ".join(f"{each.name}={each.value}" for each in visitor.http.cookies.jar)
    asked = (
        *("node", str(SCRIPT), f"{visitor.url}{path}", "--quiet", "--output=json"),
        *("--preset=desktop", "--only-categories=performance,accessibility"),
        *(f"--chrome-flags={FLAGS}", f"--extra-headers={json.dumps({'Cookie': cookies})}"),
    )
    # The process needs a home and a path, and the browser.
    environment = {**os.environ, "CHROME_PATH": CHROMIUM}  # noqa: TID251 - handed on as it is
    done = subprocess.run(
        asked, capture_output=True, env=environment, timeout=WITHIN_S, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"Lighthouse failed: {done.stderr.decode(errors='replace')[-2000:]}")
    return json.loads(done.stdout)


def _score(report: dict[str, Any], category: str) -> float:
    return round(100 * report["categories"][category]["score"], 1)


def _failed(report: dict[str, Any]) -> list[str]:
    audits = report["categories"]["accessibility"]["auditRefs"]
    named = [each["id"] for each in audits if each["weight"]]
    return [name for name in named if report["audits"][name]["score"] == 0]
