"""Differences between two versions of a dataset."""

from typing import Any
from uuid import UUID

from sqlalchemy import text

from edison.domain.datasets.case_json import content_from_json
from edison.domain.datasets.case_selection import CaseDifference, DifferenceCounts
from edison.domain.ids import CaseId, DatasetId, ProjectId
from edison.kit.pagination import Page, PageRequest, page_of, row_number
from edison.store.repositories.base import Repository

# Compares the content of a case, not only its revision: a reverted change is not a difference.
SIDES = """
    WITH a AS (SELECT * FROM cases WHERE project_id = :project AND dataset_id = :dataset
            AND since <= :before AND (until IS NULL OR until > :before)),
        b AS (SELECT * FROM cases WHERE project_id = :project AND dataset_id = :dataset
            AND since <= :after AND (until IS NULL OR until > :after)),
        pairs AS (
            SELECT a.id AS a_id, b.id AS b_id, coalesce(b.case_id, a.case_id) AS case_id,
                coalesce(b.position, a.position) AS position,
                a.id IS NOT NULL AND b.id IS NOT NULL AND (a.id = b.id OR (
                    (a.values, a.expected, a.tags, a.difficulty, a.metadata, a.split)
                    IS NOT DISTINCT FROM
                    (b.values, b.expected, b.tags, b.difficulty, b.metadata, b.split)
                )) AS same
            FROM a FULL JOIN b ON a.case_id = b.case_id
        )
"""
COUNT = text(
    SIDES
    + """
    SELECT count(*) FILTER (WHERE a_id IS NULL), count(*) FILTER (WHERE b_id IS NULL),
        count(*) FILTER (WHERE a_id IS NOT NULL AND b_id IS NOT NULL AND NOT same),
        count(*) FILTER (WHERE same)
    FROM pairs
    """
)
CONTENT = """
    CASE WHEN {side}.id IS NOT NULL THEN jsonb_build_object('values', {side}.values,
        'expected', {side}.expected, 'tags', {side}.tags, 'difficulty', {side}.difficulty,
        'metadata', {side}.metadata, 'split', {side}.split) END
"""
PAGE = text(
    SIDES
    + f"""
    SELECT pairs.case_id, pairs.position, {CONTENT.format(side="a")}, {CONTENT.format(side="b")}
    FROM pairs LEFT JOIN a ON a.id = a_id LEFT JOIN b ON b.id = b_id
    WHERE NOT same AND (pairs.position, pairs.case_id) > (:position, CAST(:case AS uuid))
    ORDER BY pairs.position, pairs.case_id LIMIT :limit
    """
)
NO_CASE = UUID(int=0)


class CaseDifferences(Repository):
    async def count(
        self, project: ProjectId, dataset: DatasetId, before: int, after: int
    ) -> DifferenceCounts:
        sides = {"project": project, "dataset": dataset, "before": before, "after": after}
        row = (await self._session.execute(COUNT, sides)).one()
        return DifferenceCounts(added=row[0], removed=row[1], changed=row[2], same=row[3])

    async def page(
        self, project: ProjectId, dataset: DatasetId, before: int, after: int, page: PageRequest
    ) -> Page[CaseDifference]:
        position, case = page.key(row_number, UUID) if page.after else (-1, NO_CASE)
        rows = await self._session.execute(
            PAGE,
            {
                "project": project,
                "dataset": dataset,
                "before": before,
                "after": after,
                "position": position,
                "case": case,
                "limit": page.limit + 1,
            },
        )
        found = [_to_difference(row) for row in rows]
        return page_of(found, page.limit, lambda item: (item.position, item.id))


def _to_difference(row: Any) -> CaseDifference:
    return CaseDifference(
        id=CaseId(row[0]),
        position=row[1],
        before=None if row[2] is None else content_from_json(row[2]),
        after=None if row[3] is None else content_from_json(row[3]),
    )
