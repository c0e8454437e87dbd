"""Who may do what with promotions of protected labels."""

from typing import Any

from tests.proofs.declaring import Build, Member, Request, declared, in_project
from tests.support.house import Situation
from tests.support.house_promotions import overridden_prompt, protected_prompt, waiting_promotion
from tests.support.world import API

WANTED = {"label": "production", "number": 1}
REASON = "Customers wait for this correction."


def about_protected_prompt(rest: str, json: dict[str, Any] | None = None) -> Build:
    async def build(at: Situation) -> Request:
        prompt = await protected_prompt(at.house, at.project)
        return Request(path=f"{API}/projects/{at.project}/prompts/{prompt}{rest}", json=json)

    return build


def about_promotion(rest: str = "", json: dict[str, Any] | None = None) -> Build:
    """One that waits. The founder created the version and requested it."""

    async def build(at: Situation) -> Request:
        promotion = await waiting_promotion(at.house, at.project)
        return Request(path=f"{API}/projects/{at.project}/promotions/{promotion}{rest}", json=json)

    return build


async def about_certificate(at: Situation) -> Request:
    _, promotion = await overridden_prompt(at.house, at.project, 1)
    return Request(path=f"{API}/projects/{at.project}/promotions/{promotion}/certificate")


async def about_moved_label(at: Situation) -> Request:
    prompt, _ = await overridden_prompt(at.house, at.project, 1, 2)
    path = f"{API}/projects/{at.project}/prompts/{prompt}/promotions/rollback"
    return Request(path=path, json={"label": "production"})


# `production` needs an admin, as in a new project.
PROMOTIONS = (
    declared("list_promotions", Member("VIEWER"), 200, in_project("/promotions")),
    declared(
        "check_promotion",
        Member("VIEWER"),
        200,
        about_protected_prompt("/promotion-check?label=production&number=1"),
    ),
    declared(
        "request_promotion", Member("EDITOR"), 201, about_protected_prompt("/promotions", WANTED)
    ),
    declared("read_promotion", Member("VIEWER"), 200, about_promotion()),
    declared("export_certificate", Member("VIEWER"), 200, about_certificate),
    declared(
        "approve_promotion", Member("ADMIN", tokens=False), 200, about_promotion("/approve", {})
    ),
    declared(
        "reject_promotion",
        Member("ADMIN", tokens=False),
        200,
        about_promotion("/reject", {"note": "Too slow"}),
    ),
    # One's own request is withdrawn by an editor too.
    declared("withdraw_promotion", Member("ADMIN"), 200, about_promotion("/withdraw")),
    declared(
        "override_label",
        Member("ADMIN", tokens=False),
        201,
        about_protected_prompt("/promotions/override", {**WANTED, "reason": REASON}),
    ),
    declared("roll_back_label", Member("ADMIN", tokens=False), 201, about_moved_label),
)
