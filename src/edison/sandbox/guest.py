"""Program that runs untrusted code inside the sandbox.

It uses the standard library only, because Edison is not visible in the sandbox. Standard input: JSON with code, limits
and the system call filter, then JSON for each sample, each block prefixed with its length. Standard output: one line
per sample. Each sample runs in a new process with limits, which is killed at its deadline; its output is passed on
unparsed.
"""

import base64
import ctypes
import json
import os
import resource
import select
import signal
import sys
import time
from typing import Any

# Imported here once, so that each sample finds them loaded.
PRELOADED = (
    "collections", "datetime", "decimal", "difflib", "functools", "itertools", "math", "random", "re",
    "statistics", "string", "textwrap", "unicodedata",
)  # fmt: skip
PRINTED_AT_MOST = 2_000
MESSAGE_AT_MOST = 500
RESULT_FD = 3
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2


def main() -> None:
    header = json.loads(receive() or b"")
    for name in PRELOADED:
        __import__(name)
    nowhere = os.open("/dev/null", os.O_RDWR)
    out = sys.stdout.buffer
    while (sample := receive()) is not None:
        out.write(json.dumps(judge(header, sample, nowhere)).encode() + b"\n")
        out.flush()


def receive() -> bytes | None:
    """Read one block and nothing beyond it, because the untrusted code can read the memory of this process."""
    length = exactly(4)
    return None if length is None else exactly(int.from_bytes(length, "big"))


def exactly(size: int) -> bytes | None:
    got = bytearray()
    while len(got) < size:
        part = os.read(0, size - len(got))
        if not part:
            return None
        got += part
    return bytes(got)


def judge(header: dict[str, Any], sample: bytes, nowhere: int) -> dict[str, Any]:
    reader, writer = os.pipe()
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        become_untrusted(header, sample, nowhere, writer)
    os.close(writer)
    said, ended = listen(reader, started + header["wall_s"], header["result_bytes"])
    os.close(reader)
    if ended != "closed":
        os.kill(child, signal.SIGKILL)
    # The child may close its pipe and run on: it is killed at the deadline either way.
    status = wait_for(child, started + header["wall_s"])
    died_of = os.WTERMSIG(status) if status is not None and os.WIFSIGNALED(status) else 0
    if status is None or died_of == signal.SIGXCPU:
        ended = "late"
    return {"ended": ended, "said": said.decode(errors="replace"), "signal": died_of}


def listen(reader: int, deadline: float, at_most: int) -> tuple[bytes, str]:
    said = b""
    while True:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([reader], [], [], left)[0]:
            return said, "late"
        part = os.read(reader, 65_536)
        if not part:
            return said, "closed"
        said += part
        if len(said) > at_most:
            return b"", "too_much"


def wait_for(child: int, deadline: float) -> int | None:
    """Return the exit status of the process; None if it was killed at the deadline."""
    while time.monotonic() < deadline:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return status
        time.sleep(0.0005)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return None if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL else status


def become_untrusted(header: dict[str, Any], given: bytes, nowhere: int, writer: int) -> None:
    """Drop all privileges, then run the code; this function never returns."""
    status = 1
    try:
        for fd in (0, 1, 2):
            os.dup2(nowhere, fd)
        os.dup2(writer, RESULT_FD)
        os.closerange(RESULT_FD + 1, 1024)
        limit(header)
        allow_only(base64.b64decode(header["filter"]))
        code, header, sample = header["code"], {}, json.loads(given)
        answer = json.dumps(outcome_of(code, sample)).encode()
        while answer:
            answer = answer[os.write(RESULT_FD, answer) :]
        status = 0
    finally:
        os._exit(status)


def limit(header: dict[str, Any]) -> None:
    cpu_s = int(header["wall_s"]) + 1
    for kind, most in (
        (resource.RLIMIT_AS, header["memory"]),
        (resource.RLIMIT_DATA, header["memory"]),
        (resource.RLIMIT_CPU, cpu_s),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, 64),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
    ):
        resource.setrlimit(kind, (most, most))


class Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("lines", ctypes.c_void_p))


def allow_only(lines: bytes) -> None:
    """Install a system call filter: from now on the kernel rejects all other system calls, irrevocably."""
    libc = ctypes.CDLL(None, use_errno=True)
    held = ctypes.create_string_buffer(lines, len(lines))
    program = Program(len(lines) // 8, ctypes.cast(held, ctypes.c_void_p))
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "no_new_privs")
    if libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program)):
        raise OSError(ctypes.get_errno(), "seccomp")


class Printed:
    """Collects the beginning of the code's printed output."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        self.text += str(text)[: PRINTED_AT_MOST - len(self.text)]
        return len(text)

    def flush(self) -> None: ...


def outcome_of(code: str, sample: dict[str, Any]) -> dict[str, Any]:
    printed: Any = Printed()
    sys.stdout = sys.stderr = printed
    sys.stdin = None  # pyright: ignore[reportAttributeAccessIssue]
    try:
        result = {"value": call(code, sample)}
        json.dumps(result)
    except AssertionError as error:
        result = {"refused": str(error)[:MESSAGE_AT_MOST], "line": line_of(error)}
    except BaseException as error:
        message = str(error)[:MESSAGE_AT_MOST]
        result = {"broke": type(error).__name__, "message": message, "line": line_of(error)}
    return {**result, "printed": str(printed.text)[:PRINTED_AT_MOST]}


def call(code: str, sample: dict[str, Any]) -> Any:
    """Call `check` with the parts of the sample that are named like its parameters."""
    space: dict[str, Any] = {"__name__": "check", "__builtins__": __builtins__}
    exec(compile(code, "check", "exec", dont_inherit=True), space)
    check = space.get("check")
    if not callable(check):
        raise NameError("The code defines no function named check")
    about = getattr(check, "__code__", None)
    if about is None or about.co_flags & 0x08:
        return check(**sample)
    names = about.co_varnames[: about.co_argcount + about.co_kwonlyargcount]
    return check(**{name: sample[name] for name in names if name in sample})


def line_of(error: BaseException) -> int | None:
    line = error.lineno if isinstance(error, SyntaxError) else None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == "check":
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


if __name__ == "__main__":
    main()
