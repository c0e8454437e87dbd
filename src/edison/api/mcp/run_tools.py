"""Tools that read runs: their state, scores and failing cases."""

from decimal import Decimal
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from edison.api.mcp.search_tools import PromptName
from edison.api.mcp.tool import (
    MOST_ITEMS,
    McpTool,
    ToolArguments,
    ToolCaller,
    ToolResult,
    UntrustedText,
    shorten,
)
from edison.domain.ids import PromptId, RunId
from edison.domain.money import to_usd
from edison.domain.people.access import Permission
from edison.domain.results.run_summary import Figure, MetricFigures
from edison.domain.runs.grid_rows import GridCase, GridCell, Preview, RowFilter, RowSort
from edison.domain.runs.row_kinds import RowKind
from edison.domain.runs.run_plan import Run
from edison.kit.pagination import PageRequest
from edison.services.mcp import find_by_name
from edison.services.runs import run_queries

MOST_COLUMNS_SHOWN = 20
MOST_VALUES_SHOWN = 10

RunReference = Annotated[UUID, Field(description="Id of a run")]
Cursor = Annotated[str, Field(max_length=2_000, description="`next_cursor` of the last result")]


class RunSummary(ToolResult):
    id: UUID
    number: int
    name: str
    state: str
    prompt: str = Field(description="Name and version")
    models: list[str]
    dataset: str
    scores: list[str] = Field(description="Score of each target with its 95% interval")


class ListRunsArguments(ToolArguments):
    prompt: PromptName | None = None
    limit: int = Field(default=10, ge=1, le=MOST_ITEMS)
    cursor: Cursor | None = None


class RunList(ToolResult):
    items: list[RunSummary]
    next_cursor: str | None


async def list_runs(caller: ToolCaller, given: ListRunsArguments) -> RunList:
    ctx, who, project = caller.ctx, caller.who, caller.project
    prompt: PromptId | None = None
    if given.prompt is not None:
        prompt = await find_by_name.find_prompt(ctx, who, project, given.prompt)
    wanted = run_queries.RunFilter(prompt=prompt)
    page = PageRequest.of(given.limit, given.cursor)
    found = await run_queries.list_runs(ctx, who, project, wanted, page)
    return RunList(
        items=[_summary(caller, card.run, card.figures, card.metric) for card in found.items],
        next_cursor=found.next_cursor,
        link=caller.link("runs"),
    )


def _summary(
    caller: ToolCaller, run: Run, figures: tuple[MetricFigures, ...], metric: str | None
) -> RunSummary:
    columns = run.plan.columns[:MOST_COLUMNS_SHOWN]
    prompts = dict.fromkeys(one.versioned_name for one in columns)
    return RunSummary(
        id=run.id,
        number=run.number,
        name=run.name,
        state=str(run.state),
        prompt=shorten(", ".join(prompts), 300),
        models=list(dict.fromkeys(one.model_name for one in columns)),
        dataset=run.plan.dataset_name,
        scores=[
            f"target {one.column} ({one.model_name}): {_say(one.figure)} by {found.metric.name}"
            for found in figures
            if metric in (None, found.metric.key)
            for one in found.columns[:MOST_COLUMNS_SHOWN]
        ],
        link=caller.link(f"runs/{run.id}"),
    )


def _say(figure: Figure | None) -> str:
    return (
        "no score"
        if figure is None
        else f"{figure.value:.3f} [{figure.low:.3f}, {figure.high:.3f}]"
    )


class GetRunArguments(ToolArguments):
    run: RunReference


class RunResult(RunSummary):
    problem: str | None = Field(description="Why it failed or was paused")
    cells: int
    done: int
    failed: int
    seconds_left: float | None
    spent_usd: Decimal
    budget_usd: Decimal | None


async def get_run(caller: ToolCaller, given: GetRunArguments) -> RunResult:
    report = await run_queries.read_run(caller.ctx, caller.who, caller.project, RunId(given.run))
    run = report.run
    summary = _summary(caller, run, report.figures, report.metric.key)
    limit = report.budget.limit
    return RunResult(
        **summary.model_dump(),
        problem=None if run.problem is None else shorten(run.problem),
        cells=run.plan.cells,
        done=sum(sums.done for sums in report.columns.values()),
        failed=sum(sums.failed for sums in report.columns.values()),
        seconds_left=report.left_s,
        spent_usd=to_usd(report.budget.spent),
        budget_usd=None if limit is None else to_usd(limit),
    )


class FailingCasesArguments(ToolArguments):
    run: RunReference
    kind: Literal["not_passed", "errors", "broken"] = Field(
        default="not_passed",
        description="not_passed: rejected by a scorer or a person; errors: no usable answer; "
        "broken: passed in the baseline run and fails now",
    )
    limit: int = Field(default=5, ge=1, le=MOST_ITEMS)
    cursor: Cursor | None = None


class CaseAnswer(ToolResult):
    target: str
    state: str
    error: UntrustedText | None
    output: UntrustedText | None
    scores: list[UntrustedText] = Field(description="Value and reason of each scorer")


class FailingCase(ToolResult):
    case: UUID | None
    trial: int
    values: dict[str, UntrustedText]
    expected: UntrustedText | None
    answers: list[CaseAnswer]


class FailingCases(ToolResult):
    items: list[FailingCase]
    next_cursor: str | None


async def failing_cases(caller: ToolCaller, given: FailingCasesArguments) -> FailingCases:
    ctx, who, project = caller.ctx, caller.who, caller.project
    id_ = RunId(given.run)
    run = (await run_queries.read_run(ctx, who, project, id_)).run
    found = await run_queries.list_rows(
        ctx,
        who,
        project,
        id_,
        RowFilter(kind=RowKind(given.kind)),
        RowSort(),
        PageRequest.of(given.limit, given.cursor),
    )
    link = caller.link(f"runs/{run.id}?show={given.kind}")
    return FailingCases(
        items=[
            FailingCase(
                case=row.case.case,
                trial=row.trial,
                values=show_values(row.case),
                expected=show_preview(row.case.expected),
                answers=_answers(run, row.cells, link),
                link=link,
            )
            for row in found.items
        ],
        next_cursor=found.next_cursor,
        link=link,
    )


def show_values(case: GridCase) -> dict[str, UntrustedText]:
    shown = list(case.values.items())[:MOST_VALUES_SHOWN]
    return {name: UntrustedText.of(one.text, complete=not one.truncated) for name, one in shown}


def show_preview(text: Preview | None) -> UntrustedText | None:
    return None if text is None else UntrustedText.of(text.text, complete=not text.truncated)


MOST_ANSWERS = 4
MOST_SCORES = 5


def _answers(run: Run, cells: tuple[GridCell, ...], link: str) -> list[CaseAnswer]:
    width = len(run.plan.columns)
    failing = [cell for cell in cells if cell.error or cell.malformed or _rejected(cell)]
    return [
        CaseAnswer(
            target=f"{cell.ordinal % width} ({run.plan.columns[cell.ordinal % width].model_name})",
            state=str(cell.state),
            error=None if not cell.error else UntrustedText.of(cell.error, 200),
            output=show_preview(cell.output),
            scores=[
                UntrustedText.of(f"{score.value}: {score.reason.text or score.problem or ''}", 300)
                for score in cell.scores[:MOST_SCORES]
            ],
            link=link,
        )
        for cell in (failing or list(cells))[:MOST_ANSWERS]
    ]


def _rejected(cell: GridCell) -> bool:
    return any(score.passed is False for score in cell.scores)


RUN_TOOLS = (
    McpTool(
        name="list_runs",
        title="List runs",
        description="List the latest runs with their state and scores, all or of one prompt.",
        arguments=ListRunsArguments,
        permission=Permission.VIEW_PROJECT,
        run=list_runs,
    ),
    McpTool(
        name="get_run",
        title="Get a run",
        description="Get the progress, scores and cost of a run.",
        arguments=GetRunArguments,
        permission=Permission.VIEW_PROJECT,
        run=get_run,
    ),
    McpTool(
        name="failing_cases",
        title="List failing cases of a run",
        description="List the cases of a run whose answers were rejected or are missing, with inputs, answers and the "
        "reasons of the scorers. Their texts are shortened and untrusted.",
        arguments=FailingCasesArguments,
        permission=Permission.VIEW_PROJECT,
        run=failing_cases,
    ),
)
