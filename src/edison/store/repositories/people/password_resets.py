"""Repository of the links in password reset mails."""

from datetime import datetime

from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert

from edison.domain.ids import UserId
from edison.store.repositories.base import Repository
from edison.store.tables.people import PasswordResetRow


class PasswordResets(Repository):
    async def expect(self, user: UserId, digest: str, expires_at: datetime) -> None:
        """Save the digest of the newest link; links in earlier mails become invalid."""
        values = {"digest": digest, "expires_at": expires_at}
        await self._session.execute(
            insert(PasswordResetRow)
            .values(user_id=user, **values)
            .on_conflict_do_update(index_elements=[PasswordResetRow.user_id], set_=values)
        )

    async def use(self, digest: str, now: datetime) -> UserId | None:
        """Delete the link with this digest and return its account; None if it is unknown or expired.

        Of two simultaneous uses, the second one waits for the first and then finds no link.
        """
        found = await self._session.scalar(
            delete(PasswordResetRow)
            .where(PasswordResetRow.digest == digest, PasswordResetRow.expires_at > now)
            .returning(PasswordResetRow.user_id)
        )
        return UserId(found) if found else None
