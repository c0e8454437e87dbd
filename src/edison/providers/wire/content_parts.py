"""Files in messages, in the form of each protocol. Sources, read on 2026-11-19:

- OpenAI, "Images and vision", "File inputs" (Chat Completions takes PDFs only) and "Audio", developers.openai.com
- Anthropic, "Vision" and "PDF support", platform.claude.com
- Google, "Image understanding", "Document processing" and "Audio understanding", ai.google.dev/gemini-api/docs
- AWS, "ImageBlock" and "DocumentBlock" of Converse, docs.aws.amazon.com/bedrock/latest/APIReference
"""

import base64
import re
from collections.abc import Callable
from typing import Any

from edison.domain.models.attached_file import SPOKEN, AttachedFile, bytes_of, split_at_files
from edison.domain.models.model_api import RESPONSES
from edison.domain.models.model_call import Message, ModelCall
from edison.domain.models.provider import Endpoint, Provider
from edison.kit.media_facts import MediaKind

Part = dict[str, Any]

_ALL: frozenset[MediaKind] = frozenset({"image", "pdf", "audio"})
_SEEN: frozenset[MediaKind] = frozenset({"image", "pdf"})
# What each protocol has a form for.
SENDS: dict[Provider, frozenset[MediaKind]] = {
    Provider.OPENAI: _ALL,
    Provider.AZURE: _ALL,
    Provider.COMPATIBLE: _ALL,
    Provider.SIMULATED: _ALL,
    Provider.GEMINI: _ALL,
    Provider.VERTEX: _ALL,
    Provider.ANTHROPIC: _SEEN,
    Provider.BEDROCK: _SEEN,
    Provider.OLLAMA: frozenset({"image"}),
    Provider.APPLICATION: frozenset(),
}
# Responses takes no audio (https://developers.openai.com/api/docs/models/gpt-audio, 2026-11-19).
SENDS_BY_RESPONSES = _SEEN


def sent_kinds(provider: Provider, api: str) -> frozenset[MediaKind]:
    """Return the kinds of files that can be sent over an API of a provider."""
    return SENDS_BY_RESPONSES if api == RESPONSES else SENDS[provider]


def unsendable_kinds(endpoint: Endpoint, call: ModelCall) -> list[MediaKind]:
    """Return the kinds of files in a call that its protocol has no form for."""
    found = {file.kind for message in call.messages for file in message.files}
    unsendable = found - sent_kinds(endpoint.provider, endpoint.api)
    return [kind for kind in SPOKEN if kind in unsendable]


def chat_content(message: Message) -> str | list[Part]:
    """Return the content of a message for OpenAI's chat completions."""
    if not message.files:
        return message.content
    return parts_of(message, lambda text: {"type": "text", "text": text}, _chat_file)


def responses_content(message: Message) -> str | list[Part]:
    """Return the content of a message for OpenAI's Responses."""
    if not message.files:
        return message.content
    return parts_of(message, lambda text: {"type": "input_text", "text": text}, _responses_file)


def anthropic_content(message: Message) -> list[Part]:
    return parts_of(message, lambda text: {"type": "text", "text": text}, _anthropic_file)


def gemini_content(message: Message) -> list[Part]:
    return parts_of(message, lambda text: {"text": text}, _gemini_file)


def bedrock_content(message: Message) -> list[Part]:
    """Return the blocks of a message. A document must stand beside a text; without one, its name is sent as text."""
    blocks = parts_of(message, lambda text: {"text": text}, _bedrock_file)
    seen: dict[str, int] = {}
    for block in blocks:
        if document := block.get("document"):
            name = document["name"]
            seen[name] = seen.get(name, 0) + 1
            # Two documents of one request must not have the same name.
            document["name"] = name if seen[name] == 1 else f"{name} ({seen[name]})"
    if seen and not any("text" in block for block in blocks):
        blocks.append({"text": next(iter(seen))})
    return blocks


def parts_of(
    message: Message, as_text: Callable[[str], Part], as_file: Callable[[AttachedFile], Part]
) -> list[Part]:
    return [
        as_text(part) if isinstance(part, str) else as_file(part)
        for part in split_at_files(message.content, message.files)
    ]


def _base64(file: AttachedFile) -> str:
    return base64.b64encode(bytes_of(file)).decode("ascii")


def _data_url(file: AttachedFile) -> str:
    return f"data:{file.media_type};base64,{_base64(file)}"


def _file_name(file: AttachedFile) -> str:
    return file.name or f"{file.file[:12]}.pdf"


def _chat_file(file: AttachedFile) -> Part:
    if file.kind == "image":
        return {"type": "image_url", "image_url": {"url": _data_url(file)}}
    if file.kind == "pdf":
        named = {"filename": _file_name(file), "file_data": _data_url(file)}
        return {"type": "file", "file": named}
    form = "wav" if file.media_type == "audio/wav" else "mp3"
    return {"type": "input_audio", "input_audio": {"data": _base64(file), "format": form}}


def _responses_file(file: AttachedFile) -> Part:
    if file.kind == "image":
        return {"type": "input_image", "image_url": _data_url(file), "detail": "auto"}
    return {"type": "input_file", "filename": _file_name(file), "file_data": _data_url(file)}


def _anthropic_file(file: AttachedFile) -> Part:
    source = {"type": "base64", "media_type": file.media_type, "data": _base64(file)}
    return {"type": "image" if file.kind == "image" else "document", "source": source}


def _gemini_file(file: AttachedFile) -> Part:
    # Google calls MP3 "audio/mp3".
    named = "audio/mp3" if file.media_type == "audio/mpeg" else file.media_type
    return {"inlineData": {"mimeType": named, "data": _base64(file)}}


def _bedrock_file(file: AttachedFile) -> Part:
    source = {"bytes": _base64(file)}
    if file.kind == "image":
        return {"image": {"format": file.media_type.removeprefix("image/"), "source": source}}
    # Only letters, digits, single spaces, hyphens, parentheses and square brackets are allowed.
    name = re.sub(r"[^a-zA-Z0-9\-()\[\]]+", " ", file.name.removesuffix(".pdf")).strip()
    return {"document": {"format": "pdf", "name": name[:200] or "document", "source": source}}
