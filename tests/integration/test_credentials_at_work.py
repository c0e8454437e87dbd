"""A key that work needs stays until the work has ended, or somebody stops it."""

from typing import Any
from uuid import UUID

import httpx
import pytest

from edison.domain.ids import CredentialId, UserId
from tests.support.answers import granted, refused
from tests.support.catalog import a_credential, a_model
from tests.support.drafted_experiments import a_desk, draft, lead, start
from tests.support.executions import run_now
from tests.support.experiment_plans import criteria_body
from tests.support.finished_runs import RunDesk, a_run_desk
from tests.support.judging import a_judge_in, a_rubric, as_scorer
from tests.support.saved_suites import save, saved_version
from tests.support.sql import execute, value
from tests.support.world import World


async def test_a_key_that_a_run_and_an_experiment_need_is_not_removed(world: World) -> None:
    """FR-PC-002.6"""
    desk = await a_desk(world)
    begun = granted(await start(desk, await draft(desk)), 201)

    error = refused(await _remove(desk), 409, "CREDENTIAL_IN_USE")

    assert error["message"] == "The credential is used by 1 run and 1 experiment"
    # It waits for a review: the next iteration will ask the same models.
    lead(desk, begun, "cancelled", "running")
    error = refused(await _remove(desk), 409, "CREDENTIAL_IN_USE")
    assert error["message"] == "The credential is used by 1 experiment"
    lead(desk, begun, "cancelled", "paused")
    granted(await _remove(desk), 204)


@pytest.mark.parametrize("part", ["judge", "model that judges", "refiner"])
async def test_an_experiment_that_waits_needs_whoever_judges_and_suggests(
    world: World, part: str
) -> None:
    desk = await a_desk(world)
    key, other = await _another(desk)
    match part:
        case "judge":
            criteria = criteria_body()
            rubric = await a_rubric(desk.browser, desk.path, criteria=criteria)
            judge = await a_judge_in(desk.browser, desk.path, other, rubric["id"])
            changes: dict[str, Any] = {"judges": [{"judge": judge["id"]}], "criteria": criteria}
        case "refiner":
            changes = {"refiner": other}
        case _:
            changes = {"judges": [{"model": other}]}
    begun = granted(await start(desk, await draft(desk, **changes)), 201)
    lead(desk, begun, "cancelled", "running")

    path = f"{desk.path}/credentials/{key}"
    error = refused(await desk.browser.delete(path), 409, "CREDENTIAL_IN_USE")

    assert error["message"] == "The credential is used by 1 experiment"
    lead(desk, begun, "cancelled", "paused")
    granted(await desk.browser.delete(path), 204)


@pytest.mark.parametrize("part", ["judges", "moderates", "stands in"])
async def test_whoever_has_a_part_in_a_run_needs_a_key(world: World, part: str) -> None:
    desk = await a_run_desk(world)
    key, other = await _another(desk)
    match part:
        case "judges":
            judge = await a_judge_in(desk.browser, desk.path, other, None)
            run = await desk.start(scorers=[as_scorer(judge)])
        case "moderates":
            run = await desk.start(scorers=[{"kind": "moderation", "model": other}])
        case _:
            await saved_version(desk)
            suite = await save(desk, fallback={"model": other})
            run = {"id": (await run_now(desk, suite))["run_id"]}

    path = f"{desk.path}/credentials/{key}"
    error = refused(await desk.browser.delete(path), 409, "CREDENTIAL_IN_USE")

    assert error["message"] == "The credential is used by 1 run"
    granted(await desk.browser.post(f"{desk.path}/runs/{run['id']}/cancel"))
    granted(await desk.browser.delete(path), 204)


async def test_a_run_needs_a_key_that_works(world: World) -> None:
    """FR-PC-002.7"""
    desk = await a_run_desk(world)
    execute(world.url, "UPDATE credentials SET status = 'invalid'")

    answer = await desk.browser.post(f"{desk.path}/runs", json=desk.order())

    problems = refused(answer, 422, "RUN_NOT_READY")["details"]["problems"]
    assert [problem["code"] for problem in problems] == ["credential_not_ready"]


async def _another(desk: RunDesk) -> tuple[CredentialId, str]:
    """A second key, and a model of it."""
    async with desk.world.ctx.write() as tx:
        key = await a_credential(tx, desk.project, UserId(UUID(desk.owner.id)))
        return key, str(await a_model(tx, desk.project, key, "gpt-4o"))


async def _remove(desk: RunDesk) -> httpx.Response:
    id_ = value(desk.world.url, "SELECT credential_id FROM models WHERE id = %s", desk.models[0])
    return await desk.browser.delete(f"{desk.path}/credentials/{id_}")
