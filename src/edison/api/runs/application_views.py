"""Request and response bodies of application runs."""

from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field

from edison.api.base_views import Body, DomainView, JsonObject, Line, Verbatim, View
from edison.api.datasets.case_views import CaseValueView
from edison.api.runs.run_bodies import ChoiceBody, Number, Specs, Tokens, Usd, micro
from edison.api.runs.run_views import RunView
from edison.domain.errors import InvalidInput
from edison.domain.ids import ProjectId, RunId
from edison.domain.runs.application import (
    MOST_APPLICATION_NAME,
    MOST_APPLICATION_VERSION,
    MOST_KEY,
    MOST_OUTPUT_TEXT,
    MOST_OUTPUTS,
    Application,
)
from edison.domain.runs.run_order import RunOrder
from edison.domain.runs.run_plan import MOST_TRIALS
from edison.domain.runs.submitted_output import SubmittedOutput
from edison.kit.storable_text import storable
from edison.services.runs.application_runs import (
    OpenCell,
    StartApplicationRun,
    SubmitOutputs,
    Submitted,
)

MOST_ERROR = 2_000
MOST_LATENCY_MS = 86_400_000

# An application may write characters that cannot be stored; they are replaced, so that the output is not lost.
OutputText = Annotated[Verbatim, Field(max_length=MOST_OUTPUT_TEXT), AfterValidator(storable)]
Count = Annotated[int, Field(ge=0, le=2**31 - 1)]


class ApplicationBody(Body):
    name: Annotated[Line, Field(min_length=1, max_length=MOST_APPLICATION_NAME)]
    version: Annotated[Line, Field(max_length=MOST_APPLICATION_VERSION)] = Field(
        default="", description="Such as a release or a commit"
    )

    def to_application(self) -> Application:
        return Application(name=self.name, version=self.version)


class StartApplicationRunBody(Body):
    application: ApplicationBody
    dataset: Annotated[Line, Field(min_length=1, max_length=200)] = Field(
        description="Id or name of a dataset"
    )
    dataset_version: Number | None = Field(default=None, description="Default: the newest")
    choice: ChoiceBody = ChoiceBody()
    trials: int = Field(default=1, json_schema_extra={"minimum": 1, "maximum": MOST_TRIALS})
    scorers: Specs = Field(default_factory=list[JsonObject])
    budget_usd: Usd | None = Field(
        default=None, description="Limits the cost of judges. The application is not charged to it"
    )
    budget_tokens: Tokens | None = None
    name: Annotated[Line, Field(max_length=200)] = ""
    key: Annotated[Line, Field(min_length=1, max_length=MOST_KEY)] | None = Field(
        default=None,
        description="Starting a run again with the same key returns the same run, so that it can be continued",
    )

    def to_command(self, project: ProjectId) -> StartApplicationRun:
        return StartApplicationRun(
            application=self.application.to_application(),
            dataset=self.dataset,
            key=self.key,
            order=RunOrder(
                project=project,
                versions=(),
                targets=(),
                dataset_version=self.dataset_version,
                choice=self.choice.to_choice(),
                trials=self.trials,
                scorers=tuple(self.scorers),
                reuse=False,
                budget=micro(self.budget_usd),
                budget_tokens=self.budget_tokens,
                name=self.name,
            ),
        )


class SubmittedUsageBody(Body):
    prompt_tokens: Count | None = None
    completion_tokens: Count | None = None


class SubmittedOutputBody(Body):
    """The output of the application for one cell: a text, or the error that it ended with."""

    cell_id: Count
    text: OutputText | None = None
    error: (
        Annotated[Verbatim, Field(min_length=1, max_length=MOST_ERROR), AfterValidator(storable)]
        | None
    ) = None
    latency_ms: Annotated[float, Field(ge=0, le=MOST_LATENCY_MS, allow_inf_nan=False)] | None = None
    cost_usd: Usd | None = Field(
        default=None, description="As the application states it; no budget is charged with it"
    )
    usage: SubmittedUsageBody | None = None
    metadata: JsonObject = Field(
        default_factory=dict, description="Stored with the output, such as the id of a trace"
    )

    def to_output(self, place: int) -> SubmittedOutput:
        if (self.text is None) == (self.error is None):
            raise InvalidInput(
                "An output has either a text or an error", field=f"outputs.{place}.text"
            )
        usage = self.usage or SubmittedUsageBody()
        return SubmittedOutput(
            ordinal=self.cell_id,
            text=self.text,
            error=self.error,
            latency_ms=self.latency_ms,
            cost=micro(self.cost_usd),
            prompt_tokens=usage.prompt_tokens,
            completion_tokens=usage.completion_tokens,
            metadata=self.metadata,
        )


class SubmitOutputsBody(Body):
    outputs: Annotated[list[SubmittedOutputBody], Field(min_length=1, max_length=MOST_OUTPUTS)]

    def to_command(self, project: ProjectId, run: UUID) -> SubmitOutputs:
        outputs = tuple(output.to_output(place) for place, output in enumerate(self.outputs))
        return SubmitOutputs(project=project, run=RunId(run), outputs=outputs)


class SubmittedView(View):
    stored: list[int] = Field(description="Cells whose output was stored by this request")
    already_there: list[int] = Field(
        description="Cells that had an output already, which was not replaced"
    )
    open: int = Field(description="Number of cells that are still without an output")
    run: RunView

    @staticmethod
    def of(submitted: Submitted) -> "SubmittedView":
        return SubmittedView(
            stored=list(submitted.stored),
            already_there=list(submitted.already_there),
            open=submitted.open,
            run=RunView.of(submitted.run),
        )


class OutputProblemView(DomainView):
    """Why a row of a file has no effect. `row` counts from 1 without the header; `line` is the line in the file."""

    row: int
    line: int | None
    message: str


class UploadReportView(DomainView):
    """What became of the rows of a file of outputs."""

    rows: int
    stored: int
    already_there: int = Field(description="Rows of cells that have an output already")
    unmatched: int = Field(description="Rows that match no case, or cannot be used")
    problems: list[OutputProblemView] = Field(description="The first unmatched rows, with reasons")
    matched_by: list[str] = Field(description="Columns of the file that identify a case")
    output_column: str
    open: int = Field(description="Number of cells that are still without an output")


class OpenCellView(View):
    """A cell that waits for an output of the application."""

    cell_id: int = Field(validation_alias="ordinal")
    case_id: UUID | None = Field(validation_alias="case")
    trial: int = Field(description="Number of the trial, from 0")
    values: dict[str, CaseValueView]
    expected: str | None

    @staticmethod
    def of(cell: OpenCell) -> "OpenCellView":
        return OpenCellView.model_validate(cell)


class OpenCellsView(View):
    items: list[OpenCellView]
    next_after: int | None = Field(
        description="Send as `after` to get the next page; null on the last page"
    )
