"""Repository of the audit log: one hash chain per scope, appended at the end of a transaction."""

from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime

from sqlalchemy import (
    ColumnElement,
    Text,
    and_,
    delete,
    false,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import insert as upsert

from edison.domain.audit.audit_chain import (
    GENESIS,
    INSTALLATION,
    PROJECT_DELETED,
    AuditEntry,
    AuditFilter,
    ChainCheck,
    DeletedChain,
    chained,
    redaction,
)
from edison.domain.audit.audit_checkpoints import CheckpointTrail
from edison.domain.retention.erasure import Identity
from edison.kit.pagination import Page, PageRequest, page_of, row_number
from edison.store.repositories.base import Repository
from edison.store.tables.audit import AuditHeadRow, AuditRow

WALK_BATCH = 1000
VOUCH_BATCH = 500


class AuditLog(Repository):
    async def append(self, entries: Sequence[AuditEntry]) -> None:
        """Append entries to their chains; scopes are locked in a fixed order, so that transactions cannot deadlock."""
        by_scope: dict[str, list[AuditEntry]] = defaultdict(list)
        for entry in entries:
            by_scope[entry.scope].append(entry)
        for scope in sorted(by_scope):
            await self._append_to(scope, by_scope[scope])

    async def page(self, scope: str, page: PageRequest, wanted: AuditFilter) -> Page[AuditEntry]:
        """List the entries of a scope, newest first."""
        query = (
            select(AuditRow)
            .where(AuditRow.scope == scope)
            .order_by(AuditRow.number.desc())
            .limit(page.limit + 1)
        )
        if wanted.action:
            query = query.where(AuditRow.action.startswith(wanted.action, autoescape=True))
        if wanted.actor:
            query = query.where(AuditRow.actor_label.icontains(wanted.actor, autoescape=True))
        if wanted.entity_type:
            query = query.where(AuditRow.entity_type == wanted.entity_type)
        if wanted.since:
            query = query.where(AuditRow.at >= wanted.since)
        if wanted.until:
            query = query.where(AuditRow.at < wanted.until)
        if page.after:
            query = query.where(AuditRow.number < page.key(row_number)[0])
        rows = (await self._session.scalars(query)).all()
        return page_of([_to_entry(row) for row in rows], page.limit, lambda entry: (entry.number,))

    async def head(self, scope: str) -> tuple[int, str]:
        """Return the number and the hash of the last entry of a scope."""
        return await self._head(scope) or (0, GENESIS)

    async def redact(self, identity: Identity, at: datetime) -> list[AuditEntry]:
        """Redact a deleted person in all chains; return new entries that attest the content of the redacted entries."""
        query = (
            select(AuditRow)
            .where(
                or_(
                    AuditRow.actor_id == identity.user,
                    AuditRow.entity_id == str(identity.user),
                    AuditRow.changes.cast(Text).icontains(identity.email, autoescape=True),
                )
            )
            .order_by(AuditRow.scope, AuditRow.number)
        )
        changed: dict[str, list[AuditEntry]] = defaultdict(list)
        for row in (await self._session.scalars(query)).all():
            before = _to_entry(row)
            after = identity.redact(before)
            if after == before:
                continue
            await self._session.execute(
                update(AuditRow)
                .where(AuditRow.id == row.id)
                .values(
                    actor_label=after.actor_label,
                    changes=after.changes,
                    origin=after.metadata,
                    redacted=True,
                )
            )
            changed[row.scope].append(after)
        self._session.expunge_all()
        return [
            redaction(scope, items[start : start + VOUCH_BATCH], at)
            for scope, items in changed.items()
            for start in range(0, len(items), VOUCH_BATCH)
        ]

    async def check_all(self, trail: CheckpointTrail | None = None) -> list[ChainCheck]:
        """Verify every chain against its head and against the checkpoints."""
        signed = {} if trail is None else trail.signed
        starts = {} if trail is None else trail.starts
        heads = (
            await self._session.scalars(select(AuditHeadRow).order_by(AuditHeadRow.scope))
        ).all()
        known = {head.scope for head in heads}
        checks: list[ChainCheck] = []
        for head in heads:
            number, hash_ = starts.get(head.scope, (0, GENESIS))
            check = ChainCheck(head.scope, number, hash_, signed.get(head.scope, {}))
            async for batch in self._walk(head.scope, check.count):
                check.feed(batch)
            check.finish(head.number, head.hash)
            checks.append(check)
        headless = await self._session.scalars(
            select(AuditRow.scope).where(or_(AuditRow.scope.not_in(known))).distinct()
        )
        gone = {*headless, *signed} - known
        # A chain that was removed completely is only known from its checkpoints.
        deleted = {
            scope: DeletedChain(entries=number, head=hash_)
            for scope, (number, hash_) in starts.items()
        } | await self._deletions(AuditRow.entity_id.in_(gone))
        checks += [
            ChainCheck(scope, broken_at=1)
            for scope in gone
            if scope not in deleted or not deleted[scope].covers(signed.get(scope, {}))
        ]
        return checks

    async def aged(self, before: datetime) -> dict[str, int]:
        """Return, for each chain, the last entry number up to which all entries are older than `before`."""
        first_kept = func.min(AuditRow.number).filter(AuditRow.at >= before)
        found = await self._session.execute(
            select(AuditRow.scope, func.coalesce(first_kept - 1, func.max(AuditRow.number)))
            .group_by(AuditRow.scope)
            .having(func.min(AuditRow.number) < func.coalesce(first_kept, 2**62))
            .order_by(AuditRow.scope)
        )
        return {scope: number for scope, number in found}

    async def count_until(self, last: Mapping[str, int]) -> int:
        """Count the entries of these chains up to the given numbers."""
        which = or_(
            false(),
            *(
                and_(AuditRow.scope == scope, AuditRow.number <= number)
                for scope, number in last.items()
            ),
        )
        return await self._session.scalar(select(func.count()).where(which)) or 0

    async def deletions(self, until: int) -> dict[str, DeletedChain]:
        """Return the deleted projects' chains that entries up to `until` of the installation's chain record."""
        return await self._deletions(AuditRow.number <= until)

    async def delete_before_start(self, scope: str, until: int, limit: int) -> int:
        """Delete up to `limit` of the oldest entries up to number `until`.

        The database requires a checkpoint of kind start after them.
        """
        await self._session.execute(
            text("SELECT set_config('edison.deleting_aged_audit', 'on', true)")
        )
        oldest = (
            select(AuditRow.id)
            .where(AuditRow.scope == scope, AuditRow.number <= until)
            .order_by(AuditRow.number)
            .limit(limit)
        )
        found = await self._session.execute(
            delete(AuditRow).where(AuditRow.id.in_(oldest)).returning(AuditRow.number)
        )
        return len(found.all())

    async def _deletions(self, *which: ColumnElement[bool]) -> dict[str, DeletedChain]:
        rows = await self._session.scalars(
            select(AuditRow).where(
                AuditRow.scope == INSTALLATION, AuditRow.action == PROJECT_DELETED, *which
            )
        )
        return {
            str(row.entity_id): DeletedChain(
                entries=row.changes["audit_entries"]["old"], head=row.changes["audit_head"]["old"]
            )
            for row in rows
        }

    async def check_since(
        self, scope: str, number: int, hash_: str, head: tuple[int, str]
    ) -> ChainCheck:
        """Verify a chain from a known valid entry up to its head."""
        check = ChainCheck(scope, number, hash_)
        # Entries may be added meanwhile, so this stops at the given head.
        async for batch in self._walk(scope, number, until=head[0]):
            check.feed(batch)
        check.finish(*head)
        return check

    async def hash_at(self, scope: str, number: int) -> str | None:
        return await self._session.scalar(
            select(AuditRow.hash).where(AuditRow.scope == scope, AuditRow.number == number)
        )

    async def read_one_moment(self) -> None:
        """Use one snapshot for the whole transaction; this must be its first statement."""
        await self._session.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))

    async def _append_to(self, scope: str, entries: list[AuditEntry]) -> None:
        head = await self._head(scope)
        if head is None:
            await self._session.execute(
                upsert(AuditHeadRow)
                .values(scope=scope, number=0, hash=GENESIS)
                .on_conflict_do_nothing()
            )
            head = await self._head(scope)
        number, last = head or (0, GENESIS)
        placed: list[AuditEntry] = []
        for entry in entries:
            item = chained(entry, number + 1, last)
            number, last = item.number, item.hash
            placed.append(item)
        await self._session.execute(insert(AuditRow), [_to_values(item) for item in placed])
        await self._session.execute(
            update(AuditHeadRow).where(AuditHeadRow.scope == scope).values(number=number, hash=last)
        )

    async def _head(self, scope: str) -> tuple[int, str] | None:
        """Lock the head of a chain until the transaction ends and return it; None if the chain is empty."""
        found = await self._session.execute(
            select(AuditHeadRow.number, AuditHeadRow.hash)
            .where(AuditHeadRow.scope == scope)
            .with_for_update()
        )
        row = found.one_or_none()
        return None if row is None else (row[0], row[1])

    async def _walk(
        self, scope: str, last: int, until: int = 2**62
    ) -> AsyncIterator[list[AuditEntry]]:
        while True:
            rows = (
                await self._session.scalars(
                    select(AuditRow)
                    .where(
                        AuditRow.scope == scope, AuditRow.number > last, AuditRow.number <= until
                    )
                    .order_by(AuditRow.number)
                    .limit(WALK_BATCH)
                )
            ).all()
            if not rows:
                return
            yield [_to_entry(row) for row in rows]
            last = rows[-1].number
            self._session.expunge_all()


def _to_values(entry: AuditEntry) -> dict[str, object]:
    return {
        "id": entry.id,
        "scope": entry.scope,
        "number": entry.number,
        "at": entry.at,
        "actor_kind": entry.actor_kind,
        "actor_id": entry.actor_id,
        "actor_label": entry.actor_label,
        "action": entry.action,
        "entity_type": entry.entity_type,
        "entity_id": entry.entity_id,
        "changes": entry.changes,
        "origin": entry.metadata,
        "previous_hash": entry.previous_hash,
        "hash": entry.hash,
        "redacted": entry.redacted,
    }


def _to_entry(row: AuditRow) -> AuditEntry:
    return AuditEntry(
        id=row.id,
        scope=row.scope,
        number=row.number,
        at=row.at,
        actor_kind=row.actor_kind,
        actor_id=row.actor_id,
        actor_label=row.actor_label,
        action=row.action,
        entity_type=row.entity_type,
        entity_id=row.entity_id,
        changes=row.changes,
        metadata=row.origin,
        previous_hash=row.previous_hash,
        hash=row.hash,
        redacted=row.redacted,
    )
