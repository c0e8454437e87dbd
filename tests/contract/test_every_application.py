"""An HTTP application is called like a model: its answers, usage and costs, and each way in which it can fail."""

import asyncio
import json
from dataclasses import replace
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from aiohttp import web

from edison.domain.ids import CredentialId
from edison.domain.models.model_call import (
    Answered,
    CallPolicy,
    Failed,
    FailureCode,
    Message,
    ModelCall,
)
from edison.domain.models.parameters import Parameters
from edison.domain.models.price import Price
from edison.domain.models.provider import Endpoint, Provider
from edison.domain.rate_limits.allocation import RateLimits
from edison.network.guarded_http import GuardedHttp
from edison.providers.call_attempt import CallAttempts
from edison.providers.gateway import CallTarget
from tests.contract.lab import Lab
from tests.contract.providers import Handler, a_server, answered, failed, quietly, tells_no_secret
from tests.support.applications import APPLICATION, TOKEN, application_url
from tests.support.simulated import Simulated

DECLARED = Price(input=Decimal(0), output=Decimal(0), per_call=Decimal("0.0025"))
CALL = ModelCall(
    model="helper 1.0",
    messages=(
        Message(role="system", content="Be brief"),
        Message(role="user", content="What is the capital of France?"),
    ),
    parameters=Parameters(temperature=0.2, max_tokens=50),
    values={"question": "Capital of France"},
)


def an_endpoint(url: str, *, allow_private: bool = True, **config: str) -> Endpoint:
    return Endpoint(
        credential=CredentialId(uuid4()),
        provider=Provider.APPLICATION,
        config={**APPLICATION, "base_url": url, **config},
        secrets={"headers": f"Authorization: {TOKEN}", "query": "key=our-long-query-key"},
        allow_private=allow_private,
    )


def says(status: int, body: bytes | str, **headers: str) -> Handler:
    async def handler(request: web.BaseRequest) -> web.StreamResponse:
        await request.read()
        raw = body if isinstance(body, bytes) else body.encode()
        return web.Response(status=status, body=raw, headers=headers)

    return handler


async def fail(attempts: CallAttempts, handler: Handler, timeout_s: float = 10) -> Failed:
    async with a_server(handler) as url:
        endpoint = an_endpoint(url)
        failure = failed(await attempts.make(endpoint, DECLARED, CALL, "key-1", timeout_s))
    assert failure.message
    assert tells_no_secret(failure, endpoint)
    return failure


async def test_the_application_gets_what_its_template_says_and_its_text_is_the_answer(
    attempts: CallAttempts,
) -> None:
    seen: list[tuple[Any, Any]] = []

    async def listens(request: web.BaseRequest) -> web.StreamResponse:
        seen.append((request, json.loads(await request.read())))
        return web.json_response(
            {"choices": [{"text": "Paris"}], "usage": {"prompt_tokens": 7, "completion_tokens": 2}}
        )

    template = json.dumps(
        {"q": "{{input}}", "all": "{{messages}}", "about": "Case: {{values.question}}", "n": 1}
    )
    async with a_server(listens) as url:
        endpoint = an_endpoint(
            f"{url}/answer/",
            request_template=template,
            response_path="/choices/0/text",
            usage_path="/usage",
        )
        # Also if the caller would like a stream: an application answers at once.
        answer = answered(await attempts.make(endpoint, DECLARED, CALL, "key-1", 10))

    [(request, body)] = seen
    assert body == {
        "q": "What is the capital of France?",
        "all": [
            {"role": "system", "content": "Be brief"},
            {"role": "user", "content": "What is the capital of France?"},
        ],
        "about": "Case: Capital of France",
        "n": 1,
    }
    assert (request.method, request.path) == ("POST", "/answer/")
    assert dict(request.query) == {"key": "our-long-query-key"}
    assert request.headers["authorization"] == TOKEN
    assert request.headers["idempotency-key"] == "key-1"
    assert request.headers["content-type"] == "application/json"
    assert answer.text == "Paris"
    assert answer.usage is not None
    assert (answer.usage.input, answer.usage.output) == (7, 2)
    assert answer.cost == 2500
    assert answer.latency_ms is not None


async def test_the_simulated_application_answers_with_usage_and_its_own_cost(
    sim: Simulated, attempts: CallAttempts
) -> None:
    endpoint = an_endpoint(application_url(sim.url), usage_path="/usage", cost_path="/cost_usd")

    answer = answered(await attempts.make(endpoint, DECLARED, CALL, "key-1", 10))

    assert answer.text
    assert answer.usage is not None
    assert answer.cost == 2 * answer.usage.total
    assert (await sim.calls())["by_protocol"] == {"application": 1}


@pytest.mark.parametrize(
    ("reported", "cost"),
    [
        ({"cost": 0.01}, 10_000),
        ({"cost": 0}, 0),
        # An unknown cost is never zero, and never the declared one: the application should have said it.
        ({}, None),
        ({"cost": "a lot"}, None),
        ({"cost": -1}, None),
        ({"cost": True}, None),
        ({"cost": 1e300}, None),
    ],
)
async def test_a_reported_cost_replaces_the_declared_one(
    attempts: CallAttempts, reported: dict[str, Any], cost: int | None
) -> None:
    async with a_server(says(200, json.dumps({"output": {"text": "Hi"}, **reported}))) as url:
        endpoint = an_endpoint(url, cost_path="/cost")
        answer = answered(await attempts.make(endpoint, DECLARED, CALL, "k", 10))

    assert (answer.cost, answer.usage) == (cost, None)


@pytest.mark.parametrize(
    ("price", "cost"),
    [(DECLARED, 2500), (replace(DECLARED, per_call=Decimal(0)), 0), (None, None)],
)
async def test_the_declared_cost_counts_also_without_usage(
    attempts: CallAttempts, price: Price | None, cost: int | None
) -> None:
    async with a_server(says(200, '{"output": {"text": "Hi"}}')) as url:
        answer = answered(await attempts.make(an_endpoint(url), price, CALL, "k", 10))

    assert answer.cost == cost


@pytest.mark.parametrize(
    ("value", "text"),
    [('"Hi"', "Hi"), ("3.5", "3.5"), ("true", "true"), ('{"a": [1]}', '{"a": [1]}'), ('""', "")],
)
async def test_an_answer_that_is_no_text_becomes_its_json(
    attempts: CallAttempts, value: str, text: str
) -> None:
    async with a_server(says(200, f'{{"output": {{"text": {value}}}}}')) as url:
        answer = answered(await attempts.make(an_endpoint(url), DECLARED, CALL, "k", 10))

    assert answer.text == text


@pytest.mark.parametrize(
    ("status", "body", "code", "words"),
    [
        (400, '{"error": {"message": "no such topic"}}', FailureCode.BAD_REQUEST, "no such topic"),
        (404, "<html>Not found</html>", FailureCode.BAD_REQUEST, "status 404"),
        (401, '{"detail": "who are you?"}', FailureCode.INVALID_KEY, "who are you?"),
        (422, '{"message": "bad field"}', FailureCode.BAD_REQUEST, "bad field"),
        (413, "", FailureCode.TOO_LONG, "status 413"),
        (500, '{"error": "it broke"}', FailureCode.PROVIDER_ERROR, "it broke"),
        (503, "", FailureCode.PROVIDER_ERROR, "status 503"),
        (504, "", FailureCode.TIMED_OUT, "status 504"),
    ],
)
async def test_an_error_has_a_name_and_the_words_of_the_application(
    attempts: CallAttempts, status: int, body: str, code: FailureCode, words: str
) -> None:
    failure = await fail(attempts, says(status, body))

    assert (failure.code, failure.status) == (code, status)
    assert words in failure.message
    assert (failure.cost, failure.doubtful) == (None, 0)


async def test_a_busy_application_is_asked_again_when_it_says(attempts: CallAttempts) -> None:
    failure = await fail(attempts, says(429, "", **{"Retry-After": "7"}))

    assert failure.code is FailureCode.RATE_LIMITED
    assert failure.retryable
    assert failure.retry_after_s == 7


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("Paris", "no valid JSON: it begins with 'Paris'"),
        ("", "the response is empty"),
        ("<!DOCTYPE html><html>", "it sent a web page"),
        (
            '{"answer": "Paris", "id": 1}',
            "has no value at /output/text. Its fields are: answer, id",
        ),
        ('{"output": {"text": null}}', "has null at /output/text"),
        ("[1]", "has no value at /output/text"),
    ],
)
async def test_a_response_without_the_text_says_what_to_correct_and_may_have_been_paid(
    attempts: CallAttempts, body: str, words: str
) -> None:
    failure = await fail(attempts, says(200, body))

    assert failure.code is FailureCode.BAD_REQUEST
    assert words in failure.message
    assert not failure.retryable
    assert failure.doubtful == 1


async def test_a_huge_answer_is_given_up(sim: Simulated) -> None:
    small = CallAttempts(GuardedHttp(max_body=100_000))
    try:
        failure = await fail(small, says(200, json.dumps({"output": {"text": "x" * 200_000}})))
    finally:
        await small.close()

    assert failure.code is FailureCode.UNREACHABLE
    assert failure.doubtful == 1


async def test_a_redirect_is_refused_and_not_followed(attempts: CallAttempts) -> None:
    heard: list[str] = []

    async def listens(request: web.BaseRequest) -> web.StreamResponse:
        heard.append(request.path)
        return web.Response()

    async with a_server(listens) as other:
        failure = await fail(attempts, says(307, "", Location=other))

    assert (failure.code, failure.status) == (FailureCode.BAD_REQUEST, 307)
    assert "redirect" in failure.message
    assert heard == []


async def test_who_never_answers_is_left_in_time(attempts: CallAttempts) -> None:
    async def hangs(request: web.BaseRequest) -> web.StreamResponse:
        await asyncio.sleep(20)
        return web.Response()

    failure = await fail(attempts, hangs, timeout_s=0.3)

    assert failure.code is FailureCode.TIMED_OUT
    assert failure.doubtful == 1


async def test_a_forbidden_address_and_nobody_there(sim: Simulated, attempts: CallAttempts) -> None:
    inside = an_endpoint(application_url(sim.url), allow_private=False)
    blocked = failed(await attempts.make(inside, DECLARED, CALL, "k", 10))
    async with a_server(says(200, "{}")) as url:
        pass
    gone = failed(await attempts.make(an_endpoint(url), DECLARED, CALL, "k", 10))

    assert blocked.code is FailureCode.FORBIDDEN_ADDRESS
    assert (gone.code, gone.doubtful) == (FailureCode.UNREACHABLE, 0)
    assert (await sim.calls())["total"] == 0


async def test_a_case_without_a_value_of_the_template_is_not_sent(
    sim: Simulated, attempts: CallAttempts
) -> None:
    endpoint = an_endpoint(application_url(sim.url))

    failure = failed(await attempts.make(endpoint, DECLARED, replace(CALL, values={}), "k", 10))

    assert failure.code is FailureCode.BAD_REQUEST
    assert "no value question" in failure.message
    assert (await sim.calls())["total"] == 0


async def test_secrets_that_the_application_repeats_are_not_shown(attempts: CallAttempts) -> None:
    async def repeats(request: web.BaseRequest) -> web.StreamResponse:
        said = f"{request.headers['authorization']} {request.query['key']}"
        return web.json_response({"error": said}, status=400)

    async with a_server(repeats) as url:
        failure = failed(await attempts.make(an_endpoint(url), DECLARED, CALL, "k", 10))

    assert TOKEN.split()[1] not in repr(failure)
    assert "our-long-query-key" not in repr(failure)


async def test_the_test_request_reads_the_answer_as_that_of_a_case(
    sim: Simulated, attempts: CallAttempts
) -> None:
    url = application_url(sim.url)

    works = await attempts.probe(an_endpoint(url))
    wrong = await attempts.probe(an_endpoint(url, response_path="/answer"))

    assert works is None
    assert wrong is not None
    assert "has no value at /answer. Its fields are: output" in wrong.message
    assert (await sim.calls())["total"] == 2
    assert await attempts.models(an_endpoint(url)) == []


@pytest.mark.parametrize(
    ("repeatable", "kind", "calls"),
    [
        # Whether a request that failed with 500 was executed is unknown.
        ("no", "500", 1),
        ("yes", "500", 3),
        # Not executed, so that it may be sent again.
        ("no", "503", 3),
    ],
)
async def test_only_what_is_safe_is_sent_again(
    lab: Lab, repeatable: str, kind: str, calls: int
) -> None:
    await lab.sim.behave(faults=[{"kind": kind}])
    target = CallTarget(
        project=lab.project,
        endpoint=an_endpoint(application_url(lab.sim.url), repeatable=repeatable),
        model="helper 1.0",
        price=DECLARED,
        limits=RateLimits(),
    )

    policy = CallPolicy(attempts=3, first_wait_s=0.01)
    failure = failed(
        await lab.gateway().call(target, CALL, key=f"k-{repeatable}-{kind}", policy=policy)
    )

    assert failure.code is FailureCode.PROVIDER_ERROR
    assert failure.attempts == calls == await lab.seen()


async def test_the_gateway_neither_streams_nor_sends_parameters_and_takes_the_own_timeout(
    lab: Lab,
) -> None:
    endpoint = an_endpoint(application_url(lab.sim.url))
    target = CallTarget(
        project=lab.project, endpoint=endpoint, model="helper", price=DECLARED, limits=RateLimits()
    )

    outcome = await lab.gateway().call(target, CALL, key="k-1", on_text=quietly)
    await lab.sim.behave(latency={"ms": 5000})
    slow = replace(target, endpoint=replace(endpoint, config={**endpoint.config, "timeout_s": "1"}))
    late = await lab.gateway().call(slow, CALL, key="k-2", policy=CallPolicy(attempts=3))

    assert isinstance(outcome, Answered)
    assert outcome.dropped == ("max_tokens", "temperature")
    assert isinstance(late, Failed)
    assert (late.code, late.attempts, late.doubtful) == (FailureCode.TIMED_OUT, 1, 1)
