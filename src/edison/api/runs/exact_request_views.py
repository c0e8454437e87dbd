"""Request and response bodies of the request preview of a cell."""

from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, DomainView, JsonObject
from edison.api.models.playground_views import ParametersBody
from edison.api.runs.forecast_views import RunProblemView
from edison.api.runs.run_bodies import Number, VersionBody
from edison.domain.ids import DatasetId, ModelId, ProjectId, PromptId
from edison.domain.runs.run_order import TargetChoice, VersionChoice
from edison.domain.runs.run_plan import MOST_CELLS
from edison.services.runs.exact_request import PreviewRequest

MOST_VALUES = 1_000


class OneTargetBody(Body):
    model: UUID
    parameters: ParametersBody = ParametersBody()


class PreviewRequestBody(Body):
    version: VersionBody
    target: OneTargetBody
    dataset: UUID | None = None
    dataset_version: Number | None = Field(default=None, description="Default: the newest")
    row: Annotated[int, Field(ge=0, le=2**31 - 1)] = Field(
        default=0, description="Index of the case in the dataset, from 0"
    )
    values: JsonObject | None = Field(
        default=None, max_length=MOST_VALUES, description="Values instead of a dataset"
    )
    cells: Annotated[int, Field(ge=1, le=MOST_CELLS)] | None = Field(
        default=None,
        description=(
            "Number of cells of the run, which decides whether the request "
            "is streamed. Default: one for each case"
        ),
    )

    def to_command(self, project: ProjectId) -> PreviewRequest:
        wanted, values = self.version, self.values
        given: dict[str, Any] | None = None if values is None else dict(values)
        return PreviewRequest(
            project=project,
            version=VersionChoice(
                prompt=PromptId(wanted.prompt), number=wanted.number, label=wanted.label
            ),
            target=TargetChoice(
                model=ModelId(self.target.model), parameters=self.target.parameters.to_parameters()
            ),
            dataset=None if self.dataset is None else DatasetId(self.dataset),
            dataset_version=self.dataset_version,
            row=self.row,
            values=given,
            cells=self.cells,
        )


class ExactRequestView(DomainView):
    method: str
    url: str
    headers: list[tuple[str, str]] = Field(description="Secret values are masked")
    body: str = Field(description="The exact body, as text")
    bytes: int
    prompt_tokens: int | None
    max_tokens: int
    dropped: list[str] = Field(description="Parameters left out because the model rejects them")
    problems: list[RunProblemView] = Field(description="Every reason the request cannot be sent")
