"""Assistant that runs a prompt on one example, to show a real answer before a run."""

from edison.assistants.assistant_dialogue import AssistantQuestion, Dialogue, Json, OneQuestion
from edison.domain.assists.assist import TestPrompt
from edison.domain.prompts.output_contract import format_asked
from edison.domain.prompts.template_renderer import render
from edison.kit.storable_text import storable


def dialogue(wish: TestPrompt) -> Dialogue:
    """Build the dialogue; raise `CannotRender` if a value is missing."""
    asked = AssistantQuestion(
        messages=render(wish.content, wish.values),
        output=format_asked(wish.content.output),
        parameters=wish.content.parameters,
        tools=wish.content.tools,
    )
    return OneQuestion(asked, _read)


def _read(said: str) -> Json:
    """Return the answer unchanged."""
    return {"output": storable(said)}
