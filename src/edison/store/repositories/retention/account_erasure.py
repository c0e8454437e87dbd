"""Erasure of a person: deletes the person's own rows, and replaces the person by a pseudonym in the history."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Table,
    Text,
    cast,
    delete,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.orm import InstrumentedAttribute

from edison.domain.audit.audit_chain import AuditEntry
from edison.domain.events import user_topic
from edison.domain.ids import UserId
from edison.domain.people.access import Role
from edison.domain.retention.erasure import Identity, address_of_nobody
from edison.store import tables
from edison.store.engine_workflow_records import forget_finished_with
from edison.store.repositories.audit.audit_log import AuditLog
from edison.store.repositories.base import Repository
from edison.store.repositories.people.accounts import to_user
from edison.store.tables.audit import AuditRow, EventHeadRow, EventRow
from edison.store.tables.channels import DeliveryRow
from edison.store.tables.experiments import IterationRow
from edison.store.tables.notifications import (
    NotificationRow,
    ProjectNotificationPreferencesRow,
)
from edison.store.tables.people import ApiTokenRow, InviteRow, MemberRow, ProjectRow, UserRow

OPEN_THE_DOOR = text("SELECT set_config('edison.erasing_person', :user, true)")
# The engine deletes finished workflows after a week, so one person never has more than this.
MOST_WORK = 100_000
# Rows of a person about a project, which mean nothing without the person.
OWN = frozenset({NotificationRow.__tablename__, ProjectNotificationPreferencesRow.__tablename__})
# Voters and labellers are part of a result; people who only held a seat are not.
SEATS = frozenset({"vote_seats", "annotation_seats"})


class AccountErasure(Repository):
    """Erases a person.

    Columns with a person's name are found in the table definitions, so that new columns are included.
    """

    async def identity(self, user: UserId) -> Identity:
        """Return the id, the email address and all names of a person; lock the account until the transaction ends."""
        row = await self._session.get_one(UserRow, user, with_for_update=True)
        known = to_user(row)
        used = await self._session.scalars(
            select(AuditRow.actor_label).where(AuditRow.actor_id == user).distinct()
        )
        return Identity(
            user=user, email=known.email, labels=frozenset({known.email, known.label, *used})
        )

    async def owned_alone(self, user: UserId) -> list[str]:
        """Return the projects that have this person as their only owner.

        Locks the rows of all owners, so that the last two owners of a project cannot leave at the same time.
        """
        own = select(MemberRow.project_id).where(
            MemberRow.user_id == user, MemberRow.role == Role.OWNER
        )
        owners = await self._session.scalars(
            select(MemberRow.project_id)
            .where(MemberRow.role == Role.OWNER, MemberRow.project_id.in_(own))
            .order_by(MemberRow.project_id, MemberRow.user_id)
            .with_for_update()
        )
        alone = [project for project, count in Counter(owners).items() if count == 1]
        found = await self._session.scalars(
            select(ProjectRow.name).where(ProjectRow.id.in_(alone)).order_by(ProjectRow.name)
        )
        return list(found)

    async def erase(self, identity: Identity, unusable_hash: str, at: datetime) -> list[AuditEntry]:
        """Erase the person; return new audit entries that attest the content of the redacted entries."""
        user = identity.user
        await self._session.execute(
            update(UserRow)
            .where(UserRow.id == user)
            .values(
                email=address_of_nobody(user),
                name=identity.pseudonym,
                password_hash=unusable_hash,
                role=Role.VIEWER,
                sessions_valid_from=at,
                deleted_at=at,
            )
        )
        await self._session.execute(OPEN_THE_DOOR, {"user": str(user)})
        await self._remove(identity, at)
        for table, label, column in _labels():
            theirs = (
                cast(table.c[label], Text).in_(await self._only_theirs(identity))
                if column is None
                else column == user
            )
            await self._session.execute(
                update(table)
                .where(theirs, table.c[label].is_not(None))
                .values({label: identity.pseudonym})
            )
        await self._rename_in_sentences(identity)
        return await AuditLog(self._session).redact(identity, at)

    async def _remove(self, identity: Identity, at: datetime) -> None:
        """Delete the rows that belong only to the person: memberships, reservations, invites and account data."""
        user = identity.user
        await self._session.execute(delete(InviteRow).where(InviteRow.email == identity.email))
        await self._session.execute(
            update(ApiTokenRow)
            .where(ApiTokenRow.created_by == user, ApiTokenRow.revoked_at.is_(None))
            .values(revoked_at=at)
        )
        for table, column in _of_accounts():
            await self._session.execute(delete(table).where(column == user))
        for row in (EventRow, EventHeadRow):
            await self._session.execute(delete(row).where(row.topic == user_topic(user)))
        # Inputs of mail workflows name who caused them. Records of finished ones are deleted, waiting ones are kept.
        texts = [identity.email, *(f'"{label}"' for label in identity.labels)]
        await forget_finished_with(self._session, texts, MOST_WORK)

    async def _only_theirs(self, identity: Identity) -> list[str]:
        """Return the person's names that no other account has, because a shared name does not identify the person."""
        shared = await self._session.scalars(
            select(UserRow.name).where(
                UserRow.name.in_(identity.labels), UserRow.id != identity.user
            )
        )
        return sorted(identity.labels - set(shared))

    async def _rename_in_sentences(self, identity: Identity) -> None:
        """Replace the person's names in texts: events, messages and timelines."""

        def named(column: InstrumentedAttribute[Any]) -> ColumnElement[bool]:
            shown = cast(column, Text)
            return or_(*(shown.icontains(label, autoescape=True) for label in identity.labels))

        theirs = EventRow.actor_id == identity.user
        query = select(EventRow).where(or_(theirs, named(EventRow.data)))
        for row in (await self._session.scalars(query)).all():
            if row.actor_id == identity.user:
                row.actor_label = identity.pseudonym
            row.data = identity.without(row.data)
        query = select(DeliveryRow).where(named(DeliveryRow.payload))
        for row in (await self._session.scalars(query)).all():
            row.payload = identity.without(row.payload)
        # Other people's notifications about what the person did.
        query = select(NotificationRow).where(named(NotificationRow.payload))
        for row in (await self._session.scalars(query)).all():
            row.payload = identity.without(row.payload)
        query = select(IterationRow).where(
            or_(named(IterationRow.notes), named(IterationRow.problem))
        )
        for row in (await self._session.scalars(query)).all():
            row.notes = identity.without(row.notes)
            row.problem = identity.without(row.problem)
        await self._session.flush()


def _labels() -> Iterator[tuple[Table, str, Column[object] | None]]:
    """Yield every column that holds a person's name, with the column of that person's id, if there is one."""
    logs = {AuditRow.__tablename__, EventRow.__tablename__}
    for table in tables.Table.metadata.sorted_tables:
        for column in table.columns:
            stem = column.name.removesuffix("_label")
            if stem == column.name or table.name in logs:
                continue
            named = (table.c.get(name) for name in (stem, f"{stem}_id", f"{stem}_user"))
            yield table, column.name, next((found for found in named if found is not None), None)


def _of_accounts() -> Iterator[tuple[Table, Column[object]]]:
    """Yield the tables with rows that belong to a person, such as memberships, and the column of the person's id."""
    places = {MemberRow.__tablename__, *OWN, *SEATS}
    for table in tables.Table.metadata.sorted_tables:
        points = {key.column.table.name for key in table.foreign_keys}
        of_project = "project_id" in table.c or points - {UserRow.__tablename__}
        for key in table.foreign_keys:
            if key.column.table.name != UserRow.__tablename__:
                continue
            if table.name in places or (not of_project and table.name != ProjectRow.__tablename__):
                yield table, key.parent
