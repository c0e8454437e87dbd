"""Changes of cases, as part of a new dataset version; a few statements change any number of cases."""

import json
from collections.abc import Sequence
from typing import Any, cast
from uuid import UUID

from sqlalchemy import ColumnElement, CursorResult, func, or_, select, text, update

from edison.domain.datasets.case_rules import TAGS_AT_MOST, case_row
from edison.domain.datasets.case_selection import CaseChange, CaseFilter
from edison.domain.datasets.dataset import Case, CaseContent
from edison.domain.ids import DatasetId, ProjectId
from edison.kit.uuids import new_id
from edison.store.repositories.base import Repository
from edison.store.repositories.datasets.cases import conditions
from edison.store.tables.datasets import CaseRow

# One parameter holds a whole batch, because the number of parameters of a statement is limited.
ADD = text("""
    INSERT INTO cases (id, case_id, project_id, dataset_id, position, since, values, expected, tags,
        difficulty, metadata, split, search)
    SELECT r.id, r.case_id, :project, :dataset, :after + r.place, :version, r.values, r.expected,
        r.tags, r.difficulty, r.metadata, r.split, r.search
    FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS r(id uuid, case_id uuid, place bigint,
        values jsonb, expected text, tags text[], difficulty smallint, metadata jsonb, split text,
        search text)
""")

# Revisions that were ended for this version are copied into it with their changes.
REVISE = text("""
    INSERT INTO cases (id, case_id, project_id, dataset_id, position, since, values, expected, tags,
        difficulty, metadata, split, search)
    SELECT gen_random_uuid(), case_id, project_id, dataset_id, position, :version, values, expected,
        ARRAY(
            SELECT tag FROM unnest(tags) WITH ORDINALITY t(tag, place)
            WHERE NOT tag = ANY (CAST(:remove AS text[])) ORDER BY place
        ) || ARRAY(
            SELECT tag FROM unnest(CAST(:add AS text[])) WITH ORDINALITY t(tag, place)
            WHERE NOT tag = ANY (tags) OR tag = ANY (CAST(:remove AS text[])) ORDER BY place
        ),
        CASE WHEN :clear_difficulty THEN CAST(:difficulty AS smallint)
            ELSE coalesce(CAST(:difficulty AS smallint), difficulty) END,
        metadata, coalesce(CAST(:split AS text), split), search
    FROM cases WHERE project_id = :project AND dataset_id = :dataset AND until = :version
""")

# The same seed gives the same cases, independent of other changes.
DEAL = text("""
    WITH dealt AS (
        SELECT id, CASE WHEN row_number() OVER (ORDER BY md5(:seed || case_id::text), case_id)
            <= round(count(*) OVER () * CAST(:share AS numeric)) THEN 'holdout' ELSE 'train' END AS split
        FROM cases WHERE project_id = :project AND dataset_id = :dataset AND until IS NULL
    ), ended AS (
        UPDATE cases SET until = :version FROM dealt
        WHERE cases.id = dealt.id AND cases.split <> dealt.split
        RETURNING cases.*, dealt.split AS dealt_split
    )
    INSERT INTO cases (id, case_id, project_id, dataset_id, position, since, values, expected, tags,
        difficulty, metadata, split, search)
    SELECT gen_random_uuid(), case_id, project_id, dataset_id, position, :version, values, expected,
        tags, difficulty, metadata, dealt_split, search
    FROM ended
    RETURNING 1
""")

TAGS_AFTER = text("""
    cardinality(ARRAY(SELECT unnest(tags) EXCEPT SELECT unnest(CAST(:remove AS text[]))
        UNION SELECT unnest(CAST(:add AS text[])))) > :most
""")


class CaseChanges(Repository):
    """Writes cases. The caller must have locked the dataset, and must add the version afterwards."""

    async def add(
        self, project: ProjectId, dataset: DatasetId, version: int, batches: Sequence[str]
    ) -> None:
        """Append cases; `batch_cases` creates the batches."""
        last = await self._session.scalar(
            select(func.max(CaseRow.position)).where(
                CaseRow.project_id == project, CaseRow.dataset_id == dataset
            )
        )
        for rows in batches:
            await self._session.execute(
                ADD,
                {
                    "project": project,
                    "dataset": dataset,
                    "version": version,
                    "after": last or 0,
                    "rows": rows,
                },
            )

    async def replace(
        self, project: ProjectId, dataset: DatasetId, version: int, was: Case, content: CaseContent
    ) -> UUID:
        """Add a new revision of a case at the same position."""
        await self.end(project, dataset, version, CaseFilter(ids=frozenset({was.id})))
        revision = new_id()
        row = {**case_row(content, 0), "id": str(revision), "case_id": str(was.id)}
        await self._session.execute(
            ADD,
            {
                "project": project,
                "dataset": dataset,
                "version": version,
                "after": was.position,
                "rows": json.dumps([row], ensure_ascii=False),
            },
        )
        return revision

    async def end(
        self,
        project: ProjectId,
        dataset: DatasetId,
        version: int,
        wanted: CaseFilter,
        *more: ColumnElement[bool],
    ) -> int:
        """Remove cases from this and all later versions; return the number of removed cases."""
        done = await self._session.execute(
            update(CaseRow)
            .where(
                CaseRow.project_id == project,
                CaseRow.dataset_id == dataset,
                CaseRow.until.is_(None),
                *conditions(wanted),
                *more,
            )
            .values(until=version)
            .execution_options(synchronize_session=False)
        )
        return cast(CursorResult[Any], done).rowcount

    async def change(
        self,
        project: ProjectId,
        dataset: DatasetId,
        version: int,
        wanted: CaseFilter,
        change: CaseChange,
    ) -> int:
        """Apply a change to the selected cases; return how many of them it changed."""
        ended = await self.end(project, dataset, version, wanted, _differs(change))
        if ended:
            await self._session.execute(
                REVISE,
                {
                    "project": project,
                    "dataset": dataset,
                    "version": version,
                    "add": list(change.add_tags),
                    "remove": list(change.remove_tags),
                    "difficulty": change.difficulty,
                    "clear_difficulty": change.clear_difficulty,
                    "split": change.split,
                },
            )
        return ended

    async def overfull(
        self, project: ProjectId, dataset: DatasetId, wanted: CaseFilter, change: CaseChange
    ) -> int:
        """Return how many of the selected cases would exceed the limit of tags after the change."""
        tags = TAGS_AFTER.bindparams(
            add=list(change.add_tags), remove=list(change.remove_tags), most=TAGS_AT_MOST
        )
        query = (
            select(func.count())
            .select_from(CaseRow)
            .where(
                CaseRow.project_id == project,
                CaseRow.dataset_id == dataset,
                CaseRow.until.is_(None),
                *conditions(wanted),
                tags,
            )
        )
        return await self._session.scalar(query) or 0

    async def deal(
        self, project: ProjectId, dataset: DatasetId, version: int, share: float, seed: int
    ) -> int:
        """Split all cases into train and holdout; return how many cases changed their split."""
        done = await self._session.execute(
            DEAL,
            {
                "project": project,
                "dataset": dataset,
                "version": version,
                "share": str(share),
                "seed": f"{seed}:",
            },
        )
        return len(done.all())


def _differs(change: CaseChange) -> ColumnElement[bool]:
    found: list[ColumnElement[bool]] = []
    if change.add_tags:
        found.append(~CaseRow.tags.contains(list(change.add_tags)))
    if change.remove_tags:
        found.append(CaseRow.tags.overlap(list(change.remove_tags)))
    if change.split:
        found.append(CaseRow.split != change.split)
    if change.difficulty is not None or change.clear_difficulty:
        found.append(CaseRow.difficulty.is_distinct_from(change.difficulty))
    return or_(*found)
