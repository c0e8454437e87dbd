"""Response bodies of a prompt's version graph."""

from datetime import datetime
from uuid import UUID

from pydantic import Field

from edison.api.base_views import DomainView, View
from edison.api.results.views import EstimateView, MetricView
from edison.domain.lineage.prompt_lineage import Edge, Lineage, Node
from edison.domain.prompts.prompt import VersionOrigin
from edison.domain.statistics.paired_comparison import Verdict


class LineageNodeView(View):
    version: UUID
    number: int
    labels: list[str]
    origin: VersionOrigin
    author: str
    changelog: str
    composite: EstimateView | None = Field(
        description="Score in its newest run, by the selected metric and target"
    )
    scale: int | None = Field(description="Scale of the metric; null: from 0 to 1")
    metric: str | None
    target: str | None = Field(description="The model that answered")
    run: UUID | None
    run_number: int | None
    at: datetime

    @staticmethod
    def of(node: Node) -> "LineageNodeView":
        found = node.measured
        return LineageNodeView.copy_attributes(
            node,
            composite=EstimateView.model_validate(found.composite) if found else None,
            scale=found.scale if found else None,
            metric=found.metric if found else None,
            target=found.target if found else None,
            run=found.run if found else None,
            run_number=found.run_number if found else None,
        )


class LineageEdgeView(View):
    """Edge from a parent version to the version derived from the parent."""

    begin: UUID = Field(alias="from")
    to: UUID
    verdict: Verdict | None = Field(
        description="By its experiment, else by the runs of both versions, as in the workbench; null: not compared"
    )
    effect: EstimateView | None
    sentence: str | None
    against: int | None = Field(
        description="Number of the version it was compared with; not always the parent"
    )
    comparable: bool | None = Field(
        description="Whether the scores of both versions can be compared: same target and scorer version, shared "
        "cases; null: not looked at, because there is another verdict, no score, or a newer version needs the time"
    )
    suggestion: UUID | None
    experiment: UUID | None
    experiment_name: str | None
    iteration: UUID | None
    iteration_number: int | None

    @staticmethod
    def of(edge: Edge) -> "LineageEdgeView":
        found = edge.evidence
        return LineageEdgeView.model_validate(
            {
                "from": edge.begin,
                "to": edge.end,
                "verdict": edge.verdict,
                "effect": EstimateView.model_validate(edge.effect) if edge.effect else None,
                "sentence": edge.sentence,
                "against": edge.against,
                "comparable": edge.comparable,
                "suggestion": edge.suggestion,
                "experiment": found.experiment if found else None,
                "experiment_name": found.experiment_name if found else None,
                "iteration": found.iteration if found else None,
                "iteration_number": found.iteration_number if found else None,
            }
        )


class LineageSourceView(DomainView):
    """The version of another prompt that this prompt was forked from."""

    version: UUID
    prompt: UUID
    prompt_name: str
    number: int


class LineageGraphView(View):
    """The versions of a prompt, oldest first."""

    nodes: list[LineageNodeView]
    edges: list[LineageEdgeView]
    sources: list[LineageSourceView]
    left_out: int = Field(description="Older versions that are not shown")
    metric: str | None = Field(description="Metric of the scores; null: there are no scores")
    target: str | None = Field(description="The model whose scores are shown")
    metrics: list[MetricView] = Field(description="Metrics that can be selected")
    targets: list[str]

    @staticmethod
    def of(lineage: Lineage) -> "LineageGraphView":
        return LineageGraphView.copy_attributes(
            lineage,
            nodes=[LineageNodeView.of(node) for node in lineage.nodes],
            edges=[LineageEdgeView.of(edge) for edge in lineage.edges],
        )
