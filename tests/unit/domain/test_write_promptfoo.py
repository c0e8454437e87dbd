"""A configuration that is written for promptfoo is read by the importer as the same prompts, cases and checks."""

from typing import Any

import pytest
import yaml

from edison.domain.datasets.dataset import CaseContent
from edison.domain.imports.import_plan import ImportNotes, counts_of
from edison.domain.imports.promptfoo_config import read_promptfoo
from edison.domain.imports.promptfoo_written_checks import NotWritable, write_check
from edison.domain.imports.source_files import SourceFiles
from edison.domain.imports.write_promptfoo import PromptfooParts, WrittenTarget, write_promptfoo
from edison.domain.models.model_call import Message
from edison.domain.models.provider import Provider
from edison.domain.prompts.prompt import PromptContent
from tests.support.promptfoo_configs import spec_problem

PARTS = PromptfooParts(
    name="Capitals",
    prompts=[
        PromptContent(messages=(Message(role="user", content="Capital of {{country}}?"),)),
        PromptContent(
            system='Say "please".', messages=(Message(role="user", content="{{country}}?"),)
        ),
    ],
    targets=[
        WrittenTarget(provider=Provider.OPENAI, name="gpt-5-mini", parameters={"temperature": 0.0}),
        WrittenTarget(provider=Provider.SIMULATED, name="sim-large", parameters={}),
    ],
    scorers=[
        {"kind": "latency", "max_ms": 2000},
        {"kind": "contains"},
        {"kind": "case_checks"},
        {"kind": "judge", "judge": "x"},
    ],
    cases=[
        CaseContent(values={"country": "France"}, expected="Paris"),
        CaseContent(
            values={"country": "Peru"},
            expected="Lima",
            metadata={
                "checks": [
                    {"spec": {"kind": "regex", "pattern": "L.ma"}, "negate": True, "weight": 2}
                ],
                "region": "America",
            },
        ),
    ],
)


def test_what_is_written_is_read_as_the_same() -> None:
    text = write_promptfoo(PARTS)

    plan = read_promptfoo(
        SourceFiles({"promptfooconfig.yaml": text.encode()}), ImportNotes(), spec_problem
    )

    contents = [prompt.content for prompt in plan.prompts]
    assert contents[0].messages[0].content == "Capital of {{country}}?"
    assert (contents[1].system, contents[1].messages[0].content) == (
        'Say "please".',
        "{{country}}?",
    )
    assert [model.name for model in plan.models] == ["gpt-5-mini"]
    assert [case.values for case in plan.datasets[0].cases] == [
        {"country": "France"},
        {"country": "Peru"},
    ]
    counts = counts_of(plan.entries)["assertion"]
    assert (counts.approximated, counts.skipped) == (0, 0)
    second = yaml.safe_load(text)["tests"][1]
    assert second["assert"] == [
        {"type": "icontains", "value": "Lima"},
        {"type": "not-regex", "value": "L.ma", "weight": 2},
    ]
    assert second["metadata"] == {"region": "America"}


def test_what_is_left_out_is_said_at_the_top() -> None:
    lines = write_promptfoo(PARTS).splitlines()

    said = [line for line in lines if line.startswith("#")]
    assert said == [
        "# Not exported: judge: promptfoo has no assertion of the same meaning",
        "# Not exported: the target sim-large: promptfoo cannot call it",
    ]


@pytest.mark.parametrize(
    ("spec", "written"),
    [
        ({"kind": "exact", "value": "a", "trim": False}, {"type": "equals", "value": "a"}),
        (
            {"kind": "exact", "value": 'A "b"', "ignore_case": True},
            {
                "type": "javascript",
                "value": r'output.trim().toLowerCase() === "A \"b\"".trim().toLowerCase()',
            },
        ),
        (
            {"kind": "contains", "values": ["a", "b"], "ignore_case": False, "negate": True},
            {"type": "not-contains-all", "value": ["a", "b"]},
        ),
        (
            {"kind": "regex", "pattern": r"(?P<n>\d+)", "ignore_case": True, "whole": True},
            {"type": "javascript", "value": r'new RegExp("^(?:(?<n>\\d+))$", "i").test(output)'},
        ),
        ({"kind": "length", "at_most": 5}, {"type": "word-count", "value": {"max": 5}}),
        (
            {"kind": "length", "unit": "characters", "at_least": 2, "at_most": 5},
            {
                "type": "javascript",
                "value": "[...output].length >= 2 && [...output].length <= 5",
            },
        ),
        (
            {"kind": "answer_format", "format": "xml", "where": "inside", "elements": ["a.b"]},
            {"type": "contains-xml", "value": {"requiredElements": ["a.b"]}},
        ),
        (
            {"kind": "edit_distance", "value": "abc", "max_edits": 2, "trim": False},
            {"type": "levenshtein", "value": "abc", "threshold": 2},
        ),
        (
            {"kind": "ngram_overlap", "measure": "gleu", "values": ["a"], "pass_at": 0.4},
            {"type": "gleu", "value": "a", "threshold": 0.4},
        ),
    ],
)
def test_a_scorer_is_written_as_the_assertion_of_its_meaning(
    spec: dict[str, Any], written: dict[str, Any]
) -> None:
    assert write_check(spec, None) == written


@pytest.mark.parametrize(
    "spec",
    [
        {"kind": "edit_distance", "value": "abc"},
        {"kind": "length", "unit": "tokens", "at_most": 5},
        {"kind": "ngram_overlap", "measure": "bleu", "values": ["a"]},
        {"kind": "python_check", "code": "def check(output): return True"},
    ],
)
def test_a_scorer_that_decides_otherwise_there_is_not_written(spec: dict[str, Any]) -> None:
    with pytest.raises(NotWritable):
        write_check(spec, "expected")


def test_a_check_that_cannot_be_written_keeps_the_others_of_its_case() -> None:
    checks = [
        {"spec": {"kind": "python_check", "code": "def check(output): return True"}},
        {"spec": {"kind": "contains", "values": ["a"], "negate": True}, "negate": True},
    ]
    case = CaseContent(values={"q": "?"}, metadata={"checks": checks})
    parts = PromptfooParts(
        name="One", prompts=[], targets=[], scorers=[{"kind": "case_checks"}], cases=[case]
    )

    text = write_promptfoo(parts)

    assert yaml.safe_load(text)["tests"][0]["assert"] == [{"type": "icontains", "value": "a"}]
    assert text.startswith("# Not exported: python_check: ")
