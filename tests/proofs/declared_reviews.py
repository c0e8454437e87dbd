"""Who may do what with suggestions."""

from typing import Any

from tests.proofs.declaring import Build, Member, Request, declared, in_project
from tests.support.house import Situation
from tests.support.world import API


def about_suggestion(rest: str = "", json: dict[str, Any] | None = None) -> Build:
    async def build(at: Situation) -> Request:
        suggestion = await at.house.suggestion(at.project)
        path = f"{API}/projects/{at.project}/suggestions/{suggestion}{rest}"
        return Request(path=path, json=json)

    return build


REASON = {"revision": 1, "reason": "Too vague"}

REVIEWS = (
    declared("list_suggestions", Member("VIEWER"), 200, in_project("/suggestions")),
    declared("read_suggestion", Member("VIEWER"), 200, about_suggestion()),
    declared(
        "check_suggestion", Member("REVIEWER"), 200, about_suggestion("/check", {"hunks": [0]})
    ),
    declared(
        "approve_suggestion",
        Member("REVIEWER", tokens=False),
        200,
        about_suggestion("/approve", {"revision": 1}),
    ),
    declared(
        "reject_suggestion",
        Member("REVIEWER", tokens=False),
        204,
        about_suggestion("/reject", REASON),
    ),
    declared(
        "comment_on_suggestion",
        Member("REVIEWER"),
        201,
        about_suggestion("/comments", {"text": "Hm"}),
    ),
)
