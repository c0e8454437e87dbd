"""Repository of uploaded files that were not imported yet; they expire after an hour."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy import delete, text

from edison.domain.errors import NotFound
from edison.domain.ids import ProjectId
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.datasets import UploadRow

# Advisory locks, so that the slots of a dead process are free at once.
READING = "edison-reading:"
Claim = Literal["claimed", "account", "installation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    id: UUID
    name: str
    content: bytes
    created_at: datetime
    expires_at: datetime


class Uploads(Repository):
    async def get(self, project: ProjectId, upload: UUID, at: datetime) -> Upload:
        row = await self._find(
            UploadRow,
            UploadRow.project_id == project,
            UploadRow.id == upload,
            UploadRow.expires_at > at,
        )
        if row is None:
            raise NotFound("This upload is no longer available", advice="Choose the file again.")
        return from_row(Upload, row)

    async def add(self, project: ProjectId, upload: Upload) -> None:
        await self._add(UploadRow(**to_columns(UploadRow, upload, project_id=project)))

    async def count(self, project: ProjectId) -> int:
        return await self._count(UploadRow, UploadRow.project_id == project)

    async def claim_reading(self, account: UUID, per_account: int, at_once: int) -> Claim:
        """Claim a slot for parsing a file until this transaction ends, or return which limit is reached."""
        if not await self._claim(f"{READING}{account}:", per_account):
            return "account"
        return "claimed" if await self._claim(READING, at_once) else "installation"

    async def _claim(self, space: str, places: int) -> bool:
        for place in range(places):
            got = await self._session.scalar(
                text("SELECT pg_try_advisory_xact_lock(hashtextextended(:name, 0))"),
                {"name": f"{space}{place}"},
            )
            if got:
                return True
        return False

    async def use_up(self, project: ProjectId, upload: UUID) -> None:
        """Delete an upload when it is imported, so that a repeated request does not import it again."""
        done = await self._session.execute(
            delete(UploadRow)
            .where(UploadRow.project_id == project, UploadRow.id == upload)
            .returning(UploadRow.id)
        )
        if done.first() is None:
            raise NotFound("This upload is no longer available", advice="Choose the file again.")

    async def sweep(self, at: datetime) -> None:
        await self._session.execute(delete(UploadRow).where(UploadRow.expires_at <= at))
