"""Plans and what else an experiment stores as JSON; what is read back equals what was written."""

from typing import Any

from pydantic import TypeAdapter

from edison.domain.experiments.experiment import (
    CheckVerdict,
    ExperimentTarget,
    IterationVerdict,
    Note,
    StageMark,
)
from edison.domain.experiments.experiment_plan import ExperimentPlan
from edison.domain.experiments.experiment_splits import CaseDraw
from edison.domain.results.run_summary import Figure

PLAN = TypeAdapter(ExperimentPlan)
TARGETS = TypeAdapter(tuple[ExperimentTarget, ...])
NOTES = TypeAdapter(tuple[Note, ...])
STAGES = TypeAdapter(tuple[StageMark, ...])
FIGURE = TypeAdapter(Figure)
VERDICT = TypeAdapter(IterationVerdict)
CHECK = TypeAdapter(CheckVerdict)
DRAW = TypeAdapter(CaseDraw)


def plan_to_json(plan: ExperimentPlan) -> dict[str, Any]:
    return PLAN.dump_python(plan, mode="json")


def plan_from_json(value: dict[str, Any]) -> ExperimentPlan:
    return PLAN.validate_python(value)
