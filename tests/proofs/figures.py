"""The figures of `just show house`, measured with the same code that the tests run."""

import asyncio
import tempfile
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

from edison.kit.log_setup import configure_logging
from tests.e2e.browser import EVERY_LOOK, chromium
from tests.e2e.gateway_story import ODD_MODELS
from tests.e2e.inspection import look_at_all
from tests.e2e.odd_provider import odd_provider
from tests.e2e.screens import Screen, screens
from tests.e2e.stage import set_stage
from tests.fault.sign_up_wave import kill_amid_sign_ups
from tests.load import project_list
from tests.load.showing import Figures, Part, Say, Show
from tests.load.time_budget import TimeBudget
from tests.proofs.declared_access import DECLARED
from tests.proofs.fuzz import EXAMPLES, FuzzFindings, fuzz, fuzzed_operations
from tests.proofs.matrix import ACTORS, Cast, Findings, decisive, try_declared, undeclared
from tests.proofs.wheel import build_wheel, install, measure_starts
from tests.support.house import served_house
from tests.support.installation import running
from tests.support.postgres import TestServer
from tests.support.processes import edison_alone
from tests.support.route_table import route_table

WAVE = 200
# As many as the smallest machine has cores.
PROCESSES = 2

Work = TypeVar("Work")
Result = TypeVar("Result")


@contextmanager
def _server() -> Generator[tuple[TestServer, Path]]:
    with tempfile.TemporaryDirectory(prefix="edison-house-", ignore_cleanup_errors=True) as name:
        yield TestServer(Path(name), "show"), Path(name)


def _in_processes(do: Callable[[Work], Result], work: Sequence[Work]) -> list[Result]:
    """Do each piece of work in a process of its own."""
    with ProcessPoolExecutor(
        len(work), mp_context=get_context("spawn"), initializer=_be_quiet
    ) as pool:
        return list(pool.map(partial(_guarded, do), work))


def _guarded(do: Callable[[Work], Result], work: Work) -> Result:
    """Raise what every process can read: some libraries' errors cannot be sent to another process."""
    try:
        return do(work)
    except Exception:
        raise RuntimeError(traceback.format_exc()) from None


def _be_quiet() -> None:
    """Drop log lines: thousands of them about requests would bury the progress."""
    configure_logging(level="critical", service="show")


def starts(_: Say, __: TimeBudget) -> Figures:
    """Measure `edison up` twice, from a wheel in an empty environment."""
    with tempfile.TemporaryDirectory(prefix="edison-wheel-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        edison = install(build_wheel(folder / "wheel"), folder)
        measured = measure_starts(edison, folder / "first-home")
    return {
        "first_up_s": round(measured.first_up_s, 2),
        "second_up_s": round(measured.second_up_s, 2),
    }


def list_of_projects(say: Say, _: TimeBudget) -> Figures:
    """Measure the list of 1,000 projects of 100 members each."""
    with _server() as (server, folder), server.database() as url:
        timing = project_list.measure(url, folder / "home")
    slowest = {kind: round(timing.p95(kind), 1) for kind in timing.milliseconds}
    say(f"p95 in ms: {slowest}")
    return {"projects_p95_ms": slowest["first page"]}


def sign_ups(say: Say, _: TimeBudget) -> Figures:
    """Count what `kill -9` leaves half made amid 200 sign-ups."""
    with _server() as (server, folder), server.database() as url:
        aftermath = asyncio.run(kill_amid_sign_ups(url, folder / "home", WAVE))
    say(
        f"answered {len(aftermath.answered)}, cut off {len(aftermath.unanswered)}, "
        f"of those made all the same {len(aftermath.made_silently)}"
    )
    _list(aftermath.half_made, say)
    return {"half_made_accounts": len(aftermath.half_made)}


@dataclass(frozen=True, slots=True, kw_only=True)
class _MatrixWork:
    url: str
    place: int
    # Its clock is the same in all processes of a machine.
    budget: TimeBudget


def matrix(say: Say, budget: TimeBudget) -> Figures:
    """Try every declared way through every route as everyone who could ask."""
    with _server() as (server, _), ExitStack() as databases:
        urls = [databases.enter_context(server.database()) for _ in range(PROCESSES)]
        work = [_MatrixWork(url=url, place=place, budget=budget) for place, url in enumerate(urls)]
        done = _in_processes(_try_matrix, work)
    routes = done[0][0]
    cases = sum(findings.cases for _, findings in done)
    failures = [line for _, findings in done for line in findings.failures]
    total = len(DECLARED) * len(ACTORS)
    if cases < total:
        say(f"matrix: {cases:,} of {total:,} cases; {total - cases:,} left out for time")
    _list(failures, say)
    return {
        "routes": routes,
        "matrix_cases": cases,
        "matrix_cases_total": total,
        "matrix_failures": len(failures),
    }


def _try_matrix(work: _MatrixWork) -> tuple[int, Findings]:
    return asyncio.run(_try_declarations(work))


async def _try_declarations(work: _MatrixWork) -> tuple[int, Findings]:
    """Try every way as those who decide, whatever the time; then as the others between them."""
    findings = Findings()
    async with served_house(work.url) as house:
        table = route_table(house.app)
        if work.place == 0:
            findings.failures += undeclared(table)
        cast = Cast(house)
        ways = [each for each in DECLARED[work.place :: PROCESSES] if each.route in table]
        for at_least, are_decisive in ((len(ways), True), (0, False)):
            for declared in work.budget.take(ways, at_least=at_least):
                route = table[declared.route]
                decide = decisive(route, declared)
                actors = tuple(actor for actor in ACTORS if (actor in decide) is are_decisive)
                found = await try_declared(cast, route, declared, actors)
                findings.cases += found.cases
                findings.failures += found.failures
    return len(table), findings


@dataclass(frozen=True, slots=True, kw_only=True)
class _FuzzWork:
    address: str
    url: str
    operations: list[str]
    budget: TimeBudget


def api_fuzz(say: Say, budget: TimeBudget) -> Figures:
    """Send generated requests to every route: a few to each at first, then more as time allows."""
    with _server() as (server, folder), ExitStack() as stack:
        urls = [stack.enter_context(server.database()) for _ in range(PROCESSES)]
        served = [
            stack.enter_context(edison_alone(folder / f"home{place}", url))
            for place, url in enumerate(urls)
        ]
        names = fuzzed_operations(served[0].address)
        findings = FuzzFindings()
        # The servers take some time to stop.
        in_time = budget.split(0.9)
        work = [
            _FuzzWork(
                address=serving.address,
                url=url,
                operations=names[place::PROCESSES],
                budget=in_time,
            )
            for place, (serving, url) in enumerate(zip(served, urls, strict=True))
        ]
        for found in _in_processes(_fuzz, work):
            findings.add(found)
    fewest = min((findings.examples[name] for name in findings.tried), default=0)
    whole = sum(findings.examples[name] >= EXAMPLES for name in names)
    say(
        f"fuzz: {len(findings.tried)} of {len(names)} routes with at least {fewest} of {EXAMPLES} examples of each"
        f" kind, {whole} with all; {len(names) - len(findings.tried)} routes left out for time"
    )
    _list(findings.failures, say)
    return {
        "api_fuzz_cases": findings.cases,
        "api_fuzz_failures": len(findings.failures),
        "routes_fuzzed": len(findings.tried),
        "routes_to_fuzz": len(names),
        "fuzz_examples_at_least": fewest,
    }


def _fuzz(work: _FuzzWork) -> FuzzFindings:
    return fuzz(work.address, work.url, work.operations, budget=work.budget)


def axe(say: Say, budget: TimeBudget) -> Figures:
    """Count accessibility violations of every screen: in each theme and each width, then in the other pairs."""
    violations: list[str] = []
    looks = 0
    with (
        tempfile.TemporaryDirectory(prefix="edison-axe-") as folder,
        running(Path(folder) / "home") as installation,
        chromium() as browser,
        odd_provider(dict(ODD_MODELS)) as odd,
    ):
        stage = set_stage(installation, odd)
        shown = screens(stage)
        for chosen in (EVERY_LOOK[::3], EVERY_LOOK[1:3]):
            names = " and ".join(" ".join(look) for look in chosen)
            seen: list[Screen] = []
            in_time = budget.take(shown, at_least=0, what=f"axe, screens in {names}", say=say)
            wrong = look_at_all(browser, stage, _noted(in_time, seen), chosen)
            violations += [line for found in wrong.violations.values() for line in found]
            looks += len(seen) * len(chosen)
    _list(violations, say)
    return {
        "axe_violations": len(violations),
        "axe_looks": looks,
        "axe_looks_total": len(shown) * len(EVERY_LOOK),
    }


def _noted(shown: Iterable[Screen], seen: list[Screen]) -> Iterator[Screen]:
    for screen in shown:
        seen.append(screen)
        yield screen


def _list(failures: list[str], say: Say) -> None:
    for failure in failures[:20]:
        say(f"  {failure}")


SHOW = Show(
    # The timings come first, and what takes as many samples as fit comes last.
    parts=(
        Part(
            name="starts",
            measure=starts,
            share_s=70,
            figures=("first_up_s", "second_up_s"),
        ),
        Part(
            name="projects",
            measure=list_of_projects,
            share_s=30,
            figures=("projects_p95_ms",),
        ),
        Part(
            name="sign-ups",
            measure=sign_ups,
            share_s=45,
            figures=("half_made_accounts",),
        ),
        Part(
            name="matrix",
            measure=matrix,
            share_s=115,
            figures=("routes", "matrix_cases", "matrix_cases_total", "matrix_failures"),
        ),
        Part(
            name="axe",
            measure=axe,
            share_s=130,
            figures=("axe_violations", "axe_looks", "axe_looks_total"),
        ),
        Part(
            name="fuzz",
            measure=api_fuzz,
            share_s=180,
            figures=(
                *("api_fuzz_cases", "api_fuzz_failures"),
                *("routes_fuzzed", "routes_to_fuzz", "fuzz_examples_at_least"),
            ),
        ),
    ),
    limits=(
        {
            "matrix_failures": ("at most", 0),
            "api_fuzz_failures": ("at most", 0),
            "axe_violations": ("at most", 0),
            "half_made_accounts": ("at most", 0),
        },
    ),
    keys=(
        *("first_up_s", "second_up_s", "routes", "matrix_cases", "matrix_failures"),
        *("api_fuzz_cases", "api_fuzz_failures", "axe_violations", "projects_p95_ms"),
        *("half_made_accounts", "matrix_cases_total"),
        *("routes_fuzzed", "routes_to_fuzz", "fuzz_examples_at_least"),
        *("axe_looks", "axe_looks_total"),
    ),
)
