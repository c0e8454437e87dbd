"""Prompts through the Python SDK: found by name, kept, rendered, and used when the server is gone."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

import edison_sdk
from edison_sdk import AsyncEdison, Edison
from tests.integration.sdk.conftest import Workshop
from tests.support.processes import free_port

CONTENT: dict[str, Any] = {
    "system": "Answer {{who}}.",
    "few_shots": [{"user": "Hi", "assistant": "Hello"}],
    "messages": [{"role": "user", "content": "{{question}} {{who}} {not} {{ no }}"}],
    "tools": [{"name": "look", "description": "Look it up", "parameters": {"type": "object"}}],
    "output": {"kind": "schema", "schema": {"type": "object", "required": ["b", "a"]}},
    "parameters": {"temperature": 0.5, "max_tokens": 100, "stop": ["END"], "top_k": 3},
}
CHAT = {
    "messages": [
        {"role": "user", "content": "{{ignored}}"},
        {"role": "user", "content": "{{chat}}"},
    ]
}
VALUES: list[dict[str, Any]] = [
    {"who": "{{question}}", "question": ""},
    {"who": None, "question": {"ä": [1, 2.5, True]}},
    {"who": ["no message"], "question": 1e300, "other": "x"},
]
TALK = [
    {"role": "user", "content": "Hi {{who}}"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "1", "function": {"name": "look", "arguments": "{}"}}],
    },
    {"role": "tool", "content": "seen", "tool_call_id": "1"},
]


@pytest.mark.parametrize("values", VALUES)
def test_rendering_here_equals_rendering_on_the_server(
    workshop: Workshop, values: dict[str, Any]
) -> None:
    name = f"equal {values}"[:100]
    workshop.prompt(name, CONTENT)
    with workshop.client() as edison:
        here = edison.prompts.get(name).render(values)
        there = edison.prompts.render(name, values)

    assert here.messages == there.messages
    assert here.to_openai() == there.to_openai()
    assert here.messages[0].content.startswith("Answer ")


def test_a_value_may_be_a_conversation(workshop: Workshop) -> None:
    workshop.prompt("talk", CHAT)
    with workshop.client() as edison:
        values = {"chat": TALK, "ignored": "x"}
        here = edison.prompts.get("talk").render(values)
        there = edison.prompts.render("talk", values)

    assert here.messages == there.messages
    assert [each["role"] for each in here.to_anthropic()["messages"]] == [
        "user",
        "assistant",
        "user",
    ]


def test_a_missing_value_is_an_error_that_names_all_of_them(workshop: Workshop) -> None:
    workshop.prompt("missing", CONTENT)
    with workshop.client() as edison:
        with pytest.raises(edison_sdk.ValuesMissing) as here:
            edison.prompts.get("missing").render(other="x")
        with pytest.raises(edison_sdk.InvalidRequest) as there:
            edison.prompts.render("missing", {"other": "x"})

    assert here.value.missing == ("who", "question")
    assert there.value.details["missing"] == ["who", "question"]


def test_a_refusal_has_a_type_and_the_words_of_the_server(workshop: Workshop) -> None:
    with workshop.client() as edison, pytest.raises(edison_sdk.NotFound) as error:
        edison.prompts.get("nowhere")
    assert error.value.message == "This project has no prompt named 'nowhere'"
    with (
        Edison(workshop.server.address, "wrong", workshop.project) as stranger,
        pytest.raises(edison_sdk.NotAuthenticated),
    ):
        stranger.prompts.get("nowhere")


def test_a_prompt_is_kept_then_refreshed_in_the_background(workshop: Workshop) -> None:
    address = workshop.prompt("kept", {"messages": [{"role": "user", "content": "one"}]})
    with (
        workshop.client() as keeping,
        workshop.client(cache_ttl_s=0.0) as refreshing,
        workshop.client(cache_ttl_s=0.0, cache_stale_s=0.0) as asking,
    ):
        first = [each.prompts.get("kept") for each in (keeping, refreshing, asking)]
        workshop.change(address, {"messages": [{"role": "user", "content": "two"}]})

        assert {prompt.version for prompt in first} == {1}
        assert keeping.prompts.get("kept").version == 1
        # An old copy is returned at once; the new one comes with a later call.
        assert refreshing.prompts.get("kept").version == 1
        deadline = time.monotonic() + 30
        while refreshing.prompts.get("kept").version == 1:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert asking.prompts.get("kept").version == 2
        assert asking.prompts.get("kept", version=1).version == 1
        assert asking.prompts.get("kept", label="latest").labels == ["latest", "production"]


def test_a_copy_in_a_file_is_used_while_the_server_is_gone(
    workshop: Workshop, tmp_path: Path
) -> None:
    workshop.prompt("offline", CONTENT)
    file = tmp_path / "state" / "prompts.json"
    with workshop.client(fallback_file=file) as edison:
        known = edison.prompts.get("offline")
    gone = f"http://localhost:{free_port()}"

    with Edison(gone, workshop.token, workshop.project, fallback_file=file) as edison:
        found = edison.prompts.get("offline")
        with pytest.raises(edison_sdk.ServerUnreachable):
            edison.prompts.get("other")

    assert (known.stale, found.stale) == (False, True)
    assert found.content == known.content
    assert found.render(who="Eva", question="?").messages[0].content == "Answer Eva."


def test_requests_of_providers_have_every_part(workshop: Workshop) -> None:
    workshop.prompt("parts", CONTENT)
    with workshop.client() as edison:
        rendered = edison.prompts.get("parts").render(who="Eva", question="Why?")

    chat, message = rendered.to_openai(), rendered.to_anthropic()
    assert [each["role"] for each in chat["messages"]] == ["system", "user", "assistant", "user"]
    assert chat["messages"][-1]["content"] == "Why? Eva {not} {{ no }}"
    assert chat["tools"][0]["function"]["name"] == "look"
    assert chat["response_format"]["json_schema"]["schema"]["required"] == ["b", "a"]
    assert (chat["max_completion_tokens"], chat["stop"]) == (100, ["END"])
    assert "top_k" not in chat
    assert (message["system"], message["top_k"]) == ("Answer Eva.", 3)
    assert (message["max_tokens"], message["stop_sequences"]) == (100, ["END"])
    assert message["tools"][0]["input_schema"] == {"type": "object", "properties": {}}


async def test_the_asynchronous_client_does_the_same(workshop: Workshop) -> None:
    await asyncio.to_thread(workshop.prompt, "async", CONTENT)
    async with AsyncEdison(workshop.server.address, workshop.token, workshop.project) as edison:
        prompt = await edison.prompts.get("async")
        again = await edison.prompts.get("async")
        rendered = await edison.prompts.render("async", VALUES[0])

    assert again is prompt
    assert rendered.messages == prompt.render(VALUES[0]).messages
