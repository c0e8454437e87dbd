"""Give out everything that is known about an account, as a ZIP of JSON files."""

import io
import json
import zipfile
from datetime import datetime
from typing import Any

from edison.domain.audit.audit_chain import entry
from edison.domain.ids import UserId
from edison.domain.people.access import Actor
from edison.services.context import Context

ABOUT = """Everything that this installation of Edison holds about your account.

One file for each table, with every row that names you: what you made, what you did (audit_log, events), where you are
a member, and invites to your address. Of projects that you are no longer a member of there is only that, when, and
under what name. Passwords, tokens and keys are stored as digests or sealed, and are left out. Texts that others wrote
about you are not searched.
"""


async def export_me(ctx: Context, who: Actor) -> bytes:
    user = who.must_be_person()
    return await _export(ctx, who, user)


async def export_account(ctx: Context, who: Actor, user: UserId) -> bytes:
    """For whoever owns the installation, when a person asks for their data and cannot sign in."""
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
