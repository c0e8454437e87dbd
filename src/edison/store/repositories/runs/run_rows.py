"""Repository of the grid of a run: pages of rows, complete single cells, and all cells in order for exports."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from time import monotonic
from typing import Any

from sqlalchemy import text

from edison.domain.ids import ProjectId, RunId
from edison.domain.models.attached_file import file_from_json
from edison.domain.money import MicroUsd
from edison.domain.runs.cell import HAS_ANSWER, CellState
from edison.domain.runs.cell_labels import NO_PANEL, Panel
from edison.domain.runs.grid_rows import (
    OUTPUT_PREVIEW,
    REASON_PREVIEW,
    VALUE_PREVIEW,
    EarlierCell,
    GridCase,
    GridCell,
    GridRow,
    GridScore,
    Preview,
    RowFilter,
    RowSort,
    SortBy,
    WholeCell,
    WholeScore,
)
from edison.domain.runs.row_kinds import RowKind
from edison.domain.runs.run_plan import Plan
from edison.kit.pagination import Page, PageRequest, encode_cursor, row_number
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row
from edison.store.repositories.runs.run_row_sql import (
    CASES,
    CELLS,
    MARKS,
    SCORES,
    Hits,
    Statement,
    by_position,
    by_value,
    count_rows,
)

# Searching long outputs is slow: this many cells at a time, and at most this long for one page.
LOOK_AT = 4_000
LOOK_FOR_S = 0.6

NOTHING_SAID = Preview(text="", truncated=False)
WHOLE_CELL = "SELECT * FROM cells WHERE run_id = :run AND ordinal = :ordinal"
WHOLE_SCORES = """
    SELECT * FROM scores WHERE run_id = :run AND ordinal = ANY (CAST(:ordinals AS int[]))
    ORDER BY ordinal, scorer
"""
HISTORY = """
    SELECT attempt, replaced_at, cell FROM cell_history
    WHERE run_id = :run AND ordinal = :ordinal ORDER BY attempt DESC
"""
# This many cells, or fewer if their texts are long, so that memory does not depend on the outputs.
NEXT_CELLS = """
    SELECT * FROM (
        SELECT *, sum(coalesce(octet_length(output), 0)::bigint) OVER (ORDER BY ordinal) AS so_far FROM (
            SELECT * FROM cells WHERE run_id = :run AND ordinal > :after
                AND state IN ('answered','malformed','failed') ORDER BY ordinal LIMIT :limit
        ) next
    ) sized WHERE so_far - coalesce(octet_length(output), 0) <= :bytes ORDER BY ordinal
"""
VALUE_NAMES = """
    SELECT DISTINCT each.key FROM run_cases rc
    JOIN cases k ON k.id = rc.revision AND k.project_id = :project
    CROSS JOIN LATERAL jsonb_object_keys(k.values) AS each(key)
    WHERE rc.run_id = :run ORDER BY 1
"""


class RunRows(Repository):
    """Reads the grid of a run. The caller must have checked that the run belongs to the project."""

    async def page(
        self,
        project: ProjectId,
        run: RunId,
        plan: Plan,
        wanted: RowFilter,
        sort: RowSort,
        page: PageRequest,
        *,
        panel: Panel = NO_PANEL,
        cells: Collection[int] | None = None,
        start: int = 0,
    ) -> Page[GridRow]:
        """Return a page of rows; without a cursor, a page in order of position begins at row `start`."""
        rows = plan.cases * plan.trials
        columns = len(plan.columns)
        hits = (
            None
            if wanted.is_empty
            else Hits(wanted, columns=columns, trials=plan.trials, panel=panel, cells=cells)
        )
        key: tuple[Any, ...] | None
        if wanted.rows:
            found, key = sorted({row for row in wanted.rows if row < rows}), None
        elif sort.by is not SortBy.POSITION:
            after = page.key(float, row_number) if page.after else None
            statement = by_value(sort, hits, rows, after, page.limit + 1, panel=panel)
            statement.values["columns"] = columns
            sorted_rows = await self._rows(project, run, statement)
            found = [row.row for row in sorted_rows[: page.limit]]
            last = sorted_rows[page.limit - 1] if len(sorted_rows) > page.limit else None
            key = None if last is None else (last.key, last.row)
        else:
            first = page.key(row_number)[0] + 1 if page.after else start
            slow = wanted.search is not None
            found, reached = await self._by_position(
                project, run, hits, range(min(first, rows), rows), page.limit, slow=slow
            )
            key = None if reached is None else (reached,)
        return Page(
            items=await self._filled(project, run, plan, found),
            next_cursor=None if key is None else encode_cursor(key),
        )

    async def count(
        self,
        project: ProjectId,
        run: RunId,
        plan: Plan,
        kind: RowKind,
    ) -> int:
        """Count the rows of a kind."""
        hits = Hits(
            RowFilter(kind=kind),
            columns=len(plan.columns),
            trials=plan.trials,
            panel=NO_PANEL,
        )
        return (await self._rows(project, run, count_rows(hits)))[0].rows

    async def _by_position(
        self,
        project: ProjectId,
        run: RunId,
        hits: Hits | None,
        rows: range,
        limit: int,
        *,
        slow: bool,
    ) -> tuple[Sequence[int], int | None]:
        """Return a page of rows, and the last row that was searched, or None if there are no more.

        Slow filters are evaluated in steps, for a limited time.
        """
        if hits is None:
            found = rows[:limit]
            return found, found[-1] if len(rows) > limit else None
        until = monotonic() + LOOK_FOR_S
        step = max(1, LOOK_AT // hits.columns) if slow else max(1, len(rows))
        seen: list[int] = []
        for first in range(rows.start, rows.stop, step):
            end = min(rows.stop, first + step)
            statement = by_position(hits, first, end, limit + 1 - len(seen))
            seen += [row.row for row in await self._rows(project, run, statement)]
            if len(seen) > limit:
                return seen[:limit], seen[limit - 1]
            if end < rows.stop and monotonic() > until:
                return seen, end - 1
        return seen, None

    async def _rows(self, project: ProjectId, run: RunId, statement: Statement) -> Sequence[Any]:
        values = {"run": run, "project": project, **statement.values}
        return (await self._session.execute(text(statement.sql), values)).all()

    async def _filled(
        self, project: ProjectId, run: RunId, plan: Plan, rows: Sequence[int]
    ) -> tuple[GridRow, ...]:
        columns = len(plan.columns)
        ordinals = [row * columns + number for row in rows for number in range(columns)]
        cases = await self.cases(project, run, sorted({row // plan.trials for row in rows}))
        cells = await self.cells(project, run, ordinals)
        return tuple(
            GridRow(
                row=row,
                trial=row % plan.trials,
                case=cases[row // plan.trials],
                cells=tuple(
                    cells[ordinal] for ordinal in range(row * columns, (row + 1) * columns)
                ),
            )
            for row in rows
        )

    async def cases(
        self, project: ProjectId, run: RunId, positions: Sequence[int]
    ) -> dict[int, GridCase]:
        place = {"run": run, "project": project, "positions": list(positions)}
        rows = await self._session.execute(text(CASES), {**place, "most": VALUE_PREVIEW})
        return {row.position: _grid_case(row) for row in rows}

    async def cells(
        self, project: ProjectId, run: RunId, ordinals: Sequence[int]
    ) -> dict[int, GridCell]:
        """Return these cells with truncated texts; a cell without a row is open."""
        place = {"run": run, "ordinals": list(ordinals)}
        scores: dict[int, list[GridScore]] = defaultdict(list)
        for row in await self._session.execute(text(SCORES), {**place, "most": REASON_PREVIEW}):
            scores[row.ordinal].append(_grid_score(row))
        found = {
            row.ordinal: _grid_cell(row, scores[row.ordinal])
            for row in await self._session.execute(text(CELLS), {**place, "most": OUTPUT_PREVIEW})
        }
        cells = {
            ordinal: found.get(ordinal) or GridCell(ordinal=ordinal, state=CellState.OPEN)
            for ordinal in ordinals
        }
        marks = await self._session.execute(text(MARKS), {**place, "project": project})
        for mark in marks:
            cells[mark.ordinal] = _marked(cells[mark.ordinal], mark)
        return cells

    async def cell(self, project: ProjectId, run: RunId, ordinal: int) -> WholeCell:
        """Return one complete cell; a cell without a row is open."""
        del project
        place = {"run": run, "ordinal": ordinal}
        row = (await self._session.execute(text(WHOLE_CELL), place)).one_or_none()
        if row is None:
            return WholeCell(ordinal=ordinal, state=CellState.OPEN)
        return _whole_cell(row, (await self._whole_scores(run, [ordinal]))[ordinal])

    async def history(
        self, project: ProjectId, run: RunId, ordinal: int
    ) -> tuple[EarlierCell, ...]:
        """Return the earlier answers of the cell, newest first."""
        del project
        rows = await self._session.execute(text(HISTORY), {"run": run, "ordinal": ordinal})
        return tuple(from_row(EarlierCell, row) for row in rows)

    async def next_cells(
        self, project: ProjectId, run: RunId, after: int, *, limit: int, size: int
    ) -> list[WholeCell]:
        """Return up to `limit` finished cells after an ordinal; fewer if their outputs exceed `size` bytes."""
        del project
        rows = (
            await self._session.execute(
                text(NEXT_CELLS), {"run": run, "after": after, "limit": limit, "bytes": size}
            )
        ).all()
        scores = await self._whole_scores(run, [row.ordinal for row in rows])
        return [_whole_cell(row, scores[row.ordinal]) for row in rows]

    async def value_names(self, project: ProjectId, run: RunId) -> list[str]:
        """Return the names of the variables of a run's cases."""
        found = await self._session.scalars(text(VALUE_NAMES), {"run": run, "project": project})
        return list(found)

    async def _whole_scores(
        self, run: RunId, ordinals: Sequence[int]
    ) -> dict[int, list[WholeScore]]:
        found: dict[int, list[WholeScore]] = defaultdict(list)
        for row in await self._session.execute(
            text(WHOLE_SCORES), {"run": run, "ordinals": list(ordinals)}
        ):
            found[row.ordinal].append(_whole_score(row))
        return found


def _cut(said: str | None, truncated: bool | None) -> Preview | None:
    return None if said is None else Preview(text=said, truncated=bool(truncated))


def _grid_case(case: Any) -> GridCase:
    inputs: dict[str, Any] = case.inputs or {}
    return GridCase(
        position=case.position,
        case=case.case_id,
        revision=case.revision,
        values={
            name: Preview(
                text=said or "",
                truncated=bool(cut),
                file=None if file is None else file_from_json(file),
            )
            for name, (said, cut, file) in inputs.items()
        },
        expected=_cut(case.expected, case.cut),
        tags=tuple(case.tags or ()),
    )


def _marked(cell: GridCell, mark: Any) -> GridCell:
    counts = mark.attempt == cell.attempt and cell.state in HAS_ANSWER
    return replace(cell, manual=mark.grade if counts else None, flagged=mark.flagged)


def _grid_cell(row: Any, scores: list[GridScore]) -> GridCell:
    return GridCell(
        ordinal=row.ordinal,
        state=CellState(row.state),
        attempt=row.attempt,
        output=_cut(row.output, row.cut),
        tool_calls=row.wishes,
        malformed=row.malformed,
        error_code=row.error_code,
        error=row.error,
        prompt_tokens=row.prompt_tokens,
        completion_tokens=row.completion_tokens,
        cost=None if row.cost is None else MicroUsd(row.cost),
        cost_then=None if row.cost_then is None else MicroUsd(row.cost_then),
        doubt=MicroUsd(row.doubt),
        latency_ms=row.latency_ms,
        finish=row.finish,
        reused=row.reused,
        scores=tuple(scores),
    )


def _grid_score(row: Any) -> GridScore:
    return GridScore(
        scorer=row.scorer,
        value=row.value,
        passed=row.passed,
        problem=row.problem,
        reason=_cut(row.reason, row.cut) or NOTHING_SAID,
        categories=tuple(row.categories or ()),
        blocked=row.action == "block",
    )


def _whole_cell(row: Any, scores: list[WholeScore]) -> WholeCell:
    whole = row.output if row.state == CellState.ANSWERED else None
    return from_row(
        WholeCell,
        row,
        # Stored only if it differs from the output.
        parsed=row.parsed if row.parsed is not None else whole,
        tries=row.attempts,
        more=row.more or {},
        scores=tuple(scores),
    )


def _whole_score(row: Any) -> WholeScore:
    # Before the verdict it holds the messages of a judge so far, which only the engine uses.
    return from_row(WholeScore, row, details=(row.more or {}) if row.state == "scored" else {})
