"""Tools that compare two runs: case by case, and by the verdict of a paired comparison."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from edison.api.mcp.run_tools import (
    MOST_COLUMNS_SHOWN,
    Cursor,
    RunReference,
    show_preview,
    show_values,
)
from edison.api.mcp.tool import (
    MOST_ITEMS,
    McpTool,
    ToolArguments,
    ToolCaller,
    ToolResult,
    UntrustedText,
)
from edison.domain.ids import RunId
from edison.domain.people.access import Permission
from edison.domain.results.run_summary import Compared
from edison.domain.runs.cell_comparison import CellChangeKind
from edison.kit.pagination import PageRequest
from edison.services.results import baseline_verdict
from edison.services.runs import run_comparison

Column = Annotated[int, Field(ge=0, le=2**15 - 1, description="Target of the run, from 0")]


class CompareRunsArguments(ToolArguments):
    run: RunReference
    baseline: RunReference
    column: Column = 0
    baseline_column: Column = 0
    kind: CellChangeKind | None = Field(default=None, description="Only cases of this kind")
    limit: int = Field(default=5, ge=1, le=MOST_ITEMS)
    cursor: Cursor | None = None


class ChangedCase(ToolResult):
    kind: str
    case: UUID | None
    values: dict[str, UntrustedText]
    score: float | None
    baseline_score: float | None
    output: UntrustedText | None
    baseline_output: UntrustedText | None


class ComparedRunsResult(ToolResult):
    counts: dict[str, int]
    items: list[ChangedCase]
    next_cursor: str | None


async def compare_runs(caller: ToolCaller, given: CompareRunsArguments) -> ComparedRunsResult:
    wanted = run_comparison.CompareRuns(
        project=caller.project,
        this=RunId(given.run),
        other=RunId(given.baseline),
        this_column=given.column,
        other_column=given.baseline_column,
        kind=given.kind,
    )
    page = PageRequest.of(given.limit, given.cursor)
    found = await run_comparison.compare_runs(caller.ctx, caller.who, wanted, page)
    link = caller.link(f"runs/compare?runs={given.run},{given.baseline}&baseline={given.baseline}")
    return ComparedRunsResult(
        counts={str(kind): count for kind, count in found.counts.items()},
        items=[
            ChangedCase(
                kind=str(one.finding.kind),
                case=one.case.case,
                values=show_values(one.case),
                score=one.this_grade,
                baseline_score=one.other_grade,
                output=None if one.this is None else show_preview(one.this.output),
                baseline_output=None if one.other is None else show_preview(one.other.output),
                link=link,
            )
            for one in found.page.items
        ],
        next_cursor=found.page.next_cursor,
        link=link,
    )


class VerdictArguments(ToolArguments):
    run: RunReference
    baseline: UUID | Literal["previous", "production"] = Field(
        default="previous",
        description="Id of a run, `previous`, or `production`: the latest run of the production version",
    )


class TargetVerdictResult(ToolResult):
    target: str
    verdict: str = Field(description="better, worse, or cannot tell, by a paired comparison")
    sentence: str
    next_step: str
    effect: str = Field(description="Difference of the scores with its 95% interval")
    fixed: int
    broken: int


class VerdictResult(ToolResult):
    baseline: UUID | None = Field(description="null: no earlier run can be compared with this one")
    baseline_number: int | None
    metric: str | None
    stale: bool = Field(description="Scores came after it was computed")
    targets: list[TargetVerdictResult]


async def verdict(caller: ToolCaller, given: VerdictArguments) -> VerdictResult:
    named = given.baseline
    wanted = baseline_verdict.WantedBaseline(
        project=caller.project,
        run=RunId(given.run),
        baseline=RunId(named) if isinstance(named, UUID) else baseline_verdict.BaselineKind(named),
    )
    found = await baseline_verdict.read_baseline_verdict(caller.ctx, caller.who, wanted)
    link = caller.link(f"runs/{given.run}/results")
    return VerdictResult(
        baseline=None if found.baseline is None else found.baseline.id,
        baseline_number=None if found.baseline is None else found.baseline.number,
        metric=None if found.metric is None else found.metric.name,
        stale=found.stale,
        targets=[
            TargetVerdictResult(
                target=f"{one.column} ({one.model_name})",
                verdict="identical answers" if one.identical else one.comparison.verdict,
                sentence=one.comparison.sentence,
                next_step=one.comparison.next_step,
                effect=_effect(one.comparison),
                fixed=one.fixed,
                broken=one.broken,
                link=link,
            )
            for one in found.columns[:MOST_COLUMNS_SHOWN]
        ],
        link=link,
    )


def _effect(comparison: Compared) -> str:
    found = comparison.effect
    return (
        "unknown" if found is None else f"{found.value:+.3f} [{found.low:+.3f}, {found.high:+.3f}]"
    )


VERDICT_TOOLS = (
    McpTool(
        name="compare_runs",
        title="Compare two runs",
        description="Compare a run with a baseline case by case: fixed, broken, still failing, unchanged, flaky. "
        "Counts are no verdict: use the tool `verdict` to decide whether a run is better.",
        arguments=CompareRunsArguments,
        permission=Permission.VIEW_PROJECT,
        run=compare_runs,
    ),
    McpTool(
        name="verdict",
        title="Get the verdict on a run",
        description="Get the verdict on a run against a baseline: better, worse or cannot tell, by a paired "
        "statistical comparison, with the difference and its interval.",
        arguments=VerdictArguments,
        permission=Permission.VIEW_PROJECT,
        run=verdict,
    ),
)
