"""Experiments created and started through the API; a worker is reported as alive but does not run."""

from typing import Any

from tests.support.answers import granted
from tests.support.datasets import question
from tests.support.experiment_plans import plan_body
from tests.support.finished_runs import RunDesk, a_run_desk
from tests.support.sql import execute
from tests.support.world import World

CASES = tuple(question(f"Why {n}?", tags=["odd" if n % 2 else "even"]) for n in range(10))


async def a_desk(world: World, **more: Any) -> RunDesk:
    return await a_run_desk(world, *CASES, **more)


def plan_of(desk: RunDesk, **changes: Any) -> dict[str, Any]:
    return {**plan_body(desk.dataset.id, desk.models[0]), **changes}


async def draft(desk: RunDesk, name: str = "Museum", **changes: Any) -> dict[str, Any]:
    body = {"name": name, "plan": plan_of(desk, **changes)}
    return granted(await desk.browser.post(f"{desk.path}/experiments", json=body), 201)


async def read(desk: RunDesk, experiment: dict[str, Any]) -> dict[str, Any]:
    return granted(await desk.browser.get(f"{desk.path}/experiments/{experiment['id']}"))


async def edit(desk: RunDesk, experiment: dict[str, Any], **changes: Any) -> Any:
    body = {"revision": experiment["revision"], **changes}
    return await desk.browser.patch(f"{desk.path}/experiments/{experiment['id']}", json=body)


async def start(desk: RunDesk, experiment: dict[str, Any], **body: Any) -> Any:
    path = f"{desk.path}/experiments/{experiment['id']}/iterations"
    return await desk.browser.post(path, json=body)


def lead(desk: RunDesk, iteration: dict[str, Any], state: str, experiment: str) -> None:
    """Set the run and its iteration to ended, so that the experiment waits for a person."""
    execute(
        desk.world.url,
        f"UPDATE runs SET state = 'cancelled', finished_at = now() WHERE id = '{iteration['run']}'",
        f"UPDATE iterations SET state = '{state}' WHERE id = '{iteration['id']}'",
        f"UPDATE experiments SET state = '{experiment}' WHERE id = '{iteration['experiment']}'",
    )
