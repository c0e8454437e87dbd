"""Accounts, the sessions that were ended early, and counters of attempts."""

from datetime import datetime

from sqlalchemy import case, delete, exists, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from edison.domain.access import Role, UserId
from edison.domain.accounts import User
from edison.domain.errors import EmailTaken, NotFound
from edison.kit.hashing import sha256_hex
from edison.store.tables.accounts import AttemptRow, RevokedSessionRow, UserRow

FIRST_ACCOUNT_LOCK = 0x4564_6973_6F6E_01


class Users:
    """People with accounts. They stand above projects, so there is no project to name here."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    async def get(self, user: UserId) -> User:
        row = await self._session.get(UserRow, user)
        if row is None:
            raise NotFound("No such account")
        return to_user(row)

    async def by_email(self, email: str) -> User | None:
        row = await self._session.scalar(select(UserRow).where(UserRow.email == email))
        return to_user(row) if row else None

    async def password_hash(self, email: str) -> str | None:
        return await self._session.scalar(
            select(UserRow.password_hash).where(UserRow.email == email)
        )

    async def any(self) -> bool:
        return bool(await self._session.scalar(select(exists(select(UserRow.id)))))

    async def installation_owner(self) -> User | None:
        """The first account, unless it has been handed over."""
        row = await self._session.scalar(
            select(UserRow).where(UserRow.role == Role.OWNER).order_by(UserRow.id).limit(1)
        )
        return to_user(row) if row else None

    async def signed_in(self, user: UserId, session_id: str, issued_at: datetime) -> User | None:
        """Find the person behind a session, unless that session was ended."""
        revoked = exists().where(RevokedSessionRow.id == session_id)
        row = await self._session.scalar(
            select(UserRow).where(
                UserRow.id == user, UserRow.sessions_valid_from <= issued_at, ~revoked
            )
        )
        return to_user(row) if row else None

    async def first_account_lock(self) -> None:
        """Let one sign-up at a time decide who is first; only taken while there is nobody."""
        await self._session.execute(
            text("SELECT pg_advisory_xact_lock(:key)"), {"key": FIRST_ACCOUNT_LOCK}
        )

    async def add(self, user: User, password_hash: str) -> None:
        inserted = await self._session.scalar(
            insert(UserRow)
            .values(
                id=user.id,
                email=user.email,
                name=user.name,
                password_hash=password_hash,
                role=user.role,
                created_at=user.created_at,
                sessions_valid_from=user.created_at,
            )
            .on_conflict_do_nothing(index_elements=[UserRow.email])
            .returning(UserRow.id)
        )
        if inserted is None:
            raise EmailTaken("Email already in use", field="email")

    async def rename(self, user: UserId, name: str | None) -> None:
        await self._session.execute(update(UserRow).where(UserRow.id == user).values(name=name))

    async def set_password(self, user: UserId, password_hash: str) -> None:
        await self._session.execute(
            update(UserRow).where(UserRow.id == user).values(password_hash=password_hash)
        )

    async def end_sessions(self, user: UserId, before: datetime) -> None:
        await self._session.execute(
            update(UserRow).where(UserRow.id == user).values(sessions_valid_from=before)
        )

    async def end_session(self, session_id: str, expires_at: datetime) -> None:
        await self._session.execute(
            insert(RevokedSessionRow)
            .values(id=session_id, expires_at=expires_at)
            .on_conflict_do_nothing()
        )


class Attempts:
    """Counters that must hold for all processes, so they live in the database."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    async def count(
        self, scope: str, key: str, now: datetime, until: datetime, *, times: int = 1
    ) -> tuple[int, datetime]:
        """Count on and return the count and the end of its window; an ended window starts anew."""
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
        """Delete what no longer counts: ended windows and sessions that expired anyway."""
        windows = await self._session.execute(
            delete(AttemptRow).where(AttemptRow.expires_at <= now).returning(AttemptRow.key)
        )
        sessions = await self._session.execute(
            delete(RevokedSessionRow)
            .where(RevokedSessionRow.expires_at <= now)
            .returning(RevokedSessionRow.id)
        )
        return len(windows.all()) + len(sessions.all())


def to_user(row: UserRow) -> User:
    return User(
        id=UserId(row.id),
        email=row.email,
        name=row.name,
        role=Role(row.role),
        created_at=row.created_at,
    )
