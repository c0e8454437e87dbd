"""Write down that an address belongs to its account, inside the caller's transaction."""

from datetime import datetime

from edison.domain.audit.audit_chain import entry
from edison.domain.events import EMAIL_CONFIRMED, event, user_topic
from edison.domain.people.access import Actor
from edison.domain.people.account import User
from edison.store.unit_of_work import WriteTx


async def record_confirmed_email(
    tx: WriteTx, who: Actor, user: User, at: datetime, *, by: str
) -> None:
    """Write down that the address is confirmed, and by what; once is enough."""
    if not await tx.users.confirm_email(user.id, at):
        return
    tx.record(
        entry(
            who,
            "user.email_confirmed",
            ("user", user.id),
            at=at,
            changes={"email_confirmed": {"old": None, "new": by}},
        )
    )
    if who.user != user.id:
        tx.emit(event(who, user_topic(user.id), EMAIL_CONFIRMED, at))
