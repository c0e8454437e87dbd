"""A model helps a person, through a real worker: every kind once, what it costs, what stops it, and what it makes."""

import asyncio
from collections.abc import AsyncGenerator
from decimal import Decimal
from typing import Any

import httpx
import pytest
import pytest_asyncio

from edison.domain.budgets.budget import month_of
from tests.support.answers import granted, refused
from tests.support.gateway import PATIENCE_S, Bench, Gateway
from tests.support.sql import execute, rows, value

# One worker for the whole module: starting one takes seconds, and each test has a project of its own.
pytestmark = pytest.mark.asyncio(loop_scope="module")

GOAL = "Write helpful and empathetic replies to customers of an online shop who need support."
HINTS = "customer support inquiries of an online shop: delivery, billing, account"
CRITERIA: list[dict[str, Any]] = [
    {"name": "Empathy", "description": "Acknowledges how the customer feels", "weight": 0.5, "scale": 5, "levels": {}},
    {"name": "Helpfulness", "description": "Gives concrete steps to follow", "weight": 0.5, "scale": 5, "levels": {}},
]  # fmt: skip
ON_ITS_WAY = "SELECT count(*) FROM asks WHERE subject = %s AND state IN ('waiting', 'calling')"
PROMPT = "Write a reply to the customer's message.\n\nMessage: {{message}}"


@pytest_asyncio.fixture(loop_scope="module")
async def bench(gateway: Gateway) -> AsyncGenerator[Bench]:
    """A project with a key that opens every model of the simulator, one of which has a price."""
    await gateway.sim.reset()
    bench = await gateway.bench()
    granted(await bench.add_openai(), 201)
    await bench.priced("sim-medium")
    yield bench
    await gateway.sim.reset()


async def begin(bench: Bench, kind: str, by: Any = None, **body: Any) -> httpx.Response:
    browser = (by or bench.owner).browser
    return await browser.post(f"{bench.path}/assists", json={"kind": kind, **body})


async def ended(bench: Bench, assist: str) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            seen = granted(await bench.browser.get(f"{bench.path}/assists/{assist}"))
            if seen["state"] not in ("waiting", "working"):
                return seen
            await asyncio.sleep(0.05)


async def help_with(bench: Bench, kind: str, input: dict[str, Any], **body: Any) -> dict[str, Any]:
    started = granted(await begin(bench, kind, input=input, **body), 202)
    return await ended(bench, started["id"])


async def made(bench: Bench, kind: str, input: dict[str, Any], **body: Any) -> dict[str, Any]:
    done = await help_with(bench, kind, input, **body)
    assert (done["state"], done["problem"]) == ("done", None)
    return done["result"]


async def a_dataset(bench: Bench, cases: list[dict[str, Any]]) -> str:
    body = {"name": "Support messages", "kind": "golden"}
    dataset = granted(await bench.browser.post(f"{bench.path}/datasets", json=body), 201)
    place = f"{bench.path}/datasets/{dataset['id']}/cases"
    granted(await bench.browser.post(place, json={"cases": cases}), 201)
    return dataset["id"]


async def test_every_kind_of_help_comes_in_its_form(bench: Bench) -> None:
    """FR-EC-001.6 to .9, FR-EC-002.12, FR-EC-003.8, .10 to .12, FR-EC-006.19"""
    drafted = await made(bench, "draft_objectives", {"hints": "replies to upset customers"})
    assert len(drafted["options"]) == len({option["title"] for option in drafted["options"]}) == 3
    assert all(20 <= len(option["text"]) <= 2000 for option in drafted["options"])

    better = await made(bench, "improve_objective", {"goal": GOAL})
    longer = await made(bench, "add_details", {"goal": GOAL})
    assert better["text"] != GOAL
    assert longer["text"].startswith(GOAL.rstrip("."))
    assert better["changes"]

    criteria = (await made(bench, "draft_rubric", {"goal": GOAL}))["criteria"]
    assert 4 <= len(criteria) <= 6
    assert {each["scale"] for each in criteria} == {5}
    assert round(sum(each["weight"] for each in criteria), 9) == 1
    assert max(each["weight"] for each in criteria) <= 0.4
    # What was drafted is a rubric that can be kept as it is.
    body = {"name": "Drafted", "criteria": criteria}
    granted(await bench.browser.post(f"{bench.path}/rubrics", json=body), 201)

    prompts = (
        await made(
            bench, "draft_prompts", {"goal": GOAL, "criteria": CRITERIA, "variables": ["message"]}
        )
    )["prompts"]
    assert [prompt["name"] for prompt in prompts] == [
        "Structured Approach",
        "Conversational Approach",
        "Minimal Approach",
    ]
    assert all("{{message}}" in prompt["text"] and prompt["rationale"] for prompt in prompts)

    improved = await made(bench, "improve_prompt", {"text": PROMPT, "goal": GOAL})
    bound = await made(bench, "add_constraints", {"text": PROMPT, "criteria": CRITERIA})
    for changed in (improved, bound):
        assert changed["text"] != PROMPT
        assert "{{message}}" in changed["text"]
    assert "acknowledging how the customer feels" in bound["text"]

    content = {"messages": [{"role": "user", "content": PROMPT}]}
    values = {"message": "My parcel is late, order AB-123."}
    tested = await made(bench, "test_prompt", {"content": content, "values": values})
    assert "delivery" in tested["output"]

    judged = await made(
        bench,
        "test_judge",
        {"goal": GOAL, "criteria": CRITERIA, "input": "My parcel is late", "output": "I am sorry about this."},
    )  # fmt: skip
    assert judged["scores"]["Empathy"] > judged["scores"]["Helpfulness"]
    assert judged["reasons"]["Empathy"]
    assert 0 < judged["value"] < 1


async def test_cases_come_in_batches_different_from_each_other_and_can_be_added(
    bench: Bench,
) -> None:
    """FR-EC-004.14 to .23: what is there already is not made again."""
    wish = {"hints": HINTS, "variables": ["message"], "count": 45, "diversity": 7}
    first = await made(bench, "generate_cases", wish)

    assert (first["asked"], first["made"], len(first["cases"])) == (45, 45, 45)
    texts = [case["values"]["message"] for case in first["cases"]]
    assert len({text.casefold() for text in texts}) == 45
    assert {1, 4} <= {case["difficulty"] for case in first["cases"]}
    assert all(case["tags"] for case in first["cases"])
    assert 0.4 < first["diversity"] <= 1
    assert first["sentence"].startswith("45 cases, as asked for.")
    # Told as they came, so that a screen can show them.
    progress = [told["done"] for told in bench.told("assist.progressed")]
    assert progress[0] == 0
    assert progress == sorted(progress)
    assert len(progress) >= 4
    [told] = bench.told("assist.finished")
    assert (told["kind"], told["state"], told["done"], told["total"]) == (
        "generate_cases",
        "done",
        45,
        45,
    )

    dataset = await a_dataset(bench, first["cases"])
    again = await made(bench, "generate_cases", {**wish, "count": 10, "dataset": dataset})
    assert again["made"] == 10
    assert not set(texts) & {case["values"]["message"] for case in again["cases"]}

    mean = await made(bench, "generate_cases", {**wish, "count": 10, "kind": "adversarial"})
    assert all("adversarial" in case["tags"] for case in mean["cases"])
    assert {case["difficulty"] for case in mean["cases"]} <= {3, 4, 5}


async def test_coverage_is_measured_and_its_gaps_are_filled(bench: Bench) -> None:
    """FR-EC-004.24, FR-EC-004.25"""
    cases = [
        {"values": {"message": "My parcel of 3 May is late."}, "tags": ["delivery"]},
        {"values": {"message": "Where is my parcel? It is not here."}, "tags": ["delivery"]},
        {"values": {"message": "I was charged twice."}, "tags": ["billing"]},
    ]
    dataset = await a_dataset(bench, cases)
    place = f"{bench.path}/datasets/{dataset}/coverage"

    before = granted(await bench.browser.get(place))
    bars = {bar["name"]: bar for bar in before["bars"]}
    assert before["cases"] == 3
    assert (bars["tags"]["share"], bars["tags"]["missing"]) == (1.0, [])
    assert (bars["tags"]["found"], bars["tags"]["rare"]) == (["delivery"], ["billing"])
    assert (bars["length"]["share"], bars["length"]["found"]) == (0.2, ["XS"])
    assert bars["languages"]["found"] == ["English"]
    assert "date" in bars["entities"]["found"]
    assert "link" in bars["entities"]["missing"]
    empty = granted(await bench.browser.get(place, params={"version": 0}))
    assert empty["cases"] == 0

    filled = await made(bench, "fill_gaps", {"dataset": dataset, "count": 30})
    granted(
        await bench.browser.post(f"{bench.path}/datasets/{dataset}/cases", json={"cases": filled["cases"]}),
        201,
    )  # fmt: skip
    after = granted(await bench.browser.get(place))
    for old, new in zip(before["bars"], after["bars"], strict=True):
        if old["name"] not in ("languages", "tags"):
            assert new["share"] > old["share"], old["name"]
    assert "billing" in after["bars"][0]["found"]


async def test_the_cost_is_forecast_shown_and_counted_as_assist(bench: Bench) -> None:
    """FR-EC-004.18"""
    wish = {"hints": HINTS, "variables": ["message"], "count": 20}
    body = {"kind": "generate_cases", "input": wish}
    forecast = granted(await bench.browser.post(f"{bench.path}/assists/forecast", json=body))

    done = await help_with(bench, "generate_cases", wish)

    # Nobody chose: the only model whose price is known.
    assert forecast["model_name"] == done["model_name"] == "sim-medium"
    assert (forecast["simulated"], done["simulated"]) == (False, False)
    cost = Decimal(done["cost_usd"])
    assert Decimal(forecast["usd"]["low"]) * Decimal("0.5") < cost
    assert cost < Decimal(forecast["usd"]["high"]) * 2
    assert done["tokens"] > 0
    lines = rows(
        bench.world.url,
        "SELECT phase, sum(settled), sum(held) FROM ledger WHERE project_id = %s GROUP BY phase",
        bench.project["id"],
    )
    assert lines == [("assist", int(cost * 1_000_000), 0)]
    settled = value(
        bench.world.url,
        "SELECT settled FROM budgets WHERE project_id = %s AND scope = 'project_month' AND settled > 0",
        bench.project["id"],
    )
    assert settled == int(cost * 1_000_000)


async def test_fewer_cases_than_asked_for_are_kept_and_said(bench: Bench) -> None:
    """FR-EC-004.22: a model that repeats itself is not paid for ever."""
    quiz = "adversarial quiz questions about capital cities"
    wish = {"hints": quiz, "variables": ["question"], "count": 300, "kind": "adversarial"}

    found = await made(bench, "generate_cases", wish)

    assert 0 < found["made"] < 300
    assert found["sentence"].startswith(f"{found['made']} of 300 cases.")
    assert found["duplicates"] > 0


async def test_a_cancelled_assist_asks_nothing_more_and_keeps_what_it_made(
    bench: Bench, gateway: Gateway
) -> None:
    await gateway.sim.behave(latency={"ms": 700})
    wish = {"hints": HINTS, "variables": ["message"], "count": 500}
    started = granted(await begin(bench, "generate_cases", input=wish), 202)
    place = f"{bench.path}/assists/{started['id']}"
    assert (started["state"], started["progress"]) == ("waiting", {"done": 0, "total": 500})
    async with asyncio.timeout(PATIENCE_S):
        while not (seen := granted(await bench.browser.get(place)))["result"]:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)
    assert seen["state"] == "working"

    cancelled = granted(await bench.browser.post(f"{place}/cancel"))

    assert cancelled["state"] == "cancelled"
    assert cancelled["result"]["made"] >= 20
    refused(await bench.browser.post(f"{place}/cancel"), 409, "WRONG_STATE")
    # The call that had left ends, is paid for, and no other follows.
    async with asyncio.timeout(PATIENCE_S):
        while value(bench.world.url, ON_ITS_WAY, started["id"]):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)
    calls = (await gateway.sim.calls())["total"]
    await made(bench, "draft_objectives", {"hints": "replies to upset customers"})
    assert (await gateway.sim.calls())["total"] == calls + 1
    assert granted(await bench.browser.get(place))["state"] == "cancelled"
    held = "SELECT sum(held) FROM budgets WHERE project_id = %s"
    assert value(bench.world.url, held, bench.project["id"]) == 0


async def test_an_answer_that_cannot_be_used_is_asked_for_once_more_and_then_said(
    bench: Bench, gateway: Gateway
) -> None:
    model = await bench.priced("sim-refuses")

    done = await help_with(bench, "draft_rubric", {"goal": GOAL}, model=model["id"])

    assert (done["state"], done["result"]) == ("failed", None)
    assert done["problem"]
    calls = (await gateway.sim.calls())["total"]
    assert calls <= 2
    assert Decimal(done["cost_usd"]) > 0


async def test_whoever_may_not_or_cannot_pay_is_refused_before_anything_is_asked(
    bench: Bench, gateway: Gateway
) -> None:
    """FR-PM-003.9"""
    wish = {"hints": HINTS, "variables": ["message"], "count": 10}
    viewer = await bench.world.member(bench.owner, bench.project["slug"], "VIEWER")
    refused(await begin(bench, "generate_cases", by=viewer, input=wish), 403, "FORBIDDEN")
    body = {"kind": "generate_cases", "input": wish}
    forecast = f"{bench.path}/assists/forecast"
    refused(await viewer.browser.post(forecast, json=body), 403, "FORBIDDEN")

    unpriced = await bench.model("sim-large")
    error = refused(
        await begin(bench, "draft_rubric", input={"goal": GOAL}, model=unpriced["id"]),
        400,
        "BAD_REQUEST",
    )
    assert "The price of sim-large is unknown" in error["message"]
    content = {"messages": [{"role": "user", "content": PROMPT}]}
    error = refused(
        await begin(bench, "test_prompt", input={"content": content}), 400, "BAD_REQUEST"
    )
    assert "message" in error["message"]
    for wrong in ({"count": 0}, {"count": 501}, {"diversity": 11}, {"hints": "too short"}):
        refused(await begin(bench, "generate_cases", input={**wish, **wrong}), 400, "BAD_REQUEST")

    settings = {"settings": {"allow_synthetic_datasets": False}}
    granted(await bench.browser.patch(bench.path, json=settings))
    error = refused(await begin(bench, "generate_cases", input=wish), 403, "FORBIDDEN")
    assert error["message"] == "This project does not allow generated cases"

    granted(await bench.browser.put(f"{bench.path}/budget", json={"limit_usd": "1.00"}))
    await made(bench, "draft_rubric", {"goal": GOAL})
    month = month_of(bench.world.clock.now()).isoformat()
    execute(
        bench.world.url,
        "UPDATE budgets SET settled = 1000000 WHERE scope = 'project_month' "
        f"AND period = '{month}' AND project_id = '{bench.project['id']}'",
    )
    before = (await gateway.sim.calls())["total"]
    refused(await begin(bench, "draft_rubric", input={"goal": GOAL}), 402, "BUDGET_EXCEEDED")
    assert (await gateway.sim.calls())["total"] == before


async def test_a_project_without_a_key_is_told_what_to_do_and_simulated_models_are_enough(
    gateway: Gateway,
) -> None:
    bench = await gateway.bench()
    error = refused(
        await begin(bench, "draft_rubric", input={"goal": GOAL}), 409, "CREDENTIAL_NOT_READY"
    )
    assert "Simulated models" in error["next_step"]
    granted(await bench.add(), 201)

    body = {"kind": "draft_prompts", "input": {"goal": GOAL}}
    forecast = granted(await bench.browser.post(f"{bench.path}/assists/forecast", json=body))
    done = await help_with(bench, "draft_prompts", {"goal": GOAL})

    assert (done["state"], done["model_name"]) == ("done", "demo-careful")
    assert (forecast["simulated"], done["simulated"]) == (True, True)
