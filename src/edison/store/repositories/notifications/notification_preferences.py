"""Repository of what people want to be notified of."""

from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import insert

from edison.domain.ids import ProjectId, UserId
from edison.domain.monitoring.monitor import Quiet
from edison.domain.notifications.preferences import (
    USUAL_PREFERENCES,
    NotificationPreferences,
    ProjectNotificationPreferences,
    choices_from_json,
    choices_to_json,
)
from edison.store.repositories.base import Repository
from edison.store.tables.notifications import (
    NotificationPreferencesRow,
    NotificationRow,
    ProjectNotificationPreferencesRow,
)
from edison.store.tables.people import MemberRow


class NotificationChoices(Repository):
    async def of_person(self, user: UserId) -> NotificationPreferences:
        row = await self._find(
            NotificationPreferencesRow, NotificationPreferencesRow.user_id == user
        )
        if row is None:
            return USUAL_PREFERENCES
        return NotificationPreferences(
            timezone=row.timezone,
            quiet=None if row.quiet is None else Quiet.from_json(row.quiet),
            events=choices_from_json(row.events),
        )

    async def in_projects(self, user: UserId) -> dict[ProjectId, ProjectNotificationPreferences]:
        """Return the person's choices by project, of projects with a current membership."""
        rows = await self._session.scalars(
            select(ProjectNotificationPreferencesRow)
            .join(
                MemberRow,
                (MemberRow.project_id == ProjectNotificationPreferencesRow.project_id)
                & (MemberRow.user_id == ProjectNotificationPreferencesRow.user_id),
            )
            .where(ProjectNotificationPreferencesRow.user_id == user)
            .order_by(ProjectNotificationPreferencesRow.project_id)
            .execution_options(populate_existing=True)
        )
        return {ProjectId(row.project_id): _to_preferences(row) for row in rows}

    async def in_project(self, project: ProjectId, user: UserId) -> ProjectNotificationPreferences:
        row = await self._find(
            ProjectNotificationPreferencesRow,
            ProjectNotificationPreferencesRow.user_id == user,
            ProjectNotificationPreferencesRow.project_id == project,
        )
        return (
            ProjectNotificationPreferences(project=project) if row is None else _to_preferences(row)
        )

    async def save(self, user: UserId, preferences: NotificationPreferences, at: datetime) -> None:
        values = {
            "timezone": preferences.timezone,
            "quiet": None if preferences.quiet is None else preferences.quiet.to_json(),
            "events": choices_to_json(preferences.events),
            "updated_at": at,
        }
        await self._session.execute(
            insert(NotificationPreferencesRow)
            .values(user_id=user, **values)
            .on_conflict_do_update(index_elements=["user_id"], set_=values)
        )
        await self._schedule_anew(user, at)

    async def save_in_project(
        self, project: ProjectId, user: UserId, chosen: ProjectNotificationPreferences, at: datetime
    ) -> None:
        values = {
            "muted": chosen.muted,
            "events": choices_to_json(chosen.events),
            "updated_at": at,
        }
        await self._session.execute(
            insert(ProjectNotificationPreferencesRow)
            .values(user_id=user, project_id=project, **values)
            .on_conflict_do_update(index_elements=["user_id", "project_id"], set_=values)
        )
        await self._schedule_anew(user, at)

    async def _schedule_anew(self, user: UserId, at: datetime) -> None:
        """Make waiting mail due, so that the worker schedules it by the new choices."""
        await self._session.execute(
            update(NotificationRow)
            .where(
                NotificationRow.user_id == user,
                NotificationRow.mail_due_at.is_not(None),
                NotificationRow.mail_id.is_(None),
            )
            .values(mail_due_at=at)
            .execution_options(synchronize_session=False)
        )


def _to_preferences(row: ProjectNotificationPreferencesRow) -> ProjectNotificationPreferences:
    return ProjectNotificationPreferences(
        project=ProjectId(row.project_id),
        muted=row.muted,
        events=choices_from_json(row.events),
    )
