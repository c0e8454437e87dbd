"""Asking a model by hand, through a real worker: what is kept, what it cost, what is used again, what stops a key."""

from collections.abc import AsyncGenerator
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import pytest
import pytest_asyncio

from tests.support.answers import all_items, granted, refused
from tests.support.gateway import QUESTION, Bench, Gateway
from tests.support.people import machine, make_token
from tests.support.sql import value

# One worker for the whole module: starting one takes seconds, and each test has a project of its own.
pytestmark = pytest.mark.asyncio(loop_scope="module")

MICRO = Decimal("0.000001")


@pytest_asyncio.fixture(loop_scope="module")
async def bench(gateway: Gateway) -> AsyncGenerator[Bench]:
    """A project with a key that opens every model of the simulator."""
    await gateway.sim.reset()
    bench = await gateway.bench()
    granted(await bench.add_openai(), 201)
    yield bench
    await gateway.sim.reset()


def cost(answer: dict[str, Any], input_: str, output: str) -> Decimal:
    """Tokens times price, to the millionth of a dollar."""
    tokens = answer["tokens"]
    prompt = tokens["input"] + tokens["cache_read"] + tokens["cache_write"]
    exact = Decimal(input_) * prompt + Decimal(output) * (tokens["output"] + tokens["reasoning"])
    return (exact * MICRO).quantize(MICRO, ROUND_HALF_UP)


async def test_an_answer_is_kept_with_its_tokens_cost_and_latency(bench: Bench) -> None:
    """LLM-10.1.3, PRUI-COST-1 to -3, PRUI-TEST-11, ARENA-5.2.2, .3, .5, .7, LLM-10.1.10"""
    model = await bench.priced("sim-large")
    await bench.sim.behave(latency={"ms": 300})

    asked = granted(
        await bench.begin(model, parameters={"temperature": 0.5, "max_tokens": 200}), 202
    )
    done = await bench.outcome(asked["id"])

    assert (asked["state"], asked["answer"], asked["failure"]) == ("waiting", None, None)
    answer = done["answer"]
    assert answer["text"]
    assert (answer["finish"], answer["attempts"], answer["model"]) == ("stop", 1, "sim-large")
    tokens = answer["tokens"]
    assert tokens["input"] > 0
    assert tokens["reasoning"] > 0
    parts = ("input", "cache_read", "cache_write", "output", "reasoning")
    assert tokens["total"] == sum(tokens[part] for part in parts) == tokens["raw"]["total_tokens"]
    assert Decimal(answer["cost_usd"]) == cost(answer, "2.5", "10") > 0
    # The model's latency, without the queue; the first token was timed as well.
    # On a busy machine the process may lose the core after it has written the request and before
    # it looks at the clock: so much is told too little.
    assert answer["latency_ms"] >= 100
    assert 0 < answer["first_token_ms"] <= answer["latency_ms"]
    assert answer["reused"] is None
    assert (done["parameters"], done["messages"]) == (
        {"temperature": 0.5, "max_tokens": 200},
        [{"role": "user", "content": QUESTION}],
    )
    asked_at, finished_at = (datetime.fromisoformat(done[n]) for n in ("asked_at", "finished_at"))
    assert asked_at < finished_at

    usage = await bench.usage(model)
    assert usage["calls"] == 1
    assert usage["cost_usd"] == Decimal(answer["cost_usd"])
    assert usage["prompt_tokens"] + usage["completion_tokens"] == tokens["total"]


async def test_the_end_of_a_try_is_told_with_its_outcome_or_not_at_all(bench: Bench) -> None:
    model = await bench.model("sim-medium")

    done = await bench.ask(model)

    [told] = bench.told("try.finished")
    assert (told["id"], told["model"], told["ok"]) == (done["id"], model["id"], True)
    # One transaction wrote the outcome, the event and the sums.
    writers = (
        "SELECT xmin::text FROM tries WHERE id = %s",
        "SELECT xmin::text FROM events WHERE type = 'try.finished' AND data ->> 'id' = %s",
        "SELECT xmin::text FROM model_hours WHERE model_id = %s",
    )
    about = (done["id"], done["id"], model["id"])
    seen = [value(bench.world.url, query, of) for query, of in zip(writers, about, strict=True)]
    assert len(set(seen)) == 1


async def test_what_nobody_knows_stays_unknown(bench: Bench) -> None:
    """ARENA-5.2.8, LLM-10.1.11, PRUI-COST-1"""
    # OpenAI has no such model in its price list; and one that does not say what it used.
    unpriced, silent = await bench.model("sim-medium"), await bench.priced("sim-no-usage")
    assert unpriced["price"] is None

    answer = await bench.answer(unpriced)
    assert (answer["cost_usd"], answer["tokens"]["total"] > 0) == (None, True)
    answer = await bench.answer(silent)
    assert (answer["cost_usd"], answer["tokens"]) == (None, None)

    for model in (unpriced, silent):
        usage = await bench.usage(model)
        assert (usage["cost_unknown"], usage["cost_usd"]) == (1, 0)


async def test_free_costs_nothing_and_that_is_known(bench: Bench) -> None:
    """ARENA-3.1.6"""
    model = await bench.model("sim-medium")
    place = f"{bench.path}/models/{model['id']}/price"
    granted(await bench.browser.put(place, json={"choice": "free"}))

    assert Decimal((await bench.answer(model))["cost_usd"]) == 0

    assert (await bench.usage(model))["cost_unknown"] == 0


async def test_a_parameter_that_a_user_set_is_refused_with_the_words_of_the_provider(
    bench: Bench,
) -> None:
    """RULE-9.5.5, PSM-MODEL-10"""
    model = await bench.model("sim-picky")
    asked: dict[str, Any] = {"parameters": {"temperature": 0.5, "max_tokens": 50}}

    for _ in range(2):
        failure = await bench.failure(model, **asked)
        assert (failure["code"], failure["attempts"]) == ("parameter_refused", 1)
        assert (failure["parameter"], failure["dropped"]) == ("temperature", [])
        assert "temperature" in failure["message"]
        assert failure["suggestion"].startswith("Remove temperature")
    assert (await bench.model("sim-picky"))["dropped"] == {}


async def test_a_correction_decides_what_is_sent(bench: Bench) -> None:
    """RULE-9.5.5"""
    model = await bench.model("sim-medium")
    place = f"{bench.path}/models/{model['id']}"
    correction = {"capabilities": {"temperature": False, "penalties": False}}
    granted(await bench.browser.patch(place, json=correction))

    parameters = {"temperature": 0.5, "presence_penalty": 1, "top_p": 0.5}
    answer = await bench.answer(model, parameters=parameters)

    assert answer["dropped"] == ["presence_penalty", "temperature"]
    assert answer["attempts"] == 1


async def test_an_account_without_money_pauses_its_key(bench: Bench) -> None:
    """RULE-9.5.1, EDGE-16.4.3"""
    [credential] = await bench.credentials()
    good = await bench.model("sim-medium")

    failure = await bench.failure(await bench.model("sim-quota"))

    assert (failure["code"], failure["attempts"]) == ("quota", 1)
    [paused] = await bench.credentials()
    assert (paused["status"], paused["problem_code"]) == ("paused", "quota")
    [told] = bench.told("credential.stopped")
    assert (told["id"], told["status"]) == (credential["id"], "paused")
    assert told["problem"] == paused["problem"] == failure["message"]
    error = refused(await bench.begin(good), 409, "CREDENTIAL_NOT_READY")
    assert error["details"]["problem"] == failure["message"]

    assert (await bench.test(credential))["status"] == "ready"
    assert (await bench.answer(good))["text"]


async def test_a_key_that_stops_working_is_not_tried_again(bench: Bench) -> None:
    """EDGE-16.4.3, LLM-10.2.4"""
    model = await bench.model("sim-medium")
    await bench.sim.behave(faults=[{"kind": "401"}])

    failure = await bench.failure(model)

    assert (failure["code"], failure["attempts"], failure["status"]) == ("invalid_key", 1, 401)
    [stopped] = await bench.credentials()
    assert (stopped["status"], stopped["problem_code"]) == ("invalid", "invalid_key")
    assert [told["status"] for told in bench.told("credential.stopped")] == ["invalid"]
    refused(await bench.begin(model), 409, "CREDENTIAL_NOT_READY")


async def test_a_provider_that_is_down_is_asked_three_times(bench: Bench) -> None:
    """EDGE-16.4.1, LLM-10.2.1, PRUI-TEST-10, ARENA-5.2.4"""
    down = await bench.model("sim-down")
    done = await bench.ask(down)

    failure = done["failure"]
    assert (failure["code"], failure["attempts"], failure["retryable"]) == (
        "provider_error",
        3,
        True,
    )
    assert (await bench.sim.calls())["by_key"] == {f"try-{done['id']}": 3}
    assert [told["ok"] for told in bench.told("try.finished")] == [False]
    # A provider's bad hour is no reason to stop a key.
    assert [item["status"] for item in await bench.credentials()] == ["ready"]


async def test_a_call_that_is_refused_for_its_rate_waits_for_its_turn(bench: Bench) -> None:
    """EDGE-16.4.2"""
    model = await bench.model("sim-medium")
    await bench.sim.behave(faults=[{"kind": "429", "first": 2, "retry_after_s": 0.2}])

    answer = await bench.answer(model)

    assert answer["attempts"] == 3
    assert (await bench.sim.calls())["refused"] == 2


async def test_a_model_that_the_provider_does_not_know_says_so(bench: Bench) -> None:
    """RULE-9.5.2"""
    [credential] = await bench.credentials()
    body = {"credential_id": credential["id"], "name": "missing-model"}
    model = granted(await bench.browser.post(f"{bench.path}/models", json=body), 201)

    failure = await bench.failure(model)

    assert (failure["code"], failure["attempts"]) == ("bad_request", 1)
    assert "missing-model" in failure["message"]


@pytest.mark.parametrize(
    ("body", "message", "field"),
    [
        (
            {"parameters": {"temperature": 2.1}},
            "Temperature must be between 0 and 2",
            "parameters.temperature",
        ),
        (
            {"parameters": {"temperature": -0.1}},
            "Temperature must be between 0 and 2",
            "parameters.temperature",
        ),
        ({"parameters": {"max_tokens": 0}}, "maxTokens must be positive", "parameters.max_tokens"),
        ({"parameters": {"top_p": 1.1}}, "Top P must be between 0 and 1", "parameters.top_p"),
        (
            {"parameters": {"presence_penalty": -2.1}},
            "Penalties must be between -2 and 2",
            "parameters.presence_penalty",
        ),
        (
            {"parameters": {"stop": ["a", "b", "c", "d", "e"]}},
            "At most 4 stop sequences, none empty",
            "parameters.stop",
        ),
        ({"parameters": {"mood": 1}}, None, "parameters.mood"),
        ({"messages": []}, "At least 1 entries", "messages"),
        ({"messages": [{"role": "user", "content": "  "}]}, "Write something to send", "messages"),
    ],
)
async def test_a_call_that_no_provider_takes_is_refused_in_plain_words(
    bench: Bench, body: dict[str, Any], message: str | None, field: str
) -> None:
    """RULE-9.5.3, RULE-9.5.4, FR-EC-005.4 to .10"""
    model = await bench.model("sim-medium")

    error = refused(await bench.begin(model, **body), 400, "BAD_REQUEST")

    assert error["path"] == field
    assert error["message"] == message or message is None
    assert (await bench.sim.calls())["total"] == 0


async def test_only_who_may_start_runs_may_ask(bench: Bench) -> None:
    slug = bench.project["slug"]
    model = await bench.model("sim-medium")
    done = await bench.ask(model)
    for role in ("VIEWER", "REVIEWER"):
        person = await bench.world.member(bench.owner, slug, role)
        refused(await bench.begin(model, by=person), 403, "FORBIDDEN")
        place = f"{bench.path}/tries/{done['id']}"
        assert granted(await person.browser.get(place))["answer"]["text"]
    editor = await bench.world.member(bench.owner, slug, "EDITOR")
    asked = granted(await bench.begin(model, by=editor), 202)
    assert (await bench.outcome(asked["id"]))["answer"]
    # A program may ask with a token, and its name is on it.
    token = machine(bench.world, (await make_token(bench.owner, slug, "EDITOR"))["secret"])
    body = {"messages": [{"role": "user", "content": QUESTION}]}
    asked = granted(await token.post(f"{bench.path}/models/{model['id']}/tries", json=body), 202)
    assert (await bench.outcome(asked["id"]))["asked_by"] == "CI"
    outsider = await bench.world.person()
    refused(await bench.begin(model, by=outsider), 404, "NOT_FOUND")


async def test_tries_are_listed_newest_first_and_outlive_their_model(bench: Bench) -> None:
    """ARENA-3.1.7: a used model may go; what it answered stays."""
    model = await bench.model("sim-medium")
    asked = [(await bench.ask(model, f"Question {n}"))["id"] for n in range(3)]
    place = f"{bench.path}/models/{model['id']}"

    listed = await all_items(bench.browser, f"{place}/tries", limit=2)
    assert [item["id"] for item in listed] == asked[::-1]

    granted(await bench.browser.delete(place), 204)
    refused(await bench.begin(model), 404, "NOT_FOUND")
    kept = granted(await bench.browser.get(f"{bench.path}/tries/{asked[0]}"))
    assert kept["messages"][0]["content"] == "Question 0"
    assert kept["answer"]["text"]


async def test_an_archived_project_asks_nothing(bench: Bench) -> None:
    model = await bench.model("sim-medium")
    granted(await bench.browser.post(f"{bench.path}/archive"))

    refused(await bench.begin(model), 409, "PROJECT_ARCHIVED")

    assert (await bench.sim.calls())["total"] == 0
