"""Run untrusted code on samples in the sandbox; every sample gets an outcome."""

import asyncio
import base64
import json
import shutil
import sys
import threading
import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

import structlog

from edison.sandbox import bubblewrap, system_calls

log = structlog.get_logger()

MEMORY = 256 << 20
RESULT_BYTES = 64 << 10
SAMPLE_BYTES = 4 << 20
START_S = 15.0
# Added to the time limit inside; after it, the sandbox itself is stuck.
GRACE_S = 5.0
# Maximum number of concurrent sandboxes in this process: each may use a core and its memory.
AT_ONCE = 2
RESTARTS = 3
# After this many timeouts in a row the remaining samples are not tried.
LATE_IN_A_ROW = 5
PROBED_AGAIN_AFTER_S = 60.0
PROBE = "def check(output):\n    return output"

Trouble = Literal["late", "too_much", "crashed", "unavailable", "broke", "skipped", "too_big"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """The value that the code returned, as JSON."""

    value: Any
    printed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AssertionFailed:
    """An assertion of the code failed."""

    message: str
    line: int | None = None
    printed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Broke:
    """The code did not return a usable value."""

    trouble: Trouble
    message: str
    printed: str = ""


SandboxOutcome = Ran | AssertionFailed | Broke


class SandboxLost(Exception):
    """The sandbox did not start, or ended before all samples were judged."""


async def run_many(
    code: str, samples: Sequence[dict[str, Any]], wall_s: float = 1.0
) -> list[SandboxOutcome]:
    """Return one outcome per sample, in order. `wall_s` is the time limit per sample."""
    payloads = [json.dumps(sample).encode() for sample in samples]
    outcomes: list[SandboxOutcome | None] = [
        None
        if len(payload) <= SAMPLE_BYTES
        else Broke(trouble="too_big", message=f"The sample is over {SAMPLE_BYTES >> 20} MB")
        for payload in payloads
    ]
    async with _slots():
        for _ in range(RESTARTS + 1):
            left = [place for place, outcome in enumerate(outcomes) if outcome is None]
            if not left:
                break
            try:
                await _session(code, wall_s, payloads, left, outcomes)
            except SandboxLost as lost:
                log.warning("sandbox_lost", reason=str(lost)[:200])
                # The current sample may have crashed the sandbox: the others get another attempt.
                culprit = next(place for place in left if outcomes[place] is None)
                outcomes[culprit] = Broke(trouble="crashed", message=str(lost))
    gave_up = Broke(trouble="unavailable", message="The sandbox crashed too often")
    return [outcome or gave_up for outcome in outcomes]


def run_one(code: str, sample: dict[str, Any], wall_s: float = 1.0) -> SandboxOutcome:
    """Run the code on one sample synchronously, if no event loop is running."""
    return asyncio.run(run_many(code, [sample], wall_s))[0]


class _Probe:
    """Caches whether the sandbox works on this machine; a failure is checked again later."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.problem: str | None = None
        self.at: float | None = None

    def ask(self) -> str | None:
        with self.lock:
            stale = self.at is None or (
                self.problem is not None and time.monotonic() - self.at > PROBED_AGAIN_AFTER_S
            )
            if stale:
                self.problem = _problem()
                self.at = time.monotonic()
            return self.problem


def missing() -> str | None:
    """Return why untrusted code cannot run on this machine, or None. The first call blocks for a test run."""
    return _probe.ask()


def _problem() -> str | None:
    if sys.platform != "linux" or not system_calls.is_known():
        return "Python checks need Linux on x86-64 or ARM64"
    if shutil.which("bwrap") is None:
        return "Python checks need bubblewrap on this machine: apt install bubblewrap"
    outcomes: list[SandboxOutcome] = []
    # In a separate thread, because the caller's may have an event loop.
    trial = threading.Thread(
        target=lambda: outcomes.append(run_one(PROBE, {"output": "works"}, 5.0)), daemon=True
    )
    trial.start()
    trial.join(START_S + 2 * GRACE_S)
    if outcomes and outcomes[0] == Ran(value="works"):
        return None
    why = outcomes[0].message if outcomes and isinstance(outcomes[0], Broke) else "it hangs"
    return f"bubblewrap is installed but cannot start a sandbox here: {why}"[:300]


_probe = _Probe()
_slots_of: "weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore]" = (
    weakref.WeakKeyDictionary()
)


def _slots() -> asyncio.Semaphore:
    return _slots_of.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE))


async def _session(
    code: str,
    wall_s: float,
    payloads: list[bytes],
    left: list[int],
    outcomes: list[SandboxOutcome | None],
) -> None:
    """Start one sandbox for the samples in `left`, and store their outcomes."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise SandboxLost("bubblewrap is not installed")
    command = await asyncio.to_thread(bubblewrap.command, bwrap)
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={},
        limit=8 * RESULT_BYTES,
        start_new_session=True,
    )
    feeding = asyncio.create_task(_feed(process, code, wall_s, payloads, left))
    try:
        await _collect(process, wall_s, left, outcomes)
    finally:
        feeding.cancel()
        if process.returncode is None:
            process.kill()
        await asyncio.wait([feeding])
        await process.wait()


async def _feed(
    process: asyncio.subprocess.Process,
    code: str,
    wall_s: float,
    payloads: list[bytes],
    left: list[int],
) -> None:
    header = {
        "code": code,
        "wall_s": wall_s,
        "memory": MEMORY,
        "result_bytes": RESULT_BYTES,
        "filter": base64.b64encode(system_calls.allow_list()).decode(),
    }
    pipe = process.stdin
    if pipe is None:
        return
    try:
        for message in [json.dumps(header).encode(), *(payloads[place] for place in left)]:
            pipe.write(len(message).to_bytes(4, "big") + message)
            await pipe.drain()
        pipe.close()
    except (BrokenPipeError, ConnectionResetError):
        # The process has ended; its reader will notice.
        return


async def _collect(
    process: asyncio.subprocess.Process,
    wall_s: float,
    left: list[int],
    outcomes: list[SandboxOutcome | None],
) -> None:
    assert process.stdout is not None
    late_in_a_row = 0
    for turn, place in enumerate(left):
        patience = wall_s + GRACE_S + (START_S if turn == 0 else 0.0)
        try:
            async with asyncio.timeout(patience):
                line = await process.stdout.readline()
        except TimeoutError:
            raise SandboxLost("The sandbox does not answer") from None
        except ValueError:
            raise SandboxLost("The output of the sandbox is too long") from None
        if not line.endswith(b"\n"):
            raise SandboxLost(await _last_words(process))
        outcome = _outcome(line, wall_s)
        outcomes[place] = outcome
        is_late = isinstance(outcome, Broke) and outcome.trouble == "late"
        late_in_a_row = late_in_a_row + 1 if is_late else 0
        if late_in_a_row >= LATE_IN_A_ROW:
            skipped = Broke(
                trouble="skipped",
                message=f"Not tried: the code took over {wall_s:g} s for {LATE_IN_A_ROW} answers in a row",
            )
            for rest in left[turn + 1 :]:
                outcomes[rest] = skipped
            return


async def _last_words(process: asyncio.subprocess.Process) -> str:
    assert process.stderr is not None
    try:
        async with asyncio.timeout(GRACE_S):
            said = await process.stderr.read(2_000)
    except TimeoutError:
        said = b""
    words = " ".join(said.decode(errors="replace").split())
    return f"The sandbox ended: {words[-200:]}" if words else "The sandbox ended"


def _outcome(line: bytes, wall_s: float) -> SandboxOutcome:
    """Parse a line of the guest's output, which comes from untrusted code and may have any shape."""
    report = json.loads(line)
    if report["ended"] == "late":
        return Broke(trouble="late", message=f"The code took over {wall_s:g} s")
    if report["ended"] == "too_much":
        return Broke(
            trouble="too_much", message=f"The result is over {RESULT_BYTES >> 10} kB of JSON"
        )
    try:
        said: Any = json.loads(report["said"], parse_constant=str)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        died = f" (signal {report['signal']})" if report["signal"] else ""
        return Broke(trouble="crashed", message=f"The code ended its process{died}")
    return _said(cast(dict[str, Any], said))


def _said(said: dict[str, Any]) -> SandboxOutcome:
    printed = str(said.get("printed", ""))[:2_000]
    line = said.get("line")
    line = line if isinstance(line, int) and not isinstance(line, bool) else None
    if "value" in said:
        return Ran(value=said["value"], printed=printed)
    if "refused" in said:
        return AssertionFailed(message=str(said["refused"])[:500], line=line, printed=printed)
    where = f" in line {line}" if line is not None else ""
    message = str(said.get("message", ""))[:500]
    name = str(said.get("broke", "The code failed"))[:100]
    return Broke(
        trouble="broke",
        message=f"{name}{where}: {message}" if message else f"{name}{where}",
        printed=printed,
    )
