"""The whole way of a call, with the limits and the breaker of a real database.

Retried, paced, learned from, never paid twice.
"""

import asyncio
from dataclasses import replace
from time import perf_counter

import pytest
from aiohttp import web

from edison.domain.models.model_call import (
    Answered,
    CallOutcome,
    CallPolicy,
    FailureCode,
    Tool,
)
from edison.domain.models.parameters import Parameters
from edison.domain.models.provider import Provider
from edison.providers.gateway import CallTarget, Gateway
from tests.contract.lab import Lab
from tests.contract.providers import (
    CONTRACTS,
    Contract,
    a_server,
    answered,
    asking,
    every_provider,
    failed,
    tells_no_secret,
)

QUICK = CallPolicy(first_wait_s=0.04, wait_at_most_s=0.2, timeout_s=60, deadline_s=120)
ONCE = replace(QUICK, attempts=1)
# Only ends the wait for what never comes.
PATIENCE_S = 30.0
WARM = Parameters(temperature=0.5)
BY_NAME = {contract.provider: contract for contract in CONTRACTS}
two_providers = pytest.mark.parametrize(
    "contract", [BY_NAME[Provider.OPENAI], BY_NAME[Provider.BEDROCK]], ids=["OPENAI", "BEDROCK"]
)


async def call(
    gateway: Gateway,
    target: CallTarget,
    *,
    key: str = "a-key",
    policy: CallPolicy = QUICK,
    parameters: Parameters = WARM,
    adaptable: frozenset[str] = frozenset(),
    tools: tuple[Tool, ...] = (),
) -> CallOutcome:
    asked = asking(target.model, parameters=parameters, adaptable=adaptable, tools=tools)
    return await gateway.call(target, asked, key=key, policy=policy)


@every_provider
async def test_a_call_goes_through_once(lab: Lab, contract: Contract) -> None:
    outcome = await call(lab.gateway(), lab.target(contract), key="one-call")

    answer = answered(outcome)
    assert (answer.attempts, answer.dropped, answer.doubtful) == (1, (), 0)
    assert (await lab.sim.calls())["answered_by_key"] == {"one-call": 1}


@two_providers
async def test_a_provider_that_stays_down_is_tried_three_times_with_pauses(
    lab: Lab, contract: Contract
) -> None:
    began = perf_counter()

    outcome = await call(lab.gateway(), lab.target(contract, "sim-down"), key="down")

    failure = failed(outcome)
    assert (failure.code, failure.attempts) == (FailureCode.PROVIDER_ERROR, 3)
    # Two pauses, the second twice as long, each at most a quarter shorter than meant.
    assert perf_counter() - began > 0.7 * (0.04 + 0.08)
    assert (await lab.sim.calls())["by_key"] == {"down": 3}
    assert tells_no_secret(failure, lab.target(contract).endpoint)


@two_providers
@pytest.mark.parametrize(
    ("fault", "doubtful"), [("500", 0), ("garbage", 1), ("truncated", 1), ("reset", 1)]
)
async def test_a_second_try_succeeds_and_says_what_may_have_been_charged(
    lab: Lab, contract: Contract, fault: str, doubtful: int
) -> None:
    await lab.sim.behave(faults=[{"kind": fault, "first": 1}])

    answer = answered(await call(lab.gateway(), lab.target(contract), key="twice"))

    assert (answer.attempts, answer.doubtful) == (2, doubtful)
    calls = await lab.sim.calls()
    assert (calls["by_key"], calls["answered_by_key"]) == ({"twice": 2}, {"twice": 1})


@two_providers
async def test_a_rate_refusal_waits_as_asked_and_is_no_failure(
    lab: Lab, contract: Contract
) -> None:
    """With one try only: a failure would have ended the call."""
    fault = {"kind": "429", "first": 2, "retry_after_s": 0.25}
    await lab.sim.behave(limits={"retry_after": "ms"}, faults=[fault])
    began = perf_counter()

    answer = answered(await call(lab.gateway(), lab.target(contract), policy=ONCE))

    # But for the grain of the clocks.
    assert perf_counter() - began > 2 * 0.24
    assert (answer.attempts, answer.doubtful) == (3, 0)
    assert await lab.seen() == 3


async def test_a_wait_that_is_asked_for_with_an_error_is_kept_too(lab: Lab) -> None:
    times: list[float] = []

    async def comes_back(_: web.BaseRequest) -> web.StreamResponse:
        times.append(perf_counter())
        if len(times) == 1:
            return web.Response(status=503, headers={"retry-after-ms": "400"})
        message = {"role": "assistant", "content": "Back again"}
        return web.json_response({"choices": [{"message": message, "finish_reason": "stop"}]})

    contract = BY_NAME[Provider.OPENAI]
    async with a_server(comes_back) as url:
        target = replace(lab.target(contract), endpoint=contract.endpoint(url))
        answer = answered(await call(lab.gateway(), target))

    assert (answer.text, answer.attempts) == ("Back again", 2)
    assert times[1] - times[0] > 0.39


@two_providers
async def test_what_will_not_get_better_is_not_tried_again(lab: Lab, contract: Contract) -> None:
    gateway = lab.gateway()
    hopeless = {
        "sim-quota": FailureCode.QUOTA,
        "sim-missing": FailureCode.BAD_REQUEST,
        "sim-too-long": FailureCode.TOO_LONG,
        "sim-refuses": FailureCode.REFUSED,
    }
    for number, (model, code) in enumerate(hopeless.items(), 1):
        failure = failed(await call(gateway, lab.target(contract, model)))
        assert (failure.code, failure.attempts) == (code, 1)
        assert await lab.seen() == number
    target = lab.target(contract)
    wrong = replace(target, endpoint=contract.endpoint(lab.sim.url, valid=False))

    failure = failed(await call(gateway, wrong))

    assert (failure.code, failure.attempts) == (FailureCode.INVALID_KEY, 1)
    assert await lab.seen() == len(hopeless) + 1


@two_providers
async def test_after_five_failures_nobody_calls_and_every_process_knows(
    lab: Lab, contract: Contract
) -> None:
    gateway, target = lab.gateway(), lab.target(contract, "sim-down")
    for number in range(5):
        failure = failed(await call(gateway, target, key=f"key-{number}", policy=ONCE))
        assert failure.code is FailureCode.PROVIDER_ERROR
    assert await lab.seen() == 5

    here = failed(await call(gateway, target))
    elsewhere = failed(await call(lab.gateway(), replace(target, model="sim-medium")))

    for failure in (here, elsewhere):
        assert (failure.code, failure.attempts) == (FailureCode.UNAVAILABLE, 0)
        assert failure.retry_after_s is not None
        assert 0 < failure.retry_after_s <= 60
    assert await lab.seen() == 5
    answered(await call(gateway, lab.target(contract)))
    assert await lab.seen() == 6


async def test_the_failures_of_two_processes_add_up(lab: Lab) -> None:
    one, other = lab.gateway(), lab.gateway()
    target = lab.target(BY_NAME[Provider.OPENAI], "sim-down")
    for gateway in (one, other, one, other, one):
        await call(gateway, target, policy=ONCE)

    shut = failed(await call(one, target))

    assert (shut.code, await lab.seen()) == (FailureCode.UNAVAILABLE, 5)


async def test_what_says_nothing_about_the_provider_does_not_open_the_circuit(lab: Lab) -> None:
    gateway, contract = lab.gateway(), BY_NAME[Provider.OPENAI]
    quota = lab.target(contract, "sim-quota")
    for _ in range(7):
        failed(await call(gateway, quota, policy=ONCE))

    answered(await call(gateway, replace(quota, model="sim-medium")))


async def test_no_answer_is_paid_for_twice(lab: Lab) -> None:
    """Errors before the answer are tried again under the same key; an answer ends its key."""
    await lab.sim.behave(latency={"ms": 3}, faults=[{"kind": "503", "first": 1, "each": True}])
    gateways = [lab.gateway(), lab.gateway()]
    targets = [lab.target(contract) for contract in CONTRACTS]

    async with asyncio.TaskGroup() as group:
        calls = [
            group.create_task(
                call(gateways[number % 2], targets[number % len(targets)], key=f"key-{number}")
            )
            # Of each credential fewer than five: these errors must not open its circuit.
            for number in range(4 * len(targets))
        ]

    assert all(isinstance(each.result(), Answered) for each in calls)
    seen = await lab.sim.calls()
    assert seen["answered_by_key"] == {f"key-{number}": 1 for number in range(4 * len(targets))}
    assert seen["by_key"] == {f"key-{number}": 2 for number in range(4 * len(targets))}
    assert seen["answered_more_than_once"] == 0


@pytest.mark.parametrize(
    ("model", "deadline_s", "code"),
    [
        ("sim-hangs", 0.6, FailureCode.TIMED_OUT),
        ("sim-drips", 0.6, FailureCode.TIMED_OUT),
        # It is known at once that the pause would end too late.
        ("sim-down", 60, FailureCode.PROVIDER_ERROR),
        # Long enough for a first refusal.
        ("sim-rate-limited", 3, FailureCode.RATE_LIMITED),
    ],
)
async def test_a_call_ends_by_its_deadline(
    lab: Lab, model: str, deadline_s: float, code: FailureCode
) -> None:
    """Anything else that could end it comes after minutes."""
    policy = CallPolicy(first_wait_s=300, wait_at_most_s=300, timeout_s=300, deadline_s=deadline_s)
    target = lab.target(BY_NAME[Provider.GEMINI], model)

    async with asyncio.timeout(PATIENCE_S):
        failure = failed(await call(lab.gateway(), target, policy=policy))

    assert failure.code is code


async def test_a_streamed_call_is_told_piece_by_piece(lab: Lab) -> None:
    pieces: list[str] = []
    target = lab.target(BY_NAME[Provider.ANTHROPIC])

    outcome = await lab.gateway().call(
        target, asking(), key="streamed", policy=QUICK, on_text=pieces.append
    )

    answer = answered(outcome)
    assert "".join(pieces) == answer.text != ""
    assert answer.first_token_ms is not None


async def test_a_model_that_does_not_stream_is_asked_for_whole_answers_from_then_on(
    lab: Lab,
) -> None:
    """Some servers refuse to stream; it costs each call under way one refusal, and none its answer."""
    asked: list[bool] = []

    async def refuses_streams(request: web.BaseRequest) -> web.Response:
        asked.append("stream" in await request.json())
        if asked[-1]:
            problem = {"message": "Unsupported value: 'stream' does not support true", "param": "stream"}  # fmt: skip
            return web.json_response({"error": problem}, status=400)
        choice = {"message": {"role": "assistant", "content": "Whole."}, "finish_reason": "stop"}
        usage = {"prompt_tokens": 5, "completion_tokens": 2, "total_tokens": 7}
        return web.json_response({"choices": [choice], "usage": usage, "model": "m"})

    pieces: list[str] = []
    async with a_server(refuses_streams) as url:
        target = lab.target(BY_NAME[Provider.COMPATIBLE])
        endpoint = replace(target.endpoint, config={"base_url": url})
        gateway, target = lab.gateway(), replace(target, endpoint=endpoint)
        async with asyncio.TaskGroup() as group:
            calls = [
                group.create_task(
                    gateway.call(
                        target, asking(), key=f"whole-{n}", policy=QUICK, on_text=pieces.append
                    )
                )
                for n in range(8)
            ]
        before = len(asked)
        later = await gateway.call(
            target, asking(), key="whole-later", policy=QUICK, on_text=pieces.append
        )

    assert [answered(outcome).text for outcome in (*(c.result() for c in calls), later)] == [
        "Whole."
    ] * 9
    assert asked.count(False) == 9
    assert asked[before:] == [False]
    assert pieces == []


async def test_a_model_that_hides_its_usage_in_streams_is_not_streamed_again(lab: Lab) -> None:
    pieces: list[str] = []
    await lab.sim.behave(faults=[{"kind": "no_usage", "first": 1}])
    gateway, target = lab.gateway(), lab.target(BY_NAME[Provider.COMPATIBLE])

    first, second = [
        answered(
            await gateway.call(
                target, asking(), key=f"usage-{n}", policy=QUICK, on_text=pieces.append
            )
        )
        for n in range(2)
    ]

    assert (first.usage, second.usage is not None) == (None, True)
    assert "".join(pieces) == first.text
