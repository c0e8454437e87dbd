"""Base repository of rubrics and judges: named objects with immutable numbered versions."""

from collections import defaultdict
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar, cast
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import InstrumentedAttribute

from edison.domain.errors import DuplicateName
from edison.domain.ids import ProjectId, UserId
from edison.domain.judging.judge import digest_of
from edison.domain.judging.rubric import VersionNote
from edison.store.repositories.base import Repository, unique
from edison.store.tables.judging import JudgeRow, JudgeVersionRow, RubricRow, RubricVersionRow

MOST_NOTES = 200
AnyId = TypeVar("AnyId", bound=UUID)


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionedHead(Generic[AnyId]):
    id: AnyId
    name: str
    latest: int


class Versioned(Repository, Generic[AnyId]):
    """Base repository.

    Subclasses set their tables, the foreign key of a version, and the user-facing name of their kind.
    """

    _table: ClassVar[type[RubricRow] | type[JudgeRow]]
    _versions: ClassVar[type[RubricVersionRow] | type[JudgeVersionRow]]
    _owner: ClassVar[str]
    _name: ClassVar[str]

    async def head(
        self, project: ProjectId, wanted: AnyId, *, lock: bool = False
    ) -> VersionedHead[AnyId]:
        live = self._table.removed_at.is_(None)
        row = await self._get(self._table, project, wanted, self._name, live, lock=lock)
        return self._head(row)

    async def by_name(self, project: ProjectId, name: str) -> VersionedHead[AnyId] | None:
        """Find a rubric or judge by its name; suites refer to judges by name."""
        table = self._table
        row = await self._find(
            table, table.project_id == project, table.name == name, table.removed_at.is_(None)
        )
        return self._head(row) if row else None

    async def history(
        self, project: ProjectId, wanted: Sequence[AnyId]
    ) -> dict[AnyId, list[VersionNote]]:
        """Return the versions of each rubric or judge, newest first, at most a few hundred each."""
        found: dict[AnyId, list[VersionNote]] = defaultdict(list)
        version = self._versions
        owner: InstrumentedAttribute[UUID] = getattr(version, self._owner)
        rows = await self._session.execute(
            select(owner, version.number, version.author_label, version.created_at)
            .join(self._table, self._table.id == owner)
            .where(
                version.project_id == project,
                owner.in_(wanted),
                version.number > self._table.latest - MOST_NOTES,
            )
            .order_by(version.number.desc())
        )
        for thing, number, label, at in rows:
            found[cast(AnyId, thing)].append(
                VersionNote(number=number, created_by=label, created_at=at)
            )
        return found

    async def add(
        self, project: ProjectId, wanted: AnyId, name: str, by: UserId | None, at: datetime
    ) -> None:
        values = {"name": name, "latest": 0, "created_by": by, "created_at": at, "updated_at": at}
        with self._unique_name():
            await self._add(self._table(id=wanted, project_id=project, **values))

    async def rename(self, project: ProjectId, wanted: AnyId, name: str, at: datetime) -> None:
        with self._unique_name():
            await self._change(self._table, project, wanted, name=name, updated_at=at)

    async def remove(self, project: ProjectId, wanted: AnyId, at: datetime) -> None:
        await self._change(self._table, project, wanted, removed_at=at, updated_at=at)

    async def _add_version(
        self,
        project: ProjectId,
        wanted: AnyId,
        number: int,
        name: str,
        content: dict[str, Any],
        *,
        by: UserId | None,
        by_label: str,
        at: datetime,
        **columns: Any,
    ) -> None:
        """Store the next version; the caller must hold the lock on the rubric or judge."""
        version = self._versions(
            number=number,
            project_id=project,
            content=content,
            digest=digest_of(content),
            author_id=by,
            author_label=by_label,
            created_at=at,
            **{self._owner: wanted},
            **columns,
        )
        await self._add(version)
        with self._unique_name():
            await self._change(
                self._table, project, wanted, latest=number, name=name, updated_at=at
            )

    def _head(self, row: RubricRow | JudgeRow) -> VersionedHead[AnyId]:
        return VersionedHead(id=cast(AnyId, row.id), name=row.name, latest=row.latest)

    def _unique_name(self) -> AbstractContextManager[None]:
        taken = f"Another {self._name} of this project has this name"
        constraint = f"uq_{self._table.__tablename__}_name"
        return unique(constraint, DuplicateName(taken, field="name"))
