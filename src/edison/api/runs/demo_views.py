"""What the demo made, by id."""

from uuid import UUID

from pydantic import Field

from edison.api.base_views import View
from edison.services.runs.demo_setup import Demo


class DemoView(View):
    prompt: UUID
    grader: UUID
    dataset: UUID
    credential: UUID
    models: list[UUID] = Field(description="The best first")
    judge: UUID = Field(description="The model to ask with the grader")

    @staticmethod
    def of(made: Demo) -> "DemoView":
        return DemoView(
            prompt=made.prompt,
            grader=made.grader,
            dataset=made.dataset,
            credential=made.credential,
            models=list(made.models),
            judge=made.judge,
        )
