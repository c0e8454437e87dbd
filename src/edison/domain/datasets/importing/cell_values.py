"""Conversion of a file's cells to texts, lists of messages, tags, difficulties, splits and metadata."""

import json
import re
from dataclasses import replace
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError

from edison.domain.datasets.case_json import CaseValue
from edison.domain.datasets.case_rules import METADATA_DEPTH
from edison.domain.datasets.dataset import Split
from edison.domain.datasets.importing.attached_media import (
    DATA_PREFIX,
    LOOKS_LIKE_A_FILE,
    NO_FILES,
    KnownFiles,
)
from edison.domain.datasets.importing.read_json import (
    DEPTH_AT_MOST,
    NumberText,
    as_text,
    is_deeper,
    parse_json,
    plain,
)
from edison.domain.models.attached_file import AttachedFile
from edison.domain.models.model_call import Message

_MESSAGES = TypeAdapter(tuple[Message, ...])
_DIGEST = re.compile(r"[0-9a-f]{64}")
_SEPARATORS = re.compile(r"[,;|]")
_SPLITS = {
    "": Split.NONE,
    "none": Split.NONE,
    "train": Split.TRAIN,
    "training": Split.TRAIN,
    "dev": Split.TRAIN,
    "holdout": Split.HOLDOUT,
    "hold-out": Split.HOLDOUT,
    "hold_out": Split.HOLDOUT,
    "test": Split.HOLDOUT,
}


class BadCell(ValueError):
    """A cell cannot be converted. The message is shown to users."""


def to_value(
    cell: Any, *, typed: bool, as_json: bool, files: KnownFiles = NO_FILES
) -> CaseValue | None:
    """Convert a cell to the value of a variable; None for an empty cell."""
    if (file := _file(cell, files, typed=typed, as_json=as_json)) is not None:
        return file
    if not as_json:
        return None if cell is None else as_text(cell)
    if typed:
        found = cell
    else:
        if not str(cell).strip():
            return None
        found = _parsed(str(cell))
    if found is None:
        return None
    if isinstance(found, (dict, list)):
        return _conversation(found, files) or as_text(found)
    return as_text(found)


def is_conversation(cell: Any, *, typed: bool) -> bool:
    if not typed:
        if not str(cell).lstrip().startswith(("[", "{")):
            return False
        try:
            cell = parse_json(str(cell))
        except ValueError:
            return False
    return _conversation(cell, None) is not None


def to_expected(cell: Any) -> str | None:
    if isinstance(cell, str) and cell.startswith(DATA_PREFIX):
        raise BadCell("A file can only be the value of a variable")
    return None if cell is None or cell == "" else as_text(cell)


def to_tags(cell: Any, *, typed: bool) -> tuple[str, ...]:
    """Convert a cell to tags, separated by commas or semicolons or given as a JSON list."""
    if cell is None:
        return ()
    found = cell
    if isinstance(cell, str):
        text = str(cell).strip()
        if not text.startswith("["):
            return tuple(_SEPARATORS.split(text))
        try:
            found = parse_json(text)
        except ValueError:
            return tuple(_SEPARATORS.split(text))
    if not isinstance(found, list):
        return (as_text(found),)
    items = cast(list[Any], found)
    if any(isinstance(item, (dict, list)) for item in items):
        raise BadCell("Tags must be texts")
    return tuple(as_text(item) for item in items if item is not None)


def to_difficulty(cell: Any) -> int | None:
    text = "" if cell is None else as_text(cell).strip()
    if not text:
        return None
    if not re.fullmatch(r"[1-5](\.0+)?", text):
        raise BadCell("Difficulty must be a whole number from 1 to 5")
    return int(text[0])


def to_split(cell: Any) -> Split:
    text = "" if cell is None else as_text(cell).strip().lower()
    if text not in _SPLITS:
        raise BadCell("A split must be train, holdout or none")
    return _SPLITS[text]


def to_metadata(cell: Any, *, typed: bool) -> dict[str, Any]:
    """Convert a cell with a JSON object to the metadata of a case."""
    found = cell
    if not typed:
        found = _parsed(str(cell)) if str(cell).strip() else None
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise BadCell("Metadata must be a JSON object")
    return _counted(cast(dict[str, Any], found))


def to_metadata_part(cell: Any) -> Any:
    """Convert a cell to one metadata value: a text, or any JSON value."""
    return _counted(cell)


def _counted(value: Any) -> Any:
    if is_deeper(value, METADATA_DEPTH):
        raise BadCell(f"Metadata can be nested at most {METADATA_DEPTH} levels deep")
    try:
        return plain(value)
    except ValueError as error:
        raise BadCell(str(error)) from error


def _parsed(text: str) -> Any:
    try:
        found = parse_json(text)
    except ValueError as error:
        raise BadCell(f"This is not valid JSON: {error}") from error
    if is_deeper(found, DEPTH_AT_MOST):
        raise BadCell("The JSON is nested too deeply")
    return found


def _file(cell: Any, files: KnownFiles, *, typed: bool, as_json: bool) -> AttachedFile | None:
    """Return the file that a cell names: by a path in the archive, or as `{"file": "<SHA-256>"}`."""
    if isinstance(cell, str) and not isinstance(cell, NumberText):
        if (named := files.named(cell)) is not None:
            return named
        if files.archive and LOOKS_LIKE_A_FILE.fullmatch(cell.strip()):
            raise BadCell(
                f"{cell.strip()[:100]} is not in the archive, or is no image, PDF or audio"
            )
        if typed or not as_json or not cell.lstrip().startswith("{"):
            return None
        cell = _parsed(cell)
    pairs = cast(dict[str, Any], cell) if isinstance(cell, dict) else {}
    digest = pairs.get("file")
    if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
        return None
    return _known(
        AttachedFile(file=digest, media_type="", name=as_text(pairs.get("name", ""))), files
    )


def _known(file: AttachedFile, files: KnownFiles) -> AttachedFile:
    known = files.by_name.get(file.file)
    if known is None:
        raise BadCell(
            f"The file {file.file[:12]} is not stored in this project. Import the archive that was exported with it."
        )
    return replace(known, name=file.name[:255] or known.name, at=file.at)


def _conversation(value: Any, files: KnownFiles | None) -> tuple[Message, ...] | None:
    """Convert a list of `{"role": …, "content": …}`, alone or as `{"messages": […]}`, to messages; else return None."""
    if isinstance(value, dict):
        pairs = cast(dict[str, Any], value)
        value = pairs["messages"] if set(pairs) == {"messages"} else None
    if not isinstance(value, list) or not value or is_deeper(value, DEPTH_AT_MOST):
        return None
    try:
        found = _MESSAGES.validate_json(json.dumps(value))
    except (ValidationError, ValueError):
        return None
    if files is None:
        return found
    return tuple(
        replace(message, files=tuple(_known(file, files) for file in message.files))
        for message in found
    )
