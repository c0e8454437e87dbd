"""Three processes call a provider that lets in fifty requests a second; what they get through, and what is refused."""

import json
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from edison.domain.ids import ProjectId
from tests.load.limiter_caller import Log
from tests.support.limits import new_project

ROOT = Path(__file__).parents[2]
PER_SECOND = 50
PROCESSES = 3
WARM_UP_S = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    succeeded: int
    refused: int
    # Requests let in per second, from the end of the warm-up until the first process is done.
    goodput: float
    # The part of each process in that time.
    shares: tuple[float, ...]
    seconds: float
    # When requests were refused, in seconds from the first start.
    refused_at: tuple[float, ...]
    exchanges_per_process_s: float

    @property
    def refused_share(self) -> float:
        return self.refused / (self.refused + self.succeeded)


def measure(
    url: str,
    *,
    calls: int = 1000,
    callers: int = 30,
    retry_after_s: float | None = None,
    per_second: int = PER_SECOND,
    warm_up_s: float = WARM_UP_S,
) -> Figures:
    """Let each process make so many calls, and each refused call be made again."""
    project = new_project(url)
    after = "" if retry_after_s is None else f"{retry_after_s:g}"
    with refusing_server(per_second, after, takes_s=0.1) as address:
        processes = [
            caller(url, project, address, f"process-{number}", calls, callers)
            for number in range(PROCESSES)
        ]
        for process in processes:
            start(process)
        outputs = [process.communicate(timeout=600)[0] for process in processes]
    return figures([Log(**json.loads(output)) for output in outputs], warm_up_s)


def figures(logs: list[Log], warm_up_s: float) -> Figures:
    began = min(log.accepted[0] for log in logs)
    start, end = began + warm_up_s, min(max(log.accepted) for log in logs)
    assert end > start + 5, "too few calls to say anything about the time after the warm-up"
    counted = [sum(start <= at < end for at in log.accepted) for log in logs]
    seconds = max(max(log.accepted) for log in logs) - began
    return Figures(
        succeeded=sum(len(log.accepted) for log in logs),
        refused=sum(len(log.refused) for log in logs),
        goodput=sum(counted) / (end - start),
        shares=tuple(count / sum(counted) for count in counted),
        seconds=seconds,
        refused_at=tuple(sorted(round(at - began, 2) for log in logs for at in log.refused)),
        exchanges_per_process_s=sum(log.exchanges for log in logs) / len(logs) / seconds,
    )


@contextmanager
def refusing_server(per_second: int, retry_after_s: str, takes_s: float) -> Generator[str]:
    server = program("refusing_server", str(per_second), retry_after_s, str(takes_s))
    assert server.stdin
    assert server.stdout
    try:
        yield f"http://127.0.0.1:{int(server.stdout.readline())}/"
    finally:
        server.stdin.close()
        server.wait(10)
        server.stdout.close()


def caller(
    url: str,
    project: ProjectId,
    address: str,
    name: str,
    calls: int,
    callers: int,
    places: int = 0,
) -> subprocess.Popen[str]:
    """A process that makes its calls once it is told to start."""
    told = (url, str(project), address, name, str(calls), str(callers), str(places))
    return program("limiter_caller", *told)


def start(process: subprocess.Popen[str]) -> None:
    assert process.stdin
    process.stdin.close()
    process.stdin = None


def program(name: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", f"tests.load.{name}", *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
