"""The parts of `just show gateway`, and what the figures must be."""

import asyncio
import re
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

from edison.domain.models.provider import Provider
from tests.load import gateway, limiter
from tests.load.gateway_caller import BARE_IS
from tests.load.showing import Figures, Part, Say, Show
from tests.load.time_budget import TimeBudget
from tests.proofs import canary, foreign
from tests.support.hostile_urls import try_all
from tests.support.postgres import TestServer

ROOT = Path(__file__).parents[2]
CONTRACT = "tests/contract"

LIMITS: dict[str, tuple[str, float]] = {
    "overhead_ratio": ("at most", gateway.OVERHEAD_AT_MOST),
    "cpu_s_per_1k": ("more than", 0),
    "bare_cpu_s_per_1k": ("more than", 0),
    "goodput_share": ("at least", 0.9),
    "refused_share": ("at most", 0.02),
    "latency_error_share": ("at most", gateway.LATENCY_ERROR_AT_MOST),
    "canary_hits": ("at most", 0),
    "ssrf_tried": ("more than", 100),
    "ssrf_passed_through": ("at most", 0),
    "foreign_connections": ("at most", 0),
    "providers_in_contract": ("at least", len(Provider)),
}


@contextmanager
def _folder() -> Generator[Path]:
    with tempfile.TemporaryDirectory(prefix="edison-gateway-", ignore_cleanup_errors=True) as name:
        yield Path(name)


def overhead(say: Say, budget: TimeBudget) -> Figures:
    """Make the same calls with a client library, with plain requests and through the gateway."""
    with _folder() as folder, TestServer(folder, "show").database() as url:
        found = gateway.measure(url, say=say, budget=budget)
    say(f"bare is {BARE_IS}; figures are medians of {found.rounds} rounds")
    say(f"latency measured around a bare call is off by {found.latency_error_share('bare'):.0%}")
    return {
        "overhead_ratio": round(found.overhead_ratio, 3),
        "cpu_s_per_1k": round(found.cpu_s_per_1k("gateway"), 3),
        "bare_cpu_s_per_1k": round(found.cpu_s_per_1k("bare"), 3),
        "bare_is": BARE_IS,
        "overhead_ratio_to_aiohttp": round(found.ratio_to("aiohttp"), 3),
        "aiohttp_cpu_s_per_1k": round(found.cpu_s_per_1k("aiohttp"), 3),
        "latency_error_share": round(found.latency_error_share(), 4),
        "overhead_rounds": found.rounds,
    }


def rate_limit(say: Say, _: TimeBudget) -> Figures:
    """Let three processes call a server that accepts 50 requests a second."""
    with _folder() as folder, TestServer(folder, "show").database() as url:
        found = limiter.measure(url)
    say(str(found))
    return {
        "goodput_share": round(found.goodput / limiter.PER_SECOND, 3),
        "refused_share": round(found.refused_share, 4),
    }


def contract(say: Say, _: TimeBudget) -> Figures:
    """Run the tests that every provider must pass, and count the providers that passed all of theirs."""
    tests = sorted(str(path) for path in (ROOT / CONTRACT).glob("test_every_*.py"))
    with _folder() as folder:
        result = folder / "contract.xml"
        # A test that fails is in the result; a run that fails leaves none.
        subprocess.run(
            [sys.executable, "-m", "pytest", "-q", *tests, f"--junitxml={result}"],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            check=False,
        )
        passed, failed = kept_by_provider(result)
    for provider in Provider:
        if failed.get(provider):
            say(f"{provider}: {', '.join(failed[provider][:5])}")
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


def forbidden_addresses(_: Say, __: TimeBudget) -> Figures:
    tried, through = asyncio.run(try_all())
    return {"ssrf_tried": tried, "ssrf_passed_through": through}


def secrets(say: Say, _: TimeBudget) -> Figures:
    """Search for known secrets in responses, logs, database files and a dump."""
    with _folder() as folder:
        report = canary.hunt(folder / "canary", say)
    say(str(report))
    if not report.planted:
        raise RuntimeError("the search found nothing, not even what was put there to be found")
    for place in report.found[:20]:
        say(place)
    return {"canary_hits": report.hits}


def foreign_connections(say: Say, _: TimeBudget) -> Figures:
    """Watch an installation in a network of its own for packets to anyone else."""
    report = foreign.watch(say)
    if not report.planted:
        raise RuntimeError("the watch heard nothing, not even what was sent on purpose")
    for place, count in report.to.items():
        say(f"{count} packets to {place}")
    return {"foreign_connections": report.packets}


OF_OVERHEAD = (
    *("overhead_ratio", "bare_is", "cpu_s_per_1k", "bare_cpu_s_per_1k"),
    *("overhead_ratio_to_aiohttp", "aiohttp_cpu_s_per_1k"),
    *("latency_error_share", "overhead_rounds"),
)
PARTS = (
    # The timings come first.
    Part(name="overhead", measure=overhead, share_s=70, figures=OF_OVERHEAD),
    Part(
        name="rate-limit",
        measure=rate_limit,
        share_s=100,
        figures=("goodput_share", "refused_share"),
    ),
    Part(name="contract", measure=contract, share_s=110, figures=("providers_in_contract",)),
    Part(
        name="addresses",
        measure=forbidden_addresses,
        share_s=30,
        figures=("ssrf_tried", "ssrf_passed_through"),
    ),
    Part(name="secrets", measure=secrets, share_s=130, figures=("canary_hits",)),
    Part(
        name="foreign",
        measure=foreign_connections,
        share_s=130,
        figures=("foreign_connections",),
    ),
)
SHOW = Show(parts=PARTS, keys=tuple(dict.fromkeys((*OF_OVERHEAD, *LIMITS))), limits=(LIMITS,))
