"""A review that nobody works on yet: its questions are there, its verdicts are pending, and it can be stopped."""

from typing import Any

from tests.support.answers import granted, refused
from tests.support.finished_runs import RunDesk, a_run_desk, scored
from tests.support.judging import a_judge_in
from tests.support.results import OUTAGE
from tests.support.sql import rows
from tests.support.world import World


async def begun(desk: RunDesk, judges: int = 2, **body: Any) -> str:
    ids = [
        (await a_judge_in(desk.browser, desk.path, desk.models[0], None, name=f"Judge {at}"))["id"]
        for at in range(judges)
    ]
    path = f"{desk.dataset.path}/question-reviews"
    made = granted(await desk.browser.post(path, json={"judges": ids, **body}), 202)
    return made["run"]


async def read(desk: RunDesk, run: str, **query: Any) -> dict[str, Any]:
    path = f"{desk.dataset.path}/question-reviews/{run}"
    return granted(await desk.browser.get(path, params=query))


async def test_what_is_not_judged_yet_is_pending_and_errors_stand_apart(world: World) -> None:
    """ARENA-3.6.6"""
    desk = await a_run_desk(world)
    run = await begun(desk)

    page = await read(desk, run)

    assert (page["review"]["done"], page["review"]["total"]) == (0, 6)
    states = [verdict["state"] for item in page["items"] for verdict in item["verdicts"]]
    assert states == ["pending"] * 6
    assert [item["text"] for item in page["items"]] == ["One", "Two", "Three"]
    report = granted(await desk.browser.get(f"{desk.path}/runs/{run}"))
    await desk.score(report, {(0, 0): scored(0.8), (0, 1): scored(0.4), (1, 0): OUTAGE})

    page = await read(desk, run, sort="worst")

    first, *others = page["items"]
    assert (first["position"], first["mean"]) == (1, 0.6)
    states = [[verdict["state"] for verdict in item["verdicts"]] for item in others]
    assert states == [["error", "pending"], ["pending", "pending"]]
    assert others[0]["verdicts"][0]["problem"] == "The judge did not answer"
    assert others[0]["mean"] is None
    assert page["review"]["done"] == 3


async def test_a_question_that_was_reworded_since_is_not_current(world: World) -> None:
    desk = await a_run_desk(world)
    run = await begun(desk)
    [first, second, _] = await desk.dataset.cases()
    path = f"{desk.dataset.path}/cases"
    changed = {"values": {"question": "Other words"}}
    granted(await desk.browser.patch(f"{path}/{first['id']}", json=changed))
    granted(await desk.browser.patch(f"{path}/{second['id']}", json={"tags": ["new"]}))

    items = (await read(desk, run))["items"]

    assert [item["current"] for item in items] == [False, True, True]
    assert items[0]["text"] == "One"


async def test_it_is_cancelled_like_any_run_and_then_asks_nobody_again(world: World) -> None:
    desk = await a_run_desk(world)
    run = await begun(desk, name="Quick look")
    granted(await desk.browser.post(f"{desk.path}/runs/{run}/cancel"))

    review = (await read(desk, run))["review"]

    assert (review["state"], review["name"]) == ("cancelled", "Quick look")
    again = await desk.browser.post(f"{desk.dataset.path}/question-reviews/{run}/retry")
    refused(again, 409, "WRONG_STATE")
    told = rows(
        world.url,
        "SELECT type FROM events WHERE topic LIKE 'project:%%' AND data ->> 'run' = %s ORDER BY number",
        run,
    )
    assert [kind for (kind,) in told] == ["run.created", "run.state_changed"]


async def test_a_dataset_shows_its_own_reviews_only(world: World) -> None:
    desk = await a_run_desk(world)
    run = await begun(desk)
    other = granted(await desk.browser.post(f"{desk.path}/datasets", json={"name": "Another"}), 201)
    path = f"{desk.path}/datasets/{other['id']}/question-reviews"

    assert granted(await desk.browser.get(path))["items"] == []
    refused(await desk.browser.get(f"{path}/{run}"), 404, "NOT_FOUND")
