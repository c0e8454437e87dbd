"""Cases of a run, selected from a dataset version and pinned to rows; and notifications of live texts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import text

from edison.domain.datasets.case_json import CaseValue, values_from_json
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
# The number of cases, how many of them lack each variable in the order of the names, and whether the project
# stores files, which is known without reading the cases.
COUNT_LACKING = f"""
    WITH chosen AS ({CHOSEN_CASES})
    SELECT (SELECT count(*) FROM chosen) AS cases, ARRAY(
        SELECT (SELECT count(*) FROM chosen c WHERE NOT jsonb_exists(c."values", w.name))
        FROM unnest(CAST(:names AS text[])) WITH ORDINALITY w(name, place) ORDER BY w.place) AS lacking,
        EXISTS (SELECT FROM files WHERE project_id = :project) AS files
"""
# The case that makes the longest prompt with these variables. A page of a PDF counts as a page of text.
LONGEST_CASE = f"""
    SELECT c."values" AS inputs FROM ({CHOSEN_CASES}) c
    ORDER BY (
        SELECT sum(length(c."values" ->> name) + 8000 * coalesce(CAST(c."values" -> name ->> 'pages' AS int), 0))
        FROM unnest(CAST(:names AS text[])) name
    ) DESC NULLS LAST
    LIMIT 1
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenCase:
    id: UUID
    # The revision of the case in this version.
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
        """Select cases and save the case revision of each row of the run; return the number of cases."""
        if dataset is None:
            await self._session.execute(
                text("INSERT INTO run_cases (run_id, position) VALUES (:run, 0)"), {"run": run}
            )
            return 1
        found = await self._session.scalar(
            text(PIN_CASES), {"run": run, **chosen_cases_values(project, dataset, version, choice)}
        )
        return int(found or 0)

    async def chosen(
        self, project: ProjectId, dataset: DatasetId, version: int, choice: CaseChoice
    ) -> list[ChosenCase]:
        """List the cases that `pin` would select, in the same order."""
        rows = await self._session.execute(
            text(CHOSEN_CASES), chosen_cases_values(project, dataset, version, choice)
        )
        return [ChosenCase(id=row.case_id, revision=row.id) for row in rows]

    async def count(
        self, project: ProjectId, dataset: DatasetId, version: int, choice: CaseChoice
    ) -> int:
        found = await self._session.scalar(
            text(COUNT_CASES), chosen_cases_values(project, dataset, version, choice)
        )
        return int(found or 0)

    async def count_lacking(
        self,
        project: ProjectId,
        dataset: DatasetId,
        version: int,
        choice: CaseChoice,
        names: Sequence[str],
    ) -> tuple[int, dict[str, int], bool]:
        """Count the selected cases and, for each variable, those without it; say whether the project has files."""
        row = (
            await self._session.execute(
                text(COUNT_LACKING),
                {"names": list(names), **chosen_cases_values(project, dataset, version, choice)},
            )
        ).one()
        return int(row.cases), dict(zip(names, row.lacking, strict=True)), row.files

    async def longest(
        self,
        project: ProjectId,
        dataset: DatasetId,
        version: int,
        choice: CaseChoice,
        names: Sequence[str],
    ) -> dict[str, CaseValue]:
        """Return the values of the selected case with the most text in these variables; empty without a case."""
        row = (
            await self._session.execute(
                text(LONGEST_CASE),
                {"names": list(names), **chosen_cases_values(project, dataset, version, choice)},
            )
        ).one_or_none()
        return {} if row is None else values_from_json(row.inputs)


def chosen_cases_values(
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
        """Notify followers of the run's topic of new texts; only people with access to the run can follow it."""
        # Nothing is stored, so there is no need to wait for the disk.
        await self._session.execute(text("SET LOCAL synchronous_commit = off"))
        for notice in notices(run_topic(run), list(texts)):
            await self._session.execute(
                text("SELECT pg_notify(:channel, :notice)"),
                {"channel": LIVE_CHANNEL, "notice": notice},
            )
