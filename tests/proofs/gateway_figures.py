"""The figures that the gateway claims, measured anew with the same code that the tests run."""

import asyncio
import logging
import re
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import structlog

from edison.domain.providers import Provider
from tests.load import gateway, limiter
from tests.proofs import canary, foreign
from tests.support.hostile_urls import try_all
from tests.support.postgres import TestServer

ROOT = Path(__file__).parents[2]
CONTRACT = "tests/contract"
CONTRACT_WITHIN_S = 240

Figures = dict[str, float | int | None]
Say = Callable[[str], None]
# What each figure must be; "measured" alone is not enough.
MUST: dict[str, Callable[[float], bool]] = {
    "overhead_ratio": lambda found: found <= gateway.OVERHEAD_AT_MOST,
    "cpu_s_per_1k": lambda found: found > 0,
    "bare_cpu_s_per_1k": lambda found: found > 0,
    "goodput_share": lambda found: found >= 0.9,
    "refused_share": lambda found: found <= 0.02,
    "latency_error_share": lambda found: found <= gateway.LATENCY_ERROR_AT_MOST,
    "canary_hits": lambda found: found == 0,
    "ssrf_tried": lambda found: found > 100,
    "ssrf_passed_through": lambda found: found == 0,
    "foreign_connections": lambda found: found == 0,
    "providers_in_contract": lambda found: found == len(Provider),
}


def measure_all(say: Say) -> Figures:
    """Measure one thing after another, the timings first. What cannot be measured is None, never a guess."""
    figures: Figures = dict.fromkeys(MUST)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with tempfile.TemporaryDirectory(prefix="edison-gateway-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        server = TestServer(folder, "show")
        steps: dict[str, Callable[[], Figures]] = {
            "the same calls bare and through the gateway": lambda: _overhead(server, say),
            "three processes at a server of 50 requests a second": lambda: _pacing(server, say),
            "the contract, for every provider": lambda: _contract(folder, say),
            "addresses that must never be called": _ssrf,
            "secrets, searched for everywhere": lambda: _canary(folder, say),
            "an installation in a network of its own": lambda: _foreign(say),
        }
        for title, step in steps.items():
            say(f"{title} ...")
            began = time.monotonic()
            figures |= _measured(step, say)
            say(f"{title}: {time.monotonic() - began:.0f} s")
    return figures


def failures(figures: Figures) -> list[str]:
    """The figures that are missing or not what they must be."""
    found: list[str] = []
    for name, holds in MUST.items():
        figure = figures.get(name)
        if figure is None or not holds(figure):
            found.append(f"{name} is {figure}")
    return found


def _measured(step: Callable[[], Figures], say: Say) -> Figures:
    try:
        return step()
    except Exception:
        say(traceback.format_exc())
        return {}


def _overhead(server: TestServer, say: Say) -> Figures:
    with server.database() as url:
        found = gateway.measure(url, say=say)
    say(f"  latency measured around a bare call is off by {found.latency_error_share('bare'):.0%}")
    return {
        "overhead_ratio": round(found.overhead_ratio, 3),
        "cpu_s_per_1k": round(found.cpu_s_per_1k("gateway"), 3),
        "bare_cpu_s_per_1k": round(found.cpu_s_per_1k("bare"), 3),
        "latency_error_share": round(found.latency_error_share(), 4),
    }


def _pacing(server: TestServer, say: Say) -> Figures:
    with server.database() as url:
        found = limiter.measure(url)
    say(f"  {found}")
    return {
        "goodput_share": round(found.goodput / limiter.PER_SECOND, 3),
        "refused_share": round(found.refused_share, 4),
    }


def _contract(folder: Path, say: Say) -> Figures:
    """Run the tests that every provider must pass, and count the providers that passed all of theirs."""
    result = folder / "contract.xml"
    tests = sorted(str(path) for path in (ROOT / CONTRACT).glob("test_every_*.py"))
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *tests, f"--junitxml={result}"],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        timeout=CONTRACT_WITHIN_S,
        # A test that fails is in the result; a run that fails leaves none.
        check=False,
    )
    passed, failed = kept_by_provider(result)
    for provider in Provider:
        if failed.get(provider):
            say(f"  {provider}: {', '.join(failed[provider][:5])}")
    return {"providers_in_contract": sum(not failed.get(provider) for provider in passed)}


def kept_by_provider(result: Path) -> tuple[dict[str, int], dict[str, list[str]]]:
    """Read a JUnit file: how many tests each provider passed, and which it did not."""
    passed: dict[str, int] = {}
    failed: dict[str, list[str]] = {}
    for case in ElementTree.parse(result).iter("testcase"):
        name = case.get("name", "")
        words = frozenset(re.findall(r"[A-Z]+", name.partition("[")[2]))
        for provider in (str(each) for each in Provider if each in words):
            if case.find("failure") is not None or case.find("error") is not None:
                failed.setdefault(provider, []).append(name)
            elif case.find("skipped") is None:
                passed[provider] = passed.get(provider, 0) + 1
    return passed, failed


def _ssrf() -> Figures:
    tried, through = asyncio.run(try_all())
    return {"ssrf_tried": tried, "ssrf_passed_through": through}


def _canary(folder: Path, say: Say) -> Figures:
    report = canary.hunt(folder / "canary", say)
    say(f"  {report}")
    if not report.planted:
        raise RuntimeError("the search found nothing, not even what was put there to be found")
    for place in report.found[:20]:
        say(f"  {place}")
    return {"canary_hits": report.hits}


def _foreign(say: Say) -> Figures:
    report = foreign.watch(say)
    if not report.planted:
        raise RuntimeError("the watch heard nothing, not even what was sent on purpose")
    for place, count in report.to.items():
        say(f"  {count} packets to {place}")
    return {"foreign_connections": report.packets}
