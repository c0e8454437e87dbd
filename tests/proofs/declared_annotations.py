"""Who may do what with annotation queues."""

from typing import Any

from tests.proofs.declaring import Build, Member, Request, declared, in_project
from tests.support.house import Situation
from tests.support.world import API


async def make_queue(at: Situation) -> Request:
    run = await at.house.answered_run(at.project)
    body = {"run": run, "name": "Tone", "ask": "thumbs"}
    return Request(path=f"{API}/projects/{at.project}/annotation-queues", json=body)


def about_queue(rest: str = "", json: dict[str, Any] | None = None) -> Build:
    async def build(at: Situation) -> Request:
        queue, _ = await at.house.queue(at.project)
        return Request(
            path=f"{API}/projects/{at.project}/annotation-queues/{queue}{rest}", json=json
        )

    return build


def about_item(rest: str = "", json: dict[str, Any] | None = None, *, labelled: bool) -> Build:
    async def build(at: Situation) -> Request:
        queue, item = await at.house.queue(at.project, labelled=labelled)
        path = f"{API}/projects/{at.project}/annotation-queues/{queue}/items/{item}{rest}"
        return Request(path=path, json=json)

    return build


# What a label says is a person's own opinion, so no machine gives one.
ANNOTATIONS = (
    declared("list_annotation_queues", Member("VIEWER"), 200, in_project("/annotation-queues")),
    declared("make_annotation_queue", Member("EDITOR"), 201, make_queue),
    declared("read_annotation_queue", Member("VIEWER"), 200, about_queue()),
    declared("close_annotation_queue", Member("EDITOR"), 204, about_queue()),
    declared("next_annotation_item", Member("REVIEWER", tokens=False), 200, about_queue("/next")),
    declared(
        "label_annotation_item",
        Member("REVIEWER", tokens=False),
        200,
        about_item("/label", {"good": True}, labelled=False),
    ),
    declared("read_annotation_item", Member("VIEWER"), 200, about_item(labelled=True)),
    declared(
        "adjudicate_annotation_item",
        Member("REVIEWER", tokens=False),
        200,
        about_item("/adjudication", {"good": False}, labelled=True),
    ),
)
