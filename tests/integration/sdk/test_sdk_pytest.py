"""The pytest plugin, as a user runs it: with a server and without one."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from edison.scorers import registry
from edison_sdk.local_scorers import has_local, score_locally
from tests.integration.sdk.conftest import Workshop

SUITE = """
import pytest

def polite(output, case):
    return "please" in output

SCORERS = ["exact", {"kind": "length", "at_most": 3}, polite]

@pytest.mark.edison(dataset="Capitals", cases="cases.jsonl", scorers=SCORERS)
def test_capital(case, evaluation):
    evaluation.check("Paris please" if case["country"] == "X" else case["country"] + " please")
"""
CASES = [
    {"values": {"country": "A"}, "expected": "A please"},
    {"values": {"country": "X"}, "expected": "Rome please"},
]


def run_pytest(
    folder: Path, *options: str, suite: str = SUITE, **settings: str
) -> subprocess.CompletedProcess[str]:
    (folder / "test_app.py").write_text(suite)
    lines = [json.dumps({"id": f"local-{i}", **case}) for i, case in enumerate(CASES)]
    (folder / "cases.jsonl").write_text("\n".join(lines))
    kept = {k: v for k, v in os.environ.items() if not k.startswith("EDISON_")}  # noqa: TID251 - a child's
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-v",
            "-p",
            "no:randomly",
            "-p",
            "no:xdist",
            *options,
            str(folder),
        ],
        cwd=folder,
        env={**kept, **settings},
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_a_server_there_is_a_local_report(tmp_path: Path) -> None:
    told = run_pytest(tmp_path, "--edison-report", "report.json")

    assert told.returncode == 1, told.stdout + told.stderr
    assert "test_capital[local-0] PASSED" in told.stdout
    assert "test_capital[local-1] FAILED" in told.stdout
    assert "exact: Differs from 'Rome please'" in told.stdout
    assert "1 of 2 outputs passed" in told.stdout
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["means"] == {"exact": 0.5, "length": 1.0, "polite": 1.0}
    assert [each["case"] for each in report["outputs"]] == ["local-0", "local-1"]


def test_with_a_server_outputs_go_to_a_run_and_ids_are_those_of_cases(
    workshop: Workshop, tmp_path: Path
) -> None:
    with workshop.client() as edison:
        made = edison.datasets.create("Capitals")
        edison.datasets.add_cases(made.id, CASES)
        ids = [case.id for case in edison.datasets.cases(made.id)]

        told = run_pytest(tmp_path, **workshop.environment())

        assert told.returncode == 1, told.stdout + told.stderr
        assert f"test_capital[{ids[0]}] PASSED" in told.stdout
        [run] = edison.runs.list(dataset=made.id)
        outputs = {cell.case_id: cell.output for cell in edison.runs.cells(run.id)}
        assert edison.outputs.open_cells(run.id).items == []
    assert outputs == {ids[0]: "A please", ids[1]: "Paris please"}
    assert f"/runs/{run.id}" in told.stdout


def test_without_a_server_and_without_cases_the_error_says_what_to_do(tmp_path: Path) -> None:
    told = run_pytest(tmp_path, suite=SUITE.replace('cases="cases.jsonl", ', ""))

    assert told.returncode != 0
    assert "set EDISON_SERVER, EDISON_TOKEN and EDISON_PROJECT" in told.stdout


@pytest.mark.parametrize("kind", ["exact", "contains", "regex", "json_valid", "length"])
def test_a_local_scorer_agrees_with_the_one_of_the_server(kind: str) -> None:
    examples = registry.plugins()[kind].examples
    assert examples
    for example in examples:
        spec = {"kind": kind, **example.spec}
        assert has_local(spec)
        scored = score_locally(spec, example.output, example.expected)
        assert scored.value == example.value, (spec, example.output)
