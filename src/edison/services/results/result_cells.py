"""List the cells that a figure of the results is computed from, and count identical answers."""

from dataclasses import dataclass
from uuid import UUID

from edison.domain.errors import InvalidInput
from edison.domain.ids import ProjectId, RunId
from edison.domain.people.access import Actor, Permission
from edison.domain.results.case_facets import FacetKind
from edison.domain.results.column_comparisons import ComparedColumn, Matched, matched
from edison.domain.runs.cell_labels import Panel
from edison.domain.runs.grid_rows import OUTPUT_PREVIEW, REASON_PREVIEW
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.store.repositories.results.result_cells import CellsBehind
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedCells:
    project: ProjectId
    run: RunId
    column: int | None = None
    criterion: str | None = None
    at_least: float | None = None
    below: float | None = None
    facet: FacetKind | None = None
    group: str | None = None
    best_first: bool = False
    # The key of a metric; None: the metric that the results show first.
    metric: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCell:
    ordinal: int
    column: int
    case: UUID | None
    position: int
    trial: int
    value: float | None
    passed: bool | None
    by_person: bool
    malformed: bool
    reason: str
    input: str
    output: str
    tags: tuple[str, ...]


async def list_cells(
    ctx: Context, who: Actor, wanted: WantedCells, page: PageRequest
) -> Page[ResultCell]:
    who.must(Permission.VIEW_PROJECT, wanted.project)
    project, run = wanted.project, wanted.run
    if (wanted.facet is None) != (wanted.group is None):
        raise InvalidInput("Give both the facet and its group, or neither", field="group")
    async with ctx.read() as tx:
        plan = (await tx.runs.get(project, run)).plan
        if (wanted.column or 0) >= len(plan.columns):
            raise InvalidInput("The run has no such column", field="column")
        panel = await _panel(tx, wanted)
        behind = CellsBehind(
            column=wanted.column,
            criterion=await _criterion(tx, project, panel, wanted.criterion),
            at_least=wanted.at_least,
            below=wanted.below,
            facet=wanted.facet,
            group=wanted.group,
            best_first=wanted.best_first,
        )
        found = await tx.result_cells.page(project, run, plan, panel, behind, page)
        ordinals = [cell.ordinal for cell in found.items]
        places = {ordinal: plan.place(ordinal) for ordinal in ordinals}
        cells = await tx.run_rows.cells(project, run, ordinals)
        cases = await tx.run_rows.cases(
            project, run, sorted({place.case for place in places.values()})
        )
        reasons = await tx.result_cells.reasons(
            project, run, panel, ordinals, wanted.criterion, REASON_PREVIEW
        )
    items: list[ResultCell] = []
    for cell in found.items:
        place = places[cell.ordinal]
        case, output = cases[place.case], cells[cell.ordinal].output
        said = " ".join(value.text for value in case.values.values())
        items.append(
            ResultCell(
                ordinal=cell.ordinal,
                column=place.column,
                case=case.case,
                position=place.case,
                trial=place.trial,
                value=cell.value,
                passed=cell.passed,
                by_person=cell.by_person,
                malformed=cell.malformed,
                reason=reasons.get(cell.ordinal, ""),
                input=said[:OUTPUT_PREVIEW],
                output="" if output is None else output.text,
                tags=case.tags,
            )
        )
    return Page(items=tuple(items), next_cursor=found.next_cursor)


async def _panel(tx: ReadTx, wanted: WantedCells) -> Panel:
    """Return the scorers of the figure: the judges for a criterion, otherwise the scorers of the metric."""
    if wanted.criterion is not None:
        return await tx.run_panels.of(wanted.project, wanted.run)
    [metric] = await tx.run_panels.chosen(wanted.project, wanted.run, wanted=wanted.metric)
    return metric.panel


async def _criterion(
    tx: ReadTx, project: ProjectId, panel: Panel, name: str | None
) -> tuple[int, str] | None:
    if name is None:
        return None
    found = None if panel.rubric is None else await tx.run_panels.rubric(project, *panel.rubric)
    names = found.rubric.names if found else ()
    if name not in names:
        raise InvalidInput("The rubric of the run has no such criterion", field="criterion")
    return names.index(name), name


# Maximum number of cells whose texts are compared.
TEXTS_AT_MOST = 5_000


async def same_answers(
    tx: ReadTx,
    project: ProjectId,
    runs: tuple[RunId, RunId],
    this: ComparedColumn,
    other: ComparedColumn,
    rows: Matched | None = None,
) -> tuple[int, int]:
    """Return the number of identical answers and the number of compared answers; (0, 0) if there are too many.

    `rows` are the rows to compare; None means all cases that both columns have.
    """
    both = matched(this.kept, other.kept) if rows is None else rows
    trials = min(this.kept.trials, other.kept.trials)
    if both.this.size * trials > TEXTS_AT_MOST:
        return 0, 0
    ordinals = [
        (
            (int(here) * this.kept.trials + trial) * this.kept.columns + this.column,
            (int(there) * other.kept.trials + trial) * other.kept.columns + other.column,
        )
        for here, there in zip(both.this, both.other, strict=True)
        for trial in range(trials)
    ]
    return await tx.run_statistics.same_texts(project, runs, ordinals), len(ordinals)
