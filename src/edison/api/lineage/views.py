"""The versions of a prompt as a graph."""

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
        description="In its newest run by the chosen metric on the chosen target"
    )
    scale: int | None = Field(description="The metric's; null: from 0 to 1")
    metric: str | None
    target: str | None = Field(description="The model that answered")
    comparable: str | None = Field(
        description="Equal for scores of the same scorer version on the same cases"
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
    """From the parent to the version that was made of it."""

    begin: UUID = Field(alias="from")
    to: UUID
    verdict: Verdict | None = Field(description="null: it was not held against another version")
    effect: EstimateView | None
    sentence: str | None
    against: int | None = Field(
        description="Number of the version it was held against; not always the parent"
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
    """A version of another prompt that a fork began with."""

    version: UUID
    prompt: UUID
    prompt_name: str
    number: int


class LineageGraphView(View):
    """Oldest first."""

    nodes: list[LineageNodeView]
    edges: list[LineageEdgeView]
    sources: list[LineageSourceView]
    left_out: int = Field(description="Older versions that are not shown")
    metric: str | None = Field(description="What the scores are; null: nothing has a score")
    target: str | None = Field(description="The model whose scores they are")
    metrics: list[MetricView] = Field(description="What else could be chosen")
    targets: list[str]

    @staticmethod
    def of(lineage: Lineage) -> "LineageGraphView":
        return LineageGraphView.copy_attributes(
            lineage,
            nodes=[LineageNodeView.of(node) for node in lineage.nodes],
            edges=[LineageEdgeView.of(edge) for edge in lineage.edges],
        )
