"""Response bodies of the project home."""

from datetime import datetime
from uuid import UUID

from pydantic import Field

from edison.api.base_views import DomainView, View
from edison.api.budgets.views import ProjectBudgetView
from edison.api.reports.views import BurnDownView
from edison.api.results.baseline_views import BaselineVerdictView
from edison.api.results.views import (
    ColumnFigureView,
    MetricView,
    RunTrendPointView,
)
from edison.api.runs.run_views import RunCardView
from edison.domain.monitoring.assessment import Severity
from edison.domain.prompts.prompt import PromptKind
from edison.services.experiments.reviews.suggestion_queries import Listed
from edison.services.home.project_home import ProjectHome
from edison.services.home.prompt_standings import LastRun, PromptStanding


class WaitingView(DomainView):
    """Counts of what waits for the current user."""

    reviews: int = Field(description="Suggestions that wait for a decision")
    promotions: int = Field(description="Promotions of protected labels that wait for an approval")
    alerts: int = Field(description="Open alerts")
    critical_alerts: int = Field(description="Open alerts that are critical")
    answers: int = Field(description="Answers in annotation queues that this user can label")
    runs: int = Field(description="Runs in progress, including paused runs")


class LastRunView(View):
    """Last completed run of a prompt. The score is that of its first target."""

    id: UUID
    number: int
    name: str
    created_at: datetime
    version: int = Field(description="Prompt version of the first target")
    targets: int
    cases: int
    dataset_name: str
    metric: MetricView | None = Field(description="null: the results are not computed yet")
    figure: ColumnFigureView | None
    stale: bool = Field(
        description="Whether the data has changed since the score and the trend were computed"
    )
    trend: list[RunTrendPointView] = Field(description="The same as in the results of the run")
    verdict: BaselineVerdictView = Field(description="Comparison with the previous run")

    @staticmethod
    def of(last: LastRun) -> "LastRunView":
        plan = last.run.plan
        return LastRunView.copy_attributes(
            last.run,
            version=plan.columns[0].number,
            targets=len(plan.columns),
            cases=plan.cases,
            dataset_name=plan.dataset_name,
            metric=last.metric,
            figure=last.figure,
            stale=last.stale,
            trend=last.trend,
            verdict=last.verdict,
        )


class HomePromptView(View):
    id: UUID
    name: str
    kind: PromptKind
    latest: int = Field(description="Number of the newest version; 0: none is saved")
    production: int | None = Field(
        description="Version with the label `production`; null: no version has it"
    )
    last_run: LastRunView | None = Field(description="null: no run of this prompt is completed")

    @staticmethod
    def of(standing: PromptStanding) -> "HomePromptView":
        last = standing.last
        return HomePromptView.copy_attributes(
            standing.prompt, last_run=None if last is None else LastRunView.of(last)
        )


class HomeReviewView(View):
    id: UUID
    experiment_name: str
    iteration_number: int
    created_at: datetime

    @staticmethod
    def of(listed: Listed) -> "HomeReviewView":
        return HomeReviewView.copy_attributes(
            listed, id=listed.suggestion.id, created_at=listed.suggestion.created_at
        )


class HomeAlertView(DomainView):
    id: UUID
    title: str
    suite_name: str
    severity: Severity
    last_seen_at: datetime


class ProjectHomeView(View):
    """Overview of a project. Each list is short; `waiting` and `prompt_count` have the complete numbers."""

    prompts: list[HomePromptView] = Field(description="Most recently run first")
    prompt_count: int
    runs: list[RunCardView] = Field(description="Runs in progress, newest first")
    waiting: WaitingView
    reviews: list[HomeReviewView] = Field(description="Newest first")
    alerts: list[HomeAlertView] = Field(description="Open alerts, newest first")
    budget: ProjectBudgetView
    spending: BurnDownView = Field(description="Spending of this month, in UTC")

    @staticmethod
    def of(home: ProjectHome) -> "ProjectHomeView":
        return ProjectHomeView(
            prompts=[HomePromptView.of(one) for one in home.prompts],
            prompt_count=home.prompt_count,
            runs=[RunCardView.of_card(card) for card in home.runs],
            waiting=WaitingView.of(home.waiting),
            reviews=[HomeReviewView.of(one) for one in home.reviews],
            alerts=[HomeAlertView.of(one) for one in home.alerts],
            budget=ProjectBudgetView.of(home.budget),
            spending=BurnDownView.of(home.spending),
        )
