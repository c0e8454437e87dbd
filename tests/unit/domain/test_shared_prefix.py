"""What is equal in all calls of a prompt: everything before the first variable, unless the system text varies."""

import pytest

from edison.domain.models.model_call import Message, MessageRole
from edison.domain.prompts.prompt import FewShot, PromptContent
from edison.domain.prompts.shared_prefix import shared_messages
from edison.domain.prompts.template_renderer import Value, render

SHOTS = (FewShot(user="One?", assistant="1"), FewShot(user="Two?", assistant="2"))


def asking(*contents: str, role: MessageRole = "user") -> tuple[Message, ...]:
    return tuple(Message(role=role, content=content) for content in contents)


@pytest.mark.parametrize(
    ("content", "shared"),
    [
        (PromptContent(messages=asking("{{question}}")), 0),
        (PromptContent(system="Be kind", messages=asking("{{question}}")), 1),
        (PromptContent(system="Be kind", few_shots=SHOTS, messages=asking("{{question}}")), 5),
        (PromptContent(few_shots=SHOTS, messages=asking("Read this.", "{{question}}")), 5),
        # Without any variable all calls are equal.
        (PromptContent(system="Be kind", messages=asking("Hello")), 2),
        (PromptContent(system="Be {{tone}}", few_shots=SHOTS, messages=asking("Hello")), 0),
        (
            PromptContent(
                system="Be kind",
                few_shots=(FewShot(user="{{question}}?", assistant="1"),),
                messages=asking("Hello"),
            ),
            1,
        ),
        (
            PromptContent(
                system="Be kind",
                messages=(*asking("Hello"), *asking("Today is {{day}}", role="system")),
            ),
            0,
        ),
    ],
)
def test_what_stands_before_the_first_variable_is_shared(
    content: PromptContent, shared: int
) -> None:
    found = shared_messages(content)

    assert len(found) == shared
    # These are the first messages of every rendered prompt.
    for value in ("why", "how"):
        values: dict[str, Value] = {"question": value, "tone": value, "day": value}
        assert render(content, values)[:shared] == found
