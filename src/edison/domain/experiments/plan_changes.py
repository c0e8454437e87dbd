"""Which parts of a plan differ, and which may still be changed once iterations have been compared by it."""

from dataclasses import fields
from typing import Any

from edison.domain.errors import WrongState
from edison.domain.experiments.experiment_plan import ExperimentPlan
from edison.domain.experiments.experiment_plan_json import plan_to_json
from edison.domain.experiments.plan_problems import PlanProblem, problems

# Limits, who is asked, and who proposes. All else decides what a composite means.
OPEN_AFTER_START = frozenset({"stop_rules", "targets", "refiner", "timeout_s"})
# Texts of a plan are long, and the audit log is read by people.
TOO_LONG = frozenset({"content", "criteria", "goal"})

_NAMES = tuple(part.name for part in fields(ExperimentPlan))


def changed_parts(before: ExperimentPlan, after: ExperimentPlan) -> dict[str, dict[str, Any]]:
    """Old and new values by the name of the part; of long texts only that they changed."""
    if before == after:
        return {}
    old, new = plan_to_json(before), plan_to_json(after)
    return {
        name: {"old": None, "new": None}
        if name in TOO_LONG
        else {"old": old[name], "new": new[name]}
        for name in _NAMES
        if old[name] != new[name]
    }


def must_stay(before: ExperimentPlan, after: ExperimentPlan) -> None:
    """Refuse changes after which iterations could not be compared, and limits that make no sense."""
    closed = sorted(changed_parts(before, after).keys() - OPEN_AFTER_START)
    if closed:
        raise WrongState(
            f"After the start {', '.join(closed)} cannot be changed: iterations would not be comparable",
            parts=closed,
        )
    wrong: list[PlanProblem] = [
        problem for problem in problems(after) if problem.field.split(".", 1)[0] in OPEN_AFTER_START
    ]
    if wrong:
        raise WrongState(wrong[0].message, field=wrong[0].field)
