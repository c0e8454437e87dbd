"""Repository of paid answers that may be reused until they expire."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from sqlalchemy import ARRAY, CursorResult, Text, any_, bindparam, delete, select, text
from sqlalchemy.dialects.postgresql import insert

from edison.domain.ids import ProjectId
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.models import AnswerRow

# PostgreSQL accepts 65,535 parameters in a statement; a row has seven.
ROWS_AT_ONCE = 1_000
# By ctid, so that the keys of ten thousand answers are not transferred.
SWEEP = text(
    """
    DELETE FROM answers WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM answers WHERE expires_at <= :now ORDER BY expires_at LIMIT :limit FOR UPDATE SKIP LOCKED
    ))
    """
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAnswer:
    """A cached answer; `providers/cached_answers.py` creates it from an `Answered`."""

    key: str
    model: str
    answer: dict[str, Any]
    origin: str
    answered_at: datetime
    expires_at: datetime


class ReusableAnswers(Repository):
    async def find(
        self, project: ProjectId, keys: Sequence[str], now: datetime
    ) -> dict[str, StoredAnswer]:
        """Look up many keys with one query; expired answers are ignored."""
        if not keys:
            return {}
        rows = await self._session.scalars(
            select(AnswerRow).where(
                AnswerRow.project_id == project,
                AnswerRow.key == any_(bindparam("keys", list(keys), ARRAY(Text))),
                AnswerRow.expires_at > now,
            )
        )
        return {row.key: from_row(StoredAnswer, row) for row in rows}

    async def keep(
        self, project: ProjectId, items: Sequence[StoredAnswer], now: datetime
    ) -> set[str]:
        """Store answers; return the keys that were stored. An unexpired answer is not replaced."""
        kept: set[str] = set()
        for batch in _batches(items, now):
            fresh = insert(AnswerRow).values(
                [to_columns(AnswerRow, item, project_id=project) for item in batch]
            )
            taken = await self._session.scalars(
                fresh.on_conflict_do_update(
                    index_elements=[AnswerRow.project_id, AnswerRow.key],
                    set_={
                        name: fresh.excluded[name]
                        for name in ("model", "answer", "origin", "answered_at", "expires_at")
                    },
                    where=AnswerRow.expires_at <= now,
                ).returning(AnswerRow.key)
            )
            kept.update(taken)
        return kept

    async def sweep(self, now: datetime, limit: int) -> int:
        """Delete up to `limit` expired answers of all projects, few enough not to block other transactions."""
        gone = await self._session.execute(SWEEP, {"now": now, "limit": limit})
        return cast(CursorResult[Any], gone).rowcount

    async def forget(self, project: ProjectId) -> int:
        """Delete all answers of a project, expired or not."""
        gone = await self._session.scalars(
            delete(AnswerRow).where(AnswerRow.project_id == project).returning(AnswerRow.key)
        )
        return len(gone.all())


def _batches(items: Sequence[StoredAnswer], now: datetime) -> Iterator[list[StoredAnswer]]:
    """Yield batches with one item per key, sorted in the same order for all writers, so that they cannot deadlock."""
    first: dict[str, StoredAnswer] = {}
    for item in items:
        if item.expires_at > now:
            first.setdefault(item.key, item)
    ordered = [first[key] for key in sorted(first)]
    for start in range(0, len(ordered), ROWS_AT_ONCE):
        yield ordered[start : start + ROWS_AT_ONCE]
