"""Rule: every method of a repository takes the project as its first argument."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tools.checks.rule import Finding, Rule, Tree

REPOSITORIES = "src/edison/store/repositories"
EXEMPT = {
    "Users.*": "accounts do not belong to a project",
    "AccountErasure.*": "as above",
    "AccountExport.*": "as above",
    "PersonDirectory.*": "as above",
    "Sessions.*": "as above",
    "PasswordResets.*": "as above",
    "Identities.*": "as above",
    "SignInFlows.*": "sign-ins begin before the caller is identified",
    "GroupRoles.*": "the owner of the installation gives roles in any project",
    "AttemptCounters.*": "attempts are counted before the caller is identified",
    "AuditLog.*": "the key is a scope: a project or the installation",
    "AuditCheckpoints.*": "workers sign the chains of the whole installation",
    "EventLog.*": "the key is a topic: a project or a person",
    "Workers.*": "processes belong to the installation",
    "Projects.membership": "finds the project of a slug or id for one person",
    "Projects.resolve": "finds the project of a slug or id for a token",
    "Projects.cards": "the projects of one person",
    "Projects.claim_slug": "slugs are unique in the installation",
    "Projects.add": "takes the whole new project",
    "ProjectErasure.project_of": "the id of the deletion is the key; it names the project",
    "Invites.offer": "the secret of the link is the key",
    "Invites.addressed_to": "the confirmed address of a person is the key",
    "Invites.received": "as above",
    "Tokens.grant": "the secret of the token is the key",
    "Uploads.claim_reading": "limits of file reading apply to an account and to the installation",
    "Uploads.sweep": "expired files of the whole installation",
    "Credentials.ready_everywhere": "the facts about models are checked for the whole installation",
    "Alerts.whose_snooze_is_over": "alerts of the whole installation",
    "ReusableAnswers.sweep": "expired answers of the whole installation",
    "Monitors.count_due": "monitors of the whole installation",
    "Monitors.take_due": "workers start what is due in the whole installation",
    "Monitors.pass_on": "takes the result of take_due",
    "Promotions.unsigned": "workers sign the certificates of the whole installation",
    "Notifications.page": "the notifications of one person",
    "Notifications.get": "as above",
    "Notifications.count_unread": "as above",
    "Notifications.mark_read": "as above",
    "Notifications.mark_all_read": "as above",
    "Notifications.delete_aged": "retention covers the whole installation",
    "NotificationChoices.of_person": "the choices of one person",
    "NotificationChoices.in_projects": "as above",
    "NotificationChoices.save": "as above",
    "NotificationMails.*": "workers send the mails of the whole installation, person by person",
    "Runs.turn_now": "all runs of the installation share the workers",
    "Runs.find_stalled": "the watch checks the runs of the whole installation",
    "Runs.due_to_resume": "runs of the whole installation resume on a new day",
    "ProviderBatches.take_due": "workers poll the batches of the whole installation",
    "ProviderBatches.idle": "as above",
    "Executions.waiting_since": "the watch checks the executions of the whole installation",
    "AgedRows.projects": "retention covers the whole installation",
    "AgedRows.delete_personal_events": "events of people belong to no project",
    "DeletedRuns.empty_some": "deleted runs of the whole installation, which nobody can read",
    "DeletedRuns.droppable": "tables hold the rows of all projects",
    "DeletedRuns.drop_month": "as above",
    "DeletedRuns.mark_emptied": "as above",
    "Runs.make_partitions": "tables hold the rows of all projects",
    "ModelUsage.totals": "monitoring sees sums over all projects, by provider and model only",
    "SpendReports.lines_everywhere": "the owner of the installation sees what all projects spent",
    "SpendReports.days_everywhere": "as above",
    "SpendReports.simulated_everywhere": "as above",
    "SpendReports.names_everywhere": "as above",
    "SpendReports.booked": "a command on the server compares a bill with all projects",
    "Suites.whose_day_is_over": "suites of the whole installation resume on a new day",
    "Channels.sealed_everywhere": "key rotation covers the whole installation",
    "Channels.reseal": "the sealed text that was read is the key",
    "Deliveries.wake_due": "workers send for the whole installation",
    "Credentials.sealed_everywhere": "key rotation covers the whole installation",
    "Credentials.reseal": "the sealed text that was read is the key",
}


def find(tree: Tree) -> Iterator[Finding]:
    for path in tree.under(REPOSITORIES):
        for repository in tree.module(path).body:
            if isinstance(repository, ast.ClassDef):
                yield from _in_class(path, repository)


def _in_class(path: Path, repository: ast.ClassDef) -> Iterator[Finding]:
    for method in repository.body:
        if not isinstance(method, ast.AsyncFunctionDef) or method.name.startswith("_"):
            continue
        name = f"{repository.name}.{method.name}"
        if name in EXEMPT or f"{repository.name}.*" in EXEMPT or _names_project(method):
            continue
        message = f"{name} does not take `project: ProjectId` first"
        yield Finding(path=path, line=method.lineno, message=message)


def _names_project(method: ast.AsyncFunctionDef) -> bool:
    arguments = method.args.args[1:]
    if not arguments or arguments[0].annotation is None:
        return False
    first = arguments[0]
    return first.arg == "project" and ast.unparse(arguments[0].annotation) == "ProjectId"


RULE = Rule(
    name="project_first",
    why="a query without a project can return rows of another project by mistake",
    mend="add `project: ProjectId` as the first argument and filter by it, or list the exemption with its reason",
    find=find,
)
