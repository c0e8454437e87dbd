"""Export of a prompt version as Markdown."""

import json
import re
from collections.abc import Iterator

from edison.domain.prompts.prompt import PromptContent, PromptVersion

_TICKS = re.compile(r"`{3,}")


def to_markdown(name: str, version: PromptVersion) -> str:
    """Return the version as a Markdown document. Texts are fenced, so that their Markdown is not interpreted."""
    head = [f"# {_line(name)}, version {version.number}", ""]
    if version.changelog:
        head += [_line(version.changelog), ""]
    return "\n".join([*head, *_sections(version.content)])


def _sections(content: PromptContent) -> Iterator[str]:
    if content.system:
        yield _section("System", content.system)
    for number, shot in enumerate(content.few_shots, 1):
        yield _section(f"Example {number}: user", shot.user)
        yield _section(f"Example {number}: assistant", shot.assistant)
    for message in content.messages:
        yield _section(message.role.capitalize(), message.content)
        for call in message.tool_calls:
            yield _section(f"Calls {_line(call.name)}", call.arguments)
    for tool in content.tools:
        described = f"{tool.description}\n{_json(tool.parameters)}".lstrip("\n")
        yield _section(f"Tool {_line(tool.name)}", described)
    if content.output.schema is not None:
        yield _section("Schema of the answer", _json(content.output.schema))
    given = content.parameters.given()
    if given:
        yield _section("Parameters", _json(given))


def _section(title: str, text: str) -> str:
    longest = max((len(ticks) for ticks in _TICKS.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"## {title}\n\n{fence}\n{text}\n{fence}\n"


def _line(text: str) -> str:
    return " ".join(text.split())


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
