"""Rubrics of one project and their versions."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import select, tuple_, update
from sqlalchemy.exc import IntegrityError

from edison.domain.errors import DuplicateName, NotFound
from edison.domain.ids import ProjectId, RubricId, UserId
from edison.domain.judging.judge_json import digest_of, rubric_from_json, rubric_to_json
from edison.domain.judging.rubric import Rubric, RubricVersion, VersionNote
from edison.kit.pagination import Page, PageRequest, page_of
from edison.store.repositories.base import Repository
from edison.store.tables.judging import RubricRow, RubricVersionRow

MOST_NOTES = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricHead:
    id: RubricId
    name: str
    latest: int


class Rubrics(Repository):
    async def head(self, project: ProjectId, rubric: RubricId, *, lock: bool = False) -> RubricHead:
        query = (
            select(RubricRow)
            .where(
                RubricRow.project_id == project,
                RubricRow.id == rubric,
                RubricRow.removed_at.is_(None),
            )
            .execution_options(populate_existing=True)
        )
        row = await self._session.scalar(query.with_for_update(key_share=True) if lock else query)
        if row is None:
            raise NotFound("No such rubric in this project")
        return RubricHead(id=RubricId(row.id), name=row.name, latest=row.latest)

    async def version(self, project: ProjectId, rubric: RubricId, number: int) -> RubricVersion:
        """Also of a rubric that was removed: judges refer to it."""
        row = (
            await self._session.execute(
                select(RubricVersionRow, RubricRow.name, RubricRow.removed_at)
                .join(RubricRow, RubricRow.id == RubricVersionRow.rubric_id)
                .where(
                    RubricVersionRow.project_id == project,
                    RubricVersionRow.rubric_id == rubric,
                    RubricVersionRow.number == number,
                )
            )
        ).one_or_none()
        if row is None:
            raise NotFound("No such version of this rubric")
        return _to_version(row[0], row[1], row[2])

    async def page(self, project: ProjectId, page: PageRequest) -> Page[RubricVersion]:
        """The newest version of each; the latest change first."""
        query = (
            select(RubricVersionRow, RubricRow.name, RubricRow.removed_at, RubricRow.updated_at)
            .join(
                RubricVersionRow,
                (RubricVersionRow.rubric_id == RubricRow.id)
                & (RubricVersionRow.number == RubricRow.latest),
            )
            .where(RubricRow.project_id == project, RubricRow.removed_at.is_(None))
            .order_by(RubricRow.updated_at.desc(), RubricRow.id.desc())
            .limit(page.limit + 1)
        )
        if page.after:
            query = query.where(
                tuple_(RubricRow.updated_at, RubricRow.id)
                < tuple_(*page.key(datetime.fromisoformat, UUID))
            )
        rows = (await self._session.execute(query)).all()
        cut = page_of(rows, page.limit, lambda row: (row[3], row[0].rubric_id))
        return Page(
            items=tuple(_to_version(row[0], row[1], row[2]) for row in cut.items),
            next_cursor=cut.next_cursor,
        )

    async def history(
        self, project: ProjectId, rubrics: Sequence[RubricId]
    ) -> dict[RubricId, list[VersionNote]]:
        """Their versions, newest first; the newest some hundred of each."""
        found: dict[RubricId, list[VersionNote]] = defaultdict(list)
        rows = await self._session.execute(
            select(
                RubricVersionRow.rubric_id,
                RubricVersionRow.number,
                RubricVersionRow.author_label,
                RubricVersionRow.created_at,
            )
            .join(RubricRow, RubricRow.id == RubricVersionRow.rubric_id)
            .where(
                RubricVersionRow.project_id == project,
                RubricVersionRow.rubric_id.in_(rubrics),
                RubricVersionRow.number > RubricRow.latest - MOST_NOTES,
            )
            .order_by(RubricVersionRow.number.desc())
        )
        for rubric, number, label, at in rows:
            found[RubricId(rubric)].append(
                VersionNote(number=number, created_by=label, created_at=at)
            )
        return found

    async def add(
        self, project: ProjectId, rubric: RubricId, name: str, by: UserId | None, at: datetime
    ) -> None:
        self._session.add(
            RubricRow(
                id=rubric,
                project_id=project,
                name=name,
                latest=0,
                created_by=by,
                created_at=at,
                updated_at=at,
            )
        )
        try:
            await self._session.flush()
        except IntegrityError as error:
            raise _named(error) from error

    async def add_version(
        self,
        project: ProjectId,
        rubric: RubricId,
        number: int,
        name: str,
        content: Rubric,
        *,
        by: UserId | None,
        by_label: str,
        at: datetime,
    ) -> None:
        """Store the next version; who calls holds the lock on the rubric."""
        value = rubric_to_json(content)
        self._session.add(
            RubricVersionRow(
                rubric_id=rubric,
                number=number,
                project_id=project,
                content=value,
                digest=digest_of(value),
                author_id=by,
                author_label=by_label,
                created_at=at,
            )
        )
        await self._session.flush()
        await self._change(project, rubric, latest=number, name=name, updated_at=at)

    async def rename(self, project: ProjectId, rubric: RubricId, name: str, at: datetime) -> None:
        await self._change(project, rubric, name=name, updated_at=at)

    async def remove(self, project: ProjectId, rubric: RubricId, at: datetime) -> None:
        await self._change(project, rubric, removed_at=at, updated_at=at)

    async def _change(self, project: ProjectId, rubric: RubricId, **values: Any) -> None:
        try:
            await self._session.execute(
                update(RubricRow)
                .where(RubricRow.project_id == project, RubricRow.id == rubric)
                .values(**values)
                .execution_options(synchronize_session=False)
            )
        except IntegrityError as error:
            raise _named(error) from error


def _named(error: IntegrityError) -> Exception:
    if "uq_rubrics_name" in str(error.orig):
        return DuplicateName("Another rubric of this project has this name", field="name")
    return error


def _to_version(row: RubricVersionRow, name: str, removed_at: datetime | None) -> RubricVersion:
    return RubricVersion(
        id=RubricId(row.rubric_id),
        name=name,
        number=row.number,
        rubric=rubric_from_json(row.content),
        created_by=row.author_label,
        created_at=row.created_at,
        removed=removed_at is not None,
    )
