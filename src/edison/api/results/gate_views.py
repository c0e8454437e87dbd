"""Request and response bodies of the baseline gate."""

from decimal import Decimal
from typing import Annotated, Self
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, DomainView, Line, View
from edison.api.results.baseline_views import BaselineView, ColumnChangeView, MetricVerdictView
from edison.api.results.views import MetricView
from edison.domain.ids import ProjectId, RunId
from edison.domain.people.project import MAX_METRIC
from edison.domain.results.gate_rule import USUAL_MARGIN, GateVerdict
from edison.domain.runs.run_states import RunState
from edison.services.results.baseline_verdict import BaselineKind
from edison.services.results.run_gate import GateReport, WantedGate


class GateBody(Body):
    """What to compare with, and which loss is accepted."""

    baseline: BaselineKind | UUID = Field(
        default=BaselineKind.PRODUCTION,
        description="The run to compare with: the latest of the version labelled `production`, the latest completed "
        "run before (`previous`), the latest that was marked as `main`, or the id of a run",
    )
    margin: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = Field(
        default=USUAL_MARGIN,
        description="The loss that is accepted, from 0 to 1: 0.02 accepts a loss of 2 points",
    )
    metric: Annotated[Line, Field(max_length=MAX_METRIC)] | None = Field(
        default=None, description="The key of a metric; default: one that both runs share"
    )

    def wanted(self, project: ProjectId, run: UUID) -> WantedGate:
        return WantedGate(
            project=project,
            run=RunId(run),
            baseline=RunId(self.baseline) if isinstance(self.baseline, UUID) else self.baseline,
            margin=self.margin,
            metric=self.metric or None,
        )


class GateTargetView(ColumnChangeView):
    gate: GateVerdict


class GateCaseView(DomainView):
    """An answer that passes in only one of the runs."""

    ordinal: int = Field(description="The number of the cell")
    position: int = Field(description="The number of the case, from 0")
    column: int
    target: str
    text: str = Field(description="The beginning of the first variable")


class GateCostView(DomainView):
    """What answers and judges cost; reused answers at their recorded cost."""

    run_usd: Decimal
    baseline_usd: Decimal | None
    open_usd: Decimal = Field(description="Estimated cost of the cells that are not finished")


class GateView(View):
    """Verdict of the gate: `better` and `not_worse` pass, `worse` fails."""

    run: UUID
    number: int
    state: RunState
    baseline: BaselineView | None = Field(
        description="null: no finished run has the same prompt, models, dataset and scorers"
    )
    verdict: GateVerdict = Field(description="Of a run that works: the verdict so far")
    sentence: str
    margin: float
    settled: bool = Field(
        description="No score of an open cell can change whether it passes. The rest of the run can be cancelled"
    )
    cells: int
    open_cells: int
    cost: GateCostView
    metric: MetricView | None
    scale: int | None = Field(description="The top of the metric's own scale; null: from 0 to 1")
    targets: list[GateTargetView]
    missing_targets: list[str] = Field(description="Targets that the baseline does not have")
    fixed: int = Field(description="Answers that pass now and failed in the baseline")
    broken: int
    fixed_cases: list[GateCaseView] = Field(description="At most 100")
    broken_cases: list[GateCaseView] = Field(description="At most 100")
    others: list[MetricVerdictView] = Field(
        description="The other metrics that both runs share; they do not decide"
    )
    path: str = Field(description="The page of the comparison, relative to the address of Edison")

    @classmethod
    def of(cls, found: GateReport) -> Self:
        targets = [
            GateTargetView.model_validate(
                {
                    **ColumnChangeView.model_validate(one.compared).model_dump(),
                    "gate": one.verdict,
                }
            )
            for one in found.targets
        ]
        return cls(
            run=found.run.id,
            number=found.run.number,
            state=found.run.state,
            baseline=BaselineView.model_validate(found.baseline) if found.baseline else None,
            verdict=found.verdict,
            sentence=found.sentence,
            margin=found.margin,
            settled=found.settled,
            cells=found.cells,
            open_cells=found.open_cells,
            cost=GateCostView.model_validate(found.cost),
            metric=MetricView.model_validate(found.metric) if found.metric else None,
            scale=found.metric.scale if found.metric else None,
            targets=targets,
            missing_targets=list(found.missing_targets),
            fixed=found.fixed,
            broken=found.broken,
            fixed_cases=[GateCaseView.model_validate(one) for one in found.fixed_cases],
            broken_cases=[GateCaseView.model_validate(one) for one in found.broken_cases],
            others=[MetricVerdictView.model_validate(one) for one in found.others],
            path=found.path,
        )
