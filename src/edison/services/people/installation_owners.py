"""Make people owners of the installation, and the rules that keep at least one."""

from collections.abc import AsyncGenerator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from edison.domain.audit.audit_chain import entry
from edison.domain.errors import LastOwner, NotAllowed, WrongState
from edison.domain.ids import UserId
from edison.domain.people.access import Actor, Role
from edison.domain.people.account import User
from edison.domain.people.person_record import PersonSummary
from edison.services.context import Context
from edison.store.unit_of_work import WriteTx


@dataclass(frozen=True, slots=True, kw_only=True)
class Administration:
    """An open transaction in which an owner of the installation changes the account of a person."""

    tx: WriteTx
    who: Actor
    now: datetime
    person: User
    # The enabled owners, whose rows are locked.
    owners: Collection[UserId]

    def record(self, action: str, changes: dict[str, Any] | None = None) -> None:
        """Write an entry to the audit log of the installation; it names the person by the address."""
        email = self.person.email
        named = {"email": {"old": email, "new": email}, **(changes or {})}
        entity = ("user", self.person.id)
        self.tx.record(entry(self.who, action, entity, at=self.now, changes=named))


@asynccontextmanager
async def administer(ctx: Context, who: Actor, user: UserId) -> AsyncGenerator[Administration]:
    """Open a transaction that changes a person, if the actor still is an owner of the installation."""
    who.must_own_installation()
    now = ctx.clock.now()
    async with ctx.write() as tx:
        owners = await tx.people.lock_owners()
        must_own_installation_still(who, owners)
        person = await tx.users.get(user)
        yield Administration(tx=tx, who=who, now=now, person=person, owners=owners)


def must_own_installation_still(who: Actor, owners: Collection[UserId]) -> None:
    """Raise an error if the actor lost the ownership after the request was authenticated."""
    if who.must_be_person() not in owners:
        raise NotAllowed("Only an owner of this installation can do this")


def must_leave_an_owner(person: User, owners: Collection[UserId]) -> None:
    """Raise an error if the installation would have no enabled owner without this person."""
    if person.id in owners and len(owners) == 1:
        raise LastOwner(
            "This is the only owner of the installation",
            advice="Make another person an owner of the installation first.",
        )


async def make_owner(ctx: Context, who: Actor, user: UserId) -> PersonSummary:
    """Make a person an owner of the installation, beside the others."""
    who.must_own_installation()
    async with administer(ctx, who, user) as at:
        if at.person.disabled_at is not None:
            raise WrongState("This account is disabled", advice="Enable the account first.")
        if at.person.role is not Role.OWNER:
            await at.tx.people.set_role(user, Role.OWNER)
            at.record("user.made_owner", {"role": {"old": at.person.role, "new": Role.OWNER}})
        return await at.tx.people.summary(user, at.now)


async def remove_owner(ctx: Context, who: Actor, user: UserId) -> PersonSummary:
    """Make an owner of the installation an ordinary person. The last owner stays owner."""
    who.must_own_installation()
    async with administer(ctx, who, user) as at:
        must_leave_an_owner(at.person, at.owners)
        if at.person.role is Role.OWNER:
            await at.tx.people.set_role(user, Role.EDITOR)
            at.record("user.removed_as_owner", {"role": {"old": Role.OWNER, "new": Role.EDITOR}})
        return await at.tx.people.summary(user, at.now)
