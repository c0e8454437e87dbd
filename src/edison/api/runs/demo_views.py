"""What the demo made, by id."""

from uuid import UUID

from pydantic import Field

from edison.api.base_views import DomainView


class DemoView(DomainView):
    prompt: UUID
    grader: UUID
    dataset: UUID
    credential: UUID
    models: list[UUID] = Field(description="The best first")
    judge: UUID = Field(description="The model to ask with the grader")
