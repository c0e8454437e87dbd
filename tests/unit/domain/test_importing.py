"""Reading files of strangers: every row arrives as it was, or is named; nothing is changed in silence."""

import pytest

from edison.domain.datasets.case_json import CaseValue, messages_to_json
from edison.domain.datasets.importing.column_uses import (
    ColumnTarget,
    ColumnUse,
    missing_variables,
    suggested,
)
from edison.domain.datasets.importing.file_table import FileFormat, FileTable, ReadOptions
from edison.domain.datasets.importing.map_rows import Mapped, map_rows
from edison.domain.datasets.importing.read_file import must_be_small, read_file
from edison.domain.errors import FileTooLarge, InvalidInput, UnreadableFile
from edison.domain.models.attached_file import AttachedFile
from edison.domain.models.model_call import Message
from tests.unit.domain.nasty_file import CONVERSATION, MANY, NastyFile
from tests.unit.domain.nasty_files import NASTY_FILES

ANY = ReadOptions()


def read(content: bytes, name: str = "a.csv", options: ReadOptions = ANY) -> FileTable:
    return read_file(name, content, options, MANY)


def mapped(table: FileTable) -> Mapped:
    return map_rows(table, suggested(table))


def shown(value: CaseValue) -> object:
    assert not isinstance(value, AttachedFile)
    return value if isinstance(value, str) else messages_to_json(value)


GOOD = [file for file in NASTY_FILES if file.refused is None]
REFUSED = [file for file in NASTY_FILES if file.refused is not None]


def test_the_corpus_is_large_and_no_file_is_there_twice() -> None:
    assert len({file.name for file in NASTY_FILES}) == len(NASTY_FILES) >= 50


@pytest.mark.parametrize("file", GOOD, ids=lambda file: file.name)
def test_every_row_arrives_as_it_was_or_is_named(file: NastyFile) -> None:
    table = read(file.content, file.file)
    found = mapped(table)

    values = [
        {name: shown(value) for name, value in row.content.values.items()} for row in found.rows
    ]
    assert values == file.rows
    assert {problem.row for problem in found.problems} == set(file.problems)
    for problem in found.problems:
        assert file.problems[problem.row] in problem.message
    assert table.row_count == len(file.rows) + len(file.problems)
    assert file.encoding in {None, table.encoding}
    assert file.delimiter in {None, table.delimiter}
    if file.note:
        assert any(file.note in note for note in table.notes)
    else:
        assert table.notes == ()


@pytest.mark.parametrize("file", REFUSED, ids=lambda file: file.name)
def test_what_cannot_be_read_is_refused_in_words(file: NastyFile) -> None:
    with pytest.raises((UnreadableFile, FileTooLarge)) as refusal:
        read(file.content, file.file)

    assert file.refused is not None
    assert file.refused in refusal.value.message


def test_a_problem_names_row_line_and_column() -> None:
    table = read(b'question,difficulty\n"a\nb",1\n"c\nd",9\n')

    [problem] = mapped(table).problems

    assert (problem.row, problem.line, problem.column) == (2, 4, "difficulty")


def test_columns_are_taken_for_what_their_names_say() -> None:
    table = read(b"Question,Expected Answer,Category,difficulty,split,metadata\na,b,c;d,3,train,\n")

    [row] = mapped(table).rows

    assert row.content.values == {"Question": "a"}
    assert row.content.expected == "b"
    assert row.content.tags == ("c", "d")
    assert (row.content.difficulty, str(row.content.split)) == (3, "train")


def test_variables_of_a_prompt_go_before_what_names_say() -> None:
    table = read(b"Question,answer,expected\na,b,c\n")

    uses = suggested(table, ["question", "answer"])

    assert uses["Question"] == ColumnUse(target=ColumnTarget.VARIABLE, name="question")
    assert uses["answer"] == ColumnUse(target=ColumnTarget.VARIABLE, name="answer")
    assert uses["expected"] == ColumnUse(target=ColumnTarget.EXPECTED)
    assert missing_variables(uses, ["question", "answer", "context"]) == ("context",)


def test_values_decide_what_a_column_of_a_known_name_is() -> None:
    words = read(b"question,difficulty,split,metadata\na,easy,north,x\nb,hard,south,y\n")
    numbers = read(b"question,difficulty\na,1\nb,5\nc,easy\n")

    uses = suggested(words)

    assert uses["difficulty"] == ColumnUse(target=ColumnTarget.TAGS)
    assert uses["split"] == ColumnUse(target=ColumnTarget.TAGS)
    assert uses["metadata"] == ColumnUse(target=ColumnTarget.METADATA, name="metadata")
    cases = map_rows(words, uses)
    assert not cases.problems
    # One value that does not fit is a mistake of its row.
    assert suggested(numbers)["difficulty"] == ColumnUse(target=ColumnTarget.DIFFICULTY)


def test_one_column_is_expected_and_its_other_names_are_variables() -> None:
    uses = suggested(read(b"q,answer,expected\na,b,c\n"))

    assert uses["expected"].target is ColumnTarget.EXPECTED
    assert uses["answer"] == ColumnUse(target=ColumnTarget.VARIABLE, name="answer")


def test_a_name_that_no_prompt_can_write_becomes_one_that_it_can() -> None:
    uses = suggested(read("What is asked?,¿¿,a b,a_b\n1,2,3,4\n".encode()))

    assert [use.name for use in uses.values()] == ["What_is_asked", "column_2", "a_b", None]
    assert uses["a_b"].target is ColumnTarget.IGNORE


@pytest.mark.parametrize(
    ("uses", "words"),
    [
        ({"nowhere": ColumnUse(target=ColumnTarget.EXPECTED)}, "no column"),
        ({"a": ColumnUse(target=ColumnTarget.EXPECTED)}, "at least one column"),
        (
            {
                "a": ColumnUse(target=ColumnTarget.VARIABLE, name="x"),
                "b": ColumnUse(target=ColumnTarget.VARIABLE, name="x"),
            },
            "Two columns",
        ),
        ({"a": ColumnUse(target=ColumnTarget.VARIABLE, name=" ")}, "begin or end with a space"),
        ({"a": ColumnUse(target=ColumnTarget.VARIABLE)}, "missing"),
        ({"a": ColumnUse(target=ColumnTarget.VARIABLE, name="x" * 101)}, "at most 100"),
    ],
)
def test_a_mapping_that_makes_no_sense_is_refused(uses: dict[str, ColumnUse], words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        map_rows(read(b"a,b\n1,2\n"), uses)


def test_columns_can_be_metadata_and_tags_of_several_columns_are_one_list() -> None:
    table = read(b"q,area,team,source\na,x,y|x,z\n")
    uses = {
        "q": ColumnUse(target=ColumnTarget.VARIABLE, name="q"),
        "area": ColumnUse(target=ColumnTarget.TAGS),
        "team": ColumnUse(target=ColumnTarget.TAGS),
        "source": ColumnUse(target=ColumnTarget.METADATA, name="source"),
    }

    [row] = map_rows(table, uses, tags=["new", "x"]).rows

    assert row.content.tags == ("x", "y", "new")
    assert row.content.metadata == {"source": "z"}


def test_a_cell_marked_as_json_may_hold_a_text_a_conversation_or_nothing() -> None:
    table = read(
        b'id,history:json\n1,"""just text"""\n2,"[{""role"": ""user"", ""content"": ""hi""}]"\n3,\n4,{oops\n'
    )

    found = mapped(table)

    assert [row.content.values.get("history") for row in found.rows] == [
        "just text",
        (Message(role="user", content="hi"),),
        None,
    ]
    assert [(problem.row, problem.column) for problem in found.problems] == [(4, "history:json")]


def test_a_text_of_a_json_file_is_never_taken_apart() -> None:
    table = read(b'[{"q": "[{\\"role\\": \\"user\\", \\"content\\": \\"hi\\"}]"}]', "a.json")

    [row] = mapped(table).rows

    assert row.content.values == {"q": '[{"role": "user", "content": "hi"}]'}


def test_format_encoding_and_separator_can_be_said() -> None:
    said = ReadOptions(format=FileFormat.CSV, encoding="cp1251", delimiter="#")

    table = read("q#c\nЖЩЯ#b,c\n".encode("cp1251"), "a.dat", said)

    assert table.columns == ("q", "c")
    assert table.rows[0].cells == ("ЖЩЯ", "b,c")


@pytest.mark.parametrize(
    ("options", "field"),
    [
        (ReadOptions(encoding="rot13"), "encoding"),
        (ReadOptions(encoding="utf-16"), "encoding"),
        (ReadOptions(format=FileFormat.EXCEL), "file"),
        (ReadOptions(format=FileFormat.JSON), "file"),
    ],
)
def test_what_was_said_wrongly_is_refused(options: ReadOptions, field: str) -> None:
    with pytest.raises(UnreadableFile) as refusal:
        read(b"q,c\na,b\n1", "a.csv", options)

    assert refusal.value.field == field


def test_a_file_too_large_is_refused_in_the_words_of_the_specification() -> None:
    """FR-EC-004.3"""
    must_be_small(10 * 1024 * 1024, 10 * 1024 * 1024)
    with pytest.raises(FileTooLarge, match=r"File too large \(max 10MB\)"):
        must_be_small(10 * 1024 * 1024 + 1, 10 * 1024 * 1024)


def test_the_corpus_has_conversations_with_quotes() -> None:
    assert '"' in CONVERSATION[0]["content"]
