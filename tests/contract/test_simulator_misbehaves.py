"""The simulator goes wrong on demand, in the ways providers do, and counts what happened."""

import asyncio
import hashlib
import json
import time
from collections.abc import AsyncGenerator
from typing import Any

import aiohttp
import pytest
from aiohttp import ClientResponse, ClientSession, ClientTimeout

from tests.support.simulated import Simulated, simulator_apart

ASK = [{"role": "user", "content": "What is the capital of France?"}]
# Only ends the wait for what never comes.
PATIENCE_S = 60.0


@pytest.fixture
async def session() -> AsyncGenerator[ClientSession]:
    async with ClientSession(timeout=ClientTimeout(total=PATIENCE_S)) as opened:
        yield opened


async def ask(
    session: ClientSession, sim: Simulated, model: str = "sim-small", key: str = "", **body: Any
) -> tuple[ClientResponse, bytes]:
    headers = {"x-client-request-id": key} if key else {}
    sent: Any = {"model": model, "messages": ASK, "temperature": 0, **body}
    async with session.post(
        f"{sim.url}/v1/chat/completions", json=sent, headers=headers, allow_redirects=False
    ) as response:
        return response, await response.read()


async def until_inside(sim: Simulated, count: int) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE_S):
        while (seen := await sim.calls())["inside"] != count:  # noqa: ASYNC110 - in another thread
            await asyncio.sleep(0.01)
    return seen


async def leave(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


async def test_it_says_that_it_is_a_simulator(sim: Simulated, session: ClientSession) -> None:
    async with session.get(sim.url) as response:
        assert (await response.json())["about"] == "Edison simulator: answers are simulated"


async def test_no_more_than_the_limit_come_in_and_the_rest_are_told_when(
    sim: Simulated, session: ClientSession
) -> None:
    await sim.behave(limits={"requests_per_second": 3, "headers": True})
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(ask(session, sim, key=str(number))) for number in range(5)]

    found = sorted((task.result()[0] for task in tasks), key=lambda response: response.status)
    assert [response.status for response in found] == [200, 200, 200, 429, 429]
    left = {response.headers["x-ratelimit-remaining-requests"] for response in found[:3]}
    assert left == {"2", "1", "0"}
    assert found[-1].headers["Retry-After"] == "1"
    seen = await sim.calls()
    assert (seen["answered"], seen["refused"], seen["refused_share"]) == (3, 2, 0.4)


@pytest.mark.parametrize(("style", "header"), [("ms", "retry-after-ms"), ("none", None)])
async def test_when_to_come_back_is_told_in_milliseconds_or_not_at_all(
    sim: Simulated, session: ClientSession, style: str, header: str | None
) -> None:
    fault = {"kind": "429", "retry_after_s": 0.25}
    await sim.behave(limits={"retry_after": style}, faults=[fault])

    response, _ = await ask(session, sim)

    told = {name for name in response.headers if name.lower().startswith("retry")}
    assert told == ({header} if header else set())
    assert header is None or response.headers[header] == "250"


async def test_concurrency_beyond_the_limit_is_refused(
    sim: Simulated, session: ClientSession
) -> None:
    await sim.behave(limits={"concurrent": 2})
    inside = [asyncio.create_task(ask(session, sim, model="sim-hangs")) for _ in range(2)]
    await until_inside(sim, 2)

    refused, _ = await ask(session, sim)
    await leave(*inside)
    await until_inside(sim, 0)
    accepted, _ = await ask(session, sim)

    assert (refused.status, accepted.status) == (429, 200)


async def test_first_attempts_fail_and_nothing_is_paid_twice(
    sim: Simulated, session: ClientSession
) -> None:
    await sim.behave(faults=[{"kind": "500", "first": 2, "each": True}])
    statuses = [(await ask(session, sim, key=key))[0].status for key in ("a", "b") * 3]

    seen = await sim.calls()
    assert statuses == [500] * 4 + [200] * 2
    assert seen["by_key"] == {"a": 3, "b": 3}
    assert seen["answered_by_key"] == {"a": 1, "b": 1}
    assert seen["answered_more_than_once"] == 0


async def test_some_models_can_be_told_apart(sim: Simulated, session: ClientSession) -> None:
    await sim.behave_for("gpt-*", faults=[{"kind": "503"}])

    assert (await ask(session, sim, model="gpt-9"))[0].status == 503
    assert (await ask(session, sim, model="sim-small"))[0].status == 200
    assert (await sim.behaviour())["models"]["gpt-*"]["faults"][0]["kind"] == "503"


async def test_a_call_that_hangs_ends_with_the_caller(
    sim: Simulated, session: ClientSession
) -> None:
    calling = asyncio.create_task(ask(session, sim, model="sim-hangs"))
    await until_inside(sim, 1)

    await leave(calling)

    seen = await until_inside(sim, 0)
    assert (seen["gone"], seen["answered"]) == (1, 0)


async def test_bytes_drip(sim: Simulated, session: ClientSession) -> None:
    await sim.behave(faults=[{"kind": "drip", "gap_s": 0.05}])
    sent: Any = {"model": "sim-small", "messages": ASK}
    begun = time.monotonic()
    async with session.post(f"{sim.url}/v1/chat/completions", json=sent) as response:
        first = await response.content.read(1)
        second = await response.content.read(1)

    assert (response.status, first + second) == (200, b'{"')
    # The pause between the two, but for the grain of the clocks.
    assert time.monotonic() - begun > 0.045


async def test_garbage_and_half_answers_say_200(sim: Simulated, session: ClientSession) -> None:
    for model in ("sim-garbage", "sim-truncated"):
        response, body = await ask(session, sim, model=model)
        assert response.status == 200
        with pytest.raises(ValueError, match=r"."):
            json.loads(body)
    _, stream = await ask(session, sim, model="sim-truncated", stream=True)

    assert stream.startswith(b"data: {")
    assert b"[DONE]" not in stream
    assert b'"finish_reason":"stop"' not in stream
    assert (await sim.calls())["spoiled"] == 3


async def test_usage_is_left_out_or_does_not_add_up(sim: Simulated, session: ClientSession) -> None:
    _, without = await ask(session, sim, model="sim-no-usage")
    await sim.behave(faults=[{"kind": "wrong_usage"}])
    _, wrong = await ask(session, sim)

    usage = json.loads(wrong)["usage"]
    assert "usage" not in json.loads(without)
    assert usage["total_tokens"] != usage["prompt_tokens"] + usage["completion_tokens"]


async def test_a_connection_is_reset_and_a_redirect_leads_elsewhere(
    sim: Simulated, session: ClientSession
) -> None:
    with pytest.raises(aiohttp.ClientConnectionError):
        await ask(session, sim, model="sim-resets")
    await sim.behave(faults=[{"kind": "redirect", "to": "http://169.254.169.254/"}])
    response, _ = await ask(session, sim)

    assert (response.status, response.headers["Location"]) == (302, "http://169.254.169.254/")


async def test_of_keys_only_a_digest_is_kept(sim: Simulated, session: ClientSession) -> None:
    secret = "sk-very-secret"
    headers = {"Authorization": f"Bearer {secret}"}
    sent: Any = {"model": "sim-small", "messages": ASK}
    async with session.post(
        f"{sim.url}/v1/chat/completions", json=sent, headers=headers
    ) as response:
        assert response.status == 200

    seen = await sim.calls(latencies=True)
    assert seen["by_api_key_sha256"] == {hashlib.sha256(secret.encode()).hexdigest(): 1}
    assert secret not in json.dumps(seen)


async def test_a_behaviour_that_is_none_is_refused_and_changes_nothing(
    sim: Simulated, session: ClientSession
) -> None:
    before = await sim.behaviour()
    async with session.put(f"{sim.url}/simulator/behaviour", json={"speed": 1}) as response:
        assert response.status == 422

    assert await sim.behaviour() == before


async def test_a_reset_forgets_calls_and_behaviour(sim: Simulated, session: ClientSession) -> None:
    await sim.behave(faults=[{"kind": "500"}])
    await ask(session, sim)
    await sim.reset()

    assert (await sim.calls())["total"] == 0
    assert (await ask(session, sim))[0].status == 200


async def test_ollama_speaks_lines_of_json(sim: Simulated, session: ClientSession) -> None:
    sent: Any = {"model": "sim-large", "messages": ASK, "options": {"temperature": 0}}
    async with session.post(f"{sim.url}/api/chat", json=sent) as response:
        lines = [json.loads(line) for line in (await response.text()).splitlines()]
    async with session.post(f"{sim.url}/api/chat", json={**sent, "stream": False}) as response:
        whole = await response.json()
    async with session.get(f"{sim.url}/api/tags") as response:
        names = {model["name"] for model in (await response.json())["models"]}

    assert "".join(line["message"]["content"] for line in lines) == whole["message"]["content"]
    assert [line["done"] for line in lines] == [False] * (len(lines) - 1) + [True]
    assert lines[-1]["eval_count"] == whole["eval_count"] > 0
    assert "sim-small" in names


async def test_a_long_prompt_is_cached_when_it_comes_again(
    sim: Simulated, session: ClientSession
) -> None:
    long = [{"role": "system", "content": "Answer well. " * 700}, *ASK]
    found = [json.loads((await ask(session, sim, messages=long))[1])["usage"] for _ in range(2)]

    assert [usage["prompt_tokens_details"]["cached_tokens"] > 1024 for usage in found] == [
        False,
        True,
    ]
    assert found[0]["prompt_tokens"] == found[1]["prompt_tokens"]


async def test_what_is_longer_than_the_window_is_too_long(
    sim: Simulated, session: ClientSession
) -> None:
    response, body = await ask(session, sim, messages=[{"role": "user", "content": "x" * 600_000}])

    assert response.status == 400
    assert json.loads(body)["error"]["code"] == "context_length_exceeded"


async def test_max_tokens_and_stop_end_an_answer(sim: Simulated, session: ClientSession) -> None:
    short = json.loads((await ask(session, sim, max_tokens=3))[1])
    stopped = json.loads((await ask(session, sim, stop=["nswer"]))[1])

    assert short["choices"][0]["finish_reason"] == "length"
    assert short["usage"]["completion_tokens"] == 3
    assert "nswer" not in stopped["choices"][0]["message"]["content"]
    assert stopped["choices"][0]["finish_reason"] == "stop"


async def test_a_schema_that_is_none_is_a_bad_request(
    sim: Simulated, session: ClientSession
) -> None:
    wanted = {"type": "json_schema", "json_schema": {"name": "x", "schema": {"allOf": [7, True]}}}

    response, body = await ask(session, sim, response_format=wanted)

    assert response.status == 400
    assert "not valid" in json.loads(body)["error"]["message"]


async def test_tokens_take_their_time_in_a_stream(sim: Simulated, session: ClientSession) -> None:
    await sim.behave(latency={"ms": 50, "per_token_ms": 10})
    sent: Any = {"model": "sim-small", "messages": ASK, "stream": True}
    begun = time.monotonic()
    async with session.post(f"{sim.url}/v1/chat/completions", json=sent) as response:
        await response.content.readany()
        first = time.monotonic() - begun
        await response.read()
        last = time.monotonic() - begun

    # Before the first token, and with at least five of them, but for the grain of the clocks.
    assert first > 0.045
    assert last > 0.095


async def test_the_command_serves_with_the_latency_it_was_given(session: ClientSession) -> None:
    async with simulator_apart(latency_ms=120) as apart:
        response, _ = await ask(session, apart)
        seen = await apart.calls(latencies=True)

    assert response.status == 200
    assert seen["latencies_ms"][0] >= 119
