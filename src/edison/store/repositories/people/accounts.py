"""Repositories of accounts, of revoked sessions, and of attempt counters."""

from datetime import datetime

from sqlalchemy import case, delete, exists, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert

from edison.domain.errors import EmailTaken, NotFound
from edison.domain.ids import UserId
from edison.domain.people.access import Role
from edison.domain.people.account import User
from edison.kit.digests import sha256_hex
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.people import (
    AttemptRow,
    EmailConfirmationRow,
    PasswordResetRow,
    RevokedSessionRow,
    SessionRow,
    SignInFlowRow,
    UserRow,
)

FIRST_ACCOUNT_LOCK = 0x4564_6973_6F6E_01
# Stored instead of a hash for accounts that sign in with a provider only. No password has this hash.
NO_PASSWORD = "!"


class Users(Repository):
    """Repository of accounts, which do not belong to a project."""

    async def get(self, user: UserId) -> User:
        row = await self._find(UserRow, UserRow.id == user, UserRow.deleted_at.is_(None))
        if row is None:
            raise NotFound("No such account")
        return to_user(row)

    async def by_email(self, email: str) -> User | None:
        row = await self._session.scalar(
            select(UserRow).where(UserRow.email == email, UserRow.deleted_at.is_(None))
        )
        return to_user(row) if row else None

    async def password_hash(self, email: str) -> str | None:
        """Return the hash of the account's password; None if it has no password."""
        return await self._session.scalar(
            select(UserRow.password_hash).where(
                UserRow.email == email,
                UserRow.deleted_at.is_(None),
                UserRow.password_hash != NO_PASSWORD,
            )
        )

    async def any(self) -> bool:
        return bool(await self._session.scalar(select(exists(select(UserRow.id)))))

    async def installation_owner(self) -> User | None:
        """Return an owner of the installation: the one whose account is the oldest."""
        row = await self._session.scalar(
            select(UserRow)
            .where(UserRow.role == Role.OWNER, UserRow.disabled_at.is_(None))
            .order_by(UserRow.id)
            .limit(1)
        )
        return to_user(row) if row else None

    async def signed_in(
        self, user: UserId, *, session: str, token: str, started_at: datetime, now: datetime
    ) -> tuple[User, datetime | None] | None:
        """Return the account of a session and when its use was last saved; None if it is not accepted.

        It is not accepted if the session or its token was revoked, or if the account is disabled.
        """
        revoked = exists().where(
            RevokedSessionRow.id.in_([session, token]),
            or_(RevokedSessionRow.revoked_from.is_(None), RevokedSessionRow.revoked_from <= now),
        )
        found = await self._session.execute(
            select(UserRow, SessionRow.last_seen_at)
            .outerjoin(SessionRow, SessionRow.id == session)
            .where(
                UserRow.id == user,
                UserRow.deleted_at.is_(None),
                UserRow.disabled_at.is_(None),
                UserRow.sessions_valid_from <= started_at,
                ~revoked,
            )
        )
        row = found.one_or_none()
        return (to_user(row[0]), row[1]) if row else None

    async def first_account_lock(self) -> None:
        """Serialize sign-ups while there is no account, so that only one account becomes the first."""
        await self._session.execute(
            text("SELECT pg_advisory_xact_lock(:key)"), {"key": FIRST_ACCOUNT_LOCK}
        )

    async def hold_demo(self, user: UserId) -> None:
        """Lock the creation of this person's demo project until the transaction ends."""
        await self._lock(f"demo-project:{user}")

    async def add(self, user: User, password_hash: str = NO_PASSWORD) -> None:
        inserted = await self._session.scalar(
            insert(UserRow)
            .values(
                to_columns(
                    UserRow, user, password_hash=password_hash, sessions_valid_from=user.created_at
                )
            )
            .on_conflict_do_nothing(index_elements=[UserRow.email])
            .returning(UserRow.id)
        )
        if inserted is None:
            raise EmailTaken("Email already in use", field="email")

    async def rename(self, user: UserId, name: str | None) -> None:
        await self._update(UserRow, UserRow.id == user, name=name)

    async def set_password(self, user: UserId, password_hash: str) -> None:
        """Set a password; this satisfies a required change, and a link to reset the password becomes invalid."""
        await self._session.execute(
            delete(PasswordResetRow).where(PasswordResetRow.user_id == user)
        )
        await self._update(
            UserRow,
            UserRow.id == user,
            password_hash=password_hash,
            password_change_required=False,
        )

    async def end_sessions(self, user: UserId, before: datetime) -> None:
        await self._update(UserRow, UserRow.id == user, sessions_valid_from=before)

    async def end_session(self, session_id: str, expires_at: datetime) -> None:
        await self._session.execute(
            insert(RevokedSessionRow)
            .values(id=session_id, expires_at=expires_at)
            .on_conflict_do_update(
                index_elements=[RevokedSessionRow.id], set_={"revoked_from": None}
            )
        )

    async def end_token(self, token: str, expires_at: datetime, *, revoked_from: datetime) -> None:
        """Revoke one token of a session from a given time on; a later call does not change that time."""
        await self._session.execute(
            insert(RevokedSessionRow)
            .values(id=token, expires_at=expires_at, revoked_from=revoked_from)
            .on_conflict_do_nothing()
        )

    async def confirm_email(self, user: UserId, at: datetime) -> bool:
        """Save that the email address is confirmed; return False if it already was."""
        await self._session.execute(
            delete(EmailConfirmationRow).where(EmailConfirmationRow.user_id == user)
        )
        changed = await self._session.scalar(
            update(UserRow)
            .where(UserRow.id == user, UserRow.email_confirmed_at.is_(None))
            .values(email_confirmed_at=at)
            .returning(UserRow.id)
        )
        return changed is not None

    async def expect_confirmation(self, user: UserId, digest: str, expires_at: datetime) -> None:
        """Save the digest of the newest confirmation link; links in earlier mails become invalid."""
        values = {"digest": digest, "expires_at": expires_at}
        await self._session.execute(
            insert(EmailConfirmationRow)
            .values(user_id=user, **values)
            .on_conflict_do_update(index_elements=[EmailConfirmationRow.user_id], set_=values)
        )

    async def confirmation_matches(self, user: UserId, digest: str, now: datetime) -> bool:
        """Return whether the digest is that of the newest, unexpired confirmation link of this account."""
        found = select(EmailConfirmationRow.user_id).where(
            EmailConfirmationRow.user_id == user,
            EmailConfirmationRow.digest == digest,
            EmailConfirmationRow.expires_at > now,
        )
        return await self._session.scalar(found) is not None


class AttemptCounters(Repository):
    """Repository of counters for rate limits, which all processes share."""

    async def count(
        self, scope: str, key: str, now: datetime, until: datetime, *, times: int = 1
    ) -> tuple[int, datetime]:
        """Increment a counter; return the count and the end of its window. An ended window restarts."""
        stale = AttemptRow.expires_at <= now
        row = await self._session.execute(
            insert(AttemptRow)
            .values(scope=scope, key=sha256_hex(key), count=times, expires_at=until)
            .on_conflict_do_update(
                index_elements=[AttemptRow.scope, AttemptRow.key],
                set_={
                    "count": case((stale, times), else_=AttemptRow.count + times),
                    "expires_at": case((stale, until), else_=AttemptRow.expires_at),
                },
            )
            .returning(AttemptRow.count, AttemptRow.expires_at)
        )
        count, expires_at = row.one()
        return count, expires_at

    async def extend(self, scope: str, key: str, until: datetime) -> None:
        await self._session.execute(
            update(AttemptRow)
            .where(AttemptRow.scope == scope, AttemptRow.key == sha256_hex(key))
            .values(expires_at=until)
        )

    async def give_back(self, scope: str, key: str) -> None:
        await self._session.execute(
            update(AttemptRow)
            .where(AttemptRow.scope == scope, AttemptRow.key == sha256_hex(key))
            .values(count=func.greatest(AttemptRow.count - 1, 0))
        )

    async def forget(self, scope: str, key: str) -> None:
        await self._session.execute(
            delete(AttemptRow).where(AttemptRow.scope == scope, AttemptRow.key == sha256_hex(key))
        )

    async def sweep(self, now: datetime) -> int:
        """Delete expired windows, sessions, links of mails, and unfinished sign-ins."""
        windows = await self._session.execute(
            delete(AttemptRow).where(AttemptRow.expires_at <= now).returning(AttemptRow.key)
        )
        sessions = await self._session.execute(
            delete(RevokedSessionRow)
            .where(RevokedSessionRow.expires_at <= now)
            .returning(RevokedSessionRow.id)
        )
        links = await self._session.execute(
            delete(EmailConfirmationRow)
            .where(EmailConfirmationRow.expires_at <= now)
            .returning(EmailConfirmationRow.user_id)
        )
        used = await self._session.execute(
            delete(SessionRow).where(SessionRow.expires_at <= now).returning(SessionRow.id)
        )
        resets = await self._session.execute(
            delete(PasswordResetRow)
            .where(PasswordResetRow.expires_at <= now)
            .returning(PasswordResetRow.user_id)
        )
        flows = await self._session.execute(
            delete(SignInFlowRow)
            .where(SignInFlowRow.expires_at <= now)
            .returning(SignInFlowRow.state_digest)
        )
        return sum(len(found.all()) for found in (windows, sessions, links, used, resets, flows))


def to_user(row: UserRow) -> User:
    return from_row(User, row, has_password=row.password_hash != NO_PASSWORD)
