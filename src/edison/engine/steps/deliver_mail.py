"""Write and send one mail. A retry after a crash may send the mail twice; the link of the last mail is valid."""

from uuid import UUID

import structlog

from edison.channels.email import Mail
from edison.domain.errors import NotFound
from edison.domain.experiments.refining.suggestion import SuggestionState
from edison.domain.ids import ExperimentId, InviteId, IterationId, ProjectId, SuggestionId, UserId
from edison.domain.people.account import CONFIRMATION_LIFETIME, PASSWORD_RESET_LIFETIME
from edison.domain.people.api_token import (
    CONFIRMATION_PREFIX,
    INVITE_PREFIX,
    PASSWORD_RESET_PREFIX,
    new_secret,
)
from edison.engine.durable import step
from edison.engine.resources import Resources, resources
from edison.engine.workflow_contracts import MailOrder

log = structlog.get_logger(__name__)


@step("deliver_mail", attempts=6, wait_s=5.0)
async def deliver_mail(order: MailOrder) -> bool:
    """Send a mail; return False if there is no mail to send, for example because an invite was revoked."""
    structlog.contextvars.bind_contextvars(trace_id=order["trace_id"])
    own = resources()
    if own.mailer is None:
        log.warning("mail_not_configured", kind=order["kind"])
        return False
    try:
        mail = await _WRITERS.get(order["kind"], _notice)(own, order)
    except NotFound:
        return False
    await own.mailer.send(mail)
    log.info("mail_sent", kind=order["kind"])
    return True


async def _invite(own: Resources, order: MailOrder) -> Mail:
    project = ProjectId(UUID(order["project"]))
    secret = new_secret(INVITE_PREFIX)
    async with own.work.write() as tx:
        invite = await tx.invites.get(project, InviteId(UUID(order["subject"])))
        name = (await tx.projects.get(project)).name
        await tx.invites.set_mail_digest(project, invite.id, secret.digest)
    lines = [
        f"{invite.invited_by} invites you to the project {name} on Edison as {invite.role}.",
        *([f'They write: "{invite.message}"'] if invite.message else []),
        f"Accept here: {own.public_url}/invite#{secret.text}",
        f"The link works until {invite.expires_at:%d %B %Y %H:%M} UTC.",
    ]
    return Mail(to=invite.email, subject=f"Invitation to {name}", text="\n\n".join(lines) + "\n")


async def _confirmation(own: Resources, order: MailOrder) -> Mail:
    user = UserId(UUID(order["subject"]))
    secret = new_secret(CONFIRMATION_PREFIX)
    expires_at = own.clock.now() + CONFIRMATION_LIFETIME
    async with own.work.write() as tx:
        person = await tx.users.get(user)
        if person.email_confirmed:
            raise NotFound("The address is already confirmed")
        await tx.users.expect_confirmation(user, secret.digest, expires_at)
    lines = [
        f"An account on Edison was created with this address: {own.public_url}",
        "If it was you, sign in and open this link in the same browser: "
        f"{own.public_url}/confirm-email#{secret.text}",
        f"The link works until {expires_at:%d %B %Y %H:%M} UTC.",
        "If it was not you, do not open it: it does nothing without that account's password.",
    ]
    subject = "Confirm your address for Edison"
    return Mail(to=person.email, subject=subject, text="\n\n".join(lines) + "\n")


async def _password_reset(own: Resources, order: MailOrder) -> Mail:
    user = UserId(UUID(order["subject"]))
    secret = new_secret(PASSWORD_RESET_PREFIX)
    expires_at = own.clock.now() + PASSWORD_RESET_LIFETIME
    async with own.work.write() as tx:
        # There is no such account if someone asked for an address without an account.
        person = await tx.users.get(user)
        if person.disabled_at is not None:
            raise NotFound("The account is disabled")
        await tx.password_resets.expect(user, secret.digest, expires_at)
    lines = [
        f"Someone asked to reset the password of your account on Edison: {own.public_url}",
        f"If it was you, choose a new password here: {own.public_url}/reset-password#{secret.text}",
        f"The link works once, until {expires_at:%d %B %Y %H:%M} UTC. All your sessions end when you use it.",
        "If it was not you, do nothing: your password stays the same.",
    ]
    subject = "Reset your password for Edison"
    return Mail(to=person.email, subject=subject, text="\n\n".join(lines) + "\n")


async def _notice(own: Resources, order: MailOrder) -> Mail:
    project, user = ProjectId(UUID(order["project"])), UserId(UUID(order["subject"]))
    async with own.work.read() as tx:
        person = await tx.users.get(user)
        about = await tx.projects.get(project)
        role = (
            None
            if order["kind"] == "member_removed"
            else (await tx.members.get(project, user)).role
        )
    what = {
        "role_changed": f"{order['actor']} changed your role to {role}.",
        "member_added": f"{order['actor']} added you as {role}.",
        "member_removed": f"{order['actor']} removed you from the project.",
    }[order["kind"]]
    return Mail(
        to=person.email,
        subject=f"Your access to {about.name}",
        text=f"{what}\n\n{own.public_url}/projects/{about.slug}\n",
    )


async def _waiting(own: Resources, order: MailOrder) -> Mail:
    project, user = ProjectId(UUID(order["project"])), UserId(UUID(order["subject"]))
    async with own.work.read() as tx:
        person = await tx.users.get(user)
        about = await tx.projects.get(project)
        # Former members get no mail.
        await tx.members.get(project, user)
        suggestion = await tx.suggestions.get(project, SuggestionId(UUID(order.get("about", ""))))
        if suggestion.state is not SuggestionState.PENDING:
            raise NotFound("The suggestion is no longer pending")
        experiment = await tx.experiments.get(project, ExperimentId(suggestion.experiment))
        iteration = await tx.iterations.get(project, IterationId(suggestion.iteration))
    lines = [
        f"Iteration {iteration.number} of {experiment.title} proposes a change to its prompt.",
        f"The experiment waits for a decision: {own.public_url}/projects/{about.slug}/reviews/{suggestion.id}",
    ]
    return Mail(
        to=person.email,
        subject=f"A suggestion waits for review in {about.name}",
        text="\n\n".join(lines) + "\n",
    )


_WRITERS = {
    "invite": _invite,
    "confirm_email": _confirmation,
    "password_reset": _password_reset,
    "suggestion_waiting": _waiting,
}
