"""Exports of other tools, in the form in which each writes them, become prompts and cases."""

import json

import pytest

from edison.domain.datasets.dataset import Split
from edison.domain.errors import UnreadableFile
from edison.domain.imports.import_plan import ImportNotes, ImportPlan, counts_of
from edison.domain.imports.source_files import SourceFiles
from edison.domain.imports.tool_exports import read_tool_export


def read(name: str, text: str) -> ImportPlan:
    return read_tool_export(SourceFiles({name: text.encode()}), ImportNotes())


def test_the_newest_version_of_a_prompt_of_langfuse_is_kept_with_its_labels() -> None:
    prompts = [
        {
            "type": "chat",
            "name": "support",
            "version": number,
            "prompt": [
                {"role": "system", "content": f"Be short, version {number}."},
                {"role": "user", "content": "Answer {{question}}"},
            ],
            "config": {"temperature": 0.3},
            "labels": ["production", "latest"] if number == 2 else [],
            "tags": [],
        }
        for number in (2, 1)
    ]

    plan = read("prompts.json", json.dumps({"data": prompts, "meta": {"page": 1}}))

    [prompt] = plan.prompts
    assert prompt.content.system == "Be short, version 2."
    assert prompt.content.messages[0].content == "Answer {{question}}"
    assert prompt.content.parameters.temperature == 0.3
    assert prompt.labels == ("production",)
    counts = counts_of(plan.entries)["prompt"]
    assert (counts.mapped, counts.skipped) == (1, 1)


def test_items_of_a_dataset_of_langfuse_keep_metadata_and_leave_out_what_is_archived() -> None:
    items = [
        {
            "id": "a",
            "status": "ACTIVE",
            "input": {"question": "2 + 2?"},
            "expectedOutput": {"answer": "4"},
            "metadata": {"topic": "sums"},
            "datasetName": "Sums",
        },
        {"id": "b", "status": "ARCHIVED", "input": {"question": "?"}, "expectedOutput": "x"},
    ]

    plan = read("items.json", json.dumps({"data": items}))

    [case] = plan.datasets[0].cases
    assert (case.values, case.expected) == ({"question": "2 + 2?"}, "4")
    assert case.metadata == {"topic": "sums"}
    assert counts_of(plan.entries)["case"].skipped == 1


def test_a_csv_of_langsmith_has_its_inputs_and_outputs_as_json() -> None:
    plan = read(
        "examples.csv",
        'id,inputs,outputs,split\n1,"{""question"": ""2 + 2?""}","{""answer"": ""4""}",train\n',
    )

    [case] = plan.datasets[0].cases
    assert (case.values, case.expected) == ({"question": "2 + 2?"}, "4")
    assert case.split is Split.TRAIN


def test_rows_of_braintrust_keep_tags() -> None:
    rows = [
        {"id": "1", "input": "2 + 2?", "expected": "4", "tags": ["easy"], "metadata": {"n": 1}},
        {"id": "2", "input": {"question": "3 + 3?"}, "expected": {"answer": "6", "unit": "none"}},
    ]

    plan = read("dataset.jsonl", "\n".join(json.dumps(row) for row in rows))

    first, second = plan.datasets[0].cases
    assert (first.values, first.expected, first.tags) == ({"input": "2 + 2?"}, "4", ("easy",))
    assert second.values == {"question": "3 + 3?"}
    assert json.loads(second.expected or "") == {"answer": "6", "unit": "none"}


def test_columns_of_phoenix_are_divided_by_their_prefix() -> None:
    plan = read(
        "phoenix.csv",
        "example_id,input_question,input_language,output_answer,metadata_topic\n"
        "RGF0,2 + 2?,en,4,sums\n",
    )

    [case] = plan.datasets[0].cases
    assert case.values == {"question": "2 + 2?", "language": "en"}
    assert case.expected == "4"
    assert case.metadata == {"topic": "sums"}


def test_examples_of_phoenix_are_read_from_json() -> None:
    example = {"id": "RGF0", "input": {"question": "2 + 2?"}, "output": {"answer": "4"}}

    plan = read("phoenix.json", json.dumps({"data": {"examples": [example]}}))

    [case] = plan.datasets[0].cases
    assert (case.values, case.expected) == ({"question": "2 + 2?"}, "4")


def test_columns_without_an_input_are_the_variables() -> None:
    plan = read("rows.csv", "question,country,expected\nCapital?,France,Paris\n")

    [case] = plan.datasets[0].cases
    assert case.values == {"question": "Capital?", "country": "France"}
    assert case.expected == "Paris"


def test_a_file_without_rows_is_refused() -> None:
    with pytest.raises(UnreadableFile, match="neither prompts nor rows with inputs"):
        read("empty.json", "[]")
