"""The run that would decide a comparison which could not tell."""

from typing import Any, Literal

from pydantic import Field

from edison.api.base_views import View
from edison.api.runs.forecast_views import ProspectView
from edison.api.runs.run_views import PlanView
from edison.services.results.next_run_plan import NextRunPlan, PreparedRun


class PreparedScorerView(View):
    kind: str
    spec: dict[str, Any]


class PreparedRunView(View):
    """What to start; nothing is started or stored."""

    plan: PlanView
    scorers: list[PreparedScorerView]
    prospect: ProspectView = Field(description="Its cost, as a forecast of the same order says")

    @staticmethod
    def of(prepared: PreparedRun) -> "PreparedRunView":
        return PreparedRunView(
            plan=PlanView.of(prepared.plan),
            scorers=[
                PreparedScorerView(kind=str(spec.get("kind", "")), spec=spec)
                for spec in prepared.scorers
            ],
            prospect=ProspectView.of(prepared.prospect),
        )


class NextRunView(View):
    step: Literal["none", "add", "try_trials", "write_cases"] = Field(
        description="none: more data would change nothing; add: the prepared run finds `effect` with a "
        "chance of 80%; try_trials: it may, as nobody knows how much trials vary; write_cases: the "
        "dataset has too few cases"
    )
    cases: int = Field(description="That were compared")
    trials: int = Field(description="Of each of them")
    available: int = Field(description="Cases of the dataset with the split and tags of the run")
    effect: float | None = Field(description="The difference that it is planned for")
    cases_to_write: int | None = Field(
        description="Cases that the dataset lacks where trials cannot decide it"
    )
    sentence: str
    run: PreparedRunView | None = Field(description="null: there is nothing to run")

    @staticmethod
    def of(found: NextRunPlan) -> "NextRunView":
        return NextRunView.copy_attributes(
            found.next,
            cases=found.comparison.cases,
            trials=found.trials,
            available=found.available,
            run=None if found.prepared is None else PreparedRunView.of(found.prepared),
        )
