"""Repository of projects: a person's list of projects, and single projects with their settings."""

from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from edison.domain.errors import NotFound
from edison.domain.experiments.experiment_states import ACTIVE
from edison.domain.ids import ProjectId, UserId
from edison.domain.models.provider import Provider
from edison.domain.people.access import Role
from edison.domain.people.label_protection import (
    protection_from_json,
    protection_to_json,
)
from edison.domain.people.project import (
    DEFAULT_DATASET_NAME,
    Project,
    ProjectCard,
    ProjectSettings,
    free_slug,
    slug_family,
)
from edison.domain.runs.run_states import ENDED
from edison.kit.pagination import Page, PageRequest
from edison.kit.uuids import is_uuid, new_id
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.base import Table
from edison.store.tables.datasets import DatasetRow
from edison.store.tables.experiments import ExperimentRow
from edison.store.tables.people import MemberRow, ProjectRow

AT_WORK = text(
    "WITH going AS (SELECT id FROM runs WHERE project_id = :project AND NOT state = ANY(:ended)) "
    "SELECT (SELECT count(*) FROM going) + (SELECT count(*) FROM iterations i "
    "WHERE i.project_id = :project AND i.state = ANY(:active) "
    "AND NOT EXISTS (SELECT FROM going WHERE going.id = i.run_id))"
)


class Projects(Repository):
    async def get(self, project: ProjectId, *, lock: bool = False) -> Project:
        row = await self._find(ProjectRow, ProjectRow.id == project, lock=lock)
        if row is None:
            raise NotFound("No such project")
        return to_project(row)

    async def settings_in_force(self, project: ProjectId) -> ProjectSettings:
        """Return the settings and block changes of them until this transaction ends."""
        query = select(ProjectRow.settings).where(ProjectRow.id == project)
        found = await self._session.scalar(query.with_for_update(read=True))
        if found is None:
            raise NotFound("No such project")
        return _loaded(found)

    async def membership(self, reference: str, user: UserId) -> tuple[ProjectId, Role] | None:
        """Resolve a slug or id to the project and this person's role; None if the person is not a member."""
        found = await self._session.execute(
            select(ProjectRow.id, MemberRow.role)
            .join(MemberRow, MemberRow.project_id == ProjectRow.id)
            .where(MemberRow.user_id == user, _named(reference))
        )
        row = found.one_or_none()
        return (ProjectId(row[0]), Role(row[1])) if row else None

    async def resolve(self, reference: str) -> ProjectId | None:
        """Resolve a slug or id without an access check; for tokens, which are bound to one project."""
        found = await self._session.scalar(select(ProjectRow.id).where(_named(reference)))
        return ProjectId(found) if found else None

    async def card(self, project: ProjectId, role: Role) -> ProjectCard:
        query = select(ProjectRow, _members(), _datasets(), _experiments())
        row = await self._one(query.where(ProjectRow.id == project), "No such project")
        return _to_card(row[0], role, *row[1:])

    async def cards(
        self,
        user: UserId,
        page: PageRequest,
        *,
        search: str | None = None,
        role: Role | None = None,
        archived: bool = False,
    ) -> Page[ProjectCard]:
        """List a person's projects with their counts in one query, most recently changed first."""
        shown = (
            ProjectRow.archived_at.is_not(None) if archived else ProjectRow.archived_at.is_(None)
        )
        query = (
            select(ProjectRow, MemberRow.role, _members(), _datasets(), _experiments())
            .join(MemberRow, MemberRow.project_id == ProjectRow.id)
            .where(MemberRow.user_id == user, shown)
        )
        if search:
            query = query.where(ProjectRow.name.icontains(search, autoescape=True))
        if role:
            query = query.where(MemberRow.role == role)
        return await self._page(query, page, _to_card, ProjectRow.updated_at, ProjectRow.id)

    async def claim_demo(self, project: ProjectId) -> bool:
        """Claim the next steps of a demo until this transaction ends; False if another request has."""
        return bool(
            await self._session.scalar(
                text("SELECT pg_try_advisory_xact_lock(hashtextextended(:name, 0))"),
                {"name": f"demo-steps:{project}"},
            )
        )

    async def claim_slug(self, base: str) -> str:
        """Find a free slug and reserve it until this transaction ends."""
        await self._lock(f"slug:{slug_family(base)}")
        taken = await self._session.scalars(
            select(ProjectRow.slug).where(ProjectRow.slug.startswith(base, autoescape=True))
        )
        return free_slug(base, set(taken))

    async def add(self, project: Project, owner: UserId) -> None:
        """Store a new project with its owner and an empty golden dataset."""
        values = to_columns(
            ProjectRow, project, settings=_stored(project.settings), created_by=owner
        )
        await self._add(ProjectRow(**values))
        await self._session.execute(
            insert(MemberRow).values(
                project_id=project.id, user_id=owner, role=Role.OWNER, joined_at=project.created_at
            )
        )
        await self._session.execute(
            insert(DatasetRow).values(
                id=new_id(),
                project_id=project.id,
                name=DEFAULT_DATASET_NAME,
                kind="golden",
                description="",
                columns=[],
                version=0,
                cases=0,
                holdout_locked=False,
                created_at=project.created_at,
                updated_at=project.created_at,
            )
        )

    async def save(self, project: ProjectId, edited: Project, at: datetime) -> Project:
        """Save the editable fields and increment the revision."""
        row = await self._session.scalar(
            update(ProjectRow)
            .where(ProjectRow.id == project)
            .values(
                name=edited.name,
                description=edited.description,
                settings=_stored(edited.settings),
                archived_at=edited.archived_at,
                revision=ProjectRow.revision + 1,
                updated_at=at,
            )
            .returning(ProjectRow)
        )
        if row is None:
            raise NotFound("No such project")
        return to_project(row)

    async def at_work(self, project: ProjectId) -> int:
        """Count the runs that have not ended, and the active iterations whose run has ended."""
        ended, active = [str(each) for each in ENDED], [str(each) for each in ACTIVE]
        found = await self._session.scalar(
            AT_WORK, {"project": project, "ended": ended, "active": active}
        )
        return int(found or 0)

    async def touch(self, project: ProjectId, at: datetime) -> None:
        """Save the time of the latest change in the project, by which lists are sorted."""
        await self._update(ProjectRow, ProjectRow.id == project, updated_at=at)


def to_project(row: ProjectRow) -> Project:
    return from_row(Project, row, settings=_loaded(row.settings))


def _to_card(
    row: ProjectRow, role: str, members: int, datasets: int, experiments: int
) -> ProjectCard:
    return ProjectCard(
        project=to_project(row),
        role=Role(role),
        member_count=members,
        dataset_count=datasets,
        experiment_count=experiments,
    )


def _stored(settings: ProjectSettings) -> dict[str, Any]:
    protected = [protection_to_json(one) for one in settings.protected_labels]
    return {**asdict(settings), "protected_labels": protected}


def _loaded(stored: dict[str, Any]) -> ProjectSettings:
    # Settings that a later version added are missing in older rows and get their defaults.
    values: dict[str, Any] = {**stored, "default_provider": Provider(stored["default_provider"])}
    if "protected_labels" in stored:
        values["protected_labels"] = tuple(map(protection_from_json, stored["protected_labels"]))
    return ProjectSettings(**values)


def _named(reference: str) -> ColumnElement[bool]:
    if is_uuid(reference):
        return ProjectRow.id == UUID(reference)
    return ProjectRow.slug == reference


def _members() -> ColumnElement[int]:
    return _number_of(MemberRow, MemberRow.project_id == ProjectRow.id)


def _experiments() -> ColumnElement[int]:
    live = ExperimentRow.state != "archived"
    return _number_of(ExperimentRow, ExperimentRow.project_id == ProjectRow.id, live)


def _datasets() -> ColumnElement[int]:
    live = DatasetRow.removed_at.is_(None)
    return _number_of(DatasetRow, DatasetRow.project_id == ProjectRow.id, live)


def _number_of(table: type[Table], *conditions: ColumnElement[bool]) -> ColumnElement[int]:
    query = select(func.count()).select_from(table).where(*conditions)
    return query.correlate(ProjectRow).scalar_subquery()
