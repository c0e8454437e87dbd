"""Read the files of a message in each provider's form. A file whose type is not that of its bytes is refused."""

import base64
import binascii
import re
from collections.abc import Iterator

from edison.kit.digests import sha256_of_bytes
from edison.kit.media_facts import KINDS, UnknownMedia, read_media
from edison.simulator.protocols.protocol_base import inner, objects
from edison.simulator.simulated_call import Json, SimulatedFile, Unreadable

_DATA_URL = re.compile(r"data:([a-z]+/[a-z0-9.+-]+);base64,")
_AUDIO = {"wav": "audio/wav", "mp3": "audio/mpeg", "audio/mp3": "audio/mpeg"}
_FROM_URL_SAFE = str.maketrans("-_", "+/")
# Anthropic's limits for one image (platform.claude.com, "Vision", 2026-11-19): bytes as base64, and pixels of a side.
CLAUDE_BYTES, CLAUDE_SIDE = 10 * 1024 * 1024, 8_000


def openai_files(content: object) -> tuple[SimulatedFile, ...]:
    """Read the content parts of chat completions and of Responses."""
    return tuple(file for part in objects(content) for file in _openai_part(part))


def _openai_part(part: Json) -> Iterator[SimulatedFile]:
    match part.get("type"):
        case "image_url":
            yield _by_url(inner(part.get("image_url")).get("url"), "image")
        case "input_image":
            if part.get("detail") not in ("auto", "low", "high", "original"):
                raise Unreadable("Missing required parameter: 'input[0].content[0].detail'.")
            yield _by_url(part.get("image_url"), "image")
        case "file" | "input_file":
            about = inner(part.get("file")) if part["type"] == "file" else part
            if not about.get("filename"):
                raise Unreadable("Missing required parameter: 'filename'.")
            yield _by_url(about.get("file_data"), "pdf")
        case "input_audio":
            sound = inner(part.get("input_audio"))
            form = _AUDIO.get(str(sound.get("format")), "")
            yield _file(form, sound.get("data"), "audio")
        case _:
            return


def anthropic_files(content: object) -> tuple[SimulatedFile, ...]:
    found: list[SimulatedFile] = []
    for part in objects(content):
        if part.get("type") not in ("image", "document"):
            continue
        source = inner(part.get("source"))
        if source.get("type") != "base64":
            raise Unreadable("source.type: Input should be 'base64'")
        kind = "image" if part["type"] == "image" else "pdf"
        file = _file(str(source.get("media_type")), source.get("data"), kind)
        if len(str(source.get("data"))) > CLAUDE_BYTES:
            raise Unreadable(f"image exceeds {CLAUDE_BYTES // 1024**2} MB maximum")
        if max(file.width, file.height) > CLAUDE_SIDE:
            raise Unreadable(
                "At least one of the image dimensions exceed max allowed size: 8000 pixels"
            )
        found.append(file)
    return tuple(found)


def gemini_files(parts: object) -> tuple[SimulatedFile, ...]:
    found: list[SimulatedFile] = []
    for part in objects(parts):
        data = inner(part.get("inlineData") or part.get("inline_data"))
        if data:
            named = str(data.get("mimeType") or data.get("mime_type"))
            # JSON of protocol buffers allows both alphabets; Google's client uses the one for URLs.
            content = str(data.get("data")).translate(_FROM_URL_SAFE)
            found.append(_file(_AUDIO.get(named, named), content, None))
    return tuple(found)


def bedrock_files(parts: object) -> tuple[SimulatedFile, ...]:
    found: list[SimulatedFile] = []
    blocks = objects(parts)
    names = [
        str(inner(block["document"]).get("name", "")) for block in blocks if "document" in block
    ]
    if len(set(names)) < len(names):
        raise Unreadable("Duplicate document name found in request body.")
    if names and not any("text" in block for block in blocks):
        raise Unreadable("The text field is required in a message with a document.")
    for name in names:
        if not re.fullmatch(r"(?!.*\s\s)[a-zA-Z0-9\s\-()\[\]]{1,200}", name):
            raise Unreadable("The document file name can only contain alphanumeric characters")
    for block in blocks:
        if "image" in block:
            image = inner(block["image"])
            named = f"image/{image.get('format')}"
            found.append(_file(named, inner(image.get("source")).get("bytes"), "image"))
        if "document" in block:
            document = inner(block["document"])
            named = f"application/{document.get('format')}"
            found.append(_file(named, inner(document.get("source")).get("bytes"), "pdf"))
    return tuple(found)


def _by_url(url: object, kind: str) -> SimulatedFile:
    begin = _DATA_URL.match(str(url))
    if begin is None:
        raise Unreadable("Invalid value: only data URLs are supported by this simulator.")
    return _file(begin[1], str(url)[begin.end() :], kind)


def _file(media_type: str, data: object, kind: str | None) -> SimulatedFile:
    try:
        content = base64.b64decode(str(data or ""), validate=True)
        facts = read_media(content)
    except (binascii.Error, ValueError) as error:
        said = error if isinstance(error, UnknownMedia) else "Invalid base64 data"
        raise Unreadable(f"Could not process the file: {said}") from error
    if facts.media_type != media_type or (kind is not None and KINDS[media_type] != kind):
        raise Unreadable(
            f"The file was specified as {media_type} but appears to be {facts.media_type}"
        )
    return SimulatedFile(
        media_type=media_type,
        digest=sha256_of_bytes(content),
        width=facts.width,
        height=facts.height,
        pages=facts.pages,
        seconds=facts.seconds,
    )
