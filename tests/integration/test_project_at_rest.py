"""A project is put away only when nothing in it costs anything any more."""

from tests.support.answers import granted, refused
from tests.support.drafted_experiments import a_desk, draft, lead, start
from tests.support.finished_runs import a_run_desk
from tests.support.world import World


async def test_a_project_with_runs_at_work_asks_to_cancel_them_first(world: World) -> None:
    """EDGE-16.2.3"""
    desk = await a_run_desk(world)
    first, second = await desk.start(), await desk.start()

    error = refused(await desk.browser.post(f"{desk.path}/archive"), 409, "WRONG_STATE")

    assert error["message"] == "2 runs are still active or paused in this project"
    assert error["next_step"].startswith("Cancel them")
    assert granted(await desk.browser.get(desk.path))["archived_at"] is None
    granted(await desk.browser.post(f"{desk.path}/runs/{first['id']}/cancel"))
    error = refused(await desk.browser.post(f"{desk.path}/archive"), 409, "WRONG_STATE")
    assert error["message"].startswith("1 run is")
    granted(await desk.browser.post(f"{desk.path}/runs/{second['id']}/cancel"))
    assert granted(await desk.browser.post(f"{desk.path}/archive"))["archived_at"]


async def test_an_iteration_counts_once_and_as_long_as_it_goes_on(world: World) -> None:
    desk = await a_desk(world)
    begun = granted(await start(desk, await draft(desk)), 201)

    error = refused(await desk.browser.post(f"{desk.path}/archive"), 409, "WRONG_STATE")
    assert error["message"].startswith("1 run is")

    # Its run has ended, and it goes on: a model is asked for the next change.
    lead(desk, begun, "executing", "running")
    error = refused(await desk.browser.post(f"{desk.path}/archive"), 409, "WRONG_STATE")
    assert error["message"].startswith("1 run is")

    # To wait for a person costs nothing.
    for state in ("judging", "aggregating", "refining", "reviewing"):
        lead(desk, begun, state, "running")
    granted(await desk.browser.post(f"{desk.path}/archive"))
