"""Tells reviewers by mail that a suggestion waits; only where the installation has a mail server."""

from edison.domain.experiments.refining.suggestion import Suggestion
from edison.domain.ids import ProjectId
from edison.domain.people.access import LEAST_ROLE, Permission, Role
from edison.engine.launcher import Launcher
from edison.store.unit_of_work import WriteTx

REVIEWERS = tuple(role for role in Role if role.at_least(LEAST_ROLE[Permission.REVIEW_SUGGESTIONS]))
# A crowd is not told one by one: whoever looks finds it in the queue.
MOST_MAILS = 50


async def mail_reviewers(
    launcher: Launcher, tx: WriteTx, project: ProjectId, suggestion: Suggestion
) -> None:
    """Ordered in the transaction that makes the suggestion wait."""
    for user in (await tx.members.with_roles(project, REVIEWERS))[:MOST_MAILS]:
        await launcher.send_mail(
            tx,
            {
                "kind": "suggestion_waiting",
                "project": str(project),
                "subject": str(user),
                "about": str(suggestion.id),
                "actor": "Edison",
                "trace_id": "",
            },
        )
