"""Look up the objects that recipes refer to, by id and by name; exported files contain only names."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import select

from edison.domain.ids import DatasetId, JudgeId, ModelId, ProjectId, PromptId
from edison.domain.prompts.prompt import LATEST, PromptKind
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row
from edison.store.tables.datasets import DatasetRow
from edison.store.tables.judging import JudgeRow
from edison.store.tables.models import CredentialRow, ModelRow
from edison.store.tables.prompts import PromptLabelRow, PromptRow


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPrompt:
    id: PromptId
    name: str
    kind: PromptKind
    latest: int
    gone: bool
    labels: dict[str, int] = field(default_factory=dict[str, int])

    def resolved(self, version: int | None, label: str | None) -> int | None:
        """Return the version number that a run would use now; None if there is none."""
        if version is not None:
            return version
        if label is None or label == LATEST:
            return self.latest or None
        return self.labels.get(label)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownDataset:
    id: DatasetId
    name: str
    newest: int
    cases: int
    gone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedModelRef:
    id: ModelId
    name: str
    provider: str
    credential_label: str
    gone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedJudgeRef:
    id: JudgeId
    name: str
    latest: int
    gone: bool


class SuiteParts(Repository):
    """Lookups of the objects that suites refer to.

    Lookups by id include removed objects, so that a suite can show their names.
    """

    async def prompts(
        self, project: ProjectId, ids: Collection[UUID]
    ) -> dict[PromptId, KnownPrompt]:
        if not ids:
            return {}
        rows = await self._session.execute(
            select(
                PromptRow.id,
                PromptRow.name,
                PromptRow.kind,
                PromptRow.latest,
                PromptRow.removed_at,
            ).where(PromptRow.project_id == project, PromptRow.id.in_(ids))
        )
        labels: defaultdict[UUID, dict[str, int]] = defaultdict(dict)
        for prompt, label, number in await self._session.execute(
            select(PromptLabelRow.prompt_id, PromptLabelRow.label, PromptLabelRow.number).where(
                PromptLabelRow.project_id == project, PromptLabelRow.prompt_id.in_(ids)
            )
        ):
            labels[prompt][label] = number
        return {
            PromptId(row.id): from_row(
                KnownPrompt, row, gone=row.removed_at is not None, labels=labels[row.id]
            )
            for row in rows
        }

    async def prompts_named(
        self, project: ProjectId, names: Collection[str]
    ) -> dict[str, KnownPrompt]:
        """Return prompts by name, which is unique in a project."""
        ids = await self._session.scalars(
            select(PromptRow.id).where(
                PromptRow.project_id == project,
                PromptRow.name.in_(names),
                PromptRow.removed_at.is_(None),
            )
        )
        return {known.name: known for known in (await self.prompts(project, set(ids))).values()}

    async def datasets(
        self, project: ProjectId, ids: Collection[UUID]
    ) -> dict[DatasetId, KnownDataset]:
        if not ids:
            return {}
        rows = await self._session.scalars(
            select(DatasetRow).where(DatasetRow.project_id == project, DatasetRow.id.in_(ids))
        )
        return {DatasetId(row.id): _to_dataset(row) for row in rows}

    async def dataset_named(self, project: ProjectId, name: str) -> KnownDataset | None:
        row = await self._session.scalar(
            select(DatasetRow).where(
                DatasetRow.project_id == project,
                DatasetRow.name == name,
                DatasetRow.removed_at.is_(None),
            )
        )
        return None if row is None else _to_dataset(row)

    async def models(
        self, project: ProjectId, ids: Collection[UUID]
    ) -> dict[ModelId, NamedModelRef]:
        if not ids:
            return {}
        rows = await self._session.execute(
            select(ModelRow, CredentialRow.provider, CredentialRow.label)
            .join(CredentialRow, CredentialRow.id == ModelRow.credential_id)
            .where(ModelRow.project_id == project, ModelRow.id.in_(ids))
        )
        return {ModelId(row[0].id): _to_model(row[0], row[1], row[2]) for row in rows}

    async def models_named(
        self, project: ProjectId, names: Collection[str]
    ) -> dict[str, list[NamedModelRef]]:
        """Return models by name; several credentials may offer the same model."""
        rows = await self._session.execute(
            select(ModelRow, CredentialRow.provider, CredentialRow.label)
            .join(CredentialRow, CredentialRow.id == ModelRow.credential_id)
            .where(
                ModelRow.project_id == project,
                ModelRow.name.in_(names),
                ModelRow.removed_at.is_(None),
            )
            .order_by(CredentialRow.label)
        )
        found: defaultdict[str, list[NamedModelRef]] = defaultdict(list)
        for row in rows:
            found[row[0].name].append(_to_model(row[0], row[1], row[2]))
        return dict(found)

    async def judges(
        self, project: ProjectId, ids: Collection[UUID]
    ) -> dict[JudgeId, NamedJudgeRef]:
        if not ids:
            return {}
        rows = await self._session.scalars(
            select(JudgeRow).where(JudgeRow.project_id == project, JudgeRow.id.in_(ids))
        )
        return {JudgeId(row.id): _to_judge(row) for row in rows}

    async def judges_named(
        self, project: ProjectId, names: Collection[str]
    ) -> dict[str, NamedJudgeRef]:
        rows = await self._session.scalars(
            select(JudgeRow).where(
                JudgeRow.project_id == project,
                JudgeRow.name.in_(names),
                JudgeRow.removed_at.is_(None),
            )
        )
        return {row.name: _to_judge(row) for row in rows}


def _to_dataset(row: DatasetRow) -> KnownDataset:
    return from_row(KnownDataset, row, newest=row.version, gone=row.removed_at is not None)


def _to_model(row: ModelRow, provider: str, label: str) -> NamedModelRef:
    gone = row.removed_at is not None
    return from_row(NamedModelRef, row, provider=provider, credential_label=label, gone=gone)


def _to_judge(row: JudgeRow) -> NamedJudgeRef:
    return from_row(NamedJudgeRef, row, gone=row.removed_at is not None)
