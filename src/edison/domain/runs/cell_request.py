"""Request of one cell: the prompt version rendered with the case, and the merged parameters."""

from dataclasses import dataclass, replace
from typing import Any

from edison.domain.models.application import REQUEST, USUAL_TEMPLATE, uses_values
from edison.domain.models.attached_file import AttachedFile
from edison.domain.models.model_call import Message, ModelCall, OutputFormat, Tool
from edison.domain.models.parameters import Parameters
from edison.domain.models.provider import Endpoint, Provider
from edison.domain.prompts.output_contract import format_asked
from edison.domain.prompts.prompt import PromptContent
from edison.domain.prompts.template_renderer import Value, Values, preview
from edison.domain.runs.run_plan import USUAL_MAX_TOKENS


@dataclass(frozen=True, slots=True, kw_only=True)
class CellRequest:
    model: str
    provider: str
    messages: tuple[Message, ...]
    parameters: Parameters
    tools: tuple[Tool, ...]
    output: OutputFormat
    # Variables without a value in the case: then nothing was sent.
    missing: tuple[str, ...]


def model_call(
    content: PromptContent, messages: tuple[Message, ...], parameters: Parameters, model: str
) -> ModelCall:
    """Build the model call of a rendered prompt."""
    return ModelCall(
        model=model,
        messages=messages,
        parameters=parameters,
        tools=content.tools,
        output=format_asked(content.output),
    )


def application_values(endpoint: Endpoint, values: Values) -> dict[str, Any]:
    """Return the values of a case as JSON, if the endpoint is an application whose request refers to them."""
    if endpoint.provider is not Provider.APPLICATION:
        return {}
    if not uses_values(endpoint.config.get(REQUEST, USUAL_TEMPLATE)):
        return {}
    return {name: _plain_value(value) for name, value in values.items()}


def _plain_value(value: Value) -> Any:
    if isinstance(value, str):
        return value
    if isinstance(value, AttachedFile):
        return {"name": value.name, "media_type": value.media_type}
    return [{"role": each.role, "content": each.content} for each in value]


def sent_parameters(first: Parameters, own: Parameters, most_output: int | None) -> Parameters:
    """Merge the target's parameters over the prompt's.

    The answer length is always limited, because the highest possible cost depends on it.
    """
    merged = replace(first, **own.given())
    if merged.max_tokens is not None:
        return merged
    return replace(merged, max_tokens=min(USUAL_MAX_TOKENS, most_output or USUAL_MAX_TOKENS))


def request_of(
    content: PromptContent,
    values: Values,
    own: Parameters,
    *,
    model: str,
    provider: str,
    most_output: int | None,
) -> CellRequest:
    rendered = preview(content, values)
    return CellRequest(
        model=model,
        provider=provider,
        messages=rendered.messages,
        parameters=sent_parameters(content.parameters, own, most_output),
        tools=content.tools,
        output=format_asked(content.output),
        missing=(*rendered.missing, *rendered.misplaced),
    )
