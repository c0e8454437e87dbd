"""Prompts of a promptfoo configuration: texts, chats in JSON or YAML, and files."""

import json
import posixpath
from dataclasses import dataclass
from typing import Any, cast

from edison.domain.errors import UnreadableFile
from edison.domain.imports.import_plan import ImportNotes
from edison.domain.imports.nunjucks_text import convert_template
from edison.domain.imports.source_files import MissingFile, SourceFiles, as_dict, parse_csv
from edison.domain.models.model_call import Message, MessageRole
from edison.domain.prompts.prompt import PromptContent
from edison.domain.prompts.prompt_rules import MOST_NAME

_ROLES: dict[str, MessageRole] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
}
_CODE = (".py", ".js", ".ts", ".mjs", ".cjs")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPrompt:
    """A prompt with the names that its objects' parts have become."""

    name: str
    content: PromptContent
    aliases: dict[str, str]


def read_prompts(given: Any, files: SourceFiles, notes: ImportNotes) -> list[ReadPrompt]:
    """Read the `prompts` of a configuration, in order. Each prompt gets a name of its own."""
    if isinstance(given, dict):
        # The old form: a file with its label.
        listed = [{"id": path, "label": label} for path, label in as_dict(given).items()]
    else:
        listed = cast("list[Any]", given) if isinstance(given, list) else [given]
    found: list[ReadPrompt] = []
    for number, each in enumerate(listed):
        place = f"prompts[{number}]"
        try:
            for label, text in _texts(each, files, place, notes):
                found.append(_prompt(label or f"Prompt {len(found) + 1}", text, place, notes))
        except MissingFile as error:
            notes.skipped(place, "prompt", error.path, str(error))
    return _with_own_names(found)


def _texts(each: Any, files: SourceFiles, place: str, notes: ImportNotes) -> list[tuple[str, str]]:
    """Return the texts of one entry, each with its label."""
    label = ""
    if isinstance(each, dict):
        fields = as_dict(each)
        label = str(fields.get("label") or fields.get("display") or "")
        if "raw" in fields:
            return [(label, _raw(fields["raw"]))]
        each = fields.get("id", "")
    if isinstance(each, list):
        return [(label, json.dumps(each, ensure_ascii=False))]
    text = str(each)
    if not text.startswith("file://") and not _is_path(text):
        return [(label, text)]
    if posixpath.splitext(text)[1] in _CODE:
        notes.skipped(place, "prompt", text, "The prompt is a program; write its text as a prompt")
        return []
    found: list[tuple[str, str]] = []
    for path in files.matching(text):
        name = label or posixpath.splitext(posixpath.basename(path))[0]
        parts = _parts_of_file(path, files)
        found += [(f"{name} {i}" if len(parts) > 1 else name, p) for i, p in enumerate(parts, 1)]
    return found


def _is_path(text: str) -> bool:
    ends = (".txt", ".json", ".jsonl", ".yaml", ".yml", ".md", ".csv", ".j2", *_CODE)
    return "\n" not in text and "{{" not in text and text.endswith(ends) and " " not in text


def _parts_of_file(path: str, files: SourceFiles) -> list[str]:
    text = files.text(path)
    if path.endswith(".csv"):
        return [row["prompt"] for row in parse_csv(text) if row.get("prompt")]
    if path.endswith(".jsonl"):
        return [line for line in text.splitlines() if line.strip()]
    if path.endswith((".yaml", ".yml")):
        return [_raw(files.data(path))]
    if path.endswith(".txt"):
        return [part.strip() for part in ("\n" + text).split("\n---\n") if part.strip()]
    return [text.strip()]


def _raw(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _prompt(label: str, text: str, place: str, notes: ImportNotes) -> ReadPrompt:
    converted = convert_template(text)
    chat = _chat(converted.text)
    content = (
        PromptContent(messages=(Message(role="user", content=converted.text),))
        if chat is None
        else chat
    )
    name = " ".join(label.split())[:MOST_NAME] or "Prompt"
    if converted.problems:
        notes.approximated(place, "prompt", name, "; ".join(converted.problems[:3]))
    else:
        notes.mapped(place, "prompt", name)
    return ReadPrompt(name=name, content=content, aliases=converted.aliases)


def _chat(text: str) -> PromptContent | None:
    """Read a text as a list of messages; None if it is not one."""
    if not text.lstrip().startswith("["):
        return None
    try:
        items: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    messages = [_message(item) for item in cast("list[Any]", items)]
    if not messages or None in messages:
        return None
    given = cast("list[Message]", messages)
    system = given[0].content if given[0].role == "system" else ""
    return PromptContent(system=system, messages=tuple(given[1:] if system else given))


def _message(item: Any) -> Message | None:
    fields = as_dict(item)
    role, content = _ROLES.get(str(fields.get("role"))), fields.get("content")
    if isinstance(content, list):
        parts = [as_dict(part).get("text") for part in cast("list[Any]", content)]
        texts = [part for part in parts if isinstance(part, str)]
        content = "".join(texts) if len(texts) == len(parts) else None
    if role is None or not isinstance(content, str):
        return None
    return Message(role=role, content=content)


def _with_own_names(prompts: list[ReadPrompt]) -> list[ReadPrompt]:
    taken: dict[str, int] = {}
    found: list[ReadPrompt] = []
    for each in prompts:
        taken[each.name] = number = taken.get(each.name, 0) + 1
        name = each.name if number == 1 else f"{each.name[: MOST_NAME - 4]} {number}"
        found.append(ReadPrompt(name=name, content=each.content, aliases=each.aliases))
    if not found:
        raise UnreadableFile(
            "The configuration has no prompt that can be read. Send the files it refers to",
            field="files",
            advice="Correct the files and import them again.",
        )
    return found
