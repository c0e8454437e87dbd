"""Judges of one project and their versions, each with the rubric it goes by."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Select, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from edison.domain.errors import DuplicateName, NotFound
from edison.domain.ids import JudgeId, ProjectId, UserId
from edison.domain.judging.judge import JudgeContent, JudgeVersion
from edison.domain.judging.judge_json import (
    digest_of,
    judge_from_json,
    judge_to_json,
    rubric_from_json,
)
from edison.domain.judging.rubric import VersionNote
from edison.kit.pagination import Page, PageRequest, page_of
from edison.store.repositories.base import Repository
from edison.store.tables.judging import JudgeRow, JudgeVersionRow, RubricRow, RubricVersionRow

MOST_NOTES = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeHead:
    id: JudgeId
    name: str
    latest: int


class Judges(Repository):
    async def head(self, project: ProjectId, judge: JudgeId, *, lock: bool = False) -> JudgeHead:
        query = (
            select(JudgeRow)
            .where(
                JudgeRow.project_id == project,
                JudgeRow.id == judge,
                JudgeRow.removed_at.is_(None),
            )
            .execution_options(populate_existing=True)
        )
        row = await self._session.scalar(query.with_for_update(key_share=True) if lock else query)
        if row is None:
            raise NotFound("No such judge in this project")
        return JudgeHead(id=JudgeId(row.id), name=row.name, latest=row.latest)

    async def version(self, project: ProjectId, judge: JudgeId, number: int) -> JudgeVersion:
        """Also of a judge that was removed: runs refer to it."""
        row = (
            await self._session.execute(
                _versions(project).where(
                    JudgeVersionRow.judge_id == judge, JudgeVersionRow.number == number
                )
            )
        ).one_or_none()
        if row is None:
            raise NotFound("No such version of this judge")
        return _to_version(row)

    async def page(self, project: ProjectId, page: PageRequest) -> Page[JudgeVersion]:
        """The newest version of each; the latest change first."""
        query = (
            _versions(project)
            .where(JudgeVersionRow.number == JudgeRow.latest, JudgeRow.removed_at.is_(None))
            .order_by(JudgeRow.updated_at.desc(), JudgeRow.id.desc())
            .limit(page.limit + 1)
        )
        if page.after:
            query = query.where(
                tuple_(JudgeRow.updated_at, JudgeRow.id)
                < tuple_(*page.key(datetime.fromisoformat, UUID))
            )
        rows = (await self._session.execute(query)).all()
        cut = page_of(rows, page.limit, lambda row: (row[1].updated_at, row[1].id))
        return Page(items=tuple(_to_version(row) for row in cut.items), next_cursor=cut.next_cursor)

    async def by_name(self, project: ProjectId, name: str) -> JudgeHead | None:
        """The judge of this name; a suite names judges, not their ids."""
        row = await self._session.scalar(
            select(JudgeRow).where(
                JudgeRow.project_id == project,
                JudgeRow.name == name,
                JudgeRow.removed_at.is_(None),
            )
        )
        return JudgeHead(id=JudgeId(row.id), name=row.name, latest=row.latest) if row else None

    async def history(
        self, project: ProjectId, judges: Sequence[JudgeId]
    ) -> dict[JudgeId, list[VersionNote]]:
        """Their versions, newest first; the newest some hundred of each."""
        found: dict[JudgeId, list[VersionNote]] = defaultdict(list)
        rows = await self._session.execute(
            select(
                JudgeVersionRow.judge_id,
                JudgeVersionRow.number,
                JudgeVersionRow.author_label,
                JudgeVersionRow.created_at,
            )
            .join(JudgeRow, JudgeRow.id == JudgeVersionRow.judge_id)
            .where(
                JudgeVersionRow.project_id == project,
                JudgeVersionRow.judge_id.in_(judges),
                JudgeVersionRow.number > JudgeRow.latest - MOST_NOTES,
            )
            .order_by(JudgeVersionRow.number.desc())
        )
        for judge, number, label, at in rows:
            found[JudgeId(judge)].append(
                VersionNote(number=number, created_by=label, created_at=at)
            )
        return found

    async def add(
        self, project: ProjectId, judge: JudgeId, name: str, by: UserId | None, at: datetime
    ) -> None:
        self._session.add(
            JudgeRow(
                id=judge,
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
        judge: JudgeId,
        number: int,
        name: str,
        content: JudgeContent,
        *,
        model_name: str,
        by: UserId | None,
        by_label: str,
        at: datetime,
    ) -> None:
        """Store the next version; who calls holds the lock on the judge."""
        value = judge_to_json(content)
        self._session.add(
            JudgeVersionRow(
                judge_id=judge,
                number=number,
                project_id=project,
                mode=content.mode,
                model_id=content.model,
                model_name=model_name,
                rubric_id=content.rubric_id,
                rubric_version=content.rubric_version,
                content=value,
                digest=digest_of(value),
                author_id=by,
                author_label=by_label,
                created_at=at,
            )
        )
        await self._session.flush()
        await self._change(project, judge, latest=number, name=name, updated_at=at)

    async def rename(self, project: ProjectId, judge: JudgeId, name: str, at: datetime) -> None:
        await self._change(project, judge, name=name, updated_at=at)

    async def remove(self, project: ProjectId, judge: JudgeId, at: datetime) -> None:
        await self._change(project, judge, removed_at=at, updated_at=at)

    async def _change(self, project: ProjectId, judge: JudgeId, **values: Any) -> None:
        try:
            await self._session.execute(
                update(JudgeRow)
                .where(JudgeRow.project_id == project, JudgeRow.id == judge)
                .values(**values)
                .execution_options(synchronize_session=False)
            )
        except IntegrityError as error:
            raise _named(error) from error


def _versions(
    project: ProjectId,
) -> Select[JudgeVersionRow, JudgeRow, dict[str, Any], str]:
    return (
        select(JudgeVersionRow, JudgeRow, RubricVersionRow.content, RubricRow.name)
        .join(JudgeRow, JudgeRow.id == JudgeVersionRow.judge_id)
        .outerjoin(
            RubricVersionRow,
            (RubricVersionRow.rubric_id == JudgeVersionRow.rubric_id)
            & (RubricVersionRow.number == JudgeVersionRow.rubric_version),
        )
        .outerjoin(RubricRow, RubricRow.id == JudgeVersionRow.rubric_id)
        .where(JudgeVersionRow.project_id == project)
    )


def _named(error: IntegrityError) -> Exception:
    if "uq_judges_name" in str(error.orig):
        return DuplicateName("Another judge of this project has this name", field="name")
    return error


def _to_version(row: Any) -> JudgeVersion:
    version: JudgeVersionRow = row[0]
    judge: JudgeRow = row[1]
    return JudgeVersion(
        judge=JudgeId(judge.id),
        number=version.number,
        name=judge.name,
        content=judge_from_json(version.content),
        rubric=rubric_from_json(row[2]) if row[2] is not None else None,
        rubric_name=row[3] or "",
        model_name=version.model_name,
        created_by=version.author_label,
        created_at=version.created_at,
        removed=judge.removed_at is not None,
    )
