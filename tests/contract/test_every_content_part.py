"""Every provider gets images, PDFs and audio in its own form: the simulator and the official clients accept them."""

import asyncio
import base64
import json
from dataclasses import replace
from typing import Any

import pytest
from anthropic import AsyncAnthropic
from openai import AsyncOpenAI
from openai.types.chat import ChatCompletionMessageParam
from openai.types.responses import ResponseInputItemParam
from pydantic import TypeAdapter

from edison.domain.models.attached_file import LoadedFile
from edison.domain.models.model_call import FailureCode, Message, ModelCall
from edison.domain.models.provider import Endpoint, Provider
from edison.domain.models.token_counts import at_most_tokens, count_prompt
from edison.providers.call_attempt import CallAttempts
from edison.providers.wire.content_parts import sent_kinds
from edison.providers.wire.registry import wire_of
from tests.contract.providers import (
    PRICE,
    WITH_BOTH_APIS,
    Contract,
    answered,
    asking,
    every_provider,
    failed,
    quietly,
)
from tests.support.media import gif, jpeg, loaded_file, mp3, pdf, png, wav, webp
from tests.support.simulated import Simulated

genai_types: Any = pytest.importorskip("google.genai.types", reason="needs google-genai")
boto3: Any = pytest.importorskip("boto3", reason="needs the package boto3")

TEXT = "Compare  with this."
PICTURE = png(320, 200)
FILES = {
    "image": loaded_file(PICTURE, "cat.png", at=8),
    "pdf": loaded_file(pdf(3), "annual report (final).pdf", at=8),
    "audio": loaded_file(wav(2), "hello.wav", at=8),
}
PAIRS = [
    pytest.param(contract, kind, id=f"{contract.name}-{kind}")
    for contract in WITH_BOTH_APIS
    for kind in FILES
    if kind in sent_kinds(contract.provider, contract.api)
]
REFUSED_PAIRS = [
    pytest.param(contract, kind, id=f"{contract.name}-{kind}")
    for contract in WITH_BOTH_APIS
    for kind in FILES
    if kind not in sent_kinds(contract.provider, contract.api)
]
every_file = pytest.mark.parametrize("kind", list(FILES))
BY_NAME = {contract.name: contract for contract in WITH_BOTH_APIS}


def about(*files: LoadedFile, model: str = "sim-medium") -> ModelCall:
    return asking(model, Message(role="user", content=TEXT, files=files))


def body_of(name: str, call: ModelCall) -> dict[str, Any]:
    endpoint: Endpoint = BY_NAME[name].endpoint("http://provider")
    sent = wire_of(endpoint, call).request(endpoint, call, stream=False, bearer="token")
    return json.loads(sent.body)


@pytest.mark.parametrize(("contract", "kind"), PAIRS)
async def test_a_file_arrives_whole_and_is_counted(
    sim: Simulated, attempts: CallAttempts, contract: Contract, kind: Any
) -> None:
    endpoint, file = contract.endpoint(sim.url), FILES[kind]
    plain = asking("sim-medium", Message(role="user", content=TEXT))

    without = answered(await attempts.make(endpoint, PRICE, plain, "a", 10))
    whole = answered(await attempts.make(endpoint, PRICE, about(file), "b", 10))
    streamed = answered(await attempts.make(endpoint, PRICE, about(file), "c", 10, quietly))

    assert file.file[:12] in whole.text
    assert streamed.text == whole.text
    assert whole.usage is not None
    assert without.usage is not None
    # 320 x 200 pixels are 10 x 7 patches; a page is 700 tokens and a second 25, at least at this provider.
    counted = {"image": 70, "pdf": 2_100, "audio": 50}[kind]
    more = whole.usage.prompt - without.usage.prompt
    assert counted <= more <= counted + 10
    assert whole.usage.prompt <= at_most_tokens(about(file))
    estimate, exact = count_prompt(about(file).messages, "sim-medium", str(contract.provider))
    assert not exact
    assert estimate == pytest.approx(whole.usage.prompt, abs=30)


@pytest.mark.parametrize(("contract", "kind"), REFUSED_PAIRS)
async def test_what_a_protocol_has_no_form_for_is_refused_unsent(
    sim: Simulated, attempts: CallAttempts, contract: Contract, kind: Any
) -> None:
    outcome = failed(
        await attempts.make(contract.endpoint(sim.url), PRICE, about(FILES[kind]), "a", 10)
    )

    assert outcome.code is FailureCode.BAD_REQUEST
    assert "takes no" in outcome.message
    assert (await sim.calls())["total"] == 0


def test_the_protocols_take_what_their_documents_say() -> None:
    taken = {name: set(sent_kinds(one.provider, one.api)) for name, one in BY_NAME.items()}

    assert all("image" in kinds for kinds in taken.values())
    assert {name for name, kinds in taken.items() if "pdf" not in kinds} == {str(Provider.OLLAMA)}
    assert {name for name, kinds in taken.items() if "audio" not in kinds} == {
        str(Provider.ANTHROPIC),
        str(Provider.BEDROCK),
        str(Provider.OLLAMA),
        f"{Provider.OPENAI}-responses",
        f"{Provider.AZURE}-responses",
    }


@pytest.mark.parametrize("data", [png(), jpeg(), gif(), webp()], ids=["png", "jpeg", "gif", "webp"])
@every_provider
async def test_all_image_types_are_sent(
    sim: Simulated, attempts: CallAttempts, contract: Contract, data: bytes
) -> None:
    call = about(loaded_file(data, "any.image"))

    answer = answered(await attempts.make(contract.endpoint(sim.url), PRICE, call, "a", 10))

    assert loaded_file(data, "").file[:12] in answer.text


@pytest.mark.parametrize("name", [Provider.OPENAI, Provider.GEMINI])
async def test_mp3_is_sent(sim: Simulated, attempts: CallAttempts, name: str) -> None:
    call = about(loaded_file(mp3(), "a.mp3"))

    answer = answered(await attempts.make(BY_NAME[name].endpoint(sim.url), PRICE, call, "a", 10))

    assert "audio/mpeg" in answer.text


@every_provider
async def test_texts_and_files_keep_their_order(contract: Contract) -> None:
    first, second = loaded_file(PICTURE, "a.png", at=8), loaded_file(png(9, 9), "b.png", at=19)
    endpoint, call = contract.endpoint("http://provider"), about(second, first)
    sent = wire_of(endpoint, call).request(endpoint, call, stream=False, bearer="token").body

    places = [
        sent.index(part)
        for part in (
            b"Compare ",
            base64.b64encode(PICTURE),
            b" with this.",
            base64.b64encode(png(9, 9)),
        )
    ]
    assert places == sorted(places)


async def test_a_file_under_a_false_type_is_refused_by_the_provider(
    sim: Simulated, attempts: CallAttempts
) -> None:
    """A wire that says the wrong type would not pass the tests above."""
    lie = replace(FILES["image"], media_type="image/jpeg")
    for contract in WITH_BOTH_APIS:
        outcome = await attempts.make(contract.endpoint(sim.url), PRICE, about(lie), "a", 10)
        assert failed(outcome).code is FailureCode.BAD_REQUEST, contract.name


@every_file
async def test_the_client_of_openai_accepts_our_messages(sim: Simulated, kind: str) -> None:
    messages = body_of(str(Provider.OPENAI), about(FILES[kind]))["messages"]
    for message in messages:
        TypeAdapter[Any](ChatCompletionMessageParam).validate_python(message)
    async with AsyncOpenAI(
        api_key="sk", base_url=f"{sim.url}/v1", max_retries=0, _strict_response_validation=True
    ) as client:
        answer = await client.chat.completions.create(model="sim-small", messages=messages)

    assert FILES[kind].file[:12] in (answer.choices[0].message.content or "")


@pytest.mark.parametrize("kind", ["image", "pdf"])
async def test_the_client_of_openai_accepts_our_input_items(sim: Simulated, kind: str) -> None:
    items = body_of(f"{Provider.OPENAI}-responses", about(FILES[kind]))["input"]
    for item in items:
        TypeAdapter[Any](ResponseInputItemParam).validate_python(item)
    async with AsyncOpenAI(
        api_key="sk", base_url=f"{sim.url}/v1", max_retries=0, _strict_response_validation=True
    ) as client:
        answer = await client.responses.create(model="sim-small", input=items)

    assert FILES[kind].file[:12] in answer.output_text


@pytest.mark.parametrize("kind", ["image", "pdf"])
async def test_the_client_of_anthropic_accepts_our_blocks(sim: Simulated, kind: str) -> None:
    messages = body_of(str(Provider.ANTHROPIC), about(FILES[kind]))["messages"]
    async with AsyncAnthropic(
        api_key="sk", base_url=sim.url, max_retries=0, _strict_response_validation=True
    ) as client:
        answer = await client.messages.create(model="sim-small", max_tokens=99, messages=messages)

    assert answer.content[0].type == "text"
    assert FILES[kind].file[:12] in answer.content[0].text


@every_file
@pytest.mark.filterwarnings("ignore:Inheritance class:DeprecationWarning")
async def test_the_client_of_google_accepts_our_parts(sim: Simulated, kind: str) -> None:
    from google import genai

    contents = body_of(str(Provider.GEMINI), about(FILES[kind]))["contents"]
    # The client refuses fields that it does not know.
    read = [genai_types.Content.model_validate(content) for content in contents]
    client: Any = genai.Client(api_key="key", http_options={"base_url": sim.url})  # pyright: ignore[reportArgumentType]
    answer = await client.aio.models.generate_content(model="sim-small", contents=read)
    await client.aio.aclose()

    assert FILES[kind].file[:12] in answer.text


@pytest.mark.parametrize("kind", ["image", "pdf"])
async def test_the_client_of_aws_accepts_our_blocks(sim: Simulated, kind: str) -> None:
    messages = body_of(str(Provider.BEDROCK), about(FILES[kind]))["messages"]
    for message in messages:
        for block in message["content"]:
            for part in (block.get("image"), block.get("document")):
                if part is not None:
                    # The client encodes the bytes itself.
                    part["source"]["bytes"] = base64.b64decode(part["source"]["bytes"])
    client = boto3.client(
        "bedrock-runtime",
        region_name="eu-central-1",
        endpoint_url=sim.url,
        aws_access_key_id="AKIATEST",
        aws_secret_access_key="secret",
    )
    answer = await asyncio.to_thread(client.converse, modelId="sim-small", messages=messages)

    assert FILES[kind].file[:12] in answer["output"]["message"]["content"][0]["text"]


async def test_documents_of_bedrock_have_names_of_their_own_and_a_text_beside(
    sim: Simulated, attempts: CallAttempts
) -> None:
    one, two = (loaded_file(pdf(pages), "Ünsinn_&_mehr.pdf") for pages in (1, 2))
    call = asking("sim-medium", Message(role="user", content="", files=(one, two)))
    endpoint = BY_NAME[str(Provider.BEDROCK)].endpoint(sim.url)

    answer = answered(await attempts.make(endpoint, PRICE, call, "a", 10))

    assert one.file[:12] in answer.text
    assert two.file[:12] in answer.text


def test_a_message_without_files_is_sent_as_before() -> None:
    text = asking("sim-medium", Message(role="user", content=TEXT))
    sent = {name: body_of(name, text) for name in BY_NAME}

    assert sent[str(Provider.OPENAI)]["messages"] == [{"role": "user", "content": TEXT}]
    assert sent[f"{Provider.OPENAI}-responses"]["input"] == [{"role": "user", "content": TEXT}]
    assert sent[str(Provider.ANTHROPIC)]["messages"] == [{"role": "user", "content": TEXT}]
    assert sent[str(Provider.GEMINI)]["contents"] == [{"role": "user", "parts": [{"text": TEXT}]}]
    assert sent[str(Provider.BEDROCK)]["messages"] == [
        {"role": "user", "content": [{"text": TEXT}]}
    ]
