"""Stop the worker of an installation again and again during one run, and count call by call what that cost.

The judge is a server outside of Edison that notes when each question arrived and when it was answered.
"""

import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import psutil

from edison.store.local_server import LocalServer
from tests.fault.counting_server import ANSWER_TOKENS, MODEL, PROMPT_TOKENS
from tests.fault.run_chaos import burn_a_core
from tests.support.client import browser_at, done, sign_up
from tests.support.processes import EdisonProcess, free_port, running, wait_until
from tests.support.sql import rows, value
from tests.support.world import API

INPUT_USD, OUTPUT_USD = 2.5, 10.0
LIKELY_USD = (PROMPT_TOKENS * INPUT_USD + ANSWER_TOKENS * OUTPUT_USD) / 1e6
# Close to what an answer takes, so that the calls at once are not limited by the budget.
MAX_TOKENS = 200
SLOTS = 128
# The worker is stopped when so many calls have arrived since it came back: its slots are full by then.
CALLS_BETWEEN_STOPS = SLOTS + 12
AT_REST = {"completed", "failed", "cancelled", "paused"}
# When work went on after a stop if it did not.
NEVER = 1e12


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    signal: signal.Signals
    at: float
    # When the process was gone; with SIGTERM it ends its calls first.
    gone_at: float


@dataclass(slots=True)
class Found:
    """What the stops came to; the lists have one number for each stop of their kind."""

    cells: int
    kills: int = 0
    terms: int = 0
    answers_lost: int = 0
    repeats_per_kill: list[int] = field(default_factory=list[int])
    answered_and_lost_per_kill: list[int] = field(default_factory=list[int])
    repeats_per_term: list[int] = field(default_factory=list[int])
    # From the kill, or from the end of a process that was told to end, to the first call of the next one.
    resumed_after_s: list[float] = field(default_factory=list[float])
    # Repeated although no worker was stopped between the two arrivals.
    repeats_unexplained: int = 0
    state: str = ""
    problem: str = ""
    pauses: int = 0
    settled_usd: float = 0.0
    in_doubt_usd: float = 0.0
    seconds: float = 0.0

    @property
    def beyond_slots(self) -> int:
        return max(0, max(self.repeats_per_kill, default=0) - SLOTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    up: EdisonProcess
    browser: httpx.Client
    server: str
    url: str
    path: str

    def worker(self) -> psutil.Process | None:
        for child in psutil.Process(self.up.process.pid).children(recursive=True):
            try:
                if "worker" in child.cmdline() and child.status() != psutil.STATUS_ZOMBIE:
                    return child
            except psutil.NoSuchProcess:
                continue
        return None

    def log(self) -> list[tuple[str, float, float | None]]:
        found = httpx.get(f"{self.server}/log", timeout=60).json()
        return [(question, arrived, answered) for question, arrived, answered, _ in found]

    def sent(self) -> list[float | None]:
        """Return when the end of each answer began to be sent, by the number of the answer."""
        return [sent for *_, sent in httpx.get(f"{self.server}/log", timeout=60).json()]

    def arrivals(self) -> int:
        return int(httpx.get(f"{self.server}/count", timeout=60).json())

    def answers(self, run: str) -> dict[int, str]:
        found = rows(
            self.url,
            "SELECT ordinal, output FROM cells WHERE run_id = %s AND state = 'answered'",
            run,
        )
        return dict(found)


def stop_workers(
    *,
    kills: int,
    terms: int,
    cells: int = 4000,
    latency_ms: float = 200,
    burns_a_core: bool = False,
    program: Sequence[str] = (sys.executable, "-m", "edison"),
    say: Callable[[str], None] = lambda _: None,
) -> Found:
    began = time.monotonic()
    found = Found(cells=cells)
    signals = [signal.SIGKILL, signal.SIGTERM] * min(kills, terms)
    signals += [signal.SIGKILL] * (kills - terms) + [signal.SIGTERM] * (terms - kills)
    with an_installation(program, latency_ms) as place:
        order = prepare_run(place, cells)
        run = start_run(place, order)
        with _burning(burns_a_core):
            stops, kept = _stop_again_and_again(place, run, signals, say)
            report = until_ended(place, run)
        found.state, found.problem = report["state"], report["problem"] or ""
        found.pauses = int(found.state == "paused")
        found.settled_usd = float(report["budget"]["settled_usd"])
        found.in_doubt_usd = float(report["budget"]["in_doubt_usd"])
        count_stops(found, stops, kept, place.answers(run), place.log())
    found.seconds = time.monotonic() - began
    return found


def start_run(place: Installation, order: dict[str, Any]) -> str:
    return str(done(place.browser.post(f"{place.path}/runs", json=order))["id"])


def _stop_again_and_again(
    place: Installation, run: str, signals: Sequence[signal.Signals], say: Callable[[str], None]
) -> tuple[list[Stop], dict[int, str]]:
    """Return the stops, and every answer that was committed before one of them."""
    stops: list[Stop] = []
    kept: dict[int, str] = {}
    for sign in signals:
        seen = place.arrivals()
        wait_until(
            lambda seen=seen: place.arrivals() >= seen + CALLS_BETWEEN_STOPS,
            120,
            "the worker makes calls",
            every_s=0.01,
        )
        worker = place.worker()
        assert worker is not None
        before = place.answers(run)
        at = time.time()
        worker.send_signal(sign)
        psutil.wait_procs([worker], timeout=120)
        stops.append(Stop(signal=sign, at=at, gone_at=time.time()))
        lost = [ordinal for ordinal, text in kept.items() if before.get(ordinal) != text]
        assert not lost, f"committed answers changed: {lost[:5]}"
        kept |= before
        say(f"{sign.name}: {len(before)} answers were committed")
    return stops, kept


def until_ended(place: Installation, run: str) -> dict[str, Any]:
    """Wait until the run has ended or is paused; return it as it is after some minutes if it is neither."""
    give_up = time.monotonic() + 240
    while True:
        report = done(place.browser.get(f"{place.path}/runs/{run}"))
        if report["state"] in AT_REST or time.monotonic() > give_up:
            return report
        time.sleep(0.5)


def count_stops(
    found: Found,
    stops: list[Stop],
    kept: dict[int, str],
    answers: dict[int, str],
    log: list[tuple[str, float, float | None]],
) -> None:
    """Explain each repeated arrival by the stop between it and the arrival before."""
    found.kills = sum(1 for stop in stops if stop.signal is signal.SIGKILL)
    found.terms = len(stops) - found.kills
    found.answers_lost = sum(1 for ordinal, text in kept.items() if answers.get(ordinal) != text)
    found.answers_lost += found.cells - len(answers) if found.state == "completed" else 0
    repeats: dict[int, int] = defaultdict(int)
    lost: dict[int, int] = defaultdict(int)
    seen: dict[str, list[tuple[float, float | None]]] = defaultdict(list)
    for question, arrived, answered in sorted(log, key=lambda each: each[1]):
        seen[question].append((arrived, answered))
    for calls in seen.values():
        for (first, answered), (again, _) in pairwise(calls):
            between = [n for n, stop in enumerate(stops) if first <= stop.gone_at <= again]
            if not between:
                found.repeats_unexplained += 1
                continue
            repeats[between[0]] += 1
            lost[between[0]] += int(answered is not None and answered <= stops[between[0]].at)
    arrivals = sorted(arrived for _, arrived, _ in log)
    for number, stop in enumerate(stops):
        # A worker that was told to end finishes its calls first.
        since = stop.at if stop.signal is signal.SIGKILL else stop.gone_at
        after = next((at for at in arrivals if at > stop.gone_at), NEVER)
        found.resumed_after_s.append(round(after - since, 2))
        if stop.signal is signal.SIGKILL:
            found.repeats_per_kill.append(repeats[number])
            found.answered_and_lost_per_kill.append(lost[number])
        else:
            found.repeats_per_term.append(repeats[number])


@contextmanager
def an_installation(
    program: Sequence[str], latency_ms: float, **postgres: str
) -> Generator[Installation]:
    """Run `edison up` and a counting server; `postgres` are settings of its database server."""
    port = free_port()
    with (
        tempfile.TemporaryDirectory(prefix="edison-stops-") as folder,
        _process(sys.executable, "-m", "tests.fault.counting_server", str(port), str(latency_ms)),
    ):
        home = Path(folder) / "home"
        if postgres:
            _set_up_database(home, postgres)
        up = EdisonProcess(home, "up", program=program, settings={"log_level": "warning"})
        with running(up):
            up.wait_until_ready()
            with browser_at(up.address) as browser:
                yield Installation(
                    up=up,
                    browser=browser,
                    server=f"http://127.0.0.1:{port}",
                    url=LocalServer(home / "postgres").url(),
                    path=_project(browser),
                )


def _set_up_database(home: Path, settings: Mapping[str, str]) -> None:
    """Write settings that need a restart; the server stops with the process that wrote them."""
    code = (
        "import sys; from pathlib import Path; from edison.store.local_server import LocalServer; import psycopg\n"
        "connection = psycopg.connect(LocalServer(Path(sys.argv[1])).url(), autocommit=True)\n"
        "for each in sys.argv[2:]: connection.execute(each.encode())\n"
        "connection.close()"
    )
    chosen = [f"ALTER SYSTEM SET {name} = '{value}'" for name, value in settings.items()]
    subprocess.run([sys.executable, "-c", code, str(home / "postgres"), *chosen], check=True)


def _project(browser: httpx.Client) -> str:
    sign_up(browser)
    project = done(browser.post(f"{API}/projects", json={"name": "Stops"}))
    return f"{API}/projects/{project['slug']}"


def prepare_run(place: Installation, cells: int) -> dict[str, Any]:
    """Make all that a run needs; return the order that starts it."""
    post = place.browser.post
    wait_until(
        lambda: value(place.url, "SELECT count(*) FROM workers") > 0, 60, "a worker is there"
    )
    done(
        post(
            f"{place.path}/credentials",
            json={
                "provider": "OPENAI",
                "label": "Counted",
                "config": {"base_url": f"{place.server}/v1"},
                "secrets": {"api_key": "not-a-secret"},
                "allow_private": True,
            },
        )
    )
    models = done(place.browser.get(f"{place.path}/models", params={"limit": 100}))["items"]
    [model] = [each for each in models if each["name"] == MODEL]
    price = {"choice": "override", "input": str(INPUT_USD), "output": str(OUTPUT_USD)}
    done(place.browser.put(f"{place.path}/models/{model['id']}/price", json=price))
    content = {"messages": [{"role": "user", "content": "{{question}}"}]}
    prompt = done(
        post(
            f"{place.path}/prompts",
            json={"name": "Questions", "kind": "generator", "content": content},
        )
    )
    dataset = done(post(f"{place.path}/datasets", json={"name": "Questions", "kind": "golden"}))
    for start in range(0, cells, 500):
        cases = [
            {"values": {"question": f"Question number {number}?"}}
            for number in range(start, min(start + 500, cells))
        ]
        done(post(f"{place.path}/datasets/{dataset['id']}/cases", json={"cases": cases}))
    return {
        "versions": [{"prompt": prompt["id"]}],
        "targets": [{"model": model["id"], "parameters": {"max_tokens": MAX_TOKENS}}],
        "dataset": dataset["id"],
        "budget_usd": round(2 * cells * LIKELY_USD, 2),
        "count_doubt": "probable",
        "reuse": False,
    }


@contextmanager
def _burning(burns: bool) -> Generator[None]:
    """Keep one core busy with something else."""
    if not burns:
        yield
        return
    burner = burn_a_core()
    try:
        yield
    finally:
        burner.kill()
        burner.wait()


@contextmanager
def _process(*command: str) -> Generator[None]:
    process = subprocess.Popen(command)
    try:
        yield
    finally:
        process.kill()
        process.wait()
