"""What happened to a suite goes into the audit log and to the screens, with the change itself."""

from datetime import datetime
from typing import Any

from edison.domain.audit.audit_chain import entry
from edison.domain.events import event, project_topic
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor
from edison.domain.suites.suite import Suite
from edison.store.unit_of_work import WriteTx


def record_suite_change(
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    suite: Suite,
    fact: str,
    now: datetime,
    changes: dict[str, Any],
) -> None:
    tx.record(entry(who, fact, ("suite", suite.id), at=now, project=project, changes=changes))
    facts = {"id": str(suite.id), "name": suite.name, "changed": sorted(changes)}
    tx.emit(event(who, project_topic(project), fact, now, **facts))
