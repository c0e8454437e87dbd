"""Prompt caches on request: the first call writes the shared beginning, later calls read it, and both are billed so.

The official clients send the documented form of the same request: if it reads what our call wrote, both are equal.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from typing import Any

import pytest
from anthropic import AsyncAnthropic
from openai import AsyncOpenAI

from edison.domain.models.model_call import Message, ModelCall
from edison.domain.models.provider import Provider
from edison.domain.models.token_usage import Usage
from edison.providers.call_attempt import CallAttempts
from edison.providers.wire.registry import wire_of
from tests.contract.providers import (
    CONTRACTS,
    PRICE,
    WITH_BOTH_APIS,
    Contract,
    answered,
    quietly,
)
from tests.support.simulated import Simulated

boto3: Any = pytest.importorskip("boto3", reason="needs the package boto3")
config_of: Any = pytest.importorskip("botocore.config", reason="needs the package boto3").Config

ON_REQUEST = [each for each in CONTRACTS if each.provider in (Provider.ANTHROPIC, Provider.BEDROCK)]
every_cache = pytest.mark.parametrize(
    "contract", ON_REQUEST, ids=[contract.name for contract in ON_REQUEST]
)
both_ways = pytest.mark.parametrize("streams", [False, True], ids=["whole", "streamed"])
RULES = "You know everything about ships and harbours. " * 200
# The simulator counts a token for each four characters.
RULES_TOKENS = -(-len(RULES) // 4)
SYSTEM = Message(role="system", content=RULES)
SHOTS = (
    Message(role="user", content="Which ship is the fastest? " * 60),
    Message(role="assistant", content="The one with the most sails. " * 60),
)


def call(question: str, *before: Message, shared: int, model: str = "sim-medium") -> ModelCall:
    messages = (*before, Message(role="user", content=question))
    return ModelCall(model=model, messages=messages, cached_messages=shared)


async def usage_of(
    attempts: CallAttempts,
    contract: Contract,
    sim: Simulated,
    asked: ModelCall,
    *,
    streams: bool = False,
) -> Usage:
    on_text = quietly if streams else None
    endpoint = contract.endpoint(sim.url)
    answer = answered(await attempts.make(endpoint, PRICE, asked, "cached", 10, on_text))
    assert answer.usage is not None
    assert answer.cost == PRICE.cost(answer.usage)
    return answer.usage


def parts(usages: Sequence[Usage]) -> list[tuple[int, int]]:
    return [(usage.cache_write, usage.cache_read) for usage in usages]


@every_cache
@both_ways
async def test_the_first_call_writes_and_later_calls_read(
    sim: Simulated, attempts: CallAttempts, contract: Contract, streams: bool
) -> None:
    found = [
        await usage_of(attempts, contract, sim, call(question, SYSTEM, shared=1), streams=streams)
        for question in ("How long is a galleon?", "What is a keel?", "Where is Rotterdam?")
    ]

    assert parts(found) == [(RULES_TOKENS, 0), (0, RULES_TOKENS), (0, RULES_TOKENS)]
    # Ten tokens for the question, whatever is cached.
    assert all(0 < usage.input < 30 for usage in found)
    costs = [PRICE.cost(usage) for usage in found]
    plain = PRICE.cost(Usage(input=found[0].prompt, output=found[0].completion))
    assert costs[0] > plain > 2 * costs[1]


@every_cache
async def test_few_shots_are_part_of_the_cached_beginning(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    first = await usage_of(attempts, contract, sim, call("One?", SYSTEM, *SHOTS, shared=3))
    again = await usage_of(attempts, contract, sim, call("Two?", SYSTEM, *SHOTS, shared=3))
    other = await usage_of(attempts, contract, sim, call("Two?", SYSTEM, *SHOTS[::-1], shared=3))

    assert first.cache_write == again.cache_read > RULES_TOKENS + 700
    assert other.cache_read == 0


@every_cache
async def test_what_is_not_marked_or_too_short_is_not_cached(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    short = Message(role="system", content="You know ships.")
    for asked in (call("One?", SYSTEM, shared=0), call("One?", short, shared=1)):
        found = [await usage_of(attempts, contract, sim, asked) for _ in range(2)]
        assert parts(found) == [(0, 0), (0, 0)]


@every_cache
async def test_a_system_message_behind_the_shared_ones_prevents_a_breakpoint(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    """The provider takes it first, so the beginning is another one in each call."""
    asked = ModelCall(
        model="sim-medium",
        messages=(SYSTEM, *SHOTS, Message(role="system", content="Today is Monday"), SHOTS[0]),
        cached_messages=3,
    )

    assert parts([await usage_of(attempts, contract, sim, asked) for _ in range(2)]) == [
        (0, 0),
        (0, 0),
    ]


@every_cache
async def test_calls_at_the_same_time_all_write(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    """A cache can be read only after the first response has begun; that is why one call is sent first."""
    await sim.behave(latency={"kind": "fixed", "ms": 150})
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(usage_of(attempts, contract, sim, call(f"{n}?", SYSTEM, shared=1)))
            for n in range(3)
        ]

    assert parts([task.result() for task in tasks]) == [(RULES_TOKENS, 0)] * 3


def contract_of(provider: Provider) -> Contract:
    return next(each for each in CONTRACTS if each.provider is provider)


async def test_anthropics_client_reads_what_our_call_wrote(
    sim: Simulated, attempts: CallAttempts
) -> None:
    contract = contract_of(Provider.ANTHROPIC)
    await usage_of(attempts, contract, sim, call("One?", SYSTEM, shared=1))
    await usage_of(attempts, contract, sim, call("One?", SYSTEM, *SHOTS, shared=3))
    mark: Any = {"cache_control": {"type": "ephemeral"}}
    block: Any = {"type": "text", "text": RULES}
    shots: Any = [{"role": "user", "content": SHOTS[0].content}]
    shots.append(
        {
            "role": "assistant",
            "content": [{"type": "text", "text": SHOTS[1].content, **mark}],
        }
    )
    question: Any = {"role": "user", "content": "Another?"}
    marked: Any = [{**block, **mark}]
    async with AsyncAnthropic(api_key="sk-test", base_url=sim.url, max_retries=0) as client:
        by_system = await client.messages.create(
            model="sim-medium", max_tokens=50, system=marked, messages=[question]
        )
        by_shots = await client.messages.create(
            model="sim-medium", max_tokens=50, system=RULES, messages=[*shots, question]
        )

    assert by_system.usage.cache_read_input_tokens == RULES_TOKENS
    assert (by_shots.usage.cache_read_input_tokens or 0) > RULES_TOKENS + 700
    assert by_shots.usage.cache_creation_input_tokens == 0


async def test_amazons_client_reads_what_our_call_wrote(
    sim: Simulated, attempts: CallAttempts
) -> None:
    contract = contract_of(Provider.BEDROCK)
    await usage_of(attempts, contract, sim, call("One?", SYSTEM, shared=1))
    client = boto3.client(
        "bedrock-runtime",
        region_name="eu-central-1",
        endpoint_url=sim.url,
        aws_access_key_id="AKIATEST",
        aws_secret_access_key="secret",
        config=config_of(retries={"total_max_attempts": 1}),
    )
    # botocore checks the parameters against Amazon's own model of the service.
    answer = await asyncio.to_thread(
        client.converse,
        modelId="sim-medium",
        system=[{"text": RULES}, {"cachePoint": {"type": "default"}}],
        messages=[{"role": "user", "content": [{"text": "Another?"}]}],
    )

    assert answer["usage"]["cacheReadInputTokens"] == RULES_TOKENS
    assert answer["usage"]["cacheWriteInputTokens"] == 0


OPENAIS = [each for each in WITH_BOTH_APIS if each.provider is Provider.OPENAI]
both_apis = pytest.mark.parametrize("contract", OPENAIS, ids=[each.name for each in OPENAIS])
# Matches cached prompts at breakpoints only.
GPT = "gpt-6-sol"


@both_apis
async def test_gpt_writes_every_prompt_unless_the_end_of_the_shared_part_is_marked(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    def asked(question: str, shared: int | None) -> ModelCall:
        messages = (SYSTEM, Message(role="user", content=question))
        return ModelCall(model=GPT, messages=messages, cached_messages=shared)

    by_itself = [
        await usage_of(attempts, contract, sim, asked(question, None)) for question in ("1?", "2?")
    ]
    off = [await usage_of(attempts, contract, sim, asked(question, 0)) for question in ("1?", "2?")]
    marked = [
        await usage_of(attempts, contract, sim, asked(question, 1)) for question in ("1?", "2?")
    ]

    assert all(usage.cache_write > RULES_TOKENS and not usage.cache_read for usage in by_itself)
    assert parts(off) == [(0, 0), (0, 0)]
    assert parts(marked) == [(RULES_TOKENS, 0), (0, RULES_TOKENS)]


@both_apis
async def test_gpt_takes_the_last_breakpoint_before_an_assistant_message(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    found = [
        await usage_of(attempts, contract, sim, call(question, SYSTEM, *SHOTS, shared=3, model=GPT))
        for question in ("One?", "Two?")
    ]

    assert found[0].cache_write == found[1].cache_read > RULES_TOKENS + 300
    assert found[1].cache_write == 0


@pytest.fixture
async def gpt(sim: Simulated) -> AsyncGenerator[AsyncOpenAI]:
    async with AsyncOpenAI(api_key="sk-test", base_url=f"{sim.url}/v1", max_retries=0) as client:
        yield client


EXPLICIT: Any = {"mode": "explicit"}


async def test_openais_client_reads_what_our_chat_wrote(
    sim: Simulated, attempts: CallAttempts, gpt: AsyncOpenAI
) -> None:
    chat, _ = OPENAIS
    await usage_of(attempts, chat, sim, call("One?", SYSTEM, shared=1, model=GPT))
    part: Any = {"type": "text", "text": RULES, "prompt_cache_breakpoint": EXPLICIT}
    theirs = await gpt.chat.completions.create(
        model=GPT,
        messages=[
            {"role": "system", "content": [part]},
            {"role": "user", "content": "Another?"},
        ],
        prompt_cache_options=EXPLICIT,
    )

    assert theirs.usage is not None
    assert theirs.usage.prompt_tokens_details is not None
    assert theirs.usage.prompt_tokens_details.cached_tokens == RULES_TOKENS


async def test_openais_client_reads_what_our_response_wrote(
    sim: Simulated, attempts: CallAttempts, gpt: AsyncOpenAI
) -> None:
    _, responses = OPENAIS
    await usage_of(attempts, responses, sim, call("One?", SYSTEM, shared=1, model=GPT))
    part: Any = {"type": "input_text", "text": RULES, "prompt_cache_breakpoint": EXPLICIT}
    theirs = await gpt.responses.create(
        model=GPT,
        input=[
            {"role": "system", "content": [part]},
            {"role": "user", "content": "Another?"},
        ],
        prompt_cache_options=EXPLICIT,
    )

    assert theirs.usage is not None
    assert theirs.usage.input_tokens_details.cached_tokens == RULES_TOKENS
    assert theirs.usage.input_tokens_details.cache_write_tokens == 0


@pytest.mark.parametrize(
    ("provider", "model"),
    [
        (Provider.COMPATIBLE, GPT),
        (Provider.AZURE, GPT),
        (Provider.OPENAI, "gpt-5.4"),
        (Provider.OPENAI, "gpt-4o"),
    ],
)
def test_other_servers_and_models_are_sent_no_breakpoint(provider: Provider, model: str) -> None:
    endpoint = contract_of(provider).endpoint("http://provider")
    asked = call("One?", SYSTEM, shared=1, model=model)
    request = wire_of(endpoint, asked).request(endpoint, asked, stream=False, bearer=None)

    assert b"prompt_cache" not in request.body
