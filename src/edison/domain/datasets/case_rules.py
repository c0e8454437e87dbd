"""Validation rules of a case (lengths, counts and storable characters), and batches of cases for the database."""

import json
import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from edison.domain.datasets.case_json import content_to_json
from edison.domain.datasets.dataset import CaseContent, CaseValue, files_in
from edison.domain.errors import InvalidInput
from edison.domain.models.attached_file import AttachedFile
from edison.domain.unstorable_text import unstorable
from edison.kit.uuids import new_id

CASES_AT_MOST = 100_000
VALUES_AT_MOST = 200
NAME_AT_MOST = 100
TEXT_AT_MOST = 500_000
# Sum over all texts of one case.
CASE_AT_MOST = 1_000_000
MESSAGES_AT_MOST = 200
FILES_AT_MOST = 100
TAGS_AT_MOST = 50
TAG_AT_MOST = 100
METADATA_AT_MOST = 20_000
METADATA_DEPTH = 20
EASIEST, HARDEST = 1, 5
# Length of the searchable text.
SEARCH_AT_MOST = 100_000
# Invisible characters at the start or end of a name: spaces, byte order marks, zero-width joiners.
INVISIBLE = " \t\r\n\v\f\u00a0\ufeff\u200b\u200c\u200d\u2060"


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseProblem:
    """A problem with one field of a case."""

    field: str
    message: str


def clean_name(name: str) -> str:
    return name.strip(INVISIBLE)


def clean_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Trim the tags, and remove empty tags and duplicates."""
    return tuple(dict.fromkeys(tag for tag in (tag.strip() for tag in tags) if tag))


def cleaned(content: CaseContent) -> CaseContent:
    """Return the content with clean tags, and with None for an empty expected answer."""
    return replace(content, expected=content.expected or None, tags=clean_tags(content.tags))


def check(content: CaseContent, where: str = "") -> None:
    """Raise InvalidInput for the first rule that the content of a case breaks.

    `where` is a prefix of the field name.
    """
    for problem in problems_of(content):
        raise InvalidInput(problem.message, field=where + problem.field)


def problems_of(content: CaseContent) -> tuple[CaseProblem, ...]:
    return tuple(
        [
            *_with_values(content),
            *_with_text("expected", content.expected or ""),
            *_with_tags(content.tags),
            *_with_difficulty(content.difficulty),
            *_with_metadata(content.metadata),
        ]
    )


def search_text(content: CaseContent) -> str:
    """Return all texts of a case in case-folded form, for full-text search."""
    texts = [text for value in content.values.values() for text in _texts(value)]
    return folded("\n".join([*texts, content.expected or ""]))[:SEARCH_AT_MOST]


def folded(text: str) -> str:
    return text.casefold()


def with_columns(columns: tuple[str, ...], contents: Iterable[CaseContent]) -> tuple[str, ...]:
    """Return the dataset's columns after adding cases: existing columns first, then new ones in order of appearance."""
    return with_names(columns, (name for content in contents for name in content.values))


def with_names(columns: tuple[str, ...], more: Iterable[str]) -> tuple[str, ...]:
    names = dict.fromkeys((*columns, *more))
    if len(names) > VALUES_AT_MOST:
        raise InvalidInput(
            f"A dataset has at most {VALUES_AT_MOST} columns, but this would make {len(names)}",
            field="values",
        )
    return tuple(names)


def name_problem(name: str) -> str | None:
    if not name:
        return "A name is missing"
    if name != clean_name(name):
        return "A name cannot begin or end with a space"
    if len(name) > NAME_AT_MOST:
        return f"A name has at most {NAME_AT_MOST} characters"
    if any(ord(letter) < 32 or ord(letter) == 127 for letter in name):
        return "A name cannot contain line breaks or control characters"
    return unstorable(name)


def _with_values(content: CaseContent) -> Iterator[CaseProblem]:
    if not content.values:
        yield CaseProblem(field="values", message="A case needs at least one value")
    if len(content.values) > VALUES_AT_MOST:
        yield CaseProblem(field="values", message=f"A case has at most {VALUES_AT_MOST} values")
    sizes = [len(content.expected or "")]
    for name, value in content.values.items():
        wrong = name_problem(name)
        if wrong:
            yield CaseProblem(field="values", message=wrong)
        yield from _with_value(f"values.{name}", value)
        sizes += [len(text) for text in _texts(value)]
    if sum(len(files_in(value)) for value in content.values.values()) > FILES_AT_MOST:
        yield CaseProblem(field="values", message=f"A case has at most {FILES_AT_MOST} files")
    # A single text that is too long has its own message.
    if sum(sizes) > CASE_AT_MOST and max(sizes) <= TEXT_AT_MOST:
        yield CaseProblem(
            field="values", message=f"A case has at most {CASE_AT_MOST:,} characters in all"
        )


def _with_value(field: str, value: CaseValue) -> Iterator[CaseProblem]:
    if isinstance(value, AttachedFile):
        return
    if isinstance(value, str):
        yield from _with_text(field, value)
        return
    if not 1 <= len(value) <= MESSAGES_AT_MOST:
        yield CaseProblem(
            field=field, message=f"A list of messages has 1 to {MESSAGES_AT_MOST} of them"
        )
    if any(message.files and message.role != "user" for message in value):
        yield CaseProblem(field=field, message="Only a user message can hold files")
    for text in _texts(value):
        yield from _with_text(field, text)


def _texts(value: CaseValue) -> Iterator[str]:
    if isinstance(value, AttachedFile):
        yield value.name
        return
    if isinstance(value, str):
        yield value
        return
    for message in value:
        yield message.content
        yield message.tool_call_id or ""
        for call in message.tool_calls:
            yield from (call.id, call.name, call.arguments)


def _with_text(field: str, text: str) -> Iterator[CaseProblem]:
    if len(text) > TEXT_AT_MOST:
        yield CaseProblem(field=field, message=f"A text has at most {TEXT_AT_MOST:,} characters")
    wrong = unstorable(text)
    if wrong:
        yield CaseProblem(field=field, message=wrong)


def _with_tags(tags: tuple[str, ...]) -> Iterator[CaseProblem]:
    if len(tags) > TAGS_AT_MOST:
        yield CaseProblem(field="tags", message=f"A case has at most {TAGS_AT_MOST} tags")
    for tag in tags:
        wrong = tag_problem(tag)
        if wrong:
            yield CaseProblem(field="tags", message=wrong)


def tag_problem(tag: str) -> str | None:
    if len(tag) > TAG_AT_MOST:
        return f"A tag has at most {TAG_AT_MOST} characters"
    if any(ord(letter) < 32 or ord(letter) == 127 for letter in tag):
        return "A tag cannot contain line breaks or control characters"
    return unstorable(tag)


def _with_difficulty(difficulty: int | None) -> Iterator[CaseProblem]:
    if difficulty is not None and not EASIEST <= difficulty <= HARDEST:
        yield CaseProblem(
            field="difficulty", message=f"Difficulty is a whole number from {EASIEST} to {HARDEST}"
        )


def _with_metadata(metadata: dict[str, Any]) -> Iterator[CaseProblem]:
    wrong = _metadata_problem(metadata) if metadata else None
    if wrong:
        yield CaseProblem(field="metadata", message=wrong)


def _metadata_problem(metadata: dict[str, Any]) -> str | None:
    left: list[tuple[Any, int]] = [(metadata, 0)]
    while left:
        item, depth = left.pop()
        if depth > METADATA_DEPTH:
            return f"Metadata can be nested at most {METADATA_DEPTH} levels deep"
        if isinstance(item, str):
            wrong = unstorable(item)
            if wrong:
                return wrong
        elif isinstance(item, float) and not math.isfinite(item):
            return "A number in the metadata is not finite"
        elif isinstance(item, dict):
            pairs = cast(dict[str, Any], item)
            left += [(part, depth + 1) for pair in pairs.items() for part in pair]
        elif isinstance(item, list):
            left += [(part, depth + 1) for part in cast(list[Any], item)]
    if len(json.dumps(metadata, ensure_ascii=False)) > METADATA_AT_MOST:
        return f"Metadata has at most {METADATA_AT_MOST:,} characters as JSON"
    return None


def must_fit(
    new: Collection[str], there: Collection[str], *, coming: str, dataset: str, field: str
) -> None:
    """Raise if the columns of new cases differ from the dataset's columns; the error names the differing columns."""
    if not there:
        return
    unknown, missing = sorted(set(new) - set(there)), sorted(set(there) - set(new))
    if not unknown and not missing:
        return
    parts = [
        f"{dataset} has no {_named(unknown)}" if unknown else "",
        f"{coming} have no {_named(missing)}" if missing else "",
    ]
    raise InvalidInput(
        f"The columns do not fit: {', and '.join(part for part in parts if part)}",
        field=field,
        advice="Rename the columns so that they are the same, or use another dataset.",
        unknown=unknown,
        missing=missing,
    )


def _named(names: list[str]) -> str:
    return " or ".join(f'"{name}"' for name in names)


ROWS_AT_ONCE = 1_000


def batch_cases(contents: Sequence[CaseContent]) -> tuple[str, ...]:
    """Convert cases to rows with new ids, and return the rows in batches, each as a JSON text."""
    return tuple(
        json.dumps(
            [
                case_row(content, start + place)
                for place, content in enumerate(contents[start : start + ROWS_AT_ONCE], 1)
            ],
            ensure_ascii=False,
        )
        for start in range(0, len(contents), ROWS_AT_ONCE)
    )


def case_row(content: CaseContent, place: int) -> dict[str, object]:
    return {
        **content_to_json(content),
        "id": str(new_id()),
        "case_id": str(new_id()),
        "place": place,
        "search": search_text(content),
    }
