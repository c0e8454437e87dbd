"""Exit code of `edison run`, from the thresholds of the file and the comparison with the baseline."""

from typing import Protocol

from edison.cli.suites.baseline_gate import PASSES, GateWishes, OnCannotTell
from edison.cli.suites.run_suite import Journey
from edison.cli.suites.suite_verdict import Exit
from edison.domain.suites.suite_file.read_suite_file import FileProblem
from edison.domain.suites.suite_file.suite_file_model import SuiteFileModel


class _Asked(Protocol):
    @property
    def wait(self) -> bool: ...

    @property
    def gate(self) -> GateWishes | None: ...

    @property
    def mark_main(self) -> bool: ...


def exit_code(asked: _Asked, suite: SuiteFileModel, journey: Journey) -> Exit:
    """Return the exit code of a run that was followed to its end. Problems are added to `journey`."""
    if not asked.wait:
        return Exit.OK
    if journey.verdict is None and journey.saved_calls is None:
        report = journey.report
        assert report
        why = f": {report['problem']}" if report["problem"] else ""
        journey.problems = [FileProblem(message=f"The run is {report['state']}{why}")]
        return Exit.INFRASTRUCTURE
    if asked.gate is None:
        assert journey.verdict
        return journey.verdict.exit
    return _of_gate(asked.gate, suite, journey, may_be_first=asked.mark_main)


def _of_gate(
    wishes: GateWishes, suite: SuiteFileModel, journey: Journey, *, may_be_first: bool
) -> Exit:
    """Return the code with a baseline. Failed calls are neither worse nor not worse: they are the infrastructure."""
    doubts = [*(journey.verdict.doubts if journey.verdict else ()), *_failed_calls(suite, journey)]
    if doubts:
        journey.problems = [FileProblem(message=doubt) for doubt in doubts]
        return Exit.INFRASTRUCTURE
    assert journey.gate
    verdict = journey.gate["verdict"]
    if verdict == "worse" or (journey.verdict and journey.verdict.exit is Exit.MISSED):
        return Exit.MISSED
    # The first run on the main branch has nothing to be compared with, and becomes the baseline.
    is_first = may_be_first and journey.gate["baseline"] is None
    if verdict in PASSES or is_first:
        return Exit.OK
    if wishes.on_cannot_tell is None:
        return Exit.INCONCLUSIVE
    return Exit.OK if wishes.on_cannot_tell is OnCannotTell.PASS else Exit.MISSED


def _failed_calls(suite: SuiteFileModel, journey: Journey) -> list[str]:
    """Return why a run that was ended early cannot be trusted: too many of its calls failed."""
    if journey.verdict is not None or journey.report is None:
        return []
    return [
        f"{failed:,} of {done:,} calls failed"
        for column in journey.report["progress"]
        if (done := column["total"] - column["open"])
        and (failed := column["failed"]) > suite.max_error_share * done
    ]
