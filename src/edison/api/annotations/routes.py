"""Routes of annotation queues, in which several people label answers without seeing the model or other labels."""

from uuid import UUID

from edison.api.annotations.views import (
    AdjudicateBody,
    AnnotationQueueReportView,
    AnnotationQueueView,
    LabelBody,
    MakeQueueBody,
    NextItemView,
    QueueProgressView,
    ReviewItemView,
)
from edison.api.api_router import ApiRouter
from edison.api.base_views import PageView, WantedPage
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
    """List annotation queues with each person's progress, newest first."""
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
    """Create an annotation queue from answers of a run, in an order that does not reveal the model."""
    report = await annotation_queue_commands.make_queue(ctx, who, body.to_command(project))
    return AnnotationQueueReportView.of_report(report)


@router.get("/{queue}")
async def read_annotation_queue(
    queue: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> AnnotationQueueReportView:
    """Get a queue with each person's progress, the agreement between people, and the disputed answers."""
    report = await annotation_queries.read_queue(ctx, who, project, QueueId(queue))
    return AnnotationQueueReportView.of_report(report)


@router.delete("/{queue}", status_code=204)
async def close_annotation_queue(
    queue: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Close a queue, so that it accepts no more labels.

    Existing labels stay, and disagreements can still be adjudicated.
    """
    await annotation_queue_commands.close_queue(ctx, who, project, QueueId(queue))


@router.post("/{queue}/next")
async def next_annotation_item(
    queue: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> NextItemView:
    """Get the next answer for you to label.

    The answer is reserved for you for a few minutes. Until you label or skip it, repeated requests return the same
    answer.
    """
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
    """Label an answer, change your label, or skip the answer."""
    command = body.to_command(project, queue, item)
    return QueueProgressView.of(await answer_labels.label_answer(ctx, who, command))


@router.get("/{queue}/items/{item}")
async def read_annotation_item(
    queue: UUID, item: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ReviewItemView:
    """Get an answer with all its labels, once everyone has labelled it. The model is not shown."""
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
    """Decide the final label of an answer on which people disagree."""
    command = body.to_command(project, queue, item)
    return ReviewItemView.of_sheet(await answer_labels.adjudicate(ctx, who, command))
