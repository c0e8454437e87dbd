"""Every provider fails in its own words; what comes back is always one of ours, never an exception, never a secret."""

import asyncio
import json
from typing import Any

import pytest
from aiohttp import web

from edison.domain.models.model_call import Failed, FailureCode
from edison.domain.models.provider import Provider
from edison.providers.call_attempt import CallAttempts
from tests.contract.providers import (
    CONTRACTS,
    PRICE,
    Contract,
    a_server,
    asking,
    every_provider,
    failed,
    quietly,
    tells_no_secret,
)
from tests.support.simulated import Simulated

# Which simulated model goes wrong in which way, and what we call it. Said before any answer:
REFUSALS = {
    "sim-rate-limited": FailureCode.RATE_LIMITED,
    "sim-quota": FailureCode.QUOTA,
    "sim-too-long": FailureCode.TOO_LONG,
    "sim-missing": FailureCode.BAD_REQUEST,
    "sim-down": FailureCode.PROVIDER_ERROR,
}
# Said with status 200, or not at all: the provider may have charged.
SPOILED = {
    "sim-garbage": FailureCode.PROVIDER_ERROR,
    "sim-truncated": FailureCode.PROVIDER_ERROR,
    "sim-resets": FailureCode.UNREACHABLE,
}
# Only ends the wait for what never comes: a server that hangs does so for an hour.
PATIENCE_S = 30.0
both_ways = pytest.mark.parametrize("streams", [False, True], ids=["whole", "streamed"])


async def fail(
    attempts: CallAttempts,
    contract: Contract,
    url: str,
    model: str = "sim-medium",
    *,
    streams: bool = False,
    valid: bool = True,
    allow_private: bool = True,
    timeout_s: float = 10,
) -> Failed:
    endpoint = contract.endpoint(url, valid=valid, allow_private=allow_private)
    on_text = quietly if streams else None
    call = asking(model)
    failure = failed(await attempts.make(endpoint, PRICE, call, "a-key", timeout_s, on_text))
    assert failure.message
    assert tells_no_secret(failure, endpoint)
    return failure


@every_provider
@both_ways
async def test_what_a_provider_says_instead_of_an_answer_has_a_name(
    sim: Simulated, attempts: CallAttempts, contract: Contract, streams: bool
) -> None:
    for model, code in REFUSALS.items():
        failure = await fail(attempts, contract, sim.url, model, streams=streams)

        assert (model, failure.code) == (model, code)
        assert failure.status is not None
        assert failure.latency_ms is not None
        assert (failure.usage, failure.cost, failure.doubtful) == (None, None, 0)
    assert (await sim.calls())["total"] == len(REFUSALS)


@every_provider
@both_ways
async def test_half_an_answer_is_none(
    sim: Simulated, attempts: CallAttempts, contract: Contract, streams: bool
) -> None:
    for model, code in SPOILED.items():
        failure = await fail(attempts, contract, sim.url, model, streams=streams)

        assert (model, failure.code) == (model, code)
        assert failure.retryable
        assert failure.doubtful == 1
        assert failure.cost is None


@every_provider
async def test_a_missing_model_is_told_from_other_bad_requests(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    failure = await fail(attempts, contract, sim.url, "sim-missing")

    assert failure.code is FailureCode.BAD_REQUEST
    assert not failure.retryable
    assert failure.status == 404


@every_provider
@pytest.mark.parametrize(("how", "asked_for"), [("seconds", 3.0), ("ms", 2.5), ("none", 0.0)])
async def test_a_rate_refusal_carries_the_wait_that_was_asked_for(
    sim: Simulated, attempts: CallAttempts, contract: Contract, how: str, asked_for: float
) -> None:
    fault = {"kind": "429", "retry_after_s": 2.5}
    await sim.behave(limits={"retry_after": how}, faults=[fault])

    failure = await fail(attempts, contract, sim.url)

    assert (failure.code, failure.status) == (FailureCode.RATE_LIMITED, 429)
    assert (failure.retry_after_s or 0.0) == asked_for


@every_provider
@both_ways
async def test_a_key_that_is_not_accepted_is_named_and_not_repeated(
    sim: Simulated, attempts: CallAttempts, contract: Contract, streams: bool
) -> None:
    if contract.keys:
        failure = await fail(attempts, contract, sim.url, valid=False, streams=streams)
        assert failure.code is FailureCode.INVALID_KEY
    await sim.behave(faults=[{"kind": "401"}])

    failure = await fail(attempts, contract, sim.url, streams=streams)

    assert failure.code is FailureCode.INVALID_KEY
    assert not failure.retryable


@every_provider
async def test_who_never_answers_is_left_in_time(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    # So that a token is fetched before the clock runs.
    await attempts.make(contract.endpoint(sim.url), PRICE, asking(), "first", 10)

    async with asyncio.timeout(PATIENCE_S), asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(
                fail(attempts, contract, sim.url, model, streams=streams, timeout_s=1.0)
            )
            for model in ("sim-hangs", "sim-drips")
            for streams in (False, True)
        ]

    for task in tasks:
        assert task.result().code is FailureCode.TIMED_OUT
        assert task.result().doubtful == 1


@every_provider
@both_ways
async def test_a_refusal_is_a_failure_that_is_paid_for(
    sim: Simulated, attempts: CallAttempts, contract: Contract, streams: bool
) -> None:
    failure = await fail(attempts, contract, sim.url, "sim-refuses", streams=streams)

    assert failure.code is FailureCode.REFUSED
    assert not failure.retryable
    if failure.status is None:
        assert failure.usage is not None
        assert failure.usage.total == contract.total(failure.usage.raw)
        assert failure.cost == 3 * failure.usage.input + 15 * failure.usage.output
    else:
        # Turned away before the model saw it, as Azure does: nothing was used.
        assert (failure.status, failure.cost) == (400, None)


@every_provider
@both_ways
async def test_an_answer_stopped_by_a_filter_is_a_refusal(
    sim: Simulated, attempts: CallAttempts, contract: Contract, streams: bool
) -> None:
    await sim.behave(faults=[{"kind": "content_filter"}])

    failure = await fail(attempts, contract, sim.url, streams=streams)

    assert failure.code is FailureCode.REFUSED


@every_provider
async def test_nobody_there_is_unreachable_and_costs_nothing(
    attempts: CallAttempts, contract: Contract
) -> None:
    async with a_server(repeats_everything) as url:
        pass

    failure = await fail(attempts, contract, url)

    assert failure.code is FailureCode.UNREACHABLE
    assert failure.doubtful == 0


@every_provider
async def test_an_address_that_is_not_allowed_is_never_called(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    endpoint = contract.endpoint(sim.url, allow_private=False)

    failure = await fail(attempts, contract, sim.url, allow_private=False)
    problem = await attempts.probe(endpoint)

    assert failure.code is FailureCode.FORBIDDEN_ADDRESS
    assert problem is not None
    assert problem.code is FailureCode.FORBIDDEN_ADDRESS
    assert (await sim.calls())["total"] == 0


@every_provider
@both_ways
async def test_a_redirect_is_a_failure_and_is_not_followed(
    sim: Simulated, attempts: CallAttempts, contract: Contract, streams: bool
) -> None:
    heard: list[str] = []

    async def listens(request: web.BaseRequest) -> web.StreamResponse:
        heard.append(request.path)
        return web.Response()

    async with a_server(listens) as url:
        await sim.behave(faults=[{"kind": "redirect", "to": url}])
        failure = await fail(attempts, contract, sim.url, streams=streams)

    assert (failure.code, failure.status) == (FailureCode.PROVIDER_ERROR, 302)
    assert heard == []


async def test_an_error_in_the_middle_of_a_stream_is_named_and_may_have_been_charged(
    attempts: CallAttempts,
) -> None:
    async def breaks(request: web.BaseRequest) -> web.StreamResponse:
        response = web.StreamResponse(headers={"content-type": "text/event-stream"})
        await response.prepare(request)
        piece = {"choices": [{"index": 0, "delta": {"content": "The capital"}}]}
        error = {"error": {"message": "The engine has stopped", "code": 500}}
        for said in (piece, error):
            await response.write(f"data: {json.dumps(said)}\n\n".encode())
        return response

    [contract] = [each for each in CONTRACTS if each.provider is Provider.COMPATIBLE]
    async with a_server(breaks) as url:
        failure = await fail(attempts, contract, url, streams=True)

    assert failure.code is FailureCode.PROVIDER_ERROR
    assert "engine has stopped" in failure.message
    assert failure.doubtful == 1
    assert failure.latency_ms is not None


async def repeats_everything(request: web.BaseRequest) -> web.StreamResponse:
    """Answers every request with an error that repeats it, keys and all."""
    if request.path == "/token":
        return web.json_response({"access_token": "ya29.simulated-1", "expires_in": 3600})
    said = " and ".join(f"{name} is {value}" for name, value in request.headers.items())
    body: Any = {"error": {"message": said, "code": said, "type": said}, "message": said}
    return web.Response(status=400, text=json.dumps(body), content_type="application/json")


@every_provider
@both_ways
async def test_a_server_that_repeats_the_key_does_not_get_it_shown(
    attempts: CallAttempts, contract: Contract, streams: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key of no known form: only that it is the key gives it away."""
    plain = "our own word for it"
    monkeypatch.setattr("tests.contract.providers.KEY", plain)
    async with a_server(repeats_everything) as url:
        endpoint = contract.endpoint(url)
        failure = await fail(attempts, contract, url, streams=streams)
        problem = await attempts.probe(endpoint)
        listed = await attempts.models(endpoint)

    assert failure.status == 400
    for told in (failure, problem, listed):
        assert tells_no_secret(told, endpoint)
