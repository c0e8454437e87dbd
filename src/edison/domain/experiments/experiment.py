"""Experiments, their iterations, stages and verdicts, and their conversion to JSON."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from pydantic import TypeAdapter

from edison.domain.experiments.experiment_plan import ExperimentPlan
from edison.domain.experiments.experiment_splits import CaseDraw
from edison.domain.experiments.experiment_states import ExperimentState, IterationState
from edison.domain.ids import (
    DatasetId,
    ExperimentId,
    IterationId,
    ModelId,
    PromptId,
    RunId,
    UserId,
    VersionId,
)
from edison.domain.models.parameters import NOTHING_SET, Parameters
from edison.domain.results.run_summary import Figure

UNTITLED = "Untitled experiment"


class Stage(StrEnum):
    """Stage of an iteration as shown to users."""

    LOADING = "loading"
    EXECUTING = "executing"
    JUDGING = "judging"
    AGGREGATING = "aggregating"
    REFINING = "refining"
    REVIEWING = "reviewing"


@dataclass(frozen=True, slots=True, kw_only=True)
class StageMark:
    stage: Stage
    began: datetime
    ended: datetime | None = None


NoteKind = Literal["info", "warning", "error"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Message in the timeline of an iteration."""

    at: datetime
    kind: NoteKind
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentTarget:
    """A model with parameters. A target that is clearly worse than the others is left out of later iterations."""

    model: ModelId
    model_name: str
    parameters: Parameters = NOTHING_SET
    active: bool = True
    pruned_because: str | None = None


class EvidenceKind(StrEnum):
    """Kind of cases on which an iteration was compared."""

    # Cases that the refiner has not seen.
    VALIDATION = "validation"
    # Cases that the refiner has seen, because there are too few for a split.
    SEEN = "seen"


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstComparison:
    """Paired comparison of the best iteration with the first one, on the same cases as its verdict."""

    # A `Verdict` of domain/statistics.
    verdict: str
    effect: Figure | None
    p: float | None = None
    cases: int = 0
    sentence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class IterationVerdict:
    """Paired comparison of an iteration with the best earlier iteration."""

    # Number of the best iteration before it.
    against: int
    # A `Verdict` of domain/statistics.
    verdict: str
    effect: Figure | None
    p: float | None = None
    cases: int = 0
    sentence: str = ""
    # Default for iterations of an earlier release, which were compared on cases that the refiner had seen.
    evidence: EvidenceKind = EvidenceKind.SEEN
    # Which comparison of the experiment it was, counted from 1, and the threshold for its p-value.
    use: int | None = None
    alpha: float | None = None
    # Mean difference on the cases that the refiner saw.
    train_effect: float | None = None
    # For an iteration that became the best one, if it was compared with another iteration than the first one.
    since_first: FirstComparison | None = None

    def as_comparison(self) -> FirstComparison:
        return FirstComparison(
            verdict=self.verdict,
            effect=self.effect,
            p=self.p,
            cases=self.cases,
            sentence=self.sentence,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckVerdict:
    """Comparison of the best version with the first version, on cases that were not used for refining."""

    verdict: str
    first: Figure | None
    best: Figure | None
    effect: Figure | None
    p: float | None = None
    cases: int = 0
    sentence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    id: ExperimentId
    number: int
    name: str
    description: str
    state: ExperimentState
    plan: ExperimentPlan
    # Last open step of the wizard, 1 to 7.
    step: int
    revision: int
    prompt: PromptId | None
    dataset: DatasetId | None
    # Set when the experiment starts; None in a draft.
    targets: tuple[ExperimentTarget, ...]
    end_kind: str | None
    end_reason: str | None
    # What a person has to do.
    waiting_for: str | None
    champion: IterationId | None
    check_run: RunId | None
    check_verdict: CheckVerdict | None
    created_by: UserId | None
    created_by_label: str
    created_at: datetime
    updated_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    # None before the start, and in an experiment of an earlier release.
    draw: CaseDraw | None = None

    @property
    def title(self) -> str:
        return self.name or UNTITLED

    @property
    def active_targets(self) -> tuple[ExperimentTarget, ...]:
        return tuple(target for target in self.targets if target.active)


@dataclass(frozen=True, slots=True, kw_only=True)
class Iteration:
    id: IterationId
    experiment: ExperimentId
    number: int
    state: IterationState
    run: RunId | None
    version: VersionId
    version_number: int
    # Mean over cases of the mean over active targets, from 0 to 1.
    composite: Figure | None
    verdict: IterationVerdict | None
    gained: bool | None
    partial: bool
    problem: str | None
    notes: tuple[Note, ...]
    stages: tuple[StageMark, ...]
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


STAGE_OF: dict[IterationState, Stage] = {
    IterationState.EXECUTING: Stage.EXECUTING,
    IterationState.JUDGING: Stage.JUDGING,
    IterationState.AGGREGATING: Stage.AGGREGATING,
    IterationState.REFINING: Stage.REFINING,
    IterationState.REVIEWING: Stage.REVIEWING,
}


def stages_after(
    stages: tuple[StageMark, ...], state: IterationState, at: datetime
) -> tuple[StageMark, ...]:
    """Return the stages after an iteration enters `state`: end the current stage and begin the next one.

    A paused iteration keeps its current stage open.
    """
    wanted = STAGE_OF.get(state)
    if state is IterationState.PAUSED:
        return stages
    if wanted is not None and stages and stages[-1].stage is wanted:
        return (*stages[:-1], replace(stages[-1], ended=None))
    closed = tuple(replace(mark, ended=mark.ended or at) for mark in stages)
    return closed if wanted is None else (*closed, StageMark(stage=wanted, began=at))


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
