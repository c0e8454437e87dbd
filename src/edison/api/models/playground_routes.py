"""Asking a model something by hand."""

from uuid import UUID

from edison.api.api_router import ApiRouter
from edison.api.base_views import PageView
from edison.api.error_responses import problems
from edison.api.models.playground_views import AskBody, TryView
from edison.api.page_parameters import WantedPage
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import ModelId, TryId
from edison.services.models import playground_calls

router = ApiRouter(prefix="/projects/{project}", tags=["tries"])


@router.post("/models/{model}/tries", status_code=202, responses=problems(503))
async def ask_model(
    model: UUID, body: AskBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> TryView:
    """Send a playground call and return at once.

    The event `try.finished` tells when to read the result.
    """
    return TryView.of(await playground_calls.ask_model(ctx, who, body.to_command(project, model)))


@router.get("/models/{model}/tries")
async def list_tries(
    model: UUID, project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[TryView]:
    found = await playground_calls.list_tries(ctx, who, project, ModelId(model), page)
    return PageView(items=[TryView.of(item) for item in found.items], next_cursor=found.next_cursor)


@router.get("/tries/{wanted}")
async def read_try(
    wanted: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> TryView:
    return TryView.of(await playground_calls.read_try(ctx, who, project, TryId(wanted)))
