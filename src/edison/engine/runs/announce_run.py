"""Says that a run has begun: once in the audit log, once to whoever follows the project."""

from datetime import datetime

from edison.domain.audit.audit_chain import entry
from edison.domain.events import RUN_CREATED, event, project_topic
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor
from edison.domain.runs.run_plan import Run
from edison.store.unit_of_work import WriteTx


def announce_run(tx: WriteTx, who: Actor, project: ProjectId, run: Run, now: datetime) -> None:
    tx.record(
        entry(
            who,
            "run.started",
            ("run", run.id),
            at=now,
            project=project,
            changes={"name": {"old": None, "new": run.name}},
        )
    )
    tx.emit(
        event(
            who,
            project_topic(project),
            RUN_CREATED,
            now,
            run=str(run.id),
            number=run.number,
            name=run.name,
            cells=run.plan.cells,
        )
    )
