"""Implementation of `edison make-owner`."""

import asyncio

from edison.domain.audit.audit_chain import entry
from edison.domain.errors import EdisonError
from edison.domain.ids import UserId
from edison.domain.people.access import SYSTEM, Role
from edison.domain.people.account import User, normal_email
from edison.kit.clock import SystemClock
from edison.kit.uuids import new_id
from edison.processes.find_database import database_url
from edison.settings import Settings
from edison.store.database import Database
from edison.store.unit_of_work import UnitOfWork, WriteTx


def make_owner(settings: Settings, email: str) -> bool:
    """Make an account an owner of the installation; return whether the account was created."""
    try:
        return asyncio.run(_make(database_url(settings), normal_email(email)))
    except EdisonError as error:
        raise RuntimeError(error.message) from error


async def _make(url: str, email: str) -> bool:
    database = Database(url, pool_size=1, application="edison-rescue")
    try:
        async with UnitOfWork(database).write() as tx:
            await tx.users.first_account_lock()
            found = await tx.users.by_email(email)
            if found is not None and found.role is Role.OWNER:
                return False
            await _save(tx, email, found)
            return found is None
    finally:
        await database.close()


async def _save(tx: WriteTx, email: str, found: User | None) -> None:
    now = SystemClock().now()
    if found is not None:
        # The person at the command line vouches for the address, so that a provider may sign in to the account.
        await tx.users.confirm_email(found.id, now)
        found.must_be_enabled()
        await tx.people.set_role(found.id, Role.OWNER)
    user = found or User(
        id=UserId(new_id()),
        email=email,
        name=None,
        role=Role.OWNER,
        created_at=now,
        email_confirmed_at=now,
        has_password=False,
    )
    if found is None:
        await tx.users.add(user)
    changes = {"role": {"old": found and found.role, "new": Role.OWNER}}
    tx.record(entry(SYSTEM, "user.made_owner", ("user", user.id), at=now, changes=changes))
