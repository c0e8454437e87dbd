"""Questions before judges, through a real worker.

It is a run whose answers are the questions, and nobody else is asked.
"""

from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
import pytest_asyncio

from edison.domain.ids import RunId, UserId
from edison.domain.runs.run_states import RunState
from tests.support.answers import all_items, granted, refused
from tests.support.catalog import a_credential, a_model
from tests.support.gateway import Gateway
from tests.support.generation import generated, saved
from tests.support.judged import JudgeBench, a_judge_bench
from tests.support.runs import a_run_bench
from tests.support.sql import rows, value

pytestmark = pytest.mark.asyncio(loop_scope="module")

CASES = 12
PRICE = Decimal("2.5"), Decimal(10)
CRITERIA = ["Clarity", "Difficulty", "Relevance", "Originality"]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def judges(gateway: Gateway) -> JudgeBench:
    return await a_judge_bench(await a_run_bench(await gateway.bench(), cases=1), CASES)


class Desk:
    def __init__(self, judges: JudgeBench) -> None:
        self.runs = judges.runs
        self.bench = judges.runs.bench
        self.path = f"{self.bench.path}/datasets/{judges.runs.dataset}/question-reviews"

    async def models(self, *names: str) -> list[str]:
        return [(await self.bench.priced(name))["id"] for name in names]

    async def ask(self, **body: Any) -> dict[str, Any]:
        return granted(await self.bench.browser.post(self.path, json=body), 202)

    async def finished(self, **body: Any) -> RunId:
        run = RunId(UUID((await self.ask(**body))["run"]))
        await self.runs.finished(run)
        return run

    async def read(self, run: RunId, **query: Any) -> dict[str, Any]:
        return granted(await self.bench.browser.get(f"{self.path}/{run}", params=query))


@pytest.fixture
def desk(judges: JudgeBench) -> Desk:
    return Desk(judges)


async def calls(gateway: Gateway) -> dict[str, int]:
    return (await gateway.sim.calls())["by_model"]


async def test_two_models_judge_every_question_by_every_criterion(
    gateway: Gateway, desk: Desk
) -> None:
    """ARENA-3.6.1, ARENA-3.6.2, ARENA-3.6.4, ARENA-3.6.5"""
    await gateway.sim.reset()
    models = await desk.models("sim-judge", "sim-judge-length")

    run = await desk.finished(models=models)

    # Nobody is asked but the judges, once for each question.
    assert await calls(gateway) == {"sim-judge": CASES, "sim-judge-length": CASES}
    page = await desk.read(run, limit=100)
    review = page["review"]
    assert (review["state"], review["cases"], review["criteria"]) == ("completed", CASES, CRITERIA)
    assert (review["done"], review["total"]) == (2 * CASES, 2 * CASES)
    assert [judge["model_name"] for judge in review["judges"]] == ["sim-judge", "sim-judge-length"]
    assert all(judge["scored"] == CASES and judge["mean"] for judge in review["judges"])
    bill = await gateway.sim.bill(*PRICE)
    assert Decimal(review["cost_usd"]) * 1_000_000 == bill == desk.runs.ledger(run)["settled"]
    assert rows(desk.runs.url, "SELECT DISTINCT phase FROM ledger WHERE run_id = %s", run) == [
        ("judge",)
    ]
    assert [item["position"] for item in page["items"]] == list(range(1, CASES + 1))
    for item in page["items"]:
        assert item["text"].startswith("What is ")
        assert item["current"] is True
        for verdict in item["verdicts"]:
            assert verdict["state"] == "scored"
            assert list(verdict["criteria"]) == CRITERIA
            assert verdict["overall"] == pytest.approx(
                sum(verdict["criteria"].values()) / 4, abs=1e-3
            )
            assert verdict["reason"]
            assert set(verdict["reasons"]) == set(CRITERIA)
        given = [verdict["overall"] for verdict in item["verdicts"]]
        assert item["mean"] == pytest.approx(sum(given) / 2, abs=1e-5)
        assert item["spread"] == pytest.approx(abs(given[0] - given[1]) / 2**0.5, abs=1e-5)
    assert [each["criterion"] for each in page["agreement"]] == [None, *CRITERIA]
    assert page["agreement"][0]["n"] == CASES
    assert "questions" in page["agreement"][0]["sentence"]
    await desk.runs.assert_sums_are_true(run)


async def test_the_judge_sees_what_the_test_is_about_and_the_question_as_what_it_judges(
    gateway: Gateway, desk: Desk
) -> None:
    await gateway.sim.reset()
    run = await desk.finished(models=await desk.models("sim-judge"), cases=await _ids(desk, 1))

    [(output, reused)] = rows(
        desk.runs.url, "SELECT output, reused FROM cells WHERE run_id = %s", run
    )
    assert (output, reused) == ("What is 0 + 7?", "given")
    plan = value(desk.runs.url, "SELECT plan FROM runs WHERE id = %s", run)
    assert plan["given"]["about"].startswith("Dataset: Sums")


async def _ids(desk: Desk, count: int) -> list[str]:
    path = desk.path.removesuffix("/question-reviews")
    cases = await all_items(desk.bench.browser, f"{path}/cases")
    return [case["id"] for case in cases[:count]]


async def _kept(desk: Desk, what: str) -> list[tuple[str, int]]:
    items = await all_items(desk.bench.browser, f"{desk.bench.path}/{what}")
    return [(item["id"], item["version"]) for item in items]


async def test_the_same_judges_are_found_again_and_others_are_made(
    gateway: Gateway, desk: Desk
) -> None:
    models = await desk.models("sim-judge")
    some = await _ids(desk, 2)
    await desk.finished(models=models, cases=some)
    before, rubrics = await _kept(desk, "judges"), await _kept(desk, "rubrics")

    again = await desk.finished(models=models, cases=some)

    assert await _kept(desk, "judges") == before
    assert await _kept(desk, "rubrics") == rubrics
    [judge] = (await desk.read(again))["review"]["judges"]
    assert judge["name"].startswith("sim-judge, question quality")
    other = await desk.finished(models=models, criteria=["clarity"], cases=some)
    review = (await desk.read(other))["review"]
    assert review["criteria"] == ["Clarity"]
    assert len(await _kept(desk, "judges")) == len(before) + 1


async def test_instructions_alone_give_one_grade_with_a_reason(
    gateway: Gateway, desk: Desk
) -> None:
    """ARENA-3.6.3"""
    run = await desk.finished(
        models=await desk.models("sim-judge"),
        criteria=[],
        instructions="Rate the quality of this question from 1-10 and explain why.",
        cases=await _ids(desk, 3),
    )

    page = await desk.read(run)

    assert page["review"]["criteria"] == []
    assert page["agreement"] == []
    for item in page["items"]:
        [verdict] = item["verdicts"]
        assert (verdict["state"], verdict["criteria"]) == ("scored", {})
        assert 0 <= verdict["overall"] <= 1
        assert verdict["reason"]
        assert item["spread"] is None


async def test_judges_of_the_project_take_part_as_they_are(desk: Desk, judges: JudgeBench) -> None:
    own = await judges.judge("Of the project")

    run = await desk.finished(judges=[own], cases=await _ids(desk, 2))

    review = (await desk.read(run))["review"]
    assert review["criteria"] == ["Accuracy", "Brevity"]
    assert review["judges"][0]["judge"] == own


async def test_a_forecast_stores_nothing_and_is_near_what_it_costs(
    gateway: Gateway, desk: Desk
) -> None:
    models = await desk.models("sim-judge-random")
    counted = "SELECT (SELECT count(*) FROM runs), (SELECT count(*) FROM judges), (SELECT count(*) FROM rubrics)"
    before = rows(desk.runs.url, counted)

    found = await desk.ask(models=models, forecast_only=True)

    assert rows(desk.runs.url, counted) == before
    assert (found["run"], found["number"]) == (None, None)
    prospect = found["forecast"]
    assert prospect["problems"] == []
    assert (prospect["cases"], prospect["forecast"]["judge_calls"]) == (CASES, CASES)
    likely = Decimal(prospect["forecast"]["money"]["likely_usd"])
    worst = Decimal(prospect["forecast"]["money"]["worst_usd"])
    run = await desk.finished(models=models)
    cost = Decimal((await desk.read(run))["review"]["cost_usd"])
    assert likely / 3 < cost < likely * 3
    assert cost < worst


async def test_an_error_of_a_judge_is_no_grade_and_is_asked_again(
    gateway: Gateway, desk: Desk
) -> None:
    await gateway.sim.reset()
    models = await desk.models("sim-judge")
    await gateway.sim.behave_for("sim-judge", judging={"sloppy": 1, "stubborn": True})
    some = await _ids(desk, 4)
    run = await desk.finished(models=models, cases=some)

    page = await desk.read(run)

    [judge] = page["review"]["judges"]
    assert (judge["scored"], judge["errors"], judge["mean"]) == (0, 4, None)
    assert (page["review"]["done"], page["review"]["total"]) == (4, 4)
    for item in page["items"]:
        assert item["mean"] is None
        assert item["verdicts"][0]["state"] == "error"
        assert "in two attempts" in item["verdicts"][0]["problem"]
    paid = desk.runs.ledger(run)["settled"]

    await gateway.sim.reset()
    asked = granted(await desk.bench.browser.post(f"{desk.path}/{run}/retry"))
    await desk.runs.finished(run)

    assert asked == {"asked": 4}
    [judge] = (await desk.read(run))["review"]["judges"]
    assert (judge["scored"], judge["errors"]) == (4, 0)
    # What was paid in vain is paid all the same.
    assert desk.runs.ledger(run)["settled"] == paid + await gateway.sim.bill(*PRICE)
    again = granted(await desk.bench.browser.post(f"{desk.path}/{run}/retry"))
    assert again == {"asked": 0}


async def test_without_money_it_pauses_and_goes_on_with_more(gateway: Gateway, desk: Desk) -> None:
    await gateway.sim.reset()
    started = await desk.ask(
        models=await desk.models("sim-judge-position"), budget_usd="0.05", instructions="Mind this."
    )
    run = RunId(UUID(started["run"]))
    await desk.runs.until(run, RunState.PAUSED, RunState.COMPLETED)
    review = (await desk.read(run))["review"]
    assert (review["state"], review["pause_reason"]) == ("paused", "budget")
    spent = desk.runs.budget(run)
    assert spent["settled"] + spent["held"] <= 50_000

    path = f"{desk.bench.path}/runs/{run}"
    granted(await desk.bench.browser.put(f"{path}/budget", json={"limit_usd": "50"}))
    granted(await desk.bench.browser.post(f"{path}/resume"))
    await desk.runs.finished(run)

    assert (await desk.read(run))["review"]["done"] == CASES
    assert await calls(gateway) == {"sim-judge-position": CASES}


async def test_every_order_has_every_question_once(desk: Desk) -> None:
    run = await desk.finished(models=await desk.models("sim-judge", "sim-judge-random"))

    for sort, key, way in (("best", "mean", -1), ("worst", "mean", 1), ("spread", "spread", -1)):
        items = await all_items(desk.bench.browser, f"{desk.path}/{run}", sort=sort, limit=5)
        assert sorted(item["position"] for item in items) == list(range(1, CASES + 1))
        values = [item[key] * way for item in items]
        assert values == sorted(values)


async def test_the_list_shows_reviews_and_the_list_of_runs_does_not(desk: Desk) -> None:
    run = await desk.finished(models=await desk.models("sim-judge"), name="Looked at", cases=[])

    listed = await all_items(desk.bench.browser, desk.path, limit=2)
    everything = await all_items(desk.bench.browser, f"{desk.bench.path}/runs")

    assert (listed[0]["run"], listed[0]["name"]) == (str(run), "Looked at")
    assert str(run) not in {each["id"] for each in everything}
    # It is a run all the same: it can be looked at, and its questions are not asked anew.
    path = f"{desk.bench.path}/runs/{run}"
    report = granted(await desk.bench.browser.get(path))
    assert report["trigger"] == "questions"
    cell = granted(await desk.bench.browser.get(f"{path}/cells/0"))
    assert cell["request"]["messages"] == []
    repeat = await desk.bench.browser.post(f"{path}/repeat", json={"column": 0})
    refused(repeat, 409, "WRONG_STATE")


async def test_what_speaks_against_it_is_said_before_anything_is_made(
    gateway: Gateway, desk: Desk
) -> None:
    browser, models = desk.bench.browser, await desk.models("sim-judge")
    refused(await browser.post(desk.path, json={}), 400, "BAD_REQUEST")
    refused(
        await browser.post(desk.path, json={"models": models, "judges": models}), 400, "BAD_REQUEST"
    )
    unknown = {"judges": ["00000000-0000-0000-0000-000000000001"]}
    refused(await browser.post(desk.path, json=unknown), 422, "RUN_NOT_READY")
    async with gateway.world.ctx.write() as tx:
        credential = await a_credential(tx, desk.runs.project, UserId(UUID(desk.bench.owner.id)))
        unpriced = await a_model(tx, desk.runs.project, credential, "a-model-nobody-prices")
    before = value(desk.runs.url, "SELECT count(*) FROM judges")
    error = refused(
        await browser.post(desk.path, json={"models": [str(unpriced)]}), 422, "RUN_NOT_READY"
    )
    assert error["details"]["problems"][0]["code"] == "no_price"
    assert value(desk.runs.url, "SELECT count(*) FROM judges") == before
    # A run of another kind is no review.
    run = await desk.runs.start()
    refused(await browser.get(f"{desk.path}/{run.id}"), 404, "NOT_FOUND")
    await desk.runs.finished(run.id)


async def test_models_that_make_questions_are_told_by_what_judges_say(
    gateway: Gateway, desk: Desk
) -> None:
    """ARENA-3.7.5"""
    await gateway.sim.reset()
    bench, report = desk.bench, f"{desk.bench.path}/question-quality/by-generator"
    assert granted(await bench.browser.get(report))["items"] == []
    [maker] = await desk.models("sim-medium")
    done = await generated(bench, maker, topic="photosynthesis", types=["logic"])
    made = await saved(bench, done)
    path = f"{bench.path}/datasets/{made['id']}"
    body = {"models": await desk.models("sim-judge", "sim-judge-length")}
    run = granted(await bench.browser.post(f"{path}/question-reviews", json=body), 202)["run"]
    await desk.runs.finished(RunId(UUID(run)))

    found = granted(await bench.browser.get(report))

    [generator] = found["items"]
    assert (generator["model_name"], generator["questions"]) == ("sim-medium", 10)
    assert (generator["datasets"], generator["reviews"]) == (1, 1)
    review = granted(await bench.browser.get(f"{path}/question-reviews/{run}"))["review"]
    means = [judge["mean"] for judge in review["judges"]]
    assert generator["mean"] == pytest.approx(sum(means) / 2, abs=1e-6)
    assert generator["low"] < generator["mean"] < generator["high"]
    assert "sim-medium" in found["sentence"]
