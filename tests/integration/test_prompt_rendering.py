"""The server shows exactly what would be sent; screens have no renderer of their own."""

from typing import Any

import pytest

from tests.support.answers import granted, refused
from tests.support.prompting import Desk, a_desk, text
from tests.support.world import World

NASTY = '{"a": "{{b}}", "c": {}} {# \\frac{x} --- \u202eשם\u202c 👩‍👩‍👧 %s <b>&amp;</b>'


@pytest.fixture
async def desk(world: World) -> Desk:
    return await a_desk(world)


async def render(desk: Desk, content: dict[str, Any], **more: Any) -> dict[str, Any]:
    body = {"content": content, **more}
    return granted(await desk.browser.post(f"{desk.path}/render", json=body))


async def test_the_exact_messages_are_shown(desk: Desk) -> None:
    content = text(
        "{{q}}",
        system="Be {{tone}}. Answer in JSON.",
        few_shots=[{"user": "2+2?", "assistant": "4"}],
    )

    shown = await render(desk, content, values={"q": NASTY, "tone": "kind", "b": "never"})

    assert [(item["role"], item["content"]) for item in shown["messages"]] == [
        ("system", "Be kind. Answer in JSON."),
        ("user", "2+2?"),
        ("assistant", "4"),
        ("user", NASTY),
    ]
    assert shown["variables"] == ["tone", "q"]
    assert (shown["missing"], shown["problems"]) == ([], [])
    assert shown["contract"] == "json"
    assert shown["characters"] == sum(len(item["content"]) for item in shown["messages"])


async def test_what_is_missing_is_named_and_left_as_written(desk: Desk) -> None:
    """PSM-PROMPT-3, PSM-PROMPT-7"""
    shown = await render(
        desk, text("Hello {{name}}, {{count}}"), values={"count": 5}, declared=["name", "place"]
    )

    assert shown["messages"][0]["content"] == "Hello {{name}}, 5"
    assert shown["missing"] == ["name"]
    assert shown["problems"] == [
        {"field": "declared", "message": "Variable 'place' not found in template"}
    ]


async def test_a_conversation_takes_the_place_of_a_message(desk: Desk) -> None:
    said = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]

    whole = await render(desk, text("{{history}}"), values={"history": said})
    inside = await render(desk, text("So far: {{history}}"), values={"history": said})

    assert [item["content"] for item in whole["messages"]] == ["Hi", "Hello"]
    assert inside["messages"][0]["content"] == "So far: {{history}}"
    assert [problem["field"] for problem in inside["problems"]] == ["values.history"]


async def test_tokens_are_counted_for_openai_and_estimated_for_others(desk: Desk) -> None:
    exact = await render(desk, text("2 + 2 = 4"), model="gpt-4o", provider="OPENAI")
    other = await render(desk, text("2 + 2 = 4"), model="claude", provider="ANTHROPIC")

    assert (exact["tokens"], exact["tokens_exact"]) == (14, True)
    assert (other["tokens"], other["tokens_exact"]) == (10, False)


async def test_a_short_text_and_single_braces_are_warned_about(desk: Desk) -> None:
    """FR-EC-003.3"""
    shown = await render(desk, text("Hello {name}"))

    assert len(shown["warnings"]) == 2
    assert shown["problems"] == []


async def test_rendering_stores_nothing_and_a_viewer_may(desk: Desk) -> None:
    viewer = await desk.world.member(desk.owner, desk.slug, "VIEWER")

    body = {"content": text("Hello")}
    granted(await viewer.browser.post(f"{desk.path}/render", json=body))

    assert granted(await desk.browser.get(desk.path))["items"] == []
    refused(await viewer.browser.post(desk.path, json={"name": "Mine"}), 403, "FORBIDDEN")


async def test_what_cannot_be_stored_is_not_rendered_either(desk: Desk) -> None:
    for values in ({"a": "zero \x00"}, {"a": ["deep \x00"]}):
        body = {"content": text("{{a}}"), "values": values}
        refused(await desk.browser.post(f"{desk.path}/render", json=body), 400, "BAD_REQUEST")


async def test_variables_of_other_tools_are_converted(desk: Desk) -> None:
    """PSM-PROMPT-2"""
    body = {"text": "Hello {name}, {{kept}} {}"}

    answer = granted(await desk.browser.post(f"{desk.path}/convert", json=body))

    assert answer == {"text": "Hello {{name}}, {{kept}} {}", "converted": ["name"]}


async def test_a_version_is_exported_as_markdown(desk: Desk) -> None:
    """FLOW-5.2.5"""
    made = await desk.create("Fences: ````\nx\n````", name="Greeter")
    await desk.write(made, "Fences: ````\nx\n````", system="Be kind", parameters={"seed": 1})
    await desk.save(made, "First")

    answer = await desk.browser.get(f"{desk.at(made)}/versions/1/markdown")

    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/markdown")
    assert "attachment" in answer.headers["content-disposition"]
    assert answer.text == (
        "# Greeter, version 1\n\nFirst\n\n"
        "## System\n\n```\nBe kind\n```\n\n"
        "## User\n\n`````\nFences: ````\nx\n````\n`````\n\n"
        '## Parameters\n\n```\n{\n  "seed": 1\n}\n```\n'
    )
