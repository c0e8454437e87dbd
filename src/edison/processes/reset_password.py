"""Implementation of `edison reset-password`."""

import asyncio

from edison.domain.audit.audit_chain import entry
from edison.domain.errors import EdisonError
from edison.domain.people.access import SYSTEM
from edison.domain.people.account import check_password, normal_email
from edison.kit.clock import SystemClock
from edison.processes.find_database import database_url
from edison.settings import Settings
from edison.store.database import Database
from edison.store.unit_of_work import UnitOfWork
from edison.vault.password_hasher import Passwords


def reset_password(settings: Settings, email: str, password: str) -> None:
    try:
        asyncio.run(_reset(database_url(settings), email, password))
    except EdisonError as error:
        raise RuntimeError(error.message) from error


async def _reset(url: str, email: str, password: str) -> None:
    check_password(password)
    password_hash = await Passwords().hash(password)
    database = Database(url, pool_size=1, application="edison-rescue")
    now = SystemClock().now()
    try:
        async with UnitOfWork(database).write() as tx:
            user = await tx.users.by_email(normal_email(email))
            if user is None:
                raise RuntimeError(f"There is no account for {email}")
            await tx.users.set_password(user.id, password_hash)
            await tx.users.end_sessions(user.id, now)
            tx.record(entry(SYSTEM, "user.password_reset", ("user", user.id), at=now))
    finally:
        await database.close()
