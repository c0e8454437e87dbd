"""Queues in which people label answers: blind, shuffled, several people each."""

from uuid import UUID

from edison.api.annotations.bodies import AdjudicateBody, LabelBody, MakeQueueBody
from edison.api.annotations.views import (
    AnnotationQueueReportView,
    AnnotationQueueView,
    NextItemView,
    QueueProgressView,
    ReviewItemView,
)
from edison.api.api_router import ApiRouter
from edison.api.base_views import PageView
from edison.api.page_parameters import WantedPage
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import ItemId, QueueId, RunId
from edison.services.annotations import annotation_queries, annotation_queue_commands, answer_labels

router = ApiRouter(prefix="/projects/{project}/annotation-queues", tags=["annotations"])


@router.get("")
async def list_annotation_queues(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    run: UUID | None = None,
) -> PageView[AnnotationQueueView]:
    """Newest first, with everyone's progress."""
    wanted = None if run is None else RunId(run)
    found = await annotation_queries.list_queues(ctx, who, project, page, wanted)
    return PageView(
        items=[AnnotationQueueView.of(report) for report in found.items],
        next_cursor=found.next_cursor,
    )


@router.post("", status_code=201)
async def make_annotation_queue(
    body: MakeQueueBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> AnnotationQueueReportView:
    """Choose answers of a run and put them in an order that tells nothing of models."""
    report = await annotation_queue_commands.make_queue(ctx, who, body.to_command(project))
    return AnnotationQueueReportView.of_report(report)


@router.get("/{queue}")
async def read_annotation_queue(
    queue: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> AnnotationQueueReportView:
    """How far everyone is, how well people agree, and on which answers they do not."""
    report = await annotation_queries.read_queue(ctx, who, project, QueueId(queue))
    return AnnotationQueueReportView.of_report(report)


@router.delete("/{queue}", status_code=204)
async def close_annotation_queue(
    queue: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Nobody labels it any more; what was said stays, and can still be decided on."""
    await annotation_queue_commands.close_queue(ctx, who, project, QueueId(queue))


@router.post("/{queue}/next")
async def next_annotation_item(
    queue: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> NextItemView:
    """One answer for me, kept for me for some minutes. Asked again, it is the same until I label or skip it."""
    return NextItemView.of(await answer_labels.next_answer(ctx, who, project, QueueId(queue)))


@router.put("/{queue}/items/{item}/label")
async def label_annotation_item(
    queue: UUID,
    item: UUID,
    body: LabelBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> QueueProgressView:
    """Say what I think of an answer, or change what I said; or skip it."""
    command = body.to_command(project, queue, item)
    return QueueProgressView.of(await answer_labels.label_answer(ctx, who, command))


@router.get("/{queue}/items/{item}")
async def read_annotation_item(
    queue: UUID, item: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ReviewItemView:
    """An answer with what people said of it, once all have; without its model."""
    sheet = await annotation_queries.read_item(ctx, who, project, QueueId(queue), ItemId(item))
    return ReviewItemView.of_sheet(sheet)


@router.post("/{queue}/items/{item}/adjudication")
async def adjudicate_annotation_item(
    queue: UUID,
    item: UUID,
    body: AdjudicateBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> ReviewItemView:
    """Decide where people disagree, knowing what each of them said."""
    command = body.to_command(project, queue, item)
    return ReviewItemView.of_sheet(await answer_labels.adjudicate(ctx, who, command))
