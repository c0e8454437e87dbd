"""Deletion of all rows of a project in batches; referencing tables come before referenced tables."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, Executable, Table, delete, insert, or_, select, text, tuple_

from edison.domain.events import project_topic, run_topic
from edison.domain.ids import ProjectId
from edison.store import tables
from edison.store.engine_workflow_records import workflows_with
from edison.store.repositories.base import Repository
from edison.store.tables.audit import AuditHeadRow, AuditRow, EventHeadRow, EventRow
from edison.store.tables.people import (
    ApiTokenRow,
    GroupRoleRow,
    InviteRow,
    MemberRow,
    ProjectDeletionRow,
    ProjectRow,
)
from edison.store.tables.runs import RunRow

OPEN_THE_DOOR = text("SELECT set_config('edison.erasing_project', :project, true)")


class ProjectErasure(Repository):
    """Deletes the rows of a project. Tables are found by their columns, so that new tables are included."""

    async def begin(self, project: ProjectId, deletion: UUID, at: datetime) -> None:
        """Save the deletion request, and end all access to the project in the same transaction."""
        await self._session.execute(
            insert(ProjectDeletionRow).values(id=deletion, project_id=project, requested_at=at)
        )
        for table in (GroupRoleRow, MemberRow, InviteRow, ApiTokenRow):
            await self._session.execute(delete(table).where(table.project_id == project))

    async def project_of(self, deletion: UUID) -> ProjectId | None:
        """Return the project of a deletion; None if the deletion is finished."""
        found = await self._session.scalar(
            select(ProjectDeletionRow.project_id).where(ProjectDeletionRow.id == deletion)
        )
        return None if found is None else ProjectId(found)

    async def workflows_of(self, project: ProjectId, most: int) -> list[str]:
        """Return the ids of the engine's workflows, in any state, that mention the project."""
        return await workflows_with(self._session, [str(project)], most)

    async def erase_batch(self, project: ProjectId, most: int) -> int:
        """Delete up to `most` rows; return their number. 0 means that only the row of the project is left."""
        await self._session.execute(OPEN_THE_DOOR, {"project": str(project)})
        deleted = 0
        for statement in _in_order(project):
            while deleted < most:
                found = len((await self._session.execute(statement(most - deleted))).all())
                if not found:
                    break
                deleted += found
        return deleted

    async def finish(self, project: ProjectId, deletion: UUID, most: int) -> None:
        """Delete the row of the project, and rows that were added to the project since the last batch."""
        # The lock blocks new rows: adding one to the project locks the row of the project.
        await self._session.execute(
            select(ProjectRow.id).where(ProjectRow.id == project).with_for_update()
        )
        while await self.erase_batch(project, most):
            pass
        await self._session.execute(delete(ProjectRow).where(ProjectRow.id == project))
        await self._session.execute(
            delete(ProjectDeletionRow).where(ProjectDeletionRow.id == deletion)
        )


class _Removal:
    """A DELETE of a limited number of rows, by primary key because ctid is not unique across partitions."""

    def __init__(self, table: Table, condition: ColumnElement[bool]) -> None:
        self.table = table
        self._condition = condition

    def __call__(self, most: int) -> Executable:
        key = list(self.table.primary_key.columns)
        chosen = select(*key).where(self._condition).limit(most)
        if any(each.column.table is self.table for each in self.table.foreign_keys):
            # A row that others of its table refer to is older than they are.
            chosen = chosen.order_by(*(column.desc() for column in key))
        return delete(self.table).where(tuple_(*key).in_(chosen)).returning(*key)


def _in_order(project: ProjectId) -> Iterator[_Removal]:
    yield from _history(project)
    own = {ProjectRow.__tablename__, ProjectDeletionRow.__tablename__}
    pointing_first = reversed(tables.Table.metadata.sorted_tables)
    # Tables without foreign keys (cells) come first: their rows are found through runs, which must still exist.
    for table in sorted(pointing_first, key=lambda each: bool(each.foreign_keys)):
        condition = None if table.name in own else _belongs_to(table, project)
        if condition is not None:
            yield _Removal(table, condition)


def _history(project: ProjectId) -> Iterator[_Removal]:
    """Yield the deletions of events and audit entries of a project.

    Run them before the runs are deleted, because the topics of run events are found by the ids of the runs.
    """
    prefix = run_topic(UUID(int=0)).removesuffix(str(UUID(int=0)))
    runs = select((prefix + RunRow.id.cast(tables.Table.type_annotation_map[str])).label("topic"))
    for row in (EventRow, EventHeadRow):
        of_run = row.topic.in_(runs.where(RunRow.project_id == project))
        yield _Removal(_table_of(row), or_(row.topic == project_topic(project), of_run))
    told = EventRow.data.cast(tables.Table.type_annotation_map[str]).contains(str(project))
    # Events about a person's roles identify the project by its slug.
    named = EventRow.data["slug"].astext.in_(
        select(ProjectRow.slug).where(ProjectRow.id == project)
    )
    yield _Removal(_table_of(EventRow), EventRow.topic.startswith("user:") & or_(told, named))
    for row in (AuditRow, AuditHeadRow):
        yield _Removal(_table_of(row), row.scope == str(project))


def _table_of(row: type[tables.Table]) -> Table:
    return tables.Table.metadata.tables[row.__tablename__]


def _belongs_to(table: Table, project: ProjectId) -> ColumnElement[bool] | None:
    """Return the condition for the project's rows of a table; None if the table has no rows of projects."""
    if table.name == ProjectRow.__tablename__:
        return table.c.id == project
    if "project_id" in table.c:
        return table.c.project_id == project
    for key in sorted(table.foreign_keys, key=lambda each: each.parent.name):
        parent = key.column.table
        within = None if parent is table else _belongs_to(parent, project)
        if within is not None:
            return key.parent.in_(select(key.column).where(within))
    if "run_id" in table.c:
        # Partitions of cells have no foreign key, to make writing fast.
        return table.c.run_id.in_(select(RunRow.id).where(RunRow.project_id == project))
    return None


def erased_tables() -> set[str]:
    """Return the tables that a project deletion empties."""
    return {removal.table.name for removal in _in_order(ProjectId(UUID(int=0)))}
