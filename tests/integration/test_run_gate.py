"""The baseline gate: better, not worse within a margin, worse or cannot tell, with the numbers of every other page."""

from typing import Any

import pytest

from tests.support.answers import granted, refused
from tests.support.boards import Grade, completed, graded_run
from tests.support.datasets import question
from tests.support.finished_runs import RunDesk, a_run_desk, answer, scored
from tests.support.results import EXACT
from tests.support.sql import execute
from tests.support.world import World

CASES = 40


async def _desk(world: World) -> RunDesk:
    desk = await a_run_desk(world, *(question(f"Case {n}") for n in range(CASES)))
    path = f"{desk.path}/prompts/{desk.prompt}"
    granted(await desk.browser.get(path))
    return desk


async def _ended(desk: RunDesk, grade: Grade, *, text: str = "", **order: Any) -> dict[str, Any]:
    number = len((await desk.browser.get(f"{desk.path}/runs")).json()["items"])
    word = text or str(number)
    run = await graded_run(
        desk, grade, cases=CASES, text=lambda case, column: f"{word} {case}", **order
    )
    completed(desk, run)
    return run


async def _gate(desk: RunDesk, run: dict[str, Any], **body: Any) -> dict[str, Any]:
    body = {"baseline": "previous", **body}
    return granted(await desk.browser.post(f"{desk.path}/runs/{run['id']}/gate", json=body))


def _half(case: int, column: int) -> float:
    return 0.5


def _but(changed: int, to: float) -> Grade:
    def grade(case: int, column: int) -> float:
        return to if case < changed else 0.5

    return grade


@pytest.mark.parametrize(
    ("grade", "margin", "verdict"),
    [
        (_but(20, 0.9), 0.02, "better"),
        (_but(20, 0.1), 0.02, "worse"),
        # Three cases changed: chance cannot be excluded, so the margin decides.
        (_but(3, 0.4), 0.02, "not_worse"),
        (_but(3, 0.1), 0.02, "cannot_tell"),
        (_but(3, 0.1), 0.1, "not_worse"),
        # A loss that is certain, and certainly within the margin.
        (_but(20, 0.45), 0.05, "not_worse"),
        (_but(20, 0.45), 0.01, "worse"),
    ],
)
async def test_the_verdict_depends_on_the_interval_and_the_margin(
    world: World, grade: Grade, margin: float, verdict: str
) -> None:
    desk = await _desk(world)
    before = await _ended(desk, _half)
    run = await _ended(desk, grade)

    found = await _gate(desk, run, margin=margin)

    assert found["verdict"] == verdict, found["sentence"]
    assert found["baseline"]["id"] == before["id"]
    low = found["targets"][0]["comparison"]["effect"]["low"]
    assert (low > -margin) is (verdict in {"better", "not_worse"})
    assert (found["settled"], found["open_cells"]) == (True, 0)


async def test_it_has_the_numbers_of_the_other_pages_and_lists_what_changed(world: World) -> None:
    desk = await _desk(world)
    before = await _ended(desk, _but(2, 0.1))

    def after(case: int, column: int) -> float:
        return 0.1 if 2 <= case < 12 else 0.9

    run = await _ended(desk, after)

    found = await _gate(desk, run)

    page = granted(await desk.browser.get(f"{desk.path}/runs/{run['id']}/baseline"))
    assert found["targets"][0]["comparison"] == page["columns"][0]["comparison"]
    assert (found["fixed"], found["broken"]) == (2, 10)
    assert [one["position"] for one in found["broken_cases"]] == list(range(2, 12))
    assert [one["text"] for one in found["fixed_cases"]] == ["Case 0", "Case 1"]
    assert found["path"] == f"/projects/{desk.slug}/runs/{run['id']}?baseline={before['id']}"
    assert float(found["cost"]["run_usd"]) == pytest.approx(CASES * 100 / 1e6)
    assert float(found["cost"]["baseline_usd"]) == pytest.approx(CASES * 100 / 1e6)


async def test_identical_answers_are_not_worse(world: World) -> None:
    desk = await _desk(world)
    await _ended(desk, _half, text="same")
    run = await _ended(desk, _half, text="same")

    found = await _gate(desk, run)

    assert found["verdict"] == "not_worse"
    assert "identical" in found["sentence"]


async def test_without_a_comparable_run_it_cannot_tell(world: World) -> None:
    desk = await _desk(world)
    run = await _ended(desk, _half)

    found = await _gate(desk, run)

    assert (found["verdict"], found["baseline"]) == ("cannot_tell", None)
    body = {"baseline": desk.prompt}
    refused(
        await desk.browser.post(f"{desk.path}/runs/{run['id']}/gate", json=body), 404, "NOT_FOUND"
    )
    body = {"margin": 1.5}
    refused(
        await desk.browser.post(f"{desk.path}/runs/{run['id']}/gate", json=body),
        400,
        "BAD_REQUEST",
    )


async def test_production_is_the_latest_run_of_the_labelled_version(world: World) -> None:
    desk = await _desk(world)
    first = await _ended(desk, _half)
    path = f"{desk.path}/prompts/{desk.prompt}"
    granted(await desk.browser.put(f"{path}/labels/production", json={"number": 1}))
    draft = granted(await desk.browser.get(path))
    content = {"messages": [{"role": "user", "content": "Say {{question}}"}]}
    body = {"content": content, "revision": draft["revision"]}
    granted(await desk.browser.patch(path, json=body))
    await _ended(desk, _but(30, 0.9))
    run = await _ended(desk, _but(20, 0.1))

    found = await _gate(desk, run, baseline="production")

    assert (found["baseline"]["id"], found["verdict"]) == (first["id"], "worse")


async def _working(desk: RunDesk, grades: list[float]) -> dict[str, Any]:
    run = await desk.start(scorers=[EXACT])
    await desk.finish(run, {case: answer(f"New {case}") for case in range(len(grades))})
    await desk.score(run, {(case, 0): scored(grade) for case, grade in enumerate(grades)})
    return run


def _perfect(case: int, column: int) -> float:
    return 1.0


@pytest.mark.parametrize(
    ("broken", "settled"),
    # Whatever the rest scores, six lost cases are a loss: the baseline passed everywhere, so nothing can improve.
    [(6, True), (5, False)],
)
async def test_a_working_run_is_settled_when_no_open_case_can_change_the_outcome(
    world: World, broken: int, settled: bool
) -> None:
    desk = await _desk(world)
    await _ended(desk, _perfect)
    run = await _working(desk, [0.0] * broken + [1.0] * (20 - broken))

    found = await _gate(desk, run)

    assert (found["open_cells"], found["settled"]) == (20, settled)
    assert float(found["cost"]["open_usd"]) == pytest.approx(20 * 100 / 1e6)
    # The rest is cancelled: the verdict stays, or there is none.
    execute(desk.world.url, f"UPDATE runs SET state = 'cancelled' WHERE id = '{run['id']}'")
    found = await _gate(desk, run)
    assert found["verdict"] == ("worse" if settled else "cannot_tell")
    assert found["state"] == "cancelled"


async def test_better_scores_so_far_are_not_settled_while_the_rest_could_fail(
    world: World,
) -> None:
    desk = await _desk(world)
    await _ended(desk, _half)
    run = await _working(desk, [1.0] * 20)

    found = await _gate(desk, run)

    assert (found["verdict"], found["settled"]) == ("better", False)
