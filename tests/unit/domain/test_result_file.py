"""Lines of a result file: any text comes back as it was."""

import csv
import io
import json
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from edison.domain.datasets.dataset import CaseContent
from edison.domain.ids import ModelId, PromptId, VersionId
from edison.domain.models.parameters import Parameters
from edison.domain.money import MicroUsd
from edison.domain.runs.cell import CellState
from edison.domain.runs.grid_rows import WholeCell
from edison.domain.runs.result_file import ResultFile
from edison.domain.runs.run_plan import ALL_CASES, Column, Plan

COLUMN = Column(
    prompt=PromptId(UUID(int=1)),
    prompt_name="Greeter",
    version=VersionId(UUID(int=2)),
    number=3,
    model=ModelId(UUID(int=4)),
    model_name="gpt-4o",
    provider="OPENAI",
    credential_label="Key",
    parameters=Parameters(temperature=0.5),
)
PLAN = Plan(
    columns=(COLUMN, COLUMN),
    dataset=None,
    dataset_name="",
    dataset_version=None,
    choice=ALL_CASES,
    cases=10,
    trials=2,
    reuse=True,
    chunk_size=20,
)
# What PostgreSQL can hold.
TEXT = st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]))


def _cell(output: str) -> WholeCell:
    return WholeCell(
        ordinal=7, state=CellState.ANSWERED, output=output, parsed=output, cost=MicroUsd(1)
    )


@given(output=TEXT, value=TEXT)
def test_a_line_of_json_is_one_line_and_says_the_same(output: str, value: str) -> None:
    file = ResultFile(plan=PLAN, scorers={})

    line = file.json_line(_cell(output), CaseContent(values={"question": value}))

    assert line.count("\n") == 1
    read = json.loads(line)
    assert (read["output"], read["input"]) == (output, {"question": value})
    assert (read["position"], read["trial"], read["version"]) == (1, 1, 3)
    assert read["cost_usd"] == "0.000001"


@given(output=TEXT, value=TEXT)
def test_a_line_of_csv_says_the_same(output: str, value: str) -> None:
    file = ResultFile(plan=PLAN, scorers={0: "exact"}, names=("question", "other"))
    text = file.csv_header() + file.csv_line(_cell(output), CaseContent(values={"question": value}))

    [read] = csv.DictReader(io.StringIO(text, newline=""))

    assert (read["output"], read["input.question"], read["input.other"]) == (output, value, "")
    assert read["score.exact"] == ""


@given(output=TEXT, value=TEXT)
def test_no_cell_of_a_safe_csv_begins_like_a_formula(output: str, value: str) -> None:
    file = ResultFile(plan=PLAN, scorers={}, names=("question",), safe=True)

    line = file.csv_line(_cell(output), CaseContent(values={"question": value}))

    [cells] = csv.reader(io.StringIO(line, newline=""))
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in cells)
