"""Repository of rubrics and their versions."""

from datetime import datetime

from sqlalchemy import Select, select

from edison.domain.ids import ProjectId, RubricId, UserId
from edison.domain.judging.judge import rubric_from_json, rubric_to_json
from edison.domain.judging.rubric import Rubric, RubricVersion
from edison.kit.pagination import Page, PageRequest
from edison.store.repositories.judging.versioned import Versioned
from edison.store.tables.judging import RubricRow, RubricVersionRow


class Rubrics(Versioned[RubricId]):
    _table = RubricRow
    _versions = RubricVersionRow
    _owner = "rubric_id"
    _name = "rubric"

    async def version(self, project: ProjectId, rubric: RubricId, number: int) -> RubricVersion:
        """Return a version, also of a removed rubric, because judges refer to it."""
        query = _with_version(project).where(
            RubricVersionRow.rubric_id == rubric, RubricVersionRow.number == number
        )
        return _to_version(*await self._one(query, "No such version of this rubric"))

    async def page(self, project: ProjectId, page: PageRequest) -> Page[RubricVersion]:
        """List the newest version of each rubric, most recently changed first."""
        query = _with_version(project).where(
            RubricVersionRow.number == RubricRow.latest, RubricRow.removed_at.is_(None)
        )
        return await self._page(query, page, _to_version, RubricRow.updated_at, RubricRow.id)

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
        """Store the next version; the caller must hold the lock on the rubric."""
        value = rubric_to_json(content)
        await self._add_version(
            project, rubric, number, name, value, by=by, by_label=by_label, at=at
        )


def _with_version(project: ProjectId) -> Select[RubricRow, RubricVersionRow]:
    return (
        select(RubricRow, RubricVersionRow)
        .join(RubricVersionRow, RubricVersionRow.rubric_id == RubricRow.id)
        .where(RubricVersionRow.project_id == project)
    )


def _to_version(row: RubricRow, version: RubricVersionRow) -> RubricVersion:
    return RubricVersion(
        id=RubricId(row.id),
        name=row.name,
        number=version.number,
        rubric=rubric_from_json(version.content),
        created_by=version.author_label,
        created_at=version.created_at,
        removed=row.removed_at is not None,
    )
