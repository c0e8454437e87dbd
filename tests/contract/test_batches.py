"""Batches at providers: the official clients accept what we send, and read what the simulator answers."""

import asyncio
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from anthropic import AsyncAnthropic
from anthropic.types.messages import MessageBatch
from openai import AsyncOpenAI
from openai.types import Batch

from edison.domain.ids import CredentialId
from edison.domain.models.model_api import CHAT_COMPLETIONS, RESPONSES, ModelApi
from edison.domain.models.model_call import Answered, Failed, Message, ModelCall
from edison.domain.models.parameters import Parameters
from edison.domain.models.provider import Endpoint, Provider
from edison.network.guarded_http import GuardedHttp
from edison.providers.batch_client import BATCH_WIRES, NOT_KNOWN_YET, BatchClient, LostSubmission
from edison.providers.call_attempt import outcome_of_response, wire_request
from edison.providers.facts.batch_facts import BATCH_FACTS
from edison.providers.wire.batch_wire import BatchItem, BatchReport, BatchRequest
from tests.support.independent_bill import published_prices
from tests.support.simulated import Simulated

CALLS = tuple(
    ModelCall(
        model="sim-small",
        messages=(Message(role="user", content=f"What is {number} plus one?"),),
        parameters=Parameters(max_tokens=50),
    )
    for number in range(5)
)
MARKER = "edison-0198"
KINDS: tuple[tuple[Provider, ModelApi], ...] = (
    (Provider.OPENAI, CHAT_COMPLETIONS),
    (Provider.OPENAI, RESPONSES),
    (Provider.ANTHROPIC, CHAT_COMPLETIONS),
    (Provider.GEMINI, CHAT_COMPLETIONS),
)
EACH = pytest.mark.parametrize(("provider", "api"), KINDS)


@pytest.fixture
async def client() -> AsyncGenerator[BatchClient]:
    client = BatchClient(GuardedHttp())
    yield client
    await client.close()


def place(sim: Simulated, provider: Provider, api: ModelApi = CHAT_COMPLETIONS) -> Endpoint:
    base = f"{sim.url}/v1" if provider is Provider.OPENAI else sim.url
    return Endpoint(
        credential=CredentialId(uuid4()),
        provider=provider,
        config={"base_url": base},
        secrets={"api_key": "sk-batch-0123456789"},
        allow_private=True,
        api=api,
    )


def requests(endpoint: Endpoint) -> list[BatchRequest]:
    return [
        BatchRequest(
            key=f"run-1-{number}-1",
            request=wire_request(endpoint, call, key="key", stream=False, bearer=None),
        )
        for number, call in enumerate(CALLS)
    ]


async def submitted(client: BatchClient, endpoint: Endpoint) -> BatchReport:
    file = await client.upload(endpoint, MARKER, requests(endpoint))
    assert isinstance(file, str)
    report = await client.submit(endpoint, MARKER, file, requests(endpoint))
    assert isinstance(report, BatchReport)
    return report


async def ended(client: BatchClient, endpoint: Endpoint, batch: str) -> BatchReport:
    async with asyncio.timeout(30):
        while True:
            report = await client.look(endpoint, batch)
            assert isinstance(report, BatchReport)
            if report.phase != "working":
                return report
            await asyncio.sleep(0.05)


async def items(
    client: BatchClient, endpoint: Endpoint, report: BatchReport
) -> dict[str, BatchItem]:
    found: dict[str, BatchItem] = {}
    async for item in client.results(endpoint, report):
        assert isinstance(item, BatchItem)
        found[item.key] = item
    return found


def lost(known: frozenset[str] = frozenset(), file: str | None = None) -> LostSubmission:
    keys = frozenset(f"run-1-{number}-1" for number in range(len(CALLS)))
    return LostSubmission(marker=MARKER, file=file, keys=keys, known=known, since=datetime.now(UTC))


@EACH
async def test_every_call_of_a_batch_is_answered_under_its_name(
    sim: Simulated, client: BatchClient, provider: Provider, api: ModelApi
) -> None:
    endpoint = place(sim, provider, api)

    report = await ended(client, endpoint, (await submitted(client, endpoint)).id)
    found = await items(client, endpoint, report)

    assert (report.phase, report.requests, report.done) == ("complete", 5, 5)
    assert sorted(found) == [f"run-1-{number}-1" for number in range(5)]
    for number, call in enumerate(CALLS):
        item = found[f"run-1-{number}-1"]
        outcome = outcome_of_response(endpoint, call, None, item.status, item.body)
        assert isinstance(outcome, Answered)
        assert outcome.usage is not None
        assert outcome.latency_ms is None
    assert {bill["batch"] for bill in await sim.billed()} == {True}


@EACH
async def test_calls_that_expire_are_named_and_not_charged(
    sim: Simulated, client: BatchClient, provider: Provider, api: ModelApi
) -> None:
    await sim.behave(batches={"expires_after": 2})
    endpoint = place(sim, provider, api)

    report = await ended(client, endpoint, (await submitted(client, endpoint)).id)
    found = await items(client, endpoint, report)

    assert report.phase == "partial"
    if provider is Provider.GEMINI:
        # No results, though two calls are charged.
        assert (found, report.charged) == ({}, 2)
    else:
        assert [item.skipped for _, item in sorted(found.items())] == [False] * 2 + [True] * 3
    assert sum(bill["answers"] for bill in await sim.billed()) == 2


@EACH
async def test_a_cancelled_batch_keeps_what_was_answered(
    sim: Simulated, client: BatchClient, provider: Provider, api: ModelApi
) -> None:
    await sim.behave(batches={"seconds": 600})
    endpoint = place(sim, provider, api)
    batch = await submitted(client, endpoint)

    assert await client.cancel(endpoint, batch.id) is None
    report = await ended(client, endpoint, batch.id)

    assert report.phase == "partial"
    assert all(item.skipped for item in (await items(client, endpoint, report)).values())


@EACH
async def test_a_failed_call_has_the_failure_of_a_live_one(
    sim: Simulated, client: BatchClient, provider: Provider, api: ModelApi
) -> None:
    await sim.behave(faults=[{"kind": "too_long"}])
    endpoint = place(sim, provider, api)

    report = await ended(client, endpoint, (await submitted(client, endpoint)).id)
    found = await items(client, endpoint, report)

    assert report.phase == "complete"
    outcomes = [
        outcome_of_response(endpoint, CALLS[0], None, item.status, item.body)
        for item in found.values()
    ]
    assert {outcome.code for outcome in outcomes if isinstance(outcome, Failed)} == {"too_long"}
    assert len(outcomes) == 5


@EACH
async def test_a_lost_submission_is_found(
    sim: Simulated, client: BatchClient, provider: Provider, api: ModelApi
) -> None:
    endpoint = place(sim, provider, api)
    assert await client.find(endpoint, lost()) is None
    await sim.behave(batches={"lost_submissions": 1})
    file = await client.upload(endpoint, MARKER, requests(endpoint))
    assert isinstance(file, str)

    failed = await client.submit(endpoint, MARKER, file, requests(endpoint))
    found = await client.find(endpoint, lost())

    assert isinstance(failed, Failed)
    assert failed.doubtful == 1
    assert isinstance(found, BatchReport)
    assert found.requests == 5


async def test_a_batch_without_a_marker_is_known_when_it_has_ended(
    sim: Simulated, client: BatchClient
) -> None:
    await sim.behave(batches={"seconds": 600})
    endpoint = place(sim, Provider.ANTHROPIC)
    batch = await submitted(client, endpoint)

    assert await client.find(endpoint, lost()) == NOT_KNOWN_YET
    # That of another submission of the run is none of this one.
    assert await client.find(endpoint, lost(frozenset({batch.id}))) is None

    await sim.behave()
    found = await client.find(endpoint, lost())
    assert isinstance(found, BatchReport)
    assert found.id == batch.id
    other = LostSubmission(
        marker=MARKER,
        file=None,
        keys=frozenset("abcde"),
        known=frozenset(),
        since=datetime.now(UTC),
    )
    assert await client.find(endpoint, other) is None


async def test_a_file_that_was_discarded_cannot_be_submitted(
    sim: Simulated, client: BatchClient
) -> None:
    endpoint = place(sim, Provider.OPENAI)
    file = await client.upload(endpoint, MARKER, requests(endpoint))
    assert isinstance(file, str)

    assert await client.discard(endpoint, file) is None
    failed = await client.submit(endpoint, MARKER, file, requests(endpoint))

    assert isinstance(failed, Failed)
    assert failed.doubtful == 0


async def test_openais_client_reads_our_batch_and_we_read_that_of_the_client(
    sim: Simulated, client: BatchClient
) -> None:
    endpoint = place(sim, Provider.OPENAI)
    ours = await submitted(client, endpoint)
    async with AsyncOpenAI(api_key="sk", base_url=f"{sim.url}/v1", max_retries=0) as official:
        seen = await official.batches.retrieve(ours.id)
        assert seen.input_file_id is not None
        content = (await official.files.content(seen.input_file_id)).content
        file = await official.files.create(file=("calls.jsonl", content), purpose="batch")
        theirs = await official.batches.create(
            input_file_id=file.id,
            endpoint="/v1/chat/completions",
            completion_window="24h",
            metadata={"edison_batch": MARKER},
        )
        listed = [batch.id async for batch in official.batches.list()]

    assert Batch.model_validate(seen.model_dump(), strict=True).metadata == {"edison_batch": MARKER}
    assert seen.status == "completed"
    assert listed == [theirs.id, ours.id]
    report = await client.look(endpoint, theirs.id)
    assert isinstance(report, BatchReport)
    assert report.marker == MARKER
    assert len(await items(client, endpoint, report)) == 5


async def test_anthropics_client_reads_our_batch_and_we_read_that_of_the_client(
    sim: Simulated, client: BatchClient
) -> None:
    endpoint = place(sim, Provider.ANTHROPIC)
    ours = await submitted(client, endpoint)
    call: Any = {
        "model": "sim-small",
        "max_tokens": 20,
        "messages": [{"role": "user", "content": "What is 1 plus one?"}],
    }
    async with AsyncAnthropic(api_key="sk", base_url=sim.url, max_retries=0) as official:
        seen = await official.messages.batches.retrieve(ours.id)
        answers = {
            each.custom_id: each.result
            async for each in await official.messages.batches.results(ours.id)
        }
        theirs = await official.messages.batches.create(
            requests=[{"custom_id": "one", "params": call}]
        )
        listed = [batch.id async for batch in official.messages.batches.list()]

    assert isinstance(seen, MessageBatch)
    assert seen.processing_status == "ended"
    assert seen.request_counts.succeeded == 5
    assert {answer.type for answer in answers.values()} == {"succeeded"}
    assert sorted(answers) == [f"run-1-{number}-1" for number in range(5)]
    assert listed == [theirs.id, ours.id]
    report = await client.look(endpoint, theirs.id)
    assert isinstance(report, BatchReport)
    assert list(await items(client, endpoint, report)) == ["one"]


# The client subclasses a class of aiohttp that warns about subclasses.
@pytest.mark.filterwarnings("ignore:Inheritance class:DeprecationWarning")
async def test_googles_client_reads_our_batch_and_we_read_that_of_the_client(
    sim: Simulated, client: BatchClient
) -> None:
    endpoint = place(sim, Provider.GEMINI)
    ours = await submitted(client, endpoint)
    call: Any = {"contents": [{"role": "user", "parts": [{"text": "What is 1 plus one?"}]}]}
    genai: Any = pytest.importorskip("google.genai", reason="needs the package google-genai")
    official = genai.Client(api_key="key", http_options={"base_url": sim.url}).aio
    seen: Any = await official.batches.get(name=ours.id)
    theirs: Any = await official.batches.create(
        model="sim-small",
        src=[{**call, "metadata": {"key": "one"}}],
        config={"display_name": "theirs"},
    )
    listed = [batch.name async for batch in await official.batches.list()]
    await official.aclose()

    assert seen.display_name == MARKER
    assert seen.state.name == "JOB_STATE_SUCCEEDED"
    answers: list[Any] = seen.dest.inlined_responses
    assert sorted(each.metadata["key"] for each in answers if each.metadata) == [
        f"run-1-{number}-1" for number in range(5)
    ]
    assert all(each.response and each.response.text for each in answers)
    assert listed == [theirs.name, ours.id]
    report = await client.look(endpoint, theirs.name or "")
    assert isinstance(report, BatchReport)
    assert report.marker == "theirs"
    assert list(await items(client, endpoint, report)) == ["one"]


def test_the_share_of_a_batch_is_the_published_one() -> None:
    published = {provider: price.batch for (provider, _), price in published_prices().items()}

    for provider in (Provider.OPENAI, Provider.ANTHROPIC, Provider.GEMINI):
        assert BATCH_FACTS[provider].share == published[str(provider)]


def test_every_fact_about_batches_has_a_source_and_a_client() -> None:
    assert set(BATCH_FACTS) == set(BATCH_WIRES)
    for fact in BATCH_FACTS.values():
        assert 0 < fact.share < 1
        assert fact.source.address
        assert fact.source.read_on.isoformat() == "2026-11-19"
