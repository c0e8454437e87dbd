"""Repository of promotions, and of the runs that can be their evidence."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import select, text

from edison.domain.errors import WrongState
from edison.domain.ids import ProjectId, PromotionId, PromptId, RunId, SuiteId, VersionId
from edison.domain.promotions.certificate import SignedCertificate
from edison.domain.promotions.promotion import (
    LabelMove,
    Promotion,
    PromotionKind,
    PromotionState,
    Requirement,
)
from edison.kit.pagination import Page, PageRequest
from edison.kit.postgres_json import json_text
from edison.store.repositories.base import Repository, unique
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.promotions import PromotionRow
from edison.store.tables.prompts import PromptRow

REQUIREMENTS: TypeAdapter[tuple[Requirement, ...]] = TypeAdapter(tuple[Requirement, ...])
# Runs whose answers were given by the version itself. An execution with another model than the suite's is no evidence.
RUNS_OF_VERSION = text(
    """
    SELECT r.id FROM runs r
    WHERE r.project_id = :project AND r.state = 'completed' AND r.dataset_id IS NOT NULL
      AND r.plan->'columns' @> CAST(:column AS jsonb)
      AND coalesce(r.plan->'given', 'null'::jsonb) = 'null'::jsonb
      AND (CAST(:suite AS uuid) IS NULL OR EXISTS (
            SELECT FROM executions e
            WHERE e.run_id = r.id AND e.suite_id = :suite AND e.state = 'completed' AND e.override IS NULL))
      AND (CAST(:run AS uuid) IS NULL OR r.id = :run)
    ORDER BY r.id DESC LIMIT :most
    """
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionFilter:
    prompt: PromptId | None = None
    state: PromotionState | None = None


class Promotions(Repository):
    async def get(
        self, project: ProjectId, promotion: PromotionId, *, lock: bool = False
    ) -> Promotion:
        row = await self._get(PromotionRow, project, promotion, "promotion", lock=lock)
        name = await self._session.scalar(
            select(PromptRow.name).where(
                PromptRow.project_id == project, PromptRow.id == row.prompt_id
            )
        )
        return _to_promotion(row, name or "")

    async def page(
        self, project: ProjectId, wanted: PromotionFilter, page: PageRequest
    ) -> Page[Promotion]:
        """List promotions, newest first."""
        query = (
            select(PromotionRow, PromptRow.name)
            .join(PromptRow, PromptRow.id == PromotionRow.prompt_id)
            .where(PromotionRow.project_id == project)
        )
        if wanted.prompt is not None:
            query = query.where(PromotionRow.prompt_id == wanted.prompt)
        if wanted.state is not None:
            query = query.where(PromotionRow.state == str(wanted.state))
        return await self._page(query, page, _to_promotion, PromotionRow.id)

    async def moves(self, project: ProjectId, prompt: PromptId, label: str) -> list[LabelMove]:
        """Return the approved promotions of a label, in the order in which they moved it."""
        rows = await self._session.scalars(
            select(PromotionRow)
            .where(
                PromotionRow.project_id == project,
                PromotionRow.prompt_id == prompt,
                PromotionRow.label == label,
                PromotionRow.state == str(PromotionState.APPROVED),
            )
            .order_by(PromotionRow.decided_at, PromotionRow.id)
        )
        return [
            LabelMove(kind=PromotionKind(row.kind), from_number=row.from_number, number=row.number)
            for row in rows
        ]

    async def is_waiting(
        self, project: ProjectId, prompt: PromptId, label: str, number: int
    ) -> bool:
        waiting = await self._count(
            PromotionRow,
            PromotionRow.project_id == project,
            PromotionRow.prompt_id == prompt,
            PromotionRow.label == label,
            PromotionRow.number == number,
            PromotionRow.state == str(PromotionState.WAITING),
        )
        return waiting > 0

    async def add(self, project: ProjectId, promotion: Promotion) -> None:
        with unique("uq_promotions_waiting", already_waiting()):
            await self._add(PromotionRow(project_id=project, **_columns(promotion)))

    async def save(self, project: ProjectId, promotion: Promotion) -> None:
        """Save a decision; the caller must hold the lock."""
        values = _columns(promotion)
        del values["id"]
        await self._change(PromotionRow, project, promotion.id, **values)

    async def sign(
        self, project: ProjectId, promotion: PromotionId, signed: SignedCertificate
    ) -> None:
        """Save the signature of a certificate; the caller must hold the lock."""
        await self._change(
            PromotionRow,
            project,
            promotion,
            key_id=signed.key_id,
            public_key=signed.public_key,
            signature=signed.signature,
        )

    async def unsigned(self, most: int) -> list[tuple[ProjectId, PromotionId]]:
        """Return approved promotions of all projects whose certificate has no signature, oldest first."""
        rows = await self._session.execute(
            select(PromotionRow.project_id, PromotionRow.id)
            .where(PromotionRow.certificate.is_not(None), PromotionRow.signature.is_(None))
            .order_by(PromotionRow.id)
            .limit(most)
        )
        return [(ProjectId(row.project_id), PromotionId(row.id)) for row in rows]

    async def runs_of_version(
        self,
        project: ProjectId,
        version: VersionId,
        suite: SuiteId | None,
        most: int,
        *,
        only: RunId | None = None,
    ) -> Sequence[RunId]:
        """Return the completed runs on a dataset that have a version, newest first; of a suite, if one is given."""
        rows = await self._session.scalars(
            RUNS_OF_VERSION,
            {
                "project": project,
                "column": json_text([{"version": str(version)}]),
                "suite": suite,
                "run": only,
                "most": most,
            },
        )
        return [RunId(run) for run in rows]


def already_waiting() -> WrongState:
    return WrongState(
        "This version already waits for its promotion to this label",
        advice="Approve, reject or withdraw that promotion first.",
    )


def _columns(promotion: Promotion) -> dict[str, Any]:
    return to_columns(
        PromotionRow,
        promotion,
        prompt_id=promotion.prompt,
        requirements=REQUIREMENTS.dump_python(promotion.requirements, mode="json"),
    )


def _to_promotion(row: PromotionRow, prompt_name: str) -> Promotion:
    return from_row(
        Promotion,
        row,
        prompt=row.prompt_id,
        prompt_name=prompt_name,
        requirements=REQUIREMENTS.validate_python(row.requirements),
    )
