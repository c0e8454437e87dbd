"""Load a run into arrays. PostgreSQL returns each column as a binary array, which is faster than rows."""

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import psycopg
from numpy.typing import NDArray
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from edison.domain.ids import ProjectId, RunId
from edison.domain.results.grade_arrays import UUID_BYTES
from edison.domain.results.run_arrays import CaseArrays, RunArrays, ScorerArrays
from edison.domain.runs.run_plan import Plan
from edison.store.repositories.base import Repository

# The parts of a packed array: the length of an element, and the element, both in big-endian order.
INT4, INT2, INT8, FLOAT8, FLOAT4, UUID = ">i4", ">i2", ">i8", ">f8", ">f4", UUID_BYTES
# Header of an array: dimensions, flags, element type, length, lower bound.
ARRAY_HEAD = 20
# Header of the rows: signature, flags, length of the unused extension.
COPY_HEAD = 19

NO_CASE = "00000000-0000-0000-0000-000000000000"
CELLS = """
    SELECT array_agg(ordinal), array_agg(CAST(CASE state WHEN 'answered' THEN 1 WHEN 'malformed' THEN 2
        WHEN 'failed' THEN 3 ELSE 0 END AS smallint))
    FROM cells WHERE run_id = %(run)s
"""
CODE = """
    CASE WHEN state = 'scored' THEN CASE WHEN passed THEN 2 WHEN NOT passed THEN 3 ELSE 1 END
        WHEN problem = 'not_applicable' THEN 4 ELSE 5 END
"""
SCORES = """
    SELECT scorer, array_agg(ordinal), array_agg(coalesce(value, 'NaN')), array_agg(CAST({code} AS smallint)){more}
    FROM scores WHERE run_id = %(run)s AND scorer = ANY (%(scorers)s) AND state IN ('scored','not_scored')
    GROUP BY scorer
"""
CRITERION = ", array_agg(coalesce(criteria[{place}], 'NaN'))"
FLIPPED = ", array_agg(CAST(coalesce(CAST(more ->> 'flipped' AS boolean), false) AS int))"
CASES = f"""
    SELECT array_agg(coalesce(k.case_id, '{NO_CASE}') ORDER BY rc.position),
        array_agg(coalesce(rc.revision, '{NO_CASE}') ORDER BY rc.position),
        array_agg(CAST(coalesce(said.length, 0) AS bigint) ORDER BY rc.position),
        array_agg(CAST(coalesce(k.difficulty, 0) AS smallint) ORDER BY rc.position),
        array_agg(CAST(CASE k.split WHEN 'train' THEN 1 WHEN 'holdout' THEN 2 ELSE 0 END AS smallint)
            ORDER BY rc.position)
    FROM run_cases rc LEFT JOIN cases k ON k.id = rc.revision AND k.project_id = %(project)s
    LEFT JOIN LATERAL (SELECT {{length}} AS length) said ON true
    WHERE rc.run_id = %(run)s
"""
# Number of characters of all inputs; cheap, and also used to select the cells of a group.
INPUT_LENGTH = "length(CAST(k.values AS text))"
TAGS = text(
    """
    SELECT tag, array_agg(rc.position ORDER BY rc.position) AS positions
    FROM run_cases rc JOIN cases k ON k.id = rc.revision AND k.project_id = :project
    CROSS JOIN LATERAL unnest(k.tags) tag
    WHERE rc.run_id = :run GROUP BY tag ORDER BY count(*) DESC, tag LIMIT :most
    """
)
SPLITS = ("none", "train", "holdout")
# More tags would be unreadable, and each one makes the multiple-testing correction of all others stricter.
TAGS_AT_MOST = 30


class ResultArrays(Repository):
    """Loads a run into arrays. The caller must have checked that the run belongs to the project."""

    async def read(
        self,
        project: ProjectId,
        run: RunId,
        plan: Plan,
        *,
        panel: Sequence[int],
        pairwise: Sequence[int],
        criteria: int,
    ) -> RunArrays:
        """Return the states, scores and labels of a run.

        `panel` and `pairwise` are scorer numbers; `criteria` is the number of criteria to load for the panel.
        """
        cells = plan.cells
        [[ordinals, states]] = await self._packed(CELLS, {"run": run}, (INT4, INT2)) or [[None] * 2]
        said: dict[int, ScorerArrays] = {}
        more = "".join(CRITERION.format(place=place + 1) for place in range(criteria))
        kinds = (INT4, FLOAT8, INT2, *((FLOAT4,) * criteria))
        for number, *values in await self._packed(
            SCORES.format(code=CODE, more=more), {"run": run, "scorers": list(panel)}, kinds
        ):
            said[number] = _said(cells, values)
        for number, *values in await self._packed(
            SCORES.format(code=CODE, more=FLIPPED),
            {"run": run, "scorers": list(pairwise)},
            (INT4, FLOAT8, INT2, INT4),
        ):
            said[number] = _pairwise(cells, values)
        manual, drawn = np.full(cells, np.nan), np.zeros(cells, dtype=np.bool_)
        for ordinal, grade, by_chance in await self._labels(project, run):
            manual[ordinal], drawn[ordinal] = grade, by_chance
        return RunArrays(
            columns=len(plan.columns),
            trials=plan.trials,
            states=_spread(cells, ordinals, states, 0).astype(np.int8),
            manual=manual,
            drawn=drawn,
            said=said,
            cases=await self._cases(project, run),
        )

    async def _labels(self, project: ProjectId, run: RunId) -> list[tuple[int, float, bool]]:
        """Return, for each labelled cell, the grade by people and whether the cell was sampled at random."""
        rows = await self._session.execute(
            text(
                "SELECT m.ordinal, m.grade, coalesce(q.choice->>'pick' IN ('all','random'), false) AS drawn"
                " FROM cell_marks m"
                " JOIN cells c ON c.run_id = m.run_id AND c.ordinal = m.ordinal AND c.attempt = m.attempt"
                " LEFT JOIN annotation_items i ON i.id = m.annotation_item_id"
                " LEFT JOIN annotation_queues q ON q.id = i.queue_id"
                " WHERE m.project_id = :project AND m.run_id = :run AND m.grade IS NOT NULL"
                " AND c.state IN ('answered','malformed')"
            ),
            {"project": project, "run": run},
        )
        return [(row.ordinal, row.grade, row.drawn) for row in rows]

    async def _cases(self, project: ProjectId, run: RunId) -> CaseArrays:
        place: dict[str, Any] = {"run": run, "project": project}
        [[ids, revisions, lengths, difficulties, splits]] = await self._packed(
            CASES.format(length=INPUT_LENGTH), place, (UUID, UUID, INT8, INT2, INT2)
        )
        tags = await self._session.execute(TAGS, {**place, "most": TAGS_AT_MOST})
        return CaseArrays(
            ids=ids,
            revisions=revisions,
            lengths=lengths.astype(np.int64),
            difficulties=difficulties.astype(np.int8),
            splits=np.array(SPLITS)[splits],
            tags={row.tag: np.array(row.positions, dtype=np.int64) for row in tags},
        )

    async def _packed(
        self, statement: str, values: dict[str, Any], kinds: Sequence[str]
    ) -> list[list[Any]]:
        return await fetch_packed_arrays(self._session, statement, values, kinds)


async def fetch_packed_arrays(
    session: AsyncSession, statement: str, values: dict[str, Any], kinds: Sequence[str]
) -> list[list[Any]]:
    """Fetch rows of arrays with these element types; an integer before the arrays is returned as int."""
    connection = await session.connection()
    driver = cast(
        "psycopg.AsyncConnection[Any]",
        (await connection.get_raw_connection()).driver_connection,
    )
    async with driver.cursor() as cursor:
        copying = f"COPY ({statement}) TO STDOUT (FORMAT binary)"
        async with cursor.copy(cast(Any, copying), values) as copy:
            whole = b"".join([bytes(part) async for part in copy])
    return _rows(whole, kinds)


def _rows(whole: bytes, kinds: Sequence[str]) -> list[list[Any]]:
    """Parse the binary COPY format of PostgreSQL.

    Each row is a field count (-1 at the end), then the length and the bytes of each field.
    """
    rows: list[list[Any]] = []
    at = COPY_HEAD
    while True:
        fields = int.from_bytes(whole[at : at + 2], "big", signed=True)
        at += 2
        if fields < 0:
            return rows
        row: list[Any] = []
        for field in range(fields):
            length = int.from_bytes(whole[at : at + 4], "big", signed=True)
            at += 4
            if length < 0:
                row.append(None)
                continue
            kind = field - (fields - len(kinds))
            if kind < 0:
                row.append(int.from_bytes(whole[at : at + length], "big", signed=True))
            else:
                element = np.dtype([("length", ">i4"), ("value", kinds[kind])])
                part = np.frombuffer(
                    whole,
                    dtype=element,
                    offset=at + ARRAY_HEAD,
                    count=(length - ARRAY_HEAD) // element.itemsize,
                )
                row.append(np.ascontiguousarray(part["value"]))
            at += length
        rows.append(row)


def _spread(
    cells: int, ordinals: NDArray[Any] | None, values: NDArray[Any] | None, empty: float
) -> NDArray[np.float64]:
    """Return an array with one element per cell: the value at each ordinal, `empty` elsewhere."""
    whole = np.full(cells, empty, dtype=np.float64)
    if ordinals is not None and values is not None:
        whole[ordinals] = values
    return whole


def _said(cells: int, values: Sequence[NDArray[Any]]) -> ScorerArrays:
    ordinals, scores, codes, *criteria = values
    return ScorerArrays(
        values=_spread(cells, ordinals, scores, np.nan),
        codes=_spread(cells, ordinals, codes, 0).astype(np.int8),
        criteria=tuple(
            _spread(cells, ordinals, each, np.nan).astype(np.float32) for each in criteria
        ),
    )


def _pairwise(cells: int, values: Sequence[NDArray[Any]]) -> ScorerArrays:
    ordinals, scores, codes, flipped = values
    return ScorerArrays(
        values=_spread(cells, ordinals, scores, np.nan),
        codes=_spread(cells, ordinals, codes, 0).astype(np.int8),
        flipped=_spread(cells, ordinals, flipped, 0).astype(np.bool_),
    )
