"""Export of all data that Edison stores about one person, table by table."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, DateTime, LargeBinary, Table, Uuid, false, or_, select

from edison.domain.ids import UserId
from edison.domain.people.account import User
from edison.store import tables
from edison.store.repositories.base import Repository
from edison.store.tables.audit import AuditRow, EventRow
from edison.store.tables.people import InviteRow, MemberRow, UserRow

# Not personal data, and useful to an attacker who finds the file.
SECRET = frozenset(
    {"password_hash", "digest", "link_digest", "mail_digest", "sealed", "token", "content"}
)


class AccountExport(Repository):
    """Exports the rows of a person.

    Tables are found by their foreign keys to accounts, so that new tables are included.
    """

    async def rows_of(self, user: User) -> dict[str, list[dict[str, Any]]]:
        """Return the rows that refer to the person, by table.

        Rows of projects that the person is no longer a member of contain only ids, times and names.
        """
        found: dict[str, list[dict[str, Any]]] = {}
        for table, condition in _about(user):
            rows = await self._rows(table, condition, user.id)
            if rows:
                found[table.name] = rows
        return found

    async def _rows(
        self, table: Table, condition: ColumnElement[bool], user: UserId
    ) -> list[dict[str, Any]]:
        shown = [
            column
            for column in table.columns
            if column.name not in SECRET and not isinstance(column.type, LargeBinary)
        ]
        if "project_id" not in table.c:
            result = await self._session.execute(select(*shown).where(condition))
            return [dict(row) for row in result.mappings()]
        member = table.c.project_id.in_(
            select(MemberRow.project_id).where(MemberRow.user_id == user)
        )
        few = [
            column
            for column in shown
            if column.primary_key
            or isinstance(column.type, DateTime | Uuid)
            or column.name.endswith("_label")
            or column.name == "email"
        ]
        rows: list[dict[str, Any]] = []
        for columns, within in ((shown, member), (few, ~member)):
            result = await self._session.execute(select(*columns).where(condition, within))
            rows += [dict(row) for row in result.mappings()]
        return rows


def _about(user: User) -> Iterator[tuple[Table, ColumnElement[bool]]]:
    for table in tables.Table.metadata.sorted_tables:
        conditions = [
            key.parent == user.id
            for key in table.foreign_keys
            if key.column.table.name == UserRow.__tablename__
        ]
        if table.name == UserRow.__tablename__:
            conditions = [table.c.id == user.id]
        elif table.name == AuditRow.__tablename__:
            conditions = [table.c.actor_id == user.id, table.c.entity_id == str(user.id)]
        elif table.name == EventRow.__tablename__:
            conditions = [table.c.actor_id == user.id]
        elif table.name == InviteRow.__tablename__:
            conditions.append(table.c.email == user.email)
        if conditions:
            yield table, or_(false(), *conditions)
