"""Repository of provider credentials. Only a worker that is about to call reads a sealed secret."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, select, text
from sqlalchemy.exc import IntegrityError

from edison.domain.errors import DuplicateLabel
from edison.domain.ids import CredentialId, ProjectId, UserId
from edison.domain.models.credential import Credential, CredentialStatus, InUse
from edison.domain.models.provider import Provider
from edison.domain.runs.run_states import WORKING
from edison.kit.pagination import Page, PageRequest
from edison.store.repositories.base import Repository, unique
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.models import CredentialRow
from edison.store.tables.people import ProjectRow, UserRow

# Models are used for answers, fallbacks, graders, judges and suggestions.
IN_USE = text("""
    WITH mine AS (SELECT id FROM models WHERE project_id = :project AND credential_id = :credential),
    working AS (SELECT * FROM runs WHERE project_id = :project AND state = ANY(:working))
    SELECT
        (SELECT count(*) FROM tries
         WHERE project_id = :project AND credential_id = :credential AND state <> 'done') AS calls,
        (SELECT count(*) FROM working r WHERE EXISTS (
            SELECT FROM mine WHERE r.plan -> 'columns' @> jsonb_build_array(jsonb_build_object('model', mine.id))
            OR r.plan -> 'fallback' ->> 'model' = CAST(mine.id AS text)
            OR EXISTS (
                SELECT FROM run_scorers s LEFT JOIN judge_versions j
                ON CAST(j.judge_id AS text) = s.spec ->> 'judge' AND j.number = CAST(s.spec ->> 'version' AS integer)
                WHERE s.run_id = r.id AND (s.spec ->> 'model' = CAST(mine.id AS text) OR j.model_id = mine.id)
            )
        )) AS runs,
        (SELECT count(*) FROM experiments e WHERE e.project_id = :project AND e.state = 'running' AND EXISTS (
            SELECT FROM mine
            WHERE e.targets @> jsonb_build_array(jsonb_build_object('model', mine.id, 'active', true))
            OR e.plan ->> 'refiner' = CAST(mine.id AS text)
            OR EXISTS (
                SELECT FROM jsonb_array_elements(e.plan -> 'judges') chosen LEFT JOIN judge_versions j
                ON CAST(j.judge_id AS text) = chosen ->> 'judge'
                WHERE chosen ->> 'model' = CAST(mine.id AS text) OR j.model_id = mine.id
            )
        )) AS experiments
""")


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedSecret:
    credential: CredentialId
    text: str


class Credentials(Repository):
    async def get(self, project: ProjectId, credential: CredentialId) -> Credential:
        query = _live(project).where(CredentialRow.id == credential)
        return _to_credential(*await self._one(query, "No such credential in this project"))

    async def page(self, project: ProjectId, page: PageRequest) -> Page[Credential]:
        return await self._page(_live(project), page, _to_credential, CredentialRow.id)

    async def ready_everywhere(
        self, slug: str | None = None
    ) -> list[tuple[ProjectId, str, Credential]]:
        """Return the working credentials of all projects, or of one, each with its project."""
        query = (
            select(CredentialRow, UserRow, ProjectRow)
            .join(ProjectRow, ProjectRow.id == CredentialRow.project_id)
            .join(UserRow, UserRow.id == CredentialRow.created_by)
            .where(
                CredentialRow.removed_at.is_(None),
                CredentialRow.status == str(CredentialStatus.READY),
            )
            .order_by(ProjectRow.slug, CredentialRow.id)
        )
        if slug is not None:
            query = query.where(ProjectRow.slug == slug)
        rows = await self._session.execute(query)
        return [
            (ProjectId(project.id), project.slug, _to_credential(row, person))
            for row, person, project in rows
        ]

    async def sealed(self, project: ProjectId, credential: CredentialId) -> str | None:
        """Return the sealed secret of a credential, for the worker that unseals it."""
        return await self._session.scalar(
            select(CredentialRow.sealed).where(
                CredentialRow.project_id == project,
                CredentialRow.id == credential,
                CredentialRow.removed_at.is_(None),
            )
        )

    async def lock_default(self, project: ProjectId, provider: Provider) -> CredentialId | None:
        """Return the default credential of a provider, and lock this choice until the transaction ends."""
        rows = await self._session.execute(
            select(CredentialRow.id, CredentialRow.is_default)
            .where(
                CredentialRow.project_id == project,
                CredentialRow.provider == provider,
                CredentialRow.removed_at.is_(None),
            )
            .order_by(CredentialRow.id)
            .with_for_update()
        )
        return next((CredentialId(row[0]) for row in rows if row[1]), None)

    async def add(
        self, project: ProjectId, credential: Credential, by: UserId, sealed: str | None
    ) -> None:
        values = to_columns(
            CredentialRow, credential, project_id=project, sealed=sealed, created_by=by
        )
        taken = DuplicateLabel("Label already in use", field="label")
        with unique("uq_credentials_label", taken):
            await self._add(CredentialRow(**values))

    async def relabel(self, project: ProjectId, credential: CredentialId, label: str) -> None:
        try:
            await self._change_live(project, credential, label=label)
        except IntegrityError as error:
            raise DuplicateLabel("Label already in use", field="label") from error

    async def make_default(self, project: ProjectId, credential: Credential) -> None:
        await self.lock_default(project, credential.provider)
        await self._update(
            CredentialRow,
            CredentialRow.project_id == project,
            CredentialRow.provider == credential.provider,
            CredentialRow.is_default,
            is_default=False,
        )
        await self._change_live(project, credential.id, is_default=True)

    async def allow_private(
        self, project: ProjectId, credential: CredentialId, allowed: bool
    ) -> None:
        await self._change_live(project, credential, allow_private=allowed)

    async def set_status(
        self,
        project: ProjectId,
        credential: CredentialId,
        status: CredentialStatus,
        *,
        code: str | None = None,
        problem: str | None = None,
        tested_at: datetime | None = None,
    ) -> bool:
        """Save the status; return False if the credential was removed meanwhile."""
        tested = {"tested_at": tested_at} if tested_at else {}
        return await self._change_live(
            project, credential, status=status, problem_code=code, problem=problem, **tested
        )

    async def in_use(self, project: ProjectId, credential: CredentialId) -> InUse:
        """Count the calls, runs and experiments in progress that need this credential; paused work is not counted."""
        working = [str(state) for state in WORKING]
        row = (
            await self._session.execute(
                IN_USE, {"project": project, "credential": credential, "working": working}
            )
        ).one()
        return InUse(calls=row.calls, runs=row.runs, experiments=row.experiments)

    async def remove(self, project: ProjectId, credential: CredentialId, at: datetime) -> None:
        """Mark the credential as removed and delete its secret; the name is kept for the history."""
        await self._change_live(
            project, credential, sealed=None, variables={}, is_default=False, removed_at=at
        )

    async def sealed_everywhere(
        self, after: CredentialId | None, limit: int
    ) -> Sequence[SealedSecret]:
        """Return the next sealed secrets of all projects, in order of id; only for key rotation."""
        query = select(CredentialRow.id, CredentialRow.sealed).where(
            CredentialRow.sealed.is_not(None)
        )
        if after is not None:
            query = query.where(CredentialRow.id > after)
        rows = await self._session.execute(query.order_by(CredentialRow.id).limit(limit))
        return [SealedSecret(credential=CredentialId(row[0]), text=str(row[1])) for row in rows]

    async def reseal(self, credential: CredentialId, new: str, *, only_if: str) -> bool:
        """Replace a sealed secret, unless it is no longer equal to `only_if`."""
        ours = (CredentialRow.id == credential, CredentialRow.sealed == only_if)
        return await self._update(CredentialRow, *ours, sealed=new) > 0

    async def _change_live(
        self, project: ProjectId, credential: CredentialId, **values: object
    ) -> bool:
        live = CredentialRow.removed_at.is_(None)
        return await self._change(CredentialRow, project, credential, live, **values)


def _live(project: ProjectId) -> Select[CredentialRow, UserRow]:
    return (
        select(CredentialRow, UserRow)
        .join(UserRow, UserRow.id == CredentialRow.created_by)
        .where(CredentialRow.project_id == project, CredentialRow.removed_at.is_(None))
    )


def _to_credential(row: CredentialRow, creator: UserRow) -> Credential:
    return from_row(
        Credential,
        row,
        has_key=bool(row.has_secret or row.variables),
        created_by=creator.name or creator.email,
    )
