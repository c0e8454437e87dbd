"""Program of the process that `limited_process` starts: sets its own limits, then runs one function of Edison.

The name of the function comes from Edison's code; only the data comes from a user.
"""

import importlib
import json
import resource
import sys
from typing import Any

from edison.domain.errors import EdisonError
from edison.sandbox.message_frames import Task, cut_frame, frame


def main() -> None:
    header, content = cut_frame(sys.stdin.buffer.read())
    given = json.loads(header)
    body, _ = cut_frame(content)
    task = _task(given["task"])
    _limit(given["seconds"], given["memory"])
    answer, blob = _run(task, given["arguments"], body)
    # Lone surrogates of a user's text pass as escapes; values that JSON does not support, such as a date, as text.
    sys.stdout.buffer.write(frame(json.dumps(answer, default=str).encode()) + frame(blob))
    sys.stdout.buffer.flush()


def _task(name: str) -> Task:
    module, _, function = name.partition(":")
    return getattr(importlib.import_module(module), function)


def _limit(seconds: int, memory: int) -> None:
    # At the soft limit the kernel ends the process by SIGXCPU, at the hard one by SIGKILL.
    used = resource.getrusage(resource.RUSAGE_SELF)
    started = int(used.ru_utime + used.ru_stime) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (started + seconds, started + seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    # No file is written, and no core dump is left with a user's data.
    for kind in (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE):
        resource.setrlimit(kind, (0, 0))


def _run(task: Task, arguments: dict[str, Any], content: bytes) -> tuple[dict[str, Any], bytes]:
    try:
        result, blob = task(arguments, content)
    except EdisonError as error:
        return {
            "error": {
                "kind": type(error).__name__,
                "message": error.message,
                "field": error.field,
                "advice": error.advice,
                "facts": error.facts,
            }
        }, b""
    except MemoryError:
        return {"limit": "memory"}, b""
    return {"result": result}, blob


if __name__ == "__main__":
    main()
