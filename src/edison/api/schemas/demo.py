"""What the demo made, by id."""

from uuid import UUID

from pydantic import Field

from edison.api.schemas.base import View
from edison.services.demo import Demo


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
