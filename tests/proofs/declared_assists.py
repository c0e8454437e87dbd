"""Who may ask a model for help, and look at what a dataset covers."""

from typing import Any

from tests.proofs.declaring import Build, Member, Request, declared
from tests.support.house import Situation
from tests.support.world import API


async def a_wish(at: Situation) -> dict[str, Any]:
    model = str(await at.house.model(at.project))
    goal = {"goal": "Write replies that help customers."}
    return {"kind": "draft_rubric", "model": model, "input": goal}


def wishing(rest: str = "") -> Build:
    async def build(at: Situation) -> Request:
        return Request(path=f"{API}/projects/{at.project}/assists{rest}", json=await a_wish(at))

    return build


def about_assist(rest: str = "") -> Build:
    async def build(at: Situation) -> Request:
        place = f"{API}/projects/{at.project}/assists"
        made = await at.house.founder.browser.post(place, json=await a_wish(at))
        made.raise_for_status()
        return Request(path=f"{place}/{made.json()['id']}{rest}")

    return build


async def coverage(at: Situation) -> Request:
    dataset, _ = await at.house.dataset(at.project)
    return Request(path=f"{API}/projects/{at.project}/datasets/{dataset}/coverage")


ASSISTS = (
    # It calls a model, which costs money.
    declared("start_assist", Member("EDITOR"), 202, wishing()),
    declared("forecast_assist", Member("EDITOR"), 200, wishing("/forecast")),
    declared("read_assist", Member("VIEWER"), 200, about_assist()),
    declared("cancel_assist", Member("EDITOR"), 200, about_assist("/cancel")),
    declared("read_coverage", Member("VIEWER"), 200, coverage),
)
