"""Repository of what is commented on: whether it exists, and how it is called."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from sqlalchemy import select

from edison.domain.comments.comment import CommentSubject, SubjectKind
from edison.domain.errors import NotFound
from edison.domain.experiments.experiment import UNTITLED
from edison.domain.ids import ProjectId
from edison.store.repositories.base import Repository
from edison.store.tables.arena import BoardRow
from edison.store.tables.datasets import CaseRow, DatasetRow
from edison.store.tables.experiments import ExperimentRow, IterationRow, SuggestionRow
from edison.store.tables.prompts import PromptRow, PromptVersionRow
from edison.store.tables.runs import RunRow

TABLES: dict[SubjectKind, Any] = {
    SubjectKind.CELL: RunRow,
    SubjectKind.RUN: RunRow,
    SubjectKind.CASE: DatasetRow,
    SubjectKind.VERSION: PromptRow,
    SubjectKind.EXPERIMENT: ExperimentRow,
    SubjectKind.BOARD: BoardRow,
    SubjectKind.SUGGESTION: SuggestionRow,
}
# Their rows stay stored when they are removed.
REMOVABLE = frozenset({SubjectKind.CASE, SubjectKind.VERSION, SubjectKind.BOARD})


class CommentSubjects(Repository):
    async def hold(self, project: ProjectId, subject: CommentSubject) -> None:
        """Raise NotFound if the subject is missing, and prevent its removal until the transaction ends."""
        table = TABLES[subject.kind]
        conditions = [table.project_id == project, table.id == subject.id]
        removable = subject.kind in REMOVABLE
        if removable:
            conditions.append(table.removed_at.is_(None))
        # The weaker lock does not wait for state transitions of a run.
        query = select(table.id).where(*conditions).with_for_update(
            read=True, key_share=not removable
        )  # fmt: skip
        found = await self._session.scalar(query)
        if found is None or not await self._has_part(project, subject):
            raise NotFound(f"No such {subject.kind} in this project")

    async def _has_part(self, project: ProjectId, subject: CommentSubject) -> bool:
        if subject.kind is SubjectKind.CELL:
            cells = await self._session.scalar(select(RunRow.cells).where(RunRow.id == subject.id))
            return subject.number < (cells or 0)
        if subject.kind is SubjectKind.VERSION:
            return await self._any(
                PromptVersionRow,
                PromptVersionRow.project_id == project,
                PromptVersionRow.prompt_id == subject.id,
                PromptVersionRow.number == subject.number,
            )
        if subject.kind is SubjectKind.CASE:
            return await self._any(
                CaseRow,
                CaseRow.project_id == project,
                CaseRow.dataset_id == subject.id,
                CaseRow.case_id == UUID(subject.part),
            )
        return True

    async def _any(self, table: Any, *conditions: Any) -> bool:
        found = await self._session.scalar(select(table.id).where(*conditions).limit(1))
        return found is not None

    async def titles(
        self, project: ProjectId, subjects: Iterable[CommentSubject]
    ) -> dict[CommentSubject, str]:
        """Return what screens call the subjects, in one query for each kind of row."""
        wanted = set(subjects)
        names = {kind: await self._names(project, kind, wanted) for kind in SubjectKind}
        return {
            subject: _title(subject, names[subject.kind].get(subject.id, "")) for subject in wanted
        }

    async def _names(
        self, project: ProjectId, kind: SubjectKind, wanted: set[CommentSubject]
    ) -> dict[UUID, str]:
        ids = {subject.id for subject in wanted if subject.kind is kind}
        if not ids:
            return {}
        query = _named(kind)
        table = TABLES[kind]
        conditions = (table.project_id == project, table.id.in_(ids))
        rows: list[Any] = list((await self._session.execute(query.where(*conditions))).all())
        return {row[0]: str(row[1] or "") for row in rows}


def _named(kind: SubjectKind) -> Any:
    if kind in {SubjectKind.RUN, SubjectKind.CELL}:
        return select(RunRow.id, RunRow.number)
    if kind is SubjectKind.SUGGESTION:
        return (
            select(SuggestionRow.id, ExperimentRow.name, IterationRow.number)
            .join(ExperimentRow, ExperimentRow.id == SuggestionRow.experiment_id)
            .join(IterationRow, IterationRow.id == SuggestionRow.iteration_id)
        )
    table = TABLES[kind]
    return select(table.id, table.name)


def _title(subject: CommentSubject, name: str) -> str:
    match subject.kind:
        case SubjectKind.RUN:
            return f"Run {name}"
        case SubjectKind.CELL:
            return f"A cell of run {name}"
        case SubjectKind.CASE:
            return f"A case of {name}"
        case SubjectKind.VERSION:
            return f"{name}, version {subject.part}"
        case SubjectKind.SUGGESTION:
            return f"A suggestion for {name or UNTITLED}"
        case SubjectKind.EXPERIMENT:
            return name or UNTITLED
        case SubjectKind.BOARD:
            return name
