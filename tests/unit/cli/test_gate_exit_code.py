"""The exit code with a baseline: a failure of the infrastructure is never 0 or 1."""

from dataclasses import dataclass
from typing import Any

import pytest

from edison.cli.suites.baseline_gate import GateWishes, OnCannotTell, SavedCalls
from edison.cli.suites.exit_code import exit_code
from edison.cli.suites.run_suite import Journey
from edison.cli.suites.suite_verdict import Check, SuiteVerdict
from edison.domain.suites.suite_file.suite_file_model import SuiteFileModel
from tests.support.gated_suites import sorting_suite

SUITE = SuiteFileModel.model_validate(sorting_suite(count=2, of_deliveries=1))
FINE = SuiteVerdict(checks=(), doubts=())
DOUBTFUL = SuiteVerdict(checks=(), doubts=("sim-large: 9 of 9 cells failed",))
MISSED = SuiteVerdict(
    checks=(Check(scorer="exact", target="m", measure="mean", wanted=0.9, found=0.1),), doubts=()
)


@dataclass(frozen=True)
class Asked:
    on_cannot_tell: OnCannotTell | None = None
    wait: bool = True
    mark_main: bool = False

    @property
    def gate(self) -> GateWishes:
        return GateWishes(baseline="main", margin=0.02, on_cannot_tell=self.on_cannot_tell)


def _journey(verdict: SuiteVerdict | None, gate: str, failed: int = 0) -> Journey:
    report: dict[str, Any] = {
        "state": "completed" if verdict else "cancelled",
        "problem": None,
        "progress": [{"total": 100, "open": 50, "failed": failed}],
    }
    saved = None if verdict else SavedCalls(cells=50, of_cells=100, calls=50, usd=0.1)
    return Journey(
        report=report, verdict=verdict, gate={"verdict": gate, "baseline": {}}, saved_calls=saved
    )


@pytest.mark.parametrize(
    ("verdict", "gate", "option", "code"),
    [
        (FINE, "better", None, 0),
        (FINE, "not_worse", None, 0),
        (FINE, "worse", None, 1),
        (FINE, "worse", OnCannotTell.PASS, 1),
        (FINE, "cannot_tell", None, 2),
        (FINE, "cannot_tell", OnCannotTell.PASS, 0),
        (FINE, "cannot_tell", OnCannotTell.FAIL, 1),
        (MISSED, "better", None, 1),
        (None, "worse", None, 1),
        (DOUBTFUL, "better", None, 3),
        (DOUBTFUL, "worse", None, 3),
        (DOUBTFUL, "cannot_tell", OnCannotTell.PASS, 3),
        (DOUBTFUL, "cannot_tell", OnCannotTell.FAIL, 3),
    ],
)
def test_verdict_and_options_decide(
    verdict: SuiteVerdict | None, gate: str, option: OnCannotTell | None, code: int
) -> None:
    assert exit_code(Asked(on_cannot_tell=option), SUITE, _journey(verdict, gate)) == code


def test_a_run_that_was_ended_early_with_failed_calls_is_the_infrastructure() -> None:
    journey = _journey(None, "worse", failed=3)

    assert exit_code(Asked(), SUITE, journey) == 3
    assert journey.problems[0].message == "3 of 50 calls failed"


def test_a_run_that_did_not_end_is_the_infrastructure() -> None:
    journey = Journey(report={"state": "paused", "problem": "The budget is spent"})

    assert exit_code(Asked(on_cannot_tell=OnCannotTell.PASS), SUITE, journey) == 3


def test_the_first_run_on_the_main_branch_becomes_the_baseline() -> None:
    journey = _journey(FINE, "cannot_tell")
    journey.gate = {"verdict": "cannot_tell", "baseline": None}

    assert exit_code(Asked(mark_main=True), SUITE, journey) == 0
    assert exit_code(Asked(), SUITE, journey) == 2
