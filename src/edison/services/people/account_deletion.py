"""Delete an account, replace the person by a pseudonym in the history, and export a person's data."""

import io
import json
import zipfile
from dataclasses import dataclass, replace
from datetime import datetime
from secrets import token_hex
from typing import Any

from edison.domain.audit.audit_chain import entry
from edison.domain.errors import InvalidInput, LastOwner
from edison.domain.ids import UserId
from edison.domain.people.access import Actor, RequestOrigin
from edison.domain.people.account import normal_email
from edison.domain.people.sign_in_methods import FRESH_SIGN_IN
from edison.domain.retention.erasure import pseudonym_of
from edison.services.context import Context
from edison.services.people.attempt_limits import count_sign_in, forget_sign_in
from edison.services.people.installation_owners import (
    must_leave_an_owner,
    must_own_installation_still,
)
from edison.services.people.project_handover import hand_over_projects

SHOWN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteMe:
    # Both are typed again, to prevent deletion by one click or in an unattended browser.
    email: str
    # Left out by people who sign in with a provider only.
    password: str | None = None


async def delete_me(ctx: Context, who: Actor, cmd: DeleteMe) -> None:
    user_id = who.must_be_person()
    async with ctx.read() as tx:
        user = await tx.users.get(user_id)
        stored = await tx.users.password_hash(user.email)
    if stored is None or not ctx.accounts.passwords:
        _must_have_just_signed_in(ctx, who)
    else:
        await count_sign_in(ctx, user.email, who.origin.address)
        if not await ctx.passwords.matches(cmd.password or "", stored):
            raise InvalidInput("The password is wrong", field="password")
        await forget_sign_in(ctx, user.email, who.origin.address)
    await _delete(ctx, who, user_id, cmd.email)


def _must_have_just_signed_in(ctx: Context, who: Actor) -> None:
    """Require a fresh sign-in with the provider instead of the password."""
    ends = who.session_ends_at
    if ends is None or ctx.clock.now() - (ends - ctx.accounts.session_ends_after) > FRESH_SIGN_IN:
        raise InvalidInput(
            "You signed in too long ago to delete your account",
            advice="Sign out, sign in again, and delete the account within 10 minutes.",
        )


async def delete_account(
    ctx: Context, who: Actor, user: UserId, email: str, heir: UserId | None = None
) -> None:
    """Delete the account of another person. Only for an owner of the installation.

    Projects whose only owner is that person are handed to the heir.
    """
    who.must_own_installation()
    if user == who.user:
        raise InvalidInput("Delete your own account on your account page, with your password")
    await _delete(ctx, who, user, email, heir)


async def _delete(
    ctx: Context, who: Actor, user: UserId, email: str, heir: UserId | None = None
) -> None:
    now, unusable = ctx.clock.now(), await ctx.passwords.hash(token_hex(32))
    async with ctx.write() as tx:
        owners = await tx.people.lock_owners()
        if user != who.user:
            must_own_installation_still(who, owners)
        account = await tx.users.get(user)
        identity = await tx.account_erasure.identity(user)
        if normal_email(email) != account.email:
            raise InvalidInput("This is not the email address of the account", field="email")
        must_leave_an_owner(account, owners)
        handed = await hand_over_projects(ctx, tx, who, user, heir, now) if heir else 0
        _must_own_no_project_alone(await tx.account_erasure.owned_alone(user))
        for item in await tx.account_erasure.erase(identity, unusable, now):
            tx.record(item)
        # If people delete their own account, the audit entry has neither name nor address.
        by = (
            replace(
                who, label=pseudonym_of(user), origin=RequestOrigin(trace_id=who.origin.trace_id)
            )
            if who.user == user
            else who
        )
        changes = {"projects_handed_over": {"old": None, "new": handed}} if handed else None
        tx.record(entry(by, "user.deleted", ("user", user), at=now, changes=changes))


def _must_own_no_project_alone(names: list[str]) -> None:
    if not names:
        return
    listed = ", ".join(names[:SHOWN]) + (" and others" if len(names) > SHOWN else "")
    raise LastOwner(
        f"This account is the only owner of {listed}",
        advice="Make another member owner, hand the projects to a person, or delete them.",
        projects=names,
    )


ABOUT = """All data that this installation of Edison stores about your account.

One file for each table, with every row that names you: what you made, what you did (audit_log, events), where you are
a member, and invites to your address. For projects that you have left, it contains only the fact, the time and
the name. Passwords, tokens and keys are stored as digests or sealed, and are left out. Texts that others wrote
about you are not searched.
"""


async def export_me(ctx: Context, who: Actor) -> bytes:
    user = who.must_be_person()
    return await _export(ctx, who, user)


async def export_account(ctx: Context, who: Actor, user: UserId) -> bytes:
    """Export the data of a person who cannot sign in. Only for an owner of the installation."""
    who.must_own_installation()
    return await _export(ctx, who, user)


async def _export(ctx: Context, who: Actor, user: UserId) -> bytes:
    async with ctx.write() as tx:
        found = await tx.account_export.rows_of(await tx.users.get(user))
        tx.record(entry(who, "user.exported", ("user", user), at=ctx.clock.now()))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", ABOUT)
        for table, rows in found.items():
            archive.writestr(f"{table}.json", json.dumps(rows, default=_plain, indent=1))
    return file.getvalue()


def _plain(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
