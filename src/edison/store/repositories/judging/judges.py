"""Repository of judges and their versions; each version refers to a rubric."""

from datetime import datetime
from typing import Any

from sqlalchemy import Select, select

from edison.domain.ids import JudgeId, ProjectId, UserId
from edison.domain.judging.judge import (
    JudgeContent,
    JudgeVersion,
    judge_from_json,
    judge_to_json,
    rubric_from_json,
)
from edison.kit.pagination import Page, PageRequest
from edison.store.repositories.judging.versioned import Versioned
from edison.store.tables.judging import JudgeRow, JudgeVersionRow, RubricRow, RubricVersionRow


class Judges(Versioned[JudgeId]):
    _table = JudgeRow
    _versions = JudgeVersionRow
    _owner = "judge_id"
    _name = "judge"

    async def version(self, project: ProjectId, judge: JudgeId, number: int) -> JudgeVersion:
        """Return a version, also of a removed judge, because runs refer to it."""
        query = _with_version(project).where(
            JudgeVersionRow.judge_id == judge, JudgeVersionRow.number == number
        )
        return _to_version(*await self._one(query, "No such version of this judge"))

    async def page(self, project: ProjectId, page: PageRequest) -> Page[JudgeVersion]:
        """List the newest version of each judge, most recently changed first."""
        query = _with_version(project).where(
            JudgeVersionRow.number == JudgeRow.latest, JudgeRow.removed_at.is_(None)
        )
        return await self._page(query, page, _to_version, JudgeRow.updated_at, JudgeRow.id)

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
        """Store the next version; the caller must hold the lock on the judge."""
        await self._add_version(
            project,
            judge,
            number,
            name,
            judge_to_json(content),
            by=by,
            by_label=by_label,
            at=at,
            mode=content.mode,
            model_id=content.model,
            model_name=model_name,
            rubric_id=content.rubric_id,
            rubric_version=content.rubric_version,
        )


def _with_version(project: ProjectId) -> Select[JudgeRow, JudgeVersionRow, dict[str, Any], str]:
    return (
        select(JudgeRow, JudgeVersionRow, RubricVersionRow.content, RubricRow.name)
        .join(JudgeVersionRow, JudgeVersionRow.judge_id == JudgeRow.id)
        .outerjoin(
            RubricVersionRow,
            (RubricVersionRow.rubric_id == JudgeVersionRow.rubric_id)
            & (RubricVersionRow.number == JudgeVersionRow.rubric_version),
        )
        .outerjoin(RubricRow, RubricRow.id == JudgeVersionRow.rubric_id)
        .where(JudgeVersionRow.project_id == project)
    )


def _to_version(
    row: JudgeRow, version: JudgeVersionRow, rubric: dict[str, Any] | None, rubric_name: str | None
) -> JudgeVersion:
    return JudgeVersion(
        judge=JudgeId(row.id),
        number=version.number,
        name=row.name,
        content=judge_from_json(version.content),
        rubric=rubric_from_json(rubric) if rubric is not None else None,
        rubric_name=rubric_name or "",
        model_name=version.model_name,
        created_by=version.author_label,
        created_at=version.created_at,
        removed=row.removed_at is not None,
    )
