"""Which cases a run takes: chosen from a version of a dataset, and pinned to its rows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import text

from edison.domain.events import run_topic
from edison.domain.ids import DatasetId, ProjectId, RunId
from edison.domain.runs.live_text import CellText, notices
from edison.domain.runs.run_plan import CaseChoice
from edison.store.repositories.base import Repository

CHOSEN_CASES = """
    SELECT id, case_id, position, "values" FROM cases
    WHERE project_id = :project AND dataset_id = :dataset
      AND since <= :version AND (until IS NULL OR until > :version)
      AND (CAST(:split AS text) IS NULL OR split = :split)
      AND (cardinality(CAST(:tags AS text[])) = 0 OR tags && CAST(:tags AS text[]))
      AND (cardinality(CAST(:ids AS uuid[])) = 0 OR case_id = ANY (CAST(:ids AS uuid[])))
    ORDER BY position, case_id LIMIT :first
"""
PIN_CASES = f"""
    WITH pinned AS (
        INSERT INTO run_cases (run_id, position, revision)
        SELECT :run, row_number() OVER (ORDER BY position, case_id) - 1, id FROM ({CHOSEN_CASES}) chosen
        RETURNING 1)
    SELECT count(*) FROM pinned
"""
COUNT_CASES = f"SELECT count(*) FROM ({CHOSEN_CASES}) chosen"
# How many there are, and how many of them have no value of each name, in the order of the names.
COUNT_LACKING = f"""
    WITH chosen AS ({CHOSEN_CASES})
    SELECT (SELECT count(*) FROM chosen) AS cases, ARRAY(
        SELECT (SELECT count(*) FROM chosen c WHERE NOT jsonb_exists(c."values", w.name))
        FROM unnest(CAST(:names AS text[])) WITH ORDINALITY w(name, place) ORDER BY w.place) AS lacking
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenCase:
    id: UUID
    # The row that holds the wording of this version.
    revision: UUID


class RunCases(Repository):
    async def pin(
        self,
        project: ProjectId,
        run: RunId,
        dataset: DatasetId | None,
        version: int,
        choice: CaseChoice,
    ) -> int:
        """Write down which case stands in which row; return how many there are."""
        if dataset is None:
            await self._session.execute(
                text("INSERT INTO run_cases (run_id, position) VALUES (:run, 0)"), {"run": run}
            )
            return 1
        found = await self._session.scalar(
            text(PIN_CASES), {"run": run, **_cases(project, dataset, version, choice)}
        )
        return int(found or 0)

    async def chosen(
        self, project: ProjectId, dataset: DatasetId, version: int, choice: CaseChoice
    ) -> list[ChosenCase]:
        """List the cases that `pin` would take, in the same order."""
        rows = await self._session.execute(
            text(CHOSEN_CASES), _cases(project, dataset, version, choice)
        )
        return [ChosenCase(id=row.case_id, revision=row.id) for row in rows]

    async def count(
        self, project: ProjectId, dataset: DatasetId, version: int, choice: CaseChoice
    ) -> int:
        found = await self._session.scalar(
            text(COUNT_CASES), _cases(project, dataset, version, choice)
        )
        return int(found or 0)

    async def count_lacking(
        self,
        project: ProjectId,
        dataset: DatasetId,
        version: int,
        choice: CaseChoice,
        names: Sequence[str],
    ) -> tuple[int, dict[str, int]]:
        """How many cases are chosen, and how many of them have no value of each name."""
        row = (
            await self._session.execute(
                text(COUNT_LACKING),
                {"names": list(names), **_cases(project, dataset, version, choice)},
            )
        ).one()
        return int(row.cases), dict(zip(names, row.lacking, strict=True))


def _cases(
    project: ProjectId, dataset: DatasetId, version: int, choice: CaseChoice
) -> dict[str, Any]:
    return {
        "project": project,
        "dataset": dataset,
        "version": version,
        "split": None if choice.split is None else str(choice.split),
        "tags": list(choice.tags),
        "ids": list(choice.ids),
        "first": choice.first,
    }


LIVE_CHANNEL = "edison_live_text"


class LiveTexts(Repository):
    async def send(self, project: ProjectId, run: RunId, texts: Iterable[CellText]) -> None:
        """Runs have ids of their own, and only who may see the run follows its topic; the project is for the reader."""
        # Nothing is stored, so there is nothing to wait for on the disk.
        await self._session.execute(text("SET LOCAL synchronous_commit = off"))
        for notice in notices(run_topic(run), list(texts)):
            await self._session.execute(
                text("SELECT pg_notify(:channel, :notice)"),
                {"channel": LIVE_CHANNEL, "notice": notice},
            )
