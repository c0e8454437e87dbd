"""Plants each fault separately and checks that a test fails because of it."""

import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from queue import SimpleQueue

from tools.seeded_faults.fault import Check, SeededFault, checks_of, why_stale
from tools.seeded_faults.run_checks import Ran, names_of, run_checks
from tools.seeded_faults.working_copy import WorkingCopy, working_copy

# Timeouts for the tests of one fault, and for all tests on the unchanged tree.
FAULT_LIMIT_S = 120.0
BASELINE_LIMIT_S = 420.0

Say = Callable[[str], None]


class Outcome(StrEnum):
    CAUGHT = "caught"
    # The tests passed or gave no result: the fault was not caught.
    MISSED = "MISSED"
    TIMED_OUT = "TIMED OUT"
    # The code to change no longer exists.
    STALE = "STALE"
    # Without the fault a test fails, is skipped or does not exist, so its failure proves nothing.
    BROKEN_CHECK = "BROKEN CHECK"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The result of one fault."""

    fault: SeededFault
    outcome: Outcome
    # The tests that failed, or why the fault was not caught.
    by: str
    seconds: float = 0.0


def prove(faults: Sequence[SeededFault], root: Path, jobs: int, say: Say) -> list[Finding]:
    """Try every fault, `jobs` at a time, each in a copy of the tree."""
    stale = {fault.name: why for fault in faults if (why := why_stale(fault, root))}
    alive = [fault for fault in faults if fault.name not in stale]
    found = [
        Finding(fault=fault, outcome=Outcome.STALE, by=stale[fault.name])
        for fault in faults
        if fault.name in stale
    ]
    if alive:
        with _copies(root, min(jobs, len(alive)), say) as pool:
            found += _prove_alive(alive, pool, say)
    order = {fault.name: place for place, fault in enumerate(faults)}
    return sorted(found, key=lambda finding: order[finding.fault.name])


class _Pool:
    """Working copies that threads borrow from."""

    def __init__(self, copies: Sequence[WorkingCopy]) -> None:
        self.size = len(copies)
        self._free: SimpleQueue[WorkingCopy] = SimpleQueue()
        for copy in copies:
            self._free.put(copy)

    @contextmanager
    def borrow(self) -> Generator[WorkingCopy]:
        copy = self._free.get()
        try:
            yield copy
        finally:
            self._free.put(copy)


@contextmanager
def _copies(root: Path, number: int, say: Say) -> Generator[_Pool]:
    with ExitStack() as stack:
        copies = [stack.enter_context(working_copy(root)) for _ in range(number)]
        for copy in copies:
            copy.verify_imports()
        say(f"{number} working copies are ready, and their tests import Edison from them")
        yield _Pool(copies)


def _prove_alive(faults: Sequence[SeededFault], pool: _Pool, say: Say) -> list[Finding]:
    counted = threading.Lock()
    done = 0

    def prove_one(fault: SeededFault) -> Finding:
        nonlocal done
        if why := why_broken(fault, baseline):
            finding = Finding(fault=fault, outcome=Outcome.BROKEN_CHECK, by=why)
        else:
            with pool.borrow() as copy:
                finding = _prove_in(copy, fault, say)
        with counted:
            done += 1
            seconds = f"{finding.seconds:.1f} s"
            say(f"{done} of {len(faults)}: {fault.name}: {finding.outcome} ({seconds})")
        return finding

    with ThreadPoolExecutor(pool.size) as threads:
        baseline = _run_baseline(checks_of(faults), pool, threads, say)
        return list(threads.map(prove_one, faults))


def _run_baseline(
    checks: Sequence[Check], pool: _Pool, threads: ThreadPoolExecutor, say: Say
) -> list[Ran]:
    """Run every named test once without any fault, in as many batches as there are copies."""
    batches = [batch for place in range(pool.size) if (batch := checks[place :: pool.size])]

    def run(batch: Sequence[Check]) -> list[Ran]:
        with pool.borrow() as copy:
            return run_checks(copy, batch, BASELINE_LIMIT_S, stop_early=False)

    say(f"Running {len(checks)} named tests on the unchanged tree")
    runs = [ran for several in threads.map(run, batches) for ran in several]
    for ran in runs:
        if ran.exit_code != 0:
            say(f"Tests do not pass on the unchanged tree:\n{ran.tail}")
    passed = sum(len(ran.passed) for ran in runs)
    say(f"{passed} tests pass without a fault, in {max(ran.seconds for ran in runs):.0f} s")
    return runs


def why_broken(fault: SeededFault, baseline: Sequence[Ran]) -> str | None:
    """Explain which of a fault's tests did not pass on the unchanged tree; None if all did."""
    passed = frozenset[str]().union(*(ran.passed for ran in baseline))
    wrong = frozenset[str]().union(*(ran.failed | ran.other for ran in baseline))
    for check in fault.checks:
        if names_of(check, wrong):
            return f"{check} fails or is skipped without the fault"
        if not names_of(check, passed):
            return f"{check} did not run without the fault"
    return None


def _prove_in(copy: WorkingCopy, fault: SeededFault, say: Say) -> Finding:
    with copy.with_fault(fault):
        runs = run_checks(copy, fault.checks, FAULT_LIMIT_S, stop_early=True)
    outcome, by = judge(fault, runs)
    if outcome is not Outcome.CAUGHT:
        say(f"{fault.name}: the tests say:\n{runs[-1].tail}")
    return Finding(fault=fault, outcome=outcome, by=by, seconds=sum(ran.seconds for ran in runs))


def judge(fault: SeededFault, runs: Sequence[Ran]) -> tuple[Outcome, str]:
    """Decide from the runs of its tests whether a fault was caught, and by which of them."""
    for ran in runs:
        if ran.found_a_failure:
            return Outcome.CAUGHT, ", ".join(sorted(ran.failed))
    if any(ran.timed_out for ran in runs):
        if fault.hangs:
            return Outcome.CAUGHT, f"a timeout of {FAULT_LIMIT_S:.0f} s, as expected for this fault"
        return Outcome.TIMED_OUT, f"no result within {FAULT_LIMIT_S:.0f} s"
    codes = sorted({ran.exit_code for ran in runs if ran.exit_code is not None})
    if codes == [0]:
        return Outcome.MISSED, "every test passed"
    return Outcome.MISSED, f"no test failed, but exit codes were {', '.join(map(str, codes))}"
