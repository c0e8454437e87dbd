"""A suite file: everything that is wrong with it is told at once, with its line."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from tools.suite_schema import PAGE, schema, written

from edison.api.models.playground_views import ParametersBody
from edison.api.prompts.content_views import ContentBody
from edison.api.runs.run_bodies import GridBody, StartRunBody
from edison.cli.suites.file_checks import read_suite
from edison.domain.suites.suite_file import suite_file_model
from edison.domain.suites.suite_file.read_suite_file import FileProblem, WrongSuite

LEAST = """\
name: Small
prompt:
  name: Greeter
  text: Say hello
targets:
  - model: sim-small
"""
DOCS = PAGE.parent / "suites.md"

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written_file(text: str) -> Path:
        path = tmp_path / "suite.yaml"
        path.write_text(text)
        return path

    return written_file


def problems_of(path: Path) -> dict[str, FileProblem]:
    with pytest.raises(WrongSuite) as wrong:
        read_suite(path).must_be_right()
    return {problem.where: problem for problem in wrong.value.problems}


def test_the_least_there_is(write: Write) -> None:
    suite = read_suite(write(LEAST)).suite

    assert (suite.trials, suite.reuse, suite.max_error_share) == (1, True, 0.05)
    assert suite.prompt is not None
    assert suite.prompt.content() == {"messages": [{"role": "user", "content": "Say hello"}]}


def test_every_problem_is_told_with_its_line(write: Write) -> None:
    text = (
        LEAST.replace("model: sim-small", "modell: sim-small\n    grid: {temperature: 1}")
        + "trials: yes\nscorers:\n  - name: x\nmax_error_share: 5\n"
    )

    found = problems_of(write(text))

    assert {where: problem.line for where, problem in found.items()} == {
        "targets[0].model": 6,
        "targets[0].modell": 6,
        "targets[0].grid.temperature": 7,
        "trials": 8,
        "scorers[0].kind": 10,
        "max_error_share": 11,
    }
    assert str(found["targets[0].modell"]).startswith(
        "line 6: targets[0].modell: is not a known field"
    )
    assert found["targets[0].model"].message == "is missing"


def test_one_kind_of_mistake_does_not_hide_the_others(write: Write) -> None:
    """A key twice, a wrong shape, a name that nothing has: all of it in one go."""
    text = (
        "name: Small\n"
        "name: Twice\n"
        "targets:\n"
        "  - modell: sim-small\n"
        "scorers:\n"
        "  - kind: exact\n"
        "  - kind: judge\n"
        "thresholds:\n"
        "  - {scorer: exakt, mean: 0.5}\n"
    )

    found = problems_of(write(text))

    assert {where: problem.line for where, problem in found.items()} == {
        "": None,
        "name": 2,
        "targets[0].model": 4,
        "targets[0].modell": 4,
        "scorers[1].judge": 7,
        "thresholds[0].scorer": 9,
    }
    assert found[""].message == "Give either prompt or prompts"


def test_what_the_server_would_refuse_is_found_without_it(write: Write) -> None:
    """Scorers, parameters, variables and files are told together, in the order of the lines."""
    text = (
        "name: Small\n"
        "prompt: {name: P, text: 'Translate {{text}} for {{reader}}'}\n"
        "dataset:\n"
        "  name: Texts\n"
        "  cases:\n"
        "    - values: {text: Hello}\n"
        "targets:\n"
        "  - {model: sim-small, parameters: {temperature: 3}}\n"
        "  - {model: sim-large, grid: {top_p: [0.5, 2, 3]}}\n"
        "scorers:\n"
        "  - kind: sorcery\n"
        "  - {kind: regex, pattern: '(', flavour: sweet}\n"
        "  - {kind: judge, judge: Strict}\n"
    )

    with pytest.raises(WrongSuite) as wrong:
        read_suite(write(text)).must_be_right()

    assert [(problem.where, problem.line) for problem in wrong.value.problems] == [
        ("dataset.cases", 5),
        ("targets[0].parameters.temperature", 8),
        ("targets[1].grid.top_p", 9),
        ("scorers[0].kind", 11),
        ("scorers[1].pattern", 12),
        ("scorers[1].flavour", 12),
    ]
    assert "{{reader}}" in wrong.value.problems[0].message


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("name: a\nprompt: [", 2, "Not valid YAML"),
        ("name: a\nname: b\n", 2, "twice"),
        ("name: a\nprompt: {name: x, name: y}\n", 2, "twice"),
        ("just text", None, "must begin with its name"),
        ("", None, "must begin with its name"),
        ("name: !!python/object:os.system x\n", 1, "is not allowed here"),
        ("name: a\n---\nname: b\n", 2, "Not valid YAML"),
        ("name: *nobody\n", 1, "Not valid YAML"),
        ("a: &a [*a]\n", None, "nested too deeply"),
        ("name: \x00\n", None, "Not valid YAML"),
        ("name: a\nprompt: {name: b, text: {{c}}}\n", 2, "need quotes"),
        ("? [a, b]\n: c\n", 1, "A key must be a text"),
    ],
)
def test_what_is_no_suite_is_refused_in_words(
    write: Write, text: str, line: int | None, words: str
) -> None:
    with pytest.raises(WrongSuite) as wrong:
        read_suite(write(text))

    [problem] = [each for each in wrong.value.problems if words in str(each)]
    assert problem.line == line


def test_a_file_that_references_itself_a_million_times_is_refused(write: Write) -> None:
    layers = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    layers += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]

    assert "too large" in problems_of(write("\n".join(layers)))[""].message


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("{name: x, text: a, version: 2}", "cannot have a version or a label"),
        ("{name: x, version: 2, label: production}", "not both"),
        ("{name: x, system: Be kind}", "either text or messages"),
        ("{name: x, text: a, messages: [{role: user, content: b}]}", "either text or messages"),
    ],
)
def test_a_prompt_is_written_here_or_elsewhere(write: Write, prompt: str, words: str) -> None:
    text = f"name: a\nprompt: {prompt}\ntargets: [{{model: m}}]\n"

    assert words in problems_of(write(text))["prompt"].message


@pytest.mark.parametrize(
    ("dataset", "where", "words"),
    [
        ("{name: x, version: 1, file: a.csv}", "dataset", "not both"),
        ("{name: x, mapping: {}}", "dataset", "is for a file"),
        ("{name: x, file: none.csv}", "dataset.file", "There is no file"),
        ("{name: x, cases: []}", "dataset.cases", "at least 1 item"),
        ("{name: x, cases: [{values: {a: [1]}}]}", "dataset.cases[0].values.a", "valid"),
    ],
)
def test_cases_come_from_one_place(write: Write, dataset: str, where: str, words: str) -> None:
    assert words in problems_of(write(f"{LEAST}dataset: {dataset}\n"))[where].message


def test_values_are_what_is_written(write: Write) -> None:
    text = LEAST + (
        "dataset:\n  name: x\n  cases:\n"
        "    - values: {a: 007, b: yes, c: 1.10, d: 2026-01-01, e: '', f: =}\n"
        "      expected: 42\n      metadata: {when: 2026-01-01, on: 7}\n"
    )

    dataset = read_suite(write(text)).suite.dataset

    assert dataset
    assert dataset.cases
    [case] = dataset.cases
    assert case.values == {
        "a": "007",
        "b": "yes",
        "c": "1.10",
        "d": "2026-01-01",
        "e": "",
        "f": "=",
    }
    assert case.expected == "42"
    assert case.metadata == {"when": "2026-01-01", "on": 7}


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufeff")))
def test_any_text_of_a_case_arrives_as_it_is(tmp_path_factory: Any, text: str) -> None:
    path: Path = tmp_path_factory.mktemp("suites") / "suite.yaml"
    document = yaml.safe_load(LEAST)
    document["dataset"] = {"name": "x", "cases": [{"values": {"a": text}, "expected": text}]}
    path.write_text(yaml.safe_dump(document, allow_unicode=True), encoding="utf-8")

    dataset = read_suite(path).suite.dataset

    assert dataset
    assert dataset.cases
    assert (dataset.cases[0].values, dataset.cases[0].expected) == ({"a": text}, text)


def test_a_threshold_names_a_scorer_of_the_suite(write: Write) -> None:
    text = LEAST + (
        "scorers: [{kind: exact}, {kind: exact}, {kind: regex, name: digits, pattern: x}]\n"
        "thresholds:\n"
        "  - {scorer: exact 2, mean: 0.5}\n"
        "  - {scorer: digits, pass_share: 0.5}\n"
        "  - {scorer: regex, mean: 0.5}\n"
    )

    found = problems_of(write(text))

    assert {where: problem.line for where, problem in found.items()} == {"thresholds[2].scorer": 11}
    assert "exact, exact 2, digits" in found["thresholds[2].scorer"].message


def test_a_threshold_asks_for_something(write: Write) -> None:
    text = LEAST + "scorers: [{kind: exact}]\nthresholds: [{scorer: exact}]\n"

    assert "mean, pass_share or both" in problems_of(write(text))["thresholds[0]"].message


@pytest.mark.parametrize("name", [" x", "x ", "a\nb", ""])
def test_a_name_is_as_the_server_keeps_it(write: Write, name: str) -> None:
    text = LEAST.replace("Greeter", json.dumps(name))

    assert set(problems_of(write(text))) == {"prompt.name"}


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    assert "No such file" in problems_of(tmp_path / "none.yaml")[""].message


def test_the_suite_and_the_api_know_the_same_parameters() -> None:
    assert set(suite_file_model.FileParameters.model_fields) == set(ParametersBody.model_fields)
    assert set(suite_file_model.Grid.model_fields) == set(GridBody.model_fields)
    assert set(ContentBody.model_fields) <= set(suite_file_model.FilePrompt.model_fields)
    assert {"trials", "reuse", "budget_usd", "timeout_s", "name"} <= set(StartRunBody.model_fields)


def test_the_schema_is_what_the_code_says() -> None:
    assert PAGE.read_text() == written(), "run: python -m tools.suite_schema"


def test_the_schema_accepts_what_we_accept_and_refuses_what_we_refuse(write: Write) -> None:
    validator = jsonschema_rs.validator_for(json.dumps(schema()))
    [example, cases, saved] = re.findall(r"```yaml\n(.*?)```", DOCS.read_text(), re.DOTALL)

    read_suite(write(example))
    assert validator.is_valid(yaml.safe_load(example))
    assert validator.is_valid({**yaml.safe_load(LEAST), **yaml.safe_load(cases)})
    read_suite(write(saved))
    assert validator.is_valid(yaml.safe_load(saved))
    faults: tuple[dict[str, Any], ...] = (
        {"naem": "x"},
        {"scorers": [{"kind": "regex"}]},
        {"scorers": [{"kind": "no such"}]},
        {"trials": 0},
        {"targets": []},
    )
    for wrong in faults:
        assert not validator.is_valid({**yaml.safe_load(LEAST), **wrong}), wrong
