"""Who may read and write comments."""

from typing import Any

from tests.proofs.declaring import Build, Member, Request, declared, in_project
from tests.support.house import Situation
from tests.support.house_comments import commented_run, own_comment
from tests.support.world import API

TEXT = {"text": "Look at this"}


def about_comment(rest: str = "", json: dict[str, Any] | None = None) -> Build:
    """A comment of the founder on a run."""

    async def build(at: Situation) -> Request:
        _, comment = await commented_run(at.house, at.project)
        return Request(path=f"{API}/projects/{at.project}/comments/{comment}{rest}", json=json)

    return build


def about_own_comment(json: dict[str, Any] | None = None) -> Build:
    """A comment of the person who asks; for a machine and for others it is the founder's."""

    async def build(at: Situation) -> Request:
        comment = await own_comment(at)
        return Request(path=f"{API}/projects/{at.project}/comments/{comment}", json=json)

    return build


async def about_resolved(at: Situation) -> Request:
    _, comment = await commented_run(at.house, at.project)
    path = f"{API}/projects/{at.project}/comments/{comment}"
    (await at.house.founder.browser.post(f"{path}/resolve")).raise_for_status()
    return Request(path=f"{path}/reopen")


async def about_counts(at: Situation) -> Request:
    run, _ = await commented_run(at.house, at.project)
    return Request(path=f"{API}/projects/{at.project}/comments/counts?kind=run&subject={run}")


async def about_run(at: Situation) -> Request:
    body = {"kind": "run", "subject": await at.house.run(at.project), **TEXT}
    return Request(path=f"{API}/projects/{at.project}/comments", json=body)


COMMENTS = (
    declared("list_comments", Member("VIEWER"), 200, in_project("/comments")),
    declared("count_comments", Member("VIEWER"), 200, about_counts),
    declared("export_comments", Member("VIEWER"), 200, in_project("/comments/export")),
    declared("read_comment", Member("VIEWER"), 200, about_comment()),
    declared("start_thread", Member("REVIEWER"), 201, about_run),
    declared("reply_to_comment", Member("REVIEWER"), 201, about_comment("/replies", TEXT)),
    # Only its author edits a comment, and comments of tokens have none.
    declared(
        "edit_comment",
        Member("REVIEWER", tokens=False),
        200,
        about_own_comment({"text": "Changed"}),
    ),
    # Only its author and owners of the project delete a comment.
    declared("delete_comment", Member("REVIEWER", tokens=False), 204, about_own_comment()),
    declared("resolve_thread", Member("REVIEWER"), 200, about_comment("/resolve")),
    declared("reopen_thread", Member("REVIEWER"), 200, about_resolved),
)
