"""Run Edison's own functions on users' data in a separate process with limits.

Files and schemas of users can be crafted to take hours. A thread cannot be stopped and shares the interpreter with all
requests. A process can be killed, and its CPU time and memory are limited. It gets only the data: no environment, no
database, no open file.
"""

import asyncio
import json
import signal
import sys
import weakref
from dataclasses import dataclass
from typing import Any, Literal

import structlog

from edison.domain import errors
from edison.domain.errors import EdisonError
from edison.sandbox.message_frames import Task, cut_frame, frame

log = structlog.get_logger()

Limit = Literal["time", "memory", "crashed"]

# Time to start Python and import the task on a busy machine.
START_S = 10.0
# Maximum number of concurrent tasks in this process; each may use a core.
AT_ONCE = 4
GUEST = "edison.sandbox.limited_process_guest"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskLimits:
    """Limits of a task. `seconds` is CPU time; the wall-clock limit is twice as long."""

    seconds: int
    memory: int = 1 << 30

    @property
    def wall_s(self) -> float:
        return START_S + 2.0 * self.seconds


class LimitReached(Exception):
    """The task was killed before it finished."""

    def __init__(self, limit: Limit) -> None:
        super().__init__(limit)
        self.limit = limit


async def run_limited(
    task: Task, arguments: dict[str, Any], content: bytes, limits: TaskLimits
) -> tuple[dict[str, Any], bytes]:
    """Run a function in a new process; raise the exception of the function, or LimitReached."""
    header = {
        "task": f"{task.__module__}:{task.__qualname__}",
        "arguments": arguments,
        "seconds": limits.seconds,
        "memory": limits.memory,
    }
    async with _slots():
        said, code = await _talk(frame(json.dumps(header).encode()) + frame(content), limits.wall_s)
    if code != 0:
        late = code in {-signal.SIGXCPU, -signal.SIGKILL}
        log.warning("limited_process_ended", task=header["task"], code=code)
        raise LimitReached("time" if late else "crashed")
    try:
        answer, rest = cut_frame(said)
        found, _ = cut_frame(rest)
    except EOFError:
        raise LimitReached("crashed") from None
    return _result(json.loads(answer)), found


async def _talk(given: bytes, wall_s: float) -> tuple[bytes, int]:
    process = await asyncio.create_subprocess_exec(
        # Isolated from the environment and the current folder, writing no bytecode, in UTF-8.
        *(sys.executable, "-I", "-B", "-X", "utf8", "-m", GUEST),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={},
        cwd="/",
        start_new_session=True,
    )
    try:
        async with asyncio.timeout(wall_s):
            said, _ = await process.communicate(given)
    except TimeoutError:
        raise LimitReached("time") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return said, process.returncode or 0


def _result(answer: dict[str, Any]) -> dict[str, Any]:
    if "limit" in answer:
        raise LimitReached(answer["limit"])
    if "error" in answer:
        told = answer["error"]
        kind: type[EdisonError] = getattr(errors, told["kind"])
        raise kind(
            told["message"], field=told["field"], advice=told["advice"], **dict(told["facts"])
        )
    return answer["result"]


_slots_of: "weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore]" = (
    weakref.WeakKeyDictionary()
)


def _slots() -> asyncio.Semaphore:
    return _slots_of.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE))
