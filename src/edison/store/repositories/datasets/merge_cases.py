"""Merge the cases of one dataset into another, in one statement."""

from dataclasses import dataclass

from sqlalchemy import func, select, text

from edison.domain.ids import DatasetId, ProjectId
from edison.store.repositories.base import Repository
from edison.store.tables.datasets import CaseRow

# Two cases are duplicates if their values are equal except for case and spacing; the expected answer is not compared,
# because one question with two answers is still one question. A conversation is compared literally.
SAME = """
    md5((SELECT string_agg(each.key || chr(31) || lower(btrim(
            regexp_replace(coalesce(each.value #>> '{}', ''), '\\s+', ' ', 'g'))), chr(30) ORDER BY each.key)
        FROM jsonb_each(c.values) each))
"""
TAKE = text(f"""
    WITH coming AS (
        SELECT c.*, CASE WHEN :leave_out THEN {SAME} END AS same
        FROM cases c
        WHERE c.project_id = :project AND c.dataset_id = :source
            AND c.since <= :source_version AND (c.until IS NULL OR c.until > :source_version)
    ), numbered AS (
        SELECT coming.*, row_number() OVER (PARTITION BY same ORDER BY position, case_id) AS nth
        FROM coming
    ), there AS (
        SELECT DISTINCT {SAME} AS same FROM cases c
        WHERE :leave_out AND c.project_id = :project AND c.dataset_id = :dataset AND c.until IS NULL
    ), fresh AS (
        SELECT numbered.*, row_number() OVER (ORDER BY position, case_id) AS place
        FROM numbered
        -- Not a join: nobody has counted these rows, and a plan for few would compare each with each.
        WHERE NOT :leave_out OR (nth = 1 AND same NOT IN (SELECT same FROM there))
    ), added AS (
        INSERT INTO cases (id, case_id, project_id, dataset_id, position, since, values, expected, tags,
            difficulty, metadata, split, search)
        SELECT gen_random_uuid(), gen_random_uuid(), :project, :dataset, :last + place, :version, values,
            expected, tags, difficulty, metadata, split, search
        FROM fresh
        RETURNING split
    )
    SELECT (SELECT count(*) FROM coming), (SELECT count(*) FROM added),
        (SELECT count(*) FROM added WHERE split = 'holdout')
""")


@dataclass(frozen=True, slots=True, kw_only=True)
class MergedCases:
    # Number of cases of the source, of those added, and of those among them in the holdout.
    coming: int
    added: int
    held_out: int


class CaseMerging(Repository):
    """Writes cases. The caller must have locked the dataset, and must add the version afterwards."""

    async def take(
        self,
        project: ProjectId,
        dataset: DatasetId,
        version: int,
        source: tuple[DatasetId, int],
        *,
        leave_out_duplicates: bool,
    ) -> MergedCases:
        """Append the cases of a version of the source dataset, each as a new case."""
        last = await self._session.scalar(
            select(func.max(CaseRow.position)).where(
                CaseRow.project_id == project, CaseRow.dataset_id == dataset
            )
        )
        found = await self._session.execute(
            TAKE,
            {
                "project": project,
                "dataset": dataset,
                "version": version,
                "source": source[0],
                "source_version": source[1],
                "leave_out": leave_out_duplicates,
                "last": last or 0,
            },
        )
        coming, added, held_out = found.one()
        return MergedCases(coming=coming, added=added, held_out=held_out)
