"""Files in messages and cases: images, PDFs and audio, named by the SHA-256 of their bytes."""

from dataclasses import dataclass, field, fields, replace
from typing import Any

from edison.kit.media_facts import KINDS, MediaKind

# How a kind of file is called in sentences.
SPOKEN: dict[MediaKind, str] = {"image": "images", "pdf": "PDFs", "audio": "audio files"}


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachedFile:
    """A file that is sent with the text of a message. Its size was read from its bytes when it was stored."""

    # SHA-256 of the bytes, in hexadecimal digits.
    file: str
    media_type: str
    name: str = ""
    # Number of bytes.
    size: int = 0
    # Of an image, in pixels.
    width: int = 0
    height: int = 0
    # Of a PDF.
    pages: int = 0
    # Of audio.
    seconds: float = 0.0
    # In a message: the position in its text where the file stands.
    at: int = 0

    @property
    def kind(self) -> MediaKind:
        return KINDS[self.media_type]

    @property
    def title(self) -> str:
        """Return what stands for the file in texts that cannot hold it."""
        return f"[{self.kind}: {self.name or self.file[:12]}]"


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedFile(AttachedFile):
    """A file with its bytes, while a call is sent. A stored message never has the bytes."""

    data: bytes = field(repr=False, compare=False)


def loaded(file: AttachedFile, data: bytes) -> LoadedFile:
    own = {each.name: getattr(file, each.name) for each in fields(AttachedFile)}
    return LoadedFile(**own, data=data)


def bytes_of(file: AttachedFile) -> bytes:
    """Return the bytes of a loaded file; a file that was not loaded is sent empty, in previews of a request."""
    return file.data if isinstance(file, LoadedFile) else b""


def placed(file: AttachedFile, at: int) -> AttachedFile:
    return replace(file, at=at)


def split_at_files(text: str, files: tuple[AttachedFile, ...]) -> list[str | AttachedFile]:
    """Return the parts of a message in the order in which they are sent. Empty texts are left out."""
    parts: list[str | AttachedFile] = []
    begin = 0
    for file in sorted(files, key=lambda each: each.at):
        if between := text[begin : file.at]:
            parts.append(between)
        parts.append(file)
        begin = max(begin, file.at)
    if rest := text[begin:]:
        parts.append(rest)
    return parts


def file_to_json(file: AttachedFile) -> dict[str, Any]:
    """Return the stored form of a file in a case: its digest first, then what is known about it."""
    facts = {
        "media_type": file.media_type,
        "name": file.name,
        "size": file.size,
        "width": file.width,
        "height": file.height,
        "pages": file.pages,
        "seconds": file.seconds,
    }
    return {"file": file.file, **{name: value for name, value in facts.items() if value}}


def file_from_json(value: dict[str, Any]) -> AttachedFile:
    names = ("file", "media_type", "name", "size", "width", "height", "pages", "seconds")
    return AttachedFile(**{name: value[name] for name in names if name in value})
