"""A prompt as one text and back: nothing but the texts of its parts can change on the way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.experiments.refining.prompt_document import PartsDiffer, content_with, text_of
from edison.domain.models.model_call import Message, Tool
from edison.domain.prompts.prompt import FewShot, PromptContent

TEXTS = st.text("a=\n \té", max_size=12) | st.sampled_from(
    ["=== system ===", "==== message 1, user ====", "a\n=== message 2, user ===\nb"]
)


def content(system: str, *texts: str) -> PromptContent:
    return PromptContent(
        system=system,
        messages=tuple(Message(role="user", content=text) for text in texts),
        few_shots=(FewShot(user="q", assistant="a"),),
        tools=(Tool(name="t", description="d", parameters={}),),
    )


def test_a_prompt_of_one_part_is_its_text() -> None:
    assert text_of(content("", "Hello {{name}}")) == "Hello {{name}}"
    assert content_with(content("", "Hello"), "Good day\n") == content("", "Good day\n")


@given(system=TEXTS, first=TEXTS, second=TEXTS)
def test_the_text_gives_the_same_prompt_again(system: str, first: str, second: str) -> None:
    for whole in (content(system, first), content(system, first, second)):
        assert content_with(whole, text_of(whole)) == whole


def test_parts_change_under_their_markers_and_only_there() -> None:
    whole = content("Be kind.", "{{question}}")
    text = text_of(whole)
    assert text == "=== system ===\nBe kind.\n=== message 1, user ===\n{{question}}"
    assert content_with(whole, text.replace("kind", "brief")).system == "Be brief."
    for broken in (
        text.replace("=== system ===\n", ""),
        text.replace("1, user", "1, system"),
        f"{text}\n=== message 2, user ===\nmore",
        f"before\n{text}",
        text.replace("=== message 1, user ===", " === message 1, user ==="),
    ):
        with pytest.raises(PartsDiffer):
            content_with(whole, broken)
