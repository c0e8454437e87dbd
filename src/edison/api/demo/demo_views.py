"""Responses of the demo project: how far it is, and the ids of what it has created."""

from uuid import UUID

from pydantic import Field

from edison.api.base_views import DomainView, View
from edison.domain.runs.run_plan import Run
from edison.services.demo.demo_progress import DemoProgress, StepState


class DemoProjectView(DomainView):
    id: UUID
    slug: str


class DemoStepView(DomainView):
    key: str
    title: str
    state: StepState
    problem: str | None = Field(description="Why the step does not end by itself")


class DemoLinksView(View):
    """Ids of what the demo has created; null until it exists."""

    prompt: UUID | None
    dataset: UUID | None
    judge: UUID | None
    baseline_run: UUID | None = Field(description="Version 1 on both models")
    improved_run: UUID | None = Field(
        description="Version 2 on both models, to be compared with it"
    )
    suite: UUID | None
    monitor: UUID | None
    careless_run: UUID | None = Field(description="Version 3, as the monitor ran it")
    own_run: UUID | None = Field(description="The newest run of a version that you wrote")
    alert: UUID | None
    experiment: UUID | None
    suggestion: UUID | None
    leaderboard: UUID | None


class DemoProgressView(View):
    ready: bool = Field(description="Every step is done")
    steps: list[DemoStepView]
    links: DemoLinksView

    @staticmethod
    def of(found: DemoProgress) -> "DemoProgressView":
        return DemoProgressView(
            ready=found.is_ready,
            steps=[DemoStepView.of(step) for step in found.steps()],
            links=DemoLinksView(
                prompt=found.prompt and found.prompt.id,
                dataset=found.dataset and found.dataset.id,
                judge=found.judge and found.judge.judge,
                baseline_run=_id(found.first_run),
                improved_run=_id(found.second_run),
                suite=found.suite and found.suite.id,
                monitor=found.monitor and found.monitor.id,
                careless_run=_id(found.third_run),
                own_run=_id(found.own_run),
                alert=found.alert and found.alert.id,
                experiment=found.experiment and found.experiment.id,
                suggestion=found.suggestion,
                leaderboard=found.board,
            ),
        )


def _id(run: Run | None) -> UUID | None:
    return None if run is None else run.id
