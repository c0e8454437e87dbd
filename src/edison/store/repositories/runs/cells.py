"""Repository of cells and scores; one statement starts or finishes a whole batch."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import text

from edison.domain.datasets.case_json import content_from_json
from edison.domain.datasets.dataset import CaseContent
from edison.domain.ids import ProjectId, RunId
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row
from edison.store.repositories.runs.cell_arrays import (
    Begun,
    FinishedCell,
    FinishedScore,
    begun_arrays,
    cell_arrays,
    score_arrays,
)
from edison.store.repositories.runs.write_cells_sql import (
    ABANDON,
    BEGIN_CELLS,
    BEGIN_SCORES,
    BEGUN_BEFORE,
    DROP_STALE,
    FINISH_CELLS,
    FINISH_SCORES,
    LEFT_OPEN,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Abandoned:
    """A call of a worker that died; its cost is unknown."""

    ordinal: int
    scorer: int | None
    claim: int
    held: int
    held_tokens: int
    started_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptAnswer:
    """The fields of a finished cell that its scorers need."""

    state: str
    output: str
    parsed: str | None
    malformed: str | None
    latency_ms: float | None
    cost: int | None
    prompt_tokens: int | None
    completion_tokens: int | None
    finish: str | None
    more: dict[str, Any]


class Cells(Repository):
    async def begin(
        self, project: ProjectId, run: RunId, items: Sequence[Begun], now: datetime
    ) -> set[tuple[int, int | None]]:
        """Mark calls as about to be sent; return the calls that were marked.

        The others are finished, or claimed by another worker, and must not be sent.
        """
        del project
        taken: set[tuple[int, int | None]] = set()
        cells = [item for item in items if item.scorer is None]
        if cells:
            rows = await self._session.execute(
                BEGIN_CELLS, {"run": run, "now": now, **begun_arrays(cells)}
            )
            taken.update((row.ordinal, None) for row in rows)
        scores = [item for item in items if item.scorer is not None]
        if scores:
            rows = await self._session.execute(
                BEGIN_SCORES,
                {
                    "run": run,
                    "now": now,
                    "scorers": [item.scorer for item in scores],
                    **begun_arrays(scores),
                },
            )
            taken.update((row.ordinal, row.scorer) for row in rows)
        return taken

    async def finish(
        self, project: ProjectId, run: RunId, items: Sequence[FinishedCell], now: datetime
    ) -> set[int]:
        """Save answers and failures; return the ordinals that were saved.

        The others were already finished, or claimed by another worker.
        """
        del project
        if not items:
            return set()
        rows = await self._session.execute(
            FINISH_CELLS, {"run": run, "now": now, **cell_arrays(items)}
        )
        return set(rows.scalars())

    async def finish_scores(
        self, project: ProjectId, run: RunId, items: Sequence[FinishedScore], now: datetime
    ) -> set[tuple[int, int]]:
        del project
        if not items:
            return set()
        rows = await self._session.execute(
            FINISH_SCORES, {"run": run, "now": now, **score_arrays(items)}
        )
        return {(row.ordinal, row.scorer) for row in rows}

    async def begun_before(
        self, project: ProjectId, run: RunId, items: Sequence[Begun]
    ) -> set[tuple[int, int | None]]:
        """Return which of these calls an earlier attempt of the same batch has started."""
        del project
        found: set[tuple[int, int | None]] = set()
        for table, scorer, also in (
            ("cells", "NULL::int", ""),
            ("scores", "scores.scorer", "AND scores.scorer = t.scorer"),
        ):
            chosen = [item for item in items if (item.scorer is None) == (table == "cells")]
            if not chosen:
                continue
            rows = await self._session.execute(
                text(BEGUN_BEFORE.format(table=table, scorer=scorer, also=also)),
                {"run": run, "scorers": [item.scorer for item in chosen], **begun_arrays(chosen)},
            )
            found.update((row.ordinal, row.scorer) for row in rows)
        return found

    async def abandon(self, project: ProjectId, run: RunId, ordinals: range) -> list[Abandoned]:
        """Reopen calls that a dead worker had started; their maximum cost stays counted as in doubt.

        Calls in a batch at a provider, which have a negative claim, do not depend on a worker.
        """
        del project
        found: list[Abandoned] = []
        for table, scorer, also in (
            ("cells", "NULL::int", ""),
            ("scores", "scorer", "AND scores.scorer = old.scorer"),
        ):
            rows = await self._session.execute(
                text(ABANDON.format(table=table, scorer=scorer, also=also, whose="claim >= 0")),
                {"run": run, "first": ordinals.start, "end": ordinals.stop},
            )
            found.extend(from_row(Abandoned, row) for row in rows)
        return found

    async def abandon_batch(
        self, project: ProjectId, run: RunId, ordinals: range, claim: int
    ) -> list[Abandoned]:
        """Reopen the unanswered calls of a batch whose fate at the provider is unknown, as `abandon` does."""
        del project
        statement = ABANDON.format(
            table="cells", scorer="NULL::int", also="", whose="claim = :claim"
        )
        rows = await self._session.execute(
            text(statement),
            {"run": run, "first": ordinals.start, "end": ordinals.stop, "claim": claim},
        )
        return [from_row(Abandoned, row) for row in rows]

    async def in_batch(
        self, project: ProjectId, run: RunId, ordinals: range, claim: int
    ) -> dict[int, tuple[int, int]]:
        """Return the unanswered calls of a batch, each with its reserved cost and tokens."""
        del project
        rows = await self._session.execute(
            text(
                "SELECT ordinal, held, held_tokens FROM cells WHERE run_id = :run AND state = 'calling' "
                "AND ordinal >= :first AND ordinal < :end AND claim = :claim"
            ),
            {"run": run, "first": ordinals.start, "end": ordinals.stop, "claim": claim},
        )
        return {row.ordinal: (row.held, row.held_tokens) for row in rows}

    async def left_open(
        self, project: ProjectId, run: RunId, keys: Sequence[tuple[int, int | None, int]]
    ) -> set[tuple[int, int | None]]:
        """Lock and return which of these calls are open and not started again; a key is (ordinal, scorer, claim)."""
        del project
        found: set[tuple[int, int | None]] = set()
        for table, scorer, also in (
            ("cells", "NULL::int", ""),
            ("scores", "r.scorer", "AND r.scorer = t.scorer"),
        ):
            chosen = [key for key in keys if (key[1] is None) == (table == "cells")]
            if not chosen:
                continue
            rows = await self._session.execute(
                text(LEFT_OPEN.format(table=table, scorer=scorer, also=also)),
                {
                    "run": run,
                    "ordinals": [ordinal for ordinal, _, _ in chosen],
                    "scorers": [scorer for _, scorer, _ in chosen],
                    "claims": [claim for _, _, claim in chosen],
                },
            )
            found.update((row.ordinal, row.scorer) for row in rows)
        return found

    async def states(self, project: ProjectId, run: RunId, ordinals: range) -> dict[int, str]:
        """Return the states of the cells that have a row."""
        del project
        rows = await self._session.execute(
            text(
                "SELECT ordinal, state FROM cells "
                "WHERE run_id = :run AND ordinal >= :first AND ordinal < :end"
            ),
            {"run": run, "first": ordinals.start, "end": ordinals.stop},
        )
        return {row.ordinal: row.state for row in rows}

    async def attempts(self, project: ProjectId, run: RunId, ordinals: range) -> dict[int, int]:
        """Return the attempt number of each cell that was reopened; all other cells are at attempt 1."""
        del project
        rows = await self._session.execute(
            text(
                "SELECT ordinal, attempt FROM cells WHERE run_id = :run AND ordinal >= :first "
                "AND ordinal < :end AND attempt > 1"
            ),
            {"run": run, "first": ordinals.start, "end": ordinals.stop},
        )
        return {row.ordinal: row.attempt for row in rows}

    async def scored(self, project: ProjectId, run: RunId, ordinals: range) -> set[tuple[int, int]]:
        del project
        rows = await self._session.execute(
            text(
                "SELECT ordinal, scorer FROM scores WHERE run_id = :run AND ordinal >= :first "
                "AND ordinal < :end AND state IN ('scored','not_scored')"
            ),
            {"run": run, "first": ordinals.start, "end": ordinals.stop},
        )
        return {(row.ordinal, row.scorer) for row in rows}

    async def scorer_messages(
        self, project: ProjectId, run: RunId, ordinals: range
    ) -> dict[tuple[int, int], tuple[str, ...]]:
        """Return the judges' messages in unfinished dialogues, by cell and scorer, so that they are not paid twice."""
        del project
        rows = await self._session.execute(
            text(
                "SELECT ordinal, scorer, more -> 'said' AS said FROM scores WHERE run_id = :run "
                "AND ordinal >= :first AND ordinal < :end AND state = 'open' AND more ? 'said'"
            ),
            {"run": run, "first": ordinals.start, "end": ordinals.stop},
        )
        return {(row.ordinal, row.scorer): tuple(row.said) for row in rows}

    async def drop_stale(
        self, project: ProjectId, run: RunId, ordinals: range, columns: int
    ) -> int:
        """Delete scores of answers that were reopened while a judge scored them.

        Return how many of the deleted scores had been counted in the sums.
        """
        del project
        rows = await self._session.scalars(
            DROP_STALE,
            {"run": run, "first": ordinals.start, "end": ordinals.stop, "columns": columns},
        )
        return sum(1 for state in rows if state in ("scored", "not_scored"))

    async def answers(
        self, project: ProjectId, run: RunId, ordinals: Sequence[int]
    ) -> dict[int, KeptAnswer]:
        """Return the answers of these cells, for scorers that were added after the run."""
        del project
        rows = await self._session.execute(
            text(
                "SELECT ordinal, state, output, parsed, malformed, latency_ms, cost, prompt_tokens, "
                "completion_tokens, finish, more FROM cells "
                "WHERE run_id = :run AND ordinal = ANY (CAST(:ordinals AS int[])) "
                "AND state IN ('answered','malformed')"
            ),
            {"run": run, "ordinals": list(ordinals)},
        )
        return {
            row.ordinal: from_row(KeptAnswer, row, output=row.output or "", more=row.more or {})
            for row in rows
        }

    async def cases(
        self, project: ProjectId, run: RunId, first: int, end: int
    ) -> dict[int, CaseContent]:
        """Return the cases of the run's rows from `first` up to but not including `end`."""
        rows = await self._session.execute(
            text(
                'SELECT rc.position, c.id, c."values" AS inputs, c.expected, c.tags, c.difficulty, c.metadata, c.split '
                "FROM run_cases rc LEFT JOIN cases c ON c.id = rc.revision AND c.project_id = :project "
                "WHERE rc.run_id = :run AND rc.position >= :first AND rc.position < :end"
            ),
            {"project": project, "run": run, "first": first, "end": end},
        )
        return {row.position: _content(row) for row in rows}


def _content(row: Any) -> CaseContent:
    if row.id is None:
        return CaseContent(values={})
    return content_from_json(
        {
            "values": row.inputs,
            "expected": row.expected,
            "tags": row.tags,
            "difficulty": row.difficulty,
            "metadata": row.metadata,
            "split": row.split,
        }
    )
