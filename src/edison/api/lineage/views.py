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
    comparable: str | None = Field(
        description="Scores with equal values are comparable: same scorer version, same cases"
    )
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
            comparable=found.cases if found else None,
            run=found.run if found else None,
            run_number=found.run_number if found else None,
        )


class LineageEdgeView(View):
    """Edge from a parent version to the version derived from the parent."""

    begin: UUID = Field(alias="from")
    to: UUID
    verdict: Verdict | None = Field(description="null: it was not compared with another version")
    effect: EstimateView | None
    sentence: str | None
    against: int | None = Field(
        description="Number of the version it was compared with; not always the parent"
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
                "verdict": found.verdict if found else None,
                "effect": EstimateView.model_validate(found.effect)
                if found and found.effect
                else None,
                "sentence": found.sentence if found else None,
                "against": found.against if found else None,
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
