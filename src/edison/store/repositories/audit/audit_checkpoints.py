"""Repository of signed checkpoints of the audit chains; one worker at a time appends."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from sqlalchemy import func, insert, or_, select, text
from sqlalchemy.orm import aliased

from edison.domain.audit.audit_checkpoints import START, Checkpoint
from edison.store.repositories.base import Repository
from edison.store.tables.audit import AuditCheckpointRow, AuditHeadRow

LOCK = "edison-audit-checkpoints"
BATCH = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsignedHead:
    """The head of a chain without a current checkpoint, and the chain's newest (outdated) checkpoint, if any."""

    scope: str
    number: int
    hash: str
    signed: Checkpoint | None


class AuditCheckpoints(Repository):
    async def try_lock(self) -> bool:
        """Try to take the lock for appending until the transaction ends; return whether it was free."""
        got = await self._session.scalar(
            text("SELECT pg_try_advisory_xact_lock(hashtextextended(:name, 0))"), {"name": LOCK}
        )
        return bool(got)

    async def lock(self) -> None:
        """Wait for the lock for appending."""
        await self._session.execute(
            text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))"), {"name": LOCK}
        )

    async def newest(self) -> Checkpoint | None:
        row = await self._session.scalar(
            select(AuditCheckpointRow).order_by(AuditCheckpointRow.number.desc()).limit(1)
        )
        return None if row is None else _to_checkpoint(row)

    async def get(self, number: int) -> Checkpoint | None:
        row = await self._session.scalar(
            select(AuditCheckpointRow).where(AuditCheckpointRow.number == number)
        )
        return None if row is None else _to_checkpoint(row)

    async def newest_of(self, scope: str) -> Checkpoint | None:
        row = await self._session.scalar(
            select(AuditCheckpointRow)
            .where(AuditCheckpointRow.scope == scope)
            .order_by(AuditCheckpointRow.number.desc())
            .limit(1)
        )
        return None if row is None else _to_checkpoint(row)

    async def start_of(self, scope: str) -> int:
        """Return the number of the last entry that retention removed from a chain, or 0."""
        number = await self._session.scalar(
            select(func.max(AuditCheckpointRow.entry_number)).where(
                AuditCheckpointRow.scope == scope, AuditCheckpointRow.kind == START
            )
        )
        return number or 0

    async def walk(self, after: int = 0) -> AsyncIterator[list[Checkpoint]]:
        """Yield all checkpoints with a number above `after`, in order, in batches."""
        while True:
            rows = (
                await self._session.scalars(
                    select(AuditCheckpointRow)
                    .where(AuditCheckpointRow.number > after)
                    .order_by(AuditCheckpointRow.number)
                    .limit(BATCH)
                )
            ).all()
            if not rows:
                return
            yield [_to_checkpoint(row) for row in rows]
            after = rows[-1].number
            self._session.expunge_all()

    async def unsigned(self, key_id: str) -> list[UnsignedHead]:
        """Return the chains with entries after their newest checkpoint, or with a checkpoint signed by another key."""
        newest = (
            select(AuditCheckpointRow)
            .where(AuditCheckpointRow.scope == AuditHeadRow.scope)
            .order_by(AuditCheckpointRow.number.desc())
            .limit(1)
            .lateral()
        )
        signed = aliased(AuditCheckpointRow, newest)
        found = await self._session.execute(
            select(AuditHeadRow, signed)
            .outerjoin(signed, text("true"))
            .where(
                or_(
                    signed.number.is_(None),
                    signed.entry_number != AuditHeadRow.number,
                    signed.entry_hash != AuditHeadRow.hash,
                    signed.key_id != key_id,
                )
            )
            .order_by(AuditHeadRow.scope)
        )
        pairs: list[tuple[AuditHeadRow, AuditCheckpointRow | None]] = [
            (head, row) for head, row in found
        ]
        return [
            UnsignedHead(
                scope=head.scope,
                number=head.number,
                hash=head.hash,
                signed=None if row is None else _to_checkpoint(row),
            )
            for head, row in pairs
        ]

    async def add(self, item: Checkpoint) -> None:
        await self._session.execute(
            insert(AuditCheckpointRow).values(
                number=item.number,
                kind=item.kind,
                scope=item.scope,
                entry_number=item.entry_number,
                entry_hash=item.entry_hash,
                at=item.at,
                key_id=item.key_id,
                previous_hash=item.previous_hash,
                signature=item.signature,
            )
        )


def _to_checkpoint(row: AuditCheckpointRow) -> Checkpoint:
    return Checkpoint(
        number=row.number,
        kind=row.kind,
        scope=row.scope,
        entry_number=row.entry_number,
        entry_hash=row.entry_hash,
        at=row.at,
        key_id=row.key_id,
        previous_hash=row.previous_hash,
        signature=row.signature,
    )
