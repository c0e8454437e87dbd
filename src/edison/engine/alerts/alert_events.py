"""What an alert tells whoever follows its project, in the transaction of the change."""

from datetime import datetime

from edison.domain.alerts.alert import Alert
from edison.domain.events import event, project_topic
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor
from edison.store.unit_of_work import WriteTx


def emit_alert_event(
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    kind: str,
    alert: Alert,
    now: datetime,
    **facts: object,
) -> None:
    tx.emit(
        event(
            who,
            project_topic(project),
            kind,
            now,
            id=str(alert.id),
            title=alert.title,
            rule=str(alert.rule),
            severity=str(alert.severity),
            state=str(alert.state),
            cause=alert.cause and str(alert.cause),
            suite=str(alert.suite),
            suite_name=alert.suite_name,
            monitor=str(alert.monitor),
            execution=alert.execution and str(alert.execution),
            **facts,
        )
    )
