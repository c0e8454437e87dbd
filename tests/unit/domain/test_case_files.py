"""What is written to a file is read back the same, by the mapping that reading suggests itself."""

import csv
import io
import json
from typing import Any
from uuid import UUID

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edison.domain.datasets.case_files import FIXED, csv_columns, csv_header, csv_line, json_line
from edison.domain.datasets.case_rules import cleaned, problems_of
from edison.domain.datasets.case_selection import ValueShape
from edison.domain.datasets.dataset import Case, CaseContent, Split
from edison.domain.datasets.importing.column_uses import suggested
from edison.domain.datasets.importing.file_table import ReadOptions
from edison.domain.datasets.importing.map_rows import map_rows
from edison.domain.datasets.importing.read_file import read_file
from edison.domain.ids import CaseId
from edison.domain.models.model_call import Message, ToolCall

# Everything that PostgreSQL can hold, with what files use for themselves drawn often.
LETTERS = st.characters(exclude_characters="\x00", exclude_categories=["Cs"])
NASTY = st.sampled_from(
    [
        "",
        " ",
        "=1+1",
        '"',
        '""',
        ",",
        ";",
        "\t",
        "a\nb",
        "a\r\nb",
        "\r",
        "[]",
        "{}",
        "null",
        "true",
        "1.10",
        '[{"role": "user", "content": "hi"}]',
        '{"messages": [{"role": "user", "content": "hi"}]}',
        "sep=;",
        "\ufeff",
        "\u2028",
        "'quoted'",
        "a, b",
    ]
)
TEXTS = st.one_of(NASTY, st.text(LETTERS, max_size=30))
NAMES = st.one_of(
    st.sampled_from(
        [
            "question",
            "expected",
            "Expected Answer",
            "tags",
            "difficulty",
            "split",
            "metadata",
            "case_id",
            "input",
            "input.x",
            "x:json",
            "input.x:json",
            "messages",
            "a b",
            "a_b",
            "sep=;",
            "=cmd",
            "?",
        ]
    ),
    st.text(LETTERS, min_size=1, max_size=12),
).filter(lambda name: not problems_of(CaseContent(values={name: ""})))
CALLS = st.builds(ToolCall, id=TEXTS, name=TEXTS, arguments=TEXTS)
MESSAGES = st.builds(
    Message,
    role=st.sampled_from(["system", "user", "assistant", "tool"]),
    content=TEXTS,
    tool_calls=st.lists(CALLS, max_size=2).map(tuple),
    tool_call_id=st.none() | TEXTS,
)
VALUES = st.one_of(TEXTS, TEXTS, st.lists(MESSAGES, min_size=1, max_size=3).map(tuple))
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
TAGS = st.text(st.characters(min_codepoint=32, exclude_categories=["Cs", "Cc"]), max_size=12)


@st.composite
def contents(draw: st.DrawFn) -> list[CaseContent]:
    names = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    found: list[CaseContent] = []
    for _ in range(draw(st.integers(1, 5))):
        mine = draw(st.lists(st.sampled_from(names), min_size=1, unique=True))
        metadata: dict[str, Any] = draw(st.dictionaries(TEXTS, JSON, max_size=2))
        found.append(
            cleaned(
                CaseContent(
                    values={name: draw(VALUES) for name in names if name in mine},
                    expected=draw(st.none() | TEXTS),
                    tags=tuple(draw(st.lists(TAGS, max_size=4))),
                    difficulty=draw(st.none() | st.integers(1, 5)),
                    metadata=metadata,
                    split=draw(st.sampled_from(Split)),
                )
            )
        )
    return found


def cases_of(found: list[CaseContent]) -> list[Case]:
    return [
        Case(
            id=CaseId(UUID(int=number)),
            revision=UUID(int=number),
            position=number,
            since=1,
            until=None,
            content=content,
        )
        for number, content in enumerate(found, 1)
    ]


def shape_of(found: list[CaseContent]) -> dict[str, ValueShape]:
    """As the database counts it."""
    shape: dict[str, ValueShape] = {}
    for name in {name for content in found for name in content.values}:
        texts = [text for each in found if isinstance(text := each.values.get(name), str)]
        shape[name] = ValueShape(
            texts=len(texts), with_braces=sum(1 for text in texts if "{" in text)
        )
    return shape


def as_csv(found: list[CaseContent], *, safe: bool = False) -> str:
    columns = csv_columns((), len(found), shape_of(found))
    return csv_header(columns, safe=safe) + "".join(
        csv_line(case, columns, safe=safe) for case in cases_of(found)
    )


def read_back(name: str, text: str) -> list[CaseContent]:
    table = read_file(name, text.encode(), ReadOptions(), 100)
    found = map_rows(table, suggested(table))
    assert found.problems == ()
    return [row.content for row in found.rows]


FEWER = settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


@FEWER
@given(contents())
def test_json_lines_read_back_equal(found: list[CaseContent]) -> None:
    text = "".join(json_line(case) + "\n" for case in cases_of(found))

    assert read_back("a.jsonl", text) == found


@FEWER
@given(contents())
def test_json_reads_back_equal(found: list[CaseContent]) -> None:
    text = "[\n" + ",\n".join(json_line(case) for case in cases_of(found)) + "\n]\n"

    assert read_back("a.json", text) == found


@FEWER
@given(contents())
def test_csv_reads_back_equal(found: list[CaseContent]) -> None:
    assert read_back("a.csv", as_csv(found)) == found


@FEWER
@given(contents())
def test_a_safe_file_holds_no_formula(found: list[CaseContent]) -> None:
    """A spreadsheet that opens it runs nothing that a stranger wrote."""
    cells = [
        cell
        for line in csv.reader(io.StringIO(as_csv(found, safe=True), newline=""))
        for cell in line
    ]

    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


def test_a_plain_file_has_plain_headings() -> None:
    found = [CaseContent(values={"question": "=1", "context": "b"}, expected="c", tags=("t", "u"))]

    header, line = csv.reader(io.StringIO(as_csv(found), newline=""))

    assert header == ["context", "question", *FIXED]
    assert line[:4] == ["b", "=1", "c", "t, u"]


def test_a_line_of_json_has_the_form_of_seed_files() -> None:
    """FR-EC-004.11"""
    content = CaseContent(values={"question": "a"}, expected="b", tags=("t",))

    [case] = cases_of([content])

    assert json.loads(json_line(case)) == {
        "input": {"question": "a"},
        "expected": "b",
        "tags": ["t"],
        "case_id": str(case.id),
    }


def test_texts_that_look_like_conversations_stay_texts() -> None:
    """Reading would otherwise take a column of nothing but such texts for conversations."""
    text = '[{"role": "user", "content": "hi"}]'
    found = [CaseContent(values={"question": text}), CaseContent(values={"question": text})]

    assert read_back("a.csv", as_csv(found)) == found
