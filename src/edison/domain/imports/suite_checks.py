"""Divide the checks of imported tests: those of all cases are scorers of the suite, the rest stay with the cases."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from edison.domain.datasets.dataset import CaseContent
from edison.domain.imports.import_plan import CaseChecks, PlannedScorer
from edison.domain.imports.promptfoo_read_test import ReadTest

# More scorers than these become checks of the cases, which one scorer reads.
SUITE_SCORERS_AT_MOST = 20


def scorers_of_tests(
    tests: Sequence[ReadTest], cases: list[CaseContent]
) -> tuple[list[PlannedScorer], list[CaseContent]]:
    """Make scorers of the suite of checks that all cases have; the others stay with their cases."""
    shared = _shared_checks(tests)
    scorers = [PlannedScorer(spec=json.loads(check)) for check in shared]
    done: list[CaseContent] = []
    own = False
    for test, case in zip(tests, cases, strict=True):
        left = Counter(shared)
        checks: list[dict[str, Any]] = []
        for check in test.checks:
            key = _scorer_of(check)
            if key is not None and left[key] > 0:
                left[key] -= 1
            else:
                checks.append(check)
        own = own or bool(checks)
        with_checks = CaseChecks(checks=tuple(checks), pass_at=test.pass_at, metadata=case.metadata)
        done.append(replace(case, metadata=with_checks.in_metadata()))
    if own:
        scorers.insert(0, PlannedScorer(spec={"kind": "case_checks"}))
    return scorers, done


def _shared_checks(tests: Sequence[ReadTest]) -> list[str]:
    if not tests or any(test.pass_at is not None for test in tests):
        return []
    common: Counter[str] | None = None
    for test in tests:
        keys = Counter(key for check in test.checks if (key := _scorer_of(check)) is not None)
        common = keys if common is None else common & keys
    found = list((common or Counter()).elements())
    return found if len(found) <= SUITE_SCORERS_AT_MOST else []


def _scorer_of(check: dict[str, Any]) -> str | None:
    """Return a check as a scorer of the whole suite; None if only the case can have it."""
    spec = check.get("spec")
    if spec is None or "weight" in check:
        return None
    if check.get("negate"):
        if spec["kind"] not in {"contains", "regex", "exact"}:
            return None
        spec = {**spec, "negate": True}
    if "name" in check:
        spec = {**spec, "name": check["name"]}
    return json.dumps(spec, sort_keys=True)
