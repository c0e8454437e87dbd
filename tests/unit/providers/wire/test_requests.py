"""What is sent: only what was set, in each provider's words, to the right address with the right key."""

import json
from typing import Any

import pytest

from edison.domain.models.model_call import Message, MessageRole, ModelCall, ToolCall
from edison.domain.models.parameters import NAMES, NOTHING_SET, Parameters
from edison.domain.models.provider import Provider
from edison.providers.wire.registry import LEFT_OUT, WIRES
from edison.providers.wire.wire_protocol import WireRequest
from tests.unit.providers.wire.recordings import an_endpoint
from tests.unit.providers.wire.sample_calls import ALL_SET, a_call, a_tool_talk

APART = (Provider.ANTHROPIC, Provider.GEMINI, Provider.VERTEX, Provider.BEDROCK)
FAMILY = tuple(provider for provider in WIRES if provider not in APART)


def sent(provider: Provider, call: ModelCall, *, stream: bool = False) -> WireRequest:
    return WIRES[provider].request(an_endpoint(provider), call, stream=stream, bearer="token")


def body(provider: Provider, call: ModelCall, *, stream: bool = False) -> dict[str, Any]:
    return json.loads(sent(provider, call, stream=stream).body)


def test_a_plain_call_to_openai_is_these_bytes() -> None:
    assert sent(Provider.OPENAI, a_call("Grüße")).body == (
        '{"model":"some-model","messages":[{"role":"user","content":"Grüße"}]}'.encode()
    )


def test_a_plain_call_to_anthropic_is_these_bytes() -> None:
    assert sent(Provider.ANTHROPIC, a_call("Hi")).body == (
        b'{"model":"some-model","max_tokens":4096,"messages":[{"role":"user","content":"Hi"}]}'
    )


def test_a_plain_call_to_gemini_is_these_bytes() -> None:
    assert sent(Provider.GEMINI, a_call("Hi")).body == (
        b'{"contents":[{"role":"user","parts":[{"text":"Hi"}]}]}'
    )


def test_a_plain_call_to_bedrock_is_these_bytes() -> None:
    assert sent(Provider.BEDROCK, a_call("Hi")).body == (
        b'{"messages":[{"role":"user","content":[{"text":"Hi"}]}]}'
    )


@pytest.mark.parametrize(
    ("provider", "model", "stream", "url"),
    [
        (Provider.OPENAI, "gpt-5.2", True, "https://api.openai.com/v1/chat/completions"),
        (Provider.COMPATIBLE, "q/w", False, "http://localhost:8000/v1/chat/completions"),
        (Provider.SIMULATED, "sim", False, "http://localhost:9000/v1/chat/completions"),
        (Provider.OLLAMA, "llama3", False, "http://localhost:11434/v1/chat/completions"),
        (
            Provider.AZURE,
            "a b/c?d",
            False,
            "https://acme.openai.azure.com/openai/deployments/a%20b%2Fc%3Fd/chat/completions"
            "?api-version=2024-10-21",
        ),
        (
            Provider.AZURE,
            "",
            False,
            "https://acme.openai.azure.com/openai/deployments/my-gpt/chat/completions"
            "?api-version=2024-10-21",
        ),
        (Provider.ANTHROPIC, "claude", False, "https://api.anthropic.com/v1/messages"),
        (
            Provider.GEMINI,
            "models/gemini-3.5-flash",
            False,
            "https://generativelanguage.googleapis.com/v1beta/models/gemini-3.5-flash:generateContent",
        ),
        (
            Provider.GEMINI,
            "../x",
            True,
            "https://generativelanguage.googleapis.com/v1beta/models/..%2Fx:streamGenerateContent?alt=sse",
        ),
        (
            Provider.VERTEX,
            "gemini-3.5-flash",
            False,
            "https://europe-west1-aiplatform.googleapis.com/v1/projects/acme/locations/europe-west1"
            "/publishers/google/models/gemini-3.5-flash:generateContent",
        ),
        (
            Provider.BEDROCK,
            "arn:aws:bedrock:eu-central-1:1:inference-profile/x:0",
            True,
            "https://bedrock-runtime.eu-central-1.amazonaws.com/model/"
            "arn%3Aaws%3Abedrock%3Aeu-central-1%3A1%3Ainference-profile%2Fx%3A0/converse-stream",
        ),
    ],
)
def test_a_call_goes_to_its_address(provider: Provider, model: str, stream: bool, url: str) -> None:
    request = sent(provider, a_call("Hi", model=model), stream=stream)

    assert (request.method, request.url) == ("POST", url)
    assert request.headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    ("provider", "name", "value"),
    [
        (Provider.OPENAI, "authorization", "Bearer the-key"),
        (Provider.COMPATIBLE, "authorization", "Bearer the-key"),
        (Provider.AZURE, "api-key", "the-key"),
        (Provider.ANTHROPIC, "x-api-key", "the-key"),
        (Provider.ANTHROPIC, "anthropic-version", "2023-06-01"),
        (Provider.GEMINI, "x-goog-api-key", "the-key"),
        (Provider.VERTEX, "authorization", "Bearer token"),
    ],
)
def test_a_call_carries_its_key(provider: Provider, name: str, value: str) -> None:
    request = sent(provider, a_call("Hi"))

    assert request.headers[name] == value
    assert b"the-key" not in request.body
    assert "the-key" not in request.url
    assert value not in repr(request)


def test_the_organization_is_named_where_there_is_one() -> None:
    endpoint = an_endpoint(Provider.OPENAI, organization="org-1")

    request = WIRES[Provider.OPENAI].request(endpoint, a_call("Hi"), stream=False, bearer=None)

    assert request.headers["openai-organization"] == "org-1"


@pytest.mark.parametrize("provider", [Provider.OLLAMA, Provider.SIMULATED])
def test_without_a_key_none_is_sent(provider: Provider) -> None:
    assert sent(provider, a_call("Hi")).headers == {"content-type": "application/json"}


@pytest.mark.parametrize("provider", sorted(WIRES))
def test_each_parameter_is_sent_or_known_to_be_left_out(provider: Provider) -> None:
    model = "anthropic.claude-sonnet-5" if provider is Provider.BEDROCK else "some-model"
    bare = body(provider, a_call("Hi", model=model))

    ignored = {
        name
        for name in NAMES
        if body(provider, a_call("Hi", model=model, parameters=_only(name))) == bare
    }

    assert ignored == LEFT_OUT[provider]


def _only(name: str) -> Parameters:
    return ALL_SET.without(NAMES - {name})


def test_nothing_set_is_nothing_sent() -> None:
    for provider in WIRES:
        names = set(body(provider, a_call("Hi", parameters=NOTHING_SET)))
        assert names <= {"model", "messages", "contents", "max_tokens"}


@pytest.mark.parametrize("provider", FAMILY)
def test_the_limit_has_the_name_that_the_provider_knows(provider: Provider) -> None:
    given = body(provider, a_call("Hi", parameters=Parameters(max_tokens=7)))

    newer = provider in (Provider.OPENAI, Provider.AZURE)
    assert given.get("max_completion_tokens" if newer else "max_tokens") == 7
    assert ("max_tokens" in given) != newer


@pytest.mark.parametrize("provider", FAMILY)
def test_a_stream_asks_for_its_usage(provider: Provider) -> None:
    given = body(provider, a_call("Hi"), stream=True)

    assert given["stream"] is True
    assert given["stream_options"] == {"include_usage": True}


def _system(provider: Provider, given: dict[str, Any]) -> str | None:
    if provider is Provider.ANTHROPIC:
        return given.get("system")
    if provider is Provider.BEDROCK:
        return given["system"][0]["text"] if "system" in given else None
    return given["systemInstruction"]["parts"][0]["text"] if "systemInstruction" in given else None


@pytest.mark.parametrize("provider", APART)
def test_system_messages_go_apart_joined_by_a_blank_line(provider: Provider) -> None:
    call = ModelCall(
        model="m",
        messages=(
            Message(role="system", content="Be brief."),
            Message(role="system", content="Be kind."),
            Message(role="user", content="Hi"),
        ),
    )
    given = body(provider, call)

    assert _system(provider, given) == "Be brief.\n\nBe kind."
    assert len(given.get("messages") or given["contents"]) == 1


@pytest.mark.parametrize("provider", APART)
def test_a_prompt_of_only_system_text_is_asked_as_the_user(provider: Provider) -> None:
    call = ModelCall(model="m", messages=(Message(role="system", content="Tell a joke."),))

    given = body(provider, call)

    assert _system(provider, given) is None
    (turn,) = given.get("messages") or given["contents"]
    assert turn["role"] == "user"
    assert "Tell a joke." in json.dumps(turn)


@pytest.mark.parametrize("provider", APART)
def test_neighbours_of_one_side_are_merged(provider: Provider) -> None:
    said: list[tuple[MessageRole, str]] = [
        ("user", "a"),
        ("user", "b"),
        ("assistant", "c"),
        ("user", "d"),
    ]
    messages = tuple(Message(role=role, content=text) for role, text in said)
    call = ModelCall(model="m", messages=messages)
    turns = body(provider, call).get("messages") or body(provider, call)["contents"]

    assert [turn["role"] for turn in turns] in (
        ["user", "assistant", "user"],
        ["user", "model", "user"],
    )
    first = turns[0].get("content") or turns[0]["parts"]
    assert [part["text"] for part in first] == ["a", "b"]


@pytest.mark.parametrize("provider", sorted(WIRES))
def test_a_talk_with_tools_keeps_calls_and_results_together(provider: Provider) -> None:
    given = body(provider, a_tool_talk())
    turns = given.get("messages") or given["contents"]
    text = json.dumps(turns)

    assert text.count('"call_1"') == 2
    assert text.count('"call_2"') == 2
    assert "18 degrees" in text
    if provider in APART:
        assert len(turns) == 3  # both results are one turn
    else:
        assert [turn["role"] for turn in turns] == ["system", "user", "assistant", "tool", "tool"]


def test_gemini_is_told_which_tool_a_result_is_from() -> None:
    parts = body(Provider.GEMINI, a_tool_talk())["contents"][-1]["parts"]

    assert [part["functionResponse"]["name"] for part in parts] == ["weather", "clock"]


def test_newer_gemini_gets_a_signature_for_the_first_call_of_a_turn_and_older_none() -> None:
    def signed(model: str) -> list[bool]:
        parts = body(Provider.GEMINI, a_tool_talk(model=model))["contents"][1]["parts"]
        return ["thoughtSignature" in part for part in parts if "functionCall" in part]

    assert signed("gemini-3.5-flash") == [True, False]
    assert signed("gemini-2.5-flash") == [False, False]


@pytest.mark.parametrize("provider", [Provider.ANTHROPIC, Provider.GEMINI, Provider.BEDROCK])
def test_arguments_that_are_no_json_are_passed_on(provider: Provider) -> None:
    wish = ToolCall(id="c", name="weather", arguments="{broken")
    call = ModelCall(
        model="m",
        messages=(
            Message(role="user", content="Hi"),
            Message(role="assistant", content="", tool_calls=(wish,)),
            Message(role="tool", content="?", tool_call_id="c"),
        ),
    )

    assert '{"arguments": "{broken"}' in json.dumps(body(provider, call))


def test_a_lone_surrogate_can_be_sent() -> None:
    for provider in WIRES:
        assert b"\\ud800" in sent(provider, a_call("a\ud800b")).body
