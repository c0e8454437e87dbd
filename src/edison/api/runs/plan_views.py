"""Response bodies of the plan of a run: its columns, cases and limits."""

from typing import Any
from uuid import UUID

from pydantic import Field

from edison.api.base_views import DomainView, View
from edison.domain.datasets.dataset import Split
from edison.domain.runs.provider_batch import AfterExpiry, AnswerDelivery
from edison.domain.runs.run_plan import Column, Plan


class ColumnView(View):
    """One prompt version on one model with one set of parameters, or an application."""

    number: int
    prompt_id: UUID
    prompt_name: str
    version_id: UUID
    version: int
    model_id: UUID
    model_name: str
    provider: str
    credential_label: str
    application_version: str | None = Field(
        description="For an application, which has no prompt and no model; its name is `model_name`"
    )
    parameters: dict[str, Any] = Field(description="Only the parameters that were set")

    @staticmethod
    def of(number: int, column: Column) -> "ColumnView":
        return ColumnView(
            number=number,
            prompt_id=column.prompt,
            prompt_name=column.prompt_name,
            version_id=column.version,
            version=column.number,
            model_id=column.model,
            model_name=column.model_name,
            provider=column.provider,
            credential_label=column.credential_label,
            application_version=column.application_version,
            parameters=column.parameters.given(),
        )


class ChoiceView(View):
    split: Split | None
    tags: list[str]
    first: int | None
    ids: int = Field(description="Number of cases selected by id; 0: not selected by id")


class ApplicationView(DomainView):
    name: str
    version: str


class PlanView(View):
    """Plan of a run, fixed when the run starts.

    The ordinal of a cell is `(case * trials + trial) * columns + column`.
    """

    columns: list[ColumnView]
    dataset_id: UUID | None = Field(validation_alias="dataset")
    dataset_name: str
    dataset_version: int | None
    choice: ChoiceView
    cases: int
    trials: int
    cells: int
    reuse: bool
    prompt_caching: bool = Field(
        description="Whether providers are asked to cache the shared beginning of prompts"
    )
    timeout_s: float | None
    delivery: AnswerDelivery
    after_expiry: AfterExpiry
    application: ApplicationView | None = Field(
        description="The application whose outputs a caller submits; null: the run calls models"
    )

    @staticmethod
    def of(plan: Plan) -> "PlanView":
        return PlanView.copy_attributes(
            plan,
            columns=[ColumnView.of(*each) for each in enumerate(plan.columns)],
            choice=ChoiceView(
                split=plan.choice.split,
                tags=list(plan.choice.tags),
                first=plan.choice.first,
                ids=len(plan.choice.ids),
            ),
        )
