"""Cases of one dataset taken into another, in one statement however many there are."""

from dataclasses import dataclass

from sqlalchemy import func, select, text

from edison.domain.ids import DatasetId, ProjectId
from edison.store.repositories.base import Repository
from edison.store.tables.datasets import CaseRow

# Two cases are the same if their values are, but for capitals and spacing; what is expected of the answer does not
# count, since one question with two answers is still one question. A conversation is compared as it is written.
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
    # How many the source has, how many of them came in, and how many of those are held out.
    coming: int
    added: int
    held_out: int


class CaseMerging(Repository):
    """Writing. The dataset is locked by the caller, who settles the version afterwards."""

    async def take(
        self,
        project: ProjectId,
        dataset: DatasetId,
        version: int,
        source: tuple[DatasetId, int],
        *,
        leave_out_duplicates: bool,
    ) -> MergedCases:
        """Put the cases of a version of the source at the end, each as a case of its own."""
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
