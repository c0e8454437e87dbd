"""Ways out of a sandbox that people have found elsewhere. Each of them must lead nowhere here."""

import os
import socket
import sys
from pathlib import Path
from typing import Any

import pytest

import edison
from edison.sandbox.sandbox_runner import Broke, Ran, SandboxOutcome, run_many, run_one

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the sandbox is made of Linux")

# What an attempt came to: what it got, or the name of the error that stopped it.
TRY = """
def attempt(action):
    try:
        return ["got", repr(action())[:200]]
    except BaseException as error:
        return ["stopped", type(error).__name__]
"""


def attempt(expression: str, setup: str = "", wall_s: float = 2.0, **sample: Any) -> SandboxOutcome:
    code = f"{TRY}\n{setup}\ndef check(output, **more):\n    return attempt(lambda: {expression})"
    return run_one(code, {"output": "", **sample}, wall_s)


def must_be_stopped(outcome: SandboxOutcome, *errors: str) -> None:
    assert isinstance(outcome, Ran), outcome
    how, what = outcome.value
    assert how == "stopped", f"it got {what}"
    assert not errors or what in errors, what


def test_the_environment_holds_nothing_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDISON_SECRET_OF_A_TEST", "sesame")

    outcome = attempt("dict(os.environ)", "import os")

    assert isinstance(outcome, Ran)
    assert "sesame" not in outcome.value[1]
    assert "EDISON" not in outcome.value[1]
    assert "PATH" not in outcome.value[1]


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "/etc/hostname",
        "/proc/self/environ",
        "/proc/1/environ",
        "/proc/self/status",
        "/proc/1/root/etc/passwd",
        "/sys/class/net",
        "/dev/mem",
        "/dev/kmsg",
        "/run/secrets",
        "/var/run/docker.sock",
        str(Path(edison.__file__)),
        str(Path(__file__)),
        str(Path.home() / ".edison"),
        "../../../../etc/passwd",
    ],
)
def test_no_file_of_the_machine_can_be_read(path: str) -> None:
    must_be_stopped(attempt(f"open({path!r}).read(100)"), "FileNotFoundError", "PermissionError")


def test_only_the_runtime_is_in_the_file_system() -> None:
    outcome = attempt("sorted(os.listdir('/'))", "import os")

    top = sys.base_prefix.split("/")[1]
    assert isinstance(outcome, Ran)
    assert set(eval(outcome.value[1])) <= {"dev", "guest.py", "lib", "lib64", "usr", top}


@pytest.mark.parametrize("name", ["edison", "sqlalchemy", "psycopg", "nacl", "pip"])
def test_no_installed_package_can_be_imported(name: str) -> None:
    must_be_stopped(attempt(f"__import__({name!r})"), "ModuleNotFoundError")


@pytest.mark.parametrize(
    "folder",
    ["/", "/tmp", "/dev", "/dev/shm", "/lib", "os.path.dirname(os.__file__)", "site"],
)
def test_nothing_can_be_written_anywhere(folder: str) -> None:
    place = {
        "os.path.dirname(os.__file__)": "os.path.dirname(os.__file__)",
        "site": "os.path.join(os.path.dirname(os.__file__), 'site-packages')",
    }.get(folder, repr(folder))

    must_be_stopped(
        attempt(f"open(os.path.join({place}, 'x'), 'w').write('x')", "import os"),
        "OSError", "PermissionError", "FileNotFoundError",
    )  # fmt: skip


@pytest.mark.parametrize(
    "action",
    [
        "os.symlink('/etc/passwd', '/link')",
        "os.link('/guest.py', '/link')",
        "os.mkdir('/folder')",
        "os.remove('/guest.py')",
        "os.rename('/guest.py', '/other')",
        "os.chmod('/guest.py', 0o777)",
        "os.mkfifo('/fifo')",
        "os.mknod('/node')",
        "os.truncate('/guest.py', 0)",
        "os.memfd_create('x')",
        "os.chroot('/')",
    ],
)
def test_no_link_folder_or_node_can_be_made_or_changed(action: str) -> None:
    must_be_stopped(attempt(action, "import os"), "PermissionError", "OSError")


@pytest.mark.parametrize(
    "family", ["AF_INET", "AF_INET6", "AF_UNIX", "AF_NETLINK", "AF_PACKET", "AF_VSOCK"]
)
def test_no_socket_can_be_opened(family: str) -> None:
    must_be_stopped(
        attempt(f"socket.socket(socket.{family}, socket.SOCK_DGRAM)", "import socket"),
        "PermissionError",
    )


def test_a_listener_on_this_machine_is_not_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        server.settimeout(0.3)

        must_be_stopped(
            attempt(f"socket.create_connection(('127.0.0.1', {port}), 1)", "import socket")
        )

        with pytest.raises(TimeoutError):
            server.accept()


@pytest.mark.parametrize(
    "action",
    [
        "os.fork()",
        "os.forkpty()",
        "os.execv('/bin/sh', ['sh'])",
        "os.system('true') and 1 / 0",
        "subprocess.run(['/bin/sh'])",
        "subprocess.run([sys.executable, '-c', ''])",
        "os.posix_spawn('/bin/sh', ['sh'], {})",
        "threading.Thread(target=print).start()",
        "multiprocessing.Process(target=print).start()",
    ],
)
def test_no_process_and_no_thread_can_be_started(action: str) -> None:
    setup = "import os, subprocess, sys, threading, multiprocessing"

    must_be_stopped(attempt(action, setup))


def test_a_fork_bomb_makes_no_process() -> None:
    code = """
import os
def check(output):
    made = 0
    for _ in range(2000):
        try:
            os.fork(); made += 1
        except OSError:
            pass
    return made
"""
    assert run_one(code, {"output": ""}) == Ran(value=0)


@pytest.mark.parametrize(
    "action",
    [
        "os.kill(os.getppid(), 9)",
        "os.kill(1, 9)",
        "os.kill(-1, 9)",
        "os.killpg(0, 9)",
        "signal.pidfd_send_signal(os.pidfd_open(os.getppid()), 9)",
        "fcntl.fcntl(3, fcntl.F_SETOWN, os.getppid())",
        "resource.prlimit(os.getppid(), resource.RLIMIT_CPU, (0, 0))",
        "resource.setrlimit(resource.RLIMIT_AS, (1 << 40, 1 << 40))",
        "os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)",
        "os.setuid(0)",
        "os.setgid(0)",
        "os.sched_setaffinity(os.getppid(), {0})",
    ],
)
def test_no_other_process_can_be_touched_and_no_right_gained(action: str) -> None:
    setup = "import fcntl, os, resource, signal"

    must_be_stopped(attempt(action, setup), "PermissionError", "OSError", "ValueError")


SYSCALLS = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *arguments):
    if libc.syscall(number, *arguments) == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return 'done'
"""


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="numbers of x86-64")
@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("socket", 41), ("clone", 56), ("fork", 57), ("vfork", 58), ("execve", 59), ("kill", 62),
        ("ptrace", 101), ("prctl", 157), ("mount", 165), ("unshare", 272), ("setns", 308),
        ("perf_event_open", 298), ("process_vm_readv", 310), ("seccomp", 317), ("bpf", 321),
        ("userfaultfd", 323), ("io_uring_setup", 425), ("clone3", 435), ("keyctl", 250),
        ("fork of the second set", 0x40000000 + 57), ("socket of the second set", 0x40000000 + 41),
    ],
)  # fmt: skip
def test_ctypes_reaches_no_dangerous_system_call(name: str, number: int) -> None:
    must_be_stopped(attempt(f"call({number}, 0, 0, 0, 0, 0)", SYSCALLS), "PermissionError")


def test_the_walk_over_subclasses_finds_nothing_worth_having() -> None:
    """The classic way out of restricted interpreters. Here nothing is hidden, because nothing is reachable."""
    setup = """
def walk():
    for each in ().__class__.__base__.__subclasses__():
        if each.__name__ == 'Popen':
            return each(['/bin/sh', '-c', 'id'])
    import subprocess
    return subprocess.Popen(['/bin/sh', '-c', 'id'])
"""
    must_be_stopped(attempt("walk()", setup))


async def test_a_sample_cannot_read_those_that_come_after_it() -> None:
    code = """
import gc, os, sys
def check(output):
    ahead = sys.__stdin__.buffer.read(100_000) + os.read(0, 100_000)
    known = [each for each in gc.get_objects() if isinstance(each, list | tuple) and len(each) < 1000]
    strings = [part for each in known for part in each if isinstance(part, str | bytes)]
    return [len(ahead), sum(output[:-1] + '3' in str(each) for each in strings)]
"""
    samples = [{"output": f"needle-{number}"} for number in (1, 2, 3)]

    outcomes = await run_many(code, samples)

    assert outcomes[:2] == [Ran(value=[0, 0])] * 2


def test_an_endless_loop_ends() -> None:
    outcome = run_one("def check(output):\n    while True: pass", {"output": ""}, wall_s=0.3)

    assert isinstance(outcome, Broke)
    assert outcome.trouble == "late"


def test_a_loop_that_catches_everything_ends() -> None:
    code = """
import signal
def check(output):
    for number in range(1, 65):
        try: signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError): pass
    while True:
        try:
            while True: pass
        except BaseException: pass
"""
    outcome = run_one(code, {"output": ""}, wall_s=0.3)

    assert isinstance(outcome, Broke)
    assert outcome.trouble == "late"


@pytest.mark.parametrize(
    "expression",
    ["bytearray(10 << 30)", "'x' * (10 << 30)", "[0] * (10 << 27)", "mmap.mmap(-1, 10 << 30)"],
)
def test_ten_gigabytes_are_not_given(expression: str) -> None:
    must_be_stopped(attempt(f"len({expression})", "import mmap"), "MemoryError", "OSError")


def test_slow_growth_is_stopped_too() -> None:
    code = "def check(output):\n    kept = []\n    while True: kept.append(bytearray(1 << 20))"

    outcome = run_one(code, {"output": ""}, wall_s=5.0)

    assert isinstance(outcome, Broke)
    assert outcome.trouble in {"broke", "crashed"}


@pytest.mark.parametrize(
    "code",
    [
        "def check(output):\n    return 'x' * (100 << 20)",
        "import os\ndef check(output):\n    while True: os.write(3, b'x' * 65536)",
        "def check(output):\n    while True: print('x' * 65536)",
        "import os\ndef check(output):\n    for _ in range(1000): os.write(1, b'{}\\n' * 10000)\n    return 1",
    ],
)
def test_huge_output_goes_nowhere(code: str) -> None:
    outcome = run_one(code, {"output": ""}, wall_s=1.0)

    if isinstance(outcome, Ran):
        assert outcome.value == 1
    else:
        assert isinstance(outcome, Broke)
        assert outcome.trouble in {"too_much", "late"} or outcome.message == "MemoryError"


@pytest.mark.parametrize(
    "said",
    [
        "not json",
        '{"value": 1}\\n{"value": 1}',
        "[" * 5000,
        '{"value": NaN}',
        '{"ended": "closed", "said": "x"}',
        "null",
        "\\udcff",
        "\\x00\\xff",
    ],
)
def test_a_forged_report_is_only_the_words_of_its_own_sample(said: str) -> None:
    code = (
        "import os\ndef check(output):\n"
        f"    os.write(3, {said!r}.encode('utf-8', 'surrogateescape'))\n    os._exit(0)"
    )

    outcome = run_one(code, {"output": ""})

    assert isinstance(outcome, Broke | Ran)


def test_other_file_descriptors_are_closed() -> None:
    setup = """
import os
def open_ones():
    found = []
    for fd in range(256):
        try: os.fstat(fd); found.append(fd)
        except OSError: pass
    return found
"""
    outcome = attempt("open_ones()", setup)

    assert outcome == Ran(value=["got", "[0, 1, 2, 3]"])


def test_standard_input_holds_no_other_sample() -> None:
    outcome = attempt("os.read(0, 1000)", "import os")

    assert outcome == Ran(value=["got", "b''"])
