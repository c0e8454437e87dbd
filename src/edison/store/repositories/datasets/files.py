"""Repository of the files of a project, stored in PostgreSQL by the digest of their bytes."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Text, any_, func, literal, select, text
from sqlalchemy.dialects.postgresql import ARRAY, insert

from edison.domain.ids import DatasetId, ProjectId
from edison.domain.models.attached_file import AttachedFile, LoadedFile, loaded
from edison.domain.runs.run_plan import CaseChoice
from edison.store.repositories.base import Repository
from edison.store.repositories.runs.run_cases import CHOSEN_CASES, chosen_cases_values
from edison.store.tables.datasets import StoredFileRow

# One at a time for each project, so that the limits on number and size hold.
LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended('edison-files:' || :project, 0))")
# The kinds of files that the selected cases have in these variables, directly or in messages.
USED_TYPES = text(f"""
    SELECT DISTINCT found.media_type FROM ({CHOSEN_CASES}) c
    CROSS JOIN unnest(CAST(:names AS text[])) name
    CROSS JOIN LATERAL (
        SELECT c."values" -> name ->> 'media_type' AS media_type
        UNION ALL
        SELECT f ->> 'media_type' FROM jsonb_path_query(c."values" -> name, '$.messages[*].files[*]') f
    ) found
    WHERE jsonb_typeof(c."values" -> name) = 'object' AND found.media_type IS NOT NULL
""")

_FACTS = (
    StoredFileRow.digest,
    StoredFileRow.media_type,
    StoredFileRow.name,
    StoredFileRow.size,
    StoredFileRow.width,
    StoredFileRow.height,
    StoredFileRow.pages,
    StoredFileRow.seconds,
)


class Files(Repository):
    async def usage(self, project: ProjectId) -> tuple[int, int]:
        """Lock the files of a project until the transaction ends; return their number and total size."""
        await self._session.execute(LOCK, {"project": str(project)})
        query = select(func.count(), func.coalesce(func.sum(StoredFileRow.size), 0))
        row = (await self._session.execute(query.where(StoredFileRow.project_id == project))).one()
        return int(row[0]), int(row[1])

    async def add(
        self, project: ProjectId, file: AttachedFile, content: bytes, by: str, at: datetime
    ) -> None:
        """Store a file; a file with the same bytes is stored once."""
        await self._session.execute(
            insert(StoredFileRow)
            .values(
                project_id=project,
                digest=file.file,
                media_type=file.media_type,
                name=file.name,
                size=file.size,
                width=file.width,
                height=file.height,
                pages=file.pages,
                seconds=file.seconds,
                content=content,
                by_label=by,
                created_at=at,
            )
            .on_conflict_do_nothing()
        )

    async def find(self, project: ProjectId, digests: Collection[str]) -> dict[str, AttachedFile]:
        """Return what is known about files, by their digests; missing ones are left out."""
        if not digests:
            return {}
        query = select(*_FACTS).where(
            StoredFileRow.project_id == project,
            StoredFileRow.digest == any_(literal(list(digests), ARRAY(Text))),
        )
        rows = (await self._session.execute(query)).all()
        return {row.digest: _facts(row) for row in rows}

    async def read(self, project: ProjectId, digest: str) -> LoadedFile:
        query = select(*_FACTS, StoredFileRow.content).where(
            StoredFileRow.project_id == project, StoredFileRow.digest == digest
        )
        row = await self._one(query, "No such file in this project")
        return loaded(_facts(row), row.content)

    async def content(self, project: ProjectId, digest: str) -> bytes | None:
        query = select(StoredFileRow.content).where(
            StoredFileRow.project_id == project, StoredFileRow.digest == digest
        )
        return await self._session.scalar(query)

    async def types_in_cases(
        self,
        project: ProjectId,
        dataset: DatasetId,
        version: int,
        choice: CaseChoice,
        names: Sequence[str],
    ) -> tuple[str, ...]:
        """Return the media types of the files that the selected cases have in these variables."""
        values: dict[str, Any] = chosen_cases_values(project, dataset, version, choice)
        rows = await self._session.scalars(USED_TYPES, {"names": list(names), **values})
        return tuple(sorted(rows.all()))


def _facts(row: Any) -> AttachedFile:
    return AttachedFile(
        file=row.digest,
        media_type=row.media_type,
        name=row.name,
        size=row.size,
        width=row.width,
        height=row.height,
        pages=row.pages,
        seconds=row.seconds,
    )
