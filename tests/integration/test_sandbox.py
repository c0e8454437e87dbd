"""The sandbox as its callers see it: outcomes, limits, and that one bad sample costs no other its outcome."""

import asyncio
import sys
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from edison.sandbox import bubblewrap, sandbox_runner, system_calls
from edison.sandbox.sandbox_runner import AssertionFailed, Broke, Ran, run_many, run_one

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the sandbox is made of Linux")
# Only ends the wait for what never comes.
PATIENCE_S = 30.0


def test_the_sandbox_works_here() -> None:
    """`.ci/setup` installs bubblewrap: if it is missing, every other test here would only prove that."""
    assert sandbox_runner.missing() is None


def test_code_gets_the_parts_it_names_and_its_answer_comes_back() -> None:
    code = "def check(output, *, expected, more=3):\n    print('seen')\n    return [output, expected, more]"

    outcome = run_one(code, {"output": "a", "expected": "ü\u2028", "values": {}})

    assert outcome == Ran(value=["a", "ü\u2028", 3], printed="seen\n")


def test_code_that_takes_everything_gets_everything() -> None:
    outcome = run_one("def check(**all):\n    return sorted(all)", {"output": "a", "tags": []})

    assert outcome == Ran(value=["output", "tags"])


def test_a_failed_assertion_is_a_refusal_with_its_line() -> None:
    outcome = run_one("def check(output):\n    assert output == 'b', 'not b'", {"output": "a"})

    assert outcome == AssertionFailed(message="not b", line=2)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("def check(output):\n    return 1 / 0", "ZeroDivisionError in line 2: division by zero"),
        ("def check(output):\n    return nothing", "NameError in line 2"),
        ("def check(output) return", "SyntaxError in line 1"),
        ("x = 1", "NameError: The code defines no function named check"),
        ("def check(output):\n    return {1, 2}", "TypeError: Object of type set"),
        ("def check(output, missing):\n    return 1", "missing 1 required positional argument"),
        ("import sys\ndef check(output):\n    sys.exit(3)", "SystemExit in line 3"),
    ],
)
def test_code_that_breaks_says_where(code: str, words: str) -> None:
    outcome = run_one(code, {"output": "a"})

    assert isinstance(outcome, Broke)
    assert outcome.trouble == "broke"
    assert words in outcome.message


MIXED = """
import os, time
def check(output):
    if output == 'loop':
        while True: pass
    if output == 'sleep':
        time.sleep(60)
    if output == 'exit':
        os._exit(7)
    if output == 'crash':
        import ctypes; ctypes.string_at(1)
    if output == 'grow':
        return len(bytearray(10 << 30))
    if output == 'flood':
        return 'x' * (1 << 20)
    if output == 'close':
        os.close(3); time.sleep(60)
    return output
"""


async def test_one_bad_sample_costs_no_other_its_outcome() -> None:
    names = ["a", "loop", "b", "sleep", "c", "exit", "crash", "d", "grow", "flood", "close", "e"]

    outcomes = await run_many(MIXED, [{"output": name} for name in names])

    by_name = dict(zip(names, outcomes, strict=True))
    assert all(by_name[name] == Ran(value=name) for name in "abcde")
    troubles = {
        name: outcome.trouble for name, outcome in by_name.items() if isinstance(outcome, Broke)
    }
    assert troubles == {
        "loop": "late",
        "sleep": "late",
        "exit": "crashed",
        "crash": "crashed",
        "grow": "broke",
        "flood": "too_much",
        "close": "late",
    }
    grow = by_name["grow"]
    assert isinstance(grow, Broke)
    assert "MemoryError" in grow.message


async def test_samples_do_not_see_each_other() -> None:
    code = (
        "import math\nseen = []\n"
        "def check(output):\n"
        "    seen.append(output)\n"
        "    math.left_behind = getattr(math, 'left_behind', 0) + 1\n"
        "    return [len(seen), math.left_behind]"
    )

    outcomes = await run_many(code, [{"output": "a"}, {"output": "b"}, {"output": "c"}])

    assert outcomes == [Ran(value=[1, 1])] * 3


async def test_code_that_is_always_late_is_not_tried_on_all_samples() -> None:
    code = "def check(output):\n    while True: pass"

    outcomes = await run_many(code, [{"output": str(n)} for n in range(100)], wall_s=0.1)

    troubles = [outcome.trouble for outcome in outcomes if isinstance(outcome, Broke)]
    assert troubles == ["late"] * sandbox_runner.LATE_IN_A_ROW + ["skipped"] * 95


async def test_a_sample_that_is_too_big_is_not_sent() -> None:
    big = "x" * (sandbox_runner.SAMPLE_BYTES + 1)

    outcomes = await run_many(
        "def check(output):\n    return len(output)", [{"output": big}, {"output": "ab"}]
    )

    assert isinstance(outcomes[0], Broke)
    assert outcomes[0].trouble == "too_big"
    assert outcomes[1] == Ran(value=2)


async def test_many_samples_share_one_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """A start takes tens of milliseconds; a hundred samples must not take a hundred of them."""
    starts: list[tuple[str, ...]] = []
    command = bubblewrap.command

    def counted(bwrap: str) -> tuple[str, ...]:
        starts.append(command(bwrap))
        return starts[-1]

    monkeypatch.setattr(bubblewrap, "command", counted)

    outcomes = await run_many(
        "def check(output):\n    return output", [{"output": n} for n in range(300)]
    )

    assert outcomes == [Ran(value=n) for n in range(300)]
    assert len(starts) == 1


async def test_the_event_loop_goes_on_while_code_runs() -> None:
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.01)
            ticks += 1

    ticking = asyncio.create_task(tick())
    await run_many("import time\ndef check(output):\n    time.sleep(0.5)", [{"output": ""}])
    ticking.cancel()

    # None, or one at the end, if it had to wait.
    assert ticks >= 3


@pytest.mark.nightly
async def test_a_cancelled_run_leaves_no_process_behind() -> None:
    code = "import time\ndef check(output):\n    time.sleep(30)"
    running = asyncio.create_task(run_many(code, [{"output": ""}], wall_s=60.0))
    async with asyncio.timeout(PATIENCE_S):
        while not (started := guests()):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.02)

    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running

    _, left = await asyncio.to_thread(psutil.wait_procs, started, PATIENCE_S)
    assert left == []


def guests() -> list[psutil.Process]:
    """Find the processes that this one has started to run the guest."""
    found: list[psutil.Process] = []
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if any(part.endswith("/guest.py") for part in process.cmdline()):
                found.append(process)
    return found


def test_without_bubblewrap_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    assert "apt install bubblewrap" in str(sandbox_runner._problem())  # pyright: ignore[reportPrivateUsage]


def test_a_bubblewrap_that_may_not_start_anything_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As in a container whose system calls are filtered."""
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")

    said = str(sandbox_runner._problem())  # pyright: ignore[reportPrivateUsage]

    assert "cannot start a sandbox here" in said
    assert "No permissions to create new namespace" in said


def test_no_installed_package_is_put_into_the_sandbox() -> None:
    bwrap = bubblewrap.command("/usr/bin/bwrap")

    places = [bwrap[n + 1] for n, word in enumerate(bwrap) if word == "--ro-bind"]
    assert not [place for place in places if "site-packages" in place or ".venv" in place]


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_the_filter_allows_no_call_that_reaches_out(machine: str) -> None:
    """Numbers of socket, connect, clone, execve, kill and ptrace."""
    reaching_out = {
        "x86_64": {41, 42, 56, 57, 59, 62, 101, 435},
        "aarch64": {198, 203, 220, 221, 129, 117, 435},
    }
    program = system_calls.allow_list(machine)

    allowed = {
        int.from_bytes(program[at + 4 : at + 8], sys.byteorder)
        for at in range(5 * 8, len(program) - 16, 8)
    }

    assert len(allowed) > 40
    assert not allowed & reaching_out[machine]
