"""Event names and the `Event` record for live updates of screens.

Events are numbered per topic and stored in the same transaction as the change that they report.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from edison.domain.ids import ProjectId, UserId
from edison.domain.people.access import Actor

PROJECT_CREATED = "project.created"
PROJECT_UPDATED = "project.updated"
PROJECT_ARCHIVED = "project.archived"
PROJECT_RESTORED = "project.restored"
MEMBER_ADDED = "member.added"
MEMBER_ROLE_CHANGED = "member.role_changed"
MEMBER_REMOVED = "member.removed"
INVITE_CREATED = "invite.created"
INVITE_RENEWED = "invite.renewed"
INVITE_REVOKED = "invite.revoked"
INVITE_DECLINED = "invite.declined"
# Sent to the invited person, if the address of the account is confirmed.
INVITE_RECEIVED = "invite.received"
# Sent to the notified person: the bell has a new notification.
NOTIFICATION_CREATED = "notification.created"
TOKEN_CREATED = "token.created"
TOKEN_REVOKED = "token.revoked"
ROLE_CHANGED = "role.changed"
EMAIL_CONFIRMED = "email.confirmed"
CREDENTIAL_ADDED = "credential.added"
CREDENTIAL_CHANGED = "credential.changed"
CREDENTIAL_TESTED = "credential.tested"
# The provider rejected the credential during a run: a person has to act.
CREDENTIAL_STOPPED = "credential.stopped"
CREDENTIAL_REMOVED = "credential.removed"
MODEL_ADDED = "model.added"
MODEL_CHANGED = "model.changed"
MODEL_REMOVED = "model.removed"
MODEL_PRICED = "model.priced"
TRY_FINISHED = "try.finished"
RUN_CREATED = "run.created"
RUN_STATE_CHANGED = "run.state_changed"
# Cells or scores were added: their ids, and the progress of the run.
RUN_PROGRESSED = "run.progressed"
RUN_COMPLETED = "run.completed"
RUN_CHANGED = "run.changed"
# The results of a run were recomputed; sent only to followers of the run.
RUN_SUMMARISED = "run.summarised"
# A person graded or flagged a cell; sent only to followers of the run, not to the whole project.
CELL_MARKED = "cell.marked"
# Changes of an annotation queue; single labels send no event.
QUEUE_CREATED = "queue.created"
QUEUE_COMPLETED = "queue.completed"
QUEUE_CLOSED = "queue.closed"
# A budget is almost or completely spent.
BUDGET_NEARED = "budget.neared"
# A provider billed more than was reserved for a call; sent once per run.
RESERVATION_EXCEEDED = "reservation.exceeded"
DATASET_CREATED = "dataset.created"
DATASET_CHANGED = "dataset.changed"
DATASET_REMOVED = "dataset.removed"
PROMPT_CREATED = "prompt.created"
PROMPT_CHANGED = "prompt.changed"
PROMPT_REMOVED = "prompt.removed"
VERSION_SAVED = "version.saved"
LABEL_MOVED = "label.moved"
PROMOTION_REQUESTED = "promotion.requested"
# Approved, rejected or withdrawn, according to its state; also an override and a rollback.
PROMOTION_DECIDED = "promotion.decided"
# The certificate has a signature.
PROMOTION_SIGNED = "promotion.signed"
RUBRIC_CREATED = "rubric.created"
# A new name, or the next version.
RUBRIC_CHANGED = "rubric.changed"
RUBRIC_ARCHIVED = "rubric.archived"
JUDGE_CREATED = "judge.created"
JUDGE_CHANGED = "judge.changed"
JUDGE_ARCHIVED = "judge.archived"
EXPERIMENT_CREATED = "experiment.created"
# Plan, name, limits, or what it waits for.
EXPERIMENT_CHANGED = "experiment.changed"
EXPERIMENT_ENDED = "experiment.ended"
ITERATION_STARTED = "iteration.started"
ITERATION_STATE_CHANGED = "iteration.state_changed"
ITERATION_COMPLETED = "iteration.completed"
# A refiner proposed a change of the prompt; a person decides.
SUGGESTION_CREATED = "suggestion.created"
SUGGESTION_DECIDED = "suggestion.decided"
SUGGESTION_COMMENTED = "suggestion.commented"
EXECUTION_STARTED = "execution.started"
# Ended, refused or missed, according to its state.
EXECUTION_FINISHED = "execution.finished"
ASSIST_PROGRESSED = "assist.progressed"
ASSIST_FINISHED = "assist.finished"
MONITOR_CREATED = "monitor.created"
# Also when it is switched on or off.
MONITOR_CHANGED = "monitor.changed"
MONITOR_REMOVED = "monitor.removed"
ALERT_OPENED = "alert.opened"
# Seen again, or awake after a snooze.
ALERT_CHANGED = "alert.changed"
ALERT_ACKNOWLEDGED = "alert.acknowledged"
ALERT_SNOOZED = "alert.snoozed"
# By a person, or by a run that shows that the problem is over.
ALERT_RESOLVED = "alert.resolved"
# Its results are known: there is a new point in the trend.
EXECUTION_ASSESSED = "execution.assessed"
CHANNEL_ADDED = "channel.added"
CHANNEL_CHANGED = "channel.changed"
CHANNEL_REMOVED = "channel.removed"
# Deliveries have failed for an hour, or the receiver wants no more messages: a person has to act.
CHANNEL_FAILED = "channel.failed"
CHANNEL_RECOVERED = "channel.recovered"
SUITE_CREATED = "suite.created"
# Recipe, name, limit, or whether it is paused.
SUITE_CHANGED = "suite.changed"
SUITE_ARCHIVED = "suite.archived"
SUITE_RESTORED = "suite.restored"
SUITE_REMOVED = "suite.removed"
BOARD_CREATED = "board.created"
# Name or runs. Single votes send no event.
BOARD_CHANGED = "board.changed"
BOARD_REMOVED = "board.removed"
# Comments: ids and the subject, not the text.
COMMENT_ADDED = "comment.added"
# Edited or deleted.
COMMENT_CHANGED = "comment.changed"
# Resolved or opened again, according to its state.
COMMENT_RESOLVED = "comment.resolved"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    topic: str
    type: str
    at: datetime
    actor_kind: str
    actor_id: UUID | None
    actor_label: str
    data: dict[str, Any] = field(default_factory=dict[str, Any])
    number: int = 0


def project_topic(project: ProjectId) -> str:
    return f"project:{project}"


def run_topic(run: UUID) -> str:
    return f"run:{run}"


def user_topic(user: UserId) -> str:
    return f"user:{user}"


def event(who: Actor, topic: str, kind: str, at: datetime, /, **data: Any) -> Event:
    return Event(
        topic=topic,
        type=kind,
        at=at,
        actor_kind=who.kind,
        actor_id=who.id,
        actor_label=who.label,
        data=data,
    )
