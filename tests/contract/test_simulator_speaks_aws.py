"""The simulator speaks Bedrock's protocol, its binary streams too: the official client understands every word."""

import asyncio
import json
from typing import Any

import pytest

from tests.support.simulated import Simulated

boto3: Any = pytest.importorskip("boto3", reason="needs the package boto3")
config_of: Any = pytest.importorskip("botocore.config", reason="needs the package boto3").Config
exceptions: Any = pytest.importorskip("botocore.exceptions", reason="needs the package boto3")

ASK: Any = [{"role": "user", "content": [{"text": "What is the capital of France?"}]}]
STEADY = {"temperature": 0}
WEATHER: dict[str, Any] = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
}


def client_of(sim: Simulated, service: str = "bedrock-runtime", key: str = "AKIATEST") -> Any:
    return boto3.client(
        service,
        region_name="eu-central-1",
        endpoint_url=sim.url,
        aws_access_key_id=key,
        aws_secret_access_key="secret",
        config=config_of(retries={"total_max_attempts": 1}),
    )


def streamed(client: Any, **options: Any) -> list[dict[str, Any]]:
    return list(client.converse_stream(**options)["stream"])


async def test_bedrock_answers_and_its_usage_adds_up(sim: Simulated) -> None:
    answer = await asyncio.to_thread(
        client_of(sim).converse, modelId="sim-large", messages=ASK, inferenceConfig=STEADY
    )

    usage = answer["usage"]
    assert "Paris" in answer["output"]["message"]["content"][0]["text"]
    assert answer["stopReason"] == "end_turn"
    assert usage["totalTokens"] == usage["inputTokens"] + usage["outputTokens"]


async def test_bedrock_streams_the_same_text(sim: Simulated) -> None:
    options: Any = {"modelId": "sim-small", "messages": ASK, "inferenceConfig": STEADY}
    whole = await asyncio.to_thread(client_of(sim).converse, **options)
    events = await asyncio.to_thread(streamed, client_of(sim), **options)

    deltas = [event["contentBlockDelta"] for event in events if "contentBlockDelta" in event]
    text = "".join(delta["delta"]["text"] for delta in deltas)
    assert text == whole["output"]["message"]["content"][0]["text"]
    assert next(iter(events[0])) == "messageStart"
    assert events[-2] == {"messageStop": {"stopReason": "end_turn"}}
    assert events[-1]["metadata"]["usage"]["totalTokens"] == whole["usage"]["totalTokens"]


@pytest.mark.parametrize("stream", [False, True])
async def test_bedrock_calls_a_tool(sim: Simulated, stream: bool) -> None:
    options: Any = {
        "modelId": "sim-small",
        "messages": [{"role": "user", "content": [{"text": "What is the weather in Berlin?"}]}],
        "toolConfig": {
            "tools": [{"toolSpec": {"name": "get_weather", "inputSchema": {"json": WEATHER}}}]
        },
    }
    if stream:
        events = await asyncio.to_thread(streamed, client_of(sim), **options)
        starts = [event["contentBlockStart"] for event in events if "contentBlockStart" in event]
        parts = [event["contentBlockDelta"] for event in events if "contentBlockDelta" in event]
        assert starts[0]["start"]["toolUse"]["name"] == "get_weather"
        assert "".join(part["delta"]["toolUse"]["input"] for part in parts) == '{"city": "Berlin"}'
        return
    answer = await asyncio.to_thread(client_of(sim).converse, **options)

    use = answer["output"]["message"]["content"][0]["toolUse"]
    assert answer["stopReason"] == "tool_use"
    assert (use["name"], use["input"]) == ("get_weather", {"city": "Berlin"})


async def test_bedrock_answers_in_a_schema(sim: Simulated) -> None:
    schema = {"type": "object", "properties": {"score": {"type": "integer"}}, "required": ["score"]}
    form = {
        "type": "json_schema",
        "structure": {"jsonSchema": {"name": "grade", "schema": json.dumps(schema)}},
    }
    answer = await asyncio.to_thread(
        client_of(sim).converse,
        modelId="sim-small",
        messages=ASK,
        outputConfig={"textFormat": form},
    )

    found = json.loads(answer["output"]["message"]["content"][0]["text"])
    assert isinstance(found["score"], int)


async def test_bedrock_lists_models(sim: Simulated) -> None:
    listed = await asyncio.to_thread(client_of(sim, "bedrock").list_foundation_models)

    names = {model["modelId"] for model in listed["modelSummaries"]}
    assert {"sim-small", "sim-large"} <= names


@pytest.mark.parametrize(
    ("model", "error"),
    [
        ("sim-rate-limited", "ThrottlingException"),
        ("sim-quota", "ServiceQuotaExceededException"),
        ("sim-down", "InternalServerException"),
        ("sim-overloaded", "ServiceUnavailableException"),
        ("sim-missing", "ResourceNotFoundException"),
        ("sim-too-long", "ValidationException"),
        ("sim-picky", "ValidationException"),
    ],
)
async def test_bedrock_errors_are_the_clients_own(sim: Simulated, model: str, error: str) -> None:
    client = client_of(sim)
    with pytest.raises(getattr(client.exceptions, error)) as caught:
        await asyncio.to_thread(
            client.converse, modelId=model, messages=ASK, inferenceConfig={"temperature": 0.5}
        )

    failure: Any = caught.value
    assert failure.response["Error"]["Code"] == error


async def test_bedrock_says_403_to_a_wrong_key(sim: Simulated) -> None:
    client = client_of(sim, key="AKIAinvalid")
    with pytest.raises(exceptions.ClientError) as caught:
        await asyncio.to_thread(client.converse, modelId="sim-small", messages=ASK)

    failure: Any = caught.value
    assert failure.response["Error"]["Code"] == "UnrecognizedClientException"
    assert failure.response["ResponseMetadata"]["HTTPStatusCode"] == 403
