"""Embeddings of every provider that has them: near texts have near vectors, errors have names, tokens are billed.

The official clients are the judges: they parse what the simulator answers as Edison does.
"""

import asyncio
import json
from collections.abc import AsyncGenerator
from itertools import pairwise
from typing import Any

import pytest
from openai import AsyncAzureOpenAI, AsyncOpenAI

from edison.domain.models.embedding_vectors import Vector, cosine, unpack_vectors
from edison.domain.models.model_call import Answered, CallOutcome, FailureCode, Message, ModelCall
from edison.domain.models.provider import Provider
from edison.providers.call_attempt import CallAttempts
from edison.providers.wire.registry import EMBEDDING_WIRES, ONE_TEXT_A_CALL
from tests.contract.providers import (
    CONTRACTS,
    PRICE,
    Contract,
    answered,
    failed,
    quietly,
    with_contracts,
)
from tests.support.simulated import Simulated

boto3: Any = pytest.importorskip("boto3", reason="needs the package boto3")
oauth2: Any = pytest.importorskip("google.oauth2.credentials", reason="needs google-auth")
genai: Any = pytest.importorskip("google.genai", reason="needs the package google-genai")

WITH_EMBEDDINGS = [each for each in CONTRACTS if each.provider in EMBEDDING_WIRES]
every_embedding = with_contracts(WITH_EMBEDDINGS)
TEXTS = (
    "The automobile was shipped quickly to Hamburg",
    "Cars are sent fast",
    "A physician reads the newspaper",
)


def embedding(*texts: str, model: str = "sim-embedding") -> ModelCall:
    return ModelCall(
        model=model,
        messages=tuple(Message(role="user", content=text) for text in texts),
        task="embed",
    )


async def ask(
    attempts: CallAttempts,
    contract: Contract,
    sim: Simulated,
    call: ModelCall,
    *,
    valid: bool = True,
) -> CallOutcome:
    endpoint = contract.endpoint(sim.url, valid=valid)
    return await attempts.make(endpoint, PRICE, call, "embedded", 10)


async def vectors_of(
    attempts: CallAttempts, contract: Contract, sim: Simulated, *texts: str, **more: str
) -> tuple[list[Vector], list[Answered]]:
    """Ask for the vectors of these texts, in as many requests as the provider needs."""
    single = contract.provider in ONE_TEXT_A_CALL
    parts = [(text,) for text in texts] if single else [texts]
    found = [
        answered(await ask(attempts, contract, sim, embedding(*part, **more))) for part in parts
    ]
    return [vector for one in found for vector in unpack_vectors(one.text)], found


@every_embedding
async def test_texts_of_the_same_meaning_are_nearer(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    (one, same, other), found = await vectors_of(attempts, contract, sim, *TEXTS)

    assert cosine(one, same) > 0.5
    assert cosine(one, same) > cosine(one, other) + 0.3
    for answer in found:
        assert answer.usage is not None
        assert answer.usage.input > 0
        assert answer.usage.completion == 0
        assert answer.cost == answer.usage.input * 3


@every_embedding
async def test_the_order_of_the_texts_is_kept(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    forth, _ = await vectors_of(attempts, contract, sim, *TEXTS)
    back, _ = await vectors_of(attempts, contract, sim, *TEXTS[::-1])

    assert forth == back[::-1]
    assert all(one != two for one, two in pairwise(forth))


@every_embedding
async def test_a_stream_is_not_requested(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    endpoint = contract.endpoint(sim.url)
    found = await attempts.make(endpoint, PRICE, embedding(TEXTS[0]), "streamed", 10, quietly)

    assert len(unpack_vectors(answered(found).text)) == 1


@every_embedding
@pytest.mark.parametrize(
    ("model", "code"),
    [
        ("sim-rate-limited", FailureCode.RATE_LIMITED),
        ("sim-quota", FailureCode.QUOTA),
        ("sim-down", FailureCode.PROVIDER_ERROR),
        ("sim-too-long", FailureCode.TOO_LONG),
        ("sim-garbage", FailureCode.PROVIDER_ERROR),
        ("sim-truncated", FailureCode.PROVIDER_ERROR),
        ("sim-resets", FailureCode.UNREACHABLE),
    ],
)
async def test_errors_have_names(
    sim: Simulated, attempts: CallAttempts, contract: Contract, model: str, code: FailureCode
) -> None:
    found = failed(await ask(attempts, contract, sim, embedding(TEXTS[0], model=model)))

    assert found.code is code


@every_embedding
async def test_an_empty_text_is_refused_with_the_providers_words(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    found = failed(await ask(attempts, contract, sim, embedding("")))

    assert found.code is FailureCode.BAD_REQUEST
    assert "empty" in found.message


@every_embedding
async def test_usage_that_is_not_told_makes_the_cost_unknown(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    found = answered(await ask(attempts, contract, sim, embedding(TEXTS[0], model="sim-no-usage")))

    assert len(unpack_vectors(found.text)) == 1
    assert (found.usage, found.cost) == (None, None)


@with_contracts(each for each in WITH_EMBEDDINGS if each.keys)
async def test_a_wrong_key_is_named(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    found = failed(await ask(attempts, contract, sim, embedding(*TEXTS), valid=False))

    assert found.code is FailureCode.INVALID_KEY


@with_contracts(each for each in CONTRACTS if each.provider not in EMBEDDING_WIRES)
async def test_a_provider_without_embeddings_is_not_called(
    sim: Simulated, attempts: CallAttempts, contract: Contract
) -> None:
    found = failed(await ask(attempts, contract, sim, embedding(*TEXTS)))

    assert found.code is FailureCode.BAD_REQUEST
    assert "no embeddings endpoint" in found.message
    assert (await sim.calls())["total"] == 0


def contract_of(provider: Provider) -> Contract:
    return next(each for each in CONTRACTS if each.provider is provider)


def near(one: Vector, two: list[float]) -> bool:
    return one == pytest.approx(two, abs=1e-6)


@pytest.fixture
async def gpt(sim: Simulated) -> AsyncGenerator[AsyncOpenAI]:
    async with AsyncOpenAI(api_key="sk-test", base_url=f"{sim.url}/v1", max_retries=0) as client:
        yield client


async def test_openais_client_reads_the_same_vectors(
    sim: Simulated, attempts: CallAttempts, gpt: AsyncOpenAI
) -> None:
    ours = answered(await ask(attempts, contract_of(Provider.OPENAI), sim, embedding(*TEXTS)))
    # Without an encoding the client asks for base64 and decodes it.
    for encoding in ({"encoding_format": "float"}, {}):
        given: dict[str, Any] = {"model": "sim-embedding", "input": list(TEXTS), **encoding}
        theirs = await gpt.embeddings.create(**given)
        pairs = zip(unpack_vectors(ours.text), theirs.data, strict=True)
        assert all(near(one, two.embedding) for one, two in pairs)
        assert ours.usage is not None
        assert ours.usage.input == theirs.usage.prompt_tokens


async def test_azures_client_reads_the_same_vectors(sim: Simulated, attempts: CallAttempts) -> None:
    ours = answered(await ask(attempts, contract_of(Provider.AZURE), sim, embedding(*TEXTS)))
    async with AsyncAzureOpenAI(
        api_key="key", azure_endpoint=sim.url, api_version="2024-10-21", max_retries=0
    ) as client:
        theirs = await client.embeddings.create(model="sim-embedding", input=list(TEXTS))

    pairs = zip(unpack_vectors(ours.text), theirs.data, strict=True)
    assert all(near(one, two.embedding) for one, two in pairs)


@pytest.mark.filterwarnings("ignore:Inheritance class:DeprecationWarning")
async def test_googles_client_reads_the_same_vectors(
    sim: Simulated, attempts: CallAttempts
) -> None:
    ours = answered(await ask(attempts, contract_of(Provider.GEMINI), sim, embedding(*TEXTS)))
    client = genai.Client(api_key="key", http_options={"base_url": sim.url})
    theirs = await client.aio.models.embed_content(model="sim-embedding", contents=list(TEXTS))
    await client.aio.aclose()

    vectors = unpack_vectors(ours.text)
    assert theirs.embeddings is not None
    pairs = zip(vectors, theirs.embeddings, strict=True)
    assert all(near(one, two.values or []) for one, two in pairs)
    assert theirs.usage_metadata is not None
    assert ours.usage is not None
    assert ours.usage.input == theirs.usage_metadata.prompt_token_count


@pytest.mark.filterwarnings("ignore:Inheritance class:DeprecationWarning")
@pytest.mark.parametrize("model", ["gemini-embedding-001", "gemini-embedding-2"])
async def test_googles_client_reads_the_same_vector_of_vertex(
    sim: Simulated, attempts: CallAttempts, model: str
) -> None:
    """Both forms of the request: `predict` and `embedContent`."""
    contract = contract_of(Provider.VERTEX)
    [ours], [answer] = await vectors_of(attempts, contract, sim, TEXTS[0], model=model)
    client = genai.Client(
        vertexai=True,
        project="our-project",
        location="europe-west1",
        credentials=oauth2.Credentials(token="ya29.test"),
        http_options={"base_url": sim.url},
    )
    theirs = await client.aio.models.embed_content(model=model, contents=TEXTS[0])
    await client.aio.aclose()

    [embedding_of_theirs] = theirs.embeddings
    assert near(ours, embedding_of_theirs.values)
    assert answer.usage is not None
    assert answer.usage.input > 0


async def test_amazons_client_reads_the_same_vector(sim: Simulated, attempts: CallAttempts) -> None:
    contract = contract_of(Provider.BEDROCK)
    model = "amazon.titan-embed-text-v2:0"
    [ours], [answer] = await vectors_of(attempts, contract, sim, TEXTS[0], model=model)
    client = boto3.client(
        "bedrock-runtime",
        region_name="eu-central-1",
        endpoint_url=sim.url,
        aws_access_key_id="AKIATEST",
        aws_secret_access_key="secret",
    )
    response = await asyncio.to_thread(
        client.invoke_model, modelId=model, body=json.dumps({"inputText": TEXTS[0]})
    )
    theirs = json.loads(response["body"].read())

    assert near(ours, theirs["embedding"])
    assert answer.usage is not None
    assert answer.usage.input == theirs["inputTextTokenCount"]
