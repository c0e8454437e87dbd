"""Repository of the use of sessions."""

from sqlalchemy import func, update
from sqlalchemy.dialects.postgresql import insert

from edison.domain.people.person_record import SessionUse
from edison.store.repositories.base import Repository
from edison.store.tables.people import SessionRow, UserRow


class Sessions(Repository):
    async def note_use(self, use: SessionUse) -> None:
        """Save when and from where a session was used, unless its account was deleted meanwhile."""
        # The account is locked before the session, as in the deletion of an account.
        account = await self._session.scalar(
            update(UserRow)
            .where(UserRow.id == use.user, UserRow.deleted_at.is_(None))
            .values(last_seen_at=func.greatest(UserRow.last_seen_at, use.last_seen_at))
            .returning(UserRow.id)
        )
        if account is None:
            return
        values = {
            "last_seen_at": use.last_seen_at,
            "expires_at": use.expires_at,
            "address": use.address,
            "user_agent": use.user_agent,
        }
        await self._session.execute(
            insert(SessionRow)
            .values(id=use.id, user_id=use.user, started_at=use.started_at, **values)
            .on_conflict_do_update(index_elements=[SessionRow.id], set_=values)
        )
