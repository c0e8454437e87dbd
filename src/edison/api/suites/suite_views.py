"""Request and response bodies of suites and suite files."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Self
from uuid import UUID

from pydantic import Field

from edison.api.base_views import (
    Body,
    DomainView,
    Line,
    PageView,
    Paragraphs,
    Stored,
    UsdAmount,
    View,
)
from edison.api.runs.forecast_views import RunProblemView
from edison.api.runs.run_bodies import Usd, micro
from edison.api.suites.recipe_views import (
    DatasetRefView,
    RecipeBody,
    RecipePromptView,
    RecipeView,
    SuiteTargetView,
)
from edison.domain.ids import ProjectId, RunId, SuiteId
from edison.domain.suites.recipe_from_run import Following
from edison.domain.suites.suite import MOST_DESCRIPTION, MOST_NAME, SuitePause, SuiteState
from edison.services.suites.suite_cards import SuiteCard, SuiteReport
from edison.services.suites.suite_changes import EditSuite
from edison.services.suites.suite_creation import CreateSuite
from edison.services.suites.suite_file_import import MOST_BYTES, ImportedSuite, ImportSuiteFile
from edison.services.suites.suite_from_run import SaveRun

Name = Annotated[Line, Field(min_length=1, max_length=MOST_NAME)]
Description = Annotated[Paragraphs, Field(max_length=MOST_DESCRIPTION)]
DailyLimit = Annotated[
    Usd | None, Field(description="Maximum cost on one day (UTC); null: the suite has no limit")
]
USUAL_LIMIT = Decimal("1.00")


class CreateSuiteBody(Body):
    name: Name
    description: Description = ""
    recipe: RecipeBody
    daily_limit_usd: DailyLimit = USUAL_LIMIT

    def to_command(self, project: ProjectId) -> CreateSuite:
        return CreateSuite(
            project=project,
            name=self.name,
            description=self.description,
            recipe=self.recipe.to_recipe(),
            daily_limit=micro(self.daily_limit_usd),
        )


class EditSuiteBody(Body):
    """Changes of a suite. Fields that are left out keep their values."""

    revision: Annotated[int, Field(ge=1, le=2**31 - 1)]
    name: Name | None = None
    description: Description | None = None
    recipe: RecipeBody | None = None
    daily_limit_usd: DailyLimit = None

    def to_command(self, project: ProjectId, suite: UUID) -> EditSuite:
        said = "daily_limit_usd" in self.model_fields_set
        return EditSuite(
            project=project,
            suite=SuiteId(suite),
            revision=self.revision,
            name=self.name,
            description=self.description,
            recipe=None if self.recipe is None else self.recipe.to_recipe(),
            daily_limit=micro(self.daily_limit_usd) if said else "unsaid",
        )


class SuiteFromRunBody(Body):
    run: UUID
    name: Name
    description: Description = ""
    label: Annotated[Line, Field(min_length=1, max_length=100)] | None = Field(
        default=None,
        description="Use the version that this label (or `latest`) points to, not the version of the run",
    )
    newest_cases: bool = Field(
        default=False, description="Use the newest dataset version when the suite runs"
    )
    daily_limit_usd: DailyLimit = USUAL_LIMIT

    def to_command(self, project: ProjectId) -> SaveRun:
        return SaveRun(
            project=project,
            run=RunId(self.run),
            name=self.name,
            description=self.description,
            following=Following(label=self.label, newest_cases=self.newest_cases),
            daily_limit=micro(self.daily_limit_usd),
        )


class DuplicateSuiteBody(Body):
    name: Name | None = Field(default=None, description="Default: the name followed by `copy`")


class SuiteFileBody(Body):
    text: Annotated[Stored, Field(max_length=MOST_BYTES)] = Field(description="YAML")
    dry_run: bool = Field(default=False, description="Only return what would change")

    def to_command(self, project: ProjectId) -> ImportSuiteFile:
        return ImportSuiteFile(project=project, text=self.text, dry_run=self.dry_run)


class LastExecutionView(DomainView):
    id: UUID
    number: int
    state: str
    reason: str | None
    problem: str | None
    run: UUID | None
    at: datetime
    finished_at: datetime | None
    override: bool = Field(description="Whether another model replaced the targets")
    score: float | None
    low: float | None
    high: float | None
    pass_rate: float | None


class LastScoreView(DomainView):
    """The newest score of the suite, over all targets together."""

    number: int = Field(description="Number of the execution")
    run: UUID
    at: datetime
    score: float
    low: float | None
    high: float | None
    pass_rate: float | None


class SuiteCardView(View):
    id: UUID
    name: str
    description: str
    state: SuiteState
    pause_reason: SuitePause | None
    paused_until: datetime | None = Field(description="When it resumes automatically")
    revision: int
    daily_limit_usd: UsdAmount | None = Field(validation_alias="daily_limit")
    prompts: list[RecipePromptView]
    dataset: DatasetRefView | None
    targets: list[SuiteTargetView]
    executions: int
    last: LastExecutionView | None
    scored: LastScoreView | None = Field(
        description="The last execution with a score; later ones may have none"
    )
    recent: list[float | None] = Field(
        description="The last 20 scores of all targets together, oldest first"
    )
    monitors: int
    next_due_at: datetime | None
    created_by: str = Field(validation_alias="created_by_label")
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of_card(cls, card: SuiteCard, **others: object) -> Self:
        suite, names, activity = card.suite, card.names, card.activity
        recipe = suite.recipe
        return cls.copy_attributes(
            suite,
            prompts=[RecipePromptView.of(each, names) for each in recipe.prompts],
            dataset=None if recipe.dataset is None else DatasetRefView.of(recipe.dataset, names),
            targets=[SuiteTargetView.of(target, names) for target in recipe.targets],
            executions=activity.executions,
            last=activity.last,
            scored=activity.scored,
            recent=activity.recent,
            monitors=activity.monitors,
            next_due_at=activity.next_due_at,
            **others,
        )


class SuitePageView(PageView[SuiteCardView]):
    total: int = Field(description="Number of items on all pages")


class SuiteView(SuiteCardView):
    recipe: RecipeView
    scorer_names: list[str]
    cases: int = Field(description="Number of cases that would be used now")
    problems: list[RunProblemView] = Field(description="Every reason it cannot run now")
    spent_today_usd: UsdAmount
    simulated_today_usd: UsdAmount = Field(
        description="Cost of simulated models: not real money, with a separate balance",
    )

    @staticmethod
    def of(report: SuiteReport) -> "SuiteView":
        card = report.card
        return SuiteView.of_card(
            card,
            recipe=RecipeView.of(card.suite.recipe, card.names),
            scorer_names=report.scorer_names,
            cases=report.cases,
            problems=report.problems,
            spent_today_usd=report.spent_today,
            simulated_today_usd=report.simulated_today,
        )


class FileProblemView(View):
    message: str
    where: str = Field(description="The path in the file")
    line: int | None


class SuiteFileView(View):
    """The result of importing a suite file, or of a dry run."""

    suite: SuiteView | None = Field(description="null: dry run of a new suite, or problems")
    name: str | None
    created: bool
    changed: list[str] = Field(description="Changed parts of an existing suite")
    problems: list[FileProblemView]

    @staticmethod
    def of(found: ImportedSuite) -> "SuiteFileView":
        return SuiteFileView.copy_attributes(
            found, suite=None if found.report is None else SuiteView.of(found.report)
        )
