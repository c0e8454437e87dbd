"""Exit codes from reports: errors make a result inconclusive, and are never a missed threshold."""

from typing import Any

import pytest

from edison.cli.suites.outcome_line import outcome_line, spending_line
from edison.cli.suites.result_tables import PLAIN, document, table, verdict_lines
from edison.cli.suites.save_suite import recipe_of
from edison.cli.suites.suite_dataset import case_fingerprint
from edison.cli.suites.suite_prompt import same_content
from edison.cli.suites.suite_verdict import Exit, judge, target_labels
from edison.cli.suites.terminal_output import dollars, plain, progress_line
from edison.domain.suites.suite_file.suite_file_model import SuiteFileModel


def a_suite(**changes: Any) -> SuiteFileModel:
    return SuiteFileModel.model_validate(
        {
            "name": "x",
            "prompt": {"name": "p", "text": "hello"},
            "targets": [{"model": "m"}],
            "scorers": [{"kind": "exact"}],
            "thresholds": [{"scorer": "exact", "mean": 0.8, "pass_share": 0.5}],
            **changes,
        }
    )


def a_report(**changes: Any) -> dict[str, Any]:
    """Of one target and one scorer: 100 cells, all answered and right."""
    score: dict[str, Any] = {
        "column": 0,
        "scored": 100,
        "mean": 1.0,
        "passed": 100,
        "not_passed": 0,
        "pass_share": 1.0,
        "errors": 0,
        "not_applicable": 0,
    }
    progress: dict[str, Any] = {
        "column": 0,
        "total": 100,
        "open": 0,
        "answered": 100,
        "malformed": 0,
        "failed": 0,
        "cost_usd": "0.012345",
        "answer_cost_usd": "0.012345",
        "p50_latency_ms": 120.0,
        "p95_latency_ms": 12_000.0,
    }
    for values in (score, progress):
        values.update({name: value for name, value in changes.items() if name in values})
    return {
        "id": "7",
        "number": 1,
        "name": "x",
        "state": "completed",
        "problem": None,
        "plan": {
            "columns": [a_column()],
            "dataset_version": 1,
            "cases": 100,
            "trials": 1,
            "cells": 100,
        },
        "progress": [progress],
        "scorers": [{"name": "exact", "columns": [score]}],
        "budget": {"settled_usd": "0.012345"},
        "elapsed_s": 3.0,
        "eta_s": None,
        "waiting_for_worker": False,
    }


def a_column(number: int = 0, **changes: Any) -> dict[str, Any]:
    column: dict[str, Any] = {
        "number": number,
        "version": 1,
        "model_name": "m",
        "credential_label": "Main",
        "parameters": {},
    }
    return {**column, **changes}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, Exit.OK),
        ({"mean": 0.8, "pass_share": 0.5}, Exit.OK),
        ({"mean": 0.79}, Exit.MISSED),
        ({"pass_share": 0.49}, Exit.MISSED),
        ({"failed": 5, "answered": 95}, Exit.OK),
        ({"failed": 6, "answered": 94}, Exit.INCONCLUSIVE),
        ({"failed": 6, "answered": 94, "mean": 0.1}, Exit.INCONCLUSIVE),
        ({"errors": 5, "scored": 95}, Exit.OK),
        ({"errors": 6, "scored": 94}, Exit.INCONCLUSIVE),
        ({"errors": 6, "scored": 94, "mean": 0.1}, Exit.INCONCLUSIVE),
        ({"mean": None, "scored": 0, "pass_share": None, "not_applicable": 100}, Exit.INCONCLUSIVE),
        ({"pass_share": None}, Exit.INCONCLUSIVE),
        ({"malformed": 60, "answered": 40}, Exit.OK),
    ],
)
def test_what_a_report_comes_to(changes: dict[str, Any], expected: Exit) -> None:
    assert judge(a_suite(), a_report(**changes)).exit is expected


def test_a_mean_of_exactly_the_limit_reaches_it_however_it_is_summed() -> None:
    mean = sum([0.8] * 10) / 10

    assert mean < 0.8
    assert judge(a_suite(), a_report(mean=mean)).exit is Exit.OK


def test_without_thresholds_errors_still_count() -> None:
    suite = a_suite(thresholds=[])

    assert judge(suite, a_report(mean=0.0)).exit is Exit.OK
    assert judge(suite, a_report(failed=6, answered=94)).exit is Exit.INCONCLUSIVE


def test_the_limit_of_errors_can_be_set() -> None:
    report = a_report(failed=30, answered=70)

    assert judge(a_suite(max_error_share=0.3), report).exit is Exit.OK
    assert judge(a_suite(max_error_share=0.0), a_report()).exit is Exit.OK
    assert judge(a_suite(max_error_share=0.0), a_report(failed=1)).exit is Exit.INCONCLUSIVE


def test_targets_have_names_of_their_own() -> None:
    columns = [
        a_column(0, model_name="alone"),
        a_column(1, parameters={"temperature": 0}),
        a_column(2, parameters={"temperature": 1}),
        a_column(3, model_name="twin", credential_label="A"),
        a_column(4, model_name="twin", credential_label="B"),
        a_column(5, model_name="same"),
        a_column(6, model_name="same"),
    ]

    assert target_labels({"plan": {"columns": columns}}) == [
        "alone",
        "m (temperature=0)",
        "m (temperature=1)",
        "twin [A]",
        "twin [B]",
        "same [Main] #5",
        "same [Main] #6",
    ]


def test_the_table_and_the_document_say_the_same() -> None:
    report = a_report(failed=2, answered=98, mean=0.5)
    verdict = judge(a_suite(), report)

    lines = table(report).splitlines()
    told = document(suite="x", exit_code=int(verdict.exit), report=report, verdict=verdict)

    assert lines[1].split() == [
        "m",
        "98/100",
        "2",
        "0",
        "$0.0123",
        "120",
        "ms",
        "12.0",
        "s",
        "0.50",
        "100%",
    ]
    assert (told["verdict"], told["targets"][0]["failed"]) == ("missed", 2)
    assert told["targets"][0]["scores"]["exact"]["mean"] == 0.5
    assert [check["reached"] for check in told["thresholds"]] == [False, True]


def test_scores_read_on_the_scale_of_their_scorer_and_pass_rates_in_percent() -> None:
    report = a_report(mean=0.596, pass_share=0.994, cost_usd="0")
    report["scorers"][0]["scale"] = 5
    suite = a_suite(thresholds=[{"scorer": "exact", "mean": 0.6, "pass_share": 0.5}])

    lines = verdict_lines(judge(suite, report))

    assert lines == [
        # As many decimals as tell the two apart.
        "MISSED   m: exact mean 2.98, wanted at least 3.00 of 5",
        "reached  m: exact pass share 99.4%, wanted at least 50%",
    ]
    head, row = table(report).splitlines()
    assert "exact mean of 5" in head
    # What the answers cost, though a stored answer was free.
    assert row.split()[-2:] == ["3.0", "99.4%"]
    assert "$0.0123" in row


def test_a_table_stays_within_100_columns_whatever_the_names() -> None:
    report = a_report()
    columns = [
        a_column(number, model_name="m" * 90, parameters={"temperature": number / 10})
        for number in range(3)
    ]
    report["plan"]["columns"] = columns
    report["progress"] = [{**report["progress"][0], "column": number} for number in range(3)]
    [scorer] = report["scorers"]
    score = scorer["columns"][0]
    report["scorers"] = [
        {"name": f"{name} " * 12, "columns": [{**score, "column": number} for number in range(3)]}
        for name in ("accurate", "brief", "kind", "polite")
    ]

    lines = table(report).splitlines()

    assert max(len(line) for line in lines) <= 100
    assert [line for line in lines if "temperature=0.2)" in line], "the end of a name is kept"
    assert len(lines) == 4 + 1 + 1 + 4 * 3, "scores are below when they do not fit beside"
    assert all(" 1.00 " in line for line in lines[6:])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"reused": 100}, "all 100 answers were reused from earlier calls"),
        ({"reused": 40}, "40 answers were reused, and the price of every model"),
        ({}, "the price of every model called is $0 in the catalog"),
        ({"answered": 0, "failed": 100}, "no model gave an answer"),
    ],
)
def test_nothing_spent_has_a_reason(changes: dict[str, Any], words: str) -> None:
    report: dict[str, Any] = {**a_report(), "budget": {"settled_usd": "0"}}
    report["progress"][0] |= changes

    assert spending_line(report).startswith(f"Spent $0: {words}")
    assert spending_line(a_report()) == "Spent $0.0123", "what was paid needs no reason"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "PASS  2 thresholds reached"),
        ({"mean": 0.1}, "FAIL  1 of 2 thresholds missed"),
        ({"failed": 50}, "FAIL  not enough evidence: m: 50 of 100 cells failed"),
    ],
)
def test_the_last_line_says_pass_or_fail(changes: dict[str, Any], words: str) -> None:
    verdict = judge(a_suite(), a_report(**changes))

    last = outcome_line(verdict.exit, verdict, PLAIN, file="s.yaml", mistakes=0, started=True)

    assert last == words


def test_names_from_elsewhere_cannot_command_the_terminal() -> None:
    report = a_report()
    report["plan"]["columns"][0]["model_name"] = "evil\x1b[2J\x07"

    assert "\x1b" not in table(report)
    assert plain("a\x1b]0;title\x07\nb") == "a\ufffd]0;title\ufffd\ufffdb"


def test_the_progress_bar_counts_cells_and_scores() -> None:
    report = a_report(open=50, answered=50, scored=50) | {"state": "executing", "eta_s": 75.0}

    line = progress_line(report)

    assert line.startswith("[############............] executing  50/100 cells")
    assert line.endswith("75 s left")


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        (None, "unknown"),
        ("0", "$0"),
        ("0.000012", "$0.000012"),
        ("0.5", "$0.5000"),
        ("1234.5", "$1,234.50"),
    ],
)
def test_small_sums_are_not_nothing(amount: str | None, words: str) -> None:
    assert dollars(amount) == words


def test_a_prompt_that_says_the_same_is_the_same() -> None:
    ours = {"messages": [{"role": "user", "content": "a"}], "parameters": {"temperature": 0}}
    theirs: dict[str, Any] = {
        "system": "",
        "few_shots": [],
        "messages": [{"role": "user", "content": "a", "tool_calls": [], "tool_call_id": None}],
        "tools": [],
        "output": {"kind": "auto", "schema": None},
        "parameters": {"temperature": 0.0, "max_tokens": None, "stop": []},
    }

    assert same_content(theirs, ours)
    assert not same_content(theirs, {**ours, "system": "b"})
    assert not same_content(theirs, {**ours, "output": {"kind": "json"}})
    assert not same_content(theirs, {**ours, "parameters": {}})


def test_a_case_that_says_the_same_is_the_same() -> None:
    talk = {"messages": [{"role": "user", "content": "a"}]}
    told: dict[str, Any] = {
        "messages": [{"role": "user", "content": "a", "tool_calls": [], "tool_call_id": None}]
    }
    ours = {"values": {"q": talk, "r": "x"}}
    theirs: dict[str, Any] = {
        "id": "1",
        "position": 7,
        "values": {"r": "x", "q": told},
        "expected": None,
        "tags": [],
        "difficulty": None,
        "metadata": {},
        "split": "none",
    }

    assert case_fingerprint(theirs) == case_fingerprint(ours)
    assert case_fingerprint(theirs) != case_fingerprint({**ours, "expected": "x"})
    assert case_fingerprint(theirs) != case_fingerprint({"values": {"q": talk, "r": "y"}})


def some_results(score: float | None = 0.9, pass_rate: float = 0.8) -> dict[str, Any]:
    composite = None if score is None else {"value": score, "low": 0.0, "high": 1.0}
    return {"columns": [{"composite": composite, "pass_rate": {"value": pass_rate}}]}


@pytest.mark.parametrize(
    ("threshold", "expected"),
    [
        ({"score": 0.9}, Exit.OK),
        ({"score": 0.91}, Exit.MISSED),
        ({"pass_rate": 0.8}, Exit.OK),
        ({"pass_rate": 0.81}, Exit.MISSED),
        ({"cost_usd": 0.012345}, Exit.OK),
        ({"cost_usd": 0.0123}, Exit.MISSED),
        ({"latency_p95_ms": 12_000}, Exit.OK),
        ({"latency_p95_ms": 11_999}, Exit.MISSED),
    ],
)
def test_thresholds_of_the_whole(threshold: dict[str, float], expected: Exit) -> None:
    found = judge(a_suite(thresholds=[threshold]), a_report(), some_results())

    assert found.exit is expected
    assert len(found.checks) == 1


def test_a_score_that_nobody_knows_is_inconclusive() -> None:
    found = judge(a_suite(thresholds=[{"score": 0.5}]), a_report(), some_results(score=None))

    assert found.exit is Exit.INCONCLUSIVE
    assert found.doubts == ("m: there is no score",)


def test_what_must_not_be_passed_is_said_so() -> None:
    suite = a_suite(thresholds=[{"cost_usd": 0.01, "latency_p95_ms": 15_000, "score": 0.95}])

    lines = verdict_lines(judge(suite, a_report(), some_results()))

    assert lines == [
        "MISSED   all targets: cost $0.0123, wanted at most $0.0100",
        "MISSED   m: score 0.90, wanted at least 0.95",
        "reached  m: p95 latency 12.0 s, wanted at most 15.0 s",
    ]


def test_a_grid_becomes_a_target_for_each_combination_of_a_saved_suite() -> None:
    suite = a_suite(thresholds=[{"scorer": "exact", "mean": 0.5}, {"score": 0.7}])
    order: dict[str, Any] = {
        "versions": [{"prompt": "p", "number": 3}],
        "targets": [
            {"model": "m", "parameters": {"seed": 1}, "grid": {"temperature": [0, 0.5, 0.5]}},
            {"model": "n"},
        ],
        "scorers": [{"kind": "exact"}],
        "dataset": "d",
        "dataset_version": 2,
    }

    recipe = recipe_of(suite, order, None)

    assert recipe["targets"] == [
        {"model": "m", "parameters": {"seed": 1, "temperature": 0}},
        {"model": "m", "parameters": {"seed": 1, "temperature": 0.5}},
        {"model": "n", "parameters": {}},
    ]
    assert recipe["prompts"] == [{"prompt": "p", "version": 3, "label": None}]
    assert recipe["dataset"] == {"id": "d", "version": 2}
    assert recipe["thresholds"]["score"] == 0.7
    assert [each["scorer"] for each in recipe["thresholds"]["scorers"]] == ["exact"]
    assert recipe["reuse"] is False
