"""Lighthouse on a page that needs a session, with the browser of the other tests."""

import json
import os
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, cast

from playwright.sync_api import Page

from tests.e2e.browser import CHROMIUM, FLAGS
from tests.support.installation import free_port

SCRIPT = Path(__file__).parents[2] / "tools/lighthouse/node_modules/lighthouse/cli/index.js"
WITHIN_S = 120.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PageScores:
    """From 0 to 100; `failed` names the accessibility audits that were not passed."""

    performance: float
    accessibility: float
    failed: tuple[str, ...]


def measure_page(page: Page, address: str, *, times: int = 3) -> PageScores:
    """Return the median performance of several loads as on a desktop, and the lowest accessibility.

    The page is loaded with the cookies of `page`, in a browser of its own.
    """
    with _signed_in_browser(page) as port:
        reports = [_report(port, address) for _ in range(times)]
    return PageScores(
        performance=median(_score(report, "performance") for report in reports),
        accessibility=min(_score(report, "accessibility") for report in reports),
        failed=tuple(sorted({name for report in reports for name in _failed(report)})),
    )


@contextmanager
def _signed_in_browser(page: Page) -> Generator[int]:
    """Start a browser with the cookies of a page; yield the port where Lighthouse reaches it.

    Cookies in a request header are not enough: the screens read the CSRF token from the cookie.
    """
    browser = page.context.browser
    assert browser is not None
    port = free_port()
    with TemporaryDirectory(prefix="edison-lighthouse-", ignore_cleanup_errors=True) as profile:
        context = browser.browser_type.launch_persistent_context(
            profile,
            executable_path=CHROMIUM,
            args=[*FLAGS, f"--remote-debugging-port={port}"],
        )
        try:
            context.add_cookies(cast(Any, page.context.cookies()))
            yield port
        finally:
            context.close()


def _report(port: int, address: str) -> dict[str, Any]:
    asked = (
        *("node", str(SCRIPT), address, "--quiet", "--output=json", f"--port={port}"),
        *("--preset=desktop", "--only-categories=performance,accessibility"),
    )
    # The process needs a home and a path.
    environment = {**os.environ}  # noqa: TID251 - handed on as it is
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
